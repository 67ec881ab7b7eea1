"""Tic-Tac Match: its cards, its table and its rules.

A clause stands at what it says: a method that forbids or allows moves, a step that is done, or a
fact that is asked for. A move that several clauses forbid is forbidden by the first of them here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias, get_args

from printnplay.rules import (
    OVER,
    SEATS,
    Act,
    Card,
    CardGame,
    Given,
    Move,
    Reader,
    Rng,
    Table,
    allows,
    always,
    clause,
    deal_round,
    deck,
    forbids,
    lines,
    other_of,
    parts,
    shuffle,
    space_names,
    step,
    take,
    without,
)

HAND = 4
SIDE = 3
SPACES = space_names(SIDE)
CENTRE = SPACES[len(SPACES) // 2]
POINTS = 5
PLAYERS = (2, 4)


class SymbolCard(Card):
    """An X or an O of a colour."""

    symbol: str
    colour: str


SYMBOL_CARDS = deck.cards(SymbolCard, family="symbol")
SYMBOLS = deck.values("symbol")
COLOURS = deck.values("colour")
(COPIES,) = {card.copies for card in SYMBOL_CARDS}
"""Of each Symbol card: the rules say one number for all."""

FLIP = deck.card("flip")
WIPE_OUT = deck.card("wipe-out", effect={"draw": HAND})
DOUBLE_PLAY = deck.card("double-play", effect={"cards": 2, "draw": 3})
ACTION_CARDS = (FLIP, WIPE_OUT, DOUBLE_PLAY)

SHUFFLED: tuple[Card, ...] = (*SYMBOL_CARDS, *ACTION_CARDS)
ASIDE: Mapping[str, int] = {"identity": max(PLAYERS)}
"""ID cards are handed out and turned over, never shuffled."""

FACTS: Mapping[str, int] = {
    "hand_size": HAND,
    "points_to_win": POINTS,
    "grid_side": SIDE,
    "grid_spaces": len(SPACES),
    "line_length": SIDE,
    "double_play_cards": DOUBLE_PLAY.effect["cards"],
    "double_play_draw": DOUBLE_PLAY.effect["draw"],
    "wipe_out_draw": WIPE_OUT.effect["draw"],
    "players_min": min(PLAYERS),
    "players_max": max(PLAYERS),
    "teams": len(SYMBOLS),
    "team_size": max(PLAYERS) // len(SYMBOLS),
    "shuffled": sum(card.copies for card in SHUFFLED),
    "symbols": len(SYMBOLS),
    "colours": len(COLOURS),
    "copies": COPIES,
    "identity_sides": len(SYMBOLS),
}

Stage: TypeAlias = Literal["turn", "double", "choice", "deal"]
"""What comes next: a turn's card, a card of a Double Play, the choice of a player to be wiped out,
the deal of the next game of a match."""


class TicTacTable(Table):
    """The table; `to_follow` counts the cards of a Double Play that are still to be played."""

    cards = SHUFFLED
    dealer: int = parts.seat(lasts=True)
    grid: dict[str, list[SymbolCard]] = parts.grid(SIDE, holds=SYMBOL_CARDS)
    hands: list[list[Card]] = parts.hands(HAND, least=HAND)
    draw: list[Card] = parts.draw_pile()
    discard: list[Card] = parts.pile()
    sides: list[str] = parts.each(parts.word("", *SYMBOLS))
    score: list[int] = parts.each(parts.number(most=POINTS), lasts=True)
    scored: int = parts.number(told=False, lasts=True)
    stage: Stage = parts.word(*get_args(Stage), told=False)
    to_follow: int = parts.number(told=False)

    openings = 0
    """What the faster way to the legal moves notes of the grid; 0 while it has noted nothing."""


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


class TicTacMatch(CardGame[TicTacTable]):
    """Tic-Tac Match for two or four players."""

    table = TicTacTable
    aside = ASIDE
    seats = PLAYERS
    facts = FACTS
    dealt_with = "grid"
    begins_with: ClassVar = {f"grid.{CENTRE}": SYMBOL_CARDS}
    shuffles = ("reshuffled",)
    variants_offered: ClassVar = {"length": ("one-game", "five-points")}
    rules_of_cards: ClassVar = {FLIP: "TTM-7", WIPE_OUT: "TTM-8", DOUBLE_PLAY: "TTM-9"}
    sentences = SENTENCES
    acts = (
        Act("play", SYMBOL_CARDS, to=SPACES),
        Act("play", ACTION_CARDS),
        Act("choose", SEATS),
        Act("discard", "hand"),
        Act("setup", "yes"),
    )

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Find the lines of the grid, and prepare the moves of each seat, once."""
        super().__init__(off, **chosen)
        self.lines = lines(
            SPACES,
            in_rows=self.rows_are_lines,
            in_columns=self.columns_are_lines,
            in_diagonals=self.diagonals_are_lines,
        )
        winning = self.lines if self.lines_end_the_game else []
        self.through = {
            space: [
                [other for other in line if other != space] for line in winning if space in line
            ]
            for space in SPACES
        }
        symbol, colour = self.lines_have_one_symbol, self.lines_have_one_colour
        self.face = {card: (card.symbol * symbol, card.colour * colour) for card in SYMBOL_CARDS}
        self._holding = [cache(partial(moves_with, known["play"])) for known in self.known]

    # What forbids a move, in the order in which it is asked

    @forbids("TTM-14.over", "a match that is won is over")
    def match_is_over(self, table: TicTacTable, move: Move) -> bool:
        return table.turn == OVER and bool(table.scored)

    @forbids("TTM-12.over", "nothing is played after the end")
    def game_is_over(self, table: TicTacTable, move: Move) -> bool:
        return table.turn == OVER

    @forbids("TTM-12.deal", "a new game is dealt when one has ended, and not before")
    def dealt_at_the_wrong_time(self, table: TicTacTable, move: Move) -> bool:
        return (table.stage == "deal") != (move.act == "setup")

    @forbids("TTM-13.players", "two or four play, never three", "setup")
    def wrong_number_of_players(self, table: TicTacTable, move: Move) -> bool:
        return table.players not in self.seats

    @forbids("TTM-14.dealer", "only the next dealer deals", "setup")
    def not_the_next_dealer(self, table: TicTacTable, move: Move) -> bool:
        return move.seat != table.turn

    @forbids("TTM-4.turn", "only the player whose turn it is plays", "play", "choose", "discard")
    def out_of_turn(self, table: TicTacTable, move: Move) -> bool:
        return move.seat != table.turn

    @forbids("TTM-8.choice", "a Wipe-Out, and nothing else, is followed by the choice of a player")
    def not_the_time_to_choose(self, table: TicTacTable, move: Move) -> bool:
        return (table.stage == "choice") != (move.act == "choose")

    @forbids("TTM-8.other", "nobody may choose themselves", "choose")
    def chooses_themselves(self, table: TicTacTable, move: Move) -> bool:
        return bool(move.what == move.seat)

    @allows("TTM-8.partner", "a partner may be chosen", "choose")
    def chooses_the_partner(self, table: TicTacTable, move: Move) -> bool:
        return move.what != move.seat and self.partners(table, move.what, move.seat)

    @allows("TTM-10.none", "a hand without a legal play is thrown in", "discard")
    def throws_the_hand_in(self, table: TicTacTable, move: Move) -> bool:
        return True

    @forbids("TTM-10.only", "a hand with a legal play is not", "discard")
    def could_play_a_card(self, table: TicTacTable, move: Move) -> bool:
        return table.stage != "turn" or self.can_play(table, move.seat)

    @forbids("TTM-9.hand", "both cards of a Double Play come out of the same hand", "play")
    def not_in_the_hand_any_more(self, table: TicTacTable, move: Move) -> bool:
        return table.stage == "double" and move.what not in table.hands[move.seat]

    @forbids("TTM-5.hand", "cards come out of the player's own hand", "play")
    def not_in_the_hand(self, table: TicTacTable, move: Move) -> bool:
        return move.what not in table.hands[move.seat]

    @forbids("TTM-9.kinds", "both are Symbol cards or Flips", "play")
    def neither_symbol_nor_flip(self, table: TicTacTable, move: Move) -> bool:
        return table.stage == "double" and move.what in (WIPE_OUT, DOUBLE_PLAY)

    @allows("TTM-6.empty", "an empty space takes any Symbol card", "play")
    def goes_on_an_empty_space(self, table: TicTacTable, move: Move) -> bool:
        return move.what in SYMBOL_CARDS and not table.grid[move.where]

    @allows("TTM-6.early", "covering is allowed while spaces are empty", "play")
    def covers_while_spaces_are_empty(self, table: TicTacTable, move: Move) -> bool:
        return bool(self.covered(table, move)) and not all(table.grid.values())

    @forbids("TTM-6.share", "a covering card shares colour or symbol", "play")
    def shares_neither_colour_nor_symbol(self, table: TicTacTable, move: Move) -> bool:
        return any(shared(move.what, card) == 0 for card in self.covered(table, move))

    @forbids("TTM-6.differ", "a covering card is not the same in both", "play")
    def shares_both(self, table: TicTacTable, move: Move) -> bool:
        return any(shared(move.what, card) == 2 for card in self.covered(table, move))

    @forbids("TTM-9.possible", "two cards must be playable one after the other", "play")
    def no_second_card_could_follow(self, table: TicTacTable, move: Move) -> bool:
        begins = self.two_follow and move.what == DOUBLE_PLAY
        is_first = table.stage == "double" and table.to_follow == DOUBLE_PLAY.effect["cards"]
        if not begins and not is_first:
            return False
        after = table.copy()
        after.hands[move.seat] = without(after.hands[move.seat], move.what)
        if move.where:
            after.grid[move.where].append(move.what)
        after.to_follow = DOUBLE_PLAY.effect["cards"] if begins else after.to_follow - 1
        after.stage = "double"
        return not self.can_play(after, move.seat)

    def covered(self, table: TicTacTable, move: Move) -> list[SymbolCard]:
        """The card that a Symbol card would cover, if any."""
        return table.grid[move.where][-1:] if move.where else []

    # Sides and lines

    partners_sit_opposite = clause("TTM-13.opposite", "partners sit opposite")
    rows_are_lines = clause("TTM-1.row", "rows are lines")
    columns_are_lines = clause("TTM-1.column", "columns are lines")
    diagonals_are_lines = clause("TTM-1.diagonal", "diagonals are lines")
    lines_have_one_symbol = clause("TTM-1.symbol", "the three cards have one symbol")
    lines_have_one_colour = clause("TTM-1.colour", "the three cards have one colour")

    def team(self, table: TicTacTable, seat: int) -> int:
        """The player's team, 0 or 1."""
        return seat % 2 if self.partners_sit_opposite else seat * 2 // table.players

    def partners(self, table: TicTacTable, one: int, another: int) -> bool:
        """Whether two players are in the same team."""
        return self.team(table, one) == self.team(table, another)

    def in_line(self, table: TicTacTable, space: str) -> bool:
        """Whether the card that shows on a space is part of a line."""
        grid, face = table.grid, self.face
        wanted = face[grid[space][-1]]
        for one, another in self.through[space]:
            first, second = grid[one], grid[another]
            if first and second and face[first[-1]] == wanted == face[second[-1]]:
                return True
        return False

    # Setting up

    everybody_is_dealt_four = clause("TTM-2.hand", "everybody is dealt four cards")
    dealt_singly = clause("TTM-2.singly", "cards are dealt one at a time, round and round")
    symbol_in_the_centre = clause("TTM-3.centre", "the Symbol card turned over lies in the centre")
    others_are_discarded = clause("TTM-3.discard", "other cards turned over start the discard pile")
    dealers_side_takes_it = clause("TTM-3.dealer", "the dealer's side takes that symbol")
    left_neighbour_begins = clause("TTM-4.left", "the player on the dealer's left begins")

    def deal(self, table: TicTacTable, rng: Rng) -> None:
        """Choose a dealer by chance and deal the first game."""
        table.dealer = rng(table.players)
        self.begin_match(table)
        self.deal_game(table, table.dealer, rng)

    def begin_match(self, table: TicTacTable) -> None:
        """Games are scored if a match has been agreed (TTM-14)."""
        table.scored = int(self.variants["length"] == "five-points")

    def deal_game(self, table: TicTacTable, dealer: int, rng: Rng) -> None:
        """Shuffle, deal four each, and turn over the centre card (TTM-2, TTM-3, TTM-4)."""
        for rule in ("TTM-2", "TTM-3", "TTM-4"):
            self.tell(rule)
        table.clear()
        table.openings = 0
        table.dealer = dealer
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        self.deal_hands(table)
        self.turn_over_the_centre(table)
        table.turn = self.next_seat(table, dealer) if self.left_neighbour_begins else dealer

    def deal_hands(self, table: TicTacTable) -> None:
        """Cards to everybody, the player on the dealer's left first."""
        size, first = HAND if self.everybody_is_dealt_four else HAND - 1, table.dealer + 1
        if self.dealt_singly:
            deal_round(table.draw, table.hands, size, first)
            return
        for place in range(table.players):
            deal_round(table.draw, [table.hands[(first + place) % table.players]], size)

    def turn_over_the_centre(self, table: TicTacTable) -> None:
        """Turn cards over until a Symbol card comes; it sets the ID cards."""
        turned = [table.draw.pop()]
        while not isinstance(turned[-1], SymbolCard):
            turned.append(table.draw.pop())
        centre = turned[-1]
        if self.symbol_in_the_centre:
            turned.pop()
            self.lay(table, centre, CENTRE)
        if self.others_are_discarded:
            table.discard = turned
        else:
            table.draw[:0] = turned
        ours = centre.symbol if self.dealers_side_takes_it else SYMBOLS[0]
        table.sides = [
            ours if self.partners(table, seat, table.dealer) else other_of(SYMBOLS, ours)
            for seat in range(table.players)
        ]

    # What a move does

    turns_pass_clockwise = clause("TTM-4.clockwise", "the next player is the one on the left")
    one_card_ends_the_turn = clause("TTM-5.one", "one card ends the turn")
    two_follow = clause("TTM-9.two", "two more cards are played")
    drawn_late = clause("TTM-9.late", "nothing is drawn before the end of the turn")
    turn_goes_on = clause("TTM-10.turn", "the turn goes on with the new hand")
    lines_end_the_game = clause("TTM-12.line", "a line ends the game")
    ends_at_once = clause("TTM-12.once", "the game ends at once, also in the middle of a turn")
    chosen_player_is_next = clause("TTM-8.next", "the chosen player has the next turn")

    def play(self, table: TicTacTable, move: Move, rng: Rng) -> None:
        """Carry out a legal move."""
        if move.act == "play":
            self.play_card(table, move, rng)
        elif move.act == "choose":
            self.wipe_out(table, move.what, rng)
            chosen = move.what if self.chosen_player_is_next else self.next_seat(table, move.seat)
            self.end_turn(table, move.seat, chosen, rng)
        elif move.act == "discard":
            self.throw_in_to_play(table, move.seat, rng)
        else:
            self.deal_game(table, move.seat, rng)

    def play_card(self, table: TicTacTable, move: Move, rng: Rng) -> None:
        """Lay a Symbol card on its space, or discard an action card and do what it says.

        Choices and further cards are moves of their own.
        """
        seat, _, _, card, space = move
        take(table.hands[seat], card)
        if space:
            self.lay(table, card, space)
            if self.ends_at_once and self.in_line(table, space):
                self.end_game(table, seat, card.symbol)
                return
        else:
            table.discard.append(card)
            if card == FLIP:
                self.turn_id_cards(table, seat)
            elif card == WIPE_OUT:
                self.replace_the_card(table, seat, rng)
                table.stage = "choice"
                return
            elif self.two_follow:
                table.stage, table.to_follow = "double", DOUBLE_PLAY.effect["cards"]
                return
        if table.stage != "double" or self.was_last(table, seat, rng):
            self.end_turn(table, seat, self.next_seat(table, seat), rng)

    def lay(self, table: TicTacTable, card: SymbolCard, space: str) -> None:
        """Lay a Symbol card on a space; what fits where is kept up."""
        stack = table.grid[space]
        if table.openings:
            fits = FITS_ON[space]
            table.openings ^= fits[stack[-1] if stack else None] ^ fits[card]
        stack.append(card)

    def was_last(self, table: TicTacTable, seat: int, rng: Rng) -> bool:
        """Whether a card was the last one of a Double Play."""
        table.to_follow -= 1
        if not self.drawn_late:
            self.fill_hand(table, seat, HAND, rng)
        return table.to_follow <= 0

    def turn_id_cards(self, table: TicTacTable, seat: int) -> None:
        """A Flip turns ID cards over."""
        for player in range(table.players):
            if self.all_turn or player == seat:
                self.turn_id_card(table, player)

    all_turn = clause("TTM-7.all", "everybody's ID card is turned over")

    @step("TTM-7.turn", "ID cards are turned over")
    def turn_id_card(self, table: TicTacTable, seat: int) -> None:
        table.sides[seat] = other_of(SYMBOLS, table.sides[seat])

    @step("TTM-8.replace", "the card played is replaced at once")
    def replace_the_card(self, table: TicTacTable, seat: int, rng: Rng) -> None:
        self.fill_hand(table, seat, HAND, rng)

    @step("TTM-8.hand", "the chosen player's hand is thrown in for a new one")
    def wipe_out(self, table: TicTacTable, seat: int, rng: Rng) -> None:
        self.throw_in(table, seat, rng)

    def throw_in_to_play(self, table: TicTacTable, seat: int, rng: Rng) -> None:
        """Throw in a hand without a legal play (TTM-10)."""
        self.tell("TTM-10")
        self.throw_in(table, seat, rng)
        if not self.turn_goes_on:
            self.end_turn(table, seat, self.next_seat(table, seat), rng)

    def throw_in(self, table: TicTacTable, seat: int, rng: Rng) -> None:
        """Discard the whole hand and draw a new one."""
        table.discard += table.hands[seat]
        table.hands[seat] = []
        self.fill_hand(table, seat, HAND, rng)

    def end_turn(self, table: TicTacTable, seat: int, following: int, rng: Rng) -> None:
        """Draw back up to four and pass the turn on."""
        if not self.ends_at_once:
            for space, stack in table.grid.items():
                if stack and self.in_line(table, space):
                    self.end_game(table, seat, stack[-1].symbol)
                    return
        self.draw_back_up(table, seat, rng)
        table.stage = "turn"
        table.turn = following if self.one_card_ends_the_turn else seat

    @step("TTM-5.draw", "the hand is filled up to four when the turn ends")
    def draw_back_up(self, table: TicTacTable, seat: int, rng: Rng) -> None:
        self.fill_hand(table, seat, HAND, rng)

    def make_new_pile(self, table: TicTacTable, rng: Rng) -> None:
        """Make a new draw pile out of what is not needed (TTM-11)."""
        self.take_discards(table)
        self.take_covered_cards(table)
        self.shuffle("reshuffled", table.draw, rng)

    @step("TTM-11.discard", "the discard pile is shuffled")
    def take_discards(self, table: TicTacTable) -> None:
        table.draw, table.discard = table.discard, []

    @step("TTM-11.covered", "covered cards are shuffled in")
    def take_covered_cards(self, table: TicTacTable) -> None:
        for stack in table.grid.values():
            table.draw += stack[:-1]
            del stack[:-1]

    def next_seat(self, table: TicTacTable, seat: int) -> int:
        """The player whose turn comes next."""
        return (seat + (1 if self.turns_pass_clockwise else -1)) % table.players

    @always("a hand holds four cards when a turn begins")
    def hands_are_full(self, table: TicTacTable) -> bool:
        begins = table.stage == "turn" and table.turn != OVER
        return not begins or all(len(hand) == HAND for hand in table.hands)

    @always("partners show the same symbol, opponents the other one")
    def sides_differ(self, table: TicTacTable) -> bool:
        return all(a != b for a, b in pairwise(table.sides))

    # The end of a game and of a match

    symbol_wins = clause("TTM-12.symbol", "its symbol says who wins, whoever played the card")
    five_points_win = clause("TTM-14.five", "five points win the match")
    deal_passes_left = clause("TTM-14.left", "the deal passes to the left")

    def end_game(self, table: TicTacTable, seat: int, symbol: str) -> None:
        """End the game: a line of this symbol shows (TTM-1, TTM-12)."""
        self.tell("TTM-1")
        winning = symbol if self.symbol_wins else table.sides[seat]
        table.winners = [player for player, side in enumerate(table.sides) if side == winning]
        self.tell("TTM-12")
        if len(table.winners) > 1:
            self.tell("TTM-13")
        table.turn = OVER
        if table.scored:
            self.tell("TTM-14")
            self.score_points(table)
            self.settle_match(table)

    @step("TTM-14.point", "the winning side takes a point")
    def score_points(self, table: TicTacTable) -> None:
        for seat in table.winners:
            table.score[seat] += 1

    def settle_match(self, table: TicTacTable) -> None:
        """The next dealer deals, unless the match is over."""
        if not self.five_points_win or max(table.score) < POINTS:
            table.stage = "deal"
            table.turn = (table.dealer + int(self.deal_passes_left)) % table.players

    # What is counted of many games

    def rules_used(self, table: TicTacTable, move: Move) -> Iterator[str]:
        """The rules that a card played puts to use, besides those of steps."""
        if move.act == "play":
            yield "TTM-5" if table.stage == "turn" else "TTM-9"
            yield self.rules_of_cards.get(move.what, "TTM-6")

    def ending(self, table: TicTacTable) -> str:
        """By the line of one side or the other, or by the points of the match."""
        if table.scored:
            return f"{max(table.score)} points"
        return f"a line of {table.sides[table.winners[0]].upper()}"

    def standing(self, table: TicTacTable) -> Sequence[float]:
        """The points of a match."""
        return [float(points) for points in table.score] if table.scored else ()

    # A faster way to the legal moves, proved equal to the clauses by checks and tests: which cards
    # fit where are the bits of one number, nine spaces for each Symbol card

    def fast_moves(self, table: TicTacTable) -> list[Move]:
        """Every legal move, in order."""
        seat, stage = table.turn, table.stage
        if seat == OVER or stage == "deal":
            return self.legal_moves(table)
        if stage == "choice":
            players = range(table.players)
            return [self.move(seat, "choose", other) for other in players if other != seat]
        openings = table.openings or self._survey(table)
        symbols, flips, wipe_outs, double_plays = self._holding[seat](frozenset(table.hands[seat]))
        found = list[Move]()
        for fitting, place in symbols:
            found += fitting(openings >> place & ALL_SPACES)
        found += flips
        if stage == "double":
            if table.to_follow == 1:
                return found
            return [move for move in found if self._follows(table, openings, move)]
        if double_plays and any(self._follows(table, openings, move) for move in found):
            return [*found, *wipe_outs, *double_plays]
        found += wipe_outs
        return found or [self.move(seat, "discard", "hand")]

    def _survey(self, table: TicTacTable) -> int:
        """What fits where on the grid as it lies."""
        table.openings = ALWAYS
        for fits, stack in zip(FITS_ON.values(), table.grid.values(), strict=True):
            table.openings |= fits[stack[-1] if stack else None]
        return table.openings

    def _follows(self, table: TicTacTable, openings: int, first: Move) -> bool:
        """Whether a Symbol card or a Flip can follow the first card of a Double Play."""
        needed = needed_by(tuple(table.hands[table.turn]), first.what)
        if first.where:
            fits, stack = FITS_ON[first.where], table.grid[first.where]
            openings ^= fits[stack[-1] if stack else None] ^ fits[first.what]
        return openings & needed != 0

    # Worked examples: what they may say besides, and what cannot be

    def moves_said(self, when: Given) -> Sequence[tuple[str, Given]]:
        """The move of `when`, the cards of its Double Play and the choice of its Wipe-Out."""
        follow: Mapping[str, tuple[str, ...]] = {
            DOUBLE_PLAY: ("first", "second"),
            WIPE_OUT: ("target",),
        }
        keys = follow.get(str(when.get("play")), ())
        said = {key: value for key, value in when.items() if key not in keys}
        further = [(f"when.{key}", _in_words(key, str(when[key]))) for key in keys if key in when]
        return [("when", said), *further]

    def check_position(self, table: TicTacTable, given: Given, reader: Reader) -> None:
        """Tell of positions that no game can reach; a line that shows has ended the game."""
        self.begin_match(table)
        table.scored |= int("score" in given)
        self.check_score(table, given, reader)
        if not self.is_dealt(given):
            table.stage, table.turn, table.draw = "deal", table.dealer, self.all_cards()
            return
        self.check_grid(table, reader)
        seats = [seat % 2 for seat in range(table.players)]
        table.sides = reader.two_sides("given.sides", table.sides, seats, SYMBOLS)
        if not reader.faults:
            self.settle_line(table, given, reader)

    def settle_line(self, table: TicTacTable, given: Given, reader: Reader) -> None:
        """A line that shows has ended the game."""
        shown = [space for space in SPACES if table.grid[space] and PRINTED.in_line(table, space)]
        if not shown:
            return
        if "turn" in given:
            reader.impossible("given.turn", "a line shows: the game is over", "expected no turn")
        symbol = table.grid[shown[0]][-1].symbol
        table.winners = [seat for seat, side in enumerate(table.sides) if side == symbol]
        table.turn = OVER
        if table.scored:
            self.settle_match(table)

    def check_score(self, table: TicTacTable, given: Given, reader: Reader) -> None:
        """Partners share their points, and nobody has more than win the match."""
        table.score = [
            max(points for mate, points in enumerate(table.score) if mate % 2 == seat % 2)
            for seat in range(table.players)
        ]
        if min(table.score) >= POINTS:
            message = "a match ends when a side has five points"
            reader.impossible("given.score", message, f"expected {POINTS} of one side at most")

    def check_grid(self, table: TicTacTable, reader: Reader) -> None:
        """Symbol cards that cover each other rightly, one of them in the centre."""
        if not table.grid[CENTRE]:
            reader.impossible("given.grid", "the centre is empty", "expected a card in the centre")
        for space, stack in table.grid.items() if not reader.faults else ():
            if any(shared(low, high) != 1 for low, high in pairwise(stack)):
                message = f"the cards on {space} cannot cover each other"
                expected = "expected cards alike in colour or in symbol, not in both"
                reader.impossible("given.grid", message, expected)


