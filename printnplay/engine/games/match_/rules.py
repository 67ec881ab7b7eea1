"""What comes of the moves of MATCH!"""

from collections.abc import Mapping

from printnplay.engine.chance import shuffle
from printnplay.engine.games.match_.cards import (
    CARDS,
    COLLECT,
    COLOURS,
    COMPONENTS,
    DEAL,
    DEALING,
    ENDED,
    FACTS,
    NAMING,
    NOTHING,
    REMINDER,
    SEATS,
    TOP,
    TURN,
    VALUE_OF,
    WILD,
    MatchTable,
)
from printnplay.engine.games.match_.legality import Legality
from printnplay.engine.kernel import Draw, Move

POINTS = (*VALUE_OF, FACTS["wild_points"])
"""What a card in hand costs; a card of the collection brings as much."""


class Play(Legality):
    """Setting up, playing, ending and scoring rounds."""

    def setup(self, players: int, draw: Draw, *, starter: int | None = None) -> MatchTable:
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

    def _deal(self, state: MatchTable, starter: int, draw: Draw) -> None:
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

    def play(self, state: MatchTable, move: Move, draw: Draw) -> None:
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

    def _draw(self, state: MatchTable, player: int, draw: Draw) -> bool:
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

    def _new_deck(self, state: MatchTable, draw: Draw) -> None:
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


def _shuffle_anew(cards: list[int], draw: Draw) -> None:
    """Shuffle; from a fixed order, so that what lies there says all about the outcome of chance."""
    cards.sort()
    shuffle(cards, draw)
