"""Pages that a press cannot print as vectors, and layers of what is drawn."""

from io import BytesIO

import pikepdf
import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, mm
from printnplay.pdf.press import srgb_profile
from printnplay.pdf.print_ready import unprintable_pages
from printnplay.scene.sheet import Stamp, Stroke
from printnplay.scene.style import Ink

from .readback import opened
from .samples import document, picture, written

PLACE = Rect(mm(20), mm(30), mm(60), mm(40))


@pytest.mark.parametrize(("has_mask", "pages"), [(False, []), (True, [0])])
@pytest.mark.parametrize("is_nested", [False, True])
def test_a_picture_that_is_seen_through_cannot_stay(
    has_mask: bool,  # noqa: FBT001
    pages: list[int],
    is_nested: bool,  # noqa: FBT001
) -> None:
    pdf, name = pikepdf.new(), pikepdf.Name
    pixel = {"Type": name.XObject, "Subtype": name.Image, "Width": 1, "Height": 1}
    grey = {**pixel, "ColorSpace": name.DeviceGray, "BitsPerComponent": 8}
    image = pdf.make_stream(b"\x80", **grey)
    if has_mask:
        image.SMask = pdf.make_stream(b"\x40", **grey)
    resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
    if is_nested:
        form = pdf.make_stream(
            b"/I Do",
            Type=name.XObject,
            Subtype=name.Form,
            BBox=pikepdf.Array([0, 0, 9, 9]),
            Resources=resources,
        )
        resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=form))
    page = pdf.add_blank_page(page_size=(9, 9))
    page.obj.Resources, page.obj.Contents = resources, pdf.make_stream(b"/I Do")
    stream = BytesIO()
    pdf.save(stream)
    assert unprintable_pages(stream.getvalue()) == pages


def test_lines_of_art_are_art_and_lines_to_cut_are_lines() -> None:
    art = picture("art", '<path d="M5 5H50" stroke="#000" stroke-width="2"/>')
    cut = Stroke("cut", Point(0, mm(9)), Point(mm(9), mm(9)), mm(0.2), "#ff00fe")
    sheet = replace(
        document(Stamp(art, PLACE), cut), layers=True, inks=(Ink("#ff00fe", spot="CutContour"),)
    )
    pdf = opened(written(sheet))
    page = pdf.pages[0]
    (form,) = page.Resources.XObject.values()
    assert {*layers(form)} == {"/Art"}
    assert {*layers(page)} == {"/Lines"}


def layers(content: pikepdf.Page | pikepdf.Object) -> list[str]:
    """The layers that a page or form paints on by itself."""
    return [
        str(instruction.operands[1])
        for instruction in pikepdf.parse_content_stream(content)
        if str(instruction.operator) == "BDC" and str(instruction.operands[0]) == "/OC"
    ]


def test_the_profile_of_srgb_has_the_given_date_only() -> None:
    cleared, dated = srgb_profile(), srgb_profile(2000, 1, 1)
    assert cleared[24:36] == bytes(12)
    assert dated[24:36] == bytes([0x07, 0xD0, 0, 1, 0, 1, *bytes(6)])
    assert (cleared[:24], cleared[36:]) == (dated[:24], dated[36:])
