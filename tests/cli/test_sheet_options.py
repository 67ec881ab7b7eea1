"""The options of a build that choose cards and sheets, ink, marks and margins."""

import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw
from reportlab.pdfgen.canvas import Canvas

from .project import run

pytestmark = pytest.mark.sampled(4)

FOLDER = Path("output/lost-city/en")


def texts(path: Path) -> list[str]:
    """The content of each page, decoded."""
    with pikepdf.open(path) as pdf:
        return [page.Contents.read_bytes().decode("latin-1") for page in pdf.pages]


def pictures(path: Path) -> list[int]:
    """How many pictures are on each page."""
    return [len(re.findall(r" Do\b", page)) for page in texts(path)]


def test_chosen_cards_are_printed_as_often_as_asked_and_nothing_else(city: Path) -> None:
    ran = run("build --only number-[12] --copies 4")
    assert (ran.status, ran.err) == (0, "")
    assert "8 cards of 63.5 x 88.9 mm on 1 sheet, up to 9 on each" in ran.out
    files = sorted(path.name for path in (city / FOLDER).glob("[!.]*"))
    assert files == ["lost-city-en-a4-selection.pdf"]
    assert pictures(city / FOLDER / files[0]) == [8, 8]


def test_cards_are_chosen_by_a_field(city: Path) -> None:
    assert run("build --only value=[12] --copies 1").status == 0
    (path,) = (city / FOLDER).glob("[!.]*")
    assert pictures(path)[0] == 2


@pytest.mark.parametrize(
    ("only", "cards"),
    [("number=2..4", 3), ("number=6..", 2), ("value=..2", 2), ("number=3..3", 1)],
)
def test_cards_are_chosen_by_a_range_of_numbers(only: str, cards: int, city: Path) -> None:
    assert run(f"build --only {only} --copies 1").status == 0
    (path,) = (city / FOLDER).glob("[!.]*")
    assert pictures(path)[0] == cards


LISTS = {
    "3 number-1\n2x number-2\n": 5,
    "number-1 x3\nnumber-2 ×2\n\n# a comment\nSTORM x1 # and another": 6,
    "2 number-1\nnumber-1 x2": 4,
    "\ufeff2 number-1\r\n": 2,
    "number-1": 4,
}


@pytest.mark.parametrize("text", LISTS)
def test_a_list_says_which_cards_and_how_many(text: str, city: Path) -> None:
    (city / "lost.txt").write_bytes(text.encode())
    ran = run("build --only @lost.txt")
    assert (ran.status, ran.err) == (0, "")
    assert sum(pictures(city / FOLDER / "lost-city-en-a4-selection.pdf")) == 2 * LISTS[text]


def test_a_list_is_added_to_other_cards_and_its_numbers_are_kept(city: Path) -> None:
    (city / "lost.txt").write_text("2 number-1\nnumber-2", "utf-8")
    assert run("build --only @lost.txt --only number-3 --copies 1").status == 0
    assert pictures(city / FOLDER / "lost-city-en-a4-selection.pdf")[0] == 4


def test_a_list_has_names_in_any_language_of_the_game(city: Path) -> None:
    assert run("l10n add fr").status == 0
    path = city / "locales/fr/lost-city.yaml"
    path.write_text(path.read_text("utf-8").replace('name: ""', 'name: "Tempête"', 1), "utf-8")
    (city / "lost.txt").write_text("2 TEMPÊTE\n1 Storm\n", "utf-8")
    ran = run("build --only @lost.txt -l en")
    assert (ran.status, ran.err) == (0, "")
    assert pictures(city / FOLDER / "lost-city-en-a4-selection.pdf")[0] == 3


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("2 number-1\n3 numbr-1\n", "has no card `numbr-1`", 2),
        ("# lost\n\n0 number-1\n", "`0 number-1` is not a number of copies", 3),
        ("1000 number-1", "`1000 number-1` is not a number of copies", 1),
        ("2 number-1 x3", "has no card `2 number-1 x3`", 1),
        ("# nothing", "the list names no card", 0),
    ],
)
def test_a_line_that_names_no_card_is_reported(text: str, said: str, line: int, city: Path) -> None:
    (city / "lost.txt").write_text(text, "utf-8")
    for command in ("build", "export svg"):
        ran = run(f"{command} --only @lost.txt")
        assert ran.status == 2
        assert said in ran.err
        assert f"--> lost.txt{f':{line}:1' if line else ''}\n" in ran.err
    assert not (city / "output").exists()
    missing = run("build --only @none.txt")
    assert missing.status == 1
    assert "--> none.txt" in missing.err


@pytest.mark.parametrize(
    ("only", "said", "cure"),
    [
        ("value=12", "no card of the game `lost-city` has the value `12`", "did you mean `"),
        ("value=90..", "no card of the game `lost-city` has the value `90..`", "`--only value=1.."),
        ("valeu=1", "no card of the game `lost-city` has a field `valeu`", "did you mean `value`?"),
        ("numbr-1", "the game `lost-city` has no card `numbr-1`", "did you mean `number-1`?"),
    ],
)
def test_what_no_card_has_is_refused(only: str, said: str, cure: str, city: Path) -> None:
    ran = run(f"build --only {only}")
    assert ran.status == 2
    assert said in ran.err
    assert cure in ran.err
    assert not (city / "output").exists()


