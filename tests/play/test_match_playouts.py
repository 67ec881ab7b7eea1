"""Whole games of MATCH! played by chance: nothing is lost, nobody is stuck, all end."""

from typing import Any

import pytest
from rules.games import State, part
from rules.match import GAME, RULES, named

from printnplay.play.playouts import broken, play_out
from printnplay.rules.chance import seeded

pytestmark = pytest.mark.sampled(2)

MatchGame = part("match", "play").MatchGame

BOUND = 20_000
"""Moves within which 20,000 games each of two to five players ended; the longest took 8,593.

Eight players who choose by chance lose points on average, so that some of their games never end.
"""

ROUND = 250
"""Moves within which 20,000 rounds each of two to eight players ended; the longest took 126."""

SEATS = (2, 3, 5, 8)
SINGLE = MatchGame(length="one-round")


def whole(state: State) -> None:
    """Nothing is lost, nobody is stuck, hands and stacks are as the rules say."""
    assert broken(GAME, state, RULES.COMPONENTS) == []
    for collection in state.collections:
        for colour, stack in collection.items():
            assert all(card.startswith(f"{colour}-") for card in named(stack))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_game_ends_and_everybody_wins_some(players: int) -> None:
    results = [play_out(GAME, players, seed, BOUND).winners for seed in range(60)]
    assert None not in results
    assert {seat for winners in results for seat in winners or ()} == set(range(players))


@pytest.mark.parametrize("players", SEATS)
def test_positions_stay_whole_and_every_round_ends(players: int) -> None:
    for seed in range(12):
        assert play_out(SINGLE, players, seed, ROUND, whole).winners


@pytest.mark.parametrize("players", [2, 8])
def test_the_faster_way_lists_the_moves_that_no_clause_forbids(players: int) -> None:
    def watch(state: State) -> None:
        assert SINGLE.moves(state) == SINGLE.legal_moves(state)

    for seed in range(3):
        play_out(SINGLE, players, seed, ROUND, watch)


@pytest.mark.parametrize("switch", RULES.CLAUSES)
def test_listed_moves_are_legal_also_when_a_clause_is_off(switch: str) -> None:
    game, listed = MatchGame([switch], length="one-round"), 0
    for seed in range(3):
        cards, choices = seeded(seed), seeded(seed + 9)
        state = game.setup(3, cards)
        for _ in range(100):
            moves = game.moves(state)
            if not moves:
                break
            listed += len(moves)
            assert [game.why_not(state, move) for move in moves] == [""] * len(moves)
            game.play(state, moves[choices(len(moves))], cards)
    assert listed > 10


def test_a_collected_card_never_empties_a_hand_while_there_are_cards_to_draw() -> None:
    """The last card in hand leaves by the discard pile."""
    ends = 0
    for seed in range(60):
        cards, choices = seeded(2 * seed), seeded(2 * seed + 1)
        state = SINGLE.setup(4, cards)
        move: Any = None
        while moves := SINGLE.moves(state):
            move = moves[choices(len(moves))]
            SINGLE.play(state, move, cards)
        if not all(state.hands):
            ends += 1
            assert move.act != "collect"
            assert [seat for seat, hand in enumerate(state.hands) if not hand] == [move.seat]
    assert ends > 50


def test_the_trace_hears_of_every_rule() -> None:
    """The players collect where they can, so that the deck runs empty now and then."""
    heard: set[str] = set()
    game = MatchGame()
    game.trace = heard.add
    cards, choices = seeded(1), seeded(2)
    state = game.setup(5, cards)
    while moves := game.moves(state):
        patient = [move for move in moves if move.act == "collect"] or moves
        game.play(state, patient[choices(len(patient))], cards)
    assert heard == set(RULES.SENTENCES)
