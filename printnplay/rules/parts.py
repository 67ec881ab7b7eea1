"""Kinds of table parts: numbers, words, seats, hands, piles, grids.

A game declares its parts with the functions below: `hands: list[list[Card]] = parts.hands(3)`. The
class of a part defines how its value is copied, parsed from a worked example, written as one gives
it, converted to plain data, masked for a seat and serialised as JSON.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

from printnplay.kernel.values import Plain
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.board import space_names
from printnplay.rules.cards import Card
from printnplay.rules.game import OVER
from printnplay.rules.notation import EMPTY, IN, NOTHING, ON_TOP, Reader

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
"""Visibility of a part: who sees it."""

HIDDEN = "?"
"""Placeholder for a card or value that a seat cannot see."""

DUE = "due"
"""The word for a choice that a seat has yet to make."""

PART = "part"
"""Metadata key of a table field that stores its kind of part."""

T = TypeVar("T")
W = TypeVar("W", bound=str)


class Placed(NamedTuple):
    """Cards that lie together: the zone, its owner (OVER if it has none), and the list itself."""

    zone: str
    owner: int
    cards: list[Card]


class Setting(Protocol):
    """What a part needs from its table: the cards of the game, the number of players, the zones."""

    cards: ClassVar[Sequence[Card]]
    players: int

    def placed(self) -> Iterator[Placed]:
        """Yield all cards, zone by zone."""


class Part:
    """Base class of the kinds of parts.

    Values consist of numbers, words, cards, lists and dicts of them.

    Attributes:
        name: the name of the field.
        seen: who sees it: EVERYBODY, its OWNER, or NOBODY.
        key: the key in worked examples; defaults to the name of the field.
        told: whether it is included in positions, for figures and for claims of worked examples.
        given: whether worked examples can set it. Has no effect if `told` is false.
        lasts: whether it is kept when the table is cleared for another round.
    """

    name = ""
    seen, key, told, given, lasts = EVERYBODY, "", True, True, False

    def options(self, options: "Options") -> "Part":
        """Set options and return self."""
        for name, value in options.items():
            setattr(self, name, value)
        return self

    def empty(self, players: int) -> Any:
        """Return the initial value, before anything is dealt."""
        raise NotImplementedError

    def copy(self, value: Any) -> Any:
        """Return a copy of a value."""
        return value

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> Any:
        """Parse the value from a worked example."""
        raise NotImplementedError

    def tell(self, value: Any) -> Any:
        """Return the value as plain data, for worked examples and figures."""
        return value

    def give(self, value: Any) -> Any:
        """Return the value as a worked example gives it, as `read` parses it.

        None if it cannot be given, or needs not be.
        """
        told = self.tell(value)
        return told if isinstance(told, list) else str(told) or None

    def seen_by(self, value: Any, sees: Callable[[int], bool]) -> Any:
        """Return the value with hidden parts masked; `sees` takes the owner's seat, or OVER."""
        return self.tell(value) if sees(OVER) else HIDDEN

    def placed(self, name: str, value: Any) -> Iterator[Placed]:
        """Yield the groups of cards in it."""
        yield from ()

    def load(self, value: Any, cards: Mapping[str, Card]) -> Any:
        """Convert the value from JSON.

        Raises:
            ValueError: the value is invalid.
        """
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Return the value in a form that JSON can represent."""
        return value


Options = Mapping[str, Any]


def _declared(part: Part, options: Options, kind: Callable[[], T]) -> T:
    return field(default_factory=kind, metadata={PART: part.options(options)})


class Number(Part):
    """An integer."""

    def __init__(self, start: int = 0, *, signed: bool = False, most: int | None = None) -> None:
        """Set the initial value, whether it may be negative, and the maximum in an example."""
        self.start, self.signed, self.most = start, signed, most

    def empty(self, players: int) -> int:
        """Return the initial value."""
        return self.start

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> int:
        """Parse a non-negative integer, or a signed one."""
        if self.signed and isinstance(value, str) and value.startswith("-"):
            return -reader.number(path, value[1:])
        given = reader.number(path, value)
        if self.most is not None and given > self.most:
            reader.impossible(path, f"{given} are too many", f"expected at most {self.most}")
        return given

    def load(self, value: Any, cards: Mapping[str, Card]) -> int:
        """Convert an integer from JSON."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"expected a whole number, found {value!r}")
        if value < 0 and not self.signed:
            raise ValueError(f"expected no number below zero, found {value}: declare it as signed")
        return value


