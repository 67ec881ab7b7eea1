"""What was made before, by a hash of all that it was made from.

Whoever draws or checks is given a memo, and does not know where it is kept.
"""

import json
from collections.abc import Mapping
from datetime import date
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

Value = TypeVar("Value")


class Memo(Protocol):
    """Values by their keys. A key stands for all that was read to make its value, except the tool.

    A value must hold all that is needed to use it. What was put there last counts.
    """

    def take(self, key: bytes) -> bytes | None:
        """Return the bytes that were put there; None if they are not there, or damaged."""

    def put(self, key: bytes, content: bytes, *, dense: bool = False) -> None:
        """Keep bytes, where that is possible; what is `dense` cannot be compressed."""

    def take_value(self, kind: type[Value], key: bytes) -> Value | None:
        """Return the value that was put there; None also if it is of another kind."""

    def put_value(self, key: bytes, value: object, *, dense: bool = False) -> None:
        """Keep a struct, a plain value, or sequences and mappings of them."""

    def write(self) -> None:
        """Write what was put there, so that other commands find it."""


def key_of(*parts: object) -> bytes:
    """Return one hash of plain values, of mappings by name, sequences and sets of them, of structs.

    Raises:
        TypeError: a value is of another kind, so that nothing is known of what it holds.
    """
    text = json.dumps(parts, default=_plain, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=20).digest()


def _plain(value: object) -> object:
    """A value that JSON does not know, in values that it knows."""
    name = type(value).__name__
    if isinstance(value, Enum | Path):
        return [name, str(value)]
    if isinstance(value, date):
        return [name, value.isoformat()]
    if isinstance(value, bytes):
        return [name, value.hex()]
    if isinstance(value, set | frozenset):
        return [name, sorted(json.dumps(item, default=_plain) for item in value)]
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Struct):
        return [name, asdict(value)]
    raise TypeError(f"a {name} has no hash")
