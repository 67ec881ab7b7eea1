"""A square grid of spaces: their names, and the lines through them.

Spaces count from 0, row by row from the top left; `b2` is column b (from the left), row 2 (from
the top).
"""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import TypeVar

T = TypeVar("T")


def space_names(side: int) -> tuple[str, ...]:
    """The names of all spaces, in order.

    >>> space_names(2)
    ('a1', 'b1', 'a2', 'b2')
    """
    return tuple(f"{ascii_lowercase[x]}{y + 1}" for y in range(side) for x in range(side))


def rows(side: int) -> list[tuple[int, ...]]:
    """The spaces of each row."""
    return [tuple(range(start, start + side)) for start in range(0, side * side, side)]


def columns(side: int) -> list[tuple[int, ...]]:
    """The spaces of each column."""
    return [tuple(range(start, side * side, side)) for start in range(side)]


def diagonals(side: int) -> list[tuple[int, ...]]:
    """The spaces of the two diagonals."""
    down, up = range(0, side * side, side + 1), range(side - 1, side * side - 1, side - 1)
    return [tuple(down), tuple(up)]


def without(cards: Sequence[T], card: T) -> list[T]:
    """The cards, one of this kind taken out if there is one.

    >>> without([3, 1, 3], 3)
    [1, 3]
    """
    rest = list(cards)
    if card in rest:
        rest.remove(card)
    return rest
