"""Card shapes, as cut outlines of straight lines and curves."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import ceil, hypot, inf
from typing import TypeAlias

from msgspec import Struct, field

from printnplay.kernel.geometry import Point, Rect, Size, Um, mm

Curve: TypeAlias = tuple[Point, ...]
"""A segment of an outline: its end, or the two control points of a Bezier curve and its end."""

ARC = 0.552_284_75
"""Distance of the control points of a Bezier curve along a quarter of a circle of radius 1: 4/3 (√2
- 1) is 0.55228475."""

STEP: Um = mm(0.5)
"""Longest straight line that approximates a curve: 0.01 mm off at a radius of 3 mm."""


class Outline(Struct, frozen=True):
    """A closed path: its start, and its segments in order, back to the start."""

    start: Point
    curves: tuple[Curve, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """All points, including the control points of curves."""
        return (self.start, *(point for curve in self.curves for point in curve))

    def mapped(self, to: Callable[[Point], Point]) -> "Outline":
        """Return the outline with each point transformed by `to`."""
        return Outline(to(self.start), tuple(tuple(map(to, curve)) for curve in self.curves))

    def landed(self, size: Size, rect: Rect, turn: int, *, mirrored: bool = False) -> "Outline":
        """Return the outline of a card of this size placed in a cell, rotated clockwise.

        With `mirrored`, return the outline of its back, seen from the back.
        """

        def place(point: Point) -> Point:
            x = size.width - point.x if mirrored else point.x
            across, down = {
                0: (x, point.y),
                90: (size.height - point.y, x),
                180: (size.width - x, size.height - point.y),
                270: (point.y, size.width - x),
            }[turn % 360]
            return rect.origin.moved(across, down)

        return self.mapped(place)

    def flattened(self) -> tuple[Point, ...]:
        """Return the corners of a polygon that approximates the outline closely enough to cut."""
        corners = [self.start]
        for curve in self.curves:
            corners += [curve[0]] if len(curve) == 1 else _bezier(corners[-1], *curve)
        return tuple(corners[:-1] if corners[-1] == corners[0] else corners)


def scaled(outline: Outline, size: Size, rect: Rect) -> Outline:
    """Return the outline of a card of this size, scaled to a place."""

    def place(point: Point) -> Point:
        return Point(
            rect.x + point.x * rect.width // size.width,
            rect.y + point.y * rect.height // size.height,
        )

    return outline.mapped(place)


SAFE: Um = mm(3)
"""Safe distance from the trimmed edge for content that must not be cut off: the printers' usual
measure."""

XY: TypeAlias = tuple[float, float]
"""A point in micrometres, not necessarily whole ones."""


class Knife(Struct, frozen=True):
    """An outline as a polygon, for measuring the distance of points from the cut line."""

    corners: tuple[Point, ...]

    def nears(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether the outline may cross a rectangle; false positives are rare."""
        return any(
            min(start.x, end.x) <= right
            and max(start.x, end.x) >= left
            and min(start.y, end.y) <= bottom
            and max(start.y, end.y) >= top
            for start, end in self._edges
        )

    def depth(self, at: XY) -> float:
        """Return the distance of a point inside the outline, in micrometres; negative outside."""
        x, y = at
        inside = False
        nearest = inf
        for start, end in self._edges:
            dx, dy = end.x - start.x, end.y - start.y
            if (start.y > y) != (end.y > y) and x < start.x + (y - start.y) * dx / dy:
                inside = not inside
            length = dx * dx + dy * dy
            along = ((x - start.x) * dx + (y - start.y) * dy) / length if length else 0.0
            share = min(1.0, max(0.0, along))
            nearest = min(nearest, hypot(start.x + share * dx - x, start.y + share * dy - y))
        return nearest if inside else -nearest

    @property
    def _edges(self) -> Iterator[tuple[Point, Point]]:
        return zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)


def polygon(corners: tuple[Point, ...]) -> Outline:
    """Return an outline of straight lines between corners."""
    return Outline(corners[0], tuple((corner,) for corner in (*corners[1:], corners[0])))


