"""Texts of pages as outlines: the letters of embedded fonts become paths, and no font is left.

For factories that take no fonts. Letters keep their places, sizes and colours to six decimals of a
point; their hints, which only screens use, are lost.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.pdf.drawn import drawn_by, values_of
from printnplay.pdf.operators import numbers
from printnplay.pdf.screen_colours import steps_of

if TYPE_CHECKING:
    import pikepdf

Outline: TypeAlias = Sequence[tuple[str, tuple[tuple[float, float], ...]]]
"""The outline of a glyph: operators of PDF with their points, in a size of 1."""

_PAINTS = {0: "f", 1: "S", 2: "B"}
"""The operators of paths by the mode in which texts are drawn (ISO 32000-1, table 106): filled,
stroked, both. Letters are filled by the nonzero rule (9.3.6)."""

_HIDDEN = 3
"""The mode of texts that are not painted."""

_EM = 1000
"""The units of widths of glyphs in a size of 1 (ISO 32000-1, 9.2.4)."""

_SYMBOLS = 0xF000
"""Where a font of symbols has its codes (OpenType specification, `cmap`)."""


def outlinable(page: Any) -> bool:
    """Return whether all texts of a page can become outlines: their fonts are embedded."""
    fonts = [
        font
        for content in drawn_by([page]).contents
        for font in values_of(content.get("/Resources"), "/Font")
    ]
    return all(_program(_descendant(font)) is not None for font in fonts)


def outline_texts(document: "pikepdf.Pdf") -> None:
    """Turn all texts of a document into paths, and remove its fonts.

    Each page has to be `outlinable`.
    """
    import pikepdf

    known: dict[tuple[int, int], _Font] = {}
    contents = drawn_by(page.obj for page in document.pages).contents
    for content in contents:
        fonts = content.get("/Resources", {}).get("/Font", {})
        if not len(fonts):
            continue
        walk = _Walk({name: _font(font, known) for name, font in fonts.items()})
        written = b"\n".join(walk.written(step.instruction) for step in steps_of(content))
        if isinstance(content, pikepdf.Stream):
            content.write(written)
        else:
            content["/Contents"] = document.make_stream(written)
    for content in contents:
        if "/Font" in content.get("/Resources", {}):
            del content["/Resources"]["/Font"]


class _Font(Struct, frozen=True):
    """A font: the bytes of a code, the width of each code, and its outline in a size of 1."""

    digits: int
    width: Callable[[int], float]
    outline: Callable[[int], Outline]

    def codes(self, text: bytes) -> Iterator[int]:
        for at in range(0, len(text), self.digits):
            yield int.from_bytes(text[at : at + self.digits], "big")


def _descendant(font: Any) -> Any:
    return font.DescendantFonts[0] if "/DescendantFonts" in font else font


def _program(font: Any) -> Any:
    """Return the embedded program of a font: TrueType, or CFF without a wrapper."""
    descriptor = font.get("/FontDescriptor", {})
    if "/FontFile2" in descriptor:
        return descriptor["/FontFile2"]
    program = descriptor.get("/FontFile3")
    is_cff = program is not None and str(program.get("/Subtype")) == "/CIDFontType0C"
    return program if is_cff else None


def _font(font: Any, known: "dict[tuple[int, int], _Font]") -> _Font:
    if not font.is_indirect or font.objgen not in known:
        made = _read(font)
        if not font.is_indirect:
            return made
        known[font.objgen] = made
    return known[font.objgen]


def _read(font: Any) -> _Font:
    """Return a font of one byte for a code, or of two and the numbers of glyphs."""
    inner = _descendant(font)
    content = _program(inner).read_bytes()
    if inner is font:
        first = int(font.get("/FirstChar", 0))
        widths = {first + index: float(width) for index, width in enumerate(font.Widths)}
        missing = float(inner.FontDescriptor.get("/MissingWidth", 0))
        return _Font(1, lambda code: widths.get(code, missing), _true_type(content, by_code=True))
    cids = _cids(font.Encoding)
    widths, usual = _widths(inner.get("/W", ())), float(inner.get("/DW", _EM))
    if "/FontFile3" in inner.FontDescriptor:
        outline = _cff(content)
    else:
        glyphs, drawn = _glyph_numbers(inner), _true_type(content, by_code=False)
        outline = lambda cid: drawn(glyphs(cid))  # noqa: E731
    return _Font(2, lambda code: widths.get(cids(code), usual), lambda code: outline(cids(code)))


def _cids(encoding: Any) -> Callable[[int], int]:
    """Return the map from codes to characters of a font: as they are, or by a table."""
    import pikepdf

    if not isinstance(encoding, pikepdf.Stream):
        return lambda code: code
    found = re.findall(rb"<([0-9A-Fa-f]{4})> (\d+)", encoding.read_bytes())
    table = {int(code, 16): int(cid) for code, cid in found}
    return lambda code: table.get(code, 0)


def _glyph_numbers(font: Any) -> Callable[[int], int]:
    import pikepdf

    table = font.get("/CIDToGIDMap")
    if not isinstance(table, pikepdf.Stream):
        return lambda cid: cid
    numbered = table.read_bytes()
    return lambda cid: int.from_bytes(numbered[2 * cid : 2 * cid + 2], "big")


def _widths(table: Any) -> dict[int, float]:
    """Return the widths of characters (ISO 32000-1, 9.7.4.3)."""
    import pikepdf

    widths: dict[int, float] = {}
    items = list(table)
    while items:
        first, second = int(items.pop(0)), items.pop(0)
        if isinstance(second, pikepdf.Array):
            widths |= {first + index: float(width) for index, width in enumerate(second)}
        else:
            widths |= dict.fromkeys(range(first, int(second) + 1), float(items.pop(0)))
    return widths


def _true_type(content: bytes, *, by_code: bool) -> Callable[[int], Outline]:
    """Return what draws the glyphs of a TrueType font, by their codes or by their numbers."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(content), lazy=True)
    names = [f"glyph{number:05d}" for number in range(font["maxp"].numGlyphs)]
    font.setGlyphOrder(names)
    tables = [table.cmap for table in font["cmap"].tables] if by_code else []
    by_codes = {code % _SYMBOLS: name for table in tables for code, name in table.items()}
    glyphs, size = font.getGlyphSet(), float(font["head"].unitsPerEm)

    @cache
    def outline(code: int) -> Outline:
        numbered = names[code] if code < len(names) else names[0]
        return _drawn(glyphs[by_codes.get(code, names[0]) if by_code else numbered], glyphs, size)

    return outline


