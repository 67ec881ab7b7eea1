"""Baked files that are read without the library for every kind of PDF: the same comes of them."""

import zlib
from io import BytesIO

import pypdfium2
import pytest

from printnplay.output.pdf import TypstBaker
from printnplay.output.pdf.compiling import Sketch, compile_sketches
from printnplay.output.pdf.operators import length
from printnplay.output.pdf.plain_file import read_plain

from .conftest import Tool
from .readback import opened
from .samples import FONT_FOLDER, alone, faces, picture, text_body

PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAF"
    "AAH/iZk9HQAAAABJRU5ErkJggg=="
)
STOPS = '<stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
SQUARE = '<rect width="9" height="9" {}/>'
GRADIENT = f'<linearGradient id="g">{STOPS}</linearGradient>' + SQUARE.format('fill="url(#g)"')
PLAIN = {
    "lines": '<path d="M0 0L9 9" stroke="#c0392b"/>',
    "text": text_body("Flip (fi) 5 0 R &lt;&gt;"),
    "seen through": SQUARE.format('fill="#2b59c3" opacity="0.4"') + text_body("Wipe"),
    "a group seen through": '<g opacity="0.4"><path d="M0 0h9v9z"/><path d="M4 0h9v9z"/></g>',
    "cut off": '<clipPath id="c"><circle r="5"/></clipPath>' + SQUARE.format('clip-path="url(#c)"'),
    "nothing": "",
}
OTHER = {
    "a picture": f'<image href="{PIXEL}" width="9" height="9"/>',
    "a gradient": GRADIENT,
    "a mask": f'<mask id="m">{GRADIENT}</mask>' + SQUARE.format('mask="url(#m)"'),
}


def compiled(body: str) -> bytes:
    """A PDF file with a page, as the compiler writes it."""
    face = picture("face", body)
    size = face.extent.size
    sketch = Sketch(face.svg, length(size.width), length(size.height))
    return compile_sketches([sketch], [str(FONT_FOLDER)])


def seen(pdf: bytes) -> tuple[bytes, str]:
    """The pixels and the words of the first page."""
    page = pypdfium2.PdfDocument(BytesIO(pdf))[0]
    return page.render(scale=3).to_pil().tobytes(), page.get_textpage().get_text_range()


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_page_is_as_if_the_library_had_read_it(
    name: str, monkeypatch: pytest.MonkeyPatch, qpdf_check: Tool
) -> None:
    face = picture(name, PLAIN[name])
    assert read_plain(compiled(PLAIN[name])) is not None
    plain = alone(face, TypstBaker(faces()).bake([face]))
    monkeypatch.setattr("printnplay.output.pdf.baked.read_plain", lambda _: None)
    by_library = alone(face, TypstBaker(faces()).bake([face]))
    assert seen(plain) == seen(by_library)
    assert "No syntax or stream encoding errors found" in qpdf_check(plain)
    with opened(plain) as one, opened(by_library) as other:
        assert len(one.objects) == len(other.objects)
        assert b"/ICCBased" not in plain


@pytest.mark.parametrize("name", OTHER)
def test_what_has_to_be_changed_is_left_to_the_library(name: str) -> None:
    assert read_plain(compiled(OTHER[name])) is None


def damaged() -> dict[str, bytes]:
    """Plain files that are not as the compiler writes them."""
    data = compiled(PLAIN["text"])
    number = data[data.rindex(b"startxref") :].split()[1]
    return {
        "cut off": data[:-400],
        "empty": b"",
        "no table": data.replace(b"startxref\n" + number, b"startxref\n7"),
        "another length": data.replace(b"<</Length ", b"<</Length 1", 1),
        "another page": data.replace(b"<</Type/Page/", b"<</Type/Page /", 1),
        "no pages": data.replace(b"/Kids[", b"/Kinds[", 1),
        "a profile within": data.replace(b"/Font<<", b"/A[/ICCBased 9 0 R]/Font<<", 1),
        "a reference in a text": data.replace(b"/Font<<", b"/A(5 0 R)/Font<<", 1),
    }


@pytest.mark.parametrize("name", damaged())
def test_what_is_written_in_another_way_is_left_to_the_library(name: str) -> None:
    assert read_plain(damaged()[name]) is None


def test_contents_are_deflated() -> None:
    plain = read_plain(compiled(PLAIN["lines"]))
    assert plain is not None
    (form,) = plain[0].values()
    content = form.parts[-1]
    assert isinstance(content, bytes)
    stream = content.partition(b"stream\n")[2].removesuffix(b"\nendstream")
    assert b"0 0 m" in zlib.decompress(stream)
