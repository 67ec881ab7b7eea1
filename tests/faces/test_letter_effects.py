"""Letters with an outline or a shadow: shapes behind a text that is there once."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import mm
from printnplay.scene.style import LetterOutline, LetterShadow, TextStyle

from .small_style import CASES, NAME, STYLE, draw, renderer

OUTLINED = replace(NAME, outline=LetterOutline(mm(0.3), "red"))
SHADED = replace(NAME, shadow=LetterShadow(mm(0.5), mm(-0.25), "red"))
BOTH = replace(OUTLINED, shadow=SHADED.shadow)
CALLS = {
    "textbox": 'textbox("Flip it", 0, 0, 20, 20, "look")',
    "fit_title": 'fit_title("Flip it", 0, 0, 20, 20, "look")',
    "flow": 'flow([text("Flip it", "look")], 0, 0, 20, 20)',
    "turned": 'textbox("Flip it", 0, 0, 20, 20, "look", turn=90)',
}


def drawn(folder: Path, look: TextStyle, call: str) -> str:
    """A face with a call in a style."""
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{{{{ {call} }}}}</svg>", "utf-8")
    style = replace(STYLE, text={**STYLE.text, "look": look})
    maker = renderer([folder, CASES], style=style)
    face = draw(maker, "face")
    assert maker.problems.found == []
    assert face is not None
    assert face.texts == ("Flip it",)
    return face.svg


def shapes(svg: str) -> list[str]:
    return re.findall("<path[^>]*>", svg)


def start(shape: str) -> tuple[float, float]:
    """The first point of a shape."""
    found = re.search(r' d="M([-\d.]+) ([-\d.]+)', shape)
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_outline_lies_behind_letters_that_are_there_once(tmp_path: Path, call: str) -> None:
    svg = drawn(tmp_path, OUTLINED, call)
    (shape,) = shapes(svg)
    assert 'fill="#cc0000"' in shape
    assert 'stroke="#cc0000"' in shape
    assert 'stroke-width="0.6"' in shape or 'stroke-width="0.600"' in shape
    assert 'stroke-linejoin="round"' in shape
    assert svg.index("<path") < svg.index("<text")
    assert len(re.findall("Flip", svg)) == 1


def test_a_shadow_is_moved(tmp_path: Path) -> None:
    (outline,) = shapes(drawn(tmp_path, OUTLINED, CALLS["textbox"]))
    (shadow,) = shapes(drawn(tmp_path, SHADED, CALLS["textbox"]))
    assert "stroke" not in shadow
    x, y = start(outline)
    assert start(shadow) == pytest.approx((x + 0.5, y - 0.25), abs=0.001)


@pytest.mark.parametrize(
    ("turn", "moved"), [(90, (-0.25, -0.5)), (180, (-0.5, 0.25)), (270, (0.25, 0.5))]
)
def test_a_shadow_falls_to_the_same_side_of_turned_letters(
    tmp_path: Path, turn: int, moved: tuple[float, float]
) -> None:
    call = f'textbox("Flip it", 0, 0, 20, 20, "look", turn={turn})'
    (outline,) = shapes(drawn(tmp_path, OUTLINED, call))
    (shadow,) = shapes(drawn(tmp_path, SHADED, call))
    expected = [a + b for a, b in zip(start(outline), moved, strict=True)]
    assert start(shadow) == pytest.approx(expected, abs=0.001)


def test_the_shadow_of_an_outlined_letter_is_as_wide(tmp_path: Path) -> None:
    shadow, outline = shapes(drawn(tmp_path, BOTH, CALLS["textbox"]))
    assert "stroke-width" in shadow
    assert start(shadow) > start(outline)


def test_letters_without_either_have_no_shapes(tmp_path: Path) -> None:
    assert shapes(drawn(tmp_path, NAME, CALLS["textbox"])) == []


def test_an_empty_text_has_no_shapes(tmp_path: Path) -> None:
    (tmp_path / "face.svg.j2").write_text(
        "<svg {{ root }}>{{ textbox('', 0, 0, 20, 20, 'look') }}</svg>", "utf-8"
    )
    style = replace(STYLE, text={**STYLE.text, "look": BOTH})
    face = draw(renderer([tmp_path, CASES], style=style), "face")
    assert face is not None
    assert "path" not in face.svg
