"""Words and spaces that stand twice by mistake."""

import re

from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.model.typography import FIXED, NARROW

RIGHT_TWICE: dict[str, frozenset[str]] = {
    "de": frozenset({"das", "dem", "den", "der", "die", "sie"}),
    "en": frozenset({"had", "that"}),
    "fr": frozenset({"nous", "vous"}),
}
"""Words that grammar may put side by side (`vous vous asseyez`)."""

_WORDS = re.compile(r"(?<![\w’'-])([^\W\d_]+)\s+(\1)(?![\w’'-])", re.IGNORECASE)
_SPACES = re.compile(r"\A\s+|\s+\Z|\s{2,}")


def check_words(review: Review, problems: Problems) -> None:
    """The same word twice in a row; single capitals (`X X`) are symbols, not words."""
    for passage in review.passages:
        right = RIGHT_TWICE.get(passage.language, frozenset())
        for match in _WORDS.finditer(passage.reading):
            word = match[1]
            if word.lower() in right or (len(word) == 1 and word.isupper()):
                continue
            problems.error(
                "PNP308",
                f"the word `{word}` stands twice",
                passage.place(*match.span(2)),
                "expected another word",
                "remove one of the two",
            )


def check_spaces(review: Review, problems: Problems) -> None:
    """Two spaces in a row, of whatever kind, and spaces at either end of a text."""
    for passage in (*review.passages, *review.filled_in):
        for match in _SPACES.finditer(passage.reading):
            if passage.is_filled_in(*match.span()):
                continue
            at_end = match.start() == 0 or match.end() == len(passage.reading)
            fault = "a space at the end of" if at_end else "two spaces in"
            problems.add(
                Diagnostic(
                    "PNP308",
                    f"{fault} `{passage.key}`, near `{passage.near(*match.span())}`",
                    passage.place(*match.span()),
                    "expected no space" if at_end else "expected one space",
                    "remove it",
                    fix=passage.fix(*match.span(), "" if at_end else _one_of(match[0])),
                )
            )


def _one_of(spaces: str) -> str:
    """The one space that is meant: one that does not break a line, if any of them does not."""
    return next((one for one in spaces if one in (FIXED, NARROW)), " ")
