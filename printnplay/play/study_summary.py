"""The figures of a study: shares, lengths, actions, rules used, and what never came up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from shlex import join
from typing import Any

from msgspec import Struct

from printnplay.play.effects import takes_effect
from printnplay.play.players import policies
from printnplay.play.study import Study, Tally, plays_of
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import rule_of
from printnplay.rules.protocol import RulesModule
from printnplay.rules.statistics import mean, quantile, trials_needed, wilson

MARGIN = 0.01
"""Target margin of error for shares in balance tests: one in a hundred games. A guess: smaller
margins need tens of thousands of games (9,604 for one half at 0.01)."""

HARDLY = 0.1
"""Share of holders who play a card below which the card is dead: one in ten. A guess."""

FOR_MANY = 3.290527
"""Half-width of the central 99.9 % of a normal distribution, in standard deviations."""

QUANTILES = (5, 25, 50, 75, 95, 99)
"""Percentiles of game length: the middle half, the usual range, and the rare long games."""


class Share(Struct, frozen=True):
    """A proportion: hits among trials, with its 95 % confidence interval."""

    name: str
    hits: int
    trials: int

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.hits / self.trials if self.trials else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The Wilson confidence interval (95 %)."""
        return wilson(self.hits, self.trials)

    @property
    def limits(self) -> tuple[float, float]:
        """The Wilson confidence interval at 99.9 %, for shares selected from many."""
        return wilson(self.hits, self.trials, FOR_MANY)


class Lengths(Struct, frozen=True):
    """Numbers of moves: `quantiles` by percentile, `games` by number of moves."""

    mean: float
    shortest: int
    longest: int
    quantiles: Mapping[int, int]
    games: Mapping[int, int]


class CardFigures(Struct, frozen=True):
    """Outcomes of holding and playing a card, counted per player and game.

    Attributes:
        card: the card's id.
        held: games won by players who held it.
        played: games won by players who played it.
        used: players who played it among those who held it. If nobody held it, all plays count; if
            no move plays it, nobody does.
    """

    card: str
    held: Share
    played: Share
    used: Share


class Leads(Struct, frozen=True):
    """Lead changes per game on average, games without any, runaways and comebacks.

    In a runaway, a winner led after half of the moves; in a comeback, only others did. `games` are
    the games by number of lead changes.
    """

    mean: float
    never: Share
    runaways: Share
    comebacks: Share
    games: Mapping[int, int]


class Scores(Struct, frozen=True):
    """The final points of players: `players` by points, the mean, and percentiles."""

    mean: float
    quantiles: Mapping[int, float]
    players: Mapping[float, int]


class RuleUse(Struct, frozen=True):
    """The number of moves at which a rule took effect, and that it forbade in games that ask."""

    used: int
    forbade: int


class BrokenGame(Struct, frozen=True):
    """A broken game: its number, the number of moves, the failure, and the command to show it."""

    game: int
    move: int
    what: str
    command: str


