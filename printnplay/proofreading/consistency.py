"""Check that the same original is translated in one way, and different originals differently.

Titles, labels and other whole texts are compared, those of one game and the common texts together.
A single word may well have two meanings, and a sentence within a paragraph may be rephrased.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.proofreading.passages import UNSEEN, Passage
from printnplay.proofreading.review import Review

_WORD = re.compile(rf"[\w{UNSEEN}]+")

FEWEST_WORDS = 2
"""The minimum number of words for an original to have one meaning; single ones may have several
(`draw`).
"""

MOST_WORDS = 6
"""The maximum number of words of a title or label. A guess: longer texts are sentences."""


def check_wording(review: Review) -> Iterator[Diagnostic]:
    """Report originals that are translated in two ways."""
    same: dict[tuple[str, str, str], list[Passage]] = defaultdict(list)
    for passage, original in review.translated():
        words = _plain(original)
        if len(words) >= FEWEST_WORDS:
            same[passage.language, passage.form, " ".join(words)].append(passage)
    for first, *others in same.values():
        for passage in others:
            if _plain(passage) != _plain(first):
                yield _differs(passage, first)


def check_same_wording(review: Review) -> Iterator[Diagnostic]:
    """Report sentences that are translated alike although their originals differ.

    Shorter texts may well mean the same: those under one key are compared by `check_neighbours`.
    """
    alike: dict[tuple[str, str, str], dict[str, Passage]] = defaultdict(dict)
    for passage, original in review.translated():
        words = _plain(passage)
        if len(words) > MOST_WORDS:
            place = (passage.language, passage.form, " ".join(words))
            alike[place].setdefault(" ".join(_plain(original)), passage)
    for first, *others in (list(one.values()) for one in alike.values()):
        for passage in others:
            yield _pasted(passage, first, codes.SAME_WORDING)


def check_neighbours(review: Review) -> Iterator[Diagnostic]:
    """Report short texts under one parent key with different originals and the same translation."""
    alike: dict[tuple[str, ...], list[tuple[Passage, list[str]]]] = defaultdict(list)
    for passage, original in review.translated():
        words = _plain(passage)
        if 0 < len(words) <= MOST_WORDS:
            beside = passage.key.rpartition(".")[0]
            place = (passage.language, passage.form, beside, *words)
            alike[place].append((passage, _plain(original)))
    for (first, of_first), *others in alike.values():
        for passage, words in others:
            if words != of_first:
                yield _pasted(passage, first, codes.OTHER_MEANING)


def _pasted(passage: Passage, first: Passage, code: Code) -> Diagnostic:
    return passage.fault(
        code,
        f"`{passage.key}` and `{first.key}` are identical, but their originals differ",
        "expected a different text",
        "one may have been pasted over the other",
        notes=(("the other is here", first.span),),
        detail=f"as {first.key}",
    )


def _plain(passage: Passage) -> list[str]:
    """Return the words of a passage, ignoring case and punctuation."""
    return _WORD.findall(passage.reading.casefold())


def _differs(passage: Passage, first: Passage) -> Diagnostic:
    return passage.fault(
        codes.OTHER_WORDING,
        f"`{passage.key}` has the same original as `{first.key}`, in different words",
        f"expected `{first.reading.replace(UNSEEN, '…')}`",
        "use the same words, so that readers do not look for a difference",
        notes=(("the same original is translated here, too", first.span),),
        detail=first.key,
    )
