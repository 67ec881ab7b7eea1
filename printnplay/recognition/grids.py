"""Grids of cards among the lines and areas of a page, each with how much speaks for it.

Areas of one size that do not overlap may be cards; so may the rectangles between cut marks. Marks,
sizes of the trade and equal gaps speak for a grid; marks that it leaves unexplained speak against.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import hypot

from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.kernel.shapes import ShapeKind
from printnplay.recognition.axes import (
    LONGEST,
    SHORTEST,
    Row,
    clustered,
    nearest,
    rows,
)
from printnplay.recognition.cutlines import halves, is_cut
from printnplay.recognition.page_geometry import centred
from printnplay.recognition.trade_sizes import CLOSE, KNOWN, distance, known_bleed, known_size
from printnplay.recognition.values import Area, Cell, Grid, Mark, PageContent

WIDEST_BLEED: Um = 8_000
"""The widest bleed that is looked for."""

FOLDED = "folds"
"""How cells were found that are halves of areas with a fold in the middle."""
_MANY_AREAS = 4
"""The equal areas in rows that are cards and not parts of a drawing. A guess."""
_MANY_MARKS = 12
"""The marks that are enough to speak against a grid that explains none. A guess: a page with
two cards has as many."""


def grids_of(content: PageContent) -> list[Grid]:
    """Return the grids that a page may have, the best first."""
    by_areas = list(_by_areas(content))
    found = [*by_areas, *_by_marks(_without_drawings(content, by_areas))]
    best: dict[tuple[int, ...], Grid] = {}
    for grid in found:
        key = _key(grid)
        if key not in best or best[key].score < grid.score:
            best[key] = grid
    grids = sorted(best.values(), key=lambda grid: -grid.score)
    grids = [_as_whole(grid, grids) for grid in grids]
    return sorted((_without_inner(grid, grids) for grid in grids), key=lambda grid: -grid.score)


def _as_whole(grid: Grid, others: Sequence[Grid]) -> Grid:
    """Return a part of a grid without cut marks as one: its lines go on beyond it."""
    first = grid.cells[0].rect
    for other in others if grid.is_cut else ():
        one = other.cells[0].rect
        is_like = distance(one.size, first.size) <= CLOSE
        if not other.is_cut and is_like and len(other.cells) > len(grid.cells):
            places = {(cell.rect.x // CLOSE, cell.rect.y // CLOSE) for cell in other.cells}
            if all((c.rect.x // CLOSE, c.rect.y // CLOSE) in places for c in grid.cells):
                return replace(grid, is_cut=False)
    return grid


def _without_drawings(content: PageContent, grids: Sequence[Grid]) -> PageContent:
    """Leave out the marks inside of many equal areas: they are drawn on cards."""
    many = [grid for grid in grids if _are_many(grid.cells)]
    if not many:
        return content
    inside = [cell.rect.grown(-500) for cell in max(many, key=_area).cells]
    marks = tuple(mark for mark in content.marks if not _is_inside(mark, inside))
    return replace(content, marks=marks)


def _is_inside(mark: Mark, rects: Iterable[Rect]) -> bool:
    middle = (mark.start + mark.end) // 2
    x, y = (mark.at, middle) if mark.upright else (middle, mark.at)
    return any(r.x < x < r.right and r.y < y < r.bottom for r in rects)


def _key(grid: Grid) -> tuple[int, ...]:
    first = grid.cells[0].rect
    return (
        len(grid.cells),
        round(first.x / 200),
        round(first.y / 200),
        round(first.width / 200),
        round(first.height / 200),
    )


def _without_inner(grid: Grid, others: Sequence[Grid]) -> Grid:
    """Lower the score of the panels within cards: other cells hold each of them, and more."""
    for outer in others:
        if outer is grid or outer.score < grid.score - 0.2:
            continue
        if (
            _area(outer) > 1.04 * _area(grid)
            and all(
                any(cell.rect.grown(100).holds(inner.rect) for cell in outer.cells)
                for inner in grid.cells
            )
            and not (len(outer.cells) == 1 < len(grid.cells))
        ):
            return replace(grid, score=grid.score - 0.3)
    return grid


def _area(grid: Grid) -> int:
    return sum(cell.rect.width * cell.rect.height for cell in grid.cells)


def _by_areas(content: PageContent) -> Iterable[Grid]:
    page = Rect(0, 0, content.size.width, content.size.height)
    hexes = {area.whole for area in content.areas if area.shape == ShapeKind.HEX}
    for whole in _groups(content.areas, page):
        folded = halves(whole, content.marks)
        group = folded or whole
        found_by = FOLDED if folded else "areas"
        for across, down, confirmed in _bleeds(group, content.marks):
            size = _usual(group, across, down)
            if min(size.width, size.height) < SHORTEST:
                continue
            cells = tuple(Cell(centred(rect, size), min(across, down)) for rect in group)
            if _overlapping([cell.rect for cell in cells], are_hexes=hexes.issuperset(group)):
                continue
            yield _judged(cells, content, confirmed, found_by)
        if len(group) >= _MANY_AREAS and known_size(group[0].size) is None:
            pitch = _pitch(group)
            if known_size(pitch) is not None:
                cells = tuple(Cell(centred(rect, pitch)) for rect in group)
                yield _judged(cells, content, 0.0, "areas")


def _pitch(group: Sequence[Rect]) -> Size:
    """Return how far areas are from one another: the size of white cards that have frames alone."""
    steps = []
    for ats in (sorted(rect.x for rect in group), sorted(rect.y for rect in group)):
        apart = [after - at for at, after in pairwise(ats) if after - at > SHORTEST]
        steps.append(min(apart, default=0))
    return Size(*steps)


def _usual(group: Sequence[Rect], across: Um, down: Um) -> Size:
    """Return the one size of the cards in areas: that of the trade, or else their median."""
    wide = sorted(rect.width for rect in group)[len(group) // 2]
    high = sorted(rect.height for rect in group)[len(group) // 2]
    size = Size(wide - 2 * across, high - 2 * down)
    exact = known_size(size)
    return exact if exact is not None and distance(exact, size) <= CLOSE else size


def _groups(areas: Sequence[Area], page: Rect) -> list[list[Rect]]:
    """Return the areas of nearly one size, without repetitions, in reading order."""
    distinct: dict[tuple[int, ...], Rect] = {}
    for area in areas:
        for rect in (area.rect, area.whole):
            if _may_be_card(rect, page):
                key = tuple(round(v / 120) for v in (rect.x, rect.y, rect.width, rect.height))
                distinct.setdefault(key, rect)
    sizes: dict[tuple[int, int], list[Rect]] = defaultdict(list)
    for rect in distinct.values():
        for key in sizes:
            if abs(rect.width - key[0]) <= CLOSE and abs(rect.height - key[1]) <= CLOSE:
                sizes[key].append(rect)
                break
        else:
            sizes[rect.width, rect.height].append(rect)
    return [_in_order(_apart(group)) for group in sizes.values()]


def _may_be_card(rect: Rect, page: Rect) -> bool:
    sides = sorted((rect.width, rect.height))
    is_inside = page.grown(12_000).holds(rect)
    covers = rect.width * rect.height > 0.75 * page.width * page.height
    return sides[0] >= SHORTEST and sides[1] <= LONGEST + 20_000 and is_inside and not covers


def _apart(group: list[Rect]) -> list[Rect]:
    """Leave out areas at nearly the same place as others."""
    kept: list[Rect] = []
    for rect in group:
        if not any(abs(rect.x - one.x) <= 300 and abs(rect.y - one.y) <= 300 for one in kept):
            kept.append(rect)
    return kept


def _in_order(rects: Iterable[Rect]) -> list[Rect]:
    """Return rectangles in reading order: rows from the top, each from the left."""
    left = sorted(rects, key=lambda rect: (rect.y, rect.x))
    ordered: list[Rect] = []
    while left:
        top = left[0]
        row = [rect for rect in left if rect.y < top.y + top.height // 2]
        ordered += sorted(row, key=lambda rect: rect.x)
        left = [rect for rect in left if rect not in row]
    return ordered


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells in reading order."""
    by_rect = {cell.rect: cell for cell in cells}
    return tuple(by_rect[rect] for rect in _in_order(by_rect))


