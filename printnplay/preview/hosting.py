"""A table for others, opened and ended on the page: its own server, behind the walls of the room.

It has another port and another secret than the page, so that its guests reach nothing else.
"""

from contextlib import ExitStack
from threading import Event, RLock, Thread
from typing import Any, Literal

from anyio import to_thread
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from printnplay.faces.machine_codes import qr_rows
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.listening import ADDRESS
from printnplay.preview.room.start import Standing, TableRequest, open_table
from printnplay.preview.running import Preview
from printnplay.preview.saving import said_in
from printnplay.preview.spoken import Answer

PATIENCE = 5
"""How many seconds the end of a table may take: the server closes views after 2."""


CURES = {
    codes.NO_LOCAL_NETWORK: "open it on this computer only, or connect to a network",
    codes.CANNOT_PLAY_WITHOUT_RULES: "open it without the rules: you referee yourselves",
}
"""What helps on the page, instead of options of the command."""


class Asked(Struct, frozen=True):
    """A table to open or to end. It is on this machine only, unless it is to be in the network."""

    do: Literal["open", "end"]
    language: str = ""
    network: bool = False
    rules: bool = False
    record: bool = False


class Hosting:
    """Opens and ends the table of a preview, which has one at a time."""

    def __init__(self, preview: Preview) -> None:
        """Begin without a table."""
        self.preview = preview
        self._lock = RLock()
        self._game = ""
        self._table: Standing | None = None
        self._thread: Thread | None = None

    async def show(self, request: Request) -> Response:
        """Return the table that stands, if any."""
        await self.preview.shelf(request)
        return Answer(self._told())

    async def change(self, request: Request) -> Response:
        """Open a table, or end it."""
        shelf, said = await self.preview.shelf(request), await said_in(request, Asked)
        if said.do == "end":
            await to_thread.run_sync(self.end)
        else:
            await to_thread.run_sync(self._open, shelf.live.game_id, said)
        return Answer(self._told())

    def _open(self, game: str, said: Asked) -> None:
        """Open a table, and serve it from a thread of its own.

        Raises:
            NotWrittenError: there is one already, or it cannot be opened.
        """
        settings = self.preview.settings
        if said.record and settings.read_only:
            raise NotWrittenError("the preview is read-only")
        asked = TableRequest(
            settings.project,
            game,
            said.language,
            address="" if said.network else ADDRESS,
            record=said.record,
            trust_rules=settings.trusted,
            limited=settings.limited,
            refereed=said.rules,
        )
        with self._lock:
            if self._stands():
                raise NotWrittenError("there is a table already", "end it first")
            ready = Event()
            refused: list[FaultsError] = []
            self._table, self._game = None, game
            self._thread = Thread(target=self._serve, args=(asked, ready, refused), daemon=True)
            self._thread.start()
            ready.wait()
            if refused:
                self._thread.join()
                fault = refused[0].found[0]
                raise NotWrittenError(fault.message, CURES.get(fault.code, fault.help))

    def _serve(self, asked: TableRequest, ready: Event, refused: list[FaultsError]) -> None:
        with ExitStack() as stack:
            try:
                self._table = table = stack.enter_context(open_table(asked))
            except FaultsError as error:
                refused.append(error)
                return
            finally:
                ready.set()
            try:
                table.server.run(sockets=[table.listener.dup()])
            finally:
                table.record()

    def _stands(self) -> bool:
        return self._table is not None and bool(self._thread and self._thread.is_alive())

    def end(self) -> None:
        """End the table, if there is one."""
        with self._lock:
            if self._table and self._thread:
                self._table.server.should_exit = True
                self._thread.join(PATIENCE)

    def _told(self) -> dict[str, Any]:
        """Return the links of the table, its code, its QR code and who sits at it."""
        table = self._table
        if table is None or not self._stands() or table.server.should_exit:
            return {"stands": False}
        opened = table.opened
        return {
            "stands": True,
            "game": self._game,
            "link": opened.link,
            "host": opened.host,
            "code": opened.link.rstrip("/").rpartition("/")[2],
            "local": opened.is_local,
            "qr": []
            if opened.is_local
            else ["".join(map(str, row)) for row in qr_rows(opened.link)],
            "names": [guest.name for guest in table.room.guests],
            "seats": table.room.seats,
        }
