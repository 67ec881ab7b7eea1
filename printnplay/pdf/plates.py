"""Printing plates: a press-ready file separated into its inks, and files of some of its pages."""

from collections.abc import Callable, Sequence, Set
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from printnplay.pdf.drawn import drawn_by, values_of
from printnplay.pdf.operators import number
from printnplay.pdf.print_ready import saved
from printnplay.pdf.repainting import PROCESS, Paint, Painter, State, repainted, unshown

if TYPE_CHECKING:
    from PIL.Image import Image

BLACK_PLATE = "black"

Colouring: TypeAlias = Callable[[tuple[Paint, bool], bytes], bytes]


def plates_of(pdf: bytes) -> tuple[str, ...]:
    """Return the plates that a press-ready file needs: the process inks, then its spot inks."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        contents = drawn_by(page.obj for page in document.pages).contents
        spots = [
            str(space[1]).removeprefix("/")
            for content in contents
            for space in values_of(content.get("/Resources"), "/ColorSpace")
            if isinstance(space, pikepdf.Array) and space[0] == "/Separation"
        ]
    return (*PROCESS, *dict.fromkeys(spots))


def plate_of(pdf: bytes, plate: str) -> bytes:
    """Return a press-ready file as one of its plates, in grey: full ink is black.

    What overprints leaves the plates of other inks as they are; all else knocks out what lies
    below.
    """

    def colour(said: tuple[Paint, bool], _: bytes) -> bytes:
        paint, lines = said
        return f"{number(1 - dict(paint).get(plate, 0))} {'G' if lines else 'g'}".encode()

    kept = frozenset([plate])
    return repainted(pdf, _painter(kept, colour, partial(_grey, plate)))


def only_plates(pdf: bytes, plates: Set[str]) -> bytes:
    """Return a press-ready file with some of its process inks; the others print nothing."""

    def colour(said: tuple[Paint, bool], written: bytes) -> bytes:
        paint, lines = said
        if BLACK_PLATE not in dict(paint):  # a spot ink
            return written
        shares = " ".join(number(share if name in plates else 0) for name, share in paint)
        return f"{shares} {'K' if lines else 'k'}".encode()

    return repainted(pdf, _painter(plates, colour, partial(_masked, plates)))


def _painter(plates: Set[str], colour: Colouring, image: Callable[[Any], None]) -> Painter:
    """Return a painter for some plates: what overprints is left out where it has none of them."""

    def leaves(paint: Paint) -> bool:
        return not any(share for name, share in paint if name in plates)

    def text(state: State, written: bytes) -> bytes:
        return unshown(state, written) if state.overprints and leaves(state.fill) else written

    def path(state: State, written: bytes) -> bytes:
        inks = (*state.fill, *state.stroke)
        return b"n" if state.overprints and leaves(inks) else written

    return Painter(colour, text, path, image=image)


def _grey(plate: str, image: Any) -> None:
    """Replace an image by its share of a plate, in grey."""
    from PIL import ImageChops

    pixels = _pixels_of(image)
    if pixels is None:
        return
    if pixels.mode == "CMYK" and plate in PROCESS:
        pixels = ImageChops.invert(pixels.getchannel(PROCESS.index(plate)))
    elif pixels.mode == "CMYK" or plate != BLACK_PLATE:
        pixels = pixels.convert("L").point([255] * 256)
    _write(image, pixels, "/DeviceGray")


def _masked(plates: Set[str], image: Any) -> None:
    """Leave only these process inks in an image."""
    from PIL import Image, ImageChops

    pixels = _pixels_of(image)
    if pixels is None:
        return
    if pixels.mode != "CMYK":
        none = Image.new("L", pixels.size, 0)
        pixels = Image.merge("CMYK", [none, none, none, ImageChops.invert(pixels)])
    bands = [
        band if plate in plates else band.point([0] * 256)
        for plate, band in zip(PROCESS, pixels.split(), strict=True)
    ]
    _write(image, Image.merge("CMYK", bands), "/DeviceCMYK")


def _pixels_of(image: Any) -> "Image | None":
    """Return the pixels of an image, in four inks or in grey; None for a stencil."""
    import pikepdf

    if image.get("/ImageMask", False):
        return None
    pixels = pikepdf.PdfImage(image).as_pil_image()
    return pixels if pixels.mode == "CMYK" else pixels.convert("L")


def _write(image: Any, pixels: "Image", space: str) -> None:
    import pikepdf

    for name in ("/DecodeParms", "/Decode", "/Intent"):
        if name in image:
            del image[name]
    image.write(pixels.tobytes())
    image["/ColorSpace"] = pikepdf.Name(space)
    image["/BitsPerComponent"] = 8


def joined(pdf: bytes, pages: Sequence[tuple[bytes, int] | None]) -> bytes:
    """Return a press-ready file with pages of several files.

    Args:
        pdf: a press-ready file, whose profile and title the new one has.
        pages: for each page, a file and its number there, counted from 0; None for a page of the
            same size as in `pdf` that prints nothing.
    """
    import pikepdf

    files = dict.fromkeys([pdf, *(page[0] for page in pages if page is not None)])
    with ExitStack() as stack:
        opened = {file: stack.enter_context(pikepdf.open(BytesIO(file))) for file in files}
        document = stack.enter_context(pikepdf.open(BytesIO(pdf)))
        former = len(document.pages)
        for number, page in enumerate(pages):
            source, place = page if page is not None else (pdf, number)
            document.pages.append(opened[source].pages[place])
            if page is None:
                blank = document.pages[-1].obj
                blank["/Contents"] = document.make_stream(b"")
                blank["/Resources"] = pikepdf.Dictionary()
        del document.pages[:former]
        for name in ("/Outlines", "/PageLabels"):
            if name in document.Root:
                del document.Root[name]
        return saved(document)
