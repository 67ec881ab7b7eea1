"""The size of a drawing: a template's in millimetres, a designer's in any unit or none."""

from lxml.etree import _Element
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Size, Um, mm, parse_length
from printnplay.svg.geometry import Box, fitted
from printnplay.svg.values import (
    CSS_PIXELS,
    MM_PER_INCH,
    POINTS,
    in_true_unit,
    length,
    millimetres,
    numbers,
)

TOLERANCE: Um = 1
"""The tolerance of sizes in micrometres: a template's arithmetic rounds."""


class Extent(Struct, frozen=True):
    """The area that a drawing covers: its origin and its size, all in micrometres."""

    x: Um
    y: Um
    size: Size

    def is_like(self, other: "Extent") -> bool:
        """Check whether both are the same area within rounding."""
        if self == other:
            return True
        pairs = zip(self._numbers, other._numbers, strict=True)
        return all(abs(mine - theirs) <= TOLERANCE for mine, theirs in pairs)

    @property
    def box(self) -> Box:
        """The area in mm."""
        return Box(*(number / 1000 for number in self._numbers))

    @property
    def _numbers(self) -> tuple[Um, Um, Um, Um]:
        return (self.x, self.y, self.size.width, self.size.height)

    def __str__(self) -> str:
        """Return the attributes of a root element with this area."""
        x, y, width, height = (f"{number / 1000:g}" for number in self._numbers)
        return f'width="{width}mm" height="{height}mm" viewBox="{x} {y} {width} {height}"'


def read_extent(root: _Element) -> Extent:
    """Return the area of a drawing in millimetres.

    Raises:
        ValueError: width, height or viewBox is missing, has no unit, or they do not agree.
    """
    sides = []
    for name in ("width", "height"):
        try:
            sides.append(parse_length(root.get(name, "")))
        except ValueError:
            message = f"its {name} is `{root.get(name, '')}`, expected millimetres"
            raise ValueError(message) from None
    size = Size(*sides)
    view = view_box(root)
    if view is None:
        raise ValueError("it has no viewBox")
    x, y, width, height = map(mm, view)
    extent = Extent(x, y, size)
    if not extent.is_like(Extent(x, y, Size(width, height))):
        raise ValueError("width and height differ from the viewBox")
    return extent


class TooLargeError(ValueError):
    """A drawing is larger than any printed page; the message is its size."""


LARGEST = 5000.0
"""The greatest width and height of a drawing in mm: a page of PDF has 14,400 units, 5,080 mm (ISO
32000-1, annex C)."""
_UNITS = 1e9
"""The maximum coordinate of a viewBox, in its own units; its minimum size is the inverse. Beyond
it, drawing fails in single precision (SVG 1.1, 4.3). A guess."""


def view_box(root: _Element) -> Box | None:
    """Return the `viewBox` of a drawing; None if it has none.

    Raises:
        ValueError: it is not four numbers, or not an area.
    """
    text = root.get("viewBox")
    if text is None:
        return None
    values, error = numbers(text)
    if len(values) != 4 or error is not None or max(map(abs, values)) > _UNITS:
        raise ValueError(f"the viewBox is `{text}`, expected four numbers")
    if min(values[2:]) < 1 / _UNITS:
        raise ValueError(f"the viewBox is `{text}`, which has no area")
    return Box(*values)


class Viewport(Struct, frozen=True):
    """The visible part of a drawing, in its own units, and its printed width and height, in mm.

    `per_inch` is the assumed number of its pixels per inch; None if its size has a unit of length.
    """

    view: Box
    sides: tuple[float, float]
    aspect: str
    per_inch: int | None

    @property
    def size(self) -> Size:
        """The printed size, in whole micrometres."""
        return Size(*map(mm, self.sides))

    def in_units(self, area: Box) -> Box:
        """Convert an area of the print, in mm, to the drawing's own units.

        The whole print is not the viewBox if width and height have another aspect ratio.
        """
        whole = fitted(self.view, Box(0, 0, *self.sides), self.aspect)
        x, y = (area.x - whole.e) / whole.a, (area.y - whole.f) / whole.d
        return Box(x, y, area.width / whole.a, area.height / whole.d)

    def within(self, room: Size) -> "Viewport":
        """Return the same part of the drawing, as large as fits in the room."""
        width, height = self.sides
        scale = min(room.width / 1000 / width, room.height / 1000 / height)
        return replace(self, sides=(width * scale, height * scale), per_inch=None)


def read_viewport(root: _Element, text: str, drawn: Box | None = None) -> Viewport:
    """Return the size of a drawing; `drawn` is its extent, for one without a size.

    Raises:
        TooLargeError: it is wider or higher than `LARGEST`.
        ValueError: it has no size, or an invalid one.
    """
    per_inch = POINTS if "Adobe Illustrator" in text[:1000] else CSS_PIXELS
    view = view_box(root)
    sides = [root.get("width", ""), root.get("height", "")]
    width, height = (millimetres(side, per_inch) for side in sides)
    if view is None and (width is None or height is None):
        view = _around(drawn)
    if view is None:
        assert width is not None
        assert height is not None
        view = Box(0, 0, *(side * CSS_PIXELS / MM_PER_INCH for side in (width, height)))
    unit = MM_PER_INCH / per_inch
    if width is None and height is None:
        width, height = (
            whole * _share(side) * unit for whole, side in zip(view[2:], sides, strict=True)
        )
    width = height * view.width / view.height if width is None and height is not None else width
    height = width * view.height / view.width if height is None and width is not None else height
    assert width is not None
    assert height is not None
    if not (width > 0 and height > 0):
        raise ValueError(f"{width:g} by {height:g} mm")
    if max(width, height) > LARGEST:
        raise TooLargeError(f"{width:,.0f} by {height:,.0f} mm")
    exact = any(map(in_true_unit, sides))
    aspect = root.get("preserveAspectRatio", "")
    return Viewport(view, (width, height), aspect, None if exact else per_inch)


def _share(side: str) -> float:
    """Return a percentage side as a share of the viewBox, like resvg; its reference is unknown."""
    read = length(side)
    return read.number / 100 if read is not None and read.unit == "%" else 1.0


def _around(drawn: Box | None) -> Box:
    if drawn is None or drawn.x + drawn.width <= 0 or drawn.y + drawn.height <= 0:
        raise ValueError("it has neither width and height nor a viewBox")
    return Box(0, 0, drawn.x + drawn.width, drawn.y + drawn.height)
