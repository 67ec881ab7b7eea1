"""Pictures of faces that are shown small have the pixels that print shows, and look the same."""

import re
from collections.abc import Sequence
from io import BytesIO
from random import Random

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from printnplay.files.linked_pictures import linked
from printnplay.kernel.geometry import Rect, mm
from printnplay.pdf import Bakes, TypstBaker
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


@pytest.mark.parametrize(
    ("name", "wide", "pixels"),
    [("JPEG", 30, 355), ("PNG that is seen through", 30, 355), ("JPEG", 60, SIDE)],
)
def test_pages_for_screens_have_what_screens_show(name: str, wide: int, pixels: int) -> None:
    mode, kind = KINDS[name]
    uri = linked(f"image/{kind}", saved(photograph(mode), kind, {}))
    face = picture("face", f'<image width="{wide}" height="{wide}" href="{uri}"/>')
    (shown,) = re.findall(r'href="([^"]*)"', inlined(face.svg, "card-"))
    with Image.open(BytesIO(of_uri(shown)[1])) as image:
        assert (image.size, image.mode) == ((pixels, pixels), mode)
