"""Checks of faces as pixels: their size, colours and profile, and whether they fill the bleed."""

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

PER_INCH = 150
"""The pixels to the inch: six to a millimetre, finer than a cutter is out."""

AWAY = 1
"""The distance from an edge that is looked at, in pixels: beyond the one that the cut goes
through."""

APART = 48
"""The difference of two colours in a channel, of 255, that can be told at the cut: more than
smoothed edges and gradients have. A guess."""

LONGEST = 18
"""The pixels in a row that may end at the cut: 3 mm, as a corner or a dot may by chance. A
guess."""

WHITE = (255, 255, 255)


def faults_of_png(png: bytes, size: tuple[int, int], dpi: int) -> list[str]:
    """Return the faults of a PNG that should have these pixels and this resolution."""
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        faults = []
        if image.size != size:
            found, wanted = ("{} x {}".format(*pair) for pair in (image.size, size))
            faults.append(f"it has {found} pixels, not {wanted}")
        if image.mode != "RGB":
            faults.append(f"its pixels are {image.mode}, not RGB")
        if "icc_profile" not in image.info:
            faults.append("it has no colour profile")
        if abs(image.info.get("dpi", (0, 0))[0] - dpi) > 1:
            faults.append(f"it does not state its resolution, {dpi} pixels per inch")
    return faults


def ends_early(png: bytes, bleed: int) -> tuple[str, ...]:
    """Return the sides on which a drawing ends at the cut, or within its bleed.

    Args:
        png: the face with its bleed, transparent where nothing is drawn.
        bleed: the width of the bleed in pixels.
    """
    from PIL import Image

    image = Image.open(BytesIO(png)).convert("RGBA")
    on_paper = Image.new("RGBA", image.size, (*WHITE, 255))
    on_paper.alpha_composite(image)
    whole = on_paper.convert("RGB")
    sides = {
        "top": whole,
        "bottom": whole.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        "left": whole.transpose(Image.Transpose.TRANSPOSE),
        "right": whole.transpose(Image.Transpose.TRANSVERSE),
    }
    return tuple(side for side, turned in sides.items() if _ends(turned, bleed))


def _ends(image: "Image", bleed: int) -> bool:
    """Whether the drawing ends at the upper cut or above it."""
    inside, outside = _row(image, bleed + AWAY, bleed), _row(image, bleed - 1 - AWAY, bleed)
    edge = _row(image, 0, bleed)
    return _longest(inside, outside) > LONGEST or _longest(outside, edge) > LONGEST


def _row(image: "Image", y: int, bleed: int) -> list[tuple[int, int, int]]:
    """The pixels of a row between the left cut and the right one."""
    row = image.crop((bleed, y, image.width - bleed, y + 1)).tobytes()
    return list(zip(row[::3], row[1::3], row[2::3], strict=True))


def _longest(drawn: list[tuple[int, int, int]], beyond: list[tuple[int, int, int]]) -> int:
    """The longest run of pixels with a colour beyond which there is white paper."""
    longest = run = 0
    for colour, farther in zip(drawn, beyond, strict=True):
        ends = farther == WHITE and any(255 - channel > APART for channel in colour)
        run = run + 1 if ends else 0
        longest = max(longest, run)
    return longest
