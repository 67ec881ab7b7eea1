"""The rules booklet: which page stands where on the sheets, and the edition for reading.

Saddle stitch: all sheets are folded together down the middle. For n pages the sheet k, counted
from the outermost as 0, holds on its front the pages n-2k and 2k+1, on its back 2k+2 and n-2k-1.
"""

from collections.abc import Callable, Sequence

from printnplay.composition.spread import BookletLabels, open_spread
from printnplay.composition.turning import upside_down
from printnplay.model.geometry import Paper, Um
from printnplay.model.sheet import Label, Page, Sheet

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
    flip: str = "short",
    creep_per_sheet: Um = 0,
) -> tuple[Sheet, ...]:
    """The booklet two pages a side, on the paper laid on its long side, with fold and trim marks.

    `flip` is the edge that the printer turns sheets over on: for `long` the backs stand upside
    down. `creep_per_sheet` is how much further inner pages stand out of the fold with each sheet
    (the paper's thickness times 1.2 or so): they are set so much nearer to the spine.

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
        if flip == "long" and index % 2:
            items = upside_down(items, spread.sheet)
        sheets.append(Sheet(spread.sheet, items, _plain(side), trim=spread.pages))
    return tuple(sheets)


def reading(pages: Sequence[Page]) -> tuple[Sheet, ...]:
    """The pages one after the other, each on a sheet of its trimmed size, with its bookmarks."""
    return tuple(Sheet(page.size, page.items, page.label, page.bookmarks) for page in pages)


def _plain(label: Label) -> str:
    return "".join(run.text for run in label.runs)
