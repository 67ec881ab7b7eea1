"""Whether two pictures of a face show the same, to the eye: rules of tolerance with their reasons."""

from collections.abc import Callable
from typing import Self, TypeAlias

import msgspec
from PIL import Image, ImageChops, ImageFilter, ImageStat

Extreme: TypeAlias = Callable[[Image.Image, Image.Image], Image.Image]

DPI = 150
"""Pixels to the inch at which faces are compared."""

LEVELS = 40
LOCAL = 9
STEP = 6
DARK = 96
SHARE = 0.002
DENSEST = 0.3
TINT = 14
DARK_TINT = 24
DARK_DENSEST = 0.35


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
    tint: float

    @property
    def is_none(self) -> bool:
        """Whether nobody would see it."""
        return self.share <= SHARE and self.densest <= DENSEST and self.tint <= TINT

    @property
    def is_nearly_none(self) -> bool:
        """The same for pictures whose dark colours were made black: edges of small texts differ."""
        return self.share <= SHARE and self.densest <= DARK_DENSEST and self.tint <= DARK_TINT

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
    densest = marked.filter(ImageFilter.BoxBlur(LOCAL // 2)).getextrema()[1] / 255
    apart = ImageChops.difference(*(_softened(look.picture, mask) for look in (one, other)))
    tint = max(high for _, high in apart.getextrema())
    return Difference(share, densest, tint)


def darkened(picture: Image.Image) -> Image.Image:
    """A picture whose dark colours are black."""
    red, green, blue = picture.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    black = Image.new("RGB", picture.size)
    return Image.composite(black, picture, most.point(lambda level: 255 * (level < DARK)))


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
    """A mask without the two pixels at its edges, where what lies beyond has a part in the first."""
    framed = Image.new("L", mask.size, 0)
    framed.paste(mask.crop((1, 1, mask.width - 1, mask.height - 1)), (1, 1))
    for _ in range(2):
        framed = _around(framed, ImageChops.darker)
    return framed
