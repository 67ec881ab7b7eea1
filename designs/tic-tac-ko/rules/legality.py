"""The rules of Tic Tac K.O., one line each, and the clauses that can be switched off singly.

The line of a clause says what holds while it is on.

The frames of Tic Tac K.O.: who does what next, and what waits until that is done.

A frame is a list of ints that begins with its kind and the seat that acts. The kinds:

- CHOOSING, seat: takes a deck for the team.
- TURN, seat, stage, whether the grid was full at its start, number of cards played.
- PLAYED, seat, card, space, stage, cancelled, answered: a card on its way. `space` is where a
  character stands, for an Instant where the card stands that it answers; `answered` is the place of
  the answered frame in the stack.
- WINDOW, seat, what is to be answered, further seats: the seats are asked for Instants in turn. The
  frame below is what they answer.
- EFFECT, seat, card, space, step, first choice, answered: the steps of a card, one by one.
- DESTROYING, seat, card, space, stage, cancelled: a character is about to be destroyed.
- DISCARDING, seat, number: so many cards are still to be thrown away.
- REVEALING, seat: may reveal the objective of the team.

What the grid of Tic Tac K.O. allows: who sits where, adjacency, targets, objectives held.

Which moves are legal in Tic Tac K.O., and which rule forbids the others.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from printnplay.rules.game import OVER, Move
from printnplay.rules.tabletop import TableGame

from .cards import (
    ADJACENT,
    AIM,
    CARDS,
    CHARACTER,
    CHOOSE,
    DESTROY,
    DESTRUCTION,
    DISCARD,
    DISPLACE,
    DRAW_ONE,
    EITHER,
    EMPTY,
    ENTER,
    FACES,
    FACTS,
    FIRST_OBJECTIVE,
    INSTANT,
    IS_CHARACTER,
    MAGIC,
    MAGIC_OR_INSTANT,
    OBJECTIVES,
    OWN,
    PASS,
    REVEAL,
    SACRIFICE,
    SIDES,
    SLANTING,
    SPACES,
    STRAIGHT,
    SWAP,
    TAKE,
    TEAMS,
    THROW,
    VARIANTS,
    Ban,
    KoTable,
    Step,
    asked_for,
    neighbours,
)

SENTENCES: Mapping[str, str] = {
    "KO-1": "Two teams play, each with a deck; the youngest player's team takes its deck first.",
    "KO-2": "Players draw a hand from their team's deck; each team takes a secret objective.",
    "KO-3": "Standard play uses the numbered spaces, advanced play the lettered ones as well.",
    "KO-4": "The team that took its deck second begins, and the teams take turns across the table.",
    "KO-5": "A turn is a draw, then one Character or Magic card, or a second draw.",
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

CLAUSES: Mapping[str, str] = {
    "KO-1.players": "two to four play",
    "KO-1.choose": "the youngest player's team takes its deck first",
    "KO-1.partners": "partners sit side by side, the other team across from them",
    "KO-2.hand": "everybody draws five cards",
    "KO-2.own": "cards are drawn from the own team's deck",
    "KO-2.objective": "each team takes an objective",
    "KO-3.standard": "standard play is on nine spaces",
    "KO-3.advanced": "advanced play is on sixteen spaces",
    "KO-3.both": "in advanced play an objective asks for both of its parts",
    "KO-4.second": "the team that took its deck second begins",
    "KO-4.across": "the next to play sits across from the first",
    "KO-4.alternate": "the teams take turns",
    "KO-4.turn": "only the player whose turn it is plays",
    "KO-5.draw": "a turn begins with a card drawn",
    "KO-5.hand": "cards come out of the player's own hand",
    "KO-5.one": "one card ends the turn",
    "KO-5.second": "a player may draw a second card instead of playing",
    "KO-6.empty": "a character is played on an empty space",
    "KO-6.enters": "some Special characters take effect as they enter",
    "KO-6.ongoing": "other Special characters have an effect as long as they are on the grid",
    "KO-7.effect": "a Magic card does what it says",
    "KO-7.discard": "it then goes to the team's discard pile",
    "KO-8.answer": "an Instant is played in another player's turn",
    "KO-8.condition": "only what it names can be answered by it",
    "KO-8.any": "any number of Instants can be played in a turn",
    "KO-8.instant": "an Instant can answer an Instant",
    "KO-8.last": "the Instant played last takes effect first",
    "KO-8.pass": "nobody has to play an Instant",
    "KO-8.discard": "an Instant goes to the discard pile after use",
    "KO-9.holds": "the team has a character on every space of the objective",
    "KO-9.end": "objectives are revealed at the end of a turn only",
    "KO-9.either": "a team may reveal at the end of its opponents' turn, too",
    "KO-9.may": "a team may keep its objective to itself",
    "KO-9.clear": "the characters on these spaces are discarded",
    "KO-9.new": "the team takes a new objective",
    "KO-9.once": "a team reveals one objective at the end of a turn",
    "KO-9.first": "the team whose turn it was reveals first",
    "KO-10.three": "the third objective wins",
    "KO-11.out": "a team loses as it draws its last card",
    "KO-11.empty": "in the variant, a team loses when it has to draw from an empty deck",
    "KO-12.straight": "up, down, left and right are adjacent",
    "KO-12.diagonal": "diagonals are not",
    "KO-13.draw": "DRAW: the top card of the own deck comes to the hand",
    "KO-13.discard": "DISCARD: a card of the hand goes to the own discard pile",
    "KO-13.victim": "whoever must DISCARD chooses the card",
    "KO-13.destroy": "DESTROY: a card leaves the grid",
    "KO-13.opposing": "only opposing cards are DESTROYED",
    "KO-13.pile": "a destroyed card goes to the discard pile of its own team",
    "KO-13.displace": "DISPLACE: a card moves to another space",
    "KO-13.open": "the space it moves to is empty",
    "KO-13.swap": "SWAP: two cards change places",
    "KO-13.sacrifice": "SACRIFICE: a card of the own team leaves the grid",
    "KO-13.again": "a card that is moved does not enter again",
    "KO-13.stops": "an effect stops at the first step that is impossible",
    "KO-14.declared": "a full grid on which no card is played is a gridlock",
    "KO-14.unplayed": "a full grid on which a card is played is none",
    "KO-14.round": "everybody has a turn to resolve it",
    "KO-14.resolved": "an empty space at the end of a turn resolves it",
    "KO-14.sacrifice": "otherwise Special characters are sacrificed",
    "KO-14.both": "both teams sacrifice theirs",
    "KO-14.special": "Basic characters stay",
    "KO-15.hand": "two players draw six cards each",
    "KO-15.two": "two players may play a second Magic card",
    "KO-15.only": "after a Magic card nothing but a Magic card may follow",
    "KO-15.most": "a third Magic card may not",
    "KO-16.order": "the player alone has a turn between those of the other two",
    "KO-16.hand": "the player alone draws seven cards",
    "KO-16.action": "the player alone may not play two Magic cards",
}


CHOOSING, TURN, PLAYED, WINDOW, EFFECT, DESTROYING, DISCARDING, REVEALING = range(8)

SEAT, CARD, SPACE, STAGE, CANCELLED, ANSWERED = range(1, 7)
"""Places in PLAYED, EFFECT and DESTROYING frames; an EFFECT has its first choice at FIRST."""
FIRST = CANCELLED

TURN_STAGE, WAS_FULL, CARDS_PLAYED = 2, 3, 4
START, ACT, AGAIN, OURS, THEIRS, LAST = range(6)
"""Stages of a turn: draw, play, play again, reveal (the player's team, the other), end."""

ASKED_FOR = 2
ANSWERABLE = (MAGIC_OR_INSTANT, CHARACTER, DESTRUCTION)
"""What a WINDOW asks answers to, by the number in the frame."""

ASKS = ("take", "play", "", "answer", "choose", "", "discard", "reveal")
"""What a player does in each kind of frame, in a word; the empty ones need nobody."""

_STANDING = {PLAYED: (SPACE,), EFFECT: (SPACE, FIRST), DESTROYING: (SPACE,)}
"""Where frames speak of cards on the grid."""


def follow(state: KoTable, moved: dict[int, int]) -> None:
    """Cards have moved from space to space (or to EMPTY): frames that speak of them follow."""
    for frame in state.frames:
        for place in _STANDING.get(frame[0], ()):
            frame[place] = moved.get(frame[place], frame[place])


def leave_grid(state: KoTable, space: int, team: int) -> None:
    """Put the card on the space on the discard pile of a team."""
    state.discards[team].append(state.grid[space])
    state.grid[space] = EMPTY
    follow(state, {space: EMPTY})


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