class Copies(Number):
    """A number of copies of one card in one place; shown as that many cards."""

    def __init__(self, card: Card, most: int | None = None) -> None:
        """Set the card, and the maximum number of copies in an example."""
        super().__init__(most=most)
        self.card = card

    def tell(self, value: int) -> list[str]:
        """Return the card's id, repeated for each copy."""
        return [str(self.card)] * value

    def give(self, value: int) -> Any:
        """Return the number."""
        return str(value)

    def placed(self, name: str, value: int) -> Iterator[Placed]:
        """Yield one zone."""
        yield Placed(name, OVER, [self.card] * value)


class Word(Part):
    """One of several words; the first one is the initial value."""

    def __init__(self, words: Sequence[str]) -> None:
        """Set the allowed words."""
        self.words = words

    def empty(self, players: int) -> str:
        """Return the first word."""
        return self.words[0]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> str:
        """Parse one of the words; `none` is the empty one."""
        none = "" if NOTHING in self.words else NOTHING
        names = [word or none for word in self.words]
        said = none if value == "" and "" in self.words else value
        return self.words[max(reader.choice(path, said, names, "word"), 0)]

    def load(self, value: Any, cards: Mapping[str, Card]) -> str:
        """Convert a word from JSON."""
        if value not in self.words:
            raise ValueError(f"expected one of {', '.join(self.words)}, found {value!r}")
        return self.words[self.words.index(value)]


class Words(Part):
    """A set of words from a fixed list; shown in the order of declaration."""

    def __init__(self, words: Sequence[str]) -> None:
        """Set the allowed words."""
        self.words = words

    def empty(self, players: int) -> set[str]:
        """Return an empty set."""
        return set()

    def copy(self, value: set[str]) -> set[str]:
        """Return a copy of the set."""
        return value.copy()

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> set[str]:
        """Parse a list of words."""
        named = enumerate(reader.listed(path, value))
        chosen = [reader.choice(f"{path}.{at}", word, self.words, "word") for at, word in named]
        return {self.words[at] for at in chosen if at >= 0}

    def tell(self, value: set[str]) -> list[str]:
        """Return the words in order."""
        return [word for word in self.words if word in value]

    def plain(self, value: set[str]) -> list[str]:
        """Return the words in order."""
        return self.tell(value)

    def load(self, value: Any, cards: Mapping[str, Card]) -> set[str]:
        """Convert words from JSON."""
        if not isinstance(value, list) or not set(value) <= set(self.words):
            raise ValueError(f"expected some of {', '.join(self.words)}, found {value!r}")
        return set(value)


class Seat(Part):
    """A seat, written as its letter; OVER stands for no seat and is written as an empty string."""

    def empty(self, players: int) -> int:
        """Return the first seat."""
        return 0

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> int:
        """Parse a seat at the table."""
        return max(reader.choice(path, value, SEAT_NAMES[: table.players], "player"), 0)

    def tell(self, value: int) -> str:
        """Return the letter of the seat."""
        return "" if value == OVER else SEAT_NAMES[value]

    def load(self, value: Any, cards: Mapping[str, Card]) -> int:
        """Convert a seat from JSON."""
        if not isinstance(value, int) or not OVER <= value < len(SEAT_NAMES):
            raise ValueError(f"expected a seat, found {value!r}")
        return value


class Choice(Part):
    """A value chosen by a seat."""

    def __init__(self, values: Sequence[Any], *, asked: bool) -> None:
        """Set the possible values, and whether a choice is due at the start."""
        self.values, self.start = values, None if asked else ""

    def empty(self, players: int) -> Any:
        """Return None if a choice is due at the start, else an empty string."""
        return self.start

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> Any:
        """Parse one of the values, `due` or `none`."""
        every = (*self.values, None, "")
        words = [str(choice) for choice in self.values]
        return every[max(reader.choice(path, value, [*words, DUE, NOTHING], "choice"), 0)]

    def tell(self, value: Any) -> str:
        """Return the value as a word."""
        return DUE if value is None else str(value)

    def give(self, value: Any) -> Any:
        """Return the value as a word; None if it is as at the start."""
        return None if value == self.start else self.tell(value) or NOTHING

    def seen_by(self, value: Any, sees: Callable[[int], bool]) -> Any:
        """Return the value, masked if it is secret; whether a seat has a choice never is."""
        return self.tell(value) if value == "" or sees(OVER) else HIDDEN

    def load(self, value: Any, cards: Mapping[str, Card]) -> Any:
        """Convert one of the values, or none, from JSON."""
        every = (None, "", *self.values)
        if value not in every:
            raise ValueError(f"expected a choice, found {value!r}")
        return every[every.index(value)]


