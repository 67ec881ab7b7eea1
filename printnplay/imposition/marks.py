"""The lines on a sheet: what each kind looks like, and where cards are cut."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from printnplay.model.geometry import Point, Rect, Um, mm, pt
from printnplay.model.sheet import Item, LineKind, Stroke


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a kind of line is drawn, and how long its sample in the key is."""

    width: Um
    dash: tuple[Um, ...]
    sample: Um
    colour: str = "#000000"


LINES: dict[LineKind, LineStyle] = {
    "cut": LineStyle(pt(0.25), (), mm(10)),
    "fold": LineStyle(pt(0.5), (mm(1.2), mm(0.8)), mm(10)),
    "trim": LineStyle(pt(0.75), (), mm(2.5)),
    "glue": LineStyle(pt(0.35), (), mm(5)),
    "rule": LineStyle(pt(0.5), (), mm(5)),
}
"""Told apart by dash, weight and length, so that a black and white print says the same."""

TICK: Um = mm(2.5)
"""How far lines stick out of the block of cards."""

Span: TypeAlias = tuple[Um, Um]


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight run along card edges: `at` is the x of an upright one, the y of a level one."""

    upright: bool
    at: Um
    span: Span

    def longer(self, by: Um, area: Rect) -> "Segment":
        """The same line, longer at both ends as far as the area goes."""
        return self.over((self.span[0] - by, self.span[1] + by), area)

    def over(self, span: Span, area: Rect) -> "Segment":
        """The same line over another span as far as the area goes."""
        low, high = (area.y, area.bottom) if self.upright else (area.x, area.right)
        return Segment(self.upright, self.at, (max(low, span[0]), min(high, span[1])))

    def in_line_with(self, other: "Segment") -> bool:
        """Whether both would lie on one endless line."""
        return (self.upright, self.at) == (other.upright, other.at)


def line(kind: LineKind, start: Point, end: Point) -> Stroke:
    """A straight line that looks as its kind does."""
    style = LINES[kind]
    return Stroke(kind, start, end, style.width, style.colour, style.dash)


def draw(kind: LineKind, segments: Iterable[Segment]) -> tuple[Stroke, ...]:
    """Lines along segments; one with no length is left out."""
    return tuple(
        _stroke(kind, segment) for segment in segments if segment.span[0] < segment.span[1]
    )


def edges(cells: Sequence[Rect]) -> tuple[Segment, ...]:
    """Where cards are cut: every edge once, edges in line joined, uprights first."""
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


def cut_lines(cells: Sequence[Rect], area: Rect, fold: Segment | None = None) -> tuple[Stroke, ...]:
    """Cut lines along the edges of the cells in use, sticking out by a tick, inside the area.

    Butted cards share one line; where no card lies there is none, and none on the fold.
    """
    cuts = [edge for edge in edges(cells) if fold is None or not edge.in_line_with(fold)]
    return draw("cut", [edge.longer(TICK, area) for edge in cuts])


def cut_ticks(cells: Sequence[Rect], area: Rect) -> tuple[Stroke, ...]:
    """Cut marks outside the cells only, for a side whose pictures must stay clean."""
    return draw(
        "cut",
        [
            edge.over(span, area)
            for edge in edges(cells)
            for span in ((edge.span[0] - TICK, edge.span[0]), (edge.span[1], edge.span[1] + TICK))
        ],
    )


KEYED: tuple[LineKind, ...] = ("cut", "fold")
"""The kinds of lines that the key of a sheet explains."""


def kinds_of(items: Iterable[Item]) -> tuple[LineKind, ...]:
    """The kinds of lines among the items that the key of their sheet explains, in its order."""
    used = {item.kind for item in items if isinstance(item, Stroke)}
    return tuple(kind for kind in KEYED if kind in used)


def _stroke(kind: LineKind, segment: Segment) -> Stroke:
    start, end = segment.span
    if segment.upright:
        return line(kind, Point(segment.at, start), Point(segment.at, end))
    return line(kind, Point(start, segment.at), Point(end, segment.at))


def _joined(spans: list[Span]) -> list[Span]:
    """Spans that touch, or whose ticks would meet in a gutter, as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start - joined[-1][1] <= 2 * TICK:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
