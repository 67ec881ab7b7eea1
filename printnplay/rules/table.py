"""The table of a game: a class with one field for each part.

The fields of a game's table declare which kind of part each one is:

    class StairsTable(Table):
        cards = CARDS
        hands: list[list[Card]] = parts.hands(3)
        draw: list[Card] = parts.draw_pile()
        discard: list[Card] = parts.pile()
        points: list[int] = parts.each(parts.number())

The kinds implement copying, comparing, hashing, JSON, parsing a position from a worked example,
converting it to plain data, what each seat sees and where each card lies.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, cast, dataclass_transform

from printnplay.rules import parts as kinds
from printnplay.rules.cards import Card


@dataclass_transform(
    eq_default=False,
    kw_only_default=True,
    field_specifiers=(
        kinds.at_once,
        kinds.number,
        kinds.copies,
        kinds.word,
        kinds.words,
        kinds.seat,
        kinds.seat_list,
        kinds.pile,
        kinds.draw_pile,
        kinds.slot,
        kinds.hands,
        kinds.grid,
        kinds.stacks,
        kinds.each,
        kinds.memory,
        kinds.records,
    ),
)
@dataclass(eq=False)
class Table:
    """The base class of tables; a game declares its parts in a subclass.

    `turn` is the seat that moves next, or OVER when the game has ended; `winners` are seats.
    """

    cards: ClassVar[Sequence[Card]] = ()
    """The cards of the game."""

    parts: ClassVar[Mapping[str, kinds.Part]] = {}
    """The parts by field name."""

    players: int = kinds.number(told=False, lasts=True)
    turn: int = kinds.seat()
    winners: list[int] = kinds.seat_list(key="winner", given=False)

    def __init_subclass__(cls) -> None:
        """Collect the parts."""
        dataclass(eq=False)(cls)
        cls.parts = {field.name: field.metadata[kinds.PART] for field in fields(cast("Any", cls))}
        for name, part in cls.parts.items():
            part.name = name

    @classmethod
    def laid_out(cls, players: int) -> Self:
        """Return an empty table for this many players."""
        table = object.__new__(cls)
        for name, part in cls.parts.items():
            setattr(table, name, part.empty(players))
        table.players = players
        return table

    def clear(self) -> None:
        """Reset every part except those that last from round to round."""
        for name, part in self.parts.items():
            if not part.lasts:
                setattr(self, name, part.empty(self.players))

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        for name, part in self.parts.items():
            setattr(twin, name, part.copy(getattr(self, name)))
        return twin

    def __eq__(self, other: object) -> bool:
        """Return whether every part is equal."""
        return type(other) is type(self) and all(
            getattr(self, name) == getattr(other, name) for name in self.parts
        )

    def __hash__(self) -> int:
        """Hash the current state; a table must not change while it is a dict key."""
        return hash(self.key())

    def key(self) -> tuple[object, ...]:
        """Return the whole table as one hashable value."""
        return tuple(_frozen(getattr(self, name)) for name in self.parts)

    def to_json(self) -> str:
        """Return the whole table as JSON."""
        return json.dumps({n: part.plain(getattr(self, n)) for n, part in self.parts.items()})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the table that `to_json` serialised.

        Raises:
            ValueError: the text is not the JSON of such a table, or has too many copies of a card.
        """
        values = json.loads(text)
        if not isinstance(values, dict) or set(values) != set(cls.parts):
            raise ValueError(f"expected the parts {', '.join(cls.parts)}")
        table, known = object.__new__(cls), {str(card): card for card in cls.cards}
        for name, part in cls.parts.items():
            try:
                setattr(table, name, part.load(values[name], known))
            except ValueError as error:
                raise ValueError(f"`{name}`: {error}") from error
        lying = [card for placed in table.placed() for card in placed.cards]
        if any(lying.count(card) > card.copies for card in set(lying)):
            raise ValueError("more of a card than there are")
        return table

    def placed(self) -> Iterator[kinds.Placed]:
        """Yield all cards, zone by zone."""
        for name, part in self.parts.items():
            yield from part.placed(name, getattr(self, name))


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, dict):
        return tuple(_frozen(part) for part in value.values())
    return value
