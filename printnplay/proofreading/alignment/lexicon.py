"""Learn from texts and their translations which words stand for which.

A word has counterparts: the fewest words of which one is in nearly every sentence that translates a
sentence with it, and seldom in others. They are learned in both directions. What was learned from
the texts that come with printnplay is kept in `learned/`; `tools/learn_words.py` writes it.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.door import is_there, read_text

FEWEST = 4
"""The minimum number of sentences with a word before its counterparts are learned. A guess."""

LEAST_LIFT = 2.5
"""How many times more often a counterpart is in translations of the word than elsewhere, at least.
A guess.
"""

MOST_WITHOUT = 0.1
"""The maximum share of a word's sentences that lack all its counterparts, if it is always to have
one. A guess.
"""

MOSTLY = 0.4
"""The least share of a word's sentences whose translations have the commonest of its counterparts,
if it is always to have one: words that each translation says in another way, such as *take* and
*if*, have several. A guess.
"""

COMMON_WORD, COMMON_COUNTERPART = 0.04, 0.02
"""The share of sentences above which a word is too common to need a counterpart, and a word of a
translation too common to stand for another. Measured: lower ones find less, higher ones give more
false alarms.
"""

FEWEST_WORDS = 4
"""The minimum number of words of a sentence that must not leave one out: titles and labels are
shorter in some languages. A guess.
"""

OF_A_CLAUSE = 3
"""How many words a translation must be shorter than usual to lack a clause. Measured: with fewer,
words said in another way are reported. It lacks at least two steady words, too.
"""

LEARNED = Path(__file__).with_name("learned")

_LARGEST = 1_000_000
"""The most bytes of what was learned of a language: ten times the largest. A guess."""

Words = Sequence[str]
"""The stems of a sentence, in order."""

Pairs = Sequence[tuple[Words, Words]]
"""Sentences of an original with their translations."""


class Lexicon(Struct, frozen=True):
    """What was learned of the words of a language and those of its translations, as stems.

    `counterparts` has those of each word, `meanings` those of the words of translations. Each
    `steady` word always has a counterpart; a word of a translation that is `common` stands for no
    other. `length` is the mean number of words that translate a word.
    """

    counterparts: Mapping[str, frozenset[str]]
    meanings: Mapping[str, frozenset[str]]
    steady: frozenset[str]
    common: frozenset[str]
    length: float

    def missing(self, words: Words, translation: Words) -> list[str]:
        """Return steady words without a counterpart in a translation that is shorter than usual.

        If it has words that none of these explains, they may stand for some of these, unless a
        clause is missing.
        """
        shorter = self.length * len(words) - len(translation)
        if len(words) < FEWEST_WORDS or shorter < 0:
            return []
        there, here = frozenset(words), frozenset(translation)
        lost = [word for word in dict.fromkeys(words) if not self._is_translated(word, here)]
        missing = [word for word in lost if word in self.steady]
        unknown = sum(not self._is_explained(word, there) for word in here)
        # Words of which nothing is known may stand for those that have no steady counterpart.
        is_clause = shorter >= OF_A_CLAUSE and len(missing) > 1
        most = len(lost) - len(missing) if is_clause else 0
        return missing if unknown <= most else []

    def _is_translated(self, word: str, translation: Set[str]) -> bool:
        """Return whether a word has a counterpart in a translation, or stands there itself."""
        return word in translation or not self.counterparts.get(word, _NONE).isdisjoint(translation)

    def _is_explained(self, other: str, words: Set[str]) -> bool:
        """Return whether a word of a translation stands for one of these words, or for none."""
        return (
            other in self.common
            or other in words
            or not self.meanings.get(other, _NONE).isdisjoint(words)
            or any(other in self.counterparts.get(word, _NONE) for word in words)
        )


_NONE: frozenset[str] = frozenset()


def learn(pairs: Pairs, *, right: bool = False) -> tuple[Lexicon, Lexicon]:
    """Return what sentences say of the words of an original, and of those of its translation.

    If the sentences are known to be `right`, no word that one of them leaves out is steady.
    Otherwise one of them may be wrong.
    """
    forth, back = _Counted(pairs), _Counted([(here, there) for there, here in pairs])
    return _learned(forth, back, right=right), _learned(back, forth, right=right)


def _learned(forth: "_Counted", back: "_Counted", *, right: bool) -> Lexicon:
    lexicon = Lexicon(
        forth.counterparts,
        {word: of for word, of in back.counterparts.items() if word not in back.fickle},
        frozenset(word for word in forth.without if forth.is_steady(word, right=right)),
        back.fickle,
        forth.length,
    )
    if not right:
        return lexicon
    told = {word for words, other in forth.pairs for word in lexicon.missing(words, other)}
    return replace(lexicon, steady=lexicon.steady - told)


class _Counted:
    """The words of sentences, their counterparts, and those that a translation may lack."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self._with: dict[str, set[int]] = defaultdict(set)
        self._translated: dict[str, set[int]] = defaultdict(set)
        for index, (words, translation) in enumerate(pairs):
            for word in words:
                self._with[word].add(index)
            for word in translation:
                self._translated[word].add(index)
        total, translated = (sum(map(len, side)) for side in zip(*pairs, strict=True))
        self.length = translated / max(total, 1)
        self.counterparts: dict[str, frozenset[str]] = {}
        self.without: dict[str, int] = {}
        self.scattered = set[str]()
        for word, places in self._with.items():
            if len(places) >= FEWEST:
                chosen, left = self._cover(places)
                self.counterparts[word], self.without[word] = frozenset(chosen), len(left)
                if not chosen or len(self._translated[chosen[0]] & places) < MOSTLY * len(places):
                    self.scattered.add(word)
        self.fickle = frozenset(
            word
            for word, left in self.without.items()
            if left > self._may_lack(word) and self._share(word) > COMMON_COUNTERPART
        )

    def is_steady(self, word: str, *, right: bool) -> bool:
        """Return whether a word always has a counterpart, as far as these sentences show."""
        most = self._may_lack(word) if right else 1
        is_rare = self._share(word) <= COMMON_WORD
        return is_rare and word not in self.scattered and self.without[word] <= most

    def _may_lack(self, word: str) -> float:
        return MOST_WITHOUT * len(self._with[word])

    def _share(self, word: str) -> float:
        return len(self._with[word]) / len(self.pairs)

    def _cover(self, places: Collection[int]) -> tuple[list[str], set[int]]:
        """Return words of which one is in nearly every translation, and the sentences without."""
        beside = Counter(word for place in places for word in frozenset(self.pairs[place][1]))
        weights = {
            word: log(lift)
            for word, number in beside.items()
            if number > 1 and (lift := self._lift(word, number, len(places))) >= LEAST_LIFT
        }
        left, chosen = set(places), list[str]()
        while left and weights:
            gains = {word: len(left & self._translated[word]) for word in weights}
            best = max(weights, key=lambda word: (gains[word] * weights[word], word))
            if not gains[best]:
                break
            del weights[best]
            chosen.append(best)
            left -= self._translated[best]
        return chosen, left

    def _lift(self, word: str, number: int, of: int) -> float:
        expected = len(self._translated[word]) / len(self.pairs)
        return number / of / expected


