"""Pictures of faces that are shown small have the pixels that print shows, and look the same."""

import re
from collections.abc import Sequence
from io import BytesIO
from random import Random

import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, Object, Pdf
from PIL import Image, ImageChops, ImageFilter, ImageStat

from printnplay.files.linked_pictures import LARGE, linked
from printnplay.kernel.geometry import Rect, mm
from printnplay.pdf import Bakes, TypstBaker
from printnplay.pdf.downsampling import downsample
from printnplay.pdf.drawn import drawn_by
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Stamp
from printnplay.svg.inlined import inlined
from printnplay.svg.pictures import of_uri

from .readback import opened
from .samples import document, faces, picture, written
from .test_pdf_pictures import saved

SIDE, WIDE = 700, 30
"""The pixels of a picture that is 30 mm wide on its face: 593 to the inch."""


def photograph(mode: str) -> Image.Image:
    """A picture with large shapes and grain."""
    noise = Image.frombytes("RGB", (SIDE, SIDE), Random(2).randbytes(3 * SIDE * SIDE))
    shapes = noise.resize((5, 5)).resize((SIDE, SIDE), Image.Resampling.BICUBIC)
    made = Image.blend(shapes.point([min(255, 3 * level) for level in range(256)] * 3), noise, 0.2)
    if mode == "RGBA":
        made.putalpha(Image.radial_gradient("L").resize((SIDE, SIDE)))
        return made
    return made.convert(mode)


KINDS = {
    "JPEG": ("RGB", "jpeg"),
    "grey JPEG": ("L", "jpeg"),
    "PNG": ("RGB", "png"),
    "PNG that is seen through": ("RGBA", "png"),
}


@pytest.fixture(scope="module")
def bakes() -> Bakes:
    faces_of = []
    for name, (mode, kind) in KINDS.items():
        uri = linked(f"image/{kind}", saved(photograph(mode), kind, {}))
        place = f'x="10" y="5" width="{WIDE}" height="{WIDE}"'
        faces_of.append(picture(name, f'<image {place} href="{uri}"/>'))
    return TypstBaker(faces()).bake(faces_of)


def shown(bakes: Bakes, name: str, shares: Sequence[float]) -> bytes:
    """A sheet that shows a face at these shares of its size."""
    face: Picture = next(one for one in bakes if one.name == name)
    stamps = []
    for row, share in enumerate(shares):
        width, height = round(face.size.width * share), round(face.size.height * share)
        stamps.append(Stamp(face, Rect(mm(20), mm(20 + 60 * row), width, height)))
    return written(document(*stamps), bakes)


def widths(pdf: bytes) -> set[int]:
    """The widths in pixels of the pictures of a PDF, and of their masks."""
    with opened(pdf) as file:
        return {int(one.Width) for one in drawn_by(page.obj for page in file.pages).images}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(
    ("shares", "pixels"),
    [((1.0,), SIDE), ((0.25,), 178), ((0.25, 1.0), SIDE), ((0.25, 0.5), 355), ((0.75,), SIDE)],
)
def test_pictures_have_the_pixels_of_their_largest_place(
    name: str, shares: Sequence[float], pixels: int, bakes: Bakes
) -> None:
    assert widths(shown(bakes, name, shares)) == {pixels}


@pytest.mark.parametrize("name", KINDS)
def test_nobody_sees_it(name: str, bakes: Bakes, monkeypatch: pytest.MonkeyPatch) -> None:
    small = shown(bakes, name, [0.25])
    monkeypatch.setattr("printnplay.pdf.downsampling.SPARE", 100)
    whole = shown(bakes, name, [0.25])
    assert len(small) < len(whole) / 5
    one, other = (
        pypdfium2.PdfDocument(pdf)[0].render(scale=300 / 72).to_pil().filter(ImageFilter.BoxBlur(1))
        for pdf in (small, whole)
    )
    differences = ImageStat.Stat(ImageChops.difference(one, other)).extrema
    assert max(most for _, most in differences) < 16


def shows(pdf: Pdf, image: Object, content: str = "20 0 0 20 9 9 cm /I Do") -> None:
    """Add a page that shows an image, 20 pt wide if its content says nothing else."""
    page = pdf.add_blank_page(page_size=(99, 99))
    page.obj.Resources = Dictionary(XObject=Dictionary({"/I": image}))
    page.obj.Contents = pdf.make_stream(content.encode())


def downsampled(pdf: Pdf) -> Pdf:
    """Save and read a PDF, and downsample its pictures."""
    stream = BytesIO()
    pdf.save(stream, compress_streams=False)
    read = opened(stream.getvalue())
    downsample(read)
    return read


