"""Pagination: all page breaks of a rulebook are optimised together.

The line-breaking algorithm of Donald Knuth and Michael Plass (Breaking Paragraphs into Lines,
1981), applied to the pages of a book: dynamic programming finds the page breaks with the least sum
of demerits. Pictures and the white space between blocks act like the spaces in a line: they grow or
shrink within bounds, so that full pages end on the same line.

Breaks cost more the more they separate: a section that begins a page is best, a paragraph that runs
over costs little, a rule overleaf from its example costs most. The running time is linear in the
number of strips, as only a few of them fit on a page.
"""

from collections.abc import Mapping, Sequence
from math import inf

from msgspec import Struct

from printnplay.game.rulebook import Start
from printnplay.kernel.geometry import Um, mm
from printnplay.rulebook.pages.strips import (
    Heights,
    Strip,
    TooTallError,
    groups,
    spread_out,
    sum_of,
    white,
)
from printnplay.scene.sheet import Bookmark, Item

FULL = 0.85
"""The least filled share of a column's height unless a part of the book ends there. Not sensitive
below: smaller values change 4 of 42 paginations, but above 1 no column would be full. This constant
and the demerits below were tuned by eye on the books of the bundled games; the figures are those of
decision 058."""

SHALLOW = 0.6
"""The share of its height that a column must reach if more fits. A guess: no value tried from 0 to
0.75 changes a pagination."""

STRETCHED, SHRUNK = 0.12, 0.14
"""The demerits of a column whose pictures and spaces are at their largest, or smallest. They are
the scale of all other demerits. Sensitive, tuned by eye: a fifth less or a quarter more changes up
to 6 of 42 paginations, nothing at all 26."""

SHORT, EMPTY, NOT_FULL = 0.25, 6.0, 0.8
"""The demerits of a column that cannot reach the last line: `SHORT` for each, `EMPTY` times the
square of its empty share, `NOT_FULL` if it is below `FULL`. `SHORT` was tuned by eye: half of it
changes 11 of 42 paginations. The others are guesses: no value tried from 0 to four times changes
more than 6."""

RESTING = 0.1
"""The demerits of the last column of a part, times the square of its empty share. Low, since a part
may end anywhere. A guess: no value tried from 0 to a quarter more changes a pagination."""

LONELY = 1.0
"""The demerits of the last column of a part that fills less than `FEW`. A guess: up to four times
as much changes no pagination, nothing at all 2 of 42."""

FEW = 0.2
"""The share of its height below which the last column of a part is nearly empty. Tuned by eye: a
fifth less changes no pagination, a quarter more 4 of 42, twice as much 16."""

IN_BLOCK, BETWEEN_BLOCKS = 0.05, 0.015
"""The demerits of a break within a paragraph or list, and of one between two blocks of a section,
which separates less. Small, so that they only choose between columns that are equally full. A fifth
less or a quarter more changes 4 of 42 paginations at most."""

LED, LED_OVERLEAF = 0.12, 2.5
"""The demerits of a break between a rule and its example: across the fold, and overleaf, which
costs about as much as a half-empty column (2.55). `LED` is sensitive and was tuned by eye: a fifth
less changes 4 of 42 paginations, a quarter more 8. `LED_OVERLEAF` is not: no value tried from a
quarter to four times changes more than 2."""

LOW, STRANDED = 0.2, 0.06
"""The share of a column at its end where no section should begin, and the demerits of one that
does. `LOW` is a guess: no value tried from 0 to twice as much changes more than 2 of 42
paginations. `STRANDED` was tuned by eye: less changes 2 at most, twice as much 19."""

UNEVEN = 1.5
"""The demerits of a page that cannot end on the same line as its facing page: more than it costs to
stretch both. A guess: no value tried from 0 to four times changes more than 2 of 42 paginations."""

ONE_LINE: Um = mm(2)
"""The distance up to which two last lines count as the same: less than half a line of body text (13
pt are 4.6 mm). A guess."""

