"""The arguments of directives of nanDECK for a card: lengths, boxes and colours."""

import re
from collections.abc import Sequence
from typing import Any

from printnplay.importing.markup import hex_colour
from printnplay.importing.nandeck_sums import number_of
from printnplay.importing.nandeck_values import Settings
from printnplay.importing.values import Gradient, Shape, gradient
from printnplay.kernel.geometry import Rect, Um

THIN: Um = 100
"""The width of lines that give none."""


class Pen:
    """The arguments of a directive for one card."""

    def __init__(self, script: Settings, name: str, line: int, given: Sequence[str]) -> None:
        """Take the settings of the script, the directive, and its arguments after the range."""
        self.script, self.line, self.given = script, line, given
        self.key = f"{name.lower()}-{line}"
        self._width, self._height = (script.um(side, None) for side in script.size)

    def get(self, at: int, otherwise: str = "") -> str:
        """Return an argument after the range; from 0."""
        return self.given[at] if at < len(self.given) and self.given[at] else otherwise

    def number(self, at: int, otherwise: float = 0.0) -> float:
        """Return a plain number."""
        found = number_of(self.get(at).rstrip("%"))
        return otherwise if found is None else found

    def opacity(self, at: int) -> float:
        """Return an opacity of 0 to 1, written in percent."""
        return min(max(self.number(at, 100.0), 0.0), 100.0) / 100

    def across(self, at: int) -> Um:
        """Return a length from left to right."""
        return self.script.um(self.get(at, "0"), self._width)

    def down(self, at: int) -> Um:
        """Return a length from top to bottom."""
        return self.script.um(self.get(at, "0"), self._height)

    def rect(self, at: int) -> Rect:
        """Return the box of four arguments; one with negative sides is turned over."""
        x, y, width, height = (
            self.across(at), self.down(at + 1), self.across(at + 2), self.down(at + 3)
        )  # fmt: skip
        return Rect(min(x, x + width), min(y, y + height), abs(width), abs(height))

    def corners(self, *places: int) -> list[tuple[Um, Um]]:
        """Return points of two arguments each."""
        return [(self.across(at), self.down(at + 1)) for at in places]

    def mirrored(self) -> tuple[Rect, str]:
        """Return the box of a text or picture, and how it is mirrored: a side below 0 does that."""
        x, y, width, height = self.across(1), self.down(2), self.across(3), self.down(4)
        flip = "horizontal" * (width < 0) + " " + "vertical" * (height < 0)
        return Rect(x, y, abs(width), abs(height)), flip.strip()

    def colour(self, at: int, otherwise: str = "") -> str | Gradient:
        """Return a colour; two with an angle are a gradient."""
        text = self.get(at, otherwise).upper().replace(" ", "")
        if text in ("", "EMPTY"):
            return ""
        found = re.findall(r"#[0-9A-F]{6}", text)
        if not found:
            return hex_colour(text.lower())
        if len(found) == 1:
            return str(found[0].lower())
        angle = re.search(r"@(-?\d{1,3})", text)
        rect = self.rect(0) if len(self.given) > 3 else Rect(0, 0, self._width, self._height)
        stops = [(at / (len(found) - 1), one.lower()) for at, one in enumerate(found)]
        return gradient(rect, 90 - (float(angle[1]) if angle else 0.0), stops)

    def shape(self, at: int, **more: Any) -> Shape:
        """Return the look of a shape: colour, fill and thickness begin at an argument."""
        line = self.colour(at, "#000000")
        # Without any colour, it is a black line around nothing.
        fill = self.colour(at + 1) if self.get(at + 1) or not self.get(at) else line
        width = self.across(at + 2) if self.get(at + 2) else THIN
        if isinstance(line, Gradient):
            if self.get(at + 1):  # otherwise it fills the shape
                todo = "choose the colour of the line in the template"
                self.script.lose(self.line, "a gradient along a line", todo)
            line = line.stops[0][1]
        return Shape(fill=fill, stroke=line, stroke_width=abs(width), **more)
