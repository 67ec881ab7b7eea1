"""Positions of MATCH!, read from worked examples.

MATCH! in the words of worked examples: moves read and told, positions compared.
"""

from collections.abc import Mapping
from typing import cast

from printnplay.model import codes
from printnplay.model.game import Plain
from printnplay.model.verdicts import Position
from printnplay.rules import positions as compare
from printnplay.rules.chance import recorded, replayed, shuffle, stacked
from printnplay.rules.game import Move, Rng
from printnplay.rules.notation import ON_TOP, PLAYERS, Reader, rest_of, turn_words
from printnplay.rules.positions import (
    Rest,
    by_seat,
    hand_paths,
    read_hands,
    read_players,
    read_seat,
)
from printnplay.rules.protocol import Miss
from printnplay.rules.view import FACE_DOWN, view

from .cards import (
    ATTRIBUTES,
    CARDS,
    COLLECT,
    COLOUR_OF,
    COLOURS,
    COMPONENTS,
    DEAL,
    FACTS,
    HAND,
    NAMING,
    NOTHING,
    NUMBER_CARDS,
    SEATS,
    SHUFFLED,
    TOP,
    TURN,
    WILD,
    MatchTable,
)
from .play import Play

BEFORE_THE_DEAL = ("players", "starter", "score", "deck", "reshuffled")
IN_PLAY = (
    *("players", "starter", "score", "discard", "named", "hands", "collections"),
    *("draw", "rest", "reshuffled", "turn"),
)
HAND_SIZE = FACTS["hand_size"]


