"""How cards of Tic Tac K.O. take effect: answers first, then the steps of the effect one by one.

The course of a game of Tic Tac K.O.: setup, turns, objectives, gridlock, and how it ends.

What comes of the moves of Tic Tac K.O., and where every card lies.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

from printnplay.rules.chance import shuffle
from printnplay.rules.game import Move, Rng
from printnplay.rules.view import seen_by

from .cards import (
    ADJACENT,
    AIM,
    CANCEL,
    CARDS,
    CHARACTER,
    CHOOSE,
    DESTROY,
    DESTRUCTION,
    DISCARD,
    DISPLACE,
    DRAW,
    DRAW_ONE,
    EMPTY,
    FACES,
    FACTS,
    INSTANT,
    IS_CHARACTER,
    IS_SPECIAL,
    IT,
    MAGIC,
    MAGIC_OR_INSTANT,
    PASS,
    REVEAL,
    SACRIFICE,
    TAKE,
    TEAMS,
    THROW,
    KoTable,
    Step,
)
from .legality import (
    ACT,
    AGAIN,
    ANSWERABLE,
    ANSWERED,
    ASKED_FOR,
    CANCELLED,
    CARD,
    CARDS_PLAYED,
    CHOOSING,
    DESTROYING,
    DISCARDING,
    EFFECT,
    FIRST,
    LAST,
    OURS,
    PLAYED,
    REVEALING,
    SEAT,
    SPACE,
    STAGE,
    START,
    THEIRS,
    TURN,
    TURN_STAGE,
    WAS_FULL,
    WINDOW,
    Legality,
    follow,
    leave_grid,
    step_of,
)

NOT_UNTIL_ANSWERED, TAKES_EFFECT = range(2)
"""Stages of a card on its way, and of a character about to be destroyed."""


class Resolving(Legality):
    """Cards on their way, answers to them, and the steps of effects."""

    def lay(self, state: KoTable, move: Move) -> None:
        """Play a card from the hand; it waits for answers."""
        player, card = move.player, move.action
        if card in state.hands[player]:
            state.hands[player].remove(card)
        if IS_CHARACTER[card]:
            if not self.on("KO-6.empty") and state.grid[move.place] != EMPTY:
                leave_grid(state, move.place, FACES[state.grid[move.place]].team)
            state.grid[move.place] = card
            self.tell("KO-6")
        state.frames.append([PLAYED, player, card, move.place, NOT_UNTIL_ANSWERED, 0, EMPTY])

    def answer(self, state: KoTable, move: Move) -> None:
        """Play an Instant at the thing that the window is about (KO-8)."""
        place = len(state.frames) - 2
        answered = state.frames[place]
        if not self.on("KO-8.any"):
            self.ask_next(state)
        self.lay(state, move)
        state.frames[-1][SPACE] = answered[SPACE]
        state.frames[-1][ANSWERED] = place
        self.tell("KO-8")
        of_card = not self.on("KO-8.last") and answered[0] == PLAYED
        if of_card and FACES[answered[CARD]].kind == INSTANT:
            instant = state.frames.pop()
            instant[ANSWERED] = EMPTY
            state.frames[place:] = [instant, answered]

    def ask_next(self, state: KoTable) -> None:
        """Ask the next seat of a window, or close it."""
        window = state.frames[-1]
        if len(window) > ASKED_FOR + 1:
            window[SEAT] = window.pop(ASKED_FOR + 1)
        else:
            state.frames.pop()

    def run_window(self, state: KoTable, window: list[int]) -> bool:
        """Pass over seats without a fitting Instant; wait for the first one that has one."""
        if state.frames[-2][CANCELLED]:
            state.frames.pop()
            return True
        if self.can_answer(state, window[SEAT], window[ASKED_FOR]):
            return False
        self.ask_next(state)
        return True

    def _open_window(self, state: KoTable, seat: int, what: str) -> None:
        """Let the opponents of a seat answer what it does."""
        opponents = self.opponents(state, seat)
        if self.on("KO-8.answer"):
            first, *others = opponents
            state.frames.append([WINDOW, first, ANSWERABLE.index(what), *others])

    def run_played(self, state: KoTable, frame: list[int]) -> bool:
        """A card on its way: answers, then its effect, then the discard pile."""
        stage, card = frame[STAGE], frame[CARD]
        frame[STAGE] += 1
        if stage == NOT_UNTIL_ANSWERED:
            if self.on("KO-8.instant") or FACES[card].kind != INSTANT:
                what = CHARACTER if IS_CHARACTER[card] else MAGIC_OR_INSTANT
                self._open_window(state, frame[SEAT], what)
        elif stage == TAKES_EFFECT:
            if self._takes_effect(frame):
                self._begin_effect(state, frame)
        else:
            state.frames.pop()
            self.put_away(state, frame)
        return True

    def _takes_effect(self, frame: list[int]) -> bool:
        """Whether the card still does what it says."""
        card = frame[CARD]
        if frame[CANCELLED] or not FACES[card].effect.steps:
            return False
        if IS_CHARACTER[card]:
            return frame[SPACE] != EMPTY and self.on("KO-6.enters")
        return self.on("KO-7.effect") or FACES[card].kind == INSTANT

    def _begin_effect(self, state: KoTable, frame: list[int]) -> None:
        """Begin with the first step."""
        _, seat, card, space, *_ = frame
        state.frames.append([EFFECT, seat, card, space, 0, EMPTY, frame[ANSWERED]])

    def put_away(self, state: KoTable, frame: list[int]) -> None:
        """Discard a Magic or Instant card after use (KO-7, KO-8)."""
        card = frame[CARD]
        if IS_CHARACTER[card]:
            return
        rule = "KO-8" if FACES[card].kind == INSTANT else "KO-7"
        if self.on(f"{rule}.discard"):
            state.discards[FACES[card].team].append(card)
            self.tell(rule)
        else:
            state.hands[frame[SEAT]].append(card)

    def run_effect(self, state: KoTable, frame: list[int]) -> bool:
        """Carry out the present step, or wait for the choice that it needs."""
        if frame[STAGE] == len(FACES[frame[CARD]].effect.steps):
            state.frames.pop()
            return True
        step = step_of(frame)
        if step.keyword != CANCEL and not self.on(f"KO-13.{step.keyword}"):
            self._next_step(frame)
            return True
        at_once = self.AT_ONCE.get(step.keyword)
        if at_once is not None:
            return at_once(self, state, frame, step)
        return self._find_target(state, frame, step)

    def _next_step(self, frame: list[int]) -> None:
        """Go on to the next step."""
        frame[STAGE] += 1
        frame[FIRST] = EMPTY

    def _give_up(self, state: KoTable, frame: list[int]) -> bool:
        """A step is impossible: the effect is over (KO-13)."""
        if self.on("KO-13.stops"):
            state.frames.pop()
        else:
            self._next_step(frame)
        return True

    def _find_target(self, state: KoTable, frame: list[int], step: Step) -> bool:
        """Wait for a choice, if there is one; a target that is named needs none."""
        if step.where != IT or frame[FIRST] != EMPTY:
            return False if self.has_target(state, frame) else self._give_up(state, frame)
        if frame[SPACE] == EMPTY or self.why_not_target(state, frame, frame[SPACE]):
            return self._give_up(state, frame)
        frame[FIRST] = frame[SPACE]
        return True

    def _draw_step(self, state: KoTable, frame: list[int], step: Step) -> bool:
        """DRAW."""
        self.tell("KO-13")
        self._next_step(frame)
        self.draw_cards(state, frame[SEAT], step.number)
        return True

    def _cancel_step(self, state: KoTable, frame: list[int], _: Step) -> bool:
        """What the Instant answers does not happen."""
        self._next_step(frame)
        if frame[ANSWERED] != EMPTY:
            state.frames[frame[ANSWERED]][CANCELLED] = 1
        return True

    def _discard_step(self, state: KoTable, frame: list[int], _: Step) -> bool:
        """DISCARD: one opponent with cards in hand has no choice but to be the one."""
        victims = self.victims(state, frame[SEAT])
        if not victims:
            return self._give_up(state, frame)
        if len(victims) > 1:
            return False
        self.aim(state, victims[0])
        return True

    AT_ONCE: ClassVar[dict[str, Callable[["Resolving", KoTable, list[int], Step], bool]]] = {
        DRAW: _draw_step,
        CANCEL: _cancel_step,
        DISCARD: _discard_step,
    }
    """Steps that need no space to be chosen."""

    def aim(self, state: KoTable, victim: int) -> None:
        """An opponent is chosen and has to DISCARD."""
        frame = state.frames[-1]
        number = step_of(frame).number
        self._next_step(frame)
        chooser = victim if self.on("KO-13.victim") else frame[SEAT]
        state.frames.append([DISCARDING, chooser, number])

    def run_discarding(self, state: KoTable, frame: list[int]) -> bool:
        """Wait while there are cards to be thrown away."""
        _, seat, left = frame
        if left and state.hands[seat]:
            return False
        state.frames.pop()
        return True

    def throw(self, state: KoTable, move: Move) -> None:
        """DISCARD a card."""
        state.frames[-1][-1] -= 1
        state.hands[move.player].remove(move.place)
        state.discards[FACES[move.place].team].append(move.place)
        self.tell("KO-13")

    def choose(self, state: KoTable, space: int) -> None:
        """A space is chosen for the present step of an effect."""
        frame = state.frames[-1]
        keyword, first = step_of(frame).keyword, frame[FIRST]
        self.tell("KO-12" if step_of(frame).where == ADJACENT else "KO-13")
        if keyword == DESTROY:
            self._next_step(frame)
            state.frames.append([DESTROYING, frame[SEAT], EMPTY, space, NOT_UNTIL_ANSWERED, 0])
        elif keyword == SACRIFICE:
            self._next_step(frame)
            leave_grid(state, space, state.sides[frame[SEAT]])
        elif first == EMPTY:
            frame[FIRST] = space
        else:
            self._next_step(frame)
            self._exchange(state, first, space, over=keyword == DISPLACE)

    def _exchange(self, state: KoTable, first: int, second: int, *, over: bool) -> None:
        """Two spaces exchange their cards; a card moved `over` another one pushes it out."""
        if not self.on("KO-13.open") and over and state.grid[second] != EMPTY:
            leave_grid(state, second, FACES[state.grid[second]].team)
        grid = state.grid
        grid[first], grid[second] = grid[second], grid[first]
        follow(state, {first: second, second: first})
        if not self.on("KO-13.again"):
            for space, card in ((first, grid[first]), (second, grid[second])):
                if card != EMPTY and FACES[card].effect.steps:
                    seat = state.sides.index(FACES[card].team)
                    state.frames.append([EFFECT, seat, card, space, 0, EMPTY, EMPTY])

    def run_destroying(self, state: KoTable, frame: list[int]) -> bool:
        """A character about to be destroyed: answers, then it goes."""
        stage = frame[STAGE]
        frame[STAGE] += 1
        if stage == NOT_UNTIL_ANSWERED:
            self._open_window(state, frame[SEAT], DESTRUCTION)
            return True
        state.frames.pop()
        space = frame[SPACE]
        if not frame[CANCELLED] and space != EMPTY:
            own = FACES[state.grid[space]].team
            leave_grid(state, space, own if self.on("KO-13.pile") else 1 - own)
        return True

    def draw_cards(self, state: KoTable, seat: int, count: int) -> None:
        """DRAW so many cards; the team may lose by it."""
        raise NotImplementedError


SOLO = 2
"""The seat of the player alone against two."""


class Turns(Resolving):
    """Setting up, turns, objectives, gridlock and the end."""

    def setup(self, players: int, draw: Rng) -> KoTable:
        """Find the youngest player by chance; that player's team is about to take a deck (KO-1).

        Raises:
            ValueError: not two, three or four players.
        """
        if not FACTS["players_min"] <= players <= FACTS["players_max"]:
            raise ValueError(players)
        return self.before_the_deal(players, draw(players))

    def before_the_deal(self, players: int, youngest: int) -> KoTable:
        """The table as the youngest player's team is about to take a deck."""
        state = KoTable(players, youngest, len(self.spaces))
        state.frames = [[CHOOSING, youngest]]
        return state

    def take_deck(self, state: KoTable, deck: int, draw: Rng) -> None:
        """The youngest player's team takes a deck; shuffle, deal, and begin (KO-1, KO-2, KO-4)."""
        for rule in ("KO-1", "KO-2", "KO-3"):
            self.tell(rule)
        ours = self.group(state.players, state.youngest)
        for seat in range(state.players):
            first = self.group(state.players, seat) == ours
            state.sides[seat] = deck if first else 1 - deck
        for pile in (*state.decks, state.goals):
            shuffle(pile, draw)
        for seat in range(state.players):
            team = state.sides[seat] if self.on("KO-2.own") else 1 - state.sides[seat]
            for _ in range(self.hand_size(state.players, seat)):
                state.hands[seat].append(state.decks[team].pop())
        if self.on("KO-2.objective"):
            state.held = [state.goals.pop() for _ in TEAMS]
        begins = 1 - deck if self.on("KO-4.second") else deck
        seats = [seat for seat, side in enumerate(state.sides) if side == begins]
        state.order = self.order_from(state.players, seats[draw(len(seats))])
        self._begin_turn(state)

    def hand_size(self, players: int, seat: int) -> int:
        """How many cards the player of a seat is dealt (KO-2, KO-15, KO-16)."""
        special: Mapping[int, tuple[str, str, bool]] = {
            2: ("KO-15.hand", "hand_size_two", True),
            3: ("KO-16.hand", "hand_size_solo", seat == SOLO),
        }
        rule, name, applies = special.get(players, ("KO-2", "hand_size", False))
        if applies and self.on(rule):
            return FACTS[name]
        return FACTS["hand_size"] if self.on("KO-2.hand") else FACTS["hand_size"] - 1

    def order_from(self, players: int, first: int) -> list[int]:
        """The seats in the order of their turns, from the first one on (KO-4, KO-16)."""
        clockwise = [(first + step) % players for step in range(players)]
        if players == FACTS["players_max"]:
            return self._order_of_four(first) if self.on("KO-4.alternate") else clockwise
        if players == FACTS["players_min"] + 1 and self.on("KO-16.order"):
            pair = [0, 1] if first == SOLO else [first, 1 - first]
            order = [SOLO, pair[0], SOLO, pair[1]]
            return order if first == SOLO else [*order[1:], SOLO]
        return clockwise

    def _order_of_four(self, first: int) -> list[int]:
        """The first one, the opponent across, the partner of the first, the one across."""
        partner = first ^ 1
        across, other = 3 - first, 3 - partner
        opponents = [across, other] if self.on("KO-4.across") else [other, across]
        return [first, opponents[0], partner, opponents[1]]

    def _begin_turn(self, state: KoTable) -> None:
        """The turn of the seat that is next."""
        self.tell("KO-16" if len(state.order) > state.players else "KO-4")
        state.turns += 1
        state.frames = [[TURN, state.order[state.at], START, 0, 0]]

    def run_turn(self, state: KoTable, frame: list[int]) -> bool:
        """Draw, wait for a card, then let both teams reveal, then pass the turn on."""
        stage = frame[TURN_STAGE]
        if stage == ACT:
            return False
        if stage == AGAIN and self.can_play_again(state, frame):
            return False
        frame[TURN_STAGE] += 1
        if stage == START:
            frame[WAS_FULL] = int(EMPTY not in state.grid)
            self.tell("KO-5")
            self.draw_cards(state, frame[SEAT], FACTS["turn_draw"] * self.on("KO-5.draw"))
        elif stage in (OURS, THEIRS):
            self._offer(state, frame, ours=(stage == OURS) == self.on("KO-9.first"))
        elif stage == LAST:
            self._settle_gridlock(state, frame)
            state.at = (state.at + 1) % len(state.order)
            self._begin_turn(state)
        return True

    def after_card(self, state: KoTable, frame: list[int], card: int) -> None:
        """How the turn goes on after a card, once that has taken effect (KO-5, KO-15)."""
        frame[CARDS_PLAYED] += 1
        if FACES[card].kind == MAGIC and self._two_magic(state, frame[SEAT]):
            self.tell("KO-15")
            frame[TURN_STAGE] = AGAIN
        elif self.on("KO-5.one"):
            frame[TURN_STAGE] = OURS

    def _two_magic(self, state: KoTable, seat: int) -> bool:
        """Whether the player of the seat may play two Magic cards in a turn."""
        if state.players == FACTS["players_min"]:
            return self.on("KO-15.two")
        return not self.on("KO-16.action") and seat == SOLO and state.players < FACTS["players_max"]

    def draw_instead(self, state: KoTable, frame: list[int]) -> None:
        """Draw a second card instead of playing one (KO-5)."""
        frame[TURN_STAGE] = OURS
        self.draw_cards(state, frame[SEAT], 1)

    def draw_cards(self, state: KoTable, seat: int, count: int) -> None:
        """DRAW so many cards; the team may lose by it (KO-11)."""
        team = state.sides[seat]
        deck = state.decks[team]
        if self.variants["deck-out"] == "at-once":
            lost = len(deck) <= count and self.on("KO-11.out")
        else:
            lost = len(deck) < count and self.on("KO-11.empty")
        for _ in range(min(count, len(deck))):
            state.hands[seat].append(deck.pop())
        if lost:
            self._end(state, 1 - team, "KO-11")

    def _end(self, state: KoTable, team: int, rule: str) -> None:
        """The game is over, this team has won it."""
        self.tell(rule)
        state.winners = [seat for seat, side in enumerate(state.sides) if side == team]
        while state.frames:
            frame = state.frames.pop()
            if frame[0] == PLAYED:
                self.put_away(state, frame)

    def _offer(self, state: KoTable, frame: list[int], *, ours: bool) -> None:
        """Let one of the teams reveal its objective at the end of a turn (KO-9)."""
        if not ours and not self.on("KO-9.either"):
            return
        mine = state.sides[frame[SEAT]]
        team = mine if ours else 1 - mine
        if not self.can_reveal(state, team):
            return
        later = state.order[state.at :] + state.order[: state.at]
        seat = next(seat for seat in later if state.sides[seat] == team)
        state.frames.append([REVEALING, seat])
        if not self.on("KO-9.may"):
            self.reveal(state, seat)

    def reveal(self, state: KoTable, seat: int) -> None:
        """Complete the objective: clear its spaces, take a new one, perhaps win (KO-9, KO-10)."""
        team = state.sides[seat]
        objective = state.held[team]
        if state.frames[-1][0] == REVEALING and self.on("KO-9.once"):
            state.frames.pop()
        state.completed[team].append(objective)
        state.held[team] = state.goals.pop() if state.goals and self.on("KO-9.new") else EMPTY
        self.tell("KO-9")
        if self.on("KO-9.clear"):
            for space in self.asked[objective]:
                if state.grid[space] != EMPTY:
                    leave_grid(state, space, FACES[state.grid[space]].team)
        enough = len(state.completed[team]) >= FACTS["objectives_to_win"]
        if enough and self.on("KO-10.three"):
            self._end(state, team, "KO-10")

    def _settle_gridlock(self, state: KoTable, frame: list[int]) -> None:
        """At the end of a turn, find whether there is a gridlock, goes on, or is over (KO-14)."""
        free = EMPTY in state.grid
        idle = not frame[CARDS_PLAYED] or not self.on("KO-14.unplayed")
        if not state.gridlock:
            if frame[WAS_FULL] and idle and not free and self.on("KO-14.declared"):
                state.gridlock = list(range(state.players))
                self.tell("KO-14")
                if not self.on("KO-14.round"):
                    state.gridlock = []
                    self._break(state)
        elif free and self.on("KO-14.resolved"):
            state.gridlock = []
        else:
            state.gridlock = [seat for seat in state.gridlock if seat != frame[SEAT]]
            if not state.gridlock and self.on("KO-14.sacrifice"):
                self._break(state)

    def _break(self, state: KoTable) -> None:
        """Nobody is left to resolve it: both teams sacrifice their Special characters."""
        mover = state.sides[state.order[state.at]]
        for space, card in enumerate(state.grid):
            if card == EMPTY or (self.on("KO-14.special") and not IS_SPECIAL[card]):
                continue
            team = FACES[card].team
            if self.on("KO-14.both") or team == mover:
                leave_grid(state, space, team)


