"""The rules of Tic Tac K.O.: what may be done, setting up, turns, objectives, gridlock, the end.

A clause stands at what it says; those of single cards stand with the cards. How cards take effect
is in `effects`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from printnplay.rules import (
    NOWHERE,
    OVER,
    SEATS,
    Act,
    Card,
    Given,
    Move,
    MovesByParts,
    Position,
    Reader,
    Rng,
    allows,
    always,
    clause,
    forbids,
    other_of,
    shuffle,
)

from .cards import (
    ASKS,
    CHARACTERS,
    CLAUSES_OF_CARDS,
    DECKS,
    FACTS,
    OBJECTIVES,
    PLAYERS,
    RULES_OF_CARDS,
    SIDES,
    SPACES,
    TEAM_CARDS,
    TEAMS,
    Carrying,
    Destroying,
    Discarding,
    KoTable,
    Objective,
    Played,
    Revealing,
    TeamCard,
    ToTake,
    Turn,
    Window,
)
from .effects import Effects

SENTENCES: Mapping[str, str] = {
    "KO-1": "Two teams play, each with a deck; the youngest player's team takes its deck first.",
    "KO-2": "Players draw a hand from their team's deck; each team takes a secret objective.",
    "KO-3": "Standard play uses the numbered spaces, advanced play the lettered ones as well.",
    "KO-4": "The team that took its deck second begins, and the teams take turns across the table.",
    "KO-5": "A turn is a draw, then one Character or Magic card; or perhaps a second draw.",
    "KO-6": "A Character claims an empty space; a Special character has an effect.",
    "KO-7": "A Magic card takes effect once and is discarded.",
    "KO-8": "An Instant answers what it names, in anybody's turn, and is discarded.",
    "KO-9": "At the end of a turn a team may reveal an objective whose spaces it holds.",
    "KO-10": "Three completed objectives win.",
    "KO-11": "A team whose deck runs out loses.",
    "KO-12": "Adjacent spaces share an edge.",
    "KO-13": "The keywords say what effects do to cards.",
    "KO-14": "A full grid on which no card is played is a gridlock, to be resolved in one round.",
    "KO-15": "Two players draw six cards and may play two Magic cards in a turn.",
    "KO-16": "One player alone against two has every other turn and a hand of seven.",
}

SHUFFLES = (*(f"{team}-deck" for team in TEAMS), "objective-deck")
"""Names of the shuffles before the first turn."""

ACTS = {
    side: (
        Act("take", TEAMS),
        Act("play", CHARACTERS, to=spaces),
        Act("play", [card for card in TEAM_CARDS if not card.character]),
        Act("draw", "card"),
        Act("choose", spaces),
        Act("aim", SEATS),
        Act("throw", TEAM_CARDS),
        Act("reveal", "objective"),
        Act("pass", "on"),
    )
    for side, spaces in SPACES.items()
}
"""What may be done on each grid."""

SOLO = 2
"""The seat of the player alone against two."""


class TicTacKo(Effects):
    """Tic Tac K.O. for two to four players."""

    table = KoTable
    seats = PLAYERS
    sentences = SENTENCES
    clauses_of_cards = CLAUSES_OF_CARDS
    rules_of_cards = RULES_OF_CARDS
    facts = FACTS
    shuffles = SHUFFLES
    dealt_with = "grid"
    variants_offered: ClassVar = {
        "grid": tuple(SIDES),
        "deck-out": ("at-once", "on-draw"),
        "questions": ("needed", "all"),
    }
    acts = ACTS[SIDES["standard"]]

    both_parts_are_asked = clause("KO-3.both", "advanced play asks for both parts of an objective")

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Note which spaces each objective asks for."""
        super().__init__(off, **chosen)
        self.play_with(ACTS[self.side])
        both = self.side == SIDES["advanced"] and self.both_parts_are_asked
        self.asked = {
            objective: sorted(objective.numbers + objective.letters * both, key=self.spaces.index)
            for objective in OBJECTIVES
        }

    # What forbids a move, in the order in which it is asked

    @forbids("KO-10", "nothing is done after the third objective")
    def is_won(self, table: KoTable, move: Move) -> bool:
        return not table.tasks and any(map(self.has_won, table.completed))

    @forbids("KO-11", "nothing is done after a deck has run out")
    def is_lost(self, table: KoTable, move: Move) -> bool:
        return not table.tasks

    @forbids("KO-1.once", "decks are taken once, before the first turn", "take")
    def decks_are_taken(self, table: KoTable, move: Move) -> bool:
        return not isinstance(table.task, ToTake)

    @forbids("KO-1.choose", "the youngest player's team takes its deck first", "take")
    def is_not_the_youngest(self, table: KoTable, move: Move) -> bool:
        return move.seat != table.youngest

    @forbids("KO-1.players", "two to four play", "take")
    def wrong_number_of_players(self, table: KoTable, move: Move) -> bool:
        return table.players not in self.seats

    @forbids("KO-8.moment", "an Instant is played by whoever can answer just now", "play")
    def answers_nothing(self, table: KoTable, move: Move) -> bool:
        task = table.task
        asked = isinstance(task, Window) and task.seat == move.seat
        return move.what.kind == "instant" and not asked

    @forbids("KO-4.turn", "only who has the turn plays, when all is done", "play", "draw", "pass")
    def is_out_of_turn(self, table: KoTable, move: Move) -> bool:
        task = table.task
        if move.act == "play" and move.what.kind == "instant":
            return False
        asks = (Turn, Window, Revealing) if move.act == "pass" else (Turn,)
        return not isinstance(task, asks) or task.seat != move.seat

    @forbids("KO-5.hand", "cards come out of the player's own hand", "play")
    def is_not_in_the_hand(self, table: KoTable, move: Move) -> bool:
        return move.what not in table.hands[move.seat]

    @forbids("KO-8.condition", "only what it names can be answered by an Instant", "play")
    def answers_something_else(self, table: KoTable, move: Move) -> bool:
        task = table.task
        return isinstance(task, Window) and move.what not in self.answering[task.what]

    @forbids("KO-15.only", "after a Magic card nothing but a Magic card may follow", "play", "draw")
    def is_no_second_magic_card(self, table: KoTable, move: Move) -> bool:
        task = table.task
        again = isinstance(task, Turn) and task.stage == "again"
        return again and (move.act == "draw" or move.what.kind != "magic")

    @forbids("KO-6.empty", "a character is played on an empty space", "play")
    def is_on_a_taken_space(self, table: KoTable, move: Move) -> bool:
        return bool(move.where and table.grid[move.where])

    @allows("KO-5.second", "a player may draw a second card instead of playing", "draw")
    def draws_instead(self, table: KoTable, move: Move) -> bool:
        return True

    @allows("KO-5.may", "a player need neither play nor draw a second card", "pass")
    def does_neither(self, table: KoTable, move: Move) -> bool:
        task = table.task
        return isinstance(task, Turn) and task.stage != "again"

    @allows("KO-8.pass", "nobody has to play an Instant", "pass")
    def does_not_answer(self, table: KoTable, move: Move) -> bool:
        return isinstance(table.task, Window)

    @allows("KO-9.may", "a team may keep its objective to itself", "pass")
    def keeps_the_objective(self, table: KoTable, move: Move) -> bool:
        return isinstance(table.task, Revealing)

    @forbids("KO-9.end", "objectives are revealed at the end of a turn only", "reveal")
    def is_not_the_end_of_a_turn(self, table: KoTable, move: Move) -> bool:
        task = table.task
        return not isinstance(task, Revealing) or task.seat != move.seat

    @forbids("KO-9.holds", "the team has a character on every space of the objective", "reveal")
    def lacks_a_space(self, table: KoTable, move: Move) -> bool:
        team = table.teams[move.seat]
        return not team or not self.holds_objective(table, team)

    @forbids("KO-13.asked", "what is chosen is what an effect asks for", "choose", "aim", "throw")
    def is_not_asked_for(self, table: KoTable, move: Move) -> bool:
        task = table.task
        if isinstance(task, Discarding):
            asked = move.act == "throw" and move.what in table.hands[task.seat]
        elif not isinstance(task, Carrying):
            return True
        elif self.step_of(task).keyword == "discard":
            asked = move.act == "aim" and move.what in self.victims(table, task.seat)
        else:
            asked = move.act == "choose"
        return not asked or task.seat != move.seat

    @forbids("KO-13.target", "an effect reaches the cards that it names, and no others", "choose")
    def is_no_target(self, table: KoTable, move: Move) -> bool:
        task = table.task
        return isinstance(task, Carrying) and not self.is_target(table, task, move.what)

    @forbids("KO-6.ongoing", "other Special characters work while on the grid", "play", "choose")
    def is_kept_off(self, table: KoTable, move: Move) -> bool:
        task = table.task
        if move.act == "play":
            return bool(move.where) and self.is_banned(table, "enter", move.what, move.where)
        return isinstance(task, Carrying) and self.resists(table, task, move.what)

    @forbids("KO-12", "what an effect calls adjacent shares an edge with its card", "choose")
    def is_not_adjacent(self, table: KoTable, move: Move) -> bool:
        task = table.task
        return isinstance(task, Carrying) and self.is_out_of_reach(task, move.what)

    @forbids("KO-13.open", "the space it moves to is empty", "choose")
    def moves_to_a_taken_space(self, table: KoTable, move: Move) -> bool:
        task = table.task
        return isinstance(task, Carrying) and self.is_full(table, task, move.what)

    # Setting up

    partners_side_by_side = clause("KO-1.partners", "partners sit side by side, opponents across")
    everybody_draws_five = clause("KO-2.hand", "everybody draws five cards")
    from_the_own_deck = clause("KO-2.own", "cards are drawn from the own team's deck")
    each_team_takes_an_objective = clause("KO-2.objective", "each team takes an objective")
    second_team_begins = clause("KO-4.second", "the team that took its deck second begins")
    across_is_next = clause("KO-4.across", "the next to play sits across from the first")
    teams_alternate = clause("KO-4.alternate", "the teams take turns")
    two_draw_six = clause("KO-15.hand", "two players draw six cards each")
    solo_plays_in_between = clause("KO-16.order", "the player alone has a turn between the others'")
    solo_draws_seven = clause("KO-16.hand", "the player alone draws seven cards")

    def laid_out(self, players: int) -> KoTable:
        """A table with the grid that is played on."""
        table = super().laid_out(players)
        table.grid = {space: [] for space in self.spaces}
        return table

    def deal(self, table: KoTable, rng: Rng) -> None:
        """Find the youngest player by chance; that player's team is about to take a deck (KO-1)."""
        self.before_the_deal(table, rng(table.players))

    def before_the_deal(self, table: KoTable, youngest: int) -> None:
        """Put the decks and the objectives on the table."""
        table.draw = [[card for card in DECKS[team] for _ in range(card.copies)] for team in TEAMS]
        table.goals = list(OBJECTIVES)
        table.youngest = table.turn = youngest
        table.tasks = [ToTake(youngest)]

    def take_deck(self, table: KoTable, deck: str, rng: Rng) -> None:
        """The youngest player's team takes a deck; shuffle, deal, and begin (KO-1, KO-2, KO-4)."""
        for rule in ("KO-1", "KO-2", "KO-3"):
            self.tell(rule)
        ours = self.group(table.players, table.youngest)
        groups = [self.group(table.players, seat) for seat in range(table.players)]
        table.teams = [deck if group == ours else other_of(TEAMS, deck) for group in groups]
        piles: list[list[Any]] = [*table.draw, table.goals]
        for name, pile in zip(SHUFFLES, piles, strict=True):
            self.shuffle(name, pile, rng)
        for seat, team in enumerate(table.teams):
            source = team if self.from_the_own_deck else other_of(TEAMS, team)
            for _ in range(self.hand_size(table.players, seat)):
                table.hands[seat].append(table.draw[TEAMS.index(source)].pop())
        if self.each_team_takes_an_objective:
            table.objectives = [[table.goals.pop()] for _ in TEAMS]
        begins = other_of(TEAMS, deck) if self.second_team_begins else deck
        seats = [seat for seat, team in enumerate(table.teams) if team == begins]
        known = [seat for seat in table.order if seat in seats]
        table.starter = known[0] if known else seats[rng(len(seats))]
        table.order = self.order_from(table.players, table.starter)
        self.begin_turn(table)

    def group(self, players: int, seat: int) -> int:
        """Which of the two teams a seat belongs to, before decks are taken (KO-1)."""
        if players % 2:
            return seat // 2
        return seat * 2 // players if self.partners_side_by_side else seat % 2

    def hand_size(self, players: int, seat: int) -> int:
        """How many cards the player of a seat is dealt (KO-2, KO-15, KO-16)."""
        if players == 2 and self.two_draw_six:
            return FACTS["hand_size_two"]
        if players == 3 and seat == SOLO and self.solo_draws_seven:
            return FACTS["hand_size_solo"]
        return FACTS["hand_size"] - (not self.everybody_draws_five)

    def order_from(self, players: int, first: int) -> list[int]:
        """The seats in the order of their turns, from the first one on (KO-4, KO-16)."""
        if players == 4 and self.teams_alternate:
            return self._order_of_four(first)
        if players == 3 and self.solo_plays_in_between:
            pair = [0, 1] if first == SOLO else [first, 1 - first]
            order = [SOLO, pair[0], SOLO, pair[1]]
            return order if first == SOLO else [*order[1:], SOLO]
        return [(first + step) % players for step in range(players)]

    def _order_of_four(self, first: int) -> list[int]:
        """The first one, the opponent across, the partner of the first, the one across."""
        partner = first ^ 1
        across, other = 3 - first, 3 - partner
        second, fourth = (across, other) if self.across_is_next else (other, across)
        return [first, second, partner, fourth]

    # What a move does, and what goes on until somebody has a choice again

    def play(self, table: KoTable, move: Move, rng: Rng) -> None:
        """Carry out a legal move."""
        match move.act:
            case "take":
                self.take_deck(table, move.what, rng)
            case "play":
                self.play_card(table, move)
            case "draw":
                self.end_action(table)
                self.draw_cards(table, move.seat, 1)
            case "reveal":
                self.reveal(table, move.seat)
            case "pass":
                self.pass_on(table)
            case _:
                self.choose(table, move)
        self.go_on(table)

    def end_action(self, table: KoTable) -> None:
        """Nothing more is played in this turn; objectives come next."""
        if isinstance(table.task, Turn):
            table.tasks[-1] = table.task._replace(stage="ours")

    def pass_on(self, table: KoTable) -> None:
        """No card, no answer, or no objective revealed."""
        match table.task:
            case Window():
                self.ask_next(table)
            case Revealing():
                table.tasks.pop()
            case _:
                self.end_action(table)

    def play_card(self, table: KoTable, move: Move) -> None:
        """Play the card of a turn, or an answer."""
        task = table.task
        if isinstance(task, Window):
            self.answer(table, move)
            return
        if isinstance(task, Turn):
            stage = task.stage
            if move.what.kind == "magic" and self.two_magic_cards(table, move.seat):
                self.tell("KO-15")
                stage = "again"
            elif self.one_card_ends_the_turn:
                stage = "ours"
            table.tasks[-1] = task._replace(stage=stage, cards_played=task.cards_played + 1)
        self.lay(table, move)

    def go_on(self, table: KoTable) -> None:
        """Let things take their course until a player has a choice, or the game is over."""
        while task := table.task:
            goes_on = GOES_ON.get(type(task))
            if goes_on is None or not goes_on(self, table, task):
                break
        table.turn = task.seat if task else OVER

    # Turns

    turns_begin_with_a_draw = clause("KO-5.draw", "a turn begins with a card drawn")
    one_card_ends_the_turn = clause("KO-5.one", "one card ends the turn")
    two_may_play_two = clause("KO-15.two", "two players may play a second Magic card")
    never_a_third = clause("KO-15.most", "a third Magic card may not be played")
    solo_has_one_action = clause("KO-16.action", "the player alone may not play two Magic cards")

    def begin_turn(self, table: KoTable) -> None:
        """The turn of the seat that is next begins with a draw."""
        self.tell("KO-16" if len(table.order) > table.players else "KO-4")
        table.turns += 1
        seat = table.order[table.at]
        table.tasks = [Turn(seat, was_full=all(table.grid.values()))]
        self.tell("KO-5")
        self.draw_cards(table, seat, FACTS["turn_draw"] * self.turns_begin_with_a_draw)

    def go_on_with_turn(self, table: KoTable, turn: Turn) -> bool:
        """Wait for a card, then let both teams reveal, then pass the turn on."""
        if turn.stage == "act" or (turn.stage == "again" and self.can_play_again(table, turn)):
            return False
        if turn.stage == "again":
            table.tasks[-1] = turn._replace(stage="ours")
        elif turn.stage in ("ours", "theirs"):
            table.tasks[-1] = turn._replace(stage="theirs" if turn.stage == "ours" else "last")
            self.offer(table, turn, ours=(turn.stage == "ours") == self.own_team_reveals_first)
        else:
            self.settle_gridlock(table, turn)
            table.at = (table.at + 1) % len(table.order)
            self.begin_turn(table)
        return True

    def can_play_again(self, table: KoTable, turn: Turn) -> bool:
        """Whether a turn that began with a Magic card can go on with another (KO-15)."""
        if turn.cards_played >= FACTS["magic_cards_two"] and self.never_a_third:
            return False
        held = table.hands[turn.seat]
        return self.everybody_is_asked or any(card.kind == "magic" for card in held)

    def two_magic_cards(self, table: KoTable, seat: int) -> bool:
        """Whether the player of the seat may play two Magic cards in a turn."""
        if table.players == 2:
            return self.two_may_play_two
        return not self.solo_has_one_action and seat == SOLO and table.players == 3

    # Objectives

    either_team_reveals = clause("KO-9.either", "a team reveals at the end of others' turns, too")
    own_team_reveals_first = clause("KO-9.first", "the team whose turn it was reveals first")
    spaces_are_cleared = clause("KO-9.clear", "the characters on these spaces are discarded")
    new_one_is_taken = clause("KO-9.new", "the team takes a new objective")
    one_at_a_time = clause("KO-9.once", "a team reveals one objective at the end of a turn")
    third_wins = clause("KO-10.three", "the third objective wins")

    def offer(self, table: KoTable, turn: Turn, *, ours: bool) -> None:
        """Let one of the teams reveal its objective at the end of a turn, if it can (KO-9)."""
        if not ours and not self.either_team_reveals:
            return
        mine = table.teams[turn.seat]
        team = mine if ours else other_of(TEAMS, mine)
        can_reveal = self.holds_objective(table, team) or not self.on("KO-9.holds")
        if not can_reveal and not self.everybody_is_asked:
            return
        later = table.order[table.at :] + table.order[: table.at]
        seat = next(seat for seat in later if table.teams[seat] == team)
        table.tasks.append(Revealing(seat))
        if can_reveal and not self.on("KO-9.may"):
            self.reveal(table, seat)

    def holds_objective(self, table: KoTable, team: str) -> bool:
        """Whether the team has a Character on every space that its objective asks for."""
        held = table.objectives[TEAMS.index(team)]
        return bool(held) and all(
            table.grid[space] and table.grid[space][-1].team == team
            for space in self.asked[held[-1]]
        )

    def reveal(self, table: KoTable, seat: int) -> None:
        """Complete the objective: clear its spaces, take a new one, perhaps win (KO-9, KO-10)."""
        team = table.teams[seat]
        at = TEAMS.index(team)
        if isinstance(table.task, Revealing) and self.one_at_a_time:
            table.tasks.pop()
        if not table.objectives[at]:
            return
        self.tell("KO-9")
        objective = table.objectives[at].pop()
        table.completed[at].append(objective)
        if table.goals and self.new_one_is_taken:
            table.objectives[at].append(table.goals.pop())
        for space in self.asked[objective] if self.spaces_are_cleared else ():
            self.leave_grid(table, space)
        if self.has_won(table.completed[at]) and self.third_wins:
            self.end_game(table, team, "KO-10")

    def has_won(self, completed: Sequence[Objective]) -> bool:
        """Whether these are enough objectives to win."""
        return len(completed) >= FACTS["objectives_to_win"]

    @always("a game with three completed objectives of a team is over")
    def three_objectives_end_it(self, table: KoTable) -> bool:
        return self.to_move(table) == OVER or not any(map(self.has_won, table.completed))

    @always("a space holds one card at most, and it is a Character")
    def characters_stand_alone(self, table: KoTable) -> bool:
        return all(len(stack) < 2 and set(stack) <= {*CHARACTERS} for stack in table.grid.values())

    # Gridlock

    full_grid_declares_it = clause("KO-14.declared", "a full grid and no card played is a gridlock")
    a_card_prevents_it = clause("KO-14.unplayed", "a full grid on which a card is played is none")
    everybody_has_a_turn = clause("KO-14.round", "everybody has a turn to resolve it")
    empty_space_resolves = clause("KO-14.resolved", "an empty space as a turn ends resolves it")
    specials_are_given_up = clause("KO-14.sacrifice", "otherwise Special characters are sacrificed")
    both_teams_sacrifice = clause("KO-14.both", "both teams sacrifice theirs")
    basics_stay = clause("KO-14.special", "Basic characters stay")

    def settle_gridlock(self, table: KoTable, turn: Turn) -> None:
        """At the end of a turn, find whether there is a gridlock, goes on, or is over."""
        free = not all(table.grid.values())
        idle = not turn.cards_played or not self.a_card_prevents_it
        if not table.gridlock:
            if turn.was_full and idle and not free and self.full_grid_declares_it:
                self.tell("KO-14")
                if self.everybody_has_a_turn:
                    table.gridlock = list(range(table.players))
                else:
                    self.break_gridlock(table)
        elif free and self.empty_space_resolves:
            table.gridlock = []
        else:
            table.gridlock = [seat for seat in table.gridlock if seat != turn.seat]
            if not table.gridlock and self.specials_are_given_up:
                self.break_gridlock(table)

    def break_gridlock(self, table: KoTable) -> None:
        """Nobody is left to resolve it: both teams sacrifice their Special characters."""
        mover = table.teams[table.order[table.at]]
        for space in self.spaces:
            card = self.lies_on(table, space)
            if card is None or (card.kind != "special" and self.basics_stay):
                continue
            if self.both_teams_sacrifice or card.team == mover:
                self.leave_grid(table, space)

    # A faster way to the legal moves, proved equal to the clauses by checks and tests

    def fast_moves(self, table: KoTable) -> list[Move]:
        """Every legal move, in order."""
        task = table.task
        if task is None:
            return []
        known, hand = self.known[task.seat], table.hands[task.seat]
        played = known["play"]
        if isinstance(task, Turn):
            return self._moves_of_turn(table, task, known)
        if isinstance(task, Window):
            fitting = self.in_order(self.answering[task.what].intersection(hand))
            return [*(played[card][NOWHERE] for card in fitting), known["pass"]["on"][NOWHERE]]
        if isinstance(task, Discarding):
            return [known["throw"][card][NOWHERE] for card in self.in_order(hand)]
        if isinstance(task, Carrying) and self.step_of(task).keyword != "discard":
            return [
                known["choose"][space][NOWHERE]
                for space in self.spaces
                if self.is_open_to(table, task, space)
            ]
        objects = [known[act].values() for act in SUGGESTED[type(task)]]
        suggested = [move[NOWHERE] for moves in objects for move in moves]
        return [move for move in suggested if not self.forbidden_by(table, move)]

    def _moves_of_turn(self, table: KoTable, turn: Turn, known: MovesByParts) -> list[Move]:
        """The legal moves of a turn: Characters, then Magic cards, then what else there is."""
        held = self.in_order(table.hands[turn.seat])
        again = turn.stage == "again"
        characters = [] if again else [card for card in held if card.character]
        open_to = [
            space
            for space, stack in table.grid.items()
            if characters and not stack and not self.is_banned(table, "enter", characters[0], space)
        ]
        return [
            *(known["play"][card][space] for card in characters for space in open_to),
            *(known["play"][card][NOWHERE] for card in held if card.kind == "magic"),
            *(() if again else known["draw"]["card"].values()),
            known["pass"]["on"][NOWHERE],
        ]

    # What is known of a table, and by whom

    def ending(self, table: KoTable) -> str:
        """By objectives, or because a deck ran out."""
        return "three objectives" if any(map(self.has_won, table.completed)) else "a deck ran out"

    def first_player(self, table: KoTable) -> int:
        """Who begins, which is not who chooses a deck."""
        return table.starter

    def standing(self, table: KoTable) -> Sequence[float]:
        """The objectives that the team of each seat has completed."""
        done = {team: float(len(table.completed[at])) for at, team in enumerate(TEAMS)}
        return [done.get(team, 0.0) for team in table.teams]

    def plays_with(self, table: KoTable, seat: int) -> str:
        """The deck of a seat's team."""
        return table.teams[seat]

    def sees(self, table: KoTable, part: str, owner: int, seat: int) -> bool:
        """Partners share their objective."""
        if part == "objectives":
            return seat != OVER and table.teams[seat] == TEAMS[owner]
        return super().sees(table, part, owner, seat)

    def pool(self, card: Card) -> str:
        """Each deck has a back of its own, and so have objectives."""
        return card.team if isinstance(card, TeamCard) else "objective"

    def position(self, table: KoTable) -> Position:
        """The position, with the names of the spaces and what is asked of whose turn it is."""
        asks = ASKS[type(table.tasks[-1])] if table.tasks else ""
        told = {key: told for key, told in super().position(table).items() if key != "youngest"}
        return {**told, "asks": asks, "spaces": list(self.spaces)}

    # Worked examples

    def deal_rest(self, table: KoTable, given: Given, reader: Reader, rng: Rng) -> None:
        """Say who plays which deck, and lay out the cards that the example does not name.

        They lie in hands that are not named (five cards, no Instants, which could interfere) and
        in the decks below their named cards, or with `rest` in the discard pile.
        """
        groups = [self.group(table.players, seat) for seat in range(table.players)]
        table.teams = reader.two_sides("given.teams", table.teams, groups, TEAMS)
        left = self.not_placed(table, reader)
        shuffle(left, rng)
        decks = {team: [card for card in left if self.pool(card) == team] for team in TEAMS}
        for seat, team in enumerate(table.teams):
            if not self.is_named(given, "hands", seat):
                plain = [card for card in decks[team] if card.kind != "instant"]
                table.hands[seat] = plain[: FACTS["hand_size"]]
                for card in table.hands[seat]:
                    decks[team].remove(card)
        self._lay_rest(table, given, reader, decks)
        goals = [card for card in left if self.pool(card) == "objective"]
        for held in table.objectives:
            if not held and goals:
                held.append(goals.pop())
        table.goals[:0] = goals
        starter = table.starter if "starter" in given else table.turn
        table.starter, table.order = starter, self.order_from(table.players, starter)
        table.at = table.order.index(table.turn) if table.turn in table.order else 0
        table.tasks = [Turn(table.turn, "act", all(table.grid.values()))]

    def _lay_rest(
        self, table: KoTable, given: Given, reader: Reader, decks: Mapping[str, list[TeamCard]]
    ) -> None:
        """Lay what is left of the decks below their named cards, or below discards."""
        rest, piles = reader.mapping("given.rest", given.get("rest", {})), ("draw", "discard")
        reader.keys("given.rest", rest, TEAMS)
        for at, team in enumerate(TEAMS):
            under = reader.choice(f"given.rest.{team}", rest.get(team, "draw"), piles, "pile")
            (table.draw, table.discard)[max(under, 0)][at][:0] = decks[team]

    def check_position(self, table: KoTable, given: Given, reader: Reader) -> None:
        """Tell of positions in which the game would be over, and of a gridlock that is none."""
        if not self.is_dealt(given):
            self.before_the_deal(table, table.youngest)
            table.order = [table.starter] if "starter" in given else []
            return
        self.check_decks(table, reader)
        for team, completed, deck in zip(TEAMS, table.completed, table.draw, strict=True):
            if self.has_won(completed):
                message = "a team with three completed objectives has won"
                reader.impossible(f"given.completed.{team}", message, "expected at most two")
            if not deck and self.variants["deck-out"] == "at-once":
                message = "a team without a deck has lost"
                reader.impossible(f"given.draw.{team}", message, "expected a card in the deck")
        if table.gridlock and not all(table.grid.values()):
            message = "a grid with an empty space is in no gridlock"
            reader.impossible("given.gridlock", message, "expected a full grid")

    def check_decks(self, table: KoTable, reader: Reader) -> None:
        """Hands and piles hold cards of their team, or objectives."""
        decks = {"hands": table.teams, "draw": TEAMS, "discard": TEAMS}
        for lying in table.placed():
            name = lying.zone.partition(".")[0]
            wanted = decks[name][lying.owner] if name in decks else "objective"
            for card in lying.cards if name != "grid" else ():
                if self.pool(card) != wanted:
                    message, expected = f"`{card}` does not belong here", f"expected `{wanted}-...`"
                    reader.impossible(self.path_of(lying), message, expected)


GOES_ON: Mapping[type, Callable[[TicTacKo, KoTable, Any], bool]] = {
    Turn: TicTacKo.go_on_with_turn,
    Played: TicTacKo.go_on_with_played,
    Window: TicTacKo.go_on_with_window,
    Carrying: TicTacKo.go_on_with_effect,
    Destroying: TicTacKo.go_on_with_destroying,
    Discarding: TicTacKo.go_on_with_discarding,
}
"""What goes on by itself in each kind of task, and says whether it could; the others wait."""


SUGGESTED: Mapping[type, tuple[str, ...]] = {
    ToTake: ("take",),
    Carrying: ("choose", "aim"),
    Revealing: ("reveal", "pass"),
}
"""What may be done in some tasks, in the order of the acts."""
