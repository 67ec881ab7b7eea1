"""Cards, and what may be done with them: the moves of a game, declared once.

A move is an act and its object, and perhaps where it goes: `play: x-red, to: b2`, `choose: c`,
`bid: 3`. From the acts that a game declares follow all its moves, with their numbers and their
words, so that any move can be read, written down, refused and counted without code of the game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self, TypeAlias, cast

from printnplay.kernel import codes
from printnplay.kernel.values import Plain
from printnplay.rules.notation import Reader

SEAT_NAMES = ascii_lowercase
"""Seats in words, clockwise: up to 26 may play."""


class Card(str):
    """A card of the box: its id, and whatever else the rules need to know of it.

    A game derives kinds of cards that name their fields: `class Symbol(Card): colour: str`. All
    copies of a card are the same object. A card is its id wherever a word is wanted.

    >>> red = Card("x-red", copies=6, colour="red")
    >>> red, red.copies
    ('x-red', 6)
    """

    copies: int

    effect: Mapping[str, int] = MappingProxyType({})
    """The numbers of what the card does; texts quote them as `{effect.<id>.<name>}`."""

    def __new__(cls, id: str, copies: int = 1, **fields: object) -> Self:
        """A card with its id, how many there are, and its fields."""
        card = super().__new__(cls, id)
        card.copies = copies
        vars(card).update(fields)
        return card


class Seats:
    """Stands for the seats in the declaration of an act: `Act("choose", SEATS)`."""


SEATS: Final = Seats()

NOWHERE = ""
"""Where a move goes that goes nowhere in particular."""

Values = Sequence[Any] | Seats
"""Cards, words or numbers; or the seats."""


class Act:
    """One kind of move.

    Args:
        key: its first word, the key of `when` in a worked example: `play`, `draw`, `bid`.
        values: what it is done with: cards, words, numbers, or SEATS.
        name: what clauses and moves call it; the key unless given. So acts under one key can be
            told apart: `Act("play", CARDS, "collect", to="collection")`.
        where: further keys. At most one has several values: `to=SPACES`, `target=SEATS`; that is
            where the move goes. A single word is only said along. `from_` stands
            for `from`, which is a word of Python.
    """

    def __init__(
        self, key: str, values: Values | str, name: str = "", **where: Values | str
    ) -> None:
        """Keep the words; a single word stands for itself."""
        self.key, self.name = key, name or key
        self.values: Values = (values,) if isinstance(values, str) else values
        self.where_key, self.places = "", cast("Values", (NOWHERE,))
        self.said: dict[str, str] = {}
        for word, places in where.items():
            where_key = word.rstrip("_")
            if isinstance(places, str):
                self.said[where_key] = places
            else:
                self.where_key, self.places = where_key, places

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key of `when` that says a part of it, besides the first."""
        return (*self.said, self.where_key) if self.where_key else tuple(self.said)

    def likeness(self, when: Mapping[str, Plain]) -> int:
        """Return how well it fits the words: keys and words that agree, less those that differ."""
        agrees = [key in when and when[key] == self.said.get(key, when[key]) for key in self.keys]
        return 2 * sum(agrees) - len(agrees)


class Move(NamedTuple):
    """A move: whose, its number among the game's moves, act, object, and where it goes.

    Moves of one seat sort by their number, in the order in which the acts are declared. `what` and
    `where` are a card, a word, a number, or a seat; `where` is NOWHERE for most moves.
    """

    seat: int
    number: int
    act: str
    what: Any
    where: Any


MovesByParts: TypeAlias = dict[str, dict[Any, dict[Any, Move]]]
"""Moves of a seat by act, object and place."""


def moves_by_parts(moves: Iterable[Move]) -> MovesByParts:
    """Return moves of a seat, to be found by their parts."""
    known: MovesByParts = {}
    for move in moves:
        known.setdefault(move.act, {}).setdefault(move.what, {})[move.where] = move
    return known


