"""What is common to all fonts embedded in one document: codes for glyphs, and what shows them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from printnplay.model.sheet import FontFace
from printnplay.targets.pdf.numbers import number
from printnplay.targets.pdf.shaping import Glyph, shape

WORD_SPACES = (" ", "\u00a0")


class Show(NamedTuple):
    """A piece of text to show: the font resource, how far it is raised, the operand of `TJ`."""

    font: str
    rise: float
    operand: str


class EmbeddedFont(ABC):
    """A face in one document. ReportLab calls `addObjects` when the document is complete."""

    digits: ClassVar[int]
    """How many hexadecimal digits a code has. Code nought is the one for missing characters."""

    def __init__(self, face: FontFace, document: Any, index: int) -> None:  # noqa: ANN401
        """Take part in a ReportLab document as its font number `index`."""
        self._path = face.path
        self._index = index
        self._cuts: list[list[Glyph]] = []
        self._codes: dict[tuple[int, str], tuple[int, int]] = {}
        self._shown: dict[tuple[str, float, bool], tuple[Show, ...]] = {}
        self._last = 16**self.digits - 1
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
        """Add the font, one for as many glyphs as there are codes, to a ReportLab document."""
        from reportlab.pdfbase.pdfdoc import PDFDictionary

        fonts = document.idToObject["BasicFonts"]
        for cut, glyphs in enumerate(self._cuts):
            name = f"{_tag(self._index, cut)}+{self._name()}"
            font = PDFDictionary(self._entries(document, name, glyphs))
            fonts[self._resource(cut)] = document.Reference(font, f"font:{name}")

    @abstractmethod
    def _name(self) -> str:
        """The name of the whole font."""

    @abstractmethod
    def _entries(
        self,
        document: Any,  # noqa: ANN401
        name: str,
        glyphs: Sequence[Glyph],
    ) -> dict[str, object]:
        """The entries of the font's dictionary; the first glyph has code one."""

    def _numbered(self, glyphs: Sequence[Glyph]) -> Iterator[tuple[str, Glyph]]:
        """The glyphs with their codes, in hexadecimal."""
        for code, glyph in enumerate(glyphs, 1):
            yield f"{code:0{self.digits}X}", glyph

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
            yield Show(self._resource(cut), first.rise, self._operand(coded))
            return
        for (cut, rise), members in groupby(coded, key=lambda one: (one[0], one[2].rise)):
            yield Show(self._resource(cut), rise, self._operand(members))

    def _new_code(self, glyph: Glyph) -> tuple[int, int]:
        """The cut and the code of a glyph; the same glyph for another text has another code."""
        if not self._cuts or len(self._cuts[-1]) == self._last:
            self._cuts.append([])
        self._cuts[-1].append(glyph)
        self._codes[glyph[:2]] = (len(self._cuts) - 1, len(self._cuts[-1]))
        return self._codes[glyph[:2]]

    def _operand(self, glyphs: Iterable[tuple[int, int, Glyph]]) -> str:
        """The codes, in hexadecimal, broken where the pen moves other than by a glyph's width."""
        out = []
        for _, code, glyph in glyphs:
            if glyph.before:
                out.append(f">{number(glyph.before)}<")
            out.append(f"{code:0{self.digits}x}")
            if glyph.after:
                out.append(f">{number(glyph.after)}<")
        return f"[<{''.join(out)}>]".replace("<>", "")


def _spread(glyph: Glyph, by: float) -> Glyph:
    """The glyph, and the pen further on after it if it is a word space.

    A no-break space reads back as a plain one: readers find a second space in its wider gap.
    """
    if glyph.source not in WORD_SPACES:
        return glyph
    return glyph._replace(source=" ", after=glyph.after - by)


def _tag(index: int, cut: int) -> str:
    """The six letters that mark a font as cut, different for every one of a document."""
    value, letters = index * 1000 + cut, ""
    for _ in range(6):
        value, digit = divmod(value, 26)
        letters = chr(ord("A") + digit) + letters
    return letters
