"""Random sources, and rules that can be switched off."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

Rng: TypeAlias = Callable[[int], int]
"""Random source: `draw(n)` returns one of 0 .. n-1. Rules use no other source of randomness."""

OVER = -1
"""Seat to move when the game is over; real seats count from 0."""

Trace: TypeAlias = Callable[[str], None]
"""Called with the id of a rule when the rule takes effect."""


class Rules:
    """The rules in force. Every rule, and every clause of a rule, can be switched off by its id.

    A rule has an id such as `TTM-6`, a clause of it `TTM-6.share`. Switching off a rule also
    switches off its clauses.

    Args:
        ids: all existing rules and clauses.
        off: those to switch off.

    Raises:
        KeyError: `off` contains an id that is not in `ids`.
    """

    __slots__ = ("active", "on")

    def __init__(self, ids: Iterable[str], off: Iterable[str] = ()) -> None:
        """Compute the rules in force."""
        known, dark = frozenset(ids), frozenset(off)
        if dark - known:
            raise KeyError(*sorted(dark - known))
        self.active = frozenset(rule for rule in known if not {rule, rule_of(rule)} & dark)
        self.on: Callable[[str], bool] = self.active.__contains__
        """Whether a rule or clause is in force. A bound C method, because it is called very
        often."""


def rule_of(clause: str) -> str:
    """Return the rule that a clause belongs to; a rule belongs to itself.

    >>> rule_of("TTM-6.share")
    'TTM-6'
    """
    return clause.partition(".")[0]
