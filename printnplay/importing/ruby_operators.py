"""What operators of Ruby make of values: sums, comparisons, formats, items and slices."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from printnplay.importing.ruby_patterns import checked
from printnplay.importing.ruby_ranges import LONGEST, Range
from printnplay.importing.ruby_values import (
    Frame,
    Hash,
    Rows,
    Set,
    as_key,
    as_text,
    equal,
    inspected,
    is_case,
    short,
)


def _product(one: Any, other: Any) -> Any:
    if isinstance(one, list) and isinstance(other, str):
        return other.join(map(as_text, one))
    if isinstance(one, list | str) and len(one) * max(0, other) > LONGEST:
        raise ValueError("too long")
    return short(one * other)


def _power(one: Any, other: Any) -> Any:
    if isinstance(one, int) and isinstance(other, int) and other < 0:
        return short(float(one) ** other)
    if abs(one) >= 1e6 or abs(other) >= 20:
        raise ValueError("too large")
    return short(one**other)


def _appended(one: Any, other: Any) -> Any:
    if isinstance(one, str):
        return short(one + as_text(other))
    if not isinstance(one, list):
        raise LookupError("<<")
    if not isinstance(one, Set) or other not in one:
        one.append(other)
    return short(one)


def match_of(one: Any, other: Any) -> re.Match[str] | None:
    """Return where a pattern is in a text."""
    pattern, text = (other, one) if isinstance(other, re.Pattern) else (one, other)
    return pattern.search(checked(pattern, text)) if isinstance(text, str) else None


def _found(one: Any, other: Any) -> Any:
    found = match_of(one, other)
    return None if found is None else found.start()


def _ordered(one: Any, other: Any) -> int | None:
    try:
        return int(one > other) - int(one < other)
    except TypeError:
        return None


OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": equal,
    "===": lambda one, other: is_case(other, one),
    "eql?": equal,
    "!=": lambda one, other: not equal(one, other),
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "<=>": _ordered,
    "+": lambda one, other: short(one + other),
    "-": lambda one, other: (
        type(one)(item for item in one if item not in other)
        if isinstance(one, list)
        else short(one - other)
    ),
    "*": _product,
    "/": lambda one, other: (
        one // other if isinstance(one, int) and isinstance(other, int) else one / other
    ),
    "%": lambda one, other: formatted(one, other) if isinstance(one, str) else one % other,
    "**": _power,
    "<<": _appended,
    "=~": _found,
    "!~": lambda one, other: _found(one, other) is None,
    "&": lambda one, other: (
        type(one)(dict.fromkeys(as_key(item) for item in one if item in other))
        if isinstance(one, list)
        else one & other
    ),
    "|": lambda one, other: (
        type(one)({as_key(item): item for item in [*one, *other]}.values())
        if isinstance(one, list)
        else one | other
    ),
    "^": operator.xor,
}
"""What operators between two values give."""


_FORMAT = re.compile(r"%(?:<(\w+)>|\{(\w+)\})?([-+ 0#]*\d{0,2})(\.\d{1,2})?([sdifgexXobcp%]?)")


def formatted(text: str, values: Any) -> str:
    """Return a text with values put in, as by `%`."""
    given = iter(values if isinstance(values, list) else [values])

    def put(found: re.Match[str]) -> str:
        named, plain, flags, digits, kind = found.groups()
        if kind == "%":
            return "%"
        if plain:
            return as_text(values[plain]) + found[0].partition("}")[2]
        value = values[named] if named else next(given)
        if kind == "c" and isinstance(value, int):
            value = chr(value)
        if kind in ("", "s", "p", "c"):
            shown = (inspected if kind == "p" else as_text)(value)
            return f"%{flags}{digits or ''}s" % shown
        is_whole = kind in ("d", "i", "x", "X", "o", "b")
        number = int(float(value)) if is_whole else float(value)
        if kind == "b":
            return format(number, f"{flags}b")
        return f"%{flags}{digits or ''}{kind}" % number

    return str(short(_FORMAT.sub(put, text)))


def indexed(of: Any, by: list[Any]) -> Any:
    """Return an item of a list, a text, a mapping, a table or a match."""
    first = by[0]
    of = [of[0], *of.groups()] if isinstance(of, re.Match) and isinstance(first, int) else of
    match of:
        case Frame():
            return of.column(str(first)) if of.has(str(first)) else None
        case dict() | re.Match():
            key = as_key(first)
            return of[key] if isinstance(of, Hash | re.Match) or key in of else None
        case str() if isinstance(first, str | re.Pattern):
            return _part(of, first, *by[1:])
        case list() if isinstance(first, str) and (isinstance(of, Rows) or isinstance(of[0], dict)):
            return [row.get(first) for row in of]
    if not isinstance(first, Range) and len(by) == 1:
        return of[int(first)] if -len(of) <= first < len(of) else None
    start = int(first) + (len(of) if first < 0 else 0) if len(by) == 2 else 0
    part = slice(start, start + by[1]) if len(by) == 2 else first.slice(len(of))
    return None if part.start > len(of) else of[part]


def _part(text: str, wanted: Any, group: Any = 0) -> str | None:
    if isinstance(wanted, str):
        return wanted if wanted in text else None
    found = wanted.search(checked(wanted, text))
    return None if found is None else found[group]


def set_item(of: Any, by: Any, value: Any, number: int | None = None) -> None:
    """Set a column of a table, or an item of a mapping or list.

    Raises:
        TypeError: it is none of these.
    """
    if isinstance(of, Frame):
        is_many = isinstance(value, list | tuple)
        of.columns[str(by)] = list(value) if is_many else [value] * max(of.rows, 1)
    elif isinstance(of, list) and (number is not None or isinstance(by, Range)):
        part = by.slice(len(of)) if isinstance(by, Range) else slice(by, by + (number or 0))
        of[part] = value if isinstance(value, list) else [value]
    elif isinstance(of, dict) or (isinstance(of, list) and isinstance(by, int)):
        if isinstance(of, list) and by >= len(of):
            of.extend([None] * min(by + 1 - len(of), 1000))
        of[as_key(by)] = value
    else:
        raise TypeError("item")


def dug(one: Any, _: Any, *keys: Any) -> Any:
    """Return an item of an item, as deep as there are keys; nil where there is none."""
    for key in keys:
        one = None if one is None else indexed(one, [key])
    return one
