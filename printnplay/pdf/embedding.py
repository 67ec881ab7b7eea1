"""Fonts embedded in a document: subset to the glyphs in use, with codes for these glyphs.

ReportLab embeds TrueType outlines only. A font with PostScript outlines (CFF, most `.otf` files) is
embedded as a composite font, with a table that maps codes to glyph numbers (ISO 32000-1, 9.7.4,
9.7.5 and 9.9).
"""

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from printnplay.pdf.errors import FontError, reading_font
from printnplay.pdf.operators import PLACES, number
from printnplay.pdf.shaping import (
    EM,
    GLYPH_CODES,
    Glyph,
    font_data,
    font_file,
    glyph_table,
    glyph_width,
    harfbuzz_font,
    is_postscript,
    shape,
    unicode_table,
)
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from pikepdf import Pdf

WORD_SPACES = (" ", "\u00a0")


class Show(NamedTuple):
    """A piece of text to show: the font resource, its rise, and the operand of `TJ`."""

    font: str
    rise: float
    operand: str


class _Code(NamedTuple):
    """The code of a glyph: the index of the font subset, and the code in it, in hexadecimal."""

    cut: int
    digits: str


class EmbeddedFont(ABC):
    """A face in one document; it is added to the PDF after all pages are drawn."""

    digits: ClassVar[int]
    """The number of hexadecimal digits of a code. Code zero is for missing characters."""

    def __init__(self, face: FontFace, index: int) -> None:
        """Start with no glyphs, as font number `index` of a document."""
        self._path = face.path
        self._index = index
        self._cuts: list[list[Glyph]] = []
        self._codes: dict[tuple[int, str], _Code] = {}
        self._shown: dict[tuple[str, float, bool, bool], tuple[Show, ...]] = {}
        self._last = 16**self.digits - 1

    def show(
        self,
        text: str,
        spread: float = 0.0,
        *,
        small_caps: bool = False,
        right_to_left: bool = False,
    ) -> tuple[Show, ...]:
        """Return the pieces of a kerned text; `spread` widens word spaces, in thousandths."""
        key = (text, spread, small_caps, right_to_left)
        if key not in self._shown:
            with reading_font(self._path):
                glyphs = shape(self._path, text, small_caps=small_caps, right_to_left=right_to_left)
            if spread:
                glyphs = tuple(_spread(glyph, spread) for glyph in glyphs)
            self._shown[key] = tuple(self._pieces(glyphs))
        return self._shown[key]

    def objects(self, pdf: "Pdf") -> Iterator[tuple[str, Any]]:
        """Add the font to a PDF, split into subsets as its codes run out; yield each by name.

        Raises:
            FontError: the font file is broken.
        """
        for cut, glyphs in enumerate(self._cuts):
            with reading_font(self._path):
                name = f"{_tag(self._index, cut)}+{self._name()}"
                font = pdf.make_indirect(self._font(pdf, name, glyphs))
            yield f"/{self._resource(cut)}", font

    @abstractmethod
    def _name(self) -> str:
        """Return the name of the whole font."""

    @abstractmethod
    def _font(self, pdf: "Pdf", name: str, glyphs: Sequence[Glyph]) -> Any:
        """Return the font dictionary; the first glyph has code one."""

    def _numbered(self, glyphs: Sequence[Glyph]) -> Iterator[tuple[str, Glyph]]:
        """Yield the glyphs with their codes, in hexadecimal."""
        for code, glyph in enumerate(glyphs, 1):
            yield f"{code:0{self.digits}X}", glyph

    def _resource(self, cut: int) -> str:
        return f"F{self._index}.{cut}"

    def _pieces(self, glyphs: Iterable[Glyph]) -> Iterator[Show]:
        known = self._codes
        # The first two fields of a glyph are the key to its code.
        coded = [(known.get(glyph[:2]) or self._new_code(glyph), glyph) for glyph in glyphs]
        cuts_and_rises = {(code.cut, glyph.rise) for code, glyph in coded}
        if len(cuts_and_rises) == 1:
            ((cut, rise),) = cuts_and_rises
            yield Show(self._resource(cut), rise, _operand(coded))
            return
        for (cut, rise), members in groupby(coded, key=lambda one: (one[0].cut, one[1].rise)):
            yield Show(self._resource(cut), rise, _operand(members))

    def _new_code(self, glyph: Glyph) -> _Code:
        """Assign a code to a glyph; the same glyph for another text gets another code."""
        if not self._cuts or len(self._cuts[-1]) == self._last:
            self._cuts.append([])
        self._cuts[-1].append(glyph)
        code = f"{len(self._cuts[-1]):0{self.digits}x}"
        self._codes[glyph[:2]] = _Code(len(self._cuts) - 1, code)
        return self._codes[glyph[:2]]


