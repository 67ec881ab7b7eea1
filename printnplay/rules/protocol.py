"""What a rules module offers, and what a worked example gives and misses."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from printnplay.kernel.values import Plain

Given: TypeAlias = Mapping[str, Plain]
"""The words of a part of a worked example, by their keys."""


class Miss(NamedTuple):
    """A claim that did not come out: its path, what the example says, what the rules give."""

    path: str
    expected: str
    found: str


class RulesModule(Protocol):
    """What a rules module offers by name. A game of one's own is a module with these.

    `COMPONENTS` is the box (card id -> number), `FACTS` the numbers that texts quote, `SENTENCES`
    the rules by id in one line each, `CLAUSES` their parts that can fail separately, `EFFECTS` the
    numbers of what cards do, by card, `RULES_OF_CARDS` for each card that does something the rule
    or clause that says what, `VARIANTS` the ways to play (name -> choices, the first one
    is played unless another is chosen). A `CardGame` offers all of them.
    """

    COMPONENTS: Mapping[str, int]
    FACTS: Mapping[str, int]
    SENTENCES: Mapping[str, str]
    CLAUSES: Mapping[str, str]
    EFFECTS: Mapping[str, Mapping[str, int]]
    RULES_OF_CARDS: Mapping[str, str]
    VARIANTS: Mapping[str, tuple[str, ...]]
    new_game: Any
    """The class of the game: `new_game(off, length="one-round")` is a game at work, with some rules
    and clauses switched off and some variants chosen."""
