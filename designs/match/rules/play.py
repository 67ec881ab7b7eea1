"""The rules of MATCH!, one line each, and the clauses that can be switched off singly.

The line of a clause says what holds while it is on. Where the printed rules are silent:

- Cards are dealt one at a time, clockwise from the player who begins the round.
- Any colour or number may be named, also one that lies in no collection, or the one just named.
- A player who must answer a wild of their own, because everybody else put cards aside, answers it
  like any other.
- The deck is made anew when a card is wanted and none is left, not when the last one is drawn.
- Hands are looked at after drawing: putting the last card into the collection ends no round.
- All totals are compared when a round ends; who played its last card gets nothing for that.
- A total may be negative, and 50 points count only at the end of a round.
- Who begins the next round deals it, with all the cards; the reminder cards stay.

Which moves are legal in MATCH!, and which rule forbids the others.

What matches is settled in tables when the game is made: a row for each thing that can lie on top
of the discard pile, in it a bit for each number card.

What comes of the moves of MATCH!
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from printnplay.rules.chance import shuffle
from printnplay.rules.game import OVER, Move, Rng
from printnplay.rules.tabletop import TableGame

from .cards import (
    ATTRIBUTES,
    CARDS,
    COLLECT,
    COLOUR_OF,
    COLOURS,
    COMPONENTS,
    DEAL,
    DEALING,
    ENDED,
    FACTS,
    HAND,
    NAMING,
    NOTHING,
    NUMBER_CARDS,
    REMINDER,
    SEATS,
    TOP,
    TURN,
    VALUE_OF,
    VARIANTS,
    WILD,
    MatchTable,
)

SENTENCES: Mapping[str, str] = {
    "MAT-1": "Everybody gets a reminder card and five cards; a number card starts the discards.",
    "MAT-2": "The player in the brightest clothes begins, and turns pass clockwise.",
    "MAT-3": "A turn is exactly one card.",
    "MAT-4": "A card that matches goes on the discard pile, from hand or from a top card.",
    "MAT-5": "A card from hand that does not match goes into one's collection, for a new card.",
    "MAT-6": "Collections are stacks by colour whose top cards everybody sees; hands are hidden.",
    "MAT-7": "While a top card of one's collection matches, nothing goes from hand to collection.",
    "MAT-8": "A matching card may stay in hand while no top card of the collection matches.",
    "MAT-9": "A wild goes on any card of the discard pile and names a colour or a number.",
    "MAT-10": "The next player answers a wild as if it were a card of the colour or number named.",
    "MAT-11": "What was named holds while that wild lies on top.",
    "MAT-12": "An empty deck is made anew from the discards below the top one.",
    "MAT-13": "A round ends with the turn that leaves a player without a card in hand.",
    "MAT-14": "A round scores all cards of the collection, less those left in hand.",
    "MAT-15": "Rounds add up until somebody has fifty points; the highest total wins.",
}

CLAUSES: Mapping[str, str] = {
    "MAT-1.players": "two to eight play",
    "MAT-1.reminder": "a reminder card lies in front of everybody",
    "MAT-1.symbol": "the draw symbol is up",
    "MAT-1.hand": "everybody is dealt five cards",
    "MAT-1.discard": "a card turned over starts the discard pile",
    "MAT-1.wild": "a wild turned over goes back and another card is turned over",
    "MAT-2.brightest": "the player in the brightest clothes begins",
    "MAT-2.clockwise": "the next player is the one on the left",
    "MAT-2.turn": "only the player whose turn it is plays",
    "MAT-4.colour": "cards of one colour match",
    "MAT-4.number": "cards of one number match",
    "MAT-4.match": "only a card that matches goes on the discard pile",
    "MAT-4.own": "it comes out of the player's own hand or collection",
    "MAT-4.collection": "it may come from the collection",
    "MAT-4.top": "out of the collection comes only the top card of a stack",
    "MAT-4.nothing": "nothing is drawn",
    "MAT-5.differ": "the card differs in colour and in number",
    "MAT-5.own": "it comes out of the player's own hand",
    "MAT-5.draw": "one card is drawn for it",
    "MAT-6.colour": "each colour has its own stack",
    "MAT-6.top": "a new card goes on top of its stack",
    "MAT-6.hidden": "only its owner sees a hand",
    "MAT-6.covered": "nobody looks through the stacks",
    "MAT-7.must": "a top card that matches keeps all hand cards out of the collection",
    "MAT-7.top": "covered cards do not count",
    "MAT-9.any": "a wild can be played on every card",
    "MAT-9.collection": "a wild never goes into a collection",
    "MAT-9.name": "a colour or a number is named",
    "MAT-10.has": "only a card that has what was named, or a wild, answers on the discard pile",
    "MAT-10.has-not": "only a card that has it not goes into the collection",
    "MAT-10.must": "a top card that has it keeps all hand cards out of the collection",
    "MAT-10.keep": "with no such top card a hand card that has it may be kept",
    "MAT-10.wild": "another wild answers it, and names anew",
    "MAT-12.new": "the discards are shuffled into a new deck",
    "MAT-12.wanted": "that happens only when a card must be drawn",
    "MAT-12.top": "the top card stays on the discard pile",
    "MAT-12.named": "a wild that stays keeps what was named",
    "MAT-12.none": "if no card is left to draw, the round ends at once",
    "MAT-13.empty": "an empty hand ends the round",
    "MAT-13.before": "nothing is dealt before the round has ended",
    "MAT-13.drawn": "the hand is looked at after drawing",
    "MAT-14.collection": "the cards of the collection count for their owner",
    "MAT-14.covered": "covered cards count too",
    "MAT-14.hand": "cards in hand count against their owner",
    "MAT-14.wild": "a wild in hand counts ten against its owner",
    "MAT-15.add": "the points of the rounds are added up",
    "MAT-15.fifty": "fifty points at the end of a round end the game",
    "MAT-15.highest": "the highest total wins",
    "MAT-15.share": "equal totals share the win",
    "MAT-15.last": "only who played the last card begins, and so deals, the next round",
}


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


POINTS = (*VALUE_OF, FACTS["wild_points"])
"""What a card in hand costs; a card of the collection brings as much."""


class Play(Legality):
    """Setting up, playing, ending and scoring rounds."""

    def setup(self, players: int, draw: Rng, *, starter: int | None = None) -> MatchTable:
        """Deal the first round; who wears the brightest clothes is chance, unless told.

        Raises:
            ValueError: fewer than two or more than eight players.
        """
        if players not in SEATS:
            raise ValueError(players)
        first = draw(players) if starter is None else starter
        state = MatchTable(players, first)
        self._deal(state, first, draw)
        return state

    def _deal(self, state: MatchTable, starter: int, draw: Rng) -> None:
        """Shuffle, deal and start the discard pile (MAT-1)."""
        self.tell("MAT-1")
        state.clear(starter)
        if self.on("MAT-1.reminder"):
            state.reminders = [0 if self.on("MAT-1.symbol") else 1] * state.players
        pile = state.pile
        shuffle(pile, draw)
        size = FACTS["hand_size"] if self.on("MAT-1.hand") else FACTS["hand_size"] - 1
        for step in range(size * state.players):
            state.hands[(starter + step) % state.players].append(pile.pop())
        if self.on("MAT-1.discard"):
            while pile[-1] == WILD and self.on("MAT-1.wild"):
                _shuffle_anew(pile, draw)
            state.discard.append(pile.pop())
        state.stage = TURN
        state.turn = starter if self.on("MAT-2.brightest") else 0

    def play(self, state: MatchTable, move: Move, draw: Rng) -> None:
        """Carry out a legal move."""
        player, card, place = move
        if self.trace is not None:
            self._tell_turn(state, move)
        if card == DEAL:
            self._deal(state, player, draw)
            return
        collected = place == COLLECT
        if collected:
            self._collect(state, player, card)
        else:
            self._discard(state, move)
        hand = state.hands[player]
        over = not hand and not self.on("MAT-13.drawn")
        if self.on("MAT-5.draw") if collected else not self.on("MAT-4.nothing"):
            over = not self._draw(state, player, draw) or over
        if over or (not hand and self.on("MAT-13.empty")):
            self._end_round(state, player)
        elif self.on("MAT-3"):
            state.turn = (player + (1 if self.on("MAT-2.clockwise") else -1)) % state.players

    def _collect(self, state: MatchTable, player: int, card: int) -> None:
        """Put the card into the collection (MAT-5, MAT-6)."""
        _take(state.hands[player], card)
        stack = state.collections[player][self.stack_of[card]]
        stack.insert(len(stack) if self.on("MAT-6.top") else 0, card)
        if not self.on("MAT-11"):
            state.named = NOTHING

    def _discard(self, state: MatchTable, move: Move) -> None:
        """Put the card on the discard pile; a wild names something (MAT-4, MAT-9)."""
        player, card, place = move
        if place == TOP:
            _take(state.collections[player][self.stack_of[card]], card)
        else:
            _take(state.hands[player], card)
        state.discard.append(card)
        state.named = place - NAMING if place >= NAMING else NOTHING

    def _draw(self, state: MatchTable, player: int, draw: Rng) -> bool:
        """Draw a card, from a new deck if need be; whether the round goes on (MAT-12)."""
        if not state.pile:
            self._new_deck(state, draw)
        if not state.pile:
            self.tell("MAT-12")
            return not self.on("MAT-12.none")
        state.hands[player].append(state.pile.pop())
        if not state.pile and not self.on("MAT-12.wanted"):
            self._new_deck(state, draw)
        return True

    def _new_deck(self, state: MatchTable, draw: Rng) -> None:
        """Shuffle the discards below the top one into a new deck (MAT-12)."""
        if not self.on("MAT-12.new"):
            return
        self.tell("MAT-12")
        below = len(state.discard) - (1 if self.on("MAT-12.top") else 0)
        state.pile, state.discard = state.discard[:below], state.discard[below:]
        _shuffle_anew(state.pile, draw)
        if not self.on("MAT-12.named"):
            state.named = NOTHING

    def _end_round(self, state: MatchTable, player: int) -> None:
        """Score the round that this player has ended; end the game or go on (MAT-13 to 15)."""
        self.tell("MAT-14")
        state.gained = [self.points(state, seat) for seat in range(state.players)]
        for seat, points in enumerate(state.gained):
            state.score[seat] = points + (state.score[seat] if self.on("MAT-15.add") else 0)
        state.stage = DEALING
        if self.on("MAT-15.last"):
            state.starter = player
        state.turn = state.starter
        fifty = max(state.score) >= FACTS["points_to_win"] and self.on("MAT-15.fifty")
        if self.single or fifty:
            self._end_game(state, player)

    def _end_game(self, state: MatchTable, player: int) -> None:
        """Find the winners; the player ended the last round (MAT-15)."""
        self.tell("MAT-15")
        state.stage = ENDED
        best = max(state.score) if self.on("MAT-15.highest") else state.score[player]
        winners = [seat for seat, points in enumerate(state.score) if points == best]
        state.winners = winners if self.on("MAT-15.share") else winners[:1]

    def points(self, state: MatchTable, seat: int) -> int:
        """The points of a player for the round (MAT-14)."""
        stacks = state.collections[seat] if self.on("MAT-14.collection") else []
        points = sum(
            POINTS[card]
            for stack in stacks
            for card in (stack if self.on("MAT-14.covered") else stack[-1:])
        )
        if self.on("MAT-14.hand"):
            wild = self.on("MAT-14.wild")
            points -= sum(POINTS[card] for card in state.hands[seat] if card < WILD or wild)
        return points

    def _tell_turn(self, state: MatchTable, move: Move) -> None:
        """Tell the trace which rules the turn puts to use."""
        if move.action == DEAL:
            return
        hand, row = state.hands[move.player], self.row(state)
        used = {"MAT-2", "MAT-3", "MAT-5" if move.place == COLLECT else "MAT-4"}
        if move.place == COLLECT:
            used.add("MAT-6")
            if any(self.matching[row] >> card & 1 for card in hand):
                used.add("MAT-8")
        else:
            used |= {self._kept_out(state, move.player, row)} - {""}
        if row > WILD:
            used |= {"MAT-10", "MAT-11"}
        if move.action == WILD:
            used.add("MAT-9")
        if hand == [move.action] and move.place not in (TOP, COLLECT):
            used.add("MAT-13")
        for rule in sorted(used):
            self.tell(rule)

    def visible(self, zone: str, seat: int) -> bool:
        """Whether a seat sees the cards of a zone (MAT-6)."""
        rule = {"hand": "MAT-6.hidden", "covered": "MAT-6.covered"}.get(zone.partition(".")[0])
        return (rule is not None and not self.on(rule)) or super().visible(zone, seat)

    def zones(self, state: MatchTable) -> Mapping[str, list[str]]:
        """Every card of the box, by where it lies; stacks as their top and what it covers."""
        spare = COMPONENTS["reminder"] - state.players + state.reminders.count(NOTHING)
        zones = {"draw": state.pile, "discard": state.discard, "box": [REMINDER] * spare}
        for seat, hand in enumerate(state.hands):
            zones[f"hand.{seat}"] = hand
            zones[f"reminder.{seat}"] = [] if state.reminders[seat] == NOTHING else [REMINDER]
            for colour, stack in zip(COLOURS, state.collections[seat], strict=True):
                zones[f"top.{seat}.{colour}"] = stack[-1:]
                zones[f"covered.{seat}.{colour}"] = stack[:-1]
        return {name: [CARDS[card] for card in cards] for name, cards in zones.items()}


def _take(cards: list[int], card: int) -> None:
    """Take the card away, the topmost if there are several."""
    if cards and cards[-1] == card:
        cards.pop()
    elif card in cards:
        cards.remove(card)


def _shuffle_anew(cards: list[int], draw: Rng) -> None:
    """Shuffle; from a fixed order, so that what lies there says all about the outcome of chance."""
    cards.sort()
    shuffle(cards, draw)
