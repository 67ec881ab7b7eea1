"""`l10n import`: merge translators' files into the files of texts, all of them or none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, read
from printnplay.files.edits import editing, write_edits
from printnplay.files.yaml_edits import UnknownPlaceError, merged
from printnplay.files.yaml_tree import read_data
from printnplay.game.texts import Accepted, Remark, Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import MOST_KEPT, Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.languages import categories
from printnplay.loading.editions import with_editions
from printnplay.loading.locks import (
    accepted,
    is_approved,
    lock_path,
    lock_text,
    text_hash,
    withdrawn,
)
from printnplay.loading.remarks import remarks_path, remarks_text
from printnplay.proofreading.placeholders import used
from printnplay.translation.edited import exported_texts, note_imported
from printnplay.translation.exchange import FORMATS, format_of
from printnplay.translation.exchange.pieces import contains, edited, pieces
from printnplay.translation.exchange.pieces import unknown as unknown_pieces
from printnplay.translation.exchange.units import (
    MAX_BYTES,
    Base,
    Received,
    Returned,
    State,
    control_in,
    malformed,
    twice,
)
from printnplay.translation.files import (
    COMMON,
    LocaleFile,
    in_order,
    language_meant,
    open_file,
    plain_code,
    translated_to,
)
from printnplay.translation.import_faults import (
    Side,
    approved_as_edited,
    both_changed,
    comments_missing,
    control,
    differs,
    emptied,
    export_unknown,
    in_a_table,
    line_break_dropped,
    no_place,
    no_such_text,
    not_imported,
    outdated,
    states_missing,
    texts_missing,
    unknown,
    warn_without_base,
)
from printnplay.translation.memory import ENDING as MEMORY
from printnplay.translation.memory import from_memory
from printnplay.translation.streams import (
    Stream,
    keep_stream,
    load_stream,
    newer_in_project,
    since_last_import,
)
from printnplay.translation.term_base import ENDING as TERM_BASE
from printnplay.translation.term_base import TermImport, take_terms


class Imported(Struct, frozen=True):
    """A file of texts, and the numbers of its texts affected.

    `unsure` counts those that the translator is not sure of; `confirmed` those that were stale or
    in doubt and that the file marks as right; `approved` those newly approved, and `withdrawn`
    those whose approval was taken back. `copied` is whether the file is a new copy of the texts
    that come with printnplay.
    """

    path: str
    language: str
    changed: int
    unsure: int = 0
    confirmed: int = 0
    approved: int = 0
    withdrawn: int = 0
    comments: int = 0
    removed_comments: int = 0
    copied: bool = False


class Import(Struct, frozen=True):
    """The files that were changed, and warnings.

    `newer` are the keys of texts that the project has changed since, and their file has not.
    """

    files: tuple[Imported, ...]
    warnings: tuple[Diagnostic, ...]
    newer: tuple[str, ...] = ()


class _Work(Struct, dict=True):
    """The texts that a received file is compared with, and its new texts by their place."""

    file: LocaleFile
    side: Side | None
    changed: dict[str, Mapping[str, str]] = field(default_factory=dict)
    seen: dict[str, Span] = field(default_factory=dict)
    remarks: dict[str, Remark] = field(default_factory=dict)
    lock: dict[str, Accepted] = field(default_factory=dict)
    unsure: int = 0
    confirmed: int = 0
    approved: int = 0
    withdrawn: int = 0
    comments: int = 0
    removed_comments: int = 0
    doubted: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Copy the existing remarks and lock."""
        self.remarks.update(self.file.texts.remarks)
        self.lock.update(self.file.texts.lock)

    def state(self, key: str) -> State:
        """Return the project's state of a translation, as an export would."""
        if not all(self.old_forms(key).values()):
            return State.EMPTY
        if key in self.stale:
            return State.STALE
        if key in self.file.unsure:
            return State.UNSURE
        text = self.file.texts.entries.get(key)
        approved = text is not None and is_approved(text, self.file.texts.lock.get(key))
        return State.APPROVED if approved else State.TRANSLATED

    def place(self, key: str) -> Span | None:
        """Return the place of a text in the project."""
        text = self.file.texts.entries.get(key)
        return text.span if text else None

    def old_forms(self, key: str) -> Mapping[str, str]:
        """Return the forms of a text before the import."""
        text = self.file.texts.entries.get(key)
        return text.forms if text else {}

    def ours(self, key: str) -> Base:
        """Return the project's version of a text before the import."""
        forms = self.old_forms(key)
        target = {name: _trimmed(forms, name) for name in forms}
        return Base(target, self.state(key), self.file.remark(key).comment)

    def mark(self, key: str, *, unsure: bool) -> None:
        """Record whether the translation of a text is in doubt."""
        self.remarks[key] = replace(self.remarks.get(key, Remark()), unsure=unsure)

    def doubt(self, key: str) -> None:
        """Mark a text as unsure because both sides changed it, until one is chosen."""
        if not self.remarks.get(key, Remark()).unsure:
            self.mark(key, unsure=True)
            self.doubted.add(key)
        self.unsure += 1

    def resolve(self, key: str) -> None:
        """Remove the mark that an earlier import of the file made, and no other."""
        if key in self.doubted:
            self.doubted.discard(key)
            self.mark(key, unsure=False)
            self.confirmed += 1

    @cached_property
    def stale(self) -> frozenset[str]:
        """The texts that were stale before the import."""
        return frozenset(stale.text.key for stale in self.file.stale)

    def files(self, place: Path) -> Iterator[tuple[Path, str]]:
        """Yield the lock and remarks beside the texts at `place`, if they changed."""
        keys = self.file.source.entries
        if self.lock != self.file.texts.lock:
            yield lock_path(place), lock_text(in_order(self.lock, keys))
        if self.remarks != self.file.texts.remarks:
            yield remarks_path(place), remarks_text(in_order(self.remarks, keys))


