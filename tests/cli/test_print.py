"""`print`: other people's PDFs and pictures, from the file to the kit."""

import io
import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from recognition.sheets import Layout, pdf, picture
from reportlab.pdfgen.canvas import Canvas
from typer.testing import CliRunner

from printnplay.cli.app import app


def run(place: Path, *words: object) -> tuple[int, str]:
    outcome = CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)
    assert "Traceback" not in outcome.output
    assert not list(place.rglob(".unfinished-*"))
    return outcome.exit_code, outcome.output


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kit_of(place: Path, name: str, paper: str = "a4") -> Path:
    return place / name / "output" / name / "en" / f"{name}-en-{paper}-kit.pdf"


def words_on(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.at_leisure
def test_a_pdf_becomes_a_kit_with_its_vectors_and_words(place: Path) -> None:
    (place / "Deck.pdf").write_bytes(pdf(Layout(marks=True, frame=True, count=11, backs="pages")))
    code, said = run(place, "print", "Deck.pdf", "-p", "letter")
    assert code == 0
    assert "found 11 cards of 63.5 x 88.9 mm (poker) on 4 pages, all with backs" in said
    kit = kit_of(place, "deck", "letter")
    pages = words_on(kit)
    # Each face has its own words as text, and none of its neighbours on the old page.
    assert sum(page.count("Card 7") for page in pages) == 1
    assert sum(page.count("Back") >= 2 for page in pages) == 2
    with pikepdf.open(kit) as opened:
        names = {str(font.BaseFont) for font in fonts_of(opened)}
    assert any("Helvetica" in name for name in names)


def fonts_of(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        item
        for item in document.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
    ]


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_what_is_found_is_shown_and_can_be_corrected(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(marks=True, count=4, columns=2, rows=2)))
    assert run(place, "print", "deck.pdf")[0] == 0
    with Image.open(place / "deck" / "found.png") as found:
        assert found.width > 400
    said = (place / "deck" / "print.yaml").read_text("utf-8")
    assert "cells: [41.5x59.6mm, 105x59.6mm, 41.5x148.5mm, 105x148.5mm]" in said
    changed = said.replace("  - {front: 1.3}\n", "  - {front: 1.3, back: 1.4, copies: 3}\n")
    (place / "deck" / "print.yaml").write_text(
        changed.replace("  - {front: 1.4}\n", ""), encoding="utf-8"
    )
    code, said = run(place, "print", "deck/print.yaml")
    assert code == 0
    assert "3 cards of 63.5 x 88.9 mm" in said
    rows = (place / "deck/designs/deck/cards-2.csv").read_text("utf-8").splitlines()
    assert rows[1].startswith("card-003,3,003.png,003.pdf,003-back.png")


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_the_project_is_one_that_all_commands_take(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=9)))
    assert run(place, "print", "deck.pdf", "--backs", "none")[0] in (0, 2)
    code, said = run(place, "export", "png", "--project", "deck")
    assert (code, "9 files" in said or "10 files" in said) == (0, True)
    with Image.open(place / "deck/output/deck/en/png/card-001-front.png") as face:
        assert face.size == (821, 1121)  # 63.5 x 88.9 mm with 3 mm of bleed


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_an_edited_file_of_the_project_is_kept(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=9)))
    assert run(place, "print", "deck.pdf")[0] == 0
    game = place / "deck/designs/deck/game.yaml"
    text = game.read_text("utf-8").replace('title: "Deck"', 'title: "Our Deck"')
    game.write_text(text, encoding="utf-8")
    code, said = run(place, "print", "deck")
    assert code == 0
    assert "kept deck/designs/deck/game.yaml: you have edited it" in said
    assert game.read_text("utf-8") == text


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_cards_are_scaled_with_a_warning(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=9)))
    code, said = run(place, "print", "deck.pdf", "--size", "mini-euro")
    assert code == 0
    assert "warning[PNP336]: cards of 63.5 x 88.9 mm are scaled to 44 x 68 mm" in said
    assert "9 cards of 44 x 68 mm" in said


