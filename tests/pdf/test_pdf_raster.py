from collections.abc import Iterator
from io import BytesIO

import pypdfium2
import pytest
import resvg_py
from msgspec.structs import replace
from pikepdf import Name
from PIL import Image, ImageChops, ImageFilter

from printnplay.kernel.geometry import Rect, mm
from printnplay.pdf import BakeError, FaultKind, Terms, TypstBaker
from printnplay.pdf.compiling import Sketch, compile_sketches, unlike
from printnplay.pdf.operators import length
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Stamp

from .readback import opened
from .samples import FONT_FOLDER, alone, document, faces, picture, text_body, written

pytestmark = pytest.mark.sampled(2)

RECT = Rect(mm(20), mm(30), mm(60), mm(40))
STOPS = '<stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
LINEAR = f'<linearGradient id="g">{STOPS}</linearGradient>'
PAINTED = '<rect width="60" height="40" fill="url(#r)"/>'
LETTERS = '<text x="2" y="35" font-family="Table Round" font-size="16" fill="none" {}>Inner</text>'

UNLIKE = {
    "inner circle": f'<radialGradient id="r" fr="0.2">{STOPS}</radialGradient>{PAINTED}',
    "reflected": (
        f'<radialGradient id="r" r=".2" spreadMethod="reflect">{STOPS}</radialGradient>{PAINTED}'
    ),
    "repeated elsewhere": (
        f'<linearGradient id="q" spreadMethod="repeat">{STOPS}</linearGradient>'
        f'<radialGradient id="r" r=".2" href="#q"/>{PAINTED}'
    ),
    "outline": LINEAR + LETTERS.format('stroke="url(#g)"'),
    "outline in a style": LINEAR + LETTERS.format('style="stroke: url(#g)"'),
    "outline of a group": f'{LINEAR}<g stroke="url(#g)">{LETTERS.format("")}</g>',
    "turned drawing": (
        '<svg x="25" y="5" width="20" height="20" transform="rotate(30)">'
        '<rect width="20" height="20"/></svg>'
    ),
    "black that is dodged": (
        '<rect width="60" height="40" fill="#080"/>'
        '<rect width="30" height="40" fill="#ff0" style="mix-blend-mode:color-dodge"/>'
    ),
    "white that is burnt": (
        '<rect width="60" height="40" fill="#fc8"/>'
        '<rect width="30" height="40" fill="#00f" style="mix-blend-mode:color-burn"/>'
    ),
    "dot": '<path d="M20 25h0" stroke="#000" stroke-width="20" stroke-linecap="round"/>',
}

LIKE = {
    "radial": f'<radialGradient id="r" fr="0" spreadMethod="pad">{STOPS}</radialGradient>{PAINTED}',
    "reflected linear": (
        f'<linearGradient id="r" x2=".2" spreadMethod="reflect">{STOPS}</linearGradient>{PAINTED}'
    ),
    "multiplied": (
        '<rect width="60" height="40" fill="#080"/>'
        '<rect width="30" height="40" fill="#ff0" style="mix-blend-mode:multiply"/>'
    ),
    "filled letters": LINEAR + LETTERS.format('stroke="#f00"') + PAINTED.replace("#r", "#g"),
    "inner drawing": '<svg x="5" width="9" height="9"><rect width="20" height="20"/></svg>',
    "closed outline": '<path d="M20 25 30 25 25 30Z" stroke="#000" stroke-linecap="round"/>',
}


def amiss(face: Picture, drawn: bytes) -> float:
    """The share of pixels, in percent, that differ visibly from the reference's own."""
    page = pypdfium2.PdfDocument(drawn)[0]
    ours = page.render(scale=4).to_pil().convert("RGB")
    whole = resvg_py.svg_to_bytes(
        svg_string=face.svg,
        dpi=96,
        width=ours.width,
        skip_system_fonts=True,
        font_dirs=[str(FONT_FOLDER)],
    )
    with Image.open(BytesIO(whole)) as theirs:
        blurred = [
            one.convert("RGB").filter(ImageFilter.BoxBlur(3))
            for one in (ours, theirs.resize(ours.size))
        ]
    difference = ImageChops.difference(*blurred)
    worst = [max(pixel) for pixel in _pixels(difference)]
    return 100 * sum(one > 40 for one in worst) / len(worst)


def _pixels(image: Image.Image) -> Iterator[tuple[int, ...]]:
    data = image.tobytes()
    return zip(data[::3], data[1::3], data[2::3], strict=True)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", UNLIKE)
def test_what_comes_out_wrong_as_vectors_comes_out_right_as_pixels(name: str) -> None:
    face = picture(name, UNLIKE[name])
    bakes = TypstBaker(faces()).bake([face])
    assert bakes[face].pixels
    assert amiss(face, alone(face, bakes)) < 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", UNLIKE)
