import pypdfium2
import pytest
from pikepdf import Array, Name

from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.kernel.shapes import Outline
from printnplay.scene.sheet import Contour, Item, Leaf, Page, Panel, Run, Stamp, Stroke, TextLine

from .readback import MM, Mark, marks, opened
from .samples import A4, document, picture, text_body, written

RED, BLUE, YELLOW, WHITE = (255, 0, 0), (0, 0, 255), (255, 204, 0), (255, 255, 255)
UPRIGHT, LYING = Rect(mm(20), mm(30), mm(60), mm(40)), Rect(mm(20), mm(30), mm(40), mm(60))


def drawn(*items: Item) -> list[Mark]:
    return marks(opened(written(document(*items))), "Do")


def corner(mark: Mark, x: float, y: float) -> tuple[float, float]:
    """Where a point of the picture lands: millimetres from its trimmed corner, bleed 3 mm."""
    return mark.place((x + 3) / MM, (43 - y) / MM)


@pytest.mark.parametrize(
    ("turn", "rect", "top_left", "top_right", "bottom_left"),
    [
        (0, UPRIGHT, (20, 30), (80, 30), (20, 70)),
        (90, LYING, (60, 30), (60, 90), (20, 30)),
        (180, UPRIGHT, (80, 70), (20, 70), (80, 30)),
        (270, LYING, (20, 90), (20, 30), (60, 90)),
    ],
)
def test_the_trimmed_corners_land_on_the_rectangle(
    turn: int,
    rect: Rect,
    top_left: tuple[int, int],
    top_right: tuple[int, int],
    bottom_left: tuple[int, int],
) -> None:
    (mark,) = drawn(Stamp(picture(), rect, turn))
    assert corner(mark, 0, 0) == pytest.approx(top_left, abs=0.002)
    assert corner(mark, 60, 0) == pytest.approx(top_right, abs=0.002)
    assert corner(mark, 0, 40) == pytest.approx(bottom_left, abs=0.002)


def test_the_bleed_grows_with_the_picture() -> None:
    (mark,) = drawn(Stamp(picture(), Rect(mm(20), mm(30), mm(120), mm(80))))
    assert corner(mark, -3, -3) == pytest.approx((14, 24), abs=0.002)
    assert corner(mark, 63, 43) == pytest.approx((146, 116), abs=0.002)


def test_a_stamp_on_a_turned_leaf_lands_where_the_leaf_lies() -> None:
    page = Page(Size(mm(100), mm(150)), (Stamp(picture(), Rect(mm(10), mm(20), mm(60), mm(40))),))
    (mark,) = drawn(Leaf(page, Rect(mm(50), mm(60), mm(100), mm(150)), 180))
    assert corner(mark, 0, 0) == pytest.approx((140, 190), abs=0.002)
    assert corner(mark, 60, 40) == pytest.approx((80, 150), abs=0.002)


def test_a_clip_is_set_on_the_page_and_ends_with_the_stamp() -> None:
    clipped = Stamp(picture(), UPRIGHT, 0, Rect(mm(18), mm(28), mm(64), mm(44)))
    first, second = drawn(clipped, Stamp(picture(), LYING, 90))
    assert first.clip is not None
    left, bottom, width, height = (side * MM for side in first.clip)
    assert (left, 297 - bottom - height) == pytest.approx((18, 28), abs=0.002)
    assert (width, height) == pytest.approx((64, 44), abs=0.002)
    assert second.clip is None


def test_what_is_drawn_is_what_was_asked_for() -> None:
    half = '<rect x="{}" width="30" height="40" fill="{}"/>'
    halves = half.format(0, "#f00") + half.format(30, "#00f")
    stamp = Stamp(picture("halves", halves), LYING, 90, LYING.grown(mm(2)))
    page = pypdfium2.PdfDocument(written(document(stamp)))[0]
    image = page.render(scale=25.4 / 72 * 4).to_pil().convert("RGB")  # 4 pixels a millimetre
    at = {(40, 45): RED, (40, 75): BLUE, (40, 29): YELLOW, (40, 27): WHITE, (19, 60): YELLOW}
    assert {place: image.getpixel((place[0] * 4, place[1] * 4)) for place in at} == at


