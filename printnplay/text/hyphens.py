"""Hyphenation: where words may be divided, by language.

The patterns are pyphen's, which parses all patterns of a language before it hyphenates the first
word. Here a pattern is parsed when a word first needs it. Measured, for the first word of a run:
German 64 ms instead of 870, English 7 instead of 81, French 2 instead of 19. Otherwise one German
text that needs a hyphen would more than double the time of a small build.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printnplay.text.languages import HYPHENATION, base
from printnplay.text.scripts import UNSPACED_LANGUAGES

if TYPE_CHECKING:
    from pyphen import Pyphen

DIGITS = b"0123456789"
VALUE_AND_LETTER = re.compile(r"(\d?)(\D?)")
COMMENTS = re.compile(
    rb"^(?:[%#]|(?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN|NEXTLEVEL).*\n", re.MULTILINE
)
# Changes of spelling and escaped letters: rare, and left to pyphen itself.
SPECIAL = re.compile(rb"=|\^\^")

Pattern = tuple[int, tuple[int, ...]]
"""The number of letters to skip, and the values between the following letters."""


def dictionary(language: str, *, left: int, right: int) -> "Pyphen":
    """Return the pyphen dictionary of a language, with the minimum lengths of a word's parts."""
    import pyphen

    path = pyphen.LANGUAGES[language]
    if path not in pyphen.hdcache:
        encoding, _, body = Path(path).read_bytes().partition(b"\n")
        if not SPECIAL.search(body):
            loaded = pyphen.HyphDict.__new__(pyphen.HyphDict)
            loaded.patterns = LazyPatterns(body, encoding.decode().strip())
            loaded.maxlen = max(map(len, loaded.patterns))
            loaded.cache = {}
            pyphen.hdcache[path] = loaded
    return pyphen.Pyphen(lang=language, left=left, right=right)


class LazyPatterns(dict[str, "str | Pattern"]):
    """Patterns by their letters, each parsed on first use."""

    def __init__(self, body: bytes, encoding: str) -> None:
        """Store the lines of a dictionary after its first, which names the encoding."""
        lines = COMMENTS.sub(b"", body + b"\n").replace(b"\r", b"")
        keys = lines.translate(None, DIGITS).decode(encoding).split("\n")
        super().__init__(zip(keys, lines.decode(encoding).split("\n"), strict=True))
        self.pop("", None)

    def get(self, letters: str, default: Any = None) -> Any:  # noqa: ANN401  as the base class
        """Return the pattern of these letters in pyphen's form."""
        pattern = super().get(letters)
        if not isinstance(pattern, str):
            return default if pattern is None else pattern
        values = tuple(int(value or "0") for value, _ in VALUE_AND_LETTER.findall(pattern))
        start = next((index for index, value in enumerate(values) if value), len(values))
        self[letters] = (start, values[start:])
        return start, values[start:]


SHORTEST_WORD = 6
"""The minimum length of a word that is hyphenated, in letters: two of `SHORTEST_PART`."""

SHORTEST_PART = 3
"""The minimum length of a part of a hyphenated word, in letters: with two, as some dictionaries
allow, readers stumble. The usual advice of typographers.
"""

DASHES = frozenset("-\u2010\u2011–—")
LETTERS = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0963\u0970-\u0de5\u0df2-\u0df3])+")
"""Letters with their accents; in Indic scripts also with their vowels."""


@lru_cache(maxsize=4096)
def parts(word: str, language: str) -> tuple[str, ...]:
    """Return the parts that hyphenation may divide a word into; one if it must not be divided.

    Words that contain a dash, and words of a language without a dictionary, are not divided.

    >>> parts("identification", "en")
    ('iden', 'ti', 'fi', 'ca', 'tion')
    >>> parts("l’identité", "fr")
    ('l’iden', 'tité')
    """
    patterns = _dictionary(language)
    if patterns is None or not DASHES.isdisjoint(word):
        return (word,)
    cuts = [0]
    for letters in LETTERS.finditer(word):
        if len(letters[0]) >= SHORTEST_WORD:
            # Positions with data require a change of spelling, which a line end is not worth.
            cuts += [
                letters.start() + int(position)
                for position in patterns.positions(letters[0])
                if position.data is None
            ]
    return tuple(word[a:b] for a, b in zip(cuts, [*cuts[1:], len(word)], strict=True))


def has_dictionary(language: str) -> bool:
    """Return whether a hyphenation dictionary exists for the language.

    >>> has_dictionary("pl"), has_dictionary("tlh")
    (True, False)
    """
    return _dictionary(language) is not None


@lru_cache(maxsize=16)
def _dictionary(language: str) -> "Pyphen | None":
    """Return the dictionary of a language, loaded on first use."""
    import pyphen

    if base(language) in UNSPACED_LANGUAGES:
        return None  # lines end between words there, without a hyphen
    name = HYPHENATION.get(language) or HYPHENATION.get(base(language))
    name = name or pyphen.language_fallback(language)
    if name is None:
        return None
    return dictionary(name, left=SHORTEST_PART, right=SHORTEST_PART)
