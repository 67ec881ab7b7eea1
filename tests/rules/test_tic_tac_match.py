"""What the worked examples of Tic-Tac Match do not reach, rule by rule."""

from collections import Counter

import pytest

from printnplay.kernel.values import Plain
from printnplay.play.playouts import broken
from printnplay.rules import OVER, Card, Rng
from printnplay.rules.chance import replayed, seeded
from printnplay.rules.game import rule_of
from printnplay.rules.notation import Reader

from .games import State, part
from .support import CARDS, GAME, RULES

TicTacMatch = part("tic-tac-match", "play").TicTacMatch

FULL: list[Plain] = [
    "o-green o-blue o-yellow",
    "o-blue x-red o-green",
    "o-green o-yellow o-blue",
]
"""A full grid that no red X can be played on."""

OPEN: list[Plain] = ["- - o-blue", "- x-green -", "x-red - -"]
FLIPS: list[Plain] = ["flip", "flip", "flip"]
STUCK: list[Plain] = ["x-red", "x-red", "x-red", "x-red"]


def table(grid: list[Plain], hand: list[Plain], **more: Plain) -> State:
    """A position in which player a is to move."""
    reader = Reader(CARDS)
    given: dict[str, Plain] = {"grid": grid, "hands": {"a": hand}, **more}
    state, _ = GAME.read(given, reader, seeded(0))
    assert reader.faults == []
    return state


def do(state: State, draw: Rng | None = None, **words: str) -> None:
    """Carry out a move written as in an example."""
    reader = Reader(CARDS)
    for move in GAME.steps(state, words, reader):
        assert GAME.why_not(state, move) == ""
        GAME.play(state, move, draw or seeded(0))
    assert reader.faults == []


def why_not(state: State, **words: str) -> str:
    """The rule against a move written as in an example."""
    (move,) = GAME.steps(state, words, Reader(CARDS))
    return str(GAME.why_not(state, move))


def named(cards: list[Card]) -> list[str]:
    return [str(card) for card in cards]


def plays(state: State) -> list[dict[str, str]]:
    """All legal moves as an example would write them."""
    return [dict(GAME.names(move)) for move in GAME.moves(state)]


def test_the_dealer_is_drawn_among_the_players() -> None:
    for players in (2, 4):
        dealers = [
            GAME.setup(players, replayed([n], then=seeded(0))).dealer for n in range(players)
        ]
        assert dealers == list(range(players))


@pytest.mark.parametrize("players", [0, 1, 3, 5])
def test_only_two_or_four_can_set_up(players: int) -> None:
    with pytest.raises(ValueError, match=str(players)):
        GAME.setup(players, seeded(0))


def test_identity_cards_never_enter_the_shuffled_cards() -> None:
    for players in (2, 4):
        zones = GAME.zones(GAME.setup(players, seeded(0)))
        lying = Counter({zone: cards.count("identity") for zone, cards in zones.items()})
        assert lying["aside"] == RULES.COMPONENTS["identity"] == lying.total()


def test_setup_passes_over_any_number_of_action_cards() -> None:
    hands, turned = ["x-red"] * 4 + ["o-red"] * 4, ["flip"] * 4 + ["wipe-out"] * 4
    reader = Reader(CARDS)
    state, draw = GAME.read({"dealer": "a", "deck": [*hands, *turned, "o-blue"]}, reader, seeded(0))
    GAME.play(state, GAME.move(0, "setup", "yes"), draw)
    assert named(state.discard) == turned
    assert GAME.position(state)["sides"] == {"a": "o", "b": "x"}


def test_an_empty_space_takes_every_symbol_card_and_nothing_else() -> None:
    state = table(OPEN, ["x-red", "flip", "wipe-out", "double-play"])
    assert why_not(state, play="x-red", to="a1") == ""
    spaces = {move["to"] for move in plays(state) if move["play"] == "x-red"}
    assert spaces == {"a1", "b1", "a2", "b2", "c2", "b3", "c3"}


def test_a_covered_card_counts_for_no_line() -> None:
    state = table(
        ["x-red>o-red - x-red", "- x-green -", "- - -"], ["x-red", "x-blue", "flip", "flip"]
    )
    do(state, play="x-red", to="b1")
    assert GAME.result(state) is None


