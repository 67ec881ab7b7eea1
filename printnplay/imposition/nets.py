"""Nets of boxes: panels with outlines and hinges, their shapes, and the lines to cut and fold.

A net has its printed side up. Outlines run clockwise from the top left.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, Size, Um, mm

Edge: TypeAlias = tuple[Point, Point]

STEPS = 8
"""The number of straight segments for a quarter circle: 0.04 mm off at a radius of 7.5 mm."""

Away: TypeAlias = Literal["top", "bottom", "left", "right"]
"""The direction of a flap, away from the panel that it is attached to."""


def tapered(rect: Rect, away: Away, inset: Um, taper: Um) -> tuple[Point, ...]:
    """Return a flap that narrows: by `inset` at its hinge, by `taper` more at its end."""
    return _turned_away(rect, away, lambda length, reach: _trapezium(length, reach, inset, taper))


def rounded(rect: Rect, away: Away, radius: Um) -> tuple[Point, ...]:
    """Return a flap with rounded corners at its end."""
    return _turned_away(rect, away, lambda length, reach: _round(length, reach, radius))


def notched(rect: Rect, radius: Um) -> tuple[Point, ...]:
    """Return a rectangle with a semicircle cut out of the middle of its upper side."""
    middle = rect.x + rect.width // 2
    arc = [
        Point(middle - round(radius * cos(angle)), rect.y + round(radius * sin(angle)))
        for angle in (pi * step / (2 * STEPS) for step in range(2 * STEPS + 1))
    ]
    right, low = rect.right, rect.bottom
    return (rect.origin, *arc, Point(right, rect.y), Point(right, low), Point(rect.x, low))


def _trapezium(length: Um, reach: Um, inset: Um, taper: Um) -> list[tuple[Um, Um]]:
    far = inset + taper
    return [(inset, 0), (far, reach), (length - far, reach), (length - inset, 0)]


def _round(length: Um, reach: Um, radius: Um) -> list[tuple[Um, Um]]:
    radius = min(radius, reach, length // 2)
    arc = [
        (radius - round(radius * cos(angle)), reach - radius + round(radius * sin(angle)))
        for angle in (pi * step / (2 * STEPS) for step in range(STEPS + 1))
    ]
    return [(0, 0), *arc, *((length - along, away) for along, away in reversed(arc)), (length, 0)]


def _turned_away(
    rect: Rect, away: Away, shape: Callable[[Um, Um], list[tuple[Um, Um]]]
) -> tuple[Point, ...]:
    """Map a shape along the hinge of a flap, and away from it."""
    if away in ("left", "right"):
        places = shape(rect.height, rect.width)
        if away == "left":
            return tuple(Point(rect.right - out, rect.bottom - along) for along, out in places)
        return tuple(Point(rect.x + out, rect.y + along) for along, out in places)
    places = shape(rect.width, rect.height)
    if away == "top":
        return tuple(Point(rect.x + along, rect.bottom - out) for along, out in places)
    return tuple(Point(rect.right - along, rect.y + out) for along, out in places)


SLACK: Um = mm(0.5)
"""The play of a flap on each side in its opening: cuts by hand are more exact."""

TAB: Um = mm(15)
"""The greatest width of a glue tab: a wider one holds no better. A guess."""

TAB_TAPER: Um = mm(4)
"""The taper of a glue tab at its ends, so that no corner is visible at the seam. A guess."""


class BoxPanel(Struct, frozen=True):
    """A part of the net: its rectangle, its outline clockwise, and its hinge on another panel."""

    name: str
    rect: Rect
    outline: tuple[Point, ...]
    parent: str = ""
    hinge: Edge | None = None

    @property
    def edges(self) -> Iterator[Edge]:
        """The sides of the outline."""
        return pairwise((*self.outline, self.outline[0]))

    def moved(self, dx: Um, dy: Um) -> "BoxPanel":
        """Return the panel moved right and down."""
        return replace(
            self,
            rect=self.rect.moved(dx, dy),
            outline=tuple(corner.moved(dx, dy) for corner in self.outline),
            hinge=self.hinge and (self.hinge[0].moved(dx, dy), self.hinge[1].moved(dx, dy)),
        )


class Net(Struct, frozen=True):
    """An unfolded box or part of one: its size, its panels by name, and the slits beside flaps.

    `faces` are the panels with pictures, and the name of each one's picture. `steps` are the flaps
    that are numbered in the order of closing, `glued` those that are hatched. The contents of the
    box are printed on `plate`.
    """

    size: Size
    panels: Mapping[str, BoxPanel]
    slits: tuple[Edge, ...] = field(default=())
    faces: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, int] = field(default_factory=dict)
    glued: tuple[str, ...] = ()
    plate: str = ""

    @property
    def hinges(self) -> list[Edge]:
        """The hinges between panels; slits are cut out of them."""
        return [panel.hinge for panel in self.panels.values() if panel.hinge is not None]


def net_of(
    panels: Sequence[BoxPanel],
    *,
    faces: Mapping[str, str],
    steps: Mapping[str, int] | None = None,
    glued: tuple[str, ...] = (),
    plate: str = "",
) -> Net:
    """Return the net of panels, moved to the top left of a sheet; see `Net`."""
    left = min(panel.rect.x for panel in panels)
    top = min(panel.rect.y for panel in panels)
    right = max(panel.rect.right for panel in panels)
    low = max(panel.rect.bottom for panel in panels)
    moved = {panel.name: panel.moved(-left, -top) for panel in panels}
    size = Size(right - left, low - top)
    return Net(size, moved, (), faces, steps or {}, glued, plate)


def plain_panel(name: str, rect: Rect, parent: str = "", hinge: Edge | None = None) -> BoxPanel:
    """Return a rectangular panel."""
    return BoxPanel(name, rect, corners(rect), parent, hinge)


def corners(rect: Rect) -> tuple[Point, ...]:
    """Return the corners of a rectangle."""
    return (
        rect.origin,
        Point(rect.right, rect.y),
        Point(rect.right, rect.bottom),
        Point(rect.x, rect.bottom),
    )


def upright(x: Um, rect: Rect) -> Edge:
    """Return the upright edge at x that is as long as a rectangle."""
    return Point(x, rect.y), Point(x, rect.bottom)


def level(y: Um, rect: Rect) -> Edge:
    """Return the level edge at y that is as long as a rectangle."""
    return Point(rect.x, y), Point(rect.right, y)


def folds(net: Net) -> list[Edge]:
    """Return the fold lines of the net: the hinges without their slits."""
    return [part for hinge in net.hinges for part in _without(hinge, net.slits)]


def cuts(net: Net) -> list[Edge]:
    """Return the cut lines of the net: the outlines without hinges, and the slits."""
    outlines = [edge for panel in net.panels.values() for edge in panel.edges]
    free = [part for edge in outlines for part in _without(edge, net.hinges)]
    return [*dict.fromkeys(free), *net.slits]


def _without(edge: Edge, gaps: Sequence[Edge]) -> list[Edge]:
    """Return the parts of an edge outside the gaps along it, left to right."""
    start, end = sorted(edge, key=lambda point: (point.x, point.y))
    is_upright = start.x == end.x
    if not is_upright and start.y != end.y:
        return [edge]
    overlaps = sorted(_overlaps((start, end), gaps, is_upright=is_upright))
    low, high = (start.y, end.y) if is_upright else (start.x, end.x)
    bounds = [low, *(at for overlap in overlaps for at in overlap), high]
    parts = zip(bounds[::2], bounds[1::2], strict=True)
    at = start.x if is_upright else start.y
    return [
        (Point(at, first), Point(at, last)) if is_upright else (Point(first, at), Point(last, at))
        for first, last in parts
        if first < last
    ]


def _overlaps(edge: Edge, gaps: Sequence[Edge], *, is_upright: bool) -> Iterator[tuple[Um, Um]]:
    start, end = edge
    for first_end, other_end in gaps:
        if is_upright:
            in_line = first_end.x == other_end.x == start.x
        else:
            in_line = first_end.y == other_end.y == start.y
        if not in_line:
            continue
        low, high = sorted((first_end.y, other_end.y) if is_upright else (first_end.x, other_end.x))
        first, last = (start.y, end.y) if is_upright else (start.x, end.x)
        if max(low, first) < min(high, last):
            yield max(low, first), min(high, last)
