"""MATCH!: its cards, its table and its rules.

A clause stands at what it says: a method that forbids or allows moves, a step that is done, or a
fact that is asked for. A move that several clauses forbid is forbidden by the first of them here.

Where the printed rules are silent:

- Cards are dealt one at a time, clockwise from the player who begins the round.
- Any colour or number may be named, also one that lies in no collection, or the one just named.
- A player who must answer a wild of their own, because everybody else put cards aside, answers it
  like any other.
- The deck is made anew when a card is wanted and none is left, not when the last one is drawn.
- Hands are looked at after drawing: putting the last card into the collection ends no round.
- All totals are compared when a round ends; who played its last card gets nothing for that.
- A total may be negative, and 50 points count only at the end of a round.
- Who begins the next round deals it, with all the cards; the reminder cards stay.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from printnplay.rules import (
    OVER,
    SEAT_NAMES,
    Act,
    Card,
    CardGame,
    Given,
    Move,
    Position,
    Reader,
    Rng,
    Table,
    allows,
    always,
    clause,
    deal_round,
    deck,
    field,
    forbids,
    parts,
    shuffle,
    step,
    take,
)

HAND = 5
POINTS = 50
SEATS = range(2, 9)


class MatchCard(Card):
    """A card with what it counts; a number card has a colour and a number, in words."""

    colour: str = ""
    number: str = field("value", default="")
    points: int = field("value")


class Reminder(Card):
    """A card with two sides that lies in front of a player."""

    front: str = field("side")
    back: str = field("side", back=True)


NUMBER_CARDS = deck.cards(MatchCard, family="number")
WILD = deck.card("wild", MatchCard, points=10)
REMINDER = deck.card("reminder", Reminder)

COLOURS = deck.values("colour", family="number")
NUMBERS = deck.values("value", family="number")
ATTRIBUTES = (*COLOURS, *NUMBERS)
"""What a wild may stand for."""

(COPIES,) = {card.copies for card in NUMBER_CARDS}
"""Of each number card: the rules say one number for all."""

SHUFFLED = (*NUMBER_CARDS, WILD)
ASIDE: Mapping[str, int] = {REMINDER: max(SEATS)}
"""Reminder cards lie in front of the players, never shuffled."""
DRAW_SYMBOL, OVERVIEW = SIDES = (REMINDER.front, REMINDER.back)

FACTS: Mapping[str, int] = {
    "hand_size": HAND,
    "points_to_win": POINTS,
    "wild_points": WILD.points,
    "colours": len(COLOURS),
    "values": len(NUMBERS),
    "lowest": min(map(int, NUMBERS)),
    "highest": max(map(int, NUMBERS)),
    "copies": COPIES,
    "number_cards": COPIES * len(NUMBER_CARDS),
    "shuffled": sum(card.copies for card in SHUFFLED),
    "cards": sum(card.copies for card in SHUFFLED) + ASIDE[REMINDER],
    "stacks_max": len(COLOURS),
    "players_min": min(SEATS),
    "players_max": max(SEATS),
}

Stage: TypeAlias = Literal["deal", "turn", "over"]
"""A round is about to be dealt, is played, or the game has ended."""


class MatchTable(Table):
    """The table; `gained` are the points of the last round, `named` holds for a wild on top."""

    cards = SHUFFLED
    starter: int = parts.seat(lasts=True)
    hands: list[list[MatchCard]] = parts.hands(HAND, least=1)
    collections: list[dict[str, list[MatchCard]]] = parts.each(parts.stacks("colour", COLOURS))
    draw: list[MatchCard] = parts.draw_pile()
    discard: list[MatchCard] = parts.pile()
    named: str = parts.word("", *ATTRIBUTES)
    reminders: list[str] = parts.each(parts.word("", *SIDES), given=False)
    gained: list[int] = parts.each(parts.number(signed=True), given=False, lasts=True)
    score: list[int] = parts.each(parts.number(signed=True, most=POINTS - 1), lasts=True)
    stage: Stage = parts.word(*get_args(Stage), given=False)


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


class Plays(NamedTuple):
    """What a seat may do about what lies on the discard pile, by card.

    `of_tops` are moves of top cards, `of_hand` those of hand cards; `if_bound` are the latter while
    a top card matches.
    """

    of_tops: dict[Card, Move]
    of_hand: dict[Card, list[Move]]
    if_bound: dict[Card, list[Move]]


class MatchGame(CardGame[MatchTable]):
    """MATCH! for two to eight players."""

    table = MatchTable
    aside = ASIDE
    seats = SEATS
    sentences = SENTENCES
    facts = FACTS
    score = "score"
    dealt_with = "discard"
    begins_with: ClassVar = {"discard": NUMBER_CARDS}
    variants_offered: ClassVar = {"length": ("fifty-points", "one-round")}
    rules_of_cards: ClassVar = {WILD: "MAT-9"}
    shuffles = ("reshuffled",)
    acts = (
        Act("play", SHUFFLED, "discard", to="discard"),
        Act("play", NUMBER_CARDS, "take", to="discard", from_="collection"),
        Act("play", SHUFFLED, "collect", to="collection"),
        Act("play", (WILD,), "name", to="discard", names=ATTRIBUTES),
        Act("setup", "yes"),
    )

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Prepare the faster way to the moves of each seat."""
        super().__init__(off, **chosen)
        self._known = [cache(partial(self._ask, seat)) for seat in range(max(self.seats))]

    # What forbids a move, in the order in which it is asked

    @forbids("MAT-15.over", "nothing is played after the end")
    def game_is_over(self, table: MatchTable, move: Move) -> bool:
        return table.stage == "over"

    @forbids("MAT-13.before", "nothing is dealt before the round has ended", "setup")
    def round_goes_on(self, table: MatchTable, move: Move) -> bool:
        return table.stage == "turn"

    @forbids("MAT-1.before", "nothing is played before a round is dealt", "play")
    def nothing_is_dealt(self, table: MatchTable, move: Move) -> bool:
        return table.stage == "deal"

    @forbids("MAT-1.players", "two to eight play", "setup")
    def wrong_number_of_players(self, table: MatchTable, move: Move) -> bool:
        return table.players not in self.seats

    @forbids("MAT-15.deals", "only who begins the round deals it", "setup")
    def deals_for_another(self, table: MatchTable, move: Move) -> bool:
        return move.seat != table.starter

    @forbids("MAT-2.turn", "only the player whose turn it is plays", "play")
    def out_of_turn(self, table: MatchTable, move: Move) -> bool:
        return move.seat != table.turn

    @forbids("MAT-9.collection", "a wild never goes into a collection", "collect")
    def collects_a_wild(self, table: MatchTable, move: Move) -> bool:
        return bool(move.what == WILD)

    @allows("MAT-4.collection", "a card may come from the collection", "take")
    def comes_from_the_collection(self, table: MatchTable, move: Move) -> bool:
        return True

    @forbids("MAT-4.own", "it comes out of one's own hand or collection", "discard", "take", "name")
    def is_not_theirs(self, table: MatchTable, move: Move) -> bool:
        return move.what not in self.source(table, move)

    @forbids("MAT-4.top", "out of the collection comes only the top card of a stack", "take")
    def is_covered(self, table: MatchTable, move: Move) -> bool:
        return self.source(table, move)[-1:] != [move.what]

    @forbids("MAT-5.own", "it comes out of the player's own hand", "collect")
    def is_not_in_the_hand(self, table: MatchTable, move: Move) -> bool:
        return move.what not in self.source(table, move)

    @forbids("MAT-9.name", "a wild names a colour or a number", "discard")
    def names_nothing(self, table: MatchTable, move: Move) -> bool:
        return bool(move.what == WILD)

    @allows("MAT-9.any", "a wild can be played on every card", "name")
    def plays_a_wild(self, table: MatchTable, move: Move) -> bool:
        return True

    @allows("MAT-10.wild", "another wild answers a wild, and names anew", "name")
    def answers_with_a_wild(self, table: MatchTable, move: Move) -> bool:
        return bool(table.named)

    @forbids("MAT-4.match", "only a card that matches goes on the discard pile", "discard", "take")
    def does_not_match(self, table: MatchTable, move: Move) -> bool:
        return not table.named and not self.matches(table, move.what)

    @forbids("MAT-10.has", "only a card that has what was named goes there", "discard", "take")
    def has_not_what_was_named(self, table: MatchTable, move: Move) -> bool:
        return bool(table.named) and not self.matches(table, move.what)

    @forbids("MAT-5.differ", "a card collected differs in colour and in number", "collect")
    def collects_what_matches(self, table: MatchTable, move: Move) -> bool:
        return not table.named and self.matches(table, move.what)

    @forbids("MAT-10.has-not", "a card collected has not what was named", "collect")
    def collects_what_was_named(self, table: MatchTable, move: Move) -> bool:
        return bool(table.named) and self.matches(table, move.what)

    @forbids("MAT-7.must", "a top card that matches keeps hand cards out of it", "collect")
    def has_a_matching_top_card(self, table: MatchTable, move: Move) -> bool:
        return not table.named and self.any_top_matches(table, move.seat)

    @forbids("MAT-10.must", "a top card that has what was named keeps them out too", "collect")
    def has_a_top_card_with_it(self, table: MatchTable, move: Move) -> bool:
        return bool(table.named) and self.any_top_matches(table, move.seat)

    @allows("MAT-7.top", "covered cards do not count", "collect")
    def has_a_matching_covered_card(self, table: MatchTable, move: Move) -> bool:
        stacks = table.collections[move.seat].values()
        return any(self.matches(table, card) for stack in stacks for card in stack[:-1])

    @allows("MAT-8", "a hand card that matches may be kept", "collect")
    def keeps_a_matching_card(self, table: MatchTable, move: Move) -> bool:
        return not table.named and self.any_in_hand_matches(table, move.seat)

    @allows("MAT-10.keep", "a hand card that has what was named may be kept", "collect")
    def keeps_a_card_with_it(self, table: MatchTable, move: Move) -> bool:
        return bool(table.named) and self.any_in_hand_matches(table, move.seat)

    # What matches, and where a card lies

    colours_match = clause("MAT-4.colour", "cards of one colour match")
    numbers_match = clause("MAT-4.number", "cards of one number match")
    each_colour_has_its_stack = clause("MAT-6.colour", "each colour has its own stack")

    def matches(self, table: MatchTable, card: MatchCard) -> bool:
        """Whether a card matches the top of the discard pile, or has what was named."""
        if table.named:
            return table.named in (card.colour, card.number)
        top = table.discard[-1] if table.discard else card
        same_colour = self.colours_match and card.colour == top.colour
        return same_colour or (self.numbers_match and card.number == top.number)

    def any_top_matches(self, table: MatchTable, seat: int) -> bool:
        """Whether a top card of the player's collection matches."""
        stacks = table.collections[seat].values()
        return any(self.matches(table, stack[-1]) for stack in stacks if stack)

    def any_in_hand_matches(self, table: MatchTable, seat: int) -> bool:
        """Whether a card in the player's hand matches."""
        return any(self.matches(table, card) for card in table.hands[seat])

    def source(self, table: MatchTable, move: Move) -> list[MatchCard]:
        """The cards that a card played lies among: a stack of the collection, or the hand."""
        return self.stack(table, move) if move.act == "take" else table.hands[move.seat]

    def take_out(self, table: MatchTable, move: Move) -> None:
        """Take a card played from where it lies, the top one if there are several."""
        source = self.source(table, move)
        if source[-1:] == [move.what]:
            source.pop()
        else:
            take(source, move.what)

    def stack(self, table: MatchTable, move: Move) -> list[MatchCard]:
        """The stack that a card of the collection comes from or goes to (MAT-6)."""
        colour = move.what.colour if self.each_colour_has_its_stack else ""
        return table.collections[move.seat][colour or COLOURS[0]]

    # Setting up

    everybody_is_dealt_five = clause("MAT-1.hand", "everybody is dealt five cards")
    draw_symbol_is_up = clause("MAT-1.symbol", "the draw symbol is up")
    wild_goes_back = clause("MAT-1.wild", "a wild turned over goes back for another card")
    brightest_begins = clause("MAT-2.brightest", "the player in the brightest clothes begins")

    def deal(self, table: MatchTable, rng: Rng) -> None:
        """Deal the first round; who wears the brightest clothes is chance."""
        self.deal_round(table, rng(table.players), rng)

    def deal_round(self, table: MatchTable, starter: int, rng: Rng) -> None:
        """Shuffle, deal five each, and start the discard pile (MAT-1, MAT-2)."""
        self.lay_reminders(table)
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        size = HAND if self.everybody_is_dealt_five else HAND - 1
        deal_round(table.draw, table.hands, size, starter)
        self.turn_a_card_over(table, rng)
        table.starter, table.stage = starter, "turn"
        table.turn = starter if self.brightest_begins else 0

    @step("MAT-1.reminder", "a reminder card lies in front of everybody")
    def lay_reminders(self, table: MatchTable) -> None:
        table.reminders = [DRAW_SYMBOL if self.draw_symbol_is_up else OVERVIEW] * table.players

    @step("MAT-1.discard", "a card turned over starts the discard pile")
    def turn_a_card_over(self, table: MatchTable, rng: Rng) -> None:
        while table.draw[-1] == WILD and self.wild_goes_back:
            self.shuffle("reshuffled", table.draw, rng)
        table.discard.append(table.draw.pop())

    # What a move does

    turns_pass_clockwise = clause("MAT-2.clockwise", "the next player is the one on the left")
    one_card_ends_the_turn = clause("MAT-3", "one card ends the turn")
    nothing_is_drawn_for_a_match = clause("MAT-4.nothing", "nothing is drawn")
    new_cards_go_on_top = clause("MAT-6.top", "a new card goes on top of its stack")
    what_was_named_holds = clause("MAT-11", "what was named holds for each following player")
    hands_are_looked_at_last = clause("MAT-13.drawn", "the hand is looked at after drawing")
    empty_hand_ends_the_round = clause("MAT-13.empty", "an empty hand ends the round")

    def play(self, table: MatchTable, move: Move, rng: Rng) -> None:
        """Carry out a legal move."""
        seat = move.seat
        if move.act == "setup":
            table.clear()
            self.deal_round(table, seat, rng)
            return
        if move.act == "collect":
            self.collect(table, move)
            if self.hands_are_looked_at_last or table.hands[seat]:
                self.draw_card(table, seat, rng)
        else:
            self.discard(table, move)
            if not self.nothing_is_drawn_for_a_match:
                self.draw_card(table, seat, rng)
        if table.stage == "turn":
            self.end_turn(table, seat)

    def collect(self, table: MatchTable, move: Move) -> None:
        """Put a card into the collection (MAT-5, MAT-6)."""
        self.take_out(table, move)
        stack = self.stack(table, move)
        stack.insert(len(stack) if self.new_cards_go_on_top else 0, move.what)
        if not self.what_was_named_holds:
            table.named = ""

    def discard(self, table: MatchTable, move: Move) -> None:
        """Put a card on the discard pile; a wild names something (MAT-4, MAT-9)."""
        self.take_out(table, move)
        table.discard.append(move.what)
        table.named = move.where

    def end_turn(self, table: MatchTable, seat: int) -> None:
        """Pass the turn on, unless the hand is empty (MAT-13)."""
        if not table.hands[seat] and self.empty_hand_ends_the_round:
            self.end_round(table, seat)
        elif self.one_card_ends_the_turn:
            table.turn = (seat + (1 if self.turns_pass_clockwise else -1)) % table.players

    # Drawing, and the empty deck

    only_when_wanted = clause("MAT-12.wanted", "a new deck is made when a card must be drawn")
    top_card_stays = clause("MAT-12.top", "the top card stays on the discard pile")
    wild_keeps_what_it_named = clause("MAT-12.named", "a wild that stays keeps what was named")
    no_card_ends_the_round = clause("MAT-12.none", "without a card to draw the round ends at once")

    @step("MAT-5.draw", "one card is drawn for a card collected")
    def draw_card(self, table: MatchTable, seat: int, rng: Rng) -> None:
        if not table.draw:
            self.make_new_deck(table, rng)
        if table.draw:
            table.hands[seat].append(table.draw.pop())
        elif self.no_card_ends_the_round:
            self.end_round(table, seat)
        if not table.draw and not self.only_when_wanted:
            self.make_new_deck(table, rng)

    @step("MAT-12.new", "the discards are shuffled into a new deck")
    def make_new_deck(self, table: MatchTable, rng: Rng) -> None:
        table.draw, table.discard = table.discard[:-1], table.discard[-1:]
        if not self.top_card_stays:
            table.draw, table.discard = table.draw + table.discard, []
        self.shuffle("reshuffled", table.draw, rng)
        if not self.wild_keeps_what_it_named:
            table.named = ""

    @always("a hand holds one to five cards while a round is played")
    def hands_are_small(self, table: MatchTable) -> bool:
        return table.stage != "turn" or all(1 <= len(hand) <= HAND for hand in table.hands)

    @always("something is named just while a wild lies on top")
    def named_for_a_wild(self, table: MatchTable) -> bool:
        return bool(table.named) == (table.discard[-1:] == [WILD])

    # The end of a round and of the game

    rounds_add_up = clause("MAT-15.add", "the points of the rounds are added up")
    last_to_play_begins = clause("MAT-15.last", "who played the last card begins the next round")
    fifty_end_the_game = clause("MAT-15.fifty", "fifty points at the end of a round end the game")
    highest_total_wins = clause("MAT-15.highest", "the highest total wins")
    equal_totals_share = clause("MAT-15.share", "equal totals share the win")
    collections_count = clause("MAT-14.collection", "cards of the collection count for their owner")
    covered_cards_count = clause("MAT-14.covered", "covered cards count too")
    hands_count = clause("MAT-14.hand", "cards in hand count against their owner")
    wilds_count = clause("MAT-14.wild", "a wild in hand counts ten against its owner")

    def end_round(self, table: MatchTable, seat: int) -> None:
        """Score the round that this player has ended; end the game or go on."""
        self.score_round(table)
        if self.last_to_play_begins:
            table.starter = seat
        table.stage, table.turn = "deal", table.starter
        fifty = max(table.score) >= POINTS and self.fifty_end_the_game
        if fifty or self.variants["length"] == "one-round":
            self.end_game(table, seat)

    @step("MAT-14", "a round is scored")
    def score_round(self, table: MatchTable) -> None:
        for seat, before in enumerate(table.score):
            table.gained[seat] = self.points(table, seat)
            table.score[seat] = table.gained[seat] + (before if self.rounds_add_up else 0)

    def points(self, table: MatchTable, seat: int) -> int:
        """The points of a player for the round (MAT-14)."""
        points = 0
        if self.collections_count:
            for stack in table.collections[seat].values():
                points += sum(
                    card.points for card in (stack if self.covered_cards_count else stack[-1:])
                )
        if self.hands_count:
            points -= sum(
                card.points for card in table.hands[seat] if self.wilds_count or card != WILD
            )
        return points

    @step("MAT-15", "the highest total wins")
    def end_game(self, table: MatchTable, seat: int) -> None:
        table.stage, table.turn = "over", OVER
        best = max(table.score) if self.highest_total_wins else table.score[seat]
        winners = [player for player, total in enumerate(table.score) if total == best]
        table.winners = winners if self.equal_totals_share else winners[:1]

    def ending(self, table: MatchTable) -> str:
        """By a hand without cards, or because no card was left to draw."""
        return "no card to draw" if all(table.hands) else "an empty hand"

    def rules_used(self, table: MatchTable, move: Move) -> Iterator[str]:
        """The rules that a card played puts to use, besides those of steps."""
        if move.act == "setup":
            return
        yield from ("MAT-2", "MAT-3", "MAT-6" if move.act == "collect" else "MAT-4")
        if table.named:
            yield from ("MAT-10", "MAT-11")
        elif move.act == "collect" and self.any_in_hand_matches(table, move.seat):
            yield "MAT-8"
        elif move.act != "collect" and self.any_top_matches(table, move.seat):
            yield "MAT-7"
        if move.act == "name":
            yield "MAT-9"
        if table.hands[move.seat] == [move.what] and move.act in ("discard", "name"):
            yield "MAT-13"

    # A faster way to the legal moves, proved equal to the clauses by checks and tests: what may be
    # done with a card depends on few things, for each of which the clauses are asked once

    def fast_moves(self, table: MatchTable) -> list[Move]:
        """Every legal move, in order."""
        seat = table.turn
        if table.stage != "turn":
            deal = self.move(seat, "setup", "yes")
            return [] if self.why_not(table, deal) else [deal]
        of_tops, of_hand, if_bound = self._known[seat](table.named or table.discard[-1])
        found = [
            of_tops[stack[-1]]
            for stack in table.collections[seat].values()
            if stack and stack[-1] in of_tops
        ]
        of_card = if_bound if found else of_hand
        for card in set(table.hands[seat]):
            found += of_card[card]
        found.sort()
        return found

    def _ask(self, seat: int, top: str) -> Plays:
        """What the clauses allow with each card, were it the only one that the seat has."""
        table = self.laid_out(max(self.seats))
        table.stage, table.turn = "turn", seat
        table.discard = [card for card in NUMBER_CARDS if card == top] or [WILD]
        table.named = "" if table.discard == [top] else top
        plays = Plays({}, {}, {})
        for card in SHUFFLED:
            table.hands[seat] = [card]
            plays.of_hand[card] = [
                move
                for act in ("discard", "collect", "name")
                for move in self.known[seat][act].get(card, {}).values()
                if not self.why_not(table, move)
            ]
            plays.if_bound[card] = [move for move in plays.of_hand[card] if move.act != "collect"]
        for card in NUMBER_CARDS:
            table.collections[seat][card.colour] = [card]
            move = self.move(seat, "take", card)
            if not self.why_not(table, move):
                plays.of_tops[card] = move
        return plays

    # What a seat sees

    hands_are_hidden = clause("MAT-6.hidden", "only its owner sees a hand")
    stacks_are_not_looked_through = clause("MAT-6.covered", "nobody looks through the stacks")

    def sees(self, table: MatchTable, part: str, owner: int, seat: int) -> bool:
        """Whether a seat sees a part of the table; hands lie open if nothing hides them."""
        lies_open = not self.hands_are_hidden and part == "hands"
        return lies_open or super().sees(table, part, owner, seat)

    def observe(self, table: MatchTable, seat: int) -> dict[str, Any]:
        """All that a seat sees; of stacks the top cards, though all know what lies below them."""
        seen = super().observe(table, seat)
        if self.stacks_are_not_looked_through:
            for stacks in seen["collections"].values():
                for stack in stacks.values():
                    stack[:-1] = [parts.HIDDEN] * (len(stack) - 1)
        return seen

    def position(self, table: MatchTable) -> Position:
        """The position, with the top cards, the reminder cards in the box, and who sees what.

        What a seat sees is told as in `hand.a top.a top.b`.
        """
        told = super().position(table)
        seats = SEAT_NAMES[: table.players]
        tops, sees = {}, {}
        for name, stacks in zip(seats, table.collections, strict=True):
            tops[name] = [str(stack[-1]) for stack in stacks.values() if stack]
        for seat, name in enumerate(seats):
            seen = self.observe(table, seat)
            lying = {f"hand.{owner}": cards for owner, cards in seen["hands"].items()}
            for owner, stacks in seen["collections"].items():
                lying[f"top.{owner}"] = [card for stack in stacks.values() for card in stack[-1:]]
                covered = [card for stack in stacks.values() for card in stack[:-1]]
                lying[f"covered.{owner}"] = covered
            open_cards = [
                part for part, cards in lying.items() if cards and parts.HIDDEN not in cards
            ]
            sees[name] = " ".join(sorted(open_cards))
        in_box = ASIDE[REMINDER] - sum(map(bool, table.reminders))
        return {**told, "tops": tops, "box": in_box, "sees": sees}

    # Worked examples: what they give, and what cannot be

    def check_position(self, table: MatchTable, given: Given, reader: Reader) -> None:
        """Tell of positions that no game can reach."""
        if not self.is_dealt(given):
            table.turn, table.draw = table.starter, self.all_cards()
            return
        table.stage = "turn"
        table.reminders = [DRAW_SYMBOL] * table.players
        if not table.discard:
            reader.impossible("given.discard", "the discard pile is empty", "expected a card")
        elif table.discard[-1] == WILD and not table.named:
            message = "a wild lies on top, and nothing is named"
            reader.impossible("given.discard", message, "expected `named` beside it")
        elif table.discard[-1] != WILD and table.named:
            reader.impossible("given.named", "no wild lies on top", "expected no `named`")
