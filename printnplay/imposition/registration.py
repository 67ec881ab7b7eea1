"""Print registration: transforms that compensate for a printer's scale and misregistration.

A printer prints a point p, counted from the centre of the paper, at S p, where S stretches across
and along the sheet. It also turns and shifts backs. So fronts are drawn through the inverse of S,
and backs also through the pin positions that a person has read from the calibration sheet.
"""

from collections.abc import Mapping
from math import asin, cos, degrees, radians, sin

from msgspec import Struct

from printnplay.kernel.geometry import Affine, Point, Size, Um
from printnplay.kernel.printing import Printer


def placement(printer: Printer, paper: Size, *, back: bool) -> Affine | None:
    """Return the transform for a side of this paper; None if it needs no correction."""
    turn = radians(printer.turn) if back else 0.0
    shift = printer.shift if back else Point(0, 0)
    across, along = 1 / printer.across, 1 / printer.along
    if (turn, shift, across, along) == (0, Point(0, 0), 1, 1):
        return None
    xx, xy = cos(turn) * across, -sin(turn) * along
    yx, yy = sin(turn) * across, cos(turn) * along
    x, y = paper.width / 2, paper.height / 2
    return Affine(xx, xy, yx, yy, x - xx * x - xy * y + shift.x, y - yx * x - yy * y + shift.y)


class Distances(Struct, frozen=True):
    """The distances between the marks on a calibration sheet.

    `apart` is from the upper cross to the lower one, both on the centre line of the sheet; `across`
    and `along` are the lengths of the two rulers.
    """

    apart: Um
    across: Um
    along: Um


_STEP: Um = 20_000
"""The precision of ruler lengths, in micrometres: 20 mm, so that they are round numbers."""

_BEYOND: Mapping[str, Um] = {"apart": 80_000, "across": 66_000, "along": 70_000}
"""The space beside each length on the paper, in micrometres: for the scales at its edges, and
titles."""


def distances_on(paper: Size) -> Distances | None:
    """Return the distances on the calibration sheet of a paper; None if it is too small."""
    room = {"apart": paper.height, "across": paper.width, "along": paper.height}
    lengths = {name: (room[name] - _BEYOND[name]) // _STEP * _STEP for name in room}
    return Distances(**lengths) if min(lengths.values()) >= 2 * _STEP else None


def backs_from(upper: Point, lower: Point, distances: Distances) -> tuple[Point, float]:
    """Return the shift and turn of backs from the pin positions on the back.

    Args:
        upper: the position of the pin hole of the upper cross, on the grid of the back.
        lower: the same for the lower cross.
        distances: the distances between the marks on this paper.
    """
    shift = Point(round((upper.x + lower.x) / 2), round((upper.y + lower.y) / 2))
    return shift, degrees(asin((upper.x - lower.x) / distances.apart))
