"""What each seat sees of a position."""

import pytest

from printnplay.rules.chance import seeded
from printnplay.rules.game import OVER
from printnplay.rules.view import FACE_DOWN, view

from .support import GAME


@pytest.mark.parametrize("seat", [0, 1, OVER])
def test_a_seat_sees_its_own_hand_and_what_lies_open(seat: int) -> None:
    state = GAME.setup(2, seeded(1))
    zones, seen = GAME.zones(state), view(GAME, state, seat)
    masked = {name for name, cards in seen.items() if cards != zones[name]}
    assert masked == {"draw", "hand.0", "hand.1"} - {f"hand.{seat}"}


def test_a_hidden_zone_tells_how_many_cards_it_holds_and_nothing_else() -> None:
    state = GAME.setup(4, seeded(1))
    seen = view(GAME, state, 0)
    assert seen["hand.2"] == [FACE_DOWN] * 4
    assert seen["draw"] == [FACE_DOWN] * len(state.pile)


def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_see() -> None:
    state = GAME.setup(2, seeded(1))
    other = state.copy()
    other.hands[1], other.pile[:4] = other.pile[:4], other.hands[1]
    assert other.hands[1] != state.hands[1]
    assert view(GAME, other, 0) == view(GAME, state, 0)
