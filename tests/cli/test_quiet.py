"""What is said of a command that went well: all of it, nothing, or for programs."""

import json
from pathlib import Path

import pytest

from .project import Ran, change, run


def test_quiet_commands_say_nothing_when_all_is_well(city: Path) -> None:
    for command in ("--quiet build -o out", "-q new other"):
        assert run(command) == Ran(0, "", "")
    assert list((city / "out").rglob("*.pdf"))


def test_quiet_commands_show_faults_and_what_was_asked_for(city: Path) -> None:
    assert json.loads(run("-q list --json").out)["games"]
    assert json.loads(run("-q check --format json").out)["problems"] == []
    change(
        city, [{"file": "designs/lost-city/game.yaml", "line": "style:", "with": "style: night"}]
    )
    ran = run("-q check")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("error[PNP")


@pytest.mark.usefixtures("city")
def test_the_list_for_programs() -> None:
    listed = json.loads(run("list --json").out)
    game = next(game for game in listed["games"] if game["own"])
    assert game == {
        "id": "lost-city",
        "title": "Lost City",
        "cards": 26,
        "players": "2 to 4",
        "languages": {"en": 0},
        "own": True,
        "titles": {"en": "Lost City"},
        "components": {"cards": 26},
    }
    assert {"a4", "letter"} <= set(listed["papers"])
    assert listed["sizes_mm"]["poker"] == [63.5, 88.9]


@pytest.mark.usefixtures("city")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("printnplay bu", {"build"}),
        ("printnplay build --bac", {"--backs", "--back-bleed", "--back-marks"}),
        ("printnplay new x --from t", {"tarot", "tiles"}),
        ("printnplay build lo", {"lost-city"}),
    ],
)
def test_a_shell_completes_commands_options_choices_and_games(
    typed: str, offered: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    monkeypatch.setenv("_PRINTNPLAY_COMPLETE", "complete_bash")
    assert set(run("").out.split()) == offered
