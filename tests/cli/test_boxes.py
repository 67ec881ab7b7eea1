"""Boxes of a game: several, of each kind, with dividers, and split if a deck is too thick."""

from pathlib import Path

import pypdfium2
import pytest

from .project import run

pytestmark = pytest.mark.sampled(3)

GAME = "designs/lost-city/game.yaml"
TEXTS = "locales/en/lost-city.yaml"
EDITION = "output/lost-city/en"
ALL = """boxes:
  - {id: numbers, groups: [numbers], dividers: yes}
  - {id: storms, groups: [storms], type: drawer}
  - {id: shop, type: wrap, base: {width: 80mm, height: 110mm, depth: 30mm}}
"""


def boxed(project: Path, boxes: str) -> None:
    """Write the boxes of the game in place of the one that it has."""
    path = project / GAME
    kept = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("box:")]
    path.write_text("\n".join([*kept, boxes]), "utf-8")


def pages(project: Path, paper: str = "a4", kind: str = "box") -> list[str]:
    """Return the texts of the pages of a document."""
    path = project / EDITION / f"lost-city-en-{paper}-{kind}.pdf"
    with pypdfium2.PdfDocument(path) as pdf:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_group_may_have_a_box_of_its_own_kind(city: Path, paper: str) -> None:
    boxed(city, ALL)
    ran = run(f"build -p {paper}")
    assert (ran.status, ran.err) == (0, ""), ran.err
    shown = pages(city, paper)
    titles = [
        "Tuck box · Number cards",
        "Dividers · Number cards",
        "Sleeve · Storm cards",
        "Drawer · Storm cards",
        "Wrap for the base",
    ]
    found = [next((title for title in titles if title in page), "") for page in shown]
    assert list(dict.fromkeys(found)) == titles
    assert any("24 cards of 250 g/m²" in page for page in shown)
    told = pages(city, paper, "kit")[1]
    for step in ("slit the short solid lines", "Box with a drawer", "Paper wrap", "Dividers: cut"):
        assert step in told
    assert "Lid and base" not in told


def test_a_title_of_its_own_stands_on_the_box(city: Path) -> None:
    boxed(city, "boxes: [{id: storms, groups: [storms], type: lid-and-base}, {id: others}]")
    texts = city / TEXTS
    texts.write_text(texts.read_text("utf-8") + '  boxes: {storms: "Stormy weather"}\n', "utf-8")
    template = city / "templates/lost-city/box.svg.j2"
    template.write_text(template.read_text("utf-8").replace("game.title", "box_title"), "utf-8")
    ran = run("build")
    assert (ran.status, ran.err) == (0, ""), ran.err
    lid, base, *others = pages(city)
    for page in (lid, base):
        assert page.count("Stormy weather") >= 2
    assert not any("Stormy weather" in page for page in others)
    # The card counts only: these are the cards that no other box names.
    assert any("24 cards of" in page for page in others)


def test_a_deck_too_thick_for_a_box_is_split_evenly(city: Path) -> None:
    boxed(city, "box: {deck_depth: 150mm}")
    ran = run("build")
    assert ran.status == 0
    assert "warning[PNP544]: the 26 cards are 150 mm thick: they are split over 4 boxes" in ran.err
    assert "write `split: 4` if that is right, `split: 1` for one box" in ran.err
    shown = " ".join(pages(city))
    assert [shown.count(f"Tuck box {number}/4") > 0 for number in range(1, 5)] == [True] * 4
    assert (shown.count("7 cards of measured"), shown.count("6 cards of measured")) == (2, 2)


@pytest.mark.parametrize(("split", "title"), [("split: 1", "Tuck box"), ("split: 4", "1/4")])
def test_what_the_game_asks_for_is_not_reported(city: Path, split: str, title: str) -> None:
    boxed(city, f"box: {{deck_depth: 150mm, {split}}}")
    ran = run("build")
    assert (ran.status, ran.err) == (0, ""), ran.err
    shown = pages(city)
    assert title in shown[0]
    assert any("/4" in page for page in shown) == (split == "split: 4")


def test_a_large_box_has_piles_side_by_side(city: Path) -> None:
    boxed(city, "box: {deck_depth: 150mm, type: lid-and-base, holds: [booklet]}")
    ran = run("build")
    assert (ran.status, ran.err) == (0, ""), ran.err
    shown = pages(city)
    assert {title for title in ("Box lid", "Box base") if any(title in page for page in shown)} == {
        "Box lid",
        "Box base",
    }
    # Large parts come in tiles.
    assert "Part 1 of" in shown[0]


def test_cutting_machines_get_the_lines_of_all_boxes(city: Path) -> None:
    boxed(city, ALL)
    ran = run("build --format svg --format dxf --format pdf")
    assert ran.status == 0, ran.err
    sheets = len(pages(city))
    for ending in ("svg", "dxf"):
        files = sorted((city / EDITION).glob(f"lost-city-en-a4-box/*.{ending}"))
        assert len(files) == sheets
        folded = [path for path in files if "fold" in path.read_text("utf-8")]
        # Dividers are not folded.
        assert len(folded) == sheets - 1


def test_boxes_are_in_a_release_and_its_pictures(city: Path) -> None:
    boxed(city, ALL)
    ran = run("export all -j 1 -o release")
    assert ran.status == 0, ran.err
    names = {path.name for path in (city / "release").rglob("*")}
    assert {"lost-city-en-a4-box.pdf", "lost-city-en-letter-box.pdf", "deck.png"} <= names


def test_a_print_service_gets_the_panels_of_the_first_box(city: Path) -> None:
    boxed(city, ALL)
    ran = run("export thegamecrafter -o ordered")
    assert ran.status == 0, ran.err
    names = {path.name for path in (city / "ordered").rglob("box-poker-*/*.png")}
    assert names == {f"{panel}.png" for panel in ("front", "back", "side", "top", "bottom")}
