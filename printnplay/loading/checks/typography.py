"""Quotation marks, apostrophes and the spaces around marks, as each language has them.

What setting repairs is named in a warning; the checks for faults look at the repaired text.
"""

from collections.abc import Iterator
from dataclasses import replace

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.loading.checks.typography_rules import (
    ALL_QUOTES,
    BY_LANGUAGE,
    EVERYWHERE,
    PAIRED_MARKS,
)
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.model.typography import FIXED, NARROW, QUOTES, repairs

_NAMES = {NARROW: "U+202F", FIXED: "U+00A0"}
_HELP = "it prints right as it is; type it so, and every tool will show it so"


def check_typing(review: Review, problems: Problems) -> None:
    """What is printed otherwise than typed, but for what nobody sees."""
    for passage in (*review.passages, *review.filled_in):
        for repair in repairs(passage.reading, passage.language):
            where = (repair.start, repair.end)
            if repair.silent or passage.is_filled_in(*where):
                continue
            text = f"{repair.fault} in `{passage.key}`, near `{passage.near(*where)}`"
            label = f"printed as {_shown(repair.printed)}"
            fix = passage.fix(*where, repair.printed)
            place = passage.place(*where)
            problems.add(Diagnostic("PNP309", text, place, label, _HELP, (), Severity.WARNING, fix))


def _shown(printed: str) -> str:
    """What is printed, its spaces by name.

    >>> _shown(NARROW + "!")
    'U+202F !'
    """
    for space, name in _NAMES.items():
        printed = printed.replace(space, f" {name} ")
    return " ".join(printed.split())


def _repaired(passage: Passage) -> Passage:
    """The passage as it is printed; every character still knows where it comes from."""
    reading: list[str] = []
    origins: list[tuple[int, int]] = []
    done = 0
    for repair in repairs(passage.reading, passage.language):
        reading += [passage.reading[done : repair.start], repair.printed]
        origins += passage.origins[done : repair.start]
        hull = (passage.origins[repair.start][0], passage.origins[repair.end - 1][1])
        origins += [hull] * len(repair.printed)
        done = repair.end
    if not done:
        return passage
    text = "".join([*reading, passage.reading[done:]])
    return replace(passage, reading=text, origins=(*origins, *passage.origins[done:]))


def check_rules(review: Review, problems: Problems) -> None:
    """Marks and spaces, by the table; the forms in the glossary too."""
    for passage in map(_repaired, (*review.passages, *review.filled_in)):
        for rule in (*EVERYWHERE, *BY_LANGUAGE.get(passage.language, ())):
            for match in rule.pattern.finditer(passage.reading):
                _report(passage, match.span(), rule.fault, (rule.expected, ""), problems)


def check_quotes(review: Review, problems: Problems) -> None:
    """Quotation marks of another language, and marks that do not pair."""
    for passage in map(_repaired, (*review.passages, *review.filled_in)):
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
    for passage in map(_repaired, review.passages):
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
