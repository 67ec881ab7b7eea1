"""What the cards of Tic Tac K.O. do: every effect is a row of steps made of the keywords.

Texts speak of an effect in one sentence; the steps say the same to the rules.
"""

from collections.abc import Mapping
from typing import NamedTuple

DRAW, DISCARD, DESTROY, DISPLACE, SWAP, SACRIFICE = KEYWORDS = (
    "draw",
    "discard",
    "destroy",
    "displace",
    "swap",
    "sacrifice",
)
CANCEL = "cancel"
"""What an instant may do to the thing it answers; no keyword, cards say it in full."""
ENTER = "enter"
"""Being played on a space; what some Special characters keep opponents from."""

OWN, OPPOSING, EITHER = "own", "opposing", "either"
ANYWHERE, ADJACENT, IT = "anywhere", "adjacent", "it"
"""Where a target stands: anywhere, beside the card, or it is the card itself or what it answers."""

MAGIC_OR_INSTANT, CHARACTER, DESTRUCTION = "magic-or-instant", "character", "destruction"
"""What an instant answers: an opponent's card of that kind, or a DESTROY by an opponent."""


class Step(NamedTuple):
    """One keyword carried out: on what, how often.

    Args:
        keyword: one of KEYWORDS, or CANCEL.
        whose: the team of the target, seen from the player of the card.
        where: where the target stands.
        only: the kind of character that is a target, where not every kind is.
        other: for a SWAP, the team of the second card.
        number: of cards drawn or discarded.
    """

    keyword: str
    whose: str = OPPOSING
    where: str = ANYWHERE
    only: str = ""
    other: str = EITHER
    number: int = 1


class Ban(NamedTuple):
    """What an ongoing effect keeps from happening: these keywords, to whom, where.

    It covers the card itself (`itself`), its team's characters beside it (`beside`), or with ENTER
    the spaces beside it, where only characters of the kind `only` may be concerned.
    """

    keywords: tuple[str, ...]
    itself: bool
    beside: bool
    only: str = ""


class Effect(NamedTuple):
    """Steps in order; for an instant also what it answers, for an ongoing effect what it bans."""

    steps: tuple[Step, ...] = ()
    answers: str = ""
    ban: Ban | None = None


EFFECTS: Mapping[str, Effect] = {
    "none": Effect(),
    # Special characters, as they enter
    "strike": Effect((Step(DESTROY, where=ADJACENT),)),
    "push": Effect((Step(DISPLACE, where=ADJACENT),)),
    "gather": Effect((Step(DRAW, number=2),)),
    "leap": Effect((Step(SWAP, OWN, where=IT),)),
    # Special characters, as long as they are on the grid
    "armour": Effect(ban=Ban((DESTROY,), itself=True, beside=False)),
    "dread": Effect(ban=Ban((ENTER,), itself=False, beside=True, only="basic")),
    "shelter": Effect(ban=Ban((DESTROY,), itself=True, beside=True)),
    "anchor": Effect(ban=Ban((DISPLACE, SWAP), itself=True, beside=True)),
    # Magic cards
    "blast": Effect((Step(DESTROY, only="basic"),)),
    "humble": Effect((Step(DESTROY, only="special"),)),
    "bargain": Effect((Step(SACRIFICE, OWN), Step(DESTROY))),
    "banish": Effect((Step(DISPLACE),)),
    "wander": Effect((Step(DISPLACE, EITHER), Step(DISPLACE, EITHER))),
    "exchange": Effect((Step(SWAP, EITHER),)),
    "uproar": Effect((Step(DISCARD, number=2),)),
    "plunder": Effect((Step(DRAW, number=2),)),
    "whim": Effect((Step(DRAW, number=2), Step(DISCARD, number=2))),
    # Instants
    "quench": Effect((Step(CANCEL),), answers=MAGIC_OR_INSTANT),
    "ambush": Effect((Step(DISPLACE, where=IT),), answers=CHARACTER),
    "turnabout": Effect((Step(SWAP, where=IT, other=OWN),), answers=CHARACTER),
    "revenge": Effect((Step(DESTROY),), answers=DESTRUCTION),
    "halo": Effect((Step(CANCEL),), answers=DESTRUCTION),
}
