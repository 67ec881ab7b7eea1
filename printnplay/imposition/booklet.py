"""The rules booklet: imposed in signatures, with marks and labels, or in reading order.

Saddle stitch: all sheets are folded together down the middle. For n pages the sheet k, counted
from the outermost as 0, holds on its front the pages n-2k and 2k+1, on its back 2k+2 and n-2k-1.
Sewn books have several such signatures, one behind the other; in a perfect binding, each sheet is
one.

Creep: sheet k is wrapped in k others, so its fold lies k thicknesses of paper nearer to the fore
edge than the outermost fold. Its leaves stick out by the same distance, and trimming cuts this off.
So its pages are moved that much towards the spine.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.imposition.furniture import (
    MarginEntry,
    MarginStrip,
    Placed,
    at_the_end,
    in_a_row,
    set_line,
    spare,
)
from printnplay.imposition.labels import room
from printnplay.imposition.marks import Segment, draw
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import upside_down
from printnplay.kernel.geometry import Paper, Rect, Size, Um, mm
from printnplay.kernel.printing import Flip
from printnplay.scene.sheet import Item, Label, Leaf, Page, Sheet, Stroke, shifted

BLEED: Um = mm(3)
"""The bleed beyond the trim: 3 mm, the usual measure of printers, as covers are cut through several
leaves."""

_CLEAR: Um = mm(0.5)
"""The gap between the bleed and a mark or label: enough to tell them apart. A guess."""

_TICK: Um = mm(5)
"""The length of a trim mark: slightly longer than for cards (`TICK` in `marks.py`), so that a ruler
rests on it. A guess."""

_BESIDE_MARK: Um = mm(2)
"""The gap from a fold or trim mark to a label beside it. A guess: a label must not look like part
of the mark."""

_EDGE: Um = mm(1)
"""The least distance of marks from the edge of the paper where the margin is narrow. A guess:
printers omit the last 4 mm, and the rest of a mark still shows the line."""

_LABEL: Um = mm(3.35)
"""The height of a line of labels beside the pages, with its gap: 9 pt are 3.2 mm."""

_AWAY: Um = mm(3)
"""The gap between the bleed and a label where there is room: the same as `BLEED`."""

MOST_WHITE: Um = mm(12)
"""The most white around untrimmed pages; with more, they are trimmed. A guess: more looks like a
print that is too small."""

SMALLEST = 0.7
"""The least scale of pages on a paper that is too small for them: body text of 9.5 pt becomes 6.7
pt, which is just legible."""


class BookletLabels(Struct, frozen=True):
    """The measured labels around the pages.

    `fold` labels the fold marks and `trim` the three cut edges. `order` tells readers to fold
    before they trim. `sides` has one label for each printed side ("sheet 1 front"), in printing
    order.
    """

    fold: Label
    trim: Label
    order: Label
    sides: tuple[Label, ...]


class Spread(Struct, frozen=True):
    """A landscape sheet, the two pages on it, and its printable area.

    Pages that are `trimmed` after folding have marks around them.
    """

    sheet: Size
    pages: Rect
    area: Rect
    trimmed: bool = True

    @property
    def spine(self) -> Um:
        """The x coordinate where the two pages meet."""
        return self.pages.centre.x

    def leaves(self, left: Page, right: Page, creep: Um) -> tuple[Leaf, Leaf]:
        """Return the two pages, each moved towards the spine by `creep` and clipped there."""
        page = Rect(self.pages.x, self.pages.y, self.pages.width // 2, self.pages.height)
        places = page.moved(creep, 0), page.moved(page.width - creep, 0)
        if self.trimmed and not creep:
            return Leaf(left, places[0]), Leaf(right, places[1])
        shown = Rect(0, 0, self.sheet.width, self.sheet.height) if self.trimmed else self.pages
        half = Rect(shown.x, shown.y, self.spine - shown.x, shown.height)
        return (
            Leaf(left, places[0], clip=half),
            Leaf(right, places[1], clip=half.moved(half.width, 0)),
        )

    def marks(self) -> tuple[Stroke, ...]:
        """Return trim ticks at the four outer corners, and the fold at both ends of the spine."""
        folds = draw("fold", self._outside(self.spine, upright=True))
        if not self.trimmed:
            return folds
        sides, ends = (self.pages.x, self.pages.right), (self.pages.y, self.pages.bottom)
        trims = [
            *(tick for x in sides for tick in self._outside(x, upright=True)),
            *(tick for y in ends for tick in self._outside(y, upright=False)),
        ]
        return (*draw("trim", trims), *folds)

    def notes(self, labels: BookletLabels, side: Label) -> tuple[Item, ...]:
        """Return the labels in the margins; upright ones read upwards.

        Labels at the head and foot, and around untrimmed pages, are left out where they do not fit.

        Raises:
            DoesNotFitError: a side margin is too narrow for its label.
        """
        trim, fold = MarginEntry("trim label", labels.trim), MarginEntry("fold label", labels.fold)
        number = MarginEntry("sheet number", side)
        top, bottom, left, right = self._margins()
        if not self.trimmed:
            return self._beside(left, in_a_row([number]), from_below=True, needed=False)
        order = MarginEntry("order of folding and trimming", labels.order)
        beside = [(self.spine - top.rect.x + _BESIDE_MARK, fold)]
        return (
            *self._beside(left, [*in_a_row([number]), *at_the_end(left, trim)], from_below=True),
            *self._beside(right, [*in_a_row([order]), *at_the_end(right, trim)], from_below=False),
            *self._beside(top, [*beside, *at_the_end(top, trim)], from_below=True, needed=False),
            *self._beside(
                bottom, [*beside, *at_the_end(bottom, trim)], from_below=False, needed=False
            ),
        )

    def _outside(self, at: Um, *, upright: bool) -> tuple[Segment, Segment]:
        """Return marks at both ends of a line through the pages, off the bleed, on the paper."""
        pages = self.pages.grown(BLEED + _CLEAR)
        paper = Rect(0, 0, self.sheet.width, self.sheet.height).grown(-_EDGE)
        low, high = (pages.y, pages.bottom) if upright else (pages.x, pages.right)
        mark = Segment(upright, at, (low, high))
        return (
            mark.over((low - _TICK, low), paper),
            mark.over((high, high + _TICK), paper),
        )

    def _margins(self) -> tuple[MarginStrip, MarginStrip, MarginStrip, MarginStrip]:
        """Return the margins between the bleed and the printable area: above, below, and beside."""
        pages, area = self.pages.grown(BLEED), self.area
        x, width = self.pages.x + _BESIDE_MARK, self.pages.width - 2 * _BESIDE_MARK
        y, height = self.pages.y + _BESIDE_MARK, self.pages.height - 2 * _BESIDE_MARK
        return (
            MarginStrip(Rect(x, area.y, width, max(pages.y - area.y, 0))),
            MarginStrip(Rect(x, pages.bottom, width, max(area.bottom - pages.bottom, 0))),
            MarginStrip(Rect(area.x, y, max(pages.x - area.x, 0), height), 270),
            MarginStrip(Rect(pages.right, y, max(area.right - pages.right, 0), height), 270),
        )

    def _beside(
        self, strip: MarginStrip, placed: Placed, *, from_below: bool, needed: bool = True
    ) -> tuple[Item, ...]:
        """Return a line of labels in a margin; nothing if it does not fit and is not `needed`."""
        if not needed and any(room(entry.label) > strip.thickness for _, entry in placed):
            return ()
        return tuple(
            set_line(strip, placed, min(_AWAY, spare(strip, placed)), from_below=from_below)
        )


def open_spread(page: Size, paper: Paper, *, trimmed: bool = True) -> Spread:
    """Return a spread of pages of this size, centred on landscape paper.

    Pages that are too large for the paper are scaled down. Untrimmed pages may extend to the edges
    of the paper, where a printer leaves a white margin. If they would have too much white around
    them, they are trimmed anyway.

    Raises:
        DoesNotFitError: their scale would be below `SMALLEST`.
    """
    sheet = paper.size.turned
    whole = Rect(0, 0, sheet.width, sheet.height)
    beside, above = (
        paper.margins.widest + BLEED + _LABEL,
        max(paper.margins.widest, BLEED + _CLEAR),
    )
    width, height = sheet.width - 2 * beside, sheet.height - 2 * above
    reach = Size(width, height) if trimmed else sheet
    share = min(1.0, reach.width / (2 * page.width), reach.height / page.height)
    if share < SMALLEST:
        raise DoesNotFitError("booklet page", f"two side by side are too large for {paper.name}")
    size = Size(2 * round(page.width * share), round(page.height * share))
    pages = centred(size, sheet)
    if not trimmed and lies_inside(pages):
        return open_spread(page, paper)
    return Spread(sheet, pages, whole.grown(-paper.margins.widest), trimmed)


def centred(size: Size, sheet: Size) -> Rect:
    """Return a spread of this size, centred on a sheet."""
    at = ((sheet.width - size.width) // 2, (sheet.height - size.height) // 2)
    return Rect(*at, size.width, size.height)


def lies_inside(pages: Rect) -> bool:
    """Return whether centred pages leave so much white that they have to be trimmed."""
    return max(pages.x, pages.y) > MOST_WHITE


SIGNATURE = 4
"""The pages of a folded sheet: two on each side."""


def pad(
    pages: Sequence[Page], blank: Callable[[int], Page], whole: int = SIGNATURE
) -> tuple[Page, ...]:
    """Pad pages to whole sheets, before the last page, which is the back cover.

    `blank` makes the blank page of a page number; `whole` is the number of pages of a sheet.
    """
    missing = -len(pages) % whole
    blanks = (blank(len(pages) + added) for added in range(missing))
    return (*pages[:-1], *blanks, *pages[-1:])


class Folding(Struct, frozen=True):
    """How sheets are printed and folded.

    `flip` is the edge on which the printer flips them, `creep` how much further each inner sheet is
    moved towards the spine, `most` the most sheets of a signature, 0 for one of all sheets.
    """

    flip: Flip = Flip.SHORT
    creep: Um = 0
    most: int = 0


class ImposedSide(Struct, frozen=True):
    """The numbers of the two pages on a side: of which signature, and on which of its sheets.

    Signatures and their sheets are counted from 0, the outermost sheet first.
    """

    left: int
    right: int
    signature: int
    sheet: int


def imposed(pages: int, most: int = 0) -> tuple[ImposedSide, ...]:
    """Return the imposition: the sides, alternately fronts and backs.

    Args:
        pages: the number of pages, a multiple of four.
        most: the most sheets of a signature; 0 for one signature of all sheets. They are as equal
            as possible.

    >>> [(side.left, side.right) for side in imposed(8)]
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    >>> [(side.left, side.right) for side in imposed(8, most=1)]
    [(4, 1), (2, 3), (8, 5), (6, 7)]
    """
    sheets = pages // SIGNATURE
    count = -(-sheets // most) if most else min(1, sheets)
    sides = []
    before = 0
    for signature in range(count):
        own = sheets // count + (signature < sheets % count)
        for sheet in range(own):
            first = SIGNATURE * before + 2 * sheet + 1
            last = SIGNATURE * (before + own) - 2 * sheet
            sides += [
                ImposedSide(last, first, signature, sheet),
                ImposedSide(first + 1, last - 1, signature, sheet),
            ]
        before += own
    return tuple(sides)


def impose(
    pages: Sequence[Page],
    spread: Spread,
    labels: BookletLabels,
    folding: Folding,
) -> tuple[Sheet, ...]:
    """Impose the booklet 2-up on landscape paper, with fold and trim marks.

    For a flip on the long edge the backs are upside down. The pages of sheet k of a signature are
    moved by k times the creep towards the spine: of n sheets the innermost, k = n - 1, the most.

    Raises:
        DoesNotFitError: a label does not fit beside the pages.
        ValueError: the number of pages is not a multiple of four, or not one label for each side.
    """
    sides = imposed(len(pages), folding.most)
    if not sides or len(pages) % SIGNATURE or len(labels.sides) != len(sides):
        raise ValueError(f"{len(pages)} pages, {len(labels.sides)} labels of sides")
    sheets = []
    for index, one in enumerate(sides):
        creep = one.sheet * folding.creep
        leaves = spread.leaves(pages[one.left - 1], pages[one.right - 1], creep)
        side = labels.sides[index]
        items = (*leaves, *spread.marks(), *spread.notes(labels, side))
        if folding.flip is Flip.LONG and index % 2:
            items = upside_down(items, spread.sheet)
        trim = spread.pages if spread.trimmed else None
        bleed = BLEED if spread.trimmed else 0
        sheets.append(Sheet(spread.sheet, items, _plain(side), trim=trim, bleed=bleed))
    return tuple(sheets)


def halves_of(paper: Paper) -> Paper:
    """Return the paper on which one of two spreads lies, one above the other on this paper."""
    return replace(paper, size=Size(paper.size.height // 2, paper.size.width))


def two_up(sheets: Sequence[Sheet], paper: Paper, flip: Flip) -> tuple[Sheet, ...]:
    """Return pairs of imposed sheets one above the other on portrait paper, to be cut apart.

    The sheets are imposed for a flip on the short edge, which is the long edge of this paper. For a
    flip on its short edge, the backs are upside down.
    """
    size, middle = paper.size, paper.size.height // 2
    whole = Rect(0, 0, size.width, size.height).grown(-_EDGE)
    edges = ((0, 2 * _TICK), (size.width - 2 * _TICK, size.width))
    cuts = draw(
        "trim", [Segment(upright=False, at=middle, span=edge).over(edge, whole) for edge in edges]
    )
    made = []
    for first in range(0, len(sheets), 4):
        four = sheets[first : first + 4]
        for side in (0, 1):
            both = four[side::2]
            items = [
                item
                for index, sheet in enumerate(both)
                for item in shifted(sheet.items, 0, index * middle)
            ]
            placed: tuple[Item, ...] = (*items, *cuts)
            if flip is Flip.SHORT and side:
                placed = upside_down(placed, size)
            made.append(Sheet(size, placed, " – ".join(sheet.label for sheet in both)))
    return tuple(made)


def reading(pages: Sequence[Page]) -> tuple[Sheet, ...]:
    """Return the pages in reading order, each a sheet of its trimmed size with bookmarks.

    Filler pages, which only complete the sheets of a booklet, are left out.
    """
    return tuple(
        Sheet(page.size, page.items, page.label, page.bookmarks)
        for page in pages
        if not page.filler
    )


def _plain(label: Label) -> str:
    return "".join(run.text for run in label.runs)
