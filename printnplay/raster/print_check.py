"""A check that a written PDF shows the drawings, by programs that did not write it.

PDFium renders the part of a page that should show a picture, upright and on the pixel grid of the
picture, and resvg renders the picture. Areas that are covered on the page are left out.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct

from printnplay.kernel.geometry import Affine, Size
from printnplay.kernel.suggestions import counted
from printnplay.pdf.inks import Palette
from printnplay.pdf.operators import INITIAL_STATE
from printnplay.pdf.placed import Box, Placed, around, box_of, inverse, placed_on, shared
from printnplay.pdf.proof_of_text import letters
from printnplay.raster.single_faces import Crop, as_svg, rendered
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, FontFace
from printnplay.scene.style import Ink

if TYPE_CHECKING:
    from pikepdf import Object, Page
    from PIL.Image import Image
    from pypdfium2 import PdfPage, PdfTextPage

PER_INCH = 150
"""The resolution of a picture at its own size, in pixels per inch: a hairline of 0.17 mm is one
pixel."""

LEAST = 96
"""The least pixels of a picture's shorter side: an icon of 3 mm has 18 at 150 dpi, too few to
measure shares of its edges. A guess."""

APART = 32
"""The tolerance of a channel, of 255, from the values within a pixel in the other rendering: the
renderers smooth edges and gradients differently. A guess between `FAINT` and `CONTRAST`."""

SHARE = 0.04
"""The share of a picture's edge pixels that may differ. In correct files of the four bundled games
it was at most 2.2 %. For a circle that is drawn with 1 mm and printed with 0.5 mm it is 38 %; with
0.8 and 0.4 mm, about a pixel, 4.3 %."""

CONTRAST = 64
"""The difference from a neighbour, of 255, that makes a pixel an edge: twice `APART`, so that a
lost edge is detected."""

FEW = 12
"""The number of differing pixels to allow in a picture with few edges: three for each corner of an
icon. A guess."""

SOLID = 5
"""The side in pixels of the smallest square that counts as a difference if all of it differs by
FAINT: correct files have none of 4. It detects errors in a small part of a large picture."""

FAINT = 24
"""The tolerance of whole squares, in the unit of `APART`: a tenth of the range of a channel."""

EDGE = 2
"""The margin in pixels around a covering item that is left out too: its edge is smoothed over one
or two."""

KEPT = 96
"""The number of rendered pictures to cache, about 1 MB each: booklet and rulebook show the same
ones. A guess."""

AT_HAND = 16
"""The number of pictures whose bounds are cached, another 2 MB each: sheets show copies of a card
in a row. A guess."""

POINT = 25_400 / 72
"""Micrometres per point, the unit of a PDF."""

_PAINT = r'(?<![\w-])((?:fill|stroke|color)\s*(?:=\s*["\']|:)\s*){}\b'
"""A pattern of where a drawing sets the colour of areas, lines or letters; gradients keep
theirs."""

_Bounds: TypeAlias = "tuple[Image, Image, Image]"
"""A picture, and the minimum and maximum of each pixel and its neighbours."""


class Difference(Struct, frozen=True):
    """A picture that a page shows differently from its drawing.

    `page` counts from 1; `at` is the expected position of the trimmed picture on the page. `what`
    describes the difference. `sides` is a PNG of the drawing, the page, and their difference.
    """

    picture: Picture
    page: int
    at: Box
    what: str
    sides: bytes


class _Part(Struct, frozen=True):
    """The pixels of a picture that are visible on a page, and the matrix from the page to them."""

    box: tuple[int, int, int, int]
    to_pixels: Affine

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return right - left, bottom - top


class PrintCheck:
    """Compares files with their documents; caches its renderings for later files."""

    def __init__(self, fonts: Sequence[FontFace], inks: Sequence[Ink]) -> None:
        """Check documents with these fonts and inks."""
        self._fonts = fonts
        as_inked = _inking(inks)
        self._drawing = lru_cache(KEPT)(partial(_drawn, fonts, as_inked))
        self._bounds = lru_cache(AT_HAND)(self._bounds_of)
        self._judged: set[tuple[Picture, Size, int]] = set()

    def differences(self, file: bytes, document: Document) -> Iterator[Difference]:
        """Yield the pictures that the pages of a file show differently from their drawings.

        The first stamp of each picture, size and turn is compared both ways: neither may show
        anything that the other does not. All others are compared one way: the page may show only
        the picture, in its place.

        Raises:
            DrawError: a picture cannot be rendered.
        """
        import pypdfium2

        with pypdfium2.PdfDocument(file) as pdf:
            for number, sheet in enumerate(document.sheets, start=1):
                placed = list(placed_on(sheet, self._fonts))
                if not placed:
                    continue
                page = pdf[number - 1]
                words = page.get_textpage()
                for one in placed:
                    found = self._difference(one, page) or _lost_words(one, page, words)
                    if found:
                        what, sides = found
                        yield Difference(one.picture, number, _trim(one), what, sides)
                words.close()
                page.close()

    def _difference(self, one: Placed, page: "PdfPage") -> tuple[str, bytes] | None:
        """Return how a page differs from a picture, in words and as a PNG; None if it does not."""
        from PIL import ImageChops

        part = _part_of(one)
        if min(part.size) <= 2 * EDGE:
            return None
        stamp = one.stamp
        key = (stamp.picture, stamp.rect.size, stamp.turn)
        is_whole = shared(one.seen, _trim(one)) == _trim(one)
        ground = self._ground(one)
        flat, least, most = (
            image.crop(part.box) for image in self._bounds(stamp.picture, ground or "#ffffff")
        )
        shown = _shown(page, part)
        off = _outside(shown, least, most)
        if key not in self._judged or not is_whole:
            off = _brighter(off, _outside(flat, *_spread(shown)))
        mask = self._mask(one, part, is_clear=not ground)
        off = _worst(off, mask)
        edges = _worst(ImageChops.subtract(most, least), mask).histogram()
        what = _verdict(off, sum(edges[CONTRAST + 1 :]), mask)
        if not what:
            self._judged |= {key} if is_whole else set()
            return None
        # Black where they differ, even slightly.
        faint = off.point([255 - min(255, 4 * level) for level in range(256)])
        return what, _side_by_side(flat, shown, faint)

    def _bounds_of(self, picture: Picture, ground: str) -> _Bounds:
        from PIL import Image

        drawing = self._drawing(picture)
        whole = Image.new("RGBA", drawing.size, ground)
        whole.alpha_composite(drawing)
        flat = whole.convert("RGB")
        return flat, *_spread(flat)

    def _ground(self, one: Placed) -> str:
        """Return the colour behind a picture; empty if it has several."""
        if isinstance(one.ground, str):
            return one.ground
        below = one.ground
        edges = around(one.seen, _to_pixels(below.picture, below.place))
        left, top, right, bottom = map(int, edges)
        drawn = self._drawing(below.picture).crop((left, top, right + 1, bottom + 1))
        spans = cast("Sequence[tuple[int, int]]", drawn.getextrema())
        red, green, blue, opaque = (least for least, _ in spans)
        if opaque < 255 or any(most - least > 1 for least, most in spans):
            return ""
        return f"#{red:02x}{green:02x}{blue:02x}"

    def _mask(self, one: Placed, part: _Part, *, is_clear: bool) -> "Image":
        """Return a mask that is white where only the picture determines the look of the page.

        With `is_clear`, the background that shows through the picture is unknown.
        """
        from PIL import Image, ImageChops, ImageDraw

        mask = Image.new("L", part.size)
        width, height = part.size
        ImageDraw.Draw(mask).rectangle((1, 1, width - 2, height - 2), fill=255)
        if one.stamp.outline is not None:
            corners = (one.frame.at(at.x, at.y) for at in one.stamp.outline.flattened())
            line = [part.to_pixels.at(*corner) for corner in corners]
            cut = Image.new("L", part.size)
            ImageDraw.Draw(cut).polygon(line, fill=255)
            ImageDraw.Draw(cut).line([*line, line[0]], fill=0, width=1 + 2 * EDGE)
            mask = ImageChops.darker(mask, cut)
        under = (one.seen,) if is_clear else one.under
        if under:
            opaque = self._drawing(one.picture).crop(part.box).getchannel("A")
            inside = opaque.point([0] * 255 + [255])
            for _ in range(EDGE):
                inside, _ = _spread(inside)
            through = _uncovered(Image.new("L", part.size, 255), under, part)
            mask = ImageChops.darker(mask, ImageChops.lighter(through, inside))
        return _uncovered(mask, one.over, part)


def damage(file: bytes, pages: int) -> Iterator[str]:
    """Yield the damage of a PDF of this expected page count: broken streams, leaking states."""
    import pikepdf

    try:
        with pikepdf.open(BytesIO(file)) as pdf:
            yield from pdf.check_pdf_syntax()
            if len(pdf.pages) != pages:
                yield f"it has {counted(len(pdf.pages), 'page')}, not {pages}"
            for number, page in enumerate(pdf.pages, start=1):
                content = b"\n".join(part.read_bytes() for part in _streams(page))
                own = content.count(INITIAL_STATE.encode())
                if own != len(re.findall(rb" Do\b", content)):
                    yield f"a drawing on page {number} inherits the graphics state of the page"
    except pikepdf.PdfError as error:
        yield f"it cannot be read: {error}"


def _streams(page: "Page") -> "list[Object]":
    """Return the content streams of a page."""
    import pikepdf

    content: Object = page.obj.Contents
    return [content] if isinstance(content, pikepdf.Stream) else list(content)


def _drawn(fonts: Sequence[FontFace], as_inked: Callable[[str], str], picture: Picture) -> "Image":
    """Render a picture with its bleed with resvg, on a transparent background."""
    from PIL import Image

    svg = as_inked(as_svg(picture, Crop(picture.bleed)))
    return Image.open(BytesIO(rendered(svg, fonts, _pixels(picture), ""))).convert("RGBA")


def _inking(inks: Sequence[Ink]) -> Callable[[str], str]:
    """Return a function that replaces the colours of inks in a drawing as PDFium displays them."""
    palette = Palette(inks)
    shown = [(re.compile(_PAINT.format(ink.rgb), re.I), _shown_ink(palette, ink)) for ink in inks]

    def as_inked(svg: str) -> str:
        for colour, ink in shown:
            svg = colour.sub(rf"\g<1>{ink}", svg)
        return svg

    return as_inked


def _shown_ink(palette: Palette, ink: Ink) -> str:
    """Return the colour in which PDFium displays an ink."""
    import pikepdf
    import pypdfium2

    stream = BytesIO()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(9, 9))
        page.Contents = pdf.make_stream(f"{palette.fill(ink.rgb)} 0 0 9 9 re f".encode())
        spaces = {n: pikepdf.Object.parse(s.encode()) for n, s in palette.spots.items()}
        page.Resources = pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(spaces))
        pdf.save(stream)
    with pypdfium2.PdfDocument(stream.getvalue()) as shown:
        red, green, blue = shown[0].render().to_pil().convert("RGB").getpixel((4, 4))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _pixels(picture: Picture) -> tuple[int, int]:
    """Return the width and height in pixels of a picture with its bleed."""
    extent = picture.extent
    per_um = max(PER_INCH / 25_400, LEAST / min(extent.width, extent.height))
    return round(extent.width * per_um), round(extent.height * per_um)


def _to_pixels(picture: Picture, place: Affine) -> Affine:
    """Return the matrix from the page, in micrometres, to pixels of a picture placed on it."""
    (width, height), extent, back = _pixels(picture), picture.extent, inverse(place)
    across, down = width / extent.width, height / extent.height
    return Affine(
        back.xx * across,
        back.xy * across,
        back.yx * down,
        back.yy * down,
        (back.dx - extent.x) * across,
        (back.dy - extent.y) * down,
    )


def _part_of(one: Placed) -> _Part:
    to, (width, height) = _to_pixels(one.picture, one.place), _pixels(one.picture)
    left, top, right, bottom = map(round, shared(around(one.seen, to), (0, 0, width, height)))
    own = Affine(to.xx, to.xy, to.yx, to.yy, to.dx - left, to.dy - top)
    return _Part((left, top, right, bottom), own)


def _trim(one: Placed) -> Box:
    """Return the expected position of the trimmed picture on its page."""
    size = one.picture.size
    return around((0, 0, size.width, size.height), one.place)


def _shown(page: "PdfPage", part: _Part) -> "Image":
    """Render the part of a page that should show part of a picture, turned like the drawing."""
    from pypdfium2 import PdfBitmap, raw

    width, height = part.size
    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    to, clip = part.to_pixels, raw.FS_RECTF(0, 0, width, height)
    scale = (POINT * number for number in (to.xx, to.yx, to.xy, to.yy))
    matrix = raw.FS_MATRIX(*scale, to.dx, to.dy)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, clip, 0)
    image: Image = bitmap.to_pil()
    return image


def _uncovered(mask: "Image", boxes: Sequence[Box], part: _Part) -> "Image":
    """Clear boxes of the page and their margins from a mask."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(mask)
    for box in boxes:
        left, top, right, bottom = map(int, around(box, part.to_pixels))
        draw.rectangle((left - EDGE, top - EDGE, right + EDGE, bottom + EDGE), fill=0)
    return mask


