"""Text shaping: text to glyphs, with kerning and ligatures, exactly as measured.

It uses ReportLab's HarfBuzz; ReportLab's `stringWidth` and plain `drawString` do not kern.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from printnplay.files.door import LARGEST, ReadError, read
from printnplay.pdf.errors import FontError, reading_font

FEATURES = {"kern": True, "liga": True}
"""The OpenType features that HarfBuzz enables by default; ReportLab would add discretionary
ligatures."""

SMALL_CAPS = {**FEATURES, "smcp": True}

POSTSCRIPT = b"OTTO"
"""The first bytes of a font file with PostScript outlines (OpenType specification, font file)."""

EM = 1000
"""Units per em: PDF counts glyph widths in thousandths of the type size (ISO 32000-1, 9.2.4)."""

TO_UNICODE = (
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
)
NO_TEXT = "\0"
"""The ToUnicode text of a separate accent: without it PDFium reads the glyph's code as a letter."""

HYPHENS = str.maketrans({"\u00ad": "-", "\u2011": "-"})
"""The hyphen drawn in place of others: the soft hyphen, which is not read, and the non-breaking
one."""

IDENTITY = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
GLYPH_CODES = "/Glyph-Codes"
TO_GLYPHS = (f"/CIDSystemInfo {IDENTITY} def", f"/CMapName {GLYPH_CODES} def /CMapType 1 def")
"""The heads of character maps (Adobe technical note 5014)."""


class Glyph(NamedTuple):
    """A glyph of a shaped text, and its pen movements, in thousandths of the type size.

    `code` is the glyph's character in a TrueType file (a private one for a ligature), and its
    number in a file with PostScript outlines; `source` is the text it stands for. `before` and
    `after` are subtracted from the pen position by the operator `TJ`, beyond the glyph's own width:
    kerning, and the offset of an accent.
    """

    code: int
    source: str
    before: float
    after: float
    rise: float


@cache
def font_data(path: str) -> bytes:
    """Return the bytes of a font file.

    Raises:
        FontError: it cannot be read.
    """
    try:
        return read(Path(path), LARGEST)
    except ReadError as error:
        raise FontError(path, error.reason) from error


@cache
def font_hash(path: str) -> bytes:
    """Return a hash of a font file.

    Raises:
        FontError: it cannot be read.
    """
    return blake2b(font_data(path)).digest()


class _Named(BytesIO):
    """The bytes of a file with its path, which ReportLab uses to tell files apart."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


@cache
def is_postscript(path: str) -> bool:
    """Return whether a font file has PostScript outlines."""
    return font_data(path).startswith(POSTSCRIPT)


@cache
def font_file(path: str) -> Any:
    """Return a font file opened by ReportLab, cached in the process.

    Raises:
        FontError: it is not a TrueType font.
    """
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    with reading_font(path):
        font = TTFont(path, _Named(font_data(path), path))
    # Two files may have the same internal name; ReportLab would use the first for both.
    inner, font.face.name = font.face.name, path
    registerFont(font)
    font.face.name = inner
    return font


@cache
def harfbuzz_font(path: str) -> tuple[Any, Any]:
    """Return ReportLab's HarfBuzz module and its font for a file, in the font's own units."""
    from reportlab.pdfbase.ttfonts import uharfbuzz

    if not is_postscript(path):
        return uharfbuzz, font_file(path).hbFont()
    return uharfbuzz, uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(font_data(path))))


def advance(path: str, text: str) -> float:
    """Return the kerned width of a text as a share of the type size."""
    harfbuzz, font = harfbuzz_font(path)
    buffer = harfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.language = "und"
    harfbuzz.shape(font, buffer, {})
    units: int = sum(place.x_advance for place in buffer.glyph_positions or ())
    return units / float(font.face.upem)


def covers(path: str, text: str) -> bool:
    """Return whether a font file has a glyph for each character of a text."""
    _, font = harfbuzz_font(path)
    return all(font.get_nominal_glyph(ord(letter)) for letter in text.translate(HYPHENS))


@lru_cache(maxsize=8192)
def shape(
    path: str,
    text: str,
    *,
    small_caps: bool = False,
    right_to_left: bool = False,
) -> tuple[Glyph, ...]:
    """Shape a text with a font file; return its glyphs from left to right."""
    harfbuzz, font = harfbuzz_font(path)
    buffer = harfbuzz.Buffer()
    buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text.translate(HYPHENS))
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if right_to_left else "ltr"
    harfbuzz.shape(font, buffer, SMALL_CAPS if small_caps else FEATURES)
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    clusters = [info.cluster for info in infos]
    # Accents follow their letter in reading order, and the text belongs to the letter. Readers turn
    # round a line from right to left by letters, those of a ligature (لا) among them.
    sources = (
        reversed([one[::-1] for one in _sources(text, clusters[::-1])])
        if right_to_left
        else _sources(text, clusters)
    )
    return tuple(
        _glyph(path, info.codepoint, source, (place.x_advance, place.x_offset, place.y_offset))
        for info, place, source in zip(infos, places, sources, strict=True)
    )


@lru_cache(maxsize=8192)
def _glyph(path: str, number: int, source: str, place: tuple[int, int, int]) -> Glyph:
    """Return a glyph by its number in a font file, with its advance and offset."""
    advance, x, y = place
    _, font = harfbuzz_font(path)
    unit = EM / font.face.upem
    code = _code(path, number, advance)
    spare = glyph_width(path, code) - advance * unit
    shift = x * unit
    return Glyph(code, source, -shift, spare + shift, y * unit)


def text_width(path: str, text: str, *, right_to_left: bool = False) -> float:
    """Return the kerned width of a text in thousandths of the type size."""
    return sum(
        glyph_width(path, glyph.code) - glyph.before - glyph.after
        for glyph in shape(path, text, right_to_left=right_to_left)
    )


def _sources(text: str, starts: Sequence[int]) -> Iterator[str]:
    """Return each glyph's text: the first of a cluster has all its text, the others none."""
    if starts == list(range(len(text))):  # usually one glyph per letter
        return iter(text)
    return _sources_of_clusters(text, starts)


