"""Cards on label sheets: `build --label-sheet`, `--skip` and `list --label-sheets`."""

import re
from pathlib import Path

import pikepdf
import pytest

from .project import run

pytestmark = pytest.mark.sampled(4)

FOLDER = Path("output/lost-city/en")

OWN = """\
maker: Corner Shop
source: https://example.org/labels
sheets:
  12: {about: Stickers, paper: a4, grid: 2x4, label: 70x70mm, margin: 20x5mm, pitch: 90x70mm}
  mine: {about: Tray, paper: a4, label: 63.5x88.9mm, backs: yes, places: [10x10mm, 10x110mm],
    turned: [90x10mm, 90x80mm]}
  cards-6: {about: Cards, paper: a4, grid: 3x2, label: 63.5x88.9mm, margin: 9.75x50mm, backs: yes}
"""


def pictures(path: Path) -> list[int]:
    """The number of cards on each page."""
    with pikepdf.open(path) as pdf:
        return [len(re.findall(rb" Do\b", page.Contents.read_bytes())) for page in pdf.pages]


def test_cards_are_printed_on_labels_and_nothing_else(city: Path) -> None:
    ran = run("build --label-sheet avery-l7165")
    assert (ran.status, ran.err) == (0, "")
    assert (
        "26 cards of 63.5 x 88.9 mm on 4 sheets of Avery L7165, 8 on each, in the middle of labels"
        " of 99.1 x 67.7 mm" in ran.out
    )
    files = sorted(path.name for path in (city / FOLDER).glob("[!.]*"))
    assert files == ["lost-city-en-a4-selection.pdf"]
    assert pictures(city / FOLDER / files[0]) == [8, 8, 8, 2]


@pytest.mark.parametrize(
    ("skip", "cards"),
    [("3", [5, 8, 8, 5]), ("1,4-5", [5, 8, 8, 5]), ("4-4", [7, 8, 8, 3])],
)
def test_used_labels_of_the_first_sheet_are_skipped(
    skip: str, cards: list[int], city: Path
) -> None:
    assert run(f"build --label-sheet avery-j8165 --skip {skip}").status == 0
    assert pictures(city / FOLDER / "lost-city-en-a4-selection.pdf") == cards


def test_a_project_may_have_sheets_of_its_own_with_backs(city: Path) -> None:
    (city / "label-sheets").mkdir()
    (city / "label-sheets/shop.yaml").write_text(OWN, "utf-8")
    ran = run("build --label-sheet shop-cards-6 --copies 1")
    assert (ran.status, ran.err) == (0, "")
    assert "7 cards of 63.5 x 88.9 mm on 2 sheets of Corner Shop" in ran.out
    assert pictures(city / FOLDER / "lost-city-en-a4-selection.pdf") == [6, 6, 1, 1]
    listed = run("list --label-sheets").out
    assert "shop-cards-6" in listed
    assert "avery-5371" in listed


def test_cards_lie_at_places_of_ones_own_upright_and_turned(city: Path) -> None:
    """Each card is where the file says, and its back is behind it."""
    (city / "label-sheets").mkdir()
    (city / "label-sheets/shop.yaml").write_text(OWN, "utf-8")
    ran = run("build --label-sheet shop-mine --copies 1 --marks lines")
    assert (ran.status, ran.err) == (0, "")
    assert "7 cards of 63.5 x 88.9 mm on 2 sheets of Corner Shop MINE" in ran.out
    path = city / FOLDER / "lost-city-en-a4-selection.pdf"
    assert pictures(path) == [4, 4, 3, 3]
    assert re.search(r"shop-mine .* a4 +4 ", run("list --label-sheets").out)


