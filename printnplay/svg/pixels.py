"""Raster pictures prepared for print: turned upright, cropped, and downscaled to what print shows.

A photograph may have ten times the pixels that paper can show. It is downscaled once for all cards
that show it at the same size, before it is embedded in any drawing.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lxml import etree
from lxml.etree import _Element

from printnplay.files.linked_pictures import LARGE, is_link, linked, with_vectors
from printnplay.kernel import codes
from printnplay.pdf.vectors import fault_of
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import NAMES, STORES, SVG, XLINK_HREF, drop, href, line_of, to_root
from printnplay.svg.faults import HELP, Report
from printnplay.svg.geometry import Box, fitted
from printnplay.svg.picture_headers import header_of, without_colours
from printnplay.svg.pictures import (
    JPEG,
    KINDS,
    PIXELS,
    ArtError,
    ArtFolders,
    of_clean,
    of_uri,
    raster_size,
    read,
    stamp,
)
from printnplay.svg.pictures import pixels as raster_pixels
from printnplay.svg.profiles import SAVE_HELP, colours_of, in_srgb
from printnplay.svg.size import Viewport
from printnplay.svg.values import MM_PER_INCH, user

if TYPE_CHECKING:
    from PIL.Image import Image

SHARP = 200
"""The least resolution of a picture in print, in pixels per inch: two thirds of what print services
require (`FINE` in `faces/helpers.py`). A guess: below it pixels are visible."""

FINEST = 600
"""The highest resolution that is kept, in pixels per inch: home printers show no more (decision
030)."""

SCREEN = 300
"""The resolution of pictures on web pages, in pixels per inch of the card: a little more than two
for each CSS pixel (`MILLIMETRE` in `rulebook/screen/blocks.py`), as many screens have."""

SLACK = 1.1
"""The factor by which a picture may exceed that resolution: for less, it is not encoded again,
which costs quality. A guess."""

_ORIENTATION = 274
"""The EXIF tag for the orientation of the camera (CIPA DC-008, 4.6.5)."""

_WITH_EXIF = (b"Exif\0\0", b"EXIF", b"eXIf")
"""The marks of EXIF data in JPEG, WebP and PNG files."""

_QUALITY = 92
"""The JPEG quality, of 100: above it files grow without a visible difference. A guess."""

_TABLES = "quantization"
"""The attribute of a JPEG in Pillow that holds its quantisation tables by number."""


Doubt: TypeAlias = tuple[str, str]
"""A way in which a picture may look different than intended, and how to fix it."""

_STILL_HELP = "save the frame that is to be printed as a picture of its own"
_CODING_HELP = "save the picture as an ordinary JPEG of 8 bits, or as PNG"


class Pixels(NamedTuple):
    """A picture as a URI from `as_link`, its width and height in pixels, and its doubts."""

    uri: str
    size: tuple[int, int]
    doubts: tuple[Doubt, ...] = ()


WHOLE = Box(0, 0, 1, 1)
"""All of a picture, relative to its sides."""


def upright_size(path: Path) -> tuple[int, int]:
    """Return the width and height in pixels of an upright picture.

    Raises:
        ArtError: PNP424.
    """
    return _upright_size(path, stamp(path))


@lru_cache(maxsize=1024)
def _upright_size(path: Path, stamp: tuple[int, int]) -> tuple[int, int]:
    del stamp
    content = read(path)
    width, height = raster_size(KINDS[path.suffix.lower()], content)
    return (height, width) if _orientation(content, path.name) > 4 else (width, height)


def prepared(path: Path, area: Box = WHOLE, most: tuple[int, int] | None = None) -> Pixels:
    """Return a picture file, turned upright, cropped and downscaled.

    Args:
        path: the file.
        area: the area to crop to, relative to its width and height.
        most: the most pixels across and down that the area may have.

    Raises:
        ArtError: PNP424.
    """
    width, height = upright_size(path)
    inside = (area.width * width, area.height * height)
    shrunk = min(1.0, (PIXELS / (inside[0] * inside[1])) ** 0.5)
    if most is not None:
        # Never distorted: the side that shrinks less determines the scale.
        enough = max(most[0] / inside[0], most[1] / inside[1])
        shrunk = min(shrunk, enough if enough * SLACK < 1 else 1.0)
    size = (max(1, ceil(inside[0] * shrunk - 0.01)), max(1, ceil(inside[1] * shrunk - 0.01)))
    return _prepared(path, stamp(path), area, size)


@lru_cache(maxsize=1024)  # links, or at most 90 KB each: faces are measured, then drawn
def _prepared(path: Path, stamp: tuple[int, int], area: Box, size: tuple[int, int]) -> Pixels:
    del stamp
    kind, content = KINDS[path.suffix.lower()], read(path)
    is_whole = area == WHOLE and size == upright_size(path)
    return _made(kind, content, path.name, area, size, is_whole=is_whole)


@lru_cache(maxsize=8)
def of_data(uri: str) -> Pixels:
    """Return the raster picture in a data URI, turned upright.

    Raises:
        ArtError: PNP424.
    """
    name = "the data URI"
    kind, content = of_uri(uri)
    size = raster_size(kind, content)
    if _orientation(content, name) > 4:
        size = size[1], size[0]
    return _made(kind, content, name, WHOLE, size, is_whole=True)


def _made(  # noqa: PLR0913
    kind: str, content: bytes, name: str, area: Box, size: tuple[int, int], *, is_whole: bool
) -> Pixels:
    """Return a picture in sRGB; an uncropped one keeps its bytes if no pixel has to change.

    Raises:
        ArtError: PNP424.
    """
    header = header_of(kind, content)
    if header.fault:
        raise ArtError(codes.UNUSABLE_PICTURE, f"`{name}` {header.fault}", _CODING_HELP)
    colours = colours_of(header, name)
    doubts = []
    if colours.doubt:
        doubts.append((f"`{name}` {colours.doubt}: its colours are a guess", SAVE_HELP))
    if header.frames > 1:
        message = f"`{name}` is an animation of {header.frames} frames: the first one is printed"
        doubts.append((message, _STILL_HELP))
        is_whole = False
    is_kept = is_whole and header.plain and colours.profile is None
    if is_kept and _orientation(content, name) == 1:
        content = without_colours(kind, content) if colours.bare else content
        return Pixels(as_link(kind, content, name), size, tuple(doubts))
    kind, content = _drawn_anew(kind, content, name, area, size, colours.profile)
    return Pixels(linked(kind, content), size, tuple(doubts))


def as_link(kind: str, content: bytes, name: str) -> str:
    """Return the URI of a picture in a drawing: a link if it is large, or else a data URI.

    Raises:
        ArtError: PNP424, its pixels cannot be decoded.
    """
    if kind != JPEG and len(content) >= LARGE:
        # Check now: later, the file name of the picture is unknown.
        with _opened(content, name) as image:
            image.load()
    return linked(kind, content)


def _drawn_anew(  # noqa: PLR0913
    kind: str,
    content: bytes,
    name: str,
    area: Box,
    size: tuple[int, int],
    profile: bytes | None,
) -> tuple[str, bytes]:
    """Render the area of a picture at a size in pixels, in sRGB, as a media type and bytes."""
    from PIL import Image, ImageOps

    # Pillow refuses some damaged profiles, and applies none.
    with _opened(without_colours(kind, content), name) as image:
        tables = getattr(image, _TABLES, None) if kind == JPEG else None
        if image.getexif().get(_ORIENTATION, 1) == 1:
            # Decode a JPEG file at a fraction of its size, down to an eighth, if that is enough.
            image.draft(None, (ceil(size[0] / area.width), ceil(size[1] / area.height)))
        upright = ImageOps.exif_transpose(image)
        if upright.mode.startswith("I"):  # 16 bits of grey
            upright = upright.convert("I").point(lambda level: level / 257 + 0.5).convert("L")
        elif upright.mode != "CMYK":
            upright = _without_palette(upright)
        width, height = upright.size
        left, top = area.x * width, area.y * height
        box = (left, top, left + area.width * width, top + area.height * height)
        small = upright
        if (*size, *box) != (width, height, 0, 0, width, height):
            small = upright.resize(size, Image.Resampling.LANCZOS, box=box, reducing_gap=3)
        if profile is not None or small.mode == "CMYK":
            small = in_srgb(small, profile)
        return _encoded(small, kind, tables)


@lru_cache(maxsize=64)
def with_colours(uri: str, table: tuple[float, ...]) -> str:
    """Return a recoloured picture.

    Args:
        uri: the picture, a URI from `as_link`.
        table: the mapping of colours, from `colour_table`.

    Raises:
        ArtError: PNP424.
    """
    from PIL.ImageFilter import Color3DLUT

    kind, content = of_clean(uri)
    with _opened(content, "picture") as image:
        plain = image.convert("RGBA" if image.has_transparency_data else "RGB")
        changed = plain.filter(Color3DLUT(round((len(table) / 3) ** (1 / 3)), table))
        return linked(*_encoded(changed, kind))


SAVED_PER_MM = 300 / 25.4
"""The pixels per mm of a picture with little ink: 300 dpi, as more is not visible in a pale
picture."""
_AROUND = 0.45
"""The radius in mm of the neighbourhood to compare a pixel with: wider than most strokes of
letters."""
_GAIN = 2.0
"""The factor by which an edge is darkened relative to its surroundings. A guess."""
_LEAST = 10
"""The difference, of 255, up to which a pixel is not an edge: so textures and gradients stay pale.
A guess."""
_DARKEST = 118
"""The darkest grey of an edge, of 255: its contrast is 4.5:1 with white, and with black text."""
_SAVED_QUALITY = 80
"""The JPEG quality of pictures with little ink, of 100: its losses are not visible in pale
backgrounds. A guess."""


@lru_cache(maxsize=64)
def lightened(uri: str, per_mm: float, share: float, *, grey: bool) -> str:
    """Return an ink-saving picture: pale colours with dark edges.

    Args:
        uri: the picture, a URI from `as_link`.
        per_mm: its pixels per mm, as printed.
        share: the share of its ink to keep.
        grey: whether to use black ink only.

    Raises:
        ArtError: PNP424.
    """
    from PIL import Image, ImageChops, ImageFilter

    _, content = of_clean(uri)
    with _opened(content, "picture") as image:
        alpha = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
        coloured = image.convert("RGB")
    shrunk = min(1.0, SAVED_PER_MM / per_mm) if per_mm > 0 else 1.0
    size = tuple(max(1, round(side * shrunk)) for side in coloured.size)
    if size != coloured.size:
        coloured = coloured.resize(size, Image.Resampling.LANCZOS, reducing_gap=2)
        alpha = alpha.resize(size, Image.Resampling.LANCZOS) if alpha else None
    light = coloured.convert("L")
    around = light.filter(ImageFilter.BoxBlur(_AROUND * per_mm * shrunk))
    darker = ImageChops.subtract(around, light)
    steps = [round(max(0, value - _LEAST) * _GAIN) for value in range(256)]
    edges = darker.point([255 - min(255 - _DARKEST, step) for step in steps])
    ground = light if grey else coloured
    pale = Image.blend(Image.new(ground.mode, ground.size, "white"), ground, share)
    ink = edges if grey else Image.merge("RGB", (edges,) * 3)
    saved = ImageChops.darker(pale, ink)
    if alpha is not None:
        saved.putalpha(alpha)
        return linked(*_encoded(saved, "image/png"))
    stream = BytesIO()
    saved.save(stream, "JPEG", quality=_SAVED_QUALITY)
    return linked(JPEG, stream.getvalue())


def _encoded(
    image: "Image", kind: str, tables: "Mapping[int, Sequence[int]] | None" = None
) -> tuple[str, bytes]:
    """Encode pixels as a media type and bytes: JPEG if the source was one, PNG otherwise.

    A JPEG is as fine as its source, whose quantisation tables these are.
    """
    stream = BytesIO()
    if kind == JPEG:
        # Pillow would scale the tables by a quality beside them.
        fine = {"qtables": _finest(tables)} if tables else {"quality": _QUALITY}
        image.save(stream, "JPEG", subsampling=0, exif=b"", **fine)
        return JPEG, stream.getvalue()
    image.save(stream, "PNG", icc_profile=None)
    return "image/png", stream.getvalue()


def _finest(tables: "Mapping[int, Sequence[int]]") -> list[list[int]]:
    """Return tables for luminance and colour: the finer values of these and `_QUALITY`."""
    own = _own_tables()
    given = [tables.get(number, tables[min(tables)]) for number in own]
    return [
        [min(steps) for steps in zip(mine, theirs, strict=True)]
        for mine, theirs in zip(own.values(), given, strict=True)
    ]


@cache
def _own_tables() -> "Mapping[int, Sequence[int]]":
    from PIL import Image

    stream = BytesIO()
    Image.new("RGB", (8, 8)).save(stream, "JPEG", quality=_QUALITY)
    with Image.open(stream) as image:
        tables: Mapping[int, Sequence[int]] = getattr(image, _TABLES)
    return tables


@contextmanager
def _opened(content: bytes, name: str) -> "Iterator[Image]":
    """Open a picture with Pillow.

    Raises:
        ArtError: PNP424, here or in the block: its pixels cannot be decoded.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            # Its size was checked before.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP", "GIF")) as image:
                yield image
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise ArtError(
            codes.UNUSABLE_PICTURE,
            f"`{name}` cannot be decoded: {error}",
            "save the picture again",
        ) from None