class _Merge(Struct, frozen=True):
    """An import at work: the texts by game and language, and what each file said before and now."""

    catalog: Catalog
    project: Path
    side: Side | None
    problems: Problems
    works: dict[tuple[str, str], _Work] = field(default_factory=dict)
    streams: list[tuple[Stream, Path, Returned]] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)


@editing
def import_files(project: Path, files: Sequence[Path], side: Side | None = None) -> Import:
    """Import the texts of exchange files; nothing is written if there is any error.

    Changes made in the project since the export are kept. For a text that the translator changed
    too, the version of `side` is used; without `side`, the project's version, which is marked as in
    doubt.

    Raises:
        FaultsError: with every fault of any of the files, or one cannot be written.
    """
    catalog, problems = Catalog(project), Problems()
    merge = _Merge(catalog, project, side, problems)
    works = merge.works
    terms = TermImport(catalog, project, side, problems, merge.streams, merge.newer)
    done: list[Imported] = []
    contents: dict[Path, bytes] = {}
    units: dict[Path, list[Received]] = {}
    for path in files:
        data = _data(path, problems)
        if data is None:
            continue
        contents[path] = data
        if path.suffix.lower() == TERM_BASE:
            language, changed, units[path] = take_terms(path, data, terms)
            done += [Imported(display_path(at), language, number) for at, number in changed.items()]
            continue
        units[path] = _take_file(path, data, merge)
    new = {} if problems.errors else _new_sources(catalog, works, problems)
    if problems.errors:
        raise FaultsError(problems.found)
    for path, data in contents.items():
        _warn_of_rest(path, data, units.get(path, ()), merge)
    write_edits({path: text.encode() for path, text in (new | terms.new).items()}, project)
    _note_imported(contents, merge)
    done += (
        Imported(
            display_path(_place(catalog, work.file)),
            work.file.language,
            len(work.changed),
            work.unsure,
            work.confirmed,
            work.approved,
            work.withdrawn,
            work.comments,
            work.removed_comments,
            copied=not work.file.own and _place(catalog, work.file) in new,
        )
        for work in works.values()
    )
    return Import(tuple(done), tuple(problems.found), tuple(merge.newer))


def _take_file(path: Path, data: bytes, merge: _Merge) -> list[Received]:
    """Take all texts of a file, and return them as they are in it."""
    units: list[Received] = []
    for returned in _returned(path, data, merge.catalog, merge.problems):
        stream = load_stream(path, returned, merge.project)
        taken = _take(returned, stream, merge)
        units += returned.units
        if format_of(path.suffix) is not None:
            merge.streams.append((stream, path, taken))
            warn_without_base(returned, merge.problems)
            _warn_of_missing(path, returned, merge)
    return units


