"""Quotation marks, apostrophes and the spaces around marks, as each language has them."""

from collections.abc import Iterator

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.loading.checks.typography_rules import (
    ALL_QUOTES,
    BY_LANGUAGE,
    EVERYWHERE,
    PAIRED_MARKS,
    QUOTES,
)
from printnplay.model.diagnostics import Problems

_HELP = {
    "fr": 'type the no-break space itself, or "\\u202f" (before ; ! ? and inside « ») '
    'and "\\u00a0" (before :) in a text in double quotes'
}


def check_rules(review: Review, problems: Problems) -> None:
    """Marks and spaces, by the table; the forms in the glossary too."""
    for passage in (*review.passages, *review.filled_in):
        for rule in (*EVERYWHERE, *BY_LANGUAGE.get(passage.language, ())):
            for match in rule.pattern.finditer(passage.reading):
                help_line = _HELP.get(passage.language, "") if rule not in EVERYWHERE else ""
                _report(passage, match.span(), rule.fault, (rule.expected, help_line), problems)


def check_quotes(review: Review, problems: Problems) -> None:
    """Quotation marks of another language, and marks that do not pair."""
    for passage in (*review.passages, *review.filled_in):
        pair = QUOTES.get(passage.language)
        if pair is None:
            continue
        expected = (f"expected {pair[0]} and {pair[1]}", "")
        for index, mark in enumerate(passage.reading):
            if mark in ALL_QUOTES and mark not in pair:
                fault = f"{mark} is not a quotation mark of `{passage.language}`"
                _report(passage, (index, index + 1), fault, expected, problems)
        for index in unpaired(passage.reading, *pair):
            _report(passage, (index, index + 1), "a quotation mark alone", expected, problems)


def check_pairs(review: Review, problems: Problems) -> None:
    """Marks that are opened and closed, as ¿ and ?"""
    for passage in review.passages:
        for opening, closing in PAIRED_MARKS.get(passage.language, ()):
            for index in unpaired(passage.reading, opening, closing):
                fault = f"{passage.reading[index]} without its partner"
                expected = (f"expected {opening} and {closing}", "add the other of the two")
                _report(passage, (index, index + 1), fault, expected, problems)


def unpaired(text: str, opening: str, closing: str) -> Iterator[int]:
    """Where in the text a mark stands that no other opens or closes.

    >>> list(unpaired("¿X? O?", "¿", "?"))
    [5]
    """
    opened: list[int] = []
    for index, character in enumerate(text):
        if character == opening:
            opened.append(index)
        elif character == closing:
            if opened:
                opened.pop()
            else:
                yield index
    yield from opened


def _report(
    passage: Passage,
    where: tuple[int, int],
    fault: str,
    expected: tuple[str, str],
    problems: Problems,
) -> None:
    if passage.is_filled_in(*where):
        return
    label, help_line = expected
    text = f"{fault} in `{passage.key}`, near `{passage.near(*where)}`"
    problems.error("PNP309", text, passage.place(*where), label, help_line)
