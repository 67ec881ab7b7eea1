"""Whole games of Tic Tac Taco played by chance: nothing is lost, nobody is stuck, all end."""

import pytest
from rules.games import State, part
from rules.taco import RULES

from printnplay.play.playouts import broken, play_out

TicTacTaco = part("tic-tac-taco", "play").TicTacTaco

BOUND = 10_000
"""Moves within which 20,000 games of every variant have ended, with room to spare."""

VARIANTS: list[dict[str, str]] = [
    {},
    {"toppings": "any"},
    {"pocalypse": "clears-all"},
    {"first-turn": "other"},
    {"dead-grids": "allowed"},
    {"toppings": "any", "pocalypse": "clears-all", "dead-grids": "allowed"},
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("chosen", VARIANTS, ids=str)
def test_positions_stay_whole_and_every_game_ends(chosen: dict[str, str]) -> None:
    game = TicTacTaco(**chosen)

    def watch(state: State) -> None:
        assert broken(game, state, RULES.COMPONENTS) == []

    winners = {play_out(game, 2, seed, BOUND, watch).winners for seed in range(6)}
    assert {(0,), (1,)} <= winners <= {(0,), (1,), ()}
    assert () not in winners or "dead-grids" in chosen


@pytest.mark.parametrize("chosen", [{}, {"toppings": "any"}], ids=str)
def test_the_faster_way_to_the_moves_agrees_with_the_clauses(chosen: dict[str, str]) -> None:
    game = TicTacTaco(**chosen)

    def watch(state: State) -> None:
        assert game.moves(state) == game.legal_moves(state)

    for seed in range(2):
        play_out(game, 2, seed, BOUND, watch)


def test_the_trace_hears_of_every_rule() -> None:
    heard: set[str] = set()
    game = TicTacTaco()
    game.trace = heard.add
    for seed in range(6):
        play_out(game, 2, seed, BOUND)
    assert heard == set(RULES.SENTENCES)
