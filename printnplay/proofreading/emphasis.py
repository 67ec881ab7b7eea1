"""Check that emphasised words and quoted titles match those of the original."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.typography import QUOTES
from printnplay.proofreading.passages import PLACEHOLDER, Passage, term_and_form
from printnplay.proofreading.review import Review
from printnplay.proofreading.sentences import sentences

_SPAN = re.compile(r"(?<!\\)(\*\*|\*)(?!\*)(.+?)(?<!\\)\1", re.DOTALL)


class _Emphasis(Struct, frozen=True):
    """Emphasised words: mark, sentence number, whether they begin the text, what they name.

    `beyond` is true if they continue past the end of a sentence.
    """

    mark: str
    sentence: int
    first: bool
    named: frozenset[str]
    beyond: bool


def check_emphasised(review: Review) -> Iterator[Diagnostic]:
    """Report words that are emphasised in one language only, or in a different place.

    Where the word order of a language is unknown, only their number and terms are compared.
    """
    for passage, original in review.translated():
        here, there = _emphasised(passage), _emphasised(original)
        in_order = bool(review.usage(passage.language).words)
        if not there or _is_same(here, there, in_order=in_order):
            continue
        yield passage.fault(
            codes.EMPHASIS_DIFFERS,
            f"`{passage.key}` emphasises different words from its original",
            f"expected {_shown(original)}",
            "emphasise the same words as the original",
            notes=original.as_original,
            detail="emphasis",
        )


def _emphasised(passage: Passage) -> list[_Emphasis]:
    ends = [sentence.end for sentence in sentences(passage.text)]
    return [
        _Emphasis(
            match[1],
            sum(end <= match.start() for end in ends),
            match.start() == 0,
            frozenset(
                named[0] if (named := term_and_form(inner[1])) else inner[1]
                for inner in PLACEHOLDER.finditer(match[2])
            ),
            len(sentences(match[2])) > 1,
        )
        for match in _SPAN.finditer(passage.text)
    ]


def _is_same(here: list[_Emphasis], there: list[_Emphasis], *, in_order: bool) -> bool:
    """Return whether the emphasis matches in mark, terms named, and place at the start or not."""
    marks, wanted = (
        Counter((one.mark, in_order and one.first, one.named, one.beyond) for one in all_)
        for all_ in (here, there)
    )
    return marks == wanted


def _shown(original: Passage) -> str:
    spans = [match[0] for match in _SPAN.finditer(original.text)]
    return f"emphasis as in {', '.join(spans)}" if spans else "no emphasis"


def check_quoted_titles(review: Review) -> Iterator[Diagnostic]:
    """Report quoted titles that differ from the printed title."""
    titles = {
        language: {one.key: one.reading for one in passages}
        for language, passages in review.by_language.items()
    }
    keys: dict[str, list[str]] = {}
    for key, reading in titles[review.reference].items():
        keys.setdefault(reading.casefold(), []).append(key)
    for passage, original in review.translated():
        quoted, wanted = _quoted(passage), _quoted(original)
        for (said, where), (title, _) in zip(quoted, wanted, strict=False):
            own = [
                titles[passage.language][key]
                for key in keys.get(title.casefold(), ())
                if key in titles[passage.language] and key != passage.key
            ]
            if own and said.casefold() not in {one.casefold() for one in own}:
                yield passage.fault(
                    codes.QUOTED_TITLE,
                    f"`{passage.key}` quotes `{said}`, which is called `{own[0]}`",
                    f"expected `{own[0]}`",
                    "quote the printed title",
                    passage.place(*where),
                    detail=f"title {title}",
                )


def _quoted(passage: Passage) -> list[tuple[str, tuple[int, int]]]:
    """Return the quoted texts, with their places."""
    opening, closing = QUOTES.get(passage.language, ("“", "”"))
    pattern = re.compile(rf"{opening}[\s\u202f]*(.+?)[\s\u202f]*{closing}")
    return [(match[1], match.span(1)) for match in pattern.finditer(passage.reading)]