@cache
def learned(original: str, language: str) -> tuple[Lexicon, Lexicon] | None:
    """Return what was learned from the texts that come with printnplay, if they are in both."""
    path = LEARNED / f"{original}-{language}.json"
    if not is_there(path):
        return None
    parts = json.loads(read_text(path, _LARGEST, anywhere=True))
    forth, back = parts["forth"], parts["back"]
    return _read(forth, back), _read(back, forth)


def _read(own: Mapping[str, Any], other: Mapping[str, Any]) -> Lexicon:
    of, to = (
        {word: frozenset(others.split()) for word, others in part["counterparts"].items()}
        for part in (own, other)
    )
    common = frozenset(own["common"].split())
    meanings = {word: others for word, others in to.items() if word not in common}
    return Lexicon(of, meanings, frozenset(own["steady"].split()), common, own["length"])


def written(lexicons: Sequence[Lexicon]) -> str:
    """Return both directions of a lexicon as the text of their file, a line for each part."""
    lines = []
    for name, lexicon in zip(("forth", "back"), lexicons, strict=True):
        parts = {
            "counterparts": {
                word: _joined(others) for word, others in sorted(lexicon.counterparts.items())
            },
            "steady": _joined(lexicon.steady),
            "common": _joined(lexicon.common),
            "length": round(lexicon.length, 3),
        }
        said = (
            f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}"
            for key, part in parts.items()
        )
        lines.append(f"{json.dumps(name)}: {{" + ",\n".join(said) + "}")
    return "{" + ",\n".join(lines) + "}\n"


def _joined(words: Iterable[str]) -> str:
    return " ".join(sorted(words))
