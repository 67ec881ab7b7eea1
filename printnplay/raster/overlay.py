"""Pictures of two versions of the same thing, and of what differs between them."""

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels: TypeAlias = "Image"
"""A picture of pixels, for callers that hand it on only."""

QUALITY = 80
"""The quality of pictures in WebP (0 to 100), the default of its encoder."""

FAINT = 24
"""The difference of brightness, of 255, that counts as a change: more than edges differ by that are
drawn a fraction of a pixel beside each other. A guess."""

RED = (208, 0, 40)
"""The colour of pixels that changed."""

PALE = 160
"""The brightness of black on the copy below them, of 255: letters can be read, and red stands out.
A guess."""


def overlaid(before: "Image", after: "Image") -> "Image":
    """Return a pale grey copy of the newer picture with the changed pixels in red."""
    from PIL import Image, ImageChops

    former = before if before.size == after.size else before.resize(after.size)
    differs = ImageChops.difference(former, after).convert("L")
    changed = differs.point([255 * (level > FAINT) for level in range(256)])
    pale = after.convert("L").point([PALE + level * (255 - PALE) // 255 for level in range(256)])
    return Image.composite(Image.new("RGB", after.size, RED), pale.convert("RGB"), changed)


def opened(content: bytes) -> "Image":
    """Return a picture from the bytes of its file, in RGB."""
    from PIL import Image

    return Image.open(BytesIO(content)).convert("RGB")


def webp_of(image: Pixels) -> bytes:
    """Return a picture as a WebP file."""
    stream = BytesIO()
    image.save(stream, "WEBP", quality=QUALITY)
    return stream.getvalue()


def as_webp(image: "Image | None") -> str:
    """Return a picture as a data URI; empty if there is none."""
    if image is None:
        return ""
    return f"data:image/webp;base64,{b64encode(webp_of(image)).decode()}"
