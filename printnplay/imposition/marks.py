"""Lines on a sheet: the style of each kind, and cut marks."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, Um, mm, pt
from printnplay.kernel.printing import Marks
from printnplay.kernel.shapes import Outline
from printnplay.scene.sheet import Contour, Item, LineKind, Stroke


class LineStyle(Struct, frozen=True):
    """The style of a kind of line, the length of its sample in the key, and its white halo."""

    width: Um
    dash: tuple[Um, ...]
    sample: Um
    colour: str = "#000000"
    halo: Um = 0


LINES: dict[LineKind, LineStyle] = {
    "cut": LineStyle(pt(0.25), (), mm(10), halo=pt(0.25)),
    "fold": LineStyle(pt(0.5), (mm(1.2), mm(0.8)), mm(10), halo=pt(0.25)),
    "trim": LineStyle(pt(0.75), (), mm(2.5)),
    "glue": LineStyle(pt(0.35), (), mm(5)),
    "rule": LineStyle(pt(0.5), (), mm(5)),
    "guide": LineStyle(pt(0.2), (), mm(5), "#8c8c8c", halo=pt(0.2)),
}
"""The line styles differ in dash, weight and length, so that they are distinct in black and white
too.

Lines over art have a white halo: black alone is invisible on a dark card."""

TICK: Um = mm(4)
"""The length of cut marks beyond the bleed: enough to align a ruler. A guess; 4 mm still fit beside
bleed and `STRIP` of text."""

CROSS: Um = mm(2)
"""The reach of the crosses at card corners, along the edges: half of `TICK`, since two neighbours
make one of 4 mm."""

Span: TypeAlias = tuple[Um, Um]


class Segment(Struct, frozen=True):
    """A straight run along card edges: `at` is the x of an upright one, the y of a level one."""

    upright: bool
    at: Um
    span: Span

    def longer(self, by: Um, area: Rect) -> "Segment":
        """Return the line extended at both ends, within the area."""
        return self.over((self.span[0] - by, self.span[1] + by), area)

    def over(self, span: Span, area: Rect) -> "Segment":
        """Return the line over another span, within the area."""
        low, high = (area.y, area.bottom) if self.upright else (area.x, area.right)
        return Segment(self.upright, self.at, (max(low, span[0]), min(high, span[1])))

    def in_line_with(self, other: "Segment") -> bool:
        """Return whether both lie on one infinite line."""
        return (self.upright, self.at) == (other.upright, other.at)


def line(kind: LineKind, start: Point, end: Point) -> Stroke:
    """Return a straight line in the style of its kind."""
    style = LINES[kind]
    return Stroke(kind, start, end, style.width, style.colour, style.dash, style.halo)


def contour(kind: LineKind, outline: Outline) -> Contour:
    """Return a closed line in the style of its kind."""
    style = LINES[kind]
    return Contour(kind, outline, style.width, style.colour, style.halo)


def draw(kind: LineKind, segments: Iterable[Segment]) -> tuple[Stroke, ...]:
    """Return lines along segments, except those without length."""
    return tuple(
        _stroke(kind, segment) for segment in segments if segment.span[0] < segment.span[1]
    )


def edges(cells: Sequence[Rect]) -> tuple[Segment, ...]:
    """Return the cut lines of cards: each edge once, collinear edges joined, upright ones first."""
    uprights: dict[Um, list[Span]] = {}
    levels: dict[Um, list[Span]] = {}
    for cell in cells:
        for x in (cell.x, cell.right):
            uprights.setdefault(x, []).append((cell.y, cell.bottom))
        for y in (cell.y, cell.bottom):
            levels.setdefault(y, []).append((cell.x, cell.right))
    standing = [
        Segment(upright=True, at=x, span=span)
        for x in sorted(uprights)
        for span in _joined(uprights[x])
    ]
    lying = [
        Segment(upright=False, at=y, span=span)
        for y in sorted(levels)
        for span in _joined(levels[y])
    ]
    return (*standing, *lying)


def cut_marks(
    cells: Sequence[Rect], marks: Marks, bleed: Um, area: Rect, fold: Segment | None = None
) -> tuple[Stroke, ...]:
    """Return the cut marks of cards; they extend by a tick beyond the bleed.

    Butted cards share one line. There are no marks for empty cells or on the fold, and none outside
    the area.
    """
    if marks is Marks.NONE:
        return ()
    cuts = [edge for edge in edges(cells) if fold is None or not edge.in_line_with(fold)]
    out = bleed + TICK
    if marks is Marks.LINES:
        free = [replace(cut, span=_free(cut, cells, out)) for cut in cuts]
        return draw("cut", [cut.over(cut.span, area) for cut in free])
    ends = [
        end.over(end.span, area)
        for cut in cuts
        for end in _ends(cut, _free(cut, cells, out), bleed)
    ]
    crosses = _crosses(cuts, cells) if marks is Marks.CORNERS else []
    return draw("cut", [mark.over(mark.span, area) for mark in (*ends, *crosses)])


def _free(cut: Segment, cells: Sequence[Rect], out: Um) -> Span:
    """Return a cut with its extensions at both ends, which stop at the card across them, if any.

    So it is where upright cards are beside turned ones.
    """
    low, high = cut.span
    start, end = low - out, high + out
    for cell in cells:
        across, along = _sides(cell, upright=cut.upright)
        if across[0] < cut.at < across[1]:
            if along[1] <= low:
                start = max(start, along[1])
            elif along[0] >= high:
                end = min(end, along[0])
    return start, end


def _ends(cut: Segment, free: Span, clear: Um) -> Iterator[Segment]:
    """Yield the ticks at both ends of a cut, beyond the bleed, as far as there is room."""
    low, high = cut.span
    yield replace(cut, span=(free[0], low - clear))
    yield replace(cut, span=(high + clear, free[1]))


def _crosses(cuts: Sequence[Segment], cells: Sequence[Rect]) -> Iterator[Segment]:
    """Yield a short mark along each cut at every card corner on it."""
    for cut in cuts:
        corners = {
            place
            for cell in cells
            for across, along in (_sides(cell, upright=cut.upright),)
            if cut.at in across
            for place in along
            if cut.span[0] <= place <= cut.span[1]
        }
        for place in sorted(corners):
            yield replace(cut, span=(place - CROSS, place + CROSS))


def _sides(cell: Rect, *, upright: bool) -> tuple[Span, Span]:
    """Return the positions of a cell's edges parallel to a cut, and of its corners along it."""
    across, along = (cell.x, cell.right), (cell.y, cell.bottom)
    return (across, along) if upright else (along, across)


KEYED: tuple[LineKind, ...] = ("cut", "fold")
"""The kinds of lines that the key of a sheet explains."""


def kinds_of(items: Iterable[Item]) -> tuple[LineKind, ...]:
    """Return the kinds of lines among the items that the key explains, in its order."""
    used = {item.kind for item in items if isinstance(item, Stroke | Contour)}
    return tuple(kind for kind in KEYED if kind in used)


def _stroke(kind: LineKind, segment: Segment) -> Stroke:
    start, end = segment.span
    if segment.upright:
        return line(kind, Point(segment.at, start), Point(segment.at, end))
    return line(kind, Point(start, segment.at), Point(end, segment.at))


def _joined(spans: list[Span]) -> list[Span]:
    """Merge spans that touch, or whose ticks would meet in a gutter."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start - joined[-1][1] <= 2 * TICK:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
