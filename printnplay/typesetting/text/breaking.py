"""What a line costs, ragged or justified: the taste behind the breaking of lines.

Choosing the ends of all lines of a paragraph at once.

Of all ways to break it, the one that costs least, where `pricing` says what a line costs. Ragged
lines are first of all few, so that a paragraph never grows taller when its type gets smaller, which
is what fitting relies on; justified lines may be one more where that spares them wide gaps.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from printnplay.typesetting.text.items import ROUNDING, Joint, LineItem, Material, word_spaces

SHORT_WORD = 5
"""Fewer letters and digits than this must not be a last line on their own."""

LINE_END = re.compile(r"[.!?…:]\W*$")
LETTER = re.compile(r"\w")
TINY_WORD = 2
"""A word of so few letters that begins a sentence should not end a line."""


class Demerits(Protocol):
    """Says what lines cost; `fewest` puts their number before their cost.

    `again` is what a second hyphen in a row costs beside the first.
    """

    fewest: bool
    again: float

    def line(self, first: int, last: int) -> tuple[float, float]:
        """By how much the line of these pieces sticks out, in em, and what it costs."""

    def gap(self, lines: Sequence[tuple[int, int]]) -> float:
        """How far the worst of these lines is from an even one."""


class Ragged:
    """Lines of natural spaces, in squared gaps at their ends, as shares of the line.

    A hyphen is worth a gap of 0.3 of the line, two in a row one of 0.5. The last line is free
    unless it is `balanced` as the others are.
    """

    fewest = True
    again = 0.16
    penalties = {Joint.SOFT: 0.09, Joint.DASH: 0.02}  # noqa: RUF012  a table
    after_stop = 0.05
    lonely = 0.5
    stub, stub_share = 0.03, 0.08

    def __init__(self, material: Material, width: float, *, balanced: bool) -> None:
        """Price lines of a width in em."""
        self._starts, self._ends = material.starts, material.ends
        self._pieces, self._width, self._balanced = material.pieces, width, balanced
        self._at_end = end_demerits(material.pieces, self.penalties, self.after_stop)

    def line(self, first: int, last: int) -> tuple[float, float]:
        """By how much the line of these pieces sticks out, in em, and what it costs."""
        over = self._ends[last] - self._starts[first] - self._width
        gap = -over / self._width if over < 0 else 0.0
        if last < len(self._pieces) - 1:
            return over, gap * gap + self._at_end[last]
        cost = gap * gap if self._balanced else 0.0
        if not self._balanced and 1 - gap < self.stub_share:
            cost += self.stub
        return over, cost + (self.lonely if is_lonely(self._pieces, first) else 0.0)

    def gap(self, lines: Sequence[tuple[int, int]]) -> float:
        """The widest gap at a line's end, as a share of the longest line, the last aside."""
        lengths = [self._ends[last] - self._starts[first] for first, last in lines]
        longest = max(lengths, default=0.0)
        if not longest:
            return 0.0
        return max((1 - length / longest for length in lengths[:-1]), default=0.0)


class Justified:
    """Lines stretched or shrunk to the full width, priced as TeX does: badness grows with the cube.

    Gaps are counted in spaces: +1 is a space as wide again as it should be. Donald Knuth and
    Michael Plass, Breaking Paragraphs into Lines, 1981.
    """

    again = 1.0
    penalties = {Joint.SOFT: 0.3, Joint.DASH: 0.05}  # noqa: RUF012  a table
    after_stop = 0.3
    lonely = 1e6
    stub, stub_spaces = 1.0, 4.0
    stretch, shrink = 0.5, 0.2
    loosest = 100.0

    def __init__(self, material: Material, width: float, space: float, *, fewest: bool) -> None:
        """Price lines of a width in em, whose spaces are naturally so wide."""
        self.fewest = fewest
        self._starts, self._ends = material.starts, material.ends
        self._pieces, self._width, self._space = material.pieces, width, space
        self._at_end = end_demerits(material.pieces, self.penalties, self.after_stop)

    def line(self, first: int, last: int) -> tuple[float, float]:
        """By how much the line of these pieces sticks out, in em, and what it costs."""
        length = self._ends[last] - self._starts[first]
        spaces = self.spaces(first, last)
        over = length - spaces * self._space * self.shrink - self._width
        final = last == len(self._pieces) - 1
        gap = self._stretched(length, spaces)
        if final and gap > 0:
            lonely = self.lonely if is_lonely(self._pieces, first) else 0.0
            # As short as the indent of a list: hardly begun.
            stub = self.stub if spaces < self.stub_spaces and length < self._width / 8 else 0.0
            return over, stub + lonely
        badness = 0.1 + (gap / self.stretch if gap > 0 else -gap / self.shrink) ** 3
        return over, badness * badness + (0.0 if final else self._at_end[last])

    def gap(self, lines: Sequence[tuple[int, int]]) -> float:
        """By how many spaces the loosest line is stretched at each of its spaces."""
        stretched = [
            self._stretched(self._ends[last] - self._starts[first], self.spaces(first, last))
            for first, last in lines[:-1]
        ]
        return max((0.0, *stretched))

    def spaces(self, first: int, last: int) -> int:
        """How many spaces there are on the line of these pieces."""
        before, within = self._counted
        return before[last] + within[last] - before[first]

    def _stretched(self, length: float, spaces: int) -> float:
        spare = self._width - length
        if not spaces:
            return self.loosest if spare > ROUNDING else 0.0
        return min(spare / (spaces * self._space), self.loosest)

    @cached_property
    def _counted(self) -> tuple[list[int], list[int]]:
        """The spaces before each piece, and within it."""
        before, within, count = [], [], 0
        for piece in self._pieces:
            inside = word_spaces(piece.text)
            before.append(count)
            within.append(inside)
            count += inside + (piece.joint is Joint.SPACE)
        return before, within


