"""Checks of rendered faces: their size, colours and profile, and whether they fill the bleed."""

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

PER_INCH = 150
"""The resolution in pixels per inch: six pixels per millimetre, finer than the error of a
cutter."""

AWAY = 1
"""The distance in pixels of the tested rows from an edge: past the row that the cut goes
through."""

APART = 48
"""The difference in a channel, of 255, at which two colours differ visibly at the cut: more than
smoothed edges and gradients have. A guess."""

LONGEST = 18
"""The length of a run of pixels that may end at the cut: 3 mm, as a corner or a dot may happen to.
A guess."""

WHITE = (255, 255, 255)


def faults_of_png(png: bytes, size: tuple[int, int], dpi: int) -> list[str]:
    """Return the faults of a PNG that should have this size in pixels and this resolution."""
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
    """Return the sides on which a drawing ends at the cut or within its bleed.

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
    """Check whether the drawing ends at the upper cut or above it."""
    inside, outside = _row(image, bleed + AWAY, bleed), _row(image, bleed - 1 - AWAY, bleed)
    edge = _row(image, 0, bleed)
    return _longest(inside, outside) > LONGEST or _longest(outside, edge) > LONGEST


def _row(image: "Image", y: int, bleed: int) -> list[tuple[int, int, int]]:
    """Return the pixels of a row between the left and the right cut."""
    row = image.crop((bleed, y, image.width - bleed, y + 1)).tobytes()
    return list(zip(row[::3], row[1::3], row[2::3], strict=True))


def _longest(drawn: list[tuple[int, int, int]], beyond: list[tuple[int, int, int]]) -> int:
    """Return the longest run of pixels with a colour that end at white paper."""
    longest = run = 0
    for colour, farther in zip(drawn, beyond, strict=True):
        ends = farther == WHITE and any(255 - channel > APART for channel in colour)
        run = run + 1 if ends else 0
        longest = max(longest, run)
    return longest
