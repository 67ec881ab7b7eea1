"""Projects to run commands in."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .project import ROOT, copy_project, run, stand_in


@pytest.fixture(autouse=True)
def own_cache(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled templates are kept beside the tests' files, not in the user's cache."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(shared / "templates-compiled"))


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
