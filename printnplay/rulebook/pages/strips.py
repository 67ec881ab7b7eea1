"""Strips of text, as wide as their column and unbreakable, and columns filled with them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import Start
from printnplay.kernel.geometry import Um
from printnplay.scene.sheet import Bookmark, Item, Tag, TextLine, shifted, within

SHRINK, STRETCH = 0.55, 2.8
"""The least and the greatest height of the white space between two blocks on a panel, relative to
its own. Tuned by eye: blocks stay separate, and a panel does not fall apart. Below running text it
is the same on all pages."""

LEAST = 0.5
"""The least share of the white space between two blocks that is left when what follows moves up to
a line of the grid. A guess: of the 4 pt below a paragraph, 2.4 pt still separate."""

ROUNDED: Um = 10
"""The error of heights that are sums of rounded ones: less than a micrometre for each of the few
pictures of a page."""


class Elastic(Struct, frozen=True):
    """An item of variable height, such as a picture.

    `smallest` and `largest` are the limits of its height; `items` makes its items at a given
    height, from its top left corner.
    """

    smallest: Um
    largest: Um
    items: Callable[[Um], tuple[Item, ...]]

    def changed(self, change: Callable[[tuple[Item, ...]], tuple[Item, ...]]) -> "Elastic":
        """Return a copy whose items `change` converts, at any height."""
        return replace(self, items=lambda height: change(self.items(height)))


class Strip(Struct, frozen=True):
    """A slice of the text: its height and its items, from its top left corner.

    `before` and `after` are the white space around it; the larger of two neighbours counts, and
    none at the top of a page. A strip with `keep` stays on the same page as the next one, a strip
    that `leads` on the same spread. `start` is where it has to begin. The height of an `elastic`
    strip adapts to its page. `head` is set above a strip at the top of a page: a table that runs
    over repeats its head. `reach` is how far a note in the margin extends beside the strips below.
    """

    height: Um
    items: tuple[Item, ...]
    before: Um = 0
    after: Um = 0
    keep: bool = False
    leads: bool = False
    start: Start = ""
    bookmark: Bookmark | None = None
    elastic: Elastic | None = None
    head: "Strip | None" = None
    reach: Um = 0


def tagged(strips: Sequence[Strip], tag: Tag) -> list[Strip]:
    """Return the strips as parts of one structure element."""
    return [_changed(strip, lambda items: within(items, tag)) for strip in strips]


def topped(strip: Strip, item: Item) -> Strip:
    """Return the strip with this item before all others."""
    return _changed(strip, lambda items: (item, *items))


def _changed(strip: Strip, change: Callable[[tuple[Item, ...]], tuple[Item, ...]]) -> Strip:
    """Return the strip with its items converted by `change`, at any height."""
    elastic = strip.elastic and strip.elastic.changed(change)
    return replace(strip, items=change(strip.items), elastic=elastic)


def stack(strips: Sequence[Strip]) -> Strip:
    """Stack strips below one another into one unbreakable strip."""
    if not strips:
        return Strip(0, ())
    items, height = _below_each_other(strips)
    first, last = strips[0], strips[-1]
    return replace(
        first,
        height=height,
        items=items,
        after=last.after,
        keep=last.keep,
        leads=last.leads,
        elastic=None,
        head=None,
    )


class Heights(NamedTuple):
    """The heights of an item: smallest, own, and largest."""

    smallest: Um
    own: Um
    largest: Um

    def plus(self, other: "Heights") -> "Heights":
        """Return the sum of two heights, for items below one another."""
        return Heights(
            self.smallest + other.smallest, self.own + other.own, self.largest + other.largest
        )

    def share(self, room: Um) -> float:
        """Return the stretch that fills the room; a negative one shrinks."""
        if self.own > room:
            spare = self.own - self.smallest
            return max(-1.0, (room - self.own) / spare) if spare else 0.0
        spare = self.largest - self.own
        return min(1.0, (room - self.own) / spare) if spare else 0.0

    def at(self, share: float) -> Um:
        """Return the height when stretched, or shrunk, by this share."""
        spare = self.largest - self.own if share > 0 else self.own - self.smallest
        return self.own + round(share * spare)


def heights_of(strip: Strip) -> Heights:
    """Return the possible heights of a strip."""
    if strip.elastic is None:
        return Heights(strip.height, strip.height, strip.height)
    return Heights(strip.elastic.smallest, strip.height, strip.elastic.largest)


def white(above: Strip, below: Strip, *, loose: bool = False) -> Heights:
    """Return the heights of the white space between two strips; only if `loose` they differ."""
    own = gap(above, below)
    if not loose or (above.bookmark is not None and above.keep):
        return Heights(own, own, own)
    return Heights(round(own * SHRINK), own, round(own * STRETCH))


def sum_of(strips: Sequence[Strip], *, loose: bool = False) -> Heights:
    """Return the heights of strips below one another."""
    total = Heights(0, 0, 0)
    for above, strip in zip((None, *strips), strips, strict=False):
        total = total.plus(heights_of(strip))
        total = total.plus(white(above, strip, loose=loose)) if above else total
    return total


def on_grid(strips: Sequence[Strip], grid: Um) -> list[Strip]:
    """Return the strips with white space by which the text below it is on a line of the grid.

    Elastic strips get heights that are multiples of `grid`; those without one are no longer
    elastic.
    """
    made: list[Strip] = []
    y = 0
    for strip, below in zip_longest(strips, strips[1:]):
        y = 0 if strip.start else y
        strip = _snapped(strip, grid)
        y += strip.height
        space = gap(strip, below) if below else 0
        after = _line_below(y, space, grid) - y if space else 0
        y += after
        made.append(replace(strip, before=0, after=after))
    return made


def _snapped(strip: Strip, grid: Um) -> Strip:
    """Return the strip with multiples of `grid` as the heights of what is elastic or repeated."""
    if strip.head is not None:
        strip = replace(strip, head=replace(strip.head, height=_up(strip.head.height, grid)))
    elastic = strip.elastic
    if elastic is None:
        return strip
    smallest, largest = _up(elastic.smallest, grid), elastic.largest // grid * grid
    if smallest > largest:
        return replace(strip, elastic=None)
    own = min(max((strip.height + grid // 2) // grid * grid, smallest), largest)
    elastic = replace(elastic, smallest=smallest, largest=largest)
    return replace(strip, height=own, items=elastic.items(own), elastic=elastic)


def _line_below(y: Um, space: Um, grid: Um) -> Um:
    """Return the line of the grid within the white space below `y`, or else the next one."""
    return max((y + space) // grid * grid, _up(y + round(space * LEAST), grid))


def _up(height: Um, grid: Um) -> Um:
    """Return the next line of the grid."""
    return -(-height // grid) * grid


def spread_out(
    strips: Sequence[Strip], share: float, grid: Um = 1, *, loose: bool = False
) -> tuple[tuple[Item, ...], Um]:
    """Return the items and total height of strips, all stretched or shrunk by the same share.

    Elastic strips get multiples of `grid`, and pass on what they leave.
    """
    items: list[Item] = []
    y = owed = 0
    for above, strip in zip((None, *strips), strips, strict=False):
        y += white(above, strip, loose=loose).at(share) if above else 0
        height = strip.height
        if strip.elastic is not None:
            wish = heights_of(strip).at(share) + owed
            height = (wish + min(ROUNDED, grid - 1)) // grid * grid
            height = min(max(height, strip.elastic.smallest), strip.elastic.largest)
            owed = wish - height
        items += shifted(strip.elastic.items(height) if strip.elastic else strip.items, 0, y)
        y += height
    return tuple(items), y


def loose(strips: Sequence[Strip], finished: Callable[[Strip], Strip]) -> Strip:
    """Stack strips into one whose white space and pictures may stretch.

    `finished` converts the stacked strip to the printed one, for example by adding a panel.
    """
    made = finished(stack(strips))
    heights = sum_of(strips, loose=True)
    around = made.height - heights.own

    def items(height: Um) -> tuple[Item, ...]:
        inner, _ = spread_out(strips, heights.share(height - around), loose=True)
        return finished(replace(stack(strips), items=inner, height=height - around)).items

    elastic = Elastic(heights.smallest + around, heights.largest + around, items)
    return replace(made, elastic=elastic)


def _below_each_other(strips: Sequence[Strip]) -> tuple[tuple[Item, ...], Um]:
    """Return the items of strips below one another, and their height with the gaps."""
    items: list[Item] = []
    y = 0
    for above, strip in zip((None, *strips), strips, strict=False):
        y += gap(above, strip) if above else 0
        items += shifted(strip.items, 0, y)
        y += strip.height
    return tuple(items), y


def gap(above: Strip, below: Strip) -> Um:
    """Return the white space between two strips on one page."""
    return max(above.after, below.before)


def kept(strips: Sequence[Strip]) -> list[Strip]:
    """Keep each strip with the next, except the last."""
    return [*(replace(strip, keep=True) for strip in strips[:-1]), *strips[-1:]]


def headed(title: Sequence[Strip], strips: Sequence[Strip]) -> list[Strip]:
    """Return a title and the strips of its panel; the white space below it does not stretch."""
    if not title or not strips:
        return [*title, *strips]
    last, first = title[-1], strips[0]
    last = replace(last, height=last.height + gap(last, first), after=0)
    return [*title[:-1], last, replace(first, before=0), *strips[1:]]


def together(items: Sequence[list[Strip]]) -> list[Strip]:
    """Keep the first two items together, and the last two: none is left alone."""
    last = len(items) - 1
    strips: list[Strip] = []
    for number, item in enumerate(items):
        if number in (0, last - 1) and number < last and item:
            strips += [*item[:-1], replace(item[-1], keep=True)]
        else:
            strips += item
    return strips


def moved(strip: Strip, by: Um) -> Strip:
    """Return the strip moved to the right."""
    return replace(strip, items=shifted(strip.items, by, 0))


def beside(note: Strip, strips: Sequence[Strip]) -> list[Strip]:
    """Return the strips with a note in the margin, its first line level with their first one.

    Beside a picture, it begins at the top.
    """
    if not strips:
        return [note]
    first = strips[0]
    level = _first_line(first) - _first_line(note)
    if first.elastic is not None or level > _first_line(note):  # its words are below a picture
        level = 0
    hung = replace(
        note,
        items=shifted(note.items, 0, level),
        height=0,
        reach=note.height + level,
        before=max(note.before, first.before),
        after=0,
        keep=True,
    )
    return [hung, replace(first, before=0), *strips[1:]]


def clear_of_notes(strips: Sequence[Strip]) -> list[Strip]:
    """Keep what is beside a note on its page; a note begins below the one before, as does the end.

    Where the text is too short for that, white space follows it.
    """
    made: list[Strip] = []
    left: Um = 0
    for strip in strips:
        if strip.reach and left > 0:
            made.append(Strip(left, ()))
            left = 0
        elif made:
            left -= gap(made[-1], strip)
        left = max(left, strip.reach) - heights_of(strip).smallest
        made.append(replace(strip, keep=True) if left > 0 else strip)
    return [*made, Strip(left, ())] if left > 0 else made


def _first_line(strip: Strip) -> Um:
    """Return the baseline of the first line of text; 0 without any."""
    return next((item.at.y for item in strip.items if isinstance(item, TextLine)), 0)


class TooTallError(Exception):
    """Strips that belong together are taller than a page: `height` of `room` micrometres.

    `source` is where their first text is written.
    """

    def __init__(self, height: Um, room: Um, strips: Sequence[Strip] = ()) -> None:
        """Keep both heights, and find the first text."""
        super().__init__(f"{height} does not fit in {room}")
        self.height, self.room = height, room
        items = (item for strip in strips for item in strip.items)
        sources = (item.source for item in items if isinstance(item, TextLine))
        self.source = next(filter(None, sources), None)


class Column(Struct, frozen=True):
    """The contents of one column, from its top left corner, and the strips that it was made of."""

    items: tuple[Item, ...]
    bookmarks: tuple[Bookmark, ...]
    height: Um
    strips: Sequence[Strip] = ()


def fill(strips: Sequence[Strip], room: Um) -> list[Column]:
    """Set strips into as few columns of the given height as their order allows.

    Raises:
        TooTallError: strips that must stay together are taller than a column.
    """
    endless = Endless.of(strips, room)
    starts = [0]
    for part in range(1, len(endless.parts)):
        if endless.parts[part][0].start or endless.height(starts[-1], part + 1) > room:
            starts.append(part)
    return endless.columns(starts) if endless.parts else []


class Endless(Struct, frozen=True):
    """Strips as one endless column, in parts that stay together; the start and end of each."""

    parts: tuple[tuple[Strip, ...], ...]
    tops: tuple[Um, ...]
    bottoms: tuple[Um, ...]

    @classmethod
    def of(cls, strips: Sequence[Strip], room: Um) -> "Endless":
        """Lay the strips below one another.

        Raises:
            TooTallError: a part is taller than the column.
        """
        parts, tops, bottoms, y = tuple(groups(strips)), [], [], 0
        for index, part in enumerate(parts):
            y += gap(parts[index - 1][-1], part[0]) if index else 0
            tops.append(y)
            y += height_of(part)
            bottoms.append(y)
            if bottoms[-1] - tops[-1] > room:
                raise TooTallError(bottoms[-1] - tops[-1], room, part)
        return cls(parts, tuple(tops), tuple(bottoms))

    def height(self, first: int, end: int) -> Um:
        """Return the height of the parts from `first` up to, not including, `end` on one page."""
        return self.bottoms[end - 1] - self.tops[first]

    def columns(self, starts: Sequence[int]) -> list[Column]:
        """Split the parts into columns that begin at these parts."""
        ends = (*starts[1:], len(self.parts))
        return [
            column_of([strip for part in self.parts[start:end] for strip in part])
            for start, end in zip(starts, ends, strict=True)
        ]


def groups(strips: Sequence[Strip]) -> Iterator[tuple[Strip, ...]]:
    """Yield runs of strips that stay together; one that begins a page begins a run.

    Headings before it begin the page instead.
    """
    group: list[Strip] = []
    for strip in strips:
        if strip.start and group and all(above.bookmark for above in group):
            group[0] = replace(group[0], start=strip.start)
        elif strip.start and group:
            yield tuple(group)
            group = []
        group.append(strip)
        if not strip.keep:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def height_of(strips: Sequence[Strip]) -> Um:
    """Return the height of strips below one another."""
    gaps = sum(gap(above, below) for above, below in pairwise(strips))
    return gaps + sum(strip.height for strip in strips)


def column_of(strips: Sequence[Strip]) -> Column:
    """Stack strips into a column."""
    items, height = _below_each_other(strips)
    marks = tuple(strip.bookmark for strip in strips if strip.bookmark)
    return Column(items, marks, height, strips)
