"""Drawings, which all pictures and the live page show, have dark text in black where asked."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from .small_style import CASES, STYLE, draw, renderer

DARK, RED = STYLE.colours["ink"], STYLE.colours["red"]
TEMPLATE = f"""<svg {{{{ root }}}}><rect width="9" height="9" fill="{DARK}"/>
{{{{ textbox(t("cards.flip.hint"), 0, 0, 20, 9) }}}}
{{{{ textbox(t("cards.flip.hint"), 0, 9, 20, 9, colour="red") }}}}</svg>"""


@pytest.mark.parametrize(("black_text", "colour"), [(False, DARK), (True, "#000000")])
def test_dark_text_is_black_where_the_style_says_so(
    tmp_path: Path,
    black_text: bool,  # noqa: FBT001
    colour: str,
) -> None:
    (tmp_path / "face.svg.j2").write_text(TEMPLATE, "utf-8")
    style = replace(STYLE, black_text=black_text)
    face = draw(renderer([tmp_path, CASES], style=style), "face")
    assert face is not None
    assert f'<rect width="9" height="9" fill="{DARK}"/>' in face.svg
    assert {*re.findall(r'<tspan[^>]* fill="([^"]*)"', face.svg)} == {colour, RED}
