"""What the worked examples of MATCH! do not reach, rule by rule."""

from collections import Counter

import pytest

from printnplay.game.game import Example
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.values import Plain
from printnplay.play.playouts import broken
from printnplay.rules.chance import replayed, seeded
from printnplay.rules.game import OVER
from printnplay.rules.judge import judge
from printnplay.rules.notation import Reader

from .games import part
from .match import CARDS, GAME, RULES, do, named, plays, read, table, why_not

MatchGame = part("match", "play").MatchGame
NUMBER_CARDS = part("match", "play").NUMBER_CARDS
FROM: dict[str, Plain] = {"from": "collection", "to": "discard"}
SIX: list[Plain] = ["red-1", "red-1", "red-2", "red-2", "red-3", "red-3"]


@pytest.mark.parametrize("players", [0, 1, 9])
def test_only_two_to_eight_can_set_up(players: int) -> None:
    with pytest.raises(ValueError, match=str(players)):
        GAME.setup(players, seeded(0))


@pytest.mark.parametrize("players", [2, 5, 8])
def test_chance_says_who_wears_the_brightest_clothes(players: int) -> None:
    for seat in range(players):
        state = GAME.setup(players, replayed([seat], then=seeded(0)))
        assert (state.starter, GAME.to_move(state)) == (seat, seat)


def test_reminder_cards_never_enter_the_deck() -> None:
    for players in (2, 8):
        state = GAME.setup(players, seeded(0))
        assert GAME.position(state)["box"] == 8 - players
        zones = GAME.zones(state)
        lying = Counter({zone: cards.count("reminder") for zone, cards in zones.items()})
        assert lying["aside"] == lying.total() == 8


def test_no_wild_ever_starts_the_discard_pile() -> None:
    tops = [GAME.setup(2, seeded(seed)).discard for seed in range(300)]
    assert all(len(discard) == 1 for discard in tops)
    assert {card for (card,) in tops} == set(NUMBER_CARDS)


def test_a_card_matches_by_colour_and_by_number_and_in_both() -> None:
    state = table("red-2", ["red-2", "red-5", "green-2", "blue-0", "purple-1"])
    assert plays(state) == [
        "red-2 discard",
        "red-5 discard",
        "green-2 discard",
        "blue-0 collection",
        "purple-1 collection",
    ]


def test_top_cards_and_hand_cards_are_told_apart() -> None:
    """The same card in hand and on top of a stack makes two moves."""
    state = table("red-2", ["red-5", "blue-0"], ["red-1>red-5", "green-4"])
    assert plays(state) == ["red-5 discard", "red-5 discard collection"]


def test_the_upper_one_of_two_equal_cards_is_taken_off_a_stack() -> None:
    state = table("blue-3", ["blue-0", "green-1"], ["red-3>red-1>red-3"])
    do(state, None, play="red-3", **FROM)
    assert GAME.position(state)["collections"] == {"a": {"red": ["red-3", "red-1"]}, "b": {}}


def test_the_ban_goes_with_the_top_card_that_caused_it() -> None:
    state = table("yellow-4", ["green-5", "red-0"], ["blue-4>blue-1"])
    assert plays(state) == ["red-0 collection", "green-5 collection"]
    state = table("yellow-4", ["green-5", "red-0"], ["blue-1>blue-4"])
    assert plays(state) == ["blue-4 discard collection"]
    do(state, None, play="blue-4", **FROM)
    assert named(state.hands[0]) == ["green-5", "red-0"]


def test_a_ban_leaves_wilds_and_matching_hand_cards() -> None:
    state = table("yellow-4", ["wild", "yellow-0", "red-3"], ["blue-4"])
    legal = set(plays(state))
    assert {"yellow-0 discard", "blue-4 discard collection", "wild discard 5"} <= legal
    assert len(legal) == 2 + 11


def test_a_wild_names_every_colour_and_every_number() -> None:
    state = table("red-0", ["wild", "red-3"])
    named_things = [play.split()[-1] for play in plays(state) if play.startswith("wild")]
    assert " ".join(named_things) == "red blue green yellow purple 0 1 2 3 4 5"


@pytest.mark.parametrize(("word", "answers"), [("green", "green-0"), ("3", "red-3")])
def test_what_was_named_replaces_colour_and_number(word: str, answers: str) -> None:
    state = table("wild", ["green-0", "red-3", "blue-5"], named=word)
    others = [card for card in ("red-3", "green-0", "blue-5") if card != answers]
    wanted = {f"{answers} discard", *(f"{card} collection" for card in others)}
    assert set(plays(state)) == wanted


