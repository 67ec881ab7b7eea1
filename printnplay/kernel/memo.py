"""The cache interface: results by a hash of all their inputs.

Code that renders or checks receives a memo, and does not know where it is stored.
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
    """A cache. A key covers every input of its value, except the version of printnplay.

    A value must be self-contained. Storing a key again replaces its value.
    """

    def take(self, key: bytes) -> bytes | None:
        """Return the cached bytes; None if they are missing or damaged."""

    def put(self, key: bytes, content: bytes, *, dense: bool = False) -> None:
        """Cache bytes if possible; `dense` content cannot be compressed."""

    def take_value(self, kind: type[Value], key: bytes) -> Value | None:
        """Return the cached value; None if it is missing or of another type."""

    def put_value(self, key: bytes, value: object, *, dense: bool = False) -> None:
        """Cache a struct, a plain value, or sequences and mappings of them."""

    def write(self) -> None:
        """Write new entries to disk, so that other commands find them."""


def key_of(*parts: object) -> bytes:
    """Return a hash of plain values, structs, and mappings, sequences and sets of them.

    Raises:
        TypeError: a value is of another type, whose contents are unknown.
    """
    text = json.dumps(parts, default=_plain, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=20).digest()


def _plain(value: object) -> object:
    """Convert a value that JSON does not support."""
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
