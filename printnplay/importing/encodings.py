"""Texts of older programs, which write the characters of their country instead of UTF-8."""

import re

from charset_normalizer import from_bytes

_OTHER_SCRIPTS = ["cp1251", "cp1253", "cp932", "gb18030", "big5", "cp949"]
"""What older programs write for Cyrillic, Greek, Japanese, Chinese and Korean."""
_HIGH = re.compile(rb"[\x80-\xff]")
_WORD = re.compile(rb"[\x80-\xff]{3,}")
"""Three letters outside of ASCII in a row: words in Latin letters rarely have them."""


def decoded(content: bytes) -> tuple[str, str]:
    """Return a text, and its encoding if that is not Unicode, which is a guess.

    It is Windows-1252, unless whole words are in other letters.
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace"), ""
    try:
        return content.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        encoding = "cp1252"
    if 2 * sum(map(len, _WORD.findall(content))) > len(_HIGH.findall(content)):
        found = from_bytes(content, cp_isolation=_OTHER_SCRIPTS).best()
        encoding = found.encoding if found is not None else encoding
    return content.decode(encoding, "replace"), encoding
