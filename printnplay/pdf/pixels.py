"""Pages of PDF files as pixels, to compare them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels: TypeAlias = "Image"
"""A picture of pixels, for callers that hand it on only."""

NEAR = 2
"""How far a pixel may be from one as dark in another picture of the same, in pixels: PDFium sets
letters on whole pixels, and rounds their places differently after other texts."""

EQUAL = 6
"""The difference of brightness, of 255, up to which pixels are equal: two roundings of each of the
layers that lie on one another. 100 % of ink are 255, so a tint of 3 % is still seen. A guess."""


def rendered(pdf: bytes, number: int, dpi: int, *, grey: bool = False) -> "Image":
    """Render a page, counted from 0, on white."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        image: Image = document[number].render(scale=dpi / 72, grayscale=grey).to_pil()
    finally:
        document.close()
    return image


def laid_over(below: "Image", above: "Image") -> "Image":
    """Return a picture with black texts on white laid over another one."""
    from PIL import ImageChops

    return ImageChops.multiply(below, above)


def difference(one: "Image", other: "Image") -> "Image":
    """Return a mask: white where two pictures of the same size differ, and black elsewhere.

    A pixel may be as light as any in the other picture that is `NEAR` it. What is one pixel wide
    does not count: the edges of a hairline (0.25 pt) are wider, even at 150 pixels per inch.
    """
    from PIL import Image, ImageChops

    mask = Image.new("L", one.size, 0)
    for here, there in zip(one.split(), other.split(), strict=True):
        box = _marked(ImageChops.difference(here, there)).getbbox()
        if box is not None:
            left, top, right, bottom = box
            around = (left - NEAR, top - NEAR, right + NEAR, bottom + NEAR)
            first, second = here.crop(around), there.crop(around)
            found = ImageChops.lighter(_beyond(first, second), _beyond(second, first))
            inner = found.crop((NEAR, NEAR, found.width - NEAR, found.height - NEAR))
            mask.paste(ImageChops.lighter(mask.crop(box), inner), box)
    return mask


def _beyond(one: "Image", other: "Image") -> "Image":
    """Return where pixels are lighter or darker than all near them in another picture."""
    from PIL import ImageChops

    lightest, darkest = (_spread(other, pick) for pick in (ImageChops.lighter, ImageChops.darker))
    beyond = (ImageChops.subtract(one, lightest), ImageChops.subtract(darkest, one))
    marked = _marked(ImageChops.lighter(*beyond))
    for across, down in ((1, 0), (0, 1)):
        marked = ImageChops.darker(marked, ImageChops.offset(marked, across, down))
    return marked


def _spread(image: "Image", pick: "Callable[[Image, Image], Image]") -> "Image":
    """Return a picture with each pixel as light, or dark, as any near it."""
    from PIL import ImageChops

    # Shifted copies take a tenth of the time of a rank filter.
    for across, down in ((1, 0), (0, 1)) * NEAR:
        before, after = (ImageChops.offset(image, to * across, to * down) for to in (-1, 1))
        image = pick(image, pick(before, after))
    return image


def _marked(levels: "Image") -> "Image":
    return levels.point([255 * (level > EQUAL) for level in range(256)])


def alike(one: "Image", other: "Image") -> bool:
    """Return whether two pictures of the same size look the same."""
    return difference(one, other).getbbox() is None
