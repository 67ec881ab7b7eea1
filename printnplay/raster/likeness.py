"""Faces that look alike, in colour or to somebody who sees no colour or less of it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from printnplay.raster.png import image_of
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from PIL.Image import Image

COARSE = 40
"""The pixels to the inch to compare faces by: from arm's length finer differences are not seen."""

APART = 40
"""The least difference of two pixels that counts, of 255, in a channel: in greys about 15 of the
100 steps of CIE lightness."""

SHARE = 0.004
"""The least share of pixels in which faces differ: half a square centimetre of four poker cards
side by side, or a numeral in the corner."""

LEVELS = range(20, 221, APART)
"""Pixels that one face has brighter than the next level, and another no brighter than a level, are
apart: a first look that parts most pairs."""


class _Seen(NamedTuple):
    """A face as somebody sees it, and which pixels are brighter than each level in each channel.

    Those are the bits of a number.
    """

    image: "Image"
    brighter: Sequence[Sequence[int]]


def alike(
    pictures: Sequence[Picture], fonts: Sequence[FontFace], views: Mapping[str, Sequence[float]]
) -> Iterator[tuple[Picture, Picture, list[str]]]:
    """Yield pairs that are too alike, in the order of the pictures, and in which views.

    Args:
        pictures: what is compared.
        fonts: what texts in them may be set in.
        views: what becomes of colours in each view, as a table of as many steps for red as for
            green and blue, red running fastest; an empty one changes none.

    Raises:
        DrawError: a picture that cannot be drawn.
    """
    drawn = [image_of(picture, fonts, COARSE) for picture in pictures]
    seen = {view: [_seen(image, table) for image in drawn] for view, table in views.items()}
    for first, second in combinations(range(len(pictures)), 2):
        if drawn[first].size == drawn[second].size:
            unclear = [
                view for view, faces in seen.items() if _are_alike(faces[first], faces[second])
            ]
            if unclear:
                yield pictures[first], pictures[second], unclear


def _seen(image: "Image", table: Sequence[float]) -> _Seen:
    from PIL.ImageFilter import Color3DLUT

    if table:
        image = image.filter(Color3DLUT(round((len(table) / 3) ** (1 / 3)), table))
    channels = image.split()
    brighter = [[_brighter(channel, level) for level in LEVELS] for channel in channels]
    return _Seen(image, brighter)


def _brighter(channel: "Image", level: int) -> int:
    """A number whose bits are the pixels of a channel that are brighter than a level."""
    table = [0] * (level + 1) + [255] * (255 - level)
    return int.from_bytes(channel.point(table, "1").tobytes())


def _are_alike(first: _Seen, second: _Seen) -> bool:
    """Whether at most `SHARE` of the pixels differ, in whichever channel."""
    from PIL import ImageChops

    width, height = first.image.size
    most = SHARE * width * height
    for ours, theirs in zip(first.brighter, second.brighter, strict=True):
        for (our, our_next), (their, their_next) in zip(
            pairwise(ours), pairwise(theirs), strict=True
        ):
            ours_alone = our_next ^ (our_next & their)
            theirs_alone = their_next ^ (their_next & our)
            if ours_alone.bit_count() + theirs_alone.bit_count() > most:
                return False
    difference = ImageChops.difference(first.image, second.image)
    widest = reduce(ImageChops.lighter, difference.split())
    return sum(widest.histogram()[APART + 1 :]) <= most
