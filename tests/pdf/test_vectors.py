"""PDFs beside pictures: they are drawn as viewers show them, turned and cut to their CropBox."""

import re
from base64 import b64decode
from collections.abc import Mapping
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from printnplay.files.linked_pictures import with_vectors
from printnplay.pdf.vectors import fault_of, put_vectors, with_stand_ins


def page(**keys: object) -> bytes:
    """A page of two colours, with these keys."""
    pdf, stream = pikepdf.new(), BytesIO()
    pdf.add_blank_page(page_size=(100, 200))
    pdf.pages[0].obj.update(pikepdf.Dictionary(keys))
    pdf.pages[0].Contents = pdf.make_stream(
        b"1 0 0 rg 0 0 100 200 re f 0 0 1 rg 0 150 100 50 re f 0 1 0 rg 0 0 50 20 re f"
    )
    pdf.save(stream)
    return stream.getvalue()


def drawn(pdf: bytes) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        image: Image.Image = document[0].render(scale=1).to_pil().convert("RGB")
        return image


def placed(vectors: bytes, size: tuple[int, int]) -> bytes:
    """A page that is filled by a picture with these vectors."""
    link = with_vectors("image/png", b"", vectors)
    found = re.search(r"base64,([^\"]+)", with_stand_ins(f'<image href="{link}"/>'))
    assert found
    pdf, stream = pikepdf.new(), BytesIO()
    pdf.add_blank_page(page_size=size)
    with Image.open(BytesIO(b64decode(found[1]))) as stand_in:
        image = pdf.make_stream(stand_in.tobytes())
        image.Width, image.Height = stand_in.size
    image.Subtype, image.ColorSpace = pikepdf.Name.Image, pikepdf.Name.DeviceRGB
    image.BitsPerComponent = 8
    pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Art=image))
    pdf.pages[0].Contents = pdf.make_stream(f"{size[0]} 0 0 {size[1]} 0 0 cm /Art Do".encode())
    put_vectors(pdf, pdf.pages)
    pdf.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"/Rotate": 90},
        {"/Rotate": 180},
        {"/CropBox": [0, 100, 100, 200]},
        {"/CropBox": [-50, -50, 500, 500], "/Rotate": 270},
        {"/MediaBox": [100, 200, 0, 0]},
    ],
    ids=str,
)
def test_vectors_are_drawn_as_viewers_show_their_page(keys: Mapping[str, object]) -> None:
    vectors = page(**keys)
    assert not fault_of(vectors)
    seen = drawn(vectors)
    assert drawn(placed(vectors, seen.size)).tobytes() == seen.tobytes()
