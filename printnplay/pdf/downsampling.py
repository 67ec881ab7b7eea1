"""Pictures with more pixels than print shows in their places, downscaled in a finished file.

A face holds a photograph as fine as its card needs it. A rulebook shows the same face at a quarter
of the size, where the photograph has sixteen times the pixels that print shows.
"""

from io import BytesIO
from math import ceil, hypot
from typing import TYPE_CHECKING, Any

from printnplay.files.linked_pictures import LARGE
from printnplay.pdf.drawn import DEVICE_SPACES, drawn_by
from printnplay.pdf.raster import DOTS, POINTS

if TYPE_CHECKING:
    from pikepdf import Matrix, Pdf
    from PIL.Image import Image

SPARE = 1.5
"""The factor by which a picture may exceed `DOTS`: for less, it is not encoded again, which costs
quality. A guess."""

MOST = 20_000
"""The most forms to follow, each once at every scale: more than all documents of a game have. Pages
of others may nest forms to no end; then all pictures stay as they are."""

DEEPEST = 28
"""The depth of forms within one another: as many graphics states as a PDF may nest (ISO 32000-1,
table C.1)."""

_QUALITY = 92
"""The JPEG quality, of 100, as in `svg/pixels.py`."""

_MODES = {DEVICE_SPACES[1]: "L", DEVICE_SPACES[3]: "RGB"}
"""The modes of pixels in Pillow, by colour space."""

_WRONG = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What wrong operands and entries of the pages of others raise; viewers pass over these, too."""


def downsample(pdf: "Pdf") -> None:
    """Downsample the large pictures of a PDF to `DOTS` pixels to the inch where they are largest.

    Pictures that cannot be read, such as broken ones in other people's PDFs, are left alone.
    """
    import pikepdf

    images = drawn_by(page.obj for page in pdf.pages).images
    large = [image for image in images if int(image.get("/Length", 0)) >= LARGE]
    places = _Places()
    try:
        for page in pdf.pages if large else ():
            places.follow(page.obj, pikepdf.Matrix(), DEEPEST)
    except (pikepdf.PdfError, _TooMuchError):
        return
    for image in large:
        density = places.least.get(image.objgen, 0.0)
        if density > SPARE * DOTS:
            _downscale(image, DOTS / density)


class _TooMuchError(Exception):
    """There are more than `MOST` forms."""


class _Places:
    """The lowest resolution at which pages show each image, in pixels per inch."""

    def __init__(self) -> None:
        self.least: dict[Any, float] = {}
        self._seen: set[Any] = set()
        self._steps: dict[Any, Any] = {}

    def follow(self, content: Any, matrix: "Matrix", depth: int) -> None:
        """Find the images that a page or form draws, whose units this matrix turns into points.

        Raises:
            PdfError: the operators of a form cannot be read.
            _TooMuchError: too many forms.
        """
        import pikepdf

        # The size of pictures in a form depends on its scale, not on its place.
        key = content.objgen, *(round(part, 4) for part in matrix.shorthand[:4])
        if key in self._seen or not depth:
            return
        self._seen.add(key)
        if len(self._seen) > MOST:
            raise _TooMuchError
        stack = []
        for step in self._steps_of(content):
            operator = str(step.operator)
            try:
                if operator == "q":
                    stack.append(matrix)
                elif operator == "Q":
                    matrix = stack.pop()
                elif operator == "cm":
                    matrix = pikepdf.Matrix(*map(float, step.operands)) @ matrix
                else:
                    item = content.Resources.XObject[str(step.operands[0])]
                    self._draw(item, matrix, depth)
            except _WRONG:
                continue

    def _steps_of(self, content: Any) -> Any:
        import pikepdf

        if content.objgen not in self._steps:
            is_form = isinstance(content, pikepdf.Stream)
            self._steps[content.objgen] = pikepdf.parse_content_stream(
                content if is_form else pikepdf.Page(content), operators="q Q cm Do"
            )
        return self._steps[content.objgen]

    def _draw(self, item: Any, matrix: "Matrix", depth: int) -> None:
        import pikepdf

        if item.Subtype == "/Image":
            a, b, c, d = matrix.shorthand[:4]
            sides = ((int(item.Width), hypot(a, b)), (int(item.Height), hypot(c, d)))
            density = min(POINTS * pixels / side for pixels, side in sides if side)
            self.least[item.objgen] = min(density, self.least.get(item.objgen, density))
        else:
            own = pikepdf.Matrix(item.Matrix) if "/Matrix" in item else pikepdf.Matrix()
            self.follow(item, own @ matrix, depth - 1)


def _downscale(image: Any, share: float) -> None:
    """Downscale an image and its mask, if the pixels of both can be read."""
    import pikepdf
    from PIL import Image

    mask = image.get("/SMask")
    size = ceil(int(image.Width) * share), ceil(int(image.Height) * share)
    try:
        pixels = _pixels(image)
        if mask is not None:
            # Together: otherwise edges would take on the colours of what is not seen.
            pixels.putalpha(_pixels(mask))
        # A JPEG file is decoded at a fraction of its size, down to an eighth, if that is enough.
        pixels.draft(None, size)
        small = pixels.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)
    except (pikepdf.PdfError, OSError, SyntaxError, *_WRONG, Image.DecompressionBombError):
        return
    if mask is not None:
        alpha = small.getchannel("A")
        small = small.convert(pixels.mode[:-1])
        _write(mask, alpha)
    _write(image, small)


def _pixels(image: Any) -> "Image":
    """Return the pixels of an image.

    Raises:
        ValueError: they are not grey or RGB of 8 bits, plain or JPEG.
        PdfError: they cannot be read; Pillow raises others.
    """
    from PIL import Image

    mode, kind = _MODES.get(str(image.get("/ColorSpace"))), image.get("/Filter")
    is_odd = any(name in image for name in ("/Decode", "/Matte", "/Mask"))
    if mode is None or image.get("/BitsPerComponent") != 8 or is_odd:
        raise ValueError(mode)
    if kind == "/DCTDecode":
        found: Image.Image = Image.open(BytesIO(image.read_raw_bytes()), formats=("JPEG",))
        if found.mode != mode:
            raise ValueError(found.mode)
        return found
    return Image.frombytes(mode, (int(image.Width), int(image.Height)), image.read_bytes())


def _write(image: Any, pixels: "Image") -> None:
    import pikepdf

    if image.get("/Filter") == "/DCTDecode":
        stream = BytesIO()
        pixels.save(stream, "JPEG", quality=_QUALITY, subsampling=0)
        image.write(stream.getvalue(), filter=pikepdf.Name.DCTDecode)
    else:
        image.write(pixels.tobytes())
    image.Width, image.Height = pixels.size