def test_a_picture_is_stored_once_however_often_it_is_stamped() -> None:
    stamps = [Stamp(picture(), UPRIGHT.moved(0, mm(50) * row)) for row in range(4)]
    pdf = opened(written(document(*stamps)))
    assert len({mark.operands[0] for mark in marks(pdf, "Do")}) == 1
    assert sum("/BBox" in one for one in pdf.objects if hasattr(one, "keys")) == 1


def test_pictures_share_their_fonts() -> None:
    one, two = picture("one", text_body("Flip")), picture("two", text_body("Wipe"))
    pdf = opened(written(document(Stamp(one, UPRIGHT), Stamp(two, LYING))))
    forms = pdf.pages[0].Resources.XObject
    fonts = {forms[name].Resources.Font.f0.objgen for name in forms.keys()}  # noqa: SIM118
    assert len(forms) == 2
    assert len(fonts) == 1


def test_pictures_are_in_device_colours_so_black_text_is_black_ink() -> None:
    gradient = (
        '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
        '</linearGradient><rect width="9" height="9" fill="url(#g)"/>'
    )
    pdf = opened(written(document(Stamp(picture("p", text_body("Flip") + gradient), UPRIGHT))))
    (form,) = pdf.pages[0].Resources.XObject.values()
    assert set(form.Resources.ColorSpace.values()) == {Name.DeviceGray, Name.DeviceRGB}
    profiles = [one for one in pdf.objects if isinstance(one, Array) and Name.ICCBased in one]
    assert profiles == []


def test_a_see_through_picture_blends_by_itself() -> None:
    glass = picture("glass", '<rect width="9" height="9" opacity="0.5"/>')
    pdf = opened(written(document(Stamp(glass, UPRIGHT), Stamp(picture(), LYING))))
    first, second = (pdf.pages[0].Resources.XObject[mark.operands[0]] for mark in marks(pdf, "Do"))
    assert str(first.Group.S) == "/Transparency"
    assert bool(first.Group.I)
    assert "/Group" not in second


def test_pictures_carry_no_marks_of_a_structure_that_is_not_there() -> None:
    pdf = opened(written(document(Stamp(picture("p", text_body("Flip")), UPRIGHT))))
    (form,) = pdf.pages[0].Resources.XObject.values()
    assert "/StructParents" not in form
    assert b"BDC" not in form.read_bytes()


def test_a_dashed_line_keeps_its_width_dashes_and_ends() -> None:
    dashes = (mm(2), mm(1))
    fold = Stroke("fold", Point(mm(5), mm(10)), Point(mm(105), mm(10)), mm(0.5), "#000000", dashes)
    pdf = opened(written(document(fold)))
    width, dash, start, end, solid = marks(pdf, "w", "d", "m", "l")
    assert list(solid.operands[0]) == []
    assert float(width.operands[0]) * MM == pytest.approx(0.5, abs=0.001)
    assert [float(one) * MM for one in dash.operands[0]] == pytest.approx([2, 1], abs=0.001)
    assert start.place(*map(float, start.operands)) == pytest.approx((5, 10), abs=0.002)
    assert end.place(*map(float, end.operands)) == pytest.approx((105, 10), abs=0.002)


def test_a_picture_after_a_dashed_line_is_drawn_with_solid_lines() -> None:
    fold = Stroke("fold", Point(0, mm(10)), Point(mm(99), mm(10)), mm(1), "#000000", (mm(2), mm(1)))
    pdf = opened(written(document(fold, Stamp(picture(), UPRIGHT))))
    *_, last = marks(pdf, "d")
    assert list(last.operands[0]) == []


OTHERS = {
    "turned": Stamp(picture(), UPRIGHT, 180),
    "clipped": Stamp(picture(), UPRIGHT, 0, UPRIGHT),
    "cut to a shape": Stamp(
        picture(), UPRIGHT, outline=Outline(UPRIGHT.origin, ((UPRIGHT.centre,),))
    ),
    "of another size": Stamp(picture(size=Size(mm(30), mm(20))), UPRIGHT),
    "of another bleed": Stamp(picture(bleed=1), UPRIGHT),
}


