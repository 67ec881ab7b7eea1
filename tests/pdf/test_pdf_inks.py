from io import BytesIO
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, mm, pt
from printnplay.pdf import write
from printnplay.scene.sheet import Document, Item, Panel, Run, Stamp, Stroke, TextLine
from printnplay.scene.style import Ink

from .readback import opened
from .samples import document, picture, text_body, written

RECT = Rect(mm(20), mm(30), mm(60), mm(40))
RED = Ink("#e5342c", cmyk=(0, 90, 85, 5))
CUT = Ink("#ff00ff", spot="CutContour")
GOLD = Ink("#8a6d00", (20, 30, 90, 10), "PANTONE 871 C")
DARK = Ink("#1b1b1b", cmyk=(60, 50, 50, 100))
INKS = (RED, CUT, GOLD, DARK)
PAINTS = ("g", "G", "rg", "RG", "k", "K", "scn", "SCN", "cs", "CS")


def inked(*items: Item, inks: tuple[Ink, ...] = INKS) -> pikepdf.Pdf:
    return opened(written(replace(document(*items), inks=inks)))


def set_colours(stream: Any) -> list[tuple[str, ...]]:  # noqa: ANN401
    """The operators that set colours, with their operands as text."""
    return [
        (*map(_plain, one.operands), str(one.operator))
        for one in pikepdf.parse_content_stream(stream)
        if str(one.operator) in PAINTS
    ]


def _plain(value: Any) -> str:  # noqa: ANN401
    return str(value) if isinstance(value, pikepdf.Name) else f"{float(value):.3g}"


def colours_of(body: str) -> list[tuple[str, ...]]:
    pdf = inked(Stamp(picture("p", body), RECT))
    (form,) = pdf.pages[0].Resources.XObject.values()
    return set_colours(form)


def test_lines_panels_and_text_are_set_in_their_inks() -> None:
    pdf = inked(
        Stroke("cut", Point(0, 0), Point(mm(9), 0), pt(0.25), "#ff00ff"),
        Panel(RECT, "#e5342c", "#1b1b1b", pt(1)),
        TextLine(Point(mm(9), mm(9)), (Run(0, "Gold", "medium", pt(9), "#8a6d00"),)),
    )
    assert [one for one in set_colours(pdf.pages[0]) if one != ("0", "g")] == [
        ("/Spot0", "CS"),
        ("1", "SCN"),
        ("0", "0.9", "0.85", "0.05", "k"),
        ("0.6", "0.5", "0.5", "1", "K"),
        ("/Spot1", "cs"),
        ("1", "scn"),
    ]


def test_a_spot_ink_is_a_separation_with_its_alternate() -> None:
    pdf = inked(Stroke("cut", Point(0, 0), Point(mm(9), 0), pt(0.25), "#ff00ff"))
    spaces = pdf.pages[0].Resources.ColorSpace
    cut, gold = spaces.Spot0, spaces.Spot1
    assert tuple(map(str, list(cut)[:3])) == ("/Separation", "/CutContour", "/DeviceRGB")
    assert [float(one) for one in cut[3].C1] == [1, 0, 1]
    assert tuple(map(str, list(gold)[1:3])) == ("/PANTONE 871 C", "/DeviceCMYK")
    assert [float(one) for one in gold[3].C0] == [0, 0, 0, 0]
    assert [float(one) for one in gold[3].C1] == pytest.approx([0.2, 0.3, 0.9, 0.1])


def test_exactly_these_colours_of_a_picture_become_inks() -> None:
    body = (
        '<rect width="9" height="9" fill="#e5342c"/><rect width="9" height="9" fill="#e5342d"/>'
        '<path d="M0 0h9" stroke="#f0f"/><rect width="5" height="5" fill="#1b1b1b"/>'
    )
    found = [one for one in colours_of(body) if not one[0].startswith("/c")]
    assert found == [
        ("1", "0.8", "0", "scn"),
        ("0", "0.9", "0.85", "0.05", "k"),
        ("0.898", "0.204", "0.176", "scn"),
        ("/Spot0", "CS"),
        ("1", "SCN"),
        ("0.6", "0.5", "0.5", "1", "k"),
    ]


