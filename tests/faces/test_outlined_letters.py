"""Letters in clusters, which are drawn as shapes, look like other text in each way of printing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.svg.ink_saving import lightened
from printnplay.svg.visions import with_black_text

from .small_style import BODY, CASES, ROOT, STYLE, draw, renderer

FONTS = [ROOT / "templates/fonts", ROOT / "tests/acceptance/lantern/templates/fonts"]
HINDI = replace(BODY, family="Noto Sans Devanagari", weight=500)
WORDS = "क्षितिज"
DARK = STYLE.colours["ink"]
LOOK = 'font-family="Noto Sans Devanagari" font-weight="500" font-size="4"'
TEXTS = {
    "a text box": f'{{{{ textbox("{WORDS}", 0, 0, 20, 9, "hindi") }}}}',
    "a text": f'<text x="2" y="9" fill="{DARK}" {LOOK}>{WORDS}</text>',
    "a part of a text": f'<text x="2" y="9" {LOOK}>ab <tspan fill="{DARK}">{WORDS}</tspan></text>',
    "a text in a style": f'<text x="2" y="9" style="fill:{DARK}" {LOOK}>{WORDS}</text>',
    "a text with a halo": f'<text x="2" y="9" stroke="#cc0000" stroke-width=".5" fill="{DARK}"'
    f" {LOOK}>{WORDS}</text>",
    "a shadow and a text": f'<text x="2.2" y="9.2" fill="#cc0000" {LOOK}>{WORDS}</text>'
    f'<text x="2" y="9" fill="{DARK}" {LOOK}>{WORDS}</text>',
}


def face_of(text: str, folder: Path) -> str:
    """A face with a text, cleaned."""
    template = f'<svg {{{{ root }}}}><rect width="20" height="20" fill="#f4e0b0"/>{text}</svg>'
    (folder / "face.svg.j2").write_text(template, "utf-8")
    maker = renderer([folder, CASES], style=replace(STYLE, text={**STYLE.text, "hindi": HINDI}))
    maker = replace(maker, shelf=type(maker.shelf)(FONTS))
    face = draw(maker, "face")
    assert face is not None, maker.problems.found
    return face.svg


def in_little_ink(svg: str) -> str:
    return lightened(svg, grey=False)


def in_black(svg: str) -> str:
    return with_black_text(svg, frozenset({"#cc0000"}))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("way", [in_little_ink, in_black])
def test_letters_drawn_as_shapes_are_black_like_other_text(
    way: Callable[[str], str], name: str, tmp_path: Path
) -> None:
    found = re.findall("<path[^>]*>", way(face_of(TEXTS[name], tmp_path)))
    assert [path for path in found if 'fill="#000000"' in path] == found[-1:]
    if way is in_little_ink:
        assert [path for path in found if 'stroke="#' in path or "style=" in path] == []
        assert len(found) == 1


def test_letters_take_the_colour_of_the_place_that_uses_them(tmp_path: Path) -> None:
    text = f'<text x="2" y="9" {LOOK}>{WORDS}</text>'
    used = f'<defs><g id="g">{text}</g></defs><use href="#g" fill="#cc0000"/>'
    (path,) = re.findall("<path[^>]*>", face_of(used, tmp_path))
    assert "fill=" not in path
    (path,) = re.findall("<path[^>]*>", in_little_ink(face_of(used, tmp_path)))
    assert 'fill="#000000"' in path


def test_letters_in_a_group_are_black_in_little_ink(tmp_path: Path) -> None:
    text = f'<g fill="{DARK}"><text x="2" y="9" {LOOK}>{WORDS}</text></g>'
    (path,) = re.findall("<path[^>]*>", in_little_ink(face_of(text, tmp_path)))
    assert 'fill="#000000"' in path