def shared(card: SymbolCard, another: SymbolCard) -> int:
    """How much two Symbol cards share: 2 for symbol and colour, 1 for one of them, or 0."""
    return (card.symbol == another.symbol) + (card.colour == another.colour)


def _in_words(key: str, text: str) -> dict[str, str]:
    """What follows in the same `when`, as a move of its own: `first: x-red b2`, `target: b`."""
    if key == "target":
        return {"choose": text}
    card, _, space = text.partition(" ")
    return {"play": card, "to": space} if space else {"play": card}


Moves: TypeAlias = Sequence[Move]
Fitting: TypeAlias = Sequence[tuple[Callable[[int], Moves], int]]
"""What gives the moves of each Symbol card to spaces, and the place of its bits."""


def moves_with(
    known: Mapping[Card, Mapping[str, Move]], hand: frozenset[Card]
) -> tuple[Fitting, Moves, Moves, Moves]:
    """The moves with the cards of a hand, in order: Symbol cards, then each kind of action card."""
    symbols = [
        (moves_to(tuple(known[card].values())), at * len(SPACES))
        for at, card in enumerate(SYMBOL_CARDS)
        if card in hand
    ]
    flips, wipe_outs, double_plays = (
        [*known[card].values()] * (card in hand) for card in ACTION_CARDS
    )
    return symbols, flips, wipe_outs, double_plays


