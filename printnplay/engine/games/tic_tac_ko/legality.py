"""Which moves are legal in Tic Tac K.O., and which rule forbids the others."""

from collections.abc import Iterable, Iterator

from printnplay.engine.games.tic_tac_ko.cards import (
    AIM,
    CARDS,
    CHOOSE,
    DRAW_ONE,
    EMPTY,
    FACES,
    FACTS,
    FIRST_OBJECTIVE,
    INSTANT,
    IS_CHARACTER,
    MAGIC,
    PASS,
    REVEAL,
    TAKE,
    TEAMS,
    THROW,
    KoTable,
)
from printnplay.engine.games.tic_tac_ko.effects import DISCARD
from printnplay.engine.games.tic_tac_ko.frames import (
    AGAIN,
    ANSWERABLE,
    ASKED_FOR,
    CARDS_PLAYED,
    CHOOSING,
    DISCARDING,
    EFFECT,
    REVEALING,
    SEAT,
    TURN,
    TURN_STAGE,
    WINDOW,
)
from printnplay.engine.games.tic_tac_ko.grounds import Grounds, step_of
from printnplay.engine.kernel import OVER, Move

RULE_OF_FRAME = {
    CHOOSING: "KO-1",
    TURN: "KO-4",
    WINDOW: "KO-8",
    EFFECT: "KO-13",
    DISCARDING: "KO-13",
    REVEALING: "KO-9",
}
"""The rule that says who acts."""

RULE_OF_ACTION = {
    TAKE: "KO-1",
    DRAW_ONE: "KO-5",
    CHOOSE: "KO-13",
    AIM: "KO-13",
    THROW: "KO-13",
    REVEAL: "KO-9",
    PASS: "KO-5",
}
"""The rule that says when this is done."""

FITS = {
    TAKE: (CHOOSING,),
    DRAW_ONE: (TURN,),
    CHOOSE: (EFFECT,),
    AIM: (EFFECT,),
    THROW: (DISCARDING,),
    REVEAL: (REVEALING,),
    PASS: (TURN, WINDOW, REVEALING),
}
"""In which frames that is."""

DONE_IN = {
    kind: tuple(sorted(action for action, kinds in FITS.items() if kind in kinds))
    for kind in RULE_OF_FRAME
}
"""What may be done in each of them."""


