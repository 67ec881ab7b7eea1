"""Sentences: not too long, and as many, in the same order, as in the original.

Paragraphs end with the mark that their original has.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Note, Problems, Severity
from printnplay.model.game import Game, TableBlock
from printnplay.proofreading.passages import PLACEHOLDER, Passage, term_and_form
from printnplay.proofreading.review import Review

MOST_WORDS = 30
"""What a player reads aloud in one breath."""

SHORTEST = 0.62
"""A translation with this part of the original's characters, or less, has lost something.

The shortest of the shipped translations of a paragraph has three quarters."""

LONG_ENOUGH = 60
"""Characters of an original from which its length says something about its translation's."""

WITNESSES = 3
"""Translations that all say more before the original is thought to have lost something."""

MOST_TO_ORDER = 6
"""Sentences of a paragraph whose orders are tried out."""

_END = re.compile(r"[.!?…]+[»”“\"’)*\s]*(?=\s|\Z)")
_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*|\ufffc+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage: where it begins and ends in the reading."""

    start: int
    end: int


def sentences(reading: str) -> Iterator[Sentence]:
    """The sentences of a text, each with the mark at its end.

    >>> [one.end for one in sentences("Draw. Then play a card.")]
    [5, 23]
    """
    start = 0
    for match in _END.finditer(reading):
        yield Sentence(start, match.end())
        start = match.end()
    if reading[start:].strip():
        yield Sentence(start, len(reading))


def check_length(review: Review, problems: Problems) -> None:
    """A sentence that nobody can read aloud in one breath."""
    for passage in review.passages:
        for one in sentences(passage.reading):
            words = len(_WORD.findall(passage.reading, one.start, one.end))
            if words > MOST_WORDS:
                problems.warning(
                    codes.SENTENCE_TOO_LONG,
                    f"a sentence of `{passage.key}` has {words} words",
                    passage.place(one.start, one.end),
                    f"expected at most {MOST_WORDS} words",
                    "make two sentences of it",
                )


def check_number(review: Review, problems: Problems) -> None:
    """A rule with fewer sentences than the original, or much shorter than it: something is lost.

    Where each of several translations has more sentences than the original, that one lacks some.
    Languages that nothing is known of may end their sentences in ways of their own.
    """
    longer: dict[str, int] = {}
    for passage in review.passages:
        model = review.original(passage)
        if model is None or not passage.is_rules or not review.usage(passage.language).words:
            continue
        here, there = _count(passage), _count(model)
        longer[passage.key] = longer.get(passage.key, 0) + (here > there)
        short = len(model.reading) >= LONG_ENOUGH and (
            len(passage.reading) <= SHORTEST * len(model.reading)
        )
        if here < there or short:
            problems.add(_lost(passage, model, review.reference))
    for key, count in longer.items():
        model = review.originals[key, "other"]
        if count == len(review.translations) >= WITNESSES:
            problems.add(_lost(model, None, review.reference))


def check_order(review: Review, problems: Problems) -> None:
    """Sentences that speak of the same things as the original's, but in another order."""
    for passage in review.passages:
        model = review.original(passage)
        if model is None or not passage.is_rules:
            continue
        if not _is_reordered(list(_subjects(passage)), list(_subjects(model))):
            continue
        problems.add(
            Diagnostic(
                codes.SENTENCES_REORDERED,
                f"the sentences of `{passage.key}` stand in another order than in the original",
                passage.span,
                "expected the order of the original",
                "bring the sentences into its order: an example belongs after its rule",
                (("the original stands here", model.span),),
            )
        )


def _count(passage: Passage) -> int:
    return len(list(sentences(passage.reading)))


def _lost(passage: Passage, model: Passage | None, reference: str) -> Diagnostic:
    notes: tuple[Note, ...] = ()
    if model is None:
        message = f"`{passage.key}` has fewer sentences in `{reference}` than in every translation"
        label = "expected what the translations say"
    else:
        message = f"`{passage.key}` says less than its original"
        label = "expected as many sentences as there"
        notes = (("the original stands here", model.span),)
    return Diagnostic(
        codes.SENTENCES_MISSING,
        message,
        passage.span,
        label,
        "compare them sentence by sentence: one may be lost",
        notes,
        Severity.WARNING,
    )


def _subjects(passage: Passage) -> Iterator[frozenset[str]]:
    """What each sentence names by placeholders, whatever the forms of its terms."""
    start = 0
    for match in _END.finditer(passage.text):
        yield _named(passage.text[start : match.end()])
        start = match.end()
    if passage.text[start:].strip():
        yield _named(passage.text[start:])


def _is_reordered(here: Sequence[frozenset[str]], there: Sequence[frozenset[str]]) -> bool:
    """Whether in another order the sentences would speak of more of the same things."""
    count = len(here)
    telling = min(sum(map(bool, here)), sum(map(bool, there)))
    if count != len(there) or count > MOST_TO_ORDER or telling < 2:
        return False
    common = [[len(one & other) for other in there] for one in here]
    as_it_is = sum(common[index][index] for index in range(count))
    best = max(
        sum(row[place] for row, place in zip(common, order, strict=True))
        for order in permutations(range(count))
    )
    return best > as_it_is


def _named(text: str) -> frozenset[str]:
    inner = (match[1] for match in PLACEHOLDER.finditer(text))
    return frozenset(named[0] if (named := term_and_form(one)) else one for one in inner)


_END_MARK = re.compile(r"([.!?…:])[\s\u00a0\u202f)»“”’\"']*\Z")


def check_endings(review: Review, problems: Problems) -> None:
    """A rule without end mark whose original has one; titles and rows of tables have none."""
    rows = _rows(review.game)
    ends = {
        passage.key: mark
        for passage in review.passages
        if passage.language == review.reference and (mark := _mark(passage))
    }
    for passage in review.passages:
        mark = ends.get(passage.key, "")
        is_label = passage.key in rows or passage.key.endswith((".title", ".name"))
        if not mark or not passage.is_rules or is_label or _same(mark, _mark(passage)):
            continue
        expected = "a colon" if mark == ":" else "a full stop, question mark or exclamation mark"
        problems.error(
            codes.NO_END_MARK,
            f"the text `{passage.key}` does not end like its original",
            passage.place(max(0, len(passage.reading) - 1), len(passage.reading)),
            f"expected {expected}",
            f"end it with `{mark}`",
        )


def _rows(game: Game) -> set[str]:
    blocks = [block for section in game.outline.sections for block in section.blocks]
    return {key for block in blocks if isinstance(block, TableBlock) for key in block.keys}


def _mark(passage: Passage) -> str:
    match = _END_MARK.search(passage.reading)
    return match[1] if match else ""


def _same(mark: str, other: str) -> bool:
    return bool(other) and (mark == ":") == (other == ":")