class StudySummary(Struct, frozen=True):
    """The figures of one study.

    Attributes:
        study: the parameters of the study.
        games: games played.
        ended: games that ended; shares of won games refer to these.
        wins: won games by the seats that won together.
        seats: the share of games won by each seat, alone or with others.
        first: the share of games won by the seat that moved first.
        teams: the share of each set of several seats that won together.
        nobody: the share of games without a winner; empty if every game was won.
        won_with: what games were won with, such as each of two decks; empty if all play the same.
        lengths: statistics of game length.
        choices: positions by number of legal moves.
        mean_choices: the average number of legal moves.
        actions: the actions, most frequent first.
        rules: the use of each rule, by id.
        asked: the number of games that record why moves are forbidden.
        never_used: rules that neither took effect nor forbade a move, nor changed a game.
        card_actions: the card of each action with a card.
        never_played: cards that some move names and that were never the object of one.
        players: the player that chose the moves of each seat.
        endings: how games ended, most frequent first.
        forced: positions with a single legal move.
        cards: the outcomes of holding and playing each card.
        leads: lead changes; None if the rules do not define who leads.
        scores: the final points; None if the game has none.
        thinking: average thinking time in milliseconds per move, by player.
        broken: games that failed.
    """

    study: Study
    games: int
    ended: int
    wins: Mapping[tuple[str, ...], int]
    seats: tuple[Share, ...]
    first: Share
    teams: tuple[Share, ...]
    nobody: tuple[Share, ...]
    won_with: tuple[Share, ...]
    lengths: Lengths
    choices: Mapping[int, int]
    mean_choices: float
    actions: tuple[Share, ...]
    rules: Mapping[str, RuleUse]
    asked: int
    never_used: tuple[str, ...]
    card_actions: Mapping[str, str]
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
    def uneven(self) -> tuple[Share, ...]:
        """Seats, and the first to move, that win significantly more or less often than average.

        Empty if the seats have different players: these make the difference.
        """
        if len(set(self.players)) > 1:
            return ()
        usual = self.usual_win
        return tuple(
            share
            for share in (*self.seats, self.first)
            if not share.limits[0] <= usual <= share.limits[1]
        )

    @property
    def dead(self) -> tuple[CardFigures, ...]:
        """Cards that hardly any holder plays."""
        return tuple(card for card in self.cards if card.used.limits[1] < HARDLY)

    @property
    def strong(self) -> tuple[CardFigures, ...]:
        """Cards whose players win significantly more often than average, best first."""
        found = [card for card in self.cards if card.played.limits[0] > self.usual_win]
        return tuple(sorted(found, key=lambda card: -card.played.share))

    @property
    def weak(self) -> tuple[CardFigures, ...]:
        """Cards whose players win significantly less often than average, worst first."""
        found = [card for card in self.cards if card.played.limits[1] < self.usual_win]
        return tuple(sorted(found, key=lambda card: card.played.share))

    @property
    def usual_win(self) -> float:
        """The average share of games that a player wins."""
        return mean_of([share.share for share in self.seats])

    @property
    def games_needed(self) -> int:
        """The number of further games needed to know every share of won games within `MARGIN`.

        Of the values that a share may have after these games, the one that needs most trials
        counts: after four games, a share of 0 may still be nearly one half.
        """
        shares = [*self.seats, *self.teams, *self.won_with, self.first]
        likely = (min(max(0.5, share.bounds[0]), share.bounds[1]) for share in shares)
        needed = max(trials_needed(share, MARGIN) for share in likely)
        return max(0, needed - self.ended)


def summarize(game_id: str, rules: RulesModule, study: Study, tally: Tally) -> StudySummary:
    """Compute the figures of a study from its counts."""
    ended = sum(tally.lengths.values())
    teams = sorted(seats for seats in tally.winners if len(seats) > 1)
    undecided = tally.winners[()]
    use = _rules_used(tally, rules)
    game: CardGame[Any] = rules.new_game((), **study.variants)
    of_cards = {f"{act.key} {card}": str(card) for act, card in game.acts_on_cards}
    moved = {of_cards[action] for action in tally.actions if action in of_cards}
    named = {*of_cards.values()} - moved
    return StudySummary(
        study=study,
        games=tally.games,
        ended=ended,
        wins={_letters(seats): tally.winners[seats] for seats in sorted(tally.winners)},
        seats=tuple(_won_by(seat, tally) for seat in range(study.players)),
        first=Share("the first to move", tally.first, ended),
        teams=tuple(Share(team_name(seats), tally.winners[seats], ended) for seats in teams),
        nobody=(Share(team_name(()), undecided, ended),) if undecided else (),
        won_with=tuple(Share(name, count, ended) for name, count in sorted(tally.won_with.items())),
        lengths=_lengths(tally.lengths),
        choices=_sorted(tally.choices),
        mean_choices=mean(tally.choices),
        actions=_shares(tally.actions, tally.actions.total()),
        rules=use,
        asked=tally.asked,
        never_used=tuple(
            rule
            for rule, moves in use.items()
            if ended and not moves.used + moves.forbade and not takes_effect(study, rules, rule)
        ),
        card_actions=of_cards,
        never_played=tuple(card for card in rules.COMPONENTS if card in named),
        players=policies(study.player, study.players),
        endings=_shares(_endings(tally, rules), ended),
        forced=Share("forced", tally.choices[1], tally.choices.total()),
        cards=tuple(_cards(tally, rules, {str(card) for _, card in plays_of(game)})),
        leads=_leads(tally),
        scores=_scores(tally),
        thinking=_thinking(tally),
        broken=tuple(
            BrokenGame(mishap.game, mishap.move, mishap.what, again(game_id, study, mishap.game))
            for mishap in tally.mishaps
        ),
    )


