"""Recorded games: regression tests that compare the rules with their earlier behaviour.

A row of a recorded game is a move in words, the number of legal moves after it and a hash of the
position after it. The first row, without a move, is the deal. The hash covers the cards on the
table, not how the rules store them, as well as which rules took effect and why some previously
legal moves are now forbidden.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from printnplay.game.verdicts import Recorded, RecordedGame, Row
from printnplay.play.players import PLAYERS
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import seeded
from printnplay.rules.endless import GAME, within
from printnplay.rules.game import Rng
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import UnknownVariantError, settle, variants_of

ASKED = 24
"""Maximum number of forbidden moves whose reasons are hashed: computing reasons takes longer than
playing. A guess."""

DIGITS = 8
"""Hexadecimal digits of a hash: 32 bits reveal any change, and each row of a recorded game has
one."""


def record(
    rules: RulesModule, players: int, seed: int, limit: int, variants: Mapping[str, str]
) -> RecordedGame | None:
    """Play a random game and record it; return None if it does not end within the limit."""
    cards, choices = seeded(2 * seed), seeded(2 * seed + 1)
    watched = _Watched(rules.new_game((), **variants), players, cards)
    rows = [watched.row("")]
    while watched.moves:
        if len(rows) > limit:
            return None
        move = PLAYERS["random"](watched.game, watched.state, watched.moves, choices)
        rows.append(watched.play(move))
    return RecordedGame(players, seed, dict(variants), tuple(rows))


def differs(
    rules: RulesModule, game: RecordedGame, off: Sequence[str] = ()
) -> tuple[int, str] | None:
    """Return the number of the first move that now differs, and how; None if none does.

    `off` are rules and clauses to switch off.
    """
    try:
        settle(variants_of(rules), game.variants)
        made = rules.new_game(off, **game.variants)
        watched = _Watched(made, game.players, seeded(2 * game.seed))
    except UnknownVariantError as error:
        which = f"choice `{error.name}` of `{error.variant}`"
        what = which if error.variant else f"variant `{error.name}`"
        return 0, f"the rules no longer play this: there is no {what}"
    except ValueError:
        return 0, f"the rules no longer play this: {game.players} players cannot play"
    for at, row in enumerate(game.rows):
        if at == 0:
            found = watched.row("")
        else:
            move = watched.named(row.move)
            if move is None:
                return at, f"`{row.move}` is no longer a legal move"
            found = watched.play(move)
        if found.legal != row.legal:
            return at, f"{row.legal} legal moves were expected, there are {found.legal}"
        if found.hash != row.hash:
            return (
                at,
                "different cards, different rules at work, or a different reason against a move",
            )
    return (len(game.rows), "the game should be over") if watched.moves else None


def check_recorded(rules: RulesModule, recorded: Recorded) -> list[tuple[str, str]]:
    """Return the differences between recorded games and their replays: where, and what."""
    found = []
    if dict(recorded.facts) != dict(rules.FACTS):
        names = sorted(
            name
            for name in {*recorded.facts, *rules.FACTS}
            if recorded.facts.get(name) != rules.FACTS.get(name)
        )
        found.append(("the numbers of the rules", f"other FACTS: {', '.join(names)}"))
    for at, game in enumerate(recorded.games, start=1):
        with within(GAME, f"recorded game {at}"):
            other = differs(rules, game)
        if other is not None:
            found.append((f"game {at}, move {other[0]}", other[1]))
    return found


class _Watched:
    """A game with its legal moves, from which rows are recorded."""

    def __init__(self, game: CardGame[Any], players: int, cards: Rng) -> None:
        self.game, self.cards = game, cards
        self.told: list[str] = []
        if hasattr(game, "trace"):
            game.trace = self.told.append
        self.state: Any = game.setup(players, cards)
        self.moves: Sequence[Move] = game.moves(self.state)
        self.seen: set[Move] = set(self.moves)

    def play(self, move: Move) -> Row:
        """Make a move and return its row."""
        words = in_words(self.game, move)
        self.game.play(self.state, move, self.cards)
        self.moves = self.game.moves(self.state)
        self.seen.update(self.moves)
        return self.row(words)

    def row(self, words: str) -> Row:
        """Return the row of the current position."""
        # Imported here because hashlib adds some milliseconds to every start of printnplay.
        from hashlib import sha256

        zones = {name: list(cards) for name, cards in self.game.zones(self.state).items()}
        state = [self.game.position(self.state), zones, self.game.result(self.state)]
        parts = [*state, self.told, list(self._reasons())]
        digest = sha256(json.dumps(parts).encode()).hexdigest()
        self.told.clear()
        return Row(words, len(self.moves), digest[:DIGITS])

    def named(self, words: str) -> Move | None:
        """Return the legal move with these words; None if there is none."""
        return next((move for move in self.moves if in_words(self.game, move) == words), None)

    def _reasons(self) -> Iterator[str]:
        """Return the reasons why some previously legal moves are now forbidden."""
        forbidden = sorted(self.seen.difference(self.moves))
        step = -(-len(forbidden) // ASKED) or 1
        return (self.game.why_not(self.state, move) for move in forbidden[::step])


def in_words(game: CardGame[Any], move: Move) -> str:
    """Return a move as text: its seat, and the words of a worked example."""
    return " ".join(game.names(move).values())


def as_json(rules: RulesModule, games: Sequence[RecordedGame]) -> str:
    """Return recorded games as JSON, one line per move, with the FACTS of the rules."""
    head = json.dumps({"version": 1, "facts": dict(rules.FACTS)})[:-1]
    return f'{head}, "games": [\n' + ",\n".join(map(_game_json, games)) + "\n]}\n"


def _game_json(game: RecordedGame) -> str:
    head = {"players": game.players, "seed": game.seed, "variants": dict(game.variants)}
    rows = [json.dumps([row.move, row.legal, row.hash]) for row in game.rows]
    return json.dumps(head)[:-1] + ', "moves": [\n' + ",\n".join(rows) + "\n]}"