class SeatList(Part):
    """A list of seats, such as the winners."""

    def empty(self, players: int) -> list[int]:
        """Return an empty list."""
        return []

    def copy(self, value: list[int]) -> list[int]:
        """Return a copy of the list."""
        return value[:]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[int]:
        """Parse a letter or a list of letters."""
        named = value if isinstance(value, list) else [value]
        seats = [reader.choice(path, name, SEAT_NAMES[: table.players], "player") for name in named]
        return [seat for seat in seats if seat >= 0]

    def tell(self, value: list[int]) -> list[str]:
        """Return the letters of the seats."""
        return [SEAT_NAMES[seat] for seat in value]

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[int]:
        """Convert seats from JSON."""
        return [Seat().load(seat, cards) for seat in value]


class Pile(Part):
    """A pile of cards; the last one is on top.

    Cards of a hidden pile (`top_first`) are listed from the top, and shown only as a count.
    """

    def __init__(self, *, top_first: bool = False) -> None:
        """Create an open or a hidden pile."""
        self.top_first = top_first

    def empty(self, players: int) -> list[Card]:
        """Return an empty list."""
        return []

    def copy(self, value: list[Card]) -> list[Card]:
        """Return a copy of the list."""
        return value[:]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Card]:
        """Parse cards by their ids."""
        cards = [table.cards[at] for at in reader.hand(path, value)]
        return cards[::-1] if self.top_first else cards

    def tell(self, value: list[Card]) -> list[str] | int | str:
        """Return the ids, or the number of cards of a hidden pile."""
        return len(value) if self.top_first else [str(card) for card in value]

    def give(self, value: list[Card]) -> Any:
        """Return the ids, from the top if the pile is hidden."""
        return [str(card) for card in (value[::-1] if self.top_first else value)]

    def seen_by(self, value: list[Card], sees: Callable[[int], bool]) -> list[str]:
        """Return the cards, masked if they are hidden; their number is always visible."""
        return [str(card) for card in value] if sees(OVER) else [HIDDEN] * len(value)

    def placed(self, name: str, value: list[Card]) -> Iterator[Placed]:
        """Yield one zone."""
        yield Placed(name, OVER, value)

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Card]:
        """Convert cards from JSON."""
        try:
            return [cards[card] for card in value]
        except (KeyError, TypeError) as error:
            raise ValueError(f"expected card ids, found {value!r}") from error


class Hand(Pile):
    """Cards without an order."""

    def __init__(self, size: int = 0, *, least: int | None = None) -> None:
        """Set the number of cards to deal if an example does not name the hand.

        With `least`, a hand in an example must have at least that many cards and at most `size`.
        """
        super().__init__()
        self.size, self.least = size, least

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Card]:
        """Parse cards by their ids."""
        hand = super().read(path, value, reader, table)
        least = len(value) if self.least is None else self.least
        if isinstance(value, list) and not least <= len(value) <= max(least, self.size):
            few = "" if least == self.size else f"{least} to "
            message = f"a hand of {len(value)} cards"
            reader.impossible(path, message, f"expected {few}{self.size} cards")
        return hand


class Slot(Pile):
    """A place for one card, written as its id, or empty."""

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Card]:
        """Parse the card by its id."""
        at = reader.choice(path, value, [str(card) for card in table.cards], "card")
        return [table.cards[at]] if at >= 0 else []

    def tell(self, value: list[Card]) -> str:
        """Return the id of the top card; empty if there is none."""
        return str(value[-1]) if value else ""

    def give(self, value: list[Card]) -> Any:
        """Return the id of the card; None if there is none."""
        return self.tell(value) or None

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Card]:
        """Convert the card from JSON."""
        lying = super().load(value, cards)
        if len(lying) > 1:
            raise ValueError(f"expected one card at most, found {value!r}")
        return lying


