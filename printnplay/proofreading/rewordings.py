"""Meanings that rewordings exchange: a text that says one of them says the same rule.

*Stays* is *does not move*, *at most two* is *not more than two*, *you need not* is *you decide*.
"""

from collections.abc import Mapping, Set

DENIAL = "denial"
"""The meaning of negations, of all kinds."""

BY_DENIAL: Mapping[str, Set[str]] = {
    "at-most": {"more"},
    "at-least": {"fewer"},
    "only-if": {"if"},
    "earliest": {"before", "before-that", "until"},
    "same": {"other", "swap"},
    "stays": {"shifts-it"},
}
"""Meanings that a text may say by denying others: *no more than two*."""

WITHOUT_DENIAL: Mapping[str, Set[str]] = {"need-not": {"choose", "choosing"}}
"""Denials that a text may say by others: *you decide*."""

REPLACED: Mapping[str, Set[str]] = {
    "left": {"clockwise", "next-one"},
    "right": {"anticlockwise", "previous-one"},
    "top": {"covering"},
    "before-that": {"first", "ordinal-first"},
}
"""Meanings that are not missed if a text says others: the next player sits on one’s left."""

_ALIKE = (
    "first ordinal-first before before-that",
    "first ordinal-first after after-it until",
    "other different",
    "earliest late waiting as-soon-as",
)
ALIKE: Mapping[str, Set[str]] = {
    name: {one for group in _ALIKE if name in group.split() for one in group.split()} - {name}
    for name in " ".join(_ALIKE).split()
}
"""Meanings that a text may add if it must say others of them: *first* for *beforehand*, *until the
first* for *until one*.
"""

QUANTIFIERS = frozenset({"all", "everyone", "nobody", "none-of", "someone", "partly", "only"})
"""Meanings of which one is missed only if the text adds another: *each game gives a point* and
*whoever wins a game gets a point* are one rule.
"""

OBLIGED = "has-to"
DENIED = frozenset({"cannot", "need-not"})
MODAL = frozenset({"can", OBLIGED, *DENIED})
"""Meanings of what players may do, and of the negations of these."""

ALIKE_DENIED = frozenset({"may", "must"})
"""Meanings that are the same if they are negated: *may not* and *must not* both forbid."""

MODALS = MODAL | ALIKE_DENIED
"""Meanings of what players may do, in all lists."""
