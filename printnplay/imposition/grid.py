"""Grids: how many cards go on a sheet, and where."""

from dataclasses import dataclass, replace

from printnplay.imposition.papers import DoesNotFitError
from printnplay.model.geometry import Paper, Point, Rect, Size, Um


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells in rows and columns, `gutter` apart; `turn` is how cards lie in them."""

    columns: int
    rows: int
    cell: Size
    origin: Point
    gutter: Um = 0
    turn: int = 0

    @property
    def count(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    @property
    def cells(self) -> tuple[Rect, ...]:
        """The cells, row by row from the top left."""
        return tuple(
            Rect(
                self.origin.x + column * (self.cell.width + self.gutter),
                self.origin.y + row * (self.cell.height + self.gutter),
                self.cell.width,
                self.cell.height,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def block(self) -> Rect:
        """The area of all cells together."""
        return Rect(
            self.origin.x,
            self.origin.y,
            _reach(self.columns, self.cell.width, self.gutter),
            _reach(self.rows, self.cell.height, self.gutter),
        )


def fit_grid(card: Size, paper: Paper, gutter: Um = 0) -> Grid:
    """The grid of most cards on what the printer reaches, centred on the paper.

    Raises:
        DoesNotFitError: not even one card fits.
    """
    return fit_within(card, paper.printable, gutter)


def fit_within(card: Size, area: Rect, gutter: Um = 0) -> Grid:
    """The grid of most cards in an area, centred; upright, unless turning gains a card.

    Raises:
        DoesNotFitError: not even one card fits.
    """
    upright = fit_unturned(card, area, gutter)
    turned = replace(fit_unturned(card.turned, area, gutter), turn=90)
    best = max(upright, turned, key=lambda grid: grid.count)
    if not best.count:
        raise DoesNotFitError(
            "card", f"{_mm(card)} is too large for the {_mm(area.size)} that can be printed"
        )
    return best


def fit_unturned(cell: Size, area: Rect, gutter: Um = 0) -> Grid:
    """The grid of most cells in an area, centred, none of them turned; it may have no cell."""
    columns = max(0, (area.width + gutter) // (cell.width + gutter))
    rows = max(0, (area.height + gutter) // (cell.height + gutter))
    beside = area.width - _reach(columns, cell.width, gutter)
    above = area.height - _reach(rows, cell.height, gutter)
    return Grid(columns, rows, cell, area.origin.moved(beside // 2, above // 2), gutter)


def _reach(number: int, length: Um, gutter: Um) -> Um:
    return number * (length + gutter) - gutter


def _mm(size: Size) -> str:
    return f"{size.width / 1000:g} x {size.height / 1000:g} mm"
