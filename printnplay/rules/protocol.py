"""What the rules of a game must offer: the game at work, and its rules module."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from printnplay.model.game import Plain
from printnplay.model.verdicts import Position
from printnplay.rules.game import Move, Rng, T
from printnplay.rules.notation import Reader

Given: TypeAlias = Mapping[str, Plain]
"""The words of a part of a worked example, by their keys."""


class GameRules(Protocol[T]):
    """The rules of a game at work; holds no position itself."""

    def setup(self, players: int, draw: Rng) -> T:
        """The position in which the first player moves."""

    def to_move(self, state: T) -> int:
        """The seat that moves next; OVER when the game has ended."""

    def moves(self, state: T) -> list[Move]:
        """Every legal move, sorted, each once; empty only when the game has ended."""

    def why_not(self, state: T, move: Move) -> str:
        """The id of the rule that forbids the move; empty when it is legal."""

    def play(self, state: T, move: Move, draw: Rng) -> None:
        """Carry out a legal move; changes the position."""

    def result(self, state: T) -> tuple[int, ...] | None:
        """The seats that have won; None while the game goes on."""

    def zones(self, state: T) -> Mapping[str, Sequence[str]]:
        """Where every card of the box lies: each card in exactly one zone, by card id."""

    def visible(self, zone: str, seat: int) -> bool:
        """Whether a seat sees the cards of a zone; an onlooker is the seat OVER."""

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Rng) -> tuple[T, Rng]:
        """A position from the words of a worked example, and the chance that follows it.

        What cannot be is told to the reader; the position is then worth nothing.
        """

    def steps(self, state: T, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The moves that an example's `when` describes, in order."""

    def names(self, move: Move) -> Mapping[str, str]:
        """The move in words, as in a worked example."""

    def position(self, state: T) -> Position:
        """The position as plain data, for figures and for comparing."""

    def compare(
        self, position: Position, then: Mapping[str, Plain], reader: Reader
    ) -> list["Miss"]:
        """Every key of `then` that came out otherwise."""


class Miss(NamedTuple):
    """A claim that did not come out: its path, what the example says, what the rules give."""

    path: str
    expected: str
    found: str


class RulesModule(Protocol):
    """What a rules module offers by name. A game of one's own is a module with these.

    `COMPONENTS` is the box (card id -> number), `FACTS` the numbers that texts quote, `SENTENCES`
    the rules by id in one line each, `CLAUSES` their parts that can fail separately, `EFFECTS` the
    numbers of what cards do, by card, `RULES_OF_CARDS` for each card that does something the rule
    or clause that says what, `VARIANTS` the ways to play (name -> choices, the first one
    is played unless another is chosen). A `CardGame` offers all of them.
    """

    COMPONENTS: Mapping[str, int]
    FACTS: Mapping[str, int]
    SENTENCES: Mapping[str, str]
    CLAUSES: Mapping[str, str]
    EFFECTS: Mapping[str, Mapping[str, int]]
    RULES_OF_CARDS: Mapping[str, str]
    VARIANTS: Mapping[str, tuple[str, ...]]

    @staticmethod
    def new_game(off: Iterable[str] = (), **chosen: str) -> GameRules[Any]:
        """The game, with some rules and clauses switched off and some variants chosen."""
