"""The calibration sheet: it measures the scale and misregistration of a printer, on both sides.

The front has crosses to push a pin through, two rulers, and scales along the edges. The back has
grids behind the crosses, to read the position of the pin hole.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from printnplay.imposition.labels import place_label
from printnplay.imposition.marks import line
from printnplay.imposition.registration import Distances
from printnplay.imposition.rulers import METRIC, Scale, ruler
from printnplay.imposition.sides import quarter_turned, upside_down
from printnplay.kernel.geometry import Point, Rect, Size, Um, mm, pt
from printnplay.scene.sheet import Item, Label, Panel, Stroke

_ARM: Um = mm(12)
"""The length of an arm of a cross: 2 mm more than the grid (`_REACH`), so that it is visible
outside."""

_PIN: Um = mm(3)
"""The side of the square at the centre of a cross: a pin hole of 1 mm is easy to see in it. A
guess."""

_REACH: Um = mm(10)
"""The reach of a grid from its centre: 10 mm. A guess: more than printers shift a sheet."""

_INK, _FAINT = "#000000", "#8c8c8c"
_THIN, _BOLD = pt(0.25), pt(0.75)
"""The widths of thin and bold lines: a quarter of a point is as exact as a measurement to a tenth
of a millimetre needs, and three times that is easy to find."""

DEEPEST = 15
"""The widest margin, in millimetres, on the scales at the edges: three times `MARGIN` in
`papers.py`, for printers that leave more white. A guess."""

_DASH: Um = mm(3.6)
"""The length of a dash of the scales at the edges: most of `_PITCH`, so that neighbours stay
apart."""

_PITCH: Um = mm(5)
"""The distance between two dashes of a scale: room for numbers of two digits."""

_BELOW: Um = mm(4)
"""The gap from the deepest dash of a scale to the baseline of its numbers: slightly more than a
line of 9 pt."""

_CORNER: Um = mm(5)
"""The inset and the side of the squares in the corners: 5 mm, the unprintable margin of home
printers (`MARGIN` in `papers.py`)."""

_RULER_IN: Um = mm(26)
"""The distance of the upright ruler from the left edge: clear of the scale there (`DEEPEST`) and of
its numbers."""

_RULER_ABOVE: Um = mm(22)
"""The distance of the level ruler above the lower cross: clear of its grid (`_REACH`) and of
numbers."""

TEXT_BESIDE: Um = mm(42)
"""The distance of the text from the left edge: 16 mm right of the upright ruler, for its
numbers."""

TEXT_BELOW: Um = mm(18)
"""The distance of the text from the upper cross: 8 mm below its grid (`_REACH`), for numbers."""

_MARGIN: Um = mm(24)
"""The margin right of the text: clear of the scale there (`DEEPEST`) and of its numbers."""

Numbers = Callable[[int], Label]
"""A function that returns a number as a label."""


class CalibrationSheet(Struct, frozen=True):
    """The calibration sheet of a paper: the positions and looks of its marks."""

    paper: Size
    distances: Distances
    number: Numbers

    @property
    def crosses(self) -> tuple[Point, Point]:
        """The centres of the upper and the lower cross."""
        x, y = self.paper.width // 2, self.paper.height // 2
        return Point(x, y - self.distances.apart // 2), Point(x, y + self.distances.apart // 2)

    @property
    def text_area(self) -> Rect:
        """The area for text between the crosses, on the front and on the back."""
        top = self.crosses[0].y + TEXT_BELOW
        bottom = self.crosses[1].y - _RULER_ABOVE - mm(6)
        return Rect(TEXT_BESIDE, top, self.paper.width - TEXT_BESIDE - _MARGIN, bottom - top)

    def front(self) -> tuple[Item, ...]:
        """Return scales at the edges, squares in the corners, two crosses and two rulers."""
        return (
            *self._edges(),
            *self._corners(),
            *(item for cross in self.crosses for item in _cross(cross)),
            *self._rulers(),
        )

    def back(self) -> tuple[Item, ...]:
        """Return a grid behind each cross."""
        return tuple(item for cross in self.crosses for item in self._grid(cross))

    def _rulers(self) -> Iterator[Item]:
        across = Scale(self.distances.across // 1000, 1000, METRIC.ticks)
        level = Point(TEXT_BESIDE, self.crosses[1].y - _RULER_ABOVE)
        yield from ruler(across, level, self._numbers(across))
        along = Scale(self.distances.along // 1000, 1000, METRIC.ticks)
        low = (self.paper.height + along.length) // 2
        yield from ruler(along, Point(_RULER_IN, low), self._numbers(along), upright=True)

    def _numbers(self, scale: Scale) -> list[Label]:
        return [self.number(step) for step in scale.numbered]

    def _edges(self) -> Iterator[Item]:
        """Yield a scale at each edge: its first printed dash shows the margin width."""
        upright, lying = self.paper, self.paper.turned
        yield from self._edge(upright)
        yield from quarter_turned(self._edge(lying), lying)
        yield from upside_down(self._edge(upright), upright)
        yield from upside_down(quarter_turned(self._edge(lying), lying), upright)

    def _edge(self, size: Size) -> tuple[Item, ...]:
        """Return the scale at the upper edge of a sheet of this size."""
        items: list[Item] = []
        for depth in range(1, DEEPEST + 1):
            x = size.width // 2 + (depth - (DEEPEST + 1) // 2) * _PITCH
            start = Point(x - _DASH // 2, mm(depth))
            items.append(Stroke("rule", start, start.moved(_DASH, 0), _BOLD, _INK))
            at = Point(x, mm(DEEPEST) + _BELOW)
            items.append(place_label(self.number(depth), at, "centre"))
        return tuple(items)

    def _corners(self) -> Iterator[Item]:
        right, low = (side - 2 * _CORNER for side in (self.paper.width, self.paper.height))
        for x in (_CORNER, right):
            for y in (_CORNER, low):
                rect = Rect(x, y, _CORNER, _CORNER)
                yield Panel(rect, stroke=_INK, stroke_width=_BOLD)

    def _grid(self, middle: Point) -> Iterator[Item]:
        """Yield a millimetre grid around a point: every fifth line dark and numbered, bold axes."""
        for step in range(-_REACH // 1000, _REACH // 1000 + 1):
            away = mm(step)
            width = _BOLD if step == 0 else _THIN
            colour = _INK if step % 5 == 0 else _FAINT
            for dx, dy, across, down in ((away, -_REACH, 0, 1), (-_REACH, away, 1, 0)):
                start = middle.moved(dx, dy)
                end = start.moved(2 * _REACH * across, 2 * _REACH * down)
                yield Stroke("rule", start, end, width, colour)
            if step % 5 == 0:
                label = self.number(step)
                above = middle.moved(away, -_REACH - mm(1.2))
                yield place_label(label, above, "centre")
                beside = middle.moved(_REACH + mm(1.2), away + label.height // 2)
                yield place_label(label, beside)


def _cross(middle: Point) -> Iterator[Item]:
    yield line("rule", middle.moved(-_ARM, 0), middle.moved(_ARM, 0))
    yield line("rule", middle.moved(0, -_ARM), middle.moved(0, _ARM))
    half = _PIN // 2
    square = Rect(middle.x - half, middle.y - half, _PIN, _PIN)
    yield Panel(square, stroke=_INK, stroke_width=_THIN)
