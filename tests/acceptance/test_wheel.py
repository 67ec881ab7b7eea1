"""What a user installs builds the same files, with nothing of this folder in reach."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from .builds import ROOT
from .program import built_below, differing, run_build
from .shelf import Shelf
from .test_same_bytes import SURROUNDINGS, usual

BUILDER = "hatchling"


def pip(*words: str | Path) -> None:
    """Run pip, which must not need anything from the network."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this project; where CI is set, it must be possible to build it."""
    if find_spec(BUILDER) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{BUILDER} is not installed, and CI is set: it is in the group `dev`")
        pytest.skip(f"NOT CHECKED: {BUILDER} is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", ROOT, "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_all_data_and_the_licences_of_the_fonts(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    for folder in ("designs", "locales", "templates"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        files = [path for path in files if path.parent.name != "__pycache__"]
        assert files
        for path in files:
            assert f"printnplay/data/{path.relative_to(ROOT).as_posix()}" in names
    assert "printnplay/data/templates/fonts/OFL-RedHatDisplay.txt" in names
    assert "printnplay/data/templates/fonts/OFL-TableRound.txt" in names
    licences = {name.rpartition("/licenses/")[2] for name in names if "/licenses/" in name}
    assert {"LICENSE", "templates/fonts/OFL-RedHatDisplay.txt"} <= licences
    assert not [name for name in names if name.startswith(("tests", "tools", "output"))]


@pytest.mark.at_leisure
def test_installed_it_builds_the_same_bytes_in_an_empty_folder(
    wheel: Path, shelf: Shelf, tmp_path: Path
) -> None:
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    pip("install", "--no-deps", "--no-index", "--target", installed, wheel)
    surroundings = {**SURROUNDINGS["bare"], "PYTHONPATH": str(installed)}
    program = run_build(empty, surroundings, "-l", "en", papers=("letter",))
    assert Path(program).is_relative_to(installed)
    assert differing(built_below(empty), usual(shelf, ("en",), ("letter",))) == []
