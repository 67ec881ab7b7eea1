"""Which moves are legal in MATCH!, and which rule forbids the others.

What matches is settled in tables when the game is made: a row for each thing that can lie on top
of the discard pile, in it a bit for each number card.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from printnplay.engine.games.match_.cards import (
    ATTRIBUTES,
    CARDS,
    COLLECT,
    COLOUR_OF,
    COLOURS,
    DEAL,
    ENDED,
    HAND,
    NAMING,
    NUMBER_CARDS,
    SEATS,
    TOP,
    TURN,
    VALUE_OF,
    VARIANTS,
    WILD,
    MatchTable,
)
from printnplay.engine.games.match_.sentences import CLAUSES, SENTENCES
from printnplay.engine.kernel import OVER, Move
from printnplay.engine.table_game import TableGame

NAMELESS = NUMBER_CARDS
"""The row of a wild that names nothing, or of no card at all: everything matches it. The rows
before it are number cards, those after it attributes named for a wild."""

ROWS = NAMELESS + 1 + len(ATTRIBUTES)
PLACES = NAMING + len(ATTRIBUTES)
MOVES = [
    [Move(seat, card, place) for card in range(len(CARDS)) for place in range(PLACES)]
    for seat in range(SEATS.stop)
]
"""Every move with a card, by seat, then in order."""


class Legality(TableGame):
    """What a position allows."""

    RULES: ClassVar[Mapping[str, str]] = {**SENTENCES, **CLAUSES}
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = VARIANTS
    HIDDEN: ClassVar[tuple[str, ...]] = ("draw", "covered")

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule.
            UnknownVariantError: there is no such variant or choice.
        """
        super().__init__(off, **chosen)
        on = self.on
        self.matching = [self._matching(row) for row in range(ROWS)]
        everything = (1 << NUMBER_CARDS) - 1
        self.discards = [
            matching if on("MAT-4.match" if row < NAMELESS else "MAT-10.has") else everything
            for row, matching in enumerate(self.matching)
        ]
        self.collects = [
            everything & ~matching
            if on("MAT-5.differ" if row < NAMELESS else "MAT-10.has-not")
            else everything
            for row, matching in enumerate(self.matching)
        ]
        self.stack_of = COLOUR_OF if on("MAT-6.colour") else (0,) * NUMBER_CARDS
        self.single = self.variants["length"] == "one-round"
        places = [*([] if on("MAT-9.name") else [HAND]), *range(NAMING, PLACES)]
        wilds = [WILD * PLACES + place for place in places]
        self.wilds = [[] if self._why_not_now(row) else wilds for row in range(ROWS)]

    def _matching(self, row: int) -> int:
        """The number cards that match what lies on top, a bit each (MAT-4, MAT-10)."""
        return sum(1 << card for card in range(NUMBER_CARDS) if self._matches(card, row))

    def _matches(self, card: int, row: int) -> bool:
        """Whether the card matches what lies on top."""
        if row < NAMELESS:
            colour = COLOUR_OF[card] == COLOUR_OF[row] and self.on("MAT-4.colour")
            return colour or (VALUE_OF[card] == VALUE_OF[row] and self.on("MAT-4.number"))
        named = row - NAMELESS - 1
        return named in (-1, COLOUR_OF[card], len(COLOURS) + VALUE_OF[card])

    def row(self, state: MatchTable) -> int:
        """What lies on top of the discard pile, as a row of the tables."""
        top = state.discard[-1] if state.discard else WILD
        return top if top < NUMBER_CARDS else NAMELESS + 1 + state.named

    def to_move(self, state: MatchTable) -> int:
        """The seat that moves next; OVER when nobody does."""
        return OVER if state.stage == ENDED else state.turn

    def result(self, state: MatchTable) -> tuple[int, ...] | None:
        """The winning seats."""
        return tuple(state.winners) if state.stage == ENDED else None

    def moves(self, state: MatchTable) -> list[Move]:
        """Every legal move, sorted."""
        if state.stage != TURN:
            deal = Move(state.turn, DEAL)
            return [] if self.why_not(state, deal) else [deal]
        player, row = state.turn, self.row(state)
        discards = self.discards[row]
        collects = 0 if self._kept_out(state, player, row) else self.collects[row]
        found = self._tops(state.collections[player], discards)
        for card in set(state.hands[player]):
            if card == WILD:
                found += self.wilds[row]
            elif discards >> card & 1:
                found.append(card * PLACES + HAND)
            if collects >> card & 1:
                found.append(card * PLACES + COLLECT)
        found.sort()
        every = MOVES[player]
        return [every[move] for move in found]

    def _tops(self, stacks: list[list[int]], discards: int) -> list[int]:
        """The moves of top cards among these on to the discard pile."""
        tops = [stack[-1] for stack in stacks if stack and discards >> stack[-1] & 1]
        return [card * PLACES + TOP for card in tops if self.on("MAT-4.collection")]

    def why_not(self, state: MatchTable, move: Move) -> str:
        """The rule that forbids the move; empty when it is legal."""
        player, card, place = move
        if state.stage != TURN or card == DEAL:
            return self._why_not_deal(state, move)
        if player != state.turn and self.on("MAT-2.turn"):
            return "MAT-2"
        row = self.row(state)
        if card == WILD:
            return self._why_not_wild(state, move, row)
        if place == COLLECT:
            return self._why_not_collect(state, move, row)
        return self._why_not_discard(state, move, row)

    def _why_not_deal(self, state: MatchTable, move: Move) -> str:
        """Whether the next thing to do is that this player deals."""
        if state.stage == ENDED:
            return "MAT-15"
        if state.stage == TURN:
            return "MAT-13" if self.on("MAT-13.before") else ""
        if move.action != DEAL or (state.players not in SEATS and self.on("MAT-1.players")):
            return "MAT-1"
        other = move.player != state.starter and self.on("MAT-15.last")
        return "MAT-15" if other else ""

    def _why_not_discard(self, state: MatchTable, move: Move, row: int) -> str:
        """Whether the number card may go on the discard pile (MAT-4, MAT-10)."""
        player, card, place = move
        cards = state.hands[player]
        if place == TOP:
            stack = state.collections[player][self.stack_of[card]]
            cards = stack[-1:] if self.on("MAT-4.top") else stack
            if not self.on("MAT-4.collection"):
                return "MAT-4"
        if card not in cards and self.on("MAT-4.own"):
            return "MAT-4"
        if self.discards[row] >> card & 1:
            return ""
        return "MAT-4" if row < NAMELESS else "MAT-10"

    def _why_not_collect(self, state: MatchTable, move: Move, row: int) -> str:
        """Whether the number card may go from hand into the collection (MAT-5, MAT-10)."""
        player, card, _ = move
        if card not in state.hands[player] and self.on("MAT-5.own"):
            return "MAT-5"
        if self.collects[row] >> card & 1:
            return self._kept_out(state, player, row)
        return "MAT-5" if row < NAMELESS else "MAT-10"

    def _kept_out(self, state: MatchTable, player: int, row: int) -> str:
        """The rule that keeps all hand cards out of the collection (MAT-7, MAT-8, MAT-10)."""
        matching, plain = self.matching[row], row < NAMELESS
        if self.on("MAT-7.must" if plain else "MAT-10.must"):
            covered = not self.on("MAT-7.top")
            for stack in state.collections[player]:
                if stack and matching >> stack[-1] & 1:
                    return "MAT-7" if plain else "MAT-10"
                if covered and any(matching >> card & 1 for card in stack):
                    return "MAT-7"
        if not self.on("MAT-8" if plain else "MAT-10.keep") and any(
            matching >> card & 1 for card in state.hands[player]
        ):
            return "MAT-8" if plain else "MAT-10"
        return ""

    def _why_not_wild(self, state: MatchTable, move: Move, row: int) -> str:
        """Whether the wild may go there; as it matches everything, MAT-5 never collects it."""
        if move.place in (TOP, COLLECT):
            return "MAT-9" if self.on("MAT-9.collection") else "MAT-5"
        if WILD not in state.hands[move.player] and self.on("MAT-4.own"):
            return "MAT-4"
        if move.place == HAND and self.on("MAT-9.name"):
            return "MAT-9"
        return self._why_not_now(row)

    def _why_not_now(self, row: int) -> str:
        """Whether a wild may be played on what lies on top (MAT-9, MAT-10)."""
        if row >= NAMELESS and not self.on("MAT-10.wild"):
            return "MAT-10"
        return "" if self.on("MAT-9.any") else "MAT-9"
