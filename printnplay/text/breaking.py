"""Break lines: all line ends of a paragraph are chosen together, for the fewest demerits.

Follows Donald Knuth and Michael Plass, Breaking Paragraphs into Lines, 1981, in their terms: a
line's badness measures how far its spaces are stretched or shrunk; its badness and the penalty of
the break at its end determine its demerits; breaks that may still be part of the best paragraph are
active nodes. For ragged text the number of lines is minimised first, so that a paragraph never
grows taller when its font gets smaller, which fitting relies on; justified text may use one more
line to avoid wide gaps.
"""

import re
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import ClassVar, NamedTuple, Protocol

from msgspec import Struct

from printnplay.text.font_file import ROUNDING, word_spaces
from printnplay.text.items import Joint, LineItem, MeasuredItems

HYPHENS_IN_A_ROW = 2
"""The maximum number of consecutive lines that end with a hyphen: the typographers' rule. More look
like a ladder.
"""

SHORT_WORD = 5
"""The minimum number of letters and digits of a word alone on the last line: fewer are shorter than
the indent of a paragraph. A guess.
"""

SENTENCE_END = re.compile(r"[.!?…:]\W*$")
LETTER = re.compile(r"\w")
TINY_WORD = 2
"""The maximum number of letters of a word that begins a sentence and must not end a line: `A`,
`In`, `Zu`.
"""


class BrokenLine(NamedTuple):
    """A line: the indexes of its first and last items."""

    first: int
    last: int


class Demerits(Protocol):
    """Computes demerits of lines; if `fewest` is set, the number of lines is minimised first.

    `double_hyphen` holds the demerits of a second consecutive hyphen.
    """

    fewest: bool
    double_hyphen: float

    def of_line(self, first: int, last: int) -> tuple[float, float]:
        """Return the overhang of the line of these items, in em, and its demerits."""

    def worst_gap(self, lines: Sequence[BrokenLine]) -> float:
        """Return how much the worst of these lines deviates from an even one."""


class Breaks(Struct, frozen=True):
    """The lines of a paragraph, with the overhang and the demerits of their breaks.

    `over` is the total overhang of unbreakable lines, in em; `gap` is the deviation of the worst
    line from an even one, in the unit of its demerits; `demerits` is the total of all lines. `rows`
    are the numbers of the lines if some rows are too narrow and stay empty.
    """

    lines: tuple[BrokenLine, ...]
    over: float
    gap: float
    demerits: float
    rows: tuple[int, ...] = ()

    @property
    def height(self) -> int:
        """The number of rows, with the empty ones between the lines."""
        return self.rows[-1] + 1 if self.rows else len(self.lines)


class _ActiveNode(NamedTuple):
    """The best lines up to a break; nodes are compared by their first three fields."""

    over: float
    lines: int
    demerits: float
    hyphens: int
    end: int
    before: "_ActiveNode | None"


def break_lines(measured: MeasuredItems, demerits: Demerits) -> Breaks:
    """Return the best line breaks of a paragraph; empty without items.

    An item wider than the line gets a line of its own and is counted in `over`. A number and its
    icon are separated only where a line would be too wide otherwise.
    """
    if not measured.items:
        return Breaks((), 0.0, 0.0, 0.0)
    breaks = _best_breaks(measured, demerits, frozenset())
    bound = {end for end in range(len(measured.items)) if is_bound(measured.items, end)}
    if bound.isdisjoint(line.last for line in breaks.lines):
        return breaks
    kept = _best_breaks(measured, demerits, bound)
    return breaks if kept.over > breaks.over else kept


def is_bound(items: Sequence[LineItem], end: int) -> bool:
    """Return whether a line should not end after an item, as it is the number of an icon."""
    item = items[end]
    return (
        item.joint is Joint.GLUE
        and item.text[-1:].isdigit()
        and end + 1 < len(items)
        and bool(items[end + 1].icon)
    )


