"""The check that a text which is there twice is translated in one way.

Titles, labels and other whole texts are compared, of one game and the common texts together. A
single word may well mean two things, and a sentence within a paragraph may be put in other words.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Severity
from printnplay.proofreading.passages import UNSEEN, Passage
from printnplay.proofreading.review import Review

_WORD = re.compile(rf"[\w{UNSEEN}]+")

FEWEST_WORDS = 2
"""Words of an original that can hardly be meant in two ways."""


def check_wording(review: Review) -> Iterator[Diagnostic]:
    """The same original, translated in two ways."""
    same: dict[tuple[str, str, str], list[Passage]] = defaultdict(list)
    for passage, original in review.translated():
        words = _plain(original)
        if len(words) >= FEWEST_WORDS:
            same[passage.language, passage.form, " ".join(words)].append(passage)
    for first, *others in same.values():
        for passage in others:
            if _plain(passage) != _plain(first):
                yield _differs(passage, first)


def _plain(passage: Passage) -> list[str]:
    """The words of a passage, without regard to capitals and marks."""
    return _WORD.findall(passage.reading.casefold())


def _differs(passage: Passage, first: Passage) -> Diagnostic:
    return passage.fault(
        codes.OTHER_WORDING,
        f"`{passage.key}` says in other words what `{first.key}` says",
        f"expected `{first.reading.replace(UNSEEN, '…')}`",
        "say the same in the same words, so that readers do not look for a difference",
        notes=(("the same original is translated here, too", first.span),),
        severity=Severity.WARNING,
        detail=first.key,
    )
