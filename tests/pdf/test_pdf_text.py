from collections.abc import Callable
from ctypes import byref, c_double

import pypdfium2
import pytest
import uharfbuzz
from msgspec.structs import replace
from pypdfium2 import raw

from printnplay.kernel.geometry import Point, Rect, Size, mm, pt
from printnplay.pdf import FontError
from printnplay.scene.sheet import Leaf, Page, Run, TextLine

from .readback import MM, marks, opened
from .samples import A4, FONT_FOLDER, NBSP, NNBSP, document, faces, line, written

TextOf = Callable[[bytes], str]
TIGHT = "AVATAR To Wy. fluffy Tafel, Łódź"
FILES = {"medium": "RedHatDisplay-Medium.ttf", "round": "TableRound-Regular.ttf"}


def origins(pdf: bytes) -> list[tuple[str, float, float]]:
    """Every character of the first page with its origin in points, y up."""
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    found = []
    for index in range(text.count_chars()):
        x, y = c_double(), c_double()
        assert raw.FPDFText_GetCharOrigin(text, index, byref(x), byref(y))
        found.append((chr(raw.FPDFText_GetUnicode(text, index)), x.value, y.value))
    return found


def pen_positions(text: str, file: str, size: float) -> dict[int, float]:
    """Where HarfBuzz puts the glyph of each character; the last entry is the end of the line."""
    blob = uharfbuzz.Blob.from_file_path(FONT_FOLDER / file)
    face = uharfbuzz.Face(blob)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(face), buffer)
    pen, places = 0.0, {}
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        places[info.cluster] = pen * size / face.upem
        pen += position.x_advance
    return {**places, len(text): pen * size / face.upem}


@pytest.mark.parametrize("face", FILES)
def test_glyphs_stand_where_harfbuzz_measured_them(face: str) -> None:
    text = TIGHT + "|"
    expected = pen_positions(text, FILES[face], 40)
    read = origins(written(document(line(text, x=0, size=40, face=face))))
    assert "".join(character for character, _, _ in read) == text
    for index, place in expected.items():
        if index < len(text):
            assert read[index][1] == pytest.approx(place, abs=0.1), text[index]


def test_the_sample_is_one_that_kerning_changes() -> None:
    apart = sum(pen_positions(one, FILES["medium"], 40)[1] for one in TIGHT)
    assert apart - pen_positions(TIGHT, FILES["medium"], 40)[len(TIGHT)] > 5


def test_runs_start_at_their_own_places() -> None:
    runs = (
        Run(0, "AV", "medium", pt(10), "#000000"),
        Run(mm(30), "To", "round", pt(20), "#000000"),
    )
    read = origins(written(document(TextLine(Point(mm(20), mm(50)), runs))))
    places = {character: (x * MM, 297 - y * MM) for character, x, y in read}
    assert places["A"] == pytest.approx((20, 50), abs=0.01)
    assert places["T"] == pytest.approx((50, 50), abs=0.01)


@pytest.mark.parametrize(("turn", "end"), [(0, (60, 50)), (90, (20, 90)), (270, (20, 10))])
def test_a_line_turns_clockwise_about_its_start(turn: int, end: tuple[int, int]) -> None:
    runs = (Run(0, "A", "medium", pt(10), "#000000"), Run(mm(40), "B", "medium", pt(10), "#000000"))
    read = origins(written(document(TextLine(Point(mm(20), mm(50)), runs, turn))))
    places = {character: (x * MM, 297 - y * MM) for character, x, y in read}
    assert places["A"] == pytest.approx((20, 50), abs=0.01)
    assert places["B"] == pytest.approx(end, abs=0.01)


