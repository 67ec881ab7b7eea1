"""Furniture: title, page number, key of lines, notes and a ruler, in the margins around the cards.

Texts arrive measured. Each goes into a strip of paper between the bleed and the margin, where it
meets neither marks nor other texts.
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
by itself."""

_LEAD: Um = mm(1.5)
"""The gap from a sample line to its label, and the least between neighbours: about half a line of 9
pt."""


class MarginStrip(Struct, frozen=True):
    """A free rectangle that takes one line of text, level (turn 0) or reading upwards (270)."""

    rect: Rect
    turn: int = 0

    @property
    def length(self) -> Um:
        """How far the line may run."""
        return self.rect.height if self.turn else self.rect.width

    @property
    def thickness(self) -> Um:
        """How high the line may be."""
        return self.rect.width if self.turn else self.rect.height

    def at(self, along: Um, across: Um) -> Point:
        """Return the point at this distance along the line and below its upper edge."""
        if self.turn:
            return Point(self.rect.x + across, self.rect.bottom - along)
        return Point(self.rect.x + along, self.rect.y + across)


class MarginEntry(Struct, frozen=True):
    """A label in a strip; `element` names it in faults.

    Before it comes a sample of a line, or the short ruler where it is `measured`.
    """

    element: str
    label: Label
    sample: LineKind | None = None
    measured: bool = False

    @property
    def lead(self) -> Um:
        """The width of what comes before the label, and the space after it."""
        if self.measured:
            return SHORT.length + _LEAD
        return LINES[self.sample].sample + _LEAD if self.sample else 0

    @property
    def width(self) -> Um:
        """The width of sample and label."""
        return self.lead + self.label.width


Placed: TypeAlias = Sequence[tuple[Um, MarginEntry]]
"""Entries, each with where it starts along the strip."""


def in_a_row(entries: Sequence[MarginEntry], start: Um = 0, space: Um = SPACE) -> Placed:
    """Return entries placed one after the other."""
    placed = []
    for entry in entries:
        placed.append((start, entry))
        start += entry.width + space
    return placed


def at_the_end(strip: MarginStrip, entry: MarginEntry) -> Placed:
    """Return one entry that ends at the end of the strip."""
    return [(strip.length - entry.width, entry)]


def thickest(entries: Sequence[MarginEntry]) -> Um:
    """Return the height of a strip for these entries."""
    return max((room(entry.label) for entry in entries), default=0)


def spare(strip: MarginStrip, placed: Placed) -> Um:
    """Return the thickness of the strip that the entries leave free."""
    return max(0, strip.thickness - thickest([entry for _, entry in placed]))


