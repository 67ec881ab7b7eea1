"""Card sheets, and the five ways of getting a back onto a card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from printnplay.imposition.fold_over import FoldOver, fit_fold_over
from printnplay.imposition.grid import Grid, fit_grid
from printnplay.imposition.marks import cut_lines, cut_ticks, draw
from printnplay.imposition.sides import Mirror, Place, Side, flip, stamps
from printnplay.model.geometry import Paper, Rect, Size, Um
from printnplay.model.picture import Picture
from printnplay.model.printing import Backs
from printnplay.model.sheet import Item

Pair: TypeAlias = tuple[Picture, Picture | None]
"""The front of a card and its back, if it has one."""

Filled: TypeAlias = Sequence[tuple[Pair, Rect]]
"""The cards of one sheet, each with the cell of its front."""


@dataclass(frozen=True, slots=True)
class PrintRun:
    """The cards of some sheets: each with its back or None, the paper, trimmed size and bleed."""

    pairs: tuple[Pair, ...]
    paper: Paper
    card: Size
    bleed: Um

    def filling(self, cells: Sequence[Rect]) -> Iterator[Filled]:
        """The pairs sheet by sheet, each with its cell; the last sheet may be part-filled."""
        for start in range(0, len(self.pairs), len(cells)):
            yield tuple(zip(self.pairs[start : start + len(cells)], cells, strict=False))

    def stamped(self, places: Sequence[Place]) -> tuple[Item, ...]:
        """The pictures of one side, with the bleed that shows."""
        return stamps(places, self.bleed, self.paper.printable)


def card_sides(
    pairs: Sequence[Pair], paper: Paper, card: Size, bleed: Um, backs: Backs
) -> tuple[Side, ...]:
    """The sides of all sheets in printing order, one card for each pair, in the order given.

    There are fronts only when no card has a back.

    Raises:
        DoesNotFitError: not even one card fits on the paper.
    """
    run = PrintRun(tuple(pairs), paper, card, bleed)
    if backs is Backs.NONE or all(back is None for _, back in pairs):
        return _fronts(run)
    if backs is Backs.FOLD:
        return _folded_over(run)
    if backs.flip:
        return _duplex(run, flip(backs.flip, paper))
    return (*_fronts(run), *separate_sides(run))


def separate_sides(run: PrintRun) -> tuple[Side, ...]:
    """A full sheet of each distinct back; ticks only, no line runs over a back."""
    grid = fit_grid(run.card, run.paper)
    marks = cut_ticks(grid.cells, run.paper.printable)
    distinct = dict.fromkeys(back for _, back in run.pairs if back is not None)
    return tuple(
        Side(
            "separate",
            (*run.stamped([Place(back, cell, grid.turn) for cell in grid.cells]), *marks),
            grid.block,
            grid.cells,
        )
        for back in distinct
    )


def _fronts(run: PrintRun) -> tuple[Side, ...]:
    grid = fit_grid(run.card, run.paper)
    return tuple(_front(run, grid, filled) for filled in run.filling(grid.cells))


def _duplex(run: PrintRun, mirror: Mirror) -> tuple[Side, ...]:
    grid = fit_grid(run.card, run.paper)
    return tuple(
        side
        for filled in run.filling(grid.cells)
        for side in (_front(run, grid, filled), _back(run, grid, mirror, filled))
    )


def _front(run: PrintRun, grid: Grid, filled: Filled) -> Side:
    cells = tuple(cell for _, cell in filled)
    pictures = run.stamped([Place(front, cell, grid.turn) for (front, _), cell in filled])
    return Side("front", (*pictures, *cut_lines(cells, run.paper.printable)), grid.block, cells)


def _back(run: PrintRun, grid: Grid, mirror: Mirror, filled: Filled) -> Side:
    places = _behind(filled, mirror, grid.turn)
    cells = tuple(place.cell for place in places)
    return Side("back", run.stamped(places), mirror.rect(grid.block), cells)


def _behind(filled: Filled, mirror: Mirror, turn: int) -> list[Place]:
    return [Place(back, mirror.rect(cell), mirror.turn(turn)) for (_, back), cell in filled]


def _folded_over(run: PrintRun) -> tuple[Side, ...]:
    layout = fit_fold_over(run.card, run.paper)
    return tuple(_fold_over(run, layout, filled) for filled in run.filling(layout.fronts.cells))


def _fold_over(run: PrintRun, layout: FoldOver, filled: Filled) -> Side:
    turn = layout.fronts.turn
    fronts = [Place(front, cell, turn) for (front, _), cell in filled]
    backs = _behind(filled, layout.mirror, turn)
    cuts = cut_lines([place.cell for place in fronts], layout.half, layout.fold)
    items = (*run.stamped([*fronts, *backs]), *cuts, *draw("fold", [layout.fold]))
    return Side("fold", items, layout.block, tuple(place.cell for place in (*fronts, *backs)))
