"""MATCH! in the words of worked examples: moves read and told, positions compared."""

from collections.abc import Mapping
from typing import cast

from printnplay.engine import compare
from printnplay.engine.games.match_.cards import (
    ATTRIBUTES,
    CARDS,
    COLLECT,
    COLOURS,
    COMPONENTS,
    DEAL,
    HAND,
    NAMING,
    NOTHING,
    SHUFFLED,
    TOP,
    WILD,
    MatchTable,
)
from printnplay.engine.games.match_.given import Given
from printnplay.engine.kernel import Miss, Move
from printnplay.engine.notation import ON_TOP, PLAYERS, WRONG_SHAPE, Reader
from printnplay.engine.positions import by_seat
from printnplay.engine.view import FACE_DOWN, view
from printnplay.engine.words import turn_words
from printnplay.model.cards import Plain
from printnplay.model.play import Position

PILES = ("discard", "collection")
SIDES = ("draw", "turn")
STAGES = ("deal", "turn", "over")


class MatchGame(Given):
    """MATCH! for two to eight players: the whole game."""

    def steps(self, state: MatchTable, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The move of `when`: a card and where it goes, or a round set up."""
        seats = PLAYERS[: state.players]
        player = reader.choice(
            "when.player", when.get("player", seats[state.turn]), seats, "player"
        )
        if "setup" in when:
            reader.keys("when", when, ("player", "setup"))
            return [Move(player, DEAL)] if reader.yes("when.setup", when["setup"]) else []
        card = reader.choice("when.play", when.get("play", ""), tuple(SHUFFLED), "card")
        goes = reader.choice("when.to", when.get("to", PILES[0]), PILES, "pile")
        extra = ("names",) if card == WILD else ("from",)
        reader.keys("when", when, ("player", "play", "to", *extra))
        return [Move(player, card, self._place(card, goes, when, reader))]

    def _place(self, card: int, goes: int, when: Mapping[str, Plain], reader: Reader) -> int:
        """Where the card comes from and goes, or what a wild names."""
        if card == WILD and "names" in when:
            if goes == 1:
                reader.fault(WRONG_SHAPE, "when.names", "only a wild on the discard pile names")
            named = reader.choice("when.names", when["names"], ATTRIBUTES, "colour or number")
            return NAMING + named
        if card != WILD and "from" in when:
            reader.choice("when.from", when["from"], PILES[1:], "pile")
            if goes == 1:
                message = "a card of the collection lies there already"
                reader.fault(WRONG_SHAPE, "when.to", message, "expected `discard`")
            return TOP
        return COLLECT if goes == 1 else HAND

    def names(self, move: Move) -> Mapping[str, str]:
        """The move as `when` of an example writes it."""
        words = {"player": PLAYERS[move.player]}
        if move.action == DEAL:
            return {**words, "setup": "yes"}
        words |= {"play": CARDS[move.action], "to": PILES[move.place == COLLECT]}
        if move.place == TOP:
            words["from"] = PILES[1]
        elif move.place >= NAMING:
            words["names"] = ATTRIBUTES[move.place - NAMING]
        return words

    def position(self, state: MatchTable) -> Position:
        """The position as plain data.

        `collections` holds the stacks of each player by colour, the lowest card first, `tops` what
        shows of them; `draw` and `box` are numbers; `sees` names the zones with cards that a player
        may look at, besides the discard pile.
        """
        stacks = [
            {
                colour: [CARDS[card] for card in stack]
                for colour, stack in zip(COLOURS, collection, strict=True)
                if stack
            }
            for collection in state.collections
        ]
        tops = [[stack[-1] for stack in of_player.values()] for of_player in stacks]
        lying = [SIDES[side] for side in state.reminders if side != NOTHING]
        return {
            "players": state.players,
            "stage": STAGES[state.stage],
            "starter": PLAYERS[state.starter],
            "turn": turn_words(self.to_move(state), state.players),
            "hands": by_seat([[CARDS[card] for card in hand] for hand in state.hands]),
            "collections": by_seat(stacks),
            "tops": by_seat(tops),
            "draw": len(state.pile),
            "discard": [CARDS[card] for card in state.discard],
            "named": "" if state.named == NOTHING else ATTRIBUTES[state.named],
            "reminders": by_seat(lying),
            "box": COMPONENTS["reminder"] - len(lying),
            "gained": by_seat(state.gained),
            "score": by_seat(state.score),
            "winner": [PLAYERS[seat] for seat in state.winners],
            "sees": by_seat([self._sees(state, seat) for seat in range(state.players)]),
        }

    def _sees(self, state: MatchTable, seat: int) -> str:
        """The zones of the players that a seat sees, as in `hand.a top.a top.b`."""
        seen = set()
        for zone, cards in view(self, state, seat).items():
            name, _, place = zone.partition(".")
            if name in ("hand", "top", "covered") and cards and FACE_DOWN not in cards:
                seen.add(f"{name}.{PLAYERS[int(place[0])]}")
        return " ".join(sorted(seen))

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Every claim about the position that is not so."""
        plain = {key: claim for key, claim in then.items() if key != "collections"}
        found = compare.claims(position, plain, reader)
        if "collections" in then:
            stacks = cast("Mapping[str, Mapping[str, list[str]]]", position["collections"])
            found += _compare_stacks(then["collections"], stacks, reader)
        return found


def _compare_stacks(
    claim: Plain, found: Mapping[str, Mapping[str, list[str]]], reader: Reader
) -> list[Miss]:
    """The claimed collections that are not so; the order of the stacks does not matter."""
    path = "then.collections"
    claims = reader.mapping(path, claim)
    reader.keys(path, claims, tuple(found))
    misses = []
    for player, words in claims.items():
        wanted = sorted(str(stack) for stack in reader.listed(f"{path}.{player}", words))
        for place, stack in enumerate(wanted):
            reader.hand(f"{path}.{player}.{place}", [*stack.split(ON_TOP)])
        lying = sorted(ON_TOP.join(stack) for stack in found.get(player, {}).values())
        misses += compare.misses(f"{path}.{player}", " ".join(wanted), " ".join(lying))
    return misses