class Given(Play):
    """The game, with positions read from the words of an example."""

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Rng) -> tuple[MatchTable, Rng]:
        """A position, and the chance that follows it.

        Without a discard pile it is the table before a round is dealt. `deck` names the cards that
        the shuffle brings to the top, `reshuffled` those that the shuffle after it brings, or in
        play the next one. Cards not named lie in hands not named and in the deck below its named
        cards, or with `rest: discard` in the discard pile below its named cards.
        """
        in_play = "discard" in given
        reader.keys("given", given, IN_PLAY if in_play else BEFORE_THE_DEAL)
        allowed = SEATS if in_play else range(1, len(PLAYERS) + 1)
        players = read_players({"players": str(SEATS.start), **given}, reader, allowed)
        table = MatchTable(players, read_seat("starter", given, reader, players))
        self._read_score(table, given, reader)
        if in_play:
            self._read_play(table, given, reader, draw)
        return table, self._chance(table, given, reader, draw)

    def _read_score(self, table: MatchTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """The totals so far; they may be negative."""
        seats = PLAYERS[: table.players]
        score = reader.mapping("given.score", given.get("score", {}))
        reader.keys("given.score", score, tuple(seats))
        for name, points in score.items():
            path, text = f"given.score.{name}", str(points)
            total = reader.number(path, text.removeprefix("-")) * (-1 if text[:1] == "-" else 1)
            if total >= FACTS["points_to_win"]:
                message = f"{total} points would have ended the game"
                reader.impossible(path, message, "expected fewer than 50")
            if name in seats:
                table.score[seats.index(name)] = total

    def _read_play(
        self, table: MatchTable, given: Mapping[str, Plain], reader: Reader, draw: Rng
    ) -> None:
        """The discard pile, what is named, hands, collections, the deck, and whose turn it is."""
        table.stage = TURN
        table.turn = read_seat("turn", given, reader, table.players)
        table.reminders = [0] * table.players
        table.discard = reader.hand("given.discard", given["discard"])
        self._read_named(table, given, reader)
        hands = self._read_hands(table, given, reader)
        self._read_collections(table, given, reader)
        top = reader.hand("given.draw", given.get("draw", []))
        placed = {"given.discard": table.discard, "given.draw": top, **hand_paths(hands)}
        for name, stacks in zip(PLAYERS, table.collections, strict=False):
            placed[f"given.collections.{name}"] = [card for stack in stacks for card in stack]
        rest = Rest(SHUFFLED, placed, reader, draw)
        table.hands = rest.fill(hands, table.players, HAND_SIZE)
        where = reader.choice("given.rest", given.get("rest", "draw"), ("draw", "discard"), "pile")
        table.pile = top[::-1] if where else rest.cards + top[::-1]
        table.discard = rest.cards + table.discard if where else table.discard

    def _read_named(self, table: MatchTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """The colour or number that holds: there is one if a wild lies on top, else none."""
        wild = table.discard[-1:] == [WILD]
        if not table.discard:
            reader.impossible("given.discard", "the discard pile is empty", "expected a card")
        elif wild and "named" not in given:
            message = "a wild lies on top, and nothing is named"
            reader.impossible("given.discard", message, "expected `named` beside it")
        elif "named" in given:
            table.named = reader.choice(
                "given.named", given["named"], ATTRIBUTES, "colour or number"
            )
            if not wild:
                reader.impossible("given.named", "no wild lies on top", "expected no `named`")

    def _read_hands(
        self, table: MatchTable, given: Mapping[str, Plain], reader: Reader
    ) -> dict[int, list[int]]:
        """The hands that are named, by seat."""
        hands = read_hands(given, reader, table.players)
        for path, hand in hand_paths(hands).items():
            if len(hand) > HAND_SIZE or not (hand or reader.faults):
                reader.impossible(path, f"a hand of {len(hand)} cards", "expected 1 to 5 cards")
        return hands

    def _read_collections(
        self, table: MatchTable, given: Mapping[str, Plain], reader: Reader
    ) -> None:
        """The stacks that are named; each has one colour, each colour one stack."""
        named = reader.mapping("given.collections", given.get("collections", {}))
        seats = PLAYERS[: table.players]
        reader.keys("given.collections", named, tuple(seats))
        for name, stacks in named.items():
            for place, words in enumerate(reader.listed(f"given.collections.{name}", stacks)):
                path = f"given.collections.{name}.{place}"
                stack = reader.hand(path, [*str(words).split(ON_TOP)])
                if not all(card < NUMBER_CARDS for card in stack):
                    reader.impossible(path, "only number cards are collected", "no wild")
                elif len({COLOUR_OF[card] for card in stack}) > 1:
                    reader.impossible(path, "a stack has one colour", "expected cards of one")
                elif stack and name in seats:
                    into = table.collections[seats.index(name)][COLOUR_OF[stack[0]]]
                    if into:
                        message = "a colour has only one stack"
                        reader.impossible(path, message, "expected one stack of each colour")
                    into += stack

    def _chance(
        self, table: MatchTable, given: Mapping[str, Plain], reader: Reader, draw: Rng
    ) -> Rng:
        """The chance that brings the named cards to the top of the shuffles to come."""
        deck = reader.hand("given.deck", given.get("deck", []))
        again = reader.hand("given.reshuffled", given.get("reshuffled", []))
        outcomes: list[int] = []
        cards = sorted(table.discard[:-1])
        if table.stage != TURN:
            pile = table.pile[:]
            rest_of(SHUFFLED, {"given.deck": deck}, reader)
            if reader.faults:
                return draw
            shuffle(pile, recorded(replayed(stacked(pile, deck), draw), outcomes))
            cards = sorted(pile[: len(pile) - HAND_SIZE * table.players])
        if any(again.count(card) > cards.count(card) for card in again):
            message = "these cards are not among those shuffled"
            reader.impossible("given.reshuffled", message, "expected cards that are")
        if reader.faults or not (deck or again):
            return draw
        return replayed(outcomes + stacked(cards, again), draw)


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
                reader.fault(
                    codes.WRONG_EXAMPLE_VALUE, "when.names", "only a wild on the discard pile names"
                )
            named = reader.choice("when.names", when["names"], ATTRIBUTES, "colour or number")
            return NAMING + named
        if card != WILD and "from" in when:
            reader.choice("when.from", when["from"], PILES[1:], "pile")
            if goes == 1:
                message = "a card of the collection lies there already"
                reader.fault(codes.WRONG_EXAMPLE_VALUE, "when.to", message, "expected `discard`")
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
