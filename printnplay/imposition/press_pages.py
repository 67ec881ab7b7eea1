"""Single pages for a print shop: each page on a sheet with its bleed, and crop marks if wanted.

The print shop imposes them itself, so every edge has bleed, the one at the spine too.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printnplay.imposition.marks import TICK, cut_marks
from printnplay.kernel.geometry import Rect, Size, Um, mm
from printnplay.kernel.printing import Marks
from printnplay.scene.sheet import Item, Page, Sheet, Stamp, shifted

BEYOND: Um = mm(1)
"""The paper beyond the crop marks: enough for them not to touch the edge. A guess."""


def press_sheets(pages: Sequence[Page], bleed: Um, *, marked: bool) -> Iterator[Sheet]:
    """Yield a sheet for each page, larger than the trimmed page by the bleed and the marks."""
    around = bleed + (TICK + BEYOND if marked else 0)
    for page in pages:
        trim = Rect(around, around, page.size.width, page.size.height)
        whole = Size(page.size.width + 2 * around, page.size.height + 2 * around)
        area = Rect(0, 0, whole.width, whole.height)
        items = shifted([_unclipped(item, page.size, bleed) for item in page.items], around, around)
        marks = cut_marks([trim], Marks.TICKS, bleed, area) if marked else ()
        yield Sheet(whole, (*items, *marks), page.label, trim=trim, bleed=bleed)


def _unclipped(item: Item, size: Size, bleed: Um) -> Item:
    """Return an item; a picture that covers the page has its bleed at the spine too."""
    page = Rect(0, 0, size.width, size.height)
    if isinstance(item, Stamp) and item.rect == page:
        return replace(item, clip=page.grown(bleed))
    return item