@pytest.mark.parametrize(("sheet", "warnings"), [("cards-6", 1), ("mine", 0)])
def test_backs_on_cards_that_touch_cannot_show_more_bleed(
    sheet: str, warnings: int, city: Path
) -> None:
    (city / "label-sheets").mkdir()
    (city / "label-sheets/shop.yaml").write_text(OWN, "utf-8")
    ran = run(f"build --label-sheet shop-{sheet} --copies 1 --back-bleed 3mm")
    assert ran.status == 0
    assert ran.err.count("show 0 of 3 mm bleed") == warnings


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("--label-sheet shop-12", "PNP698", "are larger than the labels of Corner Shop 12"),
        ("--label-sheet avery-5371", "PNP698", "use `shop-cards-6`"),
        ("--label-sheet avry-5371", "PNP697", "did you mean `avery-5371`?"),
        ("--label-sheet avery-l7165 --skip 8", "PNP027", "has 8 labels"),
        ("--label-sheet avery-5388 --backs fold", "PNP027", "behind the fronts only"),
        ("--label-sheet avery-l7165 --backs long", "PNP027", "labels have no backs"),
        ("--label-sheet avery-l7165 --skip 1,9", "PNP027", "from 1 to 8"),
    ],
)
def test_what_does_not_fit_is_reported(options: str, code: str, said: str, city: Path) -> None:
    (city / "label-sheets").mkdir()
    (city / "label-sheets/shop.yaml").write_text(OWN, "utf-8")
    ran = run(f"build {options}")
    assert ran.status == (1 if code == "PNP698" else 2)
    assert f"error[{code}]" in ran.err
    assert said in ran.err
    assert ran.err.count("error[") == 1
    assert not (city / "output").exists()


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("pitch: 90x70mm", "pitch: 60x70mm", "PNP699"),
        ("margin: 20x5mm", "margin: 60x5mm", "PNP699"),
        ("grid: 2x4", "grid: 2by4", "PNP115"),
        ("label: 70x70mm", "label: 70mm", "PNP115"),
        ("paper: a4", "paper: a44", "PNP003"),
        ("grid: 2x4, ", "", "PNP699"),
        ("grid: 2x4", "places: [5x5mm, 50x50mm]", "PNP699"),
        (
            "grid: 2x4, label: 70x70mm, margin: 20x5mm",
            "label: 70x70mm, places: [5x5mm, 50x50mm]",
            "PNP699",
        ),
    ],
)
def test_faults_in_a_file_of_sheets_are_reported(
    before: str, after: str, code: str, city: Path
) -> None:
    (city / "label-sheets").mkdir()
    (city / "label-sheets/shop.yaml").write_text(OWN.replace(before, after, 1), "utf-8")
    ran = run("build --label-sheet shop-12")
    assert ran.status != 0
    assert f"error[{code}]" in ran.err


@pytest.mark.parametrize(
    "options",
    [
        "--skip 2",
        "--label-sheet avery-l7165 -p a4",
        "--label-sheet avery-l7165 --gutter 2mm",
        "--label-sheet avery-l7165 --registration silhouette",
        "--label-sheet avery-l7165 --stock 300",
    ],
)
def test_options_of_paper_are_refused(options: str, city: Path) -> None:
    ran = run(f"build {options}")
    assert ran.status == 2
    assert "does not use it" in ran.err
    assert not (city / "output").exists()


@pytest.mark.parametrize(
    ("sheet", "said", "on_pages"),
    [
        ("label-planet-lp70-25r", "1 sheet of Label Planet LP70-25R, 70 on each", [24]),
        ("avery-c32015", "2 sheets of Avery C32015, 8 on each", [8, 8, 4, 4]),
    ],
)
def test_the_faces_of_a_fold_card_have_a_label_each_or_are_two_sides_of_a_card(
    sheet: str, said: str, on_pages: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new tokens --from tiles").status == 0
    monkeypatch.chdir(tmp_path / "tokens")
    ran = run(f"build --label-sheet {sheet} --only token-*")
    assert (ran.status, ran.err) == (0, "")
    assert f"12 tokens of 22 x 22 mm on {said}" in ran.out
    (path,) = Path("output/tokens/en").glob("*.pdf")
    assert pictures(path) == on_pages
