"""The figures of a study: shares, lengths, actions, rules at work, what never came up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from shlex import join

from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.game import rule_of
from printnplay.rules.protocol import RulesModule
from printnplay.rules.statistics import mean, quantile, wilson
from printnplay.simulation.study import Study, Tally

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
    """How many moves games have: `quantiles` by hundredths, `games` by their number of moves."""

    mean: float
    shortest: int
    longest: int
    quantiles: Mapping[int, int]
    games: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class RuleUse:
    """The moves at which a rule took effect, and those that it forbade in games that asked."""

    used: int
    forbade: int


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game that went wrong: its number, after how many moves, what, and how to see it."""

    game: int
    move: int
    what: str
    command: str


@dataclass(frozen=True, slots=True)
class StudySummary:
    """The figures of one study.

    Attributes:
        study: what was played.
        games: games played.
        ended: games that came to an end; all shares of won games are of these.
        wins: won games by the seats that won together.
        seats: each seat's share of won games, alone or with others.
        first: the share of games won by whoever moved first.
        teams: the share of each set of seats that won together; single seats are no team.
        won_with: what games were won with, such as each of two decks; empty if all play the same.
        lengths: how long games are.
        choices: positions by their number of legal moves.
        mean_choices: legal moves on average.
        actions: what was done, the most frequent first.
        rules: what became of each rule, by its id.
        asked: games in which the rules were asked why moves are forbidden.
        reports_use: whether the rules module reports which rules take effect.
        never_used: rules that neither took effect nor forbade a move.
        never_played: cards of the box that no move names.
        broken: games that broke a promise of the rules.
    """

    study: Study
    games: int
    ended: int
    wins: Mapping[tuple[str, ...], int]
    seats: tuple[Share, ...]
    first: Share
    teams: tuple[Share, ...]
    won_with: tuple[Share, ...]
    lengths: Lengths
    choices: Mapping[int, int]
    mean_choices: float
    actions: tuple[Share, ...]
    rules: Mapping[str, RuleUse]
    asked: int
    reports_use: bool
    never_used: tuple[str, ...]
    never_played: tuple[str, ...]
    broken: tuple[BrokenGame, ...]


def summarize(game_id: str, rules: RulesModule, study: Study, tally: Tally) -> StudySummary:
    """The figures of what was counted in a study of a game."""
    ended = sum(tally.lengths.values())
    teams = sorted(seats for seats in tally.winners if len(seats) != 1)
    actions = sorted(tally.actions.items(), key=lambda action: (-action[1], action[0]))
    use = _rules_used(tally, rules)
    played = {name.rpartition(" ")[2] for name in tally.actions}
    return StudySummary(
        study=study,
        games=tally.games,
        ended=ended,
        wins={_letters(seats): tally.winners[seats] for seats in sorted(tally.winners)},
        seats=tuple(
            Share(
                SEAT_NAMES[seat],
                sum(count for seats, count in tally.winners.items() if seat in seats),
                ended,
            )
            for seat in range(study.players)
        ),
        first=Share("the first to move", tally.first, ended),
        teams=tuple(Share(team_name(seats), tally.winners[seats], ended) for seats in teams),
        won_with=tuple(Share(name, count, ended) for name, count in sorted(tally.won_with.items())),
        lengths=_lengths(tally.lengths),
        choices=_sorted(tally.choices),
        mean_choices=mean(tally.choices),
        actions=tuple(Share(name, count, tally.actions.total()) for name, count in actions),
        rules=use,
        asked=tally.asked,
        reports_use=bool(tally.used),
        never_used=tuple(rule for rule, moves in use.items() if not moves.used + moves.forbade),
        never_played=tuple(card for card in rules.COMPONENTS if card not in played),
        broken=tuple(
            BrokenGame(mishap.game, mishap.move, mishap.what, again(game_id, study, mishap.game))
            for mishap in tally.mishaps
        ),
    )


def _letters(seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(SEAT_NAMES[seat] for seat in seats)


def team_name(seats: Iterable[int]) -> str:
    """Seats in words.

    >>> team_name((0, 2)), team_name(())
    ('a and c', 'nobody')
    """
    return " and ".join(_letters(seats)) or "nobody"


def _sorted(counts: Mapping[int, int]) -> dict[int, int]:
    return {value: counts[value] for value in sorted(counts)}


def _lengths(counts: Mapping[int, int]) -> Lengths:
    return Lengths(
        mean(counts),
        min(counts, default=0),
        max(counts, default=0),
        {share: quantile(counts, share / 100) for share in QUANTILES},
        _sorted(counts),
    )


def _rules_used(tally: Tally, rules: RulesModule) -> dict[str, RuleUse]:
    """What became of each rule; what is counted for a clause counts for its rule."""
    used = dict.fromkeys(rules.SENTENCES, 0)
    forbade = dict.fromkeys(rules.SENTENCES, 0)
    for counts, counted in ((used, tally.used), (forbade, tally.forbade)):
        for switch, count in counted.items():
            rule = rule_of(switch)
            if rule in counts:
                counts[rule] += count
    return {rule: RuleUse(used[rule], forbade[rule]) for rule in rules.SENTENCES}


def again(game_id: str, study: Study, number: int) -> str:
    """The command that shows one game of a study."""
    words = ["printnplay", "play", game_id, "--show", "--seats", str(study.players)]
    words += ["--seed", str(study.seed)]
    words += ["--game", str(number)] if number else []
    for name, choice in study.variants.items():
        words += ["--variant", f"{name}={choice}"]
    words += ["--player", study.player] if study.player != "random" else []
    return join([*words, *study.options])
