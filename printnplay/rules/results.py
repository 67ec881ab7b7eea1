"""What the rules say of the end of a game: the winners and the payoffs, which may be wrong."""

from collections.abc import Sequence
from math import isfinite


class ResultError(ValueError):
    """The rules name winners or payoffs that cannot be."""


def winners_of(named: Sequence[int], players: int) -> tuple[int, ...]:
    """Return the winners that rules name.

    Raises:
        ResultError: one of them is no seat, or is named twice.
    """
    won = tuple(named)
    for seat in won:
        if type(seat) is not int or not 0 <= seat < players:
            raise ResultError(
                f"the winner {_shown(seat)} is not a seat: they are 0 to {players - 1}"
            )
    if len({*won}) < len(won):
        raise ResultError(f"a seat wins twice: {list(won)}")
    return won


def payoffs_of(named: Sequence[float], players: int) -> tuple[float, ...]:
    """Return the payoffs or points of the seats that rules name.

    Raises:
        ResultError: there is not one for each seat, or one is not a finite number.
    """
    worth = tuple(map(float, named))
    if len(worth) != players:
        raise ResultError(f"there are {len(worth)} payoffs for {players} players")
    for seat, value in enumerate(worth):
        if not isfinite(value):
            raise ResultError(f"the payoff of seat {seat} is {value}, which is not a finite number")
    return worth


def _shown(value: object) -> str:
    """Return a small number as it is, and the type of anything else."""
    if type(value) is float or (type(value) is int and abs(value) < 10**9):
        return str(value)
    return f"of type {type(value).__name__}"
