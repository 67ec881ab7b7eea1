"""The kinds of parts that a table has: numbers, words, seats, hands, piles, grids.

A game declares its parts with the functions below: `hands: list[list[Card]] = parts.hands(3)`. The
class of a kind says how it is copied, read from a worked example, told to figures, seen by a seat
and kept as JSON.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

from printnplay.kernel.values import Plain
from printnplay.rules.acts import SEAT_NAMES, Card
from printnplay.rules.board import space_names
from printnplay.rules.game import OVER
from printnplay.rules.notation import ON_TOP, Reader

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
"""Who sees a part."""

HIDDEN = "?"
"""Stands for a card or a value that a seat cannot see."""

PART = "part"
"""What the field of a table calls its kind."""

T = TypeVar("T")
W = TypeVar("W", bound=str)


class Placed(NamedTuple):
    """Cards that lie together: the zone, its owner (OVER: nobody's), and the list itself."""

    zone: str
    owner: int
    cards: list[Card]


class Setting(Protocol):
    """What a part asks of its table: the cards of the game, and how many play."""

    cards: ClassVar[Sequence[Card]]
    players: int


class Part:
    """A kind of part. Its value is made of numbers, words, cards, lists and dicts of them.

    Attributes:
        name: of the field.
        seen: who sees it: EVERYBODY, its OWNER, or NOBODY.
        key: in worked examples; the name of the field unless given.
        told: whether figures are told of it and worked examples can claim it.
        given: whether worked examples can also give it; what is not told is never given.
        lasts: whether it stays when the table is cleared for another round.
    """

    name = ""
    seen, key, told, given, lasts = EVERYBODY, "", True, True, False

    def options(self, options: "Options") -> "Part":
        """Return itself with options."""
        for name, value in options.items():
            setattr(self, name, value)
        return self

    def empty(self, players: int) -> Any:
        """Return the value on a table before anything is dealt."""
        raise NotImplementedError

    def copy(self, value: Any) -> Any:
        """Return a copy of a value."""
        return value

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> Any:
        """Read the value in a worked example."""
        raise NotImplementedError

    def tell(self, value: Any) -> Any:
        """Return the value as plain data, for worked examples and figures."""
        return value

    def seen_by(self, value: Any, sees: Callable[[int], bool]) -> Any:
        """Return the value with hidden parts masked; `sees` takes the owner's seat, or OVER."""
        return self.tell(value) if sees(OVER) else HIDDEN

    def placed(self, name: str, value: Any) -> Iterator[Placed]:
        """Yield the cards in it."""
        yield from ()

    def load(self, value: Any, cards: Mapping[str, Card]) -> Any:
        """Load the value from JSON.

        Raises:
            ValueError: there is no such value.
        """
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Return the value as JSON."""
        return value


Options = Mapping[str, Any]


def _declared(part: Part, options: Options, kind: Callable[[], T]) -> T:
    return field(default_factory=kind, metadata={PART: part.options(options)})


class Number(Part):
    """A whole number."""

    def __init__(self, start: int = 0, *, signed: bool = False, most: int | None = None) -> None:
        """What it is at first, whether it may fall below zero, the most an example begins with."""
        self.start, self.signed, self.most = start, signed, most

    def empty(self, players: int) -> int:
        """Return the number to begin with."""
        return self.start

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> int:
        """Read a number from 0, or of either sign."""
        if self.signed and isinstance(value, str) and value.startswith("-"):
            return -reader.number(path, value[1:])
        given = reader.number(path, value)
        if self.most is not None and given > self.most:
            reader.impossible(path, f"{given} are too many", f"expected at most {self.most}")
        return given

    def load(self, value: Any, cards: Mapping[str, Card]) -> int:
        """Load a number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"expected a whole number, found {value!r}")
        return value


