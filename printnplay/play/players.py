"""Players: random, greedy (one move ahead), search, and the user's own; and their seats.

The search player plays many games from the current table, as far as its seat sees it. It implements
Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012: each game starts
with the hidden cards dealt again at random, all games share one tree, and a move is tried more
often the better its results, using the bound of Kocsis and Szepesvari, "Bandit based Monte-Carlo
planning", 2006. A move that wins at once is played before others are tried (the "decisive moves" of
Teytaud and Teytaud, 2010): with a few hundred games, most replies are tried once at most, and what
lets the next player win at once would not be found out. The search needs nothing of a game but its
rules. It looks for moves that win, by however little: points count only where a simulated game is
cut off.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from math import inf, log, sqrt
from time import perf_counter
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import Struct, field

from printnplay.play.own_players import OwnPlayer, is_own
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
    player could, for example whether a card drawn would win at once. Choices made at once are left
    to chance: whoever is asked last would know those of the others.
    """
    if game.choosing(state):
        return at_random(game, state, moves, draw)
    neither: list[Move] = []
    player = game.to_move(state)
    for move in moves:
        winners = _after(game, state, move, lambda _: 0)
        if winners is None:
            neither.append(move)
        elif player in winners:
            return move
    chosen = neither or moves
    return chosen[draw(len(chosen))]


def winning(game: CardGame[T], state: T, moves: Sequence[Move], rng: Rng) -> Move | None:
    """Return the first move that wins at once for its player, by this chance; None if none does.

    Of choices made at once, none does: see `greedy`.
    """
    if game.choosing(state):
        return None
    won = (move for move in moves if move.seat in (_after(game, state, move, rng) or ()))
    return next(won, None)


def _after(game: CardGame[T], state: T, move: Move, rng: Rng) -> tuple[int, ...] | None:
    """Return the seats that have won after the move; None if the game goes on."""
    twin = state.copy()
    game.play(twin, move, rng)
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
    """Statistics of a move: how often it was available and played, and its total return.

    `after` are the moves that follow by number; `beside`, by seat, the statistics of others that
    choose at the same time, whose choices do not depend on this one.
    """

    seat: int = OVER
    visits: int = 0
    available: int = 0
    total: float = 0.0
    after: dict[int, "_Node"] = field(default_factory=dict)
    beside: dict[int, "_Node"] = field(default_factory=dict)


LEVEL = 0.5
"""Value of a game that nobody has won, or that is cut off while nobody leads: half of a win."""


def prospects(game: CardGame[T], table: T) -> list[float]:
    """Return for each seat 1 if it has won and 0 if not.

    While the game goes on, return the share of others that a seat is ahead of, in the middle half
    of this range: a lead is not yet a win.
    """
    won, standing = game.result(table), game.standing(table)
    if won:
        return [float(seat in won) for seat in range(table.players)]
    if won is not None or not standing or table.players == 1:
        return [LEVEL] * table.players
    below = [sum(other < own for other in standing) for own in standing]
    level = [sum(other == own for other in standing) - 1 for own in standing]
    others = 2 * (table.players - 1)
    return [
        LEVEL / 2 + (behind + same / 2) / others for behind, same in zip(below, level, strict=True)
    ]


class Searching:
    """Player that simulates this many games before each move, or games for some seconds."""

    def __init__(self, games: int = GAMES, seconds: float = inf) -> None:
        """Set the number of games, and the time after which no further one begins."""
        self.games, self.seconds = games, seconds

    def __call__(self, game: CardGame[T], table: T, moves: Sequence[Move], rng: Rng) -> Move:
        """Return the move that was tried most often."""
        if len(moves) == 1:
            return moves[0]
        seat, root, end = game.to_move(table), _Node(), perf_counter() + self.seconds
        for _ in range(self.games):
            self._play_on(game, game.resample(table, seat, rng), root, rng)
            if perf_counter() > end:
                break
        tried = root.after
        return max(moves, key=lambda m: tried[m.number].visits if m.number in tried else 0)

    def _play_on(self, game: CardGame[T], table: T, node: _Node, rng: Rng) -> None:
        """Play a game to its end, and record in the tree who won."""
        path, growing = [node], True
        start, others = node, tuple[int, ...]()
        for _ in range(DEPTH):
            moves = game.moves(table)
            if not moves:
                break
            if growing:
                acting = game.acting(table)
                seat = acting[0]
                if acting != others:
                    start, known = node, node
                else:
                    known = start.beside.setdefault(seat, _Node())
                others = acting[1:]
                move = self._choose(game, table, known, moves, rng)
                growing = move.number in known.after
                path.append(known.after.setdefault(move.number, _Node(seat)))
                node = node.after.setdefault(move.number, _Node(seat))
            else:
                move = moves[rng(len(moves))]
            game.play(table, move, rng)
        values = prospects(game, table)
        for visited in path:
            visited.visits += 1
            visited.total += values[visited.seat] if visited.seat != OVER else 0.0

    def _choose(
        self, game: CardGame[T], table: T, node: _Node, moves: Sequence[Move], rng: Rng
    ) -> Move:
        """Return the move of highest bound.

        While some are untried: a move that wins at once, even if it is not the first time, or else
        an untried one.
        """
        fresh = [move for move in moves if move.number not in node.after]
        known = [(move, node.after[move.number]) for move in moves if move.number in node.after]
        for _, child in known:
            child.available += 1
        if fresh:
            return winning(game, table, moves, rng) or fresh[rng(len(fresh))]

        def bound(tried: tuple[Move, _Node]) -> float:
            child = tried[1]
            curiosity = CURIOSITY * sqrt(log(child.available + 1) / child.visits)
            return child.total / child.visits + curiosity

        return max(known, key=bound)[0]


PLAYERS: Mapping[str, Player] = {
    "random": at_random,
    "greedy": greedy,
    "mcts": cast("Player", Searching()),
}
"""Players by name; `mcts:200` simulates 200 games before each move, `mcts:2s` for two seconds."""

MOST_SEARCHED = 100_000
"""Maximum number of games simulated per move: more take hours for a game. A guess."""

LONGEST_SEARCH = 60
"""Maximum time of a search in seconds: more take hours for a game. A guess."""

_SEARCH = re.compile(r"mcts:(?:(?P<games>[0-9]{1,6})|(?P<seconds>[0-9]{1,3}(?:\.[0-9]{1,3})?)s)")
"""A search with the number of its games, or their time."""


def player_named(name: str) -> Player:
    """Return the player with this name; the name of a file runs it.

    Raises:
        KeyError: there is no player with this name.
        RulesFileError: the file of a player cannot be used.
    """
    if is_own(name):
        return cast("Player", OwnPlayer(name))
    if name in PLAYERS:
        return PLAYERS[name]
    return cast("Player", _search(name))


def _search(name: str) -> Searching:
    """Return the search with this name.

    Raises:
        KeyError: there is no such search.
    """
    match = _SEARCH.fullmatch(name)
    if not match:
        raise KeyError(name)
    games, seconds = int(match["games"] or MOST_SEARCHED), float(match["seconds"] or LONGEST_SEARCH)
    if not 1 <= games <= MOST_SEARCHED or not 0 < seconds <= LONGEST_SEARCH:
        raise KeyError(name)
    return Searching(games, seconds if match["seconds"] else inf)


def _check(name: str) -> None:
    """Check that there is a player with this name, without running a file.

    Raises:
        KeyError: there is none.
    """
    if not is_own(name) and name not in PLAYERS:
        _search(name)


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
        _check(said)
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
        _check(name)
        named[seat] = name
    return named