def test_after_an_ink_other_colours_have_their_own_space_again() -> None:
    text = text_body("a").replace("#000", "#e5342c")
    body = f'{text}<g fill="#123456"><rect width="5" height="5"/></g>'
    space = ""
    for one in colours_of(body):
        if one[-1] == "cs":
            space = one[0]
        elif one[-1] == "k":
            space = "process"
        elif one[-1] == "scn":
            assert space.startswith("/c"), one


@pytest.mark.parametrize(
    "body",
    [
        '<g opacity="0.5">{}<rect x="3" width="9" height="9" fill="#00f"/></g>',
        '<pattern id="p" width="3" height="3" patternUnits="userSpaceOnUse">{}</pattern>'
        '<rect width="30" height="30" fill="url(#p)"/>',
        '<g style="mix-blend-mode:multiply">{}</g>',
    ],
    ids=["group", "pattern", "blend"],
)
def test_colours_within_groups_and_patterns_become_inks(body: str) -> None:
    pdf = inked(Stamp(picture("p", body.format('<rect width="9" height="9" fill="#f0f"/>')), RECT))
    streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/BBox" in one]
    assert any(("/Spot0", "cs") in set_colours(one) for one in streams)
    assert not any(("1", "0", "1", "scn") in set_colours(one) for one in streams)
    assert not any("/CS" in one.get("/Group", {}) for one in streams)


def test_the_shades_of_a_mask_stay_shades() -> None:
    body = (
        '<mask id="m"><g opacity="0.9"><rect width="9" height="9" fill="#f0f"/></g></mask>'
        '<rect width="9" height="9" fill="#e5342c" mask="url(#m)"/>'
    )
    pdf = inked(Stamp(picture("p", body), RECT))
    streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/BBox" in one]
    found = [colour for one in streams for colour in set_colours(one)]
    assert ("1", "0", "1", "scn") in found
    assert ("/Spot0", "cs") not in found
    assert ("0", "0.9", "0.85", "0.05", "k") in found


def test_without_inks_the_bytes_are_what_they_were() -> None:
    plain = document(Stamp(picture("p", text_body("a")), RECT))
    assert written(replace(plain, inks=(GOLD,))) != written(plain)
    assert written(replace(plain, inks=())) == written(plain)


def test_the_same_inks_give_the_same_bytes() -> None:
    def once() -> bytes:
        sample: Document = document(Stamp(picture("p", '<rect width="5" fill="#f0f"/>'), RECT))
        stream = BytesIO()
        write(replace(sample, inks=INKS), stream)
        return stream.getvalue()

    assert once() == once()


def test_greys_are_black_ink_only_in_pictures_lines_and_text() -> None:
    body = text_body("Flip") + '<path d="M0 0h9" stroke="#777"/>'
    pdf = inked(Stamp(picture("p", body), RECT), Panel(RECT, "#808080"), inks=())
    (form,) = pdf.pages[0].Resources.XObject.values()
    spaces = {name: str(space) for name, space in form.Resources.ColorSpace.items()}
    greys = [name for name, space in spaces.items() if space == "/DeviceGray"]
    assert [one for one in set_colours(form) if one[0] in greys] == [
        (greys[0], "cs"),
        (greys[0], "cs"),
        (greys[0], "cs"),
        (greys[0], "cs"),
        (greys[0], "CS"),
    ]
    assert ("0.502", "g") in set_colours(pdf.pages[0])


def test_qpdf_accepts_inks(qpdf_check: Any) -> None:  # noqa: ANN401
    body = '<g opacity=".5"><rect width="9" height="9" fill="#f0f"/></g>'
    sample = document(Stamp(picture("p", body), RECT), Panel(RECT, "#8a6d00"))
    checked = qpdf_check(written(replace(sample, inks=INKS)))
    assert "No syntax or stream encoding errors" in checked
