"""Font collections (`.ttc`, `.otc`), taken apart into fonts of their own, which all else can read.

OpenType specification 1.9, "Organization of an OpenType Font".
"""

import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from printnplay.files.cache import cache_folder
from printnplay.files.door import LARGEST, ReadError, read
from printnplay.files.writing import write_bytes

ENDINGS = frozenset({".ttc", ".otc"})
MOST = 64
"""The fonts of one collection."""
MOST_BYTES = 8 * LARGEST
"""What the fonts of a collection may come to: they share tables."""

_MARK = b"ttcf"
_POSTSCRIPT = b"OTTO"
_HEAD = struct.Struct(">4sHHHH")
_RECORD = struct.Struct(">4sIII")
_WHOLE = 0xB1B0AFBA
"""What the sum of a font and its `checkSumAdjustment` come to (OpenType, `head`)."""


def fonts_in(path: Path) -> list[Path]:
    """The fonts of a collection as files in the user's cache; each is written once.

    Raises:
        ReadError: the file cannot be read.
        ValueError: it is no collection.
    """
    content = read(path, LARGEST)
    name = blake2b(content, digest_size=12).hexdigest()
    folder = cache_folder("fonts") or Path(_temporary().name)
    files = []
    for number, font in enumerate(_fonts(content)):
        ending = ".otf" if font.startswith(_POSTSCRIPT) else ".ttf"
        file = folder / f"{name}-{number}{ending}"
        if _content(file) != font:
            write_bytes(file, font)
        files.append(file)
    return files


@cache
def _temporary() -> "TemporaryDirectory[str]":
    """A folder that goes when the process ends, for users without a cache."""
    return TemporaryDirectory(prefix="printnplay-")


def _content(file: Path) -> bytes:
    with suppress(ReadError):
        return read(file, LARGEST)
    return b""


def _fonts(content: bytes) -> Iterator[bytes]:
    try:
        mark, _, _, count = struct.unpack_from(">4sHHI", content)
        if mark != _MARK or not 0 < count <= MOST:
            raise ValueError(mark)
        left = MOST_BYTES
        for start in struct.unpack_from(f">{count}I", content, 12):
            font = _font(content, start)
            left -= len(font)
            if left < 0:
                raise ValueError("the fonts of the collection are too large")
            yield font
    except struct.error:
        raise ValueError("the collection is cut short") from None


def _font(content: bytes, start: int) -> bytes:
    """One font of a collection as a file: its tables, which fonts may share, one after another."""
    kind, count, *search = _HEAD.unpack_from(content, start)
    at = _HEAD.size + count * _RECORD.size
    records, tables, adjusted = [], [], None
    for number in range(count):
        place = start + _HEAD.size + number * _RECORD.size
        tag, check, offset, length = _RECORD.unpack_from(content, place)
        table = content[offset : offset + length]
        if len(table) != length or at > LARGEST:
            raise ValueError(tag)
        if tag == b"head":
            adjusted = at + 8
            table = table[:8] + bytes(4) + table[12:]
        records.append(_RECORD.pack(tag, check, at, length))
        tables.append(table + bytes(-length % 4))
        at += length + -length % 4
    font = bytearray(b"".join([_HEAD.pack(kind, count, *search), *records, *tables]))
    if adjusted is not None:
        total = sum(struct.unpack(f">{len(font) // 4}I", font))
        struct.pack_into(">I", font, adjusted, (_WHOLE - total) % 2**32)
    return bytes(font)
