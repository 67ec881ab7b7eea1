"""Turning paper over: by a flip in the printer or a fold on the table, it is one geometry."""

from dataclasses import dataclass

from printnplay.model.geometry import Paper, Rect, Um


@dataclass(frozen=True, slots=True)
class Mirror:
    """An axis that paper is turned over about.

    An upright axis swaps left and right, a level one top and bottom. `total` is the sum of a
    place and its image: twice where the axis lies, and whole for papers of odd width too.
    """

    upright: bool
    total: Um

    def rect(self, rect: Rect) -> Rect:
        """Where a back lies that belongs behind this front."""
        if self.upright:
            return Rect(self.total - rect.right, rect.y, rect.width, rect.height)
        return Rect(rect.x, self.total - rect.bottom, rect.width, rect.height)

    def turn(self, turn: int) -> int:
        """How a back is turned so that its head meets the head of a front turned so."""
        return (-turn if self.upright else 180 - turn) % 360


def flip(edge: str, paper: Paper) -> Mirror:
    """How a printer turns the upright sheet over: on its `long` or its `short` edge."""
    if edge == "long":
        return Mirror(upright=True, total=paper.size.width)
    return Mirror(upright=False, total=paper.size.height)
