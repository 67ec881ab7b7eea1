"""Baked pictures: the PDF files that hold them, and their pages as Form XObjects.

A rasterized page has its text on top as an invisible layer, so that readers of the PDF can search
and copy it.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from typing import Any
from weakref import finalize

from msgspec import Struct

from printnplay.files.linked_pictures import as_file
from printnplay.pdf.drawn import DEVICE_SPACES, drawn_by, use_device_colours
from printnplay.pdf.inks import Palette, put_inks
from printnplay.pdf.painted_strokes import paint_apart
from printnplay.pdf.vectors import put_vectors

_TEXT = "BT ET Tf Tm Td TD T* Tj TJ Tc Tw Tz TL Ts ' \""
_PLACES = "q Q cm BMC BDC EMC"
_SHOWN = frozenset(f"{_TEXT} {_PLACES}".split())
_OWN = "/t"
"""The prefix for font names of the text layer, to keep them apart from the fonts of the page."""


def lay_text(page: Any, layer: Any) -> None:
    """Overlay the text of one page on another, invisibly (PDF 2.0, 9.3.6: rendering mode 3)."""
    import pikepdf

    fonts = layer.Resources.get("/Font", {})
    if not fonts:
        return
    own = page.Resources.get("/Font", {})
    names = {name: _OWN + name[1:] for name in fonts}
    page.Resources.Font = pikepdf.Dictionary(
        {**dict(own.items()), **{names[name]: font for name, font in fonts.items()}}
    )
    if "/Properties" in layer.Resources:
        page.Resources.Properties = layer.Resources.Properties
    operators = [
        _renamed(one, names)
        for one in pikepdf.parse_content_stream(layer)
        if str(one.operator) in _SHOWN
    ]
    text = pikepdf.unparse_content_stream(operators)
    content = page.Contents.read_bytes()
    page.Contents.write(b"q\n" + content + b"\nQ\nq 3 Tr\n" + text + b"\nQ")


def _renamed(instruction: Any, names: dict[str, str]) -> Any:
    import pikepdf

    if str(instruction.operator) != "Tf":
        return instruction
    font, size = instruction.operands
    return pikepdf.ContentStreamInstruction(
        [pikepdf.Name(names[str(font)]), size], instruction.operator
    )


_QUALITY = 75
"""The JPEG quality for noise, of 100: nobody sees the loss in noise."""
_SMALL = 10_000
"""The number of pixels below which a noisy picture stays lossless: JPEG would save only a few
kilobytes. A guess."""


def compress_noise(images: Iterable[Any]) -> None:
    """Encode noisy images as JPEG: lossless compression hardly makes them smaller."""
    import pikepdf
    from PIL import Image

    for image in images:
        size = (int(image.Width), int(image.Height))
        plain = image.get("/Filter") == "/FlateDecode" and image.get("/BitsPerComponent") == 8
        channels = _CHANNELS.get(str(image.get("/ColorSpace")), 0)
        packed = len(image.read_raw_bytes()) / (size[0] * size[1] * max(1, channels))
        if not plain or size[0] * size[1] < _SMALL or channels not in (1, 3) or packed < 0.3:
            continue
        pixels = Image.frombytes("RGB" if channels == 3 else "L", size, image.read_bytes())
        stream = BytesIO()
        pixels.save(stream, "JPEG", quality=_QUALITY)
        image.write(stream.getvalue(), filter=pikepdf.Name.DCTDecode)


_CHANNELS = {space: number for number, space in DEVICE_SPACES.items()}


class Pages(Struct, frozen=True):
    """A PDF file with a page for each of some pictures, and what is needed to finish these pages.

    `layers` maps pages with an invisible text layer to the pages that hold this text. The pixels of
    `grainy` pages contain noise and are encoded as JPEG. `pixels` has, for each picture, the reason
    why it is rasterized, or an empty string.
    """

    data: bytes
    layers: Mapping[int, int]
    grainy: Set[int]
    pixels: Sequence[str]


class BakedFile:
    """A PDF file whose pages are stamped into other files."""

    def __init__(self, pages: Pages, palette: Palette) -> None:
        """Keep the file; it is parsed when the first form is needed.

        Args:
            pages: the file, and how to finish its pages.
            palette: the inks that replace colours.
        """
        self.pixels = tuple(pages.pixels)
        # Keep no reference to `pages`: a large file, such as one of photographs, is then only on
        # disk.
        self._file = as_file(pages.data)
        finalize(self, self._file.close)
        self._layers, self._grainy, self._palette = pages.layers, pages.grainy, palette
        self._forms: dict[int, Any] = {}

    @cached_property
    def pdf(self) -> Any:
        """The file opened with pikepdf, with text layers, inks and device colours applied."""
        import pikepdf

        pdf = pikepdf.Pdf.open(self._file)
        for page, layer in self._layers.items():
            lay_text(pdf.pages[page], pdf.pages[layer])
        drawn = drawn_by(page.obj for page in pdf.pages)
        use_device_colours(drawn)
        for number in self._grainy:
            compress_noise(drawn_by([pdf.pages[number].obj]).images)
        if self._palette:
            put_inks(pdf, self._palette)
        paint_apart(drawn)
        # Last: the vectors of others stay as they are.
        put_vectors(pdf, pdf.pages)
        return pdf

    @cached_property
    def pages(self) -> Sequence[Any]:
        """The pages of the file, cached because pikepdf searches for them each time."""
        return list(self.pdf.pages)

    @cached_property
    def sizes(self) -> Sequence[tuple[float, float]]:
        """The widths and heights of the pages in points."""
        boxes = (page.mediabox for page in self.pages)
        return [(float(width), float(height)) for _, _, width, height in boxes]

    def form(self, number: int) -> Any:
        """Return a page as a Form XObject of the file."""
        if number not in self._forms:
            self._forms[number] = _form(self.pdf, self.pages[number].obj)
        return self._forms[number]


def _form(pdf: Any, page: Any) -> Any:
    import pikepdf

    form = pdf.make_stream(
        b"",
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Form,
        BBox=page.MediaBox,
        Resources=page.Resources,
    )
    if page.Contents.get("/Filter") == "/FlateDecode" and "/DecodeParms" not in page.Contents:
        form.write(page.Contents.read_raw_bytes(), filter=pikepdf.Name.FlateDecode)
    else:
        form.write(page.Contents.read_bytes())
    if "/ExtGState" in page.Resources:
        # Keep blending apart from the sheet below; without a colour space black stays black ink.
        form.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, I=True)
    return form


class Baked(Struct, frozen=True, cache_hash=True):
    """A picture as a page of a PDF file; the page includes the bleed.

    `pixels` is the reason why it is rasterized; it is empty if it is not.
    """

    file: BakedFile
    page: int
    pixels: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the page in points."""
        return self.file.sizes[self.page]

    @property
    def form(self) -> Any:
        """The page as a Form XObject of its file."""
        return self.file.form(self.page)

    @property
    def weight(self) -> int:
        """The size of the encoded pixels on the page, in bytes."""
        return sum(len(image.read_raw_bytes()) for image in drawn_by([self.form]).images)


def share_images(pdf: Any) -> None:
    """Merge identical images: files that were baked separately may each hold a copy."""
    known: dict[bytes, Any] = {}
    drawn = drawn_by(page.obj for page in pdf.pages)
    sizes = [_measures(image) for image in drawn.images]
    for content in drawn.contents:
        images = content.get("/Resources", {}).get("/XObject", {})
        for name, image in dict(images).items():
            if image.get("/Subtype") == "/Image" and sizes.count(_measures(image)) > 1:
                images[name] = known.setdefault(_digest(image), image)


def _measures(image: Any) -> tuple[int, ...]:
    """Return the measures that identical images share."""
    return int(image.Width), int(image.Height), int(image.Length)


def _digest(image: Any) -> bytes:
    """Return a hash of the visible content of an image."""
    found = sha256()
    for one in (image, image.get("/SMask")):
        if one is not None:
            entries = {key: value for key, value in one.items() if key not in _OF_FILE}
            found.update(
                repr(sorted((key, repr(value)) for key, value in entries.items())).encode()
            )
            found.update(one.read_raw_bytes())
    return found.digest()


_OF_FILE = {"/SMask", "/Length"}
"""Entries of an image that do not describe its visible content."""
