"""PNG: one picture as pixels, to be looked at.

Drawn by resvg, whose parser is also the baker's, and which draws what the baker leaves to pixels.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from printnplay.model.geometry import Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace

PER_INCH = 300
"""Pixels to the inch: what a picture needs in print, and enough to judge thin lines by."""


class DrawError(Exception):
    """A picture that cannot be drawn as pixels."""


def draw(picture: Picture, fonts: Sequence[FontFace], stream: BinaryIO) -> None:
    """Write a picture with its bleed, on white.

    Raises:
        DrawError: it cannot be drawn.
    """
    import resvg_py

    try:
        content = resvg_py.svg_to_bytes(
            svg_string=picture.svg,
            background="white",
            # Lengths in millimetres come out wrong without it.
            dpi=96,
            width=_pixels(picture.extent.width),
            height=_pixels(picture.extent.height),
            skip_system_fonts=True,
            font_dirs=sorted({str(Path(face.path).parent) for face in fonts}),
            languages=["en"],
        )
    except ValueError as error:
        raise DrawError(str(error)) from None
    stream.write(bytes(content))


def _pixels(side: Um) -> int:
    return max(1, round(side * PER_INCH / 25_400))
