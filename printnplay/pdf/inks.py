"""Inks instead of colours: a style maps colours to process or spot inks; others are unchanged.

Gradients and pixels keep their colours: the palette has nothing for the colours between two inks.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.pdf.operators import channels, fill, number, stroke
from printnplay.scene.style import Ink

_PAINTS = frozenset(["rg", "g", "sc", "scn", "RG", "G", "SC", "SCN"])
"""The operators that set a colour: lower case for fills, upper case for strokes."""

_NUMBERS = (Decimal, int, float)

_TOLERANCE = 0.1
"""The rounding tolerance of a channel of 0 to 255: PDF has decimals, and levels are whole."""


class Palette:
    """The inks of a style, by the colours that they replace."""

    def __init__(self, inks: Sequence[Ink]) -> None:
        """Use these inks; with none, nothing is changed."""
        self._inks = {ink.rgb: ink for ink in inks}
        spots = dict.fromkeys(ink.spot for ink in inks if ink.spot)
        self._spots = {spot: f"/Spot{index}" for index, spot in enumerate(spots)}

    def __bool__(self) -> bool:
        """Return whether there are any inks."""
        return bool(self._inks)

    @property
    def spots(self) -> dict[str, str]:
        """The spot inks: the colour space of each as a PDF object, by its resource name."""
        inks = {ink.spot: ink for ink in self._inks.values() if ink.spot}
        return {self._spots[spot]: _separation(ink) for spot, ink in inks.items()}

    def fill(self, colour: str) -> str:
        """Return the operators that set the colour of fills and text."""
        ink = self._inks.get(colour.lower()) if self._inks else None
        return self._operators(ink, lines=False) if ink else fill(colour)

    def stroke(self, colour: str) -> str:
        """Return the operators that set the colour of strokes."""
        ink = self._inks.get(colour.lower()) if self._inks else None
        return self._operators(ink, lines=True) if ink else stroke(colour)

    def for_values(self, operands: Sequence[Any], *, lines: bool) -> str:
        """Return the operators for one grey or three channels; empty if no ink matches."""
        if len(operands) not in (1, 3) or not all(isinstance(one, _NUMBERS) for one in operands):
            return ""
        values = [float(one) * 255 for one in operands] * (3 // len(operands))
        if any(abs(one - round(one)) > _TOLERANCE for one in values):
            return ""
        ink = self._inks.get("#" + "".join(f"{round(one):02x}" for one in values))
        return self._operators(ink, lines=lines) if ink else ""

    def _operators(self, ink: Ink, *, lines: bool) -> str:
        if ink.spot:
            spot = self._spots[ink.spot]
            return f"{spot} CS 1 SCN" if lines else f"{spot} cs 1 scn"
        shares = " ".join(number(share / 100) for share in ink.cmyk)
        return f"{shares} {'K' if lines else 'k'}"


class _Side(Struct):
    """The colour state of fills, or of strokes: the colour space, and whether an ink is set."""

    space: str = ""
    inked: bool = False


class _Inking:
    """One pass over a content stream; `changed` is true once an ink was set."""

    def __init__(self, palette: Palette) -> None:
        self.changed = False
        self._palette = palette
        self._sides = (_Side(), _Side())
        self._saved: list[tuple[_Side, _Side]] = []

    def operators(self, name: str, operands: Sequence[Any]) -> tuple[str, bool]:
        """Return the operators to insert before this one, and whether to keep this one."""
        if name == "q":
            self._saved.append(self._sides)
            self._sides = (replace(self._sides[0]), replace(self._sides[1]))
        elif name == "Q" and self._saved:
            self._sides = self._saved.pop()
        elif name in ("cs", "CS"):
            side = self._sides[name.isupper()]
            side.space, side.inked = str(operands[0]), False
        elif name in _PAINTS:
            return self._paint(operands, lines=name.isupper())
        return "", True

    def _paint(self, operands: Sequence[Any], *, lines: bool) -> tuple[str, bool]:
        side = self._sides[lines]
        ink = self._palette.for_values(operands, lines=lines)
        if ink:
            self.changed = side.inked = True
            return ink, False
        back = f"{side.space} {'CS' if lines else 'cs'}" if side.inked and side.space else ""
        side.inked = False
        return back, True


def inked(stream: Any, palette: Palette) -> bytes | None:
    """Return the content of a page or form with inks for its colours; None if none match."""
    import pikepdf

    out: list[bytes] = []
    inking = _Inking(palette)
    for instruction in pikepdf.parse_content_stream(stream):
        operands = list(instruction.operands)
        before, kept = inking.operators(str(instruction.operator), operands)
        out.append(before.encode())
        if kept:
            out.append(pikepdf.unparse_content_stream([instruction]))
    return b"\n".join(filter(None, out)) if inking.changed else None


def put_inks(pdf: Any, palette: Palette) -> None:
    """Set the inks in everything that the pages of a PDF draw, except in masks."""
    import pikepdf

    spaces = {
        name: pdf.make_indirect(pikepdf.Object.parse(space.encode()))
        for name, space in palette.spots.items()
    }
    masks = {one.objgen for one in _masks(pdf)}
    streams = [one for one in pdf.objects if _is_drawn(one) and one.objgen not in masks]
    for one in [*(page.obj for page in pdf.pages), *streams]:
        content = inked(one, palette)
        if content is not None:
            (one.Contents if "/Contents" in one else one).write(content)
            known = one.Resources.get("/ColorSpace", {})
            one.Resources.ColorSpace = pikepdf.Dictionary({**dict(known.items()), **spaces})
        if "/Group" in one and "/CS" in one.Group:
            # A group that blends in RGB would convert inks back to colours.
            del one.Group["/CS"]


def _is_drawn(value: Any) -> bool:
    import pikepdf

    return isinstance(value, pikepdf.Stream) and (
        value.get("/Subtype") == "/Form" or "/PatternType" in value
    )


def _masks(pdf: Any) -> list[Any]:
    """Return the forms that are masks, and the forms in them: their colours are mask values."""
    import pikepdf

    found: list[Any] = []
    for one in pdf.objects:
        mask = one.get("/SMask") if isinstance(one, pikepdf.Dictionary) else None
        if isinstance(mask, pikepdf.Dictionary):
            found.append(mask.G)
    for one in found:
        found += one.get("/Resources", {}).get("/XObject", {}).values()
    return found


def _separation(ink: Ink) -> str:
    """Return a spot ink as a colour space, with its substitute where the ink is not available."""
    if ink.cmyk:
        space, none, full = "/DeviceCMYK", "0 0 0 0", " ".join(number(v / 100) for v in ink.cmyk)
    else:
        space, none, full = "/DeviceRGB", "1 1 1", " ".join(channels(ink.rgb))
    name = "".join(
        f"#{one:02x}" if one <= 32 or one >= 127 or one in b"#%()/<>[]{}" else chr(one)
        for one in ink.spot.encode()
    )
    tint = f"<< /FunctionType 2 /Domain [0 1] /C0 [{none}] /C1 [{full}] /N 1 >>"
    return f"[/Separation /{name} {space} {tint}]"