def _note_imported(contents: Mapping[Path, bytes], merge: _Merge) -> None:
    """Record what the files say, and those whose edits are all in the project now."""
    is_open = (codes.CHANGED_ON_BOTH_SIDES, codes.NOT_IMPORTED)
    open_ones = {one.span.file for one in merge.problems.found if one.code in is_open}
    copies = {path for stream, path, _ in merge.streams if not stream.is_kept}
    for path, data in contents.items():
        if display_path(path) not in open_ones and path not in copies:
            note_imported(path, data, merge.project)
    for stream, path, returned in merge.streams:
        keep_stream(stream, path, returned, merge.project)


def _exported(path: Path, merge: _Merge) -> str:
    """Return the hashes of the texts of a file as it was exported."""
    files = (returned for _, at, returned in merge.streams if at == path)
    stems = [f"{returned.domain}.{plain_code(returned.language)}" for returned in files]
    return exported_texts(path, stems, merge.project)


def _warn_of_rest(path: Path, data: bytes, units: Sequence[Received], merge: _Merge) -> None:
    """Warn of edits in an exported file that an import does not take.

    Each base knows the original and the notes of its text; the record of the export also knows the
    rest.
    """
    exported, problems = _exported(path, merge), merge.problems
    taken: list[str] = []
    rest: dict[str, int] = {}
    for unit in units:
        taken += (*unit.target.values(), unit.comment, unit.key)
        known = unit.base.seen if unit.base else ""
        edits = edited(unit.carried, known)
        rest = edits | rest
        if known and not edits:
            taken += (text for text, _ in unit.carried)
        if path.suffix.lower() == MEMORY:
            taken += unit.source
    if exported:
        rest = unknown_pieces(pieces(path, data), exported, taken) | rest
    elif any(unit.base for unit in units):
        problems.add(export_unknown(display_path(path)))
    if rest:
        problems.add(not_imported(rest, display_path(path)))


def _warn_of_missing(path: Path, returned: Returned, merge: _Merge) -> None:
    """Warn of texts that the file had when it was exported."""
    work = merge.works.get((returned.domain, plain_code(returned.language)))
    exported = _exported(path, merge)
    there = {unit.key for unit in returned.units}
    names = ("", *(f"[{form}]" for form in categories(returned.language)))
    missing = [
        key
        for key in (work.file.source.entries if work else ())
        if key not in there
        and not (work and key in work.file.in_chapters)
        and (not exported or any(contains(exported, f"{key}{name}") for name in names))
    ]
    whole = max((unit.base.number for unit in returned.units if unit.base), default=0)
    number = whole - len(there) if whole else len(missing) if exported else 0
    known = missing if exported or len(missing) == number else ()  # others are new in the project
    if number > 0:
        merge.problems.add(texts_missing(number, known[:number], returned.place))


def _data(path: Path, problems: Problems) -> bytes | None:
    """Return the content of a file, if its extension is known."""
    shown = display_path(path)
    if format_of(path.suffix) is None and path.suffix.lower() not in (TERM_BASE, MEMORY):
        endings = [ending for form in FORMATS.values() for ending in form.endings]
        label = f"expected a file that ends with {', '.join([*endings, TERM_BASE, MEMORY])}"
        problems.add(malformed(f"the format of `{path.name}` is unknown", Span(shown), label))
        return None
    try:
        return read(path, MAX_BYTES, anywhere=True)
    except ReadError as error:
        problems.add(error.fault(codes.MALFORMED_EXCHANGE, shown))
        return None


def _returned(path: Path, data: bytes, catalog: Catalog, problems: Problems) -> Iterator[Returned]:
    """Yield the texts in a file, or those that a translation memory fills in."""
    shown, form = display_path(path), format_of(path.suffix)
    if form is None:
        yield from from_memory(data, shown, catalog, problems)
        return
    yield from form.read(data, shown, problems)


def _take(returned: Returned, stream: Stream, merge: _Merge) -> Returned:
    """Take the texts of a game, and return them as they were understood."""
    works, problems = merge.works, merge.problems
    where = (returned.domain, plain_code(returned.language))
    if where not in works:
        work = _work(returned, merge.catalog, problems, merge.side)
        if work is None:
            return returned
        works[where] = work
    work = works[where]
    work.doubted = stream.doubted
    source = work.file.source
    strange = [unit for unit in returned.units if unit.key not in source.entries]
    for unit in strange[:MOST_KEPT]:
        problems.add(no_such_text(unit, source, _first_place(unit)))
    problems.count(codes.EXCHANGED_TEXT_UNKNOWN, len(strange) - MOST_KEPT)
    says_comments = any(unit.comment for unit in returned.units)
    units = tuple(unit for unit in returned.units if unit.key in source.entries)
    returned = _completed(replace(returned, units=units), stream, problems)
    taken = since_last_import(returned, stream, work.ours, merge.side, problems)
    merge.newer.extend(newer_in_project(taken, work.ours))
    for unit in taken:
        _take_unit(unit, source.entries[unit.key], work, problems)
        if says_comments:
            _take_comment(unit, work, problems)
    return returned


