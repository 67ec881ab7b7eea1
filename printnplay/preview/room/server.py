"""The HTTP server of a table in the local network: its page, pictures, steps, and views.

A browser names its guest with a token in a header, never in an address or a cookie. Views are lines
of JSON in one long answer: the page sees the position after each step of anybody.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from printnplay.preview.listening import PULSE
from printnplay.preview.room.acts import RefusedError
from printnplay.preview.room.referee import Asking, RefereedRoom, RefereedSteps
from printnplay.preview.room.seats import Guest, Seats
from printnplay.preview.room.steps import Steps

QUIET = 40
"""Number of pulses after which an empty line is sent, to notice a lost connection: 16 s. A
guess."""

MOST_STREAMS = 4
"""The most views of one guest at a time: windows of one browser, and connections that it lost."""


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to sit down; `host` is the secret of the host, or empty."""

    name: str
    host: str = ""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to free."""

    seat: int


Asked = TypeVar("Asked")

JOINING = msgspec.json.Decoder(Joining)
SEAT = msgspec.json.Decoder(Seat)
STEP: msgspec.json.Decoder[Steps] = msgspec.json.Decoder(Steps)
PLAY: msgspec.json.Decoder[RefereedSteps] = msgspec.json.Decoder(RefereedSteps)
ASKING = msgspec.json.Decoder(Asking)


class RoomServer:
    """Answers the browsers of the guests.

    Args:
        room: the table.
        title: the title of the game.
        page: the page.
        pictures: the pictures of the table as WebP, by number.
    """

    def __init__(self, room: Seats, title: str, page: str, pictures: Sequence[bytes]) -> None:
        """Make the routes."""
        is_refereed = isinstance(room, RefereedRoom)
        self._steps: msgspec.json.Decoder[Any] = PLAY if is_refereed else STEP
        self.room, self.title, self.page, self.pictures = room, title, page, pictures
        self.is_ending: Callable[[], bool] = lambda: False
        """Return whether the server is stopping, which requires the views to end."""
        self.end: Callable[[], None] = lambda: None
        """Stop the server."""
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/view", self._view),
                Route("/picture/{address}", self._picture),
                Route("/join", self._join, methods=["POST"]),
                Route("/step", self._step, methods=["POST"]),
                Route("/why", self._why, methods=["POST"]),
                Route("/free", self._free, methods=["POST"]),
                Route("/end", self._end, methods=["POST"]),
            ]
        )

    def _guest(self, request: Request) -> Guest:
        """Return who asks.

        Raises:
            HTTPException: nobody at this table.
        """
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        guest = self.room.guest(token) if kind == "Bearer" else None
        if guest is None:
            raise HTTPException(401, "sit down first")
        return guest

    async def _page(self, request: Request) -> Response:
        del request
        return HTMLResponse(self.page)

    async def _join(self, request: Request) -> Response:
        asked = await _asked(request, JOINING)
        try:
            return JSONResponse({"token": self.room.join(asked.name, asked.host)})
        except RefusedError as refusal:
            raise HTTPException(409, str(refusal)) from refusal

    async def _step(self, request: Request) -> Response:
        guest = self._guest(request)
        step = await _asked(request, self._steps)
        try:
            self.room.step(guest, step)
        except RefusedError as refusal:
            raise HTTPException(409, str(refusal)) from refusal
        return JSONResponse({"version": self.room.version})

    async def _why(self, request: Request) -> Response:
        guest, asked = self._guest(request), await _asked(request, ASKING)
        try:
            return JSONResponse(self.room.why(guest, asked.card, asked.to))
        except RefusedError as refusal:
            raise HTTPException(409, str(refusal)) from refusal

    async def _free(self, request: Request) -> Response:
        guest, asked = self._guest(request), await _asked(request, SEAT)
        try:
            self.room.free(guest, asked.seat)
        except RefusedError as refusal:
            raise HTTPException(409, str(refusal)) from refusal
        return JSONResponse({})

    async def _end(self, request: Request) -> Response:
        try:
            self.room.end(self._guest(request))
        except RefusedError as refusal:
            raise HTTPException(409, str(refusal)) from refusal
        self.end()
        return JSONResponse({})

    async def _picture(self, request: Request) -> Response:
        guest, address = self._guest(request), request.path_params["address"]
        if address not in guest.sight.seen:
            raise HTTPException(404, "there is no such picture")
        return Response(self.pictures[self.room.numbers[address]], media_type="image/webp")

    async def _view(self, request: Request) -> Response:
        guest = self._guest(request)
        if guest.streams >= MOST_STREAMS:
            raise HTTPException(429, "there are other windows with this table")
        return StreamingResponse(self._views(guest), media_type="application/x-ndjson")

    async def _views(self, guest: Guest) -> AsyncIterator[bytes]:
        """Yield the view of a guest after each change, until the table or their seat ends."""
        room, changed = self.room, asyncio.Event()
        room.listeners.add(changed)
        room.connect(guest, 1)
        changed.set()
        quiet = 0
        try:
            while not (room.is_over or self.is_ending() or guest not in room.guests):
                if changed.is_set():
                    changed.clear()
                    yield msgspec.json.encode(room.view(guest)) + b"\n"
                elif quiet >= QUIET:
                    yield b"\n"
                    quiet = 0
                try:
                    await asyncio.wait_for(changed.wait(), PULSE)
                except TimeoutError:
                    quiet += 1
            is_freed = not (room.is_over or self.is_ending())
            yield msgspec.json.encode({"over": "freed" if is_freed else "ended"}) + b"\n"
        finally:
            room.listeners.discard(changed)
            room.connect(guest, -1)


async def _asked(request: Request, decoder: msgspec.json.Decoder[Asked]) -> Asked:
    """Return the content of a request.

    Raises:
        HTTPException: it is not of this kind.
    """
    try:
        return decoder.decode(await request.body())
    # Also bytes that are no UTF-8, and a browser that is closed while it sends.
    except (ValueError, RecursionError, ClientDisconnect) as error:
        raise HTTPException(400, "this is no step of the page") from error
