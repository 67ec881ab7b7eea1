"""Checks of numbers: digits come from the game, and number words agree with it.

A number that a text takes from the game cannot disagree with it.
"""

import re
from collections.abc import Iterator, Mapping

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Severity
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage
from printnplay.proofreading.review import Review

_NUMBER = re.compile(r"\d+")


def check_digits(review: Review) -> Iterator[Diagnostic]:
    """A digit typed in a rule or caption, or on a card where that is asked for.

    Digits of the title are its spelling.
    """
    title = review.game.title
    for passage in review.rules:
        if passage.key.startswith("cards.") and not review.known.numbers:
            continue
        reading = passage.reading.replace(title, UNSEEN * len(title))
        for match in _NUMBER.finditer(reading):
            yield passage.fault(
                codes.TYPED_NUMBER,
                f"the number {match[0]} is typed in the text `{passage.key}`",
                "expected a placeholder or a word",
                "quote a fact of the game, like `{hand_size}`, or write the number as a word",
                passage.place(*match.span()),
                severity=Severity.WARNING,
            )


PAIR = 2

_WORD = re.compile(r"[^\W\d_]+")


def check_number_words(review: Review) -> Iterator[Diagnostic]:
    """A number word whose value the original has neither as a word nor as a fact of the game.

    Where the original counts nothing, a translation may still speak of two things.
    """
    for passage, original in review.translated() if review.known.facts else ():
        words = _certain(review.usage(passage.language).numbers)
        if not words or not passage.is_rules:
            continue
        known = _values(original, review)
        for match in _WORD.finditer(passage.reading):
            value = words.get(match[0].lower())
            if value is None or value in known or (value == PAIR and not known):
                continue
            if not passage.is_filled_in(*match.span()):
                numbers = ", ".join(map(str, sorted(known))) or "no number"
                yield passage.fault(
                    codes.WRONG_NUMBER_WORD,
                    f"`{match[0]}` in `{passage.key}` is not what the original says",
                    f"the original says {numbers}",
                    "quote the fact of the game as the original does, or correct the word",
                    passage.place(*match.span()),
                    notes=original.as_original,
                )


def _certain(words: Mapping[str, int]) -> Mapping[str, int]:
    """The words that can only be meant as numbers: `both` and `second` may be said of any two."""
    pair = next((word for word, value in words.items() if value == PAIR), "")
    return {word: value for word, value in words.items() if value > PAIR or word == pair}


def _values(original: Passage, review: Review) -> frozenset[int]:
    """The numbers that the original speaks of."""
    facts, words = review.known.facts, review.usage(original.language).numbers
    named = (match[1] for match in PLACEHOLDER.finditer(original.text))
    written = (match[0].lower() for match in _WORD.finditer(original.reading))
    return frozenset(
        {facts[name] for name in named if name in facts}
        | {words[word] for word in written if word in words}
    )
