"""The size of a designer's drawing, in whatever unit the program wrote it, or in none."""

from dataclasses import dataclass

from lxml.etree import _Element

from printnplay.model.geometry import Size, mm
from printnplay.rendering.svg_lengths import (
    CSS_PIXELS,
    MM_PER_INCH,
    POINTS,
    in_true_unit,
    millimetres,
)
from printnplay.rendering.svg_transforms import Box, numbers

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
