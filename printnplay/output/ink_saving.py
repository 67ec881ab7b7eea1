"""Pictures that need little ink: light grounds, and dark edges where colours meet.

A pale picture alone would lose what is light on a dark ground. So wherever a pixel is darker than
its neighbourhood it is printed dark: thin strokes and text stay as they are, and a light letter on
a dark ground gets a dark outline.
"""

from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO

from msgspec.structs import replace

from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace
from printnplay.output.png import image_of

PER_INCH = 240

TINT = 0.12
"""The share of its ink that an even ground keeps."""

RADIUS_MM = 0.45
"""Of the neighbourhood that a pixel is compared with: wider than most strokes of text."""

GAIN = 2.0
"""How much darker than its surroundings an edge is printed."""

QUALITY = 80
"""Of JPEG: what it leaves out is not seen in pale grounds, and a kit is a tenth of the size."""

LEAST = 10
"""Of 255: a smaller difference is no edge, so that textures and gradients stay pale."""


def lightened(picture: Picture, fonts: Sequence[FontFace], *, grey: bool) -> Picture:
    """The picture drawn with little ink, as pixels; with `grey`, black ink only.

    Raises:
        DrawError: it cannot be drawn.
    """
    from PIL import Image, ImageChops, ImageFilter

    image = image_of(picture, fonts, PER_INCH)
    light = image.convert("L")
    around = light.filter(ImageFilter.GaussianBlur(RADIUS_MM / 25.4 * PER_INCH))
    darker = ImageChops.subtract(around, light)
    edges = darker.point([min(255, round(max(0, value - LEAST) * GAIN)) for value in range(256)])
    ground = light if grey else image
    pale = Image.blend(Image.new(ground.mode, ground.size, "white"), ground, TINT)
    ink = ImageChops.invert(edges)
    saved = ImageChops.multiply(pale, ink if grey else Image.merge("RGB", (ink, ink, ink)))
    file = BytesIO()
    saved.save(file, "JPEG", quality=QUALITY, subsampling=0)
    return replace(picture, name=f"{picture.name}, light", svg=_framed(picture, file.getvalue()))


def _framed(picture: Picture, jpeg: bytes) -> str:
    """A drawing of a picture's size that shows these pixels."""
    left, width, height = (
        f"{length / 1000:g}"
        for length in (-picture.bleed, picture.extent.width, picture.extent.height)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="{left} {left} {width} {height}"><title>{picture.name}</title>'
        f'<image x="{left}" y="{left}" width="{width}" height="{height}"'
        f' preserveAspectRatio="none" href="data:image/jpeg;base64,{b64encode(jpeg).decode()}"/>'
        "</svg>"
    )
