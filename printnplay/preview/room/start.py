"""Start a table in the local network: the game, an address, a room code, and the server."""

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from secrets import token_urlsafe
from socket import socket
from threading import Timer
from typing import TYPE_CHECKING

from msgspec import Struct, convert
from msgspec.structs import replace

from printnplay.edition.choosing import NOWHERE, Languages, choose
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.temporary import temporary_folder
from printnplay.game.exporting import FaceOptions
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.kernel.suggestions import listed
from printnplay.play.sessions import Session, check_recording, write_session
from printnplay.preview.listening import SECONDS, check_libraries, listening, run, server_for
from printnplay.preview.room.network import is_here, own_address

if TYPE_CHECKING:
    import uvicorn

    from printnplay.edition.edition import Edition
    from printnplay.export.table_contents import TableContents
    from printnplay.preview.room.seats import Seats
    from printnplay.preview.room.server import RoomServer
    from printnplay.rules.protocol import RulesModule

LIBRARIES = ("starlette", "uvicorn")
"""The packages of the extra `preview` that a table needs."""

MOST_CONNECTIONS = 200
"""The most connections at a time: 8 guests whose browsers use some each for pictures, and as many
again. A guess; each address has a limit of its own (`connections.py`)."""


class TableRequest(Struct, frozen=True):
    """The options of a table.

    Without a `language`, the first one of the game is used; without `seats`, there are as many as
    the most players. Without an `address`, it is that of this machine in the local network. Port 0
    means any free port.
    """

    project: Path
    game: str
    language: str = ""
    seats: int | None = None
    address: str = ""
    port: int = 0
    browser: bool = True
    record: bool = False
    """Whether to write what was played into `sessions/`."""
    trust_rules: bool = False
    limited: bool = True
    refereed: bool = False
    """Whether guests make the moves of the rules, instead of moving pieces freely."""


class Opened(Struct, frozen=True):
    """An open table: the link for guests, and that of the host, who begins and ends games."""

    title: str
    link: str
    host: str
    is_local: bool
    """Whether the table is on this machine only."""


class Standing(Struct, frozen=True):
    """A table with its links, its guests, and the server that waits to run."""

    opened: Opened
    room: "Seats"
    server: "uvicorn.Server"
    listener: socket
    record: Callable[[], tuple[Path, Session] | None]
    """Write the session, if it was to be recorded and somebody has played; return its file."""


@contextmanager
def open_table(request: TableRequest) -> Iterator[Standing]:
    """Open a table, on which connections wait until its server runs; close it at the end.

    Raises:
        FaultsError: the extra is not installed, the game has errors or no such number of players,
            the address or port cannot be used, or a session is to be recorded and cannot be.
    """
    check_libraries(LIBRARIES)
    from printnplay.preview.room.connections import GuestConnection
    from printnplay.preview.room.walls import Walls, room_code

    address = own_address(request.address)
    if request.record:
        check_recording(request.project)
    with listening(request.port, address) as listener:
        port, code, host = listener.getsockname()[1], room_code(), token_urlsafe(24)
        link = f"http://{address}:{port}/{code}/"
        given = table_of(request)
        shown = "" if is_here(address) else link
        serving = table_server(given, request.seats, host, shown, refereed=request.refereed)
        server = server_for(
            Walls(serving.app, address, port, code), MOST_CONNECTIONS, GuestConnection
        )
        serving.is_ending = lambda: server.should_exit
        serving.end = lambda: setattr(server, "should_exit", True)
        start = datetime.now().astimezone()

        def record() -> tuple[Path, Session] | None:
            session = _session(given, serving.room, start)
            if not (request.record and session.steps):
                return None
            return write_session(request.project, session, start), session

        opened = Opened(serving.title, link, f"{link}#{host}", is_here(address))
        yield Standing(opened, serving.room, server, listener, record)


def serve_table(
    request: TableRequest,
    say: Callable[[Opened], None],
    recorded: Callable[[Path, Session], None] | None = None,
) -> None:
    """Serve a table until it is stopped; `say` is called with its links.

    `recorded` is called at the end with the file of the session, if one was recorded.

    Raises:
        FaultsError: the table cannot be opened.
    """
    with open_table(request) as table:
        say(table.opened)
        if request.browser:
            opening = Timer(SECONDS, webbrowser.open, [table.opened.host])
            opening.daemon = True
            opening.start()
        try:
            run(table.server, table.listener)
        finally:
            written = table.record()
            if written and recorded:
                recorded(*written)


