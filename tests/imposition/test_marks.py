from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.grid import fit_grid
from printnplay.imposition.marks import LINES, TICK, cut_marks, kinds_of, line
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm
from printnplay.kernel.printing import Marks
from printnplay.kernel.shapes import CardFormat
from printnplay.scene.sheet import Stroke

from .samples import A4, BLEED, LETTER, POKER, SQUARE, cards, outside, overlap, papers


def test_no_two_kinds_of_lines_differ_by_colour_only() -> None:
    for one, other in combinations(LINES.values(), 2):
        assert (one.dash, one.width) != (other.dash, other.width)


def test_only_the_fold_is_dashed() -> None:
    assert [kind for kind, style in LINES.items() if style.dash] == ["fold"]


def test_butted_cards_share_one_line_that_sticks_out_by_a_tick() -> None:
    grid = fit_grid(CardFormat(SQUARE), A4.printable)
    cuts = cut_marks(grid.cells, Marks.LINES, 0, A4.whole)
    block = grid.block
    assert _upright(cuts) == [(x, block.y - TICK, block.bottom + TICK) for x in _steps(block.x, 3)]
    assert _level(cuts) == [(y, block.x - TICK, block.right + TICK) for y in _steps(block.y, 4)]


def test_lines_stand_only_where_cards_stand() -> None:
    cells = fit_grid(CardFormat(SQUARE), A4.printable).cells[:4]
    block, side = fit_grid(CardFormat(SQUARE), A4.printable).block, SQUARE.width
    cuts = cut_marks(cells, Marks.LINES, 0, A4.whole)
    lengths = {x: (top, bottom) for x, top, bottom in _upright(cuts)}
    assert lengths[block.x] == (block.y - TICK, block.y + 2 * side + TICK)
    assert lengths[block.right] == (block.y - TICK, block.y + side + TICK)
    assert _level(cuts)[-1] == (block.y + 2 * side, block.x - TICK, block.x + side + TICK)


def test_ticks_stick_out_of_the_bleed_and_end_at_the_edge_of_the_paper() -> None:
    cells = fit_grid(CardFormat(POKER), LETTER.printable).cells
    for bleed, reach in ((mm(2), mm(0.35)), (mm(3), 0)):
        cuts = cut_marks(cells, Marks.LINES, bleed, LETTER.whole)
        ends = {(top, bottom) for _, top, bottom in _upright(cuts)}
        assert ends == {(reach, LETTER.size.height - reach)}
        assert len(_level(cuts)) == 4


def test_corners_are_marked_by_crosses_and_the_ends_of_cuts_by_ticks() -> None:
    cells = fit_grid(CardFormat(SQUARE, gutter=mm(3)), A4.printable).cells[:2]
    marks = cut_marks(cells, Marks.CORNERS, BLEED, A4.whole)
    left, top = cells[0].x, cells[0].y
    on_the_left = [(low, high) for x, low, high in _upright(marks) if x == left]
    assert (top - BLEED - TICK, top - BLEED) in on_the_left
    assert (top - mm(2), top + mm(2)) in on_the_left
    assert sum(high - low for low, high in on_the_left) == 2 * (TICK + mm(4))


def test_a_narrow_gutter_has_two_cuts_in_one_direction_and_joined_lines_in_the_other() -> None:
    cells = fit_grid(CardFormat(Size(mm(60), mm(60)), gutter=mm(4)), A4.printable).cells
    cuts = cut_marks(cells, Marks.LINES, 0, A4.whole)
    assert len(_upright(cuts)) == 2 * 3
    assert len(_level(cuts)) == 2 * 4


@given(papers, cards, st.integers(1, 30), st.integers(0, mm(6)))
def test_every_edge_of_every_card_is_cut_and_no_card_is_cut_through(
    paper: Paper, card: Size, number: int, gutter: Um
) -> None:
    cells = fit_grid(CardFormat(card, gutter=gutter), paper.printable).cells[:number]
    cuts = cut_marks(cells, Marks.LINES, 0, paper.whole)
    assert outside(cuts, paper.whole) == []
    for cell in cells:
        assert all(any(_covers(cut, edge) for cut in cuts) for edge in _edges(cell))
        assert not any(overlap(_thin(cut), cell.grown(-1)) for cut in cuts)


@given(papers, cards, st.integers(1, 30))
def test_ticks_alone_leave_the_cards_clean(paper: Paper, card: Size, number: int) -> None:
    cells = fit_grid(CardFormat(card), paper.printable).cells[:number]
    marks = cut_marks(cells, Marks.TICKS, 0, paper.whole)
    assert outside(marks, paper.whole) == []
    assert not any(overlap(_thin(mark), cell.grown(-1)) for mark in marks for cell in cells)


def test_the_key_lists_each_kind_of_line_once_in_the_order_of_the_table() -> None:
    here, there = Point(0, 0), Point(mm(10), 0)
    assert kinds_of([line(kind, here, there) for kind in ("fold", "cut", "fold")]) == (
        "cut",
        "fold",
    )


def _steps(start: Um, number: int) -> list[Um]:
    return [start + step * SQUARE.width for step in range(number + 1)]


def _upright(cuts: tuple[Stroke, ...]) -> list[tuple[Um, Um, Um]]:
    return [(cut.start.x, cut.start.y, cut.end.y) for cut in cuts if cut.start.x == cut.end.x]


def _level(cuts: tuple[Stroke, ...]) -> list[tuple[Um, Um, Um]]:
    return [(cut.start.y, cut.start.x, cut.end.x) for cut in cuts if cut.start.y == cut.end.y]


def _thin(cut: Stroke) -> Rect:
    width, height = cut.end.x - cut.start.x, cut.end.y - cut.start.y
    return Rect(cut.start.x, cut.start.y, width, height).grown(1)


def _edges(cell: Rect) -> list[tuple[Point, Point]]:
    right, bottom = cell.right, cell.bottom
    corners = [cell.origin, Point(right, cell.y), Point(right, bottom), Point(cell.x, bottom)]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _covers(cut: Stroke, edge: tuple[Point, Point]) -> bool:
    low, high = sorted(edge, key=lambda point: (point.x, point.y))
    if low.x == high.x:
        in_line = cut.start.x == cut.end.x == low.x
        return in_line and cut.start.y <= low.y and high.y <= cut.end.y
    in_line = cut.start.y == cut.end.y == low.y
    return in_line and cut.start.x <= low.x and high.x <= cut.end.x
