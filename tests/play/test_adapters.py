"""Games in the hands of OpenSpiel and PettingZoo; where these are not installed, that is said."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from rules import games

from printnplay.play.adapters.features import features
from printnplay.rules import CardGame, Rng, seeded

WHY = "not installed: the adapter is not tested"


@pytest.fixture(params=["heights", "lanterns", "harbour", "tic-tac-match", "tic-tac-ko"])
def game(request: pytest.FixtureRequest, small_games: Path) -> CardGame[Any]:
    name = request.param
    shipped = name in games.NAMES
    rules = games.rules(name) if shipped else games.rules_in(small_games / name)
    made = rules.new_game()
    assert isinstance(made, CardGame)
    return made


@pytest.mark.parametrize("game", ["heights", "lanterns", "harbour", *games.NAMES], indirect=True)
def test_what_a_seat_sees_is_always_as_long_and_hides_what_it_does_not_see(
    game: CardGame[Any],
) -> None:
    players = min(game.seats)
    bare = features(game, game.laid_out(players), 0)
    table = game.setup(players, seeded(3))
    choose = seeded(4)
    for _ in range(30):
        for seat in range(players):
            seen = features(game, table, seat)
            assert len(seen) == len(bare)
            twin = game.resample(table, seat, seeded(5))
            assert game.observe(twin, seat) == game.observe(table, seat)
            assert features(game, twin, seat) == seen
        moves = game.moves(table)
        if moves:
            game.play(table, moves[choose(len(moves))], seeded(6))


@pytest.mark.sampled(3)
def test_open_spiel_plays_the_game(game: CardGame[Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason=f"open_spiel is {WHY}")
    from printnplay.play.adapters.open_spiel import open_spiel_game

    made = open_spiel_game(game, min(game.seats), worth=(-60.0, 60.0))
    pyspiel.random_sim_test(made, num_sims=1, serialize=False, verbose=False)
    state, choose, moves = made.new_initial_state(), seeded(1), []
    while not state.is_terminal():
        if state.is_chance_node():
            assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
        else:
            seat = state.through.seat
            moves.append(state.action_to_string(seat, state.legal_actions(seat)[0]))
            seen = game.observe(state.through.table, 1)
            assert json.loads(state.observation_string(1)) == json.loads(json.dumps(seen))
            assert len(state.observation_tensor(seat)) == made.observation_tensor_size()
        choose_in(state, choose)
    assert moves
    assert all(move.startswith(tuple(act.key for act in game.acts)) for move in moves)
    assert state.returns() == list(state.through.returns())
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def choose_in(state: Any, choose: Rng) -> None:  # noqa: ANN401
    """Choose any action, or one for each seat that chooses at once; others have none."""
    if not state.is_simultaneous_node():
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        state.apply_action(actions[choose(len(actions))])
        return
    every = [state.legal_actions(seat) or [0] for seat in range(state.num_players())]
    state.apply_actions([actions[choose(len(actions))] for actions in every])


def test_seats_choose_at_once_in_one_node_and_forget_nothing(small_games: Path) -> None:
    pytest.importorskip("pyspiel", reason=f"open_spiel is {WHY}")
    from printnplay.play.adapters.open_spiel import open_spiel_game

    harbour = games.rules_in(small_games / "harbour").new_game()
    state, choose = open_spiel_game(harbour, 4).new_initial_state(), seeded(4)
    asked, recalled, undone = set[int](), [""] * 4, 0
    while not state.is_terminal():
        at_once = state.is_simultaneous_node()
        if at_once:
            asked.add(sum(bool(state.legal_actions(seat)) for seat in range(4)))
            assert len(state.through.acting) > 1
        before, steps = str(state), state.through.steps
        choose_in(state, choose)
        if at_once and not undone:
            assert len(state.through.steps) == len(steps) + 3
            state.through.undo()
            assert (str(state), state.through.steps) == (before, steps)
            undone = 1
        if state.is_chance_node() or state.is_terminal():
            continue
        for seat in range(4):
            now = state.information_state_string(seat)
            assert now.startswith(recalled[seat])
            recalled[seat] = now
    assert asked == {2, 3}
    assert "look crate" in recalled[0]
    assert '"known": {"draw": ["crate-' in recalled[0]


def test_the_algorithms_of_open_spiel_search_it(small_games: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason=f"open_spiel is {WHY}")
    import numpy
    from open_spiel.python.algorithms import mcts

    from printnplay.play.adapters.open_spiel import open_spiel_game

    rules = games.rules_in(small_games / "heights")
    at_once = open_spiel_game(rules.new_game(), 2, worth=(0.0, 45.0))
    made = pyspiel.convert_to_turn_based(at_once)  # the search of OpenSpiel needs turns
    state, random = made.new_initial_state(), numpy.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    twin = state.clone()
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(made, 2, 5, evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()
    assert str(twin) == str(state)


def test_pettingzoo_plays_the_game(game: CardGame[Any]) -> None:
    pytest.importorskip("pettingzoo", reason=f"pettingzoo is {WHY}")
    from pettingzoo.test import api_test, seed_test

    from printnplay.play.adapters.pettingzoo import PettingZooGame

    players = min(game.seats)
    with warnings.catch_warnings():
        # What the tests of the library find unusual: numbers below and above one.
        warnings.simplefilter("ignore")
        api_test(PettingZooGame(game, players, limit=40), num_cycles=60)
        seed_test(lambda: PettingZooGame(game, players), num_cycles=20)
