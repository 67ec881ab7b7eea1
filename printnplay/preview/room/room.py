"""A room: a table where guests move pieces freely, and what each of them may do and see."""

from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import Any

from msgspec.structs import replace

from printnplay.preview.room.acts import RefusedError, after
from printnplay.preview.room.position import Below, Position, TableData, begun
from printnplay.preview.room.seats import Guest, Seats
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

MOST_UNDO = 200
"""The most steps that can be taken back. A guess: those of a few turns."""


class Room(Seats):
    """A table with its guests, who move pieces freely.

    Args:
        table: what is on the table.
        seats: the number of seats at the beginning.
        host: the secret of who opened the table, and may begin and end games.
        below: the source of chance.
    """

    def __init__(self, table: TableData, seats: int, host: str, below: Below = randbelow) -> None:
        """Begin a first game."""
        super().__init__(table, host)
        self.below = below
        self.at = begun(table, seats, below)
        self._past: list[tuple[int, Position]] = []

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.at.hands)

    @property
    def notes(self) -> str:
        """The notes of the table."""
        return self.at.notes

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
        self._begin(guest, step.players)
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

    def _lose(self, mixed: Sequence[str]) -> None:
        for guest in self._guests.values():
            guest.sight.lose(self.at, guest.seat, mixed)

    def _free(self) -> None:
        # Whoever sits there next takes back no step of somebody else.
        self._past.clear()

    def view(self, guest: Guest) -> Mapping[str, Any]:
        """Return what the browser of a guest shows."""
        return {
            **guest.sight.of(self.at, guest.seat),
            **self.about(guest),
            "undo": bool(self._past) and self._past[-1][0] == guest.seat,
        }


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
