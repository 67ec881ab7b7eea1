"""Positions of Tic-Tac Match, read from worked examples.

Tic-Tac Match in the words of worked examples: moves read and told, positions compared.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import ClassVar

from printnplay.model.game import Plain
from printnplay.model.verdicts import Position
from printnplay.rules import positions as compare
from printnplay.rules.chance import replayed, stacked
from printnplay.rules.game import Move, Rng
from printnplay.rules.notation import PLAYERS, TARGET, TO, MoveWords, Reader, rest_of, turn_words
from printnplay.rules.positions import Rest, by_seat, hand_paths, read_hands, read_seat
from printnplay.rules.protocol import Miss

from .cards import (
    CARDS,
    CENTRE,
    DEAL,
    DEALING,
    DOUBLE_PLAY,
    HAND,
    NEW_HAND,
    NOTHING_LEFT,
    PILE,
    SEATS,
    SHUFFLED,
    SIDE,
    SYMBOL_CARDS,
    SYMBOLS,
    TURN,
    WIPE_OUT,
    TicTacTable,
    colour_of,
    symbol_of,
)
from .play import SPACE_NAMES, Play

BEFORE_THE_DEAL = ("players", "dealer", "score", "deck")
IN_PLAY = (*BEFORE_THE_DEAL, "grid", "hands", "draw", "discard", "rest", "sides", "turn")
ALIKE = "expected cards alike in colour or in symbol, not in both"
OPPOSITE = "expected opposite symbols for the two sides"

WHOLE = Play()
"""All rules in force: what can be on the table is judged by these, whatever is switched off."""


class Given(Play):
    """The game, with positions read from the words of an example."""

    def read(
        self, given: Mapping[str, Plain], reader: Reader, draw: Rng
    ) -> tuple[TicTacTable, Rng]:
        """A position, and the chance that follows it.

        Without a grid it is the table before the deal. `deck` names the cards that the next shuffle
        for a deal brings to the top. Cards not named lie in hands not named and in the draw pile
        below its named cards, or with `rest: discard` in the discard pile.
        """
        in_play = "grid" in given
        reader.keys("given", given, IN_PLAY)
        for key in given:
            if not in_play and key in IN_PLAY and key not in BEFORE_THE_DEAL:
                reader.impossible(
                    f"given.{key}", "without a grid nothing is dealt", "expected `grid`"
                )
        table = self._read_table(given, reader)
        if in_play:
            self._read_play(table, given, reader, draw)
        if "deck" not in given:
            return table, draw
        top = reader.hand("given.deck", given["deck"])
        rest_of(SHUFFLED, {"given.deck": top}, reader)
        return table, draw if reader.faults else replayed(stacked(PILE, top), then=draw)

    def _read_table(self, given: Mapping[str, Plain], reader: Reader) -> TicTacTable:
        """Who plays, who deals, and the score of the match."""
        players = reader.number("given.players", given.get("players", "2"), SEATS[0])
        allowed = SEATS if "grid" in given else range(2, len(PLAYERS) + 1)
        if players not in allowed:
            reader.impossible("given.players", f"{players} cannot play", "expected 2 or 4")
            players = SEATS[0]
        seats = PLAYERS[:players]
        dealer = read_seat("dealer", given, reader, players)
        table = TicTacTable(players, dealer, int("score" in given))
        score = reader.mapping("given.score", given.get("score", {}))
        reader.keys("given.score", score, tuple(seats))
        for name, points in score.items():
            if name in seats:
                team = WHOLE.team(table, seats.index(name))
                table.score[team] = reader.number(f"given.score.{name}", points)
        return table

    def _read_play(
        self, table: TicTacTable, given: Mapping[str, Plain], reader: Reader, draw: Rng
    ) -> None:
        """The grid, the hands, the piles, the ID cards, and whose turn it is."""
        before = len(reader.faults)
        table.grid = reader.grid("given.grid", given["grid"], SIDE)
        if len(reader.faults) == before:
            table.openings = self.survey(table)
            self._check_grid(table, given, reader)
        hands = read_hands(given, reader, table.players, HAND)
        top = reader.hand("given.draw", given.get("draw", []))
        table.discard = reader.hand("given.discard", given.get("discard", []))
        placed = {
            "given.grid": [card for stack in table.grid for card in stack],
            "given.draw": top,
            "given.discard": table.discard,
            **hand_paths(hands),
        }
        rest = Rest(SHUFFLED, placed, reader, draw)
        table.hands = rest.fill(hands, table.players, HAND)
        where = reader.choice("given.rest", given.get("rest", "draw"), ("draw", "discard"), "pile")
        table.pile = rest.cards + top[::-1] if where == 0 else top[::-1]
        table.discard = table.discard if where == 0 else rest.cards + table.discard
        self._read_sides(table, given, reader)
        self._read_turn(table, given, reader)

    def _check_grid(self, table: TicTacTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """Tell of a grid that no game can reach."""
        if not table.grid[CENTRE]:
            reader.impossible("given.grid", "the centre is empty", "expected a card in the centre")
        for name, stack in zip(SPACE_NAMES, table.grid, strict=True):
            if any(card >= SYMBOL_CARDS for card in stack):
                message = f"an action card lies on {name}"
                reader.impossible("given.grid", message, "expected Symbol cards")
            elif not all(_may_cover(low, high) for low, high in pairwise(stack)):
                message = f"the cards on {name} cannot cover each other"
                reader.impossible("given.grid", message, ALIKE)
        if not reader.faults and _in_lines(table) and "turn" in given:
            reader.impossible("given.turn", "a line shows: the game is over", "expected no turn")

    def _read_sides(self, table: TicTacTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """The ID cards: partners show the same symbol, opponents the other one."""
        named = reader.mapping("given.sides", given.get("sides", {"a": SYMBOLS[0]}))
        seats = PLAYERS[: table.players]
        reader.keys("given.sides", named, tuple(seats))
        firsts: set[int] = set()
        for name, symbol in named.items():
            side = reader.choice(f"given.sides.{name}", symbol, SYMBOLS, "symbol")
            if name in seats:
                firsts.add(side ^ WHOLE.team(table, seats.index(name)))
        if len(firsts) > 1:
            reader.impossible("given.sides", "the ID cards contradict each other", OPPOSITE)
        first = min(firsts, default=0)
        table.sides = [first ^ WHOLE.team(table, seat) for seat in range(table.players)]

    def _read_turn(self, table: TicTacTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """Whose turn it is; if a line shows, the game is over."""
        turn = read_seat("turn", given, reader, table.players)
        table.frames = [[TURN, turn, NOTHING_LEFT]]
        cards = [] if reader.faults else _in_lines(table)
        if cards:
            won = symbol_of(cards[0])
            table.winners = [seat for seat, side in enumerate(table.sides) if side == won]
            over = not table.match or self.match_decided(table)
            table.frames = [] if over else [[DEALING, self.next_dealer(table), NOTHING_LEFT]]


def _may_cover(low: int, high: int) -> bool:
    """Whether one Symbol card lies rightly on another: alike in one way, not in both."""
    return (symbol_of(low) == symbol_of(high)) != (colour_of(low) == colour_of(high))


def _in_lines(table: TicTacTable) -> list[int]:
    """The cards that show and are part of a line."""
    return [
        stack[-1]
        for space, stack in enumerate(table.grid)
        if stack and WHOLE.completes(table, stack[-1], space)
    ]


STEPS = ("first", "second")


class TicTacMatch(MoveWords, Given):
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
