"""Pages of a rulebook: full, and ending on one line with the pages that they face."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, mm, pt
from printnplay.rulebook.pages.pagination import FULL, ONE_LINE, Format, paginate
from printnplay.rulebook.pages.strips import Elastic, Strip, headed, loose, tagged, topped
from printnplay.scene.sheet import Anchor, Bookmark, Item, Tag

ROOM = mm(160)
ANY_NUMBER = Format(ROOM, sheet=1)


def _block(own: int, smallest: int = 0, largest: int = 0) -> Strip:
    """A block of some millimetres; with other sizes than its own, it can have these."""
    elastic = Elastic(mm(smallest), mm(largest), lambda height: (_at(height),)) if largest else None
    return Strip(mm(own), (_at(mm(own)),), before=mm(3), after=mm(3), elastic=elastic)


def _at(height: int, name: str = "foot") -> Item:
    return Anchor(Point(0, height), name)


UNEVEN = [_block(80), _block(64), _block(60, 50, 70), _block(60), _block(20)]
"""Two pages: the first has no picture, and ends higher than the second could."""


def test_a_page_ends_with_the_one_that_it_faces() -> None:
    first, second, *_ = filter(None, paginate([*UNEVEN, _block(60)], ANY_NUMBER))
    assert abs(first.height - second.height) <= ONE_LINE
    assert first.height >= FULL * ROOM


GRID = pt(13) // 3
ON_GRID = Format(ROOM // GRID * GRID, sheet=1, grid=GRID)


def _line(*, last: bool = False, divides: bool = False) -> Strip:
    """A line of text of 13 pt; white space of 4 pt is below the last one of a paragraph."""
    return Strip(
        3 * GRID, (_at(0, "line"),), after=pt(4) if last else 0, keep=not (last or divides)
    )


def test_text_below_pictures_and_captions_is_on_the_grid() -> None:
    picture = replace(_block(40, 30, 50), before=mm(2.5), after=mm(2.5))
    caption = Strip(pt(11), (_at(0, "caption"),), before=pt(2), after=pt(7))
    paragraph = [_line(), _line(), _line(last=True)]
    for column in filter(None, paginate([*paragraph, picture, caption, *paragraph] * 9, ON_GRID)):
        lines = [one.at.y for one in column.items if isinstance(one, Anchor) and one.name == "line"]
        assert lines
        assert all(y % GRID == 0 for y in lines)
        assert column.height <= ON_GRID.room


def test_the_white_space_of_running_text_is_the_same_on_all_pages() -> None:
    strips = [*[_line(), _line(last=True)] * 3, _block(40, 30, 50)] * 9
    columns = list(filter(None, paginate(strips, ON_GRID)))
    assert len({column.height for column in columns[:-1]}) == 1
    assert {pitch for column in columns for pitch in column.pitch} == {4 * GRID}


HEADING = Strip(mm(8), (), before=mm(3), after=mm(3), keep=True, bookmark=Bookmark("Round"))


@pytest.mark.parametrize(
    ("strips", "harmed"),
    [
        ([_block(120), HEADING, _line(), _line(last=True), _block(155)], "section"),
        ([_block(155), _block(120), replace(_block(20), leads=True), _block(155)], "shown"),
        ([_block(155), _block(40), *[_line(divides=True)] * 30, _block(155)], "paragraph"),
    ],
)
def test_what_the_end_of_a_page_harms_is_known(strips: list[Strip], harmed: str) -> None:
    columns = [column for column in paginate(strips, Format(ROOM, sheet=1)) if column]
    assert {one for column in columns for one in column.breaks} == {harmed}
    turned = [replace(strip, leads=False, bookmark=None, after=mm(3)) for strip in strips]
    assert not any(column and column.breaks for column in paginate(turned, Format(ROOM, sheet=1)))


def test_what_has_to_begin_a_page_does_so_also_behind_a_heading() -> None:
    heading = replace(_block(8), keep=True)
    strips = [heading, heading, replace(_block(30), start="page"), _block(30)]
    pages = [len(column.items) for column in paginate(strips, ANY_NUMBER) if column]
    assert pages == [2, 2]
    titled = [replace(heading, bookmark=Bookmark("Round")), replace(_block(30), start="left")]
    pages = [len(column.items) if column else 0 for column in paginate(titled, ANY_NUMBER)]
    assert pages[-1] == 2


@pytest.mark.parametrize("count", range(3, 9))
def test_pages_with_pictures_are_full(count: int) -> None:
    parts = [_block(height, height * 2 // 3, height * 5 // 4) for height in (40, 55, 30)]
    columns = [column for column in paginate(parts * count, ANY_NUMBER) if column]
    assert all(column.height >= FULL * ROOM for column in columns[:-1])


def test_what_is_looser_is_as_high_as_its_page_has_room_for() -> None:
    panel = loose([_block(20), _block(20), _block(20)], lambda strip: strip)
    assert panel.elastic is not None
    for height in (panel.elastic.smallest, panel.height, panel.elastic.largest):
        feet = [item.at.y for item in panel.elastic.items(height) if isinstance(item, Anchor)]
        assert feet[-1] == pytest.approx(height, abs=3)
        assert all(upper < lower for upper, lower in pairwise(feet))


def test_the_title_of_a_panel_stays_near_its_text() -> None:
    panel = loose(headed([_block(8)], [_block(20), _block(20)]), lambda strip: strip)
    assert panel.elastic is not None
    feet = [item.at.y for item in panel.elastic.items(panel.elastic.largest)]  # type: ignore[union-attr]
    assert feet[1] - feet[0] == mm(3 + 20)
    assert feet[2] - feet[1] > mm(3 + 20)


def test_what_refers_to_an_elastic_strip_finds_it_at_any_height() -> None:
    (strip,) = tagged([topped(_block(40, 30, 50), _at(0, "examples.cover"))], Tag("Div"))
    assert strip.elastic is not None
    assert isinstance(item := strip.elastic.items(mm(50))[0], Anchor)
    assert item.name == "examples.cover"


def test_what_cannot_fill_a_page_is_not_stretched() -> None:
    short = [_block(30), _block(40), replace(_block(130), keep=True), _block(20)]
    first, *_ = filter(None, paginate(short, ANY_NUMBER))
    assert first.height == mm(30 + 3 + 40)


def test_pictures_take_what_is_left_and_titles_stay_near_their_text() -> None:
    title = replace(_block(8), keep=True, bookmark=Bookmark("Round"))
    strips = [title, _block(70), _block(68, 60, 90), _block(60), _block(60)]
    column, *_ = filter(None, paginate(strips, ANY_NUMBER))
    feet = [item.at.y for item in column.items if isinstance(item, Anchor)]
    assert feet[1] - feet[0] == mm(3 + 70)
    assert feet[2] - feet[1] > mm(3 + 70)
