"""Moves in the words of worked examples: `play: x-red, to: b2`, `play: flip`, `discard: hand`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from printnplay.engine.grid import space_names
from printnplay.engine.kernel import OVER, Move
from printnplay.engine.notation import PLAYERS, WRONG_SHAPE, Reader
from printnplay.model.cards import Plain

TO, TARGET = "to", "target"
"""Keys of `when` for where a card goes: to a space, or to a player."""


class Words:
    """Tells and reads the moves of a game whose players play cards and do a few other things.

    A move's `action` is a card, as its place in CARDS, or one of the numbers of ACTS.
    """

    CARDS: ClassVar[Sequence[str]] = ()
    """Card ids; the rules know a card by its place in this list."""

    ACTS: ClassVar[Mapping[int, tuple[str, str]]] = {}
    """What may be done besides playing a card, as the key and word of `when`: `draw: card`."""

    SIDE: ClassVar[int] = 0
    """Spaces along a side of the grid; 0 where there is none."""

    def goes(self, card: int) -> str:  # noqa: ARG002 - the default is the same for all cards
        """Where a card goes when played: TO a space, TARGET a player, or nowhere in particular."""
        return TO if self.SIDE else ""

    def names(self, move: Move) -> Mapping[str, str]:
        """The move as `when` of an example writes it."""
        words = {"player": PLAYERS[move.player]}
        if move.action in self.ACTS:
            key, word = self.ACTS[move.action]
            return {**words, key: word}
        words["play"] = self.CARDS[move.action]
        key = self.goes(move.action)
        if key:
            words[key] = self._places(key)[move.place]
        return words

    def read_move(
        self,
        when: Mapping[str, Plain],
        reader: Reader,
        seats: tuple[int, int],
        further: tuple[str, ...] = (),
    ) -> Move:
        """The move that `when` describes; faults go to the reader.

        Args:
            when: the words.
            reader: of their parts.
            seats: the one that moves if `when` names no player, and how many play.
            further: keys that the game reads by itself.
        """
        turn, players = seats
        named = when.get("player", PLAYERS[max(turn, 0)])
        player = reader.choice("when.player", named, PLAYERS[:players], "player")
        for action, (key, word) in self.ACTS.items():
            if key in when:
                reader.keys("when", when, ("player", key))
                reader.choice(f"when.{key}", when[key], (word,), f"thing to {key}")
                return Move(player, action)
        card = reader.choice("when.play", when.get("play", ""), self.CARDS, "card")
        return Move(player, card, self.read_place(card, "when", when, (reader, further)))

    def read_place(
        self,
        card: int,
        path: str,
        where: Mapping[str, Plain],
        said: tuple[Reader, tuple[str, ...]],
    ) -> int:
        """Where the card goes: a space, a player, or nowhere; `said` is as for `read_move`."""
        reader, further = said
        if card < 0:
            return -1
        key = self.goes(card)
        reader.keys(path, where, ("player", "play", *((key,) if key else ()), *further))
        if not key:
            return -1
        if key not in where:
            reader.fault(WRONG_SHAPE, path, f"`{key}` is missing", f"expected `{key}`")
            return -1
        what = "space" if key == TO else "player"
        return reader.choice(f"{path}.{key}", where[key], self._places(key), what)

    def _places(self, key: str) -> Sequence[str]:
        return space_names(self.SIDE) if key == TO else PLAYERS


def turn_words(seat: int, players: int) -> str:
    """Whose turn it is, as a position tells it; empty when the game is over."""
    return "" if seat == OVER else PLAYERS[:players][seat]
