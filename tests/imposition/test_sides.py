from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.grid import fit_grid
from printnplay.imposition.sides import visible
from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.kernel.shapes import CardFormat

from .samples import A4, SQUARE, bleeds, overlap


@given(st.integers(0, mm(9)), bleeds)
def test_cards_across_a_gutter_share_it_evenly(gutter: Um, bleed: Um) -> None:
    cells = fit_grid(CardFormat(SQUARE, gutter=gutter), A4.printable).cells
    shown = [visible(cell, cells, bleed, A4.printable) for cell in cells]
    left, right = shown[0], shown[1]
    assert left.right - cells[0].right == cells[1].x - right.x == min(bleed, gutter // 2)
    assert not any(overlap(one, two) for one in shown for two in shown if one != two)


def test_bleed_ends_where_the_paper_ends() -> None:
    card = Rect(mm(2), mm(7), mm(60), mm(60))
    assert visible(card, [card], mm(3), A4.whole) == Rect(0, mm(4), mm(65), mm(66))
