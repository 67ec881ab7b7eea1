"""Choosing the ends of all lines of a paragraph at once.

Of all ways to break it, the one with the fewest lines, and of these the least ragged: the sum of
the squared gaps at the line ends, with penalties for hyphens and for a last line that is hardly
begun. Fewest lines first means that a paragraph never grows taller when its type gets smaller,
which is what fitting relies on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from printnplay.rendering.text.measuring import Material
from printnplay.rendering.text.pieces import Joint

# In squared gaps: a hyphen is worth a gap of 0.3 of the line, two in a row one of 0.5.
PENALTY = {Joint.SOFT: 0.09, Joint.DASH: 0.02}
HYPHEN_AGAIN = 0.16
STUB_PENALTY = 0.12
STUB = 0.2
HYPHENS_IN_A_ROW = 2
ROUNDING = 1e-6
"""Widths that differ by less, in em, are the same: less than a hundredth of a micrometre."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The line length in em, and whether the last line should be as long as the others."""

    width: float
    balanced: bool


@dataclass(frozen=True, slots=True)
class Breaks:
    """Lines as ranges of pieces (first, last, both counted), and what is wrong with them.

    `over` is by how much lines that cannot be broken stick out, in em, summed; `gap` is the widest
    gap at the end of a line, as a share of the longest, the last line aside.
    """

    lines: tuple[tuple[int, int], ...]
    over: float
    gap: float


class _Way(NamedTuple):
    """The best way to end a line at a place; ways are compared by their first three fields."""

    over: float
    lines: int
    cost: float
    hyphens: int
    end: int
    before: "_Way | None"


_START = _Way(0.0, 0, 0.0, 0, -1, None)


def break_lines(material: Material, measure: Measure) -> Breaks:
    """The best lines for a paragraph; one without pieces has none.

    A piece wider than the line stands on a line of its own and is counted in `over`.
    """
    if not material.pieces:
        return Breaks((), 0.0, 0.0)
    nodes: list[tuple[int, list[_Way]]] = [(-1, [_START])]
    for end in _line_ends(material):
        ways = _ways(material, measure, nodes, end)
        if ways:
            nodes.append((end, ways))
    return _traced(material, min(nodes[-1][1]))


def _line_ends(material: Material) -> Iterator[int]:
    last = len(material.pieces) - 1
    for index, piece in enumerate(material.pieces):
        if index == last or piece.joint is not Joint.GLUED:
            yield index


def _ways(
    material: Material, measure: Measure, nodes: list[tuple[int, list[_Way]]], end: int
) -> list[_Way]:
    """The best way to end a line here for each number of hyphens in a row."""
    joint = material.pieces[end].joint
    final = end == len(material.pieces) - 1
    edge, width, soft = material.ends[end], measure.width, joint is Joint.SOFT
    best: dict[int, _Way] = {}
    for start, ways in reversed(nodes):
        length = edge - material.starts[start + 1]
        over = length - width
        if over > ROUNDING and best:
            break
        over = max(over, 0.0) if over > ROUNDING else 0.0
        cost = _cost(length / width, joint, final=final, balanced=measure.balanced)
        for way in ways:
            hyphens = way.hyphens + 1 if soft else 0
            if hyphens > HYPHENS_IN_A_ROW:
                continue
            again = HYPHEN_AGAIN if hyphens > 1 else 0.0
            total = way.cost + cost + again
            rival = best.get(hyphens)
            if rival is None or (way.over + over, way.lines + 1, total) < rival[:3]:
                best[hyphens] = _Way(way.over + over, way.lines + 1, total, hyphens, end, way)
    return list(best.values())


def _cost(filled: float, joint: Joint, *, final: bool, balanced: bool) -> float:
    """What a line costs that is filled to this share."""
    gap = max(1.0 - filled, 0.0)
    if final and not balanced:
        return STUB_PENALTY if filled < STUB else 0.0
    return gap * gap + PENALTY.get(joint, 0.0)


def _traced(material: Material, way: _Way) -> Breaks:
    """Follow the best way back to the start."""
    over, lines = way.over, []
    here: _Way | None = way
    while here is not None and here.before is not None:
        lines.append((here.before.end + 1, here.end))
        here = here.before
    lines.reverse()
    lengths = [material.ends[last] - material.starts[first] for first, last in lines]
    longest = max(lengths)
    gap = max((1 - length / longest for length in lengths[:-1]), default=0.0) if longest else 0.0
    return Breaks(tuple(lines), over, gap)
