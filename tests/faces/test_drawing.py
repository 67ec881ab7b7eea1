import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as some
from lxml import etree

from printnplay.faces.helpers import arrow, cross, grid, places, tick

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
MILLIMETRES = some.integers(0, 100_000).map(lambda um: um / 1000)


def _numbers(svg: str, attribute: str) -> list[list[float]]:
    shapes = etree.fromstring(svg)
    return [[float(one) for one in NUMBER.findall(str(s.get(attribute)))] for s in shapes]


@given(some.integers(1, 8), some.integers(1, 8), MILLIMETRES, MILLIMETRES, MILLIMETRES)
def test_a_grid_has_a_line_on_either_side_of_every_cell(
    columns: int, rows: int, cell: float, x: float, y: float
) -> None:
    lines = _numbers(grid(columns, rows, cell, x, y), "points")
    assert len(lines) == columns + 1 + rows + 1
    upright = [line[0] for line in lines[: columns + 1]]
    level = [line[1] for line in lines[columns + 1 :]]
    for found in (upright, level):
        assert all(abs(b - a - cell) < 0.0021 for a, b in pairwise(found))
    assert abs(upright[0] - x) < 0.001
    assert abs(level[0] - y) < 0.001


def test_places_lie_in_the_middle_of_their_cells() -> None:
    svg = places(3, 2, 10, 1, 2, gap=2, radius=1, stroke="#333")
    assert len(etree.fromstring(svg)) == 6
    assert _numbers(svg, "x") == [[2], [12], [22], [2], [12], [22]]
    assert _numbers(svg, "y") == [[3]] * 3 + [[13]] * 3
    assert _numbers(svg, "width") == [[8]] * 6
    assert etree.fromstring(svg).get("stroke") == "#333"


def test_an_arrow_ends_in_its_point() -> None:
    line, tip = etree.fromstring(arrow(0, 5, 20, 5, head=4))
    assert (line.get("x1"), line.get("x2")) == ("0", "16.0")
    assert str(tip.get("points")).split() == ["20,5", "16.0,7.0", "16.0,3.0"]


def test_marks_stay_in_their_box() -> None:
    for mark in (tick(10, 20, 5), cross(10, 20, 5)):
        numbers = [n for line in _numbers(mark, "points") for n in line]
        assert all(10 <= x <= 15 for x in numbers[::2])
        assert all(20 <= y <= 25 for y in numbers[1::2])


def test_a_look_replaces_what_a_mark_is_drawn_with() -> None:
    group = etree.fromstring(cross(0, 0, 5, stroke="#cc0000", stroke_width=2))
    assert (group.get("stroke"), group.get("stroke-width")) == ("#cc0000", "2")
