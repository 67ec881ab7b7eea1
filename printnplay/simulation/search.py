"""A player that searches: many games played on from the table, as far as its seat sees it.

Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012: each game begins
with the hidden cards dealt anew, all of them share one tree, and a move is tried more often the
better it has done, by the bound of Kocsis and Szepesvari, "Bandit based Monte-Carlo planning",
2006. Needs nothing of a game but its rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import TypeVar

from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER, Rng
from printnplay.rules.table import Table

T = TypeVar("T", bound=Table)

GAMES = 60
"""Games that are played on before each move, unless another number is asked for."""

DEPTH = 120
"""Moves after which a game is broken off and valued as it stands."""

CURIOSITY = 0.7
"""How much a move gains that was seldom tried; 0.7 for values from 0 to 1, as in the papers."""


@dataclass
class _Node:
    """What became of a move: how often it could be made and was, and what it returned in all."""

    seat: int = OVER
    visits: int = 0
    available: int = 0
    total: float = 0.0
    after: dict[int, "_Node"] = field(default_factory=dict)


@dataclass
class _Scale:
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
