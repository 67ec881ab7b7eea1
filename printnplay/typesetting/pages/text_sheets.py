"""The text sheets of a kit: how to make the game, and the rules at a glance.

Each is one page in columns of equal height, set as large as the page has room for.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from printnplay.model.geometry import Rect, Um, mm
from printnplay.model.inlines import Inline
from printnplay.model.sheet import Item, shifted
from printnplay.typesetting.pages.look import scaled
from printnplay.typesetting.pages.strips import Column, Strip, TooTallError, fill, stack
from printnplay.typesetting.pages.typesetter import Typesetter

COLUMNS = 2
GUTTER: Um = mm(8)
PRECISION: Um = mm(0.5)
SCALES = tuple(percent / 100 for percent in range(151, 73, -3))
"""Sizes to try, as shares of the style's, largest first; a style's minimum holds all the same."""


@dataclass(frozen=True, slots=True)
class SetColumns:
    """Text in columns: its items on the page, and how high it is."""

    items: tuple[Item, ...]
    height: Um


def column_width(area: Rect) -> Um:
    """The width of a column in an area."""
    return (area.width - (COLUMNS - 1) * GUTTER) // COLUMNS


def lay_columns(
    typesetter: Typesetter,
    strips_at: Callable[[float], Sequence[Strip]],
    area: Rect,
    largest: float = 1,
) -> SetColumns | None:
    """Set strips into an area, the larger the better; None if even the smallest are too many.

    `strips_at` makes the strips for a share of the style's sizes, `largest` at most.
    """
    scales = [scale for scale in SCALES if scale <= largest]
    strips_at = cache(strips_at)

    def is_fitting(scale: float) -> int:
        return int(_filled(strips_at(scale), area.height) is not None)

    # Most texts fit at once; only the others search.
    chosen = 0 if is_fitting(scales[0]) else bisect_left(scales, 1, key=is_fitting)
    if chosen == len(scales):
        return None
    filled = _balanced(strips_at(scales[chosen]), area.height)
    return _placed(typesetter, filled, area) if filled else None


def _balanced(strips: Sequence[Strip], room: Um) -> list[Column] | None:
    """The columns at the least height that holds all strips."""
    best = _filled(strips, room)
    if best is None:
        return None
    low, high = 0, room
    while high - low > PRECISION:
        middle = (low + high) // 2
        filled = _filled(strips, middle)
        if filled is None:
            low = middle
        else:
            best, high = filled, middle
    return best


def _filled(strips: Sequence[Strip], room: Um) -> list[Column] | None:
    try:
        filled = fill(strips, room)
    except TooTallError:
        return None
    return filled if len(filled) <= COLUMNS else None


def _placed(typesetter: Typesetter, filled: Sequence[Column], area: Rect) -> SetColumns:
    width = column_width(area)
    step = width + GUTTER
    items = [
        item
        for index, column in enumerate(filled)
        for item in shifted(
            column.items, area.x + typesetter.placed(index * step, width, area.width), area.y
        )
    ]
    return SetColumns(tuple(items), max((column.height for column in filled), default=0))


UNDER_TITLE: Um = mm(4)
LARGEST = 1.51
"""A short rules reference is set larger than its style asks, to be read across the table."""

INSTRUCTIONS: dict[str, tuple[str, ...]] = {
    "print": ("paper", "scale", "rulers", "colour", "stock"),
    "backs": ("{backs}",),
    "cut": ("tools", "lines", "care"),
    "fold": ("cut", "fold", "glue"),
    "faces": ("turn",),
    "join": ("cut", "glue"),
    "box": ("cut", "fold"),
    "booklet": ("print", "{flip}", "fold", "staple", "trim"),
}
"""The sections of the instructions and their paragraphs, by the last part of their keys."""

AS_NEEDED = frozenset({"fold", "faces", "join", "box"})
"""The sections that not every kit needs."""


@dataclass(frozen=True, slots=True)
class TextSheet:
    """A titled page of text: its items, and where it ends."""

    items: tuple[Item, ...]
    bottom: Um


def lay_instructions(
    typesetter: Typesetter, area: Rect, choice: Mapping[str, str], needed: Collection[str]
) -> TextSheet | None:
    """How to print, cut, fold and bind; None if there is no room for it.

    `choice` says how the kit is printed: its `backs`, the `flip` of the booklet, and the name of
    the `paper`. `needed` are the sections that this kit needs of those that not every kit does.
    """
    sections = [
        [
            typesetter.inlines(f"instructions.{name}.{key.format(**choice)}", **choice)
            for key in ("title", *keys)
        ]
        for name, keys in INSTRUCTIONS.items()
        if name in needed or name not in AS_NEEDED
    ]

    def strips_at(scale: float) -> list[Strip]:
        width = column_width(area)
        parts = [_section(typesetter, section, width, scale) for section in sections]
        return list(chain.from_iterable(parts))

    return _text_sheet(typesetter, "instructions.title", area, strips_at, 1)


def lay_reference(typesetter: Typesetter, area: Rect, keys: Sequence[str]) -> TextSheet | None:
    """The rules on one page; None if there is no room for them."""

    def strips_at(scale: float) -> list[Strip]:
        width = column_width(area)
        style = scaled(typesetter.styled("reference"), scale)
        return [stack(typesetter.strips(typesetter.inlines(key), style, width)) for key in keys]

    return _text_sheet(typesetter, "kit.reference", area, strips_at, LARGEST)


def _text_sheet(
    typesetter: Typesetter,
    title: str,
    area: Rect,
    strips_at: Callable[[float], Sequence[Strip]],
    largest: float,
) -> TextSheet | None:
    heading = stack(typesetter.strips(typesetter.inlines(title), "reference-heading", area.width))
    top = heading.height + UNDER_TITLE
    below = Rect(area.x, area.y + top, area.width, area.height - top)
    set_text = lay_columns(typesetter, strips_at, below, largest)
    if set_text is None:
        return None
    items = (*shifted(heading.items, area.x, area.y), *set_text.items)
    return TextSheet(items, below.y + set_text.height)


def _section(
    typesetter: Typesetter, section: Sequence[Sequence[Inline]], width: Um, scale: float
) -> list[Strip]:
    """A section, its title first."""
    title, *paragraphs = section
    heading_style = scaled(typesetter.styled("instruction-heading"), scale)
    style = scaled(typesetter.styled("instruction"), scale)
    heading = typesetter.strips(title, heading_style, width)
    strips = [replace(strip, keep=True) for strip in heading]
    for paragraph in paragraphs:
        strips += typesetter.strips(paragraph, style, width)
    return strips
