"""Numbers in rule text come from the game, so that no text can disagree with it.

Number words: a translation counts as its original and the game do.
"""

import re
from collections.abc import Mapping

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage
from printnplay.proofreading.review import Review

_NUMBER = re.compile(r"\d+")


def check_numbers(review: Review, problems: Problems) -> None:
    """A digit typed in a rule, a card or a caption; digits of the title are its spelling."""
    title = review.game.title
    for passage in review.passages:
        if not passage.is_rules:
            continue
        reading = passage.reading.replace(title, UNSEEN * len(title))
        for match in _NUMBER.finditer(reading):
            problems.warning(
                codes.TYPED_NUMBER,
                f"the number {match[0]} is typed in the text `{passage.key}`",
                passage.place(*match.span()),
                "expected a placeholder or a word",
                "quote a fact of the game, like `{hand_size}`, or write the number as a word",
            )


PAIR = 2

_WORD = re.compile(r"[^\W\d_]+")


def check_number_words(review: Review, problems: Problems) -> None:
    """A number word whose value the original has neither as a word nor as a fact of the game.

    Where the original counts nothing, a translation may still speak of two things.
    """
    if not review.known.facts:
        return
    for passage in review.passages:
        model = review.original(passage)
        if model is None or not passage.is_rules:
            continue
        words = _telling(review.usage(passage.language).numbers)
        known = _values(model, review) if words else frozenset()
        for match in _WORD.finditer(passage.reading) if words else ():
            value = words.get(match[0].lower())
            if value is None or value in known or (value == PAIR and not known):
                continue
            if passage.is_filled_in(*match.span()):
                continue
            problems.add(_contradicts(passage, match, model, known))


def _telling(words: Mapping[str, int]) -> Mapping[str, int]:
    """The words that can only be meant as numbers: `both` and `second` may be said of any two."""
    pair = next((word for word, value in words.items() if value == PAIR), "")
    return {word: value for word, value in words.items() if value > PAIR or word == pair}


def _values(model: Passage, review: Review) -> frozenset[int]:
    """The numbers that the original speaks of."""
    named = (match[1] for match in PLACEHOLDER.finditer(model.text))
    facts = frozenset(review.known.facts[one] for one in named if one in review.known.facts)
    return facts | _counted(model, review.usage(model.language).numbers)


def _counted(passage: Passage, words: Mapping[str, int]) -> frozenset[int]:
    found = (words.get(match[0].lower()) for match in _WORD.finditer(passage.reading))
    return frozenset(value for value in found if value is not None)


def _contradicts(
    passage: Passage, match: re.Match[str], model: Passage, known: frozenset[int]
) -> Diagnostic:
    numbers = ", ".join(map(str, sorted(known))) or "no number"
    return Diagnostic(
        codes.WRONG_NUMBER_WORD,
        f"`{match[0]}` in `{passage.key}` is not what the original says",
        passage.place(*match.span()),
        f"the original says {numbers}",
        "quote the fact of the game as the original does, or correct the word",
        (("the original stands here", model.span),),
    )
