"""Pagination: all page breaks of a rulebook are optimised together.

The line-breaking algorithm of Donald Knuth and Michael Plass (Breaking Paragraphs into Lines,
1981), applied to the pages of a book: dynamic programming finds the page breaks with the least sum
of demerits. Pictures and panels act like the spaces in a line: they grow or shrink within bounds,
so that full pages end on the same line. Running text does not: it stands on a baseline grid.

Breaks cost more the more they separate: a section that begins a page is best, a paragraph that runs
over costs little, a rule overleaf from its example costs most. The running time is linear in the
number of strips, as only a few of them fit on a page.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import Start
from printnplay.kernel.geometry import Um, mm
from printnplay.rulebook.pages.strips import (
    Heights,
    Strip,
    TooTallError,
    gap,
    groups,
    on_grid,
    spread_out,
    sum_of,
    white,
)
from printnplay.scene.sheet import BadBreak, Bookmark, Item

FULL = 0.85
"""The least filled share of a column's height unless a part of the book ends there. Not sensitive:
no value tried changes more than 5 of 24 paginations. This constant and the demerits below were
tuned by eye on the books of the bundled games; the figures are those of decision 090."""

SHALLOW = 0.6
"""The share of its height that a column must reach if more fits. A guess: no value tried from 0 to
0.6 changes a pagination."""

STRETCHED, SHRUNK = 0.12, 0.14
"""The demerits of a column whose pictures are at their largest, or smallest. Tuned by eye: a fifth
less or a quarter more changes 1 of 24 paginations, nothing at all up to 5."""

SHORT, EMPTY, NOT_FULL = 0.1, 6.0, 0.1
"""The demerits of a column that cannot reach the last line: `SHORT` for each, `EMPTY` times the
square of its empty share, `NOT_FULL` if it is below `FULL`. They are the scale of all other
demerits. `EMPTY` was tuned by eye: a fifth less or a quarter more changes 3 of 24 paginations, four
times as much 12. The others are guesses: half or twice as much changes 3 at most."""

RESTING = 1.5
"""The demerits of the last column of a part, times the square of its empty share: less than those
of other columns, since a part may end anywhere. A guess: half or twice as much changes 2 of 24
paginations at most."""

LONELY = 1.5
"""The demerits of the last column of a part that fills less than `FEW`. A guess: from half of it to
four times as much changes no pagination, nothing at all 3 of 24."""

FEW = 0.4
"""The share of its height below which the last column of a part is nearly empty. A guess: a fifth
less or a quarter more changes no pagination."""

IN_BLOCK = 0.05
"""The demerits of a break within a paragraph or list. Small, so that it only chooses between
columns that are equally full: no value tried changes any of 24 paginations."""

LED, LED_OVERLEAF = 0.12, 2.5
"""The demerits of a break between a text and what it introduces: across the fold, and overleaf,
which costs more than a column that is a third empty (0.87). Tuned by eye: a fifth less or a quarter
more changes 4 of 24 paginations at most."""

LOW, STRANDED = 0.25, 2.5
"""The share of a column at its end where no section should begin, and the demerits of one that
does. A quarter is the rule of thumb that readers see; without it, 12 of 24 paginations change.
`STRANDED` was tuned by eye: a fifth less or more changes 3 at most."""

DIVIDED_OVERLEAF = 2.5
"""The demerits of a paragraph that runs over a leaf: readers would turn back for its beginning. A
guess: a fifth less changes 2 of 24 paginations, more none."""

UNEVEN = 1.5
"""The demerits of a page that cannot end on the same line as its facing page. Tuned by eye: a fifth
less or a quarter more changes 3 of 24 paginations, nothing at all 13."""

ONE_LINE: Um = mm(2)
"""The distance up to which two last lines count as the same: less than half a line of body text (13
pt are 4.6 mm). A guess."""

LINE: Um = mm(6)
"""The height of a strip that is taken for a line of running text: 17 pt, clearly less than two
lines."""

PAGE = 1.5
"""The demerits of each page: columns are rather full, or short, than on one more sheet. A guess: a
fifth less or a quarter more changes 2 of 24 paginations at most."""

FILLER = 1.0
"""The demerits of a page without text: less than those of a page (`PAGE`), so that text is not
spread over pages that an endpaper fills as well, and so high that a book has no more sheets than it
needs. A guess: with 2.0, 1 of 8 paginations changes, which gets emptier pages."""


class Format(Struct, frozen=True):
    """The page format: the height of a column, the columns per page, the pages per sheet.

    The number of pages, with the `covers` around them, is a multiple of `sheet`. The first page
    after the front cover is a left one. Lines of text are on a baseline grid, `grid` apart; `room`
    is a multiple of it.
    """

    room: Um
    columns: int = 1
    sheet: int = 4
    covers: int = 2
    grid: Um = 1

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
    `pitch` and `breaks` are those of a page.
    """

    items: tuple[Item, ...]
    bookmarks: tuple[Bookmark, ...]
    height: Um
    ends: bool
    pitch: frozenset[Um]
    breaks: frozenset[BadBreak]


