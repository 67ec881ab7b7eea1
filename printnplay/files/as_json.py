"""Values as JSON and back: plain values and structs, named tuples, enums and paths.

They may be in tuples, lists and mappings of them. Only the types that are asked for are made of
what is read, so it can hold nothing else.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

PLAIN = (str, int, float, bool, NoneType)

Hint: TypeAlias = Any
"""A type as it is written in an annotation."""

Json: TypeAlias = "str | int | float | bool | list[Json] | None"
"""What values become."""

T = TypeVar("T")


def as_json(value: object) -> Json:
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
    if isinstance(value, Struct):
        return [as_json(held) for held in astuple(value)]
    raise TypeError(f"a {type(value).__name__} cannot be sent by another process")


def from_json(hint: type[T], value: Json) -> T:
    """The value of a type, as `as_json` wrote it.

    Raises:
        TypeError, ValueError: it is none.
    """
    kind: Hint = hint
    made: T = _reader(kind)(value)
    return made


Reader: TypeAlias = Callable[[Any], Any]
"""Makes a value of one type."""


@cache
def _reader(hint: Hint) -> Reader:
    """What makes values of a type; it is put together once."""
    kind: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if kind in (Union, UnionType):
        (other,) = (part for part in inner if part is not NoneType)
        read = _reader(other)
        return lambda value: None if value is None else read(value)
    if kind in PLAIN:
        return partial(_plain, kind)
    if issubclass(kind, Enum):
        return lambda value: kind[value]
    if issubclass(kind, Path):
        return Path
    make = next((make for base, make in _MAKERS.items() if issubclass(kind, base)), None)
    return make(kind, inner) if make is not None and inner else _record(kind)


def _plain(kind: type, value: object) -> object:
    if type(value) is not kind and (kind, type(value)) != (float, int):
        raise TypeError(f"{value!r} is not of the type {kind.__name__}")
    return value


def _record(kind: type) -> Reader:
    """Of values with fields, which are looked at when the first is made: one may hold its kind."""
    readers: list[Reader] = []

    def read(value: Sequence[object]) -> object:
        if not readers:
            hints = get_type_hints(kind)
            names = kind.__struct_fields__ if issubclass(kind, Struct) else list(hints)
            readers.extend(_reader(hints[name]) for name in names)
        return kind(*(make(held) for make, held in zip(readers, value, strict=True)))

    return read


def _tuple(_: type, inner: tuple[Hint, ...]) -> Reader:
    if inner[-1] is Ellipsis:
        read = _reader(inner[0])
        return lambda value: tuple(map(read, value))
    readers = tuple(map(_reader, inner))
    return lambda value: tuple(make(held) for make, held in zip(readers, value, strict=True))


def _mapping(kind: type, inner: tuple[Hint, ...]) -> Reader:
    key, held = map(_reader, inner if len(inner) > 1 else (inner[0], int))

    def read(value: Sequence[Sequence[object]]) -> object:
        pairs = {key(name): held(item) for name, item in value}
        return Counter(pairs) if issubclass(kind, Counter) else pairs

    return read


def _list(_: type, inner: tuple[Hint, ...]) -> Reader:
    read = _reader(inner[0])
    return lambda value: list(map(read, value))


_MAKERS: Mapping[type, Callable[[type, tuple[Hint, ...]], Reader]] = {
    tuple: _tuple,
    Mapping: _mapping,
    Sequence: _list,
}


def expect_text(part: object) -> str:
    """A part of what was read as JSON, which has to be a text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(part, str):
        raise TypeError(f"expected a word, found {part!r}")
    return part


def expect_number(part: object) -> int:
    """A part of what was read as JSON, which has to be a whole number.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(part, int) or isinstance(part, bool):
        raise TypeError(f"expected a whole number, found {part!r}")
    return part
