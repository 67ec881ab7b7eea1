"""Sheet furniture: title, page number, line key, notes and a ruler in the margins around cards.

Labels arrive measured. Each is set in a strip of paper between the bleed and the margin, without
touching marks or other labels.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.imposition.labels import overhang, place_label, room
from printnplay.imposition.marks import LINES, line
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.rulers import SHORT, ruler
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Point, Rect, Um, mm
from printnplay.scene.sheet import (
    Contour,
    Item,
    Label,
    Leaf,
    LineKind,
    Panel,
    Sheet,
    Stamp,
    Stroke,
    TextLine,
)

SPACE: Um = mm(5)
"""The gap between neighbours in a strip: about one and a half lines of 9 pt, so that each is read
separately."""

_LEAD: Um = mm(1.5)
"""The gap from a sample line to its label, and the least between neighbours: about half a line of 9
pt."""


class MarginStrip(Struct, frozen=True):
    """A free rectangle for one line of text, level (turn 0) or reading upwards (270)."""

    rect: Rect
    turn: int = 0

    @property
    def length(self) -> Um:
        """The length available for the line."""
        return self.rect.height if self.turn else self.rect.width

    @property
    def thickness(self) -> Um:
        """The height available for the line."""
        return self.rect.width if self.turn else self.rect.height

    def at(self, along: Um, across: Um) -> Point:
        """Return the point at this distance along the line and below its upper edge."""
        if self.turn:
            return Point(self.rect.x + across, self.rect.bottom - along)
        return Point(self.rect.x + along, self.rect.y + across)


class MarginEntry(Struct, frozen=True):
    """A label in a strip; `element` names it in faults.

    A sample line precedes it, or the short ruler if it is `measured`. The line is on the label's
    right if the label is read `from_right`.
    """

    element: str
    label: Label
    sample: LineKind | None = None
    measured: bool = False
    from_right: bool = False

    @property
    def lead(self) -> Um:
        """The width of the sample or ruler before the label, with the gap after it."""
        if self.measured:
            return SHORT.length + _LEAD
        return LINES[self.sample].sample + _LEAD if self.sample else 0

    @property
    def width(self) -> Um:
        """The width of sample and label."""
        return self.lead + self.label.width


Placed: TypeAlias = Sequence[tuple[Um, MarginEntry]]
"""Entries, each with its start along the strip."""


def in_a_row(entries: Sequence[MarginEntry], start: Um = 0, space: Um = SPACE) -> Placed:
    """Place entries one after the other."""
    placed = []
    for entry in entries:
        placed.append((start, entry))
        start += entry.width + space
    return placed


def at_the_end(strip: MarginStrip, entry: MarginEntry) -> Placed:
    """Place one entry flush with the end of the strip."""
    return [(strip.length - entry.width, entry)]


def thickest(entries: Sequence[MarginEntry]) -> Um:
    """Return the strip height that these entries need."""
    return max((room(entry.label) for entry in entries), default=0)


def spare(strip: MarginStrip, placed: Placed) -> Um:
    """Return the thickness of the strip that the entries leave free."""
    return max(0, strip.thickness - thickest([entry for _, entry in placed]))


def set_line(strip: MarginStrip, placed: Placed, away: Um, *, from_below: bool) -> tuple[Item, ...]:
    """Set the entries on one baseline, `away` from the upper or the lower edge.

    Raises:
        DoesNotFitError: an entry is too high for the strip, overflows it, or overlaps the next.
    """
    ordered = sorted(placed, key=itemgetter(0))
    _check(strip, ordered)
    need = thickest([entry for _, entry in ordered])
    below = max((overhang(entry.label) for _, entry in ordered), default=0)
    baseline = (strip.thickness - away if from_below else away + need) - below
    return tuple(
        item for along, entry in ordered for item in _entry_items(strip, along, entry, baseline)
    )


def _entry_items(strip: MarginStrip, along: Um, entry: MarginEntry, baseline: Um) -> list[Item]:
    items: list[Item] = []
    if entry.sample:
        middle = baseline - entry.label.height // 2
        begin = along + entry.label.width + _LEAD if entry.from_right else along
        end = begin + LINES[entry.sample].sample
        sample = line(entry.sample, strip.at(begin, middle), strip.at(end, middle))
        items.append(replace(sample, sample=True))
    if entry.measured:
        start = strip.at(along, baseline - SHORT.ticks[0][1])
        items += ruler(SHORT, start, upright=bool(strip.turn))
    at = strip.at(along if entry.sample and entry.from_right else along + entry.lead, baseline)
    return [*items, place_label(entry.label, at, turn=strip.turn)]


def _check(strip: MarginStrip, ordered: Placed) -> None:
    reached, before = 0, ""
    for along, entry in ordered:
        if room(entry.label) > strip.thickness:
            has, needs = max(0, strip.thickness) / 1000, room(entry.label) / 1000
            reason = f"it needs {needs:g} mm of margin and has {has:g} mm"
            raise DoesNotFitError(entry.element, reason)
        if along < 0 or along + entry.width > strip.length:
            raise DoesNotFitError(entry.element, "it is wider than the printable area")
        if before and along < reached:
            raise DoesNotFitError(entry.element, f"it runs into the {before}")
        reached, before = along + entry.width + _LEAD, entry.element


_SIDE: Um = mm(12.7)
"""The greatest distance from the paper edge to the start of a text: half an inch, the margin of the
other sheets (`MARGIN` in `kit/text_sheets.py`)."""

_AWAY: Um = mm(5)
"""The gap from the edge of the printable area to the text, where there is room. A guess: prints
shift by less."""


_CLEAR: Um = mm(1.5)
"""The gap from a text to a mark beside it: labels nearer to a cut line look crossed by it."""


class Furniture(Struct, frozen=True):
    """The measured labels of a sheet; `key` explains the kinds of lines on it.

    `ruler` is the label of the short ruler: its length. In a language read from right to left, the
    title is on the right.
    """

    title: Label
    page: Label
    key: Mapping[LineKind, Label] = field(default_factory=dict)
    note: Label | None = None
    ruler: Label | None = None
    right_to_left: bool = False


class _Wish(Struct, frozen=True):
    """An entry and its preferred place in its strip: at the start (0), middle (1) or end (2)."""

    entry: MarginEntry
    place: int = 0


END = 2
"""The last place in a strip: `_Wish.place` counts places from 0."""


class Dresser:
    """A dresser of the sides of a document; it caches the layout that most of its sheets share."""

    def __init__(self, paper: Paper) -> None:
        """Start with sides of this paper."""
        self._paper = paper
        self._planned = lru_cache(maxsize=256)(_planned)
        self._lines = lru_cache(maxsize=64)(_lines_of)
        self._shortened = lru_cache(maxsize=256)(_shortened)

    def dress(self, side: Side, furniture: Furniture) -> tuple[Sheet, tuple[str, ...]]:
        """Return a side as a sheet with title, ruler, page number, key and note in its margins.

        Where the cards leave no room above or below, lines go beside them and read upwards. Marks
        are shortened where a text is longer than the space between them. Entries without room
        anywhere are left out; their names are returned as well.
        """
        from_right = furniture.right_to_left
        begin, end = (END, 0) if from_right else (0, END)
        title = _Wish(MarginEntry("title", furniture.title), begin)
        page = _Wish(MarginEntry("page number", furniture.page), end)
        above, below = [title, page], []
        for kind, label in furniture.key.items():
            entry = MarginEntry(f"key of the {kind} line", label, kind, from_right=from_right)
            below.append(_Wish(entry, begin))
        if furniture.note:
            below.append(_Wish(MarginEntry("note", furniture.note), end))
        if furniture.ruler:
            above.append(_Wish(MarginEntry("ruler", furniture.ruler, measured=True), 1))
        unset = tuple(map(_unset, above)), tuple(map(_unset, below))
        plan = self._planned(_Outline.of(side), self._paper, *unset)
        head, foot = (
            [
                item
                for wish, spot in zip(wishes, spots, strict=True)
                for item in self._set(wish, spot)
            ]
            for wishes, spots in ((above, plan.above), (below, plan.below))
        )
        name = "".join(run.text for run in furniture.page.runs)
        items = side.items
        if plan.over_marks:
            items = tuple(kept for item in items for kept in self._giving_way(item, plan))
        is_back = side.kind in ("back", "separate")
        every = (*head, *items, *foot)
        sheet = Sheet(self._paper.size, every, name, is_back=is_back, cuts=side.cuts)
        return sheet, plan.left_out

    def _set(self, wish: _Wish, spot: "_Spot | None") -> tuple[Item, ...]:
        """Return the items of an entry in its place."""
        if spot is None:
            return ()
        spare = spot.width - wish.entry.width
        return self._lines(wish.entry, spot, spare if wish.place == END else 0)

    def _giving_way(self, item: Item, plan: "_Plan") -> Iterator[Item]:
        """Yield an item of the side; of a mark, only the part between the cards and any text."""
        if isinstance(item, Stroke):
            item = self._shortened(item, plan.over_marks, plan.grid)
            if item.start == item.end:
                return
        yield item


class _Outline(Struct, frozen=True):
    """The parts of a side that its furniture depends on, and most sheets share.

    `things` are the rectangles of printed items, and lines.
    """

    block: Rect
    grid: Rect
    bleed: Um
    things: tuple[Item | Rect, ...]

    @classmethod
    def of(cls, side: Side) -> "_Outline":
        # Beside a part of a board are the letters of its joins, which belong to its block.
        is_grid = side.cells and side.kind != "board"
        grid = _hull(side.cells) if is_grid else side.block
        things = [
            item.clip or item.rect if isinstance(item, Stamp) else item for item in side.items
        ]
        return cls(side.block, grid, side.bleed, tuple(things))


class _Spot(Struct, frozen=True):
    """The position of an entry in a strip, and the width available for it."""

    strip: MarginStrip
    along: Um
    away: Um
    width: Um
    from_below: bool


class _Plan(Struct, frozen=True):
    """The places of the entries on a sheet, above and below the cards; None where there is no room.

    `over_marks` are the text areas that marks of the side must leave free; `left_out` are the names
    of entries without room anywhere.
    """

    grid: Rect
    above: tuple[_Spot | None, ...]
    below: tuple[_Spot | None, ...]
    over_marks: tuple[Rect, ...]
    left_out: tuple[str, ...]


_STEP: Um = mm(1)
"""The precision of page number widths: without steps, each number would need a separate plan."""


def _unset(wish: _Wish) -> _Wish:
    """Replace the label with an empty one of rounded width; plans are cached by size."""
    label = wish.entry.label
    width = -(-label.width // _STEP) * _STEP if wish.place == END else label.width
    return _Wish(replace(wish.entry, label=Label((), width, label.height)), wish.place)


def _lines_of(entry: MarginEntry, spot: _Spot, further: Um) -> tuple[Item, ...]:
    placed = [(spot.along + further, entry)]
    return set_line(spot.strip, placed, spot.away, from_below=spot.from_below)


def _planned(
    outline: _Outline, paper: Paper, above: tuple[_Wish, ...], below: tuple[_Wish, ...]
) -> _Plan:
    """Find places for entries above and below the cards."""
    margins = _Margins(outline, paper, [wish.entry.label for wish in (*above, *below)])
    head = tuple(margins.spot(wish, ("head", "left", "right", "foot")) for wish in above)
    foot = tuple(margins.spot(wish, ("foot", "right", "left", "head")) for wish in below)
    over_marks, left_out = tuple(margins.over_marks), tuple(margins.left_out)
    return _Plan(outline.grid, head, foot, over_marks, left_out)


def _shortened(stroke: Stroke, texts: tuple[Rect, ...], block: Rect) -> Stroke:
    for text in texts:
        stroke = _ending_at(stroke, text, block)
    return stroke


class _Margins:
    """The strips around the printed area of a side, filled one entry at a time.

    The strips around a full block of cards come first, so that texts have the same places on all
    sheets; then, on a sheet that is not full, those around its actual cards.
    """

    def __init__(self, outline: _Outline, paper: Paper, labels: Sequence[Label]) -> None:
        """Measure the strips between the bleed and the margins, for lines of these labels."""
        blocks = dict.fromkeys((outline.block, outline.grid))
        self._strips = [_strips(block, outline.bleed, paper) for block in blocks]
        self._labels, self._height = labels, max(map(room, labels))
        things = outline.things
        self._marks = [*_extents(thing for thing in things if isinstance(thing, Stroke))]
        self._taken = [*_extents(thing for thing in things if not isinstance(thing, Stroke))]
        self.over_marks: list[Rect] = []
        self.left_out: list[str] = []

    def spot(self, wish: _Wish, strips: Sequence[str]) -> _Spot | None:
        """Return the place of an entry in the first of these strips that has room for it."""
        for around, marks in product(self._strips, (self._marks, [])):
            for name in strips:
                strip = around[name]
                spare = strip.thickness - self._height
                away = min(_AWAY, spare // 2)
                below = name in ("foot", "right")
                along = self._place(strip, wish, away, [*self._taken, *marks], from_below=below)
                if spare < 0 or along is None:
                    continue
                band = self._band(strip, along, wish.entry.width, away, from_below=below)
                self._taken.append(band)
                self.over_marks += [] if marks else [band.grown(_CLEAR)]
                away += self._lowered(wish.entry.label, from_below=below)
                return _Spot(strip, along, away, wish.entry.width, from_below=below)
        self.left_out.append(wish.entry.element)
        return None

    def _lowered(self, label: Label, *, from_below: bool) -> Um:
        """Return the offset that puts the baseline of a text on that of the highest."""
        below = max(overhang(other) for other in self._labels) - overhang(label)
        return below if from_below else self._height - room(label) - below

    def _place(
        self,
        strip: MarginStrip,
        wish: _Wish,
        away: Um,
        taken: Sequence[Rect],
        *,
        from_below: bool,
    ) -> Um | None:
        """Return the free position along a strip that is nearest to an entry's place, if any."""
        whole = self._band(strip, 0, strip.length, away, from_below=from_below)
        width = wish.entry.width
        best = (strip.length - width) * wish.place // 2
        free = [
            min(max(best, start), end - width)
            for start, end in _free(strip, whole, taken)
            if end - start >= width
        ]
        return min(free, key=lambda start: abs(start - best), default=None)

    def _band(
        self, strip: MarginStrip, along: Um, length: Um, away: Um, *, from_below: bool
    ) -> Rect:
        """Return the area of a line of text in a strip."""
        top = strip.thickness - away - self._height if from_below else away
        start, end = strip.at(along, top), strip.at(along + length, top + self._height)
        x, y = min(start.x, end.x), min(start.y, end.y)
        return Rect(x, y, abs(end.x - start.x), abs(end.y - start.y))


