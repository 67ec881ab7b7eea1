"""`check --fix`: apply safe corrections to text files."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from printnplay.edition.choosing import Languages, choose, each_language
from printnplay.edition.loaded import add_chapters
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import CHAPTERS, GLOSSARY, Catalog, display_path
from printnplay.files.door import ReadError, read, resolved
from printnplay.files.edits import editing, write_edits
from printnplay.files.yaml_edits import BOM, UnknownPlaceError, leaves, rewritten
from printnplay.files.yaml_tree import MAX_BYTES
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import (
    EVERY_LANGUAGE,
    Diagnostic,
    FaultsError,
    Fix,
    Problems,
    Span,
)
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.strings import spliced
from printnplay.loading.chapter_edits import texts_at, with_texts
from printnplay.loading.game import load
from printnplay.loading.glossary import read_glossary
from printnplay.loading.texts import read_texts
from printnplay.loading.usages import read_usages
from printnplay.proofreading import check_texts
from printnplay.proofreading.review import Known
from printnplay.tables.cell_edits import cell_text, with_cell
from printnplay.tables.reading import EDITABLE

MOST_ROUNDS = 5
"""Maximum number of correction rounds: a corrected text may need another if two faults overlap. A
guess."""


class FixedText(Struct, frozen=True):
    """A changed value: its location, old text and new text."""

    span: Span
    was: str
    now: str


def fix_texts(request: CheckRequest) -> tuple[FixedText, ...]:
    """Apply the safe fixes to the files of the project; return the changes in file order.

    Bundled texts are only changed if they are the project.

    Raises:
        FaultsError: a game or language does not exist, or a file cannot be written.
    """
    catalog = Catalog(request.project)
    chosen = choose(catalog, request.games, request.languages, pairs=True)
    fixed: dict[Span, FixedText] = {}
    for _ in range(MOST_ROUNDS):
        changed = _round(catalog, chosen, request)
        for change in changed:
            before = fixed.get(change.span)
            was = before.was if before else change.was
            fixed[change.span] = FixedText(change.span, was, change.now)
        if not changed:
            break
    return tuple(change for _, change in sorted(fixed.items()))


class _Noted(Problems):
    """A list of faults that keeps all fixes, even of identical faults at one location."""

    def __init__(self) -> None:
        super().__init__()
        self._noted: list[Diagnostic] = []

    def add(self, diagnostic: Diagnostic) -> None:
        super().add(diagnostic)
        if diagnostic.fix is not None:
            self._noted.append(diagnostic)

    @property
    def fixable(self) -> list[Diagnostic]:
        """The faults with a fix, except those suppressed by `allow`."""
        found = {(fault.code, fault.span, fault.message) for fault in self.found}
        return [one for one in self._noted if (one.code, one.span, one.message) in found]


@editing
def _round(catalog: Catalog, chosen: Iterable[str], request: CheckRequest) -> list[FixedText]:
    problems = _Noted()
    for game in chosen:
        check_words(catalog, game, problems)
    files: dict[Path, list[Fix]] = defaultdict(list)
    for fix in _meant(problems.fixable, request):
        known = files[resolved(Path(fix.span.file))]
        # A file that links give several names is changed by the first one.
        if fix not in known and (not known or known[0].span.file == fix.span.file):
            known.append(fix)
    new: dict[Path, bytes] = {}
    fixed = []
    for fixes in files.values():
        path = Path(fixes[0].span.file)
        is_table = _below(path, request.project / "designs") is not None
        fixed += _apply(path, fixes, new, is_table=is_table)
    write_edits(new, request.project)
    return fixed


def _meant(faults: Iterable[Diagnostic], request: CheckRequest) -> Iterable[Fix]:
    """Yield the fixes in texts and tables of the project, limited to the requested languages.

    A glossary covers all languages, so fixes in it apply to each of them. Workbooks are only
    changed in a spreadsheet program.
    """
    project = resolved(request.project)
    named = {*each_language(map(Languages.parse, request.languages)), GLOSSARY, f"{GLOSSARY}.yaml"}
    for fault in faults:
        if fault.fix is None:
            continue
        path = Path(fault.fix.span.file)
        if not resolved(path).is_relative_to(project):
            continue
        in_locales = _below(path, request.project / "locales")
        if in_locales is None:
            of_file = fault.subject.language
            is_text = path.suffix.lower() in EDITABLE
            is_text &= _below(path, request.project / "designs") is not None
        else:
            of_file = in_locales.parts[0]
            is_text = path.suffix in (".yaml", CHAPTERS)
        if is_text and (not request.languages or of_file in named):
            yield fault.fix


def _below(path: Path, folder: Path) -> Path | None:
    """Return the name of a file relative to a folder, by the names of links; None if outside."""
    name, home = path.absolute(), folder.absolute()
    return name.relative_to(home) if name.is_relative_to(home) else None


def fixed_content(
    catalog: Catalog, game_id: str, fault: Diagnostic, content: bytes
) -> bytes | None:
    """Return the content of a file after the fix of a fault; None if the file has it no more.

    Other faults of the same code in the same text are fixed with it, such as the second quotation
    mark. The texts of the game are checked again: the fault may have been found before the last
    change.
    """
    problems, language = _Noted(), fault.subject.language
    check_words(catalog, game_id, problems, () if language in ("", EVERY_LANGUAGE) else (language,))
    found = problems.fixable
    if fault.fix is None:
        return None
    path = Path(fault.fix.span.file)
    fixes = [one.fix for one in found if one.fix and same_fix(one, fault)]
    if not fixes:
        return None
    is_table = _below(path, catalog.roots[0] / "designs") is not None
    return _applied(path, content, fixes, is_table=is_table)[0]


def same_fix(one: Diagnostic, other: Diagnostic) -> bool:
    """Return whether the fixes of two faults are of one kind and in the same text.

    The text may have moved between the two checks that found them.
    """
    if one.fix is None or other.fix is None or one.code != other.code:
        return False
    if not one.subject.key:
        return one.fix.span == other.fix.span
    return one.fix.span.file == other.fix.span.file and one.subject == other.subject


def _apply(
    path: Path, fixes: Iterable[Fix], new: dict[Path, bytes], *, is_table: bool
) -> list[FixedText]:
    """Apply fixes to one file: add its new content to `new`, and return the changed values."""
    try:
        content = read(path, MAX_BYTES)
    except ReadError as error:
        raise FaultsError([error.fault(codes.CANNOT_READ, display_path(path))]) from error
    made, fixed = _applied(path, content, fixes, is_table=is_table)
    if made != content:
        new[path] = made
    return fixed


def _applied(
    path: Path, content: bytes, fixes: Iterable[Fix], *, is_table: bool
) -> tuple[bytes, list[FixedText]]:
    """Apply fixes to the content of a file; return the new content and the changed values."""
    by_value: dict[tuple[int, int], list[Fix]] = defaultdict(list)
    for fix in fixes:
        by_value[fix.span.line, fix.span.column].append(fix)
    if is_table:
        return _applied_to_table(content, by_value.values())
    source = content.decode()
    if path.suffix == CHAPTERS:
        return _applied_to_chapters(path, source, by_value)
    said = {
        (leaf.span.line, leaf.span.column): leaf.value.rstrip("\n")
        for leaf in leaves(source.removeprefix(BOM)).values()
    }
    fixed = [
        FixedText(several[0].span, said[place], _changed(said[place], several))
        for place, several in by_value.items()
    ]
    try:
        text = rewritten(source, {change.span: change.now for change in fixed})
    except UnknownPlaceError as error:
        raise FaultsError([error.fault(display_path(path))]) from error
    return text.encode(), [change for change in fixed if change.now != change.was]


def _applied_to_chapters(
    path: Path, source: str, by_value: Mapping[tuple[int, int], list[Fix]]
) -> tuple[bytes, list[FixedText]]:
    """Apply fixes to the texts of Markdown chapters."""
    mark = BOM if source.startswith(BOM) else ""
    source, file = source.removeprefix(BOM), display_path(path)
    said = {(place.line, place.column): text for place, text in texts_at(source, file).items()}
    fixed = []
    for place, fixes in sorted(by_value.items(), reverse=True):
        text = said.get(place)
        now = _changed(text.plain, fixes) if text else ""
        made = with_texts(source, file, {text.span: now}) if text else source
        if text and made != source:
            source = made
            fixed.append(FixedText(fixes[0].span, text.plain, now))
    return (mark + source).encode(), fixed


def _applied_to_table(
    content: bytes, by_cell: Iterable[list[Fix]]
) -> tuple[bytes, list[FixedText]]:
    """Apply fixes to the cells of a table."""
    fixed = []
    # From last to first, so that the locations of earlier cells stay valid.
    for several in sorted(by_cell, key=lambda fixes: fixes[0].span, reverse=True):
        place = several[0].span
        try:
            was = cell_text(content, place)
            content = with_cell(content, place, _changed(was, several))
        except LookupError:
            continue
        fixed.append(FixedText(place, was, _changed(was, several)))
    return content, [change for change in fixed if change.now != change.was]


def _changed(text: str, fixes: Iterable[Fix]) -> str:
    """Return the text with all non-overlapping fixes applied; the next round applies the others."""
    return spliced(text, sorted((fix.start, fix.end, fix.new) for fix in fixes))


def check_words(
    catalog: Catalog, game_id: str, problems: Problems, languages: Sequence[str] = ()
) -> None:
    """Report all diagnostics of a game's texts, without rendering it.

    Number words are compared with the deck and with the claims of the game; its rules are not run.
    With `languages`, texts in these and in the original are read; without, those in every language.
    """
    from printnplay.rules.claims import claim_facts
    from printnplay.rules.deck_check import deck_facts

    game = load(catalog, game_id, problems)
    if game is None:
        return
    glossary = read_glossary(catalog, game_id, problems)
    known_languages = catalog.languages_of(game_id)
    wanted = {*(languages or known_languages), game.original_in(known_languages)}
    read = tuple(language for language in known_languages if language in wanted)
    texts = read_texts(catalog, game_id, read, problems, game)
    game, texts = add_chapters(catalog, game, texts, problems)
    assert game is not None, "it has been read"
    usages = read_usages(catalog, {**texts, REFERENCE: None}, problems)
    facts = deck_facts(game) | claim_facts(game)
    known = Known(usages, facts, all_facts=False)
    check_texts(game, texts, glossary, problems, known)
