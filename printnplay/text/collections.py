"""Split font collections (`.ttc`, `.otc`) into single fonts, which all other code can read.

OpenType specification 1.9, "Organization of an OpenType Font".
"""

import struct
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from printnplay.files.door import LARGEST, digest_of, read
from printnplay.files.sfnt import font_of, tables_of
from printnplay.text.made_fonts import made_font

ENDINGS = frozenset({".ttc", ".otc"})
MOST = 64
"""The maximum number of fonts in a collection: those of Noto CJK have several dozen. A guess."""
MOST_BYTES = 8 * LARGEST
"""The maximum total size of a collection's fonts, unpacked, in bytes. A guess: they share tables,
which are written once for each font.
"""

_MARK = b"ttcf"
VERSION = 1
"""The version of the splitting code, incremented with each change so that cached fonts are created
again.
"""


def fonts_in(path: Path) -> list[Path]:
    """Return the fonts of a collection as files in the user's cache; each is written once.

    Raises:
        ReadError: the file cannot be read.
        ValueError: the file is not a collection.
    """
    content = read(path, LARGEST)
    name = digest_of(content)
    return [
        made_font(f"{name}-{VERSION}-{number}", partial(bytes, font))
        for number, font in enumerate(_fonts(content))
    ]


def _fonts(content: bytes) -> Iterator[bytes]:
    try:
        mark, _, _, count = struct.unpack_from(">4sHHI", content)
        if mark != _MARK or not 0 < count <= MOST:
            raise ValueError(mark)
        left = MOST_BYTES
        for start in struct.unpack_from(f">{count}I", content, 12):
            font = font_of(content[start : start + 4], _tables(content, start))
            left -= len(font)
            if left < 0:
                raise ValueError("the fonts of the collection are too large")
            yield font
    except struct.error:
        raise ValueError("the collection is cut short") from None


def _tables(content: bytes, start: int) -> dict[str, bytes]:
    """Return the tables of one font, limited in size; fonts may share them.

    Raises:
        ValueError: the tables are too large, or truncated.
    """
    tables = tables_of(content, start)
    if sum(map(len, tables.values())) > LARGEST:
        raise ValueError("a font of the collection is too large")
    return tables
