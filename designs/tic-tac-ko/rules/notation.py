"""Positions of Tic Tac K.O., read from worked examples.

Tic Tac K.O. in the words of worked examples: moves read and told, positions compared.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from printnplay.model import codes
from printnplay.model.game import Plain
from printnplay.model.verdicts import Position
from printnplay.rules import positions as compare
from printnplay.rules.chance import replayed, shuffle, stacked
from printnplay.rules.game import OVER, Move, Rng
from printnplay.rules.notation import PLAYERS, Reader, rest_of
from printnplay.rules.protocol import Miss

from .cards import (
    AIM,
    CARDS,
    CHOOSE,
    COMPONENTS,
    DRAW_ONE,
    EMPTY,
    FACES,
    FACTS,
    INSTANT,
    OBJECTIVES,
    PASS,
    REVEAL,
    TAKE,
    TEAMS,
    THROW,
    KoTable,
    deck_of,
    is_character,
)
from .legality import ACT, ASKS, TURN, card_id
from .play import Play

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

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Rng) -> tuple[KoTable, Rng]:
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
        self, given: Mapping[str, Plain], state: KoTable, reader: Reader, draw: Rng
    ) -> Rng:
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
        self, given: Mapping[str, Plain], players: int, reader: Reader, draw: Rng
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
        self, state: KoTable, given: Mapping[str, Plain], reader: Reader, draw: Rng
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
        self, state: KoTable, given: Mapping[str, Plain], reader: Reader, draw: Rng
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


WORDS: Mapping[str, int] = {
    "take": TAKE,
    "draw": DRAW_ONE,
    "choose": CHOOSE,
    "aim": AIM,
    "throw": THROW,
    "reveal": REVEAL,
    "pass": PASS,
}
"""What a move does, besides `play` with a card."""

PLAIN: Mapping[str, str] = {"draw": "card", "reveal": "objective", "pass": "on"}
"""What stands beside the words that name nothing."""

ACTIONS: Mapping[int, str] = {action: word for word, action in WORDS.items()}

FURTHER = "further"
"""The key under which `when` lists moves that follow the first one."""


class TicTacKo(Given):
    """Tic Tac K.O. for two to four players: the whole game."""

    def steps(self, state: KoTable, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The move of `when` and those listed under `further`, each by the player it names."""
        first = {key: value for key, value in when.items() if key != FURTHER}
        further = reader.listed(f"when.{FURTHER}", when.get(FURTHER, []))
        moves = [self._step(state, "when", first, reader)]
        for place, words in enumerate(further):
            path = f"when.{FURTHER}.{place}"
            moves.append(self._step(state, path, reader.mapping(path, words), reader))
        return moves

    def _step(self, state: KoTable, path: str, words: Mapping[str, Plain], reader: Reader) -> Move:
        """One move."""
        seats = PLAYERS[: state.players]
        turn = seats[self.to_move(state)] if state.frames else seats[0]
        player = reader.choice(f"{path}.player", words.get("player", turn), seats, "player")
        said = [word for word in ("play", *WORDS) if word in words]
        if len(said) != 1:
            label = "expected one of play, " + ", ".join(WORDS)
            reader.fault(codes.WRONG_EXAMPLE_VALUE, path, "a move does one thing", label)
            return Move(player, PASS)
        if said[0] == "play":
            return self._card(path, player, words, reader)
        reader.keys(path, words, ("player", *said))
        return Move(player, WORDS[said[0]], self._place(state, path, words, reader))

    def _card(self, path: str, player: int, words: Mapping[str, Plain], reader: Reader) -> Move:
        """A card played, a character on a space."""
        card = reader.choice(f"{path}.play", words["play"], CARDS, "card")
        if card < 0 or not is_character(card):
            reader.keys(path, words, ("player", "play"))
            return Move(player, card)
        reader.keys(path, words, ("player", "play", "to"))
        if "to" not in words:
            reader.fault(
                codes.WRONG_EXAMPLE_VALUE, path, "`to` is missing", "expected `to` with a space"
            )
        return Move(
            player, card, reader.choice(f"{path}.to", words.get("to", ""), self.spaces, "space")
        )

    def _place(self, state: KoTable, path: str, words: Mapping[str, Plain], reader: Reader) -> int:
        """What the move names: a deck, a space, an opponent, a card; nothing for the others."""
        names: Mapping[str, tuple[Sequence[str], str]] = {
            "take": (TEAMS, "team"),
            "choose": (self.spaces, "space"),
            "aim": (PLAYERS[: state.players], "player"),
            "throw": (CARDS, "card"),
        }
        for word, (known, what) in names.items():
            if word in words:
                return reader.choice(f"{path}.{word}", words[word], known, what)
        (word,) = (word for word in words if word in WORDS)
        reader.choice(f"{path}.{word}", words[word], (PLAIN[word],), f"thing to {word}")
        return -1

    def names(self, move: Move) -> Mapping[str, str]:
        """The move as `when` of an example writes it."""
        words = {"player": PLAYERS[move.player]}
        if move.action < len(CARDS):
            words["play"] = CARDS[move.action]
            return words if move.place < 0 else {**words, "to": self.spaces[move.place]}
        named: Mapping[int, Sequence[str]] = {
            TAKE: TEAMS,
            CHOOSE: self.spaces,
            AIM: PLAYERS,
            THROW: CARDS,
        }
        known = named.get(move.action)
        word = ACTIONS[move.action]
        return {**words, word: known[move.place] if known else PLAIN[word]}

    def position(self, state: KoTable) -> Position:
        """The position as plain data; `grid` goes row by row, `spaces` names its spaces."""
        seats = PLAYERS[: state.players]
        turn = self.to_move(state)
        return {
            "players": state.players,
            "teams": {
                name: TEAMS[side]
                for name, side in zip(seats, state.sides, strict=True)
                if side >= 0
            },
            "turn": "" if turn == OVER else seats[turn],
            "turns": state.turns,
            "asks": ASKS[state.frames[-1][0]] if state.frames else "",
            "spaces": list(self.spaces),
            "grid": [card_id(card) for card in state.grid],
            "hands": {
                name: [CARDS[card] for card in hand]
                for name, hand in zip(seats, state.hands, strict=True)
            },
            "draw": {team: len(deck) for team, deck in zip(TEAMS, state.decks, strict=True)},
            "discard": _by_team(state.discards),
            "objectives": {
                team: card_id(card) for team, card in zip(TEAMS, state.held, strict=True)
            },
            "completed": _by_team(state.completed),
            "gridlock": [seats[seat] for seat in state.gridlock],
            "winner": [seats[seat] for seat in state.winners],
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


def _by_team(piles: Sequence[Sequence[int]]) -> dict[str, list[str]]:
    """Cards by team, by their ids."""
    return {team: [CARDS[card] for card in pile] for team, pile in zip(TEAMS, piles, strict=True)}


def _compare(key: str, claim: Plain, position: Position, reader: Reader) -> list[Miss]:
    """The claim of one key, if it is not so."""
    path, found = f"then.{key}", position[key]
    if key == "grid":
        stacks = [[card] if card else [] for card in cast("list[str]", found)]
        return compare.grid(path, claim, stacks, reader)
    if key in ("hands", "discard", "completed"):
        return _compare_piles(path, claim, cast("Mapping[str, list[str]]", found), reader)
    if isinstance(found, Mapping):
        return compare.by_player(path, claim, found, reader)
    if isinstance(found, list):
        wanted = claim if isinstance(claim, list) else [claim]
        return compare.misses(path, " ".join(map(str, wanted)), " ".join(found))
    return compare.misses(path, str(claim), str(found) or "none")


def _compare_piles(
    path: str, claim: Plain, piles: Mapping[str, Sequence[str]], reader: Reader
) -> list[Miss]:
    """The claimed hands or piles that are not so; the order of a hand does not matter."""
    claims = reader.mapping(path, claim)
    reader.keys(path, claims, tuple(piles))
    same = compare.cards if path == "then.hands" else compare.pile
    return [
        miss
        for name, wanted in claims.items()
        if name in piles
        for miss in same(f"{path}.{name}", wanted, piles[name], reader)
    ]
