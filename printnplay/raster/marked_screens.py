"""Screenshots: small pictures of a marked place on a face or page."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.raster.png import image_of
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from PIL.Image import Image

    from printnplay.pdf import Printout

PER_INCH = 96
"""The resolution in pixels per inch: that of CSS, at which text of 7 points is just readable."""

MARK = "#d0021b"
LINE = 2
"""The width of a mark in pixels: one pixel would vanish when the picture is scaled down."""

APART = 24
"""The difference of a pixel, of 255, that counts as a change: smoothed edges differ by less. A
guess."""

COLOURS = 64
"""The number of colours of each file, besides the mark's: it is a third of the size with all
colours."""

AROUND: Um = mm(18)
"""The height of the visible part of a page above and below a text: four lines of body text. A
guess."""

BAR: Um = mm(2.5)
"""The gap between a bar and the text beside it. A guess."""


def of_difference(picture: Picture, without: Picture, fonts: Sequence[FontFace]) -> bytes | None:
    """Return a picture with a frame around its difference from another; None if equal.

    Raises:
        DrawError: one of them cannot be rendered.
    """
    from PIL import ImageChops, ImageDraw

    image = image_of(picture, fonts, PER_INCH)
    other = image_of(without, fonts, PER_INCH)
    if image.size != other.size:
        return None
    differs = ImageChops.difference(image, other).convert("L").point(lambda level: level > APART)
    box = differs.getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    frame = (left - LINE - 1, top - LINE - 1, right + LINE, bottom + LINE)
    image = image.quantize(COLOURS)
    ImageDraw.Draw(image).rectangle(frame, outline=MARK, width=LINE)
    return _png(image)


def of_places(printout: "Printout", places: Sequence[tuple[int, Rect]]) -> Iterator[bytes]:
    """Yield a picture of each place; a place is the index of a page and an area on it.

    A bar on the left marks the area.
    """
    import pypdfium2
    from PIL import ImageDraw

    document = pypdfium2.PdfDocument(printout.pdf)
    pages: dict[int, Image] = {}
    for number, area in places:
        if number not in pages:
            rendered = document[number].render(scale=PER_INCH / 72)
            pages[number] = rendered.to_pil().convert("RGB")
        whole = pages[number]
        top = max(0, _pixels(area.y - AROUND))
        bottom = min(whole.height, _pixels(area.bottom + AROUND))
        image = whole.crop((0, top, whole.width, bottom)).quantize(COLOURS)
        down = _pixels(area.y) - top
        x = _pixels(area.x - BAR)
        bar = (x - LINE, down, x, down + _pixels(area.height))
        ImageDraw.Draw(image).rectangle(bar, fill=MARK)
        yield _png(image)
    document.close()


def _png(image: "Image") -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _pixels(length: Um) -> int:
    return round(length * PER_INCH / 25_400)
