from pathlib import Path

import pytest

from .small_style import draw_body

LINE = '<path d="M0 5H20" stroke="#000" stroke-width="4" {}/>'


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ('vector-effect="non-scaling-stroke"', "stroke-width:1.05833"),
        ('style="vector-effect:non-scaling-stroke"', "stroke-width:1.05833"),
        ('pathLength="10" stroke-dasharray="1"', "stroke-dasharray:2"),
    ],
)
def test_a_stroke_that_counts_otherwise_is_as_in_a_browser(
    said: str, drawn: str, tmp_path: Path
) -> None:
    assert drawn in draw_body(tmp_path, LINE.format(said)).svg
