"""The figures of a study: shares, lengths, actions, rules at work, what never came up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import join

from msgspec import Struct

from printnplay.play.players import policies
from printnplay.play.study import Study, Tally
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import rule_of
from printnplay.rules.protocol import RulesModule
from printnplay.rules.statistics import mean, quantile, trials_needed, wilson

MARGIN = 0.01
"""The margin of a share for fine balance: one of a hundred games. A guess: smaller ones need games
by ten thousands (9,604 for one half)."""

HARDLY = 0.1
"""The share of holders below which a card is dead: one of ten. A guess."""

FOR_MANY = 3.290527
"""Standard deviations either side that hold 999 of 1,000 cases of a normal distribution."""

QUANTILES = (5, 25, 50, 75, 95, 99)
"""The quantiles of the lengths of games, in hundredths: the middle half, the usual range, and the
rare long games."""


class Share(Struct, frozen=True):
    """Hits among trials, with the bounds of the 95 % interval as shares."""

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

    @property
    def limits(self) -> tuple[float, float]:
        """The same with 99.9 % certainty, for what is picked out of many shares."""
        return wilson(self.hits, self.trials, FOR_MANY)


class Lengths(Struct, frozen=True):
    """How many moves games have: `quantiles` by hundredths, `games` by their number of moves."""

    mean: float
    shortest: int
    longest: int
    quantiles: Mapping[int, int]
    games: Mapping[int, int]


class CardFigures(Struct, frozen=True):
    """What holding and playing a card went with; of players in single games.

    Attributes:
        card: its id.
        held: games won by those who held it.
        played: games won by those who played it.
        used: those who played it, of those who held it; hands that nobody held count as played.
    """

    card: str
    held: Share
    played: Share
    used: Share


class Leads(Struct, frozen=True):
    """How often the lead changed in a game on average, in how many games never, and comebacks.

    A comeback is won by somebody who was behind when half of the moves were made.
    """

    mean: float
    never: Share
    comebacks: Share


class Scores(Struct, frozen=True):
    """The points of players at the end: `players` by their points, the mean, and quantiles."""

    mean: float
    quantiles: Mapping[int, float]
    players: Mapping[float, int]


class RuleUse(Struct, frozen=True):
    """The moves at which a rule took effect, and those that it forbade in games that asked."""

    used: int
    forbade: int


class BrokenGame(Struct, frozen=True):
    """A game that went wrong: its number, after how many moves, what, and how to see it."""

    game: int
    move: int
    what: str
    command: str


class StudySummary(Struct, frozen=True):
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
        never_played: cards that were never played, of those that some move names.
        players: who chose the moves of each seat.
        endings: how games ended, the most frequent first.
        forced: positions with a single legal move.
        cards: what holding and playing each card went with.
        leads: how often the lead changed; None where the rules do not say who leads.
        scores: the points at the end; None where there are none.
        thinking: milliseconds a move, by player.
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
    players: tuple[str, ...]
    endings: tuple[Share, ...]
    forced: Share
    cards: tuple[CardFigures, ...]
    leads: Leads | None
    scores: Scores | None
    thinking: Mapping[str, float]

    @property
    def dead(self) -> tuple[CardFigures, ...]:
        """Cards that hardly anybody plays who holds them."""
        return tuple(card for card in self.cards if card.used.limits[1] < HARDLY)

    @property
    def strong(self) -> tuple[CardFigures, ...]:
        """Cards whose players win more often than others, for certain; the best first."""
        found = [card for card in self.cards if card.played.limits[0] > self.usual_win]
        return tuple(sorted(found, key=lambda card: -card.played.share))

    @property
    def weak(self) -> tuple[CardFigures, ...]:
        """Cards whose players win less often than others, for certain; the worst first."""
        found = [card for card in self.cards if card.played.limits[1] < self.usual_win]
        return tuple(sorted(found, key=lambda card: card.played.share))

    @property
    def usual_win(self) -> float:
        """The share of games that a player wins on average."""
        return mean_of([share.share for share in self.seats])

    @property
    def games_needed(self) -> int:
        """More games after which every share of won games is known within `MARGIN`.

        Of what a share may be by these games, the value that needs most counts: after four games,
        a share of nought may still be nearly a half.
        """
        shares = [*self.seats, *self.teams, *self.won_with, self.first]
        likely = (min(max(0.5, share.bounds[0]), share.bounds[1]) for share in shares)
        needed = max(trials_needed(share, MARGIN) for share in likely)
        return max(0, needed - self.ended)


def summarize(game_id: str, rules: RulesModule, study: Study, tally: Tally) -> StudySummary:
    """Return the figures of what was counted in a study of a game."""
    ended = sum(tally.lengths.values())
    teams = sorted(seats for seats in tally.winners if len(seats) != 1)
    use = _rules_used(tally, rules)
    played = {name.rpartition(" ")[2] for name in tally.actions}
    return StudySummary(
        study=study,
        games=tally.games,
        ended=ended,
        wins={_letters(seats): tally.winners[seats] for seats in sorted(tally.winners)},
        seats=tuple(_won_by(seat, tally) for seat in range(study.players)),
        first=Share("the first to move", tally.first, ended),
        teams=tuple(Share(team_name(seats), tally.winners[seats], ended) for seats in teams),
        won_with=tuple(Share(name, count, ended) for name, count in sorted(tally.won_with.items())),
        lengths=_lengths(tally.lengths),
        choices=_sorted(tally.choices),
        mean_choices=mean(tally.choices),
        actions=_shares(tally.actions, tally.actions.total()),
        rules=use,
        asked=tally.asked,
        reports_use=bool(tally.used),
        never_used=tuple(rule for rule, moves in use.items() if not moves.used + moves.forbade),
        never_played=tuple(card for card in _playable(rules, study) if card not in played),
        players=policies(study.player, study.players),
        endings=_shares(tally.endings, ended),
        forced=Share("forced", tally.choices[1], tally.choices.total()),
        cards=tuple(_cards(tally, rules)),
        leads=_leads(tally),
        scores=_scores(tally),
        thinking=_thinking(tally),
        broken=tuple(
            BrokenGame(mishap.game, mishap.move, mishap.what, again(game_id, study, mishap.game))
            for mishap in tally.mishaps
        ),
    )


def _won_by(seat: int, tally: Tally) -> Share:
    """The games that a seat has won, alone or with others, of those that have ended."""
    won = sum(count for seats, count in tally.winners.items() if seat in seats)
    return Share(SEAT_NAMES[seat], won, tally.lengths.total())


def _shares(counts: Mapping[str, int], trials: int) -> tuple[Share, ...]:
    """The shares of what was counted by name, the largest first."""
    ordered = sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))
    return tuple(Share(name, count, trials) for name, count in ordered)


def _thinking(tally: Tally) -> dict[str, float]:
    """The milliseconds that each kind of player takes for a decision, on average."""
    return {
        name: tally.microseconds[name] / decisions / 1000
        for name, decisions in sorted(tally.decisions.items())
    }


def _playable(rules: RulesModule, study: Study) -> list[str]:
    """The cards that some move names; those of the box where the rules do not say."""
    game = rules.new_game((), **study.variants)
    if not isinstance(game, CardGame):
        return list(rules.COMPONENTS)
    return [card for card in rules.COMPONENTS if card in game.playable]


def _cards(tally: Tally, rules: RulesModule) -> Iterator[CardFigures]:
    """The figures of each card that somebody held or played, in the order of the box."""
    for card in rules.COMPONENTS:
        held, played = tally.held[card], tally.played[card]
        if held or played:
            yield CardFigures(
                card,
                Share(card, tally.held_won[card], held),
                Share(card, tally.played_won[card], played),
                Share(card, min(played, held), held) if held else Share(card, played, played),
            )


def _leads(tally: Tally) -> Leads | None:
    games = tally.leads.total()
    if not games:
        return None
    never = Share("never", tally.leads[0], games)
    return Leads(mean(tally.leads), never, Share("comebacks", tally.behind, games))


def _scores(tally: Tally) -> Scores | None:
    players = {points: tally.scores[points] for points in sorted(tally.scores)}
    if not players:
        return None
    shares = {share: quantile(players, share / 100) for share in QUANTILES}
    return Scores(mean(players), shares, players)


def mean_of(values: Sequence[float]) -> float:
    """Return the mean of some values; 0 if there are none."""
    return sum(values) / len(values) if values else 0.0


def _letters(seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(SEAT_NAMES[seat] for seat in seats)


def team_name(seats: Iterable[int]) -> str:
    """Return seats in words.

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
    """Return the command that shows one game of a study."""
    words = ["printnplay", "play", game_id, "--show", "--seats", str(study.players)]
    words += ["--seed", str(study.seed)]
    words += ["--game", str(number)] if number else []
    for name, choice in study.variants.items():
        words += ["--variant", f"{name}={choice}"]
    words += ["--player", study.player] if study.player != "random" else []
    return join([*words, *study.options])
