"""The back of a rulebook as booklet.yaml describes it: blocks, facts, QR code and barcode."""

import shutil
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pypdfium2
import pytest

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.sampled(2)

BOOKLET = "designs/dune/booklet.yaml"
BACK = """\
back:
  middle: [{paragraph: cover.blurb}, {note: rules.goal.points}]
  foot: [{paragraph: cover.credits}]
  facts: yes
  qr: https://example.com/rules
  ean: "400638133393"
"""


@pytest.fixture(scope="module")
def begun(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A game whose rulebook has such a back."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new dune --from csv").status == 0
        with (folder / "dune" / BOOKLET).open("a", encoding="utf-8") as file:
            file.write(BACK)

    return once("project-dune", make) / "dune"


@pytest.fixture
def dune(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to work in."""
    folder = shutil.copytree(begun, tmp_path / "dune")
    stand_in(folder, ROOT, monkeypatch)
    return folder


def put(project: Path, old: str, new: str) -> None:
    text = (project / BOOKLET).read_text("utf-8")
    assert old in text
    (project / BOOKLET).write_text(text.replace(old, new, 1), "utf-8")


def last_page(project: Path) -> pypdfium2.PdfTextPage:
    (rulebook,) = project.rglob("*rulebook.pdf")
    document = pypdfium2.PdfDocument(rulebook)
    return document[len(document) - 1].get_textpage()


def height_of(words: str, text: pypdfium2.PdfTextPage) -> float:
    """The distance of some words from the foot of the page."""
    found = text.search(words).get_next()
    assert found, words
    return float(text.get_charbox(found[0])[1])


def test_the_back_has_its_blocks_above_the_facts_and_the_codes(dune: Path) -> None:
    ran = run("build")
    assert ran.status == 0, ran.err
    text = last_page(dune)
    heights = [
        height_of(words, text)
        for words in ("Places to keep", "Build places", "A game of", "30", "006381")
    ]
    assert heights == sorted(heights, reverse=True)
    # The barcode has its check digit.
    assert "4 006381 333931" in " ".join(text.get_text_bounded().split())
    (rulebook,) = dune.rglob("*rulebook.pdf")
    with pypdfium2.PdfDocument(rulebook) as document:
        page = document[len(document) - 1].render(scale=4).to_pil().convert("L")
    foot = page.crop((0, round(page.height * 0.78), page.width, page.height))
    left, right = (
        foot.crop((x, 0, x + foot.width // 2, foot.height)) for x in (0, foot.width // 2)
    )
    for code in (left, right):
        assert sum(value < 100 for value in code.get_flattened_data()) > 5000


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"400638133393"', '"4006381333932"', "`4006381333932` is not an EAN-13"),
        ('"400638133393"', '"40063813339"', "`40063813339` is not an EAN-13"),
        ("https://example.com/rules", "example.com", "`example.com` is not a web address"),
        ("note: rules.goal.points", "heading: rules.goal.points", "the back of the booklet cannot"),
        (
            "note: rules.goal.points",
            "columns: [[{chapter: one}]]",
            "the back of the booklet cannot",
        ),
        ("cover.blurb", "cover.blurp", "the text `cover.blurp` is missing in `en`"),
    ],
)
def test_faults_of_the_back_are_reported(dune: Path, old: str, new: str, said: str) -> None:
    put(dune, old, new)
    ran = run("check")
    assert ran.status == 1
    assert said in ran.err


def test_a_back_that_is_too_full_is_reported(dune: Path) -> None:
    notes = ", ".join(["{note: rules.goal.points}"] * 9)
    put(dune, "{note: rules.goal.points}", notes)
    assert "a block is taller than a page" in run("check").err


def test_without_a_back_the_template_draws_the_last_page(dune: Path) -> None:
    put(dune, BACK, "")
    assert run("build").status == 0
    text = last_page(dune).get_text_bounded()
    assert "Places to keep" in text
    assert "4 006381" not in text


def test_the_blocks_of_the_back_end_the_rulebook_on_screens(dune: Path) -> None:
    put(dune, "foot:", "foot: [{paragraph: extra.last}, {picture: reef.svg, alt: extra.alt}]\n  #")
    (dune / "designs/dune/reef.svg").write_text(PICTURE, "utf-8")
    texts = next((dune / "locales/en").glob("*.yaml"))
    added = "  extra: {last: The last words., alt: A reef}\n"
    texts.write_text(texts.read_text("utf-8").rstrip() + "\n" + added, "utf-8")
    ran = run("build --format html --format epub")
    assert ran.status == 0, ran.err
    (page,) = dune.rglob("*rulebook.html")
    shown = page.read_text("utf-8").partition("</main>")[0].rpartition('class="back"')[2]
    assert "The last words." in shown
    assert "A reef" in shown
    (book,) = dune.rglob("*rulebook.epub")
    with ZipFile(book) as archive:
        assert "The last words." in archive.read("book/back.xhtml").decode()
        assert "back.xhtml" in archive.read("book/package.opf").decode()
    (dune / "locales/de").mkdir()
    (dune / "locales/de/dune.yaml").write_text("de: {extra: {last: Das Ende.}}\n", "utf-8")
    assert run("l10n export de dune -o sent").status == 0
    (po,) = (path for path in dune.rglob("*.po") if "The last words." in path.read_text("utf-8"))
    assert "paragraph on the back of the booklet" in " ".join(po.read_text("utf-8").split())


PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
    '<rect width="20" height="10" fill="#123456"/></svg>'
)
