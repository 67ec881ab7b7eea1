"""A second implementation of the rules, and what it has to agree on with them.

    def start(players, outcomes):       # the table after the deal, in any form
    def moves(table):                   # the legal moves, as examples write them
    def play(table, move, outcomes):    # the table after a move
    def result(table):                  # None; at the end, the letters of the winners

`outcomes` is what chance decided in the deal or in a move (`Outcomes`). A function `at(given)` is
optional: it returns the table of a worked example. With it, a difference is made smaller.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.play.log import in_one_line
from printnplay.play.own_files import OwnFile, Trade
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.endless import GAME
from printnplay.rules.table import Table

AT = "at"
"""Name of the function that sets up the table of an example."""

TWIN = Trade(
    "the second implementation",
    ("start", "moves", "play", "result"),
    codes.TWIN_FAILS,
    "expected start(players, outcomes), moves(table), play(table, move, outcomes), result(table)",
    "docs/play.md shows a second implementation",
)

Words: TypeAlias = Mapping[str, str]
"""A move in the notation of examples."""


class Seen(Struct, frozen=True):
    """What both have to agree on: the legal moves, and the letters of the winners at the end."""

    moves: Mapping[frozenset[tuple[str, str]], Words]
    winners: tuple[str, ...] | None

    @property
    def turn(self) -> str:
        """The letters of the players that can move."""
        return " ".join(sorted({move.get("player", "") for move in self.moves.values()})) or "none"


class Difference(Struct, frozen=True):
    """What differs, as each of both has it; the claim of an example about it; a disputed move."""

    what: str
    by_rules: str
    by_twin: str
    claim: str
    move: Words | None = None


class Found(Struct, frozen=True):
    """A difference after some moves of a game; `last` are the latest tables with their moves."""

    number: int
    at: int
    difference: Difference
    table: Table
    last: Sequence[tuple[Table, Move]]


class Twin:
    """The second implementation.

    Raises:
        RulesFileError: its file cannot be used; of all methods: a function fails.
    """

    def __init__(self, name: str) -> None:
        """Run the file."""
        self.name, self._file = name, OwnFile(name, TWIN, (AT,))
        self.sets_up = AT in self._file.functions

    def ask(self, function: str, *arguments: object) -> object:
        """Return what a function of the file returns."""
        with self._file.contained(GAME):
            return self._file.functions[function](*arguments)

    def play(self, table: object, move: Words, outcomes: Sequence[object]) -> object:
        """Return the table after a move: what is returned, or the table, if this is None."""
        after = self.ask("play", table, dict(move), list(outcomes))
        return table if after is None else after

    def seen(self, table: object) -> Seen:
        """Return what both have to agree on."""
        with self._file.contained(GAME):
            won = self.ask("result", table)
            if won is not None and not _are_letters(won):
                raise self._file.error(f"has no letters of winners as its result: {won!r:.80}")
            listed = self.ask("moves", table) if won is None else ()
            if not isinstance(listed, list | tuple) or not all(
                isinstance(move, Mapping) for move in listed
            ):
                raise self._file.error(f"lists no moves as examples write them: {listed!r:.80}")
            words = [{str(key): str(value) for key, value in move.items()} for move in listed]
        return _seen(words, tuple(sorted(won)) if _are_letters(won) else None)


def _are_letters(won: object) -> TypeGuard[Sequence[str]]:
    return isinstance(won, list | tuple) and all(seat in tuple(SEAT_NAMES) for seat in won)


def _seen(moves: Sequence[Words], winners: tuple[str, ...] | None) -> Seen:
    return Seen({frozenset(move.items()): move for move in moves}, winners)


def seen_by_rules(game: CardGame[Any], table: Table) -> Seen:
    """Return what both have to agree on, by the rules."""
    won = game.result(table)
    winners = None if won is None else tuple(SEAT_NAMES[seat] for seat in sorted(won))
    return _seen([game.names(move) for move in game.moves(table)], winners)


def difference_of(
    game: CardGame[Any], table: Table, twin: Twin, other: object
) -> Difference | None:
    """Return the first difference of two tables: the end and its winners, the turn, the moves."""
    ours, theirs = seen_by_rules(game, table), twin.seen(other)
    if ours.winners != theirs.winners:
        claim = "winner" if (ours.winners or ()) != (theirs.winners or ()) else "turn"
        return Difference("the end", _ending(ours), _ending(theirs), claim)
    if ours.turn != theirs.turn:
        return Difference("whose turn it is", ours.turn, theirs.turn, "turn")
    for key in (*ours.moves, *theirs.moves):
        if (key in ours.moves) != (key in theirs.moves):
            move = ours.moves.get(key) or theirs.moves[key]
            by_rules, by_twin = (
                "legal" if key in seen.moves else "not legal" for seen in (ours, theirs)
            )
            what = f"the move `{move.get('player', '')}: {in_one_line(move)}`"
            return Difference(what, by_rules, by_twin, "legal", move)
    return None


def _ending(seen: Seen) -> str:
    if seen.winners is None:
        return "the game goes on"
    return f"over, {' '.join(seen.winners) or 'nobody'} won"
