"""The grid of Tic Tac K.O.: its spaces, which of them are adjacent, what objectives ask for.

A space is counted row by row from the top left. The lettered spaces lie down the right of the
numbered ones and along the bottom.
"""

from collections.abc import Mapping

SIDES: Mapping[str, int] = {"standard": 3, "advanced": 4}
"""Spaces along an edge of each grid."""

SPACES: Mapping[int, tuple[str, ...]] = {3: tuple("123456789"), 4: tuple("123A456B789CDEFG")}
"""The names of the spaces, by the length of an edge."""

STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Steps to neighbours, as rows down and columns right."""

SLANTING = tuple((down + right, right - down) for down, right in STRAIGHT)
"""The same, turned by half a right angle."""

OBJECTIVES: Mapping[str, tuple[str, str]] = {
    "objective-1": ("123", "AD"),
    "objective-2": ("456", "BF"),
    "objective-3": ("789", "CG"),
    "objective-4": ("147", "DG"),
    "objective-5": ("258", "CE"),
    "objective-6": ("369", "FG"),
    "objective-7": ("159", "AG"),
    "objective-8": ("357", "AD"),
    "objective-9": ("124", "BE"),
    "objective-10": ("236", "AB"),
    "objective-11": ("478", "DE"),
    "objective-12": ("689", "CF"),
}
"""The numbered spaces of each objective, and the lettered ones that advanced play adds."""


def neighbours(side: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """The spaces that these steps lead to, for each space of the grid.

    >>> neighbours(3, STRAIGHT)[0]
    (1, 3)
    """
    return tuple(
        tuple(
            (row + down) * side + column + right
            for down, right in steps
            if 0 <= row + down < side and 0 <= column + right < side
        )
        for row in range(side)
        for column in range(side)
    )


def asked_for(name: str, side: int, *, lettered: bool) -> tuple[int, ...]:
    """The spaces that an objective asks for, in order.

    >>> asked_for("objective-4", 4, lettered=True)
    (0, 4, 8, 12, 15)
    """
    numbers, letters = OBJECTIVES[name]
    return tuple(sorted(SPACES[side].index(one) for one in numbers + letters * lettered))
