"""Tic Tac K.O. as it ships, and what its worked examples do not reach."""

import shutil
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.values import Plain
from printnplay.loading.cards import load_cards
from printnplay.loading.examples import load_claims, load_examples
from printnplay.loading.game import load_game
from printnplay.play.playouts import broken, play_out
from printnplay.rules.chance import seeded
from printnplay.rules.claims import check_claims
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import check_examples
from printnplay.rules.game import OVER, rule_of
from printnplay.rules.loader import load_rules
from printnplay.rules.notation import Reader

from .games import DESIGNS, Play, State, deck_in, part, rules

TicTacKo = part("tic-tac-ko", "play").TicTacKo
_cards = part("tic-tac-ko", "cards")
FACTS = _cards.FACTS
OBJECTIVES = _cards.OBJECTIVES
TEAM_CARDS = _cards.TEAM_CARDS
TEAMS = _cards.TEAMS
most_turns = part("tic-tac-ko", "claims").most_turns

FOLDER = DESIGNS / "tic-tac-ko"
RULES = rules("tic-tac-ko")
CARDS = tuple(RULES.COMPONENTS)
GAME = TicTacKo()
EVERY_WAY = list(product((2, 3, 4), ("standard", "advanced"), ("at-once", "on-draw")))
THREE: list[Plain] = ["objective-1", "objective-2", "objective-3"]
BARE: list[Plain] = ["- - -", "- - -", "- - -"]


@cache
def game() -> Game:
    """The design as it ships, as far as the rules are concerned."""
    problems = Problems()
    cards = load_cards(FOLDER / "cards.yaml", "cards.yaml", problems)
    examples = load_examples(FOLDER / "examples.yaml", "examples.yaml", problems)
    claims = load_claims(FOLDER / "claims.yaml", "claims.yaml", problems)
    assert problems.found == []
    own = load_game(FOLDER, "designs/tic-tac-ko", problems)
    assert own is not None, problems.found
    return replace(own, cards=cards, examples=tuple(examples), claims=claims)


def table(rules: Play | None = None, **given: Plain) -> State:
    """A position as an example gives it; an empty grid unless told otherwise."""
    reader = Reader(CARDS)
    state, _ = (rules or GAME).read({"grid": BARE, **given}, reader, seeded(0))
    assert reader.faults == []
    return state


def do(state: State, rules: Play | None = None, **words: str) -> None:
    """Carry out a move written as in an example."""
    rules, reader = rules or GAME, Reader(CARDS)
    for move in rules.steps(state, words, reader):
        assert rules.why_not(state, move) == ""
        rules.play(state, move, seeded(0))
    assert reader.faults == []


def plays(state: State, play: Play | None = None) -> list[dict[str, str]]:
    """All legal moves as an example would write them."""
    play = play or GAME
    return [dict(play.names(move)) for move in play.moves(state)]


# The design


def test_the_shipped_deck_is_the_one_that_is_played() -> None:
    assert check_deck(game(), RULES) == []
    assert Counter(card.fields["kind"] for card in game().cards if "team" in card.fields) == {
        kind: sum(card.kind == kind for card in TEAM_CARDS)
        for kind in ("basic", "special", "magic", "instant")
    }


def test_cards_are_printed_with_the_effect_that_they_have() -> None:
    played = {card: card for card in (*TEAM_CARDS, *OBJECTIVES)}
    alike: dict[str, set[object]] = {}
    for card in game().cards:
        known = played[card.id]
        if "team" in card.fields:
            assert (known.team, known.kind) == (card.fields["team"], card.fields["kind"])
            alike.setdefault(card.fields.get("effect", "none"), set()).add(known.does)
        else:
            printed = (card.fields["standard"], card.fields["advanced"])
            assert printed == (" ".join(known.numbers), " ".join(known.letters))
    assert all(len(effects) == 1 for effects in alike.values())


