"""Grids of hexes and tracks: exact, with cells that templates draw in."""

import re
from collections import Counter
from itertools import pairwise
from math import dist, hypot
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from printnplay.faces.cells import MOST, CellMaker
from printnplay.faces.filled import Cells
from printnplay.faces.sandbox import WORK

from .small_style import STYLE, draw, draw_body, renderer

SIZES = some.integers(1_000, 100_000).map(lambda um: um / 1000)


class _Plain:
    """The texts of a face without any."""

    style = STYLE


MAKER = CellMaker(_Plain())  # type: ignore[arg-type]


def corners(points: str) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in points.split())
    return [(float(x), float(y)) for x, y in pairs]


@given(some.integers(1, 7), some.integers(1, 7), SIZES, some.sampled_from((0, 1)))
def test_hexes_are_regular_and_fill_their_box(
    columns: int, rows: int, size: float, pointy: int
) -> None:
    hexes = MAKER.hex_grid(columns, rows, size, 3, 4, pointy=bool(pointy))
    assert [(hex.row, hex.column) for hex in hexes] == [
        (row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)
    ]
    _regular(hexes, size)
    assert (hexes.x, hexes.y) == (3, 4)


@given(some.integers(0, 5), SIZES, some.sampled_from((0, 1)))
def test_rings_make_a_large_hexagon(radius: int, size: float, pointy: int) -> None:
    hexes = MAKER.hex_grid(size=size, x=3, y=4, radius=radius, pointy=bool(pointy))
    assert len(hexes) == 1 + 3 * radius * (radius + 1)
    assert len({(hex.column, hex.row) for hex in hexes}) == len(hexes)
    assert min(hex.row for hex in hexes) == min(hex.column for hex in hexes) == 1
    _regular(hexes, size)


def _regular(hexes: Cells, size: float) -> None:
    every = []
    for hex in hexes:
        found = corners(hex.points)
        assert len(found) == 6
        for corner, following in pairwise([*found, found[0]]):
            assert dist(corner, (hex.x, hex.y)) == pytest.approx(size / 3**0.5, abs=0.003)
            assert dist(corner, following) == pytest.approx(size / 3**0.5, abs=0.003)
        every += found
    xs, ys = zip(*every, strict=True)
    box = [min(xs), min(ys), max(xs), max(ys)]
    assert box == pytest.approx([hexes.x, hexes.y, hexes.right, hexes.bottom], abs=0.003)
    for one, two in pairwise(sorted((hex.x, hex.y) for hex in hexes)):
        assert dist(one, two) > size - 0.003  # none lies on another


def test_neighbours_share_their_corners() -> None:
    hexes = MAKER.hex_grid(3, 3, 10)
    near = Counter((round(x, 1), round(y, 1)) for hex in hexes for x, y in corners(hex.points))
    assert set(near.values()) == {1, 2, 3}


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [("A1", ["A1", "B1", "A2", "B2"]), ("0101", ["0101", "0201", "0102", "0202"])],
)
def test_labels_are_coordinates(labels: str, wanted: list[str], tmp_path: Path) -> None:
    body = f"{{% set map = hex_grid(2, 2, 9, 0, 0, labels='{labels}') %}}{{{{ map }}}}"
    names = "{% for hex in map %}<title>{{ hex.label }}</title>{% endfor %}"
    svg = draw_body(tmp_path, body + names).svg
    assert re.findall("<title>(.*?)</title>", svg) == wanted
    assert len(re.findall("<text", svg)) == 4


def test_a_template_draws_in_each_cell(tmp_path: Path) -> None:
    body = "{% for one in track(3, 2, 2, 16, 0, 'line', 2) %}"
    dot = '<circle cx="{{ one.x }}" cy="{{ one.y }}" r="1"/>'
    svg = draw_body(tmp_path, f"{body}{dot}{{% endfor %}}").svg
    assert [float(x) for x in re.findall('cx="([^"]*)"', svg)] == [2, 10, 18]


@given(some.integers(2, 20), some.integers(2, 20), SIZES)
def test_a_track_around_a_box_has_a_space_in_each_corner(
    across: int, down: int, pitch: float
) -> None:
    width, height = round(across * pitch, 3), round(down * pitch, 3)
    spaces = MAKER.track(2 * (across + down), 1, 2, width, height, size=1, labels=False)
    places = [(one.x, one.y) for one in spaces]
    for corner in ((1, 2), (1 + width, 2), (1 + width, 2 + height), (1, 2 + height)):
        assert min(dist(corner, place) for place in places) < 0.002
    for one, two in pairwise([*places, places[0]]):
        assert dist(one, two) == pytest.approx(pitch, abs=0.003)


