"""The rules of Tic-Tac Match, one line each, and the clauses that can be switched off singly.

The line of a clause says what holds while it is on.

The table of Tic-Tac Match: teams, what may cover what, and the lines that show.

Which moves are legal in Tic-Tac Match, and which rule forbids the others.

What comes of the moves of Tic-Tac Match.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from printnplay.rules import board as grid
from printnplay.rules.board import without
from printnplay.rules.chance import shuffle
from printnplay.rules.game import OVER, Move, Rng
from printnplay.rules.placements import Layout, Openings, two_apart
from printnplay.rules.tabletop import TableGame

from .cards import (
    CARDS,
    CENTRE,
    COLOURS,
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
    SPACES,
    SYMBOL_CARDS,
    SYMBOLS,
    TURN,
    VARIANTS,
    WIPE_OUT,
    TicTacTable,
    colour_of,
    symbol_of,
)

SENTENCES: Mapping[str, str] = {
    "TTM-1": "The aim is a line of three visible Symbol cards alike in symbol and in colour.",
    "TTM-2": "A dealer, chosen by chance, hands out ID cards, shuffles and deals hands of four.",
    "TTM-3": "The first Symbol card turned over is the centre and the symbol of the dealer's side.",
    "TTM-4": "The dealer's left neighbour begins and turns pass clockwise.",
    "TTM-5": "A turn is one card played from the hand and a draw back up to four.",
    "TTM-6": "Symbol cards go on empty spaces, or on cards alike in symbol or colour, never both.",
    "TTM-7": "A Flip turns over the ID card of every player.",
    "TTM-8": "A Wipe-Out gives another player a fresh hand and the next turn.",
    "TTM-9": "A Double Play is followed by exactly two Symbol cards or Flips out of the same hand.",
    "TTM-10": "A hand without any legal play is thrown in for a new one when the turn begins.",
    "TTM-11": "An empty draw pile is made anew from the discard pile and all covered cards.",
    "TTM-12": "The first line ends the game for the side whose ID cards show its symbol.",
    "TTM-13": "Four players form two teams, partners sitting opposite.",
    "TTM-14": "Games may be scored: a point to the winning side, and five points take the match.",
}

CLAUSES: Mapping[str, str] = {
    "TTM-1.row": "rows are lines",
    "TTM-1.column": "columns are lines",
    "TTM-1.diagonal": "diagonals are lines",
    "TTM-1.symbol": "the three cards have one symbol",
    "TTM-1.colour": "the three cards have one colour",
    "TTM-2.hand": "everybody is dealt four cards",
    "TTM-2.singly": "cards are dealt one at a time, round and round",
    "TTM-3.centre": "the Symbol card turned over lies in the centre",
    "TTM-3.discard": "other cards turned over start the discard pile",
    "TTM-3.dealer": "the dealer's side takes that symbol, the others the opposite one",
    "TTM-4.left": "the player on the dealer's left begins",
    "TTM-4.clockwise": "the next player is the one on the left",
    "TTM-4.turn": "only the player whose turn it is plays",
    "TTM-5.hand": "cards come out of the player's own hand",
    "TTM-5.one": "one card ends the turn",
    "TTM-5.draw": "the hand is filled up to four when the turn ends",
    "TTM-6.empty": "an empty space takes any Symbol card",
    "TTM-6.early": "covering is allowed while spaces are empty",
    "TTM-6.share": "a covering card shares colour or symbol",
    "TTM-6.differ": "a covering card is not the same in both",
    "TTM-7.turn": "ID cards are turned over",
    "TTM-7.all": "everybody's ID card is turned over",
    "TTM-8.replace": "the card played is replaced at once",
    "TTM-8.other": "nobody may choose themselves",
    "TTM-8.partner": "a partner may be chosen",
    "TTM-8.hand": "the chosen player's hand is thrown in for a new one",
    "TTM-8.next": "the chosen player has the next turn",
    "TTM-9.two": "two more cards are played",
    "TTM-9.kinds": "both are Symbol cards or Flips",
    "TTM-9.late": "nothing is drawn before the end of the turn",
    "TTM-9.possible": "two cards must be playable one after the other",
    "TTM-10.none": "a hand without a legal play is thrown in",
    "TTM-10.only": "a hand with a legal play is not",
    "TTM-10.turn": "the turn goes on with the new hand",
    "TTM-11.discard": "the discard pile is shuffled",
    "TTM-11.covered": "covered cards are shuffled in",
    "TTM-12.line": "a line ends the game",
    "TTM-12.symbol": "its symbol says who wins, whoever played the card",
    "TTM-12.once": "the game ends at once, also in the middle of a turn",
    "TTM-13.opposite": "partners sit opposite",
    "TTM-13.players": "two or four play, never three",
    "TTM-14.point": "the winning side takes a point",
    "TTM-14.five": "five points win the match",
    "TTM-14.left": "the deal passes to the left",
}


LAYOUT = Layout(SPACES, SYMBOL_CARDS, 1, cards=len(CARDS), seats=max(SEATS))
"""Symbol cards are laid on spaces; a Flip, the next card, needs none."""


class Ground(TableGame):
    """What the rules say of cards that lie on the table, asked once when a game is made."""

    RULES: ClassVar[Mapping[str, str]] = {**SENTENCES, **CLAUSES}
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = VARIANTS

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule.
            UnknownVariantError: there is no such variant or choice.
        """
        super().__init__(off, **chosen)
        self.lines = self._lines()
        lines = self.lines if self.on("TTM-12.line") else []
        self.through = [_through(space, lines) for space in range(SPACES)]
        self.alike = [self._alike(card) for card in range(SYMBOL_CARDS)]
        self.openings = Openings(LAYOUT, self._fits_on, covering=self.on("TTM-6.early"))
        self.bare = self.openings.of([[] for _ in range(SPACES)])
        self.wiping: dict[int, list[Move]] = {}
        self._settle_clauses()

    def _lines(self) -> list[tuple[int, ...]]:
        """The lines of the grid (TTM-1)."""
        shapes = {"row": grid.rows, "column": grid.columns, "diagonal": grid.diagonals}
        return [
            line
            for name, lines in shapes.items()
            if self.on(f"TTM-1.{name}")
            for line in lines(SIDE)
        ]

    def _settle_clauses(self) -> None:
        """Ask once for the clauses that every move depends on; each class adds its own."""

    def _fits_on(self, card: int, top: int | None) -> bool:
        """Whether a Symbol card may lie on another one, or on an empty space (TTM-6)."""
        if top is None:
            return self.on("TTM-6.empty")
        if card == top:
            return not self.on("TTM-6.differ")
        shares = symbol_of(card) == symbol_of(top) or colour_of(card) == colour_of(top)
        return shares or not self.on("TTM-6.share")

    def survey(self, state: TicTacTable) -> int:
        """The openings of the grid as it lies; whoever lays out a grid has to note them."""
        return self.openings.of(state.grid)

    def team(self, state: TicTacTable, player: int) -> int:
        """The player's team, 0 or 1 (TTM-13)."""
        return player % 2 if self.on("TTM-13.opposite") else player * 2 // state.players

    def completes(self, state: TicTacTable, card: int, space: int) -> bool:
        """Whether a card that is laid on a space is part of a line (TTM-1)."""
        stacks, alike = state.grid, self.alike
        face = alike[card]
        for one, other in self.through[space]:
            first, second = stacks[one], stacks[other]
            if first and second and alike[first[-1]] == face == alike[second[-1]]:
                return True
        return False

    def _alike(self, card: int) -> int:
        """A number that the cards of a line have in common (TTM-1)."""
        symbol = symbol_of(card) if self.on("TTM-1.symbol") else 0
        return symbol * len(COLOURS) + (colour_of(card) if self.on("TTM-1.colour") else 0)


