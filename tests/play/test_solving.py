"""Small games played out wholly: values by hand, and as test values of docs/play.md."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from cli.project import Ran, run

from play.small_games import HEAP, NOUGHTS, RACE
from printnplay.play import solving
from printnplay.play.solving import Seat, Solved, UnsolvedError, solve
from printnplay.rules.cardgame import CardGame
from printnplay.rules.loader import RulesSource

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, guide_files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the game of the guide, whose rules a test writes."""
    shutil.copytree(ROOT / "tests/cli/stairs", tmp_path, dirs_exist_ok=True)
    for name, text in guide_files.items():
        (tmp_path / "designs/stairs" / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "designs/stairs"


def game_of(tmp_path: Path, rules: str) -> CardGame[Any]:
    file = tmp_path / "rules.py"
    file.write_text(rules, encoding="utf-8")
    game: CardGame[Any] = RulesSource.at(file).load().new_game(())
    return game


def figures(seat: Seat) -> tuple[float, float]:
    return float(seat.payoff), float(seat.forced)


def in_docs(name: str, found: Solved) -> None:
    """Assert that the page has a row with these figures."""
    first = found.first
    cells = (name, found.players, f"{found.positions:,}", f"{found.over:,}", found.deals)
    row = " | ".join(map(str, (*cells, first.payoff, float(first.forced))))
    assert f"| {row} |" in (ROOT / "docs/play.md").read_text("utf-8")


def test_nobody_wins_noughts_and_crosses(tmp_path: Path) -> None:
    """There are 5,478 positions, of which 958 are ends, as has often been counted."""
    found = solve(game_of(tmp_path, NOUGHTS), 2)
    assert (found.positions, found.over, found.deals) == (5478, 958, 1)
    assert [figures(seat) for seat in (*found.seats, found.first)] == [(0, 0)] * 3
    assert found.method == solving.ZERO_SUM
    in_docs("noughts and crosses", found)


def test_chance_takes_the_mean(tmp_path: Path) -> None:
    """Who is to move wins from spaces 4, 3, 2, 1, 0 with 1, 3/4, 9/16, 7/16, 9/16."""
    found = solve(game_of(tmp_path, RACE), 2)
    assert [figures(seat) for seat in found.seats] == [(1 / 8, 0), (-1 / 8, 0)]
    in_docs("race of five spaces", found)


def test_the_first_player_forces_a_win_in_some_deals(tmp_path: Path) -> None:
    """Of four stones one is taken, of five two: three are left, which lose."""
    found = solve(game_of(tmp_path, HEAP), 2)
    assert [figures(seat) for seat in found.seats] == [(1, 1), (-1, 0)]
    in_docs("heap of four or five", found)


def test_three_players_think_of_themselves(tmp_path: Path) -> None:
    """Three stones are the next player's, four the last one's, five one's own if one is taken.

    With four, all moves lose, so the first one counts; with five none is forced.
    """
    found = solve(game_of(tmp_path, HEAP), 3)
    assert found.deals == 2
    assert [figures(seat) for seat in found.seats] == [(0, 0), (-1, 0), (0, 0)]
    assert found.method == solving.MAX_N
    in_docs("heap of four or five", found)


def test_a_game_that_is_too_large_says_how_much_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "MOST", 100)
    with pytest.raises(UnsolvedError, match=r"^100 positions were seen, and there are more$"):
        solve(game_of(tmp_path, NOUGHTS), 2)
    monkeypatch.setattr(solving, "MOST", 1)
    with pytest.raises(UnsolvedError, match=r"^an outcome of chance is rarer than one in 1; 0 pos"):
        solve(game_of(tmp_path, HEAP), 2)


def test_a_game_that_need_not_end_is_not_solved(tmp_path: Path) -> None:
    endless = HEAP.replace("(1, 2)", "(0, 1)")
    with pytest.raises(UnsolvedError, match="a position can come again"):
        solve(game_of(tmp_path, endless), 2)


def test_the_command_prints_values_and_faults(folder: Path) -> None:
    (folder / "rules.py").write_text(RACE, encoding="utf-8")

    def asked(options: str) -> Ran:
        return run(f"play stairs --solve --trust-rules {options}")

    page = (ROOT / "docs/play.md").read_text("utf-8")
    shown = page.partition("play race --solve\nRace")[2].partition("```")[0]
    assert asked("").out == f"Stairs{shown}"
    assert '"payoff": "1/8"' in asked("--json").out
    endless = HEAP.replace("(1, 2)", "(0, 1)")
    (folder / "rules.py").write_text(endless, encoding="utf-8")
    ran = asked("")
    assert ran.status == 1
    assert "error[PNP683]: `stairs` cannot be played out wholly: a position can come" in ran.err
