"""Operations on strings: without accents, as a plain name, with parts replaced."""

import re
import unicodedata
from collections.abc import Iterable


def unaccented(text: str) -> str:
    """Return a text without accents, and with compatible letters as plain ones.

    >>> unaccented("café ﬁn")
    'cafe fin'
    """
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def plain_name(text: str, joint: str = "_") -> str:
    """Return a text as a plain name, without accents; empty if it has no letters or digits.

    >>> plain_name("Attack Power (%)"), plain_name("Łódź"), plain_name("Prince of ...", "-")
    ('attack_power', 'lodz', 'prince-of')
    """
    return joint.join(re.findall("[a-z0-9]+", unaccented(text.lower().translate(_LATIN))))


def key_name(text: str) -> str:
    """Return a text as a part of a key: a plain name that has letters of other scripts by number.

    Texts that differ in letters have different names; empty if it has no letters or digits.

    >>> key_name("Old tree"), key_name("村"), key_name("村 A") == key_name("町 A")
    ('old-tree', 'u6751', False)
    """
    bare = unaccented(text.lower().translate(_LATIN))
    return plain_name(re.sub(r"[^\W_a-z0-9]", lambda letter: f" u{ord(letter[0]):x} ", bare), "-")


_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Letters that are no others with accents."""


def spliced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Return a text with parts replaced: from where to where and by what, in order.

    A part that overlaps the one before stays.

    >>> spliced("old words", [(0, 3, "new"), (2, 4, "-"), (8, 9, "")])
    'new word'
    """
    pieces, done = [], 0
    for start, end, new in changes:
        if start >= done:
            pieces += [text[done:start], new]
            done = end
    return "".join([*pieces, text[done:]])