FILLER = 2.0
"""The demerits of a page without text: high, so that a book has no more sheets than it needs. More
changes no pagination, half as much 2 of 42."""


class Format(Struct, frozen=True):
    """The page format: the height of a column, the columns per page, the pages per sheet.

    The number of pages, with the `covers` around them, is a multiple of `sheet`. The first page
    after the front cover is a left one.
    """

    room: Um
    columns: int = 1
    sheet: int = 4
    covers: int = 2

    @property
    def cycle(self) -> int:
        """The number of columns after which the positions on a sheet repeat."""
        return self.columns * max(self.sheet, 2)

    def may_begin(self, frame: int, start: Start) -> bool:
        """Return whether this column, counted from the first, satisfies `start`."""
        page, column = divmod(frame, self.columns)
        if not start:
            return True
        return column == 0 and (start == "page" or (page % 2 == 0) == (start == "left"))

    def pair(self, frame: int) -> int:
        """Return the number of the pair of facing pages that holds this column."""
        return frame // (2 * self.columns)

    def turns(self, frame: int) -> bool:
        """Return whether readers turn the leaf after this column."""
        page, column = divmod(frame, self.columns)
        return column == self.columns - 1 and page % 2 == 1


class FilledColumn(Struct, frozen=True):
    """The contents of a column, from its top left corner.

    `height` is the height of the contents. `ends` is whether a part of the book ends with it.
    """

    items: tuple[Item, ...]
    bookmarks: tuple[Bookmark, ...]
    height: Um
    ends: bool


def paginate(strips: Sequence[Strip], page: Format) -> list[FilledColumn | None]:
    """Set strips into columns; None for one that stays empty.

    The columns fill whole pages, and the pages, with the covers, whole sheets.

    Raises:
        TooTallError: strips that must stay together need more than a whole column.
    """
    parts = tuple(groups(strips))
    if not parts:
        return []
    ladder = _Ladder.of(parts, page.room)
    columns: list[FilledColumn | None] = []
    ends = _ends_part(parts)
    chosen = _best(ladder, parts, page)
    lines = _last_lines(ladder, ends, page, chosen)
    for frame, start, end in chosen:
        columns += [None] * (frame - len(columns))
        strips_of = [strip for part in parts[start:end] for strip in part]
        line = page.room if end in ends else lines.get(page.pair(frame), page.room)
        columns.append(set_column(strips_of, line, ends=end in ends, full=FULL * page.room))
    whole = page.columns * page.sheet
    missing = -(len(columns) + page.covers * page.columns) % whole
    return [*columns, *[None] * missing]


def _ends_part(parts: Sequence[Sequence[Strip]]) -> frozenset[int]:
    """Return the indices where a part of the book ends, including the total number."""
    return frozenset({len(parts), *(at for at, part in enumerate(parts) if part[0].start)})


class _Ladder(Struct, frozen=True):
    """Positions of parts in one endless column, at their smallest, own and largest heights."""

    tops: tuple[Heights, ...]
    bottoms: tuple[Heights, ...]
    heads: tuple[Um, ...]
    """The heights of the heads above parts that begin a column."""

    @classmethod
    def of(cls, parts: Sequence[Sequence[Strip]], room: Um) -> "_Ladder":
        """Lay the parts below one another.

        Raises:
            TooTallError: a part is taller than the column.
        """
        tops, bottoms = [], []
        at = Heights(0, 0, 0)
        before: Strip | None = None
        for part in parts:
            if before is not None:
                at = at.plus(white(before, part[0]))
            heights = sum_of(part)
            if heights.smallest > room:
                raise TooTallError(heights.smallest, room)
            tops.append(at)
            at = at.plus(heights)
            bottoms.append(at)
            before = part[-1]
        heads = (part[0].head for part in parts)
        return cls(tuple(tops), tuple(bottoms), tuple(head.height if head else 0 for head in heads))

    def heights(self, first: int, end: int) -> Heights:
        """Return the heights of the parts from `first` up to, not including, `end`."""
        head, ends = self.heads[first], zip(self.bottoms[end - 1], self.tops[first], strict=True)
        return Heights(*(bottom - top + head for bottom, top in ends))


