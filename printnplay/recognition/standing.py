"""How far the grid of a page may be trusted to be cards, by what the page alone shows.

Boards, score sheets, tables, boxes and figures of rules have grids, too: their cells touch without
cut marks around them, are small, show nothing, or stand among many words.
"""

from collections.abc import Sequence
from enum import IntEnum

from printnplay.kernel.geometry import Rect, Um
from printnplay.recognition.grids import FOLDED
from printnplay.recognition.lettering import words_in
from printnplay.recognition.taken import Taken, box_of, is_close, is_shown, uncovered
from printnplay.recognition.trade_sizes import known_size
from printnplay.recognition.values import Cell, Grid


class Standing(IntEnum):
    """Whether a grid is cards: no, perhaps (a person has to tell), probably, and surely."""

    NONE = 0
    DOUBTFUL = 1
    LIKELY = 2
    SURE = 3


SURE, PLAUSIBLE = 0.6, 0.4
"""The scores from which a grid is accepted, of a size of the trade, and one that others confirm."""
_SMALL: Um = 15_000
"""The side below which shapes are boxes to tick. A guess: most counters have more."""
_LARGE: Um = 40_000
"""The side from which cells that touch are more likely cards than squares of a board. A guess."""
_LARGEST, _FEW = 160_000, 3
"""The side from which fewer cells are boards or pages rather than cards. A guess."""
_SEVERAL = 4
"""The cells in rows that are more likely cards than figures. A guess."""
_BESIDE = 0.3
"""How much may be printed beside two cells, of one of them: boxes have flaps. A guess."""
_APART: Um = 500
"""The least gap between cards that do not touch."""
_RICH, _PLAIN = 0.06, 0.002
"""The printed share of a cell from which it is a card, and up to which it is a square. Guesses:
letters and figures have 0.02."""
_MANY_WORDS = 120
"""The words beside the cells from which a page is one of rules. A guess: titles have 20."""
_NO_CARDS = (
    "board boards map mat playmat box tuckbox score scoresheet spielplan wertung schachtel"
    " plateau boîte tablero caja tabellone scatola plansza pudełko"
)
"""Words beside a grid that is none of cards."""


def standing(page: Taken, grid: Grid) -> Standing:
    """Return how far a grid of a page may be trusted."""
    if page.is_whole:
        return Standing.SURE
    cells = grid.cells
    is_alone = len(cells) == 1
    is_drawn = page.content.areas or page.content.marks or not page.content.vectors
    if grid.score < PLAUSIBLE or (grid.found_by == "pixels" and (is_alone or not is_drawn)):
        return Standing.NONE
    size = cells[0].rect.size
    is_large = max(size.width, size.height) > _LARGEST and known_size(size) is None
    beside = _beside(page, cells)
    if is_large and len(cells) < _FEW:
        found = Standing.DOUBTFUL if grid.found_by != "pixels" else Standing.NONE
    elif grid.is_cut and not (grid.found_by == "pixels" and page.content.vectors):
        found = Standing.SURE
    elif len(beside) > _MANY_WORDS:
        found = Standing.DOUBTFUL if grid.found_by != "pixels" else Standing.NONE
    elif known_size(size) is not None:
        found = _of_the_trade(page, grid)
    elif not set(beside).isdisjoint(_NO_CARDS.split()):
        found = min(_unusual(page, grid), Standing.DOUBTFUL)
    else:
        found = _unusual(page, grid)
    is_nothing = is_alone and found is Standing.DOUBTFUL and known_size(size) is None
    return Standing.NONE if is_nothing else found


def _of_the_trade(page: Taken, grid: Grid) -> Standing:
    if grid.score >= SURE and len(grid.cells) > 1:
        is_guess = bool(grid.cells[0].bleed) and not grid.confirmed
        is_weak = len(grid.cells) == 2 and grid.found_by == "pixels" and page.content.vectors
        return Standing.LIKELY if is_guess or is_weak else Standing.SURE
    return Standing.SURE if grid.score >= 0.9 else Standing.DOUBTFUL


def _unusual(page: Taken, grid: Grid) -> Standing:
    """Return the standing of cells of no size of the trade that no cut marks confirm."""
    cells = grid.cells
    least = min(cells[0].rect.width, cells[0].rect.height)
    if len(cells) == 1:
        return Standing.NONE
    if grid.found_by == FOLDED and len(cells) >= _SEVERAL:
        return Standing.SURE
    if grid.found_by == "pixels":
        is_likely = len(cells) >= _SEVERAL and least >= _LARGE
        return Standing.DOUBTFUL if is_likely else Standing.NONE
    is_enough = len(cells) >= _FEW or (least >= _LARGE and uncovered(page, cells) <= _BESIDE)
    printed = printed_share(page, cells)
    if are_apart(cells):
        is_likely = is_shown(page, grid)
    elif least >= _LARGE:
        is_likely = len(cells) >= _SEVERAL
    else:  # squares of boards touch, and lines across a picture
        is_likely = (
            printed >= _RICH and grid.found_by != "marks" and not _is_on_one_picture(page, cells)
        )
    is_likely &= is_enough and least >= _SMALL and printed > _PLAIN
    return Standing.LIKELY if is_likely else Standing.DOUBTFUL


def are_apart(cells: Sequence[Cell]) -> bool:
    """Return whether there are gaps between all cells."""
    rects = [cell.rect for cell in cells]
    grown = [rect.grown(_APART // 2) for rect in rects]
    for number, one in enumerate(grown):
        for other in grown[number + 1 :]:
            seen = one.within(other)
            if seen.width > 0 and seen.height > 0:
                return False
    return True


def printed_share(page: Taken, cells: Sequence[Cell]) -> float:
    """Return the share of a cell that is not of its ground colour, of the middle one of all."""
    grey = page.image.convert("L")
    shares: list[float] = []
    for cell in cells:
        inside = cell.rect.grown(-min(cell.rect.width, cell.rect.height) // 8)
        counts = grey.crop(tuple(map(round, box_of(page, inside)))).histogram()
        ground = max(range(256), key=counts.__getitem__)
        shares.append(1 - sum(counts[max(0, ground - 40) : ground + 41]) / max(1, sum(counts)))
    return sorted(shares)[len(shares) // 2]


def _is_on_one_picture(page: Taken, cells: Sequence[Cell]) -> bool:
    """Return whether a single picture is below all cells, and none of them has its own."""
    block = block_of(cells)
    images = [area.rect for area in page.content.areas if area.kind in ("image", "form")]
    return any(image.grown(1_000).holds(block) for image in images) and not any(
        is_close(cell.rect, image) for cell in cells for image in images
    )


def block_of(cells: Sequence[Cell]) -> Rect:
    """Return the rectangle around cells."""
    left, top = min(cell.rect.x for cell in cells), min(cell.rect.y for cell in cells)
    right = max(cell.rect.right for cell in cells)
    bottom = max(cell.rect.bottom for cell in cells)
    return Rect(left, top, right - left, bottom - top)


def _beside(page: Taken, cells: Sequence[Cell]) -> list[str]:
    rects = [cell.rect.grown(cell.bleed) for cell in cells]
    inside = set().union(*words_in(page.content.words, rects))
    return [word.text for word in page.content.words if word not in inside]
