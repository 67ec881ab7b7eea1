"""Serialise structs and named tuples of plain values and paths with MessagePack.

They may be nested in tuples, lists and mappings. Decoding creates only objects of the requested
types, so the data cannot introduce others.
"""

from collections import Counter
from pathlib import Path
from typing import Any, TypeVar, get_origin

from msgspec import msgpack

T = TypeVar("T")


def pack(value: object) -> bytes:
    """Encode a value.

    Raises:
        TypeError: the value contains an unsupported type.
    """
    return _ENCODER.encode(value)


def unpack(kind: type[T], content: bytes) -> T:
    """Decode a value of a type, as encoded by `pack`.

    Raises:
        msgspec.DecodeError: the content is not such a value.
    """
    if kind not in _DECODERS:
        _DECODERS[kind] = msgpack.Decoder(kind, dec_hook=_made)
    made: T = _DECODERS[kind].decode(content)
    return made


def _said(value: object) -> object:
    """Convert a value that MessagePack does not support."""
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"a {type(value).__name__} cannot be kept, or sent by another process")


def _made(kind: Any, said: Any) -> object:  # noqa: ANN401 - whatever was said, of whatever type
    """Restore a value of a type that MessagePack does not support."""
    if (get_origin(kind) or kind) is Counter:
        return Counter(said)
    if issubclass(kind, Path):
        return Path(said)
    raise TypeError(f"a {kind.__name__} cannot be read")


_ENCODER = msgpack.Encoder(enc_hook=_said)
_DECODERS: dict[object, Any] = {}
"""Decoders by type, since creating one takes longer than decoding with it."""