def _completed(returned: Returned, stream: Stream, problems: Problems) -> Returned:
    """Return texts with a state and a comment that each program means by none.

    Without any in the whole file, a program dropped them; otherwise somebody removed single ones.
    """
    has_states = any(unit.state for unit in returned.units)
    has_comments = any(unit.comment for unit in returned.units)
    bases = [unit.base for unit in returned.units if unit.base]
    bases += filter(None, map(stream.last, returned.units))
    had_states = any(base.state in (*_DOUBTS, State.APPROVED) for base in bases)
    if had_states and not has_states:
        problems.add(states_missing(returned.place))
    lost = [
        unit.key
        for unit in returned.units
        if any(base and base.comment for base in (unit.base, stream.last(unit)))
    ]
    if lost and not has_comments:
        problems.add(comments_missing(lost, returned.place))

    def filled(unit: Received) -> Received:
        target = {name: _with_line_feeds(text) for name, text in unit.target.items()}
        said = None if unit.state is State.EMPTY else unit.state
        unit = replace(unit, target=target, state=said, comment=_with_line_feeds(unit.comment))
        if unit.base is None:
            return unit
        none = State.TRANSLATED if has_states and unit.base.state is not State.EMPTY else None
        comment = unit.comment if has_comments else unit.base.comment.strip()
        return replace(unit, state=unit.state or none, comment=comment)

    return replace(returned, units=tuple(map(filled, returned.units)))


def _with_line_feeds(text: str) -> str:
    """Return a text with the line ends that files of texts have."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


_DOUBTS = tuple(state for state in State if state.in_doubt)


def _take_comment(unit: Received, work: _Work, problems: Problems) -> None:
    """Keep the translator's comment, if the translator changed it."""
    old = work.remarks.get(unit.key, Remark())
    if unit.base is not None:
        base = unit.base.comment.strip()
        # Of the forms of a text in a table, the first has the comment, and may have been deleted.
        lacks_forms = unit.base.target.keys() - unit.target.keys()
        if unit.comment == base or (lacks_forms and not unit.comment):
            return
        if _has_control(unit.key, unit.comment, _first_place(unit), problems):
            return
        if old.comment not in (base, unit.comment) and work.side is not Side.THEIRS:
            if work.side is None:
                said = (base, unit.comment, old.comment)
                what = f"the comment on `{unit.key}`"
                problems.add(both_changed(what, _first_place(unit), said, work.place(unit.key)))
            return
    if unit.comment != old.comment:
        work.remarks[unit.key] = old.commented(unit.comment)
        work.comments += bool(unit.comment)
        work.removed_comments += not unit.comment


def _work(
    returned: Returned, catalog: Catalog, problems: Problems, side: Side | None
) -> _Work | None:
    """Return the texts that a file is about; None, with the reason reported, if there are none."""
    name, language = returned.domain, returned.language
    names = (*with_editions(catalog, catalog.games()), COMMON)
    if name not in names:
        problems.add(unknown("game", name, names, returned.place))
        return None
    there = translated_to(catalog, name)
    meant = language_meant(language, there)
    file = open_file(catalog, name, meant, problems) if meant else None
    if file is None:
        problems.add(unknown("language", language, there, returned.place))
        return None
    for fault in returned.faults:
        problems.add(fault)
    return _Work(file, side)


def _first_place(unit: Received) -> Span:
    return next(iter(unit.places.values()), Span(""))