class Legality(Grounds):
    """What a position allows."""

    def to_move(self, state: KoTable) -> int:
        """The seat that moves next; OVER when nobody does."""
        return state.frames[-1][SEAT] if state.frames else OVER

    def result(self, state: KoTable) -> tuple[int, ...] | None:
        """The winning seats."""
        return None if state.frames else tuple(state.winners)

    def moves(self, state: KoTable) -> list[Move]:
        """Every legal move, sorted."""
        return [move for move in self._candidates(state) if not self.why_not(state, move)]

    def _candidates(self, state: KoTable) -> Iterator[Move]:
        """Every move that the position suggests, in order."""
        if not state.frames:
            return
        kind, seat = state.frames[-1][:2]
        if kind in (TURN, WINDOW):
            yield from self._cards(state, seat)
        for action in DONE_IN[kind]:
            yield from (Move(seat, action, place) for place in self._places(state, seat, action))

    def _places(self, state: KoTable, seat: int, action: int) -> Iterable[int]:
        """What may be named in doing this: a deck, a space, a seat, a card, or nothing."""
        if action == TAKE:
            return range(len(TEAMS))
        if action == CHOOSE:
            return range(len(state.grid))
        if action == AIM:
            return range(state.players)
        return sorted(set(state.hands[seat])) if action == THROW else (-1,)

    def _cards(self, state: KoTable, seat: int) -> Iterator[Move]:
        """The cards of the hand, and for characters every space that is empty."""
        for card in sorted(set(state.hands[seat])):
            if IS_CHARACTER[card]:
                yield from (
                    Move(seat, card, space)
                    for space, there in enumerate(state.grid)
                    if there == EMPTY
                )
            else:
                yield Move(seat, card)

    def why_not(self, state: KoTable, move: Move) -> str:
        """The rule that forbids the move; empty when it is legal."""
        if not state.frames:
            enough = FACTS["objectives_to_win"]
            return "KO-10" if any(len(done) >= enough for done in state.completed) else "KO-11"
        frame = state.frames[-1]
        kind = frame[0]
        if move.action < len(CARDS):
            return self._why_not_card(state, frame, move)
        if not self.on("KO-9.end") and kind == TURN and move.action == REVEAL:
            return "" if self.can_reveal(state, state.sides[move.player]) else "KO-9"
        if kind not in FITS[move.action]:
            return RULE_OF_ACTION[move.action]
        if move.player != frame[SEAT] and (self.on("KO-1.choose") or kind != CHOOSING):
            return RULE_OF_FRAME[kind]
        return self._why_not_act(state, frame, move)

    def _why_not_act(self, state: KoTable, frame: list[int], move: Move) -> str:
        """Whether what is no card being played can be done now."""
        kind, action = frame[0], move.action
        if kind == TURN:
            return self._why_not_instead(frame, action)
        if kind == CHOOSING:
            many = state.players > FACTS["players_max"] and self.on("KO-1.players")
            return "KO-1" if many or move.place not in range(len(TEAMS)) else ""
        if kind == EFFECT:
            return self._why_not_chosen(state, frame, move)
        if kind == DISCARDING:
            return "" if move.place in state.hands[move.player] else "KO-13"
        forced = {WINDOW: "KO-8", REVEALING: "KO-9"}[kind]
        clause = {WINDOW: "KO-8.pass", REVEALING: "KO-9.may"}[kind]
        return forced if not self.on(clause) and action == PASS else ""

    def _why_not_instead(self, frame: list[int], action: int) -> str:
        """Whether the player may draw, or leave it at one Magic card."""
        if frame[TURN_STAGE] == AGAIN:
            return "" if action == PASS else "KO-15"
        return "" if action == DRAW_ONE and self.on("KO-5.second") else "KO-5"

    def _why_not_chosen(self, state: KoTable, frame: list[int], move: Move) -> str:
        """Whether the effect wants an opponent or a space, and reaches this one."""
        aims = step_of(frame).keyword == DISCARD
        if aims != (move.action == AIM):
            return "KO-13"
        if aims:
            return "" if move.place in self.victims(state, frame[SEAT]) else "KO-13"
        if move.place not in range(len(state.grid)):
            return "KO-13"
        return self.why_not_target(state, frame, move.place)

    def victims(self, state: KoTable, seat: int) -> list[int]:
        """The opponents that have cards to discard."""
        return [other for other in self.opponents(state, seat) if state.hands[other]]

    def _why_not_card(self, state: KoTable, frame: list[int], move: Move) -> str:
        """Whether a card can be played now."""
        kind, card = frame[0], move.action
        if card >= FIRST_OBJECTIVE:
            return "KO-9"
        if FACES[card].kind == INSTANT:
            return self._why_not_instant(state, frame, move)
        if kind != TURN or (move.player != frame[SEAT] and self.on("KO-4.turn")):
            return RULE_OF_FRAME[kind]
        if card not in state.hands[move.player] and self.on("KO-5.hand"):
            return "KO-5"
        if frame[TURN_STAGE] == AGAIN and FACES[card].kind != MAGIC and self.on("KO-15.only"):
            return "KO-15"
        return self._why_not_space(state, move) if IS_CHARACTER[card] else ""

    def _why_not_space(self, state: KoTable, move: Move) -> str:
        """Whether the character can be played on the space (KO-6)."""
        if move.place not in range(len(state.grid)):
            return "KO-6"
        if state.grid[move.place] != EMPTY and self.on("KO-6.empty"):
            return "KO-6"
        return "KO-6" if self.shut(state, move.action, move.place) else ""

    def _why_not_instant(self, state: KoTable, frame: list[int], move: Move) -> str:
        """Whether the Instant has something to answer (KO-8)."""
        if not self.on("KO-8.condition"):
            return ""
        if frame[0] != WINDOW or move.player != frame[SEAT]:
            return "KO-8"
        if move.action not in state.hands[move.player]:
            return "KO-5"
        return "" if self._answers(move.action, frame[ASKED_FOR]) else "KO-8"

    def can_answer(self, state: KoTable, seat: int, asked_for: int) -> bool:
        """Whether a seat has an Instant that answers this."""
        return any(self._answers(card, asked_for) for card in state.hands[seat])

    def _answers(self, card: int, asked_for: int) -> bool:
        """Whether the card is an Instant that answers this."""
        return FACES[card].effect.answers == ANSWERABLE[asked_for]

    def can_play_again(self, state: KoTable, frame: list[int]) -> bool:
        """Whether a turn that began with a Magic card can go on with another (KO-15)."""
        if frame[CARDS_PLAYED] >= FACTS["magic_cards_two"] and self.on("KO-15.most"):
            return False
        return any(FACES[card].kind == MAGIC for card in state.hands[frame[SEAT]])
