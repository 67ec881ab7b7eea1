"""Which faces look alike: compared as the pixels that a player sees from across the table."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import combinations
from typing import Any

from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace
from printnplay.targets.png import draw

PER_INCH = 40
"""Coarse: a fine difference is none from arm's length."""

APART = 40
"""Pixels are told apart that differ by more, of 255, in a channel: in greys about 15 of the 100
steps of CIE lightness."""

SHARE = 0.004
"""Faces are told apart by more than this share of their pixels: half a square centimetre of four
poker cards side by side, or a numeral in the corner."""


def alike(
    pictures: Sequence[Picture], fonts: Sequence[FontFace]
) -> Iterator[tuple[Picture, Picture]]:
    """The pairs that differ too little, in the order of the pictures.

    Raises:
        DrawError: a picture that cannot be drawn.
    """
    seen = [(picture, _pixels(picture, fonts)) for picture in pictures]
    for (one, first), (other, second) in combinations(seen, 2):
        if first.size == second.size and _difference(first, second) <= SHARE:
            yield one, other


def _pixels(picture: Picture, fonts: Sequence[FontFace]) -> Any:  # noqa: ANN401  Pillow's image
    from PIL import Image

    stream = BytesIO()
    draw(picture, fonts, stream, PER_INCH)
    return Image.open(stream).convert("RGB")


def _difference(first: Any, second: Any) -> float:  # noqa: ANN401
    """The share of pixels that are told apart."""
    from PIL import ImageChops

    channels = ImageChops.difference(first, second).split()
    widest = channels[0]
    for channel in channels[1:]:
        widest = ImageChops.lighter(widest, channel)
    counts = widest.histogram()
    return float(sum(counts[APART + 1 :]) / sum(counts))