@pytest.mark.parametrize(
    ("bleed", "colour"), [("#00ff00", (0, 255, 0)), ("stretch", (47, 93, 139))]
)
@pytest.mark.at_leisure
def test_bleed_is_made_as_asked(bleed: str, colour: tuple[int, ...], place: Path) -> None:
    (place / "cards").mkdir()
    for number in (1, 2):
        content = picture(f"Card {number}", (750, 1050), "#2f5d8b")
        (place / "cards" / f"card{number}.png").write_bytes(content)
    assert run(place, "print", "cards", "-o", "again", "--bleed", bleed)[0] == 0
    with Image.open(place / "again/designs/again/art/001.png") as face:
        assert face.convert("RGB").getpixel((5, face.height // 2)) == colour


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_a_correction_that_names_no_card_is_reported_at_its_place(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=9)))
    run(place, "print", "deck.pdf")
    path = place / "deck/print.yaml"
    path.write_text(path.read_text("utf-8").replace("front: 1.9", "front: 2.9"), encoding="utf-8")
    code, said = run(place, "print", "deck")
    assert code == 1
    assert "PNP673" in said
    assert "there is no page `2`" in said


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_bleed_of_both_sides_and_corners_are_kept_in_print_yaml(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=4, backs="pages")))
    code, said = run(place, "print", "deck.pdf", "--back-bleed", "4mm")
    assert (code, "print at most 3mm of it" in said) == (2, True)
    run(place, "print", "deck.pdf")
    path = place / "deck/print.yaml"
    text = path.read_text("utf-8")
    own = "front_bleed: 0mm\nback_bleed: {}\ncorner: 3mm\n"
    path.write_text(own.format("3.5mm") + text, encoding="utf-8")
    code, said = run(place, "print", "deck")
    assert (code, "PNP144" in said) == (1, True)
    path.write_text(own.format("2mm") + text, encoding="utf-8")
    code, said = run(place, "print", "deck")
    assert code == 0
    game = (place / "deck/designs/deck/game.yaml").read_text("utf-8")
    assert "corner: 3mm, bleed: 0mm, back_bleed: 2mm}" in game


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_frames_of_an_unusual_size_are_asked_about_and_nothing_is_printed(place: Path) -> None:
    layout = Layout(size=(55, 80), gap=6, frame=True, columns=2, rows=2, count=4)
    (place / "deck.pdf").write_bytes(pdf(layout))
    code, said = run(place, "print", "deck.pdf")
    assert code == 1
    assert "error[PNP679]: are the cards 55" in said
    assert not (place / "deck" / "output").exists()
    assert run(place, "print", "deck/print.yaml")[0] == 0  # yes, they are


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_no_number_of_players_is_made_up(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=9)))
    assert run(place, "print", "deck.pdf")[0] == 0
    assert "1–4" not in words_on(kit_of(place, "deck"))[0]
    game = place / "deck/designs/deck/game.yaml"
    text = game.read_text("utf-8").replace("rules: none", "rules: deck")
    game.write_text(text, encoding="utf-8")
    assert "rules, but no numbers of players" in run(place, "check", "--project", "deck")[1]


def blank(pages: int, width: float = 595, height: float = 842) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(width, height), invariant=True)
    for _ in range(pages):
        canvas.drawString(50, 50, "Rules")
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def locked() -> bytes:
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(Layout(frame=True)))) as document:
        document.save(stream, encryption=pikepdf.Encryption(owner="a", user="b"))
    return stream.getvalue()


def bomb() -> bytes:
    stream = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(stream, "PNG")
    return stream.getvalue()


HOSTILE = {
    "cut off": ("deck.pdf", lambda: pdf(Layout(frame=True))[:900], "PNP677", "damaged"),
    "with a password": ("deck.pdf", locked, "PNP677", "encrypted with a password"),
    "no cards": ("deck.pdf", lambda: blank(2), "PNP672", "no cards are found"),
    "many pages": ("deck.pdf", lambda: blank(2_000), "PNP677", "2,000 pages; the limit is 400"),
    "a huge page": ("deck.pdf", lambda: blank(1, 14_000, 14_000), "PNP677", "page 1 is 4939"),
    "no PDF": ("deck.pdf", lambda: b"<html>not found</html>", "PNP677", "cannot be"),
    "an empty file": ("deck.pdf", lambda: b"", "PNP677", "cannot be"),
    "a bomb": ("card.png", bomb, "PNP677", "cannot be decoded"),
    "other files": ("deck.docx", lambda: b"PK", "PNP677", "neither a PDF nor a picture"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("case", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_cannot_be_printed_is_a_fault_and_writes_nothing(
    case: tuple[str, object, str, str], place: Path
) -> None:
    name, content, number, words = case
    assert callable(content)
    (place / name).write_bytes(content())
    code, said = run(place, "print", name)
    assert code == 1
    assert f"error[{number}]" in said
    assert words in said
    assert [path.name for path in place.iterdir()] == [name]


@pytest.mark.turns(4)
@pytest.mark.at_leisure
def test_a_folder_with_other_files_is_not_written_to(place: Path) -> None:
    (place / "deck.pdf").write_bytes(pdf(Layout(frame=True, count=9)))
    (place / "deck").mkdir()
    (place / "deck" / "notes.txt").touch()
    code, said = run(place, "print", "deck.pdf")
    assert code == 2
    assert "PNP006" in said
    assert run(place, "print", "deck.pdf", "-o", "other")[0] == 0
    record = json.loads((place / "other/.printed.json").read_text("utf-8"))
    assert "designs/other/game.yaml" in record


@pytest.mark.at_leisure
def test_files_of_odd_names_are_cards_too(place: Path) -> None:
    folder = place / "cards"
    folder.mkdir()
    names = ["card2²3.png", "card\x7f\x85.png", 'a "x" \\c.png', "card10.png", "card9.png"]
    for number, name in enumerate(names):
        Image.new("RGB", (744, 1039), (40 * number, 90, 200)).save(folder / name)
    code, said = run(place, "print", "cards", "-o", "out")
    assert code == 0, said
    assert "found 5 cards" in said
    assert list((place / "out").rglob("*-a4-kit.pdf"))