def _best_breaks(measured: MeasuredItems, demerits: Demerits, bound: Set[int]) -> Breaks:
    """Return the best line breaks, none of them after the items `bound` to the next."""
    items = measured.items
    active = [(-1, [_ActiveNode(0.0, 0, 0.0, 0, -1, None)])]
    for end, item in enumerate(items):
        if (item.joint is not Joint.TIE and end not in bound) or end == len(items) - 1:
            nodes = _active_nodes(end, item, demerits, active)
            if nodes:
                active.append((end, nodes))
    best = min(active[-1][1])
    lines = _lines_to(best)
    return Breaks(lines, best.over, demerits.worst_gap(lines), best.demerits)


def _active_nodes(
    end: int, item: LineItem, demerits: Demerits, active: list[tuple[int, list[_ActiveNode]]]
) -> list[_ActiveNode]:
    """Return the best ways to end a line after an item, one per number of consecutive hyphens."""
    step = 1 if demerits.fewest else 0
    hyphenated = item.joint is Joint.HYPHEN
    # By number of consecutive hyphens: the rank of the best way, and the node before its last line.
    best: dict[int, tuple[tuple[float, int, float], _ActiveNode]] = {}
    for start, nodes in reversed(active):
        over, cost = demerits.of_line(start + 1, end)
        if over <= ROUNDING:
            over = 0.0
        elif best:
            break
        for node in nodes:
            hyphens, double = 0, 0.0
            if hyphenated:
                hyphens = node.hyphens + 1
                if hyphens > HYPHENS_IN_A_ROW:
                    continue
                double = demerits.double_hyphen if hyphens > 1 else 0.0
            rank = (node.over + over, node.lines + step, node.demerits + cost + double)
            if hyphens not in best or rank < best[hyphens][0]:
                best[hyphens] = rank, node
    return [_ActiveNode(*rank, hyphens, end, node) for hyphens, (rank, node) in best.items()]


def _lines_to(best: _ActiveNode) -> tuple[BrokenLine, ...]:
    """Return the lines from the start of the paragraph to a node."""
    lines = []
    node: _ActiveNode | None = best
    while node is not None and node.before is not None:
        lines.append(BrokenLine(node.before.end + 1, node.end))
        node = node.before
    return tuple(reversed(lines))


class Ragged:
    """Demerits of lines with natural spaces: the squared gaps at their ends, as shares of the line.

    A hyphen costs as much as a gap of 0.3 of the line, two consecutive ones as much as 0.5; an end
    within a Japanese phrase costs as much as a hyphen. The last line is exempt unless it is
    `balanced` like the others.
    """

    fewest = True
    double_hyphen = 0.16
    penalties: ClassVar[Mapping[Joint, float]] = {
        Joint.HYPHEN: 0.09,
        Joint.DASH: 0.02,
        Joint.SPLIT: 0.09,
    }
    after_sentence = 0.05
    lonely = 0.5
    stub, stub_share = 0.03, 0.08

    def __init__(self, measured: MeasuredItems, width: float, *, balanced: bool) -> None:
        """Compute demerits for lines of a width in em."""
        self._starts, self._ends = measured.starts, measured.ends
        self._items, self._width, self._balanced = measured.items, width, balanced
        self._last = len(measured.items) - 1
        self._penalties = break_penalties(measured.items, self.penalties, self.after_sentence)

    def of_line(self, first: int, last: int) -> tuple[float, float]:
        """Return the overhang of the line of these items, in em, and its demerits."""
        width = self._width
        over = self._ends[last] - self._starts[first] - width
        gap = -over / width if over < 0 else 0.0
        if last < self._last:
            return over, gap * gap + self._penalties[last]
        demerits = gap * gap if self._balanced else 0.0
        if not self._balanced and 1 - gap < self.stub_share:
            demerits += self.stub
        return over, demerits + (self.lonely if is_lonely(self._items, first) else 0.0)

    def worst_gap(self, lines: Sequence[BrokenLine]) -> float:
        """Return the widest gap at a line end, except the last, as a share of the longest line."""
        lengths = [self._ends[last] - self._starts[first] for first, last in lines]
        longest = max(lengths, default=0.0)
        if not longest:
            return 0.0
        return max((1 - length / longest for length in lengths[:-1]), default=0.0)


