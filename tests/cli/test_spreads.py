"""Spreads of the rulebook: what is on the left page, on the right one, and across both."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from .project import ROOT, run, stand_in

BOOKLET, TEXTS = Path("designs/shore/booklet.yaml"), Path("locales/en/shore.yaml")
WIDE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="40mm" viewBox="0 0 200 40">'
    '<rect width="100" height="40" fill="#ff0000"/>'
    '<rect x="100" width="100" height="40" fill="#0000ff"/></svg>'
)
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
SPREAD = """\
      - spread: [{paragraph: rules.end.empty}]
        across: {picture: wide.svg, alt: rules.end.title}
        right: [{paragraph: rules.goal.points}]
"""


@pytest.fixture(autouse=True)
def shore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new shore --from csv").status == 0
    monkeypatch.chdir(tmp_path / "shore")
    Path("designs/shore/art").mkdir(exist_ok=True)
    Path("designs/shore/art/wide.svg").write_text(WIDE, "utf-8")
    put(BOOKLET, "      - paragraph: rules.end.empty\n", SPREAD)


def put(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_picture_lies_across_the_spine_with_its_areas_below() -> None:
    ran = run("build --format pdf --format html")
    assert ran.status == 0, ran.err
    (book,) = Path("output").rglob("*rulebook.pdf")
    with pypdfium2.PdfDocument(book) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
        left = next(at for at, text in enumerate(texts) if "The game ends" in text)
        images: list[Image.Image] = [
            document[at].render(scale=1).to_pil().convert("RGB") for at in (left, left + 1)
        ]
    assert left % 2 == 1  # page 2, 4, 6...
    assert "End of the game" in texts[left]
    assert "Build places" in texts[left + 1]
    y = 60
    first, second = images
    assert first.getpixel((first.width - 3, y)) == RED
    assert second.getpixel((2, y)) == BLUE
    assert first.getpixel((5, y)) == WHITE == second.getpixel((second.width - 6, y))
    (page,) = Path("output").rglob("*rulebook.html")
    html = page.read_text("utf-8")
    assert html.index("#ff0000") < html.index("rules.end.empty") < html.rindex("Build places")


@pytest.mark.at_leisure
def test_the_texts_below_a_picture_across_begin_level() -> None:
    """The caption on the left page takes as much room on the right one."""
    put(BOOKLET, "alt: rules.end.title}", "alt: rules.end.title, caption: rules.end.title}")
    assert run("build --format pdf").status == 0
    (book,) = Path("output").rglob("*rulebook.pdf")
    with pypdfium2.PdfDocument(book) as document:
        pages = [page.get_textpage() for page in document]
        *_, right = (page for page in pages if "Build places" in page.get_text_bounded())
        left = pages[pages.index(right) - 1]
        caption, text = (
            page.get_charbox(page.search(words).get_next()[0])
            for page, words in ((left, "End of the game"), (right, "Build places"))
        )
    assert text[3] < caption[1]  # its top is below the foot of the caption


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("page: a6", "page: {width: 105mm, height: 148mm, columns: 2}", "has 2 columns below"),
        (
            "      - spread:",
            "      - heading: rules.turn.cards\n      - spread:",
            "is above one half of it",
        ),
    ],
)
def test_a_picture_that_cannot_be_at_the_head_of_both_pages_is_reported(
    old: str, new: str, says: str
) -> None:
    put(BOOKLET, old, new)
    ran = run("check shore")
    assert ran.status == 1
    assert says in ran.err


@pytest.mark.at_leisure
def test_an_area_that_is_higher_than_its_page_is_reported() -> None:
    many = ", ".join(["{paragraph: rules.goal.points}"] * 30)
    put(BOOKLET, "right: [{paragraph: rules.goal.points}]", f"right: [{many}]")
    ran = run("check shore")
    assert ran.status == 1
    assert "PNP511" in ran.err
    assert "locales/en/shore.yaml" in ran.err
