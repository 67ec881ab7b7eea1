"""The size that a drawing says it has: in millimetres, and the same in its viewBox."""

from dataclasses import dataclass

from lxml.etree import _Element

from printnplay.model.geometry import Size, Um, mm, parse_length

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
