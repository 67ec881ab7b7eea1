"""Verdicts on worked examples and claims, and recorded games: the results of the rules module."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from printnplay.kernel.diagnostics import Span

Position: TypeAlias = Mapping[str, object]
"""A position as plain data: zone name -> card ids, and further keys that each game defines."""


class Verdict(Struct, frozen=True):
    """The result of playing a worked example: the position before, the move, and the outcome.

    `because` is the id of the rule that forbids an illegal move. `after` is None if nothing was
    played. `true` is whether everything that the example claims is correct.
    """

    example: str
    true: bool
    before: Position
    move: Mapping[str, str]
    legal: bool
    because: str
    after: Position | None


class Claim(Struct, frozen=True):
    """A statement about a game that counting proves or disproves.

    `count` names the counting function of the rules module. `value` is the true number, None if the
    function only answers yes or no; `claimed` is the claimed number if it is a different one.
    `spans` maps the keys to their places in the file.
    """

    id: str
    says: str
    by: str
    count: str
    holds: bool
    value: int | None
    claimed: int | None
    span: Span
    spans: Mapping[str, Span]


class Row(NamedTuple):
    """A move of a recorded game in words, and the number of legal moves and a hash after it."""

    move: str
    legal: int
    hash: str


class RecordedGame(Struct, frozen=True):
    """A recorded game with random moves; the first row is the deal."""

    players: int
    seed: int
    variants: Mapping[str, str]
    rows: tuple[Row, ...]


class Recorded(Struct, frozen=True):
    """The recorded games of a game, and the numbers of its rules at the time of recording."""

    facts: Mapping[str, int]
    games: tuple[RecordedGame, ...]
    span: Span
