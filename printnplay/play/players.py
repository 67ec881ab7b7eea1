"""Players: random, greedy (one move ahead), and search; and their assignment to seats.

The search player plays many games from the current table, as far as its seat sees it. It implements
Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012: each game starts
with the hidden cards dealt again at random, all games share one tree, and a move is tried more
often the better its results, using the bound of Kocsis and Szepesvari, "Bandit based Monte-Carlo
planning", 2006. It needs nothing of a game but its rules.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import Struct, field

from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER, Rng
from printnplay.rules.table import Table

T = TypeVar("T", bound=Table)

Player: TypeAlias = Callable[[CardGame[Any], Any, Sequence[Move], Rng], Move]
"""Takes the game, the position, the legal moves and a separate random source; returns a move."""


def at_random(game: CardGame[Any], state: object, moves: Sequence[Move], draw: Rng) -> Move:
    """Return a random move."""
    del game, state
    return moves[draw(len(moves))]


def greedy(game: CardGame[T], state: T, moves: Sequence[Move], draw: Rng) -> Move:
    """Return a move that wins at once; else one that does not lose at once; else any move.

    Looks one move ahead on a copy of the real table, hidden cards included. So it knows more than a
    player could, for example whether a card drawn would win at once.
    """
    neither: list[Move] = []
    player = game.to_move(state)
    for move in moves:
        winners = _after(game, state, move)
        if winners is None:
            neither.append(move)
        elif player in winners:
            return move
    chosen = neither or moves
    return chosen[draw(len(chosen))]


def _after(game: CardGame[T], state: T, move: Move) -> tuple[int, ...] | None:
    """Return the seats that have won after the move; None if the game goes on."""
    twin = state.copy()
    game.play(twin, move, lambda _: 0)
    return game.result(twin)


GAMES = 60
"""Default number of games simulated before each move. A guess: more games play better and take
proportionally longer."""

DEPTH = 120
"""Number of moves after which a simulated game is cut off and evaluated: the same as `LONGEST` in
`single_games.py`. A guess."""

CURIOSITY = 0.7
"""Exploration weight of rarely tried moves: 0.7 for values from 0 to 1, as in the papers on
ISMCTS."""


class _Node(Struct):
    """Statistics of a move: how often it was available and played, and its total return."""

    seat: int = OVER
    visits: int = 0
    available: int = 0
    total: float = 0.0
    after: dict[int, "_Node"] = field(default_factory=dict)


class _Scale(Struct):
    """The minimum and maximum payoff of any seat in any game."""

    low: float = 0.0
    high: float = 0.0

    def take(self, values: Sequence[float]) -> None:
        self.low, self.high = min(self.low, *values), max(self.high, *values)

    def of(self, mean: float) -> float:
        return (mean - self.low) / (self.high - self.low) if self.high > self.low else 0.5


class Searching:
    """Player that searches; `games` is the number of games simulated before each move."""

    def __init__(self, games: int = GAMES) -> None:
        """Set the number of games."""
        self.games = games

    def __call__(self, game: CardGame[T], table: T, moves: Sequence[Move], rng: Rng) -> Move:
        """Return the move that was tried most often."""
        if len(moves) == 1:
            return moves[0]
        seat, root, scale = game.to_move(table), _Node(), _Scale()
        for _ in range(self.games):
            self._play_on(game, game.resample(table, seat, rng), (root, scale), rng)
        tried = root.after
        return max(moves, key=lambda m: tried[m.number].visits if m.number in tried else 0)

    def _play_on(self, game: CardGame[T], table: T, tree: tuple[_Node, _Scale], rng: Rng) -> None:
        """Play a game to its end, and record its payoffs in the tree."""
        node, scale = tree
        path, growing = [node], True
        for _ in range(DEPTH):
            moves = game.moves(table)
            if not moves:
                break
            if growing:
                move, growing = self._choose(node, moves, scale, rng)
                seat = game.to_move(table)
                node = node.after.setdefault(move.number, _Node(seat))
                path.append(node)
            else:
                move = moves[rng(len(moves))]
            game.play(table, move, rng)
        values = game.returns(table)
        scale.take(values)
        for visited in path:
            visited.visits += 1
            visited.total += values[visited.seat] if visited.seat != OVER else 0.0

    def _choose(
        self, node: _Node, moves: Sequence[Move], scale: _Scale, rng: Rng
    ) -> tuple[Move, bool]:
        """Return an untried move and False, if any; else the move of highest bound and True."""
        fresh = [move for move in moves if move.number not in node.after]
        known = [(move, node.after[move.number]) for move in moves if move.number in node.after]
        for _, child in known:
            child.available += 1
        if fresh:
            return fresh[rng(len(fresh))], False

        def bound(tried: tuple[Move, _Node]) -> float:
            child = tried[1]
            curiosity = CURIOSITY * sqrt(log(child.available + 1) / child.visits)
            return scale.of(child.total / child.visits) + curiosity

        return max(known, key=bound)[0], True


PLAYERS: Mapping[str, Player] = {
    "random": at_random,
    "greedy": greedy,
    "mcts": cast("Player", Searching()),
}
"""Players by name; `mcts:200` simulates this many games before each move."""

MOST_SEARCHED = 100_000
"""Maximum number of games simulated per move: more take hours for a game. A guess."""


def player_named(name: str) -> Player:
    """Return the player with this name.

    Raises:
        KeyError: there is no player with this name.
    """
    kind, colon, games = name.partition(":")
    if not colon:
        return PLAYERS[name]
    if kind != "mcts" or not games.isdecimal() or not 1 <= int(games) <= MOST_SEARCHED:
        raise KeyError(name)
    return cast("Player", Searching(int(games)))


def policies(said: str, seats: int) -> tuple[str, ...]:
    """Return the name of the player of each seat.

    Args:
        said: one name for all seats, or names by seat, `a=greedy,b=mcts`; other seats are random.
        seats: the number of players.

    Raises:
        KeyError: there is no such player.
        ValueError: the text has neither form: see `players_by_seat`.

    >>> policies("a=greedy", 3), policies("mcts:50", 2)
    (('greedy', 'random', 'random'), ('mcts:50', 'mcts:50'))
    """
    if "=" not in said:
        player_named(said)
        return (said,) * seats
    named = players_by_seat(said)
    return tuple(named.get(seat, "random") for seat in SEAT_NAMES[:seats])


def players_by_seat(said: str) -> dict[str, str]:
    """Parse the names of players by seat letter, such as `a=greedy,b=mcts`.

    Raises:
        KeyError: there is no such player.
        ValueError: the text does not have this form, a seat does not exist in any game, or one is
            repeated.
    """
    named: dict[str, str] = {}
    for part in said.split(","):
        seat, _, name = part.strip().partition("=")
        if len(seat) != 1 or seat not in SEAT_NAMES or seat in named:
            raise ValueError(part)
        player_named(name)
        named[seat] = name
    return named
