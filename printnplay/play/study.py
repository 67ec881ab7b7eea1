"""Studies: many games played, with every position checked and everything counted.

A study is divided into shares of fixed size. A share depends only on its number, and tallies are
added up, so the figures do not depend on the number of processes or machines.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from printnplay.play.players import player_named, policies
from printnplay.play.playouts import LIMIT, broken
from printnplay.play.replays import Reel
from printnplay.rules.acts import Act, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.cards import Card
from printnplay.rules.chance import seeded
from printnplay.rules.endless import GAME, within
from printnplay.rules.game import OVER, Rng
from printnplay.rules.loader import RulesFileError, RulesSource, contained
from printnplay.rules.parts import OWNER, Each, Pile

SHARE = 100
"""Number of games in a share: enough work for a process, and frequent progress updates. A guess."""

ASKED = 16
"""Sampling interval in games: one in this many also records why moves are forbidden, which takes
longer than playing. A guess."""

REPLAYED = 50
"""Sampling interval in games: one in this many is replayed, which takes several times as long as
playing. A guess."""

_SEEDS = 32
"""Number of bits for the game number in a game's seed: studies with different seeds share no game,
up to four thousand million games each."""


PLAY = "play"
"""Key of acts that play a card; if no such act has a card, all moves with cards count."""


def plays_of(game: CardGame[Any]) -> list[tuple[Act, Card]]:
    """Return the acts that play cards, with the cards that they play."""
    acts = game.acts_on_cards
    return [pair for pair in acts if pair[0].key == PLAY] or [*acts]


class Study(Struct, frozen=True):
    """The parameters of a study.

    Attributes:
        source: the rules.
        players: the number of players.
        seed: the seed of the study; the seed of a game is derived from it and the game's number.
        games: the number of games.
        player: who chooses the moves: see `policies`.
        variants: choices that differ from the default.
        limit: the number of moves after which a game counts as endless.
        options: further options for a command that plays games of this study.
    """

    source: RulesSource
    players: int
    seed: int
    games: int
    player: str = "random"
    variants: Mapping[str, str] = field(default_factory=dict)
    limit: int = LIMIT
    options: tuple[str, ...] = ()

    def shares(self) -> list[tuple[int, int]]:
        """Return the first game of each share, and the one after its last."""
        return [(at, min(at + SHARE, self.games)) for at in range(0, self.games, SHARE)]


class Mishap(Struct, frozen=True, order=True):
    """A failure: the number of the game, the number of moves before it, and a description."""

    game: int
    move: int
    what: str


class Tally(Struct, eq=False):
    """The counts of a study.

    Attributes:
        games: games played.
        winners: games by the seats that won together, without games that did not end.
        first: games won by the seat that moved first, alone or with others.
        won_with: games by what their winners played with, such as one of two decks.
        endings: games by how they ended, according to the rules; empty if they do not say it.
        last_used: those games by the rules that took effect in the last move.
        held, held_won: players who held a card at any time in a game, and those of them who won.
        played, played_won: players who played a card in a game, and those of them who won.
        scores: players by their final points, in games that have points.
        leads: games by number of lead changes, if the rules define who leads.
        ahead, behind: games won by a player who led, or was behind, after half of the moves.
        microseconds, decisions: total thinking time and number of decisions, by player name.
        lengths: games by number of moves.
        choices: positions by number of legal moves.
        actions: moves by action, such as `play flip`.
        used: moves at which a rule took effect, as reported by the rules module.
        forbade: moves forbidden by a rule, in the games that record reasons.
        asked: the number of games that record reasons.
        mishaps: the first failure of each broken game.
    """

    games: int = 0
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    first: int = 0
    won_with: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    last_used: Counter[frozenset[str]] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    held_won: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    played_won: Counter[str] = field(default_factory=Counter)
    scores: Counter[float] = field(default_factory=Counter)
    leads: Counter[int] = field(default_factory=Counter)
    ahead: int = 0
    behind: int = 0
    microseconds: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    forbade: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    mishaps: list[Mishap] = field(default_factory=list)

    def __eq__(self, other: object) -> bool:
        """Return whether the counts are equal, ignoring the thinking time, which always differs."""
        if not isinstance(other, Tally):
            return NotImplemented
        return asdict(self) | {"microseconds": 0} == asdict(other) | {"microseconds": 0}

    def add(self, other: "Tally") -> None:
        """Add the counts of another part of the study."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.mishaps.sort()