@given(some.integers(1, 60), SIZES, SIZES)
def test_a_round_track_lies_on_its_ellipse(count: int, width: float, height: float) -> None:
    spaces = MAKER.track(count, 0, 0, width, height, "circle", 1, labels=False)
    assert len(spaces) == count
    assert (spaces[0].x, spaces[0].y, spaces[0].angle) == pytest.approx(
        (width / 2, 0, 0), abs=0.002
    )
    for one in spaces:
        u, v = one.x / width * 2 - 1, one.y / height * 2 - 1
        assert hypot(u, v) == pytest.approx(1, abs=0.004)


def test_a_track_follows_a_path_to_its_end() -> None:
    spaces = MAKER.track(5, 10, 20, along="M0 0H30V10", size=2, labels=False)
    assert [(one.x, one.y) for one in spaces] == [(10, 20), (20, 20), (30, 20), (40, 20), (40, 30)]
    assert [one.angle for one in spaces] == [0, 0, 0, 90, 90]
    closed = MAKER.track(4, along="M0 0H10V10H0Z", size=2, labels=False)
    assert [(one.x, one.y) for one in closed] == [(0, 0), (10, 0), (10, 10), (0, 10)]


def test_numbers_and_emphasis() -> None:
    spaces = MAKER.track(7, 0, 0, 60, 0, "line", first=10, step=-5, every=10, labels=False)
    assert [one.label for one in spaces] == ["10", "5", "0", "-5", "-10", "-15", "-20"]
    assert [one.strong for one in spaces] == [True, False, True, False, True, False, True]
    strokes = re.findall('stroke-width="([^"]*)"', spaces.__html__())
    assert strokes == ["0.4", "0.8"]


def test_the_outline_has_the_colour_of_the_style_or_its_own() -> None:
    assert 'stroke="#112233"' in MAKER.hex_grid(1, 1).__html__()
    assert 'stroke="#cc0000"' in MAKER.hex_grid(1, 1, stroke="#cc0000").__html__()


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        ("hex_grid()", "columns is not given"),
        ("hex_grid(3)", "rows is not given"),
        ("hex_grid(3, 3, radius=2)", "both `radius` and `columns`"),
        ("hex_grid(radius=26)", "radius is 26"),
        ("hex_grid(100, 100)", "rows is 100"),
        ("hex_grid(3.5, 3)", "columns is 3.5"),
        ("hex_grid(True, 3)", "columns is True"),
        ("hex_grid(3, 3, 0)", "size is 0"),
        ("hex_grid(3, 3, '5mm')", "size is '5mm'"),
        ("hex_grid(3, 3, labels='B2')", "labels is 'B2'"),
        ("track(0)", "count is 0"),
        ("track(5)", "a track around 0 by 0 mm"),
        ("track(5, along='line')", "a track without length"),
        ("track(5, 0, 0, 9, 9, 'oval')", "along is 'oval', not one line"),
        ("track(5, along='M0 0H9M0 5H9')", "not one line"),
        ("track(5, along='M0 0A1e-300 1 0 0 1 5 5')", "not one line"),
        ("track(5, along='M0 0' ~ 'h1' * 1500)", "a path of 3,004 characters"),
        ("track(5, 0, 0, 9, 9, shape='star')", "shape is 'star'"),
        ("track(5, 0, 0, 9, 9, stroke_width='thick')", "stroke_width is 'thick'"),
        ("hex_grid(1, 1)[0]", "this value is not a text"),
        ("hex_grid(1, 1).weight", "weight"),
    ],
)
def test_a_mistake_is_reported_where_it_is(call: str, wrong: str, tmp_path: Path) -> None:
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>\n{{{{ {call} }}}}</svg>", "utf-8")
    maker = renderer([tmp_path])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert wrong in fault.message
    assert (fault.span.file.endswith("face.svg.j2"), fault.span.line) == (True, 2)


@pytest.mark.at_leisure
def test_grids_are_charged_by_their_size(tmp_path: Path) -> None:
    """However many are drawn, also without printing them, the work has a limit."""
    loop = "{% for i in range(900) %}{% set x = hex_grid(40, 50, 1) %}{% endfor %}"
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{loop}</svg>", "utf-8")
    maker = renderer([tmp_path])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert f"{WORK:,}" in fault.message
    assert MAKER.hex_grid(40, 50, 1).weight * 10 < WORK
    assert len(MAKER.hex_grid(40, 50, 1)) == MOST
