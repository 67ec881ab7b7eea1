"""Finds grounds and pictures that end at the cut, or in the bleed, and would leave white there."""

from collections.abc import Iterator, Sequence

from printnplay.kernel.geometry import Um, mm
from printnplay.pdf.preflight.boxes import PageBoxes
from printnplay.pdf.preflight.marks import Kind, Mark

SIDES = {"left": (0, -1, 1), "bottom": (1, -1, 0), "right": (2, 1, 1), "top": (3, 1, 0)}
"""Each side: its edge in a box, the direction to the outside, and the axis along it."""

SLACK: Um = mm(0.3)
"""How near to the cut an edge lies that is meant to be there: no hand is as inexact. A guess."""

LEAST = 0.2
"""The share of a side from which an edge along it would be seen as white after the cut. A guess."""


def ends_early(marks: Sequence[Mark], boxes: PageBoxes, bleed: Um) -> Iterator[tuple[str, Mark]]:
    """Yield the sides of a page where something ends too early, and what.

    Something that reaches beyond the bleed along the same part of the side covers the white.
    """
    if not bleed:
        return
    slack, wide = SLACK / boxes.point, bleed / boxes.point
    grounds = [
        mark
        for mark in marks
        if mark.kind in (Kind.AREA, Kind.PICTURE, Kind.SHADING) and not mark.paint.is_white
    ]
    for side, (edge, outwards, along) in SIDES.items():
        cut = boxes.trim[edge]
        length = boxes.trim[along + 2] - boxes.trim[along]
        beyond = [(outwards * (mark.box[edge] - cut), mark) for mark in grounds]
        covers = [mark for distance, mark in beyond if distance >= wide - slack]
        for distance, mark in beyond:
            low, high = (
                max(mark.box[along], boxes.trim[along]),
                min(mark.box[along + 2], boxes.trim[along + 2]),
            )
            if not -slack < distance < wide - slack or high - low < LEAST * length:
                continue
            if not any(
                one.box[along] <= low + slack and one.box[along + 2] >= high - slack
                for one in covers
            ):
                yield side, mark
