"""Statistics of counted games: shares with their margins, and how long games are."""

from collections.abc import Mapping
from math import ceil, sqrt

CERTAINTY = 1.959964
"""Standard deviations either side that hold 95 of 100 cases of a normal distribution."""


def wilson(hits: int, trials: int, deviations: float = CERTAINTY) -> tuple[float, float]:
    """The interval that holds the true share with 95 % certainty, after so many hits.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    >>> [round(bound, 4) for bound in wilson(50, 100)]
    [0.4038, 0.5962]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, deviations * deviations
    middle = share + square / (2 * trials)
    spread = deviations * sqrt((share * (1 - share) + square / (4 * trials)) / trials)
    whole = 1 + square / trials
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The smallest value that this share of all counted values does not exceed.

    >>> quantile({3: 5, 7: 4, 20: 1}, 0.5), quantile({3: 5, 7: 4, 20: 1}, 1)
    (3, 20)
    """
    wanted = max(1, ceil(share * sum(counts.values())))
    for value in sorted(counts):
        wanted -= counts[value]
        if wanted <= 0:
            return value
    return 0


def mean(counts: Mapping[int, int]) -> float:
    """The mean of counted values; 0 if there are none."""
    total = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / total if total else 0.0
