"""Check the order of placeholders in a text: numbers, icons, terms."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.suggestions import listed
from printnplay.proofreading.passages import PLACEHOLDER, Passage, fact_named, term_and_form
from printnplay.proofreading.review import Review
from printnplay.proofreading.sentences import sentences

_WORD = re.compile(r"[^\W\d_]{2,}")

VERB_LAST = frozenset({"ja", "ko"})
"""Languages whose order is nearly the opposite of English: `1 of 15` is `15, of which 1`."""


def check_order_of_numbers(review: Review) -> Iterator[Diagnostic]:
    """Report numbers and icons in a different order from the original: from 4 to 2 players."""
    for passage, original in review.translated():
        if passage.language in VERB_LAST and original.language not in VERB_LAST:
            continue
        here, there = _numbers(passage), _numbers(original)
        if here != there and sorted(here) == sorted(there):
            yield passage.fault(
                codes.OTHER_MEANING,
                f"`{passage.key}` has its numbers in a different order from its original",
                f"expected {listed(f'{{{name}}}' for name in there)}",
                "swap them, unless only the structure of the sentence differs",
                notes=original.as_original,
                detail=f"order {' '.join(here)}",
            )


def check_order_of_terms(review: Review) -> Iterator[Diagnostic]:
    """Report terms of one kind that are swapped in a translation."""
    kinds = _of_one_kind(review.by_language[review.reference])
    for passage, original in review.translated() if kinds else ():
        for here, there in _sentences_beside(passage, original):
            for pair in _inverted(here, there):
                if frozenset(pair) in kinds:
                    yield moved(passage, original, pair, "in a different order from its original")


def moved(passage: Passage, original: Passage, names: Iterable[str], how: str) -> Diagnostic:
    """Return that a translation names things in another order than its original."""
    names = list(names)
    return passage.fault(
        codes.OTHER_MEANING,
        f"`{passage.key}` names {listed(names)} {how}",
        "expected the order of the original",
        "swap them, unless only the structure of the sentence differs",
        notes=original.as_original,
        detail=f"order {' '.join(names)}",
    )


def _of_one_kind(originals: Sequence[Passage]) -> set[frozenset[str]]:
    """Return the pairs of terms that replace each other in otherwise equal texts.

    `Dragon deck: Magic cards` and `Unicorn deck: Magic cards` make dragon and unicorn a pair.
    """
    places: dict[str, set[str]] = defaultdict(set)
    for original in originals:
        for term in set(_terms(original.text)):
            rest = PLACEHOLDER.sub(
                lambda match: "…" if _named(match[1]) == term else match[0],  # noqa: B023
                original.text,
            )
            if _WORD.search(PLACEHOLDER.sub("", rest)):
                places[rest].add(term)
    return {frozenset(pair) for terms in places.values() for pair in combinations(terms, 2)}


def _sentences_beside(passage: Passage, original: Passage) -> list[tuple[str, str]]:
    """Return the sentences of a text as typed, paired with those of its original.

    The whole texts are paired if their numbers of sentences differ.
    """
    ours, theirs = (
        [one.text[part.start : part.end] for part in sentences(one.text)]
        for one in (passage, original)
    )
    if len(ours) != len(theirs):
        return [(passage.text, original.text)]
    return list(zip(ours, theirs, strict=True))


def _inverted(here: str, there: str) -> Iterator[tuple[str, str]]:
    """Yield the terms that both texts name once, in a different order."""
    ours, theirs = _terms(here), _terms(there)
    once = [term for term in theirs if theirs.count(term) == ours.count(term) == 1]
    for first, second in combinations(once, 2):
        if ours.index(first) > ours.index(second):
            yield first, second


def _terms(text: str) -> list[str]:
    """Return the terms that a text names, regardless of form."""
    inner = (match[1] for match in PLACEHOLDER.finditer(text))
    return [named[0] for one in inner if (named := term_and_form(one))]


def _named(inner: str) -> str:
    """Return the term, number or icon of a placeholder, regardless of the word's form."""
    term = term_and_form(inner)
    return term[0] if term else fact_named(inner) or inner


def _numbers(passage: Passage) -> list[str]:
    """Return the numbers and icons that a passage quotes, in order."""
    inner = (match[1] for match in PLACEHOLDER.finditer(passage.text))
    return [_named(one) for one in inner if one and term_and_form(one) is None]
