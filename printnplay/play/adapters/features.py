"""Observations as feature vectors of fixed length, for learning agents."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any, TypeVar

from printnplay.rules.cardgame import CardGame
from printnplay.rules.cards import Card
from printnplay.rules.game import OVER
from printnplay.rules.parts import (
    Choice,
    Each,
    Number,
    Part,
    Pile,
    Records,
    Remembered,
    Seat,
    SeatList,
    Stacked,
    Word,
    Words,
)
from printnplay.rules.table import Table

T = TypeVar("T", bound=Table)


def features(game: CardGame[T], table: T, seat: int) -> list[float]:
    """Return the feature vector of a seat; its length depends on the game and the player count.

    Words and seats are one-hot encoded. A group of cards is encoded as its size, the number of
    copies of each card, and the top card (one-hot). What the seat cannot see is 0.
    """
    return [
        number
        for name, part in table.parts.items()
        for number in _of(part, getattr(table, name), _Eyes(game, table, name, seat))
    ]


class _Eyes:
    """What a seat sees of one part of a table."""

    def __init__(self, game: CardGame[Any], table: Table, part: str, seat: int) -> None:
        self.game, self.table, self.part, self.seat = game, table, part, seat

    def see(self, owner: int) -> bool:
        return self.game.sees(self.table, self.part, owner, self.seat)

    @property
    def cards(self) -> Sequence[Card]:
        return self.game.cards

    @property
    def players(self) -> int:
        return self.table.players


@singledispatch
def _of(part: Part, _value: object, _eyes: _Eyes, _owner: int = OVER) -> Iterator[float]:
    """Yield the features of a part; `value` is its content, `owner` the seat whose share it is."""
    raise NotImplementedError(type(part))


def _one_of(values: Sequence[object], value: object) -> Iterator[float]:
    return (float(choice == value) for choice in values)


@_of.register
def _(_part: Number, value: int, eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    yield float(value) if eyes.see(owner) else 0.0


@_of.register
def _(part: Word, value: str, eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    return _one_of(part.words, value if eyes.see(owner) else None)


@_of.register
def _(part: Words, value: set[str], eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    return (float(word in value and eyes.see(owner)) for word in part.words)


@_of.register
def _(part: Choice, value: object, eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    yield float(value is not None)
    yield from _one_of(part.values, value if eyes.see(owner) else None)


@_of.register
def _(_part: Seat, value: int, eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    return _one_of(range(eyes.players), value if eyes.see(owner) else None)


@_of.register
def _(_part: SeatList, value: list[int], eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    return (float(seat in value and eyes.see(owner)) for seat in range(eyes.players))


@_of.register
def _(_part: Pile, value: list[Card], eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    yield float(len(value))
    seen = value if eyes.see(owner) else []
    yield from (float(seen.count(card)) for card in eyes.cards)
    yield from _one_of(eyes.cards, seen[-1] if seen else None)


@_of.register
def _(
    part: Stacked, value: dict[str, list[Card]], eyes: _Eyes, owner: int = OVER
) -> Iterator[float]:
    # Encode every layout, because the layout may change during a game.
    for names in part.layouts:
        laid_out = tuple(value) == names
        for name in names:
            yield from _of(Pile(), value[name] if laid_out else [], eyes, owner)


@_of.register
def _(part: Each, value: list[Any], eyes: _Eyes, _owner: int = OVER) -> Iterator[float]:
    for each_owner, share in enumerate(value):
        yield from _of(part.inner, share, eyes, each_owner)


@_of.register
def _(_part: Remembered, _value: list[Any], _eyes: _Eyes, _owner: int = OVER) -> Iterator[float]:
    yield from ()  # What a seat remembers has no fixed length: an agent has a memory of its own.


@_of.register
def _(part: Records, value: list[Any], eyes: _Eyes, owner: int = OVER) -> Iterator[float]:
    yield float(len(value))
    last = type(value[-1]).__name__ if value and eyes.see(owner) else None
    yield from _one_of(tuple(part.kinds), last)
