"""Hyphenation patterns of pyphen, loaded in a tenth of the time.

pyphen interprets all patterns of a language before it divides the first word: a third of a second
for German, which has 66,000. Here a pattern is interpreted when a word first meets it.
"""

import re
from pathlib import Path
from typing import Any

DIGITS = b"0123456789"
VALUE_AND_LETTER = re.compile(r"(\d?)(\D?)")
COMMENTS = re.compile(
    rb"^(?:[%#]|(?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN|NEXTLEVEL).*\n", re.MULTILINE
)
# Changes of spelling and escaped letters: rare, and left to pyphen itself.
SPECIAL = re.compile(rb"=|\^\^")

Pattern = tuple[int, tuple[int, ...]]
"""How many letters to skip, and the values between the letters that follow."""


def dictionary(language: str, *, left: int, right: int) -> Any:  # noqa: ANN401  pyphen is untyped
    """The pyphen dictionary of one of its languages, with the shortest parts of a word."""
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
    """Patterns by their letters, as they stand in the file until they are asked for."""

    def __init__(self, body: bytes, encoding: str) -> None:
        """Take the lines of a dictionary after its first, which names the encoding."""
        lines = COMMENTS.sub(b"", body + b"\n").replace(b"\r", b"")
        keys = lines.translate(None, DIGITS).decode(encoding).split("\n")
        super().__init__(zip(keys, lines.decode(encoding).split("\n"), strict=True))
        self.pop("", None)

    def get(self, letters: str, default: Any = None) -> Any:  # noqa: ANN401  as the base class
        """The pattern of these letters in pyphen's form."""
        found = super().get(letters)
        if not isinstance(found, str):
            return default if found is None else found
        values = tuple(int(value or "0") for value, _ in VALUE_AND_LETTER.findall(found))
        start = next((index for index, value in enumerate(values) if value), len(values))
        pattern = self[letters] = (start, values[start:])
        return pattern
