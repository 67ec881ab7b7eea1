"""Card grids: the number of cards on a sheet, their positions, and their gutters."""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from printnplay.imposition.papers import DoesNotFitError
from printnplay.kernel.geometry import Rect, Size, Um, mm
from printnplay.kernel.shapes import CardFormat, ShapeKind

STRIP: Um = mm(4.2)
"""The height of a line of text beside the cards: 9 pt (3.2 mm), with accents and descenders."""

NARROWEST: Um = mm(1.5)
"""The narrowest automatic gutter: a thinner strip of waste is hard to cut off (decision 019)."""

_FINEST: Um = mm(0.1)
"""The precision of a gutter: as fine as a ruler can be read, so that the build summary matches the
print."""


class Grid(Struct, frozen=True):
    """Equal cells, row by row from the top left; `turn` is the rotation of the cards in them.

    `block` is the area of all cells, `gaps` are the gutters between neighbours in a row and between
    rows. `turns` are the rotations of each, if upright and turned cards are mixed.
    """

    cells: tuple[Rect, ...]
    block: Rect
    gaps: tuple[Um, Um] = (0, 0)
    turn: int = 0
    turns: tuple[int, ...] = ()

    def turns_of(self, count: int) -> tuple[int, ...]:
        """Return the rotations of the cards in the first cells."""
        return self.turns[:count] if self.turns else (self.turn,) * count

    @property
    def count(self) -> int:
        """The number of cells."""
        return len(self.cells)

    def moved(self, dx: Um, dy: Um) -> "Grid":
        """Return the grid moved right and down."""
        cells = tuple(cell.moved(dx, dy) for cell in self.cells)
        return replace(self, cells=cells, block=self.block.moved(dx, dy))


def fit_grid(card: CardFormat, area: Rect, enough: int | None = None) -> Grid:
    """Return the centred grid of most cards in an area; cards are turned if more fit.

    An automatic gutter is as wide as the bleed of both neighbours, provided that a strip for text
    remains on two sides of the area and no card is lost. If fewer cards are `enough`, the rest may
    be lost.

    Raises:
        DoesNotFitError: not even one card fits.
    """
    upright, turned = (_most(card, area, turn) for turn in (0, 90))
    most = max(upright.count, turned.count)
    if not most:
        raise DoesNotFitError(
            "card",
            f"{card.size.in_mm()} is too large for the {area.size.in_mm()} that can be printed",
        )
    needed = min(enough or most, most)
    grid = upright if upright.count >= needed else turned
    return grid if card.gutter is not None else _spread(grid, card, area, needed)


def fit_unturned(card: CardFormat, area: Rect, enough: int | None = None) -> Grid:
    """Return the grid of most upright cards in an area; it may have no cells."""
    grid = _most(card, area, 0)
    if card.gutter is not None or not grid.count:
        return grid
    return _spread(grid, card, area, min(enough or grid.count, grid.count))


def _most(card: CardFormat, area: Rect, turn: int) -> Grid:
    gutter = card.gutter or 0
    return _laid(card, area, turn, (gutter, gutter))


