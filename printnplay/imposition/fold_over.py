"""Sheets that are folded and glued: fronts on one half and backs on the other, or fold cards.

A fold card is two faces in one piece, folded and glued to make a card of two sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printnplay.imposition.grid import Grid, fit_unturned, fit_within
from printnplay.imposition.marks import TICK, Segment, cut_lines, draw, edges
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Mirror, Place, Side, stamps
from printnplay.model.geometry import Paper, Point, Rect, Size, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item

WIDEST: Um = mm(5)
"""From the fold to the cards, where there is room: a fold may be this far off."""

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
    fitting = [fold for fold in folds if fold is not None]
    if not fitting:
        raise DoesNotFitError("card", f"it does not fit on half a sheet of {paper.name}")
    return max(fitting, key=lambda fold: fold.fronts.count)


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
    """The grid moved to the fold, as near as the room for the furniture allows."""
    block = grid.block
    if upright:
        gap = _gap(half.width - block.width - TICK)
        return replace(grid, origin=Point(half.right - gap - block.width, block.y))
    gap = _gap(half.height - block.height - HEADROOM)
    return replace(grid, origin=Point(block.x, half.bottom - gap - block.height))


def _gap(room: Um) -> Um:
    return max(0, min(WIDEST, room))


def fold_sides(
    pairs: Sequence[tuple[Picture, Picture]], paper: Paper, card: Size, bleed: Um = 0
) -> tuple[Side, ...]:
    """Sheets of fold cards, one for each pair, in the order given.

    The faces lie side by side, the first on the left, both upright, with an upright fold between
    them. Only where that is too wide for the paper do they lie one above the other, the second
    above and upside down.

    Raises:
        DoesNotFitError: not even one fits on the paper.
    """
    layout = _fit_pairs(card, paper)
    units = layout.grid.cells
    return tuple(
        layout.side(pairs[start : start + len(units)], bleed)
        for start in range(0, len(pairs), len(units))
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the pieces lie; the fold of each is `upright` or level."""

    grid: Grid
    card: Size
    paper: Paper
    upright: bool

    def side(self, pairs: Sequence[tuple[Picture, Picture]], bleed: Um) -> Side:
        area = self.paper.printable
        units = self.grid.cells[: len(pairs)]
        faces = [
            face
            for pair, unit in zip(pairs, units, strict=True)
            for face in self._faces(pair, unit)
        ]
        items: tuple[Item, ...] = (
            *stamps(faces, bleed, area),
            *cut_lines(units, area),
            *draw("fold", [fold.longer(TICK, area) for fold in self._folds(units)]),
        )
        return Side("fold", items, self.grid.block, tuple(face.cell for face in faces))

    def _faces(self, pair: tuple[Picture, Picture], unit: Rect) -> tuple[Place, Place]:
        width, height = self.card.width, self.card.height
        first = Rect(unit.x, unit.bottom - height, width, height)
        fold = Mirror(self.upright, 2 * (first.right if self.upright else first.y))
        return Place(pair[0], first), Place(pair[1], fold.rect(first), fold.turn(0))

    def _folds(self, units: Sequence[Rect]) -> list[Segment]:
        middles = [
            Rect(unit.centre.x, unit.y, 0, unit.height)
            if self.upright
            else Rect(unit.x, unit.centre.y, unit.width, 0)
            for unit in units
        ]
        return [edge for edge in edges(middles) if edge.upright == self.upright]


def _fit_pairs(card: Size, paper: Paper) -> _Layout:
    for upright, unit in (
        (True, Size(2 * card.width, card.height)),
        (False, Size(card.width, 2 * card.height)),
    ):
        grid = fit_unturned(unit, paper.printable)
        if grid.count:
            return _Layout(grid, card, paper, upright)
    raise DoesNotFitError("fold card", f"its two faces do not fit on {paper.name} together")
