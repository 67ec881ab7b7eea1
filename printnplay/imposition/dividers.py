"""Dividers of a box: cards with a tab above them, which name the group behind them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.imposition.marks import line
from printnplay.imposition.tiling import LargeDrawing
from printnplay.kernel.geometry import Point, Rect, Size, Um, mm
from printnplay.scene.sheet import Item, shifted

TAB_HEIGHT: Um = mm(9)
"""The height of a tab above the cards: two lines of 9 pt, which are 3.7 mm each, and gaps."""

STAGGERED = 3
"""The number of tabs side by side: a third of a poker card has room for a word of 9 pt. A guess."""

APART: Um = mm(4)
"""The distance between dividers on a sheet, so that no cut runs into the next one. A guess."""


class Divider(Struct, frozen=True):
    """A divider: its outline, and its tab, in coordinates of its own top left corner."""

    size: Size
    tab: Rect

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners, clockwise from the top left of the tab."""
        tab, low, right = self.tab, self.size.height, self.size.width
        places = [
            (tab.x, 0),
            (tab.right, 0),
            (tab.right, tab.height),
            (right, tab.height),
            (right, low),
            (0, low),
            (0, tab.height),
            (tab.x, tab.height),
        ]
        return tuple(dict.fromkeys(Point(x, y) for x, y in places))


def divider(card: Size, index: int, *, is_wide: bool) -> Divider:
    """Return the divider of a group, by its index; a wide one has a tab over its whole width."""
    size = Size(card.width, card.height + TAB_HEIGHT)
    if is_wide:
        return Divider(size, Rect(0, 0, card.width, TAB_HEIGHT))
    place = index % STAGGERED
    left, right = (card.width * at // STAGGERED for at in (place, place + 1))
    return Divider(size, Rect(left, 0, right - left, TAB_HEIGHT))


def cut_out(piece: Divider) -> Iterator[Item]:
    """Yield the cut lines of a divider."""
    corners = piece.outline
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield line("cut", start, end)


def divider_drawings(
    pieces: Sequence[tuple[Divider, Sequence[Item]]], area: Size
) -> Iterator[LargeDrawing]:
    """Yield drawings with as many dividers as fit into an area, each with the items on it."""
    if not pieces:
        return
    size = pieces[0][0].size
    columns, rows = (
        max(1, (room + APART) // (length + APART))
        for room, length in ((area.width, size.width), (area.height, size.height))
    )
    for start in range(0, len(pieces), columns * rows):
        items: list[Item] = []
        some = pieces[start : start + columns * rows]
        for index, (piece, on_it) in enumerate(some):
            row, column = divmod(index, columns)
            place = column * (size.width + APART), row * (size.height + APART)
            items += shifted((*on_it, *cut_out(piece)), *place)
        wide, high = min(columns, len(some)), -(-len(some) // columns)
        whole = Size(wide * (size.width + APART) - APART, high * (size.height + APART) - APART)
        yield LargeDrawing(whole, tuple(items), 0, bounded=False)