class _Lines(Struct, frozen=True):
    """The range of possible ends of columns: no higher than `first`, no lower than `last`."""

    first: Um
    last: Um

    @classmethod
    def of(cls, heights: Heights, room: Um) -> "_Lines":
        """Return the range of ends of a column with these heights."""
        return cls(heights.smallest, min(heights.largest, room))

    def common(self, other: "_Lines | None") -> "_Lines":
        """Return the intersection of both ranges."""
        if other is None:
            return self
        return _Lines(max(self.first, other.first), min(self.last, other.last))

    @property
    def none(self) -> bool:
        """Whether the range is empty."""
        return self.first > self.last + ONE_LINE


class _Column(Struct, frozen=True):
    """One way to end a column: before the part `end`, with its demerits.

    `leads` is whether it ends with the introduction to an example, `ends` whether a part of the
    book ends with it; `lines` is the range of its last line.
    """

    end: int
    demerits: float
    lines: _Lines
    leads: bool
    ends: bool


class _Way(Struct, frozen=True):
    """The best path to a column: its demerits, and the previous column with its start.

    `lines` is the common range of ends of the previous columns on this spread; None if there are
    none, or if they need not end together.
    """

    demerits: float
    frame: int
    start: int
    before: "_Way | None"
    lines: _Lines | None = None


