"""The base of a card game on a table of the usual parts: hands, a draw and a discard pile, a grid.

It brings rules with a switch, variants and hidden zones. What a game adds: how to set up, which
moves there may be, why one is forbidden, and what a move does.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from printnplay.model.game import Plain
from printnplay.model.verdicts import Position
from printnplay.rules import positions as compare
from printnplay.rules.board import space_names
from printnplay.rules.chance import shuffle
from printnplay.rules.game import OVER, Move, Rng, Rules, Table, Trace
from printnplay.rules.notation import PLAYERS, MoveWords, Reader, turn_words
from printnplay.rules.positions import (
    Rest,
    by_seat,
    hand_paths,
    read_hands,
    read_players,
    read_seat,
)
from printnplay.rules.protocol import Miss
from printnplay.rules.variants import settle
from printnplay.rules.view import seen_by


class TableGame:
    """A game whose class names its rules and variants.

    `off` and `chosen` are those of `new_game`; afterwards `on(rule)` says whether a rule is in
    force and `variants` holds the choice of each variant. `trace`, when somebody sets it, is told
    of rules as they take effect; while it is None a game tells nothing.
    """

    RULES: ClassVar[Mapping[str, str]] = {}
    """All rules and clauses, by id."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The variants with their choices."""

    OWN: ClassVar[tuple[str, ...]] = ("hand",)
    """Zones that only their owner sees; `hand` stands for `hand.0`, `hand.1` and so on."""

    HIDDEN: ClassVar[tuple[str, ...]] = ("draw", "deck")
    """Zones that nobody sees."""

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule.
            UnknownVariantError: there is no such variant or choice.
        """
        self.on = Rules(self.RULES, off).on
        self.variants = settle(self.CHOICES, chosen)
        self.trace: Trace | None = None

    def visible(self, zone: str, seat: int) -> bool:
        """Whether a seat sees the cards of a zone."""
        return seen_by(zone, seat, own=self.OWN, hidden=self.HIDDEN)

    def plays_with(self, state: Any, seat: int) -> str:  # noqa: ARG002
        """What a seat plays with, such as one of two decks; empty if all play with the same."""
        return ""

    def tell(self, rule: str) -> None:
        """Tell the trace, if there is one, that a rule takes effect."""
        if self.trace is not None:
            self.trace(rule)


class Tableau(Table):
    """The table: the top of a pile, or of a stack of the grid, is the end of its list.

    `turn` is the seat that moves next, OVER when the game has ended; `winners` are seats. A game
    with more to remember makes a subclass with further `__slots__`.
    """

    __slots__ = ("discard", "grid", "hands", "pile", "players", "turn", "winners")
    players: int
    turn: int
    hands: list[list[int]]
    pile: list[int]
    discard: list[int]
    grid: list[list[int]]
    winners: list[int]

    def __init__(self, players: int, pile: Sequence[int], spaces: int = 0) -> None:
        """A table before the deal, all cards in the draw pile."""
        self.players, self.turn = players, 0
        self.hands = [[] for _ in range(players)]
        self.pile, self.discard = list(pile), []
        self.grid = [[] for _ in range(spaces)]
        self.winners = []


class Tabletop(MoveWords, TableGame):
    """A game on a `Tableau`; a subclass fills in the tables below and the methods that raise."""

    BOX: ClassVar[Mapping[str, int]] = {}
    """All cards by id and number; CARDS are these ids unless given."""

    SEATS: ClassVar[Sequence[int]] = (2,)
    """How many may play."""

    HAND: ClassVar[int] = 0
    """Cards of a hand that a worked example does not name."""

    def __init_subclass__(cls) -> None:
        """Number the cards."""
        cls.CARDS = cls.CARDS or tuple(cls.BOX)

    def fresh(self, players: int) -> Tableau:
        """A table before the deal, its pile in the order of the box.

        Raises:
            ValueError: so many cannot play.
        """
        if players not in self.SEATS:
            raise ValueError(players)
        pile = [self.CARDS.index(card) for card, count in self.BOX.items() for _ in range(count)]
        return Tableau(players, pile, self.SIDE * self.SIDE)

    def setup(self, players: int, draw: Rng) -> Tableau:
        """The position in which the first player moves."""
        state = self.fresh(players)
        shuffle(state.pile, draw)
        self.deal(state, draw)
        return state

    def deal(self, state: Tableau, draw: Rng) -> None:
        """Deal from the shuffled pile."""
        raise NotImplementedError

    def candidates(self, state: Tableau) -> Iterable[Move]:
        """Every move that might be legal, each once; those that are not are sorted out."""
        raise NotImplementedError

    def why_not(self, state: Tableau, move: Move) -> str:
        """The id of the rule that forbids the move; empty when it is legal."""
        raise NotImplementedError

    def play(self, state: Tableau, move: Move, draw: Rng) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def to_move(self, state: Tableau) -> int:
        """The seat that moves next; OVER when the game has ended."""
        return state.turn

    def moves(self, state: Tableau) -> list[Move]:
        """Every legal move, sorted."""
        if state.turn == OVER:
            return []
        return sorted(move for move in self.candidates(state) if not self.why_not(state, move))

    def result(self, state: Tableau) -> tuple[int, ...] | None:
        """The seats that have won; None while the game goes on."""
        return tuple(state.winners) if state.turn == OVER else None

    def next_seat(self, state: Tableau, seat: int) -> int:
        """The seat on the left of another."""
        return (seat + 1) % state.players

    def zones(self, state: Tableau) -> Mapping[str, Sequence[str]]:
        """Where every card lies."""
        zones = {"draw": state.pile, "discard": state.discard}
        zones |= {f"hand.{seat}": hand for seat, hand in enumerate(state.hands)}
        names = space_names(self.SIDE)
        zones |= {f"grid.{name}": stack for name, stack in zip(names, state.grid, strict=True)}
        return {zone: [self.CARDS[card] for card in cards] for zone, cards in zones.items()}

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Rng) -> tuple[Tableau, Rng]:
        """A position from a worked example; cards that it does not name are dealt by chance.

        Hands that are not named hold HAND cards, the rest lies in the draw pile below the cards
        named under `draw`, the first of which is the top one.
        """
        keys = ("players", "hands", "draw", "discard", "turn")
        reader.keys("given", given, (*keys, "grid") if self.SIDE else keys)
        table = self.fresh(read_players(given, reader, self.SEATS))
        if self.SIDE and "grid" in given:
            table.grid = reader.grid("given.grid", given["grid"], self.SIDE)
        hands = read_hands(given, reader, table.players)
        top = reader.hand("given.draw", given.get("draw", []))
        table.discard = reader.hand("given.discard", given.get("discard", []))
        placed = {
            "given.grid": [card for stack in table.grid for card in stack],
            "given.draw": top,
            "given.discard": table.discard,
            **hand_paths(hands),
        }
        rest = Rest(self.BOX, placed, reader, draw)
        table.hands = rest.fill(hands, table.players, self.HAND)
        table.pile = rest.cards + top[::-1]
        table.turn = read_seat("turn", given, reader, table.players)
        return table, draw

    def steps(self, state: Tableau, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The move of `when`."""
        return [self.read_move(when, reader, (state.turn, state.players))]

    def position(self, state: Tableau) -> Position:
        """The position as plain data; `grid` holds the visible cards, `draw` a number."""

        def told(cards: Sequence[int]) -> list[str]:
            return [self.CARDS[card] for card in cards]

        stacks = [told(stack) for stack in state.grid]
        grid = {"grid": [stack[-1] if stack else "" for stack in stacks], "stacks": stacks}
        return {
            "players": state.players,
            "turn": turn_words(state.turn, state.players),
            "hands": by_seat([told(hand) for hand in state.hands]),
            "draw": len(state.pile),
            "discard": told(state.discard),
            "winner": [PLAYERS[seat] for seat in state.winners],
            **(grid if self.SIDE else {}),
        }

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Every claim about the position that is not so."""
        return compare.claims(position, then, reader)