def _sources_of_clusters(text: str, starts: Sequence[int]) -> Iterator[str]:
    ends = dict(pairwise([*sorted(set(starts)), len(text)]))
    for start in starts:
        yield text[start : ends.pop(start, start)]


@cache
def _code(path: str, glyph: int, advance: int) -> int:
    """Return the code of a glyph in the font file; add a private character for a ligature."""
    if is_postscript(path):
        return glyph
    font = font_file(path)
    known = font.face.glyphToChar.get(glyph)
    if known:
        return int(known[0])
    _, sized = harfbuzz_font(path)
    return int(font.hbAddPrivate(sized.glyph_to_string(glyph), glyph, advance))


@cache
def glyph_width(path: str, code: int) -> float:
    """Return the unkerned width of a glyph in thousandths of the size."""
    if is_postscript(path):
        _, font = harfbuzz_font(path)
        return float(font.get_glyph_h_advance(code) * EM / font.face.upem)
    face = font_file(path).face
    advance: float = face.hmetrics[face.charToGlyph.get(code, 0)][0]
    return advance * EM / float(face.unitsPerEm)


def unicode_table(glyphs: Iterable[tuple[str, Glyph]], space: str) -> str:
    """Return the ToUnicode table for hexadecimal codes (ISO 32000-1, 9.10.3)."""
    entries = [
        f"<{code}> <{(glyph.source or NO_TEXT).encode('utf-16-be').hex().upper()}>"
        for code, glyph in glyphs
    ]
    return character_map(TO_UNICODE, entries, "bfchar", space)


def glyph_table(glyphs: Iterable[tuple[str, Glyph]], space: str) -> str:
    """Return the map from hexadecimal codes to glyphs (ISO 32000-1, 9.7.5.3)."""
    entries = [f"<{code}> {glyph.code}" for code, glyph in glyphs]
    return character_map(TO_GLYPHS, entries, "cidchar", space)


def character_map(head: Sequence[str], entries: Sequence[str], kind: str, space: str) -> str:
    """Return a character map of codes, in groups of at most a hundred entries.

    `space` is the code space: its first and last code.
    """
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        *head,
        f"1 begincodespacerange {space} endcodespacerange",
    ]
    for start in range(0, len(entries), 100):
        some = entries[start : start + 100]
        lines += [f"{len(some)} begin{kind}", *some, f"end{kind}"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines)
