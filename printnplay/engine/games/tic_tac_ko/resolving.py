"""How cards of Tic Tac K.O. take effect: answers first, then the steps of the effect one by one."""

from collections.abc import Callable
from typing import ClassVar

from printnplay.engine.games.tic_tac_ko.cards import (
    EMPTY,
    FACES,
    INSTANT,
    IS_CHARACTER,
    KoTable,
)
from printnplay.engine.games.tic_tac_ko.effects import (
    ADJACENT,
    CANCEL,
    CHARACTER,
    DESTROY,
    DESTRUCTION,
    DISCARD,
    DISPLACE,
    DRAW,
    IT,
    MAGIC_OR_INSTANT,
    SACRIFICE,
    Step,
)
from printnplay.engine.games.tic_tac_ko.frames import (
    ANSWERABLE,
    ANSWERED,
    ASKED_FOR,
    CANCELLED,
    CARD,
    DESTROYING,
    DISCARDING,
    EFFECT,
    FIRST,
    PLAYED,
    SEAT,
    SPACE,
    STAGE,
    WINDOW,
    follow,
    leave_grid,
)
from printnplay.engine.games.tic_tac_ko.grounds import step_of
from printnplay.engine.games.tic_tac_ko.legality import Legality
from printnplay.engine.kernel import Move

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