def _through(space: int, lines: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The other spaces of each line through a space."""
    return [tuple(other for other in line if other != space) for line in lines if space in line]


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


SPACE_NAMES = grid.space_names(SIDE)
RULE_OF_ACTION = {FLIP: "TTM-7", WIPE_OUT: "TTM-8", DOUBLE_PLAY: "TTM-9"}


class Play(Legality):
    """Setting up, playing, ending and scoring a game."""

    def _settle_clauses(self) -> None:
        """Ask once for the clauses that every move depends on."""
        super()._settle_clauses()
        self.fills, self.passes = self.on("TTM-5.draw"), self.on("TTM-5.one")
        self.left, self.late = 1 if self.on("TTM-4.clockwise") else -1, not self.on("TTM-12.once")

    def setup(self, players: int, draw: Rng, *, dealer: int | None = None) -> TicTacTable:
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

    def _deal(self, state: TicTacTable, dealer: int, draw: Rng) -> None:
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

    def play(self, state: TicTacTable, move: Move, draw: Rng) -> None:
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

    def _do_without_card(self, state: TicTacTable, move: Move, draw: Rng) -> None:
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

    def _act(self, state: TicTacTable, move: Move, draw: Rng) -> int:
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

    def _was_last(self, state: TicTacTable, player: int, draw: Rng) -> bool:
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

    def _wipe_out(self, state: TicTacTable, move: Move, draw: Rng) -> int:
        """Give the chosen player a new hand; returns whose turn is next (TTM-8)."""
        if self.on("TTM-8.replace"):
            self._fill(state, move.player, draw)
        if self.on("TTM-8.hand"):
            self._throw_in(state, move.place, draw)
        return move.place if self.on("TTM-8.next") else self._after(state, move.player)

    def _throw_in(self, state: TicTacTable, player: int, draw: Rng) -> None:
        """Discard the whole hand and draw a new one."""
        state.discard += state.hands[player]
        state.hands[player] = []
        self._fill(state, player, draw)

    def _end_turn(self, state: TicTacTable, player: int, following: int, draw: Rng) -> None:
        """Fill the hand and pass the turn on."""
        if self.late:
            for space, stack in enumerate(state.grid):
                if stack and self.completes(state, stack[-1], space):
                    self._close(state, player, symbol_of(stack[-1]))
                    return
        if self.fills:
            self._fill(state, player, draw)
        state.frames = [[TURN, following if self.passes else player, NOTHING_LEFT]]

    def _fill(self, state: TicTacTable, player: int, draw: Rng) -> None:
        """Draw until the hand is full; an empty pile is made anew first (TTM-11)."""
        hand = state.hands[player]
        while len(hand) < HAND:
            if not state.pile:
                self._new_pile(state, draw)
                if not state.pile:
                    return
            hand.append(state.pile.pop())

    def _new_pile(self, state: TicTacTable, draw: Rng) -> None:
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
