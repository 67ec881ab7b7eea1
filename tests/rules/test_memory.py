"""What a seat has seen it knows as long as it can follow the cards; no deal contradicts it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from printnplay.play.playouts import broken
from printnplay.rules import (
    SEATS,
    Act,
    Card,
    CardGame,
    Move,
    Rng,
    Table,
    forbids,
    parts,
    seeded,
    shuffle,
)
from printnplay.rules.memory import is_true, together
from printnplay.rules.parts import HIDDEN

COPIES = {"p": 1, "q": 1, "r": 1, "s": 1, "t": 2, "u": 2, "v": 3, "w": 3}
CARDS = tuple(Card(name, copies=copies) for name, copies in COPIES.items())
P, Q, R, S, T, U, V, W = CARDS


class PassingTable(Table):
    """Hands, a pile, and what lies open."""

    cards = CARDS
    hands: list[list[Card]] = parts.hands(3)
    draw: list[Card] = parts.draw_pile()
    discard: list[Card] = parts.pile()
    known: list[parts.Known] = parts.memory()


def acts_with(cards: Sequence[Card]) -> tuple[Act, ...]:
    """All that can be done with these cards."""
    return (
        Act("draw", "card"),
        Act("pass", cards, to=SEATS),
        Act("put", cards, where=("above", "below")),
        Act("discard", cards),
        Act("look", "cards"),
        Act("turn", "cards"),
        Act("mix", "cards"),
    )


class Passing(CardGame[PassingTable]):
    """All that cards can do without being seen by all."""

    table, seats = PassingTable, (2, 3)
    acts = acts_with(CARDS)
    sentences: ClassVar[dict[str, str]] = {"P-1": "All in turn."}

    @forbids("P-1.turn", "each in turn")
    def not_now(self, table: PassingTable, move: Move) -> bool:
        return move.seat != table.turn

    @forbids("P-1.hand", "from the hand", "pass", "put", "discard")
    def not_in_hand(self, table: PassingTable, move: Move) -> bool:
        return move.what not in table.hands[move.seat] or move.where == move.seat

    @forbids("P-1.draw", "from the pile", "draw", "look", "turn")
    def none_left(self, table: PassingTable, move: Move) -> bool:
        del move
        return len(table.draw) < 3

    def deal(self, table: PassingTable, rng: Rng) -> None:
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        for hand in table.hands:
            hand += [table.draw.pop() for _ in range(3)]

    def play(self, table: PassingTable, move: Move, rng: Rng) -> None:  # noqa: C901
        table.turn = (move.seat + 1) % table.players
        hand, draw = table.hands[move.seat], table.draw
        if move.act in ("pass", "put", "discard"):
            hand.remove(move.what)
        match move.act:
            case "draw":
                hand.append(draw.pop())
            case "pass":
                table.hands[move.where].append(move.what)
            case "put":
                draw.insert(len(draw) if move.where == "above" else 0, move.what)
            case "discard":
                table.discard.append(move.what)
            case "look":
                self.look(table, move.seat, "draw", 3)
            case "turn":
                self.look(table, move.seat, "draw", 3)
                draw[-3:] = draw[:-4:-1]
            case "mix":
                draw += table.discard
                table.discard.clear()
                shuffle(draw, rng)


class SinglesTable(PassingTable):
    """The same with one copy of each card."""

    cards = tuple(Card(name) for name in "abcdefghijklmn")


class Singles(Passing):
    """The same with one copy of each card."""

    table, acts, cards = SinglesTable, acts_with(SinglesTable.cards), SinglesTable.cards


GAME = Passing()


def played(*moves: tuple[Any, ...], table: PassingTable | None = None) -> PassingTable:
    """The table after moves, each of the next seat."""
    table = table or laid_out()
    for act, what, *where in moves:
        move = GAME.move(table.turn, act, what, *where)
        assert GAME.why_not(table, move) == ""
        GAME.play(table, move, seeded(5))
    return table


def laid_out() -> PassingTable:
    table = GAME.laid_out(3)
    table.hands = [[P, T], [Q, T], [R, U]]
    table.draw = [U, V, W, S, V, W, V, W]
    return table


def knows(table: PassingTable, seat: int) -> dict[str, list[str]]:
    known: dict[str, list[str]] = GAME.observe(table, seat)["known"]
    return known


def test_a_card_passed_on_is_known_to_who_had_it_until_it_can_be_anywhere() -> None:
    table = played(("pass", P, 1))
    assert knows(table, 0) == {"in hands.b": ["p"]}
    assert knows(table, 1) == knows(table, 2) == {}
    played(("put", T, "above"), table=table)  # `a` does not see which card of `b`
    assert knows(table, 0) == {"in draw or hands.b": ["p"]}
    assert knows(table, 1) == {"draw": ["t"]}
    played(("discard", R), ("discard", T), table=table)
    assert knows(table, 0) == {"in draw or hands.b": ["p"]}
    played(("discard", P), table=table)
    assert knows(table, 0) == {}


def test_a_card_put_on_a_pile_is_known_in_its_place_and_in_the_hand_of_who_draws_it() -> None:
    table = played(("put", P, "above"), ("put", Q, "above"))
    assert knows(table, 0) == {"draw": [HIDDEN, "p"]}
    assert knows(table, 1) == {"draw": ["q"]}
    played(("draw", "card"), table=table)
    assert knows(table, 0) == {"draw": ["p"]}
    assert knows(table, 1) == {"in hands.c": ["q"]}
    played(("put", T, "below"), ("draw", "card"), table=table)
    assert knows(table, 0) == {"draw": [HIDDEN] * 8 + ["t"], "in hands.b": ["p"]}


def test_cards_looked_at_and_put_back_in_another_order_are_known_to_who_did_it() -> None:
    table = played(("look", "cards"))
    assert knows(table, 0) == {"draw": ["w", "v", "w"]}
    played(("put", Q, "above"), ("turn", "cards"), table=table)
    assert knows(table, 2) == {"draw": ["v", "w", "q"]}
    # The others see three cards of which they know some, in an order that they do not know.
    assert knows(table, 0) == {"draw": [HIDDEN] * 3 + ["w"], "in draw": ["v", "w"]}
    assert knows(table, 1) == {"in draw": ["q"]}


def test_a_shuffle_leaves_no_place_known_but_what_was_open_is_in_the_pile() -> None:
    table = played(("put", P, "above"), ("discard", Q), ("mix", "cards"))
    assert knows(table, 0) == {"in draw": ["p", "q"]}
    assert knows(table, 2) == {"in draw": ["q"]}
    played(("draw", "card"), table=table)
    assert knows(table, 2) == {"in draw or hands.a": ["q"]}


@pytest.mark.parametrize("players", [2, 3])
def test_what_seats_know_is_true_and_tables_dealt_anew_agree_with_it(players: int) -> None:
    choose, known = seeded(players), Counter[bool]()
    for seed in range(12):
        table = GAME.setup(players, seeded(seed))
        for _ in range(40):
            moves = GAME.moves(table)
            GAME.play(table, moves[choose(len(moves))], choose)
            assert broken(GAME, table, GAME.copies_in_box()) == []
            assert PassingTable.from_json(table.to_json()) == table
            zones = {lying.zone: lying.cards for lying in table.placed()}
            assert all(is_true(one, zones) for one in table.known)
            seat = choose(players)
            twin = GAME.resample(table, seat, choose)
            dealt = {lying.zone: lying.cards for lying in twin.placed()}
            own = [one for one in table.known if one.seat == seat]
            assert all(is_true(one, zones) for one in together(own))
            assert all(is_true(one, dealt) for one in [*own, *together(own)])
            assert all(is_true(one, dealt) for one in twin.known)
            assert GAME.observe(twin, seat) == GAME.observe(table, seat)
            assert broken(GAME, twin, GAME.copies_in_box()) == []
            known[len(table.known) > 0] += 1
    assert known[True] > known[False]


def test_what_a_seat_does_not_know_is_dealt_in_every_way() -> None:
    table = played(("pass", P, 1), ("draw", "card"), ("draw", "card"), ("put", T, "above"))
    dealt = [GAME.resample(table, 0, seeded(seed)) for seed in range(300)]
    assert all(P in twin.hands[1] and twin.draw[-1] == T for twin in dealt)
    seconds = Counter(twin.draw[0] for twin in dealt)
    assert P not in seconds
    assert len(seconds) >= 6
    # `v` lies in 3 of the 13 places that `a` knows nothing of.
    assert 300 * 3 / 13 * 0.7 < seconds[V] < 300 * 3 / 13 * 1.35


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_what_a_seat_knows_does_not_depend_on_what_it_cannot_see(seed: int) -> None:
    """Two tables that seat 0 cannot tell apart, with moves that it cannot tell apart."""
    game, choose = Singles(), seeded(seed)
    table = game.setup(2 + seed % 2, choose)
    twin = game.resample(table, 0, choose)
    for _ in range(25):
        moves = game.moves(table)
        move = other = moves[choose(len(moves))]
        if move.seat != 0 and move.act == "discard":
            continue
        if move.seat != 0 and move.act in ("pass", "put"):
            card = twin.hands[move.seat][table.hands[move.seat].index(move.what)]
            other = game.move(move.seat, move.act, card, move.where)
        chance = choose(1000)
        game.play(table, move, seeded(chance))
        game.play(twin, other, seeded(chance))
        learns = move.act in ("look", "turn", "draw") if move.seat == 0 else move.where == 0
        if learns:
            twin = game.resample(table, 0, choose)
        assert game.observe(table, 0) == game.observe(twin, 0)
