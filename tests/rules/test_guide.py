"""The guide to writing rules holds what it says: its files are written out and used."""

import runpy
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.cards import load_cards
from printnplay.loading.examples import load_examples
from printnplay.play.playouts import broken, play_out
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import load_rules
from printnplay.rules.protocol import RulesModule

from .support import shipped


@pytest.fixture
def place(tmp_path: Path, guide_files: Mapping[str, str]) -> Path:
    for name, text in guide_files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def rules_in(place: Path) -> RulesModule:
    return load_rules(place / "rules.py")


def game_in(place: Path) -> Game:
    problems = Problems()
    cards = load_cards(place / "cards.yaml", "cards.yaml", problems)
    examples = load_examples(place / "examples.yaml", "examples.yaml", problems)
    assert problems.found == []
    return replace(shipped(), cards=cards, examples=examples, rules="rules.py")


def test_the_deck_and_the_examples_of_the_guide_are_sound(place: Path) -> None:
    game, rules = game_in(place), rules_in(place)
    assert check_deck(game, rules) == []
    verdicts, found = check_examples(game, rules)
    assert found == []
    assert [verdict.true for verdict in verdicts] == [True] * 10


def test_what_the_guide_tries_out_works(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(place / "try.py"))
    assert "of 200 games for the first player" in capsys.readouterr().out


@pytest.mark.parametrize("stairs", ["both", "up"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_the_rules_of_the_guide_end(place: Path, players: int, stairs: str) -> None:
    rules = rules_in(place)
    game = rules.new_game(stairs=stairs)

    def watch(state: object) -> None:
        assert broken(game, state, rules.COMPONENTS) == []

    for seed in range(200):
        assert play_out(game, players, seed, 200, watch).winners