class Copies(Number):
    """A number of copies of one card, which lie together; told as these cards."""

    def __init__(self, card: Card, most: int | None = None) -> None:
        """The card, and how many lie there at most where an example begins."""
        super().__init__(most=most)
        self.card = card

    def tell(self, value: int) -> list[str]:
        """Return the card as often as it lies there."""
        return [str(self.card)] * value

    def placed(self, name: str, value: int) -> Iterator[Placed]:
        """Yield one zone."""
        yield Placed(name, OVER, [self.card] * value)


class Word(Part):
    """One of some words; the first one to begin with."""

    def __init__(self, words: Sequence[str]) -> None:
        """The words."""
        self.words = words

    def empty(self, players: int) -> str:
        """Return the first word."""
        return self.words[0]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> str:
        """Read one of the words that are not empty."""
        known = [word for word in self.words if word]
        return known[max(reader.choice(path, value, known, "word"), 0)]

    def load(self, value: Any, cards: Mapping[str, Card]) -> str:
        """Load one of the words."""
        if value not in self.words:
            raise ValueError(f"expected one of {', '.join(self.words)}, found {value!r}")
        return self.words[self.words.index(value)]


class Words(Part):
    """Some of these words, as a set; told in the order in which they are declared."""

    def __init__(self, words: Sequence[str]) -> None:
        """All words."""
        self.words = words

    def empty(self, players: int) -> set[str]:
        """Return none of them."""
        return set()

    def copy(self, value: set[str]) -> set[str]:
        """Return a copy of the set."""
        return value.copy()

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> set[str]:
        """Read a list of words."""
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
        """Load words."""
        if not isinstance(value, list) or not set(value) <= set(self.words):
            raise ValueError(f"expected some of {', '.join(self.words)}, found {value!r}")
        return set(value)


class Seat(Part):
    """A seat, told by its letter; OVER, told as nothing, where it is nobody's."""

    def empty(self, players: int) -> int:
        """Return the first seat."""
        return 0

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> int:
        """Read a seat at the table."""
        return max(reader.choice(path, value, SEAT_NAMES[: table.players], "player"), 0)

    def tell(self, value: int) -> str:
        """Return its letter."""
        return "" if value == OVER else SEAT_NAMES[value]

    def load(self, value: Any, cards: Mapping[str, Card]) -> int:
        """Load a seat."""
        if not isinstance(value, int) or not OVER <= value < len(SEAT_NAMES):
            raise ValueError(f"expected a seat, found {value!r}")
        return value


class Choice(Part):
    """The choice of a seat."""

    def __init__(self, values: Sequence[Any], *, asked: bool) -> None:
        """What may be chosen."""
        self.values, self.start = values, None if asked else ""

    def empty(self, players: int) -> Any:
        """Return None: nothing is chosen yet."""
        return self.start

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> Any:
        """Read one of the values."""
        at = reader.choice(path, value, [str(choice) for choice in self.values], "choice")
        return self.values[max(at, 0)]

    def tell(self, value: Any) -> str:
        """Return the value as a word."""
        return "" if value is None else str(value)

    def load(self, value: Any, cards: Mapping[str, Card]) -> Any:
        """Load one of the values, or none."""
        if value not in (None, "", *self.values):
            raise ValueError(f"expected a choice, found {value!r}")
        return value


class SeatList(Part):
    """Some seats, such as those that have won."""

    def empty(self, players: int) -> list[int]:
        """Return none."""
        return []

    def copy(self, value: list[int]) -> list[int]:
        """Return a copy of the list."""
        return value[:]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[int]:
        """Read a letter or a list of letters."""
        named = value if isinstance(value, list) else [value]
        seats = [reader.choice(path, name, SEAT_NAMES[: table.players], "player") for name in named]
        return [seat for seat in seats if seat >= 0]

    def tell(self, value: list[int]) -> list[str]:
        """Return their letters."""
        return [SEAT_NAMES[seat] for seat in value]

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[int]:
        """Load seats."""
        return [Seat().load(seat, cards) for seat in value]


