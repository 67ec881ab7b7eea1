"""Positions of MATCH!, read from worked examples."""

from collections.abc import Mapping

from printnplay.engine.chance import recorded, replayed, shuffle, stacked
from printnplay.engine.games.match_.cards import (
    ATTRIBUTES,
    COLOUR_OF,
    FACTS,
    NUMBER_CARDS,
    SEATS,
    SHUFFLED,
    TURN,
    WILD,
    MatchTable,
)
from printnplay.engine.games.match_.rules import Play
from printnplay.engine.kernel import Draw
from printnplay.engine.notation import ON_TOP, PLAYERS, Reader, rest_of
from printnplay.engine.positions import Rest, hand_paths, read_hands, read_players, read_seat
from printnplay.model.cards import Plain

BEFORE_THE_DEAL = ("players", "starter", "score", "deck", "reshuffled")
IN_PLAY = (
    *("players", "starter", "score", "discard", "named", "hands", "collections"),
    *("draw", "rest", "reshuffled", "turn"),
)
HAND = FACTS["hand_size"]


class Given(Play):
    """The game, with positions read from the words of an example."""

    def read(
        self, given: Mapping[str, Plain], reader: Reader, draw: Draw
    ) -> tuple[MatchTable, Draw]:
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
        self, table: MatchTable, given: Mapping[str, Plain], reader: Reader, draw: Draw
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
        table.hands = rest.fill(hands, table.players, HAND)
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
            if len(hand) > HAND or not (hand or reader.faults):
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
        self, table: MatchTable, given: Mapping[str, Plain], reader: Reader, draw: Draw
    ) -> Draw:
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
            cards = sorted(pile[: len(pile) - HAND * table.players])
        if any(again.count(card) > cards.count(card) for card in again):
            message = "these cards are not among those shuffled"
            reader.impossible("given.reshuffled", message, "expected cards that are")
        if reader.faults or not (deck or again):
            return draw
        return replayed(outcomes + stacked(cards, again), draw)
