"""Hyphens that a typesetter put at line ends and that stayed in the text."""

import re
from collections import defaultdict

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems, Severity

JOINING: dict[str, frozenset[str]] = {
    "de": frozenset({"als", "bis", "bzw", "noch", "oder", "sowie", "und"}),
    "en": frozenset({"and", "or", "to"}),
    "es": frozenset({"e", "o", "u", "y"}),
    "fr": frozenset({"et", "ou"}),
    "it": frozenset({"e", "ed", "o"}),
}
"""Words beside which a hyphen may end or begin a word (`Vorder- und Rückseite`)."""

_AFTER = re.compile(r"([^\W\d_]+)-\s+([^\W\d_]+)")
_BEFORE = re.compile(r"([^\W\d_]+)\s+-([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def check_broken(review: Review, problems: Problems) -> None:
    """A hyphen with a space beside it, between two letters.

    What it was before it was broken is known where the same language has it elsewhere.
    """
    known = {language: _words(review, language) for language in review.texts}
    for passage in review.passages:
        joining = JOINING.get(passage.language, frozenset())
        for pattern, neighbour in ((_AFTER, 2), (_BEFORE, 1)):
            for match in pattern.finditer(passage.reading):
                if match[neighbour].lower() not in joining:
                    problems.add(_broken(passage, match, known[passage.language]))


def _words(review: Review, language: str) -> frozenset[str]:
    return frozenset(
        match[0]
        for passage in review.passages
        if passage.language == language
        for match in _WORD.finditer(passage.reading)
    )


def _broken(passage: Passage, match: re.Match[str], known: frozenset[str]) -> Diagnostic:
    wholes = [whole for whole in (match[1] + match[2], f"{match[1]}-{match[2]}") if whole in known]
    return Diagnostic(
        "PNP310",
        f"`{match[0]}` is a word broken by a hyphen",
        passage.place(*match.span()),
        "expected a whole word, or a dash with spaces on both sides",
        "join the word: hyphens at line ends come by themselves",
        fix=passage.fix(*match.span(), wholes[0]) if len(wholes) == 1 else None,
    )


def check_spellings(review: Review, problems: Problems) -> None:
    """A word that stands elsewhere in the same language with fewer hyphens."""
    for language in review.texts:
        spellings: dict[str, dict[str, tuple[Passage, int]]] = defaultdict(dict)
        for passage in review.passages:
            if passage.language != language:
                continue
            for match in _WORD.finditer(passage.reading):
                word = match[0].casefold()
                spellings[word.replace("-", "")].setdefault(word, (passage, match.start()))
        right = _terms(review, language)
        for found in spellings.values():
            _compare(found, right, problems)


def _terms(review: Review, language: str) -> frozenset[str]:
    """The words of the glossary, which are right as they are there."""
    return frozenset(
        match[0].casefold()
        for passage in review.filled_in
        if passage.language == language
        for match in _WORD.finditer(passage.reading)
    )


def _compare(
    found: dict[str, tuple[Passage, int]], right: frozenset[str], problems: Problems
) -> None:
    if len(found) < 2:
        return
    fewest = min(found, key=lambda word: word.count("-"))
    whole, at = found[fewest]
    for word, (passage, start) in found.items():
        if word == fewest or word in right:
            continue
        problems.add(
            Diagnostic(
                "PNP310",
                f"`{word}` is elsewhere written `{fewest}`",
                passage.place(start, start + len(word)),
                f"expected `{fewest}`, or this spelling everywhere",
                "remove the hyphens that a typesetter left",
                (("the other spelling stands here", whole.place(at, at + len(fewest))),),
                Severity.WARNING,
            )
        )
