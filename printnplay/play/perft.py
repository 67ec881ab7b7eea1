"""Perft: positions by depth from one deal, with every outcome of chance, as test values.

The name is that of the "performance test" of chess programs: two implementations of a game that
count the same numbers agree on its moves.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from printnplay.play.many_games import PlayRequest, open_game, studies_of
from printnplay.play.single_games import settled
from printnplay.play.study import Study, streams
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import branches
from printnplay.rules.game import Rng
from printnplay.rules.protocol import RulesModule

MOST = 50_000
"""Maximum number of moves with their outcomes carried out for one depth: some ten seconds. A depth
with an outcome rarer than one in this many, such as a shuffle of nine cards, is not begun. A
guess."""


class Depth(Struct, frozen=True):
    """The counts after a number of moves.

    Attributes:
        moves: the number of moves.
        lines: the number of sequences of moves and outcomes of chance.
        positions: the number of different positions after them.
        over: the number of those positions in which the game is over.
    """

    moves: int
    lines: int
    positions: int
    over: int


class Perft(Struct, frozen=True):
    """The counts of one deal by depth; `complete` is false if the next one has too many moves."""

    game: str
    title: str
    players: int
    seed: int
    number: int
    depths: tuple[Depth, ...]
    complete: bool


def count_positions(request: PlayRequest, depth: int, number: int = 0) -> Perft:
    """Count the positions after up to this many moves, from the deal of a game of the study.

    Without `seats`, the smallest number of players is played.

    Raises:
        FaultsError: the game does not exist or has errors, cannot be played as requested, or its
            rules fail.
    """
    opened = open_game(request)
    study = studies_of(request, opened)[0]
    depths = settled(opened, lambda: counts_by_depth(opened.rules, study, depth, number))
    complete = len(depths) > depth
    title = opened.game.title
    return Perft(opened.game.id, title, study.players, study.seed, number, depths, complete)


def counts_by_depth(
    rules: RulesModule, study: Study, depth: int, number: int = 0
) -> tuple[Depth, ...]:
    """Return the counts of each depth that takes no more than `MOST` moves with their outcomes."""
    game: CardGame[Any] = rules.new_game((), **study.variants)
    start = game.setup(study.players, streams(study, number)[0])
    tables, lines = {start.key(): start}, Counter({start.key(): 1})
    found: list[Depth] = []
    while True:
        over = sum(not game.moves(table) for table in tables.values())
        found.append(Depth(len(found), lines.total(), len(tables), over))
        if len(found) > depth:
            return tuple(found)
        after, before = dict[object, Any](), lines
        lines = Counter()
        for at, (key, share, table) in enumerate(_steps(game, tables)):
            if at == MOST or share * MOST < 1:
                return tuple(found)
            after.setdefault(table.key(), table)
            lines[table.key()] += before[key]
        tables = after


def _steps(
    game: CardGame[Any], tables: Mapping[object, Any]
) -> Iterator[tuple[object, Fraction, Any]]:
    """Yield the table after each move and outcome of chance: the key before, its share, it."""

    def after(table: Any, move: Move, rng: Rng) -> Any:  # noqa: ANN401  any table
        game.play(table, move, rng)
        return table

    for key, table in tables.items():
        for move in game.moves(table):
            for share, reached in branches(lambda rng: after(table.copy(), move, rng)):  # noqa: B023
                yield key, share, reached
