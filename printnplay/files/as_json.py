"""Values as JSON and back: plain values and dataclasses, named tuples, enums and paths.

They may be in tuples, lists and mappings of them. Only the types that are asked for are made of
what is read, so it can hold nothing else.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

PLAIN = (str, int, float, bool, NoneType)

Hint: TypeAlias = Any
"""A type as it is written in an annotation."""


def as_json(value: object) -> Any:  # noqa: ANN401 - what JSON knows
    """A value as lists, texts, numbers, yes, no and nothing.

    Raises:
        TypeError: it is of another kind.
    """
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return [[as_json(key), as_json(held)] for key, held in value.items()]
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        return [as_json(item) for item in value]
    if is_dataclass(value):
        return [as_json(getattr(value, field.name)) for field in fields(value)]
    raise TypeError(f"a {type(value).__name__} cannot be sent by another process")


def from_json(hint: Hint, value: Any) -> Any:  # noqa: ANN401
    """The value of a type, as `as_json` wrote it.

    Raises:
        TypeError, ValueError: it is none.
    """
    kind: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if kind in (Union, UnionType):
        (other,) = (one for one in inner if one is not NoneType)
        return None if value is None else from_json(other, value)
    if kind in PLAIN:
        if type(value) is not kind and (kind, type(value)) != (float, int):
            raise TypeError(f"{value!r} is not of the type {kind.__name__}")
        return value
    if issubclass(kind, Enum):
        return kind[value]
    if issubclass(kind, Path):
        return Path(value)
    make = next((make for known, make in _MAKERS.items() if issubclass(kind, known)), None)
    if make is not None and inner:
        return make(kind, inner, value)
    named = _fields(kind)
    return kind(*(from_json(*pair) for pair in zip(named.values(), value, strict=True)))


@cache
def _fields(kind: type) -> dict[str, Hint]:
    """The fields that a value is made of, with their types."""
    names = [one.name for one in fields(kind)] if is_dataclass(kind) else kind._fields  # type: ignore[attr-defined]
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


def _tuple(_: type, inner: tuple[Hint, ...], value: Sequence[object]) -> object:
    if inner[-1] is Ellipsis:
        return tuple(from_json(inner[0], item) for item in value)
    return tuple(from_json(*pair) for pair in zip(inner, value, strict=True))


def _mapping(kind: type, inner: tuple[Hint, ...], value: Sequence[Sequence[object]]) -> object:
    key, held = inner if len(inner) > 1 else (inner[0], int)
    pairs = {from_json(key, one): from_json(held, other) for one, other in value}
    return Counter(pairs) if issubclass(kind, Counter) else pairs


def _list(_: type, inner: tuple[Hint, ...], value: Sequence[object]) -> object:
    return [from_json(inner[0], item) for item in value]


_MAKERS: Mapping[type, Callable[[type, tuple[Hint, ...], Any], object]] = {
    tuple: _tuple,
    Mapping: _mapping,
    Sequence: _list,
}
