"""Lengths in drawings: units to millimetres, and to the user units that CSS calls pixels.

Where things of a drawing come to lie: transforms, and views fitted into boxes.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, hypot, radians, sin, tan
from typing import NamedTuple

MM_PER_INCH = 25.4
CSS_PIXELS = 96
"""User units to the inch (CSS Values and Units, 5.2)."""
POINTS = 72
"""What Illustrator means by a pixel."""

_INCHES = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "q": 1 / 101.6, "pt": 1 / 72, "pc": 1 / 6}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)\s*", re.IGNORECASE)


def parts(text: str) -> tuple[float, str] | None:
    """The number and the unit of a length; None when it is none.

    >>> parts("2.5in"), parts("7"), parts("auto")
    ((2.5, 'in'), (7.0, ''), None)
    """
    match = _LENGTH.fullmatch(text)
    return (float(match[1]), match[2].lower()) if match else None


def millimetres(text: str, per_inch: float = CSS_PIXELS) -> float | None:
    """A length that does not depend on what is around it; None for others.

    >>> millimetres("1in"), millimetres("96"), millimetres("50%")
    (25.4, 25.4, None)
    """
    found = parts(text)
    if found is None:
        return None
    number, unit = found
    inches = 1 / per_inch if unit in ("", "px") else _INCHES.get(unit)
    return None if inches is None else number * inches * MM_PER_INCH


def in_true_unit(text: str) -> bool:
    """Whether a length is given in a unit that can be measured on paper."""
    found = parts(text)
    return found is not None and found[1] in _INCHES


def user(text: str | None, whole: float = 0, em: float = 16, default: float = 0) -> float:
    """A length in user units; `whole` is what per cent count from.

    >>> user("1in"), user("50%", 40), user(None)
    (96.0, 20.0, 0)
    """
    found = parts(text or "")
    if found is None:
        return default
    number, unit = found
    scales = {"": 1.0, "px": 1.0, "%": whole / 100, "em": em, "rem": 16.0, "ex": em / 2}
    return number * (scales[unit] if unit in scales else CSS_PIXELS * _INCHES.get(unit, 0))


_CALL = re.compile(r"(\w+)\s*\(([^()]*)\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ALIGN = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Box(NamedTuple):
    """A rectangle in any unit."""

    x: float
    y: float
    width: float
    height: float

    def joined(self, other: "Box | None") -> "Box":
        """The smallest box around both."""
        if other is None:
            return self
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)

    def misses(self, other: "Box", by: float = 0) -> bool:
        """Whether the boxes have nothing in common, not even an edge, and a gap wider than this."""
        return (
            self.x > other.x + other.width + by
            or other.x > self.x + self.width + by
            or self.y > other.y + other.height + by
            or other.y > self.y + self.height + by
        )

    def holds(self, other: "Box", by: float = 0) -> bool:
        """Whether the other box lies inside, or sticks out by no more than this."""
        return (
            other.x >= self.x - by
            and other.y >= self.y - by
            and other.x + other.width <= self.x + self.width + by
            and other.y + other.height <= self.y + self.height + by
        )


class Matrix(NamedTuple):
    """A transform: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def times(self, inner: "Matrix") -> "Matrix":
        """The transform that does `inner` first.

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
        """Where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, box: Box) -> Box:
        """The upright box around a transformed one."""
        x, y, width, height = box
        corners = [self.point(x + i * width, y + j * height) for i in (0, 1) for j in (0, 1)]
        return around(corners)

    @property
    def scales(self) -> tuple[float, float]:
        """How much longer lengths along x and along y become."""
        return hypot(self.a, self.b), hypot(self.c, self.d)


def around(points: list[tuple[float, float]]) -> Box:
    """The box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def numbers(text: str) -> list[float]:
    """All numbers of an attribute.

    >>> numbers("0 .5,1e1-2")
    [0.0, 0.5, 10.0, -2.0]
    """
    return [float(one) for one in _NUMBER.findall(text)]


# The same few stand in thousands of elements.
@lru_cache(maxsize=4096)
def transform(text: str) -> Matrix:
    """A `transform` attribute; what is not understood moves nothing.

    >>> transform("translate(1 2) scale(3)")
    Matrix(a=3.0, b=0.0, c=0.0, d=3.0, e=1.0, f=2.0)
    """
    matrix = Matrix()
    for name, values in _CALL.findall(text):
        matrix = matrix.times(_single(name, numbers(values)))
    return matrix


def _single(name: str, values: list[float]) -> Matrix:
    make, least, most = _CALLS.get(name, (None, 0, 0))
    return make(*values) if make and least <= len(values) <= most else Matrix()


def _rotation(degrees: float, x: float = 0, y: float = 0) -> Matrix:
    angle = radians(degrees)
    turned = Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))
    return Matrix(e=x, f=y).times(turned).times(Matrix(e=-x, f=-y))


def _scaling(x: float, y: float | None = None) -> Matrix:
    return Matrix(a=x, d=x if y is None else y)


_CALLS: Mapping[str, tuple[Callable[..., Matrix], int, int]] = {
    "matrix": (Matrix, 6, 6),
    "translate": (lambda x, y=0.0: Matrix(e=x, f=y), 1, 2),
    "scale": (_scaling, 1, 2),
    "rotate": (_rotation, 1, 3),
    "skewX": (lambda angle: Matrix(c=tan(radians(angle))), 1, 1),
    "skewY": (lambda angle: Matrix(b=tan(radians(angle))), 1, 1),
}
"""The transforms of SVG 1.1, 7.6, each with the least and the most numbers that it takes."""


def fitted(view: Box, place: Box, aspect: str = "") -> Matrix:
    """How a view comes to lie in a place (SVG 2, 8.2), by its `preserveAspectRatio`.

    >>> fitted(Box(0, 0, 10, 10), Box(0, 0, 40, 20))
    Matrix(a=2.0, b=0, c=0, d=2.0, e=10.0, f=0.0)
    """
    if view.width <= 0 or view.height <= 0:
        return Matrix(e=place.x, f=place.y)
    x, y = place.width / view.width, place.height / view.height
    left = top = 0.0
    if aspect.split()[:1] != ["none"]:
        x = y = max(x, y) if "slice" in aspect else min(x, y)
        found = _ALIGN.search(aspect)
        shares = found.groups() if found else ("Mid", "Mid")
        left = (place.width - view.width * x) * _SHARES[shares[0]]
        top = (place.height - view.height * y) * _SHARES[shares[1]]
    return Matrix(x, 0, 0, y, place.x + left - view.x * x, place.y + top - view.y * y)
