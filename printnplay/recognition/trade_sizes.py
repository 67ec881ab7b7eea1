"""Sizes of the trade, and bleeds: what a card is that is nearly as large as one of them."""

from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.named_sizes import CARD_SIZES

CLOSE: Um = 150
"""How far an edge may be from its mark or another edge: programs round to pixels of 1/300 in."""
KNOWN: Um = 300
"""How far a card may be from a size of the trade."""
USUAL_BLEEDS: tuple[Um, ...] = (
    3_175,
    3_000,
    2_000,
    1_588,
    1_000,
    1_500,
    2_500,
    3_048,
    4_000,
    5_000,
)
"""Bleeds of services and programs: 1/8 in of Squib and The Game Crafter, 3 mm of Europe."""


def known_size(size: Size) -> Size | None:
    """Return the nearest size of the trade, upright or turned; None if none is close."""
    both = [one for named in CARD_SIZES.values() for one in (named.size, named.size.turned)]
    found = min(both, key=lambda one: distance(one, size))
    return found if distance(found, size) <= KNOWN else None


def distance(one: Size, other: Size) -> Um:
    """Return how much sizes differ along the side where they differ most."""
    return max(abs(one.width - other.width), abs(one.height - other.height))


def known_bleed(size: Size) -> Um | None:
    """Return the bleed with which a size is one of the trade; None if there is none."""
    for bleed in USUAL_BLEEDS:
        trim = Size(size.width - 2 * bleed, size.height - 2 * bleed)
        if min(trim.width, trim.height) > 0:
            found = known_size(trim)
            if found is not None and distance(found, trim) <= CLOSE:
                return bleed
    return None
