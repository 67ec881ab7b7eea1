"""What the worked examples of Tic Tac Taco do not reach, rule by rule."""

from collections import Counter

import pytest

from printnplay.kernel import codes
from printnplay.kernel.values import Plain
from printnplay.play.playouts import broken
from printnplay.rules import OVER
from printnplay.rules.chance import replayed, seeded

from .games import part
from .taco import CARNES, GAME, ROWS, RULES, do, named, plays, read, table, why_not

HAND = part("tic-tac-taco", "play").HAND


@pytest.mark.parametrize("players", [0, 1, 3, 4])
def test_only_two_can_set_up(players: int) -> None:
    with pytest.raises(ValueError, match=str(players)):
        GAME.setup(players, seeded(0))


def test_chance_says_who_last_ate_tacos() -> None:
    holders = [GAME.setup(2, replayed([n], then=seeded(0))).holder for n in (0, 1)]
    assert holders == [0, 1]


def test_sides_come_first_and_the_one_choosing_may_take_either() -> None:
    state = GAME.setup(2, seeded(0))
    assert plays(state) == [{"take": "tortilla"}, {"take": "nacho"}]
    assert why_not(state, player="b", take="tortilla") == "TAC-3.one"
    assert why_not(state, player="a", draw="yes") == "TAC-3.before"


def test_the_first_card_lies_in_the_middle_of_the_field_and_the_next_around_it() -> None:
    state, _ = read(grid=["- - - - -"] * 5)
    assert plays(state) == [
        {"lay": "tortilla", "to": "c3"},
        {"lay": "nacho-tortilla", "to": "c3"},
    ]
    do(state, lay="tortilla", to="c3")
    assert [move["to"] for move in plays(state)] == ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]
    assert why_not(state, player="b", lay="nacho", to="c3") == "TAC-4.empty"


def test_the_holder_lays_five_cards_whichever_comes_first() -> None:
    state, draw = GAME.setup(2, seeded(3)), seeded(4)
    laid: Counter[int] = Counter()
    while state.stage in ("sides", "laying"):
        move = GAME.moves(state)[0]
        laid[move.seat] += move.act == "lay"
        GAME.play(state, move, draw)
    assert laid == {state.holder: 5, 1 - state.holder: 4}


def test_hands_are_dealt_one_card_at_a_time_from_who_begins() -> None:
    grid: list[Plain] = ["- - - - -", "- - - - -"]
    grid += ["- - tortilla tortilla tortilla", "- - nacho nacho nacho", "- - tortilla - nacho"]
    state, _ = read(grid=grid)
    cards = state.draw[:]
    GAME.play(state, GAME.move(0, "lay", "nacho-tortilla", "d5"), lambda n: n - 1)
    assert state.hands == [cards[:-7:-2], cards[-2:-7:-2]]
    assert state.draw == cards[:-6]


def test_a_player_who_drew_must_discard_first() -> None:
    state = table(["carne", "carne", "queso"], draw=["guac-block"])
    do(state, draw="yes")
    assert plays(state) == [{"discard": card} for card in ("carne", "queso", "guac-block")]
    assert why_not(state, player="a", draw="yes") == "TAC-5.wait"
    assert why_not(state, player="a", discard="pico-de-futuro") == "TAC-5.hand"
    assert why_not(state, player="b", discard="carne") == "TAC-5.turn"


def test_a_seat_sees_its_own_hand_and_what_lies_open() -> None:
    seen = GAME.observe(table(["carne", "queso", "guac-block"], CARNES), 0)
    assert seen["hands"] == {"a": ["carne", "queso", "guac-block"], "b": ["?"] * HAND}
    assert set(seen["draw"]) == {"?"}
    assert seen["grid"]["a1"] == ["tortilla", "carne"]


def test_two_cards_go_after_a_pico_de_futuro_one_after_the_other() -> None:
    state = table(["pico-de-futuro", "carne", "carne"], draw=["queso", "queso", "queso"])
    do(state, play="pico-de-futuro", discard="carne")
    assert why_not(state, player="a", play="carne", to="a1") == "TAC-10.wait"
    assert plays(state) == [{"discard": "carne"}, {"discard": "queso"}]
    do(state, discard="carne")
    assert named(state.hands[0]) == ["queso", "queso", "queso"]
    assert GAME.to_move(state) == 1


def test_stealing_takes_any_card_of_the_hand_by_chance() -> None:
    taken = []
    for chance in range(HAND):
        state, reader = read(
            grid=ROWS,
            hands={"a": ["steal-a-bite", "queso", "queso"], "b": ["carne", "queso", "guac-block"]},
        )
        assert reader.faults == []
        move = GAME.move(0, "play", "steal-a-bite", "hand")
        GAME.play(state, move, replayed([chance], then=seeded(0)))
        taken.append(state.hands[0][-1])
    assert taken == ["carne", "queso", "guac-block"]