@pytest.mark.parametrize("other", OTHERS)
def test_what_is_known_of_a_place_holds_for_the_same_stamps_only(other: str) -> None:
    """Cards lie at the same places on most sheets: where they land is worked out once."""
    stamp = OTHERS[other]
    (alone,) = drawn(stamp)
    _, after = drawn(Stamp(picture(), UPRIGHT), stamp)
    assert (after.matrix, after.clip) == (alone.matrix, alone.clip)
    plain = drawn(Stamp(picture(), UPRIGHT))[0]
    assert (alone.matrix, alone.clip) != (plain.matrix, plain.clip)


CROP_MARK = Stroke("cut", Point(0, mm(5)), Point(mm(9), mm(5)), 176, "#808080")
DASHED = Stroke("fold", Point(0, mm(5)), Point(mm(9), mm(5)), mm(3), "#ff0000", (mm(2), mm(1)))
TRIANGLE = Outline(Point(mm(5), mm(5)), ((Point(mm(9), mm(5)),), (Point(mm(9), mm(9)),)))
RAISED = TextLine(Point(mm(5), mm(9)), (Run(0, "e\u0301\u0323", "medium", mm(4), "#00aa00"),))
BEFORE: dict[str, tuple[Item, ...]] = {
    "a crop mark": (CROP_MARK,),
    "a dashed line": (DASHED,),
    "a contour": (Contour("cut", TRIANGLE, mm(2), "#0000ff"),),
    "a panel": (Panel(Rect(mm(2), mm(2), mm(9), mm(9)), "#00ffff", "#ff00ff", mm(4), mm(1)),),
    "a text": (RAISED,),
    "all of them": (DASHED, RAISED, Contour("cut", TRIANGLE, mm(2), "#0000ff"), CROP_MARK),
}
"""What a sheet may draw in front of a picture; each leaves its own width, dashes and colours."""

PLAIN_LINES = """
<path d="M5 5H50" stroke="#000"/><path d="M5 10H50" stroke="#000" stroke-width="1"/>
<path d="M5 15H50" stroke="#000" stroke-width="1.001"/><rect x="5" y="32" width="9" height="4"/>
<path d="M5 20l9 9l9-9l9 9" fill="none" stroke="#00f"/>
<path d="M40 20l4 16l4-16" fill="none" stroke="#00f" stroke-linejoin="miter"/>
"""


@pytest.mark.parametrize("where", ["on the sheet", "on a page of a booklet"])
@pytest.mark.parametrize("before", BEFORE)
def test_a_picture_looks_the_same_whatever_is_drawn_before_it(before: str, where: str) -> None:
    stamp = Stamp(picture("lines", PLAIN_LINES), UPRIGHT)

    def drawn_below(*items: Item) -> bytes:
        if where != "on the sheet":
            items = (Leaf(Page(A4, items), Rect(0, 0, A4.width, A4.height), 0),)
        page = pypdfium2.PdfDocument(written(document(*items)))[0]
        image = page.render(scale=150 / 72).to_pil()
        edges = (UPRIGHT.x, UPRIGHT.y, UPRIGHT.right, UPRIGHT.bottom)
        left, top, right, bottom = (round(side / 25_400 * 150) for side in edges)
        pixels: bytes = image.crop((left, top, right, bottom)).tobytes()
        return pixels

    assert drawn_below(*BEFORE[before], stamp) == drawn_below(stamp)


@pytest.mark.parametrize(
    ("panel", "painting"),
    [
        (Panel(UPRIGHT, "#eeeeee"), ["re", "f"]),
        (Panel(UPRIGHT, "", "#000000", mm(1)), ["re", "S"]),
        (Panel(UPRIGHT, "#eeeeee", "#000000", mm(1)), ["re", "B"]),
        (Panel(UPRIGHT, "#eeeeee", radius=mm(5)), ["c", "c", "c", "c", "f"]),
        (Panel(UPRIGHT), []),
    ],
)
def test_a_panel_is_filled_outlined_or_both(panel: Panel, painting: list[str]) -> None:
    pdf = opened(written(document(panel)))
    assert [mark.operator for mark in marks(pdf, "re", "c", "f", "S", "B")] == painting
