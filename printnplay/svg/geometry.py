"""Boxes and transforms, and the fitting of a view into a place."""

import re
from math import hypot
from typing import NamedTuple

_ALIGN = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Box(NamedTuple):
    """A rectangle in any unit."""

    x: float
    y: float
    width: float
    height: float

    def joined(self, other: "Box | None") -> "Box":
        """Return the smallest box around both boxes."""
        if other is None:
            return self
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)

    def misses(self, other: "Box", by: float = 0) -> bool:
        """Check whether the boxes are more than a gap apart, without even a common edge."""
        return (
            self.x > other.x + other.width + by
            or other.x > self.x + self.width + by
            or self.y > other.y + other.height + by
            or other.y > self.y + self.height + by
        )

    def holds(self, other: "Box", by: float = 0) -> bool:
        """Check whether the other box lies inside, or overhangs by no more than this."""
        return (
            other.x >= self.x - by
            and other.y >= self.y - by
            and other.x + other.width <= self.x + self.width + by
            and other.y + other.height <= self.y + self.height + by
        )

    def in_shares_of(self, width: float, height: float) -> "Box":
        """Return the box relative to a width and a height, rounded to 6 digits."""
        sides = zip(self, (width, height, width, height), strict=True)
        return Box(*(round(side / whole, 6) for side, whole in sides))


class Matrix(NamedTuple):
    """A transform: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def times(self, inner: "Matrix") -> "Matrix":
        """Return the product: the transform that applies `inner` first.

        >>> Matrix(2, 0, 0, 2).times(Matrix(e=3))
        Matrix(a=2, b=0, c=0, d=2, e=6, f=0)
        """
        a, b, c, d, e, f = self
        return Matrix(
            a * inner.a + c * inner.b,
            b * inner.a + d * inner.b,
            a * inner.c + c * inner.d,
            b * inner.c + d * inner.d,
            a * inner.e + c * inner.f + e,
            b * inner.e + d * inner.f + f,
        )

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the transformed point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, box: Box) -> Box:
        """Return the upright bounding box of a transformed box."""
        x, y, width, height = box
        if self.b == self.c == 0 and self.a > 0 and self.d > 0:  # upright, as nearly all are
            return Box(*self.point(x, y), self.a * width, self.d * height)
        corners = [self.point(x + i * width, y + j * height) for i in (0, 1) for j in (0, 1)]
        return around(corners)

    @property
    def scales(self) -> tuple[float, float]:
        """The scale factors of lengths along x and along y."""
        return hypot(self.a, self.b), hypot(self.c, self.d)


def around(points: list[tuple[float, float]]) -> Box:
    """Return the bounding box of points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def fitted(view: Box, place: Box, aspect: str = "") -> Matrix:
    """Return the transform of a view to a place by `preserveAspectRatio` (SVG 2, 8.2).

    >>> fitted(Box(0, 0, 10, 10), Box(0, 0, 40, 20))
    Matrix(a=2.0, b=0, c=0, d=2.0, e=10.0, f=0.0)
    """
    if view.width <= 0 or view.height <= 0:
        return Matrix(e=place.x, f=place.y)
    x, y = place.width / view.width, place.height / view.height
    left = top = 0.0
    if aspect.split()[:1] != ["none"]:
        x = y = max(x, y) if "slice" in aspect else min(x, y)
        align = _ALIGN.search(aspect)
        shares = align.groups() if align else ("Mid", "Mid")
        left = (place.width - view.width * x) * _SHARES[shares[0]]
        top = (place.height - view.height * y) * _SHARES[shares[1]]
    return Matrix(x, 0, 0, y, place.x + left - view.x * x, place.y + top - view.y * y)


Focus = tuple[float, float]
"""A point of a picture, relative to its width and height."""


def framed(view: Box, place: Box, fit: str, focus: Focus) -> tuple[Box, Box]:
    """Return the visible part of a view and its place, to `contain`, `cover` or `stretch`.

    With `cover`, the focus is as close to the centre of the place as the edges of the view allow.
    With `contain`, the view has the same relative position in the place as the focus in the view.

    >>> framed(Box(0, 0, 40, 20), Box(0, 0, 10, 10), "cover", (0.25, 0.5))
    (Box(x=0, y=0, width=20.0, height=20.0), Box(x=0, y=0, width=10, height=10))
    >>> framed(Box(0, 0, 40, 20), Box(0, 0, 10, 10), "contain", (0.5, 0))
    (Box(x=0, y=0, width=40, height=20), Box(x=0.0, y=0.0, width=10.0, height=5.0))
    """
    scales = place.width / view.width, place.height / view.height
    if fit == "stretch":
        return view, place
    if fit == "contain":
        width, height = view.width * min(scales), view.height * min(scales)
        x = place.x + (place.width - width) * focus[0]
        return view, Box(x, place.y + (place.height - height) * focus[1], width, height)
    width, height = place.width / max(scales), place.height / max(scales)
    left = min(max(0, view.width * focus[0] - width / 2), view.width - width)
    top = min(max(0, view.height * focus[1] - height / 2), view.height - height)
    return Box(view.x + left, view.y + top, width, height), place
