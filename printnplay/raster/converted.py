"""Pictures in formats that drawings cannot hold, converted to PNG: BMP, TIFF, TGA, ICO."""

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 60_000_000
"""The most pixels of a picture that is converted: a page of A4 at 720 per inch."""

FORMATS = ("BMP", "DIB", "TIFF", "TGA", "ICO")


def as_png(content: bytes) -> bytes | None:
    """Return a picture as PNG; None if it is broken, too large, or has another format."""

    def plain(picture: "Image") -> "Image":
        is_plain = picture.mode in ("RGB", "RGBA", "L", "LA", "P", "1")
        return picture if is_plain else picture.convert("RGBA")

    return _saved(content, FORMATS, plain)


def without_ground(content: bytes, ground: str = "TOPLEFT") -> bytes | None:
    """Return a picture as PNG, transparent where it has a colour, or that of one of its pixels.

    `ground` is a colour such as `#FF0000`, a corner such as `BOTTOMRIGHT`, or `CENTER`. None if the
    picture is transparent already, broken, too large, or has another format.
    """
    from PIL import ImageChops, ImageColor

    def cleared(picture: "Image") -> "Image | None":
        clear = picture.convert("RGBA")
        if clear.getchannel("A").getextrema() != (255, 255):
            return None
        opaque = clear.convert("RGB")
        if ground.startswith("#"):
            colour: tuple[int, ...] = ImageColor.getrgb(ground)
        else:
            right, bottom = opaque.width - 1, opaque.height - 1
            x = right if "RIGHT" in ground else right // 2 if ground == "CENTER" else 0
            y = bottom if "BOTTOM" in ground else bottom // 2 if ground == "CENTER" else 0
            found = opaque.getpixel((x, y))
            colour = found if isinstance(found, tuple) else ()
        bands = zip(opaque.split(), colour, strict=True)
        differs = [
            band.point([0 if at == value else 255 for at in range(256)]) for band, value in bands
        ]
        opaque.putalpha(ImageChops.lighter(ImageChops.lighter(*differs[:2]), differs[2]))
        return opaque

    return _saved(content, ("PNG", "JPEG", "GIF", "WEBP"), cleared)


def _saved(
    content: bytes, formats: tuple[str, ...], change: Callable[["Image"], "Image | None"]
) -> bytes | None:
    """Return a picture in one of these formats as PNG, after a change that may refuse it."""
    from PIL import Image, UnidentifiedImageError

    written = BytesIO()
    try:
        with Image.open(BytesIO(content), formats=formats) as picture:
            is_small = picture.width * picture.height <= MOST_PIXELS
            changed = change(picture) if is_small else None
            if changed is None:
                return None
            changed.save(written, "PNG")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, MemoryError):
        return None
    except Image.DecompressionBombError:
        return None
    return written.getvalue()


def in_colour(content: bytes, colour: str) -> bytes | None:
    """Return a picture as PNG with all that is opaque in a colour; None if that cannot be done."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content)) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            alpha = picture.convert("RGBA").getchannel("A")
        painted = Image.new("RGBA", alpha.size, colour)
        painted.putalpha(alpha)
        written = BytesIO()
        painted.save(written, "PNG")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, MemoryError):
        return None
    return written.getvalue()