def _strips(block: Rect, bleed: Um, paper: Paper) -> dict[str, MarginStrip]:
    """Return the strips between the bleed of a block and the margins of the paper."""
    area, taken = paper.printable, block.grown(bleed)
    left = max(area.x, min(block.x, _SIDE))
    width = paper.size.width - 2 * left
    return {
        "head": MarginStrip(Rect(left, area.y, width, taken.y - area.y)),
        "foot": MarginStrip(Rect(left, taken.bottom, width, area.bottom - taken.bottom)),
        "left": MarginStrip(Rect(area.x, area.y, taken.x - area.x, area.height), 270),
        "right": MarginStrip(Rect(taken.right, area.y, area.right - taken.right, area.height), 270),
    }


def _free(strip: MarginStrip, band: Rect, taken: Iterable[Rect]) -> Iterator[tuple[Um, Um]]:
    """Yield the intervals along a strip where the band of its text is free."""
    reached = 0
    lengths = []
    upright, origin = bool(strip.turn), strip.rect.bottom if strip.turn else strip.rect.x
    low, high = (band.x, band.right) if upright else (band.y, band.bottom)
    for rect in taken:
        beside, across = (rect.x, rect.width) if upright else (rect.y, rect.height)
        # Something without height counts as one unit high.
        if beside < high and low < beside + (across or 1):
            end = origin - rect.y if upright else rect.x + rect.width - origin
            start = end - (rect.height if upright else rect.width)
            lengths.append((start - _CLEAR, end + _CLEAR))
    for start, end in sorted(lengths):
        if start > reached:
            yield reached, start
        reached = max(reached, end)
    if reached < strip.length:
        yield reached, strip.length


