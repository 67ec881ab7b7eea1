"""Methods of Ruby for texts, numbers, mappings and tables, as far as decks use them."""

import json
import math
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_items import each
from printnplay.importing.ruby_lists import LISTS
from printnplay.importing.ruby_operators import indexed, set_item
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_scopes import Function, Module
from printnplay.importing.ruby_texts import TEXTS, matched
from printnplay.importing.ruby_times import TIMES

# Numbers


def _rounded(number: float, _: values.Do, *given: Any) -> Any:
    digits = given[0] if given and isinstance(given[0], int) else 0
    if isinstance(number, int) and digits >= 0:
        return number
    if given and isinstance(given[-1], dict) and given[-1].get("half") == "even":
        return round(number, digits) if digits > 0 else round(number)
    power = 10.0**digits
    found = math.floor(abs(number) * power + 0.5) / power * (1 if number >= 0 else -1)
    return found if digits > 0 else int(found)


def _cut(by: Callable[[float], int]) -> Callable[..., Any]:
    return lambda number, _, digits=0: (
        by(number * 10**digits) / 10**digits if digits > 0 else by(number)
    )


def _counted(start: Any, do: values.Do, end: Any = None, step: Any = 1) -> Any:
    if isinstance(end, dict):
        end, step = end.get("to"), end.get("by", 1)
    end = start + 10_000 * step if end is None else end
    number = min(max(0, math.floor((end - start) / step + 1e-9) + 1), 10_000)
    return each([start + at * step for at in range(number)], do)


