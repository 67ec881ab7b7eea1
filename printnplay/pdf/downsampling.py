"""Pictures with more pixels than print shows in their places, downscaled in a finished file.

A face holds a photograph as fine as its card needs it. A rulebook shows the same face at a quarter
of the size, where the photograph has sixteen times the pixels that print shows.
"""

from collections.abc import Iterator
from io import BytesIO
from math import ceil, hypot, inf, isfinite
from typing import TYPE_CHECKING, Any

from printnplay.files.linked_pictures import LARGE
from printnplay.pdf.drawn import DEVICE_SPACES, drawn_by
from printnplay.pdf.preflight.marks import SAME, Matrix, times
from printnplay.pdf.preflight.reading import DEEPEST
from printnplay.pdf.raster import DOTS, POINTS

if TYPE_CHECKING:
    from pikepdf import Pdf
    from PIL.Image import Image

SPARE = 1.5
"""The factor by which a picture may exceed `DOTS`: for less, it is not encoded again, which costs
quality. A guess."""

_QUALITY = 92
"""The JPEG quality, of 100, as in `svg/pixels.py`."""

_MODES = {DEVICE_SPACES[1]: "L", DEVICE_SPACES[3]: "RGB"}
"""The modes of pixels in Pillow, by colour space."""


def downsample(pdf: "Pdf") -> None:
    """Downscale the large pictures of a PDF to `DOTS` pixels to the inch where they are largest."""
    images = drawn_by(page.obj for page in pdf.pages).images
    large = {image.objgen: image for image in images if int(image.Length) >= LARGE}
    if not large:
        return
    least: dict[Any, float] = {}
    for page in pdf.pages:
        for image, density in _placed(page.obj, SAME, DEEPEST):
            least[image] = min(density, least.get(image, density))
    for key, image in large.items():
        density = least.get(key, 0.0)
        if isfinite(density) and density > SPARE * DOTS:
            _downscale(image, DOTS / density)


def _placed(content: Any, matrix: Matrix, depth: int) -> Iterator[tuple[Any, float]]:
    """Yield the number of each image that a page or form shows, with its pixels to the inch."""
    import pikepdf

    is_form = isinstance(content, pikepdf.Stream)
    drawn, stack = content.get("/Resources", {}).get("/XObject", {}), []
    steps = pikepdf.parse_content_stream(
        content if is_form else pikepdf.Page(content), operators="q Q cm Do"
    )
    for step in steps:
        operator = str(step.operator)
        if operator == "q":
            stack.append(matrix)
        elif operator == "Q":
            matrix = stack.pop() if stack else matrix
        elif operator == "cm":
            matrix = times([float(value) for value in step.operands], matrix)
        elif (item := drawn.get(str(step.operands[0]))) is not None:
            if item.Subtype == "/Image":
                yield item.objgen, _density(item, matrix)
            elif depth:
                own = [float(value) for value in item.get("/Matrix", SAME)]
                yield from _placed(item, times(own, matrix), depth - 1)


def _density(image: Any, matrix: Matrix) -> float:
    """Return the lower of the resolutions across and down."""
    across, down = hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])
    return POINTS * min(
        int(image.Width) / across if across else inf, int(image.Height) / down if down else inf
    )


def _downscale(image: Any, share: float) -> None:
    """Downscale an image and its mask, if its pixels can be read."""
    parts = [image, image.SMask] if "/SMask" in image else [image]
    pixels = [_pixels(part) for part in parts]
    for part, found in zip(parts, pixels, strict=True):
        if found is not None and None not in pixels:
            _write(part, found, (ceil(found.width * share), ceil(found.height * share)))


def _pixels(image: Any) -> "Image | None":
    """Return the pixels of an image; None if they are not grey or RGB of 8 bits."""
    from PIL import Image

    mode = _MODES.get(str(image.get("/ColorSpace")))
    is_odd = image.get("/BitsPerComponent") != 8 or "/Decode" in image or "/Matte" in image
    if mode is None or is_odd or "/Mask" in image:
        return None
    if image.get("/Filter") == "/DCTDecode":
        found: Image.Image = Image.open(BytesIO(image.read_raw_bytes()))
        return found if found.mode == mode else None
    return Image.frombytes(mode, (int(image.Width), int(image.Height)), image.read_bytes())


def _write(image: Any, pixels: "Image", size: tuple[int, int]) -> None:
    import pikepdf
    from PIL import Image

    # A JPEG file is decoded at a fraction of its size, down to an eighth, if that is enough.
    pixels.draft(None, size)
    small = pixels.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)
    if image.get("/Filter") == "/DCTDecode":
        stream = BytesIO()
        small.save(stream, "JPEG", quality=_QUALITY, subsampling=0)
        image.write(stream.getvalue(), filter=pikepdf.Name.DCTDecode)
    else:
        image.write(small.tobytes())
    image.Width, image.Height = size
