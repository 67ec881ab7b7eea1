"""What operators of Ruby make of two values, and formats."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from printnplay.importing.ruby_patterns import checked
from printnplay.importing.ruby_ranges import LONGEST
from printnplay.importing.ruby_values import Set, as_key, as_text, equal, inspected, is_case, short


def _difference(one: Any, other: Any) -> Any:
    if isinstance(one, list):
        return type(one)(item for item in one if item not in other)
    return short(one - other)


def _product(one: Any, other: Any) -> Any:
    if isinstance(one, list) and isinstance(other, str):
        return other.join(map(as_text, one))
    if isinstance(one, list | str) and len(one) * max(0, other) > LONGEST:
        raise ValueError("too long")
    return short(one * other)


def _quotient(one: Any, other: Any) -> Any:
    return one // other if isinstance(one, int) and isinstance(other, int) else one / other


def _remainder(one: Any, other: Any) -> Any:
    return formatted(one, other) if isinstance(one, str) else one % other


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
    "-": _difference,
    "*": _product,
    "/": _quotient,
    "%": _remainder,
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