def _orientation(content: bytes, name: str) -> int:
    """Return the EXIF orientation of a picture; 1 if it is upright."""
    if not any(mark in content for mark in _WITH_EXIF):
        return 1
    with _opened(content, name) as image:
        turned = image.getexif().get(_ORIENTATION, 1)
    return turned if turned in range(1, 9) else 1


def for_print(path: Path, element: _Element | None, report: Report, art: ArtFolders) -> str:
    """Return the link of a picture, downscaled if an `<image>` in mm links it.

    Note its resolution in `art`, and report a picture that is too coarse or doubtful.

    Raises:
        ArtError: PNP424.
    """
    size = upright_size(path)
    density = None if element is None else _density(element, size)
    if element is None or density is None or "pixel" in element.get("image-rendering", ""):
        return _without_doubt(prepared(path), path, report)
    art.note(path, density)
    across, down = (ceil(side * FINEST / density) for side in size)
    uri = _without_doubt(prepared(path, most=(across, down)), path, report)
    if density < SHARP - 1:
        code = codes.TOO_FEW_PIXELS
        report.warning(code, too_few(size, density), line_of(element), HELP[code], 1 / density)
    return uri


def for_screens(root: _Element) -> None:
    """Downscale the large pictures of a clean drawing in mm to what screens show.

    Raises:
        ArtError: PNP424.
    """
    for image in root.iter(f"{{{SVG}}}image"):
        uri = href(image)
        size = raster_pixels(uri) if is_link(uri) else None
        density = _density(image, size) if size else None
        if size and density and density > SLACK * SCREEN:
            across, down = (ceil(side * SCREEN / density) for side in size)
            image.set("href", _downscaled(uri, (across, down)))
            drop(image, XLINK_HREF)