class Filled(Ragged):
    """Demerits of lines that take as many words as fit, as browsers and most other programs do.

    Such lines end later than any others of the same number, so that they miss the fewest items.
    """

    def of_line(self, first: int, last: int) -> tuple[float, float]:
        """Return the overhang of the line of these items, in em, and its demerits."""
        over, _ = super().of_line(first, last)
        return over, float(self._last - last)


class Justified:
    """Demerits of lines stretched or shrunk to the full width, as in TeX.

    Badness grows with the cube of the adjustment, which is measured in spaces: +1 doubles the width
    of a space.
    """

    double_hyphen = 1.0
    penalties: ClassVar[Mapping[Joint, float]] = {Joint.HYPHEN: 0.3, Joint.DASH: 0.05}
    after_sentence = 0.3
    lonely = 1e6
    stub, stub_spaces = 1.0, 4.0
    stretch, shrink = 0.5, 0.2
    loosest = 100.0

    def __init__(
        self, measured: MeasuredItems, width: float, space: float, *, fewest: bool
    ) -> None:
        """Compute demerits for lines of a width and natural space width, both in em."""
        self.fewest = fewest
        self._starts, self._ends = measured.starts, measured.ends
        self._items, self._width, self._space = measured.items, width, space
        self._penalties = break_penalties(measured.items, self.penalties, self.after_sentence)

    def of_line(self, first: int, last: int) -> tuple[float, float]:
        """Return the overhang of the line of these items, in em, and its demerits."""
        length = self._ends[last] - self._starts[first]
        spaces = self._spaces(first, last)
        over = length - spaces * self._space * self.shrink - self._width
        final = last == len(self._items) - 1
        adjustment = self._adjustment(length, spaces)
        if final and adjustment > 0:
            lonely = self.lonely if is_lonely(self._items, first) else 0.0
            # As short as the indent of a list.
            stub = self.stub if spaces < self.stub_spaces and length < self._width / 8 else 0.0
            return over, stub + lonely
        ratio = adjustment / self.stretch if adjustment > 0 else -adjustment / self.shrink
        badness = 0.1 + ratio**3
        return over, badness * badness + (0.0 if final else self._penalties[last])

    def worst_gap(self, lines: Sequence[BrokenLine]) -> float:
        """Return the stretch of each space on the loosest line, in spaces."""
        stretched = [
            self._adjustment(self._ends[last] - self._starts[first], self._spaces(first, last))
            for first, last in lines[:-1]
        ]
        return max((0.0, *stretched))

    def _adjustment(self, length: float, spaces: int) -> float:
        """Return the stretch of each space in a line, in spaces; negative if shrunk."""
        spare = self._width - length
        if not spaces:
            return self.loosest if spare > ROUNDING else 0.0
        return min(spare / (spaces * self._space), self.loosest)

    def _spaces(self, first: int, last: int) -> int:
        """Return the number of spaces on the line of these items."""
        before, within = self._counted
        return before[last] + within[last] - before[first]

    @cached_property
    def _counted(self) -> tuple[list[int], list[int]]:
        """The number of spaces before each item, and within it."""
        before, within, count = [], [], 0
        for item in self._items:
            inside = word_spaces(item.text)
            before.append(count)
            within.append(inside)
            count += inside + (item.joint is Joint.GLUE)
        return before, within


def break_penalties(
    items: Sequence[LineItem], penalties: Mapping[Joint, float], after_sentence: float
) -> list[float]:
    """Return the penalty of a break after each item.

    `after_sentence` is the penalty of a break after a tiny first word of a sentence.
    """
    found = []
    begins = False
    for item in items:
        tiny = begins and item.joint is Joint.GLUE and len(item.text) <= TINY_WORD
        found.append(penalties.get(item.joint, 0.0) + (after_sentence if tiny else 0.0))
        begins = item.joint is Joint.GLUE and SENTENCE_END.search(item.text) is not None
    return found


def is_lonely(items: Sequence[LineItem], first: int) -> bool:
    """Return whether the items from `first` to the end are shorter than a short word."""
    if first == 0 or len(items) - first >= SHORT_WORD:
        return False
    letters = sum(len(LETTER.findall(item.text)) for item in items[first:])
    return letters < SHORT_WORD and not any(item.icon for item in items[first:])
