"""Pictures of pixels made fit for print: turned upright, cut out, and no larger than print shows.

A photograph may have ten times the pixels that paper can show. It is made smaller once for all
cards that show it at the same size, before it is put into any drawing.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree
from lxml.etree import _Element

from printnplay.files.linked_pictures import LARGE, linked
from printnplay.model import codes
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import NAMES, SVG, line_of, to_root
from printnplay.svg.faults import HELP, Report
from printnplay.svg.geometry import Box, fitted
from printnplay.svg.pictures import (
    JPEG,
    KINDS,
    PIXELS,
    ArtError,
    of_clean,
    raster_size,
    read,
    stamp,
)
from printnplay.svg.size import Viewport
from printnplay.svg.values import MM_PER_INCH, user

if TYPE_CHECKING:
    from PIL.Image import Image

SHARP = 200
"""The least pixels to the inch of a picture in print."""

FINEST = 600
"""The most pixels to the inch that are kept: no home printer shows more."""

SLACK = 1.1
"""A picture this little finer than that is left as it is."""

_UNMEASURED = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
"""What is in them is drawn elsewhere, at sizes that are not known there."""

_ORIENTATION = 274
"""The EXIF tag that says how the camera was held (CIPA DC-008, 4.6.5)."""

_WITH_EXIF = (b"Exif\0\0", b"EXIF", b"eXIf")
"""What is in JPEG, WebP and PNG files that may have been turned."""

_QUALITY = 92


class Pixels(NamedTuple):
    """A picture as `as_link` gives it, and its width and height in pixels."""

    uri: str
    size: tuple[int, int]


WHOLE = Box(0, 0, 1, 1)
"""All of a picture, in shares of its sides."""


def upright_size(path: Path) -> tuple[int, int]:
    """The width and height of a picture as it is seen, in pixels.

    Raises:
        ArtError: PNP424.
    """
    return _upright_size(path, stamp(path))


@lru_cache(maxsize=1024)
def _upright_size(path: Path, stamp: tuple[int, int]) -> tuple[int, int]:
    del stamp
    content = read(path)
    width, height = raster_size(KINDS[path.suffix.lower()], content)
    return (height, width) if _orientation(content, path) > 4 else (width, height)


def prepared(path: Path, area: Box = WHOLE, most: tuple[int, int] | None = None) -> Pixels:
    """A picture file, upright.

    Args:
        path: the file.
        area: what is cut out of it, in shares of its width and height.
        most: the most pixels across and down that the area may have.

    Raises:
        ArtError: PNP424.
    """
    width, height = upright_size(path)
    inside = (area.width * width, area.height * height)
    shrunk = min(1.0, (PIXELS / (inside[0] * inside[1])) ** 0.5)
    if most is not None:
        # Never distorted: the side that is to be shrunk less says by how much.
        enough = max(most[0] / inside[0], most[1] / inside[1])
        shrunk = min(shrunk, enough if enough * SLACK < 1 else 1.0)
    size = (max(1, ceil(inside[0] * shrunk - 0.01)), max(1, ceil(inside[1] * shrunk - 0.01)))
    return _prepared(path, stamp(path), area, size)


@lru_cache(maxsize=64)
def _prepared(path: Path, stamp: tuple[int, int], area: Box, size: tuple[int, int]) -> Pixels:
    del stamp
    kind, content = KINDS[path.suffix.lower()], read(path)
    full = upright_size(path)
    if area == WHOLE and size == full and _orientation(content, path) == 1:
        return Pixels(as_link(kind, content, path.name), full)
    kind, content = _drawn_anew(kind, content, path.name, area, size)
    return Pixels(linked(kind, content), size)


def as_link(kind: str, content: bytes, name: str) -> str:
    """Return what a drawing names a picture by: a link if it is large, or else a data URI.

    Raises:
        ArtError: PNP424, its pixels cannot be decoded.
    """
    if kind != JPEG and len(content) >= LARGE:
        # Later, nobody would know which picture it is.
        with _opened(content, name) as image:
            image.load()
    return linked(kind, content)


def _drawn_anew(
    kind: str, content: bytes, name: str, area: Box, size: tuple[int, int]
) -> tuple[str, bytes]:
    """The area of a picture at a size in pixels, as a media type and bytes."""
    from PIL import Image, ImageOps

    with _opened(content, name) as image:
        profile = image.info.get("icc_profile")
        if image.getexif().get(_ORIENTATION, 1) == 1:
            # A JPEG file is decoded at an eighth of its size, if that is enough.
            image.draft(None, (ceil(size[0] / area.width), ceil(size[1] / area.height)))
        upright = ImageOps.exif_transpose(image)
        if upright.mode == "CMYK":
            upright, profile = upright.convert("RGB"), None
        elif upright.mode.startswith("I"):  # 16 bits of grey
            upright = upright.convert("I").point(lambda level: level / 256).convert("L")
        elif upright.mode not in ("L", "LA", "RGB", "RGBA"):
            upright = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        width, height = upright.size
        left, top = area.x * width, area.y * height
        box = (left, top, left + area.width * width, top + area.height * height)
        small = upright.resize(size, Image.Resampling.LANCZOS, box=box, reducing_gap=3)
        return _encoded(small, kind, profile)


@lru_cache(maxsize=64)
def with_colours(uri: str, table: tuple[float, ...]) -> str:
    """A picture in other colours.

    Args:
        uri: the picture, as `as_link` gives it.
        table: what becomes of each colour, as `colour_table` gives it.

    Raises:
        ArtError: PNP424.
    """
    from PIL.ImageFilter import Color3DLUT

    kind, content = of_clean(uri)
    with _opened(content, "picture") as image:
        profile = image.info.get("icc_profile") if image.mode in ("RGB", "RGBA") else None
        plain = image.convert("RGBA" if image.has_transparency_data else "RGB")
        changed = plain.filter(Color3DLUT(round((len(table) / 3) ** (1 / 3)), table))
        return linked(*_encoded(changed, kind, profile))


def _encoded(image: "Image", kind: str, profile: bytes | None) -> tuple[str, bytes]:
    """Pixels as a media type and bytes: JPEG if they were, and PNG otherwise."""
    stream = BytesIO()
    if kind == JPEG:
        image.save(stream, "JPEG", quality=_QUALITY, subsampling=0, icc_profile=profile, exif=b"")
        return JPEG, stream.getvalue()
    image.save(stream, "PNG", icc_profile=profile)
    return "image/png", stream.getvalue()


@contextmanager
def _opened(content: bytes, name: str) -> "Iterator[Image]":
    """A picture opened by Pillow.

    Raises:
        ArtError: PNP424, here or in the block: its pixels cannot be decoded.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            # Its size was looked at before.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=("PNG", "JPEG", "WEBP", "GIF")) as image:
                yield image
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise ArtError(
            codes.UNUSABLE_PICTURE,
            f"`{name}` cannot be decoded: {error}",
            "save the picture anew",
        ) from None


