"""Co-editions: whether the languages of a game differ in the black printing plate only.

Publishers print all languages with the same plates of the coloured inks, and exchange the black
one. Faces and pages are compared as a press prints them, plate by plate.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.co_edition_parts import Part, parts_of
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages, choose, each_language
from printnplay.edition.edition import Edition
from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.inks import Printing, unbaked
from printnplay.edition.loaded import LoadedGame, open_game, stop_at
from printnplay.edition.request import CheckRequest, Progress, catalog_of
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.seals import write_own
from printnplay.game.game import OWN
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span, Subject
from printnplay.kernel.geometry import Um, in_mm
from printnplay.kernel.printing import InkUse
from printnplay.pdf import BakeError, Printout, bake_for
from printnplay.pdf.press import UnknownPress
from printnplay.pdf.print_ready import print_ready
from printnplay.raster.plate_differences import PER_INCH, PlateDifference, Plates, png_of
from printnplay.scene.drawn_lines import LINE
from printnplay.scene.sheet import Document, Item, Leaf, Link, Sheet, Stamp, TextLine

OF_FACES = (
    "print what is translated in black, not in a colour or in white, and not in a drawing that"
    " becomes pixels"
)
OF_PAGES = (
    "figures move with texts of another length: print the rulebook in each language of its own, in"
    " all four inks"
)

BLACKS = frozenset({"#000000"})

WORDS_SHOWN = 30
"""The length up to which a text is quoted in a message, in characters. A guess."""

TEXTS_SHOWN = 3
"""The number of coloured texts quoted for a face: enough to find them."""


class CoEdition(Struct, frozen=True):
    """The result for a game: the number of its faces and pages, and how many need other plates."""

    title: str
    languages: tuple[str, ...]
    parts: int
    coloured: int
    black: int


class CoEditionReport(Struct, frozen=True):
    """The results for all games, the diagnostics, and the written pictures."""

    games: tuple[CoEdition, ...]
    problems: tuple[Diagnostic, ...]
    pictures: tuple[Path, ...]


def check_co_editions(
    request: CheckRequest, progress: Progress, pictures: Path | None = None
) -> CoEditionReport:
    """Compare the plates of the languages of each game.

    Args:
        request: the games and languages.
        progress: called after each game.
        pictures: the folder for a picture of each difference; None for no pictures.

    Raises:
        FaultsError: the command or the user's files have errors, or a game has one language only.
    """
    catalog, problems = catalog_of(request), Problems()
    chosen = choose(catalog, request.games, request.languages, pairs=True)
    progress.begin(len(chosen))
    made: list[CoEdition] = []
    drawn: dict[Path, bytes] = {}
    with limited(LIMITS if request.limited else None, place):
        for game, languages in chosen.items():
            refuse_one(game, languages)
            loaded = open_game(catalog, game, each_language(languages), problems)
            if loaded is None:
                raise FaultsError(problems.found)
            stop_at(problems)
            progress.wait(f"comparing {game}")
            result, images = _compared(loaded, languages, problems)
            made.append(result)
            drawn |= {Path(game, name): content for name, content in images}
            progress.step(game)
    files = {pictures / path: content for path, content in drawn.items()} if pictures else {}
    if pictures is not None:
        write_own(files, pictures)
    return CoEditionReport(tuple(made), tuple(problems.found), tuple(files))


def refuse_one(game: str, languages: Sequence[Languages]) -> None:
    """Refuse a co-edition of one language.

    Raises:
        FaultsError: there is only one.
    """
    if len(languages) > 1:
        return
    fault = Diagnostic(
        codes.ONE_LANGUAGE,
        f"`{game}` has only the language {languages[0]}, so there is nothing to share",
        Span(""),
        "expected two languages at least",
        "name them: `-l en -l fr`, or translate the game: `printnplay l10n add fr`",
    )
    raise FaultsError([fault])


def _compared(
    loaded: LoadedGame, languages: Sequence[Languages], problems: Problems
) -> tuple[CoEdition, list[tuple[str, bytes]]]:
    """Return the result for a game, and a picture of each difference by its name."""
    loaded = replace(loaded, game=loaded.game.published)
    editions = [edition_of(loaded, one, problems) for one in languages]
    parts = [{part.name: part for part in parts_of(edition)} for edition in editions]
    stop_at(problems)
    every = list(dict.fromkeys(chain.from_iterable(parts)))
    names = [name for name in every if _is_in_all(name, parts, languages, problems)]
    # Most faces have no words: those that are drawn in the same way print in the same way.
    differ = [name for name in names if len({of[name].sheet for of in parts}) > 1]
    sheets = [tuple(of[name].sheet for name in differ) for of in parts]
    black, coloured, images = 0, 0, []
    if differ:
        document = _document(loaded, editions[0], tuple(chain.from_iterable(sheets)))
        plates = Plates(_press_ready(loaded, document), len(editions), len(differ))
        found = plates.compared()
        black, coloured = len(found.black), len(found.differences)
        for one in found.differences:
            part = parts[0][differ[one.page]]
            drawn = [document.sheets[of * len(differ) + one.page] for of in one.languages]
            problems.add(differing(part, one, languages, drawn))
            images.append((f"{part.name.replace(' ', '-')}.png", png_of(plates.shown(one))))
    title, said = editions[0].game.title, tuple(map(str, languages))
    return CoEdition(title, said, len(every), coloured, black), images


def _is_in_all(
    name: str,
    parts: Sequence[Mapping[str, Part]],
    languages: Sequence[Languages],
    problems: Problems,
) -> bool:
    """Return whether all languages have a face or page of this name and size; report it if not."""
    found = [of[name] for of in parts if name in of]
    lacking = [str(one) for one, of in zip(languages, parts, strict=True) if name not in of]
    if lacking:
        message = f"{name} is missing in {', '.join(lacking)}"
    elif len({part.sheet.size for part in found}) > 1:
        message = f"{name} has another size in each language"
    else:
        return True
    problems.add(
        Diagnostic(
            codes.NOT_IN_ALL,
            message,
            found[0].span,
            "expected the same faces and pages, of the same size, in all languages",
            OF_PAGES if found[0].flows else "the same plates print the same cards only",
            severity=_severity(found[0]),
        )
    )
    return False


def _severity(part: Part) -> Severity:
    """Return the severity of a difference: rulebooks are usually printed in each language."""
    return Severity.WARNING if part.flows else Severity.ERROR


def _document(loaded: LoadedGame, edition: Edition, sheets: tuple[Sheet, ...]) -> Document:
    """Return a document as a press prints it: without links, whose targets may be missing."""
    game = loaded.game
    sheets = tuple(
        replace(sheet, items=tuple(item for item in sheet.items if not isinstance(item, Link)))
        for sheet in sheets
    )
    backs = frozenset(group.backs for group in game.groups if group.backs != OWN)
    document = Document(game.title, "", "", edition.language, sheets, loaded.shelf.faces)
    return Printing(loaded.printed_style, InkUse.BLACK_TEXT, backs).of(document)


def _press_ready(loaded: LoadedGame, document: Document) -> bytes:
    """Return a document in the inks of a press, with black texts that overprint.

    Raises:
        FaultsError: a picture cannot be rendered.
    """
    try:
        with embedding_fonts():
            printout = Printout("co-edition", document, bake_for([document], loaded.memo))
            return print_ready(printout.pdf, UnknownPress(), overprint=True, dpi=PER_INCH)
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error


def differing(
    part: Part,
    found: PlateDifference,
    languages: Sequence[Languages],
    sheets: Sequence[Sheet],
) -> Diagnostic:
    """Return the fault of a face or page that needs other coloured plates in other languages.

    Args:
        part: the face or page in the first language.
        found: the difference.
        languages: the languages of the co-edition.
        sheets: the face or page as printed, in each language that differs.
    """
    place, bleed = found.place, part.sheet.bleed
    across = _range(place.x - bleed, place.right - bleed)
    down = _range(place.y - bleed, place.bottom - bleed)
    said = [str(languages[index]) for index in found.languages]
    texts = list(dict.fromkeys(chain.from_iterable(_coloured(sheets))))
    label = "expected texts in black ink, which overprint"
    if texts:
        label = f"coloured texts differ: {', '.join(texts[:TEXTS_SHOWN])}"
    return Diagnostic(
        codes.PLATES_DIFFER,
        f"{part.name}: the plates {', '.join(found.plates)} differ between {', '.join(said)},"
        f" {across} from the left, {down} from the top",
        part.span,
        label,
        OF_PAGES if part.flows else OF_FACES,
        severity=_severity(part),
        subject=Subject(card=part.card),
    )


def _range(start: Um, end: Um) -> str:
    return f"{in_mm(start, 1)} to {in_mm(end, 1)} mm"


def _coloured(sheets: Sequence[Sheet]) -> Iterator[list[str]]:
    """Yield for each language its coloured texts that not all languages have."""
    texts = [set(_texts(sheet.items)) for sheet in sheets]
    common = set.intersection(*texts)
    for sheet in sheets:
        yield [
            f"`{words if len(words) <= WORDS_SHOWN else words[:WORDS_SHOWN] + '…'}` ({colour})"
            for words, colour in _texts(sheet.items)
            if (words, colour) not in common and colour not in BLACKS
        ]


_LINE = re.compile(LINE)


def _texts(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a page, each with its colour."""
    for item in items:
        if isinstance(item, TextLine):
            yield from ((run.text, run.colour) for run in item.runs)
        elif isinstance(item, Stamp):
            yield from ((match[9], match[8]) for match in _LINE.finditer(item.picture.svg))
        elif isinstance(item, Leaf):
            yield from _texts(item.page.items)
