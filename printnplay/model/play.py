"""What the rules engine says of a worked example; what figures are drawn from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Position: TypeAlias = Mapping[str, object]
"""A position as plain data: zone name -> card ids; what else is in it is the game's own affair."""


@dataclass(frozen=True, slots=True)
class Verdict:
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
