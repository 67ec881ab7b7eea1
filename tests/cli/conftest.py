"""Projects to run commands in."""

from pathlib import Path

import pytest

from .project import copy_project, stand_in


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled templates are kept beside the tests' files, not in the user's cache."""
    folder = tmp_path_factory.getbasetemp() / "templates-compiled"
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(folder))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped project, to work in as if it were the checkout."""
    folder = tmp_path / "project"
    folder.mkdir()
    stand_in(copy_project(folder), folder, monkeypatch)
    return folder