class Pile(Part):
    """Cards in a row; the last one is on top.

    Cards of a hidden pile (`top_first`) are named from the top and told by their number.
    """

    def __init__(self, *, top_first: bool = False) -> None:
        """An open pile, or a hidden one."""
        self.top_first = top_first

    def empty(self, players: int) -> list[Card]:
        """Return no cards."""
        return []

    def copy(self, value: list[Card]) -> list[Card]:
        """Return a copy of the list."""
        return value[:]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Card]:
        """Read cards by their ids."""
        cards = [table.cards[at] for at in reader.hand(path, value)]
        return cards[::-1] if self.top_first else cards

    def tell(self, value: list[Card]) -> list[str] | int | str:
        """Return the ids."""
        return len(value) if self.top_first else [str(card) for card in value]

    def seen_by(self, value: list[Card], sees: Callable[[int], bool]) -> list[str]:
        """Return the cards, face down where they are hidden; how many there are is never hidden."""
        return [str(card) for card in value] if sees(OVER) else [HIDDEN] * len(value)

    def placed(self, name: str, value: list[Card]) -> Iterator[Placed]:
        """Yield one zone."""
        yield Placed(name, OVER, value)

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Card]:
        """Load cards."""
        try:
            return [cards[card] for card in value]
        except (KeyError, TypeError) as error:
            raise ValueError(f"expected card ids, found {value!r}") from error


class Hand(Pile):
    """Cards whose order never matters."""

    def __init__(self, size: int = 0, *, least: int | None = None) -> None:
        """How many cards it holds in an example that does not name them.

        With `least` it never holds fewer than these, nor more than `size`.
        """
        super().__init__()
        self.size, self.least = size, least

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Card]:
        """Read cards by their ids."""
        hand = super().read(path, value, reader, table)
        least = len(value) if self.least is None else self.least
        if isinstance(value, list) and not least <= len(value) <= max(least, self.size):
            few = "" if least == self.size else f"{least} to "
            message = f"a hand of {len(value)} cards"
            reader.impossible(path, message, f"expected {few}{self.size} cards")
        return hand


class Slot(Pile):
    """A place for one card, written as its id, or as nothing."""

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Card]:
        """Read the card by its id."""
        at = reader.choice(path, value, [str(card) for card in table.cards], "card")
        return [table.cards[at]] if at >= 0 else []

    def tell(self, value: list[Card]) -> str:
        """Return the id."""
        return str(value[-1]) if value else ""


class Stacked(Part):
    """Stacks of cards by name, the last card of each visible; `layouts` are their names in order.

    The first layout is the usual one.
    """

    layouts: Sequence[tuple[str, ...]] = ()

    def empty(self, players: int) -> dict[str, list[Card]]:
        """Return stacks without cards."""
        return {name: [] for name in self.layouts[0]}

    def copy(self, value: dict[str, list[Card]]) -> dict[str, list[Card]]:
        """Return a copy of the stacks."""
        return {name: stack[:] for name, stack in value.items()}

    def seen_by(self, value: Any, sees: Callable[[int], bool]) -> Any:
        """Return every stack from the bottom up."""
        return {
            name: [str(card) if sees(OVER) else HIDDEN for card in stack]
            for name, stack in value.items()
        }

    def placed(self, name: str, value: dict[str, list[Card]]) -> Iterator[Placed]:
        """Yield a zone for each stack."""
        for place, stack in value.items():
            yield Placed(f"{name}.{place}", OVER, stack)

    def load(self, value: Any, cards: Mapping[str, Card]) -> dict[str, list[Card]]:
        """Load the stacks by all their names."""
        if not isinstance(value, dict) or tuple(value) not in self.layouts:
            raise ValueError(f"expected {' '.join(self.layouts[0])}, found {value!r}")
        return {name: Pile().load(stack, cards) for name, stack in value.items()}


