"""Unpack web fonts (`.woff`, `.woff2`) into the user's cache, once each.

WOFF 1.0 and WOFF 2.0 (W3C Recommendations).
"""

import struct
import zlib
from io import BytesIO
from pathlib import Path

from printnplay.files.door import LARGEST, digest_of, read
from printnplay.text.made_fonts import made_font

ENDINGS = frozenset({".woff", ".woff2"})

_FIRST, _SECOND = b"wOFF", b"wOF2"
_HEAD = {_FIRST: 44, _SECOND: 48}
"""The size of each format's header, in bytes."""
_RECORD = struct.Struct(">4sIIII")

VERSION = 1
"""The version of the unpacking code, incremented with each change so that cached fonts are created
again.
"""


def unpacked(path: Path) -> Path:
    """Return a packed font as a TrueType or OpenType file in the user's cache.

    Raises:
        ReadError: the file cannot be read.
        ValueError: the file is not a packed font, or too large when unpacked.
    """
    content = read(path, LARGEST)
    return made_font(f"{digest_of(content)}-unpacked-{VERSION}", lambda: _unpacked(content))


def _unpacked(content: bytes) -> bytes:
    if _size(content) > LARGEST:
        raise ValueError("the font is too large")
    from fontTools.ttLib import TTFont, TTLibError

    stream = BytesIO()
    try:
        font = TTFont(BytesIO(content), recalcBBoxes=False, recalcTimestamp=False)
        font.flavor = None
        font.save(stream)
    except (TTLibError, struct.error, zlib.error, LookupError, ValueError) as error:
        raise ValueError("the font cannot be unpacked") from error
    except (AssertionError, AttributeError, TypeError, ArithmeticError) as error:
        # Exceptions of the library for malformed files.
        raise ValueError("the font cannot be unpacked") from error
    return stream.getvalue()


def _size(content: bytes) -> int:
    """Return the unpacked size of a font's tables, in bytes, counted up to just above the limit.

    Raises:
        ValueError: the font is truncated, or not a packed font.
    """
    kind = content[:4]
    if kind not in _HEAD or len(content) < _HEAD[kind]:
        raise ValueError("this is no packed font")
    try:
        return _size_of_tables(content) if kind == _FIRST else _size_of_stream(content)
    except (struct.error, zlib.error, IndexError) as error:
        raise ValueError("the font cannot be unpacked") from error


def _size_of_tables(content: bytes) -> int:
    """Return the unpacked size of a WOFF 1.0 font, whose tables are compressed one by one."""
    (count,) = struct.unpack_from(">H", content, 12)
    total = 0
    for number in range(count):
        place = _HEAD[_FIRST] + number * _RECORD.size
        _, offset, packed, _, _ = _RECORD.unpack_from(content, place)
        table = content[offset : offset + packed]
        unpacker = zlib.decompressobj()
        try:
            total += len(unpacker.decompress(table, LARGEST + 1 - total))
        except zlib.error:
            total += len(table)  # not compressed, since it would not get smaller
        if total > LARGEST:
            break
    return total


def _size_of_stream(content: bytes) -> int:
    """Return the unpacked size of a WOFF 2.0 font, whose tables are one compressed stream."""
    import brotli

    (count,) = struct.unpack_from(">H", content, 12)
    (packed,) = struct.unpack_from(">I", content, 20)
    place = _HEAD[_SECOND]
    for _ in range(count):
        place = _behind_entry(content, place)
    unpacker, total = brotli.Decompressor(), 0
    data = content[place : place + packed]
    try:
        while total <= LARGEST and not unpacker.is_finished():
            piece = unpacker.process(data, output_buffer_limit=1 << 20)
            if not (piece or data):
                break
            total, data = total + len(piece), b""
        if total <= LARGEST and not unpacker.is_finished():
            raise ValueError("the font is cut short")
    except brotli.error as error:
        raise ValueError("the font cannot be unpacked") from error
    return total


_OTHER_TAG = 0x3F
"""The flag of a table whose tag is written out (WOFF 2.0, 4.1)."""
_OUTLINES = frozenset({10, 11})
"""The flags of `glyf` and `loca`, which are transformed by default."""
_UNCHANGED = 3
"""The flag of `glyf` and `loca` tables that are not transformed (WOFF 2.0, 4.1)."""


def _behind_entry(content: bytes, place: int) -> int:
    """Return where the directory entry of a table ends."""
    flags = content[place]
    known, version = flags & _OTHER_TAG, flags >> 6
    place += 5 if known == _OTHER_TAG else 1
    place = _behind_number(content, place)
    is_transformed = version != _UNCHANGED if known in _OUTLINES else version != 0
    return _behind_number(content, place) if is_transformed else place


def _behind_number(content: bytes, place: int) -> int:
    """Return where a number of variable length ends (UIntBase128)."""
    while content[place] & 0x80:
        place += 1
    return place + 1