def test_texts_can_quote_what_cards_draw_and_discard() -> None:
    assert RULES.EFFECTS["unicorn-whim"] == {"draw": 2, "discard": 1}
    assert RULES.EFFECTS["dragon-uproar"] == {"discard": 2}
    assert "dragon-blast" not in RULES.EFFECTS


def test_every_card_with_an_effect_has_a_clause_of_its_own() -> None:
    named = {clause.partition(".")[2] for clause in RULES.CLAUSES}
    assert {card for card in TEAM_CARDS if card.kind != "basic"} <= named


@pytest.mark.at_leisure
def test_every_rule_and_clause_is_shown_by_an_example_that_needs_it() -> None:
    verdicts, found = check_examples(game(), RULES)
    assert [fault.message for fault in found] == []
    assert len(verdicts) == len(game().examples)


@pytest.mark.at_leisure
def test_claims_come_out_as_they_are_written_down() -> None:
    counted, found = check_claims(game(), RULES)
    assert found == []
    assert [one.claim for one in counted] == [*game().claims]


# Whole games


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "grid", "deck_out"), EVERY_WAY)
def test_games_end_in_time_and_nothing_is_lost(players: int, grid: str, deck_out: str) -> None:
    play = TicTacKo(grid=grid, **{"deck-out": deck_out})
    bound = max(most_turns(players, first) for first in range(players))
    bound += 2 * (deck_out == "on-draw")

    def watch(state: State) -> None:
        assert broken(play, state, RULES.COMPONENTS) == []
        assert state.turns <= bound

    for seed in range(6):
        winners = play_out(play, players, seed, watch=watch).winners
        assert winners
        assert len({play.group(players, seat) for seat in winners}) == 1


@pytest.mark.parametrize("grid", ["standard", "advanced"])
def test_why_not_agrees_with_the_list_of_moves(grid: str) -> None:
    play = TicTacKo(grid=grid)

    def watch(state: State) -> None:
        assert play.moves(state) == play.legal_moves(state)

    play_out(play, 3, 2, watch=watch)


@pytest.mark.parametrize(
    "words",
    [
        {"play": "unicorn-star", "to": "5"},
        {"play": "unicorn-quench"},
        {"choose": "1"},
        {"aim": "a"},
        {"throw": "unicorn-star"},
        {"reveal": "objective"},
        {"draw": "card"},
        {"pass": "on"},
        {"take": "dragon"},
    ],
)
def test_a_move_at_the_wrong_time_is_forbidden_by_a_rule(words: dict[str, str]) -> None:
    state = table(hands={"b": ["unicorn-star", "unicorn-quench"]})
    (move,) = GAME.steps(state, {"player": "b", **words}, Reader(CARDS))
    assert rule_of(GAME.why_not(state, move)) in RULES.SENTENCES


def test_no_deck_ever_grows() -> None:
    play = GAME
    for seed in range(10):
        before = [FACTS["deck_size"]] * len(TEAMS)

        def watch(state: State, before: list[int] = before) -> None:
            now = [len(deck) for deck in state.draw]
            assert all(map(int.__le__, now, before))
            before[:] = now

        play_out(play, 2, seed, watch=watch)


# Hidden cards


def test_players_see_their_own_hand_and_the_objective_of_their_team() -> None:
    hands: dict[str, Plain] = {"a": ["dragon-ember"], "c": ["unicorn-star"]}
    state = table(players="4", hands=hands)
    for seat in range(4):
        seen = GAME.observe(state, seat)
        assert [name for name, hand in seen["hands"].items() if "?" not in hand] == ["abcd"[seat]]
        assert ("?" in seen["objectives"]["dragon"]) == (seat > 1)
        assert ("?" in seen["objectives"]["unicorn"]) == (seat < 2)
        assert {*seen["draw"]["dragon"], *seen["goals"]} == {"?"}


