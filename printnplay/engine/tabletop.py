"""The base of a card game on a table of the usual parts: hands, a draw and a discard pile, a grid.

What a game adds: how to set up, which moves there may be, why one is forbidden, what it does.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from printnplay.engine import compare
from printnplay.engine.chance import shuffle
from printnplay.engine.grid import space_names
from printnplay.engine.kernel import OVER, Draw, Miss, Move, Table
from printnplay.engine.notation import PLAYERS, Reader
from printnplay.engine.positions import (
    Rest,
    by_seat,
    hand_paths,
    read_hands,
    read_players,
    read_seat,
)
from printnplay.engine.table_game import TableGame
from printnplay.engine.words import Words, turn_words
from printnplay.model.cards import Plain
from printnplay.model.play import Position


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


class Tabletop(Words, TableGame):
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

    def setup(self, players: int, draw: Draw) -> Tableau:
        """The position in which the first player moves."""
        state = self.fresh(players)
        shuffle(state.pile, draw)
        self.deal(state, draw)
        return state

    def deal(self, state: Tableau, draw: Draw) -> None:
        """Deal from the shuffled pile."""
        raise NotImplementedError

    def candidates(self, state: Tableau) -> Iterable[Move]:
        """Every move that might be legal, each once; those that are not are sorted out."""
        raise NotImplementedError

    def why_not(self, state: Tableau, move: Move) -> str:
        """The id of the rule that forbids the move; empty when it is legal."""
        raise NotImplementedError

    def play(self, state: Tableau, move: Move, draw: Draw) -> None:
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

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Draw) -> tuple[Tableau, Draw]:
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
