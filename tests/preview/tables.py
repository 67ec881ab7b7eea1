"""A game of sixty cards, and a table for it that notes what each browser is sent."""

from __future__ import annotations

import json
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from printnplay.build.new import start
from printnplay.preview.listening import server_for
from printnplay.preview.room.connections import GuestConnection
from printnplay.preview.room.room import Room
from printnplay.preview.room.seats import Guest
from printnplay.preview.room.start import MOST_CONNECTIONS, TableRequest, table_of, table_server
from printnplay.preview.room.walls import Walls

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from printnplay.edition.edition import Edition
    from printnplay.export.table_contents import TableContents
    from printnplay.preview.room.server import RoomServer

GAME, HOST, CODE, CARDS = "crowd", "secret-of-the-host", "abcde-fghjk", 60

SETUP = """setup:
  - {deal: 5, to: hand}
  - {deal: 2, to: market, up: yes, cards: {kind: place}}
"""


def make_crowd(folder: Path) -> None:
    """Write a project with sixty different cards, five of which are dealt to each player."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        start(Path(GAME), "csv")
    rows = (
        f"card-{number:02},1,{'place' if number % 2 else 'deed'},1,stars.svg,"
        f"Face{number:02},Rule{number:02}"
        for number in range(1, CARDS + 1)
    )
    design = folder / GAME / "designs" / GAME
    head = "id,copies,kind,cost,art,name,rule\n"
    (design / "cards.csv").write_text(head + "\n".join(rows) + "\n", "utf-8")
    booklet = design / "booklet.yaml"
    booklet.write_text(booklet.read_text("utf-8").replace("lighthouse", "card-01"), "utf-8")
    game = design / "game.yaml"
    game.write_text(game.read_text("utf-8") + SETUP, "utf-8")


def names_in(text: str) -> set[int]:
    """The numbers of the cards that a text names: by id, name or rule."""
    return {
        number
        for number in range(1, CARDS + 1)
        if any(f"{word}{number:02}" in text for word in ("card-", "Face", "Rule"))
    }


def seen_by(room: Room, guest: Guest) -> set[int]:
    """The numbers of the cards that a guest may see now."""
    at = room.at
    cards = {card for pile in at.piles.values() for card in pile.cards if at.cards[card].up}
    cards |= {*at.hands[guest.seat], *guest.sight.looking}
    return {int(at.cards[card].kind.removeprefix("card-")) for card in cards}


class Watched:
    """Passes on requests, and notes what a browser is sent that its guest may not see."""

    def __init__(self, app: ASGIApp, room: Room) -> None:
        """Begin without notes."""
        self.app, self.room = app, room
        self.sent: defaultdict[str, list[bytes]] = defaultdict(list)
        self.seen: defaultdict[str, set[int]] = defaultdict(set)
        self.leaks: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        token = headers.get(b"authorization", b"").decode().removeprefix("Bearer ")

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.body":
                self._note(scope["path"], token, message.get("body", b""))
            await send(message)

        await self.app(scope, receive, noting)

    def _note(self, path: str, token: str, body: bytes) -> None:
        guest = self.room.guest(token)
        name = guest.name if guest else ""
        self.sent[name].append(body)
        if guest:
            self.seen[name] |= seen_by(self.room, guest)
        if "/picture/" in path:
            found = self._pictured(path.rpartition("/")[2])
            allowed = self.seen[name]
        else:
            found = names_in(body.decode("utf-8", "replace"))
            allowed = seen_by(self.room, guest) if guest else set()
        if found - allowed:
            self.leaks.append(f"{name or 'nobody'} got {found - allowed} from {path}")

    def _pictured(self, address: str) -> set[int]:
        """The card whose front a picture shows; none for a back."""
        number = self.room.numbers.get(address)
        kinds = self.room.table.kinds.items()
        return {int(name[-2:]) for name, kind in kinds if kind.front == number}


class Served:
    """A table that is served by a thread of this process."""

    def __init__(self, room: Room, watched: Watched, address: str) -> None:
        """Keep its parts."""
        self.room, self.watched, self.address = room, watched, address

    @property
    def host(self) -> str:
        return f"{self.address}#{HOST}"


@contextmanager
def served(given: tuple[Edition, TableContents], seats: int = 4) -> Iterator[Served]:
    """A table of the game, until it is left."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        serving = table_server(given, seats, HOST, "")
        assert isinstance(serving.room, Room)
        watched = Watched(Walls(serving.app, "127.0.0.1", port, CODE), serving.room)
        with running(serving, watched, listener):
            yield Served(serving.room, watched, f"http://127.0.0.1:{port}/{CODE}/")


@contextmanager
def running(serving: RoomServer, app: ASGIApp, listener: socket.socket) -> Iterator[None]:
    """Serve a table from a thread, until it is left."""
    server = server_for(app, MOST_CONNECTIONS, GuestConnection)
    serving.is_ending = lambda: server.should_exit
    serving.end = lambda: setattr(server, "should_exit", True)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            sleep(0.01)
        yield
    finally:
        server.should_exit = True
        thread.join()


def crowd_of(
    once: Callable[[str, Callable[[Path], None]], Path],
) -> tuple[Edition, TableContents]:
    """The game, and what lies on its table."""
    folder = once("project-crowd", make_crowd) / GAME
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return table_of(TableRequest(folder, GAME))


def as_json(lines: list[bytes]) -> list[dict[str, Any]]:
    """The views among what was sent."""
    return [json.loads(line) for line in lines if line.startswith(b'{"players"')]
