"""Fonts with PostScript outlines (CFF, most `.otf` files) embedded in one document.

ReportLab embeds TrueType outlines only. Such a font goes in as a composite font whose codes are
the numbers of its glyphs (ISO 32000-1, 9.7.4 and 9.9).
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from struct import unpack_from
from typing import Any

from printnplay.model.sheet import FontFace
from printnplay.targets.pdf.errors import FontError
from printnplay.targets.pdf.fonts import WORD_SPACES, Show, font_tag
from printnplay.targets.pdf.numbers import number
from printnplay.targets.pdf.shaping import EM, FEATURES, SMALL_CAPS, Glyph, unicode_table

POSTSCRIPT = b"OTTO"
"""How a font file with PostScript outlines begins (OpenType specification, font file)."""

SYMBOLIC = 4
STEM = 80
"""A usual thickness of stems: what a reader draws substitutes with, and here nothing is
substituted."""


def is_postscript(path: str) -> bool:
    """Whether a font file has PostScript outlines."""
    with open(path, "rb") as file:  # noqa: PTH123  a face holds its path as text
        return file.read(4) == POSTSCRIPT


class PostScriptFont:
    """A face in one document. ReportLab calls `addObjects` when the document is complete."""

    def __init__(self, face: FontFace, document: Any, index: int) -> None:  # noqa: ANN401
        """Take part in a ReportLab document as its font number `index`."""
        self._path, self._index = face.path, index
        self._glyphs: dict[int, str] = {}
        self._shown: dict[tuple[str, float, bool], tuple[Show, ...]] = {}
        document.delayedFonts.append(self)

    def show(
        self,
        text: str,
        spread: float = 0.0,
        small_caps: bool = False,  # noqa: FBT001, FBT002
    ) -> tuple[Show, ...]:
        """The pieces that set a text, kerned, every word space wider by thousandths of the size."""
        key = (text, spread, small_caps)
        if key not in self._shown:
            self._shown[key] = tuple(self._pieces(_shaped(self._path, text, small_caps), spread))
        return self._shown[key]

    def addObjects(self, document: Any) -> None:  # noqa: ANN401, N802
        """Add the font, cut to the glyphs that are used, to a ReportLab document."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFStream, PDFZCompress

        _, font = _harfbuzz(self._path)
        name = f"{font_tag(self._index, 0)}+{_name(self._path)}"
        program = PDFStream(content=self._cut(), filters=[PDFZCompress])
        program.dictionary["Subtype"] = "/CIDFontType0C"
        cid = {
            "Type": "/Font",
            "Subtype": "/CIDFontType0",
            "BaseFont": f"/{name}",
            "CIDSystemInfo": "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>",
            "DW": EM,
            "W": self._widths(),
            "FontDescriptor": PDFDictionary(
                {
                    "Type": "/FontDescriptor",
                    "FontName": f"/{name}",
                    "Flags": SYMBOLIC,
                    "StemV": STEM,
                    **_measures(font),
                    "FontFile3": document.Reference(program, f"program:{name}"),
                }
            ),
        }
        codes = ((f"{glyph:04X}", source) for glyph, source in sorted(self._glyphs.items()))
        unicode = PDFStream(content=unicode_table(codes, "<0000> <FFFF>"), filters=[PDFZCompress])
        whole = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{name}",
            "Encoding": "/Identity-H",
            "DescendantFonts": PDFArray([document.Reference(PDFDictionary(cid), f"cid:{name}")]),
            "ToUnicode": document.Reference(unicode, f"unicode:{name}"),
        }
        fonts = document.idToObject["BasicFonts"]
        fonts[self._resource] = document.Reference(PDFDictionary(whole), f"font:{name}")

    @property
    def _resource(self) -> str:
        return f"F{self._index}.0"

    def _pieces(self, glyphs: Iterable[Glyph], spread: float) -> Iterator[Show]:
        for rise, members in groupby(glyphs, key=lambda glyph: glyph.rise):
            out = []
            for glyph in members:
                self._glyphs.setdefault(glyph.code, glyph.source)
                after = glyph.after - (spread if glyph.source in WORD_SPACES else 0.0)
                if glyph.before:
                    out.append(f">{number(glyph.before)}<")
                out.append(f"{glyph.code:04x}")
                if after:
                    out.append(f">{number(after)}<")
            yield Show(self._resource, rise, f"[<{''.join(out)}>]".replace("<>", ""))

    def _widths(self) -> str:
        _, font = _harfbuzz(self._path)
        unit = EM / font.face.upem
        parts = (
            f"{glyph} [{number(font.get_glyph_h_advance(glyph) * unit)}]"
            for glyph in sorted(self._glyphs)
        )
        return f"[{' '.join(parts)}]"

    def _cut(self) -> bytes:
        """The table of outlines with those of the used glyphs only, their numbers kept.

        Raises:
            FontError: the file is broken, or its outlines are not of the first kind (CFF).
        """
        harfbuzz, font = _harfbuzz(self._path)
        wanted = harfbuzz.SubsetInput()
        wanted.sets(harfbuzz.SubsetInputSets.GLYPH_INDEX).update(self._glyphs)
        wanted.flags = harfbuzz.SubsetFlags.RETAIN_GIDS
        try:
            content: bytes = harfbuzz.subset(font.face, wanted).blob.data
        except RuntimeError as error:
            raise FontError(self._path, "its outlines cannot be read") from error
        return _table(content, b"CFF ", self._path)


@cache
def _harfbuzz(path: str) -> tuple[Any, Any]:
    """HarfBuzz as ReportLab carries it, and its view of a font file in the font's own units."""
    from reportlab.pdfbase.ttfonts import uharfbuzz

    return uharfbuzz, uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)))


@cache
def _shaped(path: str, text: str, small_caps: bool) -> tuple[Glyph, ...]:  # noqa: FBT001
    """The glyphs of a text by their numbers, from left to right."""
    harfbuzz, font = _harfbuzz(path)
    buffer = harfbuzz.Buffer()
    buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    harfbuzz.shape(font, buffer, SMALL_CAPS if small_caps else FEATURES)
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    ends = [*(info.cluster for info in infos[1:]), len(text)]
    unit = EM / font.face.upem
    glyphs = []
    for info, place, end in zip(infos, places, ends, strict=True):
        width = font.get_glyph_h_advance(info.codepoint)
        shift = place.x_offset * unit
        spare = (width - place.x_advance) * unit
        source = text[info.cluster : end]
        glyphs.append(Glyph(info.codepoint, source, -shift, spare + shift, place.y_offset * unit))
    return tuple(glyphs)


def _name(path: str) -> str:
    harfbuzz, font = _harfbuzz(path)
    name: str = font.face.get_name(harfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
    return "".join(one for one in name if one.isalnum() or one == "-")


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
    (count,) = unpack_from(">H", font, 4)
    for at in range(12, 12 + 16 * count, 16):
        name, _, start, length = unpack_from(">4sLLL", font, at)
        if name == tag:
            return font[start : start + length]
    raise FontError(path, "it has no table of PostScript outlines that can be embedded")
