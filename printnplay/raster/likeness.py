"""Detection of faces that look alike, in full colour or with a colour vision deficiency."""

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
"""The resolution for comparing faces, in pixels per inch: from arm's length finer differences are
not visible."""

APART = 40
"""The least difference of two pixels that counts, of 255, in a channel: in greys about 15 of the
100 steps of CIE lightness."""

SHARE = 0.004
"""The least share of differing pixels: half a square centimetre of four poker cards side by side,
or a numeral in the corner."""

LEVELS = range(20, 221, APART)
"""The levels of a quick comparison that separates most pairs: a pixel differs if it is above the
next level in one face, and not above the level in the other."""


class _Seen(NamedTuple):
    """A face in one view, and the pixels that are brighter than each level in each channel.

    Those are the bits of a number.
    """

    image: "Image"
    brighter: Sequence[Sequence[int]]


def alike(
    pictures: Sequence[Picture], fonts: Sequence[FontFace], views: Mapping[str, Sequence[float]]
) -> Iterator[tuple[Picture, Picture, list[str]]]:
    """Yield pairs that look too alike, in the order of the pictures, and in which views.

    Args:
        pictures: the pictures to compare.
        fonts: the fonts for texts in them.
        views: the colour mapping of each view, as a table with equally many steps for red, green
            and blue, red running fastest; an empty table changes nothing.

    Raises:
        DrawError: a picture cannot be rendered.
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
    """Return a number whose bits are the pixels of a channel that are brighter than a level."""
    table = [0] * (level + 1) + [255] * (255 - level)
    return int.from_bytes(channel.point(table, "1").tobytes())


def _are_alike(first: _Seen, second: _Seen) -> bool:
    """Check whether at most `SHARE` of the pixels differ in any channel."""
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
