"""The small game that is translated here, in a project of its own."""

import shutil
from pathlib import Path

import pytest
from cli.project import stand_in

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GARDEN = HERE / "garden"


@pytest.fixture(autouse=True)
def own_cache(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled templates are kept beside the tests' files, not in the user's cache."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(shared / "templates-compiled"))


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
