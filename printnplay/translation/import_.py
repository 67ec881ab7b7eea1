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
from printnplay.loading.locks import accepted, is_approved, lock_path, lock_text, text_hash
from printnplay.loading.remarks import remarks_path, remarks_text
from printnplay.proofreading.placeholders import used
from printnplay.translation.edited import exported_texts, note_imported
from printnplay.translation.exchange import FORMATS, format_of
from printnplay.translation.exchange.pieces import contains, pieces
from printnplay.translation.exchange.pieces import unknown as unknown_pieces
from printnplay.translation.exchange.units import (
    MAX_BYTES,
    Base,
    Received,
    Returned,
    State,
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
    differs,
    emptied,
    in_a_table,
    no_place,
    no_such_text,
    not_imported,
    outdated,
    texts_missing,
    unknown,
    warn_without_base,
)
from printnplay.translation.memory import ENDING as MEMORY
from printnplay.translation.memory import from_memory
from printnplay.translation.term_base import ENDING as TERM_BASE
from printnplay.translation.term_base import TermImport, take_terms


class Imported(Struct, frozen=True):
    """A file of texts, and the numbers of its texts affected.

    `unsure` counts those that the translator is not sure of; `confirmed` those that were stale or
    in doubt and that the file marks as right; `approved` those newly approved.
    """

    path: str
    language: str
    changed: int
    unsure: int = 0
    confirmed: int = 0
    approved: int = 0
    comments: int = 0


class Import(Struct, frozen=True):
    """The files that were changed, and warnings."""

    files: tuple[Imported, ...]
    warnings: tuple[Diagnostic, ...]


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
    comments: int = 0

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

    def mark(self, key: str, *, unsure: bool) -> None:
        """Record whether the translation of a text is in doubt."""
        self.remarks[key] = replace(self.remarks.get(key, Remark()), unsure=unsure)

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
    works: dict[tuple[str, str], _Work] = {}
    terms = TermImport(catalog, side, problems)
    done: list[Imported] = []
    contents: dict[Path, bytes] = {}
    units: dict[Path, list[Received]] = {}
    for path in files:
        shown, data = display_path(path), _data(path, problems)
        if data is None:
            continue
        contents[path] = data
        if path.suffix.lower() == TERM_BASE:
            language, changed, units[path] = take_terms(data, shown, terms)
            done += [Imported(display_path(at), language, number) for at, number in changed.items()]
            continue
        for returned in _returned(path, data, catalog, problems):
            _take(returned, catalog, works, problems, side)
            units.setdefault(path, []).extend(returned.units)
            if format_of(path.suffix) is not None:
                warn_without_base(returned, problems)
                _warn_of_missing(path, returned, works, project, problems)
    new = {} if problems.errors else _new_sources(catalog, works, problems)
    if problems.errors:
        raise FaultsError(problems.found)
    for path, data in contents.items():
        _warn_of_rest(path, data, units.get(path, ()), project, problems)
    write_edits({path: text.encode() for path, text in (new | terms.new).items()}, project)
    _note_imported(contents, project, problems)
    done += (
        Imported(
            display_path(_place(catalog, work.file)),
            work.file.language,
            len(work.changed),
            work.unsure,
            work.confirmed,
            work.approved,
            work.comments,
        )
        for work in works.values()
    )
    return Import(tuple(done), tuple(problems.found))


def _note_imported(contents: Mapping[Path, bytes], project: Path, problems: Problems) -> None:
    """Record the files whose edits are all in the project now."""
    is_open = (codes.CHANGED_ON_BOTH_SIDES, codes.NOT_IMPORTED)
    open_ones = {one.span.file for one in problems.found if one.code in is_open}
    for path, data in contents.items():
        if display_path(path) not in open_ones:
            note_imported(path, data, project)


def _warn_of_rest(
    path: Path, data: bytes, units: Iterable[Received], project: Path, problems: Problems
) -> None:
    """Warn of edits in an exported file that are in no unit."""
    exported = exported_texts(path, project)
    taken = (text for unit in units for text in (*unit.target.values(), unit.comment, unit.key))
    rest = unknown_pieces(pieces(path, data), exported, taken) if exported else {}
    if rest:
        problems.add(not_imported(rest, display_path(path)))


def _warn_of_missing(
    path: Path,
    returned: Returned,
    works: Mapping[tuple[str, str], _Work],
    project: Path,
    problems: Problems,
) -> None:
    """Warn of texts that the file had when it was exported."""
    work = works.get((returned.domain, plain_code(returned.language)))
    exported = exported_texts(path, project)
    there = {unit.key for unit in returned.units}
    names = ("", *(f"[{form}]" for form in categories(returned.language)))
    missing = [
        key
        for key in (work.file.source.entries if work and exported else ())
        if key not in there and any(contains(exported, f"{key}{name}") for name in names)
    ]
    if missing:
        problems.add(texts_missing(missing, returned.place))


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


