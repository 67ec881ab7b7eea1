"""Drawings that need little ink: measured by what is left of it on paper, and by what is read."""

import re
from io import BytesIO
from typing import Any

import pytest
from lxml import etree
from pdf.samples import faces
from PIL import Image, ImageDraw

from printnplay.files.linked_pictures import as_uri
from printnplay.kernel.geometry import Size, mm
from printnplay.raster.png import draw
from printnplay.scene.picture import Picture
from printnplay.svg.ink_saving import lightened

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="44mm" height="44mm" viewBox="-2 -2 44 44">'
GROUND = '<rect x="-2" y="-2" width="44" height="44" fill="#16133f"/>'
FLOODED = (
    f'{HEAD}{GROUND}<path d="M10 10h20v1h-20z" fill="#fff"/>'
    '<circle cx="20" cy="27" r="8" fill="#ffc533"/></svg>'
)
PER_MM = 10


def drawn(svg: str) -> Image.Image:
    """The pixels of a drawing, `PER_MM` of them to a mm."""
    stream = BytesIO()
    picture = Picture("drawn", Size(mm(40), mm(40)), mm(2), svg)
    draw(picture, faces(), stream, round(25.4 * PER_MM))
    return Image.open(stream).convert("RGB")


def saved(body: str, *, grey: bool = False) -> Image.Image:
    """The pixels of a drawing with little ink."""
    whole = body if body.startswith("<svg") else f"{HEAD}{body}</svg>"
    return drawn(lightened(whole, grey=grey))


def ink(image: Image.Image) -> float:
    """The mean share of cyan, magenta, yellow and black, black in place of equal parts of all."""
    channels = image.resize((100, 100), Image.Resampling.BOX).tobytes()
    total = 0
    for at in range(0, len(channels), 3):
        cyan, magenta, yellow = (255 - part for part in channels[at : at + 3])
        total += cyan + magenta + yellow - 2 * min(cyan, magenta, yellow)
    return total / 255 / (len(channels) // 3)


def level(image: Image.Image, x: float, y: float) -> int:
    """How light a place is, in mm from the trimmed corner."""
    value: Any = image.convert("L").getpixel((round((x + 2) * PER_MM), round((y + 2) * PER_MM)))
    return int(value)


def column(image: Image.Image, x: float, top: float, bottom: float) -> list[int]:
    """How light the places below each other are."""
    return [level(image, x, y / PER_MM) for y in range(round(top * 10), round(bottom * 10))]


def light(shade: float) -> float:
    """The luminance of a level of grey."""
    part = shade / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: float, other: float) -> float:
    """The contrast of two levels (WCAG 2.1)."""
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_a_flood_takes_a_third_of_its_ink_at_most() -> None:
    assert ink(saved(FLOODED)) <= ink(drawn(FLOODED)) / 3


def test_a_view_box_is_read_with_commas_too() -> None:
    commas = FLOODED.replace('viewBox="-2 -2 44 44"', 'viewBox="-2,-2,44,44"')
    assert saved(commas).tobytes() == saved(FLOODED).tobytes()


def test_what_was_light_on_dark_stands_out() -> None:
    levels = column(saved(FLOODED), 20, 8, 13)
    assert min(levels) < 140
    assert max(levels) > 215


def test_lines_stay_dark_on_a_light_ground_and_become_dark_on_a_dark_one() -> None:
    lines = FLOODED.replace("#ffc533", "#fff").replace(
        "</svg>", '<path d="M14 26.8h12v.4h-12z" fill="#000"/></svg>'
    )
    image = saved(lines)
    assert level(image, 20, 27) < 100
    assert level(image, 20, 25.5) > 235


TEXT = '<text x="4" y="30" font-family="Table Round" font-size="{size}" fill="{colour}">HHH</text>'


@pytest.mark.parametrize("size", [3, 12])
@pytest.mark.parametrize(
    ("ground", "colour"),
    [("#16133f", "#fff"), ("#000", "#ffc533"), ("#fff", "#888"), ("#c03020", "#e04030")],
)
def test_text_is_full_and_black_on_any_ground(size: int, ground: str, colour: str) -> None:
    rect = GROUND.replace("#16133f", ground)
    body = rect + TEXT.format(size=size, colour=colour)
    svg = lightened(f"{HEAD}{body}</svg>", grey=False)
    assert re.findall('fill="([^"]*)">HHH', svg) == ["#000000"]
    image = drawn(svg)
    row = [level(image, x / PER_MM, 30 - size * 0.2) for x in range(40, 40 + 4 * size)]
    assert contrast(min(row), max(row)) >= 4.5
    # The stems are full: there is nothing pale within them.
    dark = [value < 60 for value in row]
    stem = dark.index(True)
    assert all(dark[stem : stem + max(1, round(size * 0.08 * PER_MM) - 1)])