def test_a_test_sheet_has_cards_of_every_group(city: Path) -> None:
    ran = run("build --test-sheet --backs none --draft")
    assert ran.status == 0
    path = city / FOLDER / "lost-city-en-a4-selection.pdf"
    assert pictures(path)[0] <= 9
    # Each card of a draft has its mark: a white plate with round corners.
    assert texts(path)[0].count(" c h f") == pictures(path)[0]


def test_sheets_are_counted_as_paper(city: Path) -> None:
    assert run("build --sheets 2").status == 0
    assert len(texts(city / FOLDER / "lost-city-en-a4-selection.pdf")) == 2


def test_in_grey_no_page_has_a_colour(city: Path) -> None:
    assert run("build --ink grey --only * --copies 1").status == 0
    path = city / FOLDER / "lost-city-en-a4-selection.pdf"
    with pikepdf.open(path) as pdf:
        forms = [
            item.read_bytes().decode("latin-1")
            for item in pdf.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
        ]
    for content in (*texts(path), *forms):
        for red, green, blue in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|scn|sc)\b", content):
            assert red == green == blue


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--only numbr-1", "the game `lost-city` has no card `numbr-1`"),
        ("--gutter 3", "'3' is not a length such as 3mm"),
        ("--corner wide", "'wide' is not a length such as 3mm or 0.25in"),
        ("--margins 1mm,2mm", "'1mm,2mm' is not a length such as 3mm or 0.25in, or four for"),
        ("--sheets 4-2", "'4-2' is not a list of sheets"),
        ("--sheets 90", "the kit of `lost-city` on A4 has no sheet 90"),
        ("--sheets 90", "expected sheets from 1 to"),
        (
            "--only number-1 --copies 1 --sheets 1,2-4",
            "the kit of `lost-city` on A4 has no sheet 2",
        ),
        ("--copies 0", "0 is not in the range"),
        ("--copies 100000000", "is not in the range"),
    ],
)
def test_what_cannot_be_chosen_is_a_wrong_use_of_the_command(
    city: Path, options: str, said: str
) -> None:
    ran = run(f"build {options}")
    assert ran.status == 2
    assert said in " ".join(ran.err.split())
    assert not (city / "output").exists()


@pytest.mark.usefixtures("city")
def test_margins_and_a_gutter_move_the_cards() -> None:
    wide = run("build --gutter 12mm --only number-1 --copies 9")
    assert "up to 6 on each, 12 mm apart" in wide.out
    narrow = run("build --margins 30mm,5mm,5mm,5mm --only number-1 --copies 8")
    assert "up to 8 on each, 4 x 2 mm apart" in narrow.out
    # Two sheets in any case: so they lie further apart.
    more = run("build --margins 30mm,5mm,5mm,5mm --only number-1 --copies 9")
    assert "up to 6 on each, 3.1 x 4 mm apart" in more.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--format html --marks none", "'--marks': html does not use it; it is for pdf, png."),
        ("--format html --format epub --backs none", "'--backs': html or epub does not use it"),
        ("--format html --only number-1", "'--only': html does not use it"),
        ("--format epub --booklet zine", "'--booklet': epub does not use it"),
        ("--format html -p letter", "'--paper': html does not use it"),
        ("--format dxf --ink save", "'--ink': dxf does not use it; it is for pdf, png."),
        ("--format svg --booklet-flip long", "'--booklet-flip': svg does not use it"),
        ("--format png --layers", "'--layers': png does not use it; it is for pdf."),
        ("--backs none --back-marks lines", "'--back-marks': no backs are printed"),
        ("--backs none --back-bleed 3mm", "'--back-bleed': no backs are printed"),
        ("--backs fold --back-bleed 3mm", "'--back-bleed': backs lie beside their fronts"),
        ("--format svg --base-pdf base.pdf", "'--base-pdf': svg does not use it"),
    ],
)
@pytest.mark.usefixtures("city")
def test_an_option_that_changes_nothing_is_refused(options: str, said: str) -> None:
    ran = run(f"build {options}")
    assert ran.status == 2
    assert said in " ".join(ran.err.replace("│", " ").split())


def base(path: Path, *sizes: tuple[float, float]) -> None:
    """A PDF with a page of each size in millimetres, whose words say its number."""
    canvas = Canvas(str(path), invariant=1)
    for number, (width, height) in enumerate(sizes, start=1):
        canvas.setPageSize((width * 72 / 25.4, height * 72 / 25.4))
        canvas.drawString(60, 20, f"Letterhead {number}")
        canvas.line(10, 10, 90, 10)
        canvas.showPage()
    canvas.save()


