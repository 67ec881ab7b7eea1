"""Text to glyphs: kerned and with ligatures, exactly as the text was measured.

ReportLab's own shaping is HarfBuzz; `stringWidth` and plain `drawString` know no kerning.
"""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from printnplay.targets.pdf.errors import FontError

FEATURES = {"kern": True, "liga": True}
"""What HarfBuzz does by itself; ReportLab would add discretionary ligatures."""

EM = 1000
"""PDF counts glyph widths in thousandths of the type size."""


class Glyph(NamedTuple):
    """A glyph of a shaped text, and how the pen moves, in thousandths of the type size.

    `code` is the character that the font file knows the glyph by, a private one for a ligature;
    `source` is the text it stands for. `before` and `after` are what the operator `TJ` takes back
    from the pen, beyond the glyph's own width: kerning, and the place of an accent.
    """

    code: int
    source: str
    before: float
    after: float
    rise: float


@cache
def font_file(path: str) -> Any:  # noqa: ANN401
    """A font file as ReportLab reads it, once a process.

    Raises:
        FontError: not a TrueType font, or one with PostScript outlines.
    """
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(path, path)
    except TTFError as error:
        raise FontError(path, str(error)) from error
    # Two files may carry the same inner name; ReportLab would take the first for both.
    inner, font.face.name = font.face.name, path
    registerFont(font)
    font.face.name = inner
    return font


@lru_cache(maxsize=8192)
def shape(path: str, text: str) -> tuple[Glyph, ...]:
    """The glyphs of a text in a font file, from left to right."""
    from reportlab.lib.abag import ABag
    from reportlab.pdfbase.ttfonts import shapeFragWord

    font = font_file(path)
    fragment = ABag(fontName=path, fontSize=EM)
    _, (_, shaped) = shapeFragWord([0, (fragment, text)], features=FEATURES, force=True)
    places = shaped.__shapeData__
    ends = [*(place.cluster for place in places[1:]), len(text)]
    glyphs = []
    for code, place, end in zip(map(ord, shaped), places, ends, strict=True):
        spare = glyph_width(font, code) - place.x_advance
        shift = place.x_offset
        source = text[place.cluster : end]
        glyphs.append(Glyph(code, source, -shift, spare + shift, place.y_offset))
    return tuple(glyphs)


def glyph_width(font: Any, code: int) -> float:  # noqa: ANN401
    """The width of a glyph as its font file has it, without kerning."""
    face = font.face
    width: float = font.pdfScale(face.hmetrics[face.charToGlyph.get(code, 0)][0])
    return width
