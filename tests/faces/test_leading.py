"""A leading that is given together with a size is meant at that size."""

import re
from pathlib import Path

import pytest

from .small_style import draw_body

CALLS = {
    "textbox": 'textbox("Turn\nit", 0, 0, 20, 20, size="6pt", min="5pt", leading="9pt")',
    "text": 'flow([text("Turn\nit", size="6pt", min="5pt", leading="9pt")], 0, 0, 20, 20)',
}
WITHOUT_SIZE = 'textbox("Turn\nit", 0, 0, 20, 20, leading="9pt")'
NINE = 9 * 25.4 / 72


def distance(svg: str) -> float:
    """The distance between the baselines of two lines, in mm."""
    first, second = map(float, re.findall(r'<tspan[^>]* y="([\d.]+)"', svg))
    return second - first


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_it_is_the_distance_between_lines_of_that_size(tmp_path: Path, call: str) -> None:
    assert distance(draw_body(tmp_path, f"{{{{ {call} }}}}").svg) == pytest.approx(NINE, abs=0.01)


def test_without_a_size_it_is_meant_at_the_size_of_the_style(tmp_path: Path) -> None:
    face = draw_body(tmp_path, f"{{{{ {WITHOUT_SIZE} }}}}")
    assert distance(face.svg) == pytest.approx(NINE, abs=0.01)