def test_nothing_is_turned_into_pixels_that_has_come_right_as_vectors(name: str) -> None:
    face = picture(name, UNLIKE[name])
    size = face.extent.size
    sketch = Sketch(face.svg, length(size.width), length(size.height))
    assert amiss(face, compile_sketches([sketch], [str(FONT_FOLDER)])) > 2


@pytest.mark.parametrize("name", LIKE)
def test_what_comes_out_right_stays_vectors(name: str) -> None:
    face = picture(name, LIKE[name])
    bakes = TypstBaker(faces()).bake([face])
    assert not bakes[face].pixels
    assert amiss(face, alone(face, bakes)) < 1.5


@pytest.mark.parametrize("name", UNLIKE)
def test_the_reason_is_told(name: str) -> None:
    assert len(unlike(picture(name, UNLIKE[name]).svg)) > 10


def test_pixels_are_600_to_the_inch_and_everything_else_stays_vectors() -> None:
    flat, plain = picture("flat", UNLIKE["reflected"]), picture("plain", text_body("Plain"))
    below = RECT.moved(0, mm(60))
    pdf = opened(written(document(Stamp(flat, RECT), Stamp(plain, below))))
    (image,) = [one for one in pdf.objects if getattr(one, "Subtype", None) == Name.Image]
    assert (int(image.Width), int(image.Height)) == (round(66 / 25.4 * 600), round(46 / 25.4 * 600))


def test_the_text_of_a_face_in_pixels_is_found_where_it_stands() -> None:
    body = UNLIKE["reflected"] + text_body("Łódź fi")
    texts = {}
    for name, inside in (("pixels", body), ("vectors", text_body("Łódź fi"))):
        data = written(document(Stamp(picture(name, inside), RECT)))
        page = pypdfium2.PdfDocument(data)[0].get_textpage()
        texts[name] = (page.get_text_range(), [page.get_charbox(n) for n in (0, 6)])
    assert texts["pixels"][0] == texts["vectors"][0] == "Łódź fi"
    for ours, theirs in zip(texts["pixels"][1], texts["vectors"][1], strict=True):
        assert ours == pytest.approx(theirs, abs=0.02)


def test_that_text_is_not_drawn() -> None:
    body = UNLIKE["reflected"] + text_body("Flip")
    pdf = opened(written(document(Stamp(picture("p", body), RECT))))
    (form,) = pdf.pages[0].Resources.XObject.values()
    content = form.read_bytes()
    assert b"3 Tr" in content
    assert b"0 Tr" not in content


def test_text_that_a_filter_turns_into_pixels_is_found_once_as_well() -> None:
    shadow = '<filter id="f"><feDropShadow dx=".3" dy=".3" stdDeviation=".2"/></filter>'
    shaded = text_body("Shaded").replace("<text", '<text filter="url(#f)"')
    plain = '<text x="5" y="30" font-family="Table Round" font-size="5">Plain</text>'
    data = written(document(Stamp(picture("p", shadow + shaded + plain), RECT)))
    assert sorted(read(data)) == ["Plain", "Shaded"]


@pytest.mark.parametrize(
    ("sheet", "group"),
    [
        ("", 'style="fill:red;filter:url(#f)"'),
        ("<style>.soft, .b { filter: url(#f); opacity: 0.5 }</style>", 'class="a soft"'),
        ("<style>#glow{filter:url(#f)}</style>", 'id="glow"'),
    ],
)
def test_filters_are_seen_in_styles_and_on_groups(sheet: str, group: str) -> None:
    blur = '<filter id="f"><feGaussianBlur stdDeviation=".2"/></filter>'
    body = f"{sheet}{blur}<g {group}>{text_body('Soft')}</g>"
    assert read(written(document(Stamp(picture("p", body), RECT)))) == ["Soft"]


def read(data: bytes) -> list[str]:
    text: str = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    return text.split()


def test_pixels_can_be_forbidden() -> None:
    some = [picture("good"), replace(picture("bad", UNLIKE["dot"]), template="a.svg")]
    with pytest.raises(BakeError) as caught:
        TypstBaker(faces(), Terms(raster=False)).bake(some)
    (fault,) = caught.value.faults
    assert (fault.picture, fault.template, fault.kind) == ("bad", "a.svg", FaultKind.ONLY_PIXELS)
    assert "without length" in fault.message


def test_what_is_broken_is_no_better_as_pixels() -> None:
    with pytest.raises(BakeError) as caught:
        TypstBaker(faces()).bake([picture("bad", UNLIKE["dot"] + "<g>")])
    assert caught.value.faults[0].kind is FaultKind.BROKEN
