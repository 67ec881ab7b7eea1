"""What nobody can know from a file alone is told or asked, and what is printed is not missed."""

from collections.abc import Sequence
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from printnplay.recognition.values import Found
from recognition.sheets import A4, MM, Layout, crop_marks, draw, pdf, picture, scan
from recognition.test_finding import found_in

pytestmark = pytest.mark.sampled(4)

Boxes = Sequence[tuple[float, float, float, float]]


def boxes(*pages: Boxes, frames: bool = True) -> bytes:
    """Pages of cards at places and of sizes in millimetres, painted in different colours."""
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=(A4[0] * MM, A4[1] * MM), invariant=True)
    number = 0
    for page in pages:
        for x, y, width, height in page:
            number += 1
            layout = Layout(size=(width, height), frame=frames, ground=True)
            draw(canvas, layout, (x, y), f"Card {number}")
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def sizes(found: Found) -> list[str]:
    return [cell.rect.size.in_mm() for page in found.pages for cell in page.cells]


def test_cards_of_a_second_size_need_not_be_of_the_trade() -> None:
    large = [(10 + 63.5 * n, 15, 63.5, 88.9) for n in range(3)]
    small = [(15 + 45 * n, 115 + 45 * row, 45, 45) for row in range(3) for n in range(4)]
    found = found_in(boxes([*large, *small], [*large[:1], *small[:5]]))
    assert sizes(found).count("45 x 45 mm") == 17
    assert sizes(found).count("63.5 x 88.9 mm") == 4
    assert not found.questions


def test_printed_areas_that_are_no_card_are_told() -> None:
    large = [(10 + 63.5 * n, 15, 63.5, 88.9) for n in range(3)]
    found = found_in(boxes([*large, (10, 120, 90, 130)]))
    assert len(found.cards) == 3
    assert any("page 1: more is printed there" in doubt for doubt in found.doubts)
    assert found_in(boxes(large)).doubts == ()


def single_last(count: int) -> bytes:
    """Pages of cards, and a last one with a single face in the first cell."""
    layout = Layout(marks=True, frame=True, count=count)
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=(A4[0] * MM, A4[1] * MM), invariant=True)
    for cells in [*layout.pages(), [(layout.places()[0], "Back")]]:
        for place, words in cells:
            draw(canvas, layout, place, words)
        crop_marks(canvas, layout)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def test_a_single_card_after_a_page_that_is_not_full_is_the_back_of_all() -> None:
    found = found_in(single_last(15))
    assert found.flip == "shared"
    assert len(found.cards) == 15
    assert found.doubts == ()


def test_a_single_card_after_full_pages_may_be_either() -> None:
    found = found_in(single_last(18))
    assert len(found.cards) == 19
    assert any("page 3: a single card" in doubt for doubt in found.doubts)


def test_bleed_without_cut_marks_is_told() -> None:
    touching = Layout(ground=True, bleed=3, gap=6, columns=2, rows=2, count=4)
    found = found_in(pdf(touching))
    assert {cell.bleed for page in found.pages for cell in page.cells} == {3000}
    (doubt,) = found.doubts
    assert "no cut marks confirm that cards are 63.5 x 88.9 mm" in doubt
    assert "69.5 x 94.9 mm" in doubt
    marked = Layout(ground=True, bleed=3, gap=6, columns=2, rows=2, count=4, marks=True)
    assert found_in(pdf(marked)).doubts == ()


def ruled(content: bytes, lines: Boxes) -> bytes:
    """Pages with lines from a place to another, in millimetres."""
    drawn = [f"{x * MM} {(297 - y) * MM} m {u * MM} {(297 - v) * MM} l" for x, y, u, v in lines]
    with pikepdf.open(BytesIO(content)) as document:
        document.pages[0].contents_add(f"0 G .3 w {' '.join(drawn)} S".encode())
        stream = BytesIO()
        document.save(stream)
    return stream.getvalue()


def test_lines_on_cards_are_no_cut_marks() -> None:
    cells = [(17 + 59 * column, 20 + 89 * row, 57, 87) for row in (0, 1) for column in (0, 1, 2)]
    lines = [(x + 3, y + at, x + 54, y + at) for x, y, *_ in cells[1:3] for at in (3, 84)]
    lines += [(x + at, y + 3, x + at, y + 84) for x, y, *_ in cells[1:3] for at in (3, 54)]
    found = found_in(ruled(boxes(cells), lines))
    assert sizes(found) == ["57 x 87 mm"] * 6
    assert not found.questions


