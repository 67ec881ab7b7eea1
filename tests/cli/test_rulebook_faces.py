"""Faces of cards in a rulebook have the shape that the cards are cut to."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from .project import ROOT, run, stand_in

DARK = 100
SCALE = 4
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="67.5mm" height="92.9mm" viewBox="-2 -2 67.5 92.9">
<rect x="-2" y="-2" width="68" height="94"/></svg>
"""


@pytest.fixture(scope="module")
def begun(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A game of black cards, with one of them in its rulebook."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new dark --from csv").status == 0
        (folder / "dark/templates/dark/picture-card.svg.j2").write_text(FACE, "utf-8")
        outline = "page: a6\nsections: [{id: end, blocks: [{cards: [harbour], texts: []}]}]\n"
        (folder / "dark/designs/dark/booklet.yaml").write_text(outline, "utf-8")

    return once("project-dark", make) / "dark"


def black(page: Image.Image) -> Image.Image:
    """The black part of a page below its title."""
    dark = page.convert("L").point(lambda value: 255 if value < DARK else 0)
    rows = [y for y in range(dark.height) if dark.crop((0, y, dark.width, y + 1)).getbbox()]
    # The face is the highest block of rows without a gap.
    runs: list[list[int]] = []
    for y in rows:
        if runs and runs[-1][-1] == y - 1:
            runs[-1].append(y)
        else:
            runs.append([y])
    tallest = max(runs, key=len)
    box = dark.crop((0, tallest[0], dark.width, tallest[-1] + 1))
    return box.crop(box.getbbox())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("cut", "filled", "empty"),
    [
        ("", [(0.01, 0.01), (0.99, 0.99), (0.5, 0.5)], []),
        ("corner: 3mm", [(0.05, 0.05), (0.5, 0.01), (0.01, 0.5)], [(0.004, 0.004)]),
        ("shape: hex", [(0.5, 0.02), (0.5, 0.5)], [(0.05, 0.05), (0.95, 0.95)]),
        ("shape: circle", [(0.5, 0.02), (0.02, 0.5)], [(0.05, 0.05), (0.95, 0.05)]),
        ('path: "M0 0 H63.5 V88.9 Z"', [(0.9, 0.1), (0.6, 0.5)], [(0.1, 0.9), (0.3, 0.5)]),
    ],
)
@pytest.mark.at_leisure
def test_a_face_has_the_shape_of_its_cut_in_print_and_on_screens(
    begun: Path,
    cut: str,
    filled: list[tuple[float, float]],
    empty: list[tuple[float, float]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = shutil.copytree(begun, tmp_path / "dark")
    stand_in(project, ROOT, monkeypatch)
    game = project / "designs/dark/game.yaml"
    text = game.read_text("utf-8")
    assert "bleed: 2mm}" in text
    game.write_text(text.replace("bleed: 2mm}", f"bleed: 2mm{cut and ', '}{cut}}}"), "utf-8")
    ran = run("build --format pdf --format html")
    assert ran.status == 0, ran.err
    (rulebook,) = project.rglob("*rulebook.pdf")
    with pypdfium2.PdfDocument(rulebook) as document:
        face = black(document[1].render(scale=SCALE).to_pil())
    for x, y in filled:
        assert face.getpixel((round(x * (face.width - 1)), round(y * (face.height - 1))))
    for x, y in empty:
        assert not face.getpixel((round(x * (face.width - 1)), round(y * (face.height - 1))))
    (page,) = project.rglob("*rulebook.html")
    shapes = re.findall(r'<clipPath id="card-1-cut"><path d="([^"]*)"', page.read_text("utf-8"))
    assert len(shapes) == bool(cut)