def _spread(image: "Image") -> "tuple[Image, Image]":
    """Return the minimum and maximum of each pixel and its eight neighbours, in each channel."""
    from PIL import ImageChops

    found = []
    for pick in (ImageChops.darker, ImageChops.lighter):
        bound = image
        for across, down in ((1, 0), (0, 1)):
            beside = (ImageChops.offset(bound, step * across, step * down) for step in (1, -1))
            bound = pick(bound, pick(*beside))
        found.append(bound)
    return found[0], found[1]


def _outside(image: "Image", least: "Image", most: "Image") -> "Image":
    """Return how far each channel of an image is outside its bounds."""
    from PIL import ImageChops

    return _brighter(ImageChops.subtract(image, most), ImageChops.subtract(least, image))


def _brighter(one: "Image", other: "Image") -> "Image":
    from PIL import ImageChops

    return ImageChops.lighter(one, other)


def _worst(off: "Image", mask: "Image") -> "Image":
    """Return the maximum of the three channels, within a mask."""
    from PIL import ImageChops

    red, green, blue = off.split()
    return ImageChops.darker(_brighter(_brighter(red, green), blue), mask)


def _verdict(off: "Image", edges: int, mask: "Image") -> str:
    """Describe how a page differs from a picture with this many edge pixels; empty if it does not.

    `off` is the difference of each pixel, black outside the `mask`.
    """
    apart = sum(off.histogram()[APART + 1 :])
    solid = off.point([0] * (FAINT + 1) + [255] * (255 - FAINT))
    for _ in range(SOLID // 2):
        solid, _ = _spread(solid)
    if apart <= max(FEW, SHARE * edges) and not solid.getbbox():
        return ""
    share = apart / max(1, mask.histogram()[255])
    return f"{max(share, 0.001):.1%} of it differs"


def _lost_words(one: Placed, page: "PdfPage", words: "PdfTextPage") -> tuple[str, bytes] | None:
    """Report the letters of a picture that a page lacks, in words; None if it has them all."""
    whole = around(box_of(one.picture.extent), one.place)
    # A drawing without text has rasterized text, or none.
    if "<text" not in one.picture.svg or shared(one.seen, _trim(one)) != _trim(one):
        return None
    left, top, right, bottom = (edge / POINT for edge in whole)
    height = page.get_height()
    found = words.get_text_bounded(left, height - bottom, right, height - top)
    lost = letters("".join(one.picture.texts)) - letters(found)
    if not lost:
        return None
    shown = _shown(page, _part_of(one))
    return f"the letters `{''.join(sorted(lost.elements()))[:40]}` are missing", _side_by_side(
        shown
    )


def _side_by_side(*images: "Image") -> bytes:
    from PIL import Image

    width, height = images[0].size
    sides = Image.new("RGB", (len(images) * width, height))
    for place, image in enumerate(images):
        sides.paste(image, (place * width, 0))
    stream = BytesIO()
    sides.save(stream, "PNG")
    return stream.getvalue()
