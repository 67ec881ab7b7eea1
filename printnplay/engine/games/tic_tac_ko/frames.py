"""The frames of Tic Tac K.O.: who does what next, and what waits until that is done.

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
"""

from printnplay.engine.games.tic_tac_ko.cards import EMPTY, KoTable
from printnplay.engine.games.tic_tac_ko.effects import CHARACTER, DESTRUCTION, MAGIC_OR_INSTANT

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
