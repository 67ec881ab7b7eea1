"""The rulers on the page of instructions, which show a print that was scaled, are true."""

from collections.abc import Callable

import pytest

from .builds import File, files
from .readback import MM, Line, page_size
from .shelf import Shelf
from .words import Wording

Wordings = Callable[[str], Wording]
EXACT = 0.005
LENGTHS = {"ruler.metric": (100, 100), "ruler.inch": (101.6, 32)}
"""Each ruler: its length in millimetres and the number of its steps."""

BESIDE = 30


def rulers(file: File, shelf: Shelf) -> list[tuple[Line, list[Line]]]:
    """The two rulers, upper one first: the line along each, and its ticks."""
    lines = shelf.pdf(file).pages[1].of("rule")
    long = [line for line in lines if line.length > 50]
    along = sorted((one for one in long if not one.upright), key=lambda one: one.at)
    ticks = [line for line in lines if line.upright]
    return [(base, [tick for tick in ticks if abs(tick.low - base.at) < EXACT]) for base in along]


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_rulers_are_exactly_as_long_as_they_say(file: File, shelf: Shelf) -> None:
    found = rulers(file, shelf)
    assert len(found) == len(LENGTHS)
    for (base, ticks), (length, steps) in zip(found, LENGTHS.values(), strict=True):
        places = [tick.at for tick in ticks]
        wanted = [base.low + step * length / steps for step in range(steps + 1)]
        assert places == pytest.approx(wanted, abs=EXACT)
        assert places[-1] - places[0] == pytest.approx(length, abs=EXACT)
        assert base.length == pytest.approx(length, abs=EXACT)


@pytest.mark.parametrize("file", files("kit", "long"), ids=str)
def test_a_ruler_stands_upright_and_every_sheet_of_cards_has_a_short_one(
    file: File, shelf: Shelf
) -> None:
    _, instructions, *others = shelf.pdf(file).pages
    (upright,) = [rule for rule in instructions.of("rule") if rule.upright and rule.length > 50]
    assert upright.length == pytest.approx(100, abs=EXACT)
    for page in others:
        if page.pictures:
            assert max(rule.length for rule in page.of("rule")) == pytest.approx(50, abs=EXACT)


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_each_ruler_has_its_length_beside_it(file: File, shelf: Shelf, wording: Wordings) -> None:
    pdf, words = shelf.pdf(file), wording(file.language)
    height = page_size(pdf.document.pages[0])[1]
    page = pdf.viewed[1].get_textpage()
    for (base, _), key in zip(rulers(file, shelf), LENGTHS, strict=True):
        above, below = height - base.at + 2, height - base.at - 6
        edges = (base.high + 3, below, base.high + BESIDE, above)
        left, bottom, right, top = (edge / MM for edge in edges)
        assert page.get_text_bounded(left, bottom, right, top).strip() == words.text(key)
