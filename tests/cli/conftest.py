"""Projects to run commands in."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from .project import ENGLISH, ROOT, copy_project, run, stand_in

GARDEN = Path(__file__).parent / "garden"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped project, to work in as if it were the checkout."""
    folder = tmp_path / "project"
    folder.mkdir()
    stand_in(copy_project(folder), folder, monkeypatch)
    return folder


@pytest.fixture(scope="session")
def small(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A project of one small game, `lost-city`, for commands that write elsewhere."""
    return once("project-small", _begin) / "lost-city"


def _begin(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stand_in(folder, ROOT, patch)
        assert run("new lost-city").status == 0


@pytest.fixture(scope="session")
def tables(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A shipped game with a grid and rules for tables on screens, and its faces one by one."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            for line in (
                "tabletop-simulator -o table -l en -l de --base-url https://table.example/games",
                "card-game-simulator -o table -l en --base-url https://table.example/games",
                "playingcards-io -o table -l en",
                "tabletop-playground -o table -l en",
                "vassal -o table -l en",
                "png -o faces -l en --trim",
                "png -o round -l en --corners round",
            ):
                ran = run(f"export {line} tic-tac-match --bundled --dpi 40 -j 1")
                assert (ran.status, ran.err) == (0, ""), ran.err

    return once("exported-tables", make)


@pytest.fixture(scope="session")
def chapter(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A game whose rulebook has a chapter in Markdown, `story`."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new reef --from csv").status == 0
        with (folder / "reef/designs/reef/booklet.yaml").open("a", encoding="utf-8") as file:
            file.write("  - id: story\n    new_page: yes\n    blocks: [{chapter: story}]\n")

    return once("project-reef-chapter", make) / "reef"


@pytest.fixture
def reef(
    chapter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Path:
    """A copy of it, to work in, whose chapter is the `STORY` of the tests."""
    folder = shutil.copytree(chapter, tmp_path / "reef")
    (folder / ENGLISH).write_text(request.module.STORY, "utf-8")
    stand_in(folder, ROOT, monkeypatch)
    return folder


@pytest.fixture
def stairs(tmp_path: Path, guide_files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project of the guide to writing rules: a small game with rules of its own."""
    folder = shutil.copytree(Path(__file__).parent / "stairs", tmp_path / "stairs")
    for name, text in guide_files.items():
        (folder / "designs/stairs" / name).write_text(text, "utf-8")
    stand_in(folder, ROOT, monkeypatch)
    return folder


@pytest.fixture
def city(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that project, to work in."""
    folder = shutil.copytree(small, tmp_path / "city")
    stand_in(folder, ROOT, monkeypatch)
    return folder


@pytest.fixture
def built_city(
    small: Path,
    tmp_path: Path,
    once: Callable[[str, Callable[[Path], None]], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """The same, with what `build` has written."""

    def build(folder: Path) -> None:
        shutil.copytree(small, folder, dirs_exist_ok=True)
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("build").status == 0

    folder = shutil.copytree(once("project-built", build), tmp_path / "city")
    stand_in(folder, ROOT, monkeypatch)
    return folder


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
    target = garden / "locales/pl"
    target.mkdir(exist_ok=True)
    shutil.copy(GARDEN / "polish/garden.yaml", target)
    shutil.copy(ROOT / "locales/pl/common.yaml", target)
    shutil.copy(GARDEN / "polish/glossary.yaml", garden / "locales/glossary/garden.yaml")
    return garden