def test_an_answer_ends_what_was_named() -> None:
    state = table("wild", ["green-0", "red-3", "blue-5"], named="green")
    do(state, play="green-0", to="discard")
    assert GAME.position(state)["named"] == ""
    do(table("wild", ["wild", "red-3"], named="green"), play="wild", to="discard", names="4")


def test_what_was_named_comes_back_to_who_named_it() -> None:
    """Everybody puts a card aside; the wild still lies there with what it stands for."""
    state = table("red-0", ["wild", "yellow-1"], hands={"a": ["wild", "yellow-1"], "b": ["red-2"]})
    do(state, play="wild", to="discard", names="5")
    do(state, play="red-2", to="collection")
    assert (GAME.to_move(state), GAME.position(state)["named"]) == (0, "5")
    assert why_not(state, play="yellow-1", to="discard") == "MAT-10.has"
    assert why_not(state, play="yellow-1", to="collection") == ""


def test_a_wild_shuffled_back_is_a_wild_like_any_other() -> None:
    discard: list[Plain] = ["wild", "blue-2"]
    hands: dict[str, Plain] = {"a": ["green-5"], "b": ["blue-1", "red-5"]}
    state = table("blue-2", ["green-5"], discard=discard, hands=hands)
    state.draw.clear()
    do(state, play="green-5", to="collection")
    assert (named(state.hands[0]), GAME.position(state)["named"]) == (["wild"], "")
    do(state, play="blue-1", to="discard")
    assert len(plays(state)) == 11


def test_a_new_deck_takes_all_discards_but_the_top_one() -> None:
    state = table("blue-2", ["green-5", "red-4"], discard=["red-0", "wild", "blue-2"], draw=[])
    state.draw.clear()
    do(state, play="green-5", to="collection")
    assert named(state.discard) == ["blue-2"]
    assert sorted([*named(state.draw), *named(state.hands[0])]) == ["red-0", "red-4", "wild"]


def test_two_players_can_run_out_of_cards_and_the_round_is_scored_at_once() -> None:
    state = table("blue-2", ["green-5", "red-4"], ["yellow-3"])
    state.draw.clear()
    do(state, play="green-5", to="collection")
    assert state.gained[0] == 3 + 5 - 4
    assert (GAME.position(state)["stage"], state.starter) == ("deal", 0)
    assert plays(state) == ["yes"]


def test_matching_needs_no_card_to_draw() -> None:
    state = table("blue-2", ["blue-5", "red-4"])
    state.draw.clear()
    do(state, play="blue-5", to="discard")
    assert GAME.position(state)["stage"] == "turn"


def test_the_last_card_may_be_a_wild() -> None:
    state = table("blue-2", ["wild"], ["red-5"])
    do(state, play="wild", to="discard", names="red")
    assert (GAME.position(state)["stage"], state.gained[0]) == ("deal", 5)


def test_only_who_played_the_last_card_deals_the_next_round_with_all_cards() -> None:
    state = table("blue-2", ["blue-4"], ["red-5"], score={"a": "-3"})
    do(state, play="blue-4", to="discard")
    assert (state.score[0], GAME.to_move(state)) == (2, 0)
    assert why_not(state, player="b", setup="yes") == "MAT-15.deals"
    assert why_not(state, player="a", play="red-5", **FROM) == "MAT-1.before"
    do(state, setup="yes")
    assert broken(GAME, state, RULES.COMPONENTS) == []
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert GAME.position(state)["collections"] == {"a": {}, "b": {}}
    assert (len(state.draw), len(state.discard)) == (53, 1)


def test_nobody_deals_in_the_middle_of_a_round_or_after_the_game() -> None:
    hands: dict[str, Plain] = {"a": ["blue-4"], "b": ["red-3"]}
    state = table("blue-2", ["blue-4"], ["red-5"], hands=hands, score={"a": "45"})
    assert why_not(state, setup="yes") == "MAT-13.before"
    do(state, play="blue-4", to="discard")
    assert GAME.to_move(state) == OVER
    assert GAME.result(state) == (0,)
    assert GAME.moves(state) == []
    assert why_not(state, setup="yes") == "MAT-15.over"
    assert GAME.returns(state) == (50, -3)
    assert GAME.ranks(state) == (1, 2)


def test_forty_nine_points_are_not_enough_and_fifty_count_only_at_the_end_of_a_round() -> None:
    state = table("blue-2", ["blue-4"], ["red-5"], score={"a": "44"})
    do(state, play="blue-4", to="discard")
    assert (state.score[0], GAME.result(state)) == (49, None)
    state = table("blue-2", ["blue-4", "red-0"], ["red-5"], score={"a": "49"})
    do(state, play="blue-4", to="discard")
    assert (state.score[0], GAME.result(state)) == (49, None)


