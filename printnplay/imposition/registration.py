"""Registration: where sides are drawn for a printer that is out, so that they come out right.

A printer prints a place p, counted from the middle of the paper, at S p, where S stretches across
and along the sheet. A back is turned and moved besides. Fronts are therefore drawn through the
inverse of S, and backs through what a person has read where pins came through marks on the front.
"""

from collections.abc import Mapping
from math import asin, cos, degrees, radians, sin

from msgspec import Struct

from printnplay.kernel.geometry import Affine, Point, Size, Um
from printnplay.kernel.printing import Printer


def placement(printer: Printer, paper: Size, *, back: bool) -> Affine | None:
    """Return where a printer needs a side of this paper; None if it needs no correction."""
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
    """What a calibration sheet measures by: the distances of its marks on a paper.

    `apart` is from the upper cross to the lower one, which lie on the middle of the sheet; `across`
    and `along` are the lengths of the two rulers.
    """

    apart: Um
    across: Um
    along: Um


_STEP: Um = 20_000
"""The precision of measured lengths, in micrometres: 20 mm, so that they are round numbers."""

_BEYOND: Mapping[str, Um] = {"apart": 80_000, "across": 66_000, "along": 70_000}
"""The room beside each length on the paper, in micrometres: for the scales at its edges, and
titles."""


def distances_on(paper: Size) -> Distances | None:
    """Return the distances on the calibration sheet of a paper; None if it is too small."""
    room = {"apart": paper.height, "across": paper.width, "along": paper.height}
    lengths = {name: (room[name] - _BEYOND[name]) // _STEP * _STEP for name in room}
    return Distances(**lengths) if min(lengths.values()) >= 2 * _STEP else None


def backs_from(upper: Point, lower: Point, distances: Distances) -> tuple[Point, float]:
    """Return the shift and the turn of backs, from where pins came through the sheet.

    Args:
        upper: where the pin through the upper cross came through, on the grid of the back.
        lower: the same for the lower cross.
        distances: those of the paper.
    """
    shift = Point(round((upper.x + lower.x) / 2), round((upper.y + lower.y) / 2))
    return shift, degrees(asin((upper.x - lower.x) / distances.apart))