def paginate(strips: Sequence[Strip], page: Format) -> list[FilledColumn | None]:
    """Set strips into columns; None for one that stays empty.

    The columns fill whole pages, and the pages, with the covers, whole sheets.

    Raises:
        TooTallError: strips that must stay together need more than a whole column.
    """
    parts = tuple(groups(on_grid(strips, page.grid)))
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
        column = set_column(strips_of, line, page, ends=end in ends)
        if end not in ends:
            breaks = frozenset(_bad_breaks(ladder, parts, page, (frame, start, end)))
            column = replace(column, breaks=breaks)
        columns.append(column)
    whole = page.columns * page.sheet
    missing = -(len(columns) + page.covers * page.columns) % whole
    return [*columns, *[None] * missing]


def _bad_breaks(
    ladder: "_Ladder",
    parts: Sequence[Sequence[Strip]],
    page: Format,
    chosen: tuple[int, int, int],
) -> Iterator[BadBreak]:
    """Yield what is harmed by the end of a column: its number, its first part and their end."""
    frame, start, end = chosen
    if _strands(ladder, parts, start, end, page.room):
        yield "section"
    if page.turns(frame) and _divides(parts, end):
        yield "paragraph"
    if page.turns(frame) and parts[end - 1][-1].leads:
        yield "shown"


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
                raise TooTallError(heights.smallest, room, part)
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

    `leads` is whether it ends with the introduction to an example, `divides` whether within a
    paragraph, `ends` whether a part of the book ends with it; `lines` is the range of its last
    line.
    """

    end: int
    demerits: float
    lines: _Lines
    leads: bool
    divides: bool
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
    here, demerits = way.frame, way.demerits + column.demerits + PAGE / page.columns
    lines = None if column.ends else column.lines.common(way.lines)
    if lines and lines.none:
        lines, demerits = column.lines, demerits + UNEVEN
    if column.leads:
        demerits += LED_OVERLEAF if page.turns(here) else LED
    if column.divides and page.turns(here):
        demerits += DIVIDED_OVERLEAF
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
        divides = not ends and _divides(parts, end)
        leads = not ends and parts[end - 1][-1].leads
        demerits += IN_BLOCK if divides else 0
        lines = _Lines.of(heights, room)
        column = _Column(end, demerits, lines, leads, divides, ends)
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


def _divides(parts: Sequence[Sequence[Strip]], at: int) -> bool:
    """Return whether a break before a part is within a paragraph."""
    return not (parts[at - 1][-1].after or parts[at][0].before)


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


def set_column(strips: Sequence[Strip], line: Um, page: Format, *, ends: bool) -> FilledColumn:
    """Set strips below one another, their pictures stretched to end on this line.

    The end of a part that cannot fill its column keeps its own size. So does a column that cannot
    reach `FULL`: large pictures would not hide that the column is short.
    """
    if strips[0].head is not None:
        strips = [strips[0].head, *strips]
    heights = sum_of(strips)
    needed = line if ends else FULL * page.room
    share = 0.0 if heights.largest < needed else heights.share(line)
    items, height = spread_out(strips, share, page.grid)
    bookmarks = tuple(strip.bookmark for strip in strips if strip.bookmark)
    return FilledColumn(items, bookmarks, height, ends, frozenset(_pitches(strips)), frozenset())


def _pitches(strips: Sequence[Strip]) -> Iterator[Um]:
    """Yield the distances between lines of text with white space between them."""
    for above, below in pairwise(strips):
        lines = above.height == below.height and not (above.elastic or below.elastic)
        if lines and gap(above, below) and below.height < LINE:
            yield below.height + gap(above, below)
