"""The guide to writing rules holds what it says: its files are written out and used."""

import runpy
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from printnplay import open_project
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.game import load
from printnplay.play.playouts import broken, play_out
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import check_examples
from printnplay.rules.protocol import RulesModule

PROJECT = Path(__file__).parents[1] / "cli/stairs"


@pytest.fixture
def place(tmp_path: Path, guide_files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project of the guide, in which its reader works."""
    shutil.copytree(PROJECT, tmp_path, dirs_exist_ok=True)
    for name, text in guide_files.items():
        (tmp_path / "designs/stairs" / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rules_in(place: Path) -> RulesModule:
    return open_project(place, trust_rules=True).rules("stairs")


def test_the_deck_and_the_examples_of_the_guide_are_sound(place: Path) -> None:
    game, rules = load(Catalog(place), "stairs", Problems()), rules_in(place)
    assert game is not None
    assert check_deck(game, rules) == []
    verdicts, found = check_examples(game, rules)
    assert found == []
    assert [verdict.true for verdict in verdicts] == [True] * 10


def test_what_the_guide_tries_out_works(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(place / "designs/stairs/try.py"))
    assert "of 200 games for the first player" in capsys.readouterr().out


@pytest.mark.sampled(3)
@pytest.mark.parametrize("stairs", ["both", "up"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_the_rules_of_the_guide_end(place: Path, players: int, stairs: str) -> None:
    rules = rules_in(place)
    game = rules.new_game(stairs=stairs)

    def watch(state: object) -> None:
        assert broken(game, state, rules.COMPONENTS) == []

    for seed in range(200):
        assert play_out(game, players, seed, 200, watch).winners
