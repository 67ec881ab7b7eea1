"""One-sheet rulebooks: leaflets with a letter fold or an accordion fold, and zines.

A leaflet has its pages side by side on both sides of the sheet. With three on a side, the right one
is folded over the middle and the left one over that. The outside then has, from left to right, the
flap, the back and the front, and the inside the three pages that follow the front. With any other
number, the sheet has an accordion fold, and its pages continue from one side to the other.

A zine has eight pages on one side of a sheet, in two rows; the upper row is upside down. The sheet
is slit between the rows over the two middle pages, folded along its length, pushed together into a
cross, and folded to a book.
"""

from collections.abc import Sequence

from msgspec import Struct

from printnplay.imposition.booklet import BLEED, SMALLEST, centred, lies_inside
from printnplay.imposition.marks import Segment, draw
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import upside_down
from printnplay.kernel.geometry import Paper, Rect, Size, Um, mm
from printnplay.kernel.printing import Flip
from printnplay.scene.sheet import Item, Leaf, Page, Sheet

_MARK: Um = mm(4)
"""The length of a fold or trim mark: the same as for cards (`TICK` in `marks.py`)."""

_CLEAR: Um = mm(0.5)
"""The gap between the pages and a mark: the same as in booklets."""

MOST = 12
"""The most pages of a leaflet: six on a side. A guess: with more folds paper springs open."""

LETTER_FOLD = ((5, 6, 1), (2, 3, 4))
"""The page order of a six-page leaflet with a letter fold: the outer side, and the inner one."""

ZINE = ((5, 4, 3, 2), (6, 7, 8, 1))
"""The page order of a zine: the upper row, which is upside down, and the lower one."""

ZINE_PAGES = 8
"""The number of pages of a zine: one sheet, folded three times and cut once."""


