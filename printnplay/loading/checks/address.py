"""Readers are spoken to in one way, where a language has several."""

import re

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.loading.checks.sentences import sentences
from printnplay.model.diagnostics import Problems
from printnplay.model.languages import Address

_WORD = re.compile(r"[^\W\d_]+")
_AFTER_COLON = re.compile(r"[:–—]\s+[«“„¿¡]?\s?")
_OPENING = "*_«“„‘‚¿¡(—– \u00a0\u202f"


def check_address(review: Review, problems: Problems) -> None:
    """A word that speaks to readers in another way than the language's texts do."""
    for passage in review.passages:
        usage = review.usage(passage.language)
        for way in usage.other_addresses:
            for match in _found(passage, way):
                problems.error(
                    "PNP362",
                    f"`{match[0]}` says {way.name}, other texts say {usage.used_address}",
                    passage.place(*match.span()),
                    f"expected readers to be spoken to with {usage.used_address}",
                    "say it as the other texts do",
                )


def _found(passage: Passage, way: Address) -> list[re.Match[str]]:
    firsts = {_first_letter(passage.reading, one.start) for one in sentences(passage.reading)}
    firsts |= {match.end() for match in _AFTER_COLON.finditer(passage.reading)}
    return [
        match
        for match in _WORD.finditer(passage.reading)
        if _tells(match[0], way, begins=match.start() in firsts)
        and not passage.is_filled_in(*match.span())
    ]


def _tells(word: str, way: Address, *, begins: bool) -> bool:
    if begins:
        return word in way.first or word.lower() in way.words
    return word in way.words


def _first_letter(reading: str, start: int) -> int:
    while start < len(reading) and reading[start] in _OPENING:
        start += 1
    return start
