from itertools import combinations
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printnplay.imposition.furniture import Dresser, Furniture
from printnplay.imposition.labels import Align, place_label
from printnplay.imposition.marks import kinds_of
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Point, Size, mm
from printnplay.kernel.printing import Backs
from printnplay.scene.sheet import Item, Sheet, Stamp, Stroke, TextLine

from .samples import (
    A4,
    BLEED,
    LETTER,
    POKER,
    SQUARE,
    Golden,
    card_sides,
    extent,
    fold_sides,
    label,
    numbered,
    outside,
    overlap,
    picture,
    strokes,
)
from .sheet_log import describe

BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])


def dress(side: Side, paper: Paper, furniture: Furniture) -> Sheet:
    """The sheet, which has room for everything."""
    sheet, left_out = Dresser(paper).dress(side, furniture)
    assert left_out == ()
    return sheet


def texts(side: Side, title: str = "Blue cards", size: float = 8, note: str = "") -> Furniture:
    """Furniture in one text size, with a key of the lines on the side."""
    return Furniture(
        label(title, size),
        label("3", size),
        {kind: label(f"{kind} line", size) for kind in kinds_of(side.items)},
        label(note, size) if note else None,
    )


@BOTH
def test_a_part_filled_sheet_and_its_back(paper: Paper, golden: Golden) -> None:
    front, back = card_sides(numbered(5), paper, SQUARE, BLEED, Backs.SHORT)
    note = "Print on the back of page 3"
    sheets = [dress(front, paper, texts(front)), dress(back, paper, texts(back, note=note))]
    golden(f"cards-{paper.id}", "\n".join(describe(sheet) for sheet in sheets))


@BOTH
def test_a_sheet_to_fold_over(paper: Paper, golden: Golden) -> None:
    (side,) = card_sides(numbered(4), paper, SQUARE, BLEED, Backs.FOLD)
    golden(f"fold-over-{paper.id}", describe(dress(side, paper, texts(side))))


@BOTH
def test_a_sheet_of_fold_cards(paper: Paper, golden: Golden) -> None:
    (side,) = fold_sides([(picture("x"), picture("o"))] * 4, paper, SQUARE, BLEED)
    golden(f"fold-cards-{paper.id}", describe(dress(side, paper, texts(side))))


@BOTH
@pytest.mark.parametrize("backs", Backs)
def test_texts_stand_off_the_cards_and_each_other_where_the_printer_reaches(
    paper: Paper, backs: Backs
) -> None:
    for side in card_sides(numbered(12), paper, SQUARE, BLEED, backs):
        sheet = dress(side, paper, texts(side, note="Print on the back of page 3"))
        written = [item for item in sheet.items if isinstance(item, TextLine)]
        assert outside(written, paper.printable) == []
        assert_readable(sheet)


def assert_readable(sheet: Sheet) -> None:
    """No text runs into another, a mark or a card with its bleed."""
    boxes = [extent(item) for item in sheet.items if isinstance(item, TextLine)]
    others = [extent(item) for item in sheet.items if isinstance(item, Stamp | Stroke)]
    assert boxes
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert not any(overlap(text, other.grown(1)) for text in boxes for other in others)


def test_title_and_page_number_share_a_baseline_and_so_do_key_and_note() -> None:
    (side,) = fold_sides([(picture("x"), picture("o"))], A4, SQUARE)
    furniture = Furniture(
        label("ID cards", 14),
        label("7", 8),
        {"cut": label("cut line", 8), "fold": label("fold line", 9)},
        label("Fold first", 7),
    )
    title, page, *below = _lines(dress(side, A4, furniture))
    assert title.at.y == page.at.y < side.block.y
    assert {one.at.y for one in below} == {below[0].at.y}
    assert below[0].at.y > side.block.bottom


