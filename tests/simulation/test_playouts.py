"""Whole games played by chance: nothing is lost, nobody is stuck, every game ends."""

import pytest
from rules.games import State, part
from rules.support import CARDS, GAME, RULES

from printnplay.rules.chance import seeded
from printnplay.rules.game import OVER, Move
from printnplay.simulation.playouts import broken, play_out

_cards = part("tic-tac-match", "cards")
DOUBLE = _cards.DOUBLE
HAND = _cards.HAND

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
        assert all(state.sides[seat] == state.sides[0] ^ seat % 2 for seat in range(players))

    for seed in range(60):
        play_out(GAME, players, seed, BOUND, watch)


def _hands_are_full(state: State) -> bool:
    """Four cards each when a turn begins; a Double Play takes one after the other."""
    if not state.frames:
        return True
    kind, player, left = state.frames[-1]
    missing = 1 + 2 - left if kind == DOUBLE else 0
    return all(
        len(hand) == HAND - (missing if seat == player else 0)
        for seat, hand in enumerate(state.hands)
    )


@pytest.mark.parametrize("players", [2, 4])
def test_why_not_agrees_with_the_list_of_moves(players: int) -> None:
    def watch(state: State) -> None:
        legal = set(GAME.moves(state))
        every = {
            Move(player, action, place)
            for player in range(players)
            for action in range(len(CARDS))
            for place in (range(9) if action < 8 else range(players) if action == 9 else [-1])
        }
        assert {move for move in every if not GAME.why_not(state, move)} == {
            move for move in legal if move.action < len(CARDS)
        }
        assert {GAME.why_not(state, move) for move in every - legal} <= set(RULES.SENTENCES)

    for seed in range(4):
        play_out(GAME, players, seed, BOUND, watch)


@pytest.mark.parametrize("text", ["[]", "{}", '{"players": 2}', "no"])
def test_other_json_is_no_position(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _cards.TicTacTable.from_json(text)


@pytest.mark.parametrize("off", [*RULES.SENTENCES, *RULES.CLAUSES])
def test_the_list_of_moves_is_what_the_rules_do_not_forbid_whatever_is_off(off: str) -> None:
    """The list is made from tables; asking about every move in turn has to give the same."""
    game = RULES.new_game([off])

    def watch(state: State) -> None:
        player = game.to_move(state)
        every = [Move(player, action) for action in (8, 10, 12, 13)]
        every += [Move(player, card, space) for card in range(8) for space in range(9)]
        every += [Move(player, 9, other) for other in range(state.players)]
        mine = [one for one in every if one.action in (*state.hands[player], 12, 13)]
        legal = sorted(one for one in mine if not game.why_not(state, one))
        assert game.moves(state) == ([] if player == OVER else legal)

    for players in (2, 4):
        for seed in range(3):
            play_out(game, players, seed, 60, watch)


@pytest.mark.parametrize("players", [2, 4])
def test_a_double_play_is_legal_when_two_cards_really_can_follow(players: int) -> None:
    double = CARDS.index("double-play")

    def watch(state: State) -> None:
        player = GAME.to_move(state)
        if player == OVER or state.frames[-1][0] == DOUBLE or double not in state.hands[player]:
            return
        tried = state.copy()
        GAME.play(tried, Move(player, double), seeded(0))
        assert (Move(player, double) in GAME.moves(state)) == _two_follow(tried)

    for seed in range(40):
        play_out(GAME, players, seed, BOUND, watch)


def _two_follow(state: State) -> bool:
    """Whether two plain cards can be laid one after the other, tried out on the cards."""
    tops = [stack[-1] if stack else None for stack in state.grid]
    hand = [card for card in state.hands[GAME.to_move(state)] if card <= 8]
    firsts = [(at, space) for at in range(len(hand)) for space in _spaces(hand[at], tops)]
    return any(
        _spaces(other, _with(tops, hand[at], space))
        for at, space in firsts
        for other in hand[:at] + hand[at + 1 :]
    )


def _spaces(card: int, tops: list[int | None]) -> list[int]:
    """Where a card goes; a Flip, card 8, anywhere."""
    return [
        space
        for space, top in enumerate(tops)
        if card == 8 or top is None or (card // 4 == top // 4) != (card % 4 == top % 4)
    ]


def _with(tops: list[int | None], card: int, space: int) -> list[int | None]:
    return tops if card == 8 else [*tops[:space], card, *tops[space + 1 :]]


def test_openings_are_kept_in_step_with_the_grid() -> None:
    def watch(state: State) -> None:
        assert state.openings == GAME.survey(state)

    for seed in range(20):
        play_out(GAME, 4, seed, BOUND, watch)