def _ending_at(stroke: Stroke, text: Rect, block: Rect) -> Stroke:
    """Shorten a level or upright line so that it ends before a text, seen from the cards."""
    extent = _around([stroke.start, stroke.end])
    meets_across = text.x <= extent.right and extent.x <= text.right
    if not meets_across or text.y > extent.bottom or extent.y > text.bottom:
        return stroke
    if stroke.start.x == stroke.end.x:
        low, high = extent.y, extent.bottom
        low, high = (text.bottom, high) if text.y < block.y else (low, text.y)
        x, high = stroke.start.x, max(low, high)
        return replace(stroke, start=Point(x, low), end=Point(x, high))
    low, high = extent.x, extent.right
    low, high = (text.right, high) if text.x < block.x else (low, text.x)
    y, high = stroke.start.y, max(low, high)
    return replace(stroke, start=Point(low, y), end=Point(high, y))


def _extents(items: Iterable[Item | Rect]) -> Iterator[Rect]:
    """Yield the areas of items, as far as they may be in a margin; texts are not measured."""
    for item in items:
        match item:
            case Rect():
                yield item
            case Stamp(rect=rect, clip=clip) | Leaf(rect=rect, clip=clip):
                yield clip or rect
            case Panel(rect=rect):
                yield rect
            case Stroke(start=start, end=end):
                yield _around([start, end])
            case Contour(outline=outline):
                yield _around(outline.points)
            case TextLine(at=at):
                yield Rect(at.x, at.y, 0, 0)


def _hull(rects: Sequence[Rect]) -> Rect:
    return _around(
        [Point(rect.x, rect.y) for rect in rects]
        + [Point(rect.right, rect.bottom) for rect in rects]
    )


def _around(points: Sequence[Point]) -> Rect:
    across, down = [point.x for point in points], [point.y for point in points]
    x, y = min(across), min(down)
    return Rect(x, y, max(across) - x, max(down) - y)
