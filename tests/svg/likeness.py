"""Whether two pictures look the same: the measure, and the two ways a drawing becomes pixels.

A pixel is bad if, in either direction, none of the nine pixels around its place in the other
picture is within 40 of 255 of it in every channel. At most 0.2 % may be bad: edges may be smoothed
otherwise, but a line of one pixel through a picture of 300 by 300 that is lacking is seen.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import resvg_py
from faces.small_style import ROOT
from PIL import Image, ImageChops, ImageFilter

FONTS = ROOT / "templates" / "fonts"
GENERIC = "Red Hat Display"
WIDTH = 300
"""Of the pictures that are compared, in pixels."""
CLOSE = 40
BAD = 0.002
SMOOTHED = 4
"""The PDF is also drawn so many times as large and averaged: a viewer draws no line thinner than a
pixel. The better of the two counts."""
BLUR = 9
"""How far pictures with an image in them are blurred first: how pixels of an image are spread on
those of the screen is the viewer's choice."""


def resvg(path: Path, width: int = WIDTH) -> Image.Image:
    """The drawing as resvg draws it, with the project's fonts and nothing cleaned."""
    pixels = resvg_py.svg_to_bytes(
        svg_path=str(path),
        resources_dir=str(path.parent),
        background="white",
        dpi=96,
        width=width,
        skip_system_fonts=True,
        # They take longer to read than most drawings to draw.
        font_dirs=[str(FONTS)] if b"<text" in path.read_bytes() else [],
        languages=["en"],
        font_family=GENERIC,
        serif_family=GENERIC,
        sans_serif_family=GENERIC,
        monospace_family=GENERIC,
    )
    return Image.open(BytesIO(bytes(pixels))).convert("RGB")


def printed(content: bytes, size: tuple[int, int]) -> Iterator[Image.Image]:
    """The first page of a PDF in pixels of this size, plainly and smoothed."""
    page = pypdfium2.PdfDocument(content)[0]
    # A hair less: PDFium stretches a page that is a hair too wide to one pixel more.
    scale = size[0] / page.get_width() * (1 - 1e-5)
    width, height = size
    yield page.render(scale=scale).to_pil().convert("RGB").crop((0, 0, width, height))
    large = page.render(scale=scale * SMOOTHED).to_pil().convert("RGB")
    # Cut, not scaled: a page that is a hair too wide comes out a pixel too wide.
    large = large.crop((0, 0, width * SMOOTHED, height * SMOOTHED))
    yield large.resize(size, Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image, *, blur: bool = False) -> float:
    """The share of bad pixels."""
    if blur:
        soft = ImageFilter.BoxBlur(BLUR // 2)
        one, other = one.filter(soft), other.filter(soft)
    plain = _worst(one, other).histogram()
    share = sum(plain[CLOSE + 1 :]) / (one.width * one.height)
    if share <= BAD:
        # With the neighbours it could only be less.
        return share
    bad = ImageChops.lighter(_unlike(one, other), _unlike(other, one))
    return bad.histogram()[255] / (bad.width * bad.height)


def ink(picture: Image.Image) -> float:
    """The share of pixels that are not white."""
    grey = picture.convert("L")
    return sum(grey.histogram()[:250]) / (grey.width * grey.height)


def _unlike(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where no neighbour in the other picture is close."""
    nearest: Image.Image | None = None
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            moved = ImageChops.offset(other, across, down)
            worst = _worst(one, moved)
            nearest = worst if nearest is None else ImageChops.darker(nearest, worst)
    assert nearest is not None
    return nearest.point(lambda value: 255 if value > CLOSE else 0)


def _worst(one: Image.Image, other: Image.Image) -> Image.Image:
    """The largest difference of each pixel in any channel."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)
