"""Cards are found where they are: the layouts, marks and backs that other programs make."""

import io
import math

import msgspec
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from printnplay.kernel.geometry import Rect, Size
from printnplay.recognition.faces import HIGH, WIDE, Side
from printnplay.recognition.names import paired_by_names
from printnplay.recognition.reading import Given, look
from printnplay.recognition.sides import paired
from printnplay.recognition.values import Found
from recognition.sheets import INKS, Layout, pdf, picture, scan, turned

pytestmark = pytest.mark.sampled(4)
MM = 72 / 25.4


def found_in(*files: bytes, names: tuple[str, ...] = ()) -> Found:
    given = [
        Given(names[number] if names else f"{number}.pdf", content)
        for number, content in enumerate(files)
    ]
    return msgspec.json.decode(look(msgspec.msgpack.encode(given)), type=Found)


def fronts(found: Found) -> list[tuple[int, float, float, float, float]]:
    """The page and trimmed rectangle of each front, in millimetres."""
    cells = []
    for card in found.cards:
        rect = found.pages[card.front.page].cells[card.front.cell].rect
        page = found.pages[card.front.page].page
        cells.append((page, rect.x / 1000, rect.y / 1000, rect.width / 1000, rect.height / 1000))
    return cells


def expected(layout: Layout) -> list[tuple[int, float, float, float, float]]:
    return [
        (page, *place, *layout.size)
        for page, cells in enumerate(layout.pages())
        for place, words in cells
        if words != "Back"
    ]


