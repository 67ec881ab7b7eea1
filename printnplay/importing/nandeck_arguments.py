"""The arguments of functions of nanDECK: each is a sequence."""

from collections.abc import Sequence

from printnplay.importing.nandeck_sums import number_of

Given = Sequence[Sequence[str]]
"""The arguments of a function: each is a sequence, most often of one value."""


def said_at(given: Given, at: int, otherwise: str = "") -> str:
    """Return the first value of an argument."""
    return given[at][0] if at < len(given) and given[at] else otherwise


def number_at(given: Given, at: int, otherwise: float = 0) -> float:
    """Return the number of an argument."""
    found = number_of(said_at(given, at))
    return otherwise if found is None else found


def whole_at(given: Given, at: int, otherwise: int = 0) -> int:
    """Return the whole number of an argument, of four digits at most."""
    return int(max(-9_999, min(number_at(given, at, otherwise), 9_999)))


def rows_of(given: Given) -> list[list[str]]:
    """Return the arguments for each place of the longest; shorter ones begin anew."""
    longest = max(map(len, given), default=0)
    return [[one[at % len(one)] if one else "" for one in given] for at in range(longest)]
