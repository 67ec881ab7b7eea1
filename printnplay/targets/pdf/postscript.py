"""Fonts with PostScript outlines (CFF, most `.otf` files) embedded in one document.

ReportLab embeds TrueType outlines only. Such a font goes in as a composite font whose codes a
table turns into the numbers of its glyphs (ISO 32000-1, 9.7.4, 9.7.5 and 9.9).
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from struct import error as StructError  # noqa: N812
from struct import unpack_from
from typing import Any

from printnplay.targets.pdf.embedding import EmbeddedFont
from printnplay.targets.pdf.errors import FontError
from printnplay.targets.pdf.numbers import number
from printnplay.targets.pdf.shaping import (
    EM,
    GLYPH_CODES,
    IDENTITY,
    Glyph,
    glyph_table,
    glyph_width,
    harfbuzz_font,
    is_postscript,
    unicode_table,
)

OUTLINES = b"CFF "
CODES = "<0000> <FFFF>"
SYMBOLIC = 4
STEM = 80
"""A usual thickness of stems: what a reader draws substitutes with, and here nothing is
substituted."""


def check_outlines(path: str) -> None:
    """Look whether the outlines of a font file, if they are PostScript, can be embedded.

    Raises:
        FontError: its outlines are of the second kind (CFF2), or cut off.
    """
    if is_postscript(path):
        _table(Path(path).read_bytes(), OUTLINES, path)


class PostScriptFont(EmbeddedFont):
    """A face with PostScript outlines in one document; its codes are of two bytes."""

    digits = 4

    def _name(self) -> str:
        harfbuzz, font = harfbuzz_font(self._path)
        name = font.face.get_name(harfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        return "".join(one for one in name if one.isalnum() or one == "-")

    def _entries(
        self,
        document: Any,  # noqa: ANN401
        name: str,
        glyphs: Sequence[Glyph],
    ) -> dict[str, object]:
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFStream, PDFZCompress

        descendant = PDFDictionary(self._descendant(document, name, glyphs))
        table = unicode_table(self._numbered(glyphs), CODES)
        unicode = PDFStream(content=table, filters=[PDFZCompress])
        return {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{name}",
            "Encoding": document.Reference(self._encoding(glyphs), f"encoding:{name}"),
            "DescendantFonts": PDFArray([document.Reference(descendant, f"cid:{name}")]),
            "ToUnicode": document.Reference(unicode, f"unicode:{name}"),
        }

    def _encoding(self, glyphs: Sequence[Glyph]) -> Any:  # noqa: ANN401
        from reportlab.pdfbase.pdfdoc import PDFStream, PDFZCompress

        table = glyph_table(self._numbered(glyphs), CODES)
        encoding = PDFStream(content=table, filters=[PDFZCompress])
        entries = {"Type": "/CMap", "CMapName": GLYPH_CODES, "CIDSystemInfo": IDENTITY}
        encoding.dictionary.dict.update(entries)
        return encoding

    def _descendant(
        self,
        document: Any,  # noqa: ANN401
        name: str,
        glyphs: Sequence[Glyph],
    ) -> dict[str, object]:
        from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream, PDFZCompress

        used = sorted({glyph.code for glyph in glyphs})
        program = PDFStream(content=_cut(self._path, used), filters=[PDFZCompress])
        program.dictionary["Subtype"] = "/CIDFontType0C"
        _, font = harfbuzz_font(self._path)
        descriptor = {
            "Type": "/FontDescriptor",
            "FontName": f"/{name}",
            "Flags": SYMBOLIC,
            "StemV": STEM,
            **_measures(font),
            "FontFile3": document.Reference(program, f"program:{name}"),
        }
        widths = (f"{glyph} [{number(glyph_width(self._path, glyph))}]" for glyph in used)
        return {
            "Type": "/Font",
            "Subtype": "/CIDFontType0",
            "BaseFont": f"/{name}",
            "CIDSystemInfo": IDENTITY,
            "DW": EM,
            "W": f"[{' '.join(widths)}]",
            "FontDescriptor": PDFDictionary(descriptor),
        }


def _cut(path: str, glyphs: Iterable[int]) -> bytes:
    """The table of outlines with those of some glyphs only, their numbers kept.

    Raises:
        FontError: the file is broken, or its outlines are not of the first kind (CFF).
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


def _measures(font: Any) -> dict[str, object]:  # noqa: ANN401
    """What a descriptor tells of a font, in thousandths of the size."""
    unit = EM / font.face.upem
    extents = font.get_font_extents("ltr")
    low, high = round(extents.descender * unit), round(extents.ascender * unit)
    return {
        "Ascent": high,
        "Descent": low,
        "CapHeight": high,
        "ItalicAngle": 0,
        "FontBBox": f"[0 {low} {EM} {high}]",
    }


def _table(font: bytes, tag: bytes, path: str) -> bytes:
    """A table of an OpenType file, by its tag (OpenType specification, table directory)."""
    try:
        (count,) = unpack_from(">H", font, 4)
        for at in range(12, 12 + 16 * count, 16):
            name, _, start, length = unpack_from(">4sLLL", font, at)
            if name == tag and start + length <= len(font):
                return font[start : start + length]
    except StructError as error:
        raise FontError(path, "it is cut off") from error
    raise FontError(path, "it has no table of PostScript outlines that can be embedded")
