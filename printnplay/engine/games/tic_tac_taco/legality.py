"""Which moves are legal in Tic Tac Taco, and which rule forbids the others."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from printnplay.engine import grid
from printnplay.engine.games.tic_tac_taco.cards import (
    CARNE,
    DISCARD,
    DISCARDING,
    DRAW,
    FIELD,
    FIELD_SPACES,
    GUAC,
    KEEPING,
    LAYING,
    QUESO,
    SHARED,
    SIDE,
    SIDES,
    SOURCES,
    SPACES,
    STEAL,
    TAKE,
    TEAMS,
    TOPPINGS,
    VARIANTS,
    TacoTable,
    finished,
)
from printnplay.engine.games.tic_tac_taco.sentences import CLAUSES, SENTENCES
from printnplay.engine.kernel import OVER, Move, rule_of
from printnplay.engine.table_game import TableGame

NOWHERE = (-1,)
PLACES: Mapping[int, Iterable[int]] = {
    **dict.fromkeys((*TOPPINGS, GUAC), range(SPACES)),
    STEAL: range(len(SOURCES)),
}
"""Where cards may go at all; those not named go nowhere."""


SINGLE = {CARNE: "TAC-2.carne", QUESO: "TAC-2.queso"}
LATER = {CARNE: "TAC-7.carne", QUESO: "TAC-7.queso"}
HIT = {1: "TAC-9.bare", 3: "TAC-9.finished"}
"""Clauses by topping, and by how many cards lie on a space."""


class Legality(TableGame):
    """What a position allows."""

    RULES: ClassVar[Mapping[str, str]] = {**SENTENCES, **CLAUSES}
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = VARIANTS

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule, variant or choice.
        """
        super().__init__(off, **chosen)
        shapes = {"row": grid.rows, "column": grid.columns, "diagonal": grid.diagonals}
        self.lines = [
            line
            for name, lines in shapes.items()
            if self.on(f"TAC-1.{name}")
            for line in lines(SIDE)
        ]

    def agreed(self, variant: str) -> bool:
        """Whether the players chose otherwise than is usual."""
        return self.variants[variant] != VARIANTS[variant][0]

    def to_move(self, state: TacoTable) -> int:
        """The seat that moves next; OVER when nobody does."""
        return state.frame[1] if state.frame else OVER

    def result(self, state: TacoTable) -> tuple[int, ...] | None:
        """The winning seat; nobody where the grid has no line for anybody."""
        return None if state.frame else tuple(state.winners)

    def moves(self, state: TacoTable) -> list[Move]:
        """Every legal move, sorted."""
        return [move for move in self._candidates(state) if not self.why_not(state, move)]

    def _candidates(self, state: TacoTable) -> Iterator[Move]:
        """Every move that the cards suggest, in order."""
        if not state.frame:
            return
        kind, player, _ = state.frame
        if kind == SIDES:
            yield from (Move(player, TAKE, team) for team in TEAMS)
        elif kind == LAYING:
            for base in sorted(set(state.bases[player])):
                yield from (Move(player, base, space) for space in range(FIELD_SPACES))
        else:
            hand = sorted(set(state.hands[player]))
            for card in hand:
                yield from (Move(player, card, place) for place in PLACES.get(card, NOWHERE))
            yield Move(player, DRAW)
            yield from (Move(player, DISCARD, card) for card in hand)

    def why_not(self, state: TacoTable, move: Move) -> str:
        """The rule that forbids the move; empty when it is legal."""
        if not state.frame:
            return "TAC-1"
        kind, player, _ = state.frame
        if kind == SIDES:
            return "" if move.action == TAKE and move.player == player else "TAC-3"
        if kind == LAYING:
            return self._why_not_lay(state, move)
        if move.player != player and self.on("TAC-5.turn"):
            return "TAC-5"
        if kind in (DISCARDING, KEEPING):
            return self._why_not_discard(state, move)
        return self._why_not_turn(state, move)

    def _why_not_lay(self, state: TacoTable, move: Move) -> str:
        """Whether the base card may lie there (TAC-4)."""
        player, base, space = move
        theirs = player != state.frame[1] and self.on("TAC-4.alternate")
        if theirs or base > SHARED or state.grid[space]:
            return "TAC-4"
        if base not in state.bases[player] and self.on("TAC-4.own"):
            return "TAC-4"
        laid = [at for at, stack in enumerate(state.grid) if stack]
        if not laid:
            return "" if space == FIELD_SPACES // 2 else "TAC-4"
        return "" if self._touches(laid, space) and self.fits([*laid, space]) else "TAC-4"

    def _touches(self, laid: list[int], space: int) -> bool:
        """Whether the space shares an edge or a corner with one that is taken."""
        away = [
            sorted((abs(at // FIELD - space // FIELD), abs(at % FIELD - space % FIELD)))
            for at in laid
        ]
        corner = [1, 1] in away and self.on("TAC-4.corner")
        return [0, 1] in away or corner or not self.on("TAC-4.touch")

    def fits(self, laid: list[int]) -> bool:
        """Whether the spaces lie within three rows and three columns."""
        rows, columns = {at // FIELD for at in laid}, {at % FIELD for at in laid}
        high = max(rows) - min(rows) < SIDE or not self.on("TAC-4.rows")
        return high and (max(columns) - min(columns) < SIDE or not self.on("TAC-4.columns"))

    def _why_not_discard(self, state: TacoTable, move: Move) -> str:
        """Whether the player, who must discard now, may do this."""
        keeping, hand = state.frame[0] == KEEPING, state.hands[move.player]
        if not keeping and not self.on("TAC-5.any"):
            hand = hand[:-1]
        if move.action == DISCARD and move.place in hand:
            return ""
        if keeping:
            return "TAC-10"
        return "TAC-5" if self.on("TAC-5.wait") else self._why_not_card(state, move)

    def _why_not_turn(self, state: TacoTable, move: Move) -> str:
        """Whether the player may play this card, or draw instead (TAC-5, TAC-14)."""
        if move.action != DRAW:
            return self._why_not_card(state, move)
        rule = "TAC-5.free" if self.can_play(state) else "TAC-14"
        return "" if self.on(rule) else rule_of(rule)

    def can_play(self, state: TacoTable) -> bool:
        """Whether a card of the hand can be played."""
        return any(
            move.action < DRAW and not self._why_not_card(state, move)
            for move in self._candidates(state)
        )

    def _why_not_card(self, state: TacoTable, move: Move) -> str:
        """Whether the card may be played there from this hand."""
        card, place = move.action, move.place
        if card not in state.hands[move.player] and self.on("TAC-5.hand"):
            return "TAC-5"
        if card in TOPPINGS:
            return self._why_not_base(state, move) or self._why_not_on(state, card, place)
        if card == GUAC:
            return self._why_not_guac(state.grid[place])
        empty = card == STEAL and SOURCES[place] == "discard" and not state.discard
        return "TAC-11" if empty and self.on("TAC-11.empty") else ""

    def _why_not_base(self, state: TacoTable, move: Move) -> str:
        """Whether the player may put toppings on this base card (TAC-6, TAC-7)."""
        base, team = state.grid[move.place][0], state.teams[move.player]
        if base == SHARED:
            return self._why_not_shared(state, team, move.action)
        if base == team:
            return ""
        any_base = self.on("TAC-6.any") if self.agreed("toppings") else not self.on("TAC-6.own")
        return "" if any_base else "TAC-6"

    def _why_not_shared(self, state: TacoTable, team: int, topping: int) -> str:
        """Whether the NachoTortilla may have the topping (TAC-6, TAC-7)."""
        if not self.on("TAC-6.shared"):
            return "TAC-6"
        ready = all(topping in stack for stack in state.grid if stack[0] == team)
        return "" if ready or not self.on(LATER[topping]) else "TAC-7"

    def _why_not_on(self, state: TacoTable, topping: int, space: int) -> str:
        """Whether the topping may lie on what is there (TAC-2)."""
        stack = state.grid[space]
        if topping in stack and self.on(SINGLE[topping]):
            return "TAC-2"
        if topping == QUESO and CARNE not in stack and self.on("TAC-2.order"):
            return "TAC-2"
        return "TAC-2" if state.turned[space] and not self.on("TAC-2.again") else ""

    def _why_not_guac(self, stack: list[int]) -> str:
        """Whether the toppings of this space may be hit (TAC-9)."""
        clause = HIT.get(len(stack), "TAC-9")
        return "" if self.on(clause) else "TAC-9"

    def line(self, state: TacoTable, team: int) -> bool:
        """Whether the team has a line of taco combos (TAC-1)."""
        return any(
            all(finished(state.grid[space]) for space in line)
            for line in self.own_lines(state, team)
        )

    def own_lines(self, state: TacoTable, team: int) -> list[tuple[int, ...]]:
        """The lines that the team can win with: those on its own base cards."""
        return [
            line
            for line in self.lines
            if all(self._counts(state.grid[space][0], team) for space in line)
        ]

    def _counts(self, base: int, team: int) -> bool:
        """Whether a combo on this base card counts for the team."""
        if base == SHARED:
            return self.on("TAC-1.shared")
        return base == team or not self.on("TAC-1.own")
