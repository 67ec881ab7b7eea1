"""Pictures whose vectors are a page of a PDF: stood in for while typst works, then drawn as forms.

typst cannot show a PDF inside of an SVG drawing. So it gets a picture of eight pixels in its place,
which hold a hash; the image object with these pixels is replaced by the page as a Form XObject.
"""

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
            box = _visible(pdf.pages[0])
            _ = pdf.pages[0].obj.get("/Contents")
    except (pikepdf.PdfError, ValueError, TypeError, IndexError) as error:
        return f"it is damaged: {error}"
    return "" if box.width > 0 and box.height > 0 else "its page has no size"


def _visible(page: Any) -> Any:
    """Return the part of a page that viewers show, in its own coordinates (PDF 2.0, 14.11.2)."""
    import pikepdf

    media = pikepdf.Rectangle(page.mediabox)
    seen = media & pikepdf.Rectangle(page.cropbox)
    return seen if seen.width > 0 and seen.height > 0 else media


def with_stand_ins(svg: str) -> str:
    """Return a drawing for the compiler, with stand-ins for pictures that have vectors."""
    for link in links_in(svg):
        if vectors_of(link):
            pixels = _MAGIC + bytes.fromhex(link[_HASH])
            svg = svg.replace(f'"{link}"', f'"{as_uri("image/png", _png(pixels))}"')
    return svg


def _png(pixels: bytes) -> bytes:
    """Return a PNG of one row of pixels."""
    from PIL import Image

    stream = BytesIO()
    Image.frombytes("RGB", (_WIDTH, 1), pixels).save(stream, "PNG")
    return stream.getvalue()


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
        box = _visible(source.pages[0])
        form = pdf.copy_foreign(source.pages[0].as_form_xobject())
    turn = pikepdf.Matrix(form.Matrix) if "/Matrix" in form else pikepdf.Matrix()
    seen = turn.transform(box)
    form.BBox = box.as_array()
    unit = pikepdf.Matrix().scaled(1 / seen.width, 1 / seen.height).translated(-seen.llx, -seen.lly)
    form.Matrix = (turn @ unit).as_array()
    # Keep its blending apart from what lies below.
    form.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, I=True)
    return form