class Play(Turns):
    """Carrying out moves, and all that follows until somebody has a choice again."""

    HIDDEN: ClassVar = ("deck", "objectives")
    OWN: ClassVar = ("hand",)

    RUN: ClassVar[dict[int, Callable[[Turns, KoTable, list[int]], bool]]] = {
        TURN: Turns.run_turn,
        PLAYED: Turns.run_played,
        WINDOW: Turns.run_window,
        EFFECT: Turns.run_effect,
        DESTROYING: Turns.run_destroying,
        DISCARDING: Turns.run_discarding,
    }
    """What goes on by itself in each kind of frame; False where it waits for a player."""

    def play(self, state: KoTable, move: Move, draw: Rng) -> None:
        """Carry out a legal move."""
        action = move.action
        if action < len(CARDS):
            self._play_card(state, move)
        elif action == TAKE:
            self.take_deck(state, move.place, draw)
        elif action == DRAW_ONE:
            self.draw_instead(state, state.frames[-1])
        elif action == PASS:
            self._pass(state)
        elif action == REVEAL:
            self.reveal(state, move.player)
        else:
            self._choose(state, move)
        self._run(state)

    def _play_card(self, state: KoTable, move: Move) -> None:
        """A card of a turn, or an answer."""
        frame = state.frames[-1]
        if frame[0] == WINDOW:
            self.answer(state, move)
            return
        if frame[0] == TURN:
            self.after_card(state, frame, move.action)
        self.lay(state, move)

    def _choose(self, state: KoTable, move: Move) -> None:
        """What an effect is to do."""
        if move.action == CHOOSE:
            self.choose(state, move.place)
        elif move.action == AIM:
            self.aim(state, move.place)
        elif move.action == THROW:
            self.throw(state, move)

    def _pass(self, state: KoTable) -> None:
        """No second Magic card, no answer, or no objective revealed."""
        frame = state.frames[-1]
        if frame[0] == TURN:
            frame[TURN_STAGE] = OURS
        elif frame[0] == WINDOW:
            self.ask_next(state)
        else:
            state.frames.pop()

    def _run(self, state: KoTable) -> None:
        """Let things take their course until a player has a choice, or the game is over."""
        while state.frames:
            frame = state.frames[-1]
            run = self.RUN.get(frame[0])
            if run is None or not run(self, state, frame):
                return

    def plays_with(self, state: KoTable, seat: int) -> str:
        """The deck of a seat's team."""
        return TEAMS[state.sides[seat]]

    def zones(self, state: KoTable) -> Mapping[str, list[str]]:
        """Where every card lies; the zone of an objective is named after the seats of its team."""
        zones: dict[str, list[int]] = {"objectives": state.goals}
        for team, name in enumerate(TEAMS):
            seats = "+".join(str(seat) for seat, side in enumerate(state.sides) if side == team)
            held = [] if state.held[team] == EMPTY else [state.held[team]]
            zones |= {
                f"deck.{name}": state.decks[team],
                f"discard.{name}": state.discards[team],
                f"completed.{name}": state.completed[team],
                f"objective.{seats or name}": held,
            }
        zones |= {f"hand.{seat}": hand for seat, hand in enumerate(state.hands)}
        zones |= {
            f"grid.{name}": [] if card == EMPTY else [card]
            for name, card in zip(self.spaces, state.grid, strict=True)
        }
        on_their_way = [frame[CARD] for frame in state.frames if frame[0] == PLAYED]
        zones["played"] = [card for card in on_their_way if not IS_CHARACTER[card]]
        return {name: [CARDS[card] for card in cards] for name, cards in zones.items()}

    def visible(self, zone: str, seat: int) -> bool:
        """Whether a seat sees the cards of a zone; partners share their objective."""
        name, _, owners = zone.partition(".")
        if name == "objective":
            return str(seat) in owners.split("+")
        return seen_by(zone, seat, own=self.OWN, hidden=self.HIDDEN)
