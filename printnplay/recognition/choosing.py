"""The cards of each page: by what the page shows itself, and by what others of the file have.

Each page is read alone. Pages that are sure say how large the cards are, and where: others are
believed that agree with them.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.grids import in_order
from printnplay.recognition.standing import PLAUSIBLE, SURE, Standing, standing
from printnplay.recognition.taken import (
    AS_BEFORE,
    Chosen,
    Taken,
    filled,
    has_outline,
    is_shown,
    with_bleed,
)
from printnplay.recognition.trade_sizes import known_size
from printnplay.recognition.values import Cell, Grid

_POSSIBLE = 0.2
"""The score from which pictures or frames of the size of other cards are accepted."""
_SEVERAL = 3
"""The pictures or frames in rows that are cards of a second size. A guess."""
_ALIKE: Um = 450
"""How much cards of one size may differ in it."""
_HERE: Um = 2_000
"""How far cards may be from where other pages have theirs: programs round, scanners shift."""
_GRIDS = 12
"""The best grids of a page that are looked at."""
_TRUST = 0.2
"""What a step of standing is worth beside the score of a grid. A guess."""
_MOST = 9
"""The most cells of a page that count for a size: pages of tokens have many."""
_BETTER = 0.3
"""How much better a grid has to be than one of the size of other pages. A guess."""


class _Read(Struct):
    """A page with the grids that it may have, each with its standing; the best first."""

    page: Taken
    grids: list[tuple[Standing, Grid]]

    @property
    def standing(self) -> Standing:
        return self.grids[0][0] if self.grids else Standing.NONE

    @property
    def grid(self) -> Grid:
        return self.grids[0][1]


class Choice(Struct, frozen=True):
    """Pages with cards, and those with grids that may be cards but are left out."""

    chosen: list[Chosen]
    left: list[tuple[Taken, Grid]]


def chosen_of(pages: Sequence[Taken]) -> Choice:
    """Return the pages with cards, each with its own grid."""
    reads = [_Read(page, list(_ranked(page))) for page in pages]
    most = max((read.standing for read in reads), default=Standing.NONE)
    surest = [read for read in reads if read.standing is most] if most else []
    usual = _usual_size(surest, reads)
    known = [read.grid for read in surest if usual and is_like(_size(read.grid), usual)]
    chosen: list[Chosen] = []
    left: list[tuple[Taken, Grid]] = []
    sizes: list[Size] = []
    before: tuple[Cell, ...] = ()
    for read in reads:
        picked = _picked(read, usual, known, most)
        if picked is None and before and not read.standing:
            grid = _as_before(read.page, before)
            picked = (Standing.LIKELY, grid) if grid is not None else None
        if picked is None:
            if read.standing:
                left.append((read.page, read.grid))
            continue
        level, grid = picked
        if grid.found_by != AS_BEFORE:
            before = grid.cells
        together = _with_others(read, grid, sizes)
        sizes += [cell.rect.size for cell in together if cell not in grid.cells]
        cells = filled(read.page, with_bleed(together, read.page.content.areas))
        if cells:
            chosen.append(Chosen(read.page, grid, cells, level))
    return Choice(chosen, left)


def _ranked(page: Taken) -> Iterator[tuple[Standing, Grid]]:
    rated = [(standing(page, grid), grid) for grid in page.grids[:_GRIDS]]
    kept = [one for one in rated if one[0]]
    yield from sorted(kept, key=lambda one: -one[1].score - _TRUST * one[0])


def _picked(
    read: _Read, usual: Size | None, known: Sequence[Grid], most: Standing
) -> tuple[Standing, Grid] | None:
    """Return the grid of a page: one as other pages have it, or the best of its own.

    `most` is the standing of the surest page.
    """
    least = min(most, Standing.LIKELY)
    best = read.grids[0] if read.grids else None
    for grid in read.page.grids:
        if usual is None or grid.score < PLAUSIBLE or not is_like(_size(grid), usual):
            continue
        if best is not None and best[0] is Standing.SURE and best[1].score > grid.score + _BETTER:
            break
        level = standing(read.page, grid)
        if _agrees(grid, known) or level is Standing.SURE:
            return max(level, least), grid
        if level is Standing.LIKELY and not any(one.is_cut for one in known):
            bleeds = {one.cells[0].bleed for one in known}
            if grid.cells[0].bleed in bleeds or not grid.cells[0].bleed:
                return level, grid
    is_other = best is not None and (usual is None or not is_like(_size(best[1]), usual))
    if best is None or best[0] < least:
        return None
    return best if is_other or best[0] in (most, Standing.SURE) else None


def _agrees(grid: Grid, known: Sequence[Grid]) -> bool:
    """Return whether most cells are where another page has some, or their mirror image."""
    places = {
        (cell.rect.x, cell.rect.y) for other in known if other is not grid for cell in other.cells
    }
    here = sum(
        any(abs(cell.rect.x - x) <= _HERE and abs(cell.rect.y - y) <= _HERE for x, y in places)
        for cell in grid.cells
    )
    return 2 * here > len(grid.cells)


def _size(grid: Grid) -> Size:
    return grid.cells[0].rect.size


def is_like(one: Size, other: Size) -> bool:
    """Return whether sizes are nearly the same, upright or turned."""
    return any(
        abs(one.width - size.width) <= _ALIKE and abs(one.height - size.height) <= _ALIKE
        for size in (other, other.turned)
    )


def _usual_size(surest: Sequence[_Read], reads: Sequence[_Read]) -> Size | None:
    """Return the card size that most pages may have, of those that the surest ones have."""
    weights = [
        (
            sum(
                max((grid.score for _, grid in two.grids if is_like(_size(grid), size)), default=0)
                * min(len(one.grid.cells), _MOST)
                for two in reads
            ),
            size,
        )
        for one in surest
        for size in (_size(one.grid),)
    ]
    return max(weights, key=lambda one: one[0])[1] if weights else None


def _with_others(read: _Read, grid: Grid, sizes: Sequence[Size]) -> tuple[Cell, ...]:
    """Return the cells of a grid, and those of others of the page that are beside them.

    `sizes` are those of others on earlier pages.
    """
    cells = grid.cells
    page = read.page
    # Pixels may show a part of what areas do.
    for other in sorted(page.grids, key=lambda one: one.found_by == "pixels"):
        size = _size(other)
        if any(_overlap(one.rect, two.rect) for one in cells for two in other.cells):
            continue
        is_again = any(is_like(size, one) for one in sizes)
        is_sure = known_size(size) is not None and other.score >= SURE
        is_sure |= len(other.cells) >= _SEVERAL and standing(page, other) >= Standing.LIKELY
        is_sure |= is_again and other.score >= _POSSIBLE and is_shown(page, other)
        if is_sure:
            cells = (*cells, *other.cells)
    return cells if cells is grid.cells else in_order(cells)


def _overlap(one: Rect, other: Rect) -> bool:
    seen = one.within(other)
    return seen.width > 300 and seen.height > 300


def _as_before(page: Taken, cells: tuple[Cell, ...]) -> Grid | None:
    """Return the cells of an earlier page or their mirror image, if this page has their outline."""
    width, height = page.size.width, page.size.height
    if any(cell.rect.right > width or cell.rect.bottom > height for cell in cells):
        return None
    across = tuple(
        replace(cell, rect=Rect(width - r.right, r.y, r.width, r.height))
        for cell in cells
        for r in (cell.rect,)
    )
    down = tuple(
        replace(cell, rect=Rect(r.x, height - r.bottom, r.width, r.height))
        for cell in cells
        for r in (cell.rect,)
    )
    for one in (across, cells, down):
        kept = filled(page, one)
        if kept and has_outline(page, kept):
            return Grid(in_order(one), AS_BEFORE, SURE)
    return None