def test_the_key_shows_a_sample_of_each_line_before_its_label() -> None:
    (side,) = fold_sides([(picture("x"), picture("o"))], A4, SQUARE)
    sheet = dress(side, A4, texts(side))
    words = {"".join(run.text for run in line.runs): line for line in _lines(sheet)}
    for kind in ("cut", "fold"):
        sample = strokes(sheet.items, kind)[-1]
        assert sample.start.y == sample.end.y
        assert sample.end.x < words[f"{kind} line"].at.x < sample.end.x + mm(3)


def test_where_lines_begin_on_the_right_so_do_titles_keys_and_samples() -> None:
    (side,) = fold_sides([(picture("x"), picture("o"))], A4, SQUARE)
    furniture = replace(texts(side, note="Fold first"), right_to_left=True)
    sheet = dress(side, A4, furniture)
    words = {"".join(run.text for run in line.runs): line.at.x for line in _lines(sheet)}
    assert words["3"] < words["Blue cards"]
    assert words["Fold first"] < words["fold line"] < words["cut line"]
    for kind in ("cut", "fold"):
        sample = strokes(sheet.items, kind)[-1]
        assert min(sample.start.x, sample.end.x) > words[f"{kind} line"]


def test_titles_stand_in_the_same_place_on_full_and_part_filled_sheets() -> None:
    full, rest = card_sides(numbered(13), A4, SQUARE, BLEED, Backs.NONE)
    assert _lines(dress(full, A4, texts(full)))[0] == _lines(dress(rest, A4, texts(rest)))[0]


def test_where_nothing_is_left_above_and_below_the_lines_stand_beside_the_cards() -> None:
    (side,) = card_sides(numbered(9, POKER), LETTER, POKER, BLEED, Backs.NONE)
    sheet = dress(side, LETTER, texts(side, note="Cut on the lines"))
    assert {line.turn for line in _lines(sheet)} == {270}
    assert_readable(sheet)


def test_where_a_full_sheet_has_no_room_texts_lie_beside_the_cards_of_one_that_is_not() -> None:
    tiny = Size(mm(28.5), mm(28.5))
    full, rest = card_sides(numbered(78, tiny), A4, tiny, 0, Backs.NONE)
    _, left_out = Dresser(A4).dress(full, texts(full))
    assert left_out == (
        "title",
        "page number",
        "key of the cut line",
    )
    assert_readable(dress(rest, A4, texts(rest)))


def test_the_reader_meets_the_title_first_and_the_note_last() -> None:
    (side, _) = card_sides(numbered(1), A4, SQUARE, BLEED, Backs.LONG)
    items: tuple[Item, ...] = dress(side, A4, texts(side, note="Note")).items
    said = [
        "".join(run.text for run in item.runs) if isinstance(item, TextLine) else item.picture.name
        for item in items
        if isinstance(item, TextLine | Stamp)
    ]
    assert said == ["Blue cards", "3", "f1", "cut line", "Note"]


@pytest.mark.parametrize(
    ("left_out", "furniture"),
    [
        (("title",), Furniture(label("Blue cards" * 20), label("3"))),
        (("page number",), Furniture(label("Blue"), label("A" * 221))),
        (("note",), Furniture(label("A"), label("3"), note=label("C" * 221))),
    ],
)
def test_what_has_no_room_is_left_out_and_named(
    left_out: tuple[str, ...], furniture: Furniture
) -> None:
    (side,) = card_sides(numbered(12), LETTER, SQUARE, BLEED, Backs.NONE)
    assert Dresser(LETTER).dress(side, furniture)[1] == left_out


@given(st.sampled_from(get_args(Align)), st.sampled_from([0, 90, 180, 270]))
def test_a_label_starts_ends_or_has_its_middle_at_its_place(align: Align, turn: int) -> None:
    text, at = label("Blue cards"), Point(mm(100), mm(100))
    line = place_label(text, at, align, turn)
    run = get_args(Align).index(align) * text.width // 2
    ways = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    assert line.at.moved(ways[turn][0] * run, ways[turn][1] * run) == at
    assert (line.runs, line.turn) == (text.runs, turn)


def _lines(sheet: Sheet) -> list[TextLine]:
    return [item for item in sheet.items if isinstance(item, TextLine)]
