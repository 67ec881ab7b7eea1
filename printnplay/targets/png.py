"""PNG: a picture, or the pages of a PDF, as pixels, to be looked at.

A picture is drawn by resvg, whose parser is also the baker's, and which draws what the baker leaves
to pixels; pages by PDFium.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from printnplay.model.geometry import Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace

PER_INCH = 300
"""Pixels to the inch: what a picture needs in print, and enough to judge thin lines by."""


SCREEN = 110
"""Pixels to the inch of pages that are looked at on a screen."""


class DrawError(Exception):
    """A picture that cannot be drawn as pixels."""


def draw(
    picture: Picture, fonts: Sequence[FontFace], stream: BinaryIO, per_inch: int = PER_INCH
) -> None:
    """Write a picture with its bleed, on white, with so many pixels to the inch.

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
            width=_pixels(picture.extent.width, per_inch),
            height=_pixels(picture.extent.height, per_inch),
            skip_system_fonts=True,
            font_dirs=sorted({str(Path(face.path).parent) for face in fonts}),
            languages=["en"],
        )
    except ValueError as error:
        raise DrawError(str(error)) from None
    stream.write(bytes(content))


def pages(pdf: bytes, per_inch: int = SCREEN) -> Iterator[bytes]:
    """The pages of a PDF as PNG files."""
    from io import BytesIO

    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        stream = BytesIO()
        page.render(scale=per_inch / 72).to_pil().save(stream, "PNG")
        yield stream.getvalue()
    document.close()


def _pixels(side: Um, per_inch: int) -> int:
    return max(1, round(side * per_inch / 25_400))