def _cff(content: bytes) -> Callable[[int], Outline]:
    """Return what draws the glyphs of a CFF font, by the numbers of their characters."""
    from fontTools.cffLib import CFFFontSet

    fonts = CFFFontSet()
    fonts.decompile(BytesIO(content), None)
    top = fonts[fonts.fontNames[0]]
    is_numbered = hasattr(top, "ROS")
    glyphs, order = top.CharStrings, top.charset
    size = 1 / float(top.FontMatrix[0])

    @cache
    def outline(cid: int) -> Outline:
        named = f"cid{cid:05d}" if is_numbered and cid else order[cid % len(order)]
        name = named if named in glyphs else order[0]
        return _drawn(glyphs[name], glyphs, size)

    return outline


def _drawn(glyph: Any, glyphs: Any, size: float) -> Outline:
    """Return the outline of a glyph as operators of PDF with their points, in a size of 1."""
    from fontTools.pens.basePen import BasePen

    steps: list[tuple[str, tuple[tuple[float, float], ...]]] = []

    class Pen(BasePen):  # type: ignore[misc]
        """Notes an outline; the pen that it extends turns all curves into cubic ones."""

        def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
            self._note("m", point)

        def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
            self._note("l", point)

        def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
            self._note("c", *points)

        def _closePath(self) -> None:  # noqa: N802
            self._note("h")

        def _note(self, operator: str, *points: tuple[float, float]) -> None:
            steps.append((operator, tuple((x / size, y / size) for x, y in points)))

    glyph.draw(Pen(glyphs))
    return steps


