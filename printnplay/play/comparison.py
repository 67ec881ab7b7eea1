"""Comparison of two studies: two variants, or two versions of a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.play.study_summary import Share, StudySummary
from printnplay.rules.statistics import difference, mean, mean_difference


class Difference(Struct, frozen=True):
    """The values of a figure in two studies, with the 95 % confidence interval of their difference.

    The interval is `low` to `high`. Shares are from 0 to 1; other figures are in their own unit.
    """

    name: str
    first: float
    second: float
    low: float
    high: float
    is_share: bool = True

    @property
    def apart(self) -> float:
        """The difference: the second value minus the first."""
        return self.second - self.first

    @property
    def certain(self) -> bool:
        """Whether the difference is statistically significant (95 %)."""
        return self.low > 0 or self.high < 0


class Comparison(Struct, frozen=True):
    """Two studies for the same number of players, and their differences by figure."""

    players: int
    first: str
    second: str
    differences: tuple[Difference, ...]


def compare(first: tuple[str, StudySummary], second: tuple[str, StudySummary]) -> Comparison:
    """Compare two named studies."""
    (name, summary), (other_name, other) = first, second
    differences = (*_shares(summary, other), *_means(summary, other))
    return Comparison(summary.study.players, name, other_name, differences)


def _shares(summary: StudySummary, other: StudySummary) -> Iterator[Difference]:
    groups: Sequence[tuple[str, Sequence[Share], Sequence[Share]]] = (
        ("won by ", summary.seats, other.seats),
        ("won by ", [summary.first], [other.first]),
        ("won by ", summary.nobody, other.nobody),
        ("won together by ", summary.teams, other.teams),
        ("won with ", summary.won_with, other.won_with),
        ("ended: ", summary.endings, other.endings),
        ("", [summary.forced], [other.forced]),
        ("won when played: ", [c.played for c in summary.cards], [c.played for c in other.cards]),
    )
    for words, shares, others in groups:
        there = {share.name: share for share in others}
        for share in shares:
            twin = there.get(share.name, Share(share.name, 0, others[0].trials if others else 0))
            low, high = difference((twin.hits, twin.trials), (share.hits, share.trials))
            yield Difference(words + share.name, share.share, twin.share, low, high)


def _means(summary: StudySummary, other: StudySummary) -> Iterator[Difference]:
    rows: Sequence[tuple[str, Mapping[Any, int] | None, Mapping[Any, int] | None]] = (
        ("moves", summary.lengths.games, other.lengths.games),
        ("choices", summary.choices, other.choices),
        ("points", _points(summary), _points(other)),
    )
    for name, counts, others in rows:
        if counts and others:
            low, high = mean_difference(others, counts)
            yield Difference(name, mean(counts), mean(others), low, high, is_share=False)


def _points(summary: StudySummary) -> Mapping[float, int]:
    return summary.scores.players if summary.scores else {}