class Moves:
    """All moves that a game knows, for this many seats.

    Args:
        acts: as the game declares them.
        seats: the most that may play.
    """

    def __init__(self, acts: Sequence[Act], seats: int) -> None:
        """Number the moves."""
        self.acts, self.seats = acts, seats
        kinds = [
            (act, what, where)
            for act in acts
            for what in self._values(act.values)
            for where in self._values(act.places)
        ]
        self.kinds = kinds
        self.of_seat = [
            [Move(seat, at, act.name, what, where) for at, (act, what, where) in enumerate(kinds)]
            for seat in range(seats)
        ]
        """The moves of each seat, by their numbers."""
        self._of_players: dict[tuple[int, int], list[Move]] = {}
        self.known = [moves_by_parts(moves) for moves in self.of_seat]
        """The moves of each seat by act, object and place: `known[0]["play"][CAT]["b2"]`."""

    def _values(self, values: Values) -> Sequence[Any]:
        return range(self.seats) if isinstance(values, Seats) else values

    def get(self, seat: int, act: str, what: object, where: object = NOWHERE) -> Move:
        """Return the move with this object and place.

        Raises:
            KeyError: the game has no such move.
        """
        return self.known[seat][act][what][where]

    def of_players(self, players: int, seat: int) -> list[Move]:
        """Return the moves of a seat at a table of this many."""
        if (players, seat) not in self._of_players:
            self._of_players[players, seat] = [
                move for move in self.of_seat[seat] if self._at_table(move, players)
            ]
        return self._of_players[players, seat]

    def is_one(self, move: object, players: int) -> bool:
        """Return whether this is a move that somebody at a table of this many might make."""
        return (
            isinstance(move, Move)
            and move.seat in range(min(players, self.seats))
            and move.number in range(len(self.kinds))
            and move == self.of_seat[move.seat][move.number]
            and self._at_table(move, players)
        )

    def _at_table(self, move: Move, players: int) -> bool:
        """Whether the seats that a move names are taken."""
        act = self.kinds[move.number][0]
        return not (
            (isinstance(act.values, Seats) and move.what >= players)
            or (isinstance(act.places, Seats) and move.where >= players)
        )

    def words(self, move: Move) -> dict[str, str]:
        """Return the move as `when` of a worked example writes it."""
        act = self.kinds[move.number][0]
        words = {"player": SEAT_NAMES[move.seat], act.key: _word(act.values, move.what)}
        words |= act.said
        if act.where_key:
            words[act.where_key] = _word(act.places, move.where)
        return words

    def read(self, when: Mapping[str, Plain], reader: Reader, at: "At", path: str) -> Move | None:
        """Return the move that the words describe; None, with faults, if they cannot be read."""
        before = len(reader.faults)
        named = when.get("player", SEAT_NAMES[max(at.turn, 0)])
        seat = reader.choice(f"{path}.player", named, SEAT_NAMES[: at.players], "player")
        keys = list(dict.fromkeys(act.key for act in self.acts))
        key = next((key for key in keys if key in when), keys[0])
        acts = [act for act in self.acts if act.key == key]
        objects = [(word, act) for act in acts for word in self._words(act.values, at.players)]
        of_cards = any(isinstance(what, Card) for act in acts for what in self._values(act.values))
        what = reader.choice(
            f"{path}.{key}",
            when.get(key, ""),
            list(dict.fromkeys(word for word, _ in objects)),
            "card" if of_cards else f"thing to {key}",
        )
        if what < 0 or seat < 0:
            return None
        word = str(when[key])
        fitting = [act for name, act in objects if name == word]
        act = max(fitting, key=lambda act: act.likeness(when))
        reader.keys(path, when, ("player", key, *act.keys, *at.further))
        self._check_keys(act, fitting, when, reader, path)
        place = 0
        if act.where_key in when:
            kind = "player" if isinstance(act.places, Seats) else "place"
            kind = "space" if act.where_key == "to" else kind
            places = self._words(act.places, at.players)
            place = reader.choice(f"{path}.{act.where_key}", when[act.where_key], places, kind)
        if len(reader.faults) > before:
            return None
        value = self._values(act.values)[self._words(act.values, at.players).index(word)]
        return self.get(seat, act.name, value, self._values(act.places)[place])

    def _check_keys(
        self, act: Act, fitting: Sequence[Act], when: Mapping[str, Plain], reader: Reader, path: str
    ) -> None:
        """Tell the reader of keys that are missing, and of words that are said otherwise."""
        for key in act.keys:
            if key not in when:
                message = f"`{key}` is missing"
                reader.fault(codes.WRONG_EXAMPLE_VALUE, path, message, f"expected `{key}`")
        for key, said in act.said.items():
            if when.get(key, said) != said:
                words = list(dict.fromkeys(other.said.get(key, said) for other in fitting))
                wanted = [said] if when[key] in words else words
                reader.choice(f"{path}.{key}", when[key], wanted, "word")

    def _words(self, values: Values, players: int) -> list[str]:
        """The values in words, of the seats that take part."""
        if isinstance(values, Seats):
            return list(SEAT_NAMES[:players])
        return [str(value) for value in values]


@cache
def numbered(acts: tuple[Act, ...], seats: int) -> Moves:
    """Return the moves of these acts for this many seats, made once."""
    return Moves(acts, seats)


class At(NamedTuple):
    """What a move is read at: whose turn it is, how many play, keys that the game reads itself."""

    turn: int
    players: int
    further: tuple[str, ...] = ()


def _word(values: Values, value: object) -> str:
    if isinstance(values, Seats) and isinstance(value, int):
        return SEAT_NAMES[value]
    return str(value)


def box_of(cards: Sequence[Card]) -> dict[str, int]:
    """Return the number of copies of each card."""
    return {str(card): card.copies for card in cards}


def all_copies(cards: Sequence[Card]) -> Iterator[Card]:
    """Yield every copy of every card, in order."""
    for card in cards:
        yield from [card] * card.copies


def effects_of(cards: Sequence[Card]) -> dict[str, Mapping[str, int]]:
    """Return the numbers of what cards do, by card; of those cards that have any."""
    return {str(card): card.effect for card in cards if card.effect}