def panels(pages: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the imposition of a leaflet: the page numbers of both sides, from left to right.

    >>> panels(6), panels(4)
    (((5, 6, 1), (2, 3, 4)), ((4, 1), (2, 3)))
    >>> panels(8)
    ((1, 2, 3, 4), (5, 6, 7, 8))
    """
    across = pages // 2
    if across == 2:
        return (4, 1), (2, 3)
    if across == 3:
        return LETTER_FOLD[0], LETTER_FOLD[1]
    return tuple(range(1, across + 1)), tuple(range(across + 1, pages + 1))


def leaflet(
    pages: Sequence[Page],
    paper: Paper,
    flip: Flip = Flip.SHORT,
    *,
    trimmed: bool = True,
) -> tuple[Sheet, ...]:
    """Return both sides of a leaflet, as large as fits on its paper, with fold and trim marks.

    Raises:
        DoesNotFitError: the leaflet has too many pages, or they are too large.
        ValueError: the number of pages is odd, or less than four.
    """
    if len(pages) % 2 or len(pages) < 4:
        raise ValueError(f"{len(pages)} pages")
    if len(pages) > MOST:
        raise _too_many(pages, "leaflet", MOST)
    across = len(pages) // 2
    place = place_leaflet(pages[0].size, len(pages), paper, trimmed=trimmed)
    sheet, block = place.sheet, place.block
    bleed = BLEED if place.trimmed else 0
    sheets = []
    for index, side in enumerate(panels(len(pages))):
        width = block.width // across
        cells = [Rect(block.x + at * width, block.y, width, block.height) for at in range(across)]
        leaves = [
            _leaf(pages[number - 1], cell, 0, _shown(cell, block, bleed))
            for number, cell in zip(side, cells, strict=True)
        ]
        folds = [cell.x for cell in cells[1:]]
        items: tuple[Item, ...] = (*leaves, *_marks(place, folds))
        if flip is Flip.LONG and index:
            items = upside_down(items, sheet)
        label = " ".join(map(str, side))
        sheets.append(Sheet(sheet, items, label, trim=place.trim, bleed=bleed))
    return tuple(sheets)


def _shown(cell: Rect, block: Rect, bleed: Um) -> Rect:
    """Return the printed area of a page: it has bleed at cut edges, and none at folds."""
    left = bleed if cell.x == block.x else 0
    right = bleed if cell.right + cell.width > block.right else 0
    return Rect(cell.x - left, cell.y - bleed, cell.width + left + right, cell.height + 2 * bleed)


def zine(pages: Sequence[Page], paper: Paper) -> tuple[Sheet, ...]:
    """Return a zine: eight pages on one side of a sheet, fold marks, and a cut line for the slit.

    Raises:
        DoesNotFitError: the number of pages is not eight, or they are too large.
    """
    if len(pages) != ZINE_PAGES:
        raise _too_many(pages, "zine", ZINE_PAGES)
    place = place_zine(pages[0].size, paper)
    sheet, block = place.sheet, place.block
    width, height = block.width // 4, block.height // 2
    leaves = [
        _leaf(
            pages[number - 1],
            Rect(block.x + column * width, block.y + row * height, width, height),
            180 if row == 0 else 0,
        )
        for row, numbers in enumerate(ZINE)
        for column, number in enumerate(numbers)
    ]
    middle = block.y + height
    folds = [block.x + column * width for column in (1, 2, 3)]
    slit = Segment(upright=False, at=middle, span=(block.x + width, block.x + 3 * width))
    ends = (
        Segment(upright=False, at=middle, span=(0, max(block.x - _CLEAR, 0))),
        Segment(upright=False, at=middle, span=(block.right + _CLEAR, sheet.width)),
    )
    items = (
        *leaves,
        *_marks(place, folds),
        *draw("fold", ends),
        *draw("cut", [slit]),
    )
    return (Sheet(sheet, items, "1 2 3 4 5 6 7 8", trim=place.trim),)


def _too_many(pages: Sequence[Page], element: str, most: int) -> DoesNotFitError:
    return DoesNotFitError(
        element,
        f"the rulebook has {len(pages)} pages; one sheet holds {most}",
        f"expected a rulebook of at most {most} pages",
        "bind it as a booklet of any length with `--booklet saddle`, or shorten its chapters",
    )


class Placed(Struct, frozen=True):
    """The layout of pages on one sheet: the sheet, portrait or landscape, and their block on it.

    If they are `trimmed`, they are cut out of the sheet.
    """

    sheet: Size
    block: Rect
    trimmed: bool

    @property
    def trim(self) -> Rect | None:
        """The block after trimming, if it is trimmed."""
        return self.block if self.trimmed else None


def place_leaflet(page: Size, pages: int, paper: Paper, *, trimmed: bool = True) -> Placed:
    """Return the layout of the pages of a leaflet.

    Raises:
        DoesNotFitError: they are too large.
    """
    return _placed("leaflet", page, (pages // 2, 1), paper, trimmed=trimmed)


def place_zine(page: Size, paper: Paper) -> Placed:
    """Return the layout of a zine's pages; it is untrimmed if they fill the sheet.

    Raises:
        DoesNotFitError: they are too large.
    """
    return _placed("zine", page, (4, 2), paper, trimmed=False)


def _placed(
    element: str, page: Size, rows: tuple[int, int], paper: Paper, *, trimmed: bool
) -> Placed:
    """Return the layout of pages in a grid; pages with much white around them are trimmed."""
    across, down = rows
    size = Size(page.width * across, page.height * down)
    found = []
    for sheet in (paper.size.turned, paper.size):
        whole = Rect(0, 0, sheet.width, sheet.height)
        reach = whole.grown(-max(paper.margins.widest, BLEED + _CLEAR)) if trimmed else whole
        share = min(1.0, reach.width / size.width, reach.height / size.height)
        found.append((share, sheet, Size(reach.width // across, reach.height // down)))
    share, sheet, largest = max(found, key=lambda way: way[0])
    if share < SMALLEST:
        raise DoesNotFitError(
            element,
            f"{across} x {down} pages of {page.in_mm()} are too large for one side of {paper.name}",
            f"expected pages that fit at {100 * SMALLEST:.0f} % of their size or more",
            f"choose another paper, or smaller pages: pages of {largest.in_mm(1)} fill this one",
        )
    block = centred(Size(round(size.width * share), round(size.height * share)), sheet)
    if not trimmed and lies_inside(block):
        return _placed(element, page, rows, paper, trimmed=True)
    return Placed(sheet, block, trimmed)


def _leaf(page: Page, cell: Rect, turn: int, shown: Rect | None = None) -> Leaf:
    """Return a page in its cell, clipped so that nothing is printed on its neighbours."""
    return Leaf(page, cell, turn, clip=shown or cell)


def _marks(place: Placed, folds: Sequence[Um]) -> tuple[Item, ...]:
    """Return fold and trim marks at both ends, outside the pages."""
    sheet, block, trimmed = place.sheet, place.block, place.trimmed
    around = block.grown(_CLEAR + (BLEED if trimmed else 0))
    paper = Rect(0, 0, sheet.width, sheet.height)

    def ends(at: Um, *, upright: bool) -> list[Segment]:
        low, high = (around.y, around.bottom) if upright else (around.x, around.right)
        mark = Segment(upright, at, (low, high))
        return [mark.over((low - _MARK, low), paper), mark.over((high, high + _MARK), paper)]

    folding = [mark for x in folds for mark in ends(x, upright=True)]
    trims = [
        *(mark for x in (block.x, block.right) for mark in ends(x, upright=True)),
        *(mark for y in (block.y, block.bottom) for mark in ends(y, upright=False)),
    ]
    return (*draw("fold", folding), *(draw("trim", trims) if trimmed else ()))