def _take(
    returned: Returned,
    catalog: Catalog,
    works: dict[tuple[str, str], _Work],
    problems: Problems,
    side: Side | None,
) -> None:
    where = (returned.domain, plain_code(returned.language))
    if where not in works:
        work = _work(returned, catalog, problems, side)
        if work is None:
            return
        works[where] = work
    work = works[where]
    source = work.file.source
    strange = [unit for unit in returned.units if unit.key not in source.entries]
    for unit in strange[:MOST_KEPT]:
        problems.add(no_such_text(unit, source, _first_place(unit)))
    problems.count(codes.EXCHANGED_TEXT_UNKNOWN, len(strange) - MOST_KEPT)
    says_comments = any(unit.comment for unit in returned.units)
    lost = [unit.key for unit in returned.units if unit.base and unit.base.comment]
    if lost and not says_comments:
        problems.add(comments_missing(lost, returned.place))
    for unit in returned.units:
        if unit.key in source.entries:
            _take_unit(unit, source.entries[unit.key], work, problems)
            if says_comments:
                _take_comment(unit, work, problems)


def _take_comment(unit: Received, work: _Work, problems: Problems) -> None:
    """Keep the translator's comment, if the translator changed it."""
    old = work.remarks.get(unit.key, Remark())
    if unit.base is not None:
        base = unit.base.comment.strip()
        # Of the forms of a text in a table, the first has the comment, and may have been deleted.
        lacks_forms = unit.base.target.keys() - unit.target.keys()
        if unit.comment == base or (lacks_forms and not unit.comment):
            return
        if old.comment not in (base, unit.comment) and work.side is not Side.THEIRS:
            if work.side is None:
                said = (base, unit.comment, old.comment)
                what = f"the comment on `{unit.key}`"
                problems.add(both_changed(what, _first_place(unit), said, work.place(unit.key)))
            return
    if unit.comment != old.comment:
        work.remarks[unit.key] = old.commented(unit.comment)
        work.comments += 1


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
    forms = dict(_changed_forms(unit, target, problems))
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
        work.mark(unit.key, unsure=True)
        work.unsure += 1
    elif work.remarks.get(unit.key, Remark()).unsure and not unit.base.state.in_doubt:
        work.mark(unit.key, unsure=False)
        work.confirmed += 1
    return met


def _trimmed(forms: Mapping[str, str], name: str) -> str:
    """Return a form or an empty string, without the final line break: formats and YAML differ."""
    return forms.get(name, "").rstrip("\n")


def _take_changed_state(
    unit: Received, source: Text, text: Text, work: _Work, problems: Problems
) -> None:
    """Record the translator's state of a `text`, if the state or the wording is new."""
    base, state, ours = unit.base, unit.state, work.state(unit.key)
    if base is None or state is None:
        _take_state(unit, source, text, work)
        return
    is_edited = text.forms != work.old_forms(unit.key)
    if base.says(state) and not is_edited:
        work.unsure += state is State.UNSURE and ours.in_doubt
        return
    if is_edited and state is base.state is State.APPROVED:
        problems.add(approved_as_edited(unit.key, _first_place(unit)))
        _take_state(replace(unit, state=State.UNSURE), source, text, work)
        return
    other_words = any(
        _trimmed(text.forms, name) != _trimmed(unit.target, name) for name in unit.target
    )
    is_said = Base(text.forms, ours).says(state)
    if other_words and is_said:
        return
    other_state = not is_edited and ours is not base.state and not is_said
    if other_words or (other_state and work.side is not Side.THEIRS):
        if work.side is None:
            said = (str(base.state), str(state), str(ours))
            what = f"the state of `{unit.key}`" if other_state else f"`{unit.key}`, or its state,"
            problems.add(both_changed(what, _first_place(unit), said, work.place(unit.key)))
        return
    _take_state(unit, source, text, work)


def _is_current(unit: Received, source: Text, language: str) -> bool:
    """Return whether the file has all of the current source, and so the translator has seen it.

    A text that has become plural since the export has forms that the file lacks.
    """
    exported = unit.base.target if unit.base else unit.target
    was_plain = set(exported) == {"other"}
    is_plural = len(source.forms) > 1 and len(categories(language)) > 1
    return unit.source <= set(source.forms.values()) and not (was_plain and is_plural)


def _take_state(unit: Received, source: Text, text: Text, work: _Work) -> None:
    """Record a translator's state of a `text` that was received.

    A text in doubt is never approved; a text is confirmed only if the file contains its current
    source.
    """
    key, current = unit.key, _is_current(unit, source, work.file.language)
    was_unsure = work.remarks.get(key, Remark()).unsure
    is_stale = key in work.stale
    if unit.state is State.UNSURE:
        work.unsure += 1
        unchanged = text.forms == work.old_forms(key)
        if not (is_stale and current and unchanged):  # otherwise the doubt is that it was stale
            work.mark(key, unsure=True)
    elif current and unit.state is not None:
        work.confirmed += was_unsure or is_stale
        if was_unsure:
            work.mark(key, unsure=False)
        note = work.lock.get(key)
        if unit.state is State.APPROVED and not (is_approved(text, note) and not is_stale):
            work.approved += 1
            work.lock[key] = accepted(source, text_hash(text), note.exceptions if note else {})
        elif is_stale and note is not None:
            work.lock[key] = accepted(source, note.text, note.exceptions)


def _changed_forms(
    unit: Received, target: Text | None, problems: Problems
) -> Iterator[tuple[str, str]]:
    base = {} if unit.base is None else unit.base.target
    for name, text in unit.target.items():
        before = target.forms.get(name, "") if target is not None else ""
        text = text.rstrip("\n")
        if text == before or (name in base and text == _trimmed(base, name)):
            continue
        if text.strip():
            yield name, text
        else:
            problems.add(emptied(unit.key, unit.places[name]))


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
