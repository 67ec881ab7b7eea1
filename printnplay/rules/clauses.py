"""Clauses: the parts of the rules that can fail singly, each a named member of a game's class.

A clause has an id, `TTM-6.share` of the rule `TTM-6`, and a line that says what holds while it is
in force. It has one of four forms:

- `@forbids`: a method that is true of the moves that the clause forbids.
- `@allows`: a method that is true of the moves that only this clause allows.
- `@step`: a method that changes the table; switched off, it does nothing.
- `clause(...)`: a fact that other code asks for, true while the clause is in force.

`@always` marks no clause, but what holds in every position: `play` checks it.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeAlias, TypeVar, overload

from msgspec import Struct

Checking = TypeVar("Checking", bound=Callable[..., bool])
Working = TypeVar("Working", bound=Callable[..., None])

FORBIDS, ALLOWS, STEP, FACT = "forbids", "allows", "step", "fact"

Check: TypeAlias = Callable[[Any, Any], bool]
"""Whether a clause is about a move on a table."""

_CLAUSE = "__clause__"
"""The attribute in which a method keeps its clause."""

_PROMISE = "__promise__"
"""The attribute in which a method keeps what always holds."""


class Clause(Struct, frozen=True):
    """A clause: id, what holds while it is in force, its form, and the acts that it looks at."""

    id: str
    line: str
    form: str
    acts: tuple[str, ...] = ()


class Fact:
    """A clause that is asked for by name: `if self.dealt_singly`."""

    def __init__(self, clause: Clause) -> None:
        """Keep the clause."""
        self.clause = clause

    @overload
    def __get__(self, game: None, owner: type) -> "Fact": ...

    @overload
    def __get__(self, game: Any, owner: type) -> bool: ...

    def __get__(self, game: Any, owner: type) -> "Fact | bool":
        """The answer; a game that is not watched keeps it under the same name, which is faster."""
        return self if game is None else bool(game.on(self.clause.id))


def clause(id: str, line: str) -> Fact:
    """Declare a clause that other code asks for; an attribute of a game's class."""
    return Fact(Clause(id, line, FACT))


def forbids(id: str, line: str, *acts: str) -> Callable[[Checking], Checking]:
    """Declare a clause by a method `(self, table, move) -> bool`, true of forbidden moves.

    Args:
        id: of the clause, or of a rule that is one clause.
        line: what holds while it is in force.
        acts: the first words, or the names, of the moves that it looks at, such as `play`; none:
            all moves.
    """
    return lambda method: _marked(method, Clause(id, line, FORBIDS, acts))


def allows(id: str, line: str, *acts: str) -> Callable[[Checking], Checking]:
    """Declare a clause by a method `(self, table, move) -> bool`, true of moves only it allows."""
    return lambda method: _marked(method, Clause(id, line, ALLOWS, acts))


def step(id: str, line: str) -> Callable[[Working], Working]:
    """Declare a step: a method that changes the table, unless the clause is switched off."""
    return lambda method: _marked(method, Clause(id, line, STEP))


def always(line: str) -> Callable[[Checking], Checking]:
    """Declare what holds in each position: a method `(self, table) -> bool`.

    `play` asks it everywhere and reports the line where it is false.
    """

    def marked(method: Checking) -> Checking:
        vars(method)[_PROMISE] = line
        return method

    return marked


_Method = TypeVar("_Method", bound=Callable[..., Any])


def only_when_off(function: _Method) -> _Method:
    """Mark what matters only while clauses are off, such as a card without a part of it.

    No game is played by it, so that no mutants are made of it.
    """
    return function


def promises_of(owner: type) -> Iterator[tuple[str, str]]:
    """Yield what always holds, as lines, by the names of its members."""
    for name, member in _members_of(owner).items():
        line = getattr(member, _PROMISE, None)
        if isinstance(line, str):
            yield name, line


def _marked(method: _Method, clause: Clause) -> _Method:
    vars(method)[_CLAUSE] = clause
    return method


def _members_of(owner: type) -> dict[str, object]:
    """The members of a class by name, those of its bases first."""
    members: dict[str, object] = {}
    for base in reversed(owner.__mro__):
        members |= vars(base)
    return members


def clauses_of(owner: type) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses of a class by the names of its members, those of its bases first."""
    for name, member in _members_of(owner).items():
        found = member.clause if isinstance(member, Fact) else getattr(member, _CLAUSE, None)
        if isinstance(found, Clause):
            yield name, found


def nothing(*_: object) -> None:
    """Do nothing: a step that is switched off."""


def telling(work: Callable[..., None], rule: str, tell: Callable[[str], None]) -> Any:
    """Return a step that reports its rule to a trace before it is done."""

    @wraps(work)
    def told(*arguments: object) -> None:
        tell(rule)
        work(*arguments)

    return told


def noting(check: Check, clause: str, noted: set[str]) -> Check:
    """Return a check that notes its clause when it forbids a move."""

    def speaks_against(table: Any, move: Any) -> bool:
        speaks = check(table, move)
        if speaks:
            noted.add(clause)
        return speaks

    return speaks_against