def test_nothing_but_drawing_is_left_when_nothing_can_be_played() -> None:
    state = table(["carne", "carne", "carne"], CARNES, pocalypse={"b": "2"})
    assert {"play": "carne", "to": "b3"} in plays(state)
    state = table(["queso", "queso", "queso"])
    assert plays(state) == [{"draw": "yes"}]


def test_the_third_pocalypse_makes_a_new_pile_possible() -> None:
    state = table(
        ["taco-pocalypse", "queso", "queso"],
        CARNES,
        pocalypse={"a": "2"},
        draw=[],
        rest="discard",
    )
    do(state, play="taco-pocalypse")
    assert (len(state.hands[0]), state.discard, state.pocalypse) == (3, [], [0, 0])
    assert len(state.draw) == 44 - 6
    assert broken(GAME, state, RULES.COMPONENTS) == []


def test_a_steal_from_the_hand_never_shuffles_itself_in() -> None:
    state = table(["steal-a-bite", "queso", "queso"], draw=[], rest="discard")
    do(state, play="steal-a-bite", **{"from": "hand"})
    assert named(state.discard) == ["steal-a-bite"]


def test_an_ended_game_allows_nothing() -> None:
    grid: list[Plain] = [
        "tortilla>carne>queso tortilla>carne tortilla>carne>queso",
        *ROWS[1:],
    ]
    state = table(["queso", "queso", "guac-block"], grid)
    do(state, play="queso", to="b1")
    assert (GAME.to_move(state), GAME.moves(state), GAME.result(state)) == (OVER, [], (0,))
    assert why_not(state, player="b", draw="yes") == "TAC-1.over"


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("given.grid.c3", {"grid": [*ROWS[:2], "tortilla nacho nacho"]}),
        ("given.grid", {"grid": [*ROWS[:2], "tortilla>queso nacho-tortilla nacho"]}),
        ("given.grid", {"grid": ["carne tortilla tortilla", *ROWS[1:]]}),
        ("given.grid", {"grid": ["- tortilla tortilla", *ROWS[1:]]}),
        ("given.grid", {"grid": [*["nacho tortilla nacho", "tortilla nacho tortilla"], "nacho-tortilla tortilla nacho"]}),  # noqa: E501
        ("given.grid", {"grid": [str(ROWS[0]).replace("a ", "a>carne>queso ") + ">carne>queso", *ROWS[1:]]}),  # noqa: E501
        ("given.grid", {"grid": ["- - - - -"] * 2 + ["- - nacho - -"] + ["- - - - -"] * 2}),
        ("given.grid", {"grid": ["- - - - -"] * 2 + ["- - - tortilla -"] + ["- - - - -"] * 2}),
        ("given.grid", {"grid": ["- - - - -"] * 2 + ["- - carne - -"] + ["- - - - -"] * 2}),
        ("given.hands.a", {"grid": ROWS, "hands": {"a": ["carne"]}}),
        ("given.discard", {"grid": ROWS, "hands": {"b": ["steal-a-bite"] * 3}, "discard": ["steal-a-bite"]}),  # noqa: E501
        ("given.pocalypse.b", {"grid": ROWS, "pocalypse": {"b": "3"}}),
        ("given.teams", {"grid": ROWS, "teams": {"a": "nacho", "b": "nacho"}}),
        ("given.grid", {"grid": ["- - - - -", "- tortilla tortilla tortilla -", "- tortilla tortilla nacho -", "- nacho nacho nacho -", "- - - - -"]}),  # noqa: E501
        ("given.hands", {"hands": {"a": ["carne", "carne", "queso"]}}),
        ("given.turn", {"grid": ["- - - - -"] * 5, "turn": "b"}),
    ],
)  # fmt: skip
def test_positions_that_cannot_be_are_refused(path: str, given: dict[str, Plain]) -> None:
    _, reader = read(**given)
    assert {(fault.code, fault.path) for fault in reader.faults} == {
        (codes.IMPOSSIBLE_POSITION, path)
    }


def test_numbers_that_texts_quote_are_the_numbers_played_by() -> None:
    facts = RULES.FACTS
    assert {len(line) for line in GAME.lines} == {facts["line_length"]}
    assert facts["combo_cards"] == len(["base card", "carne", "queso"])
    assert facts["pico_hand"] == facts["hand_size"] - 1 + facts["pico_draw"]
    assert facts["pico_hand"] - facts["pico_discard"] == facts["hand_size"]
    assert facts["base_cards"] + facts["shuffled"] == sum(RULES.COMPONENTS.values())
    assert facts["own_bases"] + facts["holder_bases"] == facts["base_cards"]
    state = table(["carne", "queso", "guac-block"])
    assert {next(iter(move)) for move in plays(state)} == {"play", "draw"}
    assert facts["actions"] == len(["play", "draw"])
