"""The rules of Tic Tac Taco, one line each, and the clauses that can be switched off singly.

The line of a clause says what holds while it is on.

Which moves are legal in Tic Tac Taco, and which rule forbids the others.

What comes of the moves of Tic Tac Taco.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from printnplay.rules import board as grid
from printnplay.rules.chance import shuffle
from printnplay.rules.game import OVER, Move, Rng, rule_of
from printnplay.rules.tabletop import TableGame

from .cards import (
    CARDS,
    CARNE,
    DISCARD,
    DISCARDING,
    DRAW,
    FACTS,
    FIELD,
    FIELD_NAMES,
    FIELD_SPACES,
    GUAC,
    HAND,
    KEEPING,
    LAYING,
    PICO,
    POCALYPSE,
    QUESO,
    SHARED,
    SIDE,
    SIDES,
    SOURCES,
    SPACE_NAMES,
    SPACES,
    STEAL,
    TAKE,
    TEAMS,
    TOPPINGS,
    TURN,
    VARIANTS,
    TacoTable,
    finished,
    without,
)

SENTENCES: Mapping[str, str] = {
    "TAC-1": "The first team with three taco combos of its own in a line has won.",
    "TAC-2": "A taco combo is a base card, one Carne and on that one Queso; it is turned over.",
    "TAC-3": "Sides are chosen; whoever last ate tacos has the NachoTortilla and goes first.",
    "TAC-4": "Base cards are laid in turn, each touching another, until three rows of three lie.",
    "TAC-5": "A turn is one card played or one drawn; a hand has three cards before and after.",
    "TAC-6": "Toppings go on base cards of one's own team and on the NachoTortilla.",
    "TAC-7": "The NachoTortilla takes a topping only after all base cards of one's own have it.",
    "TAC-8": "A power-up card is played like any other card, does its work and is discarded.",
    "TAC-9": "A Guac-Block clears one space of its toppings.",
    "TAC-10": "A Pico de Futuro brings three cards, of which and of the hand two are discarded.",
    "TAC-11": "A Steal a Bite takes a card from the opponent's hand or off the discard pile.",
    "TAC-12": "A player's third Taco-pocalypse clears all toppings off the grid.",
    "TAC-13": "An empty draw pile is made anew from the discard pile.",
    "TAC-14": "Whoever can play nothing draws.",
}

CLAUSES: Mapping[str, str] = {
    "TAC-1.row": "rows are lines",
    "TAC-1.column": "columns are lines",
    "TAC-1.diagonal": "diagonals are lines",
    "TAC-1.own": "the other team's base cards do not count",
    "TAC-1.shared": "the NachoTortilla counts for both teams",
    "TAC-1.mover": "where both teams have a line, the one that moved wins",
    "TAC-1.either": "a line wins for its team, whoever finished it",
    "TAC-2.carne": "a space takes one Carne",
    "TAC-2.queso": "a space takes one Queso",
    "TAC-2.order": "Queso goes on Carne",
    "TAC-2.turned": "a finished combo is turned over",
    "TAC-2.again": "a base card that lies logo up can be built on",
    "TAC-3.sides": "any side can be chosen",
    "TAC-3.four": "each player takes the four base cards of the team",
    "TAC-3.tacos": "whoever last ate tacos takes the NachoTortilla",
    "TAC-3.lays": "its holder lays the first card",
    "TAC-3.plays": "its holder has the first turn",
    "TAC-3.other": "if so agreed, the other player has the first turn",
    "TAC-4.alternate": "the players lay in turn",
    "TAC-4.own": "each lays base cards of their own",
    "TAC-4.touch": "a card touches one that lies",
    "TAC-4.corner": "corners touch, not only edges",
    "TAC-4.rows": "all cards fit within three rows",
    "TAC-4.columns": "all cards fit within three columns",
    "TAC-4.lines": "a grid in which a team has no line is laid again",
    "TAC-4.dead": "if so agreed, it is kept",
    "TAC-5.deal": "three cards each are dealt when the grid is laid",
    "TAC-5.turn": "only the player whose turn it is plays",
    "TAC-5.hand": "cards come out of the player's own hand",
    "TAC-5.one": "one card played or drawn ends the turn",
    "TAC-5.refill": "a card played is replaced from the draw pile",
    "TAC-5.free": "whoever can play may draw all the same",
    "TAC-5.discard": "whoever draws discards a card",
    "TAC-5.any": "the card drawn can be the one discarded",
    "TAC-5.wait": "a card drawn cannot be played in the same turn",
    "TAC-6.own": "the other team's base cards take no toppings of ours",
    "TAC-6.shared": "the NachoTortilla takes toppings of both teams",
    "TAC-6.any": "if so agreed, toppings go on any base card",
    "TAC-7.carne": "Carne needs Carne on all four of one's own",
    "TAC-7.queso": "Queso needs Queso on all four of one's own",
    "TAC-8.turn": "a power-up card takes the place of a filling card",
    "TAC-8.discard": "it is discarded",
    "TAC-9.toppings": "Carne and Queso of the space are discarded",
    "TAC-9.finished": "finished combos can be hit",
    "TAC-9.bare": "a space without toppings can be chosen",
    "TAC-9.back": "a base card turned over is turned back",
    "TAC-10.first": "the card itself is discarded before the others are drawn",
    "TAC-10.draw": "three cards are drawn",
    "TAC-10.discard": "two cards are discarded",
    "TAC-11.refill": "the opponent replaces the stolen card at once",
    "TAC-11.turn": "the opponent's draw is not a turn",
    "TAC-11.three": "the card taken fills the hand",
    "TAC-11.top": "it is the top card of the discard pile",
    "TAC-11.before": "the Steal a Bite itself is discarded afterwards",
    "TAC-11.empty": "an empty discard pile cannot be chosen",
    "TAC-12.stays": "the card stays in front of its player",
    "TAC-12.once": "one a turn",
    "TAC-12.same": "the cards in front of one player count",
    "TAC-12.third": "the third card sets off the reset",
    "TAC-12.toppings": "all toppings are discarded",
    "TAC-12.own": "that player's three are discarded",
    "TAC-12.others": "those of the other player stay",
    "TAC-12.all": "if so agreed, those of the other player are discarded too",
    "TAC-12.lie": "base cards stay as they lie",
}


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


POWERS: Mapping[int, str] = {
    GUAC: "TAC-9",
    PICO: "TAC-10",
    STEAL: "TAC-11",
    POCALYPSE: "TAC-12",
}
"""The rules of the power-up cards."""

ONE_TURN: Mapping[int, tuple[str, ...]] = {
    GUAC: ("TAC-8.turn",),
    STEAL: ("TAC-8.turn", "TAC-11.turn"),
    POCALYPSE: ("TAC-8.turn", "TAC-12.once"),
}
"""The clauses by which the turn ends with the card."""


class Play(Legality):
    """Setting up, laying the grid, playing and ending a game."""

    def setup(self, players: int, draw: Rng) -> TacoTable:
        """A table for two; chance says who last ate tacos.

        Raises:
            ValueError: not two players.
        """
        if players != FACTS["players"]:
            raise ValueError(players)
        return TacoTable(draw(players))

    def play(self, state: TacoTable, move: Move, draw: Rng) -> None:
        """Carry out a legal move."""
        if move.action == TAKE:
            self._take(state, move)
        elif move.action <= SHARED:
            self._lay(state, move, draw)
        elif move.action == DRAW:
            self._draw_card(state, move.player, draw)
        elif move.action == DISCARD:
            self._discard(state, move, draw)
        else:
            self._play_card(state, move, draw)

    def _take(self, state: TacoTable, move: Move) -> None:
        """The player takes one side, the opponent the other (TAC-3)."""
        self.tell("TAC-3")
        team = move.place if self.on("TAC-3.sides") else TEAMS[0]
        state.teams = [team, 1 - team]
        if not self.on("TAC-3.tacos"):
            state.holder = 1 - state.holder
        self.clear(state)

    def clear(self, state: TacoTable) -> None:
        """Everybody takes their base cards; laying begins (TAC-3)."""
        own = FACTS["own_bases"] if self.on("TAC-3.four") else FACTS["own_bases"] - 1
        state.bases = [[team] * own for team in state.teams]
        state.bases[state.holder].append(SHARED)
        state.grid = [[] for _ in range(FIELD_SPACES)]
        first = state.holder if self.on("TAC-3.lays") else 1 - state.holder
        state.frame = [LAYING, first, 0]

    def _lay(self, state: TacoTable, move: Move, draw: Rng) -> None:
        """Lay a base card; the last one completes the grid (TAC-4)."""
        self.tell("TAC-4")
        player, base, space = move
        state.grid[space] = [base]
        state.bases[player] = without(state.bases[player], base)
        following = 1 - player if self.on("TAC-4.alternate") else player
        state.frame = [LAYING, following, 0]
        if not any(state.bases):
            self._complete(state, draw)

    def _complete(self, state: TacoTable, draw: Rng) -> None:
        """Deal, if both teams can win; lay again otherwise, unless agreed differently (TAC-4)."""
        state.grid = [stack for stack in state.grid if stack]
        able = [team for team in TEAMS if self.own_lines(state, team)]
        agreed = self.agreed("dead-grids")
        kept = self.on("TAC-4.dead") if agreed else not self.on("TAC-4.lines")
        if len(able) < len(TEAMS) and not kept:
            self.clear(state)
        elif able:
            self._deal(state, draw)
        else:
            state.frame = []

    def _deal(self, state: TacoTable, draw: Rng) -> None:
        """Shuffle and deal, one card at a time; the first turn begins (TAC-3, TAC-5)."""
        other = self.agreed("first-turn") and self.on("TAC-3.other")
        first = state.holder if other != self.on("TAC-3.plays") else 1 - state.holder
        shuffle(state.pile, draw)
        for _ in range(HAND if self.on("TAC-5.deal") else HAND - 1):
            for seat in (first, 1 - first):
                state.hands[seat].append(state.pile.pop())
        state.frame = [TURN, first, 0]

    def _draw_card(self, state: TacoTable, player: int, draw: Rng) -> None:
        """Draw a card; another one has to go (TAC-5, TAC-14)."""
        self.tell("TAC-5" if self.can_play(state) else "TAC-14")
        self._fill(state, player, HAND + 1, draw)
        if self.on("TAC-5.discard"):
            state.frame = [DISCARDING, player, 0]
        else:
            self._end_turn(state, player, draw)

    def _discard(self, state: TacoTable, move: Move, draw: Rng) -> None:
        """Discard a card after drawing; after a Pico de Futuro another one."""
        kind, player, left = state.frame
        state.hands[player] = without(state.hands[player], move.place)
        state.discard.append(move.place)
        if kind == KEEPING and left > 1:
            state.frame[2] -= 1
            return
        if kind == KEEPING and not self.on("TAC-10.first"):
            self._spend(state, PICO)
        self._end_turn(state, player, draw)

    def _play_card(self, state: TacoTable, move: Move, draw: Rng) -> None:
        """Put a topping on a base card, or do what a power-up card says."""
        player, card = move.player, move.action
        state.hands[player] = without(state.hands[player], card)
        if card in TOPPINGS:
            self._top(state, move)
            if not self._end_game(state, player):
                self._end_turn(state, player, draw)
            return
        self.tell("TAC-8")
        self.tell(POWERS[card])
        if card == PICO:
            self._pico(state, player, draw)
            return
        if card == GUAC:
            self._guac(state, move.place)
        elif card == STEAL:
            self._steal(state, move, draw)
        else:
            self._pocalypse(state, player)
        self._end_turn(state, player, draw, again=not all(map(self.on, ONE_TURN[card])))

    def _top(self, state: TacoTable, move: Move) -> None:
        """Put a topping on a base card; a finished combo is turned over (TAC-2)."""
        stack = state.grid[move.place]
        self.tell("TAC-7" if stack[0] == SHARED else "TAC-6")
        stack.append(move.action)
        if finished(stack):
            self.tell("TAC-2")
            state.turned[move.place] |= int(self.on("TAC-2.turned"))

    def _end_game(self, state: TacoTable, player: int) -> bool:
        """End the game if a team has a line, the mover's before the other's (TAC-1)."""
        seats = [player, 1 - player] if self.on("TAC-1.either") else [player]
        if not self.on("TAC-1.mover"):
            seats.reverse()
        for seat in seats:
            if self.line(state, state.teams[seat]):
                self.tell("TAC-1")
                state.winners, state.frame = [seat], []
                return True
        return False

    def _end_turn(self, state: TacoTable, player: int, draw: Rng, *, again: bool = False) -> None:
        """Fill the hand and pass the turn on (TAC-5)."""
        if self.on("TAC-5.refill"):
            self._fill(state, player, HAND, draw)
        same = again or not self.on("TAC-5.one")
        state.frame = [TURN, player if same else 1 - player, 0]

    def _fill(self, state: TacoTable, player: int, size: int, draw: Rng) -> None:
        """Draw up to so many cards; an empty pile is made anew first (TAC-13)."""
        hand = state.hands[player]
        while len(hand) < size:
            if not state.pile and self.on("TAC-13"):
                self.tell("TAC-13")
                state.pile, state.discard = state.discard, []
                shuffle(state.pile, draw)
            if not state.pile:
                return
            hand.append(state.pile.pop())

    def _spend(self, state: TacoTable, card: int) -> None:
        """Discard a power-up card (TAC-8)."""
        if self.on("TAC-8.discard"):
            state.discard.append(card)

    def _guac(self, state: TacoTable, space: int) -> None:
        """Discard the toppings of a space and turn its base card back (TAC-9)."""
        if self.on("TAC-9.toppings"):
            state.discard += state.grid[space][1:]
            del state.grid[space][1:]
        if self.on("TAC-9.back"):
            state.turned[space] = 0
        self._spend(state, GUAC)

    def _pico(self, state: TacoTable, player: int, draw: Rng) -> None:
        """Draw three cards; two have to go (TAC-10)."""
        if self.on("TAC-10.first"):
            self._spend(state, PICO)
        if self.on("TAC-10.draw"):
            self._fill(state, player, FACTS["pico_hand"], draw)
        if self.on("TAC-10.discard"):
            state.frame = [KEEPING, player, FACTS["pico_discard"]]
        else:
            self._end_turn(state, player, draw)

    def _steal(self, state: TacoTable, move: Move, draw: Rng) -> None:
        """Take a card from the opponent or from the discard pile (TAC-11)."""
        player, other = move.player, 1 - move.player
        before = self.on("TAC-11.before")
        if not before:
            self._spend(state, STEAL)
        if SOURCES[move.place] == "hand":
            hand = state.hands[other]
            state.hands[player].append(hand.pop(draw(len(hand))))
            if self.on("TAC-11.refill"):
                self._fill(state, other, HAND, draw)
        elif state.discard:
            state.hands[player].append(state.discard.pop(-1 if self.on("TAC-11.top") else 0))
        if before:
            self._spend(state, STEAL)
        if not self.on("TAC-11.three"):
            self._fill(state, player, HAND + 1, draw)

    def _pocalypse(self, state: TacoTable, player: int) -> None:
        """Keep the card in front of the player; the third one clears the grid (TAC-12)."""
        if not self.on("TAC-12.stays"):
            self._spend(state, POCALYPSE)
            return
        state.rows[player] += 1
        count = state.rows[player] if self.on("TAC-12.same") else sum(state.rows)
        if count >= FACTS["pocalypse_limit"] and self.on("TAC-12.third"):
            self._reset(state, player)

    def _reset(self, state: TacoTable, player: int) -> None:
        """Discard all toppings and the Taco-pocalypse cards (TAC-12)."""
        for stack in state.grid if self.on("TAC-12.toppings") else ():
            state.discard += stack[1:]
            del stack[1:]
        if not self.on("TAC-12.lie"):
            state.turned = [0] * SPACES
        all_go = self.agreed("pocalypse")
        others = self.on("TAC-12.all") if all_go else not self.on("TAC-12.others")
        for seat, goes in ((player, self.on("TAC-12.own")), (1 - player, others)):
            if goes:
                state.discard += [POCALYPSE] * state.rows[seat]
                state.rows[seat] = 0

    def zones(self, state: TacoTable) -> Mapping[str, list[str]]:
        """Every card of the box, by where it lies; before sides are chosen, base cards too."""
        names = SPACE_NAMES if len(state.grid) == SPACES else FIELD_NAMES
        unchosen = [] if state.teams else [*TEAMS * FACTS["own_bases"], SHARED]
        zones = {"draw": state.pile, "discard": state.discard, "box": unchosen}
        zones |= {f"hand.{seat}": hand for seat, hand in enumerate(state.hands)}
        zones |= {f"bases.{seat}": bases for seat, bases in enumerate(state.bases)}
        zones |= {f"pocalypse.{seat}": [POCALYPSE] * n for seat, n in enumerate(state.rows)}
        zones |= {f"grid.{names[at]}": stack for at, stack in enumerate(state.grid)}
        return {name: [CARDS[card] for card in cards] for name, cards in zones.items()}
