"""Replays of games from JSON: they find what rules keep outside of the table.

Before each move the table is written as JSON and read again, and two fresh games take turns to play
on with it. A game whose rules store something elsewhere, use another source of chance, or put a
word into a part that does not declare it takes another course, or cannot go on.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import recorded, replayed
from printnplay.rules.game import Rng
from printnplay.rules.table import Table

CAUSES = (
    "rules keep what they remember in parts of the table, and take chance from `rng` alone"
    " (docs/rules.md)"
)


class Reel:
    """A game as it was played: its outcomes of chance, its moves, and each position."""

    def __init__(self, cards: Rng) -> None:
        """Record the outcomes of a random source."""
        self.outcomes: list[int] = []
        self.cards = recorded(cards, self.outcomes)
        """The random source to play with."""
        self.moves: list[Move] = []
        self._seen: list[tuple[Any, list[Move]]] = []

    def see(self, table: Table, legal: Sequence[Move]) -> None:
        """Record a position and its legal moves."""
        self._seen.append((table.key(), list(legal)))

    def fault(self, new_game: Callable[[], CardGame[Any]], players: int) -> tuple[int, str]:
        """Replay the game; return the number of moves before a fault, and the fault, or nothing."""
        games, chance = (new_game(), new_game()), replayed(self.outcomes, then=_used_up)
        at = 0
        try:
            table: Any = games[0].setup(players, chance)
            for at, (key, legal) in enumerate(self._seen):
                game = games[at % 2]
                if at:
                    try:
                        table = type(table).from_json(table.to_json())
                    except ValueError as error:
                        return at - 1, f"a part of the table cannot hold this: {error}"
                    game.play(table, self.moves[at - 1], chance)
                other = list(_differing(table, key))
                if other or game.moves(table) != legal:
                    other = other or ["legal moves"]
                    what = f"replayed from JSON, the game has other {', '.join(other)}: {CAUSES}"
                    return max(at - 1, 0), what
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            return max(at - 1, 0), f"replayed from JSON, the game cannot go on: {error}; {CAUSES}"
        return 0, ""


def _differing(table: Table, key: Sequence[object]) -> Iterator[str]:
    """Yield the parts of a table that differ from those of a key."""
    for name, now, then in zip(table.parts, table.key(), key, strict=True):
        if now != then:
            yield f"`{name}`"


def _used_up(_: int) -> NoReturn:
    raise ValueError("it draws more outcomes of chance than before")
