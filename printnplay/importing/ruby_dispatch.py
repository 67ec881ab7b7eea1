"""Which method of Ruby a value has, and what it gives."""

import re
from typing import Any

from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_lists import LISTS
from printnplay.importing.ruby_methods import ANY, METHODS
from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_ranges import Range

_MAYBE = ("uniq!", "compact!", "flatten!", "reject!", "select!", "filter!")
"""Methods that return nil if they change nothing, as all do that change texts."""


def _own(of: Any) -> values.Methods:
    return next((methods for kind, methods in METHODS if isinstance(of, kind)), {})


def has_method(of: Any, name: str) -> bool:
    """Return whether a value has a method here."""
    listed = LISTS if isinstance(of, dict | Range | values.Frame) else {}
    return any(name in methods for methods in (_own(of), ANY, _ANYWHERE, OPERATORS, listed))


def method_of(of: Any, name: str, given: list[Any], do: values.Do = None) -> Any:
    """Return the value of a method for arguments and a block.

    Raises:
        LookupError, TypeError, ValueError: there is no such method here.
    """
    own = _own(of)
    if name.endswith("!") and len(name) > 1 and name not in own:
        return _in_place(of, name, given, do)
    if isinstance(of, values.Frame) and not given and of.has(name):
        return of.column(name)
    if name in own:
        return values.short(own[name](of, do, *given))
    if isinstance(of, values.Enumerator):
        return _resumed(of, name, given, do)
    if isinstance(of, dict | Range | values.Frame) and name in LISTS:
        found = values.short(LISTS[name](items_of(of), do, *given))
        return of if do and name in _LOOPING else found
    return _of_any(of, name, given, do)


def _of_any(of: Any, name: str, given: list[Any], do: values.Do) -> Any:
    if method := _ANYWHERE.get(name) or ANY.get(name):
        return method(of, do, *given)
    if name in OPERATORS and len(given) == 1:
        return OPERATORS[name](of, *given)
    if of is None:
        raise values.RubyError("NoMethodError", f"undefined method `{name}' for nil:NilClass")
    raise LookupError(name)


def _in_place(of: Any, name: str, given: list[Any], do: values.Do) -> Any:
    """Change a value by a method such as `map!`; a text only gets another one."""
    before = list(of) if isinstance(of, list | dict) else of
    changed = method_of(of, name[:-1], given, do)
    if isinstance(changed, values.Enumerator):
        return values.Enumerator(of, name)
    is_same = len(before) == len(changed) if name in _MAYBE else before == changed
    if isinstance(of, dict):
        changed = dict(changed)
        of.clear()
        of.update(changed)
    elif isinstance(of, list):
        of[:] = changed
    if is_same and (isinstance(of, str) or name in _MAYBE):
        return None
    return of if isinstance(of, list | dict) else changed


_ANYWHERE = values.table({
    "respond_to?": lambda one, _, name, *__: has_method(one, name),
    "try try!": lambda one, do, name=None, *given: (
        None if one is None else do(one) if do else method_of(one, name, [*given])
    ),
    "in?": lambda one, _, other: values.is_true(method_of(other, "include?", [one])),
})  # fmt: skip
"""Methods of all values that call others."""
_LOOPING = ("each", "each_pair", "each_entry", "each_with_index", "reverse_each")
"""Methods that return what they go through."""


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
        case values.Frame():
            return values.as_pairs(of.columns)
        case re.Match():
            return [of[0], *of.groups()]
        case dict():
            return values.as_pairs(of)
        case values.Enumerator():
            return items_of(of.of)
    raise TypeError(type(of).__name__)


def _resumed(of: values.Enumerator, name: str, given: list[Any], do: values.Do) -> Any:
    """Go on with a method that had no block: `each_with_index.map`, `map.with_index(1)`."""
    items, start = items_of(of.of), given[0] if given else 0
    if name in ("with_object", "each_with_object"):
        return LISTS["each_with_object"](items, do, *given) if do else [[x, *given] for x in items]
    if name not in ("with_index", "each_with_index"):
        return method_of(items, name, given, do)
    if do is None:
        return [[one, start + at] for at, one in enumerate(items)]
    at = iter(range(start, start + len(items)))
    return method_of(of.of, of.name, [], lambda *one: do(*one, next(at)))
