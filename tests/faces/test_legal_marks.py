"""Marks for boxes: their proportions, and what is refused."""

from io import BytesIO

import pytest
import resvg_py
from PIL import Image

from printnplay.faces.legal_marks import PACKAGING, mark
from printnplay.faces.sandbox import MistakeError

DOTS = 10
"""Pixels per millimetre."""


def drawn(name: str, height: float = 10) -> Image.Image:
    """The ink of a mark on 20 x 12 mm, ink white."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120" viewBox="0 0 20 12">'
        f"{mark(name, 1, 1, height)!s}</svg>"
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=str.__str__(svg)))
    with Image.open(BytesIO(png)) as image:
        return image.getchannel("A")


def test_the_ce_mark_has_the_proportions_of_the_regulation() -> None:
    """Circles of 10 and 7 parts; letters 17 parts apart; the bar of the E ends a part earlier."""
    ink = drawn("ce")
    assert ink.getbbox() == (10, 10, 150, 110)
    part = 5  # of 20 in the height, in pixels

    def at(x: float, y: float) -> bool:
        level = ink.getpixel((round(10 + x * part), round(10 + y * part)))
        assert isinstance(level, int)
        return level > 128

    assert [at(x, 10) for x in (1, 2.7, 3.3, 10)] == [True, True, False, False]  # C: 3 thick
    assert [at(x, 10) for x in (18, 21, 25.5, 26.6)] == [True, True, True, False]  # E and its bar
    assert [at(27, y) for y in (0.5, 2.5, 3.5, 16.5, 17.5)] == [True, True, False, False, True]


@pytest.mark.parametrize("name", [*PACKAGING, "not-under-3", "triman"])
def test_a_mark_stays_in_its_box(name: str) -> None:
    left, top, right, low = drawn(name).getbbox() or (0, 0, 0, 0)
    assert 10 <= left < right <= (130 if name == "triman" else 110)
    assert 10 <= top < low <= 110


@pytest.mark.parametrize(
    ("name", "height", "says"),
    [
        ("ce", 4.9, "the CE mark is 4.9 mm high; the least height is 5 mm"),
        ("not-under-3", 9.5, "the age warning is 9.5 mm high; the least height is 10 mm"),
        ("triman", 5, "the Triman is 5 mm high; the least height is 6 mm"),
        ("pap-21", 0, "a mark of 0 by 0 mm"),
        ("pap-23", 8, "name is 'pap-23'"),
    ],
)
def test_a_mark_that_may_not_be_drawn_is_refused(name: str, height: float, says: str) -> None:
    with pytest.raises(MistakeError, match=says):
        mark(name, 0, 0, height)
