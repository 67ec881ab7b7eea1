"""Recorded games: they come back as they were, and show when the rules do something else."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rules.games import Play, part
from rules.support import RULES

from printnplay.game.verdicts import Recorded, RecordedGame
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.examples import load_recorded
from printnplay.play.recorded import as_json, check_recorded, differs, record

TicTacMatch = part("tic-tac-match", "play").TicTacMatch


class Without:
    """The shipped rules with some of them off."""

    def __init__(self, *off: str) -> None:
        """Keep what is off."""
        self.off, self.FACTS = off, RULES.FACTS

    def new_game(self, off: object = (), **chosen: str) -> Play:  # noqa: ARG002
        """The game without them."""
        return TicTacMatch(self.off, **chosen)


def game(players: int = 2) -> RecordedGame:
    """A game of the shipped rules."""
    found = next(
        one for seed in range(50) if (one := record(RULES, players, seed, 120, {})) is not None
    )
    assert len(found.rows) > 5
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_a_recorded_game_goes_as_it_went(players: int) -> None:
    one = game(players)
    assert one.rows[0].move == ""
    assert differs(RULES, one) is None


@pytest.mark.parametrize("off", ["TTM-2.singly", "TTM-4.clockwise", "TTM-5.draw", "TTM-6.share"])
def test_a_game_by_other_rules_is_told_with_its_move(off: str) -> None:
    found = differs(Without(off), game(4))  # type: ignore[arg-type]
    assert found is not None
    assert 0 <= found[0] < len(game(4).rows)


def test_a_changed_row_is_found_where_it_stands() -> None:
    one = game()
    for at, change, told in (
        (2, {"legal": 99}, "99 legal moves were expected"),
        (3, {"hash": "00000000"}, "different cards"),
        (4, {"move": "a play identity"}, "`a play identity` is no longer a legal move"),
    ):
        rows = list(one.rows)
        rows[at] = rows[at]._replace(**change)
        found = differs(RULES, replace(one, rows=tuple(rows)))
        assert found is not None
        assert (found[0], found[1].startswith(told)) == (at, True)


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"players": 3}, "3 players cannot play"),
        ({"variants": {"toppings": "any"}}, "there is no variant `toppings`"),
        ({"variants": {"off": "any"}}, "there is no variant `off`"),
        ({"variants": {"length": "any"}}, "there is no choice `any` of `length`"),
    ],
)
def test_a_game_that_cannot_be_set_up_any_more_is_told(part: dict[str, Any], told: str) -> None:
    found = check_recorded(RULES, Recorded(RULES.FACTS, (replace(game(), **part),), Span("")))
    assert found == [("game 1, move 0", f"the rules no longer play this: {told}")]


def test_a_game_cut_short_is_told() -> None:
    one = game()
    found = differs(RULES, replace(one, rows=one.rows[:-1]))
    assert found == (len(one.rows) - 1, "the game should be over")


def test_a_game_too_long_is_not_recorded() -> None:
    assert record(RULES, 2, 1, 1, {}) is None


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    games = (game(2), game(4))
    (tmp_path / "games.json").write_text(as_json(RULES, games), encoding="utf-8")
    problems = Problems()
    found = load_recorded(tmp_path, "designs/x", problems)
    assert found == Recorded(RULES.FACTS, games, Span("designs/x/games.json"))
    assert problems.found == []
    assert check_recorded(RULES, found) == []


def test_other_numbers_of_the_rules_are_told_by_name() -> None:
    old = Recorded({**RULES.FACTS, "hand_size": 5}, (), Span(""))
    assert check_recorded(RULES, old) == [("the numbers of the rules", "other FACTS: hand_size")]


SOUND = json.loads(as_json(RULES, ()))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps({**SOUND, "facts": {"hand_size": "four"}}),
        json.dumps({**SOUND, "games": [{"players": 2}]}),
        json.dumps({**SOUND, "games": [{"players": 2, "seed": 1, "variants": {}, "moves": [[1]]}]}),
        "[" * 100_000,
        "\udcff",
    ],
    ids=["empty", "list", "bare", "fact", "game", "row", "deep", "bytes"],
)
def test_a_file_that_holds_no_games_is_a_fault(text: str, tmp_path: Path) -> None:
    (tmp_path / "games.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    problems = Problems()
    assert load_recorded(tmp_path, "designs/x", problems) is None
    assert [(fault.code.id, fault.span.file) for fault in problems.found] == [
        ("PNP653", "designs/x/games.json")
    ]


def test_a_game_may_have_no_recorded_games(tmp_path: Path) -> None:
    problems = Problems()
    assert load_recorded(tmp_path, "designs/x", problems) is None
    assert problems.found == []
