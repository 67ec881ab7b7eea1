import pytest

from printnplay.imposition.marks import line
from printnplay.imposition.sides import upside_down
from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.scene.sheet import Item, Leaf, Page, Panel, Stamp, TextLine

from .samples import BLEED, extent, label, picture

SHEET = Size(mm(297), mm(210))
PLACE = Rect(mm(20), mm(30), mm(50), mm(40))
ITEMS: list[Item] = [
    TextLine(Point(mm(20), mm(30)), label("Fold").runs, 270),
    line("fold", Point(mm(10), mm(10)), Point(mm(10), mm(15))),
    Panel(PLACE, "#cccccc"),
    Stamp(picture("x"), PLACE, 90, PLACE.grown(BLEED)),
    Leaf(Page(PLACE.size, (), "1"), PLACE),
]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: type(item).__name__)
def test_everything_goes_to_the_opposite_place_and_comes_back(item: Item) -> None:
    (turned,) = upside_down([item], SHEET)
    here, there = extent(item), extent(turned)
    assert (there.x, there.y) == (SHEET.width - here.right, SHEET.height - here.bottom)
    assert there.size == here.size
    assert upside_down([turned], SHEET) == (item,)


def test_what_has_a_head_is_turned_by_half_a_turn() -> None:
    heads = [
        item.turn for item in upside_down(ITEMS, SHEET) if isinstance(item, TextLine | Stamp | Leaf)
    ]
    assert heads == [90, 270, 180]


def test_the_trimmed_place_of_a_picture_turns_with_its_bleed() -> None:
    (turned,) = upside_down([ITEMS[3]], SHEET)
    assert isinstance(turned, Stamp)
    assert turned.rect == Rect(mm(227), mm(140), mm(50), mm(40))
    assert turned.clip == turned.rect.grown(BLEED)
