"""The cover of a rulebook as a picture: for lists of games, and for shelves of readers of EPUB."""

from collections.abc import Sequence
from io import BytesIO

from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace
from printnplay.output.png import draw

PER_INCH = 160
COLOURS = 128
"""In the file: covers are drawn in few colours, and the file is a third as large."""


def cover_image(picture: Picture, faces: Sequence[FontFace]) -> bytes:
    """A cover without its bleed, as PNG.

    Raises:
        DrawError: it cannot be drawn.
    """
    from PIL import Image

    drawn, stream = BytesIO(), BytesIO()
    draw(picture, faces, drawn, PER_INCH)
    image = Image.open(drawn).convert("RGB")
    bleed = round(picture.bleed * PER_INCH / 25_400)
    trimmed = image.crop((bleed, bleed, image.width - bleed, image.height - bleed))
    trimmed.quantize(COLOURS).save(stream, "PNG", optimize=True)
    return stream.getvalue()
