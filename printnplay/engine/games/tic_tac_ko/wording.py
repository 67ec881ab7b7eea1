"""Tic Tac K.O. in the words of worked examples: moves read and told, positions compared."""

from collections.abc import Mapping, Sequence
from typing import cast

from printnplay.engine import compare
from printnplay.engine.games.tic_tac_ko.cards import (
    AIM,
    CARDS,
    CHOOSE,
    DRAW_ONE,
    PASS,
    REVEAL,
    TAKE,
    TEAMS,
    THROW,
    KoTable,
    is_character,
)
from printnplay.engine.games.tic_tac_ko.frames import ASKS
from printnplay.engine.games.tic_tac_ko.given import Given
from printnplay.engine.games.tic_tac_ko.grounds import card_id
from printnplay.engine.kernel import OVER, Miss, Move
from printnplay.engine.notation import PLAYERS, WRONG_SHAPE, Reader
from printnplay.model.cards import Plain
from printnplay.model.play import Position

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
            reader.fault(WRONG_SHAPE, path, "a move does one thing", label)
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
            reader.fault(WRONG_SHAPE, path, "`to` is missing", "expected `to` with a space")
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
