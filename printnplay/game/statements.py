"""Statements: which clauses of the rules each text states, and what it must say about them."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct, field

from printnplay.kernel.diagnostics import Span


class Name(NamedTuple):
    """The name of a clause, text or fact, and its place in states.yaml."""

    name: str
    span: Span


class Tie(Struct, frozen=True):
    """The clauses or rules that a text states, and facts that it says in every language."""

    states: tuple[Name, ...] = ()
    says: tuple[Name, ...] = ()
    span: Span = Span("")


class Statements(Struct, frozen=True):
    """The contents of states.yaml.

    `texts` are ties by the key of a text. `clauses` are facts that every text about a clause or
    rule says. `no_rule` are texts that state no rule, or first parts of their keys.
    """

    span: Span
    texts: Mapping[str, Tie] = field(default_factory=dict)
    clauses: Mapping[str, Tie] = field(default_factory=dict)
    no_rule: Mapping[str, Name] = field(default_factory=dict)

    def states_no_rule(self, key: str) -> bool:
        """Return whether a text is listed as one that states no rule."""
        return any(f"{key}.".startswith(f"{stem}.") for stem in self.no_rule)
