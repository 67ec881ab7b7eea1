"""A server that runs hostile projects, and the projects that the cases begin with."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree

import pytest

from .running import Runner
from .scene import LEAN


@pytest.fixture(scope="session")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    """Runs commands in processes of their own, under bounds."""
    begun = Runner(tmp_path_factory.mktemp("hostile"))
    yield begun
    begun.close()


@pytest.fixture(scope="session")
def bases(runner: Runner) -> Mapping[str, Path | None]:
    """The projects that cases change: by their names, the folders to copy."""
    folder = runner.folder / "bases"
    folder.mkdir()
    assert runner.run("new game", folder).status == 0
    new, lean = folder / "game", folder / "lean"
    copytree(new, lean)
    (lean / "locales/glossary/game.yaml").unlink()
    copytree(LEAN, lean, dirs_exist_ok=True)
    runner.rehearse(lean)
    return {"new": new, "lean": lean, "nothing": None}