def _orientation(content: bytes, path: Path) -> int:
    """How a picture has to be turned, as EXIF numbers it; 1 if not at all."""
    if not any(mark in content for mark in _WITH_EXIF):
        return 1
    with _opened(content, path.name) as image:
        turned = image.getexif().get(_ORIENTATION, 1)
    return turned if turned in range(1, 9) else 1


def for_print(path: Path, element: _Element | None, report: Report) -> str:
    """The link of a file; one that an `<image>` of a drawing in mm links is made to measure.

    Pictures that are too coarse are reported.

    Raises:
        ArtError: PNP424.
    """
    size = upright_size(path)
    density = None if element is None else _density(element, size)
    if element is None or density is None or "pixel" in element.get("image-rendering", ""):
        return prepared(path).uri
    across, down = (ceil(side * FINEST / density) for side in size)
    uri = prepared(path, most=(across, down)).uri
    if density < SHARP - 1:
        code = codes.TOO_FEW_PIXELS
        report.warning(code, too_few(size, density), line_of(element), HELP[code], 1 / density)
    return uri


def cut_out(path: Path, area: Box, place: Box) -> Drawing:
    """An area of a picture as a drawing that fills a place, whose sides are in mm.

    Args:
        path: the file.
        area: what of it is shown, in shares of its width and height.
        place: where it is to be put; it has the proportions of the area, or distorts it.

    Raises:
        ArtError: PNP424.
    """
    most = ceil(place.width / MM_PER_INCH * FINEST), ceil(place.height / MM_PER_INCH * FINEST)
    uri, (width, height) = prepared(path, area, most)
    root = etree.Element(f"{{{SVG}}}svg")
    sides = {"width": str(width), "height": str(height)}
    etree.SubElement(root, f"{{{SVG}}}image", {**sides, "href": uri, "preserveAspectRatio": "none"})
    return Drawing(root, Viewport(Box(0, 0, width, height), (0, 0), "none", None), {}, ())


def too_few(size: tuple[int, int], density: float) -> str:
    """What is said of a picture of so many pixels, which are so few to the inch.

    >>> too_few((60, 40), 29)
    'the picture has 60 x 40 pixels, 29 to the inch where it is printed; 200 would be 414 x 276'
    """
    across, down = (ceil(side * SHARP / density) for side in size)
    has = f"the picture has {size[0]} x {size[1]} pixels, {density:.0f} to the inch"
    return f"{has} where it is printed; {SHARP} would be {across} x {down}"


def _density(element: _Element, size: tuple[int, int]) -> float | None:
    """The pixels to the inch of an `<image>` of a drawing in mm; None where that is not known."""
    names = (NAMES.get(outer.tag) for outer in element.iterancestors(tag=etree.Element))
    if any(name in _UNMEASURED for name in names):
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
