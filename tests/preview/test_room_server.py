"""The walls around a table in the local network, and what its server answers."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from urllib.request import Request, urlopen

import pytest
from cli.project import run
from starlette.testclient import TestClient
from starlette.types import Message, Scope

from printnplay.kernel.diagnostics import FaultsError
from printnplay.play.sessions import check_recording, sessions_of
from printnplay.preview.listening import server_for
from printnplay.preview.room import connections, network
from printnplay.preview.room.network import is_near, qr_lines
from printnplay.preview.room.room import Room
from printnplay.preview.room.server import RoomServer
from printnplay.preview.room.start import MOST_CONNECTIONS, TableRequest, serve_table
from printnplay.preview.room.walls import TRIES, WAIT, Walls, room_code

from .test_room import CARDS, SEATS, TABLE

pytestmark = pytest.mark.sampled(4)

ADDRESS, PORT, CODE = "192.168.1.20", 8123, "abcde-fghjk"
ORIGIN = f"http://{ADDRESS}:{PORT}"
PICTURES = [f"picture {number}".encode() for number in range(CARDS + 1)]


class Standing:
    """A table whose clock stands still, and machines of the network."""

    def __init__(self) -> None:
        """Open the table."""
        self.now = 100.0
        self.room = Room(TABLE, SEATS, "host secret")
        self.serving = RoomServer(self.room, "Game", "<html>page</html>", PICTURES)
        self.walls = Walls(self.serving.app, ADDRESS, PORT, CODE, lambda: self.now)

    def machine(self, address: str = "192.168.1.31", code: str = CODE) -> TestClient:
        return TestClient(
            self.walls, f"{ORIGIN}/{code}/", headers={"origin": ORIGIN}, client=(address, 50_000)
        )

    def guest(self, name: str = "Bo", host: str = "") -> TestClient:
        client = self.machine()
        token = client.post("join", json={"name": name, "host": host}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        return client


@pytest.fixture
def standing() -> Iterator[Standing]:
    found = Standing()
    yield found
    found.room.is_over = True


def test_only_machines_of_the_local_network_are_served(standing: Standing) -> None:
    for address in ("192.168.1.31", "10.0.0.7", "172.20.1.1", "169.254.3.4", "127.0.0.1"):
        assert standing.machine(address).get("").status_code == 200
    for address in ("93.184.216.34", "8.8.8.8", "testclient", "224.0.0.1"):
        assert standing.machine(address).get("").status_code == 403
    assert is_near("fe80::1")
    assert not is_near("2600::1")


def test_another_host_name_is_refused_as_names_can_lead_anywhere(standing: Standing) -> None:
    for host in ("evil.example", "localhost:8123", f"{ADDRESS}:80"):
        assert standing.machine().get("", headers={"host": host}).status_code == 403


def test_a_page_from_elsewhere_does_no_step(standing: Standing) -> None:
    bo = standing.guest()
    step = {"type": "shuffle", "pile": "deck"}
    assert bo.post("step", json=step, headers={"origin": "http://evil.example"}).status_code == 403
    plain = {"content-type": "text/plain"}
    assert bo.post("step", content=json.dumps(step), headers=plain).status_code == 403
    assert bo.post("step", json=step).status_code == 200


def test_a_machine_that_tries_codes_has_to_wait_and_others_do_not(standing: Standing) -> None:
    for number in range(TRIES):
        wrong = standing.machine(code=f"abcde-fghj{number}").get("")
        assert (wrong.status_code, "ask the host" in wrong.text) == (403, True)
    # The right code helps no more: otherwise a try would tell whether it is right.
    assert standing.machine().get("").status_code == 429
    assert standing.machine("192.168.1.32").get("").status_code == 200
    standing.now += WAIT + 1
    assert standing.machine().get("").status_code == 200


@pytest.mark.at_leisure
def test_the_tries_of_many_machines_take_no_room(standing: Standing) -> None:
    for number in range(1500):
        standing.machine(f"10.0.{number // 250}.{number % 250}", "x").get("")
    assert len(vars(standing.walls)["_tries"]) <= 1000


def test_codes_are_long_and_differ() -> None:
    codes = {room_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code.replace("-", "")) == 10 for code in codes)


def test_without_a_seat_there_is_nothing_but_the_page(standing: Standing) -> None:
    eve = standing.machine()
    address = next(iter(standing.room.numbers))
    assert eve.get("").text == "<html>page</html>"
    for path in ("view", f"picture/{address}"):
        assert eve.get(path).status_code == 401
    for path in ("step", "free", "end"):
        assert eve.post(path, json={"type": "undo"}).status_code == 401
    eve.headers["authorization"] = "Bearer guess"
    assert eve.get("view").status_code == 401
    for path in ("games", "page/main.js", "designs/game.yaml", "../x", "openapi.json", "events"):
        assert eve.get(path).status_code in {403, 404}


def test_a_picture_is_sent_to_who_has_seen_it_only(standing: Standing) -> None:
    bo = standing.guest()
    (guest,) = standing.room.guests
    standing.room.view(guest)
    seen = guest.sight.seen
    for address, number in standing.room.numbers.items():
        answer = bo.get(f"picture/{address}")
        assert answer.status_code == (200 if address in seen else 404)
        if address in seen:
            assert answer.content == PICTURES[number]
    assert 1 < len(seen) < 9
    assert bo.get("picture/..%2F..%2Fetc%2Fpasswd").status_code == 404


def test_what_is_no_step_is_refused_and_the_server_stays(standing: Standing) -> None:
    bo = standing.guest()
    for content in ("", "{", "[]", '{"type":"nothing"}', "[" * 50_000, '{"type":"note","text":1}'):
        sent = bo.post("step", content=content, headers={"content-type": "application/json"})
        assert (sent.status_code, sent.text) == (400, "this is no step of the page")
    at = standing.room.at
    (guest,) = standing.room.guests
    card = standing.room.view(guest)["hands"][guest.seat][0]
    two_aims = {"type": "put", "cards": [card], "to": {"hand": 1, "pile": "nowhere"}}
    tool = {"x": 0, "y": 0, "value": 0, "name": "", "sides": 0}
    for odd in (two_aims, {"type": "add", "tool": {**tool, "kind": "die\n"}}):
        assert bo.post("step", json=odd).status_code == 400
    latin = '{"type":"note","text":"é"}'.encode("latin-1")
    sent = bo.post("step", content=latin, headers={"content-type": "application/json"})
    assert sent.status_code == 400
    assert standing.room.at is at
    large = bo.post("step", json={"type": "note", "text": "x" * 70_000})
    assert large.status_code == 400
    assert bo.post("step", json={"type": "undo"}).status_code == 409


def test_a_browser_that_is_closed_while_it_sends_is_no_error(standing: Standing) -> None:
    bo = standing.guest()
    came: list[Message] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    said: list[Message] = []

    async def receive() -> Message:
        return came.pop(0)

    async def send(message: Message) -> None:
        said.append(message)

    names = ("host", "origin", "authorization")
    given = {"host": f"{ADDRESS}:{PORT}", **bo.headers}
    headers = [(name.encode(), given[name].encode()) for name in names]
    headers += [(b"content-type", b"application/json"), (b"content-length", b"9")]
    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": f"/{CODE}/step",
        "query_string": b"",
        "headers": headers,
        "client": ("192.168.1.31", 1),
    }
    asyncio.run(standing.walls(scope, receive, send))
    assert said[0]["status"] == 400


def test_the_usual_port_may_be_left_out_of_the_address(standing: Standing) -> None:
    walls = Walls(standing.serving.app, ADDRESS, 80, CODE)
    for host, status in ((ADDRESS, 200), (f"{ADDRESS}:80", 200), ("evil.example", 403)):
        client = TestClient(walls, f"{ORIGIN}/{CODE}/", client=("192.168.1.31", 1))
        assert client.get("", headers={"host": host}).status_code == status
    assert standing.machine().get("", headers={"host": ADDRESS}).status_code == 403


def test_guests_move_pieces_and_nothing_else(standing: Standing) -> None:
    ann, bo = standing.guest("Ann", "host secret"), standing.guest("Bo", "guessed")
    assert [guest.is_host for guest in standing.room.guests] == [True, False]
    assert bo.post("free", json={"seat": 0}).status_code == 409
    assert bo.post("end", json={}).status_code == 409
    assert bo.post("step", json={"type": "start", "players": 2}).status_code == 409
    assert not standing.room.is_over
    assert ann.post("free", json={"seat": 1}).status_code == 200
    assert bo.post("step", json={"type": "undo"}).status_code == 401
    assert ann.post("end", json={}).status_code == 200
    assert standing.room.is_over


def test_a_full_table_says_so(standing: Standing) -> None:
    for _ in range(SEATS):
        standing.guest()
    full = standing.machine().post("join", json={"name": "Eve", "host": ""})
    assert (full.status_code, full.text) == (409, "full")


def test_answers_name_what_pages_may_do(standing: Standing) -> None:
    headers = standing.machine().get("").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"


def test_the_view_ends_when_the_table_does(standing: Standing) -> None:
    bo = standing.guest()
    standing.room.is_over = True
    assert bo.get("view").text == '{"over":"ended"}\n'


def test_a_machine_without_a_local_network_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "SOMEWHERE", ("127.0.0.1", 9))
    with pytest.raises(FaultsError) as refused:
        network.own_address()
    (fault,) = refused.value.found
    assert (fault.code.id, fault.code.exit) == ("PNP694", 2)
    assert "--address 127.0.0.1" in fault.help
    with pytest.raises(FaultsError) as refused:
        network.own_address("192.0.2.77")
    assert refused.value.found[0].message == "this machine has no address 192.0.2.77"
    assert network.own_address("127.0.0.1") == "127.0.0.1"


def test_a_table_for_too_many_players_is_a_fault(city: Path) -> None:
    with pytest.raises(FaultsError) as refused:
        serve_table(TableRequest(city, "city", seats=9, address="127.0.0.1"), print)
    (fault,) = refused.value.found
    assert fault.code.id == "PNP695"
    assert "9 players" in fault.message


def test_a_session_that_cannot_be_written_is_a_fault_before_anybody_plays(city: Path) -> None:
    (city / "sessions").write_text("", "utf-8")
    with pytest.raises(FaultsError) as refused:
        serve_table(TableRequest(city, "city", address="127.0.0.1", record=True), print)
    assert refused.value.found[0].code.id == "PNP010"
    (city / "sessions").unlink()
    check_recording(city)
    assert list((city / "sessions").iterdir()) == []


@pytest.mark.at_leisure
@pytest.mark.skipif(os.name != "posix", reason="no signals")
def test_a_table_says_its_links_and_records_its_session(city: Path) -> None:
    words = ["-m", "printnplay", "table", "city", "--no-browser", "--address", "127.0.0.1"]
    words += ["--record"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    begun = subprocess.Popen(
        [sys.executable, *words],
        cwd=city,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert begun.stdout is not None
    assert "on this machine only" in begun.stdout.readline()
    link, own = (begun.stdout.readline().split()[-1] for _ in range(2))
    assert own.startswith(f"{link}#")
    assert begun.stdout.readline() == "Ctrl-C ends the table.\n"
    with urlopen(link, timeout=30) as answer:
        assert answer.status == 200
    token = sent(link, "join", {"name": "Ann", "host": own.partition("#")[2]})["token"]
    sent(link, "step", {"type": "note", "text": "Too long."}, token)
    begun.send_signal(signal.SIGINT)
    out, err = begun.communicate(timeout=30)
    (session,) = sessions_of(city, "city")
    assert (session.players, session.games, session.steps) == (1, 1, 1)
    assert session.notes == "Too long."
    (file,) = (city / "sessions").iterdir()
    assert (out, err) == (f"sessions/{file.name}: 1 game, 1 step\n", "")


def sent(link: str, path: str, content: object, token: str = "") -> dict[str, str]:
    """What a table answers to a request of its page."""
    headers = {"Content-Type": "application/json", "Origin": "/".join(link.split("/")[:3])}
    headers["Authorization"] = f"Bearer {token}"
    request = Request(link + path, json.dumps(content).encode(), headers)
    with urlopen(request, timeout=30) as answer:
        found: dict[str, str] = json.load(answer)
    return found


@pytest.mark.parametrize("address", ["8.8.8.8", "example.org", "0.0.0.0"])
def test_only_local_addresses_are_listened_on(address: str) -> None:
    assert run(f"table city --address {address}").status == 2


def test_a_qr_code_for_a_terminal_is_read_by_a_phone() -> None:
    import zxingcpp
    from PIL import Image

    link = f"{ORIGIN}/{CODE}/"
    lines = qr_lines(link)
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    image = Image.new("L", (len(lines[0]) + 4, 2 * len(lines) + 4), 255)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            for half in (0, 1):
                if dark[character][half]:
                    image.putpixel((column + 2, 2 * row + half + 2), 0)
    found = zxingcpp.read_barcodes(image.resize((image.width * 6, image.height * 6)))
    assert [code.text for code in found] == [link]


def test_idle_connections_of_one_machine_keep_nobody_out(
    monkeypatch: pytest.MonkeyPatch, standing: Standing
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    with ExitStack() as opened:
        listener = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=500))
        port = listener.getsockname()[1]
        walls = Walls(standing.serving.app, "127.0.0.1", port, CODE)
        server = server_for(walls, MOST_CONNECTIONS, connections.GuestConnection)
        thread = Thread(target=server.run, kwargs={"sockets": [listener.dup()]})
        thread.start()
        opened.callback(thread.join)
        opened.callback(lambda: setattr(server, "should_exit", True))
        idle = [
            opened.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            for _ in range(MOST_CONNECTIONS + 50)
        ]
        for one in idle:
            with suppress(ConnectionError):
                assert one.recv(1) == b""  # each is closed
        with urlopen(f"http://127.0.0.1:{port}/{CODE}/", timeout=10) as answer:
            assert answer.status == 200