def test_two_lines_at_once_make_one_winner() -> None:
    state = table(
        ["x-red x-red -", "- o-red x-red", "- o-blue x-red"], ["x-red", "flip", "flip", "flip"]
    )
    do(state, play="x-red", to="c1")
    assert GAME.result(state) == (0,)
    assert GAME.moves(state) == []


def test_an_ended_game_allows_nothing() -> None:
    state = table(
        ["x-red x-red x-red", "- o-blue -", "- - -"], ["flip", "o-red", "x-red", "x-blue"]
    )
    assert GAME.to_move(state) == OVER
    assert rule_of(why_not(state, player="a", play="flip")) == "TTM-12"


def test_a_wiped_player_may_wipe_out_in_turn() -> None:
    state = table(
        OPEN,
        ["wipe-out", "x-blue", "o-red", "x-red"],
        draw=["flip", "wipe-out", "x-red", "o-red", "x-blue", "o-blue"],
    )
    do(state, play="wipe-out", target="b")
    do(state, player="b", play="wipe-out", target="a")
    assert GAME.to_move(state) == 0
    assert named(state.discard)[-4:] == ["x-blue", "o-red", "x-red", "flip"]


def test_a_wiped_player_without_a_legal_play_throws_in_the_new_hand_too() -> None:
    state = table(
        FULL,
        ["wipe-out", "x-yellow", "flip", "flip"],
        draw=["x-blue", *STUCK],
    )
    do(state, play="wipe-out", target="b")
    assert plays(state) == [{"player": "b", "discard": "hand"}]


def test_a_hand_is_thrown_in_again_while_nothing_can_be_played() -> None:
    doubles: list[Plain] = ["double-play"] * 4
    state = table(FULL, doubles, draw=[*STUCK, "x-blue", "flip", "o-red", "x-green"])
    assert plays(state) == [{"player": "a", "discard": "hand"}]
    do(state, discard="hand")
    assert plays(state) == [{"player": "a", "discard": "hand"}]
    do(state, discard="hand")
    assert named(state.hands[0]) == ["x-blue", "flip", "o-red", "x-green"]
    assert (GAME.to_move(state), len(state.discard)) == (0, 8)
    assert {"player": "a", "discard": "hand"} not in plays(state)


def test_double_play_offers_only_first_cards_that_leave_a_second() -> None:
    """The red X fits in the centre only: the blue O may go first, but not there."""
    grid: list[Plain] = [FULL[0], "o-blue x-blue o-green", FULL[2]]
    state = table(grid, ["double-play", "x-red", "o-blue", "wipe-out"])
    do(state, play="double-play")
    assert rule_of(why_not(state, play="o-blue", to="b2")) == "TTM-9"
    assert why_not(state, play="o-blue", to="a1") == ""
    assert why_not(state, play="x-red", to="b2") == ""
    assert rule_of(why_not(state, play="x-red", to="a1")) == "TTM-6"
    assert rule_of(why_not(state, play="wipe-out")) == "TTM-9"
    assert rule_of(why_not(state, discard="hand")) == "TTM-10"


def test_double_play_of_two_flips_leaves_the_sides_as_they_were() -> None:
    state = table(OPEN, ["double-play", "flip", "flip", "wipe-out"])
    do(state, play="double-play", first="flip", second="flip")
    assert GAME.position(state)["sides"] == {"a": "x", "b": "o"}
    assert GAME.to_move(state) == 1
    assert len(state.hands[0]) == 4