class Stacked(Part):
    """Named stacks of cards whose last cards are visible. `layouts` holds their names in order.

    The first layout is the default.
    """

    layouts: Sequence[tuple[str, ...]] = ()

    def empty(self, players: int) -> dict[str, list[Card]]:
        """Return empty stacks."""
        return {name: [] for name in self.layouts[0]}

    def copy(self, value: dict[str, list[Card]]) -> dict[str, list[Card]]:
        """Return a copy of the stacks."""
        return {name: stack[:] for name, stack in value.items()}

    def seen_by(self, value: Any, sees: Callable[[int], bool]) -> Any:
        """Return every stack from the bottom up, masked if hidden."""
        return {
            name: [str(card) if sees(OVER) else HIDDEN for card in stack]
            for name, stack in value.items()
        }

    def placed(self, name: str, value: dict[str, list[Card]]) -> Iterator[Placed]:
        """Yield a zone for each stack."""
        for place, stack in value.items():
            yield Placed(f"{name}.{place}", OVER, stack)

    def load(self, value: Any, cards: Mapping[str, Card]) -> dict[str, list[Card]]:
        """Convert the stacks from JSON; the names must match a layout."""
        if not isinstance(value, dict) or tuple(value) not in self.layouts:
            raise ValueError(f"expected {' '.join(self.layouts[0])}, found {value!r}")
        return {name: Pile().load(stack, cards) for name, stack in value.items()}


class Grid(Stacked):
    """A square grid with a stack of cards on each named space; the last card is visible.

    A game with grids of several sizes lays out its own (`CardGame.laid_out`).
    """

    def __init__(self, *layouts: Sequence[str], holds: Sequence[Card], most: int | None) -> None:
        """Set the names of all spaces, row by row from the top left, for each possible size.

        The first layout is the default. `holds` restricts which cards can lie on the grid, `most`
        how many on a space.
        """
        self.layouts, self.holds, self.most = tuple(map(tuple, layouts)), holds, most

    def read(
        self, path: str, value: Plain, reader: Reader, table: Setting
    ) -> dict[str, list[Card]]:
        """Parse one line of text for each row."""
        laid_out: dict[str, list[Card]] = getattr(table, self.name)
        numbers = reader.grid(path, value, round(len(laid_out) ** 0.5))
        stacks = [[table.cards[at] for at in stack] for stack in numbers]
        for space, stack in zip(laid_out, stacks, strict=True):
            strange = [card for card in stack if self.holds and card not in self.holds]
            if strange:
                message = f"`{strange[0]}` cannot lie on {space}"
                reader.impossible(path, message, "expected a card that is played there")
            if self.most is not None and len(stack) > self.most:
                message = f"{len(stack)} cards are on {space}"
                reader.impossible(path, message, f"expected {self.most} at most")
        return dict(zip(laid_out, stacks, strict=True))

    def tell(self, value: dict[str, list[Card]]) -> list[str]:
        """Return the visible card of each space."""
        return [str(stack[-1]) if stack else "" for stack in value.values()]

    def give(self, value: dict[str, list[Card]]) -> Any:
        """Return one line of text for each row."""
        spaces = [ON_TOP.join(stack) or EMPTY for stack in value.values()]
        side = round(len(spaces) ** 0.5)
        return [" ".join(spaces[at : at + side]) for at in range(0, len(spaces), side)]


class Stacks(Stacked):
    """Stacks side by side, one for each value of a card field, such as each colour.

    Worked examples list the stacks in any order, lowest card first: `[red-1>red-4, blue-0]`.
    """

    def __init__(self, field: str, names: Sequence[str]) -> None:
        """Set the card field and its values."""
        self.field, self.layouts = field, (tuple(names),)

    def read(
        self, path: str, value: Plain, reader: Reader, table: Setting
    ) -> dict[str, list[Card]]:
        """Parse each stack from one word, lowest card first."""
        stacks = self.empty(table.players)
        for at, words in enumerate(reader.listed(path, value)):
            where, before = f"{path}.{at}", len(reader.faults)
            cards = [table.cards[card] for card in reader.hand(where, [*str(words).split(ON_TOP)])]
            names = {getattr(card, self.field, "") for card in cards}
            if len(reader.faults) > before:
                continue
            if len(names) != 1 or not names <= stacks.keys():
                message = f"the cards of a stack have the same {self.field}"
                reader.impossible(where, message, f"expected cards of one {self.field}")
            elif stacks[min(names)]:
                message = f"each {self.field} has one stack"
                reader.impossible(where, message, "expected these cards on the stack before")
            else:
                stacks[min(names)] = cards
        return stacks

    def tell(self, value: dict[str, list[Card]]) -> dict[str, list[str]]:
        """Return the non-empty stacks by name."""
        return {name: [str(card) for card in stack] for name, stack in value.items() if stack}

    def give(self, value: dict[str, list[Card]]) -> Any:
        """Return each non-empty stack as one word, lowest card first."""
        return [ON_TOP.join(stack) for stack in value.values() if stack]


