"""Templates that nothing uses: which are reported, and when it cannot be known."""

import shutil
from pathlib import Path

import pytest

from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems

from .projects import GAME, PROJECT, change, copied

TEMPLATES = "templates/sampler"
PLAIN = "<svg/>"


def unused(project: Path) -> list[str]:
    """The files that are reported as used by nothing."""
    problems = Problems()
    open_game(Catalog(project), "sampler", ("en",), problems, Scrutiny(thorough=True))
    faults = [fault for fault in problems.found if fault.code == codes.UNUSED_TEMPLATE]
    return [Path(fault.span.file).name for fault in faults]


def test_all_templates_of_the_sampler_are_used() -> None:
    assert unused(PROJECT) == []


def test_what_a_used_template_imports_is_used_too(tmp_path: Path) -> None:
    project = copied(tmp_path)
    for name in ("lines", "dots", "loose"):
        (project / TEMPLATES / f"{name}.svg.j2").write_text(PLAIN, encoding="utf-8")
    (project / TEMPLATES / "lines.svg.j2").write_text('{% import "dots.svg.j2" as dots %}', "utf-8")
    face = project / TEMPLATES / "face.svg.j2"
    face.write_text('{% import "lines.svg.j2" as lines %}\n' + face.read_text("utf-8"), "utf-8")
    assert unused(project) == ["loose.svg.j2"]


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ('{% from "loose.svg.j2" import dot %}', []),
        ("{%- include 'loose.svg.j2' ignore missing -%}", []),
        ('{# {% include "loose.svg.j2" %} #}', ["loose.svg.j2"]),
    ],
)
def test_a_template_is_used_by_what_names_it_but_not_in_a_comment(
    tmp_path: Path, line: str, reported: list[str]
) -> None:
    project = copied(tmp_path)
    loose = "{% macro dot() %}{% endmacro %}" + PLAIN
    (project / TEMPLATES / "loose.svg.j2").write_text(loose, encoding="utf-8")
    face = project / TEMPLATES / "face.svg.j2"
    face.write_text(line + face.read_text("utf-8"), "utf-8")
    assert unused(project) == reported


@pytest.mark.parametrize(
    "line", ['{% include board.id ~ ".svg.j2" ignore missing %}', "{% include %}"]
)
def test_nothing_is_reported_where_a_template_hides_what_it_uses(tmp_path: Path, line: str) -> None:
    project = copied(tmp_path)
    (project / TEMPLATES / "loose.svg.j2").write_text(PLAIN, encoding="utf-8")
    (project / TEMPLATES / "board.svg.j2").write_text(line + PLAIN, encoding="utf-8")
    assert unused(project) == []


def test_what_another_game_of_the_style_uses_is_used(tmp_path: Path) -> None:
    project = copied(tmp_path)
    for name in ("loose", "shared"):
        (project / TEMPLATES / f"{name}.svg.j2").write_text(PLAIN, encoding="utf-8")
    other = shutil.copytree(project / Path(GAME).parent, project / "designs/other")
    change(other / "game.yaml", "id: sampler", "id: other")
    change(other / "game.yaml", "id: small, template: board", "id: small, template: shared")
    assert unused(project) == ["loose.svg.j2"]


def test_the_base_of_all_styles_is_nobodys_own(tmp_path: Path) -> None:
    project = copied(tmp_path)
    base = project / "templates/base"
    base.mkdir()
    (base / "loose.svg.j2").write_text(PLAIN, encoding="utf-8")
    assert unused(project) == []