def end_demerits(
    pieces: Sequence[LineItem], penalties: dict[Joint, float], after_stop: float
) -> list[float]:
    """What it costs beside its gap that a line ends after each piece."""
    prices = []
    stopped = False
    for piece in pieces:
        price = penalties.get(piece.joint, 0.0)
        if stopped and piece.joint is Joint.SPACE and len(piece.text) <= TINY_WORD:
            price += after_stop
        prices.append(price)
        stopped = piece.joint is Joint.SPACE and LINE_END.search(piece.text) is not None
    return prices


def is_lonely(pieces: Sequence[LineItem], first: int) -> bool:
    """Whether the pieces from the first to the end hold no more than a short word would."""
    if first == 0 or len(pieces) - first >= SHORT_WORD:
        return False
    letters = sum(len(LETTER.findall(piece.text)) for piece in pieces[first:])
    return letters < SHORT_WORD and not any(piece.icon for piece in pieces[first:])


HYPHENS_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Breaks:
    """Lines as ranges of pieces (first, last, both counted), and what is wrong with them.

    `over` is by how much lines that cannot be broken stick out, in em, summed; `gap` is how far the
    worst line is from an even one, in the unit of its pricing; `cost` is that of all lines.
    """

    lines: tuple[tuple[int, int], ...]
    over: float
    gap: float
    cost: float


class _ActiveNode(NamedTuple):
    """The best way to end a line at a place; ways are compared by their first three fields."""

    over: float
    lines: int
    cost: float
    hyphens: int
    end: int
    before: "_ActiveNode | None"


_START = _ActiveNode(0.0, 0, 0.0, 0, -1, None)


def break_lines(material: Material, pricing: Demerits) -> Breaks:
    """The best lines for a paragraph; one without pieces has none.

    A piece wider than the line stands on a line of its own and is counted in `over`.
    """
    if not material.pieces:
        return Breaks((), 0.0, 0.0, 0.0)
    nodes: list[tuple[int, list[_ActiveNode]]] = [(-1, [_START])]
    for end in _line_ends(material):
        ways = _ways(material, pricing, nodes, end)
        if ways:
            nodes.append((end, ways))
    best = min(nodes[-1][1])
    lines = _traced(best)
    return Breaks(lines, best.over, pricing.gap(lines), best.cost)


def _line_ends(material: Material) -> Iterator[int]:
    last = len(material.pieces) - 1
    for index, piece in enumerate(material.pieces):
        if index == last or piece.joint is not Joint.GLUED:
            yield index


def _ways(
    material: Material, pricing: Demerits, nodes: list[tuple[int, list[_ActiveNode]]], end: int
) -> list[_ActiveNode]:
    """The best way to end a line here for each number of hyphens in a row."""
    soft = material.pieces[end].joint is Joint.SOFT
    step = 1 if pricing.fewest else 0
    best: dict[int, _ActiveNode] = {}
    for start, ways in reversed(nodes):
        over, cost = pricing.line(start + 1, end)
        if over > ROUNDING and best:
            break
        over = over if over > ROUNDING else 0.0
        for way in ways:
            hyphens = way.hyphens + 1 if soft else 0
            if hyphens > HYPHENS_IN_A_ROW:
                continue
            again = pricing.again if hyphens > 1 else 0.0
            rank = (way.over + over, way.lines + step, way.cost + cost + again)
            rival = best.get(hyphens)
            if rival is None or rank < rival[:3]:
                best[hyphens] = _ActiveNode(*rank, hyphens, end, way)
    return list(best.values())


def _traced(way: _ActiveNode) -> tuple[tuple[int, int], ...]:
    """Follow the best way back to the start."""
    lines = []
    here: _ActiveNode | None = way
    while here is not None and here.before is not None:
        lines.append((here.before.end + 1, here.end))
        here = here.before
    return tuple(reversed(lines))
