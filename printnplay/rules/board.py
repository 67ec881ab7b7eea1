"""Square grids: names of spaces, and the lines through them.

Spaces are indexed from 0, row by row from the top left. `b2` is column b (from the left), row 2
(from the top).
"""

from collections.abc import Sequence
from math import isqrt
from string import ascii_lowercase
from typing import TypeVar

T = TypeVar("T")


def space_names(side: int) -> tuple[str, ...]:
    """Return the names of all spaces in index order.

    >>> space_names(2)
    ('a1', 'b1', 'a2', 'b2')
    """
    return tuple(f"{ascii_lowercase[x]}{y + 1}" for y in range(side) for x in range(side))


def rows(spaces: Sequence[T]) -> list[tuple[T, ...]]:
    """Return the rows of a square grid.

    >>> rows(space_names(2))
    [('a1', 'b1'), ('a2', 'b2')]
    """
    side = side_of(spaces)
    return [tuple(spaces[start : start + side]) for start in range(0, len(spaces), side)]


def columns(spaces: Sequence[T]) -> list[tuple[T, ...]]:
    """Return the columns of a square grid."""
    return list(zip(*rows(spaces), strict=True))


def diagonals(spaces: Sequence[T]) -> list[tuple[T, ...]]:
    """Return the two diagonals of a square grid."""
    side = side_of(spaces)
    return [tuple(spaces[:: side + 1]), tuple(spaces[side - 1 : -1 : side - 1])]


def lines(
    spaces: Sequence[T],
    *,
    in_rows: bool = True,
    in_columns: bool = True,
    in_diagonals: bool = True,
) -> list[tuple[T, ...]]:
    """Return the selected lines of a square grid: rows, columns and diagonals.

    >>> len(lines(space_names(3))), len(lines(space_names(3), in_diagonals=False))
    (8, 6)
    """
    return rows(spaces) * in_rows + columns(spaces) * in_columns + diagonals(spaces) * in_diagonals


def side_of(spaces: Sequence[object]) -> int:
    """Return the side length of a square grid, in spaces."""
    return isqrt(len(spaces))


STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Offsets to spaces that share an edge, as (rows down, columns right)."""

SLANTING = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Offsets to spaces that share only a corner, as (rows down, columns right)."""


def neighbours(
    spaces: Sequence[str], steps: Sequence[tuple[int, int]]
) -> dict[str, tuple[str, ...]]:
    """Return the spaces at these offsets from each space of a square grid.

    >>> neighbours(space_names(3), STRAIGHT)["a1"]
    ('b1', 'a2')
    """
    side = side_of(spaces)
    return {
        space: tuple(
            spaces[(at // side + down) * side + at % side + right]
            for down, right in steps
            if 0 <= at // side + down < side and 0 <= at % side + right < side
        )
        for at, space in enumerate(spaces)
    }
