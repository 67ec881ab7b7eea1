"""Grids of upright and turned cards, where more of them go on a sheet than of one kind.

Rows of upright cards come first, then rows of turned ones; or the same by columns. So every sheet
can be cut by full cuts: first between rows, then across each.
"""

from collections.abc import Iterator

from msgspec import Struct

from printnplay.imposition.grid import Grid, fit_grid, whole_gap
from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.kernel.shapes import CardFormat


class _Rows(Struct, frozen=True):
    """Rows of equal cells: their size and turn, how many, and how many cells each has."""

    cell: Size
    turn: int
    rows: int
    columns: int


def fit_mixed(card: CardFormat, area: Rect, enough: int | None = None) -> Grid:
    """Return the centred grid of most cards in an area; some are turned if more fit so.

    Cards of all one kind are preferred, also if they are `enough`.

    Raises:
        DoesNotFitError: not even one card fits.
    """
    grid = fit_grid(card, area, enough)
    if not card.shape.is_straight or (enough is not None and grid.count >= enough):
        return grid
    best: tuple[_Rows, ...] = max(_mixes(card, area.size), key=_count, default=())
    if _count(best) <= grid.count:
        return grid
    upright = best[0].turn == 0
    return _placed(best, card, area, by_rows=upright)


def _mixes(card: CardFormat, room: Size) -> Iterator[tuple[_Rows, _Rows]]:
    """Yield two kinds of rows that fit together: of upright cells before turned ones.

    Columns are yielded as rows of the turned area, whose first cells are those turned.
    """
    gap, size = card.gutter or 0, card.size
    for area, first, turn in ((room, size, 0), (room.turned, size.turned, 90)):
        columns = _fitting(area.width, first.width, gap), _fitting(area.width, first.height, gap)
        if not all(columns):
            continue
        for rows in range(1, _fitting(area.height, first.height, gap) + 1):
            left = area.height - rows * (first.height + gap)
            others = _fitting(left, first.width, gap)
            if others:
                yield (
                    _Rows(first, turn, rows, columns[0]),
                    _Rows(first.turned, 90 - turn, others, columns[1]),
                )


def _fitting(room: Um, side: Um, gap: Um) -> int:
    return max(0, (room + gap) // (side + gap))


def _count(kinds: tuple[_Rows, ...]) -> int:
    return sum(kind.rows * kind.columns for kind in kinds)


def _placed(kinds: tuple[_Rows, ...], card: CardFormat, area: Rect, *, by_rows: bool) -> Grid:
    """Return the grid of these rows, centred in the area; of columns as rows of the turned area."""
    room = area.size if by_rows else area.size.turned
    gaps = _gaps(kinds, card, room)
    cells, turns = [], []
    width = max(kind.columns * (kind.cell.width + gaps[0]) - gaps[0] for kind in kinds)
    y = 0
    for kind in kinds:
        own = kind.columns * (kind.cell.width + gaps[0]) - gaps[0]
        for _ in range(kind.rows):
            for column in range(kind.columns):
                x = (width - own) // 2 + column * (kind.cell.width + gaps[0])
                cells.append(Rect(x, y, kind.cell.width, kind.cell.height))
                # A column of the turned area shows its cells as they are on the sheet.
                turns.append(kind.turn if by_rows else 90 - kind.turn)
            y += kind.cell.height + gaps[1]
    height = y - gaps[1]
    if not by_rows:
        cells = [Rect(cell.y, cell.x, cell.height, cell.width) for cell in cells]
        width, height, gaps = height, width, gaps[::-1]
    grid = Grid(tuple(cells), Rect(0, 0, width, height), gaps, turns=tuple(turns))
    return grid.moved(area.x + (area.width - width) // 2, area.y + (area.height - height) // 2)


def _gaps(kinds: tuple[_Rows, ...], card: CardFormat, room: Size) -> tuple[Um, Um]:
    """Return the gaps between cells of a row and between rows: an automatic one is the widest.

    The bleed of the outer cards gets as much room as that between cards.
    """
    if card.gutter is not None:
        return card.gutter, card.gutter
    most = 2 * card.widest
    across = min(
        whole_gap(room.width - kind.columns * kind.cell.width, kind.columns + 1) for kind in kinds
    )
    rows = sum(kind.rows for kind in kinds)
    down = whole_gap(room.height - sum(kind.rows * kind.cell.height for kind in kinds), rows + 1)
    return min(most, across), min(most, down)
