"""Pagination: all page ends of a booklet chosen at once, so that no page is left nearly empty.

Of all ways to end the pages, the one whose pages are filled most evenly, with a liking for pages
that begin with a section. The number of pages is the least that makes up whole sheets; pictures are
as large as it allows.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from printnplay.model.geometry import Rect, Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import Stamp
from printnplay.typesetting.pages.strips import Column, Endless, Strip, TooTallError, fill

BROKEN_SECTION = 0.06
"""What a page end within a section costs, in squared shares of empty page."""

STRANDED_SECTION = 0.3
STRANDED = 0.2
"""A section that begins so low that less than this share of the page is left for it costs more."""

LAST_PAGE = 0.3
"""How much an empty rest weighs on the last page."""


class _Pages(NamedTuple):
    """The best pages up to a place: their cost, and where each begins."""

    cost: float
    starts: tuple[int, ...]


class Signature(NamedTuple):
    """The pages of a folded sheet, and how many pages of a booklet are covers."""

    pages: int
    covers: int


def page_count(strips: Sequence[Strip], room: Um, signature: Signature) -> int:
    """The least number of pages that makes up whole sheets with the covers, without these.

    Raises:
        TooTallError: strips that must stay together need more than a whole page.
    """
    fewest = len(fill(strips, room))
    return fewest + -(fewest + signature.covers) % signature.pages


def paginate(strips: Sequence[Strip], room: Um, signature: Signature) -> list[Column]:
    """Set strips into pages whose number, with the covers, is a multiple of the signature.

    Raises:
        TooTallError: strips that must stay together need more than a whole page.
    """
    endless = Endless.of(strips, room)
    pages = page_count(strips, room, signature)
    return endless.columns(_best(endless, room, min(pages, len(endless.parts))))


def _best(endless: Endless, room: Um, pages: int) -> tuple[int, ...]:
    """Where the pages begin; fewer pages if so many cannot be made."""

    @cache
    def best_to(end: int, count: int) -> _Pages | None:
        """The best way to set the parts before `end` on `count` pages."""
        if count == 0:
            return _Pages(0.0, ()) if end == 0 else None
        best: _Pages | None = None
        for start in range(end - 1, -1, -1):
            if endless.height(start, end) > room:
                break
            before = best_to(start, count - 1)
            if before is not None:
                cost = before.cost + _cost(endless, room, start, end)
                if best is None or cost < best.cost:
                    best = _Pages(cost, (*before.starts, start))
            if endless.parts[start][0].new_page:
                break
        return best

    ways = (best_to(len(endless.parts), count) for count in range(pages, 0, -1))
    return next((way.starts for way in ways if way is not None), ())


def _cost(endless: Endless, room: Um, start: int, end: int) -> float:
    empty = 1 - endless.height(start, end) / room
    weight = LAST_PAGE if end == len(endless.parts) else 1.0
    broken = BROKEN_SECTION if start and not _begins_section(endless.parts[start]) else 0.0
    stranded = STRANDED_SECTION if _strands(endless, room, start, end) else 0.0
    return weight * empty * empty + broken + stranded


def _strands(endless: Endless, room: Um, start: int, end: int) -> bool:
    """Whether the last section to begin on a page has hardly begun when the page ends."""
    begins = (at for at in range(end - 1, start, -1) if _begins_section(endless.parts[at]))
    begun = next(begins, 0)
    return begun > 0 and endless.height(begun, end) < STRANDED * room


def _begins_section(part: Sequence[Strip]) -> bool:
    mark = part[0].bookmark
    return mark is not None and mark.level == 0


SMALLEST_SHARE = 0.82
SHARES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85)
"""How much of its own size a picture is printed at: figures should not outweigh the text."""


def illustration(picture: Picture, share: float, width: Um) -> Strip:
    """A picture in the middle of the column, at a share of its size."""
    share = min(share, width / picture.size.width)
    size = (round(picture.size.width * share), round(picture.size.height * share))
    rect = Rect((width - size[0]) // 2, 0, *size)
    return Strip(size[1], (Stamp(picture, rect),), scalable=True)


def enlarged(strips: Sequence[Strip], room: Um, width: Um, signature: Signature) -> list[Strip]:
    """The strips with all pictures as large as goes on the same number of pages.

    A booklet has whole sheets: its pages have room to spare, which is better filled than left.
    """
    pages = page_count(strips, room, signature)
    for share in SHARES:
        larger = [_at(strip, share, width) for strip in strips]
        try:
            if page_count(larger, room, signature) == pages:
                return larger
        except TooTallError:
            continue
    return list(strips)


def _at(strip: Strip, share: float, width: Um) -> Strip:
    (drawn,) = strip.items if strip.scalable else (None,)
    if not isinstance(drawn, Stamp):
        return strip
    made = illustration(drawn.picture, share, width)
    return replace(strip, height=made.height, items=made.items)