def _operand(glyphs: Iterable[tuple[_Code, Glyph]]) -> str:
    """Return the codes, interrupted where the pen moves by other than a glyph's width."""
    out = []
    for code, (_, _, before, after, _) in glyphs:
        if before:
            out.append(f">{number(before)}<")
        out.append(code.digits)
        if after:
            out.append(f">{number(after)}<")
    # Between two glyphs the pen may move twice: after the first, and before the second.
    moves = f"[<{''.join(out)}>]".replace("<>", " ")
    return moves.replace("[ ", "[").replace(" ]", "]")


def _spread(glyph: Glyph, by: float) -> Glyph:
    """Widen a glyph's advance if it is a word space.

    A no-break space becomes a plain one: readers would detect a second space in its wider gap.
    """
    if glyph.source not in WORD_SPACES:
        return glyph
    return glyph._replace(source=" ", after=glyph.after - by)


def _tag(index: int, cut: int) -> str:
    """Return the six-letter tag of a subset font, unique in its document."""
    value, letters = index * 1000 + cut, ""
    for _ in range(6):
        value, digit = divmod(value, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


class TrueTypeFont(EmbeddedFont):
    """A face with TrueType outlines in one document; its codes are one byte."""

    digits = 2

    def _name(self) -> str:
        name: str = font_file(self._path).face.name.decode("latin-1")
        return name

    def _font(self, pdf: "Pdf", name: str, glyphs: Sequence[Glyph]) -> Any:
        import pikepdf

        codes = [0, *(glyph.code for glyph in glyphs)]
        face = font_file(self._path).face
        program: bytes = face.makeSubset(codes)
        descriptor = pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor,
            FontName=pikepdf.Name(f"/{name}"),
            Flags=SYMBOLIC | face.flags & ~NONSYMBOLIC,
            Ascent=round(face.ascent),
            Descent=round(face.descent),
            CapHeight=round(face.capHeight),
            ItalicAngle=_decimal(face.italicAngle),
            StemV=round(face.stemV),
            FontBBox=pikepdf.Array(map(round, face.bbox)),
            MissingWidth=round(face.defaultWidth),
            FontFile2=pdf.make_stream(program, Length1=len(program)),
        )
        return pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.TrueType,
            BaseFont=pikepdf.Name(f"/{name}"),
            FirstChar=0,
            LastChar=len(glyphs),
            Widths=pikepdf.Array(_decimal(glyph_width(self._path, one)) for one in codes),
            ToUnicode=_table_of(pdf, unicode_table(self._numbered(glyphs), "<00> <FF>")),
            FontDescriptor=pdf.make_indirect(descriptor),
        )


def _decimal(value: float) -> Any:
    """Round a font measure to a PDF number, with as many digits as in operators."""
    rounded = round(value, PLACES)
    return int(rounded) if rounded == int(rounded) else rounded


def _table_of(pdf: "Pdf", table: str) -> Any:
    return pdf.make_stream(table.encode())


OUTLINES = b"CFF "
TRUETYPE = (b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"post")
"""The tables that are needed to embed a font: with PostScript outlines, and with TrueType
outlines."""
CODES = "<0000> <FFFF>"
SYMBOLIC, NONSYMBOLIC = 4, 32
"""Font flags (ISO 32000-1, table 123): the font has its own codes."""
STEM = 80
"""The stem thickness in thousandths of the size. A guess: readers use it for substitute fonts, and
here nothing is substituted."""


