"""Cards on label sheets: their places, the labels left out, and nothing on any other label."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.edition.label_sheets import label_sheets
from printnplay.files.catalog import Catalog
from printnplay.imposition.label_layout import LabelLayout
from printnplay.imposition.papers import find_paper
from printnplay.imposition.sides import Side
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind
from printnplay.scene.sheet import Stroke

from .samples import LETTER, POKER, SQUARE, numbered, overlap, stamps, strokes

INDEX = LabelSheet(
    "test-index",
    "Test",
    "index",
    "Index cards",
    "letter",
    2,
    3,
    Size(mm(100), mm(80)),
    Point(mm(5), mm(10)),
    Size(mm(102), mm(80)),
    has_backs=True,
)
ROUND = Shape(ShapeKind.CIRCLE)


def layout(
    card: CardFormat,
    sheet: LabelSheet = INDEX,
    backs: Backs = Backs.NONE,
    marks: Marks = Marks.LINES,
) -> LabelLayout:
    return LabelLayout(LETTER, card, backs, Marking(marks, marks), sheet)


def test_a_card_is_in_the_middle_of_its_label_and_turned_if_it_only_fits_that_way() -> None:
    (front,) = layout(CardFormat(POKER)).sides(numbered(1))
    (stamp,) = stamps(front.items)
    assert stamp.turn == 90
    assert stamp.rect.centre == INDEX.slots[0].centre
    assert stamp.rect.size == POKER.turned


def test_used_labels_stay_empty() -> None:
    pairs = numbered(3)
    (front,) = layout(CardFormat(POKER)).sides([None, pairs[0], None, *pairs[1:]])
    assert [stamp.rect.centre for stamp in stamps(front.items)] == [
        INDEX.slots[number].centre for number in (1, 3, 4)
    ]


@pytest.mark.parametrize("backs", [Backs.LONG, Backs.SHORT])
def test_backs_are_behind_their_fronts(backs: Backs) -> None:
    front, back = layout(CardFormat(POKER), backs=backs).sides([None, *numbered(4)])
    width, height = LETTER.size.width, LETTER.size.height
    for before, behind in zip(stamps(front.items), stamps(back.items), strict=True):
        x, y = before.rect.centre.x, before.rect.centre.y
        mirrored = (width - x, y) if backs is Backs.LONG else (x, height - y)
        assert (behind.rect.centre.x, behind.rect.centre.y) == pytest.approx(mirrored, abs=1)


@given(
    used=st.sets(st.integers(0, 5), max_size=5),
    cards=st.integers(1, 6),
    marks=st.sampled_from(Marks),
    bleed=st.sampled_from([0, mm(2), mm(12)]),
)
def test_neither_bleed_nor_marks_touch_a_label_without_a_card(
    used: set[int], cards: int, marks: Marks, bleed: int
) -> None:
    pairs = iter(numbered(6))
    chosen = [None if slot in used else next(pairs) for slot in range(cards)]
    for side in layout(CardFormat(POKER, bleed), backs=Backs.LONG, marks=marks).sides(chosen):
        empty = [
            slot
            for slot in _slots(side)
            if not any(_holds(slot, cell.centre) for cell in side.cells)
        ]
        shown = [stamp.clip or stamp.rect for stamp in stamps(side.items)]
        lines = [_box(stroke) for stroke in strokes(side.items, "cut")]
        assert not any(overlap(label, area) for label in empty for area in (*shown, *lines))


def _slots(side: Side) -> list[Rect]:
    width = LETTER.size.width
    return [
        Rect(width - slot.right, slot.y, slot.width, slot.height) if side.kind == "back" else slot
        for slot in INDEX.slots
    ]


def _holds(slot: Rect, at: Point) -> bool:
    return slot.x <= at.x <= slot.right and slot.y <= at.y <= slot.bottom


def _box(stroke: Stroke) -> Rect:
    return Rect(
        stroke.start.x, stroke.start.y, stroke.end.x - stroke.start.x, stroke.end.y - stroke.start.y
    )


@pytest.mark.parametrize(
    ("card", "turn"),
    [
        (CardFormat(Size(mm(100), mm(80))), 0),
        (CardFormat(Size(mm(80), mm(100))), 90),
        (CardFormat(Size(mm(100.1), mm(80))), 0),
        (CardFormat(Size(mm(101), mm(80))), None),
    ],
)
def test_which_cards_fit_a_label(card: CardFormat, turn: int | None) -> None:
    assert INDEX.turn_of(card) == turn


def test_corners_have_to_fit_a_round_label() -> None:
    disc = LabelSheet(
        "d", "D", "1", "", "a4", 1, 1, Size(mm(63.5), mm(63.5)), Point(0, 0), Size(1, 1), ROUND
    )
    assert disc.turn_of(CardFormat(SQUARE, shape=ROUND)) == 0
    assert disc.turn_of(CardFormat(SQUARE)) is None
    assert disc.turn_of(CardFormat(Size(mm(44), mm(44)))) == 0
    assert disc.turn_of(CardFormat(Size(mm(63.5), mm(55)), shape=Shape(ShapeKind.HEX))) == 0
    assert disc.is_filled_by(CardFormat(SQUARE, shape=ROUND))
    assert not disc.is_filled_by(CardFormat(Size(mm(44), mm(44))))


def test_at_least_25_sheets_come_with_printnplay_and_their_labels_are_on_the_paper(
    tmp_path: Path,
) -> None:
    problems = Problems()
    sheets = label_sheets(Catalog(tmp_path), problems)
    assert problems.found == []
    distinct = {sheet.id: sheet for sheet in sheets.values()}
    assert len(distinct) >= 25
    for sheet in distinct.values():
        paper = find_paper(sheet.paper).size
        assert sheet.source
        last = sheet.slots[-1]
        assert last.right <= paper.width + mm(0.1), sheet.id
        assert last.bottom <= paper.height + mm(0.1), sheet.id
        # A sheet is cut evenly: what is left on the right is about what is left on the left.
        assert abs(paper.width - last.right - sheet.margin.x) <= mm(8), sheet.id
