"""Filling pages with strips."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printnplay.model.geometry import Um
from printnplay.model.sheet import Bookmark, Item, shifted
from printnplay.rendering.pages.strips import Strip, gap


class TooTallError(Exception):
    """Strips that belong together are taller than a page: `height` of `room` micrometres."""

    def __init__(self, height: Um, room: Um) -> None:
        """Keep both heights."""
        super().__init__(f"{height} does not fit in {room}")
        self.height, self.room = height, room


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in one column, from its top left corner."""

    items: tuple[Item, ...]
    bookmarks: tuple[Bookmark, ...]
    height: Um


def fill(strips: Sequence[Strip], room: Um) -> list[Column]:
    """Set strips into as few columns of the given height as their order allows.

    Raises:
        TooTallError: strips that must stay together need more than a whole column.
    """
    columns: list[list[Strip]] = [[]]
    for group in groups(strips):
        height = height_of(group)
        if height > room:
            raise TooTallError(height, room)
        if columns[-1] and (group[0].new_page or height_of([*columns[-1], *group]) > room):
            columns.append([])
        columns[-1] += group
    return [column_of(strips_of_one) for strips_of_one in columns if strips_of_one]


def groups(strips: Sequence[Strip]) -> Iterator[list[Strip]]:
    """The runs of strips that stay together."""
    group: list[Strip] = []
    for strip in strips:
        group.append(strip)
        if not strip.keep:
            yield group
            group = []
    if group:
        yield group


def height_of(strips: Sequence[Strip]) -> Um:
    """The height of strips below one another."""
    gaps = sum(gap(above, below) for above, below in pairwise(strips))
    return gaps + sum(strip.height for strip in strips)


def column_of(strips: Sequence[Strip]) -> Column:
    """Strips below one another as a column."""
    items: list[Item] = []
    y = 0
    for index, strip in enumerate(strips):
        if index:
            y += gap(strips[index - 1], strip)
        items += shifted(strip.items, 0, y)
        y += strip.height
    marks = tuple(strip.bookmark for strip in strips if strip.bookmark)
    return Column(tuple(items), marks, y)
