"""The seats of a table: the guests, their tokens, and the messages to all of them."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from itertools import chain, count
from secrets import token_hex, token_urlsafe
from typing import Any

from msgspec import Struct

from printnplay.preview.room.acts import RefusedError
from printnplay.preview.room.position import TableData
from printnplay.preview.room.sight import Sight

LONGEST_NAME = 20
"""The most characters of the name of a guest: more have no room on the button of a seat."""

MOST_SAID = 20
"""Maximum number of steps in one message, for a browser that has fallen behind. A guess."""


class Guest(Struct):
    """Somebody at the table; `streams` are the connections of their browser."""

    name: str
    seat: int
    is_host: bool
    sight: Sight
    streams: int = 0


class Said(Struct, frozen=True):
    """What was done with a step: who did it, and the text for it.

    `version` is that of the view before it, `place` the name of the place, if it has one, and `to`
    the seat that was given a card.
    """

    version: int
    seat: int
    what: str
    place: str = ""
    to: int | None = None


class Seats(ABC):
    """The guests of a table by their tokens, and the browsers that listen.

    Args:
        table: what is on the table.
        host: the secret of who opened the table, and may begin and end games.
    """

    def __init__(self, table: TableData, host: str) -> None:
        """Begin without guests."""
        self.table, self._host = table, host
        self.version = 0
        self.said: tuple[Said, ...] = ()
        """What was done last. A slow browser skips views: with the last step alone, a search would
        stay hidden behind the next step."""
        self.is_over = False
        self.steps, self.games, self.most = 0, 1, 0
        """The number of steps in all games, of games, and of guests at a time."""
        self.listeners: set[asyncio.Event] = set()
        self._guests: dict[str, Guest] = {}
        numbers = {kind.front for kind in table.kinds.values()}
        numbers |= {kind.back for kind in table.kinds.values() if kind.back is not None}
        numbers |= {board.front for board in table.boards}
        self.numbers = {token_hex(8): number for number in sorted(numbers)}
        """The pictures by their random addresses."""
        addresses = {number: address for address, number in self.numbers.items()}
        self._addresses = [addresses.get(at, "") for at in range(max(addresses, default=0) + 1)]

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats."""

    @property
    def notes(self) -> str:
        """The notes of the table."""
        return ""

    @abstractmethod
    def step(self, guest: Guest, step: Any) -> None:  # noqa: ANN401
        """Do a step of a guest.

        Raises:
            RefusedError: it is not possible, or not allowed.
        """

    @abstractmethod
    def view(self, guest: Guest) -> Mapping[str, Any]:
        """Return what the browser of a guest shows."""

    def why(self, guest: Guest, card: str, to: str) -> Sequence[Mapping[str, str]]:
        """Return why a guest may not play a card; nothing where no rules referee."""
        del guest, card, to
        return ()

    def _free(self) -> None:  # noqa: B027
        """Do what is due when a seat becomes free; nothing at most tables."""

    def address(self, picture: int) -> str:
        """Return the random address of a picture."""
        return self._addresses[picture]

    @property
    def guests(self) -> Sequence[Guest]:
        """Everybody at the table."""
        return list(self._guests.values())

    def guest(self, token: str) -> Guest | None:
        """Return who has a token."""
        return self._guests.get(_digest(token))

    def join(self, name: str, host: str = "") -> str:
        """Take a free seat; return the token of the new guest.

        Raises:
            RefusedError: no seat is free.
        """
        taken = {guest.seat for guest in self._guests.values()}
        free = [seat for seat in range(self.seats) if seat not in taken]
        if not free:
            raise RefusedError("full")
        is_host = bool(host) and compare_digest(host.encode(), self._host.encode())
        shown = "".join(letter for letter in name if letter.isprintable())
        token = token_urlsafe(24)
        sight = Sight(self.table, self._addresses)
        guest = Guest(self._unlike(shown), free[0], is_host, sight)
        self._guests[_digest(token)] = guest
        self.most = max(self.most, len(self._guests))
        self._change()
        return token

    def _unlike(self, name: str) -> str:
        """Return a name with a number if somebody has the same one."""
        names = {guest.name for guest in self._guests.values()} - {""}
        name = " ".join(name.split())[:LONGEST_NAME]
        numbered = (f"{name} {number}" for number in count(2))
        return next(each for each in chain((name,), numbered) if each not in names)

    def _begin(self, guest: Guest, players: int) -> None:
        """Seat the guests side by side for a new game; one that nobody has played does not count.

        Raises:
            RefusedError: the guest is not the host, or the number of players does not fit.
        """
        if not guest.is_host:
            raise RefusedError("only the host begins a new game")
        if players not in self.table.players or players < len(self._guests):
            raise RefusedError("there are other players at the table")
        for seat, sitting in enumerate(sorted(self.guests, key=lambda one: one.seat)):
            sitting.seat = seat
        self.games += bool(self.steps)

    def _say(self, guest: Guest, what: str, place: str = "", to: int | None = None) -> None:
        said = Said(self.version, guest.seat, what, place, to)
        self.said = (*self.said[1 - MOST_SAID :], said)

    def free(self, host: Guest, seat: int) -> None:
        """Free the seat of another guest, whose hand stays; their token ends.

        Raises:
            RefusedError: they are no host, or the seat is free or their own.
        """
        gone = [digest for digest, guest in self._guests.items() if guest.seat == seat]
        if not host.is_host or not gone or seat == host.seat:
            raise RefusedError("only the host frees seats of others")
        del self._guests[gone[0]]
        self._free()
        self._change()

    def end(self, host: Guest) -> None:
        """End the table for all.

        Raises:
            RefusedError: they are no host.
        """
        if not host.is_host:
            raise RefusedError("only the host ends the table")
        self.is_over = True
        self._change()

    def connect(self, guest: Guest, by: int) -> None:
        """Count a connection of a guest that begins (1) or ends (-1)."""
        was = bool(guest.streams)
        guest.streams += by
        if bool(guest.streams) != was:
            # A returning player must look through a stack again, which the others see.
            guest.sight.looking = frozenset()
            self._change()

    def about(self, guest: Guest) -> Mapping[str, Any]:
        """Return what each view has: the seats, and what was done last."""
        seats: list[Guest | None] = [None] * self.seats
        for sitting in self._guests.values():
            seats[sitting.seat] = sitting
        return {
            "version": self.version,
            "seat": guest.seat,
            "host": guest.is_host,
            "names": [sitting.name if sitting else "" for sitting in seats],
            "away": [sitting is not None and not sitting.streams for sitting in seats],
            "taken": [sitting is not None for sitting in seats],
            "said": self.said,
        }

    def _change(self) -> None:
        self.version += 1
        for listener in self.listeners:
            listener.set()


def _digest(token: str) -> str:
    """Return what a token is kept as: a comparison tells nothing about a token then."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