class Each(Part):
    """A separate part for every seat, or for every other named owner, such as a team or suit.

    `names` are the names of the owners, in order; if empty, the seats are the owners.
    """

    def __init__(self, inner: Part, names: Sequence[str] = ()) -> None:
        """Set the part of each owner."""
        self.inner, self.names = inner, names
        self.seen, self.told, self.lasts = inner.seen, inner.told, inner.lasts

    def owners(self, players: int) -> Sequence[str]:
        """Return the names of the owners."""
        return self.names or SEAT_NAMES[:players]

    def empty(self, players: int) -> list[Any]:
        """Return an initial value for each owner."""
        return [self.inner.empty(players) for _ in self.owners(players)]

    def copy(self, value: list[Any]) -> list[Any]:
        """Return a copy of each owner's value."""
        return [self.inner.copy(part) for part in value]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Any]:
        """Parse values by owner name; owners that are not named get the initial value."""
        named = reader.mapping(path, value)
        owners = self.owners(table.players)
        reader.keys(path, named, tuple(owners))
        parts = self.empty(table.players)
        for name, words in named.items():
            if name in owners:
                owner = owners.index(name)
                parts[owner] = self.inner.read(f"{path}.{name}", words, reader, table)
        return parts

    def tell(self, value: list[Any]) -> dict[str, Any]:
        """Return the values by owner name, without empty ones if the owners are seats."""
        owners = self.owners(len(value))
        told = {owners[owner]: self.inner.tell(part) for owner, part in enumerate(value)}
        return {name: part for name, part in told.items() if part != "" or self.names}

    def give(self, value: list[Any]) -> Any:
        """Return the values by owner name, without those that need not be given."""
        given = zip(self.owners(len(value)), map(self.inner.give, value), strict=True)
        return {owner: part for owner, part in given if part is not None}

    def seen_by(self, value: list[Any], sees: Callable[[int], bool]) -> dict[str, Any]:
        """Return each owner's value, masked where hidden."""
        owners = self.owners(len(value))
        return {
            owners[owner]: self.inner.seen_by(part, partial(_of, sees, owner))
            for owner, part in enumerate(value)
        }

    def placed(self, name: str, value: list[Any]) -> Iterator[Placed]:
        """Yield the zones of each owner, such as `hands.0` or `draw.red`."""
        for owner, part in enumerate(value):
            zone = f"{name}.{self.names[owner] if self.names else owner}"
            for placed in self.inner.placed(zone, part):
                yield placed._replace(owner=owner)

    def forget(self, value: list[Any], owners: Sequence[int]) -> None:
        """Reset the values of these owners to the initial value."""
        fresh = self.empty(len(value))
        for owner in owners:
            value[owner] = fresh[owner]

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Any]:
        """Convert the value of each owner from JSON."""
        if not isinstance(value, list):
            raise ValueError(f"expected a list, found {value!r}")
        return [self.inner.load(part, cards) for part in value]


class AtOnce(Each):
    """Simultaneous choices of all or some seats, revealed when the last of them has chosen.

    The value of a seat is None while its choice is due, and empty if it has no choice to make.
    """

    def __init__(self, values: Sequence[Any], *, asked: bool) -> None:
        """Set the possible values, and whether all choices are due at the start."""
        super().__init__(Choice(values, asked=asked))

    def tell(self, value: list[Any]) -> dict[str, Any]:
        """Return the choice of each seat, empty for those without one."""
        return {SEAT_NAMES[seat]: self.inner.tell(part) for seat, part in enumerate(value)}


