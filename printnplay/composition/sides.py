"""One side of a sheet of cards, before it gets its title and key."""

from collections.abc import Sequence
from dataclasses import dataclass

from printnplay.model.geometry import Rect, Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item, Stamp


@dataclass(frozen=True, slots=True)
class Side:
    """What is printed on one side: `front`, `back`, `fold` (both faces) or `separate` (backs).

    `block` is the room that the cards of a full sheet take, `cells` are those in use. A part-filled
    sheet has the same block as a full one, so titles stand in the same place on both.
    """

    kind: str
    items: tuple[Item, ...]
    block: Rect
    cells: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A picture for a cell; None leaves the cell blank, yet nobody's bleed runs into it."""

    picture: Picture | None
    cell: Rect
    turn: int = 0


def stamps(places: Sequence[Place], bleed: Um, area: Rect) -> tuple[Stamp, ...]:
    """The pictures in their cells; bleed shows only where no other card lies, inside the area."""
    cells = [place.cell for place in places]
    return tuple(
        Stamp(place.picture, place.cell, place.turn, visible(place.cell, cells, bleed, area))
        for place in places
        if place.picture is not None
    )


def visible(cell: Rect, cells: Sequence[Rect], bleed: Um, area: Rect) -> Rect:
    """The cell with its bleed, up to half the gap to a neighbour and to the edge of the area."""
    left = top = right = bottom = bleed
    for other in cells:
        if other.y < cell.bottom and cell.y < other.bottom:
            left = _limit(left, cell.x - other.right)
            right = _limit(right, other.x - cell.right)
        if other.x < cell.right and cell.x < other.right:
            top = _limit(top, cell.y - other.bottom)
            bottom = _limit(bottom, other.y - cell.bottom)
    x, y = max(area.x, cell.x - left), max(area.y, cell.y - top)
    return Rect(
        x, y, min(area.right, cell.right + right) - x, min(area.bottom, cell.bottom + bottom) - y
    )


def _limit(bleed: Um, gap: Um) -> Um:
    return bleed if gap < 0 else min(bleed, gap // 2)
