"""What is wrong in a text however it is set, as tables: a new language is a line in each.

What setting repairs by itself stands in `printnplay.model.typography`.
"""

import re
from dataclasses import dataclass

ALL_QUOTES = "„“”‟«»‹›‘‚‛"
"""Every quotation mark there is, but for ’, which is the apostrophe too."""

PAIRED_MARKS: dict[str, tuple[tuple[str, str], ...]] = {"es": (("¿", "?"), ("¡", "!"))}
"""Marks that must be opened before they close."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault of typography: what to look for, what it is, and what was expected."""

    pattern: re.Pattern[str]
    fault: str
    expected: str


def _rule(pattern: str, fault: str, expected: str) -> Rule:
    return Rule(re.compile(pattern), fault, expected)


_SPACE = "[ \u00a0\u202f\n]"

EVERYWHERE = (
    _rule(r'"', "a straight quotation mark", "expected a typographic quotation mark"),
    _rule(r"'", "a straight apostrophe", "expected ’"),
    _rule(rf"{_SPACE}+[,.](?!\w)", "a space before the mark", "expected no space"),
)

_CLOSE_MARKS = _rule(
    rf"(?<=\S){_SPACE}+[;:!?](?!\S)", "a space before the mark", "expected no space"
)
_CLOSE_QUOTES = _rule(
    rf"«{_SPACE}+|{_SPACE}+»", "a space inside the quotation marks", "expected no space"
)

BY_LANGUAGE: dict[str, tuple[Rule, ...]] = {
    "de": (_CLOSE_MARKS,),
    "en": (_CLOSE_MARKS,),
    "es": (_CLOSE_MARKS, _CLOSE_QUOTES),
    "fr": (
        _rule(
            "(?<=[^\u202f;!?(])[;!?]",
            "no narrow no-break space before the mark",
            "expected U+202F before it",
        ),
        _rule(
            "(?<=[^\u00a0]):",
            "no no-break space before the colon",
            "expected U+00A0 before it",
        ),
        _rule(
            "«(?!\u202f)|(?<!\u202f)»",
            "no narrow no-break space inside the quotation marks",
            "expected U+202F inside it",
        ),
    ),
    "it": (_CLOSE_MARKS, _CLOSE_QUOTES),
}
