"""Fold-over sheets: fronts on one half, their backs on the other, glued together after folding."""

from dataclasses import dataclass, replace

from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.grid import Grid, fit_within
from printnplay.composition.marks import TICK, Segment
from printnplay.composition.mirror import Mirror
from printnplay.model.geometry import Paper, Point, Rect, Size, Um, mm

WIDEST: Um = mm(5)
"""From the fold to the cards, where there is room: so much a fold may go astray."""

HEADROOM: Um = mm(6.35)
"""What a title above or a key below needs, ticks included."""


@dataclass(frozen=True, slots=True)
class FoldOver:
    """A sheet folded over: the fronts' grid and half, how backs mirror, and the fold line."""

    fronts: Grid
    half: Rect
    mirror: Mirror
    fold: Segment

    @property
    def block(self) -> Rect:
        """Fronts, gap and backs together."""
        first = self.fronts.block
        last = self.mirror.rect(first)
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)


def fit_fold_over(card: Size, paper: Paper) -> FoldOver:
    """The fold that fits most cards; a level one when both fit as many.

    Raises:
        DoesNotFitError: neither half holds a card.
    """
    folds = (_fit(card, paper, upright=upright) for upright in (False, True))
    found = [one for one in folds if one is not None]
    if not found:
        raise DoesNotFitError("card", f"it does not fit on half a sheet of {paper.name}")
    return max(found, key=lambda one: one.fronts.count)


def _fit(card: Size, paper: Paper, *, upright: bool) -> FoldOver | None:
    area = paper.printable
    middle = (paper.size.width if upright else paper.size.height) // 2
    if upright:
        half = Rect(area.x, area.y, middle - area.x, area.height)
    else:
        half = Rect(area.x, area.y, area.width, middle - area.y)
    try:
        grid = fit_within(card, half)
    except DoesNotFitError:
        return None
    fronts = _beside_fold(grid, half, upright=upright)
    block = fronts.block
    span = (block.y, block.bottom) if upright else (block.x, block.right)
    fold = Segment(upright, middle, span).longer(TICK, area)
    return FoldOver(fronts, half, Mirror(upright, 2 * middle), fold)


def _beside_fold(grid: Grid, half: Rect, *, upright: bool) -> Grid:
    """The grid moved to the fold, as near as the room for the furniture asks."""
    block = grid.block
    if upright:
        gap = _gap(half.width - block.width - TICK)
        return replace(grid, origin=Point(half.right - gap - block.width, block.y))
    gap = _gap(half.height - block.height - HEADROOM)
    return replace(grid, origin=Point(block.x, half.bottom - gap - block.height))


def _gap(room: Um) -> Um:
    return max(0, min(WIDEST, room))
