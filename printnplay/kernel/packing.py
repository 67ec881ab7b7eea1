"""Values as bytes and back, in MessagePack: structs and named tuples of plain values, and paths.

They may be in tuples, lists and mappings of them. Only the types that are asked for are made of
what is read, so it can hold nothing else.
"""

from collections import Counter
from pathlib import Path
from typing import Any, TypeVar, get_origin

from msgspec import msgpack

T = TypeVar("T")


def pack(value: object) -> bytes:
    """Return a value as bytes.

    Raises:
        TypeError: it holds something of another kind.
    """
    return _ENCODER.encode(value)


def unpack(kind: type[T], content: bytes) -> T:
    """Return the value of a type, as `pack` wrote it.

    Raises:
        msgspec.DecodeError: it is none.
    """
    if kind not in _DECODERS:
        _DECODERS[kind] = msgpack.Decoder(kind, dec_hook=_made)
    made: T = _DECODERS[kind].decode(content)
    return made


def _said(value: object) -> object:
    """What stands for a value that MessagePack has no word for."""
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"a {type(value).__name__} cannot be kept, or sent by another process")


def _made(kind: Any, said: Any) -> object:  # noqa: ANN401 - whatever was said, of whatever type
    """The value that something else stands for."""
    if (get_origin(kind) or kind) is Counter:
        return Counter(said)
    if issubclass(kind, Path):
        return Path(said)
    raise TypeError(f"a {kind.__name__} cannot be read")


_ENCODER = msgpack.Encoder(enc_hook=_said)
_DECODERS: dict[object, Any] = {}
"""For each type; it takes longer to make one than to read with it."""
