"""What the rules of every game offer: positions, named moves, rules with a switch."""

import json
from collections.abc import Callable, Iterable
from typing import ClassVar, NamedTuple, Self, TypeAlias, TypeVar

Rng: TypeAlias = Callable[[int], int]
"""Chance: `draw(n)` is one of 0 .. n-1. Rules know no other source of luck."""

OVER = -1
"""Whose move it is when nobody may move any more."""

Trace: TypeAlias = Callable[[str], None]
"""Is told the id of a rule at the moment the rule takes effect."""


class Move(NamedTuple):
    """A move as the rules handle it; `names` and `steps` of a game turn it into words and back.

    `player` is a seat, clockwise from 0; `action` a card or another thing to do; `place` where it
    goes, or -1. Moves sort by these three.
    """

    player: int
    action: int
    place: int = -1


class Table:
    """A position: a subclass names its parts in `__slots__`, each an int or lists of ints."""

    __slots__: tuple[str, ...] = ()

    parts: ClassVar[tuple[str, ...]] = ()
    """The slots of the class and of those it builds on."""

    def __init_subclass__(cls) -> None:
        """Gather the parts."""
        classes = reversed(cls.__mro__)
        cls.parts = tuple(slot for one in classes for slot in vars(one).get("__slots__", ()))

    def copy(self) -> Self:
        """A position of its own: playing on it leaves this one alone."""
        twin = object.__new__(type(self))
        for slot in self.parts:
            setattr(twin, slot, _copy(getattr(self, slot)))
        return twin

    def to_json(self) -> str:
        """The whole position as JSON."""
        return json.dumps({slot: getattr(self, slot) for slot in self.parts})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The position that `to_json` wrote.

        Raises:
            ValueError: not the JSON of such a position.
        """
        parts = json.loads(text)
        if not isinstance(parts, dict) or set(parts) != set(cls.parts):
            raise ValueError(text)
        table = object.__new__(cls)
        for slot, value in parts.items():
            setattr(table, slot, value)
        return table

    def __eq__(self, other: object) -> bool:
        """Whether every part is the same."""
        return type(other) is type(self) and all(
            getattr(self, slot) == getattr(other, slot) for slot in self.parts
        )

    __hash__ = None  # type: ignore[assignment]


def _copy(part: object) -> object:
    """The part with lists of its own, however deep."""
    return [_copy(one) for one in part] if isinstance(part, list) else part


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
        self.active = frozenset(one for one in known if not {one, rule_of(one)} & dark)
        self.on: Callable[[str], bool] = self.active.__contains__
        """Whether a rule or clause is in force; asked so often that nothing stands in between."""


def rule_of(clause: str) -> str:
    """The rule that a clause belongs to; a rule belongs to itself.

    >>> rule_of("TTM-6.share")
    'TTM-6'
    """
    return clause.partition(".")[0]


T = TypeVar("T", bound=Table)
