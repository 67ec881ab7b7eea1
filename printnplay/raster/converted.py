"""Pictures in formats that drawings cannot hold, converted to PNG: BMP, TIFF, TGA, ICO."""

from io import BytesIO

MOST_PIXELS = 60_000_000
"""The most pixels of a picture that is converted: a page of A4 at 720 per inch."""

FORMATS = ("BMP", "DIB", "TIFF", "TGA", "ICO")


def as_png(content: bytes) -> bytes | None:
    """Return a picture as PNG; None if it is broken, too large, or has another format."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            written = BytesIO()
            is_plain = picture.mode in ("RGB", "RGBA", "L", "LA", "P", "1")
            (picture if is_plain else picture.convert("RGBA")).save(written, "PNG")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, MemoryError):
        return None
    except Image.DecompressionBombError:
        return None
    return written.getvalue()
