"""Sheets that are folded and glued: fronts on one half and backs on the other, or fold cards.

A fold card is two faces in one piece, folded and glued into a two-sided card.
"""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from printnplay.imposition.grid import STRIP, Grid, fit_grid, fit_unturned
from printnplay.imposition.marks import TICK, Segment, contour, cut_marks, draw, edges
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Mirror, Place, Side, stamps, symmetric
from printnplay.kernel.geometry import Paper, Rect, Size, Um, mm
from printnplay.kernel.printing import Marking, Marks
from printnplay.kernel.shapes import CardFormat, Outline, Shape, ShapeKind
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item

WIDEST: Um = mm(5)
"""The greatest distance from the fold to the cards, where there is room: folding by hand is more
exact. A guess."""


class FoldOver(Struct, frozen=True):
    """A fold-over sheet: the grid of fronts and their half, the mirror for backs, and the fold.

    The half extends to the edges of the paper.
    """

    fronts: Grid
    half: Rect
    mirror: Mirror
    fold: Segment

    @property
    def block(self) -> Rect:
        """The block of fronts, gap and backs together."""
        first = self.fronts.block
        last = self.mirror.rect(first)
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)


def fit_fold_over(card: CardFormat, paper: Paper, enough: int | None = None) -> FoldOver:
    """Return the fold that fits most cards; a level one if both fit as many, or `enough`.

    Raises:
        DoesNotFitError: neither half holds a card.
    """
    folds = (_fit(card, paper, enough, upright=upright) for upright in (False, True))
    fitting = [fold for fold in folds if fold is not None]
    if not fitting:
        raise DoesNotFitError("card", f"it does not fit on half a sheet of {paper.name}")
    most = max(fold.fronts.count for fold in fitting)
    return next(fold for fold in fitting if fold.fronts.count >= min(enough or most, most))


def _fit(card: CardFormat, paper: Paper, enough: int | None, *, upright: bool) -> FoldOver | None:
    middle = (paper.size.width if upright else paper.size.height) // 2
    mirror = Mirror(upright, 2 * middle)
    area = symmetric(paper, mirror)
    if upright:
        half = Rect(area.x, area.y, middle - area.x, area.height)
        whole = Rect(0, 0, middle, paper.size.height)
    else:
        half = Rect(area.x, area.y, area.width, middle - area.y)
        whole = Rect(0, 0, paper.size.width, middle)
    try:
        grid = fit_grid(card, half, enough)
    except DoesNotFitError:
        return None
    fronts = _beside_fold(grid, half, STRIP + card.bleed, upright=upright)
    block = fronts.block
    span = (block.y, block.bottom) if upright else (block.x, block.right)
    return FoldOver(fronts, whole, mirror, Segment(upright, middle, span))


def _beside_fold(grid: Grid, half: Rect, headroom: Um, *, upright: bool) -> Grid:
    """Move the grid towards the fold, as near as the space for text allows."""
    block = grid.block
    if upright:
        gap = _gap(half.width - block.width - headroom)
        return grid.moved(half.right - gap - block.right, 0)
    gap = _gap(half.height - block.height - headroom)
    return grid.moved(0, half.bottom - gap - block.bottom)


def _gap(room: Um) -> Um:
    return max(0, min(WIDEST, room))


class FoldCardLayout(Struct, frozen=True, dict=True):
    """The layout of fold cards on the sheets of a paper.

    The faces of each card lie side by side, the first on the left, both upright, with an upright
    fold between them. Only if that is too wide for the paper, they lie one above the other, the
    second above and upside down. `enough` is the number of cards that a sheet has to hold, if fewer
    than possible.
    """

    paper: Paper
    card: CardFormat
    marking: Marking
    enough: int | None = None

    @property
    def capacity(self) -> int:
        """The number of cards on a full sheet.

        Raises:
            DoesNotFitError: not even one fits on the paper.
        """
        return self._fit[0].count

    @property
    def gaps(self) -> tuple[Um, Um]:
        """The gutters between neighbours in a row, and between rows."""
        return self._fit[0].gaps

    def sides(self, pairs: Sequence[tuple[Picture, Picture]]) -> tuple[Side, ...]:
        """Return the side of one sheet of fold cards.

        Raises:
            DoesNotFitError: not even one card fits on the paper.
        """
        (grid, upright), bleed, area = self._fit, self.card.bleed, self.paper.whole
        units = grid.cells[: len(pairs)]
        faces = [
            face
            for pair, unit in zip(pairs, units, strict=True)
            for face in self._faces(pair, unit, upright=upright)
        ]
        folds = [fold.longer(bleed + TICK, area) for fold in _folds(units, upright=upright)]
        outlines = tuple(self._outline(face, number) for number, face in enumerate(faces))
        items: tuple[Item, ...] = (
            *stamps(faces, bleed, area),
            *self._marks(units, outlines),
            *draw("fold", folds),
        )
        cells = tuple(face.cell for face in faces)
        cuts = outlines
        if self.card.shape.is_straight:
            cuts = tuple(Shape().outline(unit.size).landed(unit.size, unit, 0) for unit in units)
        return (Side("fold", items, grid.block, cells, bleed, cuts),)

    def _outline(self, face: Place, number: int) -> Outline:
        """Return the cut outline of a face in its place; every second face is a back."""
        outline = self.card.shape.outline(self.card.size)
        return outline.landed(self.card.size, face.cell, face.turn, mirrored=bool(number % 2))

    def _marks(self, units: Sequence[Rect], outlines: Sequence[Outline]) -> tuple[Item, ...]:
        """Return the cut marks of pieces; after folding, the outlines of both faces coincide."""
        marks, shape = self.marking.fronts, self.card.shape
        if not self.marking.follow(shape, marks):
            is_round = shape.kind is ShapeKind.ROUNDED and marks is not Marks.NONE
            guides = (contour("guide", outline) for outline in outlines) if is_round else ()
            lines = cut_marks(units, marks, self.card.bleed, self.paper.whole)
            return (*guides, *lines)
        if marks in (Marks.NONE, Marks.TICKS):
            return ()
        return tuple(contour("cut", outline) for outline in outlines)

    @cached_property
    def _fit(self) -> tuple[Grid, bool]:
        """The grid of the pieces, and whether their folds are upright."""
        card, area = self.card, self.paper.printable
        size = card.size
        for upright, unit in (
            (True, Size(2 * size.width, size.height)),
            (False, Size(size.width, 2 * size.height)),
        ):
            grid = fit_unturned(replace(card, size=unit, shape=Shape()), area, self.enough)
            if grid.count:
                return grid, upright
        reason = f"its two faces do not fit on {self.paper.name} together"
        raise DoesNotFitError("fold card", reason)

    def _faces(
        self, pair: tuple[Picture, Picture], unit: Rect, *, upright: bool
    ) -> tuple[Place, Place]:
        width, height = self.card.size.width, self.card.size.height
        first = Rect(unit.x, unit.bottom - height, width, height)
        fold = Mirror(upright, 2 * (first.right if upright else first.y))
        return Place(pair[0], first), Place(pair[1], fold.rect(first), fold.turn(0))


def _folds(units: Sequence[Rect], *, upright: bool) -> list[Segment]:
    middles = [
        Rect(unit.centre.x, unit.y, 0, unit.height)
        if upright
        else Rect(unit.x, unit.centre.y, unit.width, 0)
        for unit in units
    ]
    return [edge for edge in edges(middles) if edge.upright == upright]
