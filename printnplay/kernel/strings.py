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

    >>> plain_name("Attack Power (%)"), plain_name("Stärke"), plain_name("Prince of ...", "-")
    ('attack_power', 'starke', 'prince-of')
    """
    bare = unaccented(text.lower().replace("ß", "ss"))
    return joint.join(re.findall("[a-z0-9]+", bare))


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
