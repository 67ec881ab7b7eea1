"""How cards of Tic Tac K.O. take effect: answers first, then the steps of the effect one by one.

The table keeps a stack of tasks. Each method `go_on_with_...` does what the last task needs no
player for, and says whether it did: if not, a player has a choice.
"""

from collections.abc import Iterable
from typing import get_args

from printnplay.rules import SLANTING, STRAIGHT, CardGame, Move, clause, neighbours, other_of, take

from .cards import (
    KEYWORDS,
    SIDES,
    SPACES,
    TEAM_CARDS,
    TEAMS,
    Answered,
    Carrying,
    Destroying,
    Discarding,
    Effect,
    Keyword,
    KoTable,
    Played,
    Step,
    TeamCard,
    Window,
    in_force,
)


class Effects(CardGame[KoTable]):
    """Cards on their way, answers to them, and the steps of effects."""

    standard_play_is_on_nine = clause("KO-3.standard", "standard play is on nine spaces")
    advanced_play_is_on_sixteen = clause("KO-3.advanced", "advanced play is on sixteen spaces")
    sides_are_adjacent = clause("KO-12.straight", "up, down, left and right are adjacent")
    corners_are_not = clause("KO-12.diagonal", "diagonals are not")
    only_opposing_are_destroyed = clause("KO-13.opposing", "only opposing cards are DESTROYED")
    only_own_are_sacrificed = clause("KO-13.own", "only own cards are SACRIFICED")

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Note what is adjacent and what cards do, with the clauses that are in force."""
        super().__init__(off, **chosen)
        advanced = self.variants["grid"] == "advanced"
        if not (self.advanced_play_is_on_sixteen if advanced else self.standard_play_is_on_nine):
            advanced = not advanced
        self.everybody_is_asked = self.variants["questions"] == "all"
        self.side = SIDES["advanced" if advanced else "standard"]
        self.spaces = SPACES[self.side]
        steps = STRAIGHT * self.sides_are_adjacent + SLANTING * (not self.corners_are_not)
        self.beside = neighbours(self.spaces, steps)
        effects = {card: in_force(card, self.on) for card in TEAM_CARDS}
        self.steps_of = {card: self._steps_in_force(effect) for card, effect in effects.items()}
        self.answering: dict[Answered, set[TeamCard]] = {
            what: {card for card, does in effects.items() if does.answers in (what, "anything")}
            for what in get_args(Answered)
        }
        ongoing = self.on("KO-6")
        self.bans = {card: does.ban for card, does in effects.items() if does.ban and ongoing}

    def _steps_in_force(self, effect: Effect) -> tuple[Step, ...]:
        """The steps of an effect whose keywords mean something, with the targets that they have."""
        free = ("destroy",) * (not self.only_opposing_are_destroyed)
        free += ("sacrifice",) * (not self.only_own_are_sacrificed)
        return tuple(
            step._replace(whose="either") if step.keyword in free else step
            for step in effect.steps
            if step.keyword not in KEYWORDS or self.on(f"KO-13.{step.keyword}")
        )

    # The grid

    def lies_on(self, table: KoTable, space: str) -> TeamCard | None:
        """The Character on a space."""
        stack = table.grid[space]
        return stack[-1] if stack else None

    def opponents(self, table: KoTable, seat: int) -> list[int]:
        """The seats of the other team, clockwise from this one."""
        clockwise = ((seat + step) % table.players for step in range(1, table.players))
        return [other for other in clockwise if table.teams[other] != table.teams[seat]]

    def leave_grid(self, table: KoTable, space: str, team: str = "") -> None:
        """Put the Character on a space, if any, on the discard pile of its own team or another."""
        if stack := table.grid[space]:
            card = stack.pop()
            table.discard[TEAMS.index(team or card.team)].append(card)
            self.follow(table, {space: ""})

    def follow(self, table: KoTable, moved: dict[str, str]) -> None:
        """Characters have gone from space to space, or off the grid: tasks about them follow."""
        for at, task in enumerate(table.tasks):
            if isinstance(task, Carrying):
                task = task._replace(first=moved.get(task.first, task.first))
            if isinstance(task, Carrying | Played | Destroying):
                table.tasks[at] = task._replace(space=moved.get(task.space, task.space))

    # Ongoing effects

    def is_safe(self, table: KoTable, keyword: Keyword, space: str) -> bool:
        """Whether an ongoing effect keeps the keyword from the Character on this space."""
        card = self.lies_on(table, space)
        if card is None:
            return False
        own = self.bans.get(card)
        protects_itself = own is not None and own.itself and keyword in own.keywords
        return protects_itself or self.is_banned(table, keyword, card, space)

    def is_banned(self, table: KoTable, keyword: Keyword, card: TeamCard, space: str) -> bool:
        """Whether the ongoing effect of a Character beside the space keeps the card from this."""
        for neighbour in self.beside[space]:
            other = self.lies_on(table, neighbour)
            ban = self.bans.get(other) if other else None
            if other and ban and ban.beside and keyword in ban.keywords:
                whose = "own" if card.team == other.team else "opposing"
                if ban.whose in (whose, "either") and ban.only in (card.kind, ""):
                    return True
        return False

    # Cards on their way, and answers

    any_number_of_instants = clause("KO-8.any", "any number of Instants can be played in a turn")
    instants_can_be_answered = clause("KO-8.instant", "an Instant can answer an Instant")
    last_takes_effect_first = clause("KO-8.last", "the Instant played last takes effect first")
    others_answer = clause("KO-8.answer", "an Instant is played in another player's turn")
    effects_on_entering = clause("KO-6.enters", "some Special characters take effect as they enter")
    magic_has_an_effect = clause("KO-7.effect", "a Magic card does what it says")
    magic_is_discarded = clause("KO-7.discard", "it then goes to the team's discard pile")
    instants_are_discarded = clause("KO-8.discard", "an Instant goes to the discard pile after use")

    def lay(self, table: KoTable, move: Move) -> None:
        """Play a card from the hand; it waits for answers."""
        card: TeamCard = move.what
        take(table.hands[move.seat], card)
        if card.character:
            self.leave_grid(table, move.where)
            table.grid[move.where].append(card)
            self.tell("KO-6")
        else:
            table.played.append(card)
        table.tasks.append(Played(move.seat, card, move.where))

    def answer(self, table: KoTable, move: Move) -> None:
        """Play an Instant at the thing that the window is about (KO-8)."""
        place = len(table.tasks) - 2
        answered = table.tasks[place]
        assert isinstance(answered, Played | Destroying)
        if not self.any_number_of_instants:
            self.ask_next(table)
        self.tell("KO-8")
        self.lay(table, move)
        instant = Played(move.seat, move.what, answered.space, answered=place)
        table.tasks[-1] = instant
        of_instant = isinstance(answered, Played) and answered.card.kind == "instant"
        if of_instant and not self.last_takes_effect_first:
            table.tasks[place:] = [instant._replace(answered=-1), answered]

    def ask_next(self, table: KoTable) -> None:
        """Ask the next opponent of who is answered, or close the window."""
        window = table.tasks.pop()
        assert isinstance(window, Window)
        asked = self.opponents(table, window.by)
        later = asked[asked.index(window.seat) + 1 :]
        if later:
            table.tasks.append(window._replace(seat=later[0]))

    def open_window(self, table: KoTable, seat: int, what: Answered) -> None:
        """Let the opponents of a seat answer what it does, clockwise."""
        if self.others_answer:
            table.tasks.append(Window(self.opponents(table, seat)[0], what, seat))

    def go_on_with_window(self, table: KoTable, window: Window) -> bool:
        """Pass over seats without a fitting Instant, unless everybody is asked."""
        below, held = table.tasks[-2], table.hands[window.seat]
        if isinstance(below, Played | Destroying) and below.cancelled:
            table.tasks.pop()
        elif self.everybody_is_asked or not self.answering[window.what].isdisjoint(held):
            return False
        else:
            self.ask_next(table)
        return True

    def go_on_with_played(self, table: KoTable, task: Played) -> bool:
        """A card on its way: answers, then its effect, then the discard pile."""
        if task.stage == "waits":
            table.tasks[-1] = task._replace(stage="takes effect")
            if self.instants_can_be_answered or task.card.kind != "instant":
                what: Answered = "character" if task.card.character else "magic-or-instant"
                self.open_window(table, task.seat, what)
        elif task.stage == "takes effect":
            table.tasks[-1] = task._replace(stage="is done")
            if self.takes_effect(task):
                table.tasks.append(
                    Carrying(task.seat, task.card, task.space, answered=task.answered)
                )
        else:
            table.tasks.pop()
            self.put_away(table, task)
        return True

    def takes_effect(self, task: Played) -> bool:
        """Whether the card still does what it says."""
        if task.cancelled or not self.steps_of[task.card]:
            return False
        if task.card.character:
            return task.space != "" and self.effects_on_entering
        return self.magic_has_an_effect or task.card.kind == "instant"

    def put_away(self, table: KoTable, task: Played) -> None:
        """Discard a Magic card or an Instant after use (KO-7, KO-8)."""
        card = task.card
        if card.character:
            return
        table.played.remove(card)
        instant = card.kind == "instant"
        if self.instants_are_discarded if instant else self.magic_is_discarded:
            self.tell("KO-8" if instant else "KO-7")
            table.discard[TEAMS.index(card.team)].append(card)
        else:
            table.hands[task.seat].append(card)

    # The steps of an effect

    moved_cards_never_enter = clause("KO-13.again", "a card that is moved does not enter again")
    stops_when_stuck = clause("KO-13.stops", "an effect stops at the first step that is impossible")
    victim_chooses = clause("KO-13.victim", "whoever must DISCARD chooses the card")
    goes_to_its_own_pile = clause("KO-13.pile", "a destroyed card goes to the pile of its own team")

    def step_of(self, task: Carrying) -> Step:
        """The step that an effect has come to."""
        return self.steps_of[task.card][task.at]

    def go_on_with_effect(self, table: KoTable, task: Carrying) -> bool:
        """Carry out the present step, or wait for the choice that it needs."""
        steps = self.steps_of[task.card]
        if task.at == len(steps):
            table.tasks.pop()
            return True
        step = steps[task.at]
        match step.keyword:
            case "draw":
                self.tell("KO-13")
                self.next_step(table, task)
                self.draw_cards(table, task.seat, step.number)
            case "cancel":
                self.next_step(table, task)
                self.cancel(table, task.answered)
            case "discard":
                return self.go_on_with_discard(table, task)
            case _:
                return self.go_on_with_target(table, task, step)
        return True

    def go_on_with_discard(self, table: KoTable, task: Carrying) -> bool:
        """DISCARD: one opponent with cards in hand has no choice but to be the one."""
        victims = self.victims(table, task.seat)
        if len(victims) > 1:
            return False
        if victims:
            self.aim(table, task, victims[0])
        else:
            self.give_up(table, task)
        return True

    def go_on_with_target(self, table: KoTable, task: Carrying, step: Step) -> bool:
        """Wait for a choice, if there is one; a target that is named needs none."""
        if step.where == "it" and not task.first:
            if task.space and self.may_choose(table, task, task.space):
                table.tasks[-1] = task._replace(first=task.space)
                return True
        elif any(self.may_choose(table, task, space) for space in self.spaces):
            return False
        self.give_up(table, task)
        return True

    def next_step(self, table: KoTable, task: Carrying) -> None:
        """Go on to the next step."""
        table.tasks[-1] = task._replace(at=task.at + 1, first="")

    def give_up(self, table: KoTable, task: Carrying) -> None:
        """A step is impossible: the effect is over."""
        if self.stops_when_stuck:
            table.tasks.pop()
        else:
            self.next_step(table, task)

    def may_choose(self, table: KoTable, task: Carrying, space: str) -> bool:
        """Whether a space can be chosen for the present step, and the step carried out then."""
        if not self.is_open_to(table, task, space):
            return False
        if task.first or self.step_of(task).keyword not in ("displace", "swap"):
            return True
        chosen = task._replace(first=space)
        return any(self.may_choose(table, chosen, other) for other in self.spaces)

    def is_open_to(self, table: KoTable, task: Carrying, space: str) -> bool:
        """Whether no clause that is in force keeps the present step from a space."""
        return not (
            (self.on("KO-13.target") and not self.is_target(table, task, space))
            or (self.on("KO-6.ongoing") and self.resists(table, task, space))
            or (self.on("KO-12") and self.is_out_of_reach(task, space))
            or (self.on("KO-13.open") and self.is_full(table, task, space))
        )

    def is_target(self, table: KoTable, task: Carrying, space: str) -> bool:
        """Whether a Character of the team and of the kind that the step names is on the space."""
        step, card = self.step_of(task), self.lies_on(table, space)
        if task.first and step.keyword == "displace":
            return True
        if card is None or space == task.first:
            return False
        whose = "own" if card.team == table.teams[task.seat] else "opposing"
        if task.first:
            return step.other in (whose, "either")
        return step.whose in (whose, "either") and step.only in (card.kind, "")

    def is_out_of_reach(self, task: Carrying, space: str) -> bool:
        """Whether the step is about adjacent spaces, and this is none."""
        adjacent = self.step_of(task).where == "adjacent" and not task.first
        return adjacent and (not task.space or space not in self.beside[task.space])

    def is_full(self, table: KoTable, task: Carrying, space: str) -> bool:
        """Whether a Character would be DISPLACED to a space that is taken."""
        displaced = task.first and self.step_of(task).keyword == "displace"
        return bool(displaced and table.grid[space])

    def resists(self, table: KoTable, task: Carrying, space: str) -> bool:
        """Whether an ongoing effect protects the Character on the space from this step."""
        keyword = self.step_of(task).keyword
        if keyword == "sacrifice" or (task.first and keyword == "displace"):
            return False
        return self.is_safe(table, keyword, space)

    def choose(self, table: KoTable, move: Move) -> None:
        """What an effect asks for is chosen: a space, an opponent, or a card to throw away."""
        task = table.task
        if isinstance(task, Discarding) and move.act == "throw":
            self.throw(table, task, move.what)
        elif isinstance(task, Carrying) and move.act == "aim":
            self.aim(table, task, move.what)
        elif isinstance(task, Carrying):
            self.choose_space(table, task, move.what)

    def choose_space(self, table: KoTable, task: Carrying, space: str) -> None:
        """A space is chosen for the present step of an effect."""
        step = self.step_of(task)
        self.tell("KO-12" if step.where == "adjacent" else "KO-13")
        if step.keyword == "destroy":
            self.next_step(table, task)
            table.tasks.append(Destroying(task.seat, space))
        elif step.keyword == "sacrifice":
            self.next_step(table, task)
            self.leave_grid(table, space, table.teams[task.seat])
        elif not task.first:
            table.tasks[-1] = task._replace(first=space)
        else:
            self.next_step(table, task)
            self.exchange(table, task.first, space, swap=step.keyword == "swap")

    def exchange(self, table: KoTable, first: str, second: str, *, swap: bool) -> None:
        """Two spaces exchange what lies on them; a card DISPLACED pushes out what lies there."""
        if not swap:
            self.leave_grid(table, second)
        grid = table.grid
        grid[first], grid[second] = grid[second], grid[first]
        self.follow(table, {first: second, second: first})
        if not self.moved_cards_never_enter:
            for space in (first, second):
                card = self.lies_on(table, space)
                if card and self.steps_of[card]:
                    seat = table.teams.index(card.team)
                    table.tasks.append(Carrying(seat, card, space))

    def go_on_with_destroying(self, table: KoTable, task: Destroying) -> bool:
        """A Character about to be destroyed: answers, then it goes."""
        if task.stage == "waits":
            table.tasks[-1] = task._replace(stage="takes effect")
            self.open_window(table, task.seat, "destruction")
            return True
        table.tasks.pop()
        card = self.lies_on(table, task.space) if task.space else None
        if card and not task.cancelled:
            own = self.goes_to_its_own_pile
            self.leave_grid(table, task.space, card.team if own else other_of(TEAMS, card.team))
        return True

    def cancel(self, table: KoTable, answered: int) -> None:
        """What an Instant answers does not happen."""
        task = table.tasks[answered] if answered >= 0 else None
        if isinstance(task, Played | Destroying):
            table.tasks[answered] = task._replace(cancelled=True)

    def victims(self, table: KoTable, seat: int) -> list[int]:
        """The opponents that have cards to discard."""
        return [other for other in self.opponents(table, seat) if table.hands[other]]

    def aim(self, table: KoTable, task: Carrying, victim: int) -> None:
        """An opponent is chosen and has to DISCARD; one alone needs not be chosen."""
        number = self.step_of(task).number
        self.next_step(table, task)
        chooser = victim if self.victim_chooses else task.seat
        table.tasks.append(Discarding(chooser, number))

    def throw(self, table: KoTable, task: Discarding, card: TeamCard) -> None:
        """DISCARD a card."""
        self.tell("KO-13")
        table.tasks[-1] = task._replace(left=task.left - 1)
        table.hands[task.seat].remove(card)
        table.discard[TEAMS.index(card.team)].append(card)

    def go_on_with_discarding(self, table: KoTable, task: Discarding) -> bool:
        """Wait while there are cards to be thrown away."""
        if task.left and table.hands[task.seat]:
            return False
        table.tasks.pop()
        return True

    # Drawing, and the end

    last_card_loses = clause("KO-11.out", "a team loses as it draws its last card")
    empty_deck_loses = clause("KO-11.empty", "in the variant, drawing from an empty deck loses")

    def draw_cards(self, table: KoTable, seat: int, count: int) -> None:
        """DRAW so many cards; the team may lose by it (KO-11)."""
        team = table.teams[seat]
        deck = table.draw[TEAMS.index(team)]
        if self.variants["deck-out"] == "at-once":
            lost = len(deck) <= count and self.last_card_loses
        else:
            lost = len(deck) < count and self.empty_deck_loses
        for _ in range(min(count, len(deck))):
            table.hands[seat].append(deck.pop())
        if lost:
            self.end_game(table, other_of(TEAMS, team), "KO-11")

    def end_game(self, table: KoTable, team: str, rule: str) -> None:
        """The game is over, this team has won it; cards on their way are put away."""
        self.tell(rule)
        table.winners = [seat for seat, other in enumerate(table.teams) if other == team]
        while table.tasks:
            task = table.tasks.pop()
            if isinstance(task, Played):
                self.put_away(table, task)
