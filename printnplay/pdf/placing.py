"""Transformations that place boxes on a page.

Rectangles are in micrometres with y down; PDF counts in points with y up.
"""

from printnplay.kernel.geometry import Affine, Rect, Size, Um
from printnplay.pdf.operators import POINTS_PER_UM, Matrix


def landing(box: tuple[float, float], rect: Rect, turn: int, page_height: Um) -> Matrix:
    """Return the transformation that fills `rect` with a box, turned clockwise.

    Args:
        box: width and height of the box before turning, in points, its origin at the bottom left.
        rect: the place of the box.
        turn: 0, 90, 180 or 270 degrees.
        page_height: the height of the page that `rect` is on; PDF counts from the bottom.

    Raises:
        KeyError: the turn is none of these.
    """
    left, width = rect.x * POINTS_PER_UM, rect.width * POINTS_PER_UM
    bottom, height = (page_height - rect.bottom) * POINTS_PER_UM, rect.height * POINTS_PER_UM
    box_width, box_height = box
    return {
        0: (width / box_width, 0.0, 0.0, height / box_height, left, bottom),
        90: (0.0, -height / box_width, width / box_height, 0.0, left, bottom + height),
        180: (-width / box_width, 0.0, 0.0, -height / box_height, left + width, bottom + height),
        270: (0.0, height / box_width, -width / box_height, 0.0, left + width, bottom),
    }[turn % 360]


def placing(placement: Affine, page_height: Um) -> Matrix:
    """Return the transformation of a placement on a page, whose origin is at the bottom."""
    height = page_height
    return (
        placement.xx,
        -placement.yx,
        -placement.xy,
        placement.yy,
        (placement.xy * height + placement.dx) * POINTS_PER_UM,
        (height - placement.yy * height - placement.dy) * POINTS_PER_UM,
    )


def with_bleed(rect: Rect, trimmed: Size, bleed: Um, turn: int) -> Rect:
    """Return the place of a picture with its bleed if its trimmed area fills `rect`."""
    across, down = (
        (trimmed.width, trimmed.height) if turn % 180 == 0 else (trimmed.height, trimmed.width)
    )
    beside = round(bleed * rect.width / across)
    above = round(bleed * rect.height / down)
    return Rect(rect.x - beside, rect.y - above, rect.width + 2 * beside, rect.height + 2 * above)
