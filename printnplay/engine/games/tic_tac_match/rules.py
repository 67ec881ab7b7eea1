"""What comes of the moves of Tic-Tac Match."""

from collections.abc import Mapping

from printnplay.engine import grid
from printnplay.engine.chance import shuffle
from printnplay.engine.games.tic_tac_match.cards import (
    CARDS,
    CENTRE,
    COMPONENTS,
    DEAL,
    DEALING,
    DOUBLE,
    DOUBLE_PLAY,
    FACTS,
    FLIP,
    HAND,
    IDENTITY,
    NEW_HAND,
    NOTHING_LEFT,
    SEATS,
    SIDE,
    SYMBOL_CARDS,
    SYMBOLS,
    TURN,
    WIPE_OUT,
    TicTacTable,
    symbol_of,
)
from printnplay.engine.games.tic_tac_match.legality import Legality
from printnplay.engine.kernel import Draw, Move

SPACE_NAMES = grid.space_names(SIDE)
RULE_OF_ACTION = {FLIP: "TTM-7", WIPE_OUT: "TTM-8", DOUBLE_PLAY: "TTM-9"}


class Play(Legality):
    """Setting up, playing, ending and scoring a game."""

    def _settle_clauses(self) -> None:
        """Ask once for the clauses that every move depends on."""
        super()._settle_clauses()
        self.fills, self.passes = self.on("TTM-5.draw"), self.on("TTM-5.one")
        self.left, self.late = 1 if self.on("TTM-4.clockwise") else -1, not self.on("TTM-12.once")

    def setup(self, players: int, draw: Draw, *, dealer: int | None = None) -> TicTacTable:
        """Choose a dealer by chance, unless one is named, and deal (TTM-2, TTM-3).

        Raises:
            ValueError: neither two nor four players.
        """
        if players not in SEATS:
            raise ValueError(players)
        first = draw(players) if dealer is None else dealer
        state = TicTacTable(players, first, int(self.variants["length"] == "five-points"))
        self.play(state, Move(first, DEAL), draw)
        return state

    def _after(self, state: TicTacTable, player: int) -> int:
        """The player whose turn comes next (TTM-4)."""
        return (player + self.left) % state.players

    def _deal(self, state: TicTacTable, dealer: int, draw: Draw) -> None:
        """Shuffle, deal, turn the centre card over; leaves the match score as it is."""
        for rule in ("TTM-2", "TTM-3", "TTM-4"):
            self.tell(rule)
        state.gather(dealer)
        state.openings = self.bare
        shuffle(state.pile, draw)
        self._deal_hands(state)
        self._turn_over_centre(state)
        first = self._after(state, dealer) if self.on("TTM-4.left") else dealer
        state.frames = [[TURN, first, NOTHING_LEFT]]

    def _deal_hands(self, state: TicTacTable) -> None:
        """Four cards to everybody, the player on the dealer's left first."""
        size = HAND if self.on("TTM-2.hand") else HAND - 1
        order = [(state.dealer + 1 + step) % state.players for step in range(state.players)]
        rounds = order * size
        for player in rounds if self.on("TTM-2.singly") else sorted(rounds, key=order.index):
            state.hands[player].append(state.pile.pop())

    def _turn_over_centre(self, state: TicTacTable) -> None:
        """Turn cards over until a Symbol card comes; it sets the ID cards."""
        turned = [state.pile.pop()]
        while turned[-1] >= SYMBOL_CARDS:
            turned.append(state.pile.pop())
        centre = turned.pop()
        if self.on("TTM-3.centre"):
            self._lay(state, centre, CENTRE)
        else:
            turned.append(centre)
        if self.on("TTM-3.discard"):
            state.discard = turned
        else:
            state.pile[:0] = turned
        ours = symbol_of(centre) if self.on("TTM-3.dealer") else 0
        state.sides = [
            ours if self.team(state, player) == self.team(state, state.dealer) else 1 - ours
            for player in range(state.players)
        ]

    def play(self, state: TicTacTable, move: Move, draw: Draw) -> None:
        """Carry out a legal move: lay the card where it goes and do what it says."""
        player, card, space = move
        if card >= NEW_HAND:
            self._do_without_card(state, move, draw)
            return
        if self.trace is not None:
            self._tell_card(state, card)
        hand = state.hands[player]
        if card in hand:
            hand.remove(card)
        if card < SYMBOL_CARDS:
            self._lay(state, card, space)
            if not self.late and self.completes(state, card, space):
                self._close(state, player, symbol_of(card))
                return
            following = (player + self.left) % state.players
        else:
            state.discard.append(card)
            following = self._act(state, move, draw)
        if following >= 0 and (state.frames[-1][0] == TURN or self._was_last(state, player, draw)):
            self._end_turn(state, player, following, draw)

    def _tell_card(self, state: TicTacTable, card: int) -> None:
        """Tell the trace which rules the card that is played puts to use."""
        self.tell("TTM-5" if state.frames[-1][0] == TURN else "TTM-9")
        self.tell(RULE_OF_ACTION.get(card, "TTM-6"))

    def _do_without_card(self, state: TicTacTable, move: Move, draw: Draw) -> None:
        """Deal, or throw the hand in."""
        if move.action == DEAL:
            self._deal(state, move.player, draw)
            return
        self.tell("TTM-10")
        self._throw_in(state, move.player, draw)
        if not self.on("TTM-10.turn"):
            self._end_turn(state, move.player, self._after(state, move.player), draw)

    def _lay(self, state: TicTacTable, card: int, space: int) -> None:
        """Put a Symbol card on a space."""
        state.openings = self.openings.after(state.openings, state.grid, card, space)
        state.grid[space].append(card)

    def _act(self, state: TicTacTable, move: Move, draw: Draw) -> int:
        """Do what an action card says; returns whose turn is next, -1 if this one goes on."""
        following = self._after(state, move.player)
        if move.action == FLIP:
            self._flip(state, move.player)
        elif move.action == WIPE_OUT:
            following = self._wipe_out(state, move, draw)
        elif self.on("TTM-9.two"):
            state.frames.append([DOUBLE, move.player, FACTS["double_play_cards"]])
            return -1
        return following

    def _was_last(self, state: TicTacTable, player: int, draw: Draw) -> bool:
        """Whether a Double Play wants no further card."""
        frame = state.frames[-1]
        frame[2] -= 1
        if not self.on("TTM-9.late"):
            self._fill(state, player, draw)
        return frame[2] <= 0

    def _flip(self, state: TicTacTable, player: int) -> None:
        """Turn the ID cards over (TTM-7)."""
        for seat in range(state.players) if self.on("TTM-7.all") else [player]:
            if self.on("TTM-7.turn"):
                state.sides[seat] = 1 - state.sides[seat]

    def _wipe_out(self, state: TicTacTable, move: Move, draw: Draw) -> int:
        """Give the chosen player a new hand; returns whose turn is next (TTM-8)."""
        if self.on("TTM-8.replace"):
            self._fill(state, move.player, draw)
        if self.on("TTM-8.hand"):
            self._throw_in(state, move.place, draw)
        return move.place if self.on("TTM-8.next") else self._after(state, move.player)

    def _throw_in(self, state: TicTacTable, player: int, draw: Draw) -> None:
        """Discard the whole hand and draw a new one."""
        state.discard += state.hands[player]
        state.hands[player] = []
        self._fill(state, player, draw)

    def _end_turn(self, state: TicTacTable, player: int, following: int, draw: Draw) -> None:
        """Fill the hand and pass the turn on."""
        if self.late:
            for space, stack in enumerate(state.grid):
                if stack and self.completes(state, stack[-1], space):
                    self._close(state, player, symbol_of(stack[-1]))
                    return
        if self.fills:
            self._fill(state, player, draw)
        state.frames = [[TURN, following if self.passes else player, NOTHING_LEFT]]

    def _fill(self, state: TicTacTable, player: int, draw: Draw) -> None:
        """Draw until the hand is full; an empty pile is made anew first (TTM-11)."""
        hand = state.hands[player]
        while len(hand) < HAND:
            if not state.pile:
                self._new_pile(state, draw)
                if not state.pile:
                    return
            hand.append(state.pile.pop())

    def _new_pile(self, state: TicTacTable, draw: Draw) -> None:
        """Shuffle the discard pile and all covered cards into a new draw pile (TTM-11)."""
        self.tell("TTM-11")
        if self.on("TTM-11.discard"):
            state.pile, state.discard = state.discard, []
        if self.on("TTM-11.covered"):
            for stack in state.grid:
                state.pile += stack[:-1]
                del stack[:-1]
        shuffle(state.pile, draw)

    def _close(self, state: TicTacTable, player: int, symbol: int) -> None:
        """End the game: a line of this symbol shows; in a match, score it (TTM-12, TTM-14)."""
        if not self.on("TTM-12.symbol"):
            symbol = state.sides[player]
        state.winners = [seat for seat, side in enumerate(state.sides) if side == symbol]
        state.frames = []
        self.tell("TTM-1")
        self.tell("TTM-12")
        if len(state.winners) > 1:
            self.tell("TTM-13")
        if state.match:
            self._score(state)

    def _score(self, state: TicTacTable) -> None:
        """A point to the winners; unless that decides the match, the next dealer deals."""
        self.tell("TTM-14")
        for team in {self.team(state, seat) for seat in state.winners}:
            state.score[team] += 1 if self.on("TTM-14.point") else 0
        if not self.match_decided(state):
            state.frames = [[DEALING, self.next_dealer(state), NOTHING_LEFT]]

    def match_decided(self, state: TicTacTable) -> bool:
        """Whether a team has the points that win the match."""
        return max(state.score) >= FACTS["points_to_win"] and self.on("TTM-14.five")

    def next_dealer(self, state: TicTacTable) -> int:
        """Who deals the next game of a match."""
        return (state.dealer + (1 if self.on("TTM-14.left") else 0)) % state.players

    def zones(self, state: TicTacTable) -> Mapping[str, list[str]]:
        """Every card of the box, by where it lies, ID cards included."""
        spare = COMPONENTS["identity"] - state.players
        zones = {"draw": state.pile, "discard": state.discard, "box": [IDENTITY] * spare}
        zones |= {f"hand.{seat}": hand for seat, hand in enumerate(state.hands)}
        zones |= {f"grid.{SPACE_NAMES[at]}": stack for at, stack in enumerate(state.grid)}
        zones |= {f"id.{SYMBOLS[side]}.{seat}": [IDENTITY] for seat, side in enumerate(state.sides)}
        return {name: [CARDS[card] for card in cards] for name, cards in zones.items()}
