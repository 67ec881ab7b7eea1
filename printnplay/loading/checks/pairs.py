"""Marks that come in pairs: emphasis and brackets."""

import re

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems

_MARK = re.compile(r"\\.|(?P<mark>\*\*?|\^\^)", re.DOTALL)
_BRACKETS = {"(": ")", "[": "]"}


def check_emphasis(review: Review, problems: Problems) -> None:
    """Emphasis that is opened and not closed."""
    for passage in (*review.passages, *review.filled_in):
        for mark in _left_open(passage.text):
            literal = "".join(f"\\{character}" for character in mark)
            problems.error(
                "PNP324",
                f"`{mark}` is opened but not closed",
                passage.span,
                f"expected a second `{mark}`",
                f"close it, or write `{literal}` for the character itself",
            )


def check_brackets(review: Review, problems: Problems) -> None:
    """Brackets that do not pair, or that the original has and a translation lost."""
    for passage in review.passages:
        for opening, closing in _BRACKETS.items():
            if passage.reading.count(opening) != passage.reading.count(closing):
                problems.error(
                    "PNP373",
                    f"a bracket alone in `{passage.key}`",
                    passage.span,
                    f"expected as many `{opening}` as `{closing}`",
                    "add the other of the two",
                )
        model = review.original(passage)
        if model is not None and _is_whole(passage) and _is_whole(model):
            _compare(passage, model, problems)


def _compare(passage: Passage, model: Passage, problems: Problems) -> None:
    here, there = passage.reading.count("("), model.reading.count("(")
    if here >= there:
        return
    problems.add(
        Diagnostic(
            "PNP373",
            f"`{passage.key}` lacks what the original has in brackets",
            passage.span,
            "expected the words in brackets too",
            "say what the original says in brackets",
            (("the original stands here", model.span),),
        )
    )


def _is_whole(passage: Passage) -> bool:
    return passage.reading.count("(") == passage.reading.count(")")


def _left_open(text: str) -> list[str]:
    count: dict[str, int] = {}
    for match in _MARK.finditer(text):
        if match["mark"]:
            count[match["mark"]] = count.get(match["mark"], 0) + 1
    return [mark for mark, number in count.items() if number % 2]
