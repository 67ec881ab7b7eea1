"""Tic Tac Taco: its cards, its table and its rules.

A clause stands at what it says: a method that forbids or allows moves, a step that is done, or a
fact that is asked for. A move that several clauses forbid is forbidden by the first of them here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

from printnplay.rules import (
    NOWHERE,
    OVER,
    SLANTING,
    STRAIGHT,
    Act,
    Card,
    CardGame,
    Given,
    Move,
    MovesByParts,
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
    neighbours,
    other_of,
    parts,
    space_names,
    step,
    take,
)

HAND = 3
SIDE = 3
SPACES = space_names(SIDE)
FIELD = space_names(2 * SIDE - 1)
"""The spaces on which base cards are laid: the first one lies in the middle, and none can come to
lie further off. The full grid is named anew, by SPACES."""
MIDDLE = FIELD[len(FIELD) // 2]

TEAMS = (TORTILLA, NACHO) = (deck.card("tortilla"), deck.card("nacho"))
"""A team is known by its base card."""
NACHO_TORTILLA = deck.card("nacho-tortilla")
BASES = (*TEAMS, NACHO_TORTILLA)

CARNE = deck.card("carne")
QUESO = deck.card("queso")
TOPPINGS = (CARNE, QUESO)

POCALYPSE = deck.card("taco-pocalypse", effect={"limit": 3})
GUAC = deck.card("guac-block")
PICO = deck.card("pico-de-futuro", effect={"draw": 3, "discard": 2})
STEAL = deck.card("steal-a-bite")
POWER_UPS = (POCALYPSE, GUAC, PICO, STEAL)

SHUFFLED = (*TOPPINGS, *POWER_UPS)
CARDS = (*BASES, *SHUFFLED)

FACTS: Mapping[str, int] = {
    "players": len(TEAMS),
    "teams": len(TEAMS),
    "hand_size": HAND,
    "grid_side": SIDE,
    "grid_spaces": len(SPACES),
    "line_length": SIDE,
    "base_cards": sum(card.copies for card in BASES),
    "own_bases": TORTILLA.copies,
    "holder_bases": sum(card.copies for card in (TORTILLA, NACHO_TORTILLA)),
    "combo_cards": len((TORTILLA, *TOPPINGS)),
    "actions": 2,
    "fillings": sum(card.copies for card in TOPPINGS),
    "power_ups": sum(card.copies for card in POWER_UPS),
    "shuffled": sum(card.copies for card in SHUFFLED),
    "pico_draw": PICO.effect["draw"],
    "pico_hand": HAND - 1 + PICO.effect["draw"],
    "pico_discard": PICO.effect["discard"],
    "pocalypse_limit": POCALYPSE.effect["limit"],
}

Stage: TypeAlias = Literal["sides", "laying", "turn", "discarding", "keeping"]
"""What comes next: sides are chosen, a base card is laid, a card is played or drawn, one is
discarded after drawing, some are discarded after a Pico de Futuro."""


class TacoTable(Table):
    """The table; `turned` are the spaces whose cards lie logo up.

    Until sides are chosen, `holder` is whoever last ate tacos, then who has the NachoTortilla.
    `to_discard` counts the cards that have still to go after a Pico de Futuro.
    """

    cards = CARDS
    holder: int = parts.seat()
    teams: list[str] = parts.each(parts.word("", *TEAMS))
    grid: dict[str, list[Card]] = parts.grid(SPACES, FIELD)
    turned: set[str] = parts.words(*SPACES)
    bases: list[list[Card]] = parts.hands(seen=parts.EVERYBODY, given=False)
    hands: list[list[Card]] = parts.hands(HAND, least=HAND)
    draw: list[Card] = parts.draw_pile()
    discard: list[Card] = parts.pile()
    pocalypse: list[int] = parts.each(parts.copies(POCALYPSE, most=POCALYPSE.effect["limit"] - 1))
    box: list[Card] = parts.pile(told=False)
    stage: Stage = parts.word(*get_args(Stage), told=False)
    to_discard: int = parts.number(told=False)


def finished(stack: list[Card]) -> bool:
    """Whether the cards of a space make a taco combo."""
    return CARNE in stack and QUESO in stack


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


class TicTacTaco(CardGame[TacoTable]):
    """Tic Tac Taco for two players, or two sides."""

    table = TacoTable
    sentences = SENTENCES
    facts = FACTS
    shuffles = ("dealt", "reshuffled")
    rules_of_cards: ClassVar = {
        POCALYPSE: "TAC-12",
        GUAC: "TAC-9.toppings",
        PICO: "TAC-10",
        STEAL: "TAC-11",
    }
    variants_offered: ClassVar = {
        "toppings": ("own", "any"),
        "pocalypse": ("stay", "clears-all"),
        "first-turn": ("holder", "other"),
        "dead-grids": ("lay-again", "allowed"),
    }
    acts = (
        Act("take", TEAMS),
        Act("lay", BASES, to=FIELD),
        Act("play", TOPPINGS, to=SPACES),
        Act("play", (POCALYPSE,)),
        Act("play", (GUAC,), to=SPACES),
        Act("play", (PICO,)),
        Act("play", (STEAL,), from_=("hand", "discard")),
        Act("draw", "yes"),
        Act("discard", SHUFFLED),
    )

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Find the lines of the grid, and what touches, once."""
        super().__init__(off, **chosen)
        self.lines = lines(
            SPACES,
            in_rows=self.rows_are_lines,
            in_columns=self.columns_are_lines,
            in_diagonals=self.diagonals_are_lines,
        )
        self.on_any_base = self.variants["toppings"] == "any"

    # What forbids a move, in the order in which it is asked

    @forbids("TAC-1.over", "nothing is played after the end")
    def game_is_over(self, table: TacoTable, move: Move) -> bool:
        return table.turn == OVER

    @forbids("TAC-3.before", "sides are chosen before anything else, and once")
    def is_not_the_time_for_sides(self, table: TacoTable, move: Move) -> bool:
        return (move.act == "take") is not (table.stage == "sides")

    @forbids("TAC-3.one", "one player chooses for both", "take")
    def does_not_choose_sides(self, table: TacoTable, move: Move) -> bool:
        return move.seat != table.turn

    @allows("TAC-3.sides", "any side can be chosen", "take")
    def takes_the_second_side(self, table: TacoTable, move: Move) -> bool:
        return bool(move.what != TEAMS[0])

    @forbids("TAC-4.before", "all base cards are laid before anything is played")
    def is_not_the_time_for_bases(self, table: TacoTable, move: Move) -> bool:
        return (table.stage == "laying") != (move.act == "lay")

    @forbids("TAC-4.turn", "only the player whose turn it is lays", "lay")
    def lays_out_of_turn(self, table: TacoTable, move: Move) -> bool:
        return move.seat != table.turn

    @forbids("TAC-4.own", "each lays base cards of their own", "lay")
    def is_not_their_base(self, table: TacoTable, move: Move) -> bool:
        return move.what not in table.bases[move.seat]

    @forbids("TAC-4.middle", "the first card lies in the middle of the field", "lay")
    def begins_elsewhere(self, table: TacoTable, move: Move) -> bool:
        return not any(table.grid.values()) and move.where != MIDDLE

    @forbids("TAC-4.empty", "a space takes one base card", "lay")
    def is_laid_on_another(self, table: TacoTable, move: Move) -> bool:
        return bool(table.grid[move.where])

    @forbids("TAC-4.touch", "a card touches one that lies", "lay")
    def touches_nothing(self, table: TacoTable, move: Move) -> bool:
        around = EDGES[move.where] + CORNERS[move.where] * self.corners_touch
        return any(table.grid.values()) and not any(table.grid[space] for space in around)

    @forbids("TAC-4.columns", "all cards fit within three columns", "lay")
    def needs_a_fourth_column(self, table: TacoTable, move: Move) -> bool:
        return span(space[0] for space in (*laid(table), move.where)) > SIDE

    @forbids("TAC-4.rows", "all cards fit within three rows", "lay")
    def needs_a_fourth_row(self, table: TacoTable, move: Move) -> bool:
        return span(space[1] for space in (*laid(table), move.where)) > SIDE

    @forbids("TAC-5.turn", "only the player whose turn it is plays", "play", "draw", "discard")
    def is_out_of_turn(self, table: TacoTable, move: Move) -> bool:
        return move.seat != table.turn

    @forbids("TAC-10.wait", "nothing is played or drawn before two are discarded", "play", "draw")
    def has_cards_to_discard(self, table: TacoTable, move: Move) -> bool:
        return table.stage == "keeping"

    @forbids("TAC-10.held", "the two are cards that are held", "discard")
    def is_not_one_of_the_five(self, table: TacoTable, move: Move) -> bool:
        return table.stage == "keeping" and move.what not in table.hands[move.seat]

    @forbids("TAC-5.wait", "whoever has drawn neither plays nor draws in that turn", "play", "draw")
    def has_drawn(self, table: TacoTable, move: Move) -> bool:
        return table.stage == "discarding"

    @forbids("TAC-5.only", "a turn cannot be spent on discarding alone", "discard")
    def has_not_drawn(self, table: TacoTable, move: Move) -> bool:
        return table.stage == "turn"

    @forbids("TAC-5.hand", "cards come out of the player's own hand", "play", "discard")
    def is_not_in_the_hand(self, table: TacoTable, move: Move) -> bool:
        return move.what not in table.hands[move.seat]

    @allows("TAC-5.any", "the card drawn can be the one discarded", "discard")
    def discards_what_was_drawn(self, table: TacoTable, move: Move) -> bool:
        return table.stage == "discarding" and move.what not in table.hands[move.seat][:-1]

    @allows("TAC-5.free", "whoever can play may draw all the same", "draw")
    def draws_instead(self, table: TacoTable, move: Move) -> bool:
        return self.can_play(table, move.seat)

    @allows("TAC-14", SENTENCES["TAC-14"], "draw")
    def draws_for_want_of_a_play(self, table: TacoTable, move: Move) -> bool:
        return not self.can_play(table, move.seat)

    @forbids("TAC-6.own", "the other team's base cards take no toppings of ours", "play")
    def tops_their_base(self, table: TacoTable, move: Move) -> bool:
        return not self.on_any_base and self.is_theirs(table, move)

    @allows("TAC-6.any", "if so agreed, toppings go on any base card", "play")
    def tops_their_base_as_agreed(self, table: TacoTable, move: Move) -> bool:
        return self.on_any_base and self.is_theirs(table, move)

    @allows("TAC-6.shared", "the NachoTortilla takes toppings of both teams", "play")
    def tops_the_nacho_tortilla(self, table: TacoTable, move: Move) -> bool:
        return base_of(table, move) == NACHO_TORTILLA

    @forbids("TAC-7.carne", "Carne needs Carne on all four of one's own", "play")
    def is_too_early_for_carne(self, table: TacoTable, move: Move) -> bool:
        return move.what == CARNE and self.is_too_early(table, move)

    @forbids("TAC-7.queso", "Queso needs Queso on all four of one's own", "play")
    def is_too_early_for_queso(self, table: TacoTable, move: Move) -> bool:
        return move.what == QUESO and self.is_too_early(table, move)

    @forbids("TAC-2.carne", "a space takes one Carne", "play")
    def is_a_second_carne(self, table: TacoTable, move: Move) -> bool:
        return move.what == CARNE and CARNE in table.grid[move.where]

    @forbids("TAC-2.queso", "a space takes one Queso", "play")
    def is_a_second_queso(self, table: TacoTable, move: Move) -> bool:
        return move.what == QUESO and QUESO in table.grid[move.where]

    @forbids("TAC-2.order", "Queso goes on Carne", "play")
    def is_queso_without_carne(self, table: TacoTable, move: Move) -> bool:
        return move.what == QUESO and CARNE not in table.grid[move.where]

    @allows("TAC-2.again", "a base card that lies logo up can be built on", "play")
    def builds_on_a_turned_base(self, table: TacoTable, move: Move) -> bool:
        return move.what in TOPPINGS and move.where in table.turned

    @allows("TAC-9.bare", "a space without toppings can be chosen", "play")
    def clears_a_bare_base(self, table: TacoTable, move: Move) -> bool:
        return move.what == GUAC and len(table.grid[move.where]) == 1

    @allows("TAC-9.finished", "finished combos can be hit", "play")
    def clears_a_finished_combo(self, table: TacoTable, move: Move) -> bool:
        return move.what == GUAC and finished(table.grid[move.where])

    @forbids("TAC-11.empty", "an empty discard pile cannot be chosen", "play")
    def takes_from_an_empty_pile(self, table: TacoTable, move: Move) -> bool:
        return move.what == STEAL and move.where == "discard" and not table.discard

    def is_theirs(self, table: TacoTable, move: Move) -> bool:
        """Whether the move puts a topping on a base card of the other team."""
        return base_of(table, move) == table.teams[1 - move.seat]

    def is_too_early(self, table: TacoTable, move: Move) -> bool:
        """Whether the topping goes on the NachoTortilla before all of one's own have it (TAC-7)."""
        own = [stack for stack in table.grid.values() if stack[0] == table.teams[move.seat]]
        on_both = base_of(table, move) == NACHO_TORTILLA
        return on_both and any(move.what not in stack for stack in own)

    # Lines

    rows_are_lines = clause("TAC-1.row", "rows are lines")
    columns_are_lines = clause("TAC-1.column", "columns are lines")
    diagonals_are_lines = clause("TAC-1.diagonal", "diagonals are lines")
    theirs_do_not_count = clause("TAC-1.own", "the other team's base cards do not count")
    shared_base_counts = clause("TAC-1.shared", "the NachoTortilla counts for both teams")
    mover_wins = clause("TAC-1.mover", "where both teams have a line, the one that moved wins")
    either_team_wins = clause("TAC-1.either", "a line wins for its team, whoever finished it")

    def counts(self, base: Card, team: str) -> bool:
        """Whether a combo on this base card counts for the team."""
        if base == NACHO_TORTILLA:
            return self.shared_base_counts
        return base == team or not self.theirs_do_not_count

    def own_lines(self, table: TacoTable, team: str) -> list[tuple[str, ...]]:
        """The lines that the team can win with: those on its own base cards."""
        grid = table.grid
        return [line for line in self.lines if all(self.counts(grid[at][0], team) for at in line)]

    def has_line(self, table: TacoTable, team: str) -> bool:
        """Whether the team has a line of taco combos (TAC-1)."""
        own_lines = self.own_lines(table, team)
        return any(all(finished(table.grid[space]) for space in line) for line in own_lines)

    def end_game(self, table: TacoTable, mover: int) -> None:
        """End the game if a team has a line, the mover's before the other's (TAC-1)."""
        seats = [mover, 1 - mover] if self.either_team_wins else [mover]
        for seat in seats if self.mover_wins else reversed(seats):
            if self.has_line(table, table.teams[seat]):
                self.tell("TAC-1")
                table.winners, table.turn = [seat], OVER
                return

    def ending(self, table: TacoTable) -> str:
        """By a line, or because nobody can ever have one."""
        return "a line" if table.winners else "a grid without lines"

    # Setting up

    each_takes_four = clause("TAC-3.four", "each player takes the four base cards of the team")
    taco_eater_is_holder = clause("TAC-3.tacos", "whoever last ate tacos takes the NachoTortilla")
    holder_lays_first = clause("TAC-3.lays", "its holder lays the first card")
    holder_plays_first = clause("TAC-3.plays", "its holder has the first turn")
    other_plays_first = clause("TAC-3.other", "if so agreed, the other player has the first turn")
    players_alternate = clause("TAC-4.alternate", "the players lay in turn")
    corners_touch = clause("TAC-4.corner", "corners touch, not only edges")
    both_need_a_line = clause("TAC-4.lines", "a grid in which a team has no line is laid again")
    dead_grids_are_kept = clause("TAC-4.dead", "if so agreed, it is kept")

    def deal(self, table: TacoTable, rng: Rng) -> None:
        """Find out by chance who last ate tacos; a player is about to choose a side (TAC-3)."""
        table.holder = rng(table.players)
        self.lay_out_cards(table)

    def lay_out_cards(self, table: TacoTable) -> None:
        """Put the base cards on the table, and the others beside them."""
        table.grid = {space: [] for space in FIELD}
        table.box = [base for base in BASES for _ in range(base.copies)]
        table.draw = [card for card in SHUFFLED for _ in range(card.copies)]

    def take_side(self, table: TacoTable, seat: int, team: str) -> None:
        """The player takes one side, the opponent the other (TAC-3)."""
        self.tell("TAC-3")
        table.teams[seat], table.teams[1 - seat] = team, other_of(TEAMS, team)
        if not self.taco_eater_is_holder:
            table.holder = 1 - table.holder
        self.take_bases(table)

    def take_bases(self, table: TacoTable) -> None:
        """Everybody takes their base cards; laying begins (TAC-3)."""
        own = FACTS["own_bases"] - (not self.each_takes_four)
        table.box = []
        table.bases = [[base] * own for team in table.teams for base in TEAMS if base == team]
        table.bases[table.holder].append(NACHO_TORTILLA)
        table.grid = {space: [] for space in FIELD}
        table.stage = "laying"
        table.turn = table.holder if self.holder_lays_first else 1 - table.holder

    def lay_base(self, table: TacoTable, move: Move, rng: Rng) -> None:
        """Lay a base card; the last one completes the grid (TAC-4)."""
        self.tell("TAC-4")
        seat, _, _, base, space = move
        table.grid[space] = [base]
        take(table.bases[seat], base)
        table.turn = 1 - seat if self.players_alternate else seat
        if not any(table.bases):
            self.complete_grid(table, rng)

    def complete_grid(self, table: TacoTable, rng: Rng) -> None:
        """Deal, if both teams can win; lay again otherwise, unless agreed differently (TAC-4)."""
        bases = [stack for stack in table.grid.values() if stack]
        table.grid = {space: bases[at] for at, space in enumerate(SPACES)}
        table.stage = "turn"
        able = [team for team in TEAMS if self.own_lines(table, team)]
        agreed = self.variants["dead-grids"] == "allowed"
        kept = self.dead_grids_are_kept if agreed else not self.both_need_a_line
        if len(able) < len(TEAMS) and not kept:
            self.take_bases(table)
        elif able:
            self.begin(table, rng)
        else:
            table.turn = OVER

    def begin(self, table: TacoTable, rng: Rng) -> None:
        """Shuffle and deal; the first turn begins (TAC-3, TAC-5)."""
        first = self.who_begins(table)
        self.shuffle("dealt", table.draw, rng)
        self.deal_hands(table, first)
        table.turn = first

    def who_begins(self, table: TacoTable) -> int:
        """Who has the first turn after the grid is laid (TAC-3)."""
        first = table.holder if self.holder_plays_first else 1 - table.holder
        agreed = self.variants["first-turn"] == "other" and self.other_plays_first
        return 1 - first if agreed else first

    first_player = who_begins

    @step("TAC-5.deal", "three cards each are dealt when the grid is laid")
    def deal_hands(self, table: TacoTable, first: int) -> None:
        """One card at a time, the player who begins first."""
        deal_round(table.draw, table.hands, HAND, first)

    # What a move does

    who_draws_discards = clause("TAC-5.discard", "whoever draws discards a card")
    power_up_is_the_play = clause("TAC-8.turn", "a power-up card takes the place of a filling card")

    def play(self, table: TacoTable, move: Move, rng: Rng) -> None:
        """Carry out a legal move."""
        if move.act == "play":
            self.play_card(table, move, rng)
        elif move.act == "discard":
            self.discard_card(table, move.seat, move.what, rng)
        elif move.act == "draw":
            self.draw_card(table, move.seat, rng)
        elif move.act == "lay":
            self.lay_base(table, move, rng)
        else:
            self.take_side(table, move.seat, move.what)

    def draw_card(self, table: TacoTable, seat: int, rng: Rng) -> None:
        """Draw a card; another one has to go (TAC-5, TAC-14)."""
        if self.telling:
            self.tell("TAC-5" if self.can_play(table, seat) else "TAC-14")
        self.fill_hand(table, seat, HAND + 1, rng)
        if self.who_draws_discards:
            table.stage = "discarding"
        else:
            self.end_turn(table, seat, rng)

    def discard_card(self, table: TacoTable, seat: int, card: Card, rng: Rng) -> None:
        """Discard a card after drawing, or one of two after a Pico de Futuro."""
        take(table.hands[seat], card)
        table.discard.append(card)
        if table.stage == "keeping":
            table.to_discard -= 1
            if table.to_discard:
                return
            if not self.pico_goes_first:
                self.discard_power_up(table, PICO)
        self.end_turn(table, seat, rng)

    def play_card(self, table: TacoTable, move: Move, rng: Rng) -> None:
        """Put a topping on a base card, or do what a power-up card says."""
        seat, _, _, card, where = move
        take(table.hands[seat], card)
        if card in TOPPINGS:
            self.add_topping(table, card, where)
            if finished(table.grid[where]):
                self.end_game(table, seat)
            if table.turn != OVER:
                self.end_turn(table, seat, rng)
            return
        self.tell("TAC-8")
        if card == PICO:
            self.look_ahead(table, seat, rng)
            return
        passes = [self.power_up_is_the_play]
        if card == GUAC:
            self.clear_space(table, where)
            self.turn_back(table, where)
            self.discard_power_up(table, card)
        elif card == STEAL:
            passes.append(self.their_draw_is_no_turn)
            self.steal(table, seat, where, rng)
        else:
            passes.append(self.one_pocalypse_a_turn)
            self.bring_pocalypse(table, seat)
        self.end_turn(table, seat, rng, passes=all(passes))

    def add_topping(self, table: TacoTable, topping: Card, space: str) -> None:
        """Put a topping on a base card; a finished combo is turned over (TAC-2)."""
        stack = table.grid[space]
        if self.telling:
            self.tell("TAC-7" if stack[0] == NACHO_TORTILLA else "TAC-6")
        stack.append(topping)
        if finished(stack):
            self.turn_over(table, space)

    @step("TAC-2.turned", "a finished combo is turned over")
    def turn_over(self, table: TacoTable, space: str) -> None:
        table.turned.add(space)

    def end_turn(self, table: TacoTable, seat: int, rng: Rng, *, passes: bool = True) -> None:
        """Fill the hand and pass the turn on (TAC-5)."""
        self.draw_back_up(table, seat, rng)
        table.stage = "turn"
        if passes:
            self.pass_on(table, seat)

    @step("TAC-5.one", "one card played or drawn ends the turn")
    def pass_on(self, table: TacoTable, seat: int) -> None:
        table.turn = 1 - seat

    @step("TAC-5.refill", "a card played is replaced from the draw pile")
    def draw_back_up(self, table: TacoTable, seat: int, rng: Rng) -> None:
        self.fill_hand(table, seat, HAND, rng)

    @always("hands have three cards, but for those drawn and not yet discarded")
    def hands_are_full(self, table: TacoTable) -> bool:
        if table.stage in ("sides", "laying"):
            return not any(table.hands)
        more = {"discarding": 1, "keeping": table.to_discard}.get(table.stage, 0)
        wanted = [HAND + more * (seat == table.turn) for seat in range(table.players)]
        return table.turn == OVER or [len(hand) for hand in table.hands] == wanted

    @always("nobody has three Taco-pocalypse cards when a move is done")
    def pocalypse_is_reset(self, table: TacoTable) -> bool:
        return all(0 <= count < POCALYPSE.effect["limit"] for count in table.pocalypse)

    @step("TAC-13", SENTENCES["TAC-13"])
    def make_new_pile(self, table: TacoTable, rng: Rng) -> None:
        table.draw, table.discard = table.discard, []
        self.shuffle("reshuffled", table.draw, rng)

    # Power-ups

    @step("TAC-8.discard", "it is discarded")
    def discard_power_up(self, table: TacoTable, card: Card) -> None:
        table.discard.append(card)

    @step("TAC-9.toppings", "Carne and Queso of the space are discarded")
    def clear_space(self, table: TacoTable, space: str) -> None:
        discard_toppings(table, space)

    @step("TAC-9.back", "a base card turned over is turned back")
    def turn_back(self, table: TacoTable, space: str) -> None:
        table.turned.discard(space)

    pico_goes_first = clause("TAC-10.first", "it is discarded before the others are drawn")
    two_are_discarded = clause("TAC-10.discard", "two cards are discarded")

    def look_ahead(self, table: TacoTable, seat: int, rng: Rng) -> None:
        """A Pico de Futuro: draw three cards; two have to go (TAC-10)."""
        if self.pico_goes_first:
            self.discard_power_up(table, PICO)
        self.draw_three(table, seat, rng)
        if self.two_are_discarded:
            table.stage, table.to_discard = "keeping", PICO.effect["discard"]
        else:
            self.end_turn(table, seat, rng)

    @step("TAC-10.draw", "three cards are drawn")
    def draw_three(self, table: TacoTable, seat: int, rng: Rng) -> None:
        self.fill_hand(table, seat, FACTS["pico_hand"], rng)

    their_draw_is_no_turn = clause("TAC-11.turn", "the opponent's draw is not a turn")
    taken_card_fills_the_hand = clause("TAC-11.three", "the card taken fills the hand")
    top_card_is_taken = clause("TAC-11.top", "it is the top card of the discard pile")
    steal_goes_last = clause("TAC-11.before", "the Steal a Bite itself is discarded afterwards")

    def steal(self, table: TacoTable, seat: int, source: str, rng: Rng) -> None:
        """Take a card from the opponent or from the discard pile (TAC-11)."""
        self.tell("TAC-11")
        hand, theirs = table.hands[seat], table.hands[1 - seat]
        if not self.steal_goes_last:
            self.discard_power_up(table, STEAL)
        if source == "hand":
            hand.append(theirs.pop(rng(len(theirs))))
            self.replace_stolen(table, 1 - seat, rng)
        elif table.discard:
            hand.append(table.discard.pop(-1 if self.top_card_is_taken else 0))
        if self.steal_goes_last:
            self.discard_power_up(table, STEAL)
        if not self.taken_card_fills_the_hand:
            self.fill_hand(table, seat, HAND + 1, rng)

    @step("TAC-11.refill", "the opponent replaces the stolen card at once")
    def replace_stolen(self, table: TacoTable, seat: int, rng: Rng) -> None:
        self.fill_hand(table, seat, HAND, rng)

    pocalypse_stays = clause("TAC-12.stays", "the card stays in front of its player")
    one_pocalypse_a_turn = clause("TAC-12.once", "one a turn")
    of_one_player = clause("TAC-12.same", "the cards in front of one player count")
    theirs_stay = clause("TAC-12.others", "those of the other player stay")
    theirs_go = clause("TAC-12.all", "if so agreed, those of the other player are discarded too")
    bases_stay_as_they_lie = clause("TAC-12.lie", "base cards stay as they lie")

    def bring_pocalypse(self, table: TacoTable, seat: int) -> None:
        """Keep the card in front of the player; the third one clears the grid (TAC-12)."""
        self.tell("TAC-12")
        if not self.pocalypse_stays:
            self.discard_power_up(table, POCALYPSE)
            return
        table.pocalypse[seat] += 1
        count = table.pocalypse[seat] if self.of_one_player else sum(table.pocalypse)
        if count >= POCALYPSE.effect["limit"]:
            self.reset(table, seat)

    @step("TAC-12.third", "the third card sets off the reset")
    def reset(self, table: TacoTable, seat: int) -> None:
        """All toppings go, and Taco-pocalypse cards."""
        self.clear_grid(table)
        if not self.bases_stay_as_they_lie:
            table.turned = set()
        self.discard_own_pocalypse(table, seat)
        agreed = self.variants["pocalypse"] == "clears-all"
        if self.theirs_go if agreed else not self.theirs_stay:
            discard_pocalypse(table, 1 - seat)

    @step("TAC-12.toppings", "all toppings are discarded")
    def clear_grid(self, table: TacoTable) -> None:
        for space in SPACES:
            discard_toppings(table, space)

    @step("TAC-12.own", "that player's three are discarded")
    def discard_own_pocalypse(self, table: TacoTable, seat: int) -> None:
        discard_pocalypse(table, seat)

    # A faster way to the legal moves, proved equal to the clauses by checks and tests

    def fast_moves(self, table: TacoTable) -> list[Move]:
        """Every legal move, in order."""
        seat, stage = table.turn, table.stage
        if seat == OVER:
            return []
        known = self.known[seat]
        if stage == "turn":
            return self._moves_of_turn(table, seat, known)
        if stage in ("discarding", "keeping"):
            return [known["discard"][card][NOWHERE] for card in self.in_order(table.hands[seat])]
        objects = known["take" if stage == "sides" else "lay"].values()
        suggested = (move for moves in objects for move in moves.values())
        return [move for move in suggested if not self.forbidden_by(table, move)]

    def _moves_of_turn(self, table: TacoTable, seat: int, known: MovesByParts) -> list[Move]:
        """The legal moves of a turn."""
        found = list[Move]()
        for card in self.in_order(table.hands[seat]):
            moves = known["play"][card]
            if card in TOPPINGS:
                found += [moves[space] for space in self._open_to(table, seat, card)]
            elif card == STEAL and not table.discard:
                found.append(moves["hand"])
            else:
                found += moves.values()
        return [*found, known["draw"]["yes"][NOWHERE]]

    def _open_to(self, table: TacoTable, seat: int, topping: Card) -> list[str]:
        """The spaces that can take the topping: where so much lies already, on a base of theirs."""
        stacks, team = table.grid.items(), table.teams[seat]
        height = 1 + TOPPINGS.index(topping)
        bases = list[str](TEAMS) if self.on_any_base else [team]
        if all(len(stack) > height for _, stack in stacks if stack[0] == team):
            bases.append(NACHO_TORTILLA)
        return [space for space, stack in stacks if len(stack) == height and stack[0] in bases]

    # Worked examples: what they may say besides, and what cannot be

    def is_dealt(self, given: Given) -> bool:
        """Without a grid sides are being chosen, and a grid of five rows is being laid."""
        grid = given.get("grid", FIELD_ROWS)
        return not isinstance(grid, list) or len(grid) != len(FIELD_ROWS)

    def laid_out_for(self, given: Given, players: int) -> TacoTable:
        """Before the deal base cards are laid on the field."""
        table = self.laid_out(players)
        if not self.is_dealt(given):
            self.lay_out_cards(table)
        return table

    def moves_said(self, when: Given) -> Sequence[tuple[str, Given]]:
        """The moves of `when`: a card may be drawn first, and one or two discarded at last."""
        last: list[Given] = [{"discard": card} for card in str(when.get("discard", "")).split()]
        first: list[Given] = [{"draw": when["draw"]}] if "draw" in when else []
        others = {key: words for key, words in when.items() if key not in ("draw", "discard")}
        if others.keys() - {"player"} or not (first or last):
            first.append(others)
        return [("when", words) for words in first + last]

    def check_position(self, table: TacoTable, given: Given, reader: Reader) -> None:
        """Tell of positions that no game can reach, and settle what follows from what is given."""
        if not self.is_dealt(given):
            self.settle_laying(table, given, reader)
            return
        table.teams = reader.two_sides("given.teams", table.teams, (0, 1), TEAMS)
        table.stage = "turn"
        self.check_grid(table, reader)
        table.turned |= {space for space in SPACES if finished(table.grid[space])}

    def check_grid(self, table: TacoTable, reader: Reader) -> None:
        """All base cards, with toppings in order, and no line finished yet."""
        for space, stack in table.grid.items():
            if not stack or stack[0] not in BASES or tuple(stack[1:]) not in BUILT:
                expected = "expected a base card, perhaps with Carne, perhaps with Queso on that"
                reader.impossible("given.grid", f"this cannot lie on {space}", expected)
        if reader.faults:
            return
        bases = Counter(stack[0] for stack in table.grid.values())
        if any(bases[base] != base.copies for base in BASES):
            expected = "expected four of each team and the NachoTortilla"
            reader.impossible("given.grid", "these are not the nine base cards", expected)
        elif self.variants["dead-grids"] != "allowed" and not all(
            PRINTED.own_lines(table, team) for team in TEAMS
        ):
            expected = "expected a line of its own for each"
            reader.impossible("given.grid", "a team cannot win on this grid", expected)
        elif any(PRINTED.has_line(table, team) for team in TEAMS):
            reader.impossible("given.grid", "a line is finished: the game is over", "expected none")

    def settle_laying(self, table: TacoTable, given: Given, reader: Reader) -> None:
        """Before the deal: sides are being chosen, or base cards laid."""
        known = ("holder", "teams", "grid", "dealt") if "grid" in given else ("holder",)
        for key in sorted(given.keys() - {*known}):
            expected = f"expected {' or '.join(known)} only"
            reader.impossible(f"given.{key}", "nothing is dealt before the grid is laid", expected)
        if reader.faults or "grid" not in given:
            return
        table.teams = reader.two_sides("given.teams", table.teams, (0, 1), TEAMS)
        grid = table.grid
        if any(len(stack) > 1 or stack[0] not in BASES for stack in filter(None, grid.values())):
            reader.impossible("given.grid", "this is not laid", "expected single base cards")
            return
        PRINTED.take_bases(table)
        for (base,) in filter(None, grid.values()):
            owner = table.holder if base == NACHO_TORTILLA else table.teams.index(base)
            if base not in table.bases[owner]:
                expected = f"expected at most {base.copies}"
                reader.impossible("given.grid", f"too many cards `{base}`", expected)
            take(table.bases[owner], base)
        table.grid = grid
        self.check_laying(table, reader)

    def check_laying(self, table: TacoTable, reader: Reader) -> None:
        """Base cards laid in turn, from the middle of the field on."""
        theirs, ours = (len(table.bases[seat]) for seat in (1 - table.holder, table.holder))
        if ours - theirs not in (0, 1) or not ours:
            expected = "expected the holder of the NachoTortilla to lay first, and cards to lay"
            reader.impossible("given.grid", "the players have not laid in turn", expected)
        table.turn = table.holder if ours > theirs else 1 - table.holder
        spaces = laid(table)
        if spaces and MIDDLE not in spaces:
            expected = f"expected one on {MIDDLE}"
            reader.impossible("given.grid", "the first card lies in the middle", expected)
        elif any(spaces and span(space[at] for space in spaces) > SIDE for at in (0, 1)):
            expected = "expected three rows and three columns at most"
            reader.impossible("given.grid", "these cards lie too far apart", expected)


