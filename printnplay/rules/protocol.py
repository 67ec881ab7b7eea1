"""The interface of a rules module, and types shared by worked examples."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from printnplay.kernel.values import Plain

Given: TypeAlias = Mapping[str, Plain]
"""Values of one part of a worked example, by key."""


class Miss(NamedTuple):
    """A false claim: its path, the value in the example, and the value by the rules."""

    path: str
    expected: str
    found: str


class RulesModule(Protocol):
    """The attributes of a rules module. Rules of your own are a module with these.

    `COMPONENTS` is the box (card id -> number), `FACTS` are numbers that texts quote, `SENTENCES`
    is one sentence per rule id, `CLAUSES` are the parts of rules that can be switched off
    separately, `EFFECTS` are the numbers of card effects, by card, `RULES_OF_CARDS` is the rule or
    clause that defines the effect of each such card, and `VARIANTS` are the variants (name ->
    choices, the first being the default). `DECK` is a hash of what the rules read of the deck.
    `EDITIONS` are the editions with classes of their own. A
    `CardGame` provides all of them.
    """

    COMPONENTS: Mapping[str, int]
    FACTS: Mapping[str, int]
    SENTENCES: Mapping[str, str]
    CLAUSES: Mapping[str, str]
    EFFECTS: Mapping[str, Mapping[str, int]]
    RULES_OF_CARDS: Mapping[str, str]
    VARIANTS: Mapping[str, tuple[str, ...]]
    DECK: str
    EDITIONS: tuple[str, ...]
    new_game: Any
    """The class of the game: `new_game(off, length="one-round")` creates a game with some rules and
    clauses switched off and some variants chosen."""
