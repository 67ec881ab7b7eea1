"""Players: the search looks for wins, files of the user's choose moves, tournaments compare."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rules.games import rules, source

from play.small_games import NOUGHTS
from printnplay.cli.study.tournament import tournament_as_data, tournament_as_text
from printnplay.edition.request import Progress
from printnplay.kernel.diagnostics import FaultsError
from printnplay.play.many_games import PlayRequest, open_game, studies_of
from printnplay.play.players import Searching, player_named, prospects
from printnplay.play.single_games import play_one
from printnplay.play.study import Study, play_share
from printnplay.play.tournament import play_tournament
from printnplay.rules import seeded
from printnplay.rules.loader import RulesSource

PROJECT = Path(__file__).parents[2]

STEADY = """
def choose(game, table, moves, rng):
    seat = game.to_move(table)
    for move in moves:
        after = table.copy()
        game.play(after, move, rng)
        if seat in (game.result(after) or ()):
            return move
    return moves[rng(len(moves))]
"""


def at_table(won: tuple[int, ...] | None, standing: tuple[float, ...], players: int) -> list[float]:
    game = SimpleNamespace(result=lambda _: won, standing=lambda _: standing)
    return prospects(cast("Any", game), cast("Any", SimpleNamespace(players=players)))


def test_a_win_by_one_point_is_worth_as_much_as_one_by_fifty() -> None:
    assert at_table((1,), (49, 50), 2) == at_table((1,), (0, 50), 2) == [0, 1]
    assert at_table((), (), 3) == at_table(None, (), 3) == [0.5, 0.5, 0.5]


def test_a_lead_is_worth_less_than_a_win() -> None:
    assert at_table(None, (3, 0, 7), 3) == [0.5, 0.25, 0.75]
    assert at_table(None, (3, 3), 2) == [0.5, 0.5]
    assert at_table(None, (3,), 1) == [0.5]


@pytest.mark.parametrize("name", ["mcts:0s", "mcts:61s", "mcts:s", "mcts:1.5", "mcts:200001"])
def test_a_search_without_a_measure_is_refused(name: str) -> None:
    with pytest.raises(KeyError):
        player_named(name)


@pytest.mark.parametrize(("games", "turn"), [(1, 1), (18, 0)], ids=["wins", "prevents"])
def test_a_search_of_few_games_sees_what_wins_at_once(
    tmp_path: Path, games: int, turn: int
) -> None:
    """The second player has two in the middle column."""
    file = tmp_path / "rules.py"
    file.write_text(NOUGHTS, encoding="utf-8")
    game = RulesSource.at(file).load().new_game(())
    table = game.setup(2, seeded(1))
    for seat, space in ((0, "a1"), (1, "b2"), (0, "c2"), (1, "b1")):
        game.play(table, game.move(seat, "mark", space), seeded(0))
    table.turn = turn
    moves = game.moves(table)
    assert {Searching(games)(game, table, moves, seeded(seed)).what for seed in range(10)} == {"b3"}


def test_a_search_stops_after_its_time() -> None:
    game = rules("tic-tac-match").new_game()
    table = game.setup(2, seeded(1))
    searching = cast("Searching", player_named("mcts:0.01s"))
    assert (searching.games, searching.seconds) == (100_000, 0.01)
    assert searching(game, table, game.moves(table), seeded(2)) in game.moves(table)


def request(player: str, **other: Any) -> PlayRequest:  # noqa: ANN401 - fields of any type
    return PlayRequest(PROJECT, "tic-tac-match", seats=2, player=player, **other)


@pytest.fixture
def steady(tmp_path: Path) -> str:
    file = tmp_path / "steady.py"
    file.write_text(STEADY, encoding="utf-8")
    return str(file)


def test_a_player_of_ones_own_beats_chance(steady: str) -> None:
    asked = request(f"a={steady}", games=20, trust_rules=True)
    (study,) = studies_of(asked, open_game(asked))
    assert "--trust-rules" in study.options
    tally = play_share(study, (0, 20))
    assert tally.mishaps == []
    assert tally.winners[(0,)] > 13


def test_a_player_of_ones_own_does_not_run_untrusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spy.py").write_text(f"open('ran', 'w')\n{STEADY}", encoding="utf-8")
    asked = request("spy.py")
    with pytest.raises(FaultsError) as error:
        studies_of(asked, open_game(asked))
    assert [fault.code.id for fault in error.value.found] == ["PNP670"]
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def choose(:", "SyntaxError"),
        ("raise OSError('no')", "OSError: no"),
        ("x = 1", "has no function `choose`"),
        (None, "cannot be read: "),
    ],
)
def test_a_file_without_a_player_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if code is not None:
        Path("own.py").write_text(code, encoding="utf-8")
    asked = request("own.py", trust_rules=True)
    with pytest.raises(FaultsError) as error:
        studies_of(asked, open_game(asked))
    (fault,) = error.value.found
    assert fault.code.id == "PNP671"
    assert message in fault.message


@pytest.mark.parametrize(
    ("work", "message"),
    [
        ("return moves[len(moves)]", "own.py, line 2: the player `{}` fails: IndexError"),
        ("return None", "own.py: the player `{}` chose no legal move: None"),
        ("raise SystemExit", "own.py, line 2: the player `{}` fails: SystemExit"),
    ],
)
def test_a_player_that_fails_is_a_fault_of_its_own(tmp_path: Path, work: str, message: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(f"def choose(game, table, moves, rng):\n    {work}\n", encoding="utf-8")
    (found,) = play_share(Study(source("tic-tac-match"), 2, 1, 1, str(file)), (0, 1)).mishaps
    assert found.what.startswith(message.format(file))
    with pytest.raises(FaultsError):
        play_one(request(str(file), trust_rules=True), 0)


def test_a_player_of_ones_own_sees_no_hidden_cards_and_changes_nothing(tmp_path: Path) -> None:
    """Of two hands that differ, one is dealt anew, and the cards that a player takes stay."""
    file = tmp_path / "own.py"
    body = "SEEN.append([*map(str, table.hands[1])]); table.hands[0].clear(); return moves[0]"
    file.write_text(f"SEEN = []\ndef choose(game, table, moves, rng):\n    {body}\n")
    game, player = rules("tic-tac-match").new_game(), player_named(str(file))
    table = game.setup(2, seeded(1))
    table.turn = 0
    before = table.copy()
    rng = seeded(3)
    for _ in range(5):
        player(game, table, game.moves(table), rng)
    assert table == before
    seen = vars(player)["_choose"].__globals__["SEEN"]
    assert len({tuple(sorted(hand)) for hand in seen}) > 1


def test_a_tournament_seats_each_player_everywhere(steady: str) -> None:
    asked = request("", games=10, trust_rules=True)
    found = play_tournament(asked, ["random", steady, "random"], Progress())
    assert found.names == ("random", steady)
    chance, own = found.pairings
    assert (chance.won.trials, len(chance.by_seat)) == (20, 2)
    assert chance.won.hits + own.won.hits == 20
    assert own.won.hits > chance.won.hits
    assert f"{own.won.share:.1%}" in tournament_as_text(found)
    assert tournament_as_data(found)["overall"][0]["games"] == chance.won.hits
