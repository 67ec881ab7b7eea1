"""Upright and turned cards on one sheet: where they go, what marks them, what lies behind them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.backs import CardLayout
from printnplay.imposition.grid import fit_grid
from printnplay.imposition.mixed_grid import fit_mixed
from printnplay.imposition.papers import DoesNotFitError
from printnplay.kernel.geometry import Margins, Rect, Size, mm
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Stamp, Stroke

from .samples import A4, LETTER

POKER, TAROT = Size(63_500, 88_900), Size(69_850, 120_650)
NARROW = Rect(mm(10), mm(10), LETTER.size.width - mm(20), LETTER.size.height - mm(35))
"""Letter with margins of 10, 10, 25 and 10 mm."""


@pytest.mark.parametrize(
    ("size", "area", "alone", "mixed"),
    [(POKER, NARROW, 6, 8), (TAROT, A4.printable, 4, 6), (POKER, A4.printable, 9, 9)],
)
def test_as_many_cards_as_go_on_a_sheet(size: Size, area: Rect, alone: int, mixed: int) -> None:
    card = CardFormat(size, mm(2), None)
    assert fit_grid(card, area).count == alone
    grid = fit_mixed(card, area)
    assert grid.count == mixed
    assert len(set(grid.turns_of(mixed))) == (2 if mixed > alone else 1)


def test_cards_are_not_mixed_where_fewer_are_enough() -> None:
    card = CardFormat(POKER, mm(2), None)
    assert fit_mixed(card, NARROW, enough=6).turns == ()
    assert fit_mixed(card, NARROW, enough=7).count == 8


LENGTHS = st.integers(mm(20), mm(160))


@given(
    LENGTHS,
    LENGTHS,
    st.none() | st.integers(0, mm(8)),
    st.integers(mm(100), mm(420)),
    st.integers(mm(100), mm(420)),
)
def test_mixed_cards_lie_in_the_area_side_by_side(
    width: int, height: int, gutter: int | None, across: int, down: int
) -> None:
    card, area = CardFormat(Size(width, height), mm(2), gutter), Rect(mm(5), mm(7), across, down)
    try:
        alone = fit_grid(card, area)
    except DoesNotFitError:
        return
    grid = fit_mixed(card, area)
    assert grid.count >= alone.count
    for cell, turn in zip(grid.cells, grid.turns_of(grid.count), strict=True):
        assert cell.size == (card.size.turned if turn else card.size)
        assert area.holds(cell)
        assert grid.block.holds(cell)
    for one, other in combinations(grid.cells, 2):
        shared = one.within(other)
        assert shared.width <= 0 or shared.height <= 0
        apart = max(
            other.x - one.right, one.x - other.right, other.y - one.bottom, one.y - other.bottom
        )
        assert apart >= (gutter or 0)


@pytest.mark.parametrize("marks", [Marks.LINES, Marks.CORNERS, Marks.TICKS])
@pytest.mark.parametrize("backs", [Backs.LONG, Backs.SHORT])
def test_no_mark_runs_onto_a_card_and_backs_lie_behind_fronts(marks: Marks, backs: Backs) -> None:
    paper = LETTER.__class__("narrow", "Narrow", LETTER.size, Margins.even(mm(12)))
    card = CardFormat(TAROT, mm(2), 0)
    layout = CardLayout(paper, card, backs, Marking(marks, marks), mixed=True)
    pairs = [
        (Picture(f"front-{at}", TAROT, 0, ""), Picture(f"back-{at}", TAROT, 0, ""))
        for at in range(layout.capacity)
    ]
    assert len(set(layout.grid.turns)) == 2
    front, back = layout.sides(pairs)
    stamps = [[item for item in side.items if isinstance(item, Stamp)] for side in (front, back)]
    for one, other in zip(*stamps, strict=True):
        assert one.picture.name.removeprefix("front") == other.picture.name.removeprefix("back")
        width, height = paper.size.width, paper.size.height
        if backs is Backs.LONG:
            assert other.rect == Rect(width - one.rect.right, one.rect.y, *_sides(one.rect))
            assert other.turn == -one.turn % 360
        else:
            assert other.rect == Rect(one.rect.x, height - one.rect.bottom, *_sides(one.rect))
    for side in (front, back):
        inner = [cell.grown(-mm(2.5)) for cell in side.cells]
        for item in side.items:
            if isinstance(item, Stroke):
                line = _area(item)
                assert not any(_meet(line, cell) for cell in inner), item


def _sides(rect: Rect) -> tuple[int, int]:
    return rect.width, rect.height


def _area(stroke: Stroke) -> Rect:
    (left, right), (top, bottom) = (
        sorted((stroke.start.x, stroke.end.x)),
        sorted((stroke.start.y, stroke.end.y)),
    )
    return Rect(left, top, right - left, bottom - top)


def _meet(line: Rect, cell: Rect) -> bool:
    """Whether a line, which has no width, runs over a cell."""
    return (
        line.x < cell.right
        and line.right > cell.x
        and line.y < cell.bottom
        and line.bottom > cell.y
    )