def set_line(strip: MarginStrip, placed: Placed, away: Um, *, from_below: bool) -> tuple[Item, ...]:
    """Return the entries on one baseline, `away` from the upper or the lower edge.

    Raises:
        DoesNotFitError: an entry is too high for the strip, leaves it, or runs into the next.
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
        end = along + LINES[entry.sample].sample
        sample = line(entry.sample, strip.at(along, middle), strip.at(end, middle))
        items.append(replace(sample, sample=True))
    if entry.measured:
        start = strip.at(along, baseline - SHORT.ticks[0][1])
        items += ruler(SHORT, start, upright=bool(strip.turn))
    at = strip.at(along + entry.lead, baseline)
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
"""The furthest that a text starts from the edge: half an inch, the margin of the other sheets
(`MARGIN` in `kit/text_sheets.py`)."""

_AWAY: Um = mm(5)
"""The gap from the edge of what the printer reaches to the text, where there is room. A guess:
prints shift by less."""


_CLEAR: Um = mm(1.5)
"""The gap from a text to a mark beside it: labels nearer to a cut line seem to be crossed by it."""


class Furniture(Struct, frozen=True):
    """The texts of a sheet, measured; `key` explains the kinds of lines that are on it.

    `ruler` is the length of the short ruler, which stands beside it.
    """

    title: Label
    page: Label
    key: Mapping[LineKind, Label] = field(default_factory=dict)
    note: Label | None = None
    ruler: Label | None = None


class _Wish(Struct, frozen=True):
    """An entry, and where in its strip it would stand: at the start (0), middle (1) or end (2)."""

    entry: MarginEntry
    place: int = 0


END = 2
"""The third place in a strip: `_Wish.place` counts them from 0."""


class Dresser:
    """Dresses the sides of a document; what most of its sheets have alike is worked out once."""

    def __init__(self, paper: Paper) -> None:
        """Dress sides of this paper."""
        self._paper = paper
        self._planned = lru_cache(maxsize=256)(_planned)
        self._lines = lru_cache(maxsize=64)(_lines_of)
        self._shortened = lru_cache(maxsize=256)(_shortened)

    def dress(self, side: Side, furniture: Furniture) -> tuple[Sheet, tuple[str, ...]]:
        """Return a side as a sheet with title, ruler, page number, key and note in its margins.

        Where the cards leave no room above or below, lines go beside them and read upwards. Marks
        give way to a text that is longer than the room between them. What has no room anywhere is
        left out; its names are returned as well.
        """
        title = _Wish(MarginEntry("title", furniture.title))
        page = _Wish(MarginEntry("page number", furniture.page), END)
        above, below = [title, page], []
        for kind, label in furniture.key.items():
            below.append(_Wish(MarginEntry(f"key of the {kind} line", label, kind)))
        if furniture.note:
            below.append(_Wish(MarginEntry("note", furniture.note), END))
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
        """The items of an entry in its place."""
        if spot is None:
            return ()
        spare = spot.width - wish.entry.width
        return self._lines(wish.entry, spot, spare if wish.place == END else 0)

    def _giving_way(self, item: Item, plan: "_Plan") -> Iterator[Item]:
        """An item of the side; a mark without its part that a text lies over or that is beyond."""
        if isinstance(item, Stroke):
            item = self._shortened(item, plan.over_marks, plan.grid)
            if item.start == item.end:
                return
        yield item


class _Outline(Struct, frozen=True):
    """What of a side its furniture goes by, and most sheets have alike.

    `things` are rectangles of what is printed, and lines.
    """

    block: Rect
    grid: Rect
    bleed: Um
    things: tuple[Item | Rect, ...]

    @classmethod
    def of(cls, side: Side) -> "_Outline":
        # Beside a part of a board lie the letters of its joins, which belong to its block.
        is_grid = side.cells and side.kind != "board"
        grid = _hull(side.cells) if is_grid else side.block
        things = [
            item.clip or item.rect if isinstance(item, Stamp) else item for item in side.items
        ]
        return cls(side.block, grid, side.bleed, tuple(things))


class _Spot(Struct, frozen=True):
    """Where an entry stands in a strip, and how wide the room for it is."""

    strip: MarginStrip
    along: Um
    away: Um
    width: Um
    from_below: bool


class _Plan(Struct, frozen=True):
    """Where the entries of a sheet stand: above and below the cards; None where there is no room.

    `over_marks` are those that lines of the side give way to; `left_out` have no room anywhere.
    """

    grid: Rect
    above: tuple[_Spot | None, ...]
    below: tuple[_Spot | None, ...]
    over_marks: tuple[Rect, ...]
    left_out: tuple[str, ...]


_STEP: Um = mm(1)
"""The precision of the room for page numbers: without steps, each number would have a plan of its
own."""


def _unset(wish: _Wish) -> _Wish:
    """The wish for as much room, whatever is said there."""
    label = wish.entry.label
    width = -(-label.width // _STEP) * _STEP if wish.place == END else label.width
    return _Wish(replace(wish.entry, label=Label((), width, label.height)), wish.place)


def _lines_of(entry: MarginEntry, spot: _Spot, further: Um) -> tuple[Item, ...]:
    placed = [(spot.along + further, entry)]
    return set_line(spot.strip, placed, spot.away, from_below=spot.from_below)


def _planned(
    outline: _Outline, paper: Paper, above: tuple[_Wish, ...], below: tuple[_Wish, ...]
) -> _Plan:
    """Find room for entries above and below the cards."""
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
    """The strips around what is printed on a side, filled one entry at a time.

    First those around a full block of cards, so that texts lie alike on all sheets; then, on a
    sheet that is not full, those around the cards that are on it.
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
        """The place of an entry in the first of these strips that has room for it."""
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
        """How far a text is set in, for its baseline to be that of the highest."""
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
        """Where an entry starts along a strip, as near to its place as others leave room."""
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
        """The room of a line of text in a strip."""
        top = strip.thickness - away - self._height if from_below else away
        start, end = strip.at(along, top), strip.at(along + length, top + self._height)
        x, y = min(start.x, end.x), min(start.y, end.y)
        return Rect(x, y, abs(end.x - start.x), abs(end.y - start.y))


def _strips(block: Rect, bleed: Um, paper: Paper) -> dict[str, MarginStrip]:
    """The strips between the bleed of a block and the margins of the paper."""
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
    """The parts of a strip, along it, in which nothing lies in the band of its text."""
    reached = 0
    lengths = []
    upright, origin = bool(strip.turn), strip.rect.bottom if strip.turn else strip.rect.x
    low, high = (band.x, band.right) if upright else (band.y, band.bottom)
    for rect in taken:
        beside, across = (rect.x, rect.width) if upright else (rect.y, rect.height)
        # What has no height is as high as a line of it.
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
    """A level or upright line as far as it does not run into a text, seen from the cards."""
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
    """The room of what is drawn, as far as it may lie in a margin; texts are not measured."""
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
