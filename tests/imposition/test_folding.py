import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.fold_over import FoldCardLayout
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm
from printnplay.kernel.printing import Marking, Marks
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind, polygon
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Contour

from .samples import (
    A4,
    BLEED,
    LETTER,
    SQUARE,
    bleeds,
    cards,
    drawn,
    fold_sides,
    outside,
    overlap,
    papers,
    picture,
    plan,
    stamps,
    strokes,
)


def faces(number: int, size: Size = SQUARE) -> list[tuple[Picture, Picture]]:
    return [(picture(f"x{one}", size), picture(f"o{one}", size)) for one in range(1, number + 1)]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_four_square_fold_cards_stand_in_one_column(paper: Paper) -> None:
    (side,) = fold_sides(faces(4), paper, SQUARE, BLEED)
    assert plan(side) == drawn("""
        x1 o1
        x2 o2
        x3 o3
        x4 o4
    """)
    assert side.block.size == Size(mm(127), mm(254))
    assert side.block.centre.x == paper.size.width // 2
    assert side.block.centre.y == paper.size.height // 2


def test_a_fifth_card_starts_a_second_sheet() -> None:
    assert [len(stamps(side.items)) for side in fold_sides(faces(5), A4, SQUARE)] == [8, 2]


def test_the_fold_is_dashed_between_the_faces_and_never_cut() -> None:
    (side,) = fold_sides(faces(2), A4, SQUARE, BLEED)
    (fold,) = strokes(side.items, "fold")
    assert fold.start.x == fold.end.x == side.cells[0].right == side.cells[1].x
    assert fold.start.x not in {stroke.start.x for stroke in strokes(side.items, "cut")}


STANDEE = Shape(
    ShapeKind.PATH,
    path=polygon((Point(0, mm(30)), Point(0, 0), Point(mm(12), 0), Point(mm(20), mm(30)))),
)
"""Upright on the left, where its back has the slope."""


def folded(shape: Shape, card: Size, marks: Marks = Marks.LINES) -> Side:
    layout = FoldCardLayout(A4, CardFormat(card, 0, 0, shape), Marking(fronts=marks))
    (side,) = layout.sides(faces(1, card))
    return side


@pytest.mark.parametrize("card", [Size(mm(20), mm(30)), Size(mm(120), mm(30))])
def test_the_outlines_of_both_faces_lie_on_each_other_when_folded(card: Size) -> None:
    side = folded(STANDEE, card)
    front, back = (item.outline for item in side.items if isinstance(item, Contour))
    (fold,) = strokes(side.items, "fold")
    assert side.cuts == (front, back)
    if fold.start.x == fold.end.x:
        over = front.mapped(lambda at: Point(2 * fold.start.x - at.x, at.y))
    else:
        over = front.mapped(lambda at: Point(at.x, 2 * fold.start.y - at.y))
    assert over == back
    assert strokes(side.items, "cut") == []


def test_round_corners_of_fold_cards_have_guides_and_straight_cuts() -> None:
    side = folded(Shape(ShapeKind.ROUNDED, mm(3)), SQUARE)
    kinds = [item.kind for item in side.items if isinstance(item, Contour)]
    assert kinds == ["guide", "guide"]
    assert strokes(side.items, "cut")
    right, bottom = side.cells[1].right, side.cells[1].bottom
    assert [cut.points[2] for cut in side.cuts] == [Point(right, bottom)]


@pytest.mark.parametrize("marks", [Marks.NONE, Marks.TICKS])
def test_fold_cards_of_a_shape_have_no_outline_where_no_lines_are_asked_for(marks: Marks) -> None:
    assert not [item for item in folded(STANDEE, SQUARE, marks).items if isinstance(item, Contour)]


def test_cards_too_wide_to_lie_side_by_side_are_stacked_the_upper_face_upside_down() -> None:
    card = Size(mm(120), mm(100))
    (side,) = fold_sides(faces(1, card), A4, card)
    assert plan(side) == drawn("""
        o1v
        x1
    """)
    (fold,) = strokes(side.items, "fold")
    assert fold.start.y == fold.end.y == side.cells[0].y == side.cells[1].bottom


@given(papers, cards, st.integers(1, 12), bleeds)
def test_the_faces_of_a_card_lie_on_each_other_when_folded(
    paper: Paper, card: Size, number: int, bleed: Um
) -> None:
    for side in fold_sides(faces(number, card), paper, card, bleed):
        shown = stamps(side.items)
        folds = strokes(side.items, "fold")
        for first, second in zip(shown[::2], shown[1::2], strict=True):
            assert first.picture.name[1:] == second.picture.name[1:]
            assert any(_mirrored(first.rect, fold.start.x) == second.rect for fold in folds)
            assert first.turn == second.turn == 0
        assert outside(side.items, paper.whole) == []
        for one in shown:
            assert one.clip is not None
            assert not any(overlap(one.clip, cell) for cell in side.cells if cell != one.rect)


@given(papers, cards, st.integers(1, 30))
def test_every_fold_card_is_printed_once(paper: Paper, card: Size, number: int) -> None:
    sides = fold_sides(faces(number, card), paper, card)
    names = [stamp.picture.name for side in sides for stamp in stamps(side.items)]
    assert sorted(names) == sorted(one.name for pair in faces(number) for one in pair)


def test_a_fold_card_larger_than_the_paper_is_named() -> None:
    with pytest.raises(DoesNotFitError) as fault:
        fold_sides(faces(1), A4, Size(mm(150), mm(150)))
    assert fault.value.element == "fold card"


def _mirrored(rect: Rect, x: Um) -> Rect:
    return Rect(2 * x - rect.right, rect.y, rect.width, rect.height)
