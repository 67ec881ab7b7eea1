"""The games of the page of small games: secret bids made at once, a die, tricks; a common end."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Problems
from printnplay.loading.examples import load_examples
from printnplay.play.playouts import broken, play_out
from printnplay.rules import CHANCE, OVER, Playthrough, branches, seeded
from printnplay.rules.examples import check_examples
from printnplay.rules.parts import HIDDEN
from printnplay.rules.protocol import RulesModule

from .games import Play, rules_in
from .support import HERE, announced, findings, shipped, with_examples

NAMES = ("heights", "lanterns", "harbour")


def rules_of(folder: Path, name: str) -> RulesModule:
    return rules_in(folder / name)


def game_of(folder: Path, name: str) -> Play:
    return rules_of(folder, name).new_game()


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_prove_the_rules(small_games: Path, name: str) -> None:
    problems = Problems()
    examples = load_examples(small_games / name / "examples.yaml", name, problems)
    assert problems.found == []
    game = replace(shipped(), examples=examples)
    verdicts, found = check_examples(game, rules_of(small_games, name))
    assert [fault.message for fault in found] == []
    assert len(verdicts) == len(examples)


def test_faults_of_choices_and_sight_are_found_at_their_places(small_games: Path) -> None:
    case, problems = HERE / "cases/at-once/harbour.yaml", Problems()
    examples = [
        example
        for path in (small_games / "harbour/examples.yaml", case)
        for example in load_examples(path, path.name, problems)
    ]
    assert problems.found == []
    _, found = check_examples(with_examples(examples), rules_of(small_games, "harbour"))
    assert findings(case, found) == announced(case)
    assert all(fault.help for fault in found)


def test_a_game_of_bids_a_die_and_tricks_is_short(
    small_games: Path,
) -> None:
    files = [small_games / "heights" / name for name in ("rules.py", "examples.yaml")]
    assert sum(len(file.read_text("utf-8").strip().splitlines()) for file in files) <= 105


@pytest.mark.parametrize(("name", "players"), [("heights", 2), ("heights", 5), ("lanterns", 10)])
def test_games_are_sound_and_end(small_games: Path, name: str, players: int) -> None:
    rules = rules_of(small_games, name)
    game = rules.new_game()

    def watch(table: Any) -> None:  # noqa: ANN401
        assert broken(game, table, rules.COMPONENTS) == []
        assert type(table).from_json(table.to_json()) == table

    for seed in range(5):
        played = play_out(game, players, seed, 500, watch)
        assert played.winners is not None


def test_bids_are_made_at_once_and_are_secret_until_all_are_there(small_games: Path) -> None:
    game = game_of(small_games, "heights")
    table = game.setup(3, seeded(1))
    assert game.acting(table) == (0, 1, 2)
    game.play(table, game.move(1, "bid", 3), seeded(0))
    assert game.acting(table) == (0, 2)
    assert game.to_move(table) == 0
    assert game.why_not(table, game.move(1, "bid", 2)) == "H-1"
    assert game.why_not(table, game.move(2, "bid", 2)) == ""
    assert game.observe(table, 1)["bids"] == {"a": HIDDEN, "b": "3", "c": HIDDEN}
    assert game.observe(table, OVER)["bids"] == {"a": HIDDEN, "b": HIDDEN, "c": HIDDEN}
    for seat in (0, 2):
        game.play(table, game.move(seat, "bid", 1), seeded(0))
    assert game.acting(table) == (0,)
    assert game.observe(table, 0)["bids"] == {"a": "1", "b": "3", "c": "1"}


def test_what_a_seat_cannot_see_is_dealt_anew(small_games: Path) -> None:
    game = game_of(small_games, "heights")
    table = game.setup(3, seeded(1))
    game.play(table, game.move(1, "bid", 3), seeded(0))
    twins = [game.resample(table, 0, seeded(seed)) for seed in range(20)]
    for twin in twins:
        assert game.observe(twin, 0) == game.observe(table, 0)
        assert game.acting(twin) == game.acting(table)
        assert broken(game, twin, rules_of(small_games, "heights").COMPONENTS) == []
    assert {twin.bids[1] for twin in twins} == set(range(5))
    assert len({tuple(twin.hands[1]) for twin in twins}) > 10


def test_players_see_the_cards_of_others_only(small_games: Path) -> None:
    game = game_of(small_games, "lanterns")
    table = game.setup(3, seeded(1))
    assert game.observe(table, 1)["hands"]["b"] == [HIDDEN] * 3
    assert game.observe(table, 1)["hands"]["a"] == list(table.hands[0])


def test_together_all_win_or_nobody(small_games: Path) -> None:
    game = game_of(small_games, "lanterns")
    ends = {play_out(game, 3, seed).winners for seed in range(30)}
    assert ends <= {(), (0, 1, 2)}


def _seen(through: Playthrough[Any]) -> tuple[object, ...]:
    table = through.table.key() if through.table else None
    return through.seat, table, tuple(through.choices()), through.returns()


@pytest.mark.parametrize("name", NAMES)
def test_chance_is_explicit_and_every_step_can_be_taken_back(small_games: Path, name: str) -> None:
    game = game_of(small_games, name)
    through, choose = Playthrough(game, 3), seeded(4)
    assert (through.seat, through.outcomes) == (CHANCE, len(game.all_cards()))
    seen = []
    while choices := through.choices():
        seen.append(_seen(through))
        through.step(choices[choose(len(choices))])
    assert through.seat == OVER
    twin, end = through.copy(), _seen(through)
    for before in reversed(seen):
        through.undo()
        assert _seen(through) == before
    for number in twin.steps:
        through.step(number)
    assert _seen(through) == _seen(twin) == end


def test_a_step_that_cannot_be_made_is_refused(small_games: Path) -> None:
    game = game_of(small_games, "heights")
    with pytest.raises(ValueError, match="99"):
        Playthrough(game, 99)
    with pytest.raises(ValueError, match="-1"):
        Playthrough(game, 2, seeded(1)).step(-1)


def test_returns_rank_the_seats(small_games: Path) -> None:
    game = game_of(small_games, "heights")
    table = game.setup(4, seeded(1))
    table.points = [22, 11, 22, 0]
    assert game.returns(table) == (22.0, 11.0, 22.0, 0.0)
    assert game.ranks(table) == (1, 3, 1, 4)


def test_every_way_of_chance_is_a_branch(small_games: Path) -> None:
    game = game_of(small_games, "heights")
    ways = list(branches(lambda rng: game.roll("die", rng)))
    assert [(str(share), pips) for share, pips in ways] == [("1/6", pips) for pips in range(1, 7)]


def test_moves_are_numbered_from_nought(small_games: Path) -> None:
    game = game_of(small_games, "heights")
    assert game.move_count == 5 + len(game.cards)
    moves = [game.move_numbered(1, number) for number in range(game.move_count)]
    assert all(low < high for low, high in pairwise(moves))
    assert moves[0] == game.move(1, "bid", 0)
