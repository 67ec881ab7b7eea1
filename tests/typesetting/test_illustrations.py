"""Pictures in the text fill the room that whole sheets leave, and never cost a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from printnplay.model.geometry import Size, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Stamp
from printnplay.typesetting.pages.pagination import (
    SMALLEST_SHARE,
    Signature,
    enlarged,
    illustration,
    page_count,
)
from printnplay.typesetting.pages.strips import Strip

COLUMN, ROOM = mm(100), mm(150)
SIGNATURE = Signature(pages=4, covers=2)


def picture(width: Um, height: Um) -> Picture:
    return Picture("figure", Size(width, height), 0, "<svg/>", ())


def drawn(strips: list[Strip]) -> list[Stamp]:
    return [item for strip in strips for item in strip.items if isinstance(item, Stamp)]


@given(
    heights=some.lists(some.integers(mm(10), mm(120)), min_size=1, max_size=12),
    lines=some.integers(0, 60),
)
def test_pictures_grow_together_and_cost_no_page(heights: list[Um], lines: int) -> None:
    text = [Strip(mm(5), ())] * lines
    small = [illustration(picture(mm(90), one), SMALLEST_SHARE, COLUMN) for one in heights]
    made = enlarged([*text, *small], ROOM, COLUMN, SIGNATURE)
    assert page_count(made, ROOM, SIGNATURE) == page_count([*text, *small], ROOM, SIGNATURE)
    shares = {round(one.rect.width / one.picture.size.width, 2) for one in drawn(made)}
    assert len(shares) == 1
    assert SMALLEST_SHARE <= shares.pop() <= 1
    assert [strip.height for strip in made[lines:]] == [one.rect.height for one in drawn(made)]


def test_a_picture_is_its_own_size_where_there_is_room() -> None:
    (made,) = drawn(
        enlarged(
            [illustration(picture(mm(90), mm(50)), SMALLEST_SHARE, COLUMN)],
            ROOM,
            COLUMN,
            SIGNATURE,
        )
    )
    assert made.rect.size == Size(mm(90), mm(50))
    assert made.rect.x == mm(5)


@pytest.mark.parametrize("share", [SMALLEST_SHARE, 1.0])
def test_a_picture_is_never_wider_than_the_column(share: float) -> None:
    (item,) = illustration(picture(mm(200), mm(50)), share, COLUMN).items
    assert isinstance(item, Stamp)
    assert item.rect.size == Size(mm(100), mm(25))
