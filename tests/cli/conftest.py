"""Projects to run commands in."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .project import ROOT, copy_project, run, stand_in

GARDEN = Path(__file__).parent / "garden"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped project, to work in as if it were the checkout."""
    folder = tmp_path / "project"
    folder.mkdir()
    stand_in(copy_project(folder), folder, monkeypatch)
    return folder


@pytest.fixture
def built(
    tmp_path: Path,
    once: Callable[[str, Callable[[Path], None]], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """The same, with what `build -l en` has written."""
    folder = shutil.copytree(once("project-built", _build), tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


def _build(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stand_in(copy_project(folder), folder, patch)
        assert run("build -l en").status == 0


@pytest.fixture(scope="session")
def small(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A project of one small game, `lost-city`, for commands that write elsewhere."""
    return once("project-small", _begin) / "lost-city"


def _begin(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stand_in(folder, ROOT, patch)
        assert run("new lost-city").status == 0


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game in English; the common texts are those that come with the tool."""
    folder = tmp_path / "garden"
    for name in ("designs", "locales", "templates"):
        shutil.copytree(GARDEN / name, folder / name)
    stand_in(folder, ROOT, monkeypatch)
    return folder


@pytest.fixture
def polish_garden(garden: Path) -> Path:
    """The game in English and Polish."""
    for name in ("common", "garden"):
        target = garden / "locales/pl" / f"{name}.yaml"
        target.parent.mkdir(exist_ok=True)
        shutil.copy(GARDEN / "polish" / f"{name}.yaml", target)
    shutil.copy(GARDEN / "polish/glossary.yaml", garden / "locales/glossary/garden.yaml")
    return garden
