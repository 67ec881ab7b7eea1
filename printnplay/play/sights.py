"""Positions of a game as somebody sees them: zones of cards, and what else the table tells."""

from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from typing import Any

from msgspec import Struct

from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER
from printnplay.rules.parts import Copies, Each, Grid, Part, Pile, Stacked
from printnplay.rules.table import Table

ALL, SPECTATOR = "all", "spectator"
"""Viewers besides the seats: one who sees what any seat sees, and one who sees what all see."""

_ELSEWHERE = ("players", "turn", "winners")
"""The parts of every table that are no zones."""


class Zone(Struct, frozen=True):
    """A part of the table or the share of an owner in it: cards, or else words.

    `owner` is the letter of a seat if it `is_of_seat`, or another name, such as that of a team.
    `stacks` are the cards by place, from the lowest; a pile has one place, without a name.
    `columns` is the width of a grid, or 0. Hidden cards and words are `?`.
    """

    part: str
    owner: str = ""
    is_of_seat: bool = False
    stacks: Mapping[str, tuple[str, ...]] = {}
    columns: int = 0
    words: tuple[str, ...] = ()


class Sight(Struct, frozen=True):
    """A position as somebody sees it: the seats to move, and the zones."""

    acting: tuple[str, ...]
    zones: tuple[Zone, ...]


def sight_of(game: CardGame[Any], table: Table, viewer: str) -> Sight:
    """Return a position as a viewer sees it: a seat by its letter, ALL or SPECTATOR."""
    others = {ALL: tuple(range(table.players)), SPECTATOR: (OVER,)}
    eyes = others[viewer] if viewer in others else (SEAT_NAMES.index(viewer),)

    def sees(part: str) -> Callable[[int], bool]:
        return lambda owner: any(game.sees(table, part, owner, eye) for eye in eyes)

    zones = [
        zone
        for name, part in table.parts.items()
        if name not in _ELSEWHERE
        for zone in _zones(part, getattr(table, name), sees(name))
    ]
    return Sight(tuple(SEAT_NAMES[seat] for seat in game.acting(table)), tuple(zones))


def _zones(part: Part, value: object, sees: Callable[[int], bool]) -> Iterator[Zone]:
    """Yield the zones of a part, of each owner in turn; none for what only the rules need."""
    key, seen = part.key or part.name, part.seen_by(value, sees)
    shares = seen.items() if isinstance(part, Each) else [("", seen)]
    inner = part.inner if isinstance(part, Each) else part
    is_of_seat = isinstance(part, Each) and not part.names
    for owner, share in shares:
        if isinstance(inner, Stacked):
            stacks = {place: tuple(cards) for place, cards in share.items()}
            columns = isqrt(len(stacks)) if isinstance(inner, Grid) else 0
            yield Zone(key, owner, is_of_seat, stacks, columns)
        elif isinstance(inner, Pile | Copies):
            yield Zone(key, owner, is_of_seat, {"": tuple(share)})
        elif part.told:
            words = share if isinstance(share, list) else [share]
            said = tuple(str(word) for word in words if word != "")
            yield Zone(key, owner, is_of_seat, words=said)
