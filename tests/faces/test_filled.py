"""The box that a drawing of a template fills, which the template can read."""

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from printnplay.faces.filled import Filled

from .small_style import draw, draw_body, renderer

SHORT, LONG = "One line", "A text of more words than one line of this box has room for"


def _rect(folder: Path, call: str, names: str = "x y width height") -> list[float]:
    """Return the attributes of a drawing, by a rectangle drawn from them."""
    sides = zip(("x", "y", "width", "height"), names.split(), strict=False)
    given = " ".join(f'{side}="{{{{ box.{name} }}}}"' for side, name in sides)
    svg = draw_body(folder, f"{{% set box = {call} %}}<rect id='r' {given}/>{{{{ box }}}}").svg
    rect = re.search(r"<rect[^>]*>", svg)
    assert rect is not None
    return [
        float(number)
        for side in ("x", "y", "width", "height")
        for number in re.findall(rf' {side}="([^"]*)"', rect[0])
    ]


def test_a_text_box_has_the_box_of_its_lines(tmp_path: Path) -> None:
    leading = 4.233  # 12 pt
    x, y, width, height = _rect(tmp_path, f"textbox('{SHORT}', 0, 2, 20, 12, valign='bottom')")
    assert [y, height] == pytest.approx([14 - leading, leading], abs=0.01)
    assert x > 0
    assert x + width / 2 == pytest.approx(10, abs=0.01)
    _, y, _, height = _rect(tmp_path, f"textbox('{LONG}', 0, 2, 20, 20, valign='top')")
    assert (y, height > 2 * leading) == (2, True)


def test_a_text_box_has_lines_and_a_size(tmp_path: Path) -> None:
    call = f"textbox('{LONG}', 0, 2, 20, 20, valign='top', size='8pt')"
    lines, size, bottom, right = _rect(tmp_path, call, "lines size bottom right")
    assert [lines, size] == pytest.approx([4, 8 * 25.4 / 72], abs=0.001)
    assert bottom == pytest.approx(2 + lines * size * 12 / 9, abs=0.01)
    assert 10 < right <= 20


def test_an_empty_text_fills_nothing(tmp_path: Path) -> None:
    assert _rect(tmp_path, "textbox('', 0, 2, 20, 20)")[2:] == [0, 0]


def test_a_list_fills_the_box_with_its_bullets(tmp_path: Path) -> None:
    x, _, width, _ = _rect(tmp_path, "textbox('- one\n- two', 1, 2, 18, 16)")
    assert (x, 5 < width < 18) == (1, True)


@pytest.mark.parametrize(
    ("call", "box"),
    [
        ("icon('flip', 1, 2, 3)", [1, 2, 3, 3]),
        ("tick(1, 2, 3)", [1, 2, 3, 3]),
        ("grid(2, 3, 4, 1, 2)", [1, 2, 8, 12]),
        ("places(2, 3, 4, 1, 2)", [1, 2, 8, 12]),
        ("arrow(9, 5, 1, 5, head=2)", [1, 4, 8, 2]),
        ("art('shape.svg', 1, 2, 10, 5)", [3.5, 2, 5, 5]),
        ("art('shape.svg', 1, 2, 10, 5, fit='cover')", [1, 2, 10, 5]),
        ("art('shape.svg', 1, 2, 10, 5, fit='contain', focus='left')", [1, 2, 5, 5]),
    ],
)
def test_a_drawing_has_the_box_that_it_fills(tmp_path: Path, call: str, box: list[float]) -> None:
    assert _rect(tmp_path, call) == pytest.approx(box)


def test_a_title_has_its_box(tmp_path: Path) -> None:
    _, y, width, height = _rect(tmp_path, "fit_title('Flip', 0, 2, 20, 10)")
    assert y + height / 2 == pytest.approx(7, abs=0.01)
    assert 5 < width < 20


def test_a_background_lies_below_the_text_that_it_grows_with(tmp_path: Path) -> None:
    template = (
        "{% set rule = textbox(words, 0, 2, 20, 16, valign='top') %}"
        "<rect y='{{ rule.y - 1 }}' width='20' height='{{ rule.height + 2 }}'/>{{ rule }}"
    )
    heights = []
    for words in (SHORT, LONG):
        svg = draw_body(tmp_path, f"{{% set words = '{words}' %}}{template}").svg
        assert svg.index("<rect") < svg.index("<text")
        heights += [float(found) for found in re.findall(r'<rect[^>]* height="([^"]*)"', svg)]
    assert 0 < heights[0] < heights[1]


@pytest.mark.parametrize("name", ["of", "format", "__class__", "lnes"])
def test_nothing_else_of_a_drawing_can_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "face.svg.j2").write_text(
        f"<svg {{{{ root }}}}>{{{{ textbox('a', 1, 1, 9, 9).{name} }}}}</svg>", "utf-8"
    )
    maker = renderer([tmp_path])
    assert draw(maker, "face") is None
    assert maker.problems.errors == 1


def test_a_drawing_joined_with_another_text_has_no_box() -> None:
    joined = Filled.of("<g/>", (1, 2, 3, 4)) + Markup("<g/>")
    assert joined == "<g/><g/>"
    assert not hasattr(joined, "height")