def check_outlines(path: str) -> None:
    """Check that a font file has all the tables that embedding needs, complete.

    Raises:
        FontError: one is missing, as where the PostScript outlines are CFF2.
    """
    for tag in (OUTLINES,) if is_postscript(path) else TRUETYPE:
        _table(font_data(path), tag, path)


class PostScriptFont(EmbeddedFont):
    """A face with PostScript outlines in one document; its codes are two bytes."""

    digits = 4

    def _name(self) -> str:
        harfbuzz, font = harfbuzz_font(self._path)
        name = font.face.get_name(harfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        return "".join(one for one in name if one.isalnum() or one == "-")

    def _font(self, pdf: "Pdf", name: str, glyphs: Sequence[Glyph]) -> Any:
        import pikepdf

        encoding = pdf.make_stream(
            glyph_table(self._numbered(glyphs), CODES).encode(),
            Type=pikepdf.Name.CMap,
            CMapName=pikepdf.Name(GLYPH_CODES),
            CIDSystemInfo=_identity(),
        )
        return pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=pikepdf.Name(f"/{name}"),
            Encoding=encoding,
            DescendantFonts=pikepdf.Array([pdf.make_indirect(self._descendant(pdf, name, glyphs))]),
            ToUnicode=_table_of(pdf, unicode_table(self._numbered(glyphs), CODES)),
        )

    def _descendant(self, pdf: "Pdf", name: str, glyphs: Sequence[Glyph]) -> Any:
        import pikepdf

        used = sorted({glyph.code for glyph in glyphs})
        _, font = harfbuzz_font(self._path)
        descriptor = pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor,
            FontName=pikepdf.Name(f"/{name}"),
            Flags=SYMBOLIC,
            StemV=STEM,
            FontFile3=pdf.make_stream(_cut(self._path, used), Subtype=pikepdf.Name.CIDFontType0C),
            **_measures(font),
        )
        widths: list[Any] = []
        for glyph in used:
            widths += [glyph, pikepdf.Array([_decimal(glyph_width(self._path, glyph))])]
        return pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.CIDFontType0,
            BaseFont=pikepdf.Name(f"/{name}"),
            CIDSystemInfo=_identity(),
            DW=EM,
            W=pikepdf.Array(widths),
            FontDescriptor=pdf.make_indirect(descriptor),
        )


def _identity() -> Any:
    import pikepdf

    return pikepdf.Dictionary(
        Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Identity"), Supplement=0
    )


def _cut(path: str, glyphs: Iterable[int]) -> bytes:
    """Return the outline table, subset to some glyphs that keep their numbers.

    Raises:
        FontError: the file is broken, or its outlines are not CFF (version 1).
    """
    harfbuzz, font = harfbuzz_font(path)
    wanted = harfbuzz.SubsetInput()
    wanted.sets(harfbuzz.SubsetInputSets.GLYPH_INDEX).update(glyphs)
    wanted.flags = harfbuzz.SubsetFlags.RETAIN_GIDS
    try:
        content: bytes = harfbuzz.subset(font.face, wanted).blob.data
    except RuntimeError as error:
        raise FontError(path, "its outlines cannot be read") from error
    return _table(content, OUTLINES, path)


def _measures(font: Any) -> dict[str, Any]:
    """Return the measures for a font descriptor, in thousandths of the size."""
    import pikepdf

    unit = EM / font.face.upem
    extents = font.get_font_extents("ltr")
    low, high = round(extents.descender * unit), round(extents.ascender * unit)
    return {
        "Ascent": high,
        "Descent": low,
        "CapHeight": high,
        "ItalicAngle": 0,
        "FontBBox": pikepdf.Array([0, low, EM, high]),
    }


def _table(font: bytes, tag: bytes, path: str) -> bytes:
    """Return a table of an OpenType file by its tag (OpenType specification, table directory)."""
    try:
        (count,) = struct.unpack_from(">H", font, 4)
        for at in range(12, 12 + 16 * count, 16):
            name, _, start, length = struct.unpack_from(">4sLLL", font, at)
            if name == tag and start + length <= len(font):
                return font[start : start + length]
    except struct.error as error:
        raise FontError(path, "it is cut off") from error
    raise FontError(path, f"it has no table `{tag.decode().strip()}`, or not all of it")
