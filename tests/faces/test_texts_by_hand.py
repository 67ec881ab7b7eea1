"""Texts that a designer writes by hand, in a template and in a drawing, as a browser shows them.

Each is drawn in the ways that users get it: as PDF, and as SVG that carries its fonts; written in a
template, and put into one with `art()`.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from preview.browser import browser
from svg.likeness import difference, ink, printed

from printnplay.export.drawings import carrying
from printnplay.pdf.bake import Oven, plan
from printnplay.pdf.isolation import Limits
from printnplay.raster.single_faces import Crop, as_svg, with_fonts
from printnplay.scene.picture import Picture

from .small_style import BLEED, SHELF, draw_body, draw_text

TEXTS = sorted((Path(__file__).parent / "texts_by_hand").glob("*.svg"))
SIDE = 300
UNLIKE = {"SVG": 0.005, "PDF": 0.015}
"""What may differ: the edges of letters, which browsers and viewers smooth otherwise."""

WHOLE = 'art("drawing.svg", -2, -2, 24, 24)'


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with browser() as opened:
        yield opened.new_page(viewport={"width": SIDE, "height": SIDE})


@pytest.mark.at_leisure
@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_a_text_is_drawn_as_a_browser_draws_it(text: Path, page: Any, tmp_path: Path) -> None:  # noqa: ANN401
    svg = text.read_text(encoding="utf-8")
    fonts = {face: Path(face.path).read_bytes() for face in SHELF.faces}
    expected = shown(with_fonts(svg, fonts), page, tmp_path)
    assert ink(expected) > 0.01
    (tmp_path / "drawing.svg").write_text(svg, encoding="utf-8")
    pictures = {
        "by hand": draw_text(tmp_path, svg),
        "as art": draw_body(tmp_path, f"{{{{ {WHOLE} }}}}", art=[tmp_path]),
    }
    unlike = {}
    for name, picture in pictures.items():
        files = as_svg(picture, Crop(BLEED))
        drawn = shown(carrying(files, SHELF.faces).decode(), page, tmp_path)
        unlike[f"{name}, SVG"] = difference(drawn, expected)
        shares = (difference(one, expected) for one in printed(pdf(picture), expected.size))
        unlike[f"{name}, PDF"] = min(shares)
    wrong = {name: share for name, share in unlike.items() if share > UNLIKE[name[-3:]]}
    assert wrong == {}


def shown(svg: str, page: Any, folder: Path) -> Image.Image:  # noqa: ANN401
    """A drawing as a browser shows it."""
    path = folder / "shown.svg"
    path.write_text(svg, encoding="utf-8")
    page.goto(path.as_uri())
    page.evaluate(
        """(side) => {
            for (const name of ["width", "height"])
                document.documentElement.setAttribute(name, side);
            return document.fonts.ready.then(() => true);
        }""",
        SIDE,
    )
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def pdf(picture: Picture) -> bytes:
    oven = Oven(SHELF.faces, Limits())
    return oven.together([plan(picture, oven).sketch])
