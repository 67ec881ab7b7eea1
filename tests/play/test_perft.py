"""Positions by depth: counted by hand, by brute force, and as test values of the games."""

from pathlib import Path

import pytest

from printnplay.play import perft
from printnplay.play.many_games import PlayRequest
from printnplay.play.perft import Depth, count_positions, counts_by_depth
from printnplay.play.study import Study
from printnplay.rules.loader import RulesSource

PROJECT = Path(__file__).parents[2]

RULES_FILE = """
from printnplay.rules import OVER, Act, Card, CardGame, Table, parts

CARD = Card("card", 1)


class Track(Table):
    cards = (CARD,)
    draw: list[Card] = parts.draw_pile()
    steps: int = parts.number()


class new_game(CardGame[Track]):
    table = Track
    acts = (Act("go", ("slowly", "by-die")),)
    dice = {"die": 4}
    sentences = {"T-1": "Whoever passes the fourth space wins."}

    def deal(self, table, rng):
        table.draw = self.all_cards()

    def legal_moves(self, table):
        return [] if table.turn == OVER else self.moves_of(table, table.turn)

    def play(self, table, move, rng):
        table.steps += 1 if move.what == "slowly" else self.roll("die", rng)
        table.turn = 1 - move.seat
        if table.steps > 4:
            table.turn, table.winners = OVER, [move.seat]
"""


@pytest.fixture
def track(tmp_path: Path) -> Study:
    """A race of five spaces: a step takes one space, or as many as a die of four sides shows."""
    file = tmp_path / "rules.py"
    file.write_text(RULES_FILE, encoding="utf-8")
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


def test_a_shuffle_is_more_than_can_be_counted() -> None:
    found = count_positions(PlayRequest(PROJECT, "tic-tac-ko"), 2)
    assert (found.complete, len(found.depths)) == (False, 1)
