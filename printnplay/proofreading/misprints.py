"""Characters that nobody sees, or that look like others.

Hyphens that a typesetter put at line ends and that stayed in the text.

Words and spaces that stand twice by mistake.
"""

import re
from collections import defaultdict
from collections.abc import Mapping

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.model.typography import FIXED, NARROW
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_ODD_SPACES = "\t\u1680\u2000-\u200a\u205f\u3000"
_APOSTROPHES = "\u0060\u00b4\u02b9\u02bc\u2032\u2035"

_SUSPECTS = re.compile(
    rf"(?P<unseen>[{_INVISIBLE}]+)|(?P<space>[{_ODD_SPACES}]+)"
    rf"|(?P<mark>(?<=[^\W\d_])[{_APOSTROPHES}‘](?=[^\W\d_]))"
)

_FAULTS: Mapping[str, tuple[str, str, str]] = {
    "unseen": ("a character that nobody sees", "", "expected nothing"),
    "space": ("a space of an odd width", " ", "expected a space"),
    "mark": ("a wrong apostrophe", "’", "expected ’"),
}
"""What is wrong, what belongs there, and the label."""


def check_characters(review: Review, problems: Problems) -> None:
    """Characters from other programs: invisible ones, odd spaces, accents for apostrophes."""
    for passage in (*review.passages, *review.filled_in):
        for match in _SUSPECTS.finditer(passage.reading):
            if passage.is_filled_in(*match.span()):
                continue
            fault, right, label = _FAULTS[match.lastgroup or ""]
            names = " ".join(f"U+{ord(one):04X}" for one in match[0])
            problems.add(
                Diagnostic(
                    codes.INVISIBLE_CHARACTER,
                    f"{fault}, {names}, in `{passage.key}`, near `{passage.near(*match.span())}`",
                    passage.place(*match.span()),
                    label,
                    "hyphens at line ends come by themselves"
                    if match[0] == "\u00ad"
                    else "it came from another program: retype it",
                    fix=passage.fix(*match.span(), right),
                )
            )


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
        codes.BROKEN_WORD,
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
                codes.BROKEN_WORD,
                f"`{word}` is elsewhere written `{fewest}`",
                passage.place(start, start + len(word)),
                f"expected `{fewest}`, or this spelling everywhere",
                "remove the hyphens that a typesetter left",
                (("the other spelling stands here", whole.place(at, at + len(fewest))),),
                Severity.WARNING,
            )
        )


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
                codes.DOUBLED_WORD,
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
                    codes.DOUBLED_WORD,
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
