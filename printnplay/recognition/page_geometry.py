"""The geometry of pages of PDFs: points and matrices, as seen by a reader (PDF 2.0, 8.3)."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from msgspec import Struct

from printnplay.kernel.geometry import Affine, Rect, Size

POINT = 25_400 / 72
"""A point in micrometres."""
LEVEL = 0.002
"""The slope up to which a line is level or upright: 0.1 degrees."""


class Visible(Struct, frozen=True):
    """The visible page: its size as seen, and the matrix from the PDF's points to it."""

    size: Size
    matrix: Affine


def visible(page: Any) -> Visible:
    """Return the visible area of a pikepdf page: its CropBox, within its MediaBox (14.11.2)."""
    media, crop = box_of(page.mediabox), box_of(page.cropbox)
    left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
    right, top = min(media[2], crop[2]), min(media[3], crop[3])
    if left >= right or bottom >= top:
        left, bottom, right, top = media
    unit = POINT * float(page.obj.get("/UserUnit", 1))
    width, height = (right - left) * unit, (top - bottom) * unit
    turned = int(page.obj.get("/Rotate", 0) or 0) % 360
    matrices = {
        0: Affine(unit, 0, 0, -unit, -left * unit, top * unit),
        90: Affine(0, unit, unit, 0, -bottom * unit, -left * unit),
        180: Affine(-unit, 0, 0, unit, right * unit, -bottom * unit),
        270: Affine(0, -unit, -unit, 0, top * unit, right * unit),
    }
    if turned in (90, 270):
        width, height = height, width
    return Visible(Size(round(width), round(height)), matrices.get(turned, matrices[0]))


def box_of(box: Any) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of a box, whose corners may be any two."""
    x1, y1, x2, y2 = (float(edge) for edge in box)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def affine(operands: list[Any]) -> Affine:
    """Return the matrix that six numbers of a PDF are (PDF 2.0, 8.3.3)."""
    xx, yx, xy, yy, dx, dy = (float(value) for value in operands)
    return Affine(xx, xy, yx, yy, dx, dy)


def corners(
    matrix: Affine, left: float, bottom: float, right: float, top: float
) -> list[tuple[float, float]]:
    """Return the corners of a rectangle under a transform."""
    return [
        matrix.at(*corner)
        for corner in ((left, bottom), (right, bottom), (right, top), (left, top))
    ]


def bounds_of(points: Sequence[tuple[float, float]]) -> Rect:
    """Return the rectangle around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = round(min(xs)), round(min(ys))
    return Rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


def common(one: Rect, other: Rect) -> Rect:
    """Return the intersection of rectangles, with no width or height if there is none."""
    seen = one.within(other)
    return Rect(seen.x, seen.y, max(seen.width, 0), max(seen.height, 0))


def times(outer: Affine, inner: Affine) -> Affine:
    """Return the transform that applies the inner one first."""
    return Affine(
        outer.xx * inner.xx + outer.xy * inner.yx,
        outer.xx * inner.xy + outer.xy * inner.yy,
        outer.yx * inner.xx + outer.yy * inner.yx,
        outer.yx * inner.xy + outer.yy * inner.yy,
        *outer.at(inner.dx, inner.dy),
    )


def scale_of(matrix: Affine) -> float:
    """Return the scale of lines under a transform."""
    return hypot(matrix.xx, matrix.yx)


def points_of(matrix: Affine, operands: list[Any]) -> list[tuple[float, float]]:
    """Return the points of an operator, on the page."""
    values = [float(value) for value in operands]
    return [matrix.at(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]


def is_box(points: Sequence[tuple[float, float]]) -> bool:
    """Return whether a closed path is a level rectangle, with points on its sides or not.

    LibreOffice begins in the middle of a side.
    """
    if not 4 <= len(points) <= 8:
        return False
    box = bounds_of(points)
    on_sides = all(
        min(abs(x - box.x), abs(box.right - x), abs(y - box.y), abs(box.bottom - y)) <= 20
        for x, y in points
    )
    return on_sides and all(
        min(abs(x2 - x1), abs(y2 - y1)) <= max(20, LEVEL * max(abs(x2 - x1), abs(y2 - y1)))
        for (x1, y1), (x2, y2) in pairwise(points)
    )


def centred(rect: Rect, size: Size) -> Rect:
    """Return a rectangle of a size in the middle of another."""
    across, down = (rect.width - size.width) // 2, (rect.height - size.height) // 2
    return Rect(rect.x + across, rect.y + down, size.width, size.height)


def covers(rect: Rect, whole: Rect) -> bool:
    """Return whether a rectangle covers nearly all of another."""
    return rect.width * rect.height > 0.8 * whole.width * whole.height