def test_what_a_player_cannot_see_is_dealt_anew_from_the_right_deck() -> None:
    state = table(players="4", hands={"a": ["dragon-ember"]})
    twin = GAME.resample(state, 0, seeded(1))
    assert GAME.observe(twin, 0) == GAME.observe(state, 0)
    assert twin.hands != state.hands
    assert all(card.team == twin.teams[seat] for seat in range(4) for card in twin.hands[seat])


def test_a_table_in_the_middle_of_an_answer_is_kept_as_json() -> None:
    state = table(
        grid=["unicorn-star - -", "- - -", "- - -"],
        hands={"a": ["dragon-blast"], "b": ["unicorn-quench"]},
    )
    do(state, play="dragon-blast")
    assert type(state).from_json(state.to_json()) == state


# Rulings


def test_youngest_player_deck_and_beginner_are_left_to_chance() -> None:
    play = GAME
    assert {GAME.setup(4, seeded(seed)).youngest for seed in range(30)} == set(range(4))
    begun = set()
    for seed in range(30):
        draw = seeded(seed)
        state = play.setup(4, draw)
        play.play(state, play.moves(state)[seed % 2], draw)
        assert state.teams[state.youngest] == TEAMS[seed % 2]
        assert state.teams[state.order[0]] == TEAMS[1 - seed % 2]
        begun.add(state.order[0])
    assert begun == set(range(4))


@pytest.mark.parametrize("players", [0, 1, 5])
def test_only_two_to_four_can_set_up(players: int) -> None:
    with pytest.raises(ValueError, match=str(players)):
        GAME.setup(players, seeded(0))


@pytest.mark.parametrize(
    ("first", "order"), [(0, [0, 3, 1, 2]), (1, [1, 2, 0, 3]), (2, [2, 1, 3, 0]), (3, [3, 0, 2, 1])]
)
def test_four_players_take_turns_across_the_table(first: int, order: list[int]) -> None:
    assert GAME.order_from(4, first) == order


def test_an_instant_played_last_takes_effect_first_however_many_there_are() -> None:
    state = table(
        players="4",
        grid=["unicorn-star - -", "- - -", "- - -"],
        hands={
            "a": ["dragon-blast", "dragon-quench"],
            "b": ["dragon-ember"],
            "c": ["unicorn-quench"],
            "d": ["unicorn-quench"],
        },
    )
    do(state, play="dragon-blast")
    do(state, player="c", play="unicorn-quench")
    do(state, player="a", play="dragon-quench")
    do(state, player="d", play="unicorn-quench")
    assert state.grid["1"]
    assert GAME.to_move(state) == 3
    assert [len(pile) for pile in state.discard] == [2, 2]


def test_opponents_are_asked_clockwise_and_only_those_who_can_answer() -> None:
    hands: dict[str, Plain] = {
        "a": ["dragon-blast"],
        "b": ["dragon-quench"],
        "c": ["unicorn-halo"],
        "d": ["unicorn-quench"],
    }
    state = table(players="4", grid=["unicorn-star - -", "- - -", "- - -"], hands=hands)
    do(state, play="dragon-blast")
    assert plays(state) == [
        {"player": "d", "play": "unicorn-quench"},
        {"player": "d", "pass": "on"},
    ]
    GAME.play(state, GAME.moves(state)[-1], seeded(0))
    do(state, player="a", choose="1")
    assert plays(state)[0] == {"player": "c", "play": "unicorn-halo"}


def test_a_character_moved_in_answer_takes_effect_where_it_stands() -> None:
    state = table(
        turn="b",
        grid=["- - -", "- - -", "dragon-moss - dragon-ember"],
        hands={"a": ["dragon-ambush"], "b": ["unicorn-push"]},
    )
    do(state, player="b", play="unicorn-push", to="1")
    do(state, player="a", play="dragon-ambush")
    do(state, player="a", choose="8")
    assert [move["choose"] for move in plays(state)] == ["7", "9"]


