"""Comparison of two studies: two variants, or two versions of a game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.play.study_summary import FOR_MANY, CardFigures, Share, StudySummary
from printnplay.rules.statistics import difference, mean, mean_difference


class Difference(Struct, frozen=True):
    """The values of a figure in two studies, with the 95 % confidence interval of their difference.

    The interval is `low` to `high`. Shares are from 0 to 1; other figures are in their own unit.
    `certain` is whether the difference is beyond chance: its 99.9 % interval excludes zero, as one
    looks at dozens of figures.
    """

    name: str
    first: float
    second: float
    low: float
    high: float
    certain: bool
    is_share: bool = True

    @property
    def apart(self) -> float:
        """The difference: the second value minus the first."""
        return self.second - self.first


class Comparison(Struct, frozen=True):
    """Two studies for the same number of players, and their differences by figure.

    `cards_of_first` and `cards_of_second` came up in the games of that study only.
    """

    players: int
    first: str
    second: str
    differences: tuple[Difference, ...]
    cards_of_first: tuple[str, ...] = ()
    cards_of_second: tuple[str, ...] = ()


def compare(first: tuple[str, StudySummary], second: tuple[str, StudySummary]) -> Comparison:
    """Compare two named studies."""
    (name, summary), (other_name, other) = first, second
    cards, others = ({card.card: card for card in one.cards} for one in (summary, other))
    both = [(cards[card], others[card]) for card in cards if card in others]
    return Comparison(
        summary.study.players,
        name,
        other_name,
        (*_shares(summary, other), *_means(summary, other), *_cards(both)),
        tuple(card for card in cards if card not in others),
        tuple(card for card in others if card not in cards),
    )


def _shares(summary: StudySummary, other: StudySummary) -> Iterator[Difference]:
    """Yield differences of shares of games; what happened in one study only did so 0 times."""
    groups: Mapping[str, Callable[[StudySummary], Sequence[Share]]] = {
        "won by ": lambda study: (*study.seats, study.first, *study.nobody),
        "won together by ": lambda study: study.teams,
        "won with ": lambda study: study.won_with,
        "ended: ": lambda study: study.endings,
    }
    for words, of in groups.items():
        ours, theirs = ({share.name: share for share in of(one)} for one in (summary, other))
        for name in ours | theirs:
            none, none_there = (Share(name, 0, one.ended) for one in (summary, other))
            yield from _share(words + name, ours.get(name, none), theirs.get(name, none_there))
    yield from _share("forced moves", summary.forced, other.forced)
    if summary.leads and other.leads:
        yield from _share("lead never changes", summary.leads.never, other.leads.never)
        yield from _share("runaways", summary.leads.runaways, other.leads.runaways)
        yield from _share("comebacks", summary.leads.comebacks, other.leads.comebacks)


def _cards(both: Sequence[tuple[CardFigures, CardFigures]]) -> Iterator[Difference]:
    """Yield differences of the figures of cards that came up in both studies."""
    for card, twin in both:
        yield from _share(f"won when played: {card.card}", card.played, twin.played)
    for card, twin in both:
        yield from _share(f"played when held: {card.card}", card.used, twin.used)


def _share(name: str, share: Share, twin: Share) -> Iterator[Difference]:
    """Yield the difference of two shares; none if one of them has no trials."""
    if share.trials and twin.trials:
        before, after = (share.hits, share.trials), (twin.hits, twin.trials)
        low, high = difference(after, before)
        certain = _excludes_zero(difference(after, before, FOR_MANY))
        yield Difference(name, share.share, twin.share, low, high, certain)


def _means(summary: StudySummary, other: StudySummary) -> Iterator[Difference]:
    rows: Mapping[str, Callable[[StudySummary], Mapping[Any, int]]] = {
        "moves": lambda study: study.lengths.games,
        "choices": lambda study: study.choices,
        "lead changes": lambda study: study.leads.games if study.leads else {},
        "points": lambda study: study.scores.players if study.scores else {},
    }
    for name, of in rows.items():
        counts, others = of(summary), of(other)
        if counts and others:
            low, high = mean_difference(others, counts)
            certain = _excludes_zero(mean_difference(others, counts, FOR_MANY))
            means = mean(counts), mean(others)
            yield Difference(name, *means, low, high, certain, is_share=False)


def _excludes_zero(interval: tuple[float, float]) -> bool:
    low, high = interval
    return low > 0 or high < 0
