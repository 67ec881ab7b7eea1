"""The box around a path: around its points and those that pull its curves.

The boxes around the shapes of a drawing, in the units they are drawn in.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from lxml.etree import _Element

from printnplay.svg.geometry import Box, around, numbers, user

_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_ARC = re.compile(
    r"([-+]?[\d.]+(?:e[-+]?\d+)?)[\s,]*([-+]?[\d.]+(?:e[-+]?\d+)?)[\s,]*([-+]?[\d.]+(?:e[-+]?\d+)?)"
    r"[\s,]*([01])[\s,]*([01])[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)[\s,]*"
    r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)",
    re.IGNORECASE,
)
_PAIRS = {"M": 1, "L": 1, "T": 1, "Q": 2, "S": 2, "C": 3}
"""How many points a command takes at a time; the last one is where it ends."""

XY = tuple[float, float]


# The faces of a deck repeat the same paths.
@lru_cache(maxsize=4096)
def box_of_path(data: str) -> Box | None:
    """The box around a path, or a somewhat larger one; None when it has no points.

    >>> box_of_path("M10 10h20v5z")
    Box(x=10.0, y=10.0, width=20.0, height=5.0)
    """
    points = list(_Pen().points(data))
    return around(points) if points else None


class _Pen:
    """Follows a path from point to point."""

    def __init__(self) -> None:
        self._at: XY = (0, 0)
        self._start: XY = (0, 0)

    def points(self, data: str) -> Iterator[XY]:
        """All points of a path, in its own units."""
        for command, values in _COMMAND.findall(data):
            kind, relative = command.upper(), command.islower()
            if kind == "Z":
                self._at = self._start
            elif kind in "HV":
                yield from self._straight(kind, numbers(values), relative=relative)
            elif kind == "A":
                yield from self._arcs(values, relative=relative)
            else:
                yield from self._curves(kind, numbers(values), relative=relative)

    def _straight(self, kind: str, values: list[float], *, relative: bool) -> Iterator[XY]:
        for value in values:
            x, y = self._at
            if kind == "H":
                x = x + value if relative else value
            else:
                y = y + value if relative else value
            self._at = (x, y)
            yield self._at

    def _curves(self, kind: str, values: list[float], *, relative: bool) -> Iterator[XY]:
        taken = 2 * _PAIRS[kind]
        for first in range(0, len(values) - taken + 1, taken):
            x, y = self._at if relative else (0, 0)
            for index in range(first, first + taken, 2):
                self._at = (x + values[index], y + values[index + 1])
                yield self._at
            if kind == "M" and first == 0:
                self._start = self._at

    def _arcs(self, values: str, *, relative: bool) -> Iterator[XY]:
        for found in _ARC.findall(values):
            across, down, _, _, _, x, y = map(float, found)
            before = self._at
            self._at = (before[0] + x, before[1] + y) if relative else (x, y)
            yield before
            yield self._at
            yield from _reach(before, self._at, max(abs(across), abs(down)))


def _reach(start: XY, end: XY, radius: float) -> Iterator[XY]:
    """How far an arc can go: a whole circle around the middle of its chord, and no further."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    half = max(abs(end[0] - start[0]), abs(end[1] - start[1])) / 2
    far = max(radius, half) * 2 if half < radius else half
    yield x - far, y - far
    yield x + far, y + far


Shape = Callable[[_Element, Box], Box | None]
"""Gives the box of a shape; per cent count from the second."""


def _rectangle(element: _Element, whole: Box) -> Box | None:
    width = user(element.get("width"), whole.width)
    height = user(element.get("height"), whole.height)
    x, y = user(element.get("x"), whole.width), user(element.get("y"), whole.height)
    return Box(x, y, width, height) if width > 0 and height > 0 else None


def _round(element: _Element, whole: Box) -> Box | None:
    x, y = user(element.get("cx"), whole.width), user(element.get("cy"), whole.height)
    radius = user(element.get("r"), min(whole.width, whole.height))
    across = user(element.get("rx"), whole.width, default=radius)
    down = user(element.get("ry"), whole.height, default=radius)
    return Box(x - across, y - down, 2 * across, 2 * down) if across > 0 and down > 0 else None


def _line(element: _Element, whole: Box) -> Box | None:
    ends = [
        (
            user(element.get(f"x{end}"), whole.width),
            user(element.get(f"y{end}"), whole.height),
        )
        for end in (1, 2)
    ]
    return around(ends)


def _points(element: _Element, whole: Box) -> Box | None:
    del whole
    found = numbers(element.get("points", ""))
    pairs = list(zip(found[::2], found[1::2], strict=False))
    return around(pairs) if pairs else None


def _path(element: _Element, whole: Box) -> Box | None:
    del whole
    return box_of_path(element.get("d", ""))


SHAPES: Mapping[str, Shape] = {
    "rect": _rectangle,
    "image": _rectangle,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
    "path": _path,
}
"""How the box of each kind of shape is found."""
