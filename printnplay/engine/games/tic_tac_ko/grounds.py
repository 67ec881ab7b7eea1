"""What the grid of Tic Tac K.O. allows: who sits where, adjacency, targets, objectives held."""

from collections.abc import Iterable
from typing import ClassVar

from printnplay.engine.games.tic_tac_ko.board import (
    OBJECTIVES,
    SIDES,
    SLANTING,
    SPACES,
    STRAIGHT,
    asked_for,
    neighbours,
)
from printnplay.engine.games.tic_tac_ko.cards import (
    CARDS,
    EMPTY,
    FACES,
    FIRST_OBJECTIVE,
    VARIANTS,
    KoTable,
)
from printnplay.engine.games.tic_tac_ko.effects import (
    ADJACENT,
    DESTROY,
    DISPLACE,
    EITHER,
    ENTER,
    OWN,
    SACRIFICE,
    SWAP,
    Ban,
    Step,
)
from printnplay.engine.games.tic_tac_ko.frames import CARD, FIRST, SEAT, SPACE, STAGE
from printnplay.engine.games.tic_tac_ko.sentences import CLAUSES, SENTENCES
from printnplay.engine.table_game import TableGame

BANS = {card: face.effect.ban for card, face in enumerate(FACES) if face.effect.ban is not None}
"""The ongoing effects, by card."""


class Grounds(TableGame):
    """The grid and the seats, with the rules that are in force."""

    RULES: ClassVar = {**SENTENCES, **CLAUSES}
    CHOICES: ClassVar = VARIANTS

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule.
            UnknownVariantError: there is no such variant or choice.
        """
        super().__init__(off, **chosen)
        grid = self.variants["grid"]
        if not self.on(f"KO-3.{grid}"):
            grid = next(other for other in SIDES if other != grid)
        self.side = SIDES[grid]
        self.spaces = SPACES[self.side]
        steps = STRAIGHT * self.on("KO-12.straight") + SLANTING * (not self.on("KO-12.diagonal"))
        self.beside = neighbours(self.side, steps)
        both = self.side == SIDES["advanced"] and self.on("KO-3.both")
        self.asked = {
            FIRST_OBJECTIVE + number: asked_for(name, self.side, lettered=both)
            for number, name in enumerate(OBJECTIVES)
        }

    def group(self, players: int, seat: int) -> int:
        """Which of the two teams a seat belongs to, before decks are chosen (KO-1)."""
        if players % 2:
            return seat // 2
        return seat * 2 // players if self.on("KO-1.partners") else seat % 2

    def opponents(self, state: KoTable, seat: int) -> list[int]:
        """The seats of the other team, clockwise from this one."""
        round_ = ((seat + step) % state.players for step in range(1, state.players))
        return [other for other in round_ if state.sides[other] != state.sides[seat]]

    def can_reveal(self, state: KoTable, team: int) -> bool:
        """Whether the team holds every space of its objective (KO-9)."""
        objective = state.held[team]
        if objective == EMPTY:
            return False
        return not self.on("KO-9.holds") or all(
            state.grid[space] != EMPTY and FACES[state.grid[space]].team == team
            for space in self.asked[objective]
        )

    def banned(self, state: KoTable, keyword: str, space: int) -> bool:
        """Whether an ongoing effect keeps the keyword from the card on this space."""
        if not self.on("KO-6.ongoing"):
            return False
        team = FACES[state.grid[space]].team
        here = BANS.get(state.grid[space])
        if here is not None and here.itself and keyword in here.keywords:
            return True
        return any(
            FACES[card].team == team and ban.beside and keyword in ban.keywords
            for card, ban in self._bans_beside(state, space)
        )

    def shut(self, state: KoTable, card: int, space: int) -> bool:
        """Whether an opponent's ongoing effect keeps the card from being played on this space."""
        _, kind, _ = face = FACES[card]
        return self.on("KO-6.ongoing") and any(
            FACES[other].team != face.team and ENTER in ban.keywords and ban.only in ("", kind)
            for other, ban in self._bans_beside(state, space)
        )

    def _bans_beside(self, state: KoTable, space: int) -> list[tuple[int, Ban]]:
        """Cards beside the space that have an ongoing effect, with their effects."""
        cards = [state.grid[other] for other in self.beside[space]]
        return [(card, BANS[card]) for card in cards if card in BANS]

    def has_target(self, state: KoTable, frame: list[int]) -> bool:
        """Whether any space can be chosen for the present step of an effect."""
        return any(not self.why_not_target(state, frame, space) for space in range(len(state.grid)))

    def why_not_target(self, state: KoTable, frame: list[int], space: int) -> str:
        """The rule that keeps the present step of an effect from this space."""
        step = step_of(frame)
        if frame[FIRST] == EMPTY:
            return self._why_not_first(state, frame, step, space)
        if step.keyword == DISPLACE:
            free = state.grid[space] == EMPTY
            return "" if free or not self.on("KO-13.open") else "KO-13"
        if space == frame[FIRST]:
            return "KO-13"
        return self._why_not_reached(state, frame, (step.keyword, step.other), space)

    def _why_not_first(self, state: KoTable, frame: list[int], step: Step, space: int) -> str:
        """Whether the card on the space is a target, and what is done to it can be done."""
        against = self._why_not_reached(state, frame, (step.keyword, step.whose), space)
        if against:
            return against
        if step.only and FACES[state.grid[space]].kind != step.only:
            return "KO-13"
        if step.where == ADJACENT and not self._beside_it(frame, space):
            return "KO-12"
        if step.keyword in (DISPLACE, SWAP):
            chosen = frame[:]
            chosen[FIRST] = space
            return "" if self.has_target(state, chosen) else "KO-13"
        return ""

    def _beside_it(self, frame: list[int], space: int) -> bool:
        """Whether the space is adjacent to the card whose effect this is."""
        return frame[SPACE] != EMPTY and space in self.beside[frame[SPACE]]

    def _why_not_reached(
        self, state: KoTable, frame: list[int], wanted: tuple[str, str], space: int
    ) -> str:
        """Whether a card of the wanted team is on the space and the keyword reaches it."""
        keyword, whose = wanted
        card = state.grid[space]
        if card == EMPTY:
            return "KO-13"
        own = FACES[card].team == state.sides[frame[SEAT]]
        reached = whose == EITHER or own == (whose == OWN)
        if not self.on("KO-13.opposing") and keyword == DESTROY:
            reached = True
        if not reached:
            return "KO-13"
        return "KO-6" if keyword != SACRIFICE and self.banned(state, keyword, space) else ""


def step_of(frame: list[int]) -> Step:
    """The present step of an EFFECT frame."""
    return FACES[frame[CARD]].effect.steps[frame[STAGE]]


def card_id(card: int) -> str:
    """The id of a card; empty for no card."""
    return "" if card == EMPTY else CARDS[card]