def test_somebody_else_may_win_the_round_that_another_ends() -> None:
    state = table(
        "blue-2",
        ["blue-4"],
        collections={"b": ["red-5>red-4"]},
        hands={"a": ["blue-4"], "b": ["red-0"]},
        score={"a": "10", "b": "45"},
    )
    do(state, play="blue-4", to="discard")
    assert GAME.result(state) == (1,)


@pytest.mark.parametrize("words", [{"play": "wild", "to": "collection", "names": "red"}])
def test_only_a_wild_on_the_discard_pile_names_something(words: dict[str, Plain]) -> None:
    reader = Reader(CARDS)
    GAME.steps(table("red-0", ["wild"]), words, reader)
    assert [fault.path for fault in reader.faults] == ["when.names"]


IMPOSSIBLE_POSITIONS: list[tuple[str, dict[str, Plain]]] = [
    ("given.players", {"players": "9", "discard": ["red-0"]}),
    ("given.discard", {"discard": []}),
    ("given.discard", {"discard": ["wild"]}),
    ("given.named", {"discard": ["red-0"], "named": "red"}),
    ("given.hands.a", {"discard": ["red-0"], "hands": {"a": []}}),
    (
        "given.hands.a",
        {"discard": ["red-0"], "hands": {"a": SIX}},
    ),
    ("given.discard", {"discard": ["red-0", "red-0"], "hands": {"a": ["red-0"]}}),
    ("given.hands", {"hands": {"b": ["red-0"]}}),
    ("given.collections.a.0", {"discard": ["red-0"], "collections": {"a": ["wild"]}}),
    ("given.collections.a.0", {"discard": ["red-0"], "collections": {"a": ["red-1>blue-1"]}}),
    ("given.collections.a.1", {"discard": ["red-0"], "collections": {"a": ["red-1", "red-2"]}}),
    ("given.score.b", {"discard": ["red-0"], "score": {"b": "50"}}),
    ("given.deck", {"deck": ["red-0", "red-0", "red-0"]}),
]


@pytest.mark.parametrize(("path", "given"), IMPOSSIBLE_POSITIONS, ids=lambda one: str(one)[:60])
def test_positions_that_cannot_be_are_told_at_their_place(
    path: str, given: dict[str, Plain]
) -> None:
    _, reader = read(**given)
    assert [(fault.code, fault.path) for fault in reader.faults] == [
        (codes.IMPOSSIBLE_POSITION, path)
    ]


def test_a_shuffle_brings_only_cards_to_the_top_that_are_shuffled() -> None:
    given: dict[str, Plain] = {
        "discard": ["red-0", "red-1"],
        "hands": {"a": ["green-5"]},
        "draw": [],
        "rest": "discard",
        "reshuffled": ["red-1", "red-1"],
    }
    example = Example("x", (), given, {"play": "green-5", "to": "collection"}, {}, Span("x"))
    (fault,) = judge(example, GAME, CARDS).faults
    assert (fault.code, fault.path) == (codes.IMPOSSIBLE_POSITION, "given.reshuffled")


def test_a_seat_sees_its_own_hand_and_all_tops_and_nothing_below_them() -> None:
    collections: dict[str, Plain] = {"a": ["red-3>red-1"], "b": ["blue-0"]}
    state = table("red-2", ["red-5", "blue-0"], collections=collections)
    seen = GAME.observe(state, 1)
    assert seen["hands"]["a"] == ["?", "?"]
    assert seen["hands"]["b"] == named(state.hands[1])
    assert seen["collections"]["a"]["red"] == ["?", "red-1"]
    assert seen["collections"]["b"]["blue"] == ["blue-0"]
    assert set(seen["draw"]) == {"?"}


def test_a_seat_cannot_tell_a_table_dealt_anew_from_its_own() -> None:
    state = table("red-2", ["red-5", "blue-0"], ["red-3>red-1"])
    twin = GAME.resample(state, 0, seeded(1))
    assert twin.hands[1] != state.hands[1]
    assert GAME.observe(twin, 0) == GAME.observe(state, 0)
    assert twin.collections == state.collections


def test_a_single_round_is_a_whole_game() -> None:
    game = MatchGame(length="one-round")
    state = table("blue-2", ["blue-4"], ["red-1"])
    game.play(state, game.moves(state)[0], seeded(0))
    assert game.result(state) == (0,)


def test_numbers_that_texts_quote_are_the_numbers_played_by() -> None:
    state = GAME.setup(RULES.FACTS["players_max"], seeded(0))
    assert {len(hand) for hand in state.hands} == {RULES.FACTS["hand_size"]}
    assert len(state.collections[0]) == RULES.FACTS["stacks_max"] == RULES.FACTS["colours"]
    assert RULES.FACTS["number_cards"] == 60
    assert RULES.FACTS["shuffled"] == 64
