"""Lengths, points, sizes and rectangles in whole micrometres.

1 mm is 1,000 and 1 in is 25,400: both are exact, so sums on sheets need no rounding. The origin is
the top left corner of the containing object; y increases downwards.
"""

import re
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

Um: TypeAlias = int
"""A length in whole micrometres."""

UNITS: dict[str, Fraction] = {
    "mm": Fraction(1000),
    "cm": Fraction(10_000),
    "in": Fraction(25_400),
    "pt": Fraction(25_400, 72),
}

_LENGTH = re.compile(r"(?P<number>-?\d+(?:\.\d+)?)\s*(?P<unit>[a-z]+)")
_SIDES = re.compile(r"(?P<width>[\d.]+)\s*x\s*(?P<height>[\d.]+)\s*(?P<unit>[a-z]+)")


def mm(value: float) -> Um:
    """Convert millimetres to micrometres.

    >>> mm(63.5)
    63500
    """
    return round(value * 1000)


def in_mm(length: Um, digits: int = 3) -> str:
    """Format micrometres as millimetres: exactly, or with fewer decimals.

    >>> in_mm(12_050), in_mm(-500), in_mm(3175, 1), in_mm(270_000, 0)
    ('12.05', '-0.5', '3.2', '270')
    """
    text = f"{length / 1000:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def pt(value: float) -> Um:
    """Convert typographic points (1/72 in) to micrometres, rounded.

    >>> pt(72)
    25400
    """
    return round(value * 25_400 / 72)


def parse_length(text: str) -> Um:
    """Parse a length with its unit: mm, cm, in or pt.

    Raises:
        ValueError: not a number followed by one of these units.

    >>> parse_length("2.5in")
    63500
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match["unit"] not in UNITS:
        raise ValueError(text)
    return round(Fraction(match["number"]) * UNITS[match["unit"]])


def parse_size(text: str) -> "Size":
    """Parse a width and a height in one unit.

    Raises:
        ValueError: the text is not a size.

    >>> parse_size("8x10in")
    Size(width=203200, height=254000)
    """
    match = _SIDES.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return Size(*(parse_length(match[side] + match["unit"]) for side in ("width", "height")))


class Point(Struct, frozen=True):
    """A point, relative to the top left corner."""

    x: Um
    y: Um

    def moved(self, dx: Um, dy: Um) -> "Point":
        """Return the point translated by dx to the right and dy downwards."""
        return Point(self.x + dx, self.y + dy)


class Affine(Struct, frozen=True):
    """An affine transform in micrometres, without rounding.

    A point (x, y) maps to (xx * x + xy * y + dx, yx * x + yy * y + dy).
    """

    xx: float
    xy: float
    yx: float
    yy: float
    dx: float
    dy: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the transformed point."""
        return self.xx * x + self.xy * y + self.dx, self.yx * x + self.yy * y + self.dy


class Size(Struct, frozen=True):
    """A width and a height."""

    width: Um
    height: Um

    @property
    def turned(self) -> "Size":
        """The size with width and height swapped."""
        return Size(self.height, self.width)

    def in_mm(self, digits: int = 3) -> str:
        """Format the size in millimetres.

        >>> Size(63_500, 88_000).in_mm()
        '63.5 x 88 mm'
        """
        return f"{in_mm(self.width, digits)} x {in_mm(self.height, digits)} mm"


class Rect(Struct, frozen=True):
    """A rectangle, given by its top left corner and size."""

    x: Um
    y: Um
    width: Um
    height: Um

    @property
    def right(self) -> Um:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> Um:
        """The y of the bottom edge."""
        return self.y + self.height

    @property
    def origin(self) -> Point:
        """The top left corner."""
        return Point(self.x, self.y)

    @property
    def size(self) -> Size:
        """The width and height."""
        return Size(self.width, self.height)

    @property
    def centre(self) -> Point:
        """The centre, rounded down to a whole micrometre."""
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    def grown(self, by: Um) -> "Rect":
        """Return the rectangle with every edge moved outwards; negative moves inwards."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: Um, dy: Um) -> "Rect":
        """Return the rectangle shifted right and down."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def within(self, other: "Rect") -> "Rect":
        """Return the intersection with another rectangle; the two must touch or overlap."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, right - x, bottom - y)

    def holds(self, other: "Rect") -> bool:
        """Return whether the other rectangle is entirely inside, edges included."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


class Margins(Struct, frozen=True):
    """The unprintable margins of an upright sheet."""

    top: Um
    right: Um
    bottom: Um
    left: Um

    @classmethod
    def even(cls, width: Um) -> "Margins":
        """Return equal margins on all sides."""
        return cls(width, width, width, width)

    @property
    def widest(self) -> Um:
        """The largest margin, which is safe on every side."""
        return max(self.top, self.right, self.bottom, self.left)


class Paper(Struct, frozen=True):
    """An upright sheet of paper with its unprintable margins.

    `id` is used in file names, `name` in messages.
    """

    id: str
    name: str
    size: Size
    margins: Margins

    @property
    def whole(self) -> Rect:
        """The sheet from edge to edge, into whose margins bleed and marks may extend."""
        return Rect(0, 0, self.size.width, self.size.height)

    @property
    def printable(self) -> Rect:
        """The printable area of the upright sheet."""
        margins = self.margins
        return Rect(
            margins.left,
            margins.top,
            self.size.width - margins.left - margins.right,
            self.size.height - margins.top - margins.bottom,
        )
