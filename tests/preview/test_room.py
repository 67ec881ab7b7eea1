"""A table for several browsers: the steps of its seats, and what each seat is sent."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from printnplay.preview.room.acts import RefusedError, after
from printnplay.preview.room.position import TableData, begun, lying
from printnplay.preview.room.room import Room
from printnplay.preview.room.seats import Guest
from printnplay.preview.room.steps import Steps

CARDS, SEATS = 30, 4

NEW = {"x": 1, "y": 2, "value": 1, "name": ""}
"""A new counter or die."""

TABLE = msgspec.convert(
    {
        "players": [2, 3, 4],
        "kinds": {
            f"secret-{number:02}": {
                "name": f"Secret {number:02}",
                "text": f"Rule of {number}",
                "w": 63,
                "h": 88,
                "front": number,
                "back": 0,
            }
            for number in range(1, CARDS + 1)
        },
        "stacks": [
            {
                "id": "deck",
                "title": "Deck",
                "x": 0,
                "y": 0,
                "up": False,
                "cards": [[f"secret-{number:02}", 2] for number in range(1, CARDS + 1)],
            }
        ],
        "places": [{"id": "market:", "title": "Market", "x": 80, "y": 0, "players": [3, 4]}],
        "deals": {
            "4": [
                {"stack": "deck", "count": 2, "kinds": [], "place": "market:", "seat": None}
                | {"up": True},
                *(
                    {"stack": "deck", "count": 5, "kinds": [], "place": f"hands.{seat}:"}
                    | {"seat": seat, "up": False}
                    for seat in range(SEATS)
                ),
            ]
        },
    },
    TableData,
)


class Sitting:
    """A room with four guests, and a source of chance that repeats."""

    def __init__(self, seed: int = 1) -> None:
        """Seat four guests, the first of whom is the host."""
        self.chance = Random(seed)
        self.room = Room(TABLE, SEATS, "host secret", self.chance.randrange)
        names = ("Ann", "Bo", "Cy", "Di")
        self.tokens = [
            self.room.join(name, "host secret" if name == "Ann" else "") for name in names
        ]

    def guest(self, seat: int) -> Guest:
        found = self.room.guest(self.tokens[seat])
        assert found is not None
        return found

    def view(self, seat: int) -> dict[str, Any]:
        """What the browser of a seat gets, as it gets it."""
        sent: dict[str, Any] = json.loads(msgspec.json.encode(self.room.view(self.guest(seat))))
        return sent

    def does(self, seat: int, **step: object) -> None:
        self.room.step(self.guest(seat), msgspec.convert(step, Steps))

    def top(self, seat: int, pile: str = "deck") -> str:
        name: str = self.view(seat)["piles"][pile]["cards"][-1]
        return name


def kinds_in(view: dict[str, Any]) -> set[str]:
    """The kinds that a view names anywhere: by id, name, rule or picture."""
    text = json.dumps(view)
    kinds = TABLE.kinds.items()
    return {name for name, kind in kinds if f'"{name}' in text or f'{kind.name}"' in text}


def may_see(sitting: Sitting, seat: int) -> set[str]:
    at = sitting.room.at
    seen = {card for pile in at.piles.values() for card in pile.cards if at.cards[card].up}
    seen |= {*at.hands[seat], *sitting.guest(seat).sight.looking}
    return {at.cards[card].kind for card in seen}


def test_a_seat_sees_its_hand_and_what_lies_face_up_and_nothing_else() -> None:
    sitting = Sitting()
    for seat in range(SEATS):
        view = sitting.view(seat)
        assert kinds_in(view) == may_see(sitting, seat)
        assert 5 <= len(kinds_in(view)) <= 7
        assert [len(hand) for hand in view["hands"]] == [5] * SEATS
        others = [hand for of, hand in enumerate(view["hands"]) if of != seat]
        assert others == [[""] * 5] * (SEATS - 1)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_done_nobody_sees_more_and_no_card_is_lost(seed: int) -> None:
    sitting, chance = Sitting(seed), Random(seed)
    cards = lying(sitting.room.at)
    done = 0
    for number in range(150):
        seat = chance.randrange(SEATS)
        view = sitting.view(seat)
        pile = chance.choice([*view["piles"], "gone"])
        there = view["piles"].get(pile, {"cards": ["nothing"]})["cards"]
        own = view["hands"][seat]
        to = chance.choice(
            [
                {"hand": chance.randrange(SEATS)},
                {"pile": chance.choice([*view["piles"]]), "under": chance.random() < 0.3},
                {"x": 5 * number, "y": 9},
            ]
        )
        steps: list[dict[str, Any]] = [
            {"type": "put", "cards": there[-1:] or ["nothing"], "to": to},
            {"type": "put", "cards": there or ["nothing"], "to": to},
            {"type": "put", "cards": [chance.choice(own or ["nothing"])], "to": to}
            | {"up": chance.random() < 0.5},
            {"type": "flip", "pile": pile},
            {"type": "flip", "pile": pile, "all": True},
            {"type": "shuffle", "pile": pile},
            {"type": "turn", "pile": pile},
            {"type": "move", "pile": pile, "x": number, "y": 1},
            {"type": "deal", "pile": pile, "count": 1},
            {"type": "look", "pile": pile},
            {"type": "look"},
            {"type": "undo"},
        ]
        try:
            sitting.does(seat, **chance.choice(steps))
            done += 1
        except RefusedError:
            pass
        assert lying(sitting.room.at) == cards
        for of in range(SEATS):
            sent = sitting.view(of)
            assert kinds_in(sent) == may_see(sitting, of)
            named = {card for each in sent["piles"].values() for card in each["cards"]}
            assert named | set(sent["hands"][of]) == set(sent["cards"])
    assert done > 60


def test_pictures_have_random_addresses_and_are_known_once_seen() -> None:
    sitting = Sitting()
    view = sitting.view(0)
    shown = {kind[side] for kind in view["kinds"].values() for side in ("front", "back")} - {None}
    assert sitting.guest(0).sight.seen == shown
    assert len(sitting.room.numbers) == CARDS + 1
    hidden = set(TABLE.kinds) - may_see(sitting, 0)
    never = {sitting.room.address(TABLE.kinds[kind].front) for kind in hidden}
    assert not never & sitting.guest(0).sight.seen
    assert [*sitting.room.numbers] != [*Sitting().room.numbers]


def test_names_of_cards_differ_by_seat_and_are_given_anew_when_a_pile_is_shuffled() -> None:
    sitting = Sitting()
    before = [sitting.view(seat)["piles"]["deck"]["cards"] for seat in range(SEATS)]
    assert len({name for names in before for name in names}) == SEATS * len(before[0])
    sitting.does(1, type="shuffle", pile="deck")
    for seat in range(SEATS):
        assert not set(before[seat]) & set(sitting.view(seat)["piles"]["deck"]["cards"])


def test_nobody_can_follow_a_card_through_the_hand_of_another() -> None:
    sitting = Sitting()
    drawn = {seat: sitting.top(seat) for seat in range(SEATS)}
    sitting.does(0, type="put", cards=[drawn[0]], to={"hand": 0})
    sitting.does(0, type="put", cards=[drawn[0]], to={"x": 300, "y": 0}, up=False)
    for seat in (1, 2, 3):
        view = sitting.view(seat)
        (lone,) = [pile for name, pile in view["piles"].items() if name.startswith("p")]
        assert lone["cards"] != [drawn[seat]]
        assert view["kinds"][view["cards"][lone["cards"][0]]["kind"]]["hidden"]


def test_a_search_is_told_even_if_another_step_follows_at_once() -> None:
    sitting = Sitting()
    before = sitting.view(1)["version"]
    sitting.does(2, type="look", pile="deck")
    for _ in range(5):
        sitting.does(2, type="turn", pile="market:")
    told = [said["what"] for said in sitting.view(1)["said"] if said["version"] >= before]
    assert told == ["search", *["turn"] * 5]


def test_equal_names_are_told_apart() -> None:
    room = Room(TABLE, SEATS, "host secret")
    for name in ("Ann", " Ann\u202e ", "", ""):
        room.join(name)
    assert [guest.name for guest in room.guests] == ["Ann", "Ann 2", "", ""]


def test_who_takes_a_freed_seat_takes_back_no_step_of_the_last_one() -> None:
    sitting = Sitting()
    sitting.does(1, type="put", cards=[sitting.top(1)], to={"hand": 1})
    sitting.room.free(sitting.guest(0), 1)
    sitting.tokens[1] = sitting.room.join("Eve")
    assert not sitting.view(1)["undo"]
    with pytest.raises(RefusedError):
        sitting.does(1, type="undo")


def test_whoever_looks_at_a_pile_sees_it_alone_until_it_is_shuffled() -> None:
    sitting = Sitting()
    sitting.does(2, type="look", pile="deck")
    assert len(kinds_in(sitting.view(2))) > 20
    assert len(kinds_in(sitting.view(1))) < 8
    (said,) = sitting.view(1)["said"]
    assert (said["seat"], said["what"], said["place"]) == (2, "search", "Deck")
    sitting.does(1, type="shuffle", pile="deck")
    assert len(kinds_in(sitting.view(2))) < 8


def test_whoever_drops_out_looks_at_no_pile_any_more() -> None:
    sitting = Sitting()
    sitting.room.connect(sitting.guest(2), 1)
    sitting.does(2, type="look", pile="deck")
    sitting.room.connect(sitting.guest(2), -1)
    assert sitting.view(0)["away"][2]
    sitting.room.connect(sitting.guest(2), 1)
    assert len(kinds_in(sitting.view(2))) < 8


def test_the_other_face_of_a_card_is_not_sent_before_it_is_turned_over() -> None:
    two_sided = msgspec.structs.replace(
        TABLE,
        kinds={
            name: msgspec.structs.replace(kind, back=100 + kind.front)
            for name, kind in TABLE.kinds.items()
        },
    )
    room = Room(two_sided, SEATS, "")
    guest = room.guest(room.join("Ann"))
    assert guest is not None
    view = room.view(guest)
    up = [kind for kind in view["kinds"].values() if not kind.get("hidden")]
    assert up
    assert all(kind["back"] is None for kind in up)


@pytest.mark.parametrize(
    ("seat", "step"),
    [
        (1, {"type": "start", "players": 4}),
        (0, {"type": "start", "players": 3}),  # Four sit there.
        (0, {"type": "start", "players": 5}),
        (1, {"type": "put", "cards": ["secret-01.0"], "to": {"hand": 1}}),
        (1, {"type": "put", "cards": [""], "to": {"hand": 1}}),
        (1, {"type": "shuffle", "pile": "gone"}),
        (1, {"type": "roll", "tool": "t1"}),
        (1, {"type": "look", "pile": "gone"}),
        (1, {"type": "undo"}),
        (1, {"type": "add", "tool": {**NEW, "kind": "die", "sides": 1}}),
    ],
)
def test_what_is_not_allowed_changes_nothing(seat: int, step: dict[str, Any]) -> None:
    sitting = Sitting()
    before, version = sitting.room.at, sitting.room.version
    with pytest.raises(RefusedError):
        sitting.does(seat, **step)
    assert (sitting.room.at, sitting.room.version) == (before, version)


def test_the_hand_of_another_cannot_be_taken_even_by_who_knows_its_cards() -> None:
    at = begun(TABLE, SEATS, Random(3).randrange)
    step = msgspec.convert({"type": "put", "cards": [at.hands[2][0]], "to": {"hand": 1}}, Steps)
    with pytest.raises(RefusedError):
        after(at, step, 1, Random(3).randrange)
    assert after(at, step, 2, Random(3).randrange).hands[1][-1] == at.hands[2][0]


@pytest.mark.parametrize(
    "step",
    [
        {"type": "put", "cards": [], "to": {}},
        {"type": "put", "cards": ["a"], "to": {"x": 1e9}},
        {"type": "note", "text": "x" * 20_001},
        {"type": "deal", "pile": "deck", "count": 10**9},
        {"type": "eval", "code": "1"},
        {"type": "shuffle", "pile": "deck", "seed": 1},
        {"type": "change", "tool": "t1", "to": {"sides": 3}},
    ],
)
def test_what_is_no_step_is_not_read(step: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(step, Steps)


def test_only_the_last_step_is_taken_back_by_who_did_it_and_chance_never() -> None:
    sitting = Sitting()
    start = sitting.room.at
    sitting.does(1, type="flip", pile="deck")
    assert [sitting.view(seat)["undo"] for seat in range(SEATS)] == [False, True, False, False]
    with pytest.raises(RefusedError):
        sitting.does(2, type="undo")
    sitting.does(1, type="undo")
    assert sitting.room.at == start
    sitting.does(1, type="shuffle", pile="deck")
    with pytest.raises(RefusedError):
        sitting.does(1, type="undo")


def test_counters_and_dice_change_within_limits() -> None:
    sitting = Sitting()
    sitting.does(0, type="add", tool={"kind": "die", "sides": 6, **NEW})
    sitting.does(1, type="add", tool={"kind": "counter", "sides": 0, **NEW})
    die, counter = sitting.view(0)["tools"]
    values = set()
    for _ in range(100):
        sitting.does(2, type="roll", tool=die)
        values.add(sitting.view(3)["tools"][die]["value"])
    assert values == {1, 2, 3, 4, 5, 6}
    sitting.does(2, type="change", tool=counter, to={"value": 7, "name": "Points"})
    assert sitting.view(3)["tools"][counter]["name"] == "Points"
    with pytest.raises(RefusedError):
        sitting.does(2, type="change", tool=die, to={"value": 6})
    for _ in range(98):
        sitting.does(0, type="add", tool={"kind": "die", "sides": 6, **NEW})
    with pytest.raises(RefusedError):
        sitting.does(0, type="add", tool={"kind": "die", "sides": 6, **NEW})


def test_a_seat_that_is_freed_keeps_its_hand_for_the_next_guest() -> None:
    sitting = Sitting()
    hand = sitting.room.at.hands[2]
    with pytest.raises(RefusedError):
        sitting.room.join("Eve")
    with pytest.raises(RefusedError):
        sitting.room.free(sitting.guest(1), 2)
    sitting.room.free(sitting.guest(0), 2)
    assert sitting.room.guest(sitting.tokens[2]) is None
    sitting.tokens[2] = sitting.room.join("  Eve\n\u202e of the long and winding road ")
    assert sitting.view(0)["names"][2] == "Eve of the long and "[:20]
    assert sitting.room.at.hands[2] == hand
    assert kinds_in(sitting.view(2)) == may_see(sitting, 2)


def test_a_new_game_moves_guests_together_and_forgets_all_names() -> None:
    sitting = Sitting()
    sitting.room.free(sitting.guest(0), 1)
    before = sitting.view(3)["piles"]["deck"]["cards"]
    sitting.does(0, type="start", players=3)
    assert sitting.view(0)["names"] == ["Ann", "Cy", "Di"]
    assert sitting.guest(3).seat == 2
    assert not set(before) & set(sitting.view(3)["cards"])
