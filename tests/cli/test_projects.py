"""A user's own project, in a folder of its own, beside what ships with the tool."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from .project import ROOT, change, run, stand_in, tree

pytestmark = pytest.mark.sampled(3)

Place: TypeAlias = Callable[[], Path]

ENGLISH = "locales/en/tic-tac-match.yaml"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start a project in."""
    folder = tmp_path / "mine"
    folder.mkdir()
    stand_in(folder, ROOT, monkeypatch)
    return folder


def own_game(folder: Path) -> None:
    """The start that the readme advises: the shipped game under a new name."""
    shutil.copytree(ROOT / "designs/tic-tac-match", folder / "designs/my-game")
    own_text(folder, "en", "my-game")
    (folder / "locales/glossary").mkdir()
    words = "locales/glossary/{}.yaml"
    shutil.copy(ROOT / words.format("tic-tac-match"), folder / words.format("my-game"))
    change(folder, [{"file": "designs/my-game/game.yaml", "line": "id:", "with": "id: my-game"}])


def ship(project: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a place, with the game of a project and what all games need as what ships."""
    for folder in ("locales", "templates"):
        shutil.copytree(
            ROOT / folder,
            project / folder,
            ignore=shutil.ignore_patterns("*match*", "*tic-tac*", "glossary", "*.lock.json"),
            dirs_exist_ok=True,
        )
    stand_in(place, project, monkeypatch)


def own_text(folder: Path, language: str, game: str) -> Path:
    path = folder / f"locales/{language}/{game}.yaml"
    path.parent.mkdir(parents=True)
    shutil.copy(ROOT / f"locales/{language}/tic-tac-match.yaml", path)
    return path


@pytest.mark.parametrize("command", ["build", "check", "check --rules", "proof", "l10n status"])
def test_outside_of_a_project_the_tool_says_so(place: Path, command: str) -> None:
    ran = run(command)
    assert ran.status == 2
    assert ran.err.startswith(
        "error[PNP004]: there is no project here: the folder `designs` does not exist\n"
    )
    assert "`printnplay new my-game`" in ran.err
    assert "with --bundled" in ran.err
    assert list(place.iterdir()) == []


def test_games_that_come_with_the_tool_are_built_where_there_is_no_project(
    place: Path, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(city, place, monkeypatch)
    listed = "lost-city: Lost City, 26 cards, 2 to 4 players (comes with printnplay;"
    assert listed in run("list").out
    before = tree(city)
    for chosen in ("--bundled", "lost-city"):
        ran = run(f"build {chosen} -l en -o {chosen}")
        assert (ran.status, ran.err) == (0, "")
    built = [tree(place / chosen) for chosen in ("--bundled", "lost-city")]
    assert built[0].keys() == built[1].keys()
    assert "lost-city/en/lost-city-en-a4-kit.pdf" in built[0]
    assert run("check --bundled -l en").out.startswith("Lost City: 26 cards, ")
    assert tree(city) == before


@pytest.mark.at_leisure
def test_a_shipped_game_under_a_new_name_is_ones_own(place: Path) -> None:
    own_game(place)
    ran = run("check --trust-rules")
    assert (ran.status, ran.err) == (0, "")
    assert "1 language (en)" in ran.out


def test_a_project_builds_its_own_games_and_shipped_ones_by_name(
    polish_garden: Path, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(city, polish_garden, monkeypatch)
    assert run("build").status == 0
    assert [path.name for path in (polish_garden / "output").iterdir()] == ["garden"]
    assert run("build garden lost-city -l en").status == 0
    built = {path.name for path in (polish_garden / "output").iterdir()}
    assert built == {"garden", "lost-city"}


def test_list_tells_own_games_from_shipped_ones(place: Path) -> None:
    own_game(place)
    games = [line for line in run("list").out.splitlines() if ": Tic-Tac Match" in line]
    assert games == [
        "my-game: Tic-Tac Match, 64 cards, 2 or 4 players",
        "tic-tac-match: Tic-Tac Match, 64 cards, 2 or 4 players"
        " (comes with printnplay; build it by name)",
    ]


def test_designs_without_a_game_build_nothing(place: Path) -> None:
    (place / "designs").mkdir()
    ran = run("build")
    assert ran.status == 2
    assert ran.err.startswith("error[PNP004]: there is no game in `designs`\n")
    assert "by its name (match, tic-tac-ko, tic-tac-match, tic-tac-taco), or all" in ran.err
    assert sorted(path.name for path in place.iterdir()) == ["designs"]
    assert "no games of your own yet" in run("list").out


def test_a_language_that_only_one_of_two_games_has_is_told(place: Path) -> None:
    own_game(place)
    ran = run("check my-game tic-tac-match -l fr")
    assert ran.status == 2
    assert "the game `my-game` has no language `fr`" in ran.err
    assert "run `printnplay l10n add fr my-game` to add it" in ran.err


@pytest.mark.parametrize("pair", ["en+en", "en+fr+de"])
def test_a_pair_has_two_different_languages(place: Path, pair: str) -> None:
    own_game(place)
    ran = run(f"check my-game -l {pair}")
    assert ran.status == 2
    assert "two different ones such as `en+fr`" in ran.err


def test_a_users_text_overrides_the_shipped_one(
    place: Path, polish_garden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(polish_garden, place, monkeypatch)
    assert run("build garden").status == 0
    built = {path: path.read_bytes() for path in (place / "output").rglob("*.pdf")}
    (place / "locales/pl").mkdir(parents=True)
    file = "locales/pl/garden.yaml"
    shutil.copy(polish_garden / file, place / file)
    change(place, [{"file": file, "line": "tagline:", "with": 'tagline: "Moje hasło"'}])
    ran = run("build garden")
    assert (ran.status, ran.err) == (0, "")
    changed = {path.parent.name for path, data in built.items() if path.read_bytes() != data}
    assert changed == {"pl"}


@pytest.mark.at_leisure
def test_a_fault_in_an_overriding_text_is_told_in_the_users_file(place: Path) -> None:
    own_text(place, "en", "tic-tac-match")
    name = 'name: "{term:flip}"'
    change(place, [{"file": ENGLISH, "line": name, "with": 'name: "Flip 猫"'}])
    ran = run("check tic-tac-match -l en")
    assert ran.status == 1
    assert f" --> {ENGLISH}:" in ran.err


@pytest.mark.at_leisure
def test_a_users_template_overrides_the_shipped_one(place: Path) -> None:
    template = place / "templates/tic-tac-match/back.svg.j2"
    template.parent.mkdir(parents=True)
    template.write_text("<svg {{ nonsense }}/>", encoding="utf-8")
    ran = run("check tic-tac-match -l en")
    assert ran.status == 1
    assert "`nonsense` is not defined\n --> templates/tic-tac-match/back.svg.j2:1\n" in ran.err


def test_a_project_is_built_from_elsewhere(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_game(place)
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    ran = run("build --project ../mine -o kits --trust-rules")
    assert (ran.status, ran.err) == (0, "")
    assert (other / "kits/my-game/en/my-game-en-a4-kit.pdf").is_file()
    assert not (place / "output").exists()


def test_a_current_folder_that_is_gone_is_told(place: Path) -> None:
    place.rmdir()
    ran = run("list")
    assert ran.status == 2
    assert "error[PNP008]: the current folder has been removed" in ran.err
