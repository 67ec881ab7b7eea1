"""Pictures that need little ink, measured by what is left of it on paper."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from printnplay.model.geometry import Size, mm
from printnplay.model.picture import Picture
from printnplay.output.ink_saving import lightened
from printnplay.output.png import draw

FLOODED = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="44mm" height="44mm" viewBox="-2 -2 44 44">'
    '<rect x="-2" y="-2" width="44" height="44" fill="#16133f"/>'
    '<path d="M10 10h20v1h-20z" fill="#fff"/><circle cx="20" cy="27" r="8" fill="#ffc533"/></svg>'
)
PICTURE = Picture("flooded", Size(mm(40), mm(40)), mm(2), FLOODED)


def ink(image: Any) -> float:  # noqa: ANN401  Pillow's image
    """The mean share of cyan, magenta, yellow and black, black in place of equal parts of all."""
    channels = image.convert("RGB").resize((100, 100), Image.Resampling.BOX).tobytes()
    total = 0
    for at in range(0, len(channels), 3):
        cyan, magenta, yellow = (255 - part for part in channels[at : at + 3])
        total += cyan + magenta + yellow - 2 * min(cyan, magenta, yellow)
    return total / 255 / (len(channels) // 3)


def shown(picture: Picture) -> Any:  # noqa: ANN401
    """The pixels of a picture that was lightened."""
    return Image.open(BytesIO(b64decode(picture.svg.split("base64,")[1].split('"')[0])))


@pytest.fixture(scope="module")
def saved() -> Picture:
    """The picture with little ink."""
    return lightened(PICTURE, (), grey=False)


def test_a_flood_takes_a_third_of_its_ink_at_most(saved: Picture) -> None:
    full = BytesIO()
    draw(PICTURE, (), full, 72)
    assert ink(shown(saved)) <= ink(Image.open(full)) / 3


def test_what_was_light_on_dark_has_a_dark_outline(saved: Picture) -> None:
    image = shown(saved).convert("L")
    scale = image.width / 44
    column = [image.getpixel((round(22 * scale), round(y / 10 * scale))) for y in range(100, 150)]
    assert min(column) < 140
    assert max(column) > 225


def test_text_stays_dark_on_a_light_ground_and_light_on_a_dark_one() -> None:
    lines = FLOODED.replace("#ffc533", "#fff").replace(
        "</svg>", '<path d="M14 26.8h12v.4h-12z" fill="#000"/></svg>'
    )
    image = shown(lightened(Picture("lines", PICTURE.size, mm(2), lines), (), grey=False))
    grey, scale = image.convert("L"), image.width / 44

    def level(x: float, y: float) -> int:
        return int(grey.getpixel((round((x + 2) * scale), round((y + 2) * scale))))

    assert level(20, 27) < 100
    assert level(20, 25.5) > 235
    assert level(20, 10.5) > 235


def test_backs_are_grey() -> None:
    assert shown(lightened(PICTURE, (), grey=True)).mode == "L"
