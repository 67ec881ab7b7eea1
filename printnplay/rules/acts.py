"""Acts: a game declares them, and all its moves derive from them.

A move consists of an act, an object and, for some acts, a destination: `play: x-red, to: b2`,
`choose: c`, `bid: 3`. The declared acts determine every move with its number and its words, so any
move can be parsed, written, rejected and counted without game-specific code.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from typing import Any, Final, NamedTuple, TypeAlias, cast

from printnplay.kernel import codes
from printnplay.kernel.values import Plain
from printnplay.rules.cards import Card
from printnplay.rules.notation import Reader

SEAT_NAMES = ascii_lowercase
"""Letters of the seats, clockwise. Limits a game to 26 players."""


class Seats:
    """Placeholder for the seats in the declaration of an act: `Act("choose", SEATS)`."""


SEATS: Final = Seats()

NOWHERE = ""
"""Destination of a move that has none."""

Values = Sequence[Any] | Seats
"""Cards, words or numbers; or the placeholder for the seats."""


class Act:
    """One kind of move.

    Args:
        key: the first key of the move, as written in `when` of a worked example: `play`, `draw`,
            `bid`.
        values: the possible objects: cards, words, numbers, or SEATS.
        name: the name used by clauses and moves; defaults to the key. It distinguishes acts that
            share a key: `Act("play", CARDS, "collect", to="collection")`.
        where: further keys. At most one may have several values (`to=SPACES`, `target=SEATS`);
            these are the destinations. A key with a single word is only part of the notation.
            `from_` means `from`, which is a Python keyword.
    """

    def __init__(
        self, key: str, values: Values | str, name: str = "", **where: Values | str
    ) -> None:
        """Store the values; a single word becomes a tuple of one."""
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
        """Further keys of `when` that belong to the act, after the first one."""
        return (*self.said, self.where_key) if self.where_key else tuple(self.said)

    def likeness(self, when: Mapping[str, Plain]) -> int:
        """Return how well the act fits the words: matching keys minus mismatches."""
        agrees = [key in when and when[key] == self.said.get(key, when[key]) for key in self.keys]
        return 2 * sum(agrees) - len(agrees)


class Move(NamedTuple):
    """A move: seat, number among the game's moves, act, object and destination.

    Moves of one seat sort by number, which follows the order of declaration. `what` and `where` are
    a card, a word, a number, or a seat; `where` is NOWHERE for most moves.
    """

    seat: int
    number: int
    act: str
    what: Any
    where: Any


MovesByParts: TypeAlias = dict[str, dict[Any, dict[Any, Move]]]
"""Moves of a seat by act, object and destination."""


def moves_by_parts(moves: Iterable[Move]) -> MovesByParts:
    """Return the moves of a seat, indexed by act, object and destination."""
    known: MovesByParts = {}
    for move in moves:
        known.setdefault(move.act, {}).setdefault(move.what, {})[move.where] = move
    return known


class Moves:
    """All moves of a game, for up to a given number of seats.

    Args:
        acts: the declared acts of the game.
        seats: the maximum number of players.
    """

    def __init__(self, acts: Sequence[Act], seats: int) -> None:
        """Enumerate and number the moves."""
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
        """The moves of each seat, indexed by number."""
        self._of_players: dict[tuple[int, int], list[Move]] = {}
        self.known = [moves_by_parts(moves) for moves in self.of_seat]
        """The moves of each seat by act, object and destination: `known[0]["play"][CAT]["b2"]`."""

    def _values(self, values: Values) -> Sequence[Any]:
        return range(self.seats) if isinstance(values, Seats) else values

    def get(self, seat: int, act: str, what: object, where: object = NOWHERE) -> Move:
        """Return the move with this object and destination.

        Raises:
            KeyError: the game has no such move.
        """
        return self.known[seat][act][what][where]

    def of_players(self, players: int, seat: int) -> list[Move]:
        """Return the moves of a seat at a table with this many players."""
        if (players, seat) not in self._of_players:
            self._of_players[players, seat] = [
                move for move in self.of_seat[seat] if self._at_table(move, players)
            ]
        return self._of_players[players, seat]

    def is_one(self, move: object, players: int) -> bool:
        """Return whether a value is a move that exists at a table with this many players."""
        return (
            isinstance(move, Move)
            and move.seat in range(min(players, self.seats))
            and move.number in range(len(self.kinds))
            and move == self.of_seat[move.seat][move.number]
            and self._at_table(move, players)
        )

    def _at_table(self, move: Move, players: int) -> bool:
        """Return whether all seats that a move refers to are occupied."""
        act = self.kinds[move.number][0]
        return not (
            (isinstance(act.values, Seats) and move.what >= players)
            or (isinstance(act.places, Seats) and move.where >= players)
        )

    def words(self, move: Move) -> dict[str, str]:
        """Return the move in the notation of `when` in a worked example."""
        act = self.kinds[move.number][0]
        words = {"player": SEAT_NAMES[move.seat], act.key: _word(act.values, move.what)}
        words |= act.said
        if act.where_key:
            words[act.where_key] = _word(act.places, move.where)
        return words

    def read(self, when: Mapping[str, Plain], reader: Reader, at: "At", path: str) -> Move | None:
        """Parse a move; return None and report faults if the words are invalid."""
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
        """Report missing keys, and keys whose word does not match the act."""
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
        """Return the values as words, limited to the occupied seats."""
        if isinstance(values, Seats):
            return list(SEAT_NAMES[:players])
        return [str(value) for value in values]


@cache
def numbered(acts: tuple[Act, ...], seats: int) -> Moves:
    """Return the moves of these acts for this many seats (cached)."""
    return Moves(acts, seats)


class At(NamedTuple):
    """Context for parsing a move: seat to move, number of players, keys that the game parses."""

    turn: int
    players: int
    further: tuple[str, ...] = ()


def by_seat(
    path: str, said: Plain, reader: Reader, players: int
) -> Iterator[tuple[str, Mapping[str, Plain]]]:
    """Yield the words of each move with their path: `bid: {a: 3, b: 1}` are two choices at once."""
    words = reader.mapping(path, said)
    chosen = {key: value for key, value in words.items() if isinstance(value, Mapping)}
    if not chosen:
        yield path, words
        return
    for key, choices in chosen.items():
        reader.keys(f"{path}.{key}", choices, SEAT_NAMES[:players])
    if "player" in words:
        message = "several players choose at once"
        reader.fault(codes.WRONG_EXAMPLE_VALUE, f"{path}.player", message, "expected no `player`")
    named = {seat for choices in chosen.values() for seat in choices}
    for seat in SEAT_NAMES[:players]:
        if seat in named:
            own = {key: choices[seat] for key, choices in chosen.items() if seat in choices}
            same = {key: value for key, value in words.items() if key not in chosen}
            yield path, {**same, **own, "player": seat}


def _word(values: Values, value: object) -> str:
    if isinstance(values, Seats) and isinstance(value, int):
        return SEAT_NAMES[value]
    return str(value)
