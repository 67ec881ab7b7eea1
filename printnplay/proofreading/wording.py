"""Find expressions of the word lists in a text.

An expression is one or several words; `*` in a word matches any letters. An expression with
capitals matches exactly, any other regardless of case.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct

Meaning = TypeVar("Meaning", bound=Hashable)

TOKEN = re.compile(r"[^\W\d_]+[’']?|[.!?…:;,()\ufffc«»“”„]|\d+")
"""A word with the apostrophe that joins it to the next, a mark, or a number."""

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
        """Index expressions by first word, each with its meaning; one may have several."""
        self._whole: dict[str, list[_Expression[Meaning]]] = defaultdict(list)
        self._open: dict[str, list[_Expression[Meaning]]] = defaultdict(list)
        for text, meaning in expressions:
            words = [match[0] for match in _WORD.finditer(text) if match[0]]
            if not words:
                continue
            expression = _Expression(tuple(map(_pattern, words)), meaning)
            first = _even(words[0]).casefold()
            if "*" in first:
                self._open[first[:1].strip("*")].append(expression)
            else:
                self._whole[first].append(expression)
        self._starting = lru_cache(maxsize=4096)(self._candidates)
        self.find = lru_cache(maxsize=4096)(lambda text: tuple(self._find(text)))
        """The expressions in a text, from beginning to end."""

    def _candidates(self, word: str) -> tuple["_Expression[Meaning]", ...]:
        """Return the expressions that may begin with a word, the longest first."""
        folded = word.casefold()
        possible = [
            *self._whole.get(folded, ()),
            *self._open.get(folded[:1], ()),
            *self._open.get("", ()),
        ]
        fitting = [one for one in possible if one.words[0].fullmatch(word)]
        return tuple(sorted(fitting, key=lambda one: -len(one.words)))

    def _find(self, text: str) -> Iterator[Found[Meaning]]:
        there = tokens(text)
        words = [_even(token[0]) for token in there]
        place = 0
        while place < len(words):
            longest = 0
            for expression in self._starting(words[place]):
                size = len(expression.words)
                if size < longest:
                    break
                rest = words[place + 1 : place + size]
                pairs = zip(expression.words[1:], rest, strict=False)
                if len(rest) == size - 1 and all(word.fullmatch(other) for word, other in pairs):
                    longest = size
                    start, end = there[place].start(), there[place + size - 1].end()
                    yield Found(expression.meaning, start, end)
            place += longest or 1


class _Expression(Struct, Generic[Meaning], frozen=True):
    """The words of an expression as patterns, and its meaning."""

    words: tuple[re.Pattern[str], ...]
    meaning: Meaning


@lru_cache(maxsize=1 << 14)
def _pattern(word: str) -> re.Pattern[str]:
    parts = _even(word).split("*", MOST_STARS)
    letters = r"[^\W\d_]*".join(re.escape(part.replace("*", "")) for part in parts)
    return re.compile(letters, re.IGNORECASE if word == word.lower() else 0)


def _even(text: str) -> str:
    return text.replace("'", "’")