class Grid(Stacked):
    """A square grid: for each space by its name a stack of cards, the last one visible.

    A game that is played on grids of several sizes lays out its own (`CardGame.laid_out`).
    """

    def __init__(self, *layouts: Sequence[str], holds: Sequence[Card], most: int | None) -> None:
        """The names of all spaces, row by row from the top left; for each size the grid may have.

        The first one is the usual one. `holds` are the cards that can lie on it, if not all can,
        `most` how many on a space.
        """
        self.layouts, self.holds, self.most = tuple(map(tuple, layouts)), holds, most

    def read(
        self, path: str, value: Plain, reader: Reader, table: Setting
    ) -> dict[str, list[Card]]:
        """Read one line of spaces for each row."""
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
        """Return the visible cards."""
        return [str(stack[-1]) if stack else "" for stack in value.values()]


class Stacks(Stacked):
    """Stacks side by side, each of the cards with one word in a field: one for each colour.

    In worked examples a list of stacks in any order, as `[red-1>red-4, blue-0]`, lowest card first.
    """

    def __init__(self, field: str, names: Sequence[str]) -> None:
        """The field of the cards, and the words in it."""
        self.field, self.layouts = field, (tuple(names),)

    def read(
        self, path: str, value: Plain, reader: Reader, table: Setting
    ) -> dict[str, list[Card]]:
        """Read each stack in one word, its lowest card first."""
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
        """Return the stacks with cards, by name."""
        return {name: [str(card) for card in stack] for name, stack in value.items() if stack}


class Each(Part):
    """A part that every seat has of its own, or every team, suit, or whatever has a name.

    `names` are those of the owners, in order; without any, seats are the owners.
    """

    def __init__(self, inner: Part, names: Sequence[str] = ()) -> None:
        """What each has."""
        self.inner, self.names = inner, names
        self.seen, self.told, self.lasts = inner.seen, inner.told, inner.lasts

    def owners(self, players: int) -> Sequence[str]:
        """Return the names of the owners."""
        return self.names or SEAT_NAMES[:players]

    def empty(self, players: int) -> list[Any]:
        """Return one for each."""
        return [self.inner.empty(players) for _ in self.owners(players)]

    def copy(self, value: list[Any]) -> list[Any]:
        """Return copies of the parts."""
        return [self.inner.copy(part) for part in value]

    def read(self, path: str, value: Plain, reader: Reader, table: Setting) -> list[Any]:
        """Read parts by the names of owners; who is not named has an empty one."""
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
        """Return parts by the names of owners, without empty ones."""
        owners = self.owners(len(value))
        told = {owners[owner]: self.inner.tell(part) for owner, part in enumerate(value)}
        return {name: part for name, part in told.items() if part != "" or self.names}

    def seen_by(self, value: list[Any], sees: Callable[[int], bool]) -> dict[str, Any]:
        """Return each part as far as seen."""
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
        """Give some owners what they have before anything has happened."""
        fresh = self.empty(len(value))
        for owner in owners:
            value[owner] = fresh[owner]

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Any]:
        """Load one for each."""
        if not isinstance(value, list):
            raise ValueError(f"expected a list, found {value!r}")
        return [self.inner.load(part, cards) for part in value]


class AtOnce(Each):
    """What all seats choose at the same time, and see when the last one has chosen.

    A seat that still has to choose has None, one that is not asked has the empty word.
    """

    def __init__(self, values: Sequence[Any], *, asked: bool) -> None:
        """What may be chosen, and whether all are asked to begin with."""
        super().__init__(Choice(values, asked=asked))


def _of(sees: Callable[[int], bool], owner: int, _: int) -> bool:
    """Whether what an owner has is seen."""
    return sees(owner)


