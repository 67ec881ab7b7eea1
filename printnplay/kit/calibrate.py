"""The calibration sheet as a file: its marks, and the text that explains them."""

from pathlib import Path

from printnplay.edition.choosing import NOWHERE
from printnplay.edition.loaded import stop_at
from printnplay.edition.looks import BASE
from printnplay.files.catalog import COMMON, Catalog, display_path
from printnplay.files.seals import write_own
from printnplay.game.texts import Glossary
from printnplay.imposition.calibration import CalibrationSheet
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.kernel.geometry import Paper, Rect, Um
from printnplay.kernel.printing import Flip, Printer
from printnplay.kernel.suggestions import did_you_mean
from printnplay.kit.printers import corrected, distances_of
from printnplay.loading.style import load_style
from printnplay.loading.texts import load_texts
from printnplay.rulebook.pages.strips import stack
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Item, Sheet, shifted
from printnplay.text.context import TextContext
from printnplay.text.families import suited, vocabulary_of
from printnplay.text.fonts import FontShelf
from printnplay.text.markup import Resolver, plain

HEADING, BODY, SMALL = "instruction-heading", "instruction", "label-small"
"""The text styles of the sheet."""

FRONT = ("print", "pins", "rulers", "edges", "enter")
BACK = ("grid", "flip")
"""The paragraphs of both sides, by the last part of their keys."""


def write_calibration_sheet(
    paper: Paper, language: str, folder: Path, printer: Printer | None = None
) -> Path:
    """Write the calibration sheet of a paper; return its path.

    With a measured `printer`, the sheet is corrected for it, to verify that backs now align with
    fronts.

    Raises:
        FaultsError: the paper is too small, the language is unknown, or the file cannot be written.
    """
    from printnplay.pdf import Printout, bake_for

    setter = _typesetter(language)
    document = _document(setter, paper)
    stop_at(setter.problems)
    if printer is not None:
        document = corrected(document, printer)
    name = f"calibration-{language}-{paper.id}" + (f"-{printer.name}" if printer else "")
    path = folder / f"{name}.pdf"
    write_own({path: Printout(name, document, bake_for([document])).pdf}, folder)
    return path


def _typesetter(language: str) -> Typesetter:
    """Return a typesetter for the common texts of a language, in the style of new games."""
    catalog, problems = Catalog(Path()), Problems()
    known = catalog.languages_of(COMMON)
    if language not in known:
        text = f"there are no common texts in `{language}`"
        label = f"expected one of {', '.join(known)}"
        cure = did_you_mean(language, known)
        raise FaultsError([Diagnostic(codes.UNKNOWN_LANGUAGE, text, NOWHERE, label, cure)])
    files = [(path, display_path(path)) for path in catalog.locale_files(language, COMMON)]
    texts = load_texts(language, files, problems)
    look = catalog.template_folders(BASE)[0] / "style.yaml"
    style = load_style(look, display_path(look), problems)
    stop_at(problems)
    glossary, shelf = Glossary({}, ""), FontShelf(catalog.font_folders())
    own = suited(style, vocabulary_of(texts, glossary), shelf)
    resolver = Resolver(language, {}, glossary)
    context = TextContext(shelf, language, style.colours, resolver, problems)
    return Typesetter(texts, own, context, _no_icon)


def _no_icon(name: str, size: Um) -> Picture:
    raise LookupError(f"{name} at {size}")


def _document(setter: Typesetter, paper: Paper) -> Document:
    sheet = CalibrationSheet(
        paper.size,
        distances_of(paper),
        lambda number: setter.label_of(setter.context.parse(str(number).replace("-", "−")), SMALL),
    )
    sides = (
        (*sheet.front(), *_text(setter, "front", FRONT, sheet.text_area)),
        (*sheet.back(), *_text(setter, "back", BACK, sheet.text_area)),
    )
    return Document(
        title=plain(setter.inlines("calibration.front.title")),
        subject=paper.name,
        author="",
        language=setter.texts.language,
        sheets=tuple(Sheet(paper.size, items) for items in sides),
        fonts=setter.context.shelf.faces,
        flip=Flip.LONG,
    )


def _text(
    setter: Typesetter, side: str, paragraphs: tuple[str, ...], area: Rect
) -> tuple[Item, ...]:
    """Set the text of a side, below the upper cross."""
    strips = setter.strips(setter.inlines(f"calibration.{side}.title"), HEADING, area.width)
    for name in paragraphs:
        strips += setter.strips(setter.inlines(f"calibration.{side}.{name}"), BODY, area.width)
    text = stack(strips)
    if text.height > area.height:
        reason = f"calibration sheet: its text needs {text.height / 1000:.0f} mm"
        label = f"there are {area.height / 1000:.0f} mm on this paper"
        raise FaultsError(
            [Diagnostic(codes.NO_ROOM_ON_PAPER, reason, NOWHERE, label, "choose a larger paper")]
        )
    return shifted(text.items, area.x, area.y)