def rounded(rect: Rect, across: Um, down: Um) -> Outline:
    """Return a rectangle with elliptical corners of these radii."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    a, d = round(across * ARC), round(down * ARC)
    return Outline(
        Point(x + across, y),
        (
            (Point(right - across, y),),
            (
                Point(right - across + a, y),
                Point(right, y + down - d),
                Point(right, y + down),
            ),
            (Point(right, bottom - down),),
            (
                Point(right, bottom - down + d),
                Point(right - across + a, bottom),
                Point(right - across, bottom),
            ),
            (Point(x + across, bottom),),
            (
                Point(x + across - a, bottom),
                Point(x, bottom - down + d),
                Point(x, bottom - down),
            ),
            (Point(x, y + down),),
            (Point(x, y + down - d), Point(x + across - a, y), Point(x + across, y)),
        ),
    )


def _bezier(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    around = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, first, second, end)))
    steps = max(1, ceil(around / STEP))
    return [_on(start, first, second, end, step / steps) for step in range(1, steps + 1)]


def _on(start: Point, first: Point, second: Point, end: Point, share: float) -> Point:
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    points = (start, first, second, end)
    return Point(
        round(sum(weight * point.x for weight, point in zip(weights, points, strict=True))),
        round(sum(weight * point.y for weight, point in zip(weights, points, strict=True))),
    )


class ShapeKind(StrEnum):
    """The shapes of cards; hexes have two corners at the ends of their longer side."""

    RECTANGLE = "rectangle"
    ROUNDED = "rounded"
    CIRCLE = "circle"
    HEX = "hex"
    PATH = "path"


class Shape(Struct, frozen=True):
    """A shape, with the corner radius of a rounded one, or the outline of a path."""

    kind: ShapeKind = ShapeKind.RECTANGLE
    corner: Um = 0
    path: Outline | None = None

    @property
    def is_straight(self) -> bool:
        """Whether cards are cut along their cell edges; round corners are cut last."""
        return self.kind in (ShapeKind.RECTANGLE, ShapeKind.ROUNDED)

    def mirrored(self, size: Size) -> "Shape":
        """Return the shape as seen on the back of a card of this size."""
        if self.path is None:
            return self
        path = self.path.mapped(lambda point: Point(size.width - point.x, point.y))
        return Shape(self.kind, self.corner, path)

    def outline(self, size: Size) -> Outline:
        """Return the outline of a card of this size, relative to its top left corner."""
        rect = Rect(0, 0, size.width, size.height)
        if self.kind is ShapeKind.CIRCLE:
            return rounded(rect, rect.width // 2, rect.height // 2)
        if self.kind is ShapeKind.HEX:
            return polygon(hexagon(size))
        if self.kind is ShapeKind.ROUNDED:
            corner = min(self.corner, size.width // 2, size.height // 2)
            return rounded(rect, corner, corner)
        if self.kind is ShapeKind.PATH and self.path is not None:
            return self.path
        right, bottom = rect.right, rect.bottom
        return polygon((rect.origin, Point(right, 0), Point(right, bottom), Point(0, bottom)))


def hexagon(size: Size) -> tuple[Point, ...]:
    """Return the corners of a hexagon that fills a rectangle, clockwise.

    The pointed ends each take a quarter of the longer side, as in a regular hexagon.

    >>> [(point.x, point.y) for point in hexagon(Size(40, 40))]
    [(20, 0), (40, 10), (40, 30), (20, 40), (0, 30), (0, 10)]
    """
    width, height = size.width, size.height
    if height >= width:
        low, high = height // 4, height - height // 4
        corners = [(width // 2, 0), (width, low), (width, high)]
        corners += [(width // 2, height), (0, high), (0, low)]
    else:
        low, high = width // 4, width - width // 4
        corners = [(low, 0), (high, 0), (width, height // 2)]
        corners += [(high, height), (low, height), (0, height // 2)]
    return tuple(Point(x, y) for x, y in corners)


def widened(corners: Sequence[Point], by: Sequence[Um]) -> tuple[Point, ...]:
    """Return a convex polygon, corners clockwise, with each edge moved outwards by a distance.

    The first edge runs from the first corner to the second.
    """
    ends = [*corners[1:], corners[0]]
    lines = [_moved_out(start, end, out) for start, end, out in zip(corners, ends, by, strict=True)]
    return tuple(_crossing(lines[index - 1], lines[index]) for index in range(len(lines)))


_Line: TypeAlias = tuple[float, float, float, float]
"""A point on a line, and the line's direction."""


def _moved_out(start: Point, end: Point, out: Um) -> _Line:
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    return start.x + out * dy / length, start.y - out * dx / length, dx, dy


def _crossing(first: _Line, second: _Line) -> Point:
    (x, y, dx, dy), (other_x, other_y, other_dx, other_dy) = first, second
    along = ((other_x - x) * other_dy - (other_y - y) * other_dx) / (dx * other_dy - dy * other_dx)
    return Point(round(x + along * dx), round(y + along * dy))


CORNER: Um = mm(3)
"""The radius of the corners of a poker card: about an eighth of an inch."""


def usual_corner(size: Size) -> Um:
    """Return the usual corner radius of a card: that of a poker card, or less on a small one.

    A tenth of the shorter side leaves most of the edge of a small token straight. A guess.

    >>> usual_corner(Size(63_500, 88_900)), usual_corner(Size(20_000, 30_000))
    (3000, 2000)
    """
    return min(CORNER, size.width // 10, size.height // 10)


class CardFormat(Struct, frozen=True):
    """The layout of cards on a sheet: trimmed size, bleed, gutter, and shape.

    If `gutter` is None, it is as wide as possible without losing a card per sheet. `back_bleed` is
    the bleed on sheets of backs, if it is not the same.
    """

    size: Size
    bleed: Um = 0
    gutter: Um | None = 0
    shape: Shape = field(default_factory=Shape)
    back_bleed: Um | None = None

    @property
    def behind(self) -> Um:
        """The bleed on sheets of backs."""
        return self.bleed if self.back_bleed is None else self.back_bleed

    @property
    def widest(self) -> Um:
        """The greater bleed of both sides, for which gutters have room."""
        return max(self.bleed, self.behind)
