from collections.abc import Sequence
from itertools import combinations, pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.backs import CardLayout
from printnplay.imposition.overview import overview
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Rect, Size, Um, mm
from printnplay.kernel.printing import Backs, Marking
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind
from printnplay.scene.sheet import Item, Label, Panel, Sheet, TextLine

from .samples import (
    A4,
    BLEED,
    SQUARE,
    Golden,
    card_sides,
    extent,
    fold_sides,
    label,
    numbered,
    outside,
    overlap,
    papers,
    picture,
    strokes,
)
from .sheet_log import describe

BOX = Rect(mm(20), mm(60), mm(170), mm(120))


def some(number: int) -> tuple[Side, ...]:
    """So many sides: fold-over sheets, the last of them part-filled."""
    return card_sides(numbered(6 * number - 2), A4, SQUARE, BLEED, Backs.FOLD)


def pages(number: int) -> list[Label]:
    return [label(str(page)) for page in range(1, number + 1)]


def outlines(items: Sequence[Item]) -> list[Rect]:
    """The thumbnails: the panels that lie in no other."""
    panels = [item.rect for item in items if isinstance(item, Panel)]
    return [
        panel
        for panel in panels
        if not any(other.holds(panel) for other in panels if other != panel)
    ]


@given(papers, st.integers(1, 24), st.integers(mm(100), mm(190)), st.integers(mm(100), mm(250)))
def test_thumbnails_stay_inside_and_off_each_other(
    paper: Paper, number: int, width: Um, height: Um
) -> None:
    room = Rect(mm(10), mm(20), width, height)
    sides = (card_sides(numbered(5), paper, SQUARE, BLEED, Backs.LONG) * number)[:number]
    items = overview(sides, paper, room, pages(number))
    assert outside(items, room) == []
    thumbnails = outlines(items)
    assert len(thumbnails) == number
    words = [extent(item) for item in items if isinstance(item, TextLine)]
    assert not any(overlap(one, two) for one, two in combinations([*thumbnails, *words], 2))


def test_where_lines_begin_on_the_right_so_do_thumbnails() -> None:
    left = outlines(overview(some(7), A4, BOX, pages(7)))
    right = outlines(overview(some(7), A4, BOX, pages(7), right_to_left=True))
    assert [(one.y, one.x - BOX.x) for one in left] == [
        (one.y, BOX.right - one.right) for one in right
    ]


def test_rows_and_columns_are_evenly_spaced() -> None:
    thumbnails = outlines(overview(some(7), A4, BOX, pages(7)))
    columns, rows = (
        sorted({thumbnail.x for thumbnail in thumbnails}),
        sorted({thumbnail.y for thumbnail in thumbnails}),
    )
    assert len({right - left for left, right in pairwise(columns)}) == 1
    assert len({lower - upper for upper, lower in pairwise(rows)}) <= 1
    assert len({thumbnail.size for thumbnail in thumbnails}) == 1


def test_a_thumbnail_shows_the_cards_in_use_and_the_fold_dashed() -> None:
    first, last = some(2)
    items = overview([first, last], A4, BOX, pages(2))
    cards = [item for item in items if isinstance(item, Panel)]
    assert len(cards) == 2 + len(first.cells) + len(last.cells)
    folds = strokes(items, "fold")
    assert len(folds) == 2
    assert all(fold.dash and fold.start.y == fold.end.y for fold in folds)


def test_backs_are_told_from_fronts_by_their_fill() -> None:
    front, back = card_sides(numbered(1), A4, SQUARE, BLEED, Backs.LONG)
    panels = [one for one in overview([front, back], A4, BOX, pages(2)) if isinstance(one, Panel)]
    fills = [panel.fill for panel in panels if panel.rect not in outlines(panels)]
    assert len(set(fills)) == 2


def test_hexes_do_not_lie_over_each_other() -> None:
    card = CardFormat(Size(mm(60), mm(52)), BLEED, 0, Shape(ShapeKind.HEX))
    layout = CardLayout(A4, card, Backs.LONG, Marking())
    sides = layout.sides(numbered(layout.capacity))
    assert any(overlap(one, other) for one, other in combinations(sides[0].cells, 2))
    panels = [one for one in overview(sides, A4, BOX, pages(len(sides))) if isinstance(one, Panel)]
    discs = [panel for panel in panels if panel.rect not in outlines(panels)]
    assert len(discs) == sum(len(side.cells) for side in sides)
    assert all(disc.rect.width == disc.rect.height for disc in discs)
    assert all(disc.radius == disc.rect.width // 2 for disc in discs)
    for one, other in combinations(discs, 2):
        here, there = one.rect.centre, other.rect.centre
        assert hypot(there.x - here.x, there.y - here.y) > one.radius + other.radius


def test_each_thumbnail_stands_over_its_page_number() -> None:
    items = overview(some(5), A4, BOX, pages(5))
    words = [item for item in items if isinstance(item, TextLine)]
    assert ["".join(run.text for run in word.runs) for word in words] == ["1", "2", "3", "4", "5"]
    for outline, word in zip(outlines(items), words, strict=True):
        assert outline.x < word.at.x < outline.right
        assert word.at.y > outline.bottom


def test_the_fold_of_butted_fold_cards_runs_between_their_boxes(golden: Golden) -> None:
    sides = fold_sides([(picture("x"), picture("o"))], A4, SQUARE)
    items = overview(sides, A4, BOX, pages(1))
    golden("overview", describe(Sheet(A4.size, items)))
    (fold,) = strokes(items, "fold")
    boxes = [item.rect for item in items if isinstance(item, Panel)][1:]
    assert boxes[0].right < fold.start.x < boxes[1].x


def test_an_overview_that_nobody_could_read_is_refused() -> None:
    with pytest.raises(DoesNotFitError) as fault:
        overview(some(9), A4, Rect(0, 0, mm(20), mm(20)), pages(9))
    assert fault.value.element == "overview"


def test_no_sheets_make_no_drawing() -> None:
    assert overview((), A4, BOX, ()) == ()
