"""How long rulebooks are bound: a warning, and signatures that are sewn or glued."""

from pathlib import Path

import pypdfium2
import pytest

from .project import run

pytestmark = pytest.mark.at_leisure
FOLDER = Path("output/lost-city/en")
PAGE = "      - paragraph: rules.goal.points\n      - page_break: page\n"


@pytest.fixture
def thick(city: Path) -> Path:
    """A game with a rulebook of 44 pages at least, on pages of A6."""
    booklet = city / "designs/lost-city/booklet.yaml"
    text = booklet.read_text("utf-8").replace("{width: 127mm, height: 190.5mm}", "a6")
    first, goal, rest = text.partition("  - id: goal\n    blocks:\n")
    booklet.write_text(f"booklet: {{up: 2}}\n{first}{goal}{40 * PAGE}{rest}", "utf-8")
    return city


def words(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_bounded() for page in document]


def test_a_thick_booklet_is_better_sewn_or_glued(thick: Path) -> None:
    ran = run("build --format pdf -p a3")
    assert "PNP571" in ran.err
    assert "--booklet signatures" in ran.err
    for binding, label, step in (
        ("signatures", "Signature 2, sheet 1, front", "Sew each signature"),
        ("perfect", "Sheet 11, front", "brush its folds with glue"),
    ):
        ran = run(f"build -p a3 --booklet {binding}")
        assert (ran.status, ran.err) == (0, "")
        sides = words(thick / FOLDER / "lost-city-en-a3-booklet.pdf")
        assert any(label in " ".join(side.split()) for side in sides)
        kit = " ".join(" ".join(words(thick / FOLDER / "lost-city-en-a3-kit.pdf")).split())
        assert step in kit
        assert "Cut each sheet in half" in kit
        assert "staples" not in kit
