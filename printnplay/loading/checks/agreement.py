"""Grammar that breaks when a word is replaced: articles, numbers, and words that join others."""

import re
from itertools import pairwise

from printnplay.loading.checks.passages import Passage, term_and_form, within
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.model.languages import Usage

_WORD = re.compile(r"[^\W\d_]+")
_THING = r"(\{[^{}]+\}|\b[A-Z]\b)"
_JOINED = re.compile(rf"(?={_THING}[ \u00a0]([^\W\d_]+)[ \u00a0]{_THING})")


def check_agreement(review: Review, problems: Problems) -> None:
    """Two words side by side of which the second needs another first: `un carte`."""
    pairs = {language: _wrong(review.usage(language)) for language in review.texts}
    for passage in review.passages:
        wrong = pairs[passage.language]
        for first, second in _neighbours(passage) if wrong else ():
            words = (first[0].lower(), second[0])
            if words in wrong and not passage.is_filled_in(first.start(), second.end()):
                problems.error(
                    "PNP368",
                    f"`{first[0]} {second[0]}` does not agree, in `{passage.key}`",
                    passage.place(first.start(), second.end()),
                    f"expected another word before `{second[0]}`, or another form of it",
                    "read the sentence aloud: a word may have been replaced without its neighbours",
                )


def check_joining(review: Review, problems: Problems) -> None:
    """`{a} en {b}` where the original has `{a} and {b}`: a word of another language."""
    for passage in review.passages:
        model = review.original(passage)
        joining = review.usage(passage.language).joining
        if model is None or not joining:
            continue
        wanted = _joints(model, review.usage(model.language).joining)
        for match in _JOINED.finditer(passage.text):
            pair = (_thing(match[1]), _thing(match[3]))
            if pair in wanted and match[2].lower() not in joining:
                problems.add(_not_joining(passage, match, model, joining))


def _wrong(usage: Usage) -> set[tuple[str, str]]:
    return {
        (word, other) for one in usage.agreement for word in one.words for other in one.never_before
    }


def _neighbours(passage: Passage) -> list[tuple[re.Match[str], re.Match[str]]]:
    words = list(_WORD.finditer(passage.reading))
    return [
        (first, second)
        for first, second in pairwise(words)
        if second.start() - first.end() == 1
        and passage.reading[first.end()].isspace()
        and passage.reading[first.start() - 1 : first.start()] not in ("’", "'", "-")
        and passage.reading[second.end() : second.end() + 1] != "-"
    ]


def _joints(model: Passage, joining: frozenset[str]) -> set[tuple[str, str]]:
    return {
        (_thing(match[1]), _thing(match[3]))
        for match in _JOINED.finditer(model.text)
        if match[2].lower() in joining
    }


def _thing(word: str) -> str:
    """A placeholder whatever the form of its term; other words as they are."""
    named = term_and_form(word[1:-1]) if word.startswith("{") else None
    return named[0] if named else word


def _not_joining(
    passage: Passage, match: re.Match[str], model: Passage, joining: frozenset[str]
) -> Diagnostic:
    words = ", ".join(f"`{word}`" for word in sorted(joining))
    return Diagnostic(
        "PNP369",
        f"`{match[2]}` joins nothing in `{passage.language}`, in `{passage.key}`",
        within(passage.span, passage.text, *match.span(2)),
        f"expected one of {words}",
        "it may be a word of another language",
        (("the original stands here", model.span),),
    )
