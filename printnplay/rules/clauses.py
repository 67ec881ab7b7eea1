"""Clauses: the parts of rules that can be switched off separately, as members of a game's class.

A clause has an id, such as `TTM-6.share` of the rule `TTM-6`, and a line that states what holds
while it is in force. It has one of four forms:

- `@forbids`: a method that returns true for the moves that the clause forbids.
- `@allows`: a method that returns true for the moves that only this clause allows.
- `@step`: a method that changes the table; switched off, it does nothing.
- `clause(...)`: a fact that other code queries, true while the clause is in force.

`@always` marks not a clause but an invariant of every position: `play` checks it.
"""

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeAlias, TypeVar, overload

from msgspec import Struct

Checking = TypeVar("Checking", bound=Callable[..., bool])
Working = TypeVar("Working", bound=Callable[..., None])

FORBIDS, ALLOWS, STEP, FACT = "forbids", "allows", "step", "fact"

Check: TypeAlias = Callable[[Any, Any], bool]
"""Predicate of a clause, called with a table and a move."""

_CLAUSE = "__clause__"
"""Attribute of a method that stores its clause."""

_PROMISE = "__promise__"
"""Attribute of a method that stores its invariant."""


class Clause(Struct, frozen=True):
    """A clause: id, what holds while it is in force, its form, and the acts that it applies to.

    `place` is the file and line where it is declared.
    """

    id: str
    line: str
    form: str
    acts: tuple[str, ...]
    place: tuple[str, int]

    @classmethod
    def here(cls, id: str, line: str, form: str, acts: tuple[str, ...] = ()) -> "Clause":
        """Return a clause that the caller's caller declares."""
        frame = sys._getframe(2)
        return cls(id, line, form, acts, (frame.f_code.co_filename, frame.f_lineno))


class Fact:
    """Descriptor for a clause that is queried by name: `if self.dealt_singly`."""

    def __init__(self, clause: Clause) -> None:
        """Store the clause."""
        self.clause = clause

    @overload
    def __get__(self, game: None, owner: type) -> "Fact": ...

    @overload
    def __get__(self, game: Any, owner: type) -> bool: ...

    def __get__(self, game: Any, owner: type) -> "Fact | bool":
        """Return whether the clause is on; unwatched games cache this as an instance attribute."""
        return self if game is None else bool(game.on(self.clause.id))


def clause(id: str, line: str) -> Fact:
    """Declare a clause that other code queries, as an attribute of a game's class."""
    return Fact(Clause.here(id, line, FACT))


def forbids(id: str, line: str, *acts: str) -> Callable[[Checking], Checking]:
    """Decorate a method `(self, table, move) -> bool` that returns true for forbidden moves.

    Args:
        id: the id of the clause, or of a rule that consists of one clause.
        line: what holds while it is in force.
        acts: keys or names of the acts it applies to, such as `play`; all acts if empty.
    """
    clause = Clause.here(id, line, FORBIDS, acts)
    return lambda method: _marked(method, clause)


def allows(id: str, line: str, *acts: str) -> Callable[[Checking], Checking]:
    """Decorate a method `(self, table, move) -> bool`, true for moves that only it allows."""
    clause = Clause.here(id, line, ALLOWS, acts)
    return lambda method: _marked(method, clause)


def step(id: str, line: str) -> Callable[[Working], Working]:
    """Decorate a method that changes the table, unless the clause is switched off."""
    clause = Clause.here(id, line, STEP)
    return lambda method: _marked(method, clause)


def always(line: str) -> Callable[[Checking], Checking]:
    """Declare an invariant of every position: a method `(self, table) -> bool`.

    `play` checks it at each position and reports the line if it is false.
    """

    def marked(method: Checking) -> Checking:
        vars(method)[_PROMISE] = line
        return method

    return marked


_Method = TypeVar("_Method", bound=Callable[..., Any])


def only_when_off(function: _Method) -> _Method:
    """Mark code that only matters while clauses are off, such as a card without one of its parts.

    Normal games never use it, so it is not mutated.
    """
    return function


def promises_of(owner: type) -> Iterator[tuple[str, str]]:
    """Yield the invariants of a class: the name of the member and its line."""
    for name, member in _members_of(owner).items():
        line = getattr(member, _PROMISE, None)
        if isinstance(line, str):
            yield name, line


def _marked(method: _Method, clause: Clause) -> _Method:
    vars(method)[_CLAUSE] = clause
    return method


def _members_of(owner: type) -> dict[str, object]:
    """Return the members of a class by name, base classes first."""
    members: dict[str, object] = {}
    for base in reversed(owner.__mro__):
        members |= vars(base)
    return members


def clauses_of(owner: type) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses of a class by member name, base classes first."""
    for name, member in _members_of(owner).items():
        found = member.clause if isinstance(member, Fact) else getattr(member, _CLAUSE, None)
        if isinstance(found, Clause):
            yield name, found


def nothing(*_: object) -> None:
    """Do nothing, in place of a step that is switched off."""


def telling(work: Callable[..., None], rule: str, tell: Callable[[str], None]) -> Any:
    """Return a step that reports its rule to a trace before it runs."""

    @wraps(work)
    def told(*arguments: object) -> None:
        tell(rule)
        work(*arguments)

    return told


def noting(check: Check, clause: str, noted: set[str]) -> Check:
    """Return a check that records its clause when it forbids a move."""

    def speaks_against(table: Any, move: Any) -> bool:
        speaks = check(table, move)
        if speaks:
            noted.add(clause)
        return speaks

    return speaks_against
