"""Logs: written by playing, read back, played again, and refused where the rules forbid it."""

import pytest
from msgspec.structs import replace
from rules.support import CARDS, GAME

from printnplay.play.log import Log, Recorder, ReplayError, Step, replay
from printnplay.rules.chance import seeded
from printnplay.rules.game import OVER


def played(players: int, seed: int) -> tuple[Recorder, Log]:
    recorder = Recorder(GAME, players, seeded(seed), name="tic-tac-match")
    choice = seeded(seed + 1)
    while GAME.to_move(recorder.state) != OVER:
        moves = GAME.moves(recorder.state)
        recorder.play(moves[choice(len(moves))])
    return recorder, recorder.log()


@pytest.mark.parametrize("players", [2, 4])
def test_a_log_replays_to_the_same_end_also_by_way_of_json(players: int) -> None:
    recorder, log = played(players, 5)
    again = Log.from_json(log.to_json())
    assert again == log
    positions = replay(GAME, again, CARDS)
    assert positions[-1] == recorder.state
    assert len(positions) == 1 + len(log.steps)


def test_the_first_illegal_move_is_named_with_the_rule_against_it() -> None:
    _, log = played(2, 5)
    turned = {"a": "b", "b": "a"}[log.steps[2].move["player"]]
    wrong = Step({**log.steps[2].move, "player": turned}, log.steps[2].chance)
    spoilt = replace(log, steps=(*log.steps[:2], wrong, *log.steps[3:]))
    with pytest.raises(
        ReplayError, match=r"move 3: .* is not legal, rule TTM-4\.turn forbids it"
    ) as it:
        replay(GAME, spoilt, CARDS)
    assert it.value.move == 3


def test_a_move_after_the_end_is_not_legal() -> None:
    _, log = played(2, 5)
    with pytest.raises(ReplayError, match=r"rule TTM-12\.over forbids"):
        replay(GAME, replace(log, steps=(*log.steps, log.steps[-1])), CARDS)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"player": "a", "play": "z-red", "to": "a1"}, "unknown card `z-red`"),
        ({"player": "a", "play": "x-red"}, "`to` is missing"),
        ({"player": "a", "setup": "no"}, "unknown thing to setup `no`"),
    ],
)
def test_a_move_that_cannot_be_read_is_named(move: dict[str, str], reason: str) -> None:
    _, log = played(2, 5)
    with pytest.raises(ReplayError, match=f"move 1: .*{reason}"):
        replay(GAME, replace(log, steps=(Step(move),)), CARDS)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ((), "too few outcomes"),
        ((2,), "chance has no outcome 2, only 0 to 1"),
        ((-1,), "chance has no outcome -1"),
    ],
)
def test_chance_that_does_not_fit_is_refused(setup: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ReplayError, match=f"setting up: .*{reason}"):
        replay(GAME, Log("tic_tac_match", 2, setup=setup), CARDS)


def test_chance_that_nobody_asked_for_is_refused() -> None:
    _, log = played(2, 5)
    with pytest.raises(ReplayError, match="too many outcomes"):
        replay(GAME, replace(log, setup=(*log.setup, 0)), CARDS)


def test_a_log_for_the_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(ReplayError, match="setting up: 3 cannot play"):
        replay(GAME, Log("tic_tac_match", 3), CARDS)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "[]",
        "{}",
        '{"game": "r", "players": "2", "variants": {}, "setup": [], "steps": []}',
        '{"game": "r", "players": true, "variants": {}, "setup": [], "steps": []}',
        '{"game": "r", "players": 2, "variants": {}, "setup": ["x"], "steps": []}',
        '{"game": "r", "players": 2, "variants": {}, "setup": [], "steps": [{"move": []}]}',
    ],
)
def test_other_json_is_no_log(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Log.from_json(text)