def _session(given: "tuple[Edition, TableContents]", room: "Seats", start: datetime) -> Session:
    """Return what was played since a time."""
    edition, contents = given
    passed = datetime.now().astimezone() - start
    return Session(
        game=edition.game.id,
        version=edition.game.about.version,
        deck=str(contents.data["version"]),
        language=edition.language,
        start=f"{start:%Y-%m-%d %H:%M}",
        minutes=round(passed.total_seconds() / 60),
        players=room.most,
        games=room.games,
        steps=room.steps,
        notes=room.notes,
    )


def table_server(
    given: "tuple[Edition, TableContents]",
    seats: int | None,
    host: str,
    link: str,
    *,
    refereed: bool = False,
) -> "RoomServer":
    """Return what answers the browsers at a table, without its walls.

    Args:
        given: the edition, and what lies on its table.
        seats: the number of seats; None for as many as the most players.
        host: the secret of the host.
        link: what the window for invitations shows as a QR code; empty for none.
        refereed: whether guests make the moves of the rules.

    Raises:
        FaultsError: the game does not support this number of players, or has no rules to referee.
    """
    from printnplay.preview.room.page import room_page
    from printnplay.preview.room.position import TableData
    from printnplay.preview.room.referee import RefereedRoom
    from printnplay.preview.room.room import Room
    from printnplay.preview.room.server import RoomServer

    edition, contents = given
    data = convert(contents.data, TableData)
    count = _seats(seats, edition, data.players)
    rules = _rules(edition) if refereed else None
    room: Seats = Room(data, count, host)
    if rules is not None:
        room = RefereedRoom(data, (edition.game, rules), count, host)
    page = room_page(edition, contents, room, link)
    return RoomServer(room, edition.game.title, page, contents.pictures)


def _rules(edition: "Edition") -> "RulesModule":
    """Return the rules of a game.

    Raises:
        FaultsError: it has none, or none that describe a card game.
    """
    from printnplay.rules.cardgame import CardGame
    from printnplay.rules.loader import rules_of

    problems = Problems()
    rules = rules_of(edition.game, problems, edition.loaded.catalog)
    if rules is None or not issubclass(rules.new_game, CardGame):
        text = f"`{edition.game.id}` has no rules that can referee"
        cure = "leave out `--rules`, or name rules in its game.yaml"
        fault = Diagnostic(codes.CANNOT_PLAY_WITHOUT_RULES, text, NOWHERE, "", cure)
        raise FaultsError([*problems.found, fault])
    return rules


def table_of(request: TableRequest) -> "tuple[Edition, TableContents]":
    """Load the game and return its edition, and what lies on its table.

    Raises:
        FaultsError: the game is unknown or has errors.
    """
    # Imported here: `--help` does not load a game.
    from printnplay.edition.bilingual import edition_of
    from printnplay.edition.loaded import open_game, stop_at
    from printnplay.export.job import ExportJob
    from printnplay.export.table_contents import contents_of
    from printnplay.faces.template_faults import place

    catalog = Catalog(request.project, trusted=request.trust_rules, limited=request.limited)
    languages = (request.language,) if request.language else ()
    ((game, editions),) = choose(catalog, (request.game,), languages).items()
    language = next(iter(editions[0]))
    problems = Problems()
    with limited(LIMITS if request.limited else None, place), temporary_folder() as folder:
        loaded = open_game(catalog, game, [language], problems)
        stop_at(problems)
        if loaded is None:
            raise FaultsError(problems.found)
        loaded = replace(loaded, game=loaded.game.with_bleed(0))
        edition = edition_of(loaded, Languages(language), problems)
        options = FaceOptions(dpi=200, bleed=0)
        job = ExportJob("table", edition, language, options, Path(folder), problems, 0)
        contents = contents_of(job)
        stop_at(problems)
    return edition, contents


def _seats(asked: int | None, edition: "Edition", players: tuple[int, ...]) -> int:
    """Return the number of seats.

    Raises:
        FaultsError: the game does not support this number of players.
    """
    if asked is None or asked in players:
        return asked or max(players)
    known = listed([str(number) for number in players])
    fault = Diagnostic(
        codes.NO_SUCH_NUMBER_OF_SEATS,
        f"{edition.game.title} has no table for {asked} players",
        NOWHERE,
        f"expected {known}",
        "change `--seats`, or `players` in game.yaml",
    )
    raise FaultsError([fault])
