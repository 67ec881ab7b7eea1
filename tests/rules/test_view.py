"""What each seat sees of a position, and positions that it cannot tell apart."""

import pytest

from printnplay.rules import OVER, SEAT_NAMES, seeded
from printnplay.rules.parts import HIDDEN

from .support import GAME, RULES


@pytest.mark.parametrize("seat", [0, 1, OVER])
def test_a_seat_sees_its_own_hand_and_what_lies_open(seat: int) -> None:
    state = GAME.setup(2, seeded(1))
    seen = GAME.observe(state, seat)
    own = [SEAT_NAMES[seat]] if seat != OVER else []
    assert [name for name, hand in seen["hands"].items() if HIDDEN not in hand] == own
    assert HIDDEN in seen["draw"]
    assert seen["discard"] == [str(card) for card in state.discard]


def test_a_hidden_zone_tells_how_many_cards_it_holds_and_nothing_else() -> None:
    state = GAME.setup(4, seeded(1))
    seen = GAME.observe(state, 0)
    assert seen["hands"]["c"] == [HIDDEN] * 4
    assert seen["draw"] == [HIDDEN] * len(state.draw)


def test_an_observation_has_turn_scores_and_sides() -> None:
    seen = GAME.observe(GAME.setup(4, seeded(1)), 2)
    assert set(seen["sides"].values()) == {"x", "o"}
    assert (seen["turn"], seen["score"]) == ("b", {"a": 0, "b": 0, "c": 0, "d": 0})


@pytest.mark.parametrize("seat", [0, 3, OVER])
def test_what_a_seat_cannot_see_can_be_dealt_anew_without_its_noticing(seat: int) -> None:
    state = GAME.setup(4, seeded(1))
    other = GAME.resample(state, seat, seeded(2))
    assert GAME.observe(other, seat) == GAME.observe(state, seat)
    assert other != state
    assert sorted(card for lying in other.placed() for card in lying.cards) == sorted(
        card for lying in state.placed() for card in lying.cards
    )
    assert sum(RULES.COMPONENTS.values()) == 64


def test_positions_that_are_the_same_have_one_hash() -> None:
    state = GAME.setup(2, seeded(1))
    assert {state, state.copy(), GAME.setup(2, seeded(1))} == {state}
