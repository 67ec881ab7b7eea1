"""Pictures whose vectors are a page of a PDF: stood in for while typst works, then drawn as forms.

typst cannot show a PDF inside of an SVG drawing. So it gets a picture of eight pixels in its place,
which hold a hash; the image object with these pixels is replaced by the page as a Form XObject.
"""

import struct
import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from printnplay.files.linked_pictures import (
    as_uri,
    content_of_file,
    links_in,
    vectors_of,
)
from printnplay.pdf.drawn import drawn_by

_MAGIC = b"PnPv"
_WIDTH = 8
"""The pixels of a stand-in: 24 bytes of red, green and blue, 20 of which are the hash."""
_HASH = slice(len("printnplay-"), len("printnplay-") + 40)
"""The place of the hash in the name of a file."""


def fault_of(vectors: bytes) -> str:
    """Return why a PDF cannot be shown as a picture; empty if it can."""
    import pikepdf

    try:
        with pikepdf.open(BytesIO(vectors)) as pdf:
            box = [float(edge) for edge in pdf.pages[0].mediabox]
            _ = pdf.pages[0].obj.get("/Contents")
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError, TypeError, IndexError) as error:
        return f"it is damaged: {error}"
    return "" if box[2] > box[0] and box[3] > box[1] else "its page has no size"


def with_stand_ins(svg: str) -> str:
    """Return a drawing for the compiler, with stand-ins for pictures that have vectors."""
    for link in links_in(svg):
        if vectors_of(link):
            pixels = _MAGIC + bytes.fromhex(link[_HASH])
            svg = svg.replace(f'"{link}"', f'"{as_uri("image/png", _png(pixels))}"')
    return svg


def _png(pixels: bytes) -> bytes:
    """Return a PNG of one row of pixels (PNG, 5)."""
    head = struct.pack(">IIBBBBB", _WIDTH, 1, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" + pixels)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def put_vectors(pdf: Any, pages: Iterable[Any]) -> None:
    """Replace the stand-ins on pages by the vectors of their pictures.

    Raises:
        FaultsError: the file of a picture is missing.
    """
    forms: dict[bytes, Any] = {}
    for content in drawn_by(page.obj for page in pages).contents:
        images = content.get("/Resources", {}).get("/XObject", {})
        for name, image in dict(images).items():
            if (key := _stand_in(image)) is not None:
                if key not in forms:
                    forms[key] = _form(pdf, content_of_file(f"printnplay-{key.hex()}.pdf"))
                images[name] = forms[key]


def _stand_in(image: Any) -> bytes | None:
    """Return the hash in the pixels of an image; None if it is an ordinary one."""
    if image.get("/Subtype") != "/Image" or (image.Width, image.Height) != (_WIDTH, 1):
        return None
    pixels = bytes(image.read_bytes())
    return pixels[len(_MAGIC) :] if pixels.startswith(_MAGIC) else None


def _form(pdf: Any, content: bytes) -> Any:
    """Return the first page of a PDF as a form that fills the unit square, as an image does."""
    import pikepdf

    with pikepdf.open(BytesIO(content)) as source:
        page = source.pages[0]
        left, bottom, right, top = (float(edge) for edge in page.mediabox)
        form = pdf.copy_foreign(page.as_form_xobject(handle_transformations=False))
    width, height = right - left, top - bottom
    form.BBox = pikepdf.Array([left, bottom, right, top])
    form.Matrix = pikepdf.Array([1 / width, 0, 0, 1 / height, -left / width, -bottom / height])
    # Keep its blending apart from what lies below.
    form.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, I=True)
    return form
