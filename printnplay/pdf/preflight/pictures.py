"""How much ink the pictures of a PDF take."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

STRIP = 4_000_000
"""The pixels that are summed at a time: 16 MB of four inks."""

MOST_PIXELS = 150_000_000
"""The most pixels of a picture that is measured: A2 at 600 pixels per inch."""


class UnmeasuredError(Exception):
    """The ink of a picture cannot be measured."""


def most_ink(image: Any, *, ignored: float = 0.0) -> float:
    """Return the highest ink coverage in a picture in four inks, in per cent.

    Args:
        image: the image of a PDF.
        ignored: the share of pixels that may have more: lossy compression makes single ones.

    Raises:
        UnmeasuredError: the picture is too large, damaged, or in a form that cannot be read.
    """
    levels = _levels(_pixels_of(image))
    left = ignored * sum(levels)
    for level in range(255, -1, -1):
        left -= levels[level]
        if left < 0:
            return level * 4 / 2.55
    return 0.0


def _pixels_of(image: Any) -> "Image":
    """Return the pixels of an image in four inks.

    Raises:
        UnmeasuredError: as `most_ink`.
    """
    import pikepdf

    if int(image.Width) * int(image.Height) > MOST_PIXELS:
        raise UnmeasuredError
    # A mask would make screen colours of the inks.
    masks = {name: image[name] for name in ("/SMask", "/Mask") if name in image}
    for name in masks:
        del image[name]
    try:
        pixels = pikepdf.PdfImage(image).as_pil_image()
    except MemoryError:
        raise
    except Exception:  # each decoder has exceptions of its own
        raise UnmeasuredError from None
    finally:
        for name, mask in masks.items():
            image[name] = mask
    if pixels.mode != "CMYK":
        raise UnmeasuredError
    return pixels


def _levels(pixels: "Image") -> list[int]:
    """Return how many pixels have each sum of inks, in steps of 1/255 of all four."""
    from PIL import ImageChops

    counts = [0] * 256
    rows = max(1, STRIP // pixels.width)
    for top in range(0, pixels.height, rows):
        bottom = min(pixels.height, top + rows)
        cyan, magenta, yellow, black = pixels.crop((0, top, pixels.width, bottom)).split()
        halves = ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2)
        found = ImageChops.add(*halves, 2).histogram()
        counts = [one + more for one, more in zip(counts, found, strict=True)]
    return counts
