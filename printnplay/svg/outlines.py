"""Outlines of shapes as closely spaced points, for measuring their length and bounding box."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt
from typing import NamedTuple

from lxml.etree import _Element

from printnplay.svg.elements import NAMES
from printnplay.svg.geometry import Box, around
from printnplay.svg.values import Segment, numbers, path_data, user

XY = tuple[float, float]
Line = list[XY]

STEPS = 48
"""The number of straight segments that approximate a curve: with 48 its length is accurate to a
thousandth."""
MOST = 20_000
"""The most segments of a path to measure: illustrations have more, cards do not. A guess."""


def outline(element: _Element, viewport: XY) -> list[Line] | None:
    """Return the points along a basic shape, a list for each part; None for other elements."""
    shape = _SHAPES.get(NAMES.get(element.tag, ""))
    return None if shape is None else shape(element, viewport)


def box(lines: list[Line]) -> Box | None:
    """Return the bounding box of the points."""
    points = [point for line in lines for point in line]
    return around(points) if points else None


def length(lines: list[Line]) -> float:
    """Return the total length of lines."""
    return sum(
        hypot(end[0] - start[0], end[1] - start[1])
        for line in lines
        for start, end in itertools.pairwise(line)
    )


def lines_of(data: str) -> list[Line]:
    """Return the points along the `d` of a path."""
    lines: list[Line] = []
    at = start = (0.0, 0.0)
    before: tuple[str, XY] = ("", at)
    for segment in path_data(data).segments[:MOST]:
        name = segment.command.upper()
        if name == "M":
            at = start = end_of(segment, at)
            lines.append([at])
            before = (name, at)
            continue
        if before[0] == "Z":
            lines.append([at])
        points = list(_points(segment, at, before))
        if name == "Z":
            points = [start]
        lines[-1] += points
        before = (name, _pull(segment, at, before))
        at = points[-1]
    return lines


def end_of(segment: Segment, at: XY) -> XY:
    """Return the end of a segment that starts at a point; for a closing one, that point."""
    x, y = at if segment.command.islower() else (0.0, 0.0)
    match segment.command.upper():
        case "H":
            return x + segment.values[0], at[1]
        case "V":
            return at[0], y + segment.values[0]
        case "Z":
            return at
    return x + segment.values[-2], y + segment.values[-1]


def _pairs(segment: Segment, at: XY) -> Line:
    x, y = at if segment.command.islower() else (0.0, 0.0)
    values = segment.values
    return [(x + values[i], y + values[i + 1]) for i in range(0, len(values), 2)]


def _mirrored(at: XY, before: tuple[str, XY], kinds: str) -> XY:
    """Return the control point of a smooth curve: the mirrored previous one of its kind."""
    if before[0] not in kinds:
        return at
    return 2 * at[0] - before[1][0], 2 * at[1] - before[1][1]


def _pull(segment: Segment, at: XY, before: tuple[str, XY]) -> XY:
    """Return the last control point of a curve; for other segments, their end."""
    match segment.command.upper():
        case "C" | "S" | "Q":
            return _pairs(segment, at)[-2]
        case "T":
            return _mirrored(at, before, "QT")
    return end_of(segment, at)


def _points(segment: Segment, at: XY, before: tuple[str, XY]) -> Iterator[XY]:
    """Yield the points along a segment, without its first."""
    match segment.command.upper():
        case "C":
            yield from _curve([at, *_pairs(segment, at)])
        case "S":
            yield from _curve([at, _mirrored(at, before, "CS"), *_pairs(segment, at)])
        case "Q":
            yield from _curve([at, *_pairs(segment, at)])
        case "T":
            yield from _curve([at, _mirrored(at, before, "QT"), *_pairs(segment, at)])
        case "A":
            yield from _along_arc(segment, at)
        case _:
            yield end_of(segment, at)


def _curve(pulls: Line) -> Iterator[XY]:
    """Yield points of a Bézier curve, by de Casteljau's algorithm."""
    for step in range(1, STEPS + 1):
        t, points = step / STEPS, pulls
        while len(points) > 1:
            points = [
                (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
                for a, b in itertools.pairwise(points)
            ]
        yield points[0]


class _Arc(NamedTuple):
    """An arc of an ellipse: its centre, radii and rotation, its start angle and its sweep."""

    centre: XY
    radii: XY
    turn: float
    first: float
    angle: float

    def at(self, share: float) -> XY:
        """Return the point at a fraction of the arc."""
        angle = self.first + self.angle * share
        u, v = self.radii[0] * cos(angle), self.radii[1] * sin(angle)
        return (
            self.centre[0] + cos(self.turn) * u - sin(self.turn) * v,
            self.centre[1] + sin(self.turn) * u + cos(self.turn) * v,
        )

    def extremes(self) -> list[float]:
        """Return the fractions at which it turns back, horizontally or vertically."""
        across, down = self.radii
        turns = (
            atan2(-down * sin(self.turn), across * cos(self.turn)),
            atan2(down * cos(self.turn), across * sin(self.turn)),
        )
        shares = ((turn + half * pi - self.first) / self.angle for turn in turns for half in HALVES)
        return [share for share in shares if 0 < share < 1]


HALVES = range(-4, 5)
"""Half turns at which the extremes of an arc may lie: it begins and ends within two turns."""


def _arc(segment: Segment, start: XY) -> _Arc | None:
    """Return an arc as its centre and angles (SVG 2, B.2.4); None if it is a straight line."""
    end = end_of(segment, start)
    across, down = abs(segment.values[0]), abs(segment.values[1])
    turn, large, sweep = radians(segment.values[2]), segment.values[3], segment.values[4]
    half = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x = cos(turn) * half[0] + sin(turn) * half[1]
    y = -sin(turn) * half[0] + cos(turn) * half[1]
    if not across or not down or start == end:
        return None
    stretched = sqrt(max(1.0, (x / across) ** 2 + (y / down) ** 2))
    across, down = across * stretched, down * stretched
    below = (across * y) ** 2 + (down * x) ** 2
    if not below:
        return None
    factor = sqrt(max(0.0, (across * down) ** 2 / below - 1)) * (-1 if large == sweep else 1)
    u, v = factor * across * y / down, -factor * down * x / across
    first = atan2((y - v) / down, (x - u) / across)
    angle = atan2((-y - v) / down, (-x - u) / across) - first
    if sweep and angle < 0:
        angle += 2 * pi
    elif not sweep and angle > 0:
        angle -= 2 * pi
    if not angle:
        return None
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    centre = (
        middle[0] + cos(turn) * u - sin(turn) * v,
        middle[1] + sin(turn) * u + cos(turn) * v,
    )
    return _Arc(centre, (across, down), turn, first, angle)


def _along_arc(segment: Segment, start: XY) -> Iterator[XY]:
    arc = _arc(segment, start)
    if arc is not None:
        steps = max(2, ceil(STEPS * abs(arc.angle) / pi))
        shares = [*(step / steps for step in range(1, steps)), *arc.extremes()]
        yield from map(arc.at, sorted(shares))
    yield end_of(segment, start)


def reach_of_arc(segment: Segment, start: XY) -> Iterator[XY]:
    """Yield the extreme points of an arc, and its end."""
    arc = _arc(segment, start)
    if arc is not None:
        yield from map(arc.at, arc.extremes())
    yield end_of(segment, start)


def _path(element: _Element, viewport: XY) -> list[Line]:
    del viewport
    return lines_of(element.get("d", ""))


def _rectangle(element: _Element, viewport: XY) -> list[Line]:
    width, height = viewport
    x, y = user(element.get("x"), width), user(element.get("y"), height)
    w, h = user(element.get("width"), width), user(element.get("height"), height)
    across, down = element.get("rx"), element.get("ry")
    rx = min(user(across if across is not None else down, width), w / 2)
    ry = min(user(down if down is not None else across, height), h / 2)
    if w <= 0 or h <= 0:
        return []
    arc = f"a{rx} {ry} 0 0 1"
    return lines_of(
        f"M{x + rx} {y}h{w - 2 * rx}{arc} {rx} {ry}v{h - 2 * ry}{arc} {-rx} {ry}"
        f"h{2 * rx - w}{arc} {-rx} {-ry}v{2 * ry - h}{arc} {rx} {-ry}z"
    )


def _ellipse(element: _Element, viewport: XY) -> list[Line]:
    width, height = viewport
    x, y = user(element.get("cx"), width), user(element.get("cy"), height)
    radius = user(element.get("r"), hypot(width, height) / sqrt(2))
    rx = user(element.get("rx"), width, default=radius)
    ry = user(element.get("ry"), height, default=radius)
    arc = f"a{rx} {ry} 0 1 1"
    return lines_of(f"M{x + rx} {y}{arc} {-2 * rx} 0{arc} {2 * rx} 0z") if rx * ry > 0 else []


def _line(element: _Element, viewport: XY) -> list[Line]:
    width, height = viewport
    return [
        [
            (user(element.get(f"x{end}"), width), user(element.get(f"y{end}"), height))
            for end in (1, 2)
        ]
    ]


def _polyline(element: _Element, viewport: XY) -> list[Line]:
    del viewport
    values = numbers(element.get("points", "")).values
    points = list(zip(values[::2], values[1::2], strict=False))
    if points and NAMES.get(element.tag) == "polygon":
        points.append(points[0])
    return [points] if points else []


_SHAPES: Mapping[str, Callable[[_Element, XY], list[Line]]] = {
    "path": _path,
    "rect": _rectangle,
    "image": _rectangle,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polyline,
}
