"""Values of Ruby: texts, numbers, lists and tables, and what operators make of them."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from printnplay.kernel.strings import plain_name

LONGEST = 100_000
"""The longest list or text."""
LARGEST = 1e15
"""The largest number: places and copies are far smaller."""


class Symbol(str):
    """A symbol of Ruby; it equals a text with the same letters here, which decks rely on."""

    __slots__ = ()


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
        return self.columns[name if name in self.columns else names.get(plain_name(name), name)]

    def has(self, name: str) -> bool:
        """Return whether there is a column of a name."""
        return name in self.columns or plain_name(name) in map(plain_name, self.columns)

    def row(self, at: int) -> dict[str, Any]:
        """Return the cells of a row."""
        return {
            heading: column[at] if at < len(column) else None
            for heading, column in self.columns.items()
        }


def pattern_of(source: str) -> re.Pattern[str]:
    """Return a regular expression of the script.

    Raises:
        ValueError: it is one that may take long: with repeated groups, or many repetitions.
    """
    bare = re.sub(r"\\.|\[(?:[^\]\\]|\\.)*\]", "x", source)
    many = len(re.findall("[*+{]", bare)) > 2
    if len(source) > 100 or many or re.search(r"\)[*+{?]|\(\?", bare):
        raise ValueError("a regular expression")
    return re.compile(source)


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


def as_text(value: Any) -> str:
    """Return a value as Ruby writes it into a text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(as_text, value))}]"
    raise TypeError(type(value).__name__)


def formatted(text: str, values: Any) -> str:
    """Return a text with values put in, as by `%`."""
    given = values if isinstance(values, list) else [values]
    if re.search(r"%[^%]*(?:\d{3}|\*)", text):
        raise ValueError("a very wide format")
    return str(short(text % tuple(given)))


def indexed(of: Any, by: list[Any]) -> Any:
    """Return an item of a list, a text, a mapping or a table."""
    first = by[0]
    if isinstance(of, Frame):
        return of.column(str(first))
    if isinstance(of, Mapping):
        return of.get(first)
    if isinstance(of, str) and isinstance(first, str):
        return first if first in of else None
    if isinstance(first, int) and len(by) == 1:
        return of[first] if -len(of) <= first < len(of) else None
    return of[_slice(first, by, len(of))]


def _slice(first: Any, by: list[Any], length: int) -> slice:
    """Return the part that `[1, 2]`, `[1..3]` or `[1..]` is."""
    if len(by) == 2:
        return slice(first, first + by[1])
    if isinstance(first, tuple):
        return slice(first[0], None)
    return slice(first[0], first[-1] + 1 if first[-1] >= 0 else length)


def set_item(of: Any, by: Any, value: Any) -> None:
    """Set a column of a table, or an item of a mapping or list.

    Raises:
        TypeError: it is none of these.
    """
    if isinstance(of, Frame):
        of.columns[str(by)] = list(value) if isinstance(value, list | tuple) else [value]
    elif isinstance(of, dict) or (isinstance(of, list) and isinstance(by, int)):
        if isinstance(of, list) and by >= len(of):
            of.extend([None] * min(by + 1 - len(of), 1000))
        of[by] = value
    else:
        raise TypeError("item")


def looped(over: Any) -> list[Any] | None:
    """Return what `each` or `times` goes through; None if it is nothing that has items."""
    if isinstance(over, int) and not isinstance(over, bool):
        return list(range(min(over, 1000)))
    if isinstance(over, Frame | dict):
        columns = over.columns if isinstance(over, Frame) else over
        return [[heading, column] for heading, column in columns.items()]
    return over[:5_000] if isinstance(over, list) else None


def range_of(start: Any, end: Any, *, is_closed: bool) -> Any:
    """Return the items of a range: a list, or if it has no end, what `[1..]` needs."""
    if end is None:
        return (start, None, not is_closed)
    if isinstance(start, str):
        return [chr(one) for one in range(ord(start), ord(str(end)) + is_closed)][:1000]
    return list(range(int(start), min(int(end) + is_closed, int(start) + LONGEST)))


def is_case(value: Any, known: Any) -> bool:
    """Return whether a value is that of a `when`."""
    if isinstance(known, re.Pattern):
        return isinstance(value, str) and known.search(value[:1000]) is not None
    if isinstance(known, list) and not isinstance(value, list):
        return value in known
    return bool(known == value)


def _difference(one: Any, other: Any) -> Any:
    return (
        [item for item in one if item not in other] if isinstance(one, list) else short(one - other)
    )


def _product(one: Any, other: Any) -> Any:
    if isinstance(one, list | str) and len(one) * max(0, other) > LONGEST:
        raise ValueError("too long")
    return short(one * other)


def _quotient(one: Any, other: Any) -> Any:
    return one // other if isinstance(one, int) and isinstance(other, int) else one / other


def _remainder(one: Any, other: Any) -> Any:
    return formatted(one, other) if isinstance(one, str) else one % other


def _power(one: Any, other: Any) -> Any:
    if abs(one) >= 1e6 or abs(other) >= 20:
        raise ValueError("too large")
    return short(one**other)


def _appended(one: Any, other: Any) -> Any:
    if isinstance(one, str):
        return short(one + as_text(other))
    if not isinstance(one, list):
        raise LookupError("<<")
    one.append(other)
    return one


def _found(one: Any, other: Any) -> bool:
    return other.search(one[:1000]) is not None


OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "===": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "<=>": lambda one, other: (one > other) - (one < other),
    "+": lambda one, other: short(one + other),
    "-": _difference,
    "*": _product,
    "/": _quotient,
    "%": _remainder,
    "**": _power,
    "<<": _appended,
    "=~": _found,
    "!~": lambda one, other: not _found(one, other),
}
"""What operators between two values give."""
