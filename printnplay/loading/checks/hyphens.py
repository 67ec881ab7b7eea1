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
    """A hyphen with a space beside it, between two letters."""
    for passage in review.passages:
        joining = JOINING.get(passage.language, frozenset())
        for pattern, neighbour in ((_AFTER, 2), (_BEFORE, 1)):
            for match in pattern.finditer(passage.reading):
                if match[neighbour].lower() not in joining:
                    problems.error(
                        "PNP310",
                        f"`{match[0]}` is a word broken by a hyphen",
                        passage.place(*match.span()),
                        "expected a whole word, or a dash with spaces on both sides",
                        "join the word: hyphens at line ends come by themselves",
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
        for found in spellings.values():
            _compare(found, problems)


def _compare(found: dict[str, tuple[Passage, int]], problems: Problems) -> None:
    if len(found) < 2:
        return
    fewest = min(found, key=lambda word: word.count("-"))
    whole, at = found[fewest]
    for word, (passage, start) in found.items():
        if word == fewest:
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
