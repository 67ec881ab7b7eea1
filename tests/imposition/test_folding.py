import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.papers import DoesNotFitError
from printnplay.model.geometry import Paper, Rect, Size, Um, mm
from printnplay.model.picture import Picture

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
