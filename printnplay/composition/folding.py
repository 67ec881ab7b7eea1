"""Fold cards: two faces in one piece, folded and glued to make a card of two sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.grid import Grid, fit_unturned
from printnplay.composition.marks import TICK, Segment, cut_lines, draw, edges
from printnplay.composition.mirror import Mirror
from printnplay.composition.sides import Place, Side, stamps
from printnplay.model.geometry import Paper, Rect, Size, Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item


def fold_sides(
    pairs: Sequence[tuple[Picture, Picture]], paper: Paper, card: Size, bleed: Um = 0
) -> tuple[Side, ...]:
    """Sheets of fold cards, one for each pair, in the order given.

    The faces lie side by side, the first on the left, and both upright: the fold between them
    stands. Only where that is too wide for the paper do they lie one above the other, the second
    above and upside down.

    Raises:
        DoesNotFitError: not even one fits on the paper.
    """
    layout = _fit(card, paper)
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
            *draw("fold", [one.longer(TICK, area) for one in self._folds(units)]),
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
        return [one for one in edges(middles) if one.upright == self.upright]


def _fit(card: Size, paper: Paper) -> _Layout:
    for upright, unit in (
        (True, Size(2 * card.width, card.height)),
        (False, Size(card.width, 2 * card.height)),
    ):
        grid = fit_unturned(unit, paper.printable)
        if grid.count:
            return _Layout(grid, card, paper, upright)
    raise DoesNotFitError("fold card", f"its two faces do not fit on {paper.name} together")