def test_text_on_a_leaf_moves_with_it() -> None:
    page = Page(Size(A4.width // 2, A4.height // 2), (line("A", x=10, y=20),))
    leaf = Leaf(page, Rect(mm(30), mm(40), page.size.width, page.size.height))
    ((_, x, y),) = origins(written(document(leaf)))
    assert (x * MM, 297 - y * MM) == pytest.approx((40, 60), abs=0.01)


def test_every_kind_of_space_reads_back_as_it_was() -> None:
    text = f"Volte{NNBSP}! no{NBSP}1 a b"
    read = origins(written(document(line(text))))
    assert "".join(character for character, _, _ in read) == text


def test_poppler_reads_the_text_with_every_space_as_a_plain_one(pdftotext: TextOf) -> None:
    text = f"Łódź «{NNBSP}Öffnen{NNBSP}» fi fl ffi no{NBSP}1 — “x”"
    plain = text.replace(NBSP, " ").replace(NNBSP, " ")
    assert pdftotext(written(document(line(text)))).strip() == plain


def test_widened_spaces_move_what_follows_and_read_back_as_one_space(pdftotext: TextOf) -> None:
    text, by = f"Take a{NBSP}card now", mm(2)
    run = Run(0, text, "medium", pt(12), "#000000", by)
    wide = written(document(TextLine(Point(mm(20), mm(100)), (run,))))
    usual = written(document(line(text)))
    spread = {index: place for index, (_, place, _) in enumerate(origins(wide))}
    places = {index: place for index, (_, place, _) in enumerate(origins(usual))}
    moved = [round((spread[index] - places[index]) * MM) for index in range(len(text))]
    assert moved == [0] * 5 + [2] * 2 + [4] * 5 + [6] * 3
    assert pdftotext(wide).strip() == "Take a card now"
    assert "".join(character for character, _, _ in origins(wide)) == "Take a card now"
    assert len(marks(opened(wide), "TJ", "Tj")) == 1


def test_a_ligature_reads_back_as_its_letters() -> None:
    read = origins(written(document(line("fluffy office"))))
    assert "".join(character for character, _, _ in read) == "fluffy office"


def test_more_characters_than_one_code_page_holds() -> None:
    some = [chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x17F)) if code != 0xAD]
    covered = "".join(one for one in some if one in covered_characters())
    rows = [line(covered[start : start + 40], y=20 + start // 4) for start in range(0, 320, 40)]
    assert len(covered) > 255
    data = written(document(*rows))
    assert "".join(character for character, _, _ in origins(data) if character > " ") == covered
    pdf = opened(data)
    assert len(pdf.pages[0].Resources.Font) == 2


def covered_characters() -> set[str]:
    blob = uharfbuzz.Blob.from_file_path(FONT_FOLDER / FILES["medium"])
    return {chr(code) for code in uharfbuzz.Face(blob).unicodes}


def test_black_text_is_black_ink_only() -> None:
    pdf = opened(written(document(line("Black"))))
    assert [(mark.operator, mark.operands) for mark in marks(pdf, "g", "rg", "k")] == [("g", (0,))]


def test_coloured_text_is_rgb() -> None:
    run = Run(0, "Red", "medium", pt(10), "#ff0000")
    pdf = opened(written(document(TextLine(Point(0, mm(50)), (run,)))))
    assert [mark.operands for mark in marks(pdf, "g", "rg", "k")] == [(1, 0, 0)]


def test_an_empty_run_draws_nothing() -> None:
    pdf = opened(written(document(line(""))))
    assert marks(pdf, "Tj", "TJ") == []


def test_a_font_file_that_is_none_is_named() -> None:
    (medium, *_) = faces()
    broken = replace(medium, path=str(FONT_FOLDER / "README.md"))
    with pytest.raises(FontError, match=r"README\.md"):
        written(document(line("A"), fonts=(broken,)))


@pytest.mark.parametrize("hyphen", ["\u00ad", "\u2011"])
def test_a_hyphen_that_is_not_read_is_seen(hyphen: str) -> None:
    """At the end of a line, and the one that ends no line: both look like a plain hyphen."""

    def shown(text: str) -> bytes:
        page = pypdfium2.PdfDocument(written(document(line(text, size=40))))[0]
        return bytes(page.render(scale=1).to_pil().tobytes())

    assert shown(f"Kar{hyphen}") == shown("Kar-") != shown("Kar")
