"""Whether two pictures of a face show the same: tolerances with their reasons.

The figures are those of 17 games with 1,100 faces in kits, drawn by resvg and by pdfium: of sound
faces, and of such with a planted or known fault.
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Self, TypeAlias

import msgspec
from PIL import Image, ImageChops, ImageFilter, ImageStat

Extreme: TypeAlias = Callable[[Image.Image, Image.Image], Image.Image]

DPI = 150
"""Pixels to the inch at which faces are compared: a line of 0.17 mm is one pixel wide."""

LEVELS = 40
"""By how many levels of 255 a pixel has to be outside of what the other picture shows within one
pixel of it. Two renderers differ by up to 30 along edges."""

LOCAL = 9
"""Pixels, 1.5 mm, of the field in which differing pixels are counted: a letter of 8 points."""

STEP = 6
"""Pixels, 1 mm, of the fields whose mean colours are compared by threes."""

SHARE = 0.002
"""The share of differing pixels. Sound faces: 0.12 % at most. Strokes half as wide: 0.4 to 2.8 %,
a blank card 71 %."""

DENSEST = 0.3
"""The share of differing pixels in the densest field. Sound faces: 0.11, pictures with few pixels
0.22. Strokes half as wide: 0.42 to 0.67, text in another colour 0.65 and more."""

TINT = 14
"""Levels between mean colours. Sound faces: 11 at most, in paragraphs of 7 points. Strokes that
are too thin for the rules above: 18 and more; text in another colour: 20 and more."""

SMALL_DENSEST = 0.35
"""The densest field of pictures whose pixels were made anew in another size: 0.27 at most."""

SMALL_TINT = 24
"""Levels between mean colours of these: 23 at most, since edges of small texts are greyer."""


class Look(msgspec.Struct, frozen=True):
    """A picture with what is compared of it: the extremes around each pixel, and a blurred one."""

    picture: Image.Image
    low: Image.Image
    high: Image.Image
    small: Image.Image

    @classmethod
    def of(cls, picture: Image.Image) -> Self:
        """Prepare a picture, once for all comparisons."""
        small = picture.resize((24, 24), Image.Resampling.BOX)
        around = (_around(picture, ImageChops.darker), _around(picture, ImageChops.lighter))
        return cls(picture, *around, small)

    def apart(self, other: Self) -> float:
        """How far two pictures are apart at a glance, to choose the nearest of many."""
        return sum(ImageStat.Stat(ImageChops.difference(self.small, other.small)).sum)


class Difference(msgspec.Struct, frozen=True):
    """How far two pictures are apart: shares of 1, and levels of 255."""

    share: float
    densest: float
    tint: int

    @property
    def is_none(self) -> bool:
        """Whether nobody would see it."""
        return self.share <= SHARE and self.densest <= DENSEST and self.tint <= TINT

    @property
    def is_nearly_none(self) -> bool:
        """The same for pictures whose pixels were made anew: edges of small texts differ."""
        return self.share <= SHARE and self.densest <= SMALL_DENSEST and self.tint <= SMALL_TINT

    @property
    def rank(self) -> float:
        """One number, to choose the nearest of several."""
        return self.share + self.tint / 255


def compare(one: Look, other: Look, mask: Image.Image) -> Difference:
    """Compare two pictures of the same size where the mask is white."""
    count = ImageStat.Stat(mask).sum[0] / 255
    if not count:
        return Difference(1, 1, 255)
    unlike = ImageChops.lighter(_beyond(one, other), _beyond(other, one))
    marked = ImageChops.multiply(unlike.point(lambda level: 255 * (level > LEVELS)), mask)
    share = ImageStat.Stat(marked).sum[0] / 255 / count
    apart = ImageChops.difference(*(_softened(look.picture, mask) for look in (one, other)))
    return Difference(
        share, _most(marked.filter(ImageFilter.BoxBlur(LOCAL // 2))) / 255, _most(apart)
    )


def _most(picture: Image.Image) -> int:
    """The highest level of any pixel in any channel."""
    histogram = picture.histogram()
    return max(level % 256 for level, number in enumerate(histogram) if number)


def opened(path: Path) -> Image.Image:
    """A picture from a file, which is closed again."""
    return Image.open(BytesIO(path.read_bytes()))


def _beyond(one: Look, other: Look) -> Image.Image:
    """By how much each pixel is outside of what the other shows within one pixel of it."""
    above = ImageChops.subtract(one.picture, other.high)
    below = ImageChops.subtract(other.low, one.picture)
    red, green, blue = ImageChops.lighter(above, below).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _around(picture: Image.Image, extreme: Extreme) -> Image.Image:
    """The extreme of each pixel and its eight neighbours; Pillow's own filter takes ten times."""
    for across, down in ((1, 0), (0, 1)):
        back = _moved(picture, across, down)
        forth = _moved(picture, -across, -down)
        picture = extreme(extreme(picture, back), forth)
    return picture


def _moved(picture: Image.Image, x: int, y: int) -> Image.Image:
    moved = picture.copy()
    moved.paste(picture, (x, y))
    return moved


def _softened(picture: Image.Image, mask: Image.Image) -> Image.Image:
    """The mean colours of fields of 3 mm, one beginning every millimetre."""
    white = Image.new("RGB", picture.size, "white")
    return Image.composite(picture, white, mask).reduce(STEP).filter(ImageFilter.BoxBlur(1))


def inner(mask: Image.Image) -> Image.Image:
    """A mask without the two pixels at its edges, in which what lies beyond has a part."""
    framed = Image.new("L", mask.size, 0)
    framed.paste(mask.crop((1, 1, mask.width - 1, mask.height - 1)), (1, 1))
    for _ in range(2):
        framed = _around(framed, ImageChops.darker)
    return framed
