"""Boards: whole on one sheet, or in tiles that make the whole again when they are glued."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.imposition.tiling import (
    OVERLAP,
    RUN_ON,
    JoinLabels,
    LargeDrawing,
    shared,
    tile_sides,
)
from printnplay.kernel.geometry import Margins, Paper, Point, Rect, Size, mm
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Panel, Stamp, Stroke, TextLine

from .samples import A4, LETTER, bleeds, label, outside, papers, strokes

LABELS = JoinLabels(lambda letter: label(f"Glue {letter}"), lambda letter: label(letter))
BLACK = "#000000"


def board(size: Size, bleed: int = mm(2)) -> LargeDrawing:
    picture = Picture("board", size, bleed, "<svg/>")
    return LargeDrawing(size, (Stamp(picture, Rect(0, 0, size.width, size.height)),), bleed)


def tiles(size: Size, paper: Paper, bleed: int = mm(2)) -> tuple[Side, ...]:
    return tile_sides(board(size, bleed), paper, LABELS, "board")


def stamp(side: Side) -> Stamp:
    return next(item for item in side.items if isinstance(item, Stamp))


def seen(side: Side) -> Rect:
    """What a tile shows of the board, bleed included, from the corner of the (lying) board."""
    one = stamp(side)
    assert one.clip is not None
    return one.clip.moved(-one.rect.x, -one.rect.y)


def words(side: Side) -> list[str]:
    return [item.runs[0].text for item in side.items if isinstance(item, TextLine)]


def glue(side: Side) -> list[Rect]:
    """The white ground of the strips, not those of their labels."""
    panels = [item.rect for item in side.items if isinstance(item, Panel) and not item.stroke]
    return [panel for panel in panels if max(panel.width, panel.height) > mm(50)]


def plan(side: Side) -> list[bool]:
    """The small plan: which tile is black."""
    return [item.fill == BLACK for item in side.items if isinstance(item, Panel) and item.stroke]


def test_what_fits_stays_whole_and_has_no_glue() -> None:
    (side,) = tiles(Size(mm(150), mm(200)), A4)
    assert (stamp(side).turn, side.cells) == (0, (stamp(side).rect,))
    assert (words(side), glue(side), strokes(side.items, "glue"), plan(side)) == ([], [], [], [])


def test_a_wide_board_lies_on_its_side_where_that_saves_sheets() -> None:
    (side,) = tiles(Size(mm(200), mm(150)), A4)
    assert (stamp(side).turn, stamp(side).rect.size) == (90, Size(mm(150), mm(200)))
    assert [len(tiles(Size(mm(280), mm(190)), paper)) for paper in (A4, LETTER)] == [2, 2]


def test_both_sides_of_a_join_bear_its_letter() -> None:
    sides = tiles(Size(mm(320), mm(400)), A4)
    assert [words(side) for side in sides] == [
        ["Glue A", "Glue B"],
        ["Glue C", "A"],
        ["Glue D", "B"],
        ["D", "C"],
    ]
    assert [plan(side).index(True) for side in sides] == [0, 2, 1, 3]
    assert all(plan(side).count(True) == 1 for side in sides)


def test_fold_lines_are_cut_off_where_a_tile_ends() -> None:
    size = Size(mm(320), mm(400))
    fold = Stroke("fold", Point(0, mm(100)), Point(size.width, mm(100)), 176, BLACK)
    whole = board(size)
    drawing = LargeDrawing(size, (*whole.items, fold), whole.bleed)
    sides = tile_sides(drawing, A4, LABELS, "board")
    drawn = [strokes(side.items, "fold") for side in sides]
    assert [len(one) for one in drawn] == [1, 1, 0, 0]
    for (one,), side in zip(drawn[:2], sides[:2], strict=True):
        shown = seen(side).moved(stamp(side).rect.x, stamp(side).rect.y)
        assert one.start.y == one.end.y == stamp(side).rect.y + mm(100)
        assert shown.x <= one.start.x < one.end.x <= shown.right


def test_a_wall_of_paper_is_refused() -> None:
    with pytest.raises(DoesNotFitError, match="more than 50 sheets"):
        tiles(
            Size(mm(1000), mm(1000)),
            Paper("tiny", "tiny", Size(mm(60), mm(90)), Margins.even(mm(5))),
        )


def test_art_goes_on_under_the_next_tile_and_no_line_lies_on_the_seam() -> None:
    left, right, *_ = tiles(Size(mm(320), mm(400)), A4)
    for side, edge in ((left, "right"), (right, "left")):
        (piece,) = side.cells
        clip = stamp(side).clip
        assert clip is not None
        seam = piece.right - OVERLAP if edge == "right" else piece.x
        beyond = clip.right - seam if edge == "right" else seam - clip.x
        assert beyond == RUN_ON == mm(2)
        for cut in strokes(side.items, "cut"):
            if cut.start.x == cut.end.x == seam:
                assert max(cut.start.y, cut.end.y) <= piece.y or cut.start.y >= piece.bottom


lengths = st.integers(mm(40), mm(900))


@given(st.builds(Size, lengths, lengths), papers, bleeds)
def test_tiles_make_the_whole_board(size: Size, paper: Paper, bleed: int) -> None:
    sides = tiles(size, paper, bleed)
    whole = stamp(sides[0]).rect.size
    assert whole in (size, size.turned)
    # Without the strips, the tiles cover the board exactly once.
    shares = []
    for side in sides:
        (piece,) = side.cells
        origin = stamp(side).rect
        free = piece.moved(-origin.x, -origin.y)
        right = 0 if free.right == whole.width else OVERLAP
        low = 0 if free.bottom == whole.height else OVERLAP
        shares.append(Rect(free.x, free.y, free.width - right, free.height - low))
    assert sum(share.width * share.height for share in shares) == whole.width * whole.height
    assert not any(shared(share, other) for at, share in enumerate(shares) for other in shares[:at])


@given(st.builds(Size, lengths, lengths), papers, bleeds)
def test_everything_can_be_printed_and_glue_lies_behind_the_join(
    size: Size, paper: Paper, bleed: int
) -> None:
    for side in tiles(size, paper, bleed):
        items = [item for item in side.items if not isinstance(item, TextLine)]
        assert outside(items, paper.whole) == []
        (piece,) = side.cells
        for strip in glue(side):
            assert piece.holds(strip)
            assert min(strip.width, strip.height) == OVERLAP - RUN_ON
