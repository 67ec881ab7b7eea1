"""Single faces as files: cropped to a bleed or to their outline, rasterized or as a drawing."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import normalize
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.linked_pictures import as_uri, filled
from printnplay.kernel.geometry import Rect, Size, Um, in_mm
from printnplay.kernel.shapes import Outline
from printnplay.pdf.press import srgb_profile
from printnplay.raster.png import DrawError, drawn, lettered, pixels_of, resized
from printnplay.raster.resvg import OverLimitError, render
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from PIL.Image import Image

QUICK = 3
"""The compression level of PNGs (zlib, 1 to 9): files are a tenth larger than at 6, but take only
two thirds of the time."""

_HEADER = 8 + 4 + 4 + 13 + 4
"""The length of a PNG's signature and its first chunk, in bytes."""

_ROOT_TAG = '<svg xmlns="http://www.w3.org/2000/svg">'
_ROOT = re.compile(r"<svg\b[^<>]*>")
_SIZE = re.compile(r'\s(?:width|height|viewBox|preserveAspectRatio)="[^"]*"')
_TAG = re.compile(r"<[^>]*>")


class Crop(Struct, frozen=True):
    """The visible part of a picture: this much bleed, or only the inside of an outline.

    The outline counts from the trimmed top left corner; it is filled with the colour of the paper,
    if there is one. A `turned` face lies on its right side.
    """

    bleed: Um
    outline: Outline | None = None
    paper: str = ""
    turned: bool = False

    def area(self, picture: Picture) -> Rect:
        """Return the visible area, from the trimmed top left corner, before turning."""
        return Rect(0, 0, picture.size.width, picture.size.height).grown(self.bleed)

    def extent(self, picture: Picture) -> Size:
        """Return the size after turning."""
        size = self.area(picture).size
        return size.turned if self.turned else size


def size_in_pixels(area: Size, dpi: int) -> tuple[int, int]:
    """Return the width and height of an image of this size.

    >>> size_in_pixels(Size(69_850, 95_250), 300)  # a poker card with 1/8 in of bleed
    (825, 1125)
    """
    return pixels_of(area.width, dpi), pixels_of(area.height, dpi)


def as_svg(picture: Picture, crop: Crop) -> str:
    """Return the cropped picture as a drawing in millimetres, with its large pictures embedded."""
    extent = crop.extent(picture)
    return _rooted(picture, crop, f"{in_mm(extent.width)}mm", f"{in_mm(extent.height)}mm")


def cut_of(picture: Picture, crop: Crop) -> str:
    """Return the die shape of a picture as a drawing in black; empty if it is a rectangle."""
    if crop.outline is None:
        return ""
    shape = f'{_ROOT_TAG}<path d="{outline_data(crop.outline)}"/></svg>'
    return as_svg(replace(picture, svg=shape), replace(crop, outline=None))


def as_png(
    svg: str, fonts: Sequence[FontFace], size: tuple[int, int], dpi: int, ground: str
) -> bytes:
    """Rasterize a drawing as PNG of this size in pixels, in sRGB and with its resolution.

    Args:
        svg: a drawing from `as_svg`.
        fonts: the fonts for its texts.
        size: width and height in pixels.
        dpi: the resolution to store, for programs that read the physical size.
        ground: the background colour, or "" for a transparent background.

    Raises:
        DrawError: it cannot be rendered.
    """
    from PIL import Image

    image = Image.open(BytesIO(drawn(svg, fonts, size, ground)))
    return _as_png(image.convert("RGB" if ground else "RGBA"), dpi)


def cut_out(png: bytes, cut: str, dpi: int) -> bytes:
    """Return a PNG that is transparent where a drawing of the same size is empty.

    A clip path around a drawing that has clip paths itself would change how these are rendered.

    Raises:
        DrawError: it cannot be rendered.
    """
    from PIL import Image, ImageChops

    image = Image.open(BytesIO(png)).convert("RGBA")
    mask = Image.open(BytesIO(drawn(cut, (), image.size, ""))).convert("RGBA").getchannel("A")
    image.putalpha(ImageChops.multiply(image.getchannel("A"), mask))
    return _as_png(image, dpi)