LAYOUTS = {
    "marks outside, white cards": Layout(marks=True),
    "frames": Layout(frame=True, count=9),
    "pictures that touch": Layout(ground=True, size=(63, 88)),
    "bleed into the gaps, marks": Layout(
        ground=True, marks=True, bleed=2, gap=4, columns=2, rows=2, count=4
    ),
    "bleed without marks": Layout(ground=True, bleed=3, gap=8, columns=2, rows=2, count=4),
    "an unusual size, with marks": Layout(size=(52, 71), gap=3, marks=True, frame=True, count=9),
    "small cards": Layout(size=(44, 68), columns=4, rows=4, gap=2, frame=True, count=16),
    "wide cards": Layout(size=(88.9, 63.5), columns=2, rows=4, marks=True, count=8),
    "counters of half an inch": Layout(
        size=(12.7, 12.7), columns=14, rows=4, marks=True, ground=True, count=56
    ),
    "landscape": Layout(columns=4, rows=2, paper=(297, 210), marks=True, count=8),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_cards_of_vectors_are_found_to_a_hundredth_of_a_millimetre(layout: Layout) -> None:
    found = found_in(pdf(layout))
    assert not found.questions
    assert len(found.cards) == layout.count
    for got, wanted in zip(fronts(found), expected(layout), strict=True):
        assert got == pytest.approx(wanted, abs=0.011)


def test_bleed_is_found_where_the_page_shows_it() -> None:
    layout = LAYOUTS["bleed into the gaps, marks"]
    cells = found_in(pdf(layout)).pages[0].cells
    assert {cell.bleed for cell in cells} == {2000}
    assert {cell.bleed for cell in found_in(pdf(LAYOUTS["frames"])).pages[0].cells} == {0}


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_pages_are_read_as_they_are_seen(turn: int) -> None:
    found = found_in(turned(pdf(Layout(marks=True, frame=True, count=9)), turn))
    size = found.pages[0].size
    assert (size.width < size.height) is (turn == 180)
    rect = found.pages[0].cells[0].rect
    sides = (rect.width, rect.height) if turn == 180 else (rect.height, rect.width)
    assert sides == pytest.approx((63_500, 88_900), abs=11)


@pytest.mark.at_leisure
@pytest.mark.sampled(2)
@pytest.mark.parametrize("degrees", [0.0, 0.7, -1.3])
def test_cards_of_scans_are_found_within_a_fifth_of_a_millimetre(degrees: float) -> None:
    layout = Layout(marks=True, ground=True, count=9)
    found = found_in(scan(pdf(layout), degrees))
    assert found.pages[0].cells[0].turn == pytest.approx(-degrees, abs=0.05)
    for got, wanted in zip(fronts(found), expected(layout), strict=True):
        assert got == pytest.approx(wanted, abs=0.2)


def test_white_marks_on_a_dark_ground_are_found() -> None:
    layout = Layout(marks=True, ground=True, gap=3, count=9, black=True)
    found = found_in(scan(pdf(layout)))
    for got, wanted in zip(fronts(found), expected(layout), strict=True):
        assert got == pytest.approx(wanted, abs=0.2)


def test_cells_without_a_card_are_left_out() -> None:
    found = found_in(pdf(Layout(marks=True, count=11)))
    assert [len(page.cells) for page in found.pages] == [9, 2]


@pytest.mark.parametrize(
    ("backs", "flip", "count"), [("pages", "long", 11), ("last", "shared", 12), ("fold", "fold", 9)]
)
def test_backs_are_paired_with_their_fronts(backs: str, flip: str, count: int) -> None:
    columns = 2 if backs == "fold" else 3
    layout = Layout(frame=True, marks=True, backs=backs, count=count, columns=columns)
    found = found_in(pdf(layout))
    assert found.flip == flip
    assert len(found.cards) == count
    pages = layout.pages()
    for card in found.cards:
        assert card.back is not None
        words = []
        for place in (card.front, card.back):
            page = found.pages[place.page]
            rect = page.cells[place.cell].rect
            words.append(
                next(
                    said
                    for (x, y), said in pages[page.page]
                    if abs(x * 1000 - rect.x) < 200 and abs(y * 1000 - rect.y) < 200
                )
            )
        assert words[0].startswith("Card")
        assert words[1] == "Back"


def side(colours: str, words: str = "abcdefghijkl") -> Side:
    """A page of four columns of cards in colours and with words, each a letter."""
    rects, small = [], []
    for number, colour in enumerate(colours):
        row, column = divmod(number, 4)
        rects.append(Rect(48_500 + column * 50_000, 10_000 + row * 60_000, 50_000, 60_000))
        face = Image.new("L", (3 * WIDE, HIGH), 40 * "roygbv".index(colour))
        face.paste(255, (3 * ord(words[number]) - 291, 20, 3 * ord(words[number]) - 280, 25))
        small.append(face)
    return Side(Size(297_000, 210_000), tuple(rects), tuple(small))


def test_backs_in_the_colours_of_their_fronts_are_behind_them() -> None:
    pairing = paired([side("roygbvro"), side("gyororvb")])
    assert pairing.flip == "short"
    assert [card.back and card.back.cell for card in pairing.cards] == [3, 2, 1, 0, 7, 6, 5, 4]
    # Kinds of cards that follow one another have colours, too.
    assert paired([side("royroyro"), side("yroyroyr")]).flip == ""


def test_two_cards_that_are_alike_do_not_turn_a_fold_around() -> None:
    pairing = paired([side("rrvv" * 3, "aabcdefghijk")])
    assert pairing.flip == "fold"
    assert [card.front.cell for card in pairing.cards] == [0, 1, 4, 5, 8, 9]


def test_cards_without_backs_have_none() -> None:
    found = found_in(pdf(Layout(frame=True, count=18)))
    assert found.flip == ""
    assert len(found.cards) == 18


def test_pictures_are_cards_paired_by_their_names() -> None:
    names = ("01 axe (front).png", "01 axe (back).png", "02 bow (front).png", "02 bow (back).png")
    files = [picture(name, (750, 1050), "#2f5d8b") for name in names]
    found = found_in(*files, names=names)
    assert [(card.front.page, card.back and card.back.page) for card in found.cards] == [
        (0, 1),
        (2, 3),
    ]
    assert found.pages[0].cells[0].rect.size.in_mm() == "63.5 x 88.9 mm"


def test_a_picture_that_is_larger_than_a_card_by_a_bleed_has_it() -> None:
    (page,) = found_in(picture("axe", (825, 1125), "#2f5d8b"), names=("axe.png",)).pages
    assert page.cells[0].bleed == 3175
    assert page.cells[0].rect.size.in_mm() == "63.5 x 88.9 mm"


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        (("a.png", "b.png"), None),
        (("back.png", "a.png", "c.png"), [(1, 0), (2, 0)]),
        (("Fronts/axe.jpg", "Backs/axe.jpg"), [(0, 1)]),
        (("001f.png", "001b.png", "002f.png"), [(0, 1), (2, 1)]),
        (("axe_verso.png", "axe_recto.png"), [(1, 0)]),
    ],
)
def test_names_tell_fronts_from_backs(
    names: tuple[str, ...], pairs: list[tuple[int, int]] | None
) -> None:
    cards = paired_by_names(names)
    assert pairs == (
        None if cards is None else [(c.front.page, c.back.page if c.back else None) for c in cards]
    )


