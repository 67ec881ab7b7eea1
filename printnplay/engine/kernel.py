"""What the rules of every game offer: positions, named moves, rules with a switch."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from printnplay.model.cards import Plain
from printnplay.model.play import Position

if TYPE_CHECKING:
    from printnplay.engine.notation import Reader

Draw: TypeAlias = Callable[[int], int]
"""Chance: `draw(n)` is one of 0 .. n-1. Rules know no other source of luck."""

OVER = -1
"""Whose move it is when nobody may move any more."""

Trace: TypeAlias = Callable[[str], None]
"""Is told the id of a rule at the moment the rule takes effect."""


class Move(NamedTuple):
    """A move as the rules handle it; `names` and `steps` of a game turn it into words and back.

    `player` is a seat, clockwise from 0; `action` a card or another thing to do; `place` where it
    goes, or -1. Moves sort by these three.
    """

    player: int
    action: int
    place: int = -1


class Table:
    """A position: a subclass names its parts in `__slots__`, each an int or lists of ints."""

    __slots__: tuple[str, ...] = ()

    parts: ClassVar[tuple[str, ...]] = ()
    """The slots of the class and of those it builds on."""

    def __init_subclass__(cls) -> None:
        """Gather the parts."""
        classes = reversed(cls.__mro__)
        cls.parts = tuple(slot for one in classes for slot in vars(one).get("__slots__", ()))

    def copy(self) -> Self:
        """A position of its own: playing on it leaves this one alone."""
        twin = object.__new__(type(self))
        for slot in self.parts:
            setattr(twin, slot, _copy(getattr(self, slot)))
        return twin

    def to_json(self) -> str:
        """The whole position as JSON."""
        return json.dumps({slot: getattr(self, slot) for slot in self.parts})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The position that `to_json` wrote.

        Raises:
            ValueError: not the JSON of such a position.
        """
        parts = json.loads(text)
        if not isinstance(parts, dict) or set(parts) != set(cls.parts):
            raise ValueError(text)
        table = object.__new__(cls)
        for slot, value in parts.items():
            setattr(table, slot, value)
        return table

    def __eq__(self, other: object) -> bool:
        """Whether every part is the same."""
        return type(other) is type(self) and all(
            getattr(self, slot) == getattr(other, slot) for slot in self.parts
        )

    __hash__ = None  # type: ignore[assignment]


def _copy(part: object) -> object:
    """The part with lists of its own, however deep."""
    return [_copy(one) for one in part] if isinstance(part, list) else part


class Rules:
    """The rules in force. Every rule, and every clause of a rule, can be switched off by its id.

    A rule is `TTM-6`, a clause of it `TTM-6.share`; a rule that is off takes its clauses along.

    Args:
        ids: all rules and clauses there are.
        off: those that are switched off.

    Raises:
        KeyError: `off` names something that is not in `ids`.
    """

    __slots__ = ("active", "on")

    def __init__(self, ids: Iterable[str], off: Iterable[str] = ()) -> None:
        """Note which rules are on."""
        known, dark = frozenset(ids), frozenset(off)
        if dark - known:
            raise KeyError(*sorted(dark - known))
        self.active = frozenset(one for one in known if not {one, rule_of(one)} & dark)
        self.on: Callable[[str], bool] = self.active.__contains__
        """Whether a rule or clause is in force; asked so often that nothing stands in between."""


def rule_of(clause: str) -> str:
    """The rule that a clause belongs to; a rule belongs to itself.

    >>> rule_of("TTM-6.share")
    'TTM-6'
    """
    return clause.partition(".")[0]


T = TypeVar("T", bound=Table)


class Game(Protocol[T]):
    """The rules of a game at work; holds no position itself."""

    def setup(self, players: int, draw: Draw) -> T:
        """The position in which the first player moves."""

    def to_move(self, state: T) -> int:
        """The seat that moves next; OVER when the game has ended."""

    def moves(self, state: T) -> list[Move]:
        """Every legal move, sorted, each once; empty only when the game has ended."""

    def why_not(self, state: T, move: Move) -> str:
        """The id of the rule that forbids the move; empty when it is legal."""

    def play(self, state: T, move: Move, draw: Draw) -> None:
        """Carry out a legal move; changes the position."""

    def result(self, state: T) -> tuple[int, ...] | None:
        """The seats that have won; None while the game goes on."""

    def zones(self, state: T) -> Mapping[str, Sequence[str]]:
        """Where every card of the box lies: each card in exactly one zone, by card id."""

    def visible(self, zone: str, seat: int) -> bool:
        """Whether a seat sees the cards of a zone; an onlooker is the seat OVER."""

    def read(self, given: Mapping[str, Plain], reader: "Reader", draw: Draw) -> tuple[T, Draw]:
        """A position from the words of a worked example, and the chance that follows it.

        What cannot be is told to the reader; the position is then worth nothing.
        """

    def steps(self, state: T, when: Mapping[str, Plain], reader: "Reader") -> list[Move]:
        """The moves that an example's `when` describes, in order."""

    def names(self, move: Move) -> Mapping[str, str]:
        """The move in words, as in a worked example."""

    def position(self, state: T) -> Position:
        """The position as plain data, for figures and for comparing."""

    def compare(
        self, position: Position, then: Mapping[str, Plain], reader: "Reader"
    ) -> list["Miss"]:
        """Every key of `then` that came out otherwise."""


class Miss(NamedTuple):
    """A claim of an example that did not come out: its dotted path, expected and found."""

    path: str
    expected: str
    found: str


class RulesModule(Protocol):
    """What a rules module offers by name. A game of one's own is a module with these.

    `COMPONENTS` is the whole box (card id -> number), `FACTS` the numbers that texts quote,
    `SENTENCES` the rules by id in one line each, `CLAUSES` their parts that can fail separately,
    `VARIANTS` the ways to play (name -> choices, the first one is played unless another is chosen).
    """

    COMPONENTS: Mapping[str, int]
    FACTS: Mapping[str, int]
    SENTENCES: Mapping[str, str]
    CLAUSES: Mapping[str, str]
    VARIANTS: Mapping[str, tuple[str, ...]]

    @staticmethod
    def new_game(off: Iterable[str] = (), **chosen: str) -> "Game[Any]":
        """The game, with some rules and clauses switched off and some variants chosen."""