@lru_cache(maxsize=256)
def _downscaled(uri: str, size: tuple[int, int]) -> str:
    from PIL import Image

    kind, content = of_clean(uri)
    with _opened(content, "picture") as image:
        image.draft(None, size)
        plain = _without_palette(image)
        return linked(*_encoded(plain.resize(size, Image.Resampling.LANCZOS, reducing_gap=3), kind))


def _without_palette(image: "Image") -> "Image":
    """Return an image with a value for each pixel, as resizing needs it."""
    if image.mode in ("L", "LA", "RGB", "RGBA"):
        return image
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _without_doubt(made: Pixels, path: Path, outer: Report) -> str:
    """Return the link of a picture; report its doubts with its file."""
    report = Report("", [path.as_posix()], rendered=False, problems=outer.problems)
    report_doubts(made, report, 0)
    return made.uri


def report_doubts(made: Pixels, report: Report, line: int) -> None:
    """Report how a picture may look different than intended."""
    for message, help_ in made.doubts:
        report.warning(codes.MAY_LOOK_DIFFERENT, message, line, help_)


def cut_out(path: Path, area: Box, place: Box, report: Report, vectors: bytes = b"") -> Drawing:
    """Return an area of a picture as a drawing that fills a place with sides in mm.

    Args:
        path: the file.
        area: the visible area, relative to its width and height.
        place: the place to fill; if its proportions differ from the area's, the picture is
            distorted.
        report: receives the doubts about the picture.
        vectors: a PDF whose first page shows the whole picture, for output as PDF.

    Raises:
        ArtError: PNP424.
    """
    most = ceil(place.width / MM_PER_INCH * FINEST), ceil(place.height / MM_PER_INCH * FINEST)
    made = prepared(path, area, most)
    report_doubts(made, report, 0)
    if vectors and area == WHOLE:
        if fault := fault_of(vectors):
            message = f"the vectors of `{path.name}` cannot be used: {fault}"
            raise ArtError(codes.UNUSABLE_PICTURE, message, "save the PDF again, or leave it out")
        made = made._replace(uri=with_vectors(*of_clean(made.uri), vectors))
    (width, height) = made.size
    root = etree.Element(f"{{{SVG}}}svg")
    sides = {"width": str(width), "height": str(height), "href": made.uri}
    etree.SubElement(root, f"{{{SVG}}}image", {**sides, "preserveAspectRatio": "none"})
    return Drawing(root, Viewport(Box(0, 0, width, height), (0, 0), "none", None), {}, ())


def too_few(size: tuple[int, int], density: float) -> str:
    """Return the warning about a picture of this many pixels, with this low resolution.

    >>> too_few((60, 40), 29)
    'the picture has 60 x 40 pixels, 29 per inch in print; 200 per inch needs 414 x 276'
    """
    across, down = (ceil(side * SHARP / density) for side in size)
    has = f"the picture has {size[0]} x {size[1]} pixels, {density:.0f} per inch"
    return f"{has} in print; {SHARP} per inch needs {across} x {down}"


def _density(element: _Element, size: tuple[int, int]) -> float | None:
    """Return the pixels per inch of an `<image>` of a drawing in mm; None if that is unknown."""
    names = (NAMES.get(outer.tag) for outer in element.iterancestors(tag=etree.Element))
    if any(name in STORES for name in names):
        return None
    sides = (
        user(element.get(name), default=side)
        for name, side in zip(Box._fields[2:], size, strict=True)
    )
    place = Box(0, 0, *sides)
    if place.width <= 0 or place.height <= 0:
        return None
    unit = fitted(Box(0, 0, *size), place, element.get("preserveAspectRatio", ""))
    coarsest = max(to_root(element).times(unit).scales)
    return MM_PER_INCH / coarsest if coarsest > 0 else None
