"""Text boxes in columns, around and inside of shapes, and turned."""

import re
from pathlib import Path

import pytest

from .small_style import CASES, draw, draw_body, draw_text, renderer

WORDS = "Take four cards and put them on the table"
TSPAN = re.compile(r'<tspan x="([^"]*)" y="([^"]*)"')
SMALL = 'size="6pt", min="4pt", align="left", valign="top"'


def starts(folder: Path, body: str) -> list[tuple[float, float]]:
    """Where each line of text starts."""
    svg = draw_body(folder, body).svg
    return [(float(x), float(y)) for x, y in TSPAN.findall(svg)]


@pytest.mark.parametrize(
    "shape",
    [
        "(0, 0, 8, 5)",
        "[(0, 0, 8, 5)]",
        "[0, 0, 8, 5]",
        "'M0 0 H8 V5 H0 Z'",
        "picture",
        "[picture, none]",
        "[(0, 0, 4, 5), (4, 0, 4, 5)]",
    ],
)
def test_a_text_goes_around_a_shape(tmp_path: Path, shape: str) -> None:
    picture = "{% set picture = icon('flip', 0, 0, 5) %}"
    box = f'{{{{ textbox("{WORDS}", 0, 0, 20, 20, {SMALL}, around={shape}, gap=1) }}}}'
    found = starts(tmp_path, picture + box)
    beside = [x for x, y in found if y < 6]
    below = [x for x, y in found if y > 9]
    assert beside
    assert below
    assert {*beside} == {6 if "picture" in shape else 9}
    assert {*below} == {0}


def test_a_text_goes_around_a_circle(tmp_path: Path) -> None:
    box = f'textbox("{WORDS}", 0, 0, 20, 20, {SMALL}, around=(0, 0, 8), gap=0)'
    found = starts(tmp_path, f"{{{{ {box} }}}}")
    first, second, *_ = [x for x, _ in found]
    assert 8 >= first > second > 0


@pytest.mark.parametrize("shape", ["(10, 10, 10)", "'M10 0 L20 10 L10 20 L0 10 Z'"])
def test_a_text_fills_a_shape(tmp_path: Path, shape: str) -> None:
    box = f'textbox("{WORDS}", 0, 0, 20, 20, size="6pt", min="3pt", inside={shape}, gap=1)'
    found = [x for x, _ in starts(tmp_path, f"{{{{ {box} }}}}")]
    assert found[0] > min(found)
    assert found[-1] > min(found)


def test_a_text_is_set_in_columns(tmp_path: Path) -> None:
    box = f'textbox("{WORDS}", 0, 0, 20, 20, {SMALL}, columns=2, gap=2)'
    found = starts(tmp_path, f"{{{{ {box} }}}}")
    assert {x for x, _ in found} == {0, 11}
    assert min(y for x, y in found if x) == min(y for x, y in found if not x)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_text_fills_a_part_of_its_box_on_the_card(tmp_path: Path, turn: int) -> None:
    call = f'textbox("Hi all", 1, 2, 12, 15, {SMALL}, turn={turn})'
    sides = 'x="{{ box.x }}" y="{{ box.y }}" width="{{ box.right }}" height="{{ box.bottom }}"'
    svg = draw_body(tmp_path, f"{{% set box = {call} %}}<rect {sides}/>{{{{ box }}}}").svg
    rect = re.search("<rect[^>]*>", svg)
    assert rect is not None
    x, y, right, bottom = (float(number) for number in re.findall(r'"([\d.]+)"', rect[0])[:4])
    wide, high = right - x, bottom - y
    assert (wide < high) == (turn % 180 == 90)
    corners = {0: (x, y), 90: (right, y), 180: (right, bottom), 270: (x, bottom)}
    expected = {0: (1, 2), 90: (13, 2), 180: (13, 17), 270: (1, 17)}
    assert corners[turn] == pytest.approx(expected[turn], abs=0.01)
    assert ("rotate(" in svg or "matrix(" in svg) == bool(turn)


