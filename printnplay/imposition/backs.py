"""Card sheets, and the five ways to put backs on cards."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from msgspec import Struct

from printnplay.imposition.fold_over import FoldOver, fit_fold_over
from printnplay.imposition.grid import Grid, fit_grid
from printnplay.imposition.marks import TICK, contour, cut_marks, draw
from printnplay.imposition.mixed_grid import fit_mixed
from printnplay.imposition.sides import Mirror, Place, Side, flip, stamps, symmetric
from printnplay.kernel.geometry import Paper, Rect, Um
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat, Outline, ShapeKind
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item

Pair: TypeAlias = tuple[Picture, Picture | None]
"""The front of a card and its back, if it has one."""


class CardLayout(Struct, frozen=True, dict=True):
    """The layout of cards of one format on the sheets of a paper, and of their backs.

    `enough` is the number of cards that a sheet has to hold, if fewer than possible. With `mixed`,
    upright and turned cards share a sheet where more go on it.
    """

    paper: Paper
    card: CardFormat
    backs: Backs
    marking: Marking
    enough: int | None = None
    mixed: bool = False

    @property
    def capacity(self) -> int:
        """The number of cards on a full sheet.

        Raises:
            DoesNotFitError: not even one fits on the paper.
        """
        return self._fold.fronts.count if self.backs is Backs.FOLD else self.grid.count

    @property
    def gaps(self) -> tuple[Um, Um]:
        """The gutters between neighbours in a row, and between rows."""
        return (self._fold.fronts if self.backs is Backs.FOLD else self.grid).gaps

    @cached_property
    def grid(self) -> Grid:
        """The cells of an unfolded sheet, within the printable area of both sides.

        Raises:
            DoesNotFitError: not even one card fits on the paper.
        """
        fit = fit_mixed if self.mixed else fit_grid
        return fit(self.card, symmetric(self.paper, self._mirror), self.enough)

    def sides(self, pairs: Sequence[Pair]) -> tuple[Side, ...]:
        """Return the sides of one sheet of cards: its front, or its front and its back.

        Raises:
            DoesNotFitError: not even one card fits on the paper.
        """
        if self.backs is Backs.FOLD:
            return (self._folded_over(pairs),)
        mirror = self._mirror
        return (self._front(pairs), *([self._back(pairs, mirror)] if mirror else ()))

    def separate(self, back: Picture) -> Side:
        """Return a full sheet of one back, to print on the reverse of front sheets."""
        grid = self.grid
        turns = grid.turns_of(grid.count)
        bleed = self.card.behind
        pictures = self._stamped(_places([back] * grid.count, grid.cells, turns), bleed)
        items = (*pictures, *self._marks(grid.cells, turns, back=True))
        return Side("separate", items, grid.block, grid.cells, bleed)

    @property
    def _mirror(self) -> Mirror | None:
        return flip(self.backs.flip, self.paper) if self.backs.flip else None

    @cached_property
    def _fold(self) -> FoldOver:
        return fit_fold_over(self.card, self.paper, self.enough)

    def _stamped(self, places: Sequence[Place], bleed: Um) -> tuple[Item, ...]:
        """Return the pictures of one side, with as much of this bleed as is free."""
        return stamps(places, bleed, self.paper.whole, self.card.shape)

    def _front(self, pairs: Sequence[Pair]) -> Side:
        grid = self.grid
        cells, turns = grid.cells[: len(pairs)], grid.turns_of(len(pairs))
        places = _places([front for front, _ in pairs], cells, turns)
        bleed = self.card.bleed
        items = (*self._stamped(places, bleed), *self._marks(cells, turns))
        cuts = self._outlines(cells, turns)
        return Side("front", items, grid.block, cells, bleed, cuts)

    def _back(self, pairs: Sequence[Pair], mirror: Mirror) -> Side:
        grid = self.grid
        places = _behind(pairs, grid, mirror)
        cells = tuple(place.cell for place in places)
        turns = tuple(place.turn for place in places)
        bleed = self.card.behind
        marks = self._marks(cells, turns, back=True, mirrored=True)
        items = (*self._stamped(places, bleed), *marks)
        return Side("back", items, mirror.rect(grid.block), cells, bleed)

    def _folded_over(self, pairs: Sequence[Pair]) -> Side:
        layout, bleed = self._fold, self.card.bleed
        grid = layout.fronts
        cells, turns = grid.cells[: len(pairs)], grid.turns_of(len(pairs))
        fronts = _places([front for front, _ in pairs], cells, turns)
        backs = _behind(pairs, grid, layout.mirror)
        marks = self._marks(cells, turns, layout)
        fold = layout.fold.longer(bleed + TICK, self.paper.whole)
        items = (*self._stamped([*fronts, *backs], bleed), *marks, *draw("fold", [fold]))
        all_cells = tuple(place.cell for place in (*fronts, *backs))
        cuts = self._outlines(cells, turns)
        return Side("fold", items, layout.block, all_cells, bleed, cuts)

    def _outlines(
        self, cells: Sequence[Rect], turns: tuple[int, ...], *, mirrored: bool = False
    ) -> tuple[Outline, ...]:
        return _outlines(self.card, tuple(cells), turns, mirrored=mirrored)

    def _marks(
        self,
        cells: Sequence[Rect],
        turns: tuple[int, ...],
        folded: FoldOver | None = None,
        *,
        back: bool = False,
        mirrored: bool = False,
    ) -> tuple[Item, ...]:
        """Return the cut marks of the cards in these cells, on paper that may be folded."""
        shape, bleed = self.card.shape, self.card.behind if back else self.card.bleed
        marks = self.marking.backs if back else self.marking.fronts
        if marks is Marks.NONE or (marks is Marks.TICKS and not shape.is_straight):
            return ()
        outlines = self._outlines(cells, turns, mirrored=mirrored)
        if self.marking.follow(shape, marks):
            return tuple(contour("cut", outline) for outline in outlines)
        area = folded.half if folded else self.paper.whole
        fold = folded.fold if folded else None
        lines = _cut_marks(tuple(cells), marks, bleed, area, fold)
        is_round = shape.kind is ShapeKind.ROUNDED
        guides = (contour("guide", outline) for outline in outlines) if is_round else ()
        return (*guides, *lines)


# Cached: most sheets have the same cells.
@lru_cache(maxsize=64)
def _outlines(
    card: CardFormat, cells: tuple[Rect, ...], turns: tuple[int, ...], *, mirrored: bool
) -> tuple[Outline, ...]:
    outline = card.shape.outline(card.size)
    return tuple(
        outline.landed(card.size, cell, turn, mirrored=mirrored)
        for cell, turn in zip(cells, turns, strict=True)
    )


_cut_marks = lru_cache(maxsize=64)(cut_marks)
"""Cached cut marks of sheets: a kit has few layouts. A guess."""


def _behind(pairs: Sequence[Pair], grid: Grid, mirror: Mirror) -> list[Place]:
    """Return the backs behind, or folded over, the fronts in the first cells."""
    count = len(pairs)
    cells = [mirror.rect(cell) for cell in grid.cells[:count]]
    turns = [mirror.turn(turn) for turn in grid.turns_of(count)]
    return _places([back for _, back in pairs], cells, turns)


def _places(
    pictures: Sequence[Picture | None], cells: Sequence[Rect], turns: Sequence[int]
) -> list[Place]:
    return [
        Place(picture, cell, turn)
        for picture, cell, turn in zip(pictures, cells, turns, strict=True)
    ]