def _of(sees: Callable[[int], bool], owner: int, _: int) -> bool:
    """Return whether the value of this owner is visible."""
    return sees(owner)


class Records(Part):
    """A list of named tuples, such as pending actions; the last one is next."""

    told = False

    def __init__(self, kinds: Sequence[type]) -> None:
        """Set the classes of the named tuples."""
        self.kinds = {kind.__name__: kind for kind in kinds}

    def empty(self, players: int) -> list[Any]:
        """Return an empty list."""
        return []

    def copy(self, value: list[Any]) -> list[Any]:
        """Return a copy of the list; named tuples never change."""
        return value[:]

    def seen_by(self, value: list[Any], sees: Callable[[int], bool]) -> Any:
        """Return the records as tuples, masked if hidden."""
        return [tuple(record) for record in value] if sees(OVER) else [HIDDEN] * len(value)

    def give(self, value: list[Any]) -> Any:
        """Return None: worked examples do not give records."""
        return None

    def plain(self, value: list[Any]) -> list[Any]:
        """Return each record, preceded by the name of its class."""
        return [[type(record).__name__, *record] for record in value]

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Any]:
        """Convert named tuples from JSON."""
        try:
            return [
                self.kinds[kind](*(cards.get(part, part) for part in parts))
                for kind, *parts in value
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"expected records, found {value!r}") from error


class Known(NamedTuple):
    """What a seat knows of hidden cards: that these are in the named zones together.

    `in_order`: they are the cards of one zone from the top, with HIDDEN for those it does not know.
    """

    seat: int
    where: tuple[str, ...]
    cards: tuple[str, ...]
    in_order: bool = False

    @property
    def words(self) -> str:
        """The zones as worked examples name them: `draw`, `in hands.b`, `in draw or hands.b`."""
        zones = " or ".join(map(_zone_in_words, self.where))
        return zones if self.in_order else f"{IN}{zones}"


def _zone_in_words(zone: str) -> str:
    name, _, owner = zone.partition(".")
    return f"{name}.{SEAT_NAMES[int(owner)]}" if owner.isdecimal() else zone


class Remembered(Part):
    """What seats know of hidden cards that they have seen; see `rules/memory.py`."""

    seen = OWNER

    def empty(self, players: int) -> list[Known]:
        """Return an empty list."""
        return []

    def copy(self, value: list[Known]) -> list[Known]:
        """Return a copy of the list."""
        return value[:]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Known]:
        """Parse cards by zones, by seat."""
        named = reader.mapping(path, value)
        reader.keys(path, named, SEAT_NAMES[: table.players])
        zones = {_zone_in_words(lying.zone): lying.zone for lying in table.placed()}
        words = [*reader.cards, HIDDEN]
        known = []
        for seat, name in enumerate(SEAT_NAMES[: table.players]):
            for key, cards in reader.mapping(f"{path}.{name}", named.get(name, {})).items():
                where, here = key.removeprefix(IN).split(" or "), f"{path}.{name}.{key}"
                at = [reader.choice(here, zone, [*zones], "zone") for zone in where]
                listed = enumerate(reader.listed(here, cards))
                found = [
                    reader.choice(f"{here}.{place}", card, words, "card") for place, card in listed
                ]
                if min([*at, *found, 0]) == 0:
                    every = (*table.cards, HIDDEN)
                    places = tuple(sorted(zones[zone] for zone in where))
                    of_cards = tuple(every[card] for card in found)
                    in_order = len(where) == 1 and not key.startswith(IN)
                    known.append(Known(seat, places, of_cards, in_order))
        return sorted(known)

    def tell(self, value: list[Known]) -> dict[str, dict[str, list[str]]]:
        """Return the known cards by zones, by seat."""
        seats = dict.fromkeys(SEAT_NAMES[one.seat] for one in value)
        return {
            seat: {
                one.words: [*map(str, one.cards)] for one in value if SEAT_NAMES[one.seat] == seat
            }
            for seat in seats
        }

    def give(self, value: list[Known]) -> Any:
        """Return the known cards by zones, by seat; None if there are none."""
        return self.tell(value) or None

    def seen_by(self, value: list[Known], sees: Callable[[int], bool]) -> dict[str, list[str]]:
        """Return the cards that a seat knows, by zones."""
        return {one.words: [*map(str, one.cards)] for one in value if sees(one.seat)}

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Known]:
        """Convert what seats know from JSON."""
        try:
            return [
                Known(seat, tuple(where), tuple(cards.get(card, card) for card in of), in_order)
                for seat, where, of, in_order in value
            ]
        except (TypeError, ValueError) as error:
            raise ValueError(f"expected what seats know, found {value!r}") from error


