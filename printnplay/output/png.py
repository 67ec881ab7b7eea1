"""PNG: pages and pictures as pixels to be looked at, and which pictures look alike.

Pages are drawn by PDFium; a picture by resvg, whose parser is also the baker's, and which draws
what the baker leaves to pixels.
"""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import combinations
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from printnplay.files.kept import filled
from printnplay.model.geometry import Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace

if TYPE_CHECKING:
    from printnplay.output.pdf import Printout

PER_INCH = 300
"""Pixels to the inch: what a picture needs in print, and enough to judge thin lines by."""

SCREEN = 110
"""Pixels to the inch of pages that are looked at on a screen."""


class DrawError(Exception):
    """A picture that cannot be drawn as pixels."""


def draw(
    picture: Picture, fonts: Sequence[FontFace], stream: BinaryIO, per_inch: int = PER_INCH
) -> None:
    """Write a picture with its bleed, on white.

    Raises:
        DrawError: it cannot be drawn.
    """
    import resvg_py

    try:
        content = resvg_py.svg_to_bytes(
            svg_string=filled(picture.svg),
            background="white",
            # Lengths in millimetres come out wrong without it.
            dpi=96,
            width=pixels_of(picture.extent.width, per_inch),
            height=pixels_of(picture.extent.height, per_inch),
            skip_system_fonts=True,
            font_files=sorted({face.path for face in fonts_of(picture.svg, fonts)}),
            languages=["en"],
        )
    except ValueError as error:
        raise DrawError(str(error)) from None
    stream.write(bytes(content))


def fonts_of(svg: str, fonts: Sequence[FontFace]) -> Sequence[FontFace]:
    """The fonts that a drawing names; reading all others takes longer than drawing it."""
    if "<text" not in svg:
        return ()
    return [face for face in fonts if face.family in svg] or fonts


def files(printout: "Printout") -> Iterator[tuple[str, Iterable[bytes]]]:
    """The pages of a document, each in a file of its own, in a folder beside its PDF."""
    from printnplay.output.pdf import write

    with TemporaryFile() as pdf:
        write(printout.document, pdf, printout.bakes)
        for number, page in enumerate(_pages(pdf), start=1):
            yield f"{printout.name}/{printout.name}-{number:03}.png", [page]


def page_images(printout: "Printout", per_inch: int) -> Iterator[bytes]:
    """The pages of a document as PNGs, to be looked at."""
    return _pages(BytesIO(printout.pdf), per_inch)


def _pages(pdf: IO[bytes], per_inch: int = SCREEN) -> Iterator[bytes]:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        stream = BytesIO()
        page.render(scale=per_inch / 72).to_pil().save(stream, "PNG")
        page.close()
        yield stream.getvalue()
    document.close()


def pixels_of(side: Um, per_inch: int) -> int:
    """A length in pixels, one at least."""
    return max(1, round(side * per_inch / 25_400))


COARSE = 40
"""Pixels to the inch to compare faces by: from arm's length a fine difference is not seen."""

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
    seen = [(picture, _image(picture, fonts)) for picture in pictures]
    for (one, first), (other, second) in combinations(seen, 2):
        if first.size == second.size and _difference(first, second) <= SHARE:
            yield one, other


def _image(picture: Picture, fonts: Sequence[FontFace]) -> Any:  # noqa: ANN401  Pillow's image
    from PIL import Image

    stream = BytesIO()
    draw(picture, fonts, stream, COARSE)
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
