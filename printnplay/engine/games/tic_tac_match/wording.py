"""Tic-Tac Match in the words of worked examples: moves read and told, positions compared."""

from collections.abc import Mapping
from typing import ClassVar

from printnplay.engine import compare
from printnplay.engine.games.tic_tac_match.cards import (
    CARDS,
    DEAL,
    DOUBLE_PLAY,
    NEW_HAND,
    SIDE,
    SYMBOL_CARDS,
    SYMBOLS,
    WIPE_OUT,
    TicTacTable,
)
from printnplay.engine.games.tic_tac_match.given import Given
from printnplay.engine.kernel import Miss, Move
from printnplay.engine.notation import PLAYERS, Reader
from printnplay.engine.positions import by_seat
from printnplay.engine.words import TARGET, TO, Words, turn_words
from printnplay.model.cards import Plain
from printnplay.model.play import Position

STEPS = ("first", "second")


class TicTacMatch(Words, Given):
    """Tic-Tac Match for two players, or four in two teams: the whole game."""

    CARDS = CARDS
    SIDE = SIDE
    ACTS: ClassVar[Mapping[int, tuple[str, str]]] = {
        DEAL: ("setup", "yes"),
        NEW_HAND: ("discard", "hand"),
    }

    def goes(self, card: int) -> str:
        """A Symbol card goes to a space, a Wipe-Out to a player."""
        return TO if card < SYMBOL_CARDS else TARGET if card == WIPE_OUT else ""

    def steps(self, state: TicTacTable, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The moves of `when`: a card played, a hand thrown in, or a game set up."""
        turn = self.to_move(state) if state.frames else self.next_dealer(state)
        further = STEPS if when.get("play") == CARDS[DOUBLE_PLAY] else ()
        moves = [self.read_move(when, reader, (turn, state.players), further)]
        moves += [
            self._step(moves[0].player, step, when[step], reader)
            for step in further
            if step in when
        ]
        if any(move.action == WIPE_OUT and move.place >= state.players for move in moves):
            reader.impossible("when", f"only {state.players} play", "expected one of them")
        return moves

    def _step(self, player: int, step: str, words: Plain, reader: Reader) -> Move:
        """A card of a Double Play and where it goes, as in `x-red b2`."""
        path = f"when.{step}"
        card_name, _, place_name = str(words).partition(" ")
        card = reader.choice(path, card_name, CARDS, "card")
        key = TARGET if card == WIPE_OUT else TO
        where: Mapping[str, Plain] = {key: place_name} if place_name else {}
        return Move(player, card, self.read_place(card, path, where, (reader, ())))

    def position(self, state: TicTacTable) -> Position:
        """The position as plain data; `grid` holds the visible cards, `draw` a number."""
        seats = PLAYERS[: state.players]
        stacks = [[CARDS[card] for card in stack] for stack in state.grid]
        return {
            "players": state.players,
            "dealer": seats[state.dealer],
            "turn": turn_words(self.to_move(state), state.players),
            "grid": [stack[-1] if stack else "" for stack in stacks],
            "stacks": stacks,
            "hands": by_seat([[CARDS[card] for card in hand] for hand in state.hands]),
            "draw": len(state.pile),
            "discard": [CARDS[card] for card in state.discard],
            "sides": by_seat([SYMBOLS[side] for side in state.sides if side >= 0]),
            "winner": [seats[seat] for seat in state.winners],
            "score": by_seat([state.score[self.team(state, seat)] for seat in range(len(seats))]),
        }

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Every claim about the position that is not so."""
        return compare.claims(position, then, reader)