def _laid(card: CardFormat, area: Rect, turn: int, gaps: tuple[Um, Um]) -> Grid:
    """Return the grid of most cells with these gaps, centred in the area."""
    cell = card.size.turned if turn else card.size
    if card.shape.kind is ShapeKind.HEX:
        cells = tuple(_nested(cell, area.size, gaps[0]))
    else:
        columns, rows = (
            _number(room, side, gap)
            for room, side, gap in zip(
                (area.width, area.height), (cell.width, cell.height), gaps, strict=True
            )
        )
        across, down = cell.width + gaps[0], cell.height + gaps[1]
        cells = tuple(
            Rect(column * across, row * down, cell.width, cell.height)
            for row in range(rows)
            for column in range(columns)
        )
    width = max((cell.right for cell in cells), default=0)
    height = max((cell.bottom for cell in cells), default=0)
    grid = Grid(cells, Rect(0, 0, width, height), gaps, turn)
    return grid.moved(area.x + (area.width - width) // 2, area.y + (area.height - height) // 2)


def _number(room: Um, side: Um, gap: Um) -> int:
    return max(0, (room + gap) // (side + gap))


def _nested(cell: Size, room: Size, gap: Um) -> Iterator[Rect]:
    """Yield hexagons in interlocking rows; every second row is shifted by half a step."""
    if cell.height < cell.width:
        for rect in _nested(cell.turned, room.turned, gap):
            yield Rect(rect.y, rect.x, cell.width, cell.height)
        return
    step = cell.width + gap
    step += step % 2
    # Half a step sideways already makes half of the gap between slanting edges.
    slant = ((cell.height / 4) ** 2 + (cell.width / 2) ** 2) ** 0.5
    down = cell.height * 3 // 4 + round((gap * slant - gap * cell.height / 8) / (cell.width / 2))
    row = 0
    while row * down + cell.height <= room.height:
        start = row % 2 * step // 2
        for column in range(_number(room.width - start, cell.width, step - cell.width)):
            yield Rect(start + column * step, row * down, cell.width, cell.height)
        row += 1


def _spread(grid: Grid, card: CardFormat, area: Rect, needed: int) -> Grid:
    """Return the grid with the widest gaps that still holds the cards needed.

    A strip for text is left on two sides, unless that costs a card.
    """
    strip = STRIP + card.widest
    choices = []
    for across, down in ((0, strip), (strip, 0)):
        inside = Rect(
            area.x + across, area.y + down, area.width - 2 * across, area.height - 2 * down
        )
        for gaps in _gaps(grid, card, inside, (across, down), needed):
            spread = _laid(card, inside, grid.turn, gaps)
            has_strips = spread.count >= needed
            if not has_strips:
                spread = _laid(card, area, grid.turn, gaps)
            choices.append((has_strips, min(gaps), sum(gaps), spread.count, spread))
    return max(choices, key=lambda choice: choice[:-1])[-1]


def _gaps(
    grid: Grid, card: CardFormat, area: Rect, margins: tuple[Um, Um], needed: int
) -> Iterator[tuple[Um, Um]]:
    """Yield the widest gaps between cards in an area with these margins, at most twice the bleed.

    There is one pair for each number of columns that can hold the cards needed.
    """
    most = 2 * card.widest
    if card.shape.kind is ShapeKind.HEX:
        gap = _widest(most, lambda gap: _laid(card, area, grid.turn, (gap, gap)).count >= needed)
        yield gap, gap
        return
    cell, block = grid.cells[0], grid.block
    for columns in range(1, block.width // cell.width + 1):
        rows = -(-needed // columns)
        if rows <= block.height // cell.height:
            across = _gap(area.width, cell.width, columns, has_margin=bool(margins[0]))
            down = _gap(area.height, cell.height, rows, has_margin=bool(margins[1]))
            yield min(most, across), min(most, down)


def _gap(room: Um, side: Um, number: int, *, has_margin: bool) -> Um:
    """Return the gap between this many cards in a row.

    Without a margin, the bleed of the outer cards gets as much room as between cards.
    """
    if number == 1:
        return room
    return whole_gap(room - number * side, number if has_margin else number + 1)


def whole_gap(spare: Um, number: int) -> Um:
    """Return the gap if the spare room is divided between this many cards; 0 if too narrow."""
    gap = max(0, spare) // max(1, number - 1)
    gap -= gap % _FINEST
    return gap if gap >= NARROWEST else 0


def _widest(most: Um, fits: Callable[[Um], bool]) -> Um:
    """Return the widest gap that fits, in tenths of a millimetre; zero if it is too narrow."""
    gap = most - most % _FINEST
    while gap >= NARROWEST and not fits(gap):
        gap -= _FINEST
    return gap if gap >= NARROWEST else 0