class _State(Struct, frozen=True):
    """The text state (ISO 32000-1, table 104)."""

    font: str = ""
    size: float = 0
    spacing: float = 0
    word: float = 0
    percent: float = 100
    leading: float = 0
    rise: float = 0
    mode: float = 0


_NUMBERS = {
    "Tc": "spacing",
    "Tw": "word",
    "Tz": "percent",
    "TL": "leading",
    "Tr": "mode",
    "Ts": "rise",
}


class _Walk:
    """One pass over a page or form: turns texts into paths and copies the rest."""

    def __init__(self, fonts: dict[str, _Font]) -> None:
        import pikepdf

        self._fonts, self._state, self._saved = fonts, _State(), list[_State]()
        self._line = self._place = pikepdf.Matrix()

    def written(self, instruction: Any) -> bytes:
        """Return what is written for an instruction."""
        import pikepdf

        operator, operands = str(instruction.operator), list(instruction.operands)
        if operator in ("q", "Q"):
            if operator == "q":
                self._saved.append(self._state)
            elif self._saved:
                self._state = self._saved.pop()
        elif operator == "BT":
            self._line = self._place = pikepdf.Matrix()
            return b""
        elif operator == "ET":
            return b""
        elif operator[:1] == "T" or operator in ("'", '"'):
            return self._text(operator, operands)
        return pikepdf.unparse_content_stream([instruction])

    def _text(self, operator: str, operands: list[Any]) -> bytes:
        import pikepdf

        if operator == "Tf":
            name, size = operands
            self._state = replace(self._state, font=str(name), size=float(size))
        elif operator in _NUMBERS:
            self._state = replace(self._state, **{_NUMBERS[operator]: float(operands[0])})
        elif operator == "Tm":
            self._line = self._place = pikepdf.Matrix(*map(float, operands))
        elif operator in ("Td", "TD"):
            across, up = map(float, operands)
            if operator == "TD":
                self._state = replace(self._state, leading=-up)
            self._next(across, up)
        elif operator == "T*":
            self._next(0, -self._state.leading)
        else:
            return self._shown(operator, operands)
        return b""

    def _shown(self, operator: str, operands: list[Any]) -> bytes:
        """Return the paths of a text that an operator shows."""
        if operator == '"':
            word, spacing = map(float, operands[:2])
            self._state = replace(self._state, word=word, spacing=spacing)
        if operator in ("'", '"'):
            self._next(0, -self._state.leading)
        texts = list(operands[0]) if operator == "TJ" else operands[-1:]
        return "\n".join(self._painted(texts)).encode()

    def _painted(self, texts: Iterable[Any]) -> Iterator[str]:
        import pikepdf

        state, font = self._state, self._fonts[self._state.font]
        stretch = state.percent / 100
        wide = state.size * stretch
        for text in texts:
            if not isinstance(text, pikepdf.String):
                self._advance(-float(text) / _EM * wide)
                continue
            for code in font.codes(bytes(text)):
                letter = pikepdf.Matrix(wide, 0, 0, state.size, 0, state.rise)
                path = _path(font.outline(code), letter @ self._place)
                if path and state.mode != _HIDDEN:
                    yield f"{path} {_PAINTS[int(state.mode)]}"
                is_space = font.digits == 1 and code == ord(" ")
                width = font.width(code) / _EM * state.size + state.spacing
                self._advance((width + (state.word if is_space else 0)) * stretch)

    def _next(self, across: float, up: float) -> None:
        import pikepdf

        self._line = self._place = pikepdf.Matrix(1, 0, 0, 1, across, up) @ self._line

    def _advance(self, by: float) -> None:
        import pikepdf

        self._place = pikepdf.Matrix(1, 0, 0, 1, by, 0) @ self._place


def _path(steps: Outline, place: "pikepdf.Matrix") -> str:
    """Return the operators of an outline at a place."""
    written = []
    for operator, points in steps:
        placed = [value for point in points for value in place.transform(point)]
        written.append(f"{numbers(*placed)} {operator}")
    return " ".join(written)
