"""Pictures in the text: as large as the number of pages allows."""

from collections.abc import Sequence
from dataclasses import replace

from printnplay.model.geometry import Rect, Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import Stamp
from printnplay.rendering.pages.flow import TooTallError
from printnplay.rendering.pages.pagination import Signature, page_count
from printnplay.rendering.pages.strips import Strip

SMALLEST_SHARE = 0.82
SHARES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85)
"""How much of its own size a picture is printed at: figures should not outweigh the text."""


def illustration(picture: Picture, share: float, width: Um) -> Strip:
    """A picture in the middle of the column, at a share of its size."""
    share = min(share, width / picture.size.width)
    size = (round(picture.size.width * share), round(picture.size.height * share))
    rect = Rect((width - size[0]) // 2, 0, *size)
    return Strip(size[1], (Stamp(picture, rect),), scalable=True)


def enlarged(strips: Sequence[Strip], room: Um, width: Um, signature: Signature) -> list[Strip]:
    """The strips with all pictures as large as goes on the same number of pages.

    A booklet has whole sheets: its pages have room to spare, which is better filled than left.
    """
    pages = page_count(strips, room, signature)
    for share in SHARES:
        larger = [_at(strip, share, width) for strip in strips]
        try:
            if page_count(larger, room, signature) == pages:
                return larger
        except TooTallError:
            continue
    return list(strips)


def _at(strip: Strip, share: float, width: Um) -> Strip:
    (drawn,) = strip.items if strip.scalable else (None,)
    if not isinstance(drawn, Stamp):
        return strip
    made = illustration(drawn.picture, share, width)
    return replace(strip, height=made.height, items=made.items)