EDGES = neighbours(FIELD, STRAIGHT)
CORNERS = neighbours(FIELD, SLANTING)
"""The spaces that touch a space of the field, along an edge or at a corner."""

FIELD_ROWS = ["- - - - -"] * (2 * SIDE - 1)
"""The field before anything is laid, in the words of an example."""

BUILT = ((), (CARNE,), (CARNE, QUESO))
"""The toppings that can lie on a base card."""


def laid(table: TacoTable) -> list[str]:
    """The spaces on which base cards lie."""
    return [space for space, stack in table.grid.items() if stack]


def span(marks: Iterable[str]) -> int:
    """How many rows, or columns, there are from the first to the last.

    >>> span("bdc")
    3
    """
    places = [ord(mark) for mark in marks]
    return max(places) - min(places) + 1


def base_of(table: TacoTable, move: Move) -> Card | None:
    """The base card that a topping goes on; none if no topping is played."""
    return table.grid[move.where][0] if move.what in TOPPINGS else None


def discard_toppings(table: TacoTable, space: str) -> None:
    """Discard all that lies on a base card."""
    stack = table.grid[space]
    table.discard += stack[1:]
    del stack[1:]


def discard_pocalypse(table: TacoTable, seat: int) -> None:
    """Discard the Taco-pocalypse cards in front of a player."""
    table.discard += [POCALYPSE] * table.pocalypse[seat]
    table.pocalypse[seat] = 0


PRINTED = TicTacTaco()
"""All rules in force: by these it is judged what can lie on a table, whatever is switched off."""