def shown_by(content: Object) -> Object:
    """What a page or form draws."""
    drawn: Object = content.Resources.XObject["/I"]
    return drawn


def image_of(pdf: Pdf, data: bytes, kind: Name | None) -> Object:
    """An image of these bytes, as another program may have written it."""
    image = pdf.make_stream(data, Type=Name.XObject, Subtype=Name.Image, BitsPerComponent=8)
    image.Width, image.Height, image.ColorSpace = SIDE, SIDE, Name.DeviceRGB
    if kind is not None:
        image.Filter = kind
    return image


JPEG = saved(photograph("RGB"), "jpeg", {"quality": 95})
ODD: dict[str, tuple[bytes, Name | None]] = {
    "a JPEG that is cut off": (JPEG[:70_000], Name.DCTDecode),
    "no JPEG": (bytes(LARGE), Name.DCTDecode),
    "JPEG 2000": (bytes(LARGE), Name.JPXDecode),
    "too few bytes": (bytes(LARGE), None),
}


@pytest.mark.parametrize("name", ODD)
def test_what_cannot_be_read_on_pages_of_others_stays(name: str) -> None:
    data, kind = ODD[name]
    pdf = Pdf.new()
    shows(pdf, image_of(pdf, data, kind))
    made = downsampled(pdf)
    image = shown_by(made.pages[0].obj)
    assert int(image.Width) == SIDE
    assert image.read_raw_bytes() == data


def test_wrong_operators_are_passed_over() -> None:
    pdf = Pdf.new()
    image = image_of(pdf, JPEG, Name.DCTDecode)
    shows(pdf, image, "Q 1 0 cm /None Do q 20 0 0 20 9 9 cm /I Do Q Do")
    made = downsampled(pdf)
    assert int(shown_by(made.pages[0].obj).Width) == 167


def test_forms_that_multiply_end_soon_and_change_nothing() -> None:
    pdf = Pdf.new()
    inner: Object = image_of(pdf, JPEG, Name.DCTDecode)
    for number in range(25):
        wide, high = 0.9 + number / 999, 0.8 + number / 777
        steps = f"q {wide} 0 0 1 0 0 cm /I Do Q q 1 0 0 {high} 0 0 cm /I Do Q"
        form = pdf.make_stream(steps.encode(), Type=Name.XObject, Subtype=Name.Form)
        form.BBox, form.Resources = Array([0, 0, 99, 99]), Dictionary(XObject={"/I": inner})
        inner = pdf.make_indirect(form)
    shows(pdf, inner, "/I Do")
    made = downsampled(pdf)
    inner = shown_by(made.pages[0].obj)
    for _ in range(25):
        inner = shown_by(inner)
    assert int(inner.Width) == SIDE


def test_edges_do_not_take_on_what_is_not_seen() -> None:
    """A red square on nothing, of which the pixels are black."""
    square = Image.new("RGBA", (SIDE, SIDE))
    square.paste((255, 0, 0, 255), (0, 0, SIDE // 3, SIDE // 3))
    pdf = Pdf.new()
    image = image_of(pdf, square.convert("RGB").tobytes(), None)
    mask = image_of(pdf, square.getchannel("A").tobytes(), None)
    mask.ColorSpace, image.SMask = Name.DeviceGray, mask
    shows(pdf, image)
    made = downsampled(pdf)
    image = shown_by(made.pages[0].obj)
    mask = image.SMask
    size = int(image.Width), int(image.Height)
    assert size == (int(mask.Width), int(mask.Height)) == (167, 167)
    colours, alpha = image.read_bytes(), mask.read_bytes()
    seen = {colours[3 * at : 3 * at + 3] for at, share in enumerate(alpha) if share > 8}
    assert all(red > 240 and green < 15 and blue < 15 for red, green, blue in seen)


@pytest.mark.parametrize(
    ("mode", "kind", "wide", "pixels"),
    [
        ("RGB", "jpeg", 30, 355),
        ("RGBA", "png", 30, 355),
        ("P", "png", 30, 355),
        ("RGB", "jpeg", 60, SIDE),
    ],
)
def test_pages_for_screens_have_what_screens_show(
    mode: str, kind: str, wide: int, pixels: int
) -> None:
    uri = linked(f"image/{kind}", saved(photograph(mode), kind, {}))
    face = picture("face", f'<image width="{wide}" height="{wide}" href="{uri}"/>')
    (shown,) = re.findall(r'href="([^"]*)"', inlined(face.svg, "card-"))
    with Image.open(BytesIO(of_uri(shown)[1])) as image:
        # Pixels of a palette would be chosen, not mixed.
        assert (image.size, image.mode) == ((pixels, pixels), "RGB" if mode == "P" else mode)
