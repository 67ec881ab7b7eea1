"""Check spelling with Hunspell dictionaries, if they are installed.

Dictionaries are data with licences of their own, so they are installed with the extra
`printnplay[spelling]` and not part of this package.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.strings import unaccented
from printnplay.kernel.suggestions import listed
from printnplay.proofreading.dictionaries import dictionary_files
from printnplay.proofreading.review import Review

if TYPE_CHECKING:
    from hunspell import Hunspell

_WORD = re.compile(r"[^\W\d_]+(?:[’'‑-][^\W\d_]+)*")
_PART = re.compile(r"[’'‑-]")

MOST_SUGGESTED = 3
"""The maximum number of suggestions for a misspelt word: further ones are rarely right. A guess."""

SHORTEST = 2
"""The minimum length of a checked word, in letters; single letters name players, cards and
places.
"""


class Dictionary:
    """The words of a language, with cached look-ups."""

    def __init__(self, hunspell: "Hunspell") -> None:
        """Store the dictionary, and create the caches of its answers."""
        self._hunspell = hunspell
        self._known: dict[str, bool] = {}
        self._suggested: dict[str, list[str]] = {}

    def has(self, word: str) -> bool:
        """Return whether the dictionary contains the word in this form."""
        plain = word.replace("’", "'").replace("‑", "-")
        if plain not in self._known:
            try:
                self._known[plain] = bool(self._hunspell.spell(plain))
            except UnicodeEncodeError:  # a letter that the dictionary's encoding lacks
                self._known[plain] = False
        return self._known[plain]

    def suggested(self, word: str) -> list[str]:
        """Return the suggestions for a misspelt word."""
        if word not in self._suggested:
            try:
                meant = list(self._hunspell.suggest(word.replace("’", "'")))
            except UnicodeEncodeError:
                meant = []
            self._suggested[word] = meant[:MOST_SUGGESTED]
        return self._suggested[word]


@lru_cache(maxsize=32)
def dictionary(language: str) -> Dictionary | None:
    """Return the dictionary of a language; None without one, or without the extra."""
    files = dictionary_files(language)
    if not files:
        return None
    from hunspell import Hunspell

    affixes, _ = files
    return Dictionary(Hunspell(affixes.stem, hunspell_data_dir=str(affixes.parent)))


def check_dictionary(review: Review) -> Iterator[Diagnostic]:
    """Report words that their language's dictionary lacks, except names and listed words."""
    checked = [one for one in review.texts if review.usage(one).spelling is not None]
    right = {language: right_words(review, language) for language in checked}
    for passage in review.everything:
        own = right.get(passage.language)
        words = dictionary(passage.language) if own is not None else None
        if own is None or words is None:
            continue
        for match in _WORD.finditer(passage.reading):
            if passage.is_filled_in(*match.span()) or _is_known(match[0], words, own):
                continue
            enclitics = review.usage(passage.language).enclitics
            if not is_joined(match[0].lower(), words, own, enclitics):
                suggested = words.suggested(match[0])
                yield passage.fault(
                    codes.UNKNOWN_WORD,
                    f"`{match[0]}` is in no dictionary of `{passage.language}`",
                    f"perhaps {listed(suggested)}" if suggested else "expected a known word",
                    "correct it, or list it under `spelling` in the `language.yaml` of "
                    f"`{passage.language}`",
                    passage.place(*match.span()),
                    detail=match[0],
                )


SHORTEST_VERB = 4
"""The minimum length of a verb with a pronoun at its end, in letters: shorter ones are parts of
other words. A guess.
"""


def is_joined(word: str, words: Dictionary, own: frozenset[str], enclitics: frozenset[str]) -> bool:
    """Return whether a word is a verb with pronouns at its end: `uniscili`, `barájalo`.

    The verb alone may have no accent.
    """
    verbs = [word.removesuffix(one) for one in enclitics if word.endswith(one)]
    return any(
        any(one in own or words.has(one) for one in (verb, unaccented(verb)))
        or is_joined(verb, words, own, enclitics)
        for verb in verbs
        if len(verb) >= SHORTEST_VERB
    )


def right_words(review: Review, language: str) -> frozenset[str]:
    """Return names, and listed words that dictionaries lack."""
    own = review.usage(language)
    title = _WORD.findall(f"{review.game.title} {review.title(language)}")
    names = review.source.names | own.names | frozenset(title)
    listed_words = own.spelling or frozenset()
    return names | listed_words | {part for name in names for part in _PART.split(name)}


def _is_known(word: str, words: Dictionary, right: frozenset[str]) -> bool:
    def whole(part: str) -> bool:
        folded = part.lower()
        return (
            len(part) < SHORTEST
            or part in right
            or (part != folded and (folded in right or part.capitalize() in right))
            or words.has(part)
        )

    parts = _PART.split(word)
    return whole(word) or (len(parts) > 1 and all(map(whole, parts)))
