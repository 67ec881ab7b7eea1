"""A position of a table: where each card lies, and the beginning of a game.

Positions are frozen: a step returns another one (`acts.py`). Cards have the ids `<kind>.<number>`,
which stay on the server; what a seat is sent is in `sight.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

Below: TypeAlias = Callable[[int], int]
"""Returns a random whole number from 0 to below the given one."""

Pictured: TypeAlias = int
"""The number of a picture of the table."""


class Kind(Struct, frozen=True):
    """A distinct card: its name, its other texts, its size in millimetres, and its pictures."""

    name: str
    text: str
    w: float
    h: float
    front: Pictured
    back: Pictured | None


class Stack(Struct, frozen=True):
    """A stack at the beginning: each kind with its number of copies; `up` is face up, in order."""

    id: str
    title: str
    x: float
    y: float
    up: bool
    cards: tuple[tuple[str, int], ...]


class Place(Struct, frozen=True):
    """An empty place for cards, which is there for these numbers of players."""

    id: str
    title: str
    x: float
    y: float
    players: tuple[int, ...]


class Deal(Struct, frozen=True):
    """What is dealt at the beginning: cards of a stack, limited to `kinds` if there are any.

    They go to the hand of a `seat`, or else to a place.
    """

    stack: str
    count: int
    kinds: tuple[str, ...]
    place: str
    seat: int | None
    up: bool


class Picture(Struct, frozen=True):
    """A board: the number of its picture."""

    front: Pictured


class TableData(Struct, frozen=True):
    """What a table begins with, as `export/table_contents.py` derives it."""

    players: tuple[int, ...]
    kinds: Mapping[str, Kind]
    stacks: tuple[Stack, ...]
    places: tuple[Place, ...]
    deals: Mapping[str, tuple[Deal, ...]]
    boards: tuple[Picture, ...] = ()


class Side(Struct, frozen=True):
    """A card on the table: its kind, whether it lies face up, and its turn in degrees."""

    kind: str
    up: bool
    turn: int = 0


class Pile(Struct, frozen=True):
    """Cards from the lowest to the top one; a pile with the name of a place stays when empty."""

    x: float
    y: float
    cards: tuple[str, ...] = ()
    place: str = ""


class Tool(Struct, frozen=True):
    """A counter or a die; `sides` is 0 for a counter."""

    kind: str
    x: float
    y: float
    value: int
    name: str
    sides: int


class Position(Struct, frozen=True):
    """Where everything lies; `order` are the piles from the lowest to the uppermost."""

    cards: Mapping[str, Side]
    piles: Mapping[str, Pile]
    order: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    tools: Mapping[str, Tool] = field(default_factory=dict)
    notes: str = ""
    next: int = 1


def begun(table: TableData, players: int, below: Below) -> Position:
    """Return the beginning of a game: shuffled, and dealt as the setup says."""
    cards: dict[str, Side] = {}
    piles: dict[str, Pile] = {}
    for stack in table.stacks:
        ids = [f"{kind}.{number}" for kind, count in stack.cards for number in range(count)]
        kinds = [kind for kind, count in stack.cards for _ in range(count)]
        cards |= {card: Side(kind, stack.up) for card, kind in zip(ids, kinds, strict=True)}
        lying = tuple(ids) if stack.up else shuffled(ids, below)
        piles[stack.id] = Pile(stack.x, stack.y, lying, stack.title)
    for place in table.places:
        if players in place.players:
            piles[place.id] = Pile(place.x, place.y, (), place.title)
    hands: list[tuple[str, ...]] = [()] * players
    for deal in table.deals.get(str(players), ()):
        pile = piles[deal.stack]
        fit = [card for card in pile.cards if not deal.kinds or cards[card].kind in deal.kinds]
        dealt = tuple(reversed(fit[-deal.count :]))
        rest = tuple(card for card in pile.cards if card not in dealt)
        piles[deal.stack] = replace(pile, cards=rest)
        up = deal.up or deal.seat is not None
        cards |= {card: replace(cards[card], up=up) for card in dealt}
        if deal.seat is None:
            there = piles[deal.place]
            piles[deal.place] = replace(there, cards=there.cards + dealt)
        else:
            hands[deal.seat] += dealt
    return Position(cards, piles, tuple(piles), tuple(hands))


def shuffled(cards: Sequence[str], below: Below) -> tuple[str, ...]:
    """Return the cards in a random order (Fisher and Yates)."""
    mixed = list(cards)
    for at in range(len(mixed) - 1, 0, -1):
        other = below(at + 1)
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return tuple(mixed)


def lying(at: Position) -> list[str]:
    """Return all cards, sorted; no step may lose one or double it."""
    piles = (card for pile in at.piles.values() for card in pile.cards)
    return sorted([*piles, *(card for hand in at.hands for card in hand)])
