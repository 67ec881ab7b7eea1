"""Set texts in columns, around shapes and inside of them.

All line ends of a paragraph are chosen together, as in `breaking.py`, but the width of a line
depends on its row. A row that is too narrow for its first word stays empty. Places are relative to
the box of the text.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count, pairwise
from typing import NamedTuple, TypeAlias

from msgspec import field
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Um
from printnplay.text.breaking import (
    HYPHENS_IN_A_ROW,
    Breaks,
    BrokenLine,
    Demerits,
    Justified,
    is_bound,
)
from printnplay.text.fit import Area, Stack
from printnplay.text.font_file import ROUNDING
from printnplay.text.items import Joint, MeasuredItems
from printnplay.text.paragraph import Galley, Paragraph, Room, Setting, set_lines

Corners: TypeAlias = tuple[Point, ...]
"""The corners of a polygon."""

NARROWEST = 2.5
"""The smallest width of a line beside a shape, in em: shorter words look lost. A guess."""

ROWS = 500
"""The number of rows that may have a shape beside them: three times those of a large page in tiny
type. A guess."""


class Columns(Area, frozen=True):
    """Columns of one width and about one height, the first where lines begin."""

    number: int
    gap: Um

    def set(self, text: Stack, size: Um) -> Paragraph:
        """Return the text in columns, as low as possible."""
        wide = max((self.width - (self.number - 1) * self.gap) // self.number, 1)
        whole = text.set(wide, size, self.number * self.height)
        if not whole.lines:
            return whole
        baselines = [line.baseline for line in whole.lines]
        low, high = 0, whole.height
        while low < high:
            middle = (low + high) // 2
            if len(self._starts(baselines, middle - whole.leading)) > self.number:
                low = middle + 1
            else:
                high = middle
        starts = self._starts(baselines, high - whole.leading)
        lines = []
        for column, (start, end) in enumerate(pairwise((*starts, len(baselines)))):
            place = self.number - 1 - column if text.right_to_left else column
            x, up = place * (wide + self.gap), baselines[start] - baselines[0]
            lines += [
                replace(line, x=line.x + x, baseline=line.baseline - up)
                for line in whole.lines[start:end]
            ]
        return replace(whole, lines=tuple(lines), width=self.width, height=high)

    def _starts(self, baselines: Sequence[Um], room: Um) -> list[int]:
        """Return the first line of each column whose last baseline is this far below its first."""
        starts = [0]
        for number, baseline in enumerate(baselines):
            if baseline - baselines[starts[-1]] > room and number > starts[-1]:
                starts.append(number)
        return starts


class Shaped(Area, frozen=True):
    """The free part of a box: outside of some shapes, and inside of one, if it is given.

    Lines keep the distance `gap` from the shapes. `above` is the share of the free height that lies
    above the text.
    """

    around: tuple[Corners, ...]
    inside: Corners
    gap: Um
    above: float
    known: dict[tuple[Um, Um], Room] = field(default_factory=dict)
    """The room of a line between two heights."""

    def set(self, text: Stack, size: Um) -> Paragraph:
        """Return the text in the rows that are free, each of which has one line."""
        high = 0
        while True:
            # The lines depend on where the text begins, which depends on its height.
            top = round(max(self.height - high, 0) * self.above)
            paragraph = self._set_from(text, size, top)
            if paragraph.height <= high or not top:
                break
            high = paragraph.height
        # The text may need less than the height that its first line was placed for.
        down = round(max(high - paragraph.height, 0) * self.above / 2)
        lower = self._set_from(text, size, top + down) if down else paragraph
        if lower.height <= paragraph.height:
            lines = [replace(line, baseline=line.baseline + down) for line in lower.lines]
            paragraph = replace(lower, lines=tuple(lines))
        return replace(paragraph, height=max(paragraph.height, high))

    def _set_from(self, text: Stack, size: Um, top: Um) -> Paragraph:
        def lay(galley: Galley, setting: Setting, above: Um) -> Paragraph:
            leading, indent = galley.leading(size), setting.indent
            # A list in a box that is narrower than its indent is too wide, but is set.
            full = max((self.width - indent) / size, 0.01)

            def room(row: int) -> Room:
                start = top + above + row * leading
                return self.room(start, start + leading) if row < ROWS else Room(0, self.width)

            def measure(row: int) -> float:
                free = room(row)
                if free.width >= self.width:
                    return full
                wide = (free.width - indent) / size
                return wide if wide >= NARROWEST else 0

            def broken(items: MeasuredItems) -> Breaks:
                def judge(width: float) -> Demerits:
                    return galley.demerits(items, width, 1)

                return break_rows(items, judge, measure, full)

            most = max((self.height - top - above) // leading, 1)
            items, breaks = galley.best(broken, most)
            return set_lines(galley, items, breaks, map(room, breaks.rows), setting)

        return text.stacked(lay, size)

    def room(self, top: Um, bottom: Um) -> Room:
        """Return the widest free part of the box between two heights."""
        if bottom > self.height:  # it does not fit, but has a height by which it does not
            return Room(0, self.width)
        key = top, bottom
        if key not in self.known:
            self.known[key] = self._room(top - self.gap, bottom + self.gap)
        return self.known[key]

    def _room(self, top: Um, bottom: Um) -> Room:
        free: list[_Span] = [(0, self.width)]
        if self.inside:
            for spans in _spans_between(self.inside, top, bottom):
                inner = [(left + self.gap, right - self.gap) for left, right in spans]
                free = _common(free, inner)
        for shape in self.around:
            for spans in _spans_between(shape, top, bottom):
                for left, right in spans:
                    beside = [(0, left - self.gap), (right + self.gap, self.width)]
                    free = _common(free, beside)
        # Of two sides that look equally wide, all lines take the same.
        left, right = max(free, key=lambda span: round(span[1] - span[0], -2), default=(0, 0))
        return Room(round(left), round(right - left))


_Span: TypeAlias = tuple[float, float]


def _common(some: Iterable[_Span], others: Iterable[_Span]) -> list[_Span]:
    """Return the parts of a line that are in both."""
    others = list(others)
    both = ((max(a, c), min(b, d)) for a, b in some for c, d in others)
    return [(left, right) for left, right in both if left < right]


def _spans_between(shape: Corners, top: Um, bottom: Um) -> list[list[_Span]]:
    """Return the parts of lines that are inside of a polygon, for each line that may matter.

    Between two corners its edges are straight, so that its extremes are at corners, or at the top
    or the bottom.
    """
    corners = {corner.y for corner in shape if top < corner.y < bottom}
    heights = {top, bottom - 1, *(y - 1 for y in corners), *corners}
    edges = [
        (start, end)
        for start, end in pairwise((*shape, shape[0]))
        if max(start.y, end.y) >= top and min(start.y, end.y) <= bottom
    ]
    return [_spans(edges, y) for y in heights]


def _spans(edges: Sequence[tuple[Point, Point]], y: Um) -> list[_Span]:
    crossings = sorted(
        start.x + (y - start.y) * (end.x - start.x) / (end.y - start.y)
        for start, end in edges
        if (start.y > y) != (end.y > y)
    )
    return list(zip(crossings[::2], crossings[1::2], strict=True))


class _Node(NamedTuple):
    """The best lines up to the end of a row; the least node is the best."""

    over: float
    demerits: float
    end: int
    hyphens: int
    row: int
    before: "_Node | None"


def break_rows(
    measured: MeasuredItems,
    judge: Callable[[float], Demerits],
    width: Callable[[int], float],
    full: float,
) -> Breaks:
    """Return the best line breaks where each row has a width, in em; empty without items.

    As few rows as possible are used. Rows of the `full` width take a word that is even wider;
    sooner or later all rows must have it.
    """
    if not measured.items:
        return Breaks((), 0.0, 0.0, 0.0)
    last, judges = len(measured.items) - 1, dict[float, Demerits]()
    active = [_Node(0.0, 0.0, -1, 0, -1, None)]
    for row in count():
        wide = width(row)
        if wide <= 0:
            continue
        if wide not in judges:
            judges[wide] = judge(wide)
        takes_all = wide >= full
        best: dict[tuple[int, int], _Node] = {}
        for node in active:
            for after in _after(node, row, measured, judges[wide], takes_all=takes_all):
                key = after.end, after.hyphens
                best[key] = min(after, best.get(key, after))
        done = [node for node in best.values() if node.end == last]
        if done:
            return _breaks(min(done), measured, width, judges)
        active = _hopeful(list(best.values()), measured, wide + full)
    raise AssertionError  # rows are endless


def _hopeful(nodes: Sequence[_Node], measured: MeasuredItems, slack: float) -> list[_Node]:
    """Return the nodes that may still end on the same row as the farthest one."""
    places = [measured.ends[node.end] if node.end >= 0 else 0.0 for node in nodes]
    least = max(places) - slack
    return [node for node, place in zip(nodes, places, strict=True) if place >= least]


def _after(
    node: _Node, row: int, measured: MeasuredItems, demerits: Demerits, *, takes_all: bool
) -> list[_Node]:
    """Return the ways to fill a row after a node; it stays empty if the first word is too wide."""
    start, found, torn = node.end + 1, list[_Node](), list[_Node]()
    for end in range(start, len(measured.items)):
        joint = measured.items[end].joint
        if joint is Joint.TIE and end < len(measured.items) - 1:
            continue
        over, cost = demerits.of_line(start, end)
        over = over if over > ROUNDING else 0.0
        if over and (found or torn or not takes_all):
            break
        hyphens = node.hyphens + 1 if joint is Joint.HYPHEN else 0
        if hyphens <= HYPHENS_IN_A_ROW:
            cost += demerits.double_hyphen if hyphens > 1 else 0.0
            whole = (node.over + over, node.demerits + cost)
            ways = torn if is_bound(measured.items, end) else found
            ways.append(_Node(*whole, end, hyphens, row, node))
    return found or torn or [node]


def _breaks(
    best: _Node,
    measured: MeasuredItems,
    width: Callable[[int], float],
    judges: dict[float, Demerits],
) -> Breaks:
    """Return the lines up to a node."""
    lines, rows, gap = list[BrokenLine](), list[int](), 0.0
    node: _Node | None = best
    while node is not None and node.before is not None:
        line = BrokenLine(node.before.end + 1, node.end)
        wide = width(node.row)
        if node is not best:
            judge = judges[wide]
            short = 1 - (measured.ends[line.last] - measured.starts[line.first]) / wide
            gap = max(gap, judge.worst_gap((line, line)) if isinstance(judge, Justified) else short)
        lines.append(line)
        rows.append(node.row)
        node = node.before
    return Breaks(tuple(lines[::-1]), best.over, gap, best.demerits, tuple(rows[::-1]))
