"""PNG: pages and pictures rasterized for viewing.

PDFium renders pages. resvg renders pictures: it shares its parser with the baker, and renders the
parts that the baker rasterizes.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from printnplay.files.linked_pictures import filled
from printnplay.files.temporary import temporary_files
from printnplay.kernel.geometry import Um
from printnplay.raster.resvg import CompileError, OverLimitError, render_page
from printnplay.scene.named_fonts import fonts_of
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from concurrent.futures import Future

    from PIL.Image import Image

    from printnplay.pdf import Printout

PER_INCH = 300
"""The default resolution of a picture, in pixels per inch: what print needs, and enough to judge
thin lines."""

SCREEN = 110
"""The resolution of pages on a screen, in pixels per inch: a little more than that of CSS (96). A
guess."""


AHEAD = 4
"""The number of pages to render before the first is written; each takes some megabytes. A guess."""


_ROOT = re.compile(r"<svg\b[^<>]*>")


class DrawError(Exception):
    """A picture cannot be rasterized."""


def draw(
    picture: Picture, fonts: Sequence[FontFace], stream: BinaryIO, per_inch: int = PER_INCH
) -> None:
    """Write a picture with its bleed as PNG, on white.

    Raises:
        DrawError: it cannot be rendered.
    """
    size = (
        pixels_of(picture.extent.width, per_inch),
        pixels_of(picture.extent.height, per_inch),
    )
    stream.write(drawn(picture.svg, fonts, size, "white"))


def drawn(svg: str, fonts: Sequence[FontFace], size: tuple[int, int], ground: str) -> bytes:
    """Rasterize a drawing as PNG of this size in pixels, with these fonts only.

    Raises:
        DrawError: it cannot be rendered.
        FaultsError: the file of a picture is missing; it would be left out.
    """
    from printnplay.pdf import FontError
    from printnplay.pdf.font_folders import compiler_fonts

    try:
        known = compiler_fonts(tuple(fonts))
        content = render_page(
            filled(known.in_drawing(resized(svg, size))), size, ground, known.folders
        )
        known.check_are_there()
    except (CompileError, OverLimitError, FontError) as error:
        raise DrawError(str(error)) from None
    return content


def image_of(picture: Picture, fonts: Sequence[FontFace], per_inch: int) -> "Image":
    """Rasterize a picture with its bleed, on white, in RGB.

    Raises:
        DrawError: it cannot be rendered.
    """
    from PIL import Image

    stream = BytesIO()
    draw(picture, fonts, stream, per_inch)
    return Image.open(stream).convert("RGB")


def resized(svg: str, size: tuple[int, int]) -> str:
    """Return a drawing with its size in pixels; resvg rounds if it must scale it."""

    def resize(root: re.Match[str]) -> str:
        start = re.sub(r'\s(?:width|height)="[^"]*"', "", root.group())[:-1]
        return f'{start} width="{size[0]}" height="{size[1]}" preserveAspectRatio="none">'

    return _ROOT.sub(resize, svg, count=1)


def lettered(svg: str, fonts: Sequence[FontFace]) -> dict[str, Any]:
    """Return resvg's arguments to render a drawing, with its pictures and these fonts only.

    Raises:
        DrawError: a font file cannot be used.
        FaultsError: the file of a picture is missing; resvg would leave it out.
    """
    from printnplay.pdf import FontError
    from printnplay.pdf.font_folders import compiler_fonts

    told = {"skip_system_fonts": True, "languages": ["en"]}
    named = fonts_of(svg, fonts)
    try:
        known = compiler_fonts(tuple(fonts)) if named else None
    except FontError as error:
        raise DrawError(str(error)) from None
    if known is None or not (known.families or known.faces):
        fonts_told = {"font_files": sorted({face.path for face in named})}
        return {**told, **fonts_told, "svg_string": filled(svg)}
    return {
        **told,
        "svg_string": filled(known.in_drawing(svg)),
        "font_dirs": list(known.folders),
    }


def files(printout: "Printout") -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the pages of a document as files in a folder beside its PDF."""
    from printnplay.pdf import write

    with ExitStack() as opened:
        with temporary_files():
            pdf = opened.enter_context(TemporaryFile())
            write(printout.document, pdf, printout.bakes)
        for number, page in enumerate(_pages(pdf), start=1):
            yield f"{printout.name}/{printout.name}-{number:03}.png", [page]


def page_images(printout: "Printout", per_inch: int) -> Iterator[bytes]:
    """Rasterize the pages of a document as PNG."""
    return _pages(BytesIO(printout.pdf), per_inch)


def _pages(pdf: IO[bytes], per_inch: int = SCREEN) -> Iterator[bytes]:
    """Yield the pages of a PDF file in order; compress earlier ones while the next is rendered."""
    from concurrent.futures import ThreadPoolExecutor

    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    with ThreadPoolExecutor() as threads:
        under_way: deque[Future[bytes]] = deque()
        for page in document:
            image = page.render(scale=per_inch / 72).to_pil()
            page.close()
            under_way.append(threads.submit(_packed, image))
            if len(under_way) > AHEAD:
                yield under_way.popleft().result()
        for packed in under_way:
            yield packed.result()
    document.close()


def _packed(image: "Image") -> bytes:
    stream = BytesIO()
    # Higher levels take half as long again, and the files are no smaller.
    image.save(stream, "PNG", compress_level=2)
    return stream.getvalue()


def pixels_of(side: Um, per_inch: int) -> int:
    """Return a length in pixels, at least one."""
    return max(1, round(side * per_inch / 25_400))
