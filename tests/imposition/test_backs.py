from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.backs import CardLayout
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind, polygon
from printnplay.scene.sheet import Contour, Stamp

from .samples import (
    A4,
    BLEED,
    LETTER,
    POKER,
    SQUARE,
    bleeds,
    card_sides,
    cards,
    drawn,
    numbered,
    outside,
    overlap,
    papers,
    picture,
    plan,
    stamps,
    strokes,
)

DUPLEX = [Backs.LONG, Backs.SHORT]
HEADS = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
"""Which way the head of a picture points, by its turn."""


def test_a_long_edge_flip_swaps_columns() -> None:
    front, back = card_sides(numbered(5), A4, SQUARE, BLEED, Backs.LONG)
    assert plan(front) == drawn("""
        f1 f2 f3
        f4 f5 .
    """)
    assert plan(back) == drawn("""
        b3 b2 b1
        .  b5 b4
    """)


def test_a_short_edge_flip_swaps_rows_and_turns_each_back() -> None:
    front, back = card_sides(numbered(5), A4, SQUARE, BLEED, Backs.SHORT)
    assert plan(front) == drawn("""
        f1 f2 f3
        f4 f5 .
    """)
    assert plan(back) == drawn("""
        b4v b5v .
        b1v b2v b3v
    """)
    assert max(stamp.rect.bottom for stamp in stamps(back.items)) == back.block.bottom


def test_a_fold_over_sheet_has_its_backs_upside_down_below_the_fold() -> None:
    first, second = card_sides(numbered(8), A4, SQUARE, BLEED, Backs.FOLD)
    assert plan(first) == drawn("""
        f1  f2  f3
        f4  f5  f6
        b4v b5v b6v
        b1v b2v b3v
    """)
    assert plan(second) == drawn("""
        f7  f8
        b7v b8v
    """)


def test_the_fold_goes_the_way_that_takes_most_cards() -> None:
    card = Size(mm(32), mm(94))
    (side,) = card_sides(numbered(9, card), A4, card, BLEED, Backs.FOLD)
    assert plan(side) == drawn("""
        f1 f2 f3 b3 b2 b1
        f4 f5 f6 b6 b5 b4
        f7 f8 f9 b9 b8 b7
    """)
    (fold,) = strokes(side.items, "fold")
    assert fold.start.x == fold.end.x == A4.size.width // 2


def test_a_separate_back_fills_a_sheet() -> None:
    layout = CardLayout(A4, CardFormat(SQUARE, BLEED), Backs.NONE, Marking())
    assert plan(layout.separate(picture("b1"))) == drawn("b1 b1 b1\n" * 4)


def test_without_backs_there_are_fronts_only() -> None:
    sides = card_sides(numbered(25), A4, SQUARE, BLEED, Backs.NONE)
    assert [side.kind for side in sides] == ["front"] * 3


@pytest.mark.parametrize("backs", DUPLEX)
def test_cards_without_a_back_stay_blank_and_no_bleed_runs_over_them(backs: Backs) -> None:
    pairs = numbered(3)
    pairs[1] = (pairs[1][0], None)
    _, back = card_sides(pairs, A4, SQUARE, BLEED, backs)
    blank = back.cells[1]
    shown = stamps(back.items)
    assert len(shown) == 2
    assert not any(overlap(one.clip, blank) for one in shown if one.clip)


@pytest.mark.parametrize("backs", DUPLEX)
def test_duplexed_backs_carry_no_lines(backs: Backs) -> None:
    for side in card_sides(numbered(14), A4, SQUARE, BLEED, backs):
        assert bool(strokes(side.items, "cut")) == (side.kind == "front")


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_no_cut_line_runs_along_the_fold_or_over_a_back(paper: Paper) -> None:
    (side,) = card_sides(numbered(6), paper, SQUARE, BLEED, Backs.FOLD)
    (fold,) = strokes(side.items, "fold")
    for cut in strokes(side.items, "cut"):
        assert max(cut.start.y, cut.end.y) <= fold.start.y
        assert min(cut.start.y, cut.end.y) < fold.start.y


@pytest.mark.parametrize(("paper", "gap"), [(A4, mm(5)), (LETTER, mm(1.5))], ids=["a4", "letter"])
def test_the_fold_keeps_clear_of_the_cards_where_the_paper_has_room(paper: Paper, gap: Um) -> None:
    (side,) = card_sides(numbered(6), paper, SQUARE, BLEED, Backs.FOLD)
    (fold,) = strokes(side.items, "fold")
    assert fold.start.y - side.cells[5].bottom == gap
    assert side.cells[6].y - fold.start.y == gap + mm(63.5)


