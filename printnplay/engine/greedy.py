"""Players of a study: each chooses one of the legal moves."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from printnplay.engine.kernel import Draw, Game, Move

Player: TypeAlias = Callable[[Game[Any], Any, Sequence[Move], Draw], Move]
"""Takes the game, the position, the legal moves and chance of its own; gives one of the moves."""


def at_random(game: Game[Any], state: object, moves: Sequence[Move], draw: Draw) -> Move:  # noqa: ARG001
    """Any move."""
    return moves[draw(len(moves))]


def greedy(game: Game[Any], state: Any, moves: Sequence[Move], draw: Draw) -> Move:  # noqa: ANN401
    """A move that wins at once; else one that does not lose at once; else any.

    Looks one move ahead, on a copy of the table as it lies: where a card drawn can win at once, it
    knows more than a player could.
    """
    neither: list[Move] = []
    for move in moves:
        winners = _after(game, state, move)
        if winners is None:
            neither.append(move)
        elif move.player in winners:
            return move
    chosen = neither or moves
    return chosen[draw(len(chosen))]


def _after(game: Game[Any], state: Any, move: Move) -> tuple[int, ...] | None:  # noqa: ANN401
    """Who has won after the move; None if nobody yet."""
    twin = state.copy()
    game.play(twin, move, lambda _: 0)
    return game.result(twin)


PLAYERS: Mapping[str, Player] = {"random": at_random, "greedy": greedy}
"""The players by name."""
