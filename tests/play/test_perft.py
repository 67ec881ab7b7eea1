"""Positions by depth: counted by hand, by brute force, and as test values of the games."""

from pathlib import Path

import pytest

from play.small_games import RACE
from printnplay.play import perft
from printnplay.play.many_games import PlayRequest
from printnplay.play.perft import Depth, count_positions, counts_by_depth
from printnplay.play.study import Study
from printnplay.rules.loader import RulesSource

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def track(tmp_path: Path) -> Study:
    """Where the race is."""
    file = tmp_path / "rules.py"
    file.write_text(RACE, encoding="utf-8")
    return Study(RulesSource.at(file), 2, 1, 1)


def test_a_race_is_counted_as_by_hand(track: Study) -> None:
    """Of 5 lines, 2 stand on space 1. Second moves: five from each, of which some pass space 4."""
    assert counts_by_depth(track.source.load(), track, 2) == (
        Depth(0, 1, 1, 0),
        Depth(1, 5, 4, 0),
        Depth(2, 25, 7, 4),
    )


def test_a_depth_of_too_many_outcomes_is_left_out(
    track: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perft, "MOST", 15)
    assert len(counts_by_depth(track.source.load(), track, 5)) == 2
    monkeypatch.setattr(perft, "MOST", 3)
    assert len(counts_by_depth(track.source.load(), track, 5)) == 1


@pytest.mark.parametrize(
    ("game", "lines", "positions"),
    [("tic-tac-match", 470, 470), ("match", 25, 25), ("tic-tac-taco", 4, 4)],
)
def test_the_games_have_these_positions_after_two_moves(
    game: str, lines: int, positions: int
) -> None:
    found = count_positions(PlayRequest(PROJECT, game), 2)
    assert found.complete
    assert found.depths[2] == Depth(2, lines, positions, 0)
    page = (PROJECT / "docs/play.md").read_text("utf-8")
    assert f"| {game}, 2 | {lines} | {positions} | 0 |" in page


def test_a_shuffle_is_more_than_can_be_counted() -> None:
    found = count_positions(PlayRequest(PROJECT, "tic-tac-ko"), 2)
    assert (found.complete, len(found.depths)) == (False, 1)