def _take_unit(unit: Received, source: Text, work: _Work, problems: Problems) -> None:
    target = work.file.texts.entries.get(unit.key)
    place = _first_place(unit)
    first = work.seen.setdefault(unit.key, place)
    if first is not place:
        cure = "import only one of them, or one after the other"
        problems.add(twice(unit.key, place, first, cure))
        return
    forms = dict(_changed_forms(unit, source, target, problems))
    kept = _changed_here_too(unit, forms, work, problems)
    forms = {name: text for name, text in forms.items() if name not in kept}
    if not kept and all(text.strip() for text in unit.target.values()):
        text = Text(unit.key, {**work.old_forms(unit.key), **forms}, place)
        _take_changed_state(unit, source, text, work, problems)
    if not forms:
        return
    if target is not None and target.span.file != display_path(work.file.path):
        problems.add(in_a_table(target, place))
        return
    _check_placeholders(unit, forms, source, target, problems)
    if not _is_current(unit, source, work.file.language):
        problems.add(outdated(unit, source, place))
    plural = len(unit.target) > 1 or (target is not None and len(target.forms) > 1)
    path = f"{work.file.language}.{unit.key}"
    # Forms that the file does not change keep their current value in the project.
    work.changed[path] = {**unit.target, **work.old_forms(unit.key), **forms} if plural else forms


def _changed_here_too(
    unit: Received, forms: Iterable[str], work: _Work, problems: Problems
) -> Sequence[str]:
    """Return the forms of which to keep the project's version, because it was changed there too."""
    if unit.base is None:
        return ()
    base, ours = unit.base.target, work.old_forms(unit.key)
    met = [name for name in forms if _trimmed(ours, name) != _trimmed(base, name)]
    if not met or work.side is Side.THEIRS:
        return ()
    if work.side is None:
        said = (" / ".join(_trimmed(of, name) for name in met) for of in (base, unit.target, ours))
        place = unit.places[met[0]]
        problems.add(both_changed(f"`{unit.key}`", place, said, work.place(unit.key)))
        work.doubt(unit.key)
    else:
        work.resolve(unit.key)
    return met


def _trimmed(forms: Mapping[str, str], name: str) -> str:
    """Return a form or an empty string, without the final line break: formats and YAML differ."""
    return forms.get(name, "").rstrip("\n")


def _take_changed_state(
    unit: Received, source: Text, text: Text, work: _Work, problems: Problems
) -> None:
    """Record the translator's state of a `text`, if the state or the wording is new."""
    base, state, ours = unit.base, unit.state, work.state(unit.key)
    is_edited = text.forms != work.old_forms(unit.key)
    if base is None or state is None:
        if state is State.APPROVED and is_edited and ours is not State.EMPTY:
            problems.add(approved_as_edited(unit.key, _first_place(unit)))
            unit = replace(unit, state=State.UNSURE)
        _take_state(unit, source, text, work, problems)
        return
    is_same = base.says(state, approves=unit.approves)
    if is_same and not is_edited:
        work.unsure += state is State.UNSURE and ours.in_doubt
        return
    if is_edited and state is base.state is State.APPROVED:
        problems.add(approved_as_edited(unit.key, _first_place(unit)))
        _take_state(replace(unit, state=State.UNSURE), source, text, work, problems)
        return
    if is_same and state is not State.UNSURE:
        work.resolve(unit.key)  # a doubt that somebody else had meanwhile stays
        return
    if not _is_state_met(unit, text, work, problems):
        _take_state(unit, source, text, work, problems)


def _is_state_met(unit: Received, text: Text, work: _Work, problems: Problems) -> bool:
    """Return whether to keep the project's state, because it or the words were changed there."""
    base, state, ours = unit.base or Base({}), unit.state or State.TRANSLATED, work.state(unit.key)
    is_edited = text.forms != work.old_forms(unit.key)
    other_words = any(
        _trimmed(text.forms, name) != _trimmed(unit.target, name) for name in unit.target
    )
    is_said = Base(text.forms, ours).says(state, approves=unit.approves)
    if other_words and is_said:
        return True
    is_doubted = ours is State.UNSURE and state is not State.UNSURE
    other_state = ours is not base.state and not is_said and (is_doubted or not is_edited)
    if other_words or (other_state and work.side is not Side.THEIRS):
        if work.side is None:
            said = (str(base.state), str(state), str(ours))
            what = f"the state of `{unit.key}`" if other_state else f"`{unit.key}`, or its state,"
            problems.add(both_changed(what, _first_place(unit), said, work.place(unit.key)))
        return True
    return False


def _is_current(unit: Received, source: Text, language: str) -> bool:
    """Return whether the file has all of the current source, and so the translator has seen it.

    A text that has become plural since the export has forms that the file lacks.
    """
    exported = unit.base.target if unit.base else unit.target
    was_plain = set(exported) == {"other"}
    is_plural = len(source.forms) > 1 and len(categories(language)) > 1
    return unit.source <= set(source.forms.values()) and not (was_plain and is_plural)


