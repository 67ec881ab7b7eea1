"""Font files embedded in one document: cut to the glyphs that are used, with a way back to text."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from printnplay.model.sheet import FontFace
from printnplay.targets.pdf.numbers import number
from printnplay.targets.pdf.shaping import Glyph, font_file, glyph_width, shape, unicode_table

LAST_CODE = 255
"""A font of one-byte codes holds this many glyphs beside the one for missing characters."""

WORD_SPACES = (" ", "\u00a0")


class Show(NamedTuple):
    """A piece of text to show: the font resource, how far it is raised, the operand of `TJ`."""

    font: str
    rise: float
    operand: str


class EmbeddedFont:
    """A face in one document. ReportLab calls `addObjects` when the document is complete."""

    def __init__(self, face: FontFace, document: Any, index: int) -> None:  # noqa: ANN401
        """Take part in a ReportLab document as its font number `index`."""
        self._path = face.path
        self._font = font_file(face.path)
        self._index = index
        self._cuts: list[list[Glyph]] = []
        self._codes: dict[tuple[int, str], tuple[int, int]] = {}
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
            glyphs = shape(self._path, text, small_caps)
            if spread:
                glyphs = tuple(_spread(glyph, spread) for glyph in glyphs)
            self._shown[key] = tuple(self._pieces(glyphs))
        return self._shown[key]

    def addObjects(self, document: Any) -> None:  # noqa: ANN401, N802
        """Add the font, one for every 255 glyphs, to a ReportLab document."""
        from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream, PDFZCompress

        fonts = document.idToObject["BasicFonts"]
        for cut, glyphs in enumerate(self._cuts):
            name = f"{font_tag(self._index, cut)}+{self._font.face.name.decode('latin-1')}"
            codes = [0, *(glyph.code for glyph in glyphs)]
            unicode = PDFStream(
                content=unicode_table(_codes(glyphs), "<00> <FF>"), filters=[PDFZCompress]
            )
            entries = {
                "Type": "/Font",
                "Subtype": "/TrueType",
                "BaseFont": f"/{name}",
                "FirstChar": 0,
                "LastChar": len(glyphs),
                "Widths": f"[{' '.join(number(glyph_width(self._path, one)) for one in codes)}]",
                "ToUnicode": document.Reference(unicode, f"unicode:{name}"),
                "FontDescriptor": self._font.face.addSubsetObjects(document, name, codes),
            }
            font = PDFDictionary(entries)
            fonts[self._resource(cut)] = document.Reference(font, f"font:{name}")

    def _resource(self, cut: int) -> str:
        return f"F{self._index}.{cut}"

    def _pieces(self, glyphs: Iterable[Glyph]) -> Iterator[Show]:
        known = self._codes
        # The first two fields are what a glyph has its code by.
        coded = [(*(known.get(glyph[:2]) or self._new_code(glyph)), glyph) for glyph in glyphs]
        if not coded:
            return
        cut, _, first = coded[0]
        if all(one[0] == cut and one[2].rise == first.rise for one in coded):
            yield Show(self._resource(cut), first.rise, _operand(coded))
            return
        for (cut, rise), members in groupby(coded, key=lambda one: (one[0], one[2].rise)):
            yield Show(self._resource(cut), rise, _operand(members))

    def _new_code(self, glyph: Glyph) -> tuple[int, int]:
        """The cut and the code of a glyph; the same glyph for another text has another code."""
        if not self._cuts or len(self._cuts[-1]) == LAST_CODE:
            self._cuts.append([])
        self._cuts[-1].append(glyph)
        self._codes[glyph[:2]] = (len(self._cuts) - 1, len(self._cuts[-1]))
        return self._codes[glyph[:2]]


def _spread(glyph: Glyph, by: float) -> Glyph:
    """The glyph, and the pen further on after it if it is a word space.

    A no-break space reads back as a plain one: readers find a second space in its wider gap.
    """
    if glyph.source not in WORD_SPACES:
        return glyph
    return glyph._replace(source=" ", after=glyph.after - by)


def _operand(glyphs: Iterable[tuple[int, int, Glyph]]) -> str:
    """The codes, in hexadecimal, broken where the pen moves other than by the glyph's width."""
    out = []
    for _, code, glyph in glyphs:
        if glyph.before:
            out.append(f">{number(glyph.before)}<")
        out.append(f"{code:02x}")
        if glyph.after:
            out.append(f">{number(glyph.after)}<")
    return f"[<{''.join(out)}>]".replace("<>", "")


def font_tag(index: int, cut: int) -> str:
    """The six letters that mark a font as cut, different for every one of a document."""
    value, letters = index * 1000 + cut, ""
    for _ in range(6):
        value, digit = divmod(value, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _codes(glyphs: list[Glyph]) -> Iterator[tuple[str, str]]:
    for code, glyph in enumerate(glyphs, 1):
        yield f"{code:02X}", glyph.source
