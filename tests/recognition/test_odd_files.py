"""Odd files of other programs: their cards are found, or the message says why not."""

from collections.abc import Callable
from io import BytesIO

import msgspec
import pikepdf
import pytest
from PIL import Image, ImageCms

from printnplay.kernel.geometry import Rect
from printnplay.recognition.cutting import Cut, Face, Wanted, cut
from printnplay.recognition.opening import NotReadError, PictureFile
from printnplay.recognition.reading import Given, UnreadableError
from printnplay.svg.profiles import matrix_profile
from recognition.sheets import Layout, pdf, picture
from recognition.test_doubts import boxes, sizes
from recognition.test_finding import found_in

LAYOUT = Layout(marks=True, frame=True, count=4, columns=2, rows=2)
PLACE = Rect(41_500, 59_600, 63_500, 88_900)
"""The first card of the layout."""


def edited(change: Callable[[pikepdf.Pdf], object]) -> bytes:
    stream = BytesIO()
    with pikepdf.open(BytesIO(pdf(LAYOUT))) as document:
        change(document)
        document.save(stream)
    return stream.getvalue()


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    stream = BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def face_of(content: bytes, rect: Rect, page: int = 0) -> Face:
    wanted = Wanted([Given("a", content)], [Cut("0", 0, page, rect, 0, 0.0, 0, "mirror")])
    (face,) = msgspec.msgpack.decode(cut(msgspec.msgpack.encode(wanted)), type=list[Face])
    return face


def larger_crop(document: pikepdf.Pdf) -> None:
    document.pages[0].obj.CropBox = pikepdf.Array([-100, -100, 1000, 1000])


def damaged_operator(document: pikepdf.Pdf) -> None:
    document.pages[0].contents_add(b"q 1 0 0 1 cm Q 5 Td")


@pytest.mark.parametrize("change", [larger_crop, damaged_operator])
def test_odd_pages_are_cut_where_their_cards_are(change: Callable[[pikepdf.Pdf], None]) -> None:
    odd = edited(change)
    (page,) = found_in(odd).pages
    assert page.cells[0].rect == PLACE
    face, usual = face_of(odd, PLACE), face_of(pdf(LAYOUT), PLACE)
    assert face.pixels == usual.pixels
    assert face.vectors


def test_cards_that_a_program_has_rounded_have_one_size() -> None:
    offsets = (0.0, 0.05, -0.06, 0.04, -0.02, 0.06)
    page = [
        (9.75 + 64 * (n % 3), 15 + 90 * (n // 3), 63.5 + off, 88.9 - off)
        for n, off in enumerate(offsets)
    ]
    assert {*sizes(found_in(boxes(page)))} == {"63.5 x 88.9 mm"}


def test_a_card_over_the_edge_of_the_page_is_not_stretched() -> None:
    card = picture("1", (750, 1050), "#2f5d8b")
    with Image.open(BytesIO(face_of(card, Rect(-12_700, 0, 63_500, 88_900)).pixels)) as image:
        frame = image.convert("RGB").getpixel((150 + 35 + 20, image.height // 2))
    assert frame == (47, 93, 139)


@pytest.mark.parametrize(
    ("rect", "page", "message"),
    [
        (Rect(400_000, 0, 63_500, 88_900), 0, "at 400x0mm is not on page 1, which is 210 x 297 mm"),
        (PLACE, 8, "it has no page 9: the last one is 1"),
    ],
)
def test_a_place_that_a_file_does_not_have_is_named(rect: Rect, page: int, message: str) -> None:
    with pytest.raises(NotReadError, match=message):
        face_of(pdf(LAYOUT), rect, page)


def test_a_small_picture_without_a_resolution_is_asked_for_its_size() -> None:
    found = found_in(picture("1", (140, 190), "#2f5d8b"), names=("1.png",))
    assert len(found.cards) == 1
    assert found.size_question


def test_a_picture_that_is_no_card_is_told() -> None:
    tiny = saved(Image.new("RGB", (90, 90), "red"), dpi=(300, 300))
    card = picture("1", (750, 1050), "#2f5d8b")
    found = found_in(tiny, card, names=("tiny.png", "1.png"))
    assert len(found.cards) == 1
    assert any(doubt.startswith("`tiny.png`: left out") for doubt in found.doubts)


def test_a_resolution_of_nothing_is_not_believed() -> None:
    content = bytearray(saved(Image.new("RGB", (750, 1050)), "JPEG", dpi=(300, 300)))
    at = content.index(b"JFIF") + 10
    content[at : at + 2] = bytes(2)
    assert PictureFile(bytes(content)).size(0).in_mm() == "63.5 x 88.9 mm"


def test_colours_are_those_that_a_picture_describes() -> None:
    grey = Image.new("I;16", (20, 20), 0x8080)
    assert PictureFile(saved(grey)).image.getpixel((5, 5)) == (128, 128, 128)
    green = Image.new("RGB", (20, 20), (120, 200, 120))
    # The lights of sRGB, in another order.
    swapped = matrix_profile((0.3127, 0.329, 0.3, 0.6, 0.64, 0.33, 0.15, 0.06), (2.2,))
    made = PictureFile(saved(green, icc_profile=swapped)).image.getpixel((5, 5))
    assert made == pytest.approx((200, 120, 120), abs=3)
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    red = Image.new("RGB", (20, 20), (200, 30, 30))
    assert PictureFile(saved(red, icc_profile=lab)).image.getpixel((5, 5)) == (200, 30, 30)


def test_what_is_no_picture_is_named_in_words() -> None:
    with pytest.raises(UnreadableError, match="not that of a PDF, PNG, JPEG, WebP or SVG"):
        found_in(b"GIF", names=("a.png",))


@pytest.mark.parametrize(
    ("names", "doubt"),
    [
        (("axe.png", "axe-back.png", "bow.png"), "`axe-back.png` is the only back"),
        (("axe.png", "red back.png", "blue back.png"), "`red back.png`: a back by its name"),
    ],
)
def test_what_names_leave_open_is_told(names: tuple[str, ...], doubt: str) -> None:
    files = [picture(name, (750, 1050), "#2f5d8b") for name in names]
    assert any(one.startswith(doubt) for one in found_in(*files, names=names).doubts)
