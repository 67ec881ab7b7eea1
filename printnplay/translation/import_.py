"""`l10n import`: merge translators' files into the files of texts, all of them or none."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.edits import editing, write_edits
from printnplay.files.writing import uninterrupted
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import MOST_KEPT, Diagnostic, FaultsError, Problems
from printnplay.kernel.languages import categories
from printnplay.loading.editions import with_editions
from printnplay.translation.edited import exported_texts, note_imported
from printnplay.translation.exchange import format_of
from printnplay.translation.exchange.pieces import contains, edited, pieces
from printnplay.translation.exchange.pieces import unknown as unknown_pieces
from printnplay.translation.exchange.units import Received, Returned
from printnplay.translation.files import (
    COMMON,
    language_meant,
    open_file,
    plain_code,
    translated_to,
)
from printnplay.translation.import_faults import (
    Side,
    export_unknown,
    no_such_text,
    not_imported,
    texts_missing,
    unknown,
    warn_without_base,
)
from printnplay.translation.memory import ENDING as MEMORY
from printnplay.translation.merged_file import Counts, MergedFile
from printnplay.translation.merged_texts import take_comment, take_text
from printnplay.translation.returns import completed, content_of, returned_texts
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
    """A file of texts, and the numbers of its texts changed or otherwise affected.

    `copied` is whether the file is a new copy of the texts that come with printnplay.
    """

    path: str
    language: str
    changed: int
    counts: Counts = field(default_factory=Counts)
    copied: bool = False


class Import(Struct, frozen=True):
    """The files that were changed, and warnings.

    `newer` are the keys of texts that the project has changed since, and their file has not.
    """

    files: tuple[Imported, ...]
    warnings: tuple[Diagnostic, ...]
    newer: tuple[str, ...] = ()


class _Merge(Struct, frozen=True):
    """An import at work: the texts by game and language, and what each file said before and now."""

    catalog: Catalog
    project: Path
    side: Side | None
    problems: Problems
    works: dict[tuple[str, str], MergedFile] = field(default_factory=dict)
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
        data = content_of(path, problems)
        if data is None:
            continue
        contents[path] = data
        if path.suffix.lower() == TERM_BASE:
            language, changed, units[path] = take_terms(path, data, terms)
            done += [Imported(display_path(at), language, number) for at, number in changed.items()]
            continue
        units[path] = _take_file(path, data, merge)
    new: dict[Path, str] = {}
    for work in works.values() if not problems.errors else ():
        new |= work.written(catalog, problems)
    if problems.errors:
        raise FaultsError(problems.found)
    for path, data in contents.items():
        _warn_of_rest(path, data, units.get(path, ()), merge)
    with uninterrupted():
        write_edits({path: text.encode() for path, text in (new | terms.new).items()}, project)
        _note_imported(contents, merge)
    done += (
        Imported(
            display_path(work.destination(catalog)),
            work.file.language,
            len(work.changed),
            work.counts,
            copied=not work.file.own and work.destination(catalog) in new,
        )
        for work in works.values()
    )
    return Import(tuple(done), tuple(problems.found), tuple(merge.newer))


def _take_file(path: Path, data: bytes, merge: _Merge) -> list[Received]:
    """Take all texts of a file, and return them as they are in it."""
    units: list[Received] = []
    for returned in returned_texts(path, data, merge.catalog, merge.problems):
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
        problems.add(no_such_text(unit, source, unit.place))
    problems.count(codes.EXCHANGED_TEXT_UNKNOWN, len(strange) - MOST_KEPT)
    says_comments = any(unit.comment for unit in returned.units)
    units = tuple(unit for unit in returned.units if unit.key in source.entries)
    returned = completed(replace(returned, units=units), stream, problems)
    taken = since_last_import(returned, stream, work.ours, merge.side, problems)
    merge.newer.extend(newer_in_project(taken, work.ours))
    for unit in taken:
        take_text(unit, source.entries[unit.key], work, problems)
        if says_comments:
            take_comment(unit, work, problems)
    return returned


def _work(
    returned: Returned, catalog: Catalog, problems: Problems, side: Side | None
) -> MergedFile | None:
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
    return MergedFile(file, side)