@given(papers, cards, st.integers(1, 40), bleeds, st.sampled_from(DUPLEX))
def test_a_back_lies_exactly_behind_its_front(
    paper: Paper, card: Size, number: int, bleed: Um, backs: Backs
) -> None:
    sides = card_sides(numbered(number, card), paper, card, bleed, backs)
    assert [side.kind for side in sides] == ["front", "back"] * (len(sides) // 2)
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        behind = [_through_the_paper(stamp, paper, backs) for stamp in stamps(back.items)]
        assert behind == [_seen(stamp) for stamp in stamps(front.items)]


@given(papers, cards, st.integers(1, 40), bleeds)
def test_a_fold_over_back_lands_exactly_on_its_front(
    paper: Paper, card: Size, number: int, bleed: Um
) -> None:
    for side in card_sides(numbered(number, card), paper, card, bleed, Backs.FOLD):
        shown = stamps(side.items)
        half = len(shown) // 2
        (fold,) = strokes(side.items, "fold")
        folded = [_folded(one, fold.start, fold.end) for one in shown[half:]]
        assert folded == [_seen(one) for one in shown[:half]]


@given(papers, cards, st.integers(1, 40), bleeds, st.sampled_from(Backs))
def test_every_card_is_printed_once_and_all_of_it_where_the_printer_reaches(
    paper: Paper, card: Size, number: int, bleed: Um, backs: Backs
) -> None:
    pairs = numbered(number, card)
    sides = card_sides(pairs, paper, card, bleed, backs)
    names = Counter(
        stamp.picture.name
        for side in sides
        if side.kind != "separate"
        for stamp in stamps(side.items)
    )
    printed = [picture.name for pair in pairs for picture in pair if picture is not None]
    fronts = [name for name in printed if name.startswith("f")]
    assert names == Counter(fronts if backs in {Backs.NONE, Backs.SEPARATE} else printed)
    for side in sides:
        assert outside(side.items, paper.whole) == []


@given(papers, cards, st.integers(1, 40), bleeds, st.sampled_from(Backs))
def test_bleed_never_runs_over_a_neighbour(
    paper: Paper, card: Size, number: int, bleed: Um, backs: Backs
) -> None:
    for side in card_sides(numbered(number, card), paper, card, bleed, backs):
        for stamp in stamps(side.items):
            assert stamp.clip is not None
            assert stamp.clip.holds(stamp.rect)
            assert not any(overlap(stamp.clip, cell) for cell in side.cells if cell != stamp.rect)


@given(papers, cards, st.integers(1, 40), bleeds)
def test_bleed_shows_in_full_wherever_no_card_adjoins(
    paper: Paper, card: Size, number: int, bleed: Um
) -> None:
    for side in card_sides(numbered(number, card), paper, card, bleed, Backs.LONG):
        for stamp in stamps(side.items):
            rect, reach = stamp.rect, stamp.rect.grown(bleed)
            free = [not any(overlap(edge, cell) for cell in side.cells) for edge in _beyond(rect)]
            left, top, right, bottom = (
                wide if clear else tight
                for clear, wide, tight in zip(free, _sides(reach), _sides(rect), strict=True)
            )
            area = paper.whole
            assert stamp.clip is not None
            assert _sides(stamp.clip) == (
                max(left, area.x),
                max(top, area.y),
                min(right, area.right),
                min(bottom, area.bottom),
            )


@given(papers, cards, st.integers(1, 40))
def test_part_filled_sheets_keep_the_places_of_full_ones(
    paper: Paper, card: Size, number: int
) -> None:
    cells = CardLayout(paper, CardFormat(card, BLEED), Backs.NONE, Marking()).grid.cells
    *full, last = card_sides(numbered(number, card), paper, card, BLEED, Backs.NONE)
    assert all(side.cells == cells for side in full)
    assert last.cells == cells[: len(last.cells)]
    assert all(side.block == last.block for side in full)


def test_poker_cards_butt_nine_to_a_sheet_on_both_papers() -> None:
    for paper in (A4, LETTER):
        (side, _) = card_sides(numbered(9, POKER), paper, POKER, BLEED, Backs.LONG)
        assert outside(side.items, paper.whole) == []
        assert len(strokes(side.items, "cut")) == 8


Seen = tuple[str, Rect, tuple[int, int]]


def _seen(one: Stamp) -> Seen:
    return (one.picture.name[1:], one.rect, HEADS[one.turn])


def _sides(rect: Rect) -> tuple[Um, Um, Um, Um]:
    return rect.x, rect.y, rect.right, rect.bottom


def _beyond(rect: Rect) -> tuple[Rect, ...]:
    """A hair of paper beyond each edge: left, top, right, bottom."""
    return (
        Rect(rect.x - 1, rect.y, 1, rect.height),
        Rect(rect.x, rect.y - 1, rect.width, 1),
        Rect(rect.right, rect.y, 1, rect.height),
        Rect(rect.x, rect.bottom, rect.width, 1),
    )


def _through_the_paper(one: Stamp, paper: Paper, edge: str) -> Seen:
    """Where a picture of the back side shows when the sheet is held against the light."""
    name, rect, (right, down) = _seen(one)
    if edge == "long":
        away = paper.size.width - rect.right
        return (name, Rect(away, rect.y, rect.width, rect.height), (-right, down))
    away = paper.size.height - rect.bottom
    return (name, Rect(rect.x, away, rect.width, rect.height), (right, -down))


def _folded(one: Stamp, start: Point, end: Point) -> Seen:
    """Where a picture comes to lie when the sheet is folded along a line."""
    name, rect, (right, down) = _seen(one)
    if start.x == end.x:
        away = 2 * start.x - rect.right
        return (name, Rect(away, rect.y, rect.width, rect.height), (-right, down))
    away = 2 * start.y - rect.bottom
    return (name, Rect(rect.x, away, rect.width, rect.height), (right, -down))


FLAG = polygon((Point(0, 0), Point(mm(40), mm(5)), Point(mm(25), mm(30)), Point(0, mm(60))))
"""An outline that neither a mirror nor a turn leaves as it is."""


@pytest.mark.parametrize("marks", [Marks.LINES, Marks.CORNERS])
@pytest.mark.parametrize("turn", [0, 90])
@pytest.mark.parametrize("backs", DUPLEX)
def test_outlines_on_backs_lie_behind_those_on_fronts(
    backs: Backs, turn: int, marks: Marks
) -> None:
    """Held against the light, both are one line."""
    size = {0: Size(mm(45), mm(90)), 90: Size(mm(60), mm(92))}[turn]
    card = CardFormat(size, BLEED, mm(6), Shape(ShapeKind.PATH, path=FLAG))
    layout = CardLayout(A4, card, backs, Marking(marks, marks))
    assert layout.grid.turn == turn
    front, back = layout.sides(numbered(3, size))
    width, height = A4.size.width, A4.size.height

    def behind(at: Point) -> Point:
        if backs is Backs.LONG:
            return Point(width - at.x, at.y)
        return Point(at.x, height - at.y)

    fronts = _corners(front)
    assert len(fronts) == 3
    assert _corners(back) == {frozenset(map(behind, outline)) for outline in fronts}


def test_outlines_on_separate_backs_are_those_of_the_side_itself() -> None:
    """These sheets are printed by themselves: their pictures are not mirrored either."""
    card = CardFormat(SQUARE, BLEED, mm(6), Shape(ShapeKind.PATH, path=FLAG))
    layout = CardLayout(A4, card, Backs.SEPARATE, Marking(Marks.LINES, Marks.LINES))
    (front,) = layout.sides(numbered(layout.capacity))
    assert _corners(layout.separate(picture("back"))) == _corners(front)


def _corners(side: Side) -> set[frozenset[Point]]:
    """The corners of each outline that is drawn on a side."""
    return {frozenset(item.outline.flattened()) for item in side.items if isinstance(item, Contour)}


@pytest.mark.parametrize("backs", [*DUPLEX, Backs.SEPARATE])
def test_backs_show_more_bleed_than_fronts_where_the_gutter_has_room(backs: Backs) -> None:
    card = CardFormat(SQUARE, mm(1), mm(4), back_bleed=mm(3))
    layout = CardLayout(A4, card, backs, Marking())
    front, *behind = layout.sides(numbered(layout.capacity))
    back = behind[0] if behind else layout.separate(picture("back"))
    for side, outer, inner in ((front, mm(1), mm(1)), (back, mm(3), mm(2))):
        shown = [stamp.clip or Rect(0, 0, 0, 0) for stamp in stamps(side.items)]
        left, right = min(clip.x for clip in shown), max(clip.right for clip in shown)
        assert (side.block.x - left, right - side.block.right) == (outer, outer)
        gaps = {
            (clip.right - stamp.rect.right, stamp.rect.y - clip.y)
            for stamp, clip in zip(stamps(side.items), shown, strict=True)
        }
        assert {gap for pair in gaps for gap in pair} == {outer, inner}
        assert side.bleed == outer


def test_an_automatic_gutter_has_room_for_the_bleed_of_backs() -> None:
    """Two cards on a sheet lie as far apart as the wider bleed needs."""
    card = CardFormat(SQUARE, 0, None, back_bleed=mm(3))
    assert CardLayout(A4, card, Backs.LONG, Marking(), enough=2).gaps == (mm(6), mm(6))
    assert CardLayout(A4, CardFormat(SQUARE, 0, None), Backs.LONG, Marking(), 2).gaps == (0, 0)


@pytest.mark.parametrize("marks", [Marks.LINES, Marks.CORNERS])
def test_die_lines_follow_round_corners(marks: Marks) -> None:
    """Cut lines along edges are for a knife; a machine follows the whole outline."""
    card = CardFormat(SQUARE, BLEED, mm(4), Shape(ShapeKind.ROUNDED, mm(3)))
    (side,) = CardLayout(A4, card, Backs.NONE, Marking(marks, die=True)).sides(numbered(3))
    outlines = [item.outline for item in side.items if isinstance(item, Contour)]
    assert tuple(outlines) == side.cuts
    assert bool(strokes(side.items, "cut")) is (marks is Marks.CORNERS)
