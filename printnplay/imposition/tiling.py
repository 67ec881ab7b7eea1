"""Large drawings: on one sheet if they fit, else split into tiles that are glued together.

Neighbouring tiles share a strip. On the first tile it is a hatched glue strip beyond the join; the
next one is cut at the join and laid over it. Both show the letter of the join.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from printnplay.imposition.labels import box, place_label
from printnplay.imposition.marks import TICK, Segment, draw, line
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side, quarter_turned
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm, pt
from printnplay.scene.sheet import (
    Contour,
    Item,
    Label,
    Leaf,
    Panel,
    Stamp,
    Stroke,
    TextLine,
    shifted,
)


def clipped(items: Iterable[Item], window: Rect) -> tuple[Item, ...]:
    """Clip items to the window; a text is kept whole, or dropped if it starts outside."""
    return tuple(kept for item in items for kept in _clipped(item, window))


def shared(first: Rect, second: Rect) -> Rect | None:
    """Return the overlap of two rectangles, if it is more than an edge."""
    x, y = max(first.x, second.x), max(first.y, second.y)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    return Rect(x, y, right - x, bottom - y) if x < right and y < bottom else None


def _clipped(item: Item, window: Rect) -> Iterator[Item]:
    match item:
        case Stamp(picture=picture, rect=rect, clip=clip):
            seen = shared(clip or rect.grown(picture.bleed), window)
            if seen:
                yield replace(item, clip=seen)
        case Panel(rect=rect):
            seen = shared(rect, window)
            if seen:
                yield replace(item, rect=seen)
        case Stroke():
            yield from _stroke(item, window)
        case TextLine() | Leaf() | Contour():
            at = _start(item)
            if window.holds(Rect(at.x, at.y, 0, 0)):
                yield item


def _start(item: TextLine | Leaf | Contour) -> Point:
    """Return the start of an item that is never split."""
    if isinstance(item, Contour):
        return item.outline.start
    return item.rect.origin if isinstance(item, Leaf) else item.at


def _stroke(stroke: Stroke, window: Rect) -> Iterator[Stroke]:
    """Yield the part of a straight line inside the window (Liang and Barsky)."""
    start, end = stroke.start, stroke.end
    left, right = sorted((start.x, end.x))
    top, bottom = sorted((start.y, end.y))
    # Nearly all lines are completely inside or outside.
    if left > window.right or right < window.x or top > window.bottom or bottom < window.y:
        return
    if window.holds(Rect(left, top, right - left, bottom - top)):
        yield stroke
        return
    dx, dy = end.x - start.x, end.y - start.y
    first, last = Fraction(0), Fraction(1)
    for step, room in (
        (-dx, start.x - window.x),
        (dx, window.right - start.x),
        (-dy, start.y - window.y),
        (dy, window.bottom - start.y),
    ):
        if step == 0:
            if room < 0:
                return
        elif step < 0:
            first = max(first, Fraction(room, step))
        else:
            last = min(last, Fraction(room, step))
    if first < last:
        yield replace(
            stroke,
            start=Point(start.x + round(first * dx), start.y + round(first * dy)),
            end=Point(start.x + round(last * dx), start.y + round(last * dy)),
        )


_PITCH: Um = mm(4)
"""The distance between two hatching lines along an edge: pale enough to save ink, dense enough to
be visible on a strip of 10 mm. A guess."""

_AROUND: Um = mm(0.8)
"""The white around a label on hatching: about a quarter of its line height. A guess."""

_PAPER = "#ffffff"


def glue_area(rect: Rect, label: Label, turn: int = 0) -> Iterator[Item]:
    """Yield a hatched rectangle without print, and its centred label if it fits."""
    yield Panel(rect, fill=_PAPER)
    yield from hatch(rect)
    yield from glue_label(rect, label, turn)


def hatch(rect: Rect) -> tuple[Item, ...]:
    """Return slanting lines over a rectangle."""
    reach = rect.width + rect.height
    lines = [
        line("glue", Point(x, rect.y), Point(x - rect.height, rect.bottom))
        for x in range(rect.x + _PITCH, rect.x + reach, _PITCH)
    ]
    return clipped(lines, rect)


def glue_label(rect: Rect, label: Label, turn: int = 0) -> Iterator[Item]:
    """Yield the centred label of an area, on paper, if it fits."""
    sideways = turn in (90, 270)
    dx, dy = (label.height // 2, 0) if sideways else (0, label.height // 2)
    text = place_label(label, rect.centre.moved(dx, dy), "centre", turn)
    ground = box(label, text.at, turn).grown(_AROUND)
    if rect.holds(ground):
        yield Panel(ground, fill=_PAPER)
        yield text


OVERLAP: Um = mm(10)
"""The width of the glue strip of a tile beyond a join: a glue stick is wider than less. A guess."""

RUN_ON: Um = mm(2)
"""The width that the drawing continues under the next tile, so that no white is visible at the
join: the same as `BLEED` of cards."""

MOST = 50
"""The most tiles of a board: more are probably a mistake in a size. A guess."""

_HEAD: Um = mm(10)
"""The space above and below a drawing: title and plan or key, and the letters of joins, two lines
of 9 pt and gaps."""

_BESIDE: Um = mm(5)
"""The space beside a drawing: the same as `MARGIN` in `papers.py`."""

_LETTER: Um = mm(4)
"""The space for the letter of a join: a line of 9 pt (3.2 mm) and a gap."""

_NOTE_AWAY: Um = mm(1.4)
"""The gap from a piece up to the baseline of a note: room for descenders."""

_PLAN_AWAY: Um = mm(45)
"""The distance from the right edge to the plan of tiles, beyond the page number. A guess."""

_PLAN_HEIGHT: Um = mm(5.5)
"""The height of the plan of tiles: within `_HEAD` beside the title. A guess."""

_INK = "#000000"


class LargeDrawing(Struct, frozen=True):
    """A large drawing: its size, its items, and their bleed beyond its edges.

    The outline of a `bounded` drawing is cut; any other has its own cut lines among its items.
    `marks` are beside it, beyond the bleed, for the assembled drawing.
    """

    size: Size
    items: tuple[Item, ...]
    bleed: Um = 0
    bounded: bool = True
    marks: tuple[Item, ...] = ()

    @property
    def turned(self) -> "LargeDrawing":
        """The drawing turned by 90 degrees."""
        items, marks = (quarter_turned(some, self.size) for some in (self.items, self.marks))
        return LargeDrawing(self.size.turned, items, self.bleed, self.bounded, marks)


class JoinLabels(Struct, frozen=True):
    """The labels of a join, by its letter: on the glue strip, and beside the next tile."""

    glue: Callable[[str], Label]
    letter: Callable[[str], Label]


def tile_sides(
    drawing: LargeDrawing, paper: Paper, labels: JoinLabels, element: str
) -> tuple[Side, ...]:
    """Return the sides of a large drawing, row by row: one, or one for each tile.

    `element` names the drawing in faults.

    Raises:
        DoesNotFitError: it would take more than `MOST` sheets.
    """
    plans = [_plan(turned, paper) for turned in (drawing, drawing.turned)]
    chosen = min(plans, key=lambda plan: plan.columns * plan.rows)
    if chosen.columns * chosen.rows > MOST:
        reason = f"it would take more than {MOST} sheets of {paper.name}"
        raise DoesNotFitError(element, reason)
    return tuple(chosen.sides(labels))


def noted(first: Side, paper: Paper, note: Label) -> Side:
    """Return the first tile with a note above it, where other tiles have the letters of joins.

    Raises:
        DoesNotFitError: the note is wider or higher than that space.
    """
    (piece,), area = first.cells, paper.printable
    if note.width > area.width or note.height > _LETTER - _NOTE_AWAY:
        raise DoesNotFitError("note on joining", "there is no room for it above the first part")
    at = Point(min(piece.x, area.right - note.width), piece.y - _NOTE_AWAY)
    return replace(first, items=(*first.items, place_label(note, at)))


class _Plan(Struct, frozen=True):
    """A drawing split into equal shares, and the area for each on its sheet."""

    drawing: LargeDrawing
    paper: Paper
    area: Rect
    columns: int
    rows: int

    def sides(self, labels: JoinLabels) -> Iterator[Side]:
        """Yield the side of each tile, row by row; its only cell is the piece to cut out."""
        for row in range(self.rows):
            for column in range(self.columns):
                tile = _Tile(self, column, row)
                items = (
                    *tile.picture(),
                    *tile.glue(labels),
                    *tile.cuts(),
                    *tile.letters(labels),
                    *self._small(column, row),
                )
                block = tile.piece.grown(RUN_ON + _LETTER)
                yield Side("board", items, block, (tile.piece,))

    def joins(self) -> dict[tuple[int, int, bool], str]:
        """Return the letter of each join: on the right of a tile, or, with True, below it."""
        places = [
            (column, row, below)
            for row in range(self.rows)
            for column in range(self.columns)
            for below in (False, True)
            if (row + 1 < self.rows if below else column + 1 < self.columns)
        ]
        return {place: _letter(index) for index, place in enumerate(places)}

    def _small(self, column: int, row: int) -> Iterator[Item]:
        """Yield the plan of all tiles, with this one black."""
        if self.columns * self.rows == 1:
            return
        size = self.drawing.size
        width = _PLAN_HEIGHT * size.width // size.height
        left = self.paper.printable.right - _PLAN_AWAY - width
        for across in range(self.columns):
            for down in range(self.rows):
                start, end = (at * width // self.columns for at in (across, across + 1))
                top, low = (at * _PLAN_HEIGHT // self.rows for at in (down, down + 1))
                rect = Rect(left + start, self.paper.printable.y + top, end - start, low - top)
                fill = _INK if (across, down) == (column, row) else _PAPER
                yield Panel(rect, fill=fill, stroke=_INK, stroke_width=pt(0.5))


class _Tile(Struct, frozen=True):
    """One tile: its column and row in the plan."""

    plan: _Plan
    column: int
    row: int

    @property
    def share(self) -> Rect:
        """The tile's share of the drawing, in coordinates of the drawing."""
        size = self.plan.drawing.size
        left, right = (
            at * size.width // self.plan.columns for at in (self.column, self.column + 1)
        )
        top, low = (at * size.height // self.plan.rows for at in (self.row, self.row + 1))
        return Rect(left, top, right - left, low - top)

    @property
    def lap(self) -> tuple[Um, Um]:
        """The distances that the piece continues beyond the joins on its right and below."""
        right = OVERLAP if self.column + 1 < self.plan.columns else 0
        low = OVERLAP if self.row + 1 < self.plan.rows else 0
        return right, low

    @property
    def piece(self) -> Rect:
        """The piece to cut out, including glue, in coordinates of the sheet."""
        area, share, (right, low) = self.plan.area, self.share, self.lap
        width, height = share.width + right, share.height + low
        x = area.x + (area.width - width) // 2
        return Rect(x, area.y + (area.height - height) // 2, width, height)

    @property
    def shown(self) -> Rect:
        """The share in coordinates of the sheet."""
        share = self.share
        return Rect(self.piece.x, self.piece.y, share.width, share.height)

    def picture(self) -> tuple[Item, ...]:
        """Return the drawing, with bleed at its edges and `RUN_ON` at joins."""
        drawing, shown, share = self.plan.drawing, self.shown, self.share
        dx, dy = shown.x - share.x, shown.y - share.y
        items = clipped(shifted(drawing.items, dx, dy), self._window(drawing.bleed, RUN_ON))
        marks = clipped(shifted(drawing.marks, dx, dy), self._window(_BESIDE, 0))
        return (*items, *marks)

    def _window(self, outside: Um, at_joins: Um) -> Rect:
        """Return the share on the sheet, extended beyond the drawing's edges and beyond joins."""
        shown, (lap_right, lap_low) = self.shown, self.lap
        left, top, right, low = (
            at_joins if is_joined else outside
            for is_joined in (self.column, self.row, lap_right, lap_low)
        )
        width, height = shown.width + left + right, shown.height + top + low
        return Rect(shown.x - left, shown.y - top, width, height)

    def glue(self, labels: JoinLabels) -> Iterator[Item]:
        """Yield the glue strips beyond the joins, each with its letter."""
        piece, shown, joins = self.piece, self.shown, self.plan.joins()
        right, low = self.lap
        if right:
            strip = Rect(shown.right + RUN_ON, piece.y, right - RUN_ON, piece.height)
            yield from glue_area(strip, labels.glue(joins[self.column, self.row, False]), 270)
        if low:
            strip = Rect(piece.x, shown.bottom + RUN_ON, shown.width, low - RUN_ON)
            yield from glue_area(strip, labels.glue(joins[self.column, self.row, True]))

    def cuts(self) -> tuple[Item, ...]:
        """Return cut lines of a piece; only ticks where its edge will overlap another.

        A drawing that is not bounded has its own lines at its outer edges.
        """
        piece, area, (right, low) = self.piece, self.plan.paper.whole, self.lap
        is_bounded, bleed = self.plan.drawing.bounded, self.plan.drawing.bleed
        wide, high = (piece.x, piece.right), (piece.y, piece.bottom)
        ends = (
            (self.column, True, Segment(upright=True, at=piece.x, span=high)),
            (right, False, Segment(upright=True, at=piece.right, span=high)),
            (self.row, True, Segment(upright=False, at=piece.y, span=wide)),
            (low, False, Segment(upright=False, at=piece.bottom, span=wide)),
        )
        lines: list[Segment] = []
        for is_joined, is_on_top, end in ends:
            if is_joined and is_on_top:
                start, stop = end.span
                lines.append(end.over((start - bleed - TICK, start - bleed), area))
                lines.append(end.over((stop + bleed, stop + bleed + TICK), area))
            elif is_joined or is_bounded:
                lines.append(end.longer(bleed + TICK, area))
        return draw("cut", lines)

    def letters(self, labels: JoinLabels) -> Iterator[Item]:
        """Yield the letters of joins, beside the edges that are laid over glue."""
        piece, joins = self.piece, self.plan.joins()
        if self.column:
            label = labels.letter(joins[self.column - 1, self.row, False])
            at = Point(piece.x - RUN_ON - mm(1.7), self.shown.centre.y)
            yield place_label(label, at.moved(0, label.height // 2), "centre")
        if self.row:
            label = labels.letter(joins[self.column, self.row - 1, True])
            yield place_label(
                label, Point(self.shown.centre.x, piece.y - RUN_ON - mm(0.8)), "centre"
            )


def drawing_area(paper: Paper) -> Rect:
    """Return the area for a drawing on a sheet, inside its title, plan and letters."""
    whole = paper.printable
    return Rect(
        whole.x + _BESIDE, whole.y + _HEAD, whole.width - 2 * _BESIDE, whole.height - 2 * _HEAD
    )


def _plan(drawing: LargeDrawing, paper: Paper) -> _Plan:
    area = drawing_area(paper)
    columns = _shares(drawing.size.width, area.width)
    return _Plan(drawing, paper, area, columns, _shares(drawing.size.height, area.height))


def _shares(length: Um, room: Um) -> int:
    """Return the number of equal parts of a length, all but the last with a glue strip."""
    if length <= room:
        return 1
    if room <= OVERLAP:
        return MOST + 1
    return -(-length // (room - OVERLAP))


def _letter(index: int) -> str:
    """Return A, B, ... Z, A2, B2, ..."""
    again, letter = divmod(index, 26)
    return chr(ord("A") + letter) + (str(again + 1) if again else "")
