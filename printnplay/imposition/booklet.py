"""The rules booklet: imposed for saddle stitch, with its marks and labels, or page by page to read.

Saddle stitch: all sheets are folded together down the middle. For n pages the sheet k, counted
from the outermost as 0, holds on its front the pages n-2k and 2k+1, on its back 2k+2 and n-2k-1.

Creep: sheet k is wrapped in k others, so its fold lies k thicknesses of paper nearer to the fore
edge than the outermost fold. Its leaves stick out by as much, which trimming takes off. So its
pages are set that much nearer to the spine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from printnplay.imposition.furniture import (
    MarginEntry,
    MarginStrip,
    Placed,
    at_the_end,
    in_a_row,
    in_the_middle,
    set_line,
    spare,
)
from printnplay.imposition.labels import box
from printnplay.imposition.marks import Segment, draw
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import upside_down
from printnplay.model.geometry import Paper, Rect, Size, Um, mm
from printnplay.model.printing import Flip
from printnplay.model.sheet import Item, Label, Leaf, Page, Panel, Sheet, Stroke, TextLine

_CLEAR: Um = mm(0.5)
"""Between the trimmed pages and a mark."""

_FOLD_MARK: Um = mm(5)
_TRIM_MARK: Um = mm(2.5)
_BESIDE_MARK: Um = mm(2)
_PAPER = "#ffffff"
_AWAY: Um = mm(3)
"""Between the trimmed pages and a label, where there is room."""


@dataclass(frozen=True, slots=True)
class BookletLabels:
    """The texts around the pages, measured.

    `fold` goes to the fold marks, `trim` to the three edges that are cut, `order` says to fold
    first, and `sides` has one label for each side to print ("sheet 1 front"), in printing order.
    """

    fold: Label
    trim: Label
    order: Label
    sides: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """A sheet on its long side, the two trimmed pages on it, and what the printer reaches."""

    sheet: Size
    pages: Rect
    area: Rect

    @property
    def spine(self) -> Um:
        """The x where the two pages meet."""
        return self.pages.centre.x

    def leaves(self, left: Page, right: Page, creep: Um) -> tuple[Leaf, Leaf]:
        """The two pages, each moved towards the spine by `creep`; none is printed beyond it."""
        page = Rect(self.pages.x, self.pages.y, self.pages.width // 2, self.pages.height)
        places = page.moved(creep, 0), page.moved(page.width - creep, 0)
        if not creep:
            return Leaf(left, places[0]), Leaf(right, places[1])
        half = Rect(0, 0, self.spine, self.sheet.height)
        return (
            Leaf(left, places[0], clip=half),
            Leaf(right, places[1], clip=half.moved(self.spine, 0)),
        )

    def marks(self) -> tuple[Stroke, ...]:
        """Trim ticks off the four outer corners, and the fold at both ends of the spine."""
        sides, ends = (self.pages.x, self.pages.right), (self.pages.y, self.pages.bottom)
        trims = [
            *(tick for x in sides for tick in self._outside(x, _TRIM_MARK, upright=True)),
            *(tick for y in ends for tick in self._outside(y, _TRIM_MARK, upright=False)),
        ]
        folds = self._outside(self.spine, _FOLD_MARK, upright=True)
        return (*draw("trim", trims), *draw("fold", folds))

    def notes(self, labels: BookletLabels, side: Label) -> tuple[Item, ...]:
        """The labels in the four margins, upright ones reading upwards.

        Raises:
            DoesNotFitError: a margin is too narrow for its label.
        """
        trim, fold = MarginEntry("trim label", labels.trim), MarginEntry("fold label", labels.fold)
        top, bottom, left, right = self._margins()
        beside = [(self.spine - top.rect.x + _BESIDE_MARK, fold)]
        head = [*in_a_row([MarginEntry("sheet number", side)]), *beside, *at_the_end(top, trim)]
        order = MarginEntry("order of folding and trimming", labels.order)
        foot = [*in_a_row([order]), *beside, *at_the_end(bottom, trim)]
        return (
            *_beside(top, head, from_below=True),
            *_beside(bottom, foot, from_below=False),
            *_beside(left, in_the_middle(left, trim), from_below=True),
            *_beside(right, in_the_middle(right, trim), from_below=False),
        )

    def _outside(self, at: Um, length: Um, *, upright: bool) -> tuple[Segment, Segment]:
        """A mark at both ends of a line through the pages, clear of them and inside the area."""
        pages = self.pages.grown(_CLEAR)
        low, high = (pages.y, pages.bottom) if upright else (pages.x, pages.right)
        mark = Segment(upright, at, (low, high))
        return (
            mark.over((low - length, low), self.area),
            mark.over((high, high + length), self.area),
        )

    def _margins(self) -> tuple[MarginStrip, MarginStrip, MarginStrip, MarginStrip]:
        pages, area = self.pages, self.area
        x, width = pages.x + _BESIDE_MARK, pages.width - 2 * _BESIDE_MARK
        return (
            MarginStrip(Rect(x, area.y, width, pages.y - area.y)),
            MarginStrip(Rect(x, pages.bottom, width, area.bottom - pages.bottom)),
            MarginStrip(Rect(area.x, pages.y, pages.x - area.x, pages.height), 270),
            MarginStrip(Rect(pages.right, pages.y, area.right - pages.right, pages.height), 270),
        )


def _beside(strip: MarginStrip, placed: Placed, *, from_below: bool) -> tuple[Item, ...]:
    """A line in a margin; where a narrow one leaves it no other place, bleed makes room for it."""
    lines = set_line(strip, placed, min(_AWAY, spare(strip, placed)), from_below=from_below)
    labels = [entry.label for _, entry in sorted(placed, key=itemgetter(0))]
    texts = [line for line in lines if isinstance(line, TextLine)]
    plates = [
        Panel(box(label, text.at, text.turn), fill=_PAPER)
        for label, text in zip(labels, texts, strict=True)
    ]
    return (*plates, *lines)


def open_spread(page: Size, paper: Paper) -> Spread:
    """Two trimmed pages of this size in the middle of the paper, laid on its long side.

    Raises:
        DoesNotFitError: they are larger than what the printer reaches.
    """
    sheet = paper.size.turned
    size = Size(2 * page.width, page.height)
    at = ((sheet.width - size.width) // 2, (sheet.height - size.height) // 2)
    pages = Rect(*at, size.width, size.height)
    area = Rect(0, 0, sheet.width, sheet.height).grown(-paper.margins.widest)
    if not area.holds(pages):
        raise DoesNotFitError("booklet page", f"two side by side are too large for {paper.name}")
    return Spread(sheet, pages, area)


SIGNATURE = 4
"""Pages to a folded sheet."""


def pad(pages: Sequence[Page], blank: Callable[[int], Page]) -> tuple[Page, ...]:
    """The pages, filled up to a multiple of four before the last, which is the back cover.

    `blank` makes the blank page of a page number.
    """
    missing = -len(pages) % SIGNATURE
    blanks = (blank(len(pages) + added) for added in range(missing))
    return (*pages[:-1], *blanks, *pages[-1:])


def imposed(pages: int) -> tuple[tuple[int, int], ...]:
    """The page numbers on each side, left and right: fronts and backs in turn, outermost first.

    >>> imposed(8)
    ((8, 1), (2, 7), (6, 3), (4, 5))
    """
    sides = []
    for sheet in range(pages // SIGNATURE):
        first, last = 2 * sheet + 1, pages - 2 * sheet
        sides += [(last, first), (first + 1, last - 1)]
    return tuple(sides)


def impose(
    pages: Sequence[Page],
    paper: Paper,
    labels: BookletLabels,
    flip: Flip = Flip.SHORT,
    creep_per_sheet: Um = 0,
) -> tuple[Sheet, ...]:
    """The booklet two pages a side, on the paper laid on its long side, with fold and trim marks.

    For a flip on the long edge the backs are upside down. `creep_per_sheet` times k is how much
    nearer to the spine the pages of sheet k are set: of n sheets the innermost k = n - 1 the most.

    Raises:
        DoesNotFitError: the pages, or a label beside them, do not fit on the paper.
        ValueError: not a multiple of four pages, or not one label for each side.
    """
    sides = imposed(len(pages))
    if not sides or len(pages) % SIGNATURE or len(labels.sides) != len(sides):
        raise ValueError(f"{len(pages)} pages, {len(labels.sides)} labels of sides")
    spread = open_spread(pages[0].size, paper)
    sheets = []
    for index, (left, right) in enumerate(sides):
        creep = index // 2 * creep_per_sheet
        leaves = spread.leaves(pages[left - 1], pages[right - 1], creep)
        side = labels.sides[index]
        items = (*leaves, *spread.marks(), *spread.notes(labels, side))
        if flip is Flip.LONG and index % 2:
            items = upside_down(items, spread.sheet)
        sheets.append(Sheet(spread.sheet, items, _plain(side), trim=spread.pages))
    return tuple(sheets)


def reading(pages: Sequence[Page]) -> tuple[Sheet, ...]:
    """The pages one after the other, each on a sheet of its trimmed size, with its bookmarks."""
    return tuple(Sheet(page.size, page.items, page.label, page.bookmarks) for page in pages)


def _plain(label: Label) -> str:
    return "".join(run.text for run in label.runs)
