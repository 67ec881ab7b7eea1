"""Tic Tac Taco in the words of worked examples: moves read and told, positions compared."""

from collections.abc import Mapping, Sequence
from typing import cast

from printnplay.engine import compare
from printnplay.engine.games.tic_tac_taco.cards import (
    CARDS,
    DISCARD,
    DRAW,
    FIELD_NAMES,
    POCALYPSE,
    SHARED,
    SOURCES,
    SPACE_NAMES,
    SPACES,
    STEAL,
    TAKE,
    TEAMS,
    TacoTable,
)
from printnplay.engine.games.tic_tac_taco.given import SEATS, Given
from printnplay.engine.games.tic_tac_taco.legality import PLACES
from printnplay.engine.kernel import Miss, Move
from printnplay.engine.notation import WRONG_SHAPE, Reader
from printnplay.engine.positions import by_seat
from printnplay.engine.words import turn_words
from printnplay.model.cards import Plain
from printnplay.model.play import Position

DEEDS = "take, lay, draw, play, discard"
NAMES = {"take": CARDS[: len(TEAMS)], "lay": CARDS[: SHARED + 1], "play": CARDS}
WHERE = {"to": (SPACE_NAMES, "space"), "from": (SOURCES, "pile")}


class TicTacTaco(Given):
    """Tic Tac Taco for two players or two sides: the whole game."""

    def steps(self, state: TacoTable, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The moves of `when`: a side taken, a base card laid, cards drawn, played, discarded.

        `discard` names one card or, after a Pico de Futuro, two.
        """
        reader.keys("when", when, _keys(when))
        turn = SEATS[max(self.to_move(state), 0)]
        player = reader.choice("when.player", when.get("player", turn), SEATS, "player")
        moves = []
        if "take" in when:
            team = reader.choice("when.take", when["take"], NAMES["take"], "team")
            moves.append(Move(player, TAKE, team))
        if "lay" in when:
            base = reader.choice("when.lay", when["lay"], NAMES["lay"], "base card")
            space = reader.choice("when.to", when.get("to", ""), FIELD_NAMES, "space")
            moves.append(Move(player, base, space))
        if "draw" in when and reader.yes("when.draw", when["draw"]):
            moves.append(Move(player, DRAW))
        if "play" in when:
            card = reader.choice("when.play", when["play"], CARDS, "card")
            moves.append(Move(player, card, _place(card, when, reader)))
        for word in str(when.get("discard", "")).split():
            moves.append(Move(player, DISCARD, reader.choice("when.discard", word, CARDS, "card")))
        if not moves:
            reader.fault(WRONG_SHAPE, "when", "nothing is done here", f"expected one of {DEEDS}")
        return moves

    def names(self, move: Move) -> Mapping[str, str]:
        """The move as `when` of an example writes it."""
        words = {"player": SEATS[move.player]}
        if move.action == TAKE:
            return {**words, "take": CARDS[move.place]}
        if move.action <= SHARED:
            return {**words, "lay": CARDS[move.action], "to": FIELD_NAMES[move.place]}
        if move.action == DRAW:
            return {**words, "draw": "yes"}
        if move.action == DISCARD:
            return {**words, "discard": CARDS[move.place]}
        words["play"] = CARDS[move.action]
        key = _key(move.action)
        return {**words, key: WHERE[key][0][move.place]} if key else words

    def position(self, state: TacoTable) -> Position:
        """The position as plain data.

        `grid` holds the uppermost cards and `stacks` all, lowest first, of 25 spaces while base
        cards are laid, then of nine; `turned` names the spaces lying logo up; `draw` is a number.
        """
        stacks = _named(state.grid)
        return {
            "players": len(SEATS),
            "teams": {SEATS[seat]: CARDS[team] for seat, team in enumerate(state.teams)},
            "holder": SEATS[state.holder],
            "turn": turn_words(self.to_move(state), len(SEATS)),
            "grid": [stack[-1] if stack else "" for stack in stacks],
            "stacks": stacks,
            "turned": [SPACE_NAMES[space] for space in range(SPACES) if state.turned[space]],
            "bases": by_seat(_named(state.bases)),
            "hands": by_seat(_named(state.hands)),
            "pocalypse": by_seat(_named([[POCALYPSE] * count for count in state.rows])),
            "draw": len(state.pile),
            "discard": [CARDS[card] for card in state.discard],
            "winner": [SEATS[seat] for seat in state.winners],
        }

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Every claim about the position that is not so."""
        turned = cast("list[str]", position["turned"])
        others = {key: claim for key, claim in then.items() if key != "turned"}
        found = compare.claims(position, others, reader)
        if "turned" in then:
            found += compare.names("then.turned", then["turned"], turned)
        return found


def _named(cards: Sequence[Sequence[int]]) -> list[list[str]]:
    """The cards of each place by their ids."""
    return [[CARDS[card] for card in own] for own in cards]


def _keys(when: Mapping[str, Plain]) -> tuple[str, ...]:
    """The keys that mean something beside the others: `to` and `from` only with their cards."""
    card = when.get("play")
    place = _key(CARDS.index(card)) if isinstance(card, str) and card in CARDS else ""
    further = {place, "to" if "lay" in when else ""} - {""}
    return ("player", *DEEDS.split(", "), *sorted(further))


def _key(card: int) -> str:
    """The key that says where the card goes; none for a card that goes nowhere."""
    return "from" if card == STEAL else "to" if card in PLACES else ""


def _place(card: int, when: Mapping[str, Plain], reader: Reader) -> int:
    """Where the card goes: a space, a pile, or nowhere."""
    key = _key(card)
    if not key:
        return -1
    if key not in when:
        reader.fault(WRONG_SHAPE, "when", f"`{key}` is missing", f"expected `{key}`")
        return -1
    return reader.choice(f"when.{key}", when[key], *WHERE[key])
