"""A room: a table, who sits at it, and what each of them may do and see."""

import asyncio
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from itertools import chain, count
from secrets import randbelow, token_hex, token_urlsafe
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.preview.room.acts import RefusedError, after
from printnplay.preview.room.position import Below, Position, TableData, begun
from printnplay.preview.room.sight import Sight
from printnplay.preview.room.steps import (
    FINAL,
    Change,
    Flip,
    Look,
    Move,
    Note,
    Put,
    Shuffle,
    Start,
    Steps,
    To,
    Undo,
)

LONGEST_NAME = 20
"""The most characters of the name of a guest: more have no room on the button of a seat."""

MOST_SAID = 20
"""Maximum number of steps in one message, for a browser that has fallen behind. A guess."""

MOST_UNDO = 200
"""The most steps that can be taken back. A guess: those of a few turns."""


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


class Room:
    """A table with its guests, by their tokens.

    Args:
        table: what is on the table.
        seats: the number of seats at the beginning.
        host: the secret of who opened the table, and may begin and end games.
        below: the source of chance.
    """

    def __init__(self, table: TableData, seats: int, host: str, below: Below = randbelow) -> None:
        """Begin a first game."""
        self.table, self.below, self._host = table, below, host
        self.at = begun(table, seats, below)
        self.version = 0
        self.said: tuple[Said, ...] = ()
        """What was done last. A slow browser skips views: with the last step alone, a search would
        stay hidden behind the next step."""
        self.is_over = False
        self.steps, self.games, self.most = 0, 1, 0
        """The number of steps in all games, of games, and of guests at a time."""
        self.listeners: set[asyncio.Event] = set()
        self._guests: dict[str, Guest] = {}
        self._past: list[tuple[int, Position]] = []
        numbers = {kind.front for kind in table.kinds.values()}
        numbers |= {kind.back for kind in table.kinds.values() if kind.back is not None}
        numbers |= {board.front for board in table.boards}
        self.numbers = {token_hex(8): number for number in sorted(numbers)}
        """The pictures by their random addresses."""
        addresses = {number: address for address, number in self.numbers.items()}
        self._addresses = [addresses.get(at, "") for at in range(max(addresses, default=0) + 1)]

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
        free = [seat for seat in range(len(self.at.hands)) if seat not in taken]
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

    def step(self, guest: Guest, step: Steps) -> None:
        """Do a step of a guest.

        Raises:
            RefusedError: it is not possible, or not allowed.
        """
        if isinstance(step, Start):
            self._start(guest, step)
        elif isinstance(step, Undo):
            self._undo(guest)
        elif isinstance(step, Look):
            self._look(guest, step)
        else:
            if isinstance(step, Put):
                cards = tuple(map(guest.sight.names.card, step.cards))
                step = replace(step, cards=cards)
            self._play(guest, step)
        self.steps += 1
        self._change()

    def _play(self, guest: Guest, step: Steps) -> None:
        before = self.at
        self.at = after(before, step, guest.seat, self.below)
        if isinstance(step, FINAL):
            self._past.clear()
        else:
            self._past = [*self._past[1 - MOST_UNDO :], (guest.seat, before)]
        if word := _word(step, guest.seat):
            to = step.to.hand if isinstance(step, Put) else None
            self._say(guest, word, _place(before, step), to)
        self._lose(before.piles[step.pile].cards if isinstance(step, Shuffle) else ())

    def _start(self, guest: Guest, step: Start) -> None:
        if not guest.is_host:
            raise RefusedError("only the host begins a new game")
        if step.players not in self.table.players or step.players < len(self._guests):
            raise RefusedError("there are other players at the table")
        for seat, sitting in enumerate(sorted(self.guests, key=lambda one: one.seat)):
            sitting.seat = seat
        # A table that nobody has played at yet is set up again for the right number.
        self.games += bool(self.steps)
        self.at = begun(self.table, step.players, self.below)
        self._past.clear()
        self._say(guest, "new")
        self._lose(tuple(self.at.cards))

    def _undo(self, guest: Guest) -> None:
        if not self._past or self._past[-1][0] != guest.seat:
            raise RefusedError("somebody else has done something since")
        self.at = self._past.pop()[1]
        self._say(guest, "undo")
        self._lose(())

    def _look(self, guest: Guest, step: Look) -> None:
        if step.pile is None:
            guest.sight.looking = frozenset()
        elif step.pile not in self.at.piles:
            raise RefusedError("it is not there any more")
        else:
            pile = self.at.piles[step.pile]
            guest.sight.looking = frozenset(pile.cards)
            self._say(guest, "search", pile.place)

    def _say(self, guest: Guest, what: str, place: str = "", to: int | None = None) -> None:
        said = Said(self.version, guest.seat, what, place, to)
        self.said = (*self.said[1 - MOST_SAID :], said)

    def _lose(self, mixed: Sequence[str]) -> None:
        for guest in self._guests.values():
            guest.sight.lose(self.at, guest.seat, mixed)

    def free(self, host: Guest, seat: int) -> None:
        """Free the seat of another guest, whose hand stays; their token ends.

        Raises:
            RefusedError: they are no host, or the seat is free or their own.
        """
        gone = [digest for digest, guest in self._guests.items() if guest.seat == seat]
        if not host.is_host or not gone or seat == host.seat:
            raise RefusedError("only the host frees seats of others")
        del self._guests[gone[0]]
        # Whoever sits there next takes back no step of somebody else.
        self._past.clear()
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
            # A returning player must look through a stack again, and the others are told.
            guest.sight.looking = frozenset()
            self._change()

    def view(self, guest: Guest) -> Mapping[str, Any]:
        """Return what the browser of a guest shows."""
        seats: list[Guest | None] = [None] * len(self.at.hands)
        for sitting in self._guests.values():
            seats[sitting.seat] = sitting
        return {
            **guest.sight.of(self.at, guest.seat),
            "version": self.version,
            "seat": guest.seat,
            "host": guest.is_host,
            "names": [sitting.name if sitting else "" for sitting in seats],
            "away": [sitting is not None and not sitting.streams for sitting in seats],
            "taken": [sitting is not None for sitting in seats],
            "undo": bool(self._past) and self._past[-1][0] == guest.seat,
            "said": self.said,
        }

    def _change(self) -> None:
        self.version += 1
        for listener in self.listeners:
            listener.set()


def _digest(token: str) -> str:
    """Return what a token is kept as: a comparison tells nothing about a token then."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _word(step: Steps, seat: int) -> str:
    """Return the key of the text for a step; empty if it is not worth a word."""
    match step:
        case Put(to=To(hand=int() as hand)):
            return "draw" if hand == seat else "give"
        case Put(to=To(pile=str(), under=under)):
            return "under" if under else "drop"
        case Put():
            return "hide" if step.up is False else "play"
        case Flip():
            return "flipall" if step.all else "flip"
        case Move() | Change() | Note():
            return ""
        case _:
            return type(step).__name__.lower()


def _place(at: Position, step: Steps) -> str:
    """Return the name of the place that a step is about; empty if it has none."""
    name = getattr(step, "pile", None)
    if isinstance(step, Put):
        lying = (pile for pile in at.piles if step.cards[-1] in at.piles[pile].cards)
        name = next(lying, None) if step.to.pile is None else step.to.pile
    return "" if name is None else at.piles[name].place