class Records(Part):
    """A list of named tuples, such as what still has to be done; the last one is done next."""

    told = False

    def __init__(self, kinds: Sequence[type]) -> None:
        """The kinds of named tuples."""
        self.kinds = {kind.__name__: kind for kind in kinds}

    def empty(self, players: int) -> list[Any]:
        """Return none."""
        return []

    def copy(self, value: list[Any]) -> list[Any]:
        """Return a copy of the list; named tuples never change."""
        return value[:]

    def seen_by(self, value: list[Any], sees: Callable[[int], bool]) -> Any:
        """Return the records."""
        return [tuple(record) for record in value] if sees(OVER) else [HIDDEN] * len(value)

    def plain(self, value: list[Any]) -> list[Any]:
        """Return each record behind the name of its kind."""
        return [[type(record).__name__, *record] for record in value]

    def load(self, value: Any, cards: Mapping[str, Card]) -> list[Any]:
        """Load named tuples."""
        try:
            return [
                self.kinds[kind](*(cards.get(part, part) for part in parts))
                for kind, *parts in value
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"expected records, found {value!r}") from error


def number(start: int = 0, *, signed: bool = False, most: int | None = None, **options: Any) -> int:
    """Declare a whole number from 0, or signed; examples begin with `most` or less."""
    return _declared(Number(start, signed=signed, most=most), options, int)


def copies(card: Card, *, most: int | None = None, **options: Any) -> int:
    """Declare a number of copies of a card; examples begin with no more than `most`."""
    return _declared(Copies(card, most), options, int)


def word(*words: W, **options: Any) -> W:
    """Declare one of some words, the first to begin with, or none of them yet.

    `stage: Literal["lay", "play"] = word("lay", "play")` has types checked, too.
    """
    return cast("W", _declared(Word(words), options, str))


def words(*every: str, **options: Any) -> set[str]:
    """Declare some of these words, such as spaces with cards turned over; none to begin with."""
    return _declared(Words(every), options, set)


def seat(**options: Any) -> int:
    """Declare a seat."""
    return _declared(Seat(), options, int)


def at_once(*values: Any, asked: bool = True, **options: Any) -> list[Any]:
    """Declare simultaneous choices of all seats, in secret until all have chosen.

    A seat that has to choose has None; set it to None again to ask again, to "" to ask nobody.
    """
    return _declared(AtOnce(values, asked=asked), {"seen": OWNER, **options}, list)


def seat_list(**options: Any) -> list[int]:
    """Declare some seats."""
    return _declared(SeatList(), options, list)


def pile(**options: Any) -> list[Any]:
    """Declare an open pile of cards, or of a kind of cards, the top card last."""
    return _declared(Pile(), options, list)


def draw_pile(**options: Any) -> list[Any]:
    """Declare a hidden pile; the first one takes the cards that an example does not place."""
    return _declared(Pile(top_first=True), {"seen": NOBODY, **options}, list)


def hands(size: int = 0, *, least: int | None = None, **options: Any) -> list[list[Any]]:
    """Declare a hand for each seat, which its owner sees.

    One that an example does not name has `size` cards; with `least`, others have from these to
    `size`, as with `hands(4, least=4)` for hands that are always full.
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
    """Declare a square grid of stacks by the names of its spaces, or of its side: `a1`, `b1`.

    Of several layouts, the first one is usual, and examples may lay out the others. If it `holds`
    some cards only, or this many at `most` on a space, examples are held to that.
    """
    names = (space_names(layout) if isinstance(layout, int) else layout for layout in layouts)
    kind = Grid(*names, holds=holds, most=most)
    return _declared(kind, options, dict)


def stacks(field: str, names: Sequence[str], **options: Any) -> dict[str, list[Any]]:
    """Declare stacks side by side, one for each word of a field: `stacks("colour", COLOURS)`."""
    return _declared(Stacks(field, names), options, dict)


def each(inner: T, names: Sequence[str] = (), **options: Any) -> list[T]:
    """Declare another part for each seat, `each(number())`, or for each name, as of a team."""
    return _declared(Each(cast("Any", inner).metadata[PART], names), options, list)


def records(*kinds: type, **options: Any) -> list[Any]:
    """Declare a list of named tuples of these kinds."""
    return _declared(Records(kinds), options, list)
