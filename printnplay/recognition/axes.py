"""Rows of equal intervals with equal gaps, found among the positions of lines along one axis."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from printnplay.kernel.geometry import Um

SHORTEST, LONGEST = 12_000, 210_000
"""The least and the greatest side of a card in micrometres: counters of half an inch, and the short
side of A4."""
WIDEST_GAP: Um = 40_000
"""The widest gap between cards. A guess: half of a page may hold their backs."""
MANY = 24
"""The most cards in a row: counters of half an inch across A3."""
_ENDS = 6
"""How many positions from each end may be the edge of the first or the last card: page frames and
registration marks may lie outside of them."""
_MOST = 160
"""The most positions that are searched: the heaviest ones."""


class Row(Struct, frozen=True, order=True):
    """Equal intervals: the share of lines that they explain, their length, and their starts."""

    explained: float
    side: Um
    gap: Um
    starts: tuple[Um, ...]

    @property
    def ends(self) -> tuple[Um, ...]:
        """Where the intervals end."""
        return tuple(start + self.side for start in self.starts)


def clustered(weights: Iterable[tuple[Um, float]], tolerance: Um) -> dict[Um, float]:
    """Merge positions that are nearly equal: their weighted middles, and the sums of weights."""
    merged: list[list[float]] = []
    for at, weight in sorted(weights):
        if merged and at - merged[-1][2] <= tolerance:
            last = merged[-1]
            last[0] += at * weight
            last[1] += weight
            last[2] = at
        else:
            merged.append([at * weight, weight, at])
    return {round(moment / weight): weight for moment, weight, _ in merged if weight > 0}


def rows(lines: Mapping[Um, float], tolerance: Um) -> list[Row]:
    """Return the rows of intervals whose edges are all among these lines, the best first.

    Args:
        lines: the positions of lines, with their weights.
        tolerance: how far an edge may be from its line.
    """
    heaviest = sorted(lines, key=lambda at: (-lines[at], at))[:_MOST]
    known = sorted(heaviest)
    total = sum(lines[at] for at in known)
    found: dict[tuple[Um, Um, int], Row] = {}
    gaps = _gaps(known, tolerance)
    for first in known[:_ENDS]:
        for last in known[-_ENDS:]:
            for count in range(1, MANY + 1):
                for gap in gaps if count > 1 else (0,):
                    side = (last - first - (count - 1) * gap) / count
                    if side < SHORTEST:
                        break
                    if side > LONGEST:
                        continue
                    row = _row(first, side, gap, count, known, tolerance)
                    if row is not None:
                        starts, mean, used = row
                        share = sum(lines[at] for at in used) / total
                        one = Row(share, round(mean), gap, starts)
                        key = (round(mean / 200), starts[0] // 200, count)
                        found[key] = max(found.get(key, one), one)
    return sorted(found.values(), reverse=True)


def _gaps(known: Sequence[Um], tolerance: Um) -> list[Um]:
    gaps = {0}
    for index, at in enumerate(known):
        for other in known[index + 1 :]:
            if other - at > WIDEST_GAP:
                break
            if other - at > 2 * tolerance:
                gaps.add(other - at)
    return [gap for gap, _ in sorted(clustered(((gap, 1.0) for gap in gaps), 60).items())]


def _row(  # noqa: PLR0913
    first: Um, side: float, gap: float, count: int, known: Sequence[Um], tolerance: Um
) -> tuple[tuple[Um, ...], float, list[Um]] | None:
    """Return starts, side and the lines of a row whose edges all have a line."""
    used: list[Um] = []
    starts: list[Um] = []
    sides: list[Um] = []
    for number in range(count):
        start = first + number * (side + gap)
        ends = nearest(known, start), nearest(known, start + side)
        if abs(ends[0] - start) > tolerance or abs(ends[1] - start - side) > tolerance:
            return None
        used += ends
        starts.append(ends[0])
        sides.append(ends[1] - ends[0])
    mean = sum(sides) / count
    middles = [start + one / 2 for start, one in zip(starts, sides, strict=True)]
    even = tuple(round(middle - mean / 2) for middle in middles)
    return even, mean, list(dict.fromkeys(used))


def nearest(known: Sequence[Um], at: float) -> Um:
    """Return the nearest of some sorted positions."""
    from bisect import bisect_left

    index = bisect_left(known, at)
    return min(known[max(index - 1, 0) : index + 1], key=lambda one: abs(one - at))
