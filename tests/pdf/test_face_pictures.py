"""Pictures of faces: as many pixels as they measure, the same on their side, none cut off."""

from io import BytesIO

import pytest
import resvg_py
from PIL import Image

from printnplay.kernel.geometry import Size, Um, mm
from printnplay.raster.png import pixels_of
from printnplay.raster.showcase import OVERVIEW_GAP, overview
from printnplay.raster.single_faces import Crop, as_svg

from .samples import picture

CORNERS = """<rect x="-3" y="-3" width="9" height="9" fill="#f00"/>
<rect x="50" y="-3" width="13" height="5" fill="#00f"/>
<rect x="-3" y="36" width="5" height="7" fill="#0a0"/>"""


@pytest.mark.parametrize(
    ("side", "per_inch", "pixels"),
    [(69_500, 300, 821), (63_500, 300, 750), (88_900, 150, 525), (69_500, 96, 263), (10, 72, 1)],
)
def test_a_side_has_the_pixels_that_come_nearest_to_it(
    side: Um, per_inch: int, pixels: int
) -> None:
    assert pixels_of(side, per_inch) == pixels


@pytest.mark.parametrize("bleed", [0, mm(1), mm(3)])
def test_a_face_on_its_side_shows_what_an_upright_one_shows(bleed: Um) -> None:
    face = picture("corners", CORNERS)

    def drawn(*, turned: bool) -> Image.Image:
        svg = as_svg(face, Crop(bleed, turned=turned))
        png = resvg_py.svg_to_bytes(svg_string=svg, dpi=96)
        return Image.open(BytesIO(bytes(png))).convert("RGB")

    upright, lying = drawn(turned=False), drawn(turned=True)
    assert lying.size == upright.size[::-1]
    for x, y in ((0.04, 0.04), (0.96, 0.04), (0.04, 0.96), (0.96, 0.96), (0.5, 0.5)):
        spot = round(x * (upright.width - 1)), round(y * (upright.height - 1))
        assert lying.getpixel((upright.height - 1 - spot[1], spot[0])) == upright.getpixel(spot)


@pytest.mark.parametrize("number", [1, 8, 9, 40])
def test_an_overview_shows_every_face_whole(number: int) -> None:
    size = Size(180, 250)
    colours = [(20 * (n % 12), 255 - 6 * n, 100) for n in range(number)]
    faces = []
    for colour in colours:
        stream = BytesIO()
        Image.new("RGB", (size.width, size.height), colour).save(stream, "PNG")
        faces.append(stream.getvalue())
    shown = Image.open(BytesIO(overview(faces, "#ffffff"))).convert("RGB")
    scale = shown.width / 1600
    counts = {colour: count for count, colour in shown.getcolors(1 << 20) or ()}
    for colour in colours:
        assert counts[colour] == pytest.approx(size.width * size.height * scale**2, rel=0.03)
    margin = int(OVERVIEW_GAP * scale) - 1
    assert shown.crop((0, 0, margin, shown.height)).getextrema() == ((255, 255),) * 3