def _best(
    ladder: _Ladder, parts: Sequence[Sequence[Strip]], page: Format
) -> list[tuple[int, int, int]]:
    """Return the columns in order, each with its number, first part and end of parts."""
    count, cycle = len(parts), page.cycle
    begin = _first_frame(0, parts[0][0].start, page)
    ways: list[dict[int, _Way]] = [{} for _ in range(count + 1)]
    ways[0][begin % cycle] = _Way(begin // page.columns * FILLER, begin, 0, None)
    for start in range(count):
        if not ways[start]:
            continue
        for column in _columns_from(start, ladder, parts, page.room):
            end = column.end
            following: Start = parts[end][0].start if end < count else ""
            for way in ways[start].values():
                longer = _longer(way, start, column, following, page)
                known = ways[end].get(longer.frame % cycle)
                if known is None or longer.demerits < known.demerits:
                    ways[end][longer.frame % cycle] = longer
    chosen = min(ways[count].values(), key=lambda way: way.demerits + _fillers(way.frame, page))
    return _traced(chosen, count)


def _longer(way: _Way, start: int, column: _Column, following: Start, page: Format) -> _Way:
    """Extend the path by one column; `following` is the start constraint of the next part."""
    here, demerits = way.frame, way.demerits + column.demerits
    lines = None if column.ends else column.lines.common(way.lines)
    if lines and lines.none:
        lines, demerits = column.lines, demerits + UNEVEN
    if column.leads:
        demerits += LED_OVERLEAF if page.turns(here) else LED
    frame = _first_frame(here + 1, following, page)
    demerits += (frame - here - 1) // page.columns * FILLER
    return _Way(demerits, frame, start, way, None if page.turns(here) else lines)


def _traced(last: _Way, count: int) -> list[tuple[int, int, int]]:
    columns = []
    way, end = last, count
    while way.before is not None:
        columns.append((way.before.frame, way.start, end))
        way, end = way.before, way.start
    return columns[::-1]


def _last_lines(
    ladder: _Ladder, ends: frozenset[int], page: Format, chosen: Sequence[tuple[int, int, int]]
) -> Mapping[int, Um]:
    """Return the end of the columns of each spread, by the number of the spread.

    They end together, where the least full of them ends, if they all can.
    """
    common: dict[int, _Lines] = {}
    for frame, start, end in chosen:
        if end not in ends:
            lines = _Lines.of(ladder.heights(start, end), page.room)
            pair = page.pair(frame)
            common[pair] = lines.common(common.get(pair))
    return {
        pair: lines.last
        for pair, lines in common.items()
        if not lines.none and lines.last >= FULL * page.room
    }


def _first_frame(frame: int, start: Start, page: Format) -> int:
    """Return the first column, from this one on, that satisfies the start constraint."""
    while not page.may_begin(frame, start):
        frame += 1
    return frame


def _fillers(frames: int, page: Format) -> float:
    """Return the demerits of the pages that remain of the last sheet."""
    pages = -(-frames // page.columns)
    return FILLER * (-(pages + page.covers) % page.sheet)


def _columns_from(
    start: int, ladder: _Ladder, parts: Sequence[Sequence[Strip]], room: Um
) -> list[_Column]:
    """Return the ways to end a column that begins with this part."""
    found: list[_Column] = []
    shallow: _Column | None = None
    for end in range(start + 1, len(parts) + 1):
        heights = ladder.heights(start, end)
        if heights.smallest > room:
            break
        ends = end == len(parts) or bool(parts[end][0].start)
        demerits = _demerits(heights, room, ends=ends)
        if not ends and end - start > 1 and _strands(ladder, parts, start, end, room):
            demerits += STRANDED
        breaking, leads = (0.0, False) if ends else _breaking(parts, end)
        lines = _Lines.of(heights, room)
        column = _Column(end, demerits + breaking, lines, leads, ends)
        if ends or heights.largest >= SHALLOW * room:
            found.append(column)
        else:
            shallow = column
        if ends:
            break
    return found or ([shallow] if shallow else [])


def _demerits(heights: Heights, room: Um, *, ends: bool) -> float:
    """Return the demerits of a column for its fill, and for the scaling of its pictures."""
    low, own, high = heights
    if own > room:
        return SHRUNK * ((own - room) / (own - low)) ** 2 if own > low else inf
    if high >= room:
        return STRETCHED * ((room - own) / (high - own)) ** 2 if high > own else 0.0
    empty = 1 - high / room
    if ends:
        return RESTING * empty * empty + (LONELY if high < FEW * room else 0.0)
    return SHORT + EMPTY * empty * empty + (NOT_FULL if empty > 1 - FULL else 0.0)


def _breaking(parts: Sequence[Sequence[Strip]], at: int) -> tuple[float, bool]:
    """Return the demerits of a break before a part, and whether the previous one introduces it."""
    above, below = parts[at - 1][-1], parts[at][0]
    if below.start or _begins_section(below):
        return 0.0, False
    if above.leads:
        return BETWEEN_BLOCKS, True
    return (BETWEEN_BLOCKS if above.after or below.before else IN_BLOCK), False


def _begins_section(strip: Strip) -> bool:
    return strip.bookmark is not None and strip.bookmark.level == 0


def _strands(
    ladder: _Ladder, parts: Sequence[Sequence[Strip]], start: int, end: int, room: Um
) -> bool:
    """Return whether a section begins too close to the end of a column."""
    for at in range(end - 1, start, -1):
        if ladder.heights(at, end)[1] > LOW * room:
            return False
        if _begins_section(parts[at][0]):
            return True
    return False


def set_column(strips: Sequence[Strip], room: Um, *, ends: bool, full: float) -> FilledColumn:
    """Set strips below one another, their pictures and spaces stretched to the room.

    The end of a part that cannot fill its column keeps its own size. So does a column that cannot
    reach `full`: wide spaces would not hide that the column is short.
    """
    if strips[0].head is not None:
        strips = [strips[0].head, *strips]
    heights = sum_of(strips)
    needed = room if ends else full
    share = 0.0 if heights.largest < needed else heights.share(room)
    items, height = spread_out(strips, share)
    bookmarks = tuple(strip.bookmark for strip in strips if strip.bookmark)
    return FilledColumn(items, bookmarks, height, ends)