def number(start: int = 0, *, signed: bool = False, most: int | None = None, **options: Any) -> int:
    """Declare a non-negative integer, or a signed one; `most` is the maximum in examples."""
    return _declared(Number(start, signed=signed, most=most), options, int)


def copies(card: Card, *, most: int | None = None, **options: Any) -> int:
    """Declare a number of copies of a card; `most` is the maximum in examples."""
    return _declared(Copies(card, most), options, int)


def word(*words: W, **options: Any) -> W:
    """Declare one of several words; the initial value is the first one, "" for none yet.

    With `stage: Literal["lay", "play"] = word("lay", "play")`, type checkers check the words.
    """
    return cast("W", _declared(Word(words), options, str))


def words(*every: str, **options: Any) -> set[str]:
    """Declare a set of words, such as spaces with cards turned over; initially empty."""
    return _declared(Words(every), options, set)


def seat(**options: Any) -> int:
    """Declare a seat."""
    return _declared(Seat(), options, int)


def at_once(*values: Any, asked: bool = True, **options: Any) -> list[Any]:
    """Declare simultaneous choices, in secret until all seats that are asked have chosen.

    None means that a choice is due, "" that none is. `CardGame.ask` asks all or some seats, at any
    moment. With `asked=False`, nobody is asked at the start.
    """
    return _declared(AtOnce(values, asked=asked), {"seen": OWNER, **options}, list)


def seat_list(**options: Any) -> list[int]:
    """Declare a list of seats."""
    return _declared(SeatList(), options, list)


def pile(**options: Any) -> list[Any]:
    """Declare an open pile of cards, or of one kind of card, top card last."""
    return _declared(Pile(), options, list)


def draw_pile(**options: Any) -> list[Any]:
    """Declare a hidden pile; the first one receives the cards that an example does not place."""
    return _declared(Pile(top_first=True), {"seen": NOBODY, **options}, list)


def hands(size: int = 0, *, least: int | None = None, **options: Any) -> list[list[Any]]:
    """Declare a hand for each seat, visible to its owner.

    A hand that an example does not name gets `size` cards. With `least`, named hands must have from
    `least` to `size` cards, as with `hands(4, least=4)` for hands that are always full.
    """
    return _declared(Each(Hand(size, least=least)), {"seen": OWNER, **options}, list)


def slot(**options: Any) -> list[Any]:
    """Declare a place for one card."""
    return _declared(Slot(), options, list)


def grid(
    *layouts: int | Sequence[str],
    holds: Sequence[Card] = (),
    most: int | None = None,
    **options: Any,
) -> dict[str, list[Any]]:
    """Declare a square grid of stacks, given its side or the names of its spaces: `a1`, `b1`.

    Of several layouts, the first is the default, and examples may use the others. Examples must
    respect `holds`, the cards that may lie on the grid, and `most`, the maximum on a space.
    """
    names = (space_names(layout) if isinstance(layout, int) else layout for layout in layouts)
    kind = Grid(*names, holds=holds, most=most)
    return _declared(kind, options, dict)


def stacks(field: str, names: Sequence[str], **options: Any) -> dict[str, list[Any]]:
    """Declare one stack for each value of a card field: `stacks("colour", COLOURS)`."""
    return _declared(Stacks(field, names), options, dict)


def each(inner: T, names: Sequence[str] = (), **options: Any) -> list[T]:
    """Declare a separate part for each seat, `each(number())`, or for each name, such as a team."""
    return _declared(Each(cast("Any", inner).metadata[PART], names), options, list)


def memory(**options: Any) -> list[Known]:
    """Declare what each seat knows of hidden cards that it has seen; kept without further rules."""
    return _declared(Remembered(), options, list)


def records(*kinds: type, **options: Any) -> list[Any]:
    """Declare a list of named tuples of these classes."""
    return _declared(Records(kinds), options, list)
