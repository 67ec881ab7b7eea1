"""The arguments of directives of nanDECK for a card: lengths, boxes and colours."""

import re
from collections.abc import Sequence
from typing import Any

from printnplay.importing.markup import hex_colour
from printnplay.importing.nandeck_sums import number_of
from printnplay.importing.nandeck_values import Settings
from printnplay.importing.values import Gradient, Shape, gradient
from printnplay.kernel.geometry import Rect, Um

_RADIAL = (360, 361)
"""The angles that stand for gradients around the middle."""
THIN: Um = 100
"""The width of lines that give none."""


class Pen:
    """The arguments of a directive for one card."""

    def __init__(self, script: Settings, name: str, line: int, given: Sequence[str]) -> None:
        """Take the settings of the script, the directive, and its arguments after the range."""
        self.script, self.line, self.given = script, line, given
        self.key = f"{name.lower()}-{line}"
        self.card = 0
        self.moves: Sequence[tuple[str, str]] = ()
        self._width, self._height = (script.um(side, None) for side in script.size)

    def get(self, at: int, otherwise: str = "") -> str:
        """Return an argument after the range; from 0."""
        return self.given[at] if at < len(self.given) and self.given[at] else otherwise

    def number(self, at: int, otherwise: float = 0.0) -> float:
        """Return a plain number."""
        found = number_of(self.get(at).rstrip("%"))
        return otherwise if found is None else found

    def lose(self, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.script.lose(self.line, what, todo)

    def refuse(self, what: str, todo: str, *places: int) -> None:
        """Note an effect that one of these arguments asks for."""
        if any(map(self.number, places)):
            self.lose(what, todo)

    def opacity(self, at: int) -> float:
        """Return an opacity of 0 to 1, written in percent; it may change along an angle."""
        level, sign, _ = self.get(at).partition("@")
        if sign:
            self.lose("a gradient of transparency", "draw it in the template")
            return 1.0
        found = number_of(level.rstrip("%"))
        return 1.0 if found is None else min(max(found, 0.0), 100.0) / 100

    @property
    def _start(self) -> tuple[Um, Um]:
        """The place that lengths from the corner of the card are counted from."""
        x, y = (
            sum(self.script.um(one[at], side) for one in self.moves)
            for at, side in enumerate((self._width, self._height))
        )
        return x, y

    def across(self, at: int) -> Um:
        """Return a length from left to right."""
        return self.script.um(self.get(at, "0"), self._width)

    def down(self, at: int) -> Um:
        """Return a length from top to bottom."""
        return self.script.um(self.get(at, "0"), self._height)

    def rect(self, at: int) -> Rect:
        """Return the box of four arguments; one with negative sides is turned over."""
        box, _ = self.mirrored(at)
        x, y = self.across(at + 2), self.down(at + 3)
        return Rect(box.x + min(x, 0), box.y + min(y, 0), box.width, box.height)

    def corners(self, *places: int) -> list[tuple[Um, Um]]:
        """Return points of two arguments each."""
        x, y = self._start
        return [(x + self.across(at), y + self.down(at + 1)) for at in places]

    def mirrored(self, at: int = 1) -> tuple[Rect, str]:
        """Return the box of a text or picture, and how it is mirrored: a side below 0 does that."""
        ((x, y),) = self.corners(at)
        width, height = self.across(at + 2), self.down(at + 3)
        flip = "horizontal" * (width < 0) + " " + "vertical" * (height < 0)
        return Rect(x, y, abs(width), abs(height)), flip.strip()

    def colour(self, at: int, otherwise: str = "") -> str | Gradient:
        """Return a colour; two with an angle are a gradient."""
        text = self.get(at, otherwise).upper().replace(" ", "")
        text = text.replace("#LLLLLL", self.script.latest)
        if text in ("", "EMPTY"):
            return ""
        found = [one.lower() for one in re.findall(r"#[0-9A-F]{6}", text)]
        colour = found[0] if found else hex_colour(text.lower())
        todo = "choose a colour in the template"
        if not colour:
            said = self.get(at)[:40]
            self.lose(f"the colour `{said}` is not known", todo)
            return ""
        self.script.latest = colour
        if len(found) < 2:
            return colour
        angle = re.search(r"@(-?\d{1,3})", text)
        if angle is None:
            self.lose("a gradient whose places are by chance", todo)
        turn = float(angle[1]) if angle else 0.0
        rect = self.rect(0) if len(self.given) > 3 else Rect(0, 0, self._width, self._height)
        stops = [(at / (len(found) - 1), one) for at, one in enumerate(found)]
        if turn in _RADIAL:
            middle = (rect.centre.x, rect.centre.y)
            return Gradient(middle, middle, tuple(stops), max(rect.width, rect.height) // 2 or 1)
        if turn > _RADIAL[0]:
            self.lose("a gradient of a form that SVG has not", todo)
        return gradient(rect, 90 - turn, stops)

    def shape(self, at: int, **more: Any) -> Shape:
        """Return the look of a shape: colour, fill and thickness begin at an argument."""
        line = self.colour(at, "#000000")
        # Without any colour, it is a black line around nothing.
        fill = self.colour(at + 1) if self.get(at + 1) or not self.get(at) else line
        width = self.across(at + 2) if self.get(at + 2) else THIN
        if isinstance(line, Gradient):
            if self.get(at + 1):  # otherwise it fills the shape
                todo = "choose the colour of the line in the template"
                self.lose("a gradient along a line", todo)
            line = line.stops[0][1]
        return Shape(fill=fill, stroke=line, stroke_width=abs(width), **more)
