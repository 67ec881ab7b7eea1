"""Tic-Tac Match in the words of worked examples: moves read and told, positions compared."""

from collections.abc import Mapping, Sequence
from typing import cast

from printnplay.engine import compare
from printnplay.engine.games.tic_tac_match.cards import (
    CARDS,
    DEAL,
    DOUBLE_PLAY,
    NEW_HAND,
    SYMBOL_CARDS,
    SYMBOLS,
    WIPE_OUT,
    TicTacTable,
)
from printnplay.engine.games.tic_tac_match.given import Given
from printnplay.engine.games.tic_tac_match.rules import SPACE_NAMES
from printnplay.engine.kernel import OVER, Miss, Move
from printnplay.engine.notation import PLAYERS, WRONG_SHAPE, Reader
from printnplay.model.cards import Plain
from printnplay.model.play import Position

STEPS = ("first", "second")


class TicTacMatch(Given):
    """Tic-Tac Match for two players, or four in two teams: the whole game."""

    def steps(self, state: TicTacTable, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The moves of `when`: a card played, a hand thrown in, or a game set up."""
        seats = PLAYERS[: state.players]
        turn = seats[self.to_move(state) if state.frames else self.next_dealer(state)]
        player = reader.choice("when.player", when.get("player", turn), seats, "player")
        if "setup" in when:
            reader.keys("when", when, ("player", "setup"))
            return [Move(player, DEAL)] if reader.yes("when.setup", when["setup"]) else []
        if "discard" in when:
            reader.keys("when", when, ("player", "discard"))
            reader.choice("when.discard", when["discard"], ("hand",), "thing to discard")
            return [Move(player, NEW_HAND)]
        card = reader.choice("when.play", when.get("play", ""), CARDS, "card")
        moves = [Move(player, card, self._place(card, "when", when, reader))]
        further = [step for step in STEPS if card == DOUBLE_PLAY and step in when]
        moves += [self._step(player, step, when[step], reader) for step in further]
        if any(move.action == WIPE_OUT and move.place >= state.players for move in moves):
            reader.impossible("when", f"only {state.players} play", "expected one of them")
        return moves

    def _place(self, card: int, path: str, when: Mapping[str, Plain], reader: Reader) -> int:
        """Where the card goes: a space, a player, or nowhere."""
        place = "to" if card < SYMBOL_CARDS else "target" if card == WIPE_OUT else ""
        extra = STEPS if card == DOUBLE_PLAY else (place,) if place else ()
        reader.keys(path, when, ("player", "play", *extra))
        if not place or card < 0:
            return -1
        if place not in when:
            reader.fault(WRONG_SHAPE, path, f"`{place}` is missing", f"expected `{place}`")
            return -1
        names, what = (SPACE_NAMES, "space") if place == "to" else (PLAYERS, "player")
        return reader.choice(f"{path}.{place}", when[place], names, what)

    def _step(self, player: int, step: str, words: Plain, reader: Reader) -> Move:
        """A card of a Double Play and where it goes, as in `x-red b2`."""
        path = f"when.{step}"
        card_name, _, place_name = str(words).partition(" ")
        card = reader.choice(path, card_name, CARDS, "card")
        key = "target" if card == WIPE_OUT else "to"
        where: Mapping[str, Plain] = {key: place_name} if place_name else {}
        return Move(player, card, self._place(card, path, where, reader))

    def names(self, move: Move) -> Mapping[str, str]:
        """The move as `when` of an example writes it."""
        words = {"player": PLAYERS[move.player]}
        if move.action == DEAL:
            return {**words, "setup": "yes"}
        if move.action == NEW_HAND:
            return {**words, "discard": "hand"}
        words["play"] = CARDS[move.action]
        if move.action < SYMBOL_CARDS:
            words["to"] = SPACE_NAMES[move.place]
        elif move.action == WIPE_OUT:
            words["target"] = PLAYERS[move.place]
        return words

    def position(self, state: TicTacTable) -> Position:
        """The position as plain data; `grid` holds the visible cards, `draw` a number."""
        seats = PLAYERS[: state.players]
        turn = self.to_move(state)
        stacks = [[CARDS[card] for card in stack] for stack in state.grid]
        return {
            "players": state.players,
            "dealer": seats[state.dealer],
            "turn": "" if turn == OVER else seats[turn],
            "grid": [stack[-1] if stack else "" for stack in stacks],
            "stacks": stacks,
            "hands": {
                name: [CARDS[card] for card in hand]
                for name, hand in zip(seats, state.hands, strict=True)
            },
            "draw": len(state.pile),
            "discard": [CARDS[card] for card in state.discard],
            "sides": {
                name: SYMBOLS[side]
                for name, side in zip(seats, state.sides, strict=True)
                if side >= 0
            },
            "winner": [seats[seat] for seat in state.winners],
            "score": {name: state.score[self.team(state, seat)] for seat, name in enumerate(seats)},
        }

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Every claim about the position that is not so."""
        reader.keys("then", then, tuple(position))
        return [
            miss
            for key, claim in then.items()
            if key in position
            for miss in _compare(key, claim, position, reader)
        ]


def _compare(key: str, claim: Plain, position: Position, reader: Reader) -> list[Miss]:
    """The claim of one key, if it is not so."""
    path, found = f"then.{key}", position[key]
    if key in ("grid", "stacks"):
        stacks = cast("list[list[str]]", position["stacks"])
        same = compare.grid if key == "grid" else compare.stacks
        return same(path, claim, stacks, reader)
    if key == "discard":
        return compare.pile(path, claim, cast("list[str]", found), reader)
    if key == "hands":
        return _compare_hands(claim, cast("Mapping[str, Sequence[str]]", found), reader)
    if key in ("sides", "score"):
        return compare.by_player(path, claim, cast("Mapping[str, object]", found), reader)
    if key == "winner":
        wanted = claim if isinstance(claim, list) else [claim]
        return compare.misses(path, " ".join(map(str, wanted)), " ".join(cast("list[str]", found)))
    return compare.misses(path, str(claim), str(found) or "none")


def _compare_hands(claim: Plain, hands: Mapping[str, Sequence[str]], reader: Reader) -> list[Miss]:
    """The claimed hands that are not so."""
    claims = reader.mapping("then.hands", claim)
    reader.keys("then.hands", claims, tuple(hands))
    return [
        miss
        for player, wanted in claims.items()
        if player in hands
        for miss in compare.cards(f"then.hands.{player}", wanted, hands[player], reader)
    ]
