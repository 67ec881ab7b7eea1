"""Methods of Ruby for texts, numbers, mappings and tables, as far as decks use them."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from printnplay.importing.ruby_lists import LISTS, each
from printnplay.importing.ruby_scopes import Function, Module
from printnplay.importing.ruby_texts import TEXTS, matched
from printnplay.importing.ruby_values import (
    KINDS,
    Do,
    Enumerator,
    Frame,
    Hash,
    Kind,
    Methods,
    Range,
    as_key,
    as_pairs,
    as_text,
    equal,
    indexed,
    inspected,
    is_case,
    is_kind,
    is_true,
    set_item,
    short,
    table,
)

# Numbers


def _rounded(number: float, _: Do, digits: int = 0, **__: Any) -> Any:
    if isinstance(number, int) and digits >= 0:
        return number
    power = 10.0**digits
    found = math.floor(abs(number) * power + 0.5) / power * (1 if number >= 0 else -1)
    return found if digits > 0 else int(found)


def _cut(by: Callable[[float], int]) -> Callable[..., Any]:
    return lambda number, _, digits=0: (
        by(number * 10**digits) / 10**digits if digits > 0 else by(number)
    )


def _counted(start: Any, do: Do, end: Any, step: Any = 1) -> Any:
    number = min(max(0, math.floor((end - start) / step + 1e-9) + 1), 10_000)
    return each([start + at * step for at in range(number)], do)


_NUMBERS = table({
    "times": lambda number, do: each(list(range(min(max(int(number), 0), 10_000))), do),
    "upto step": _counted,
    "downto": lambda number, do, end: _counted(number, do, end, -1),
    "to_i to_int truncate": lambda number, _: int(number),
    "to_f to_r to_d": lambda number, _: float(number),
    "to_s": lambda number, _, base=10: (
        inspected(number) if base == 10 else format(number, {2: "b", 8: "o", 16: "x"}[base])
    ),
    "fdiv": lambda number, _, by: number / by,
    "div": lambda number, _, by: int(number // by),
    "divmod": lambda number, _, by: list(divmod(number, by)),
    "modulo": lambda number, _, by: number % by,
    "round": _rounded,
    "floor": _cut(math.floor),
    "ceil": _cut(math.ceil),
    "abs": lambda number, _: abs(number),
    "clamp": lambda number, _, low, high: max(low, min(number, high)),
    "between?": lambda number, _, low, high: low <= number <= high,
    "zero?": lambda number, _: number == 0,
    "even?": lambda number, _: number % 2 == 0,
    "odd?": lambda number, _: number % 2 == 1,
    "positive?": lambda number, _: number > 0,
    "negative?": lambda number, _: number < 0,
    "succ next": lambda number, _: number + 1,
    "pred": lambda number, _: number - 1,
    "chr": lambda number, *_: chr(number),
    "digits": lambda number, _: [int(one) for one in reversed(str(number))],
})  # fmt: skip

# Mappings


def _selected(*, wanted: bool) -> Callable[..., dict[Any, Any]]:
    return lambda one, do: {key: of for key, of in one.items() if is_true(do(key, of)) is wanted}


def _fetched(one: Any, do: Do, key: Any, *other: Any) -> Any:
    if as_key(key) not in one and do is None and not other:
        raise KeyError(key)
    return one[as_key(key)] if as_key(key) in one else do(key) if do is not None else other[0]


def _merged(one: dict[Any, Any], do: Do, *others: Mapping[Any, Any]) -> Any:
    found = _copied(one)
    for other in others:
        for key, value in other.items():
            found[key] = do(key, found[key], value) if do and key in found else value
    return found


def _copied(one: Any, *_: Any) -> Any:
    if isinstance(one, Hash):
        found = Hash(one)
        found.default = one.default
        return found
    return dict(one) if isinstance(one, dict) else list(one) if isinstance(one, list) else one


def _dug(one: Any, _: Do, *keys: Any) -> Any:
    for key in keys:
        one = None if one is None else indexed(one, [key])
    return one


_MAPPINGS = table({
    "keys": lambda one, _: [pair[0] for pair in as_pairs(one)],
    "values": lambda one, _: list(one.values()),
    "fetch": _fetched,
    "key? has_key? include? member?": lambda one, _, key: as_key(key) in one,
    "value? has_value?": lambda one, _, value: value in one.values(),
    "key index": lambda one, _, value: next(
        (key for key, of in one.items() if equal(of, value)), None
    ),
    "merge": _merged,
    "update": lambda one, do, *others: one.update(_merged(one, do, *others)) or one,
    "dig": _dug,
    "empty?": lambda one, _: not one,
    "size length": lambda one, _: len(one),
    "to_h": lambda one, do: dict(do(*pair) for pair in as_pairs(one)) if do else one,
    "store []=": lambda one, _, key, value: set_item(one, key, value),
    "delete": lambda one, _, key: one.pop(as_key(key), None),
    "transform_values": lambda one, do: {key: do(value) for key, value in one.items()},
    "transform_keys": lambda one, do: {as_key(do(key)): value for key, value in one.items()},
    "symbolize_keys stringify_keys deep_symbolize_keys": lambda one, _: one,
    "select filter keep_if": _selected(wanted=True),
    "reject delete_if": _selected(wanted=False),
    "slice": lambda one, _, *keys: {key: one[key] for key in keys if key in one},
    "except": lambda one, _, *keys: {key: of for key, of in one.items() if key not in keys},
    "invert": lambda one, _: {as_key(of): key for key, of in one.items()},
    "values_at": lambda one, _, *keys: [indexed(one, [key]) for key in keys],
    "compact": lambda one, _: {key: of for key, of in one.items() if of is not None},
    "each_value": lambda one, do: each(list(one.values()), do) and one,
    "each_key": lambda one, do: each(list(one), do) and one,
})  # fmt: skip

# Tables, and what all values have

_FRAMES = table({
    "nrows size length": lambda frame, _: frame.rows,
    "ncolumns count": lambda frame, _: len(frame.columns),
    "columns keys headers": lambda frame, _: list(frame.columns),
    "col? key? has_key?": lambda frame, _, name: name in frame.columns,
    "row": lambda frame, _, at: frame.row(at),
    "to_h": lambda frame, _: frame.columns,
})  # fmt: skip

_MATCHES = table({
    "captures": lambda match, _: list(match.groups()),
    "to_a": lambda match, _: [match[0], *match.groups()],
    "named_captures": lambda match, _: match.groupdict(),
    "pre_match": lambda match, _: match.string[: match.start()],
    "post_match": lambda match, _: match.string[match.end() :],
    "to_s": lambda match, _: match[0],
})  # fmt: skip

_RANGES = table({
    "include? cover? member? ===": lambda one, _, value: one.has(value),
    "begin": lambda one, _: one.start,
    "end": lambda one, _: one.end,
    "step": lambda one, do, step: each(
        [at for at in _counted(one.start, None, one.end, step) if one.has(at)], do
    ),
})  # fmt: skip

_NOTHING = table({
    "to_i to_f": lambda *_: 0,
    "to_a": lambda *_: [],
    "to_h": lambda *_: {},
})  # fmt: skip


def _is_blank(one: Any, *_: Any) -> bool:
    return not is_true(one) or one in ("", [], {}) or (isinstance(one, str) and not one.strip())


_ANY = table({
    "to_s": lambda one, _: as_text(one),
    "inspect to_json": lambda one, _: inspected(one),
    "nil?": lambda one, _: one is None,
    "!": lambda one, _: not is_true(one),
    "dup clone": _copied,
    "freeze itself lazy force to_enum to_a to_proc": lambda one, _: one,
    "is_a? kind_of? instance_of?": lambda one, _, kind: is_kind(one, kind),
    "then yield_self": lambda one, do: do(one),
    "tap": lambda one, do: (do(one), one)[1],
    "blank?": _is_blank,
    "present?": lambda one, _: not _is_blank(one),
    "presence": lambda one, _: None if _is_blank(one) else one,
    "frozen?": lambda *_: False,
    "respond_to?": lambda one, _, name, *__: has_method(one, name),
    "send public_send __send__": lambda one, do, name, *given: method_of(one, name, [*given], do),
    "class": lambda one, _: next(kind for kind in KINDS.values() if is_kind(one, kind)),
    "===": lambda one, _, other: is_case(other, one),
})  # fmt: skip

_METHODS: tuple[tuple[Any, Methods], ...] = (
    (type(None), _NOTHING),
    (str, TEXTS),
    (list, LISTS),
    (bool, {}),
    (int | float, _NUMBERS),
    (dict, _MAPPINGS),
    (Frame, _FRAMES),
    (Range, _RANGES),
    (re.Match, _MATCHES),
    (re.Pattern, table({
        "match": lambda of, _, text: text and matched(text, None, of),
        "match?": lambda of, _, text: bool(text and matched(text, None, of)),
        "source": lambda of, _: of.pattern,
    })),
    (Kind | Module, table({"name": lambda of, _: of.name})),
    (Function, table({"arity": lambda of, _: len(of.parameters)})),
)  # fmt: skip


def _own(of: Any) -> Methods:
    return next((methods for kind, methods in _METHODS if isinstance(of, kind)), {})


def has_method(of: Any, name: str) -> bool:
    """Return whether a value has a method here."""
    many = isinstance(of, dict | Range | Frame)
    return name in _own(of) or name in _ANY or (many and name in LISTS)


def method_of(of: Any, name: str, given: list[Any], do: Do = None) -> Any:
    """Return the value of a method for arguments and a block.

    Raises:
        LookupError, TypeError, ValueError: there is no such method here.
    """
    own = _own(of)
    if name.endswith("!") and len(name) > 1 and name not in own:
        changed = method_of(of, name[:-1], given, do)
        if isinstance(of, dict):
            changed = dict(changed)
            of.clear()
            of.update(changed)
        elif isinstance(of, list):
            of[:] = changed
        return of if isinstance(of, list | dict) else changed
    if name in own:
        return short(own[name](of, do, *given))
    if isinstance(of, Enumerator):
        return _resumed(of, name, given, do)
    if isinstance(of, Frame) and of.has(name):
        return of.column(name)
    if isinstance(of, dict | Range | Frame) and name in LISTS:
        return short(LISTS[name](items_of(of), do, *given))
    return _ANY[name](of, do, *given)


def items_of(of: Any) -> list[Any]:
    """Return what a loop goes through.

    Raises:
        TypeError: it has no items.
    """
    match of:
        case list():
            return of
        case Range():
            return of.items
        case Frame():
            return as_pairs(of.columns)
        case dict():
            return as_pairs(of)
        case Enumerator():
            return items_of(of.of)
    raise TypeError(type(of).__name__)


def _resumed(of: Enumerator, name: str, given: list[Any], do: Do) -> Any:
    """Go on with a method that had no block: `each_with_index.map`, `map.with_index(1)`."""
    items, start = items_of(of.of), given[0] if given else 0
    if name not in ("with_index", "each_with_index"):
        return method_of(items, name.replace("with_obj", "each_with_obj"), given, do)
    if do is None:
        return [[one, start + at] for at, one in enumerate(items)]
    at = iter(range(start, start + len(items)))
    return method_of(of.of, of.name, [], lambda *one: do(*one, next(at)))
