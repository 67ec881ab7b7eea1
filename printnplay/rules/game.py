"""Chance, and rules with a switch."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

Rng: TypeAlias = Callable[[int], int]
"""Chance: `draw(n)` is one of 0 .. n-1. Rules know no other source of luck."""

OVER = -1
"""The seat to move when the game is over: seats count from 0."""

Trace: TypeAlias = Callable[[str], None]
"""Called with the id of a rule when the rule takes effect."""


class Rules:
    """The rules in force. Every rule, and every clause of a rule, can be switched off by its id.

    A rule is `TTM-6`, a clause of it `TTM-6.share`; a rule that is off takes its clauses along.

    Args:
        ids: all rules and clauses there are.
        off: those that are switched off.

    Raises:
        KeyError: `off` names something that is not in `ids`.
    """

    __slots__ = ("active", "on")

    def __init__(self, ids: Iterable[str], off: Iterable[str] = ()) -> None:
        """Note which rules are on."""
        known, dark = frozenset(ids), frozenset(off)
        if dark - known:
            raise KeyError(*sorted(dark - known))
        self.active = frozenset(rule for rule in known if not {rule, rule_of(rule)} & dark)
        self.on: Callable[[str], bool] = self.active.__contains__
        """Whether a rule or clause is in force; asked so often that nothing stands in between."""


def rule_of(clause: str) -> str:
    """Return the rule that a clause belongs to; a rule belongs to itself.

    >>> rule_of("TTM-6.share")
    'TTM-6'
    """
    return clause.partition(".")[0]
