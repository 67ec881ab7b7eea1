"""Statistics of games: shares with confidence intervals, means and quantiles of counts."""

from collections.abc import Mapping
from math import ceil, sqrt
from typing import TypeVar

N = TypeVar("N", int, float)

CERTAINTY = 1.959964
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""


def wilson(hits: int, trials: int, deviations: float = CERTAINTY) -> tuple[float, float]:
    """Return the Wilson confidence interval (95 %) of a share.

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


def difference(
    first: tuple[int, int], second: tuple[int, int], deviations: float = CERTAINTY
) -> tuple[float, float]:
    """Return the confidence interval (95 %) of the difference of two shares.

    Each share is given as hits and trials. R. G. Newcombe, "Interval estimation for the difference
    between independent proportions", 1998, method 10, based on Wilson's intervals.

    >>> [round(bound, 3) for bound in difference((56, 70), (48, 80))]
    [0.052, 0.334]
    """
    (one, other) = (hits / trials if trials else 0.0 for hits, trials in (first, second))
    one_low, one_high = wilson(*first, deviations)
    other_low, other_high = wilson(*second, deviations)
    apart = one - other
    below = sqrt((one - one_low) ** 2 + (other_high - other) ** 2)
    above = sqrt((one_high - one) ** 2 + (other - other_low) ** 2)
    return apart - below, apart + above


def trials_needed(share: float, margin: float, deviations: float = CERTAINTY) -> int:
    """Return the number of trials that gives a share this margin of error at 95 % confidence.

    >>> trials_needed(0.5, 0.01)
    9604
    """
    return ceil(deviations * deviations * share * (1 - share) / (margin * margin))


def mean_difference(
    first: Mapping[N, int], second: Mapping[N, int], deviations: float = CERTAINTY
) -> tuple[float, float]:
    """Return the confidence interval (95 %) of the difference of two means."""
    apart = mean(first) - mean(second)
    margin = deviations * sqrt(_variance_of_mean(first) + _variance_of_mean(second))
    return apart - margin, apart + margin


def _variance_of_mean(counts: Mapping[N, int]) -> float:
    total, middle = sum(counts.values()), mean(counts)
    if total < 2:
        return 0.0
    squares = sum(times * (value - middle) ** 2 for value, times in counts.items())
    return squares / (total - 1) / total


def quantile(counts: Mapping[N, int], share: float) -> N:
    """Return the smallest value that at least this share of all counted values does not exceed.

    >>> quantile({3: 5, 7: 4, 20: 1}, 0.5), quantile({3: 5, 7: 4, 20: 1}, 1)
    (3, 20)
    """
    wanted = max(1, ceil(share * sum(counts.values())))
    for value in sorted(counts):
        wanted -= counts[value]
        if wanted <= 0:
            return value
    return 0


def mean(counts: Mapping[N, int]) -> float:
    """Return the mean of counted values; 0 if there are none."""
    total = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / total if total else 0.0
