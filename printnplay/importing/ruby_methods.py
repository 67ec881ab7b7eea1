"""Methods of Ruby for texts, numbers, lists, mappings and tables, as far as decks use them."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from printnplay.importing.ruby_values import Frame, Symbol, as_text, is_true, short


def with_function(of: Any, name: str, function: Callable[..., Any]) -> Any:
    """Return the value of a method with a block, of a list, a table, a number or a mapping.

    Raises:
        LookupError: there is no such method here.
    """
    if isinstance(of, Frame):
        of = of.columns
    if isinstance(of, dict):
        if name == "transform_values":
            return {key: function(value) for key, value in of.items()}
        if name == "select":
            return {key: value for key, value in of.items() if is_true(function(key, value))}
        if name in ("each_value", "each_key"):
            name, of = "each", list(of.values() if name == "each_value" else of)
        else:
            of = [[key, value] for key, value in of.items()]
    if isinstance(of, int) and name == "times":
        return [function(at) for at in range(min(of, 5000))]
    if not isinstance(of, list):
        raise KeyError(name)
    return _WITH_BLOCKS[name.removesuffix("!")](of, function)


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


def _grouped(items: list[Any], function: Callable[..., Any]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for one in items:
        groups.setdefault(function(one), []).append(one)
    return groups


_WITH_BLOCKS: Mapping[str, Callable[[list[Any], Callable[..., Any]], Any]] = {
    **dict.fromkeys(("map", "collect"), lambda of, do: [do(one) for one in of]),
    "flat_map": lambda of, do: [part for one in of for part in _listed(do(one))],
    **dict.fromkeys(("each", "each_pair"), lambda of, do: [do(one) for one in of] and of),
    "each_with_index": lambda of, do: [do(one, at) for at, one in enumerate(of)] and of,
    "each_index": lambda of, do: [do(at) for at in range(len(of))] and of,
    **dict.fromkeys(
        ("map_with_index", "with_index"), lambda of, do: [do(one, at) for at, one in enumerate(of)]
    ),
    **dict.fromkeys(("select", "filter"), lambda of, do: [one for one in of if is_true(do(one))]),
    "reject": lambda of, do: [one for one in of if not is_true(do(one))],
    **dict.fromkeys(
        ("find", "detect"), lambda of, do: next((one for one in of if is_true(do(one))), None)
    ),
    **dict.fromkeys(
        ("find_index", "index"),
        lambda of, do: next((at for at, one in enumerate(of) if is_true(do(one))), None),
    ),
    "sort_by": lambda of, do: sorted(of, key=do),
    "group_by": _grouped,
    "count": lambda of, do: sum(is_true(do(one)) for one in of),
    "any?": lambda of, do: any(is_true(do(one)) for one in of),
    "all?": lambda of, do: all(is_true(do(one)) for one in of),
    "sum": lambda of, do: sum(do(one) for one in of),
    **dict.fromkeys(("inject", "reduce"), lambda of, do: reduce(do, of) if of else None),
}

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
    **dict.fromkeys(("include?", "cover?", "member?"), lambda one, item: item in one),
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


_FRAMES: Mapping[str, Callable[..., Any]] = {
    **dict.fromkeys(("nrows", "size", "length"), lambda frame: frame.rows),
    "ncolumns": lambda frame: len(frame.columns),
    **dict.fromkeys(("columns", "keys"), lambda frame: list(frame.columns)),
    **dict.fromkeys(("col?", "key?", "has_key?"), lambda frame, name: frame.has(str(name))),
    "row": lambda frame, at: frame.row(at),
}

_NOTHING: Mapping[str, Callable[..., Any]] = {
    "to_i": lambda _: 0,
    "to_f": lambda _: 0.0,
    "to_a": lambda _: [],
    "empty?": lambda _: True,
}

_METHODS: Sequence[tuple[Any, Mapping[str, Callable[..., Any]]]] = (
    (type(None), _NOTHING),
    (str, _TEXTS),
    (list, _LISTS),
    (bool, {}),
    (int | float, _NUMBERS),
    (dict, _MAPPINGS),
    (Frame, _FRAMES),
)


def method_of(of: Any, name: str, given: list[Any]) -> Any:
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
    methods = next((methods for kind, methods in _METHODS if isinstance(of, kind)), {})
    if isinstance(of, Frame) and name not in methods:
        return of.column(name)
    return short(methods[name.removesuffix("!")](of, *given))