def test_a_displaced_card_can_go_to_every_open_space_but_its_own() -> None:
    state = table(
        grid=["unicorn-star - dragon-ember", "- - -", "- - -"], hands={"a": ["dragon-banish"]}
    )
    do(state, play="dragon-banish")
    do(state, choose="1")
    assert [move["choose"] for move in plays(state)] == ["2", "4", "5", "6", "7", "8", "9"]


def test_nothing_is_displaced_on_a_full_grid() -> None:
    full: list[Plain] = ["unicorn-star " * 3, "dragon-ember " * 3, "unicorn-meadow " * 3]
    state = table(
        grid=full,
        hands={"a": ["dragon-banish"]},
        objectives={"dragon": "objective-1", "unicorn": "objective-7"},
    )
    do(state, play="dragon-banish")
    assert GAME.to_move(state) == 1
    assert all(state.grid.values())


def test_an_anchored_character_is_neither_displaced_nor_swapped_but_can_be_destroyed() -> None:
    grid: list[Plain] = ["unicorn-anchor unicorn-star -", "- - dragon-ember", "- - -"]
    play = GAME
    for card, reached in (("dragon-banish", []), ("dragon-blast", ["2"])):
        state = table(grid=grid, hands={"a": [card]})
        do(state, play=card)
        chosen = [move["choose"] for move in plays(state) if "choose" in move]
        assert chosen == reached
    state = table(turn="b", grid=grid, hands={"a": [], "b": ["unicorn-exchange"]})
    do(state, player="b", play="unicorn-exchange")
    assert play.to_move(state) == 0


def test_a_discard_takes_all_there_is_and_passes_by_empty_hands() -> None:
    play = GAME
    state = table(play, players="4", hands={"a": ["dragon-uproar"], "c": [], "d": ["unicorn-halo"]})
    do(state, play="dragon-uproar")
    assert plays(state) == [{"player": "d", "throw": "unicorn-halo"}]
    do(state, player="d", throw="unicorn-halo")
    assert len(state.hands[3]) == 1
    assert play.to_move(state) == 3


def test_the_rules_have_what_is_printed_on_the_cards(tmp_path: Path) -> None:
    """Whatever the deck says of spaces and kinds is what is played by."""
    folder = shutil.copytree(FOLDER / "rules", tmp_path / "rules")
    printed = {card.id: card for card in deck_in(FOLDER)}
    for card, changed in (
        ("objective-1", {"standard": "1 2 5"}),
        ("dragon-blast", {"kind": "instant"}),
    ):
        fields = {**printed[card].fields, **changed}
        printed[card] = replace(printed[card], fields=fields)
    found = load_rules(folder, tuple(printed.values())).new_game.cards
    cards = {str(card): card for card in found}
    assert cards["objective-1"].numbers == ("1", "2", "5")
    assert cards["objective-2"].numbers == ("4", "5", "6")
    assert cards["dragon-blast"].kind == "instant"


def test_a_deck_can_run_out_in_the_middle_of_an_effect() -> None:
    state = table(
        hands={"a": ["dragon-plunder"]},
        draw={"dragon": ["dragon-ember"]},
        rest={"dragon": "discard"},
    )
    do(state, play="dragon-plunder")
    assert GAME.result(state) == (1,)
    assert broken(TicTacKo(), state, RULES.COMPONENTS) == []
    assert GAME.why_not(state, GAME.move(1, "draw", "card")) == "KO-11"


def test_a_team_begins_a_turn_on_its_last_card_only_in_the_variant() -> None:
    given: dict[str, Plain] = {
        "turn": "b",
        "hands": {"b": ["unicorn-star"]},
        "draw": {"dragon": ["dragon-ember"]},
        "rest": {"dragon": "discard"},
    }
    for choice, over in (("at-once", True), ("on-draw", False)):
        play = TicTacKo(**{"deck-out": choice})
        state = table(play, **given)
        do(state, play, player="b", play="unicorn-star", to="5")
        assert (play.to_move(state) == OVER) == over


