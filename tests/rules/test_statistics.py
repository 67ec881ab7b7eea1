"""Shares with margins and quantiles, against figures worked out elsewhere."""

from collections import Counter
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.rules.statistics import CERTAINTY, mean, quantile, wilson

COUNTS = st.integers(0, 10_000)


# L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a binomial proportion", and by hand.
@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_gives_the_known_intervals(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_margins_are_those_of_95_percent() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-6) == CERTAINTY


@given(COUNTS, COUNTS)
def test_an_interval_holds_the_share_and_shrinks_with_more_games(hits: int, misses: int) -> None:
    trials = hits + misses
    low, high = wilson(hits, trials)
    assert 0 <= low <= high <= 1
    if trials:
        assert low - 1e-12 <= hits / trials <= high + 1e-12
        closer = wilson(hits * 4, trials * 4)
        assert closer[1] - closer[0] < high - low


@given(st.lists(st.integers(0, 50), min_size=1), st.integers(1, 100))
def test_a_quantile_is_the_value_at_its_place_in_the_sorted_list(
    values: list[int], share: int
) -> None:
    place = -(-share * len(values) // 100)
    assert quantile(Counter(values), share / 100) == sorted(values)[place - 1]


def test_nothing_counted_has_no_mean_and_no_quantile() -> None:
    assert (mean({}), quantile({}, 0.5)) == (0, 0)
    assert mean({2: 3, 8: 1}) == 3.5