def _won_by(seat: int, tally: Tally) -> Share:
    """Return the share of finished games that a seat won, alone or with others."""
    won = sum(count for seats, count in tally.winners.items() if seat in seats)
    return Share(SEAT_NAMES[seat], won, tally.lengths.total())


def _shares(counts: Mapping[str, int], trials: int) -> tuple[Share, ...]:
    """Return the share of each name, largest first."""
    ordered = sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))
    return tuple(Share(name, count, trials) for name, count in ordered)


def _thinking(tally: Tally) -> dict[str, float]:
    """Return the average time per decision of each player in milliseconds."""
    return {
        name: tally.microseconds[name] / decisions / 1000
        for name, decisions in sorted(tally.decisions.items())
    }


def _endings(tally: Tally, rules: RulesModule) -> Counter[str]:
    """Return games by how they ended.

    If the rules do not say it, name the rule of the last move that takes effect least often: what
    happens in every move does not end a game.
    """
    endings = Counter({name: count for name, count in tally.endings.items() if name})
    for used, count in tally.last_used.items():
        rarest = min(sorted(used), key=tally.used.__getitem__, default="")
        sentence = rules.SENTENCES.get(rule_of(rarest), rarest).rstrip(".")
        endings[f"{sentence} ({rarest})" if rarest else "not told"] += count
    return endings


def _cards(tally: Tally, rules: RulesModule, playable: Set[str]) -> Iterator[CardFigures]:
    """Yield the figures of each card that was held or played, in box order."""
    for card in rules.COMPONENTS:
        held, played = tally.held[card], tally.played[card]
        if held or played:
            yield CardFigures(
                card,
                Share(card, tally.held_won[card], held),
                Share(card, tally.played_won[card], played),
                _used(card, held if card in playable else 0, played),
            )


def _used(card: str, held: int, played: int) -> Share:
    return Share(card, min(played, held), held) if held else Share(card, played, played)


def _leads(tally: Tally) -> Leads | None:
    games = tally.leads.total()
    if not games:
        return None
    return Leads(
        mean(tally.leads),
        Share("never", tally.leads[0], games),
        Share("runaways", tally.ahead, games),
        Share("comebacks", tally.behind, games),
        _sorted(tally.leads),
    )


def _scores(tally: Tally) -> Scores | None:
    players = {points: tally.scores[points] for points in sorted(tally.scores)}
    if not players:
        return None
    shares = {share: quantile(players, share / 100) for share in QUANTILES}
    return Scores(mean(players), shares, players)


def mean_of(values: Sequence[float]) -> float:
    """Return the mean of values; 0 if there are none."""
    return sum(values) / len(values) if values else 0.0


def _letters(seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(SEAT_NAMES[seat] for seat in seats)


def team_name(seats: Iterable[int]) -> str:
    """Return the letters of seats as text.

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
    """Return the use of each rule; counts for a clause are added to its rule."""
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
