"""The single pages of a kit: how to make the game, and the rules at a glance."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from printnplay.model.geometry import Rect, Um, mm
from printnplay.model.sheet import Item, shifted
from printnplay.rendering.pages.columns import SetColumns, column_width, lay_columns, scaled
from printnplay.rendering.pages.strips import Strip, stack
from printnplay.rendering.pages.typesetter import Typesetter

COLUMNS = 2
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
class Leaflet:
    """A titled page of text: what stands on it, and where it ends."""

    items: tuple[Item, ...]
    bottom: Um


def lay_instructions(
    typesetter: Typesetter, area: Rect, choice: Mapping[str, str], needed: Collection[str]
) -> Leaflet | None:
    """How to print, cut, fold and bind; None if there is no room for it.

    `choice` says how the kit is printed: its `backs` and the `flip` of the booklet. `needed` are
    the sections that this kit needs of those that not every kit does.
    """
    sections = [
        (f"instructions.{name}", [key.format(**choice) for key in keys])
        for name, keys in INSTRUCTIONS.items()
        if name in needed or name not in AS_NEEDED
    ]

    def strips_at(scale: float) -> list[Strip]:
        width = column_width(area, COLUMNS)
        parts = [_section(typesetter, name, keys, width, scale) for name, keys in sections]
        return list(chain.from_iterable(parts))

    return _leaflet(typesetter, "instructions.title", area, strips_at, 1)


def lay_reference(typesetter: Typesetter, area: Rect, keys: Sequence[str]) -> Leaflet | None:
    """The rules on one page; None if there is no room for them."""

    def strips_at(scale: float) -> list[Strip]:
        width = column_width(area, COLUMNS)
        style = scaled(typesetter.styled("reference"), scale)
        return [stack(typesetter.strips(typesetter.inlines(key), style, width)) for key in keys]

    return _leaflet(typesetter, "kit.reference", area, strips_at, LARGEST)


def _leaflet(
    typesetter: Typesetter,
    title: str,
    area: Rect,
    strips_at: Callable[[float], Sequence[Strip]],
    largest: float,
) -> Leaflet | None:
    heading = stack(typesetter.strips(typesetter.inlines(title), "reference-heading", area.width))
    top = heading.height + UNDER_TITLE
    below = Rect(area.x, area.y + top, area.width, area.height - top)
    set_text: SetColumns | None = lay_columns(strips_at, below, COLUMNS, largest)
    if set_text is None:
        return None
    items = (*shifted(heading.items, area.x, area.y), *set_text.items)
    return Leaflet(items, below.y + set_text.height)


def _section(
    typesetter: Typesetter, name: str, keys: Sequence[str], width: Um, scale: float
) -> list[Strip]:
    heading_style = scaled(typesetter.styled("instruction-heading"), scale)
    style = scaled(typesetter.styled("instruction"), scale)
    heading = typesetter.strips(typesetter.inlines(f"{name}.title"), heading_style, width)
    strips = [replace(strip, keep=True) for strip in heading]
    for key in keys:
        strips += typesetter.strips(typesetter.inlines(f"{name}.{key}"), style, width)
    return strips
