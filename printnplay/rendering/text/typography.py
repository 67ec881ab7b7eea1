"""Texts set as their language prints them, whatever keys they were typed with."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from printnplay.model.typography import repairs
from printnplay.rendering.text.inline import Inline, Words

UNSEEN = "\ufffc"
"""Stands for an icon where marks are judged by their neighbours."""


def as_printed(inlines: Sequence[Inline], language: str) -> tuple[Inline, ...]:
    """The same words and icons with the marks and spaces of print.

    What is repaired across a change of type stands in the type that it begins in.

    >>> as_printed((Words("Ann's "), Words("'best'", strong=True)), "en")[0].text
    'Ann’s '
    """
    texts = [one.text if isinstance(one, Words) else UNSEEN for one in inlines]
    found = list(repairs("".join(texts), language))
    if not found:
        return tuple(inlines)
    starts = [0, *accumulate(map(len, texts))]
    for repair in reversed(found):
        at = bisect_right(starts, repair.start) - 1
        for index in range(at, len(texts)):
            first = max(repair.start - starts[index], 0)
            last = repair.end - starts[index]
            if last <= 0:
                break
            if isinstance(inlines[index], Words):
                printed = repair.printed if index == at else ""
                texts[index] = texts[index][:first] + printed + texts[index][last:]
    return tuple(
        replace(one, text=text) if isinstance(one, Words) else one
        for one, text in zip(inlines, texts, strict=True)
    )
