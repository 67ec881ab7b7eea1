"""Players: by chance, looking one move ahead, or searching; and who plays on which seat.

The player that searches plays many games on from the table, as far as its seat sees it. Cowling,
Powley and Whitehouse, "Information set Monte Carlo tree search", 2012: each game begins with the
hidden cards dealt anew, all of them share one tree, and a move is tried more often the better it
has done, by the bound of Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006. It needs
nothing of a game but its rules.
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
"""Takes the game, the position, the legal moves and chance of its own; gives one of the moves."""


def at_random(game: CardGame[Any], state: object, moves: Sequence[Move], draw: Rng) -> Move:
    """Return any move."""
    del game, state
    return moves[draw(len(moves))]


def greedy(game: CardGame[T], state: T, moves: Sequence[Move], draw: Rng) -> Move:
    """Return a move that wins at once; else one that does not lose at once; else any.

    Looks one move ahead, on a copy of the table as it lies: where a card drawn can win at once, it
    knows more than a player could.
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
    """Who has won after the move; None if nobody yet."""
    twin = state.copy()
    game.play(twin, move, lambda _: 0)
    return game.result(twin)


GAMES = 60
"""The games that are played on before each move, unless another number is asked for. A guess: more
play better and take longer in proportion."""

DEPTH = 120
"""The moves after which a game is broken off and valued as it stands: as `LONGEST` in
`single_games.py`. A guess."""

CURIOSITY = 0.7
"""The weight of a move that was seldom tried: 0.7 for values from 0 to 1, as in the papers on
ISMCTS."""


class _Node(Struct):
    """What became of a move: how often it could be made and was, and what it returned in all."""

    seat: int = OVER
    visits: int = 0
    available: int = 0
    total: float = 0.0
    after: dict[int, "_Node"] = field(default_factory=dict)


class _Scale(Struct):
    """The least and the most that any game returned to anybody."""

    low: float = 0.0
    high: float = 0.0

    def take(self, values: Sequence[float]) -> None:
        self.low, self.high = min(self.low, *values), max(self.high, *values)

    def of(self, mean: float) -> float:
        return (mean - self.low) / (self.high - self.low) if self.high > self.low else 0.5


class Searching:
    """The player; `games` are played on before each move."""

    def __init__(self, games: int = GAMES) -> None:
        """Keep how long to search."""
        self.games = games

    def __call__(self, game: CardGame[T], table: T, moves: Sequence[Move], rng: Rng) -> Move:
        """The move that was tried most often."""
        if len(moves) == 1:
            return moves[0]
        seat, root, scale = game.to_move(table), _Node(), _Scale()
        for _ in range(self.games):
            self._play_on(game, game.resample(table, seat, rng), (root, scale), rng)
        tried = root.after
        return max(moves, key=lambda m: tried[m.number].visits if m.number in tried else 0)

    def _play_on(self, game: CardGame[T], table: T, tree: tuple[_Node, _Scale], rng: Rng) -> None:
        """Play a game to its end, and note in the tree what it returned."""
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
        """A move that was never tried if there is one; else that of the best bound, and go on."""
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
"""The players by name; `mcts:200` searches with this many games before each move."""

MOST_SEARCHED = 100_000
"""The most games before a move: more take hours for a game. A guess."""


def player_named(name: str) -> Player:
    """Return a player by its name.

    Raises:
        KeyError: there is none of this name.
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
        said: one name for all seats, or seats with theirs, `a=greedy,b=mcts`; others are random.
        seats: how many play.

    Raises:
        KeyError: there is no such player.
        ValueError: it is not of one of these forms: see `players_by_seat`.

    >>> policies("a=greedy", 3), policies("mcts:50", 2)
    (('greedy', 'random', 'random'), ('mcts:50', 'mcts:50'))
    """
    if "=" not in said:
        player_named(said)
        return (said,) * seats
    named = players_by_seat(said)
    return tuple(named.get(seat, "random") for seat in SEAT_NAMES[:seats])


def players_by_seat(said: str) -> dict[str, str]:
    """Return the names of players by the letters of their seats, out of `a=greedy,b=mcts`.

    Raises:
        KeyError: there is no such player.
        ValueError: it is not of this form, there is no such seat in any game, or one comes twice.
    """
    named: dict[str, str] = {}
    for part in said.split(","):
        seat, _, name = part.strip().partition("=")
        if len(seat) != 1 or seat not in SEAT_NAMES or seat in named:
            raise ValueError(part)
        player_named(name)
        named[seat] = name
    return named
