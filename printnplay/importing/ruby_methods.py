"""Methods of Ruby for texts, numbers, lists, mappings and tables, as far as decks use them."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from printnplay.importing.ruby_words import NotUnderstoodError
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

    def column(self, name: str) -> list[Any] | None:
        """Return the column of a heading, or of its name in small letters with underscores."""
        if name in self.columns:
            return self.columns[name]
        for heading, cells in self.columns.items():
            if plain_name(heading) == plain_name(name):
                return cells
        return None


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


def indexed(of: Any, by: list[Any]) -> Any:  # noqa: C901, PLR0911
    """Return an item of a list, a text, a mapping or a table."""
    first = by[0]
    if isinstance(of, Frame):
        column = of.column(str(first))
        if column is None:
            raise KeyError(first)
        return column
    if isinstance(of, Mapping):
        return of.get(first)
    if isinstance(of, list | str):
        if len(by) == 2:
            return of[first : first + by[1]]
        if isinstance(first, int):
            return of[first] if -len(of) <= first < len(of) else None
        if isinstance(first, tuple):
            return of[first[0] :]
        if isinstance(first, list) and first:
            end = first[-1] + 1 if first[-1] >= 0 else len(of)
            return of[first[0] : end]
        if isinstance(of, str) and isinstance(first, str):
            return first if first in of else None
    raise TypeError("index")


def with_function(  # noqa: C901, PLR0911, PLR0912, PLR0915
    of: Any, name: str, function: Callable[..., Any], line: int
) -> Any:
    """Return the value of a method with a block, of a list, a table, a number or a mapping."""
    if isinstance(of, Frame):
        of = [[heading, column] for heading, column in of.columns.items()]
    if isinstance(of, dict):
        if name in ("map", "collect", "each", "flat_map"):
            of = [[key, value] for key, value in of.items()]
        elif name in ("transform_values",):
            return {key: function(value) for key, value in of.items()}
        elif name == "select":
            return {key: value for key, value in of.items() if is_true(function(key, value))}
    if isinstance(of, int) and name == "times":
        return [function(at) for at in range(min(of, 5000))]
    if isinstance(of, str) and name in ("gsub", "sub"):
        raise NotUnderstoodError(line, f"`{name}` with a block")
    if not isinstance(of, list):
        raise NotUnderstoodError(line, f"`{name}`")
    match name:
        case "map" | "collect" | "map!":
            return [function(one) for one in of]
        case "flat_map":
            return [part for one in of for part in _listed(function(one))]
        case "each":
            for one in of:
                function(one)
            return of
        case "each_with_index" | "each_with_object":
            for at, one in enumerate(of):
                function(one, at)
            return of
        case "each_index":
            for at in range(len(of)):
                function(at)
            return of
        case "map_with_index" | "with_index":
            return [function(one, at) for at, one in enumerate(of)]
        case "select" | "filter":
            return [one for one in of if is_true(function(one))]
        case "reject":
            return [one for one in of if not is_true(function(one))]
        case "find" | "detect":
            return next((one for one in of if is_true(function(one))), None)
        case "each_index_of" | "find_index" | "index":
            return next((at for at, one in enumerate(of) if is_true(function(one))), None)
        case "sort_by":
            return sorted(of, key=function)
        case "group_by":
            groups: dict[Any, list[Any]] = {}
            for one in of:
                groups.setdefault(function(one), []).append(one)
            return groups
        case "count":
            return sum(is_true(function(one)) for one in of)
        case "any?":
            return any(is_true(function(one)) for one in of)
        case "all?":
            return all(is_true(function(one)) for one in of)
        case "sum":
            return sum(function(one) for one in of)
        case "inject" | "reduce":
            total = of[0] if of else None
            for one in of[1:]:
                total = function(total, one)
            return total
    raise NotUnderstoodError(line, f"`{name}`")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _replaced(text: str, given: Sequence[Any], count: int) -> str:
    old, new = given
    if isinstance(new, Mapping):
        raise TypeError("mapping")
    if isinstance(old, re.Pattern):
        if len(text) > 1000:
            raise ValueError("a long text")
        return str(old.sub(re.sub(r"\\(\d)", r"\\g<\1>", str(new)), text, count=max(count, 0)))
    return text.replace(str(old), str(new), count)


_TEXTS: Mapping[str, Callable[..., Any]] = {
    "upcase": lambda text: text.upper(),
    "downcase": lambda text: text.lower(),
    "capitalize": lambda text: text.capitalize(),
    "strip": lambda text: text.strip(),
    "lstrip": lambda text: text.lstrip(),
    "rstrip": lambda text: text.rstrip(),
    "chomp": lambda text, end="\n": text.removesuffix(end),
    "chars": list,
    "lines": lambda text: text.splitlines(keepends=True),
    "reverse": lambda text: text[::-1],
    "empty?": lambda text: not text,
    "blank?": lambda text: not text.strip(),
    "to_sym": lambda text: Symbol(text),
    "include?": lambda text, part: part in text,
    "start_with?": lambda text, *parts: text.startswith(parts),
    "end_with?": lambda text, *parts: text.endswith(parts),
    "split": lambda text, by=None: (
        re.split(by, text) if isinstance(by, re.Pattern) else text.split(by if by != " " else None)
    ),
    "gsub": lambda text, *given: _replaced(text, given, -1),
    "sub": lambda text, *given: _replaced(text, given, 1),
    "tr": lambda text, old, new: text.translate(str.maketrans(old, new.ljust(len(old), new[-1:]))),
    "delete": lambda text, part: "".join(one for one in text if one not in part),
    "rjust": lambda text, width, fill=" ": text.rjust(min(width, 100), fill),
    "ljust": lambda text, width, fill=" ": text.ljust(min(width, 100), fill),
    "center": lambda text, width, fill=" ": text.center(min(width, 100), fill),
    "to_i": lambda text: int((re.match(r"\s*[+-]?\d{1,15}", text) or ["0"])[0]),
    "to_f": lambda text: float((re.match(r"\s*[+-]?\d{1,15}(\.\d{1,15})?", text) or ["0"])[0]),
    "concat": lambda text, other: text + other,
}

_LISTS: Mapping[str, Callable[..., Any]] = {
    "first": lambda one, number=None: (one[0] if one else None) if number is None else one[:number],
    "last": lambda one, number=None: (
        (one[-1] if one else None) if number is None else one[len(one) - number :]
    ),
    "join": lambda one, by="": by.join(map(as_text, one)),
    "reverse": lambda one: one[::-1],
    "uniq": lambda one: list(dict.fromkeys(one)),
    "compact": lambda one: [item for item in one if item is not None],
    "flatten": lambda one, _=None: [part for item in one for part in _listed(item)],
    "sort": sorted,
    "max": max,
    "min": min,
    "sum": sum,
    "empty?": lambda one: not one,
    "any?": bool,
    "include?": lambda one, item: item in one,
    "index": lambda one, item: one.index(item) if item in one else None,
    "zip": lambda one, *others: [list(pair) for pair in zip(one, *others, strict=False)],
    "transpose": lambda one: [list(row) for row in zip(*one, strict=True)],
    "push": lambda one, *items: one.extend(items) or one,
    "append": lambda one, *items: one.extend(items) or one,
    "concat": lambda one, *others: one.extend(item for other in others for item in other) or one,
    "take": lambda one, number: one[:number],
    "drop": lambda one, number: one[number:],
    "each_slice": lambda one, number: [one[at : at + number] for at in range(0, len(one), number)],
    "each_with_index": lambda one: [[item, at] for at, item in enumerate(one)],
    "map": lambda one: one,
    "each": lambda one: one,
    "to_a": lambda one: one,
    "values_at": lambda one, *places: [one[at] for at in places],
    "count": lambda one, *item: one.count(item[0]) if item else len(one),
    "product": lambda one, other: [[a, b] for a in one[:300] for b in other[:300]],
    "cycle": None,  # type: ignore[dict-item]  # endless
}

_NUMBERS: Mapping[str, Callable[..., Any]] = {
    "to_i": int,
    "to_f": float,
    "round": lambda number, digits=0: round(number, digits) if digits else round(number),
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "zero?": lambda number: number == 0,
    "even?": lambda number: number % 2 == 0,
    "odd?": lambda number: number % 2 == 1,
    "positive?": lambda number: number > 0,
    "succ": lambda number: number + 1,
}

_MAPPINGS: Mapping[str, Callable[..., Any]] = {
    "keys": list,
    "values": lambda one: list(one.values()),
    "fetch": lambda one, key, *other: one[key] if key in one else other[0],
    "key?": lambda one, key: key in one,
    "has_key?": lambda one, key: key in one,
    "include?": lambda one, key: key in one,
    "merge": lambda one, other: {**one, **other},
    "dig": lambda one, *keys: one.get(keys[0]) if len(keys) == 1 else None,
    "empty?": lambda one: not one,
    "to_a": lambda one: [[key, value] for key, value in one.items()],
}


def method_of(of: Any, name: str, given: list[Any]) -> Any:  # noqa: C901, PLR0911, PLR0912
    """Return the value of a method without a block.

    Raises:
        LookupError, TypeError, ValueError: there is no such method here.
    """
    if name in ("to_s", "inspect"):
        return as_text(of)
    if name == "nil?":
        return of is None
    if name in ("dup", "clone", "freeze", "itself", "lazy", "to_h") and not given:
        return dict(of) if isinstance(of, dict) else list(of) if isinstance(of, list) else of
    if name in ("size", "length") and isinstance(of, list | str | dict):
        return len(of)
    if isinstance(of, Frame):
        if name in ("nrows", "size", "length"):
            return of.rows
        if name == "ncolumns":
            return len(of.columns)
        if name in ("columns", "keys"):
            return list(of.columns)
        if name in ("col?", "key?", "has_key?"):
            return of.column(str(given[0])) is not None
        if name == "row":
            return {
                heading: column[given[0]] if given[0] < len(column) else None
                for heading, column in of.columns.items()
            }
        column = of.column(name)
        if column is None:
            raise KeyError(name)
        return column
    if of is None:
        nothing = {"to_i": 0, "to_f": 0.0, "to_a": [], "empty?": True}
        return nothing[name]
    for kind, methods in (
        (str, _TEXTS),
        (list, _LISTS),
        (bool, {}),
        (int | float, _NUMBERS),
        (dict, _MAPPINGS),
    ):
        if isinstance(of, kind):
            method = methods.get(name.removesuffix("!"))
            if method is None:
                raise KeyError(name)
            return short(method(of, *given))
    raise KeyError(name)
