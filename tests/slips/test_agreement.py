"""What `check` calls an error stops a build, with the same codes, and nothing else does."""

import re
from pathlib import Path

import pytest
from cli.project import ROOT, run, stand_in

from .casefile import Slip, bases
from .projects import Shelf
from .test_slips import QUICK, SLIPS

_ERROR = re.compile(r"^error\[(PNP\d+)\]", re.MULTILINE)


@pytest.fixture(scope="session")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The projects, made when they are needed."""
    return Shelf(tmp_path_factory.mktemp("agreeing"))


def check_agrees(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check and build a project, and compare the codes of errors."""
    stand_in(folder, ROOT, monkeypatch)
    checked, built = run("check"), run("build -p a4 -p letter")
    assert {*_ERROR.findall(built.err)} == {*_ERROR.findall(checked.err)}
    assert bool(built.status) == bool(checked.status)


@pytest.mark.sampled(2 * QUICK)
@pytest.mark.turns(8)
@pytest.mark.parametrize(
    "slip", [slip for slip in SLIPS if slip.run == "check"], ids=lambda slip: slip.id
)
def test_checks_and_builds_of_slips_agree(
    slip: Slip, projects: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = projects.copy(slip.base, tmp_path / "project")
    project.change(slip)
    check_agrees(project.folder, monkeypatch)


@pytest.mark.turns(8)
@pytest.mark.sampled(QUICK // 3)
@pytest.mark.parametrize("name", bases())
def test_checks_and_builds_of_sound_projects_agree(
    name: str, projects: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_agrees(projects.copy(name, tmp_path / "project").folder, monkeypatch)
