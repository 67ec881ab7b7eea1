"""Whole games of Tic Tac Taco played by chance: nothing is lost, nobody is stuck, all end."""

import pytest
from rules.games import State, part
from rules.taco import CARNES, GAME, RULES, table

from printnplay.rules.game import Move
from printnplay.rules.view import view
from printnplay.simulation.playouts import broken, play_out

TicTacTaco = part("tic-tac-taco", "notation").TicTacTaco
_cards = part("tic-tac-taco", "cards")
DISCARD = _cards.DISCARD
DISCARDING = _cards.DISCARDING
DRAW = _cards.DRAW
HAND = _cards.HAND
KEEPING = _cards.KEEPING
TAKE = _cards.TAKE
TURN = _cards.TURN

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


@pytest.mark.parametrize("chosen", VARIANTS, ids=str)
def test_positions_stay_whole_and_every_game_ends(chosen: dict[str, str]) -> None:
    game = TicTacTaco(**chosen)

    def watch(state: State) -> None:
        assert broken(game, state, RULES.COMPONENTS) == []
        assert [len(hand) for hand in state.hands] == _hand_sizes(state)
        assert max(state.rows) < RULES.FACTS["pocalypse_limit"]

    winners = {play_out(game, 2, seed, BOUND, watch).winners for seed in range(25)}
    assert {(0,), (1,)} <= winners <= {(0,), (1,), ()}
    assert () not in winners or "dead-grids" in chosen


def _hand_sizes(state: State) -> list[int]:
    """Three cards each, more where a player is about to discard; none before the deal."""
    if not state.frame:
        return [len(hand) for hand in state.hands]
    kind, player, left = state.frame
    if kind < TURN:
        return [0, 0]
    more = 1 if kind == DISCARDING else left if kind == KEEPING else 0
    return [HAND + more * (seat == player) for seat in range(2)]


@pytest.mark.parametrize("chosen", [{}, {"toppings": "any"}], ids=str)
def test_why_not_agrees_with_the_list_of_moves(chosen: dict[str, str]) -> None:
    game = TicTacTaco(**chosen)
    simple = [Move(seat, action) for seat in range(2) for action in (DRAW, 5, 7)]
    chosen_cards = [Move(seat, DISCARD, card) for seat in range(2) for card in range(3, 9)]
    steals = [Move(seat, 8, source) for seat in range(2) for source in range(2)]

    def watch(state: State) -> None:
        legal = set(game.moves(state))
        spaces = range(len(state.grid))
        actions = (0, 1, 2) if len(spaces) > 9 else (3, 4, 6)
        laid = {Move(seat, action, at) for seat in range(2) for action in actions for at in spaces}
        takes = {Move(seat, TAKE, team) for seat in range(2) for team in range(2)}
        every = laid | takes | set(simple) | set(chosen_cards) | set(steals)
        assert {move for move in every if not game.why_not(state, move)} == legal
        assert {game.why_not(state, move) for move in every - legal} <= set(RULES.SENTENCES)

    for seed in range(3):
        play_out(game, 2, seed, BOUND, watch)


def test_a_seat_sees_its_own_hand_and_what_lies_open() -> None:
    state = table(["carne", "queso", "guac-block"], CARNES)
    zones, seen = GAME.zones(state), view(GAME, state, 0)
    assert {name for name, cards in seen.items() if cards != zones[name]} == {"draw", "hand.1"}


def test_the_trace_hears_of_every_rule() -> None:
    heard: set[str] = set()
    game = TicTacTaco()
    game.trace = heard.add
    for seed in range(20):
        play_out(game, 2, seed, BOUND)
    assert heard == set(RULES.SENTENCES)