@cache
def moves_to(moves: Sequence[Move]) -> Callable[[int], Sequence[Move]]:
    """What gives the moves to some spaces, which are the bits of a number, of those to all."""
    return cache(lambda spaces: tuple(move for at, move in enumerate(moves) if spaces >> at & 1))


FITS_ON: Mapping[str, Mapping[Card | None, int]] = {
    name: {
        top: sum(
            1 << at * len(SPACES) + space
            for at, card in enumerate(SYMBOL_CARDS)
            if top is None or shared(card, top) == 1
        )
        for top in (*SYMBOL_CARDS, None)
    }
    for space, name in enumerate(SPACES)
}
"""For each space the bits of the Symbol cards that fit on a card that shows there, or on none."""

ALL_SPACES = (1 << len(SPACES)) - 1
ALWAYS = 1 << len(SPACES) * len(SYMBOL_CARDS)
"""The bit of a Flip, which can always be played."""

BITS: Mapping[Card, int] = {
    **dict.fromkeys(ACTION_CARDS, 0),
    FLIP: ALWAYS,
    **{card: ALL_SPACES << at * len(SPACES) for at, card in enumerate(SYMBOL_CARDS)},
}
"""All bits of a card; a Wipe-Out and a Double Play have none."""


@cache
def needed_by(hand: tuple[Card, ...], played: Card) -> int:
    """The bits of which one is enough to play a card of the hand when one has been played."""
    needed = 0
    for card in without(hand, played):
        needed |= BITS[card]
    return needed


PRINTED = TicTacMatch()
"""All rules in force: by these it is judged what can lie on a table, whatever is switched off."""
