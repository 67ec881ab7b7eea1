"""Changes planted one at a time: what a comparison says of each, and that it says no more."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.conftest import GARDEN
from cli.project import ROOT, run, stand_in

from printnplay.changes.comparing import compare
from printnplay.changes.diff import read_version
from printnplay.changes.state import GameState
from printnplay.files.catalog import Catalog

PLANTED: Mapping[str, Sequence[Mapping[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("planted.yaml").read_text("utf-8")
)
CASES = [
    pytest.param(game, change, id=f"{game}-{change['id']}")
    for game, changes in PLANTED.items()
    for change in changes
]


def edit(project: Path, file: str, old: str | None, new: str | None, *more: str) -> None:
    """Make one edit of a planted change."""
    path = project / file
    if old is None:
        path.unlink() if new is None else path.write_text(new, "utf-8")
        return
    assert new is not None
    if old == "=":
        (project / new).parent.mkdir(exist_ok=True, parents=True)
        path.rename(project / new)
        return
    content = path.read_text("utf-8")
    assert content.count(old) == 1 or (more and old in content), (file, old, content.count(old))
    path.write_text(content.replace(old, new), "utf-8", newline="")


@pytest.fixture(scope="session")
def projects(
    once: Callable[[str, Callable[[Path], None]], Path], guide_files: Mapping[str, str]
) -> Path:
    """The three games, each in a project of its own."""

    def begin(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new reef --from csv").status == 0
        for name in ("designs", "locales", "templates"):
            shutil.copytree(GARDEN / name, folder / "garden" / name)
        polish = folder / "garden/locales/pl"
        polish.mkdir()
        shutil.copy(GARDEN / "polish/garden.yaml", polish)
        shutil.copy(ROOT / "locales/pl/common.yaml", polish)
        shutil.copy(GARDEN / "polish/glossary.yaml", folder / "garden/locales/glossary/garden.yaml")
        shutil.copytree(GARDEN.with_name("stairs"), folder / "stairs")
        for name, text in guide_files.items():
            (folder / "stairs/designs/stairs" / name).write_text(text, "utf-8")

    return once("projects-to-compare", begin)


STATES: dict[str, GameState] = {}


def state(project: Path, game: str) -> GameState:
    return read_version(Catalog(project, trusted=True), game).state


@pytest.mark.parametrize(("game", "change"), CASES)
def test_a_planted_change_is_named_and_nothing_else(
    game: str,
    change: Mapping[str, Any],
    projects: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if game not in STATES:
        STATES[game] = state(projects / game, game)
    project = shutil.copytree(projects / game, tmp_path / game)
    monkeypatch.chdir(tmp_path)
    for line in change["do"]:
        edit(project, *line)
    found = compare(STATES[game], state(project, game)).changes
    told, wanted = set(map(str, found)), set(change["says"])
    assert (told - wanted, wanted - told) == (set(), set())
