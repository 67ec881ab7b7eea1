from pathlib import Path

import pytest

from printnplay.game.verdicts import Verdict
from printnplay.kernel.geometry import Size, mm

from .small_style import TEXTS, renderer

VERDICT = Verdict(
    example="cover-symbol",
    true=True,
    before={"grid": ["", "o-green"]},
    move={"play": "x-green"},
    legal=False,
    because="TTM-6",
    after=None,
)
FIGURE = """\
{% set height = 4 * example.before.grid|length %}
<svg xmlns="http://www.w3.org/2000/svg" width="{{ width }}mm" height="{{ height }}mm"
  viewBox="0 0 {{ width }} {{ height }}">
{{ grid(2, 1, 4, 1, 1) }}{{ arrow(0, 0, 5, 0) }}
{{ tick(9, 1, 4) if example.legal else cross(9, 1, 4) }}
</svg>
"""


def test_a_figure_is_as_high_as_its_template_says(tmp_path: Path) -> None:
    (tmp_path / "figure.svg.j2").write_text(FIGURE)
    maker = renderer([tmp_path])
    figure = maker.draw_figure(VERDICT, mm(100.5), TEXTS)
    assert maker.problems.found == []
    assert figure is not None
    picture = figure.picture
    assert (picture.size, picture.bleed) == (Size(mm(100.5), mm(8)), 0)
    assert picture.name == "figure-cover-symbol"


@pytest.mark.parametrize("view_box", ["0 0 101 8", "-1 0 100 8"])
def test_a_figure_that_does_not_go_into_its_column_is_a_fault(
    tmp_path: Path, view_box: str
) -> None:
    width = view_box.split()[2]
    (tmp_path / "seating.svg.j2").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="8mm"'
        f' viewBox="{view_box}"/>'
    )
    maker = renderer([tmp_path])
    assert maker.draw_figure(VERDICT, mm(100), TEXTS, "seating") is None
    assert [fault.code.id for fault in maker.problems.found] == ["PNP415"]


@pytest.mark.parametrize(
    ("word", "worded"), [("", False), ("<title>{{ t('cards.flip.name') }}</title>", True)]
)
def test_a_figure_without_words_can_serve_every_language(
    tmp_path: Path,
    word: str,
    worded: bool,  # noqa: FBT001
) -> None:
    (tmp_path / "figure.svg.j2").write_text(FIGURE.replace("</svg>", f"{word}</svg>"))
    maker = renderer([tmp_path])
    figure = maker.draw_figure(VERDICT, mm(100.5), TEXTS)
    assert figure is not None
    assert figure.worded == worded
