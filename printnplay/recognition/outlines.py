"""The shapes of paths: hexes and circles, which tokens and tiles are cut to."""

from collections.abc import Iterable, Sequence
from math import hypot

from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um, mm
from printnplay.kernel.shapes import ShapeKind, hexagon
from printnplay.recognition.values import Area, Cell

CLOSE: Um = mm(0.4)
"""How far a cell may be from the path around it: twice the precision of cut lines (0.2 mm)."""

SLOPPY = 0.03
"""How far corners may be from those of a hex, and how far a circle from as high as wide, as a share
of the size: programs round coordinates. A guess."""

ROUND = (0.97, 1.17)
"""The distances of the points of a circle from its middle, in radii: control points of a quarter
are 1.142 radii away (4/3 (√2 - 1) along the tangent)."""


def shape_of(points: Sequence[tuple[float, float]], *, is_curved: bool) -> str:
    """Return the shape of a closed path, `hex` or `circle`; empty for any other.

    >>> shape_of([(0, 0), (9, 0), (9, 9), (0, 9), (0, 0)], is_curved=False)
    ''
    """
    corners = list(dict.fromkeys((round(x), round(y)) for x, y in points))
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    if min(width, height) <= 0:
        return ""
    if not is_curved and len(corners) == 6:
        wanted = hexagon(Size(width, height))
        reach = SLOPPY * max(width, height)
        left, top = min(xs), min(ys)
        if all(
            any(hypot(x - left - at.x, y - top - at.y) <= reach for at in wanted)
            for x, y in corners
        ):
            return ShapeKind.HEX.value
    if len(corners) < 8 or abs(width - height) > SLOPPY * width:
        return ""
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    away = [hypot(x - middle[0], y - middle[1]) / (width / 2) for x, y in corners]
    low, high = ROUND
    return ShapeKind.CIRCLE.value if low <= min(away) and max(away) <= high else ""


def shaped(cells: Sequence[Cell], areas: Iterable[Area]) -> tuple[Cell, ...]:
    """Return the cells with the shapes of the paths around them."""
    known = [area for area in areas if area.shape]
    if not known:
        return tuple(cells)
    return tuple(replace(cell, shape=_around(cell.rect, known)) for cell in cells)


def _around(cell: Rect, areas: Sequence[Area]) -> str:
    """Return the shape of the path around a cell; empty if there is none."""
    for area in areas:
        whole = area.whole
        sides = (whole.x - cell.x, whole.y - cell.y, whole.right - cell.right)
        if max(map(abs, (*sides, whole.bottom - cell.bottom))) <= CLOSE:
            return area.shape
    return ""