def test_a_gridlock_that_nobody_resolves_can_come_again() -> None:
    full: list[Plain] = ["unicorn-star " * 3, "dragon-ember " * 3, "unicorn-meadow " * 3]
    state = table(
        grid=full,
        hands={"a": [], "b": []},
        objectives={"dragon": "objective-1", "unicorn": "objective-7"},
        draw={"dragon": ["dragon-moss"] * 6, "unicorn": ["unicorn-push"] * 2},
    )
    for player in "abab":
        assert not any(move.get("to") for move in plays(state))
        do(state, player=player, draw="card")
    assert state.gridlock == [0, 1]
    assert all(state.grid.values())


def test_in_a_gridlock_of_three_everybody_has_a_turn() -> None:
    full: list[Plain] = [
        "unicorn-star " * 3,
        "dragon-ember " * 3,
        "unicorn-meadow " * 2 + "unicorn-leap",
    ]
    state = table(
        players="3",
        starter="a",
        turn="c",
        grid=full,
        objectives={"dragon": "objective-1", "unicorn": "objective-7"},
    )
    do(state, player="c", draw="card")
    for player, left in (("b", [0, 2]), ("c", [0])):
        do(state, player=player, draw="card")
        assert state.gridlock == left
    do(state, player="a", draw="card")
    assert not state.grid["9"]


# Positions that cannot be


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"grid": BARE, "players": "1"}, "given.players"),
        ({"youngest": "c"}, "given.youngest"),
        ({"grid": ["- -", "- -"]}, "given.grid"),
        ({"grid": ["dragon-moss>dragon-ember - -", "- - -", "- - -"]}, "given.grid"),
        ({"grid": ["objective-1 - -", "- - -", "- - -"]}, "given.grid"),
        ({"grid": ["dragon-blast - -", "- - -", "- - -"]}, "given.grid"),
        ({"grid": BARE, "hands": {"a": ["unicorn-star"]}}, "given.hands.a"),
        ({"grid": BARE, "hands": {"a": ["dragon-dread"] * 3}}, "given.hands.a"),
        ({"grid": BARE, "hands": {"c": []}}, "given.hands.c"),
        ({"grid": BARE, "draw": {"griffin": []}}, "given.draw.griffin"),
        ({"grid": BARE, "objectives": {"dragon": "dragon-moss"}}, "given.objectives.dragon"),
        ({"grid": BARE, "teams": {"a": "dragon", "b": "dragon"}}, "given.teams"),
        ({"grid": BARE, "gridlock": ["a", "b"]}, "given.gridlock"),
        ({"grid": BARE, "rest": {"dragon": "discard"}}, "given.draw.dragon"),
        ({"grid": BARE, "completed": {"dragon": THREE}}, "given.completed.dragon"),
        ({"objectives": {"dragon": "objective-1"}}, "given.objectives"),
    ],
)
def test_impossible_positions_are_told(given: dict[str, Plain], path: str) -> None:
    reader = Reader(CARDS)
    GAME.read(given, reader, seeded(0))
    assert [fault.path for fault in reader.faults] == [path]


@pytest.mark.parametrize(
    "hand", [["unicorn-halo", "unicorn-star"], ["unicorn-leap", "unicorn-star"]]
)
def test_a_question_tells_nothing_where_everybody_is_asked(hand: list[Plain]) -> None:
    rules = TicTacKo(questions="all")
    state = table(rules, turn="a", hands={"a": ["dragon-moss", "dragon-ember"], "b": hand})
    do(state, rules, player="a", play="dragon-moss", to="1")
    assert rules.position(state)["asks"] == "answer"
    assert rules.observe(state, 0)["turn"] == "b"
    do(state, rules, **{"player": "b", "pass": "on"})
    assert (rules.position(state)["asks"], state.turn) == ("reveal", 0)
