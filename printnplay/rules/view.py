"""What a player sees of a position: every zone, the cards of hidden ones face down."""

from typing import Any

from printnplay.rules.game import Table
from printnplay.rules.protocol import GameRules

FACE_DOWN = "?"
"""Stands for a card whose face a seat cannot see."""


def view(game: GameRules[Any], state: Table, seat: int) -> dict[str, list[str]]:
    """The zones as a seat sees them; an onlooker, seat OVER, sees what lies open to everybody.

    The number of cards in a zone is never hidden.
    """
    return {
        zone: list(cards) if game.visible(zone, seat) else [FACE_DOWN] * len(cards)
        for zone, cards in game.zones(state).items()
    }


def seen_by(zone: str, seat: int, *, own: tuple[str, ...], hidden: tuple[str, ...]) -> bool:
    """Whether a seat sees a zone, going by the zone's name.

    Args:
        zone: such as `draw`, or `hand.2` where a seat owns it.
        seat: who looks.
        own: names of zones that only their owner sees.
        hidden: names of zones that nobody sees.

    >>> [seen_by("hand.2", seat, own=("hand",), hidden=("draw",)) for seat in (1, 2)]
    [False, True]
    """
    name, _, owner = zone.partition(".")
    return name not in hidden and (name not in own or owner == str(seat))
