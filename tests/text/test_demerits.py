"""How bad a justified line is: by how far its spaces are from their natural width, either way."""

from itertools import pairwise

import pytest

from printnplay.text.breaking import Justified, break_lines
from printnplay.text.items import Joint, LineItem, MeasuredItems

SPACE = 0.25
"""The natural width of a space, in em."""
WORDS = 5
"""The words of a line, each 2 em wide."""
NATURAL = WORDS * 2 + (WORDS - 1) * SPACE


def measured(*widths: float) -> MeasuredItems:
    """Words of these widths, in em, on one endless line."""
    starts, at = [], 0.0
    for width in widths:
        starts.append(at)
        at += width + SPACE
    ends = [start + width for start, width in zip(starts, widths, strict=True)]
    joints = [Joint.GLUE] * (len(widths) - 1) + [Joint.TIE]
    items = tuple(LineItem("word", "sans", joint=joint) for joint in joints)
    return MeasuredItems(items, tuple(starts), tuple(ends))


def demerits(change: float) -> float:
    """Those of a line, not the last one, each of whose spaces changes by a share of its width."""
    width = NATURAL + change * SPACE * (WORDS - 1)
    lines = Justified(measured(*[2.0] * 2 * WORDS), width, SPACE, fewest=False)
    return lines.of_line(0, WORDS - 1)[1]


@pytest.mark.parametrize("most", [-Justified.shrink, Justified.stretch])
def test_a_line_is_worse_the_more_its_spaces_change(most: float) -> None:
    found = [demerits(most * step / 10) for step in range(13)]
    assert all(before < after for before, after in pairwise(found)), found


def test_spaces_shrunk_as_far_as_they_may_are_as_bad_as_spaces_stretched_so_far() -> None:
    shrunk, stretched = demerits(-Justified.shrink), demerits(Justified.stretch)
    assert shrunk == pytest.approx(stretched)
    assert shrunk > 10 * demerits(0)


@pytest.mark.parametrize(("share", "words"), [(0.96, 3), (1.04, 4)])
def test_a_word_ends_the_line_whose_spaces_change_less_of_what_they_may(
    share: float, words: int
) -> None:
    """The fourth word fits if all spaces shrink as far as they may; else those left are wider."""
    width = 6 + 2 * SPACE * (1 + share * Justified.stretch)
    fourth = width - 6 - 3 * SPACE * (1 - 0.999 * Justified.shrink)
    items = measured(2.0, 2.0, 2.0, fourth, 2.0, 2.0)
    lines = break_lines(items, Justified(items, width, SPACE, fewest=False)).lines
    assert lines[0].last == words - 1