def as_upload(png: bytes, size: tuple[int, int], dpi: int) -> bytes:
    """Return a rasterized page as PNG of this size in pixels, with its profile and resolution.

    A page that is a pixel larger, as its size is rounded up, loses its last row or column.
    """
    from PIL import Image

    return _as_png(Image.open(BytesIO(png)).convert("RGB").crop((0, 0, *size)), dpi)


def _as_png(image: "Image", dpi: int) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", icc_profile=srgb_profile(), dpi=(dpi, dpi), compress_level=QUICK)
    return stream.getvalue()


def with_xmp(png: bytes, packet: bytes) -> bytes:
    """Return a PNG with XMP metadata, in a chunk behind its header (PNG, 11.3.3.4)."""
    chunk = b"iTXtXML:com.adobe.xmp\0\0\0\0\0" + packet
    made = (len(chunk) - 4).to_bytes(4) + chunk + crc32(chunk).to_bytes(4)
    return png[:_HEADER] + made + png[_HEADER:]


def rendered(svg: str, fonts: Sequence[FontFace], size: tuple[int, int], ground: str) -> bytes:
    """Render a drawing from `as_svg` as a PNG of this size in pixels, as resvg writes it.

    Args:
        svg: the drawing.
        fonts: the fonts for its texts.
        size: width and height in pixels.
        ground: the background colour, or "" for a transparent background.

    Raises:
        DrawError: it cannot be rendered.
    """
    try:
        return render(lettered(resized(svg, size), fonts), background=ground or None)
    except (ValueError, OverLimitError) as error:
        raise DrawError(str(error)) from None


def letters_of(svg: str) -> frozenset[str]:
    """Return the letters that a drawing may need."""
    said = unescape(_TAG.sub("", svg))
    capitals = said.upper() if "small-caps" in svg else ""
    # SVG renderers compose letters and their accents.
    return frozenset(said + capitals + normalize("NFC", said))


def with_fonts(svg: str, fonts: Mapping[FontFace, bytes]) -> str:
    """Return a drawing with its fonts embedded, as bytes of TrueType or OpenType files."""
    rules = "".join(_font_rule(face, content) for face, content in fonts.items())
    root = _ROOT.search(svg)
    if not rules or root is None:
        return svg
    return f"{svg[: root.end()]}\n<style>{rules}</style>{svg[root.end() :]}"


def with_metadata(svg: str, text: str) -> str:
    """Return a drawing with a metadata element, whose text is escaped already."""
    root = _ROOT.search(svg)
    assert root is not None  # a picture is always a clean drawing
    return f"{svg[: root.end()]}\n<metadata>{text}</metadata>{svg[root.end() :]}"


def _font_rule(face: FontFace, content: bytes) -> str:
    style = "italic" if face.italic else "normal"
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{style};'
        f"src:url({as_uri('font/ttf', content)})}}"
    )


def _rooted(picture: Picture, crop: Crop, width: str, height: str) -> str:
    """Return the cropped drawing with a root element of this size."""
    area = crop.area(picture)
    view = " ".join(map(in_mm, (area.x, area.y, area.width, area.height)))
    svg = filled(picture.svg)
    root = _ROOT.search(svg)
    assert root is not None  # a picture is always a clean drawing
    start = _SIZE.sub("", root.group())[:-1]
    before, inside = svg[: root.start()], svg[root.end() : svg.rindex("</svg>")]
    if crop.outline is not None:
        path = outline_data(crop.outline)
        paper = f'<path d="{path}" fill="{crop.paper}"/>' if crop.paper else ""
        inside = (
            f'<clipPath id="printnplay-cut"><path d="{path}"/></clipPath>'
            f'{paper}<g clip-path="url(#printnplay-cut)">{inside}</g>'
        )
    if crop.turned:
        view = " ".join(map(in_mm, (-area.bottom, area.x, area.height, area.width)))
        inside = f'<g transform="rotate(90)">{inside}</g>'
    return f'{before}{start} width="{width}" height="{height}" viewBox="{view}">{inside}</svg>\n'


def outline_data(outline: Outline) -> str:
    """Return an outline as SVG path data in millimetres."""

    def place(x: Um, y: Um) -> str:
        return f"{in_mm(x)} {in_mm(y)}"

    steps = [
        f"{'L' if len(curve) == 1 else 'C'}{' '.join(place(point.x, point.y) for point in curve)}"
        for curve in outline.curves
    ]
    return f"M{place(outline.start.x, outline.start.y)}{''.join(steps)}Z"
