"""Texts are in the language that they are said to be in."""

import re
from collections.abc import Iterable, Mapping

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Problems

FEWEST_WORDS = 8
"""Words from which a text can be told by them."""

FEWEST_SIGNS = 2
"""Small words that the other language has and its own has not."""

LEAST_SHARE = 0.12
"""The part of all words that these must be."""

CERTAINTY = 3
"""How many times as many there must be as small words of the own language that the other lacks."""

_WORD = re.compile(r"[^\W\d_]+")


def check_language(review: Review, problems: Problems) -> None:
    """A text whose small words are those of another language."""
    profiles = {name: usage.words for name, usage in review.known.usages.items() if usage.words}
    for passage in review.passages:
        if passage.language not in profiles:
            continue
        other = _other(_own_words(passage), passage.language, profiles)
        if other is not None:
            problems.error(
                "PNP361",
                f"`{passage.key}` seems to be in `{other}`, not in `{passage.language}`",
                passage.span,
                f"expected a text in `{passage.language}`",
                "translate it, or move it to the file where it belongs",
            )


def _own_words(passage: Passage) -> list[str]:
    """The words of the text itself; no names of players and symbols, nothing of the glossary."""
    return [
        match[0].lower()
        for match in _WORD.finditer(passage.reading)
        if not passage.is_filled_in(*match.span())
        and not (len(match[0]) == 1 and match[0].isupper())
    ]


def _other(
    words: Iterable[str], language: str, profiles: Mapping[str, frozenset[str]]
) -> str | None:
    """The other language that the words are of, if they are."""
    words = list(words)
    if len(words) < FEWEST_WORDS:
        return None
    own = profiles[language]
    signs = {
        name: sum(word in known and word not in own for word in words)
        for name, known in profiles.items()
        if name != language
    }
    best = max(signs, key=lambda name: signs[name], default=None)
    if best is None or signs[best] < max(FEWEST_SIGNS, LEAST_SHARE * len(words)):
        return None
    against = sum(word in own and word not in profiles[best] for word in words)
    return best if signs[best] > CERTAINTY * against else None