def _overlapping(rects: Sequence[Rect], *, are_hexes: bool) -> bool:
    """Return whether cards overlap; hexes that touch along their sides do not."""
    for one, other in combinations(rects, 2):
        seen = one.within(other)
        if seen.width > CLOSE and seen.height > CLOSE:
            away = hypot(one.x - other.x, one.y - other.y)
            if not are_hexes or away < min(one.width, one.height) - CLOSE:
                return True
    return False


def _bleeds(group: Sequence[Rect], marks: Sequence[Mark]) -> list[tuple[Um, Um, float]]:
    """Return insets across and down at which marks confirm the edges of areas, and how many."""
    found = [
        _insets([(rect.x, rect.right) for rect in group], marks, upright=True),
        _insets([(rect.y, rect.bottom) for rect in group], marks, upright=False),
    ]
    both = [
        (across, down, (one + other) / 2)
        for across, one in found[0]
        for down, other in found[1]
        if abs(across - down) <= 1_500
    ]
    size = group[0].size
    bleed = known_bleed(size)
    if bleed is not None and not any(abs(across - bleed) <= CLOSE for across, _, _ in both):
        both.append((bleed, bleed, 0.0))
    return both


def _insets(
    edges: Sequence[tuple[Um, Um]], marks: Sequence[Mark], *, upright: bool
) -> list[tuple[Um, float]]:
    """Return the insets that marks may confirm, each with the share of edges that they do."""
    known = sorted({mark.at for mark in marks if mark.upright is upright})
    if not known:
        return [(0, 0.0)]
    outer = (edges[0], edges[-1])
    insets = [
        inset
        for at in known
        for start, end in outer
        for inset in (at - start, end - at)
        if CLOSE < inset <= WIDEST_BLEED
    ]
    found = []
    for inset in clustered(((inset, 1.0) for inset in {0, *insets}), 40):
        places = [at for start, end in edges for at in (start + inset, end - inset)]
        confirmed = sum(abs(nearest(known, at) - at) <= CLOSE for at in places) / len(places)
        if inset == 0 or confirmed >= 0.8:
            found.append((inset, confirmed))
    return found