def test_new_pile_is_made_in_the_middle_of_drawing() -> None:
    """One card of three is drawn from the old pile, two from the new one."""
    state = table(
        ["x-green>x-red - o-blue", "- o-yellow>x-yellow>x-blue -", "- - -"],
        ["double-play", "o-green", "x-blue", "wipe-out"],
        draw=["flip"],
        rest="discard",
    )
    draws: list[int] = []

    def counted(n: int) -> int:
        draws.append(n)
        return 0

    do(state, counted, play="double-play", first="o-green c3", second="x-blue a2")
    assert named(state.hands[0])[:2] == ["wipe-out", "flip"]
    assert len(state.hands[0]) == 4
    shuffled = 60 - 4 - 2 - 5
    assert draws == list(range(shuffled, 1, -1))
    assert (len(state.draw), state.discard) == (shuffled - 2, [])
    assert [len(stack) for stack in state.grid.values()] == [1, 0, 1, 1, 1, 0, 0, 0, 1]
    assert broken(GAME, state, RULES.COMPONENTS) == []


def test_new_pile_holds_the_wipe_out_itself_and_both_hands_are_full() -> None:
    state = table(OPEN, ["wipe-out", "o-green", "x-blue", "flip"], draw=[], rest="discard")
    do(state, play="wipe-out", target="b")
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert len(state.discard) == 4
    assert broken(GAME, state, RULES.COMPONENTS) == []


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_runs_to_five_points_and_the_deal_passes_left(players: int) -> None:
    draw, choose = seeded(1), seeded(2)
    state = TicTacMatch(length="five-points").setup(players, replayed([players - 1], then=draw))
    dealers, scores = [state.dealer], [state.score[:]]
    while GAME.to_move(state) != OVER:
        moves = GAME.moves(state)
        GAME.play(state, moves[choose(len(moves))], draw)
        if state.score != scores[-1]:
            scores.append(state.score[:])
        elif state.dealer != dealers[-1]:
            dealers.append(state.dealer)
    assert [2 * sum(score) // players for score in scores] == list(range(len(scores)))
    assert max(scores[-1]) == 5
    assert len(dealers) == len(scores) - 1
    assert dealers == [(players - 1 + game) % players for game in range(len(dealers))]
    assert GAME.result(state) == tuple(state.winners)


def test_only_the_next_dealer_deals_the_next_game() -> None:
    state = table(
        ["x-red x-red x-red", "- o-blue -", "- - -"],
        ["flip", "o-red", "x-red", "x-blue"],
        score={"a": "2", "b": "1"},
        dealer="a",
    )
    assert plays(state) == [{"player": "b", "setup": "yes"}]
    assert rule_of(why_not(state, player="a", setup="yes")) == "TTM-14"


def test_a_decided_match_allows_no_further_deal() -> None:
    state = table(
        ["x-red x-red x-red", "- o-blue -", "- - -"],
        ["flip", "o-red", "x-red", "x-blue"],
        score={"a": "5", "b": "1"},
    )
    assert rule_of(why_not(state, player="b", setup="yes")) == "TTM-14"
    assert GAME.result(state) == (0,)


def test_there_is_no_deal_in_the_middle_of_a_game() -> None:
    assert rule_of(why_not(table(OPEN, STUCK), setup="yes")) == "TTM-12"


def test_a_rule_that_does_not_exist_cannot_be_switched_off() -> None:
    with pytest.raises(KeyError, match="TTM-99"):
        TicTacMatch(["TTM-99"])


def test_numbers_that_texts_quote_are_the_numbers_played_by() -> None:
    state = GAME.setup(RULES.FACTS["players_max"], seeded(0))
    assert {len(hand) for hand in state.hands} == {RULES.FACTS["hand_size"]}
    assert len(state.grid) == RULES.FACTS["grid_spaces"] == RULES.FACTS["grid_side"] ** 2
    assert {len(line) for line in GAME.lines} == {RULES.FACTS["line_length"]}
    assert len(GAME.lines) == 8
    assert len(set(state.sides)) == RULES.FACTS["teams"]
    assert set(Counter(state.sides).values()) == {RULES.FACTS["team_size"]}


def test_what_always_holds_is_told_where_it_does_not() -> None:
    table = GAME.setup(2, seeded(1))
    assert broken(GAME, table, RULES.COMPONENTS) == []
    table.draw.append(table.hands[1].pop())
    assert broken(GAME, table, RULES.COMPONENTS) == ["a hand holds four cards when a turn begins"]
    table.sides = ["x", "x"]
    assert "partners show the same symbol, opponents the other one" in GAME.broken_promises(table)
