"""Draws SVG with the program that draws the cards, and reads back where each letter stands."""

import ctypes
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import typst

FONTS = Path(__file__).parents[2] / "templates" / "fonts"
MM_PER_PT = 25.4 / 72
PAGE_MM = 200


@dataclass(frozen=True)
class Letter:
    """A drawn character and its origin, in millimetres from the top left corner."""

    character: str
    x: float
    y: float


def draw(fragment: str, *folders: Path) -> pypdfium2.PdfDocument:
    """A PDF of one page that shows an SVG fragment, one user unit a millimetre."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE_MM}mm" height="{PAGE_MM}mm" '
        f'viewBox="0 0 {PAGE_MM} {PAGE_MM}">{fragment}</svg>'
    )
    page = (
        f"#set page(width: {PAGE_MM}mm, height: {PAGE_MM}mm, margin: 0mm)\n"
        '#image(bytes(sys.inputs.svg), format: "svg", width: 100%)'
    )
    fonts = typst.Fonts(
        font_paths=[FONTS, *folders], include_system_fonts=False, include_embedded_fonts=False
    )
    written = typst.compile(page.encode(), font_paths=fonts, sys_inputs={"svg": svg})
    return pypdfium2.PdfDocument(written)


def extracted(fragment: str, *folders: Path) -> str:
    """The text that a reader copies out of the drawing."""
    text: str = draw(fragment, *folders)[0].get_textpage().get_text_range()
    return text


def letters(fragment: str, *folders: Path) -> list[Letter]:
    """The characters drawn, in the order of the drawing."""
    page = draw(fragment, *folders)[0]
    text = page.get_textpage()
    x, y = ctypes.c_double(), ctypes.c_double()
    found = []
    for index in range(pdfium.FPDFText_CountChars(text.raw)):
        if pdfium.FPDFText_IsGenerated(text.raw, index):
            continue
        pdfium.FPDFText_GetCharOrigin(text.raw, index, x, y)
        character = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
        found.append(Letter(character, x.value * MM_PER_PT, PAGE_MM - y.value * MM_PER_PT))
    return found
