"""Values of Ruby: texts, numbers, lists, mappings, tables, objects, and what operators make."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from msgspec import Struct

from printnplay.importing.ruby_patterns import checked
from printnplay.importing.ruby_ranges import LARGEST, LONGEST, Range
from printnplay.importing.ruby_scopes import Function, Instance, Module
from printnplay.importing.ruby_tree import NotUnderstoodError
from printnplay.kernel.strings import plain_name

Do = Callable[..., Any] | None
"""The block of a method."""
Methods = Mapping[str, Callable[..., Any]]
"""Methods by name: each takes a value, the block, and arguments."""


def table(methods: Methods) -> Methods:
    """Return methods that may have several names: `map collect`."""
    return {one: method for names, method in methods.items() for one in names.split()}


class Symbol(str):
    """A symbol of Ruby; it equals a text with the same letters here, which decks rely on."""

    __slots__ = ()


class Hash(dict[Any, Any]):
    """A mapping that has a value for keys that are not in it: `Hash.new(0)`."""

    value: Any = None
    made: Callable[[Any], Any] | None = None

    def __missing__(self, key: Any) -> Any:
        """Return the value for such a key."""
        return self.value if self.made is None else self.made(key)


class Set(list[Any]):
    """A set: a list that has each item once."""


class Rows(list[Any]):
    """The rows of a table with headings, as mappings: `CSV.read(file, headers: true)`."""

    headings: Sequence[str] = ()


class Sheet(list[Any]):
    """The rows of a sheet of a workbook, as Roo reads it; `other` returns another sheet."""

    other: Callable[[Any], "Sheet"]


class Options(dict[Any, Any]):
    """The arguments of a call that have names."""


class RubyError(ValueError):
    """An error that Ruby would raise, by the name of its class."""

    def __init__(self, kind: str, message: str) -> None:
        """Keep the class and the message."""
        super().__init__(message)
        self.kind = kind


class Unknown(Struct, frozen=True):
    """What stands for a value that cannot be worked out; whoever needs it learns why."""

    error: NotUnderstoodError


def snake_case(text: str) -> str:
    """Return the name of the method that Squib makes of a heading."""
    text = re.sub(r"\s+", "_", text.strip())
    text = re.sub("([A-Z]+)([A-Z][a-z])", r"\1_\2", text)
    return re.sub("([a-z]+)([A-Z])", r"\1_\2", text).lower()


class Frame:
    """A table: columns by heading, as Squib hands them to scripts."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        """Take the columns."""
        self.columns = columns

    @property
    def rows(self) -> int:
        """The number of its rows."""
        return max((len(column) for column in self.columns.values()), default=0)

    def column(self, name: str) -> list[Any]:
        """Return the column of a heading, or of its name in small letters with underscores.

        Raises:
            LookupError: there is none.
        """
        names = {plain_name(heading): heading for heading in reversed(self.columns)}
        names |= {snake_case(heading): heading for heading in reversed(self.columns)}
        found = names.get(name, names.get(plain_name(name), name))
        return self.columns[name if name in self.columns else found]

    def has(self, name: str) -> bool:
        """Return whether there is a column of a name."""
        if name in self.columns or plain_name(name) in map(plain_name, self.columns):
            return True
        return name in map(snake_case, self.columns)

    def row(self, at: int) -> dict[str, Any]:
        """Return the cells of a row."""
        return {
            heading: column[at] if at < len(column) else None
            for heading, column in self.columns.items()
        }


class Kind(Struct, frozen=True):
    """A class of Ruby itself, for `is_a?` and `case`."""

    name: str
    types: tuple[type, ...]


KINDS = {
    name: Kind(name, types)
    for name, types in {
        "String": (str,), "Symbol": (Symbol,), "Integer": (int,), "Float": (float,),
        "Numeric": (int, float), "Array": (list,), "Hash": (dict,), "Range": (Range,),
        "Proc": (Function,), "NilClass": (type(None),), "Regexp": (re.Pattern,),
        "Enumerable": (list, dict, Range), "Struct": (Instance,), "TrueClass": (), "FalseClass": (),
        "Comparable": (int, float, str), "Object": (object,), "BasicObject": (object,),
        "Class": (Module,), "Module": (Module,), "Kernel": (object,), "Method": (), "Set": (Set,),
    }.items()
}  # fmt: skip


class Enumerator(Struct, frozen=True):
    """A method that waits for its block: `map.with_index { }`."""

    of: Any
    name: str


def is_many(value: Any) -> bool:
    """Return whether `*` before a value makes several of it."""
    is_struct = isinstance(value, Instance) and value.of.is_struct
    return is_struct or isinstance(value, list | dict | Range | Enumerator)


def is_kind(value: Any, kind: Any) -> bool:
    """Return whether a value is of a class."""
    if isinstance(kind, Module):
        return isinstance(value, Instance) and kind in value.of.lines()
    if isinstance(value, bool) and kind.name in ("TrueClass", "FalseClass", "Object"):
        return kind.name in (f"{value}Class", "Object")
    is_odd = isinstance(value, bool) or (isinstance(value, Symbol) and str in kind.types)
    return isinstance(value, kind.types) and not is_odd


def is_true(value: Any) -> bool:
    """Return whether a condition with this value is true."""
    return value is not None and value is not False


def short(value: Any) -> Any:
    """Return a value.

    Raises:
        ValueError: it is longer or larger than decks need.
    """
    if isinstance(value, str | list) and len(value) > LONGEST:
        raise ValueError("too long")
    if isinstance(value, int | float) and abs(value) > LARGEST:
        raise ValueError("too large")
    return value


def known(value: Any) -> Any:
    """Return a value.

    Raises:
        NotUnderstoodError: it could not be worked out.
    """
    if isinstance(value, Unknown):
        raise value.error
    return value


def as_text(value: Any) -> str:
    """Return a value as Ruby writes it into a text."""
    if value is None:
        return ""
    return str(value) if isinstance(value, str) else inspected(value)


def inspected(value: Any) -> str:
    """Return a value as Ruby shows it to developers."""
    for kind, show in _SHOWN:
        if isinstance(known(value), kind):
            return show(value)
    raise TypeError(type(value).__name__)


_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"})
_PLAIN = re.compile(r"[^\W\d]\w*[?!=]?$|[^\w\s]{1,3}$")
"""Symbols that are shown without quotation marks."""


def _quoted(text: str) -> str:
    return '"' + re.sub(r"#(?=[{$@])", r"\#", text.translate(_ESCAPED)) + '"'


_SHOWN: Sequence[tuple[Any, Callable[[Any], str]]] = (
    (type(None), lambda _: "nil"),
    (bool, lambda value: "true" if value else "false"),
    (Symbol, lambda value: f":{value if re.match(_PLAIN, value) else _quoted(value)}"),
    (str, lambda value: _quoted(value)),
    (int | float, lambda value: re.sub(r"^(-?\d+)e", r"\1.0e", repr(value))),
    (list | tuple, lambda value: f"[{', '.join(map(inspected, value))}]"),
    (Range, lambda value: f"{as_text(value.start)}..{'.' * value.is_open}{as_text(value.end)}"),
    (
        dict,
        lambda value: (
            "{" + ", ".join(f"{inspected(key)}=>{inspected(of)}" for key, of in value.items()) + "}"
        ),
    ),
    (Kind | Module, lambda value: value.name),
    (datetime, lambda value: f"{value:%Y-%m-%d %H:%M:%S %z}"),
    (date, str),
    (Instance, str),
)


def as_key(value: Any) -> Any:
    """Return a value as a key of a mapping."""
    return tuple(map(as_key, value)) if isinstance(value, list | tuple) else value


def as_pairs(of: Mapping[Any, Any]) -> list[Any]:
    """Return the pairs of a mapping as lists."""
    return [[list(key) if isinstance(key, tuple) else key, value] for key, value in of.items()]


def fresh(text: str) -> str:
    """Return a copy of a text, which may change without the other."""
    return text[:1] + text[1:]


def is_case(value: Any, wanted: Any) -> bool:
    """Return whether a value is that of a `when`."""
    match wanted:
        case re.Pattern():
            return isinstance(value, str) and wanted.search(checked(wanted, value)) is not None
        case Range():
            return wanted.has(value)
        case Kind() | Module():
            return is_kind(value, wanted)
    if callable(wanted):
        return is_true(wanted(value))
    return equal(value, wanted)


def equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal; true is not 1."""
    if isinstance(known(one), bool) or isinstance(known(other), bool):
        return one is other
    return bool(one == other)
