"""Grids: how many cards go on a sheet, where, and how far apart."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from printnplay.imposition.papers import DoesNotFitError
from printnplay.model.geometry import Rect, Size, Um, mm
from printnplay.model.shapes import CardFormat, ShapeKind

STRIP: Um = mm(4.2)
"""The room for a line of text beside the cards: 9 points, with accents and descenders."""

NARROWEST: Um = mm(1.5)
"""The narrowest gutter that is made unasked: a thinner strip of waste is hard to cut off."""

_FINEST: Um = mm(0.1)


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells, row by row from the top left; `turn` is how cards lie in them.

    `block` is the room that all cells take, `gaps` are those between neighbours in a row and
    between rows.
    """

    cells: tuple[Rect, ...]
    block: Rect
    gaps: tuple[Um, Um] = (0, 0)
    turn: int = 0

    @property
    def count(self) -> int:
        """How many cells there are."""
        return len(self.cells)

    def moved(self, dx: Um, dy: Um) -> "Grid":
        """The same grid further right and down."""
        cells = tuple(cell.moved(dx, dy) for cell in self.cells)
        return replace(self, cells=cells, block=self.block.moved(dx, dy))


def fit_grid(card: CardFormat, area: Rect, strip: Um = STRIP) -> Grid:
    """The grid of most cards in an area, centred; upright, unless turning gains a card.

    Where the gutter is open, it is as wide as the bleed of both neighbours needs, if no card is
    lost and a `strip` for text is left on two sides of the area.

    Raises:
        DoesNotFitError: not even one card fits.
    """
    upright, turned = (_most(card, area, turn) for turn in (0, 90))
    best = turned if turned.count > upright.count else upright
    if not best.count:
        raise DoesNotFitError(
            "card", f"{_mm(card.size)} is too large for the {_mm(area.size)} that can be printed"
        )
    return best if card.gutter is not None else _spread(best, card, area, strip)


def fit_unturned(card: CardFormat, area: Rect, strip: Um = STRIP) -> Grid:
    """The grid of most cards in an area, centred, none of them turned; it may have no cell."""
    grid = _most(card, area, 0)
    return grid if card.gutter is not None or not grid.count else _spread(grid, card, area, strip)


def _most(card: CardFormat, area: Rect, turn: int) -> Grid:
    gutter = card.gutter or 0
    return _laid(card, area, turn, (gutter, gutter))


def _laid(card: CardFormat, area: Rect, turn: int, gaps: tuple[Um, Um]) -> Grid:
    """The grid of most cells with these gaps, centred in the area."""
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
    """Hexagons in rows that reach into each other, every second row half a step further."""
    if cell.height < cell.width:
        for rect in _nested(cell.turned, room.turned, gap):
            yield Rect(rect.y, rect.x, cell.width, cell.height)
        return
    step = cell.width + gap
    step += step % 2
    # Half of a step to the side is half of the gap between slanting edges already.
    slant = ((cell.height / 4) ** 2 + (cell.width / 2) ** 2) ** 0.5
    down = cell.height * 3 // 4 + round((gap * slant - gap * cell.height / 8) / (cell.width / 2))
    row = 0
    while row * down + cell.height <= room.height:
        start = row % 2 * step // 2
        for column in range(_number(room.width - start, cell.width, step - cell.width)):
            yield Rect(start + column * step, row * down, cell.width, cell.height)
        row += 1


def _spread(grid: Grid, card: CardFormat, area: Rect, strip: Um) -> Grid:
    """The grid with the widest gaps that cost no card, and leave a strip on two sides."""
    strip += card.bleed
    choices = []
    for across, down in ((0, strip), (strip, 0)):
        spread = _laid(card, area, grid.turn, _gaps(grid, card, area, (across, down)))
        has_strips = (
            spread.block.width + 2 * across <= area.width
            and spread.block.height + 2 * down <= area.height
        )
        choices.append((has_strips, min(spread.gaps), sum(spread.gaps), spread))
    return max(choices, key=lambda choice: choice[:-1])[-1]


def _gaps(grid: Grid, card: CardFormat, area: Rect, margins: tuple[Um, Um]) -> tuple[Um, Um]:
    """The widest gaps between cards, twice the bleed at most, that leave these margins.

    Where there is no margin, the bleed of the outer cards is given as much room as the others'.
    """
    most = 2 * card.bleed
    block, cell = grid.block, grid.cells[0]
    if card.shape.kind is ShapeKind.HEX:
        room = area.width - 2 * margins[0], area.height - 2 * margins[1]
        gap = _widest(
            most, lambda gap: _holds(_laid(card, area, grid.turn, (gap, gap)), grid, room)
        )
        return gap, gap
    along = zip(
        (area.width, area.height),
        (block.width, block.height),
        (cell.width, cell.height),
        margins,
        strict=True,
    )
    across, down = (
        _gap(room - filled - 2 * margin, filled // side - (1 if margin else 0), most)
        if filled > side
        else most
        for room, filled, side, margin in along
    )
    return across, down


def _gap(spare: Um, gaps: int, most: Um) -> Um:
    """What is spare, shared among gaps."""
    gap = min(most, max(0, spare) // gaps)
    gap -= gap % _FINEST
    return gap if gap >= NARROWEST else 0


def _widest(most: Um, fits: Callable[[Um], bool]) -> Um:
    """The widest gap that fits, in tenths of a millimetre; none where it would be too narrow."""
    gap = most - most % _FINEST
    while gap >= NARROWEST and not fits(gap):
        gap -= _FINEST
    return gap if gap >= NARROWEST else 0


def _holds(laid: Grid, grid: Grid, room: tuple[Um, Um]) -> bool:
    """Whether a grid has no cell less than another, and fits into a room."""
    fits = laid.block.width <= room[0] and laid.block.height <= room[1]
    return fits and laid.count == grid.count


def _mm(size: Size) -> str:
    return f"{size.width / 1000:g} x {size.height / 1000:g} mm"
