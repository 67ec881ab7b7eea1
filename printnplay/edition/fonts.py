"""The fonts of a style: whether each family is there, is drawn as asked, and can be embedded."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from printnplay.files.catalog import display_path
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.font_settings import parted
from printnplay.kernel.suggestions import did_you_mean
from printnplay.scene.style import Style
from printnplay.text.font_file import FontFileError
from printnplay.text.fonts import FontShelf

if TYPE_CHECKING:
    from printnplay.pdf import FontError


def check_fonts(style: Style, shelf: FontShelf, problems: Problems) -> bool:
    """Return whether every font file is usable and every family of the style exists."""
    try:
        known = shelf.families
    except FontFileError as error:
        problems.add(font_fault(error.path, "expected a TrueType or OpenType font"))
        return False
    if not _embeddable(shelf, problems):
        return False
    missing = {family: span for family, span in style.families.items() if family not in known}
    for family, span in missing.items():
        problems.error(
            codes.MISSING_FAMILY,
            f"there is no font family `{family}`",
            span,
            f"expected one of {', '.join(known)}" if known else "there are no fonts at all",
            did_you_mean(family, known, "put its files into templates/fonts"),
        )
    return not missing and check_looks(style, shelf, problems)


def check_looks(style: Style, shelf: FontShelf, problems: Problems) -> bool:
    """Report italics, weights and features that a text style uses and its family lacks.

    Return whether all fonts that the style uses can be derived.
    """
    is_usable = True
    for name, text in style.text.items():
        place = style.families.get(parted(text.family)[0], style.span)
        printed = shelf.drawn_face(text.family, text.weight, italic=text.italic)
        if printed is None or printed.italic is not text.italic:
            problems.error(
                codes.MISSING_FAMILY,
                f"the font family `{text.family}` has no italic",
                place,
                f"the text style `{name}` is set in it",
                "put the font file into templates/fonts, or choose another family",
            )
            continue
        try:
            shelf.use(text.family, text.weight, italic=text.italic)
        except FontFileError as error:
            problems.add(font_fault(error.path, f"expected fonts that can be drawn: {error}"))
            is_usable = False
            continue
        for tag in shelf.lacking(text.family):
            problems.warning(
                codes.MISSING_FAMILY,
                f"`{parted(text.family)[0]}` has no `{tag}`: `{name}` is printed without it",
                place,
                f"the text style `{name}` asks for it",
                "leave out `stretch`, or the feature, or choose a font that has it",
            )
        for weight, key in {text.bold: "bold", text.weight: "weight"}.items():
            face = shelf.face(text.family, weight, italic=text.italic)
            if face.weight != weight:
                problems.warning(
                    codes.MISSING_FAMILY,
                    f"`{text.family}` has no weight {weight}: `{name}` is printed in {face.weight}",
                    style.weights.get(name, {}).get(key, place),
                    f"expected `{key}` to be {shelf.weights(text.family, italic=text.italic)}",
                    "change the weight, or put a font file that has it into templates/fonts",
                )
    return is_usable


def _embeddable(shelf: FontShelf, problems: Problems) -> bool:
    """Return whether every font file can be embedded in a PDF."""
    from printnplay.pdf import FontError, check_outlines

    before = problems.errors
    try:
        shelf.check_sources()
    except FontFileError as error:
        problems.add(font_fault(error.path, f"expected fonts that can be drawn: {error}"))
    for face in shelf.faces:
        try:
            check_outlines(face.path)
        except FontError as error:
            problems.add(_not_embedded(error))
    return problems.errors == before


def _not_embedded(error: "FontError") -> Diagnostic:
    """Return the fault of a font file that cannot be embedded in a PDF."""
    return font_fault(Path(error.path), f"expected TrueType or CFF outlines: {error.message}")


@contextmanager
def embedding_fonts() -> Iterator[None]:
    """Turn the exception of a font that cannot be embedded into a fault.

    Raises:
        FaultsError: a font cannot be embedded.
    """
    from printnplay.pdf import FontError

    try:
        yield
    except FontError as error:
        raise FaultsError([_not_embedded(error)]) from error


def font_fault(path: Path, label: str) -> Diagnostic:
    """Return the fault of a font file that cannot be used."""
    return Diagnostic(
        codes.UNUSABLE_FONT,
        "the font file cannot be used",
        Span(display_path(path)),
        label,
        "replace it with a sound copy of the font, or remove it",
    )