def _by_marks(content: PageContent) -> Iterable[Grid]:
    for across in _best(content.marks, upright=True):
        for down in _best(content.marks, upright=False):
            if not (SHORTEST <= across.side <= LONGEST and SHORTEST <= down.side <= LONGEST):
                continue
            cells = tuple(
                Cell(Rect(x, y, across.side, down.side)) for y in down.starts for x in across.starts
            )
            confirmed = (across.explained + down.explained) / 2
            yield _judged(cells, content, confirmed, "marks")


def _best(marks: Sequence[Mark], *, upright: bool) -> list[Row]:
    weights = ((mark.at, 1.0) for mark in marks if mark.upright is upright)
    return rows(clustered(weights, 100), CLOSE)[:4]


def _judged(cells: tuple[Cell, ...], content: PageContent, confirmed: float, found_by: str) -> Grid:
    """Return a grid with the score of what speaks for it."""
    size = cells[0].rect.size
    score = 0.3 + 0.35 * confirmed
    exact = known_size(size)
    if exact is not None:
        score += 0.25 - 0.15 * distance(exact, size) / KNOWN
    if cells[0].bleed and confirmed:
        score += 0.02  # of two grids at the same place, the one whose bleed is known
    if len(cells) > 1:
        score += 0.1 if _is_aligned(cells) else -0.1
    if found_by in ("areas", FOLDED) and _are_many(cells):
        score += 0.15
    score -= 0.35 * _unexplained(cells, content.marks)
    covered = sum(cell.rect.width * cell.rect.height for cell in cells)
    score += 0.15 * min(1.0, covered / (content.size.width * content.size.height))
    return Grid(in_order(cells), found_by, score, confirmed, is_cut(cells, content.marks))


def _are_many(cells: Sequence[Cell]) -> bool:
    return len(cells) >= _MANY_AREAS and _is_aligned(cells)


def _is_aligned(cells: Sequence[Cell]) -> bool:
    """Return whether cells stand in rows and columns."""
    columns = clustered(((cell.rect.x, 1.0) for cell in cells), 2 * CLOSE)
    lines = clustered(((cell.rect.y, 1.0) for cell in cells), 2 * CLOSE)
    return len(columns) + len(lines) <= len(cells) + 1


def _unexplained(cells: Sequence[Cell], marks: Sequence[Mark]) -> float:
    """Return the share of marks outside of cells that point at no edge."""
    inside = [cell.rect.grown(-500) for cell in cells]
    edges = {
        True: sorted({at for cell in cells for at in (cell.rect.x, cell.rect.right)}),
        False: sorted({at for cell in cells for at in (cell.rect.y, cell.rect.bottom)}),
    }
    outer = wrong = 0
    for mark in marks:
        if _is_inside(mark, inside):
            continue
        outer += 1
        wrong += abs(nearest(edges[mark.upright], mark.at) - mark.at) > CLOSE
    # A ruler or a line of a title has a few.
    return wrong / outer * min(1.0, wrong / _MANY_MARKS) if outer else 0.0
