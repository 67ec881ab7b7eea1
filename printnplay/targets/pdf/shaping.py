"""Text to glyphs: kerned and with ligatures, exactly as the text was measured.

ReportLab's own shaping is HarfBuzz; `stringWidth` and plain `drawString` know no kerning.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from printnplay.targets.pdf.errors import FontError

FEATURES = {"kern": True, "liga": True}
"""What HarfBuzz does by itself; ReportLab would add discretionary ligatures."""

SMALL_CAPS = {**FEATURES, "smcp": True}

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


@cache
def _harfbuzz(path: str) -> tuple[Any, Any]:
    """HarfBuzz as ReportLab carries it, and its view of a font file in the font's own units."""
    from reportlab.pdfbase.ttfonts import uharfbuzz

    return uharfbuzz, font_file(path).hbFont()


@lru_cache(maxsize=8192)
def shape(path: str, text: str, small_caps: bool = False) -> tuple[Glyph, ...]:  # noqa: FBT001, FBT002
    """The glyphs of a text in a font file, from left to right."""
    harfbuzz, sized = _harfbuzz(path)
    buffer = harfbuzz.Buffer()
    buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    harfbuzz.shape(sized, buffer, SMALL_CAPS if small_caps else FEATURES)
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    ends = [*(info.cluster for info in infos[1:]), len(text)]
    font = font_file(path)
    unit = EM / font.face.unitsPerEm
    glyphs = []
    for info, place, end in zip(infos, places, ends, strict=True):
        code = _code(path, info.codepoint, place.x_advance)
        spare = glyph_width(path, code) - place.x_advance * unit
        shift = place.x_offset * unit
        source = text[info.cluster : end]
        glyphs.append(Glyph(code, source, -shift, spare + shift, place.y_offset * unit))
    return tuple(glyphs)


@cache
def _code(path: str, glyph: int, advance: int) -> int:
    """The character that the font file knows a glyph by; a private one is made for a ligature."""
    font = font_file(path)
    known = font.face.glyphToChar.get(glyph)
    if known:
        return int(known[0])
    _, sized = _harfbuzz(path)
    return int(font.hbAddPrivate(sized.glyph_to_string(glyph), glyph, advance))


@cache
def glyph_width(path: str, code: int) -> float:
    """The width of a glyph as its font file has it, in thousandths of the size, unkerned."""
    face = font_file(path).face
    advance: float = face.hmetrics[face.charToGlyph.get(code, 0)][0]
    return advance * EM / float(face.unitsPerEm)


def unicode_table(codes: Iterable[tuple[str, str]], space: str) -> str:
    """The table that turns codes, in hexadecimal, back into text.

    It lists a hundred entries at most at a time. `space` is the first and the last code there may
    be (ISO 32000-1, 9.10.3).
    """
    entries = [f"<{code}> <{source.encode('utf-16-be').hex().upper()}>" for code, source in codes]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        f"1 begincodespacerange {space} endcodespacerange",
    ]
    for start in range(0, len(entries), 100):
        some = entries[start : start + 100]
        lines += [f"{len(some)} beginbfchar", *some, "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines)