def test_frames_of_an_unusual_size_are_a_question() -> None:
    found = found_in(pdf(Layout(size=(55, 80), gap=6, frame=True, columns=2, rows=2, count=4)))
    assert len(found.questions) == 1
    assert "are the cards 55" in found.questions[0]


@pytest.mark.parametrize(("shape", "curved"), [("hex", False), ("circle", True), ("circle", False)])
def test_hexes_and_circles_are_found_by_their_outlines(shape: str, *, curved: bool) -> None:
    """A circle may be drawn with curves, or as a polygon of many corners."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(595.3, 841.9))
    width, height = 40 * MM, (40 if shape == "circle" else 46) * MM
    for row in range(4):
        for column in range(3):
            x, y = (20 + column * 50) * MM, (40 + row * 55) * MM
            canvas.setFillColorRGB(0.2 * row, 0.3 * column, 0.6)
            if curved:
                canvas.circle(x + width / 2, y + height / 2, width / 2, fill=1)
                continue
            path = canvas.beginPath()
            sides = 6 if shape == "hex" else 48
            for at in range(sides):
                angle = 2 * math.pi * at / sides + math.pi / 2
                # A hex with its point up is as wide as the side of its inner circle.
                wide = width / 2 / (math.cos(math.pi / 6) if shape == "hex" else 1)
                across, up = wide * math.cos(angle), height / 2 * math.sin(angle)
                here = x + width / 2 + across, y + height / 2 + up
                (path.moveTo if at == 0 else path.lineTo)(*here)
            path.close()
            canvas.drawPath(path, fill=1)
    canvas.save()
    found = found_in(stream.getvalue())
    (page,) = found.pages
    assert len(page.cells) == 12
    assert {cell.shape for cell in page.cells} == {shape}


def test_hexes_of_a_honeycomb_are_found_though_their_rectangles_overlap() -> None:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(595.3, 841.9))
    radius = 25 * MM
    for number in range(9):
        column, row = divmod(number, 3)
        x = 40 * MM + 1.5 * radius * column
        y = 60 * MM + radius * math.sqrt(3) * (row + column % 2 / 2)
        canvas.setFillColor(INKS[number % len(INKS)])
        path = canvas.beginPath()
        for at in range(6):
            here = (
                x + radius * math.cos(at * math.pi / 3),
                y + radius * math.sin(at * math.pi / 3),
            )
            (path.moveTo if at == 0 else path.lineTo)(*here)
        path.close()
        canvas.drawPath(path, fill=1)
    canvas.save()
    found = found_in(stream.getvalue())
    assert not found.questions
    assert [cell.shape for cell in found.pages[0].cells] == ["hex"] * 9


def test_cards_and_their_round_emblems_are_no_circles() -> None:
    found = found_in(pdf(Layout(marks=True, frame=True, count=9)))
    assert {cell.shape for page in found.pages for cell in page.cells} == {""}
