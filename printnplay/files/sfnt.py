"""TrueType and OpenType files as tables, and the names, weight and style of fonts.

OpenType specification 1.9: "Organization of an OpenType Font", `name`, `head` and `OS/2`.
"""

import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

POSTSCRIPT = b"OTTO"
"""The first bytes of a file with PostScript outlines."""

FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT_NAME = 1, 2, 3, 4, 6
TYPOGRAPHIC_FAMILY, TYPOGRAPHIC_STYLE, WWS_FAMILY, WWS_STYLE = 16, 17, 21, 22
"""Name IDs of the `name` table."""

_HEAD = struct.Struct(">4sHHHH")
_RECORD = struct.Struct(">4sIII")
_NAME = struct.Struct(">6H")
_WHOLE = 0xB1B0AFBA
"""The sum of a font's bytes and its `checkSumAdjustment` (OpenType specification, `head`):
0xB1B0AFBA."""
_ADJUSTMENT = slice(8, 12)
"""The position of `checkSumAdjustment` in `head`."""
_WINDOWS, _UNICODE, _ENGLISH = 3, 1, 0x409
"""The platform, encoding and language of the names that are written (OpenType specification,
`name`): Windows, Unicode and American English."""

_UPRIGHT, _SLANTED = 0x40, 0x01
"""Bits of `fsSelection` (`OS/2`): regular, and italic or oblique."""

_NORMAL_WIDTH = 5
"""The normal value of `usWidthClass` (OpenType specification, `OS/2`)."""


def ending_of(font: bytes) -> str:
    """Return the ending of a font file, by its first bytes."""
    return ".otf" if font.startswith(POSTSCRIPT) else ".ttf"


def tables_of(content: bytes, start: int = 0) -> dict[str, bytes]:
    """Return the tables of a font by tag; it begins at `start`, as in a collection.

    Raises:
        ValueError: the file is truncated.
    """
    try:
        _, count, *_ = _HEAD.unpack_from(content, start)
        tables = {}
        for number in range(count):
            place = start + _HEAD.size + number * _RECORD.size
            tag, _, offset, length = _RECORD.unpack_from(content, place)
            table = content[offset : offset + length]
            if len(table) != length:
                raise ValueError(tag)
            tables[tag.decode("latin-1")] = table
    except struct.error:
        raise ValueError("the font is cut short") from None
    return tables


def font_of(kind: bytes, tables: Mapping[str, bytes]) -> bytes:
    """Return a font file with these tables and their checksums; the output is deterministic.

    Args:
        kind: the first four bytes, which give the kind of outlines.
        tables: the tables by tag.
    """
    found = {tag.encode("latin-1"): content for tag, content in sorted(tables.items())}
    head = found.get(b"head", b"")
    if len(head) >= _ADJUSTMENT.stop:
        found[b"head"] = head[: _ADJUSTMENT.start] + bytes(4) + head[_ADJUSTMENT.stop :]
    power = max(len(found).bit_length() - 1, 0)
    search = 16 << power
    start = _HEAD.pack(kind, len(found), search, power, 16 * len(found) - search)
    at = _HEAD.size + len(found) * _RECORD.size
    records, contents, adjusted = [], [], 0
    for tag, content in found.items():
        padded = content + bytes(-len(content) % 4)
        records.append(_RECORD.pack(tag, _sum(padded), at, len(content)))
        contents.append(padded)
        adjusted = at if tag == b"head" else adjusted
        at += len(padded)
    font = bytearray(b"".join([start, *records, *contents]))
    if adjusted:
        place = adjusted + _ADJUSTMENT.start
        struct.pack_into(">I", font, place, (_WHOLE - _sum(font)) % 2**32)
    return bytes(font)


def _sum(padded: bytes | bytearray) -> int:
    numbers = array("I", bytes(padded))
    if sys.byteorder == "little":
        numbers.byteswap()
    return sum(numbers) % 2**32


class _Name(NamedTuple):
    """A record of the `name` table: its platform, encoding, language and name ID, and its bytes."""

    platform: int
    encoding: int
    language: int
    number: int
    content: bytes


def renamed(font: bytes, names: Mapping[int, str | None]) -> bytes:
    """Return a font file with these names, by name ID, in all languages; None removes a name.

    Raises:
        ValueError: its tables cannot be read.
    """
    tables = tables_of(font)
    tables["name"] = _with_names(tables.get("name", b""), names)
    return font_of(font[:4], tables)


def _with_names(table: bytes, ours: Mapping[int, str | None]) -> bytes:
    """Return a `name` table of format 0, with our names replacing those of the same IDs."""
    try:
        kept = [name for name in _names(table) if name.number not in ours] if table else []
    except struct.error:
        raise ValueError("the table of names is cut short") from None
    own = [
        _Name(_WINDOWS, _UNICODE, _ENGLISH, number, text.encode("utf-16-be"))
        for number, text in ours.items()
        if text
    ]
    return _table(sorted([*kept, *own]))


def _names(table: bytes) -> Iterator[_Name]:
    _, count, texts = struct.unpack_from(">HHH", table)
    for index in range(count):
        *kind, length, place = _NAME.unpack_from(table, 6 + _NAME.size * index)
        platform, encoding, language, number = kind
        start = texts + place
        yield _Name(platform, encoding, language, number, table[start : start + length])


def _table(names: Iterable[_Name]) -> bytes:
    entries = list(names)
    head = bytearray(6 + _NAME.size * len(entries))
    struct.pack_into(">HHH", head, 0, 0, len(entries), len(head))
    texts = bytearray()
    for index, (*kind, content) in enumerate(entries):
        _NAME.pack_into(head, 6 + _NAME.size * index, *kind, len(content), len(texts))
        texts += content
    return bytes(head + texts)


def with_kind(tables: Mapping[str, bytes], weight: int, *, italic: bool) -> dict[str, bytes]:
    """Return the tables of a font, changed to this weight and to italic or upright.

    Its width is set to normal: a narrow font is a family by itself.

    Raises:
        ValueError: a table is truncated.
    """
    out = dict(tables)
    try:
        head, os2 = bytearray(out["head"]), bytearray(out.get("OS/2", b""))
        (style,) = struct.unpack_from(">H", head, 44)
        struct.pack_into(">H", head, 44, style & ~0x03 | (0x02 if italic else 0))
        if os2:
            (selection,) = struct.unpack_from(">H", os2, 62)
            # Clear the bits of bold, regular and italic; keep the others.
            selection = selection & ~0x61 | (_SLANTED if italic else _UPRIGHT)
            struct.pack_into(">HH", os2, 4, weight, _NORMAL_WIDTH)
            struct.pack_into(">H", os2, 62, selection)
            out["OS/2"] = bytes(os2)
        out["head"] = bytes(head)
    except (struct.error, KeyError):
        raise ValueError("a table of the font is cut short") from None
    return out
