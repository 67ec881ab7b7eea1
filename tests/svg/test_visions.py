"""Drawings in grey and in simulated colour-blindness."""

import base64
import re
from io import BytesIO

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from printnplay.svg.visions import VISIONS, recoloured, seen

HEX = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def svg(body: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="2mm" height="2mm" viewBox="0 0 2 2">'
        f"{body}</svg>"
    )


def seen_colour(colour: str, vision: str) -> str:
    """A colour `#rrggbb` in a vision."""
    (found,) = re.findall(r"#[0-9a-f]{6}", seen(svg(f'<rect fill="{colour}"/>'), vision))
    return str(found)


def pixel(drawing: str) -> tuple[int, ...]:
    content = bytes(resvg_py.svg_to_bytes(svg_string=drawing, dpi=96, width=8, height=8))
    found = Image.open(BytesIO(content)).convert("RGB").getpixel((4, 4))
    assert isinstance(found, tuple)
    return found


# Simulated by the DaltonLens reference of Machado et al. 2009 in linear light, rounded.
KNOWN = [
    ("#ff0000", "protanopia", "#6d5f00"),
    ("#ff0000", "deuteranopia", "#a39000"),
    ("#0000ff", "tritanopia", "#006b95"),
    ("#808080", "deuteranopia", "#808080"),
]


@pytest.mark.parametrize(("colour", "vision", "expected"), KNOWN)
def test_known_colours(colour: str, vision: str, expected: str) -> None:
    found = [int(recoloured(colour, VISIONS[vision])[at : at + 2], 16) for at in (1, 3, 5)]
    wanted = [int(expected[at : at + 2], 16) for at in (1, 3, 5)]
    assert all(abs(fault - other) <= 2 for fault, other in zip(found, wanted, strict=True))


@given(HEX)
def test_grey_is_grey(colour: str) -> None:
    found = recoloured(colour, VISIONS["grey"])
    assert found[1:3] == found[3:5] == found[5:7]


def test_colours_change_wherever_they_stand_and_nothing_else() -> None:
    drawing = svg(
        '<linearGradient id="a"><stop stop-color="red"/></linearGradient>'
        '<rect fill="url(#a)" stroke="none" style="fill: #f00; opacity: .5" color="rgb(0,0,255)"/>'
        "<text>red</text>"
    )
    found = seen(drawing, "grey")
    assert re.findall(r"#[0-9a-f]{6}", found) == ["#7f7f7f", "#7f7f7f", "#4c4c4c"]
    for kept in ('fill="url(#a)"', 'stroke="none"', "opacity: .5", ">red</text>"):
        assert kept in found


@pytest.mark.parametrize("vision", VISIONS)
def test_a_picture_of_pixels_changes_as_a_shape_does(vision: str) -> None:
    stream = BytesIO()
    Image.new("RGB", (4, 4), "#e4b19f").save(stream, "PNG")
    link = "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()
    image = seen(svg(f'<image width="2" height="2" href="{link}"/>'), vision)
    shape = seen(svg('<rect width="2" height="2" fill="#e4b19f"/>'), vision)
    assert all(abs(a - b) <= 3 for a, b in zip(pixel(image), pixel(shape), strict=True))
