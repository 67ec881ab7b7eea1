"""The figures of a study that people read, drawn from what was counted."""

from collections.abc import Iterable
from dataclasses import dataclass

from printnplay.rules.game import rule_of
from printnplay.rules.notation import PLAYERS
from printnplay.rules.protocol import RulesModule
from printnplay.rules.statistics import mean, quantile, wilson
from printnplay.simulation.study import Tally

QUANTILES = (5, 25, 50, 75, 95, 99)
"""In hundredths, of the lengths of games."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the bounds of the 95 % interval as shares."""

    name: str
    hits: int
    trials: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.hits / self.trials if self.trials else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Wilson's interval."""
        return wilson(self.hits, self.trials)


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many moves games have; `quantiles` by hundredths."""

    mean: float
    shortest: int
    longest: int
    quantiles: dict[int, int]


def ended(tally: Tally) -> int:
    """Games that came to an end."""
    return sum(tally.lengths.values())


def by_seat(tally: Tally, players: int) -> list[Share]:
    """Each seat's share of won games, alone or with others."""
    return [
        Share(
            PLAYERS[seat],
            sum(count for seats, count in tally.winners.items() if seat in seats),
            ended(tally),
        )
        for seat in range(players)
    ]


def by_team(tally: Tally) -> list[Share]:
    """The share of each set of seats that won together; single seats are no team."""
    sets = sorted(seats for seats in tally.winners if len(seats) != 1)
    return [Share(team_name(seats), tally.winners[seats], ended(tally)) for seats in sets]


def by_first(tally: Tally) -> Share:
    """The share of games won by whoever moved first."""
    return Share("the first to move", tally.first, ended(tally))


def by_what_won(tally: Tally) -> list[Share]:
    """What games were won with, such as each of two decks; nothing if all play with the same."""
    return [Share(name, count, ended(tally)) for name, count in sorted(tally.won_with.items())]


def team_name(seats: Iterable[int]) -> str:
    """Seats in words.

    >>> team_name((0, 2)), team_name(())
    ('a and c', 'nobody')
    """
    return " and ".join(PLAYERS[seat] for seat in seats) or "nobody"


def lengths(tally: Tally) -> Lengths:
    """How long games are."""
    counts = tally.lengths
    return Lengths(
        mean(counts),
        min(counts, default=0),
        max(counts, default=0),
        {share: quantile(counts, share / 100) for share in QUANTILES},
    )


def actions(tally: Tally) -> list[Share]:
    """What was done, the most frequent first."""
    total = sum(tally.actions.values())
    ranked = sorted(tally.actions.items(), key=lambda one: (-one[1], one[0]))
    return [Share(name, count, total) for name, count in ranked]


def rules_used(tally: Tally, rules: RulesModule) -> dict[str, tuple[int, int]]:
    """For each rule the moves at which it took effect, and those that it forbade where asked."""
    used = dict.fromkeys(rules.SENTENCES, 0)
    forbade = dict.fromkeys(rules.SENTENCES, 0)
    for counts, found in ((used, tally.used), (forbade, tally.forbade)):
        for switch, count in found.items():
            rule = rule_of(switch)
            if rule in counts:
                counts[rule] += count
    return {rule: (used[rule], forbade[rule]) for rule in rules.SENTENCES}


def never_used(tally: Tally, rules: RulesModule) -> list[str]:
    """Rules that neither told that they took effect nor forbade a move."""
    return [rule for rule, counts in rules_used(tally, rules).items() if not any(counts)]


def never_played(tally: Tally, rules: RulesModule) -> list[str]:
    """Cards of the box that no move names."""
    named = {name.rpartition(" ")[2] for name in tally.actions}
    return [card for card in rules.COMPONENTS if card not in named]