_NUMBERS = values.table({
    "times": lambda number, do: each(list(range(min(max(int(number), 0), 10_000))), do),
    "upto step": _counted,
    "downto": lambda number, do, end: _counted(number, do, end, -1),
    "to_i to_int truncate": lambda number, _: int(number),
    "to_f": lambda number, _: float(number),
    "nonzero?": lambda number, _: number or None,
    "to_s": lambda number, _, base=10: (
        values.inspected(number) if base == 10 else format(number, {2: "b", 8: "o", 16: "x"}[base])
    ),
    "fdiv": lambda number, _, by: number / by,
    "div": lambda number, _, by: int(number // by),
    "divmod": lambda number, _, by: [int(number // by), number % by],
    "modulo": lambda number, _, by: number % by,
    "round": _rounded,
    "floor": _cut(math.floor),
    "ceil": _cut(math.ceil),
    "abs": lambda number, _: abs(number),
    "clamp": lambda number, _, low, high=None: (
        max(low, min(number, high)) if high is not None else max(low.start, min(number, low.end))
    ),
    "between?": lambda number, _, low, high: low <= number <= high,
    "zero?": lambda number, _: number == 0,
    "even?": lambda number, _: number % 2 == 0,
    "odd?": lambda number, _: number % 2 == 1,
    "positive?": lambda number, _: number > 0,
    "negative?": lambda number, _: number < 0,
    "succ next": lambda number, _: number + 1,
    "chr": lambda number, *_: chr(number),
    "digits": lambda number, _: [int(one) for one in reversed(str(number))],
})  # fmt: skip

# Mappings


def _selected(*, wanted: bool) -> Callable[..., dict[Any, Any]]:
    return lambda one, do: {
        key: of for key, of in one.items() if values.is_true(do(key, of)) is wanted
    }


def _replaced(one: dict[Any, Any], new: Mapping[Any, Any]) -> dict[Any, Any]:
    one.clear()
    one.update(new)
    return one


def _fetched(one: Any, do: values.Do, key: Any, *other: Any) -> Any:
    if (known := values.as_key(key)) in one:
        return one[known]
    if do is None and not other:
        raise values.RubyError("KeyError", f"key not found: {values.inspected(key)}")
    return do(key) if do is not None else other[0]


def _merged(one: dict[Any, Any], do: values.Do, *others: Mapping[Any, Any]) -> Any:
    found = _copied(one)
    for other in others:
        for key, value in other.items():
            found[key] = do(key, found[key], value) if do and key in found else value
    return found


def _copied(one: Any, *_: Any) -> Any:
    if isinstance(one, values.Hash):
        found = values.Hash(one)
        found.value, found.made = one.value, one.made
        return found
    return dict(one) if isinstance(one, dict) else list(one) if isinstance(one, list) else one


_MAPPINGS = values.table({
    "keys": lambda one, _: [pair[0] for pair in values.as_pairs(one)],
    "values": lambda one, _: list(one.values()),
    "fetch": _fetched,
    "key? has_key? include? member?": lambda one, _, key: values.as_key(key) in one,
    "value? has_value?": lambda one, _, value: value in one.values(),
    "key index": lambda one, _, value: next(
        (key for key, of in one.items() if values.equal(of, value)), None
    ),
    "headers": lambda one, _: list(one),
    "default=": lambda one, _, value: setattr(one, "value", value),
    "clear": lambda one, _: one.clear() or one,
    "merge": _merged,
    "update": lambda one, do, *others: one.update(_merged(one, do, *others)) or one,
    "dig": LISTS["dig"],
    "to_h": lambda one, do: dict(do(*pair) for pair in values.as_pairs(one)) if do else one,
    "store []=": lambda one, _, key, value: set_item(one, key, value),
    "delete": lambda one, _, key: one.pop(values.as_key(key), None),
    "transform_values": lambda one, do: {key: do(value) for key, value in one.items()},
    "transform_keys": lambda one, do, names=None: {
        values.as_key((names or {}).get(key, do(key) if do else key)): value
        for key, value in one.items()
    },
    "symbolize_keys": lambda one, _: one,
    "select filter": _selected(wanted=True),
    "reject": _selected(wanted=False),
    "keep_if": lambda one, do: _replaced(one, _selected(wanted=True)(one, do)),
    "delete_if": lambda one, do: _replaced(one, _selected(wanted=False)(one, do)),
    "slice": lambda one, _, *keys: {key: one[key] for key in keys if key in one},
    "except": lambda one, _, *keys: {key: of for key, of in one.items() if key not in keys},
    "values_at": lambda one, _, *keys: [indexed(one, [key]) for key in keys],
    "invert": lambda one, _: {values.as_key(of): key for key, of in one.items()},
    "compact": lambda one, _: {key: of for key, of in one.items() if of is not None},
    "each_value": lambda one, do: each(list(one.values()), do) and one,
    "each_key": lambda one, do: each(list(one), do) and one,
})  # fmt: skip

# Tables, and what all values have

_FRAMES = values.table({
    "nrows size length": lambda frame, _: frame.rows,
    "ncolumns count": lambda frame, _: len(frame.columns),
    "columns keys headers": lambda frame, _: list(frame.columns),
    "col? key? has_key?": lambda frame, _, name: name in frame.columns,
    "row": lambda frame, _, at: frame.row(at),
    "to_h": lambda frame, _: frame.columns,
})  # fmt: skip

_MATCHES = values.table({
    "named_captures": lambda match, _: match.groupdict(),
    "names": lambda match, _: list(match.re.groupindex),
    "pre_match": lambda match, _: match.string[: match.start()],
    "post_match": lambda match, _: match.string[match.end() :],
    "captures": lambda match, _: list(match.groups()),
    "to_a": lambda match, _: [match[0], *match.groups()],
    "to_s": lambda match, _: match[0],
})  # fmt: skip

_RANGES = values.table({
    "include? cover? member? ===": lambda one, _, value: (
        one.has(value.start) and one.has(value.end) if isinstance(value, Range) else one.has(value)
    ),
    "begin min": lambda one, do: LISTS["min"](one.items, do) if do else one.start,
    "end": lambda one, _: one.end,
    "step %": lambda one, do, step: each(
        one.items[::step]
        if isinstance(one.start, str)
        else [at for at in _counted(one.start, None, one.end, step) if one.has(at)],
        do,
    ),
})  # fmt: skip

_NOTHING = values.table({
    "to_i": lambda *_: 0,
    "to_f": lambda *_: 0.0,
    "&": lambda *_: False,
    "|": lambda _, __, other: values.is_true(other),
    "to_a": lambda *_: [],
    "to_h": lambda *_: {},
})  # fmt: skip


ANY = values.table({
    "to_s": lambda one, _: values.as_text(one),
    "inspect": lambda one, _: values.inspected(one),
    "to_json": lambda one, *_: json.dumps(
        one, ensure_ascii=False, separators=(",", ":"), default=values.as_text
    ),
    "nil?": lambda one, _: one is None,
    "!": lambda one, _: not values.is_true(one),
    "dup clone": _copied,
    "freeze itself lazy force to_enum to_a to_proc": (
        lambda one, _: one
    ),
    "eql?": lambda one, _, other: type(one) is type(other) and one == other,
    "hash": lambda one, _: hash(values.as_key(one)),
    "extend": lambda one, *_: one,
    "is_a? kind_of? instance_of?": lambda one, _, kind: values.is_kind(one, kind),
    "then": lambda one, do: do(one),
    "tap": lambda one, do: (do(one), one)[1],
    "class": lambda one, _: next(
        kind
        for kind in values.KINDS.values()
        if values.is_kind(one, kind) and kind.name != "Comparable"
    ),
    "===": lambda one, _, other: values.is_case(other, one),
})  # fmt: skip

_SHEETS = {**LISTS, **values.table({
    "row": lambda of, _, number: of[number - 1],
    "column": lambda of, _, number: [row[number - 1] for row in of],
    "cell": lambda of, _, row, column: of[row - 1][column - 1],
    "first_row first_column": lambda *_: 1,
    "last_row": lambda of, _: len(of),
    "last_column": lambda of, _: len(of[0]),
    "sheet": lambda of, _, which: of.other(which),
    "parse": lambda of, _, given=None: (
        [dict(zip(of[0], row, strict=True)) for row in of[1:]] if given else of[1:]
    ),
})}  # fmt: skip
METHODS: tuple[tuple[Any, values.Methods], ...] = (
    (values.Sheet, _SHEETS),
    (type(None), _NOTHING),
    (str, TEXTS),
    (list, LISTS),
    (bool, {}),
    (int | float, _NUMBERS),
    (dict, _MAPPINGS),
    (values.Frame, _FRAMES),
    (Range, _RANGES),
    (re.Match, _MATCHES),
    (date, TIMES),
    (re.Pattern, values.table({
        "match": lambda of, _, text: text and matched(text, None, of),
        "match?": lambda of, _, text: bool(text and matched(text, None, of)),
        "source": lambda of, _: of.pattern,
    })),
    (values.Kind | Module, values.table({"name": lambda of, _: of.name})),
    (Function, values.table({
        "arity": lambda of, _: len(of.parameters),
        "lambda?": lambda of, _: of.is_lambda,
    })),
)  # fmt: skip
"""The methods of each kind of value."""