def test_a_turned_text_goes_around_a_shape_of_the_card(tmp_path: Path) -> None:
    """A shape at the end of the lines, which is at the top of the card."""
    upright, turned = (
        starts(tmp_path, f'{{{{ textbox("{WORDS}", 0, 0, 20, 20, {SMALL}, {more}) }}}}')
        for more in ("around=(0, 0, 8, 5)", "around=(0, 12, 5, 8), turn=270")
    )
    assert turned == upright


MISTAKES = [
    ("around=5", "`around` is not a shape"),
    ("around='M0 0 H5'", "`around` is not a shape"),
    ("around='circle'", "`around` is not a shape"),
    ("around=(1, 2)", "`around` is not a shape"),
    ("around=(1, 2, -3)", "`around` is not a shape"),
    ("around=[(1, 2, 3), 4]", "`around` is not a shape"),
    ("around=[(1, 2, 3)] * 60", "more than 50 shapes"),
    ("around=nothing", "`nothing` is not defined"),
    ("around=grid", "a function is not a text"),
    ("inside=[(1, 2, 3), (1, 2, 3)]", "`inside` is a list of shapes"),
    ("columns=0", "columns is 0"),
    ("columns=2.5", "columns is 2.5"),
    ("columns=2, around=(1, 2, 3)", "a text in columns cannot"),
    ("gap=-1", "gap is -1"),
    ("gap='1mm'", "gap is '1mm'"),
    ("turn=45", "turn is 45"),
    ("turn='90'", "turn is '90'"),
    ("fit='family'", "fit is 'family'"),
]


@pytest.mark.parametrize(("option", "message"), MISTAKES)
def test_mistakes_are_reported(tmp_path: Path, option: str, message: str) -> None:
    body = f"<svg {{{{ root }}}}>{{{{ textbox('a', 0, 0, 9, 9, {option}) }}}}</svg>"
    (tmp_path / "face.svg.j2").write_text(body, "utf-8")
    maker = renderer([tmp_path, CASES])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert message in fault.message
    assert fault.help


def test_a_shape_over_the_whole_box_leaves_no_room(tmp_path: Path) -> None:
    body = "<svg {{ root }}>{{ textbox('a', 0, 0, 9, 9, around=(0, 0, 9, 9)) }}</svg>"
    (tmp_path / "face.svg.j2").write_text(body, "utf-8")
    maker = renderer([tmp_path, CASES])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert (fault.code.id, "too high" in fault.message) == ("PNP501", True)


def test_an_empty_drawing_is_no_obstacle(tmp_path: Path) -> None:
    box = f"textbox('Hi', 0, 0, 20, 20, {SMALL}, around=textbox('', 0, 0, 9, 9))"
    assert starts(tmp_path, f"{{{{ {box} }}}}")[0][0] == 0


def test_a_box_in_a_million_rows_is_drawn(tmp_path: Path) -> None:
    shape = "around=(0, 0, 20, 90000)"
    box = f"textbox('Hi you', 0, 0, 20, 90000, size='0.01pt', min='0.01pt', {shape})"
    body = f"<svg {{{{ root }}}}>{{{{ {box} }}}}</svg>"
    assert draw_text(tmp_path, body)


def test_a_shape_of_thousands_of_corners_is_reported_or_takes_no_time(tmp_path: Path) -> None:
    """Corners that nobody can tell apart are one; a jagged shape has too many."""
    fine = "M0 0 H20 V5 " + " ".join(f"L{20 - n / 1000} 5" for n in range(0, 20000, 10)) + " Z"
    jagged = "M0 0 H20 V5 " + " ".join(f"L{20 - n / 100} {5 + n % 2}" for n in range(1500)) + " Z"
    for shape, count in ((fine, 0), (jagged, 1)):
        body = f"{{{{ textbox('Hi', 0, 0, 20, 20, around='{shape}', gap=0) }}}}"
        (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>", "utf-8")
        maker = renderer([tmp_path, CASES])
        draw(maker, "face")
        assert len(maker.problems.found) == count
