"""Find expressions of the word lists in a text.

An expression is one or several words; `*` in a word matches any letters. An expression with
capitals matches exactly, any other regardless of case.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct

Meaning = TypeVar("Meaning", bound=Hashable)

TOKEN = re.compile(
    r"[Cc]an[’']t\b|[^\W\d_]+?(?=n[’']t\b)|n[’']t\b|[^\W\d_]+[’']?|[.!?…:;,()\ufffc«»“”„]|\d+"
)
"""A word with the apostrophe that joins it to the next, a mark, or a number; *n’t* by itself."""

_WHOLE = {"n’t": "not", "can’t": "cannot", "Can’t": "Cannot"}
"""Words for which there are shorter ones: *does not* for *doesn’t*."""

_WORD = re.compile(r"[.,:;!?\ufffc]|[^\W\d_*]*(?:\*[^\W\d_*]*)*[’']?")
MOST_STARS = 2
"""The maximum number of stars in a word: more would be slow to match and too vague. A guess."""


class Found(Struct, Generic[Meaning], frozen=True):
    """The meaning of an expression, and its place in the text."""

    meaning: Meaning
    start: int
    end: int


HYPHENS = ("-", "‑", "–")
"""Characters that join two words, neither of which then agrees with a third by itself."""


def tokens(text: str) -> list[re.Match[str]]:
    """Return the words, marks and numbers of a text."""
    return list(TOKEN.finditer(text))


class Lexicon(Generic[Meaning]):
    """Many expressions, found in one pass; at each place, only the longest match counts."""

    def __init__(self, expressions: Iterable[tuple[str, Meaning]]) -> None:
        """Index expressions word by word, each with its meaning; one may have several."""
        self._root = _Branch[Meaning]()
        self._patterns: dict[str, list[tuple[str, re.Pattern[str]]]] = defaultdict(list)
        for text, meaning in expressions:
            branch = self._root
            for match in _WORD.finditer(text):
                if match[0]:
                    branch = branch.after(self._indexed(match[0]))
            if branch is not self._root:
                branch.meanings.append(meaning)
        self._fitting = lru_cache(maxsize=1 << 13)(self._indexes)
        self.find = lru_cache(maxsize=4096)(lambda text: tuple(self._find(text)))
        """The expressions in a text, from beginning to end."""

    def _indexed(self, word: str) -> str:
        """Return the key of a word in the index: in lower case unless it has capitals."""
        key = _even(word)
        if "*" in key:
            pattern = _pattern(key)
            several = self._patterns[key[:1].casefold().strip("*")]
            if (key, pattern) not in several:
                several.append((key, pattern))
            return key
        return key.casefold() if key == key.lower() else key

    def _indexes(self, word: str) -> tuple[str, ...]:
        """Return the keys in the index that a word of a text matches."""
        folded = word.casefold()
        several = (*self._patterns.get(folded[:1], ()), *self._patterns.get("", ()))
        return (
            *dict.fromkeys((folded, word)),
            *(key for key, pattern in several if pattern.fullmatch(word)),
        )

    def _find(self, text: str) -> Iterator[Found[Meaning]]:
        there = tokens(text)
        words = [self._fitting(_even(token[0])) for token in there]
        place = 0
        while place < len(words):
            size, meanings = self._longest(words, place)
            for meaning in meanings:
                yield Found(meaning, there[place].start(), there[place + size - 1].end())
            place += size

    def _longest(self, words: Sequence[Sequence[str]], place: int) -> tuple[int, Sequence[Meaning]]:
        """Return the number of words of the longest expressions at a place, and their meanings.

        Without one, it is one word, without a meaning.
        """
        size, meanings = 1, list[Meaning]()
        branches, end = [self._root], place
        while branches and end < len(words):
            fitting = words[end]
            branches = [
                further
                for branch in branches
                for key in fitting
                if (further := branch.further.get(key)) is not None
            ]
            end += 1
            here = [meaning for branch in branches for meaning in branch.meanings]
            if here:
                size, meanings = end - place, here
        return size, meanings


class _Branch(Generic[Meaning]):
    """The expressions that begin with certain words: their meanings, and how they go on."""

    __slots__ = ("further", "meanings")

    def __init__(self) -> None:
        self.further: dict[str, _Branch[Meaning]] = {}
        self.meanings: list[Meaning] = []

    def after(self, key: str) -> "_Branch[Meaning]":
        """Return the expressions that go on with this word, new if there are none."""
        if key not in self.further:
            self.further[key] = _Branch()
        return self.further[key]


@lru_cache(maxsize=1 << 14)
def _pattern(word: str) -> re.Pattern[str]:
    parts = _even(word).split("*", MOST_STARS)
    letters = r"[^\W\d_]*".join(re.escape(part.replace("*", "")) for part in parts)
    return re.compile(letters, re.IGNORECASE if word == word.lower() else 0)


def _even(text: str) -> str:
    text = text.replace("'", "’")
    return _WHOLE.get(text, text)
