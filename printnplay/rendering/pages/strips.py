"""The building stone of a page: a strip as wide as the column that is never broken."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printnplay.model.geometry import Um
from printnplay.model.sheet import Bookmark, Item, shifted


@dataclass(frozen=True, slots=True)
class Strip:
    """A slice of the text: its height and its things, from its top left corner.

    `before` and `after` are the white space around it; the larger of two neighbours counts, and
    none at the top of a page. A strip with `keep` stays with the one that follows; one with
    `new_page` starts a page; one that is `scalable` holds a picture that may be drawn larger.
    """

    height: Um
    items: tuple[Item, ...]
    before: Um = 0
    after: Um = 0
    keep: bool = False
    new_page: bool = False
    bookmark: Bookmark | None = None
    scalable: bool = False


def stack(strips: Sequence[Strip]) -> Strip:
    """Strips below one another as a single one, for what must not be broken."""
    items: list[Item] = []
    y = 0
    for index, strip in enumerate(strips):
        if index:
            y += gap(strips[index - 1], strip)
        items += shifted(strip.items, 0, y)
        y += strip.height
    first, last = strips[0], strips[-1]
    return replace(first, height=y, items=tuple(items), after=last.after, keep=last.keep)


def gap(above: Strip, below: Strip) -> Um:
    """The white space between two strips on one page."""
    return max(above.after, below.before)


def kept(strips: Sequence[Strip]) -> list[Strip]:
    """The strips, none of which parts from the next; the last may."""
    return [*(replace(strip, keep=True) for strip in strips[:-1]), *strips[-1:]]


def indented(strips: Sequence[Strip], by: Um) -> list[Strip]:
    """The strips, moved to the right."""
    return [replace(strip, items=shifted(strip.items, by, 0)) for strip in strips]
