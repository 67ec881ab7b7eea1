"""Shapes of cards that are drawn as SVG paths."""

import pytest

from printnplay.kernel.geometry import Point
from printnplay.svg.cut_paths import cut_path


def test_a_closed_line_becomes_an_outline_in_micrometres() -> None:
    outline = cut_path("M10 0 h20 l10 30.5 H0 z")
    assert outline is not None
    corners = [Point(10_000, 0), Point(30_000, 0), Point(40_000, 30_500), Point(0, 30_500)]
    assert outline.flattened() == tuple(corners)


@pytest.mark.parametrize(
    "data", ["M0 0 L10 10", "M0 0 H9 V9 Z M20 20 h5 v5 z", "M0 0 H9 V9 Q", "circle"]
)
def test_what_is_not_one_closed_line_cannot_be_cut(data: str) -> None:
    assert cut_path(data) is None
