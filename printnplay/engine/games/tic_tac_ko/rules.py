"""What comes of the moves of Tic Tac K.O., and where every card lies."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from printnplay.engine.games.tic_tac_ko.cards import (
    AIM,
    CARDS,
    CHOOSE,
    DRAW_ONE,
    EMPTY,
    IS_CHARACTER,
    PASS,
    REVEAL,
    TAKE,
    TEAMS,
    THROW,
    KoTable,
)
from printnplay.engine.games.tic_tac_ko.frames import (
    CARD,
    DESTROYING,
    DISCARDING,
    EFFECT,
    OURS,
    PLAYED,
    TURN,
    TURN_STAGE,
    WINDOW,
)
from printnplay.engine.games.tic_tac_ko.turns import Turns
from printnplay.engine.kernel import Draw, Move
from printnplay.engine.view import seen_by


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

    def play(self, state: KoTable, move: Move, draw: Draw) -> None:
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