@pytest.mark.parametrize(
    "under",
    [
        '<circle cx="8" cy="28" r="4" fill="#000"/>',
        '<g fill="none" stroke="#2b2566" stroke-width="1.5"><path d="M2 28.5h20M2 27h20"/></g>',
        '<circle cx="8" cy="28" r="3" fill="#000" opacity="0.95"/>',
        '<g stroke="#000" stroke-width="9"><path d="M2 28h20"/></g>',
        '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1"/></linearGradient>'
        '<rect y="20" width="30" height="14" fill="url(#g)"/>',
        '<g style="mix-blend-mode:difference"><path d="M0 20h30v14h-30z" fill="#fff"/></g>',
        '<filter id="f"><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/></filter>'
        '<rect y="20" width="30" height="14" fill="#fff" filter="url(#f)"/>',
        '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="2" '
        'height="2"/></pattern><rect y="20" width="30" height="14" fill="url(#p)"/>',
        '<g fill="#000"><symbol id="s" viewBox="0 0 2 1"><path d="M0 0h2v1h-2z"/></symbol></g>'
        '<use href="#s" y="20" width="28" height="14"/>',
    ],
)
def test_whatever_is_under_a_text_is_pale(under: str) -> None:
    body = f"{GROUND}{under}{TEXT.format(size=4, colour='#fff')}"
    image = saved(body)
    row = [level(image, x / PER_MM, 29) for x in range(38, 110)]
    dark = sorted(row)[len(row) // 10]
    pale = sorted(row)[len(row) * 3 // 4]
    assert dark < 30
    assert contrast(dark, pale) >= 4.5


def test_the_shadow_and_the_halo_of_a_text_go() -> None:
    words = TEXT.format(size=8, colour="#fff")
    shadow = words.replace('x="4"', 'x="4.5"').replace("#fff", "#000")
    halo = words.replace("fill=", 'stroke="#fff" stroke-width="2" fill=')
    for before in (shadow, halo):
        assert saved(before + words).tobytes() == saved(words).tobytes()
    assert lightened(f"{HEAD}{halo}</svg>", grey=False).count("HHH") == 1


@pytest.mark.parametrize("opacity", [0.7, 0.05])
def test_text_that_was_to_be_read_is_not_seen_through(opacity: float) -> None:
    image = saved(f'<g opacity="{opacity}">{TEXT.format(size=12, colour="#000")}</g>')
    darkest = min(column(image, 5, 20, 31))
    assert (darkest < 20) is (opacity > 0.5)


def test_a_wide_line_is_pale_between_two_edges() -> None:
    levels = column(saved('<path d="M2 20h36" stroke="#c03020" stroke-width="8"/>'), 20, 14, 26)
    assert min(levels) < 150
    assert levels[len(levels) // 2] > 200


@pytest.mark.parametrize(
    ("ground", "symbol"), [("#16133f", "#ffffff"), ("#ffffff", "#16133f"), ("#c03020", "#fffbe0")]
)
def test_a_symbol_stays_dark(ground: str, symbol: str) -> None:
    rect = GROUND.replace("#16133f", ground)
    image = saved(f'{rect}<path d="M18 18h6v6h-6z" fill="{symbol}"/>')
    assert contrast(level(image, 21, 21), level(image, 10, 10)) >= 3.0


def test_a_light_badge_with_a_number_stays_light() -> None:
    badge = '<circle cx="7" cy="28" r="3.5" fill="#fff"/>'
    image = saved(f"{GROUND}{badge}{TEXT.format(size=4, colour='#000')}")
    assert level(image, 7, 25.5) > 240


def test_a_texture_is_not_made_of_symbols() -> None:
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.2" fill="#fff"/>'
        for x in range(1, 40, 4)
        for y in range(1, 40, 4)
    )
    assert ink(saved(GROUND + dots)) <= ink(drawn(f"{HEAD}{GROUND}{dots}</svg>")) / 3


def test_what_is_seen_through_letters_is_black() -> None:
    clip = f'<clipPath id="c">{TEXT.format(size=12, colour="#000")}</clipPath>'
    image = saved(f'{clip}<g clip-path="url(#c)">{GROUND.replace("#16133f", "#ffc533")}</g>')
    assert min(column(image, 5, 20, 31)) < 20


def photograph() -> str:
    """A dark picture with white letters, as a data URI."""
    image = Image.new("RGB", (400, 400), "#203050")
    ImageDraw.Draw(image).rectangle((60, 190, 340, 202), fill="#fff")
    stream = BytesIO()
    image.save(stream, "PNG")
    return as_uri("image/png", stream.getvalue())


def test_a_picture_is_pale_with_dark_edges() -> None:
    image = saved(f'<image width="40" height="40" href="{photograph()}"/>')
    levels = column(image, 20, 16, 24)
    assert max(levels) > 225
    assert 110 < min(levels) < 160
    assert level(image, 20, 5) > 215


def test_a_linked_drawing_is_pale_too() -> None:
    inner = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 44 44">{GROUND}</svg>'
    uri = as_uri("image/svg+xml", inner.encode())
    assert level(saved(f'<image width="40" height="40" href="{uri}"/>'), 20, 20) > 215


def test_masks_stay_as_they_are() -> None:
    mask = '<mask id="m"><rect width="20" height="40" fill="#fff"/></mask>'
    svg = lightened(f'{HEAD}{mask}<g mask="url(#m)">{GROUND}</g></svg>', grey=False)
    assert mask.removeprefix('<mask id="m">') in svg


def test_backs_are_grey() -> None:
    image = saved(FLOODED, grey=True)
    red, green, blue = image.split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()


def test_text_and_shapes_stay_text_and_shapes() -> None:
    body = f"{GROUND}{TEXT.format(size=4, colour='#fff')}"
    root = etree.fromstring(lightened(f"{HEAD}{body}</svg>", grey=False).encode())
    assert [etree.QName(one).localname for one in root] == ["rect", "text"]
