"""Verdicts on worked examples and claims, and recorded games: what the rules hand over."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from printnplay.kernel.diagnostics import Span

Position: TypeAlias = Mapping[str, object]
"""A position as plain data: zone name -> card ids; what else is in it, each game decides."""


class Verdict(Struct, frozen=True):
    """A worked example, played: the position before, the move, whether it is legal, what follows.

    `because` is the id of the rule that forbids an illegal move. `after` is None when nothing was
    played. `true` says whether everything the example claims came out.
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

    `count` names the counting function of the rules module. `value` is the true figure, None where
    the function only answers yes or no; `claimed` the figure as claimed, where it is another one.
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
    """A move of a recorded game in words, then the number of legal moves and a hash after it."""

    move: str
    legal: int
    hash: str


class RecordedGame(Struct, frozen=True):
    """A game played by chance, kept; the first row is the deal."""

    players: int
    seed: int
    variants: Mapping[str, str]
    rows: tuple[Row, ...]


class Recorded(Struct, frozen=True):
    """The recorded games of a game, and the numbers of its rules at that time."""

    facts: Mapping[str, int]
    games: tuple[RecordedGame, ...]
    span: Span
