"""Positions of Tic Tac K.O., read from worked examples."""

from collections.abc import Mapping

from printnplay.engine.chance import replayed, shuffle, stacked
from printnplay.engine.games.tic_tac_ko.board import OBJECTIVES
from printnplay.engine.games.tic_tac_ko.cards import (
    COMPONENTS,
    EMPTY,
    FACES,
    FACTS,
    INSTANT,
    TEAMS,
    KoTable,
    deck_of,
    is_character,
)
from printnplay.engine.games.tic_tac_ko.frames import ACT, TURN
from printnplay.engine.games.tic_tac_ko.rules import Play
from printnplay.engine.kernel import Draw
from printnplay.engine.notation import PLAYERS, Reader, rest_of
from printnplay.model.cards import Plain

BEFORE_THE_DEAL = ("players", "youngest", "rubbish", "decks", "objectives")
IN_PLAY = (
    "players",
    "teams",
    "starter",
    "turn",
    "grid",
    "hands",
    "draw",
    "rest",
    "discard",
    "objectives",
    "completed",
    "gridlock",
)
ASIDE = ("draw", "discard")
"""Where the cards of a team go that an example does not name."""


class Given(Play):
    """The game, with positions read from the words of an example."""

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Draw) -> tuple[KoTable, Draw]:
        """A position, and the chance that follows it.

        Without a grid it is the table before decks are chosen; `decks` and `objectives` then name
        the cards that the shuffles bring to the top, `rubbish` the player who begins. With a grid,
        the player of `turn` has drawn and is to play. Cards not named lie in hands not named (five
        cards, no Instants) and in the decks below their named cards, or with `rest` in the discard
        pile.
        """
        players = reader.number("given.players", given.get("players", "2"), FACTS["players_min"])
        if not FACTS["players_min"] <= players <= len(PLAYERS):
            reader.impossible("given.players", f"{players} cannot play", "expected 2, 3 or 4")
            players = FACTS["players_min"]
        reader.keys("given", given, IN_PLAY if "grid" in given else BEFORE_THE_DEAL)
        if "grid" in given:
            return self._read_play(given, players, reader, draw), draw
        seats = PLAYERS[:players]
        youngest = reader.choice("given.youngest", given.get("youngest", "a"), seats, "player")
        state = self.before_the_deal(players, youngest)
        return state, self._read_chance(given, state, reader, draw)

    def _read_chance(
        self, given: Mapping[str, Plain], state: KoTable, reader: Reader, draw: Draw
    ) -> Draw:
        """The chance that shuffles the named cards to the top and chooses who begins."""
        tops = self._by_team("given.decks", given.get("decks", {}), reader)
        goals = reader.hand("given.objectives", given.get("objectives", []))
        piles = [
            *(
                (f"given.decks.{TEAMS[team]}", deck, tops.get(team, []))
                for team, deck in enumerate(state.decks)
            ),
            ("given.objectives", state.goals, goals),
        ]
        outcomes: list[int] = []
        for path, pile, top in piles:
            box = {reader.cards[card]: pile.count(card) for card in pile}
            rest = rest_of(box, {path: top}, reader)
            shuffle(rest, draw)
            outcomes += [] if reader.faults else stacked(pile, [*top, *reversed(rest)])
        seats = PLAYERS[: state.players]
        named = given.get("rubbish", "")
        begins = reader.choice("given.rubbish", named, seats, "player") if named else EMPTY
        partners = [
            seat
            for seat in range(state.players)
            if self.group(state.players, seat) == self.group(state.players, begins)
        ]
        return replayed([*outcomes, partners.index(begins) if named else 0], then=draw)

    def _by_team(self, path: str, value: Plain, reader: Reader) -> dict[int, list[int]]:
        """Lists of cards by team."""
        named = reader.mapping(path, value)
        reader.keys(path, named, TEAMS)
        return {
            TEAMS.index(team): reader.hand(f"{path}.{team}", cards)
            for team, cards in named.items()
            if team in TEAMS
        }

    def _read_play(
        self, given: Mapping[str, Plain], players: int, reader: Reader, draw: Draw
    ) -> KoTable:
        """A position in the middle of a game."""
        state = KoTable(players, 0, len(self.spaces))
        grid = reader.grid("given.grid", given["grid"], self.side)
        state.grid = [stack[-1] if stack else EMPTY for stack in grid]
        if any(len(stack) > 1 for stack in grid):
            reader.impossible("given.grid", "two cards are on one space", "expected one card")
        if not all(card == EMPTY or is_character(card) for card in state.grid):
            reader.impossible("given.grid", "no character is on a space", "expected characters")
        self._read_seats(state, given, reader)
        if not reader.faults:
            self._read_cards(state, given, reader, draw)
            self._read_objectives(state, given, reader, draw)
        return state

    def _read_seats(self, state: KoTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """Who plays which deck, whose turn it is, who still has to resolve a gridlock."""
        seats = PLAYERS[: state.players]
        named = reader.mapping("given.teams", given.get("teams", {"a": TEAMS[0]}))
        reader.keys("given.teams", named, tuple(seats))
        for name, team in named.items():
            side = reader.choice(f"given.teams.{name}", team, TEAMS, "team")
            ours = self.group(state.players, seats.find(name))
            for seat in range(state.players):
                state.sides[seat] = side if self.group(state.players, seat) == ours else 1 - side
        turn = reader.choice("given.turn", given.get("turn", "a"), seats, "player")
        starter = reader.choice("given.starter", given.get("starter", seats[turn]), seats, "player")
        state.order = self.order_from(state.players, starter)
        state.at = state.order.index(turn) if turn in state.order else 0
        state.gridlock = [
            reader.choice(f"given.gridlock.{place}", name, seats, "player")
            for place, name in enumerate(reader.listed("given.gridlock", given.get("gridlock", [])))
        ]
        state.frames = [[TURN, turn, ACT, int(EMPTY not in state.grid), 0]]

    def _read_cards(
        self, state: KoTable, given: Mapping[str, Plain], reader: Reader, draw: Draw
    ) -> None:
        """Hands, decks and discard piles."""
        seats = PLAYERS[: state.players]
        named = reader.mapping("given.hands", given.get("hands", {}))
        reader.keys("given.hands", named, tuple(seats))
        hands = {
            seats.index(name): reader.hand(f"given.hands.{name}", cards)
            for name, cards in named.items()
            if name in seats
        }
        tops = self._by_team("given.draw", given.get("draw", {}), reader)
        discards = self._by_team("given.discard", given.get("discard", {}), reader)
        aside = reader.mapping("given.rest", given.get("rest", {}))
        reader.keys("given.rest", aside, TEAMS)
        for team, name in enumerate(TEAMS):
            own = {seat: hand for seat, hand in hands.items() if state.sides[seat] == team}
            placed = {
                "given.grid": [
                    card for card in state.grid if card != EMPTY and FACES[card].team == team
                ],
                **{f"given.hands.{PLAYERS[seat]}": hand for seat, hand in own.items()},
                f"given.draw.{name}": tops.get(team, []),
                f"given.discard.{name}": discards.get(team, []),
            }
            rest = rest_of(_box(team, reader), placed, reader)
            shuffle(rest, draw)
            for seat in [seat for seat, side in enumerate(state.sides) if side == team]:
                state.hands[seat] = own[seat] if seat in own else _five(rest)
            where = reader.choice(f"given.rest.{name}", aside.get(name, ASIDE[0]), ASIDE, "pile")
            state.decks[team] = rest * (where == 0) + tops.get(team, [])[::-1]
            state.discards[team] = rest * (where == 1) + discards.get(team, [])

    def _read_objectives(
        self, state: KoTable, given: Mapping[str, Plain], reader: Reader, draw: Draw
    ) -> None:
        """The objectives that teams have completed, and the secret ones."""
        done = self._by_team("given.completed", given.get("completed", {}), reader)
        held = reader.mapping("given.objectives", given.get("objectives", {}))
        reader.keys("given.objectives", held, TEAMS)
        secret = {
            TEAMS.index(team): reader.choice(f"given.objectives.{team}", name, reader.cards, "card")
            for team, name in held.items()
            if team in TEAMS
        }
        placed: dict[str, list[int]] = {
            **{f"given.completed.{TEAMS[team]}": cards for team, cards in done.items()},
            **{f"given.objectives.{TEAMS[team]}": [card] for team, card in secret.items()},
        }
        rest = rest_of(dict.fromkeys(OBJECTIVES, 1), placed, reader)
        shuffle(rest, draw)
        state.completed = [done.get(team, []) for team in range(len(TEAMS))]
        state.held = [secret[team] if team in secret else rest.pop() for team in range(len(TEAMS))]
        state.goals = rest


def _box(team: int, reader: Reader) -> dict[str, int]:
    """The cards of a team's deck with their numbers."""
    return {reader.cards[card]: COMPONENTS[reader.cards[card]] for card in deck_of(team)}


def _five(rest: list[int]) -> list[int]:
    """A hand for a player of whom an example says nothing; no Instant in it can interfere."""
    plain = [card for card in rest if FACES[card].kind != INSTANT][: FACTS["hand_size"]]
    for card in plain:
        rest.remove(card)
    return plain
