"""The size that a drawing says it has: in millimetres, and the same in its viewBox.

The size of a designer's drawing, in whatever unit the program wrote it, or in none.
"""

from dataclasses import dataclass

from lxml.etree import _Element

from printnplay.model.geometry import Size, Um, mm, parse_length
from printnplay.svg.geometry import (
    CSS_PIXELS,
    MM_PER_INCH,
    POINTS,
    Box,
    in_true_unit,
    millimetres,
    numbers,
)

TOLERANCE: Um = 1
"""What a template's arithmetic may be off by."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The area a drawing covers: where it starts, and its size, all in micrometres."""

    x: Um
    y: Um
    size: Size

    def is_like(self, other: "Extent") -> bool:
        """Whether both are the same area but for rounding."""
        pairs = zip(self._numbers, other._numbers, strict=True)
        return all(abs(one - two) <= TOLERANCE for one, two in pairs)

    @property
    def _numbers(self) -> tuple[Um, Um, Um, Um]:
        return (self.x, self.y, self.size.width, self.size.height)

    def __str__(self) -> str:
        """The attributes that a root element of this area has."""
        x, y, width, height = (f"{number / 1000:g}" for number in self._numbers)
        return f'width="{width}mm" height="{height}mm" viewBox="{x} {y} {width} {height}"'


def read_extent(root: _Element) -> Extent:
    """The area of a drawing in millimetres.

    Raises:
        ValueError: width, height or viewBox is missing, has no unit, or they do not agree.
    """
    size = Size(parse_length(root.get("width", "")), parse_length(root.get("height", "")))
    numbers = root.get("viewBox", "").replace(",", " ").split()
    x, y, width, height = (mm(float(number)) for number in numbers)
    extent = Extent(x, y, size)
    if not extent.is_like(Extent(x, y, Size(width, height))):
        raise ValueError("width and height differ from the viewBox")
    return extent


LARGEST = 2000.0
"""No drawing is wider or higher than this, in mm."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """What of a drawing is seen, in its own units, and how large it is printed.

    `per_inch` is how many of its pixels were taken for an inch; None if it says its size in a unit
    of length.
    """

    view: Box
    size: Size
    aspect: str
    per_inch: int | None


def read_viewport(root: _Element, text: str, drawn: Box | None = None) -> Viewport:
    """The size of a drawing; `drawn` is what it covers, for one that says nothing of its size.

    Raises:
        ValueError: it has no size, or one that cannot be.
    """
    per_inch = POINTS if "Adobe Illustrator" in text[:1000] else CSS_PIXELS
    view = _view(root)
    said = [root.get("width", ""), root.get("height", "")]
    width, height = (millimetres(one, per_inch) for one in said)
    if view is None and (width is None or height is None):
        view = _around(drawn)
    if view is None:
        assert width is not None
        assert height is not None
        view = Box(0, 0, *(side * CSS_PIXELS / MM_PER_INCH for side in (width, height)))
    unit = MM_PER_INCH / per_inch
    if width is None and height is None:
        width, height = view.width * unit, view.height * unit
    width = height * view.width / view.height if width is None and height is not None else width
    height = width * view.height / view.width if height is None and width is not None else height
    assert width is not None
    assert height is not None
    if not (0 < width <= LARGEST and 0 < height <= LARGEST):
        raise ValueError(f"{width:g} by {height:g} mm")
    exact = any(map(in_true_unit, said))
    size = Size(mm(width), mm(height))
    return Viewport(view, size, root.get("preserveAspectRatio", ""), None if exact else per_inch)


def _view(root: _Element) -> Box | None:
    """The `viewBox`.

    Raises:
        ValueError: it is no area.
    """
    text = root.get("viewBox")
    if text is None:
        return None
    found = numbers(text)
    if len(found) != 4 or found[2] <= 0 or found[3] <= 0:
        raise ValueError(f"the viewBox is `{text}`")
    return Box(*found)


def _around(drawn: Box | None) -> Box:
    if drawn is None or drawn.x + drawn.width <= 0 or drawn.y + drawn.height <= 0:
        raise ValueError("it has neither width and height nor a viewBox")
    return Box(0, 0, drawn.x + drawn.width, drawn.y + drawn.height)
