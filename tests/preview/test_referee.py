"""A table where the rules referee: legal moves, refusals, and nothing that a seat may not see."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from printnplay.files.catalog import Catalog
from printnplay.game.game import Game
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.loading.game import load
from printnplay.preview.room.acts import RefusedError
from printnplay.preview.room.position import Kind, TableData
from printnplay.preview.room.referee import Play, RefereedRoom
from printnplay.preview.room.seats import Guest
from printnplay.preview.room.server import RoomServer
from printnplay.preview.room.start import TableRequest, table_server
from printnplay.preview.room.steps import Start
from printnplay.rules.loader import rules_of
from printnplay.rules.protocol import RulesModule

from .tables import crowd_of

ROOT = Path(__file__).parents[2]
PICTURES = [b"back", *(f"front {number}".encode() for number in range(1, 200))]


@pytest.fixture(scope="module")
def game() -> tuple[Game, RulesModule]:
    catalog, problems = Catalog(ROOT), Problems()
    found = load(catalog, "match", problems)
    assert found is not None
    rules = rules_of(found, problems, catalog)
    assert rules is not None
    return found, rules


@pytest.fixture
def room(game: tuple[Game, RulesModule]) -> RefereedRoom:
    kinds = {
        card: Kind(card, "", 60, 90, number, 0)
        for number, card in enumerate(game[1].COMPONENTS, start=1)
    }
    return RefereedRoom(TableData((2, 3, 4), kinds, (), (), {}), game, 2, "the host")


def seat(room: RefereedRoom, name: str, host: str = "") -> Guest:
    guest = room.guest(room.join(name, host))
    assert guest is not None
    return guest


def shown(view: Mapping[str, Any]) -> set[str]:
    """The kinds of all cards that a view shows."""
    return {card["kind"] for card in view["cards"].values()} - {"?"}


def test_seats_make_legal_moves_and_see_their_own_hands(room: RefereedRoom) -> None:
    ann, bo = seat(room, "Ann", "the host"), seat(room, "Bo")
    some = Random(7)
    for _ in range(60):
        views = [room.view(ann), room.view(bo)]
        if views[0]["won"] is not None:
            break
        (turn,) = views[0]["turn"]
        assert views[1 - turn]["legal"] == []
        for at, view in enumerate(views):
            observed = json.dumps(room.played.observe(room.now, at))
            assert all(f'"{kind}"' in observed for kind in shown(view))
            assert set(view["hands"][1 - at]) <= {""}
            assert view["kinds"].keys() - {"?"} == shown(view)
        move = some.choice(views[turn]["legal"])
        other = (ann, bo)[1 - turn]
        with pytest.raises(RefusedError):
            room.step(other, Play(move["number"]))
        room.step((ann, bo)[turn], Play(move["number"]))
        assert room.said[-1].place == move["words"]


def test_no_row_of_piles_is_too_long_to_be_read(room: RefereedRoom) -> None:
    """The stacks of two seats are in a row, and single piles beside each other."""
    ann = seat(room, "Ann", "the host")
    room.step(ann, Start(4))
    piles = room.view(ann)["piles"]
    places = {name: (pile["x"] // 66, pile["y"] // 102) for name, pile in piles.items()}
    stacks = [place for name, place in places.items() if name not in ("draw", "discard")]
    assert stacks == [(x, y) for y in (0, 1) for x in range(10)]
    assert (places["draw"], places["discard"]) == ((0, 2), (1, 2))


def hand_of(room: RefereedRoom, seat: int) -> Sequence[object]:
    """The cards of a seat: the tables of a game are of its own type."""
    hands: Sequence[Sequence[object]] = vars(room.now)["hands"]
    return hands[seat]


def test_an_illegal_move_is_refused_with_its_rule(room: RefereedRoom) -> None:
    ann, bo = seat(room, "Ann", "the host"), seat(room, "Bo")
    turn = room.view(ann)["turn"][0]
    waiting = (ann, bo)[1 - turn]
    card = str(hand_of(room, 1 - turn)[0])
    (first, *_) = room.why(waiting, card, "")
    assert first["words"].startswith(f"play {card}")
    assert first["rule"]
    assert first["reason"] == room.rules.CLAUSES[first["rule"]]


def test_the_host_deals_anew_for_those_who_sit(room: RefereedRoom) -> None:
    ann, bo = seat(room, "Ann", "the host"), seat(room, "Bo")
    with pytest.raises(RefusedError):
        room.step(bo, Start(2))
    room.step(ann, Start(3))
    assert len(room.view(bo)["hands"]) == 3
    seat(room, "Cy")
    with pytest.raises(RefusedError):
        room.step(ann, Start(2))


def test_the_server_takes_moves_of_the_rules_and_no_others(room: RefereedRoom) -> None:
    client = TestClient(RoomServer(room, "Match", "page", PICTURES).app)
    token = client.post("join", json={"name": "Ann"}).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    (guest,) = room.guests
    for step in ({"type": "shuffle", "pile": "draw"}, {"type": "put"}, {"type": "play"}):
        assert client.post("step", json=step).status_code == 400
    assert client.post("step", json={"type": "play", "number": 1 << 30}).status_code == 409
    card = str(hand_of(room, 0)[0])
    assert client.post("why", json={"card": card}).status_code == 200
    assert client.post("why", json={"card": 1}).status_code == 400
    room.view(guest)
    seen = {room.numbers[address] for address in guest.sight.seen}
    for address, number in room.numbers.items():
        assert client.get(f"picture/{address}").status_code == (200 if number in seen else 404)
    kinds = shown(room.view(guest))
    fronts = {kind.front for name, kind in room.table.kinds.items() if name in kinds}
    assert seen - {0} == fronts


@pytest.mark.at_leisure
def test_a_game_without_rules_has_no_referee(
    once: Callable[[str, Callable[[Path], None]], Path],
) -> None:
    with pytest.raises(FaultsError) as error:
        table_server(crowd_of(once), 4, "host", "", refereed=True)
    assert [fault.code.id for fault in error.value.found] == ["PNP644"]
    assert TableRequest(ROOT, "match").refereed is False
