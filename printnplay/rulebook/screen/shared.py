"""Drawings that share their parts: what a page draws often is written once, and used again."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from printnplay.rulebook.screen.markup import Markup

SHORTEST = 240
"""The least characters of a part that is shared: four times those of a reference to it. A guess."""

_USABLE = frozenset(
    ("circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "text")
)
"""The elements that may be used from other places."""

_DEFINITIONS = frozenset(
    ("clipPath", "defs", "filter", "marker", "mask", "pattern", "symbol", "title")
)
"""The elements whose content is not drawn in its place."""

_DRAWING = re.compile(r"<svg\b|</svg>")
# `>` in attributes is escaped in drawings, as lxml writes them.
_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)[^>]*?(/?)>")


class _Part(Struct, frozen=True):
    """An element of a drawing: where it, its name and its source end on the page."""

    start: int
    named: int
    end: int
    source: str


def with_shared_parts(page: Markup) -> Markup:
    """Return a page on which each part that its drawings repeat is written once.

    The first place holds the part, with an id; the others refer to it. Parts with ids of their own
    stay, because only one element may have an id.
    """
    parts = [part for start, end in _drawings(page) for part in _parts(page, start, end)]
    times = Counter(part.source for part in parts)
    first: dict[str, _Part] = {}
    again: list[_Part] = []
    free = 0
    for part in sorted(parts, key=lambda part: (part.start, -part.end)):
        # Parts inside of the first one are shared as well; those inside of others are gone.
        is_shared = times[part.source] > 1 and part.start >= free
        if is_shared and first.setdefault(part.source, part) is not part:
            again.append(part)
            free = part.end
    names = {part.source: "" for part in again}
    names = {source: f"shared-{number}" for number, source in enumerate(names, start=1)}
    edits = [(part.start, part.end, f'<use href="#{names[part.source]}"/>') for part in again]
    for source, name in names.items():
        named = first[source].named
        edits.append((named, named, f' id="{name}"'))
    done: list[str] = []
    at = 0
    for start, end, written in sorted(edits):
        done += [page[at:start], written]
        at = end
    return Markup("".join((*done, page[at:])))


def _drawings(page: str) -> Iterator[tuple[int, int]]:
    """Yield where the drawings of a page start and end; those inside of others are part of them."""
    depth = start = 0
    for tag in _DRAWING.finditer(page):
        opens = tag.group() == "<svg"
        start = tag.start() if opens and depth == 0 else start
        depth += 1 if opens else -1
        if depth == 0:
            yield start, tag.end()


def _parts(page: str, start: int, end: int) -> Iterator[_Part]:
    """Yield the elements of a drawing that may be shared, inner ones before outer ones."""
    open_: list[tuple[str, int, int]] = []
    hidden = 0
    for tag in _TAG.finditer(page, start, end):
        closes, name, empty = tag.groups()
        if not closes:
            open_.append((name, tag.start(), tag.end(2)))
            hidden += name in _DEFINITIONS
        if closes or empty:
            name, begin, named = open_.pop()
            hidden -= name in _DEFINITIONS
            if hidden or name not in _USABLE or tag.end() - begin < SHORTEST:
                continue
            source = page[begin : tag.end()]
            if ' id="' not in source:
                yield _Part(begin, named, tag.end(), source)