@pytest.mark.parametrize(
    ("options", "pages"),
    [("", ["1", "1"]), ("--base-page 2", ["2", "2"]), ("--base-page 2,1", ["2", "1"])],
)
@pytest.mark.at_leisure
def test_a_page_of_a_pdf_is_below_every_sheet_as_vectors(
    options: str, pages: list[str], city: Path
) -> None:
    base(city / "base.pdf", (210, 297), (209.9, 297))
    ran = run(f"build --only number-1 --base-pdf base.pdf {options} --verify")
    assert (ran.status, ran.err) == (0, "")
    kit = pypdfium2.PdfDocument(city / FOLDER / "lost-city-en-a4-selection.pdf")
    words = [page.get_textpage().get_text_bounded() for page in kit]
    assert [re.findall(r"Letterhead (\d)", text) for text in words] == [[one] for one in pages]
    pixels = [list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])) for page in kit]
    assert not any(pixels)


@pytest.mark.at_leisure
def test_a_kit_is_built_again_when_the_pdf_below_has_changed(city: Path) -> None:
    for sizes, written in (([(210, 297)], 4), ([(210, 297)], 0), ([(210, 297), (99, 99)], 4)):
        base(city / "base.pdf", *sizes)
        assert (
            f"; {written} written, {4 - written} unchanged" in run("build --base-pdf base.pdf").out
        )


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("--base-pdf base.pdf --base-page 2", 1, "page 2 is 297 x 210 mm, the paper 210 x 297 mm"),
        ("--base-pdf base.pdf --base-page 3", 1, "it has no page 3: the last one is 2"),
        ("--base-pdf base.pdf --base-page x", 2, "'x' is not a page such as 1, or two such as 1,2"),
        ("--base-page 2", 2, "give the file as well, with '--base-pdf'"),
        ("--base-pdf none.pdf", 1, "error[PNP145]: the file does not exist"),
        ("--base-pdf designs/lost-city/game.yaml", 1, "it is not a PDF"),
        ("--base-pdf broken.pdf", 1, "it is damaged"),
    ],
)
def test_a_pdf_that_cannot_be_below_is_refused(
    options: str, code: int, said: str, city: Path
) -> None:
    base(city / "base.pdf", (210, 297), (297, 210))
    (city / "broken.pdf").write_bytes(b"%PDF-1.7\n" + bytes(99))
    ran = run(f"build --only number-1 {options}")
    assert ran.status == code
    assert said in " ".join(ran.err.replace("│", " ").split())
    assert not (city / "output").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--back-bleed 3mm", "show 1.45 of 3 mm bleed where they lie side by side"),
        ("--back-bleed 3mm --gutter 1mm", "show 0.5 of 3 mm bleed"),
        ("--back-bleed 3mm --gutter 6mm", ""),
        ("--back-bleed 1mm", ""),
        ("--front-bleed 0mm", "show 1.55 of 2 mm bleed"),
    ],
)
@pytest.mark.usefixtures("city")
def test_backs_that_cannot_show_more_bleed_are_told(options: str, said: str) -> None:
    ran = run(f"build --only number-1 --copies 9 {options}")
    assert ran.status == 0
    assert ran.err.count("PNP143") == bool(said)
    assert said in ran.err


def test_a_game_may_have_more_bleed_on_backs(city: Path) -> None:
    game = city / "designs/lost-city/game.yaml"
    text = game.read_text("utf-8").replace("bleed: 2mm", "bleed: 0mm, back_bleed: 3mm")
    game.write_text(text, encoding="utf-8")
    ran = run("build --only number-1 --copies 4 --verify")
    assert (ran.status, ran.err) == (0, "")
    assert "4 cards of 63.5 x 88.9 mm on 1 sheet, up to 6 on each, 6 mm apart" in ran.out
    content = texts(city / FOLDER / "lost-city-en-a4-selection.pdf")
    shown = [set(re.findall(r"([\d.]+) ([\d.]+) re W n", page)) for page in content]
    assert shown == [{("180", "252")}, {("197.007874", "269.007874")}]


@pytest.mark.parametrize(("corner", "turns"), [("0mm", 0), ("5mm", 4), ("auto", 4)])
def test_the_corners_of_cut_files_have_the_radius_asked_for(
    corner: str, turns: int, city: Path
) -> None:
    ran = run(f"build --only number-1 --copies 1 --format svg --corner {corner}")
    assert (ran.status, ran.err) == (0, "")
    (path,) = (city / FOLDER).rglob("*.svg")
    (line,) = re.findall(r'<path d="M ([^"]*) Z"', path.read_text("utf-8"))
    places = [tuple(map(float, place.split())) for place in line.split(" L ")]
    assert (len(places) > 4) is bool(turns)
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*places, strict=True))
    assert (right - left, bottom - top) == pytest.approx((63.5, 88.9), abs=0.01)
    radius = min(x for x, y in places if y == top) - left
    assert radius == pytest.approx({"0mm": 0, "5mm": 5, "auto": 3}[corner])
