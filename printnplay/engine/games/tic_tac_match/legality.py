"""Which moves are legal in Tic-Tac Match, and which rule forbids the others."""

from collections.abc import Iterable, Iterator

from printnplay.engine import grid
from printnplay.engine.games.tic_tac_match.cards import (
    DEAL,
    DEALING,
    DOUBLE,
    DOUBLE_PLAY,
    FACTS,
    FLIP,
    NEW_HAND,
    SEATS,
    SIDE,
    SPACES,
    SYMBOL_CARDS,
    TURN,
    WIPE_OUT,
    TicTacTable,
    colour_of,
    symbol_of,
)
from printnplay.engine.games.tic_tac_match.sentences import CLAUSES, SENTENCES
from printnplay.engine.kernel import OVER, Move, Rules


class Legality:
    """What a position allows."""

    def __init__(self, off: Iterable[str] = ()) -> None:
        """The game with some rules or clauses switched off.

        Raises:
            KeyError: there is no such rule.
        """
        self.on = Rules([*SENTENCES, *CLAUSES], off).on
        shapes = {"row": grid.rows, "column": grid.columns, "diagonal": grid.diagonals}
        self.lines = [
            line
            for name, lines in shapes.items()
            if self.on(f"TTM-1.{name}")
            for line in lines(SIDE)
        ]

    def to_move(self, state: TicTacTable) -> int:
        """The seat that moves next; OVER when nobody does."""
        return state.frames[-1][1] if state.frames else OVER

    def result(self, state: TicTacTable) -> tuple[int, ...] | None:
        """The winning seats of the game; in a match, once it is decided."""
        return None if state.frames else tuple(state.winners)

    def moves(self, state: TicTacTable) -> list[Move]:
        """Every legal move, sorted."""
        return [move for move in self._candidates(state) if not self.why_not(state, move)]

    def _candidates(self, state: TicTacTable) -> Iterator[Move]:
        """Every move that the cards in hand suggest, in order."""
        player = self.to_move(state)
        if player == OVER:
            return
        for card in sorted(set(state.hands[player])):
            if card < SYMBOL_CARDS:
                yield from (Move(player, card, space) for space in range(SPACES))
            elif card == WIPE_OUT:
                yield from (Move(player, card, other) for other in range(state.players))
            else:
                yield Move(player, card)
        yield Move(player, NEW_HAND)
        yield Move(player, DEAL)

    def why_not(self, state: TicTacTable, move: Move) -> str:
        """The rule that forbids the move; empty when it is legal."""
        if not state.frames:
            return "TTM-14" if state.match else "TTM-12"
        kind, player, _ = state.frames[-1]
        if kind == DEALING or move.action == DEAL:
            return self._why_not_deal(state, move)
        if move.player != player and self.on("TTM-4.turn"):
            return "TTM-4"
        if move.action == NEW_HAND:
            return self._why_not_new_hand(state)
        return self._why_not_card(state, move, double=kind == DOUBLE)

    def _why_not_deal(self, state: TicTacTable, move: Move) -> str:
        """Whether the next thing to do is that this player deals."""
        kind, dealer, _ = state.frames[-1]
        if kind != DEALING or move.action != DEAL:
            return "TTM-12"
        if state.players not in SEATS and self.on("TTM-13.players"):
            return "TTM-13"
        return "" if move.player == dealer else "TTM-14"

    def _why_not_new_hand(self, state: TicTacTable) -> str:
        """Whether the hand may be thrown in."""
        if not self.on("TTM-10.none"):
            return "TTM-5"
        stuck = state.frames[-1][0] == TURN and not self._any_play(state)
        return "" if stuck or not self.on("TTM-10.only") else "TTM-10"

    def _any_play(self, state: TicTacTable) -> bool:
        """Whether a card of the hand can be played."""
        return any(
            move.action < NEW_HAND and not self.why_not(state, move)
            for move in self._candidates(state)
        )

    def _why_not_card(self, state: TicTacTable, move: Move, *, double: bool) -> str:
        """Whether the card may be played from this hand."""
        hand, card = state.hands[move.player], move.action
        if card not in hand and self.on("TTM-5.hand"):
            return "TTM-9" if double else "TTM-5"
        if double and card > FLIP and self.on("TTM-9.kinds"):
            return "TTM-9"
        if card < SYMBOL_CARDS and not self._fits(state, card, move.place):
            return "TTM-6"
        if card == WIPE_OUT:
            return self._why_not_wiped(state, move)
        if card == DOUBLE_PLAY:
            return self._why_not_double(state, without(hand, card))
        first = double and state.frames[-1][2] == FACTS["double_play_cards"]
        return "TTM-9" if first and not self._second_follows(state, move) else ""

    def _why_not_wiped(self, state: TicTacTable, move: Move) -> str:
        """Whether that player may be wiped out."""
        if move.place == move.player:
            return "TTM-8" if self.on("TTM-8.other") else ""
        partner = self.team(state, move.place) == self.team(state, move.player)
        return "TTM-8" if partner and not self.on("TTM-8.partner") else ""

    def _why_not_double(self, state: TicTacTable, rest: list[int]) -> str:
        """Whether two cards of the rest of the hand can be played one after the other."""
        if not (self.on("TTM-9.two") and self.on("TTM-9.possible")):
            return ""
        for card in sorted(set(rest)):
            after = without(rest, card)
            if card == FLIP and self._plain_play(state, after):
                return ""
            if card < SYMBOL_CARDS and any(
                self._fits(state, card, space) and self._plain_play_after(state, card, space, after)
                for space in range(SPACES)
            ):
                return ""
        return "TTM-9"

    def _second_follows(self, state: TicTacTable, first: Move) -> bool:
        """Whether the first card of a Double Play leaves a second one that can be played."""
        if not self.on("TTM-9.possible"):
            return True
        rest = without(state.hands[first.player], first.action)
        if first.action == FLIP:
            return self._plain_play(state, rest)
        return self._plain_play_after(state, first.action, first.place, rest)

    def _plain_play_after(self, state: TicTacTable, card: int, space: int, rest: list[int]) -> bool:
        """Whether one of these could follow once the card lies on the space."""
        state.grid[space].append(card)
        follows = self._plain_play(state, rest)
        state.grid[space].pop()
        return follows

    def _plain_play(self, state: TicTacTable, cards: list[int]) -> bool:
        """Whether one of these is a Flip or a Symbol card that fits somewhere."""
        return FLIP in cards or any(
            card < SYMBOL_CARDS and self._fits(state, card, space)
            for card in set(cards)
            for space in range(SPACES)
        )

    def _fits(self, state: TicTacTable, card: int, space: int) -> bool:
        """Whether the Symbol card may lie on the space (TTM-6)."""
        stack = state.grid[space]
        if not stack:
            return self.on("TTM-6.empty")
        if not self.on("TTM-6.early") and not all(state.grid):
            return False
        if card == stack[-1]:
            return not self.on("TTM-6.differ")
        shares = symbol_of(card) == symbol_of(stack[-1]) or colour_of(card) == colour_of(stack[-1])
        return shares or not self.on("TTM-6.share")

    def team(self, state: TicTacTable, player: int) -> int:
        """The player's team, 0 or 1 (TTM-13)."""
        return player % 2 if self.on("TTM-13.opposite") else player * 2 // state.players

    def _after(self, state: TicTacTable, player: int) -> int:
        """The player whose turn comes next (TTM-4)."""
        return (player + (1 if self.on("TTM-4.clockwise") else -1)) % state.players

    def line(self, state: TicTacTable) -> int:
        """The symbol of a line that shows, -1 if none does (TTM-1)."""
        for line in self.lines:
            if all(state.grid[space] for space in line):
                tops = [state.grid[space][-1] for space in line]
                if self._alike(tops):
                    return symbol_of(tops[0])
        return -1

    def _alike(self, cards: list[int]) -> bool:
        """Whether the cards make a line."""
        symbols = len({symbol_of(card) for card in cards}) == 1 or not self.on("TTM-1.symbol")
        return symbols and (
            len({colour_of(card) for card in cards}) == 1 or not self.on("TTM-1.colour")
        )


def without(cards: list[int], card: int) -> list[int]:
    """The cards, one of this kind taken out if there is one."""
    rest = cards[:]
    if card in rest:
        rest.remove(card)
    return rest
