"""Whole games played by chance: nothing is lost, nobody is stuck, every game ends."""

import pytest
from rules.games import Play, State, part
from rules.support import GAME, RULES

from printnplay.play.playouts import broken, play_out
from printnplay.rules import OVER, Move, seeded

_rules = part("tic-tac-match", "play")
HAND = _rules.HAND

GAMES = 300
BOUND = 1000


@pytest.mark.parametrize("players", [2, 4])
def test_every_game_ends_with_the_side_that_shows_the_line(players: int) -> None:
    teams = {(0,), (1,)} if players == 2 else {(0, 2), (1, 3)}
    winners = {play_out(GAME, players, seed, BOUND).winners for seed in range(GAMES)}
    assert winners == teams


@pytest.mark.parametrize("players", [2, 4])
def test_positions_stay_whole(players: int) -> None:
    def watch(state: State) -> None:
        assert broken(GAME, state, RULES.COMPONENTS) == []
        assert _hands_are_full(state)
        assert len({side + str(seat % 2) for seat, side in enumerate(state.sides)}) == 2

    for seed in range(60):
        play_out(GAME, players, seed, BOUND, watch)


def _hands_are_full(state: State) -> bool:
    """Four cards each when a turn begins; a Double Play takes one after the other."""
    missing = 1 + 2 - state.to_follow if state.stage == "double" else 0
    return state.turn == OVER or all(
        len(hand) == HAND - (missing if seat == state.turn else 0)
        for seat, hand in enumerate(state.hands)
    )


@pytest.mark.parametrize("players", [2, 4])
def test_the_faster_moves_are_those_that_no_clause_forbids(players: int) -> None:
    game: Play = RULES.new_game(length="five-points")

    def watch(state: State) -> None:
        assert game.moves(state) == game.legal_moves(state)

    for seed in range(4):
        play_out(game, players, seed, BOUND, watch)


@pytest.mark.parametrize("players", [2, 4])
def test_nobody_else_can_move_and_every_reason_is_a_clause(players: int) -> None:
    def watch(state: State) -> None:
        others = [seat for seat in range(players) if seat != state.turn]
        assert not any(GAME.moves_of(state, seat) for seat in others)
        asked = GAME.known[others[0]]["play"]["x-red"].values() if others else ()
        assert {GAME.why_not(state, move) for move in asked} <= set(RULES.CLAUSES)

    play_out(GAME, players, 1, BOUND, watch)


@pytest.mark.parametrize(
    "spoilt",
    [
        Move(0, 0, "play", "x-blue", "b1"),
        Move(0, -1, "setup", "yes", ""),
        Move(-1, 0, "play", "x-blue", "a1"),
        Move(2, 0, "play", "x-blue", "a1"),
        Move(0, 77, "choose", 2, ""),
        (0, 0),
    ],
)
def test_a_move_that_the_game_does_not_have_is_refused(spoilt: Move) -> None:
    state = GAME.setup(2, seeded(1))
    assert GAME.why_not(state, spoilt) == "unknown move"


@pytest.mark.parametrize("text", ["[]", "{}", '{"players": 2}', "no"])
def test_other_json_is_no_position(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _rules.TicTacTable.from_json(text)


@pytest.mark.parametrize("players", [2, 4])
def test_a_double_play_is_legal_when_two_cards_really_can_follow(players: int) -> None:
    def watch(state: State) -> None:
        seat = state.turn
        if seat == OVER or state.stage != "turn" or "double-play" not in state.hands[seat]:
            return
        move = GAME.move(seat, "play", "double-play")
        assert (move in GAME.moves(state)) == _two_follow(state)

    for seed in range(40):
        play_out(GAME, players, seed, BOUND, watch)


def _two_follow(state: State) -> bool:
    """Whether two plain cards can be laid one after the other, tried out on the cards."""
    tops = {space: stack[-1] if stack else None for space, stack in state.grid.items()}
    hand = [card for card in state.hands[state.turn] if card not in ("double-play", "wipe-out")]
    firsts = [(at, space) for at in range(len(hand)) for space in _spaces(hand[at], tops)]
    return any(
        _spaces(other, tops if hand[at] == "flip" else {**tops, space: hand[at]})
        for at, space in firsts
        for other in hand[:at] + hand[at + 1 :]
    )


def _spaces(card: str, tops: dict[str, str | None]) -> list[str]:
    """Where a card goes; a Flip anywhere."""
    return [
        space
        for space, top in tops.items()
        if card == "flip"
        or top is None
        or (card[0] == top[0]) != (card.partition("-")[2] == top.partition("-")[2])
    ]