def test_white_cards_that_have_frames_alone_are_as_large_as_these_are_apart() -> None:
    found = found_in(pdf(Layout(size=(57.5, 82.9), gap=6, frame=True, count=9)))
    assert sizes(found) == ["63.5 x 88.9 mm"] * 9
    assert found.doubts == ("no line or picture shows that the cards are 63.5 x 88.9 mm",)


def test_lines_in_the_middle_of_gaps_are_told() -> None:
    cells = [(20 + 60 * column, 20 + 74 * row, 56, 70) for row in (0, 1) for column in (0, 1)]
    lines = [(x, 0, x, 297) for x in (18, 78, 138)] + [(0, y, 210, y) for y in (18, 92, 166)]
    found = found_in(ruled(boxes(cells, frames=False), lines))
    assert set(sizes(found)) == {"60 x 74 mm"}
    assert any("cut lines 2 mm outside of the pictures" in doubt for doubt in found.doubts)
    assert any("`size: 56x70mm` and move `cells` by 2 mm" in doubt for doubt in found.doubts)


def test_pictures_without_a_resolution_and_of_no_known_size_are_a_question() -> None:
    files = [picture(name, (504, 686), "#2f5d8b") for name in ("1", "2", "back")]
    found = found_in(*files, names=("1.png", "2.png", "back.png"))
    assert found.size_question.startswith("how large are the cards?")
    assert [len(page.cells) for page in found.pages] == [1, 1, 1]
    assert [card.back and card.back.page for card in found.cards] == [2, 2]


def test_a_resolution_tells_the_size_of_pictures() -> None:
    stream = BytesIO()
    with Image.open(BytesIO(picture("1", (504, 686), "#2f5d8b"))) as image:
        image.save(stream, "PNG", dpi=(210, 210))
    found = found_in(stream.getvalue(), names=("1.png",))
    assert not found.size_question
    size = found.pages[0].cells[0].rect.size
    assert (size.width, size.height) == pytest.approx((61_000, 83_000), abs=50)


def test_line_widths_of_graphics_states_are_read() -> None:
    layout = Layout(marks=True, count=4, columns=2, rows=2)
    stream = BytesIO()
    with pikepdf.open(BytesIO(pdf(layout))) as document:
        page = document.pages[0]
        state = pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, LW=0.25)
        page.Resources.ExtGState = pikepdf.Dictionary(Thin=state)
        content = [one for one in pikepdf.parse_content_stream(page) if str(one.operator) != "w"]
        thick, thin = b"9 w\n", b"\n/Thin gs\n"
        page.Contents = document.make_stream(thick + thin + pikepdf.unparse_content_stream(content))
        document.save(stream)
    found = found_in(stream.getvalue())
    assert len(found.cards) == 4
    assert not found.questions


def aged(content: bytes) -> bytes:
    """A scan with the shadow of the lid along its edges, and the noise of a scanner."""
    stream = BytesIO()
    document = pypdfium2.PdfDocument(content)
    pages = [page.render(scale=200 / 72).to_pil().convert("L") for page in document]
    canvas = Canvas(stream, invariant=True)
    for page in pages:
        noise = Image.effect_noise(page.size, 14).point([value * 2 // 3 for value in range(256)])
        whole = Image.blend(page, noise, 0.12)
        pen = ImageDraw.Draw(whole)
        pen.rectangle((0, 0, whole.width - 1, whole.height - 1), outline=70, width=4)
        canvas.setPageSize((A4[0] * MM, A4[1] * MM))
        canvas.drawImage(ImageReader(whole), 0, 0, A4[0] * MM, A4[1] * MM)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


@pytest.mark.turns(2)
@pytest.mark.at_leisure
@pytest.mark.parametrize("degrees", [0.8, -0.6])
def test_noise_is_no_card_and_the_shadow_of_the_lid_is_not_level(degrees: float) -> None:
    layout = Layout(marks=True, frame=True, count=11)
    found = found_in(aged(scan(pdf(layout), degrees)))
    assert [len(page.cells) for page in found.pages] == [9, 2]
    for page in found.pages:
        assert page.cells[0].turn == pytest.approx(-degrees, abs=0.1)