def _take_state(unit: Received, source: Text, text: Text, work: _Work, problems: Problems) -> None:
    """Record a translator's state of a `text` that was received.

    A text in doubt is never approved; a text is confirmed only if the file contains its current
    source.
    """
    key, current = unit.key, _is_current(unit, source, work.file.language)
    is_stale, note = key in work.stale, work.lock.get(key)
    if unit.state is State.UNSURE:
        work.unsure += 1
        unchanged = text.forms == work.old_forms(key)
        if not (is_stale and current and unchanged):  # otherwise the doubt is that it was stale
            work.mark(key, unsure=True)
    elif unit.state is State.TRANSLATED and unit.base and unit.base.state is State.APPROVED:
        work.resolve(key)
        if note is not None and is_approved(text, note):
            work.withdrawn += 1
            work.lock[key] = withdrawn(note)
    elif unit.state is not None and current:
        _confirm(unit, source, text, work)
    elif text.forms == work.old_forms(key) and (
        unit.state is State.APPROVED or (unit.state is not None and unit.base is not None)
    ):  # an edited one is reported anyway
        problems.add(outdated(unit, source, _first_place(unit)))


def _confirm(unit: Received, source: Text, text: Text, work: _Work) -> None:
    """Record that a text is right, and perhaps approved."""
    key, is_stale = unit.key, unit.key in work.stale
    note, was_unsure = work.lock.get(key), work.remarks.get(key, Remark()).unsure
    work.confirmed += was_unsure or is_stale
    if was_unsure:
        work.mark(key, unsure=False)
    if unit.state is State.APPROVED and not (is_approved(text, note) and not is_stale):
        work.approved += 1
        work.lock[key] = accepted(source, text_hash(text), note.exceptions if note else {})
    elif is_stale and note is not None:
        work.lock[key] = accepted(source, note.text, note.exceptions)


def _changed_forms(
    unit: Received, source: Text, target: Text | None, problems: Problems
) -> Iterator[tuple[str, str]]:
    base = {} if unit.base is None else unit.base.target
    for name, text in unit.target.items():
        before = target.forms.get(name, "") if target is not None else ""
        whole, text = text, text.rstrip("\n")
        others = (before, base.get(name, ""), *source.forms.values())
        if text != whole and not any(other.endswith("\n") for other in others):
            problems.add(line_break_dropped(unit.key, unit.places[name]))
        if text == before or (name in base and text == _trimmed(base, name)):
            continue
        if _has_control(unit.key, text, unit.places[name], problems):
            continue
        if text.strip():
            yield name, text
        else:
            problems.add(emptied(unit.key, unit.places[name]))


def _has_control(key: str, text: str, place: Span, problems: Problems) -> bool:
    """Report a control character, with which nothing could be exported again."""
    strange = control_in(text)
    if strange is not None:
        problems.add(control(key, strange, place))
    return strange is not None


def _check_placeholders(
    unit: Received,
    forms: Mapping[str, str],
    source: Text,
    target: Text | None,
    problems: Problems,
) -> None:
    """Report placeholders that the whole text lacks, or that a form has but the original lacks."""
    wanted = used(source.forms.values())
    old = {} if target is None else target.forms
    there = used({**old, **unit.target}.values())
    for name, text in forms.items():
        missing, extra = wanted - there, used([text]) - wanted
        if missing or extra:
            problems.add(differs(unit, name, missing, extra))


def _place(catalog: Catalog, file: LocaleFile) -> Path:
    """Return the path to write texts to: shipped files are changed in a copy."""
    if file.own:
        return file.path
    return catalog.roots[0] / "locales" / file.language / file.path.name


def _new_sources(
    catalog: Catalog, works: Mapping[tuple[str, str], _Work], problems: Problems
) -> dict[Path, str]:
    new: dict[Path, str] = {}
    for work in works.values():
        place = _place(catalog, work.file)
        noted = dict(work.files(place))
        if work.changed or (noted and not work.file.own):
            path = work.file.path
            old = read_data(path, display_path(path), problems)
            if old is not None:
                new[place] = _merged(old.decode(), work, problems)
        new |= noted
    return new


def _merged(old: str, work: _Work, problems: Problems) -> str:
    order = [f"{work.file.language}.{key}" for key in work.file.source.entries]
    try:
        return merged(old, work.changed, order)
    except UnknownPlaceError as error:
        problems.add(no_place(str(error.where), work.file.texts.file))
        return old
