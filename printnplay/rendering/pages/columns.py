"""One page of text in columns of equal height, as large as it goes."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from printnplay.model.geometry import Rect, Um, mm
from printnplay.model.sheet import Item, shifted
from printnplay.model.style import TextStyle
from printnplay.rendering.pages.flow import Column, TooTallError, fill
from printnplay.rendering.pages.strips import Strip

GUTTER: Um = mm(8)
PRECISION: Um = mm(0.5)
SCALES = tuple(percent / 100 for percent in range(151, 73, -3))
"""Sizes to try, as shares of the style's, largest first; a style's minimum holds all the same."""


@dataclass(frozen=True, slots=True)
class SetColumns:
    """Text in columns: its items on the page, and how high it is."""

    items: tuple[Item, ...]
    height: Um


def column_width(area: Rect, columns: int) -> Um:
    """The width of one of so many columns in an area."""
    return (area.width - (columns - 1) * GUTTER) // columns


def lay_columns(
    strips_at: Callable[[float], Sequence[Strip]], area: Rect, columns: int, largest: float = 1
) -> SetColumns | None:
    """Set strips into an area, the larger the better; None if even the smallest are too many.

    `strips_at` makes the strips for a share of the style's sizes, `largest` at most.
    """
    scales = [scale for scale in SCALES if scale <= largest]

    def is_fitting(scale: float) -> int:
        return int(_filled(strips_at(scale), area.height, columns) is not None)

    # Most texts fit at once; only the others search.
    chosen = 0 if is_fitting(scales[0]) else bisect_left(scales, 1, key=is_fitting)
    if chosen == len(scales):
        return None
    filled = _balanced(strips_at(scales[chosen]), area.height, columns)
    return _placed(filled, area, columns) if filled else None


def scaled(style: TextStyle, scale: float) -> TextStyle:
    """The style at a share of its size, no smaller than its minimum."""
    share = max(scale, style.minimum / style.size)
    return replace(
        style,
        size=round(style.size * share),
        leading=round(style.leading * share),
        before=round(style.before * share),
        after=round(style.after * share),
    )


def _balanced(strips: Sequence[Strip], room: Um, columns: int) -> list[Column] | None:
    """The columns at the least height that holds all strips."""
    best = _filled(strips, room, columns)
    if best is None:
        return None
    low, high = 0, room
    while high - low > PRECISION:
        middle = (low + high) // 2
        filled = _filled(strips, middle, columns)
        if filled is None:
            low = middle
        else:
            best, high = filled, middle
    return best


def _filled(strips: Sequence[Strip], room: Um, columns: int) -> list[Column] | None:
    try:
        filled = fill(strips, room)
    except TooTallError:
        return None
    return filled if len(filled) <= columns else None


def _placed(filled: Sequence[Column], area: Rect, columns: int) -> SetColumns:
    step = column_width(area, columns) + GUTTER
    items = [
        item
        for index, column in enumerate(filled)
        for item in shifted(column.items, area.x + index * step, area.y)
    ]
    return SetColumns(tuple(items), max((column.height for column in filled), default=0))