def play_share(study: Study, share: tuple[int, int]) -> Tally:
    """Play the games of a share."""
    table = _Table(study)
    for number in range(*share):
        table.play(number)
    return table.tally


def streams(study: Study, number: int) -> tuple[Rng, Rng]:
    """Return the random sources for cards and for choices in a game of the study.

    They are separate so that neither affects the other.
    """
    seed = (study.seed << _SEEDS) + number
    return seeded(2 * seed), seeded(2 * seed + 1)


class _Course:
    """Tracks one game: who held and played which cards, who led, and how it ended.

    For rules that are not a `CardGame`, cards and leads are unknown.
    """

    def __init__(self, game: Any, state: object, plays: Set[str]) -> None:  # noqa: ANN401
        """Record which seat moves first; `plays` are the acts that play cards."""
        self.game: CardGame[Any] | None = game if isinstance(game, CardGame) else None
        self._moved_first = game.to_move(state)
        self.held: dict[int, set[str]] = defaultdict(set)
        self.played: dict[int, set[str]] = defaultdict(set)
        self.leads: list[frozenset[int]] = []
        """The leading seats before each move; empty if all are level."""
        self._plays = plays
        parts = game.table.parts if self.game else {}
        self._hands = [
            name
            for name, part in parts.items()
            if isinstance(part, Each)
            and isinstance(part.inner, Pile)
            and part.seen == OWNER
            and not part.names
        ]

    def before(self, state: object, seat: int) -> None:
        """Record the hand of the seat to move, and which seats lead."""
        if self.game is None:
            return
        for name in self._hands:
            self.held[seat].update(map(str, getattr(state, name)[seat]))
        standing = self.game.standing(state)
        if standing:
            best = max(standing)
            leaders = frozenset(seat for seat, own in enumerate(standing) if own == best)
            self.leads.append(leaders if len(leaders) < len(standing) else frozenset())

    def move(self, seat: int, move: Move) -> None:
        """Record the card that is played."""
        if self.game and isinstance(move.what, Card) and move.act in self._plays:
            self.played[seat].add(str(move.what))

    def first(self, state: object) -> int:
        """Return the seat that had the first turn."""
        said = self.game.first_player(state) if self.game else OVER
        return self._moved_first if said == OVER else said

    def ending(self, state: object) -> str:
        """Return how the game ended, if the rules say it."""
        return self.game.ending(state) if self.game else ""

    def scores(self, state: object) -> Iterator[float]:
        """Yield the final points, if the game has any."""
        if self.game is not None and self.game.score:
            yield from self.game.returns(state)

    @property
    def changes_of_lead(self) -> int:
        """The number of times that the set of leaders changed."""
        ahead = [leaders for leaders in self.leads if leaders]
        return sum(before != after for before, after in pairwise(ahead))

    def at_half(self, winners: tuple[int, ...]) -> tuple[bool, bool]:
        """Return whether a winner led after half of the moves, and whether only others did."""
        half = self.leads[len(self.leads) // 2]
        led = bool(half & {*winners})
        return led, bool(half) and bool(winners) and not led


class _Table:
    """Plays and counts the games of a study."""

    def __init__(self, study: Study) -> None:
        self.study, self.tally = study, Tally()
        rules = study.source.load()
        self.box = dict(rules.COMPONENTS)
        self._new_game = partial(rules.new_game, (), **study.variants)
        self.game: Any = self._new_game()
        self.names = policies(study.player, study.players)
        self.players = [player_named(name) for name in self.names]
        self.plays = {act.name for act, _ in plays_of(self.game)}
        self.labels: dict[Move, str] = {}
        self.at = 0
        self.last: frozenset[str] = frozenset()
        """The rules that took effect in the last move."""

    def play(self, number: int) -> None:
        """Play a game; exceptions of user code are mishaps, those of bundled rules propagate."""
        self.tally.games += 1
        self.at = 0
        source = self.study.source
        try:
            held = nullcontext() if source.ships else contained(source)
            with held, within(GAME, f"game {number}"):
                self._play(number)
        except RulesFileError as error:
            span = error.fault.span
            file = span.file.rpartition("/")[2]
            place = f"{file}, line {span.line}" if span.line else file
            self._mishap(number, f"{place}: {error.fault.message}")

    def _play(self, number: int) -> None:
        cards, choices = streams(self.study, number)
        reel = Reel(cards) if number % REPLAYED == 0 else None
        cards = reel.cards if reel else cards
        state = self._set_up(cards)
        course = _Course(self.game, state, self.plays)
        seen: set[Move] | None = set() if number % ASKED == 0 else None
        self.tally.asked += seen is not None
        while True:
            moves = self.game.moves(state)
            wrong = broken(self.game, state, self.box, moves)
            if wrong or (moves and self.at == self.study.limit):
                self._mishap(number, wrong[0] if wrong else f"no end after {self.at} moves")
                return
            if reel:
                reel.see(state, moves)
            if not moves:
                break
            if seen is not None:
                self._ask(state, seen, moves)
            self.tally.choices[len(moves)] += 1
            seat = self.game.to_move(state)
            course.before(state, seat)
            move = self._choice(seat, state, moves, choices)
            course.move(seat, move)
            if reel:
                reel.moves.append(move)
            self._move(state, move, cards)
        if reel:
            self._replay(number, reel)
        self._count_end(course, state)

    def _count_end(self, course: _Course, state: object) -> None:
        """Count who won a game that has ended, how, and after how many moves."""
        winners = self.game.result(state) or ()
        self.tally.winners[winners] += 1
        self.tally.first += course.first(state) in winners
        self._count_course(course, state, winners)
        self._count_won_with(state, winners)
        self.tally.lengths[self.at] += 1

    def _replay(self, number: int, reel: Reel) -> None:
        """Report a game that takes another course when it is replayed."""
        at, fault = reel.fault(self._new_game, self.study.players)
        if fault:
            self.tally.mishaps.append(Mishap(number, at, fault))

    def _set_up(self, cards: Rng) -> Any:  # noqa: ANN401  any table
        """Deal, and count which rules took effect."""
        used: set[str] = set()
        self.game.trace = used.add
        state = self.game.setup(self.study.players, cards)
        self.game.trace = None
        self.tally.used.update(used)
        return state

    def _choice(self, seat: int, state: object, moves: list[Move], choices: Rng) -> Move:
        """Return the move of a seat's player, and count the time it takes."""
        name, begun = self.names[seat], perf_counter()
        move = self.players[seat](self.game, state, moves, choices)
        self.tally.microseconds[name] += round((perf_counter() - begun) * 1e6)
        self.tally.decisions[name] += 1
        return move

    def _count_course(self, course: _Course, state: object, winners: tuple[int, ...]) -> None:
        """Count what players did with cards, how the game ended, and who led."""
        tally = self.tally
        for seat, cards in course.held.items():
            tally.held.update(cards)
            tally.held_won.update(cards if seat in winners else ())
        for seat, cards in course.played.items():
            tally.played.update(cards)
            tally.played_won.update(cards if seat in winners else ())
        ending = course.ending(state)
        tally.endings[ending] += 1
        if not ending:
            tally.last_used[self.last] += 1
        tally.scores.update(course.scores(state))
        if course.leads:
            tally.leads[course.changes_of_lead] += 1
            ahead, behind = course.at_half(winners)
            tally.ahead += ahead
            tally.behind += behind

    def _count_won_with(self, state: object, winners: tuple[int, ...]) -> None:
        """Count what the winners played with, if the game provides it."""
        if hasattr(self.game, "plays_with"):
            decks = {self.game.plays_with(state, seat) for seat in winners}
            self.tally.won_with.update(decks - {""})

    def _move(self, state: object, move: Move, cards: Rng) -> None:
        """Make a move and count which rules took effect, excluding a player's lookahead."""
        used: set[str] = set()
        self.game.trace = used.add
        self.game.play(state, move, cards)
        self.game.trace = None
        self.tally.used.update(used)
        self.last = frozenset(used)
        self.tally.actions[self._label(move)] += 1
        self.at += 1

    def _ask(self, state: object, seen: set[Move], moves: list[Move]) -> None:
        """Count which rules forbid moves that were legal earlier in this game."""
        seen.update(moves)
        forbidden = seen.difference(moves)
        self.tally.forbade.update(self.game.why_not(state, move) for move in forbidden)

    def _label(self, move: Move) -> str:
        """Return the action of a move, without its seat and destination."""
        label = self.labels.get(move)
        if label is None:
            words = list(self.game.names(move).items())
            label = next((f"{key} {value}" for key, value in words if key != "player"), "")
            self.labels[move] = label
        return label

    def _mishap(self, number: int, reason: str) -> None:
        self.tally.mishaps.append(Mishap(number, self.at, reason))
