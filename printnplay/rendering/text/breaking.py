"""Choosing the ends of all lines of a paragraph at once.

Of all ways to break it, the one that costs least, where `pricing` says what a line costs. Ragged
lines are first of all few, so that a paragraph never grows taller when its type gets smaller, which
is what fitting relies on; justified lines may be one more where that spares them wide gaps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from printnplay.rendering.text.measuring import ROUNDING, Material
from printnplay.rendering.text.pieces import Joint
from printnplay.rendering.text.pricing import Pricing

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


class _Way(NamedTuple):
    """The best way to end a line at a place; ways are compared by their first three fields."""

    over: float
    lines: int
    cost: float
    hyphens: int
    end: int
    before: "_Way | None"


_START = _Way(0.0, 0, 0.0, 0, -1, None)


def break_lines(material: Material, pricing: Pricing) -> Breaks:
    """The best lines for a paragraph; one without pieces has none.

    A piece wider than the line stands on a line of its own and is counted in `over`.
    """
    if not material.pieces:
        return Breaks((), 0.0, 0.0, 0.0)
    nodes: list[tuple[int, list[_Way]]] = [(-1, [_START])]
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
    material: Material, pricing: Pricing, nodes: list[tuple[int, list[_Way]]], end: int
) -> list[_Way]:
    """The best way to end a line here for each number of hyphens in a row."""
    soft = material.pieces[end].joint is Joint.SOFT
    step = 1 if pricing.fewest else 0
    best: dict[int, _Way] = {}
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
                best[hyphens] = _Way(*rank, hyphens, end, way)
    return list(best.values())


def _traced(way: _Way) -> tuple[tuple[int, int], ...]:
    """Follow the best way back to the start."""
    lines = []
    here: _Way | None = way
    while here is not None and here.before is not None:
        lines.append((here.before.end + 1, here.end))
        here = here.before
    return tuple(reversed(lines))
