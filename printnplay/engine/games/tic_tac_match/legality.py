"""Which moves are legal in Tic-Tac Match, and which rule forbids the others."""

from printnplay.engine.games.tic_tac_match.cards import (
    DEAL,
    DEALING,
    DOUBLE,
    DOUBLE_PLAY,
    FACTS,
    FLIP,
    NEW_HAND,
    SEATS,
    SYMBOL_CARDS,
    TURN,
    WIPE_OUT,
    TicTacTable,
)
from printnplay.engine.games.tic_tac_match.ground import LAYOUT, Ground
from printnplay.engine.kernel import OVER, Move
from printnplay.engine.openings import two_apart
from printnplay.engine.piles import without

BITS, LAYING = LAYOUT.bits, LAYOUT.moves


class Legality(Ground):
    """What a position allows."""

    def _settle_clauses(self) -> None:
        """Ask once for the clauses that every move depends on."""
        self.by_kind, self.throws = self.on("TTM-9.kinds"), not self.on("TTM-10.only")

    def to_move(self, state: TicTacTable) -> int:
        """The seat that moves next; OVER when nobody does."""
        return state.frames[-1][1] if state.frames else OVER

    def result(self, state: TicTacTable) -> tuple[int, ...] | None:
        """The winning seats of the game; in a match, once it is decided."""
        return None if state.frames else tuple(state.winners)

    def moves(self, state: TicTacTable) -> list[Move]:
        """Every legal move, sorted."""
        if not state.frames:
            return []
        kind, player, _ = state.frames[-1]
        if kind == DEALING:
            deal = Move(player, DEAL)
            return [] if self.why_not(state, deal) else [deal]
        found = self._plays(state)
        if (not found or self.throws) and not self._why_not_new_hand(state):
            found.append(Move(player, NEW_HAND))
        return found

    def _plays(self, state: TicTacTable) -> list[Move]:
        """The legal moves with a card of the hand."""
        kind, player, left = state.frames[-1]
        hand, openings, laying = sorted(state.hands[player]), state.openings, LAYING[player]
        found: list[Move] = []
        before = NEW_HAND
        for card in hand:
            if card != before:
                before = card
                found += laying[openings & BITS[card]]
        if kind == DOUBLE and left == FACTS["double_play_cards"] and self.on("TTM-9.possible"):
            found = self.openings.leaving(openings, state.grid, hand, found)
        if hand and hand[-1] > FLIP and (kind == TURN or not self.by_kind):
            self._add_actions(state, player, hand, found)
        return found

    def _add_actions(
        self, state: TicTacTable, player: int, hand: list[int], found: list[Move]
    ) -> None:
        """Add the legal moves with a Wipe-Out or a Double Play of the hand."""
        double = DOUBLE_PLAY in hand and (
            two_apart(found) or not self._why_not_double(state, without(hand, DOUBLE_PLAY))
        )
        if WIPE_OUT in hand:
            found += self._wipe_outs(state, player)
        if double:
            found.append(Move(player, DOUBLE_PLAY))

    def _wipe_outs(self, state: TicTacTable, player: int) -> list[Move]:
        """The legal ways to wipe out somebody; they depend on nothing but who plays."""
        known = self.wiping.get(player << 3 | state.players)
        if known is None:
            others = [Move(player, WIPE_OUT, other) for other in range(state.players)]
            known = [one for one in others if not self._why_not_wiped(state, one)]
            self.wiping[player << 3 | state.players] = known
        return known

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
        stuck = state.frames[-1][0] == TURN and not self._plays(state)
        return "" if stuck or not self.on("TTM-10.only") else "TTM-10"

    def _why_not_card(self, state: TicTacTable, move: Move, *, double: bool) -> str:
        """Whether the card may be played from this hand."""
        hand, card = state.hands[move.player], move.action
        if card not in hand and self.on("TTM-5.hand"):
            return "TTM-9" if double else "TTM-5"
        if double and card > FLIP and self.on("TTM-9.kinds"):
            return "TTM-9"
        if card < SYMBOL_CARDS and not self.openings.has(state.openings, card, move.place):
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
        return "" if self.openings.take_two(state.openings, state.grid, rest) else "TTM-9"

    def _second_follows(self, state: TicTacTable, first: Move) -> bool:
        """Whether the first card of a Double Play leaves a second one that can be played."""
        if not self.on("TTM-9.possible"):
            return True
        rest = without(state.hands[first.player], first.action)
        return self.openings.leave(state.openings, state.grid, rest, first)
