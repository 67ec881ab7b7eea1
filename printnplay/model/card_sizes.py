"""The trimmed sizes of cards by the names that the trade has for them.

"Poker" is 63.5 x 88.9 mm where cards are measured in inches, and 63 x 88 mm (here `tcg`) in Europe.
Sources: The Game Crafter and MPC for sizes in inches, the sleeves of Fantasy Flight and Mayday for
`euro`, `usa` and their small ones, the publishers' own cards for `tcg` and `japanese`.
"""

from dataclasses import dataclass

from printnplay.model.geometry import Size, Um, mm


@dataclass(frozen=True, slots=True)
class NamedSize:
    """A size with the cards that have it."""

    size: Size
    says: str


LANDSCAPE = "-landscape"
"""Ends the name of a size that lies on its side."""


def _sized(width: float, height: float, says: str) -> NamedSize:
    return NamedSize(Size(mm(width), mm(height)), says)


CARD_SIZES = {
    "poker": _sized(63.5, 88.9, "2.5 x 3.5 in; playing cards in the USA"),
    "tcg": _sized(63, 88, "trading cards; poker cards in Europe"),
    "bridge": _sized(57.15, 88.9, "2.25 x 3.5 in; narrow playing cards"),
    "japanese": _sized(59, 86, "Japanese trading cards"),
    "euro": _sized(59, 92, "European board games"),
    "usa": _sized(56, 87, "American board games"),
    "tarot": _sized(69.85, 120.65, "2.75 x 4.75 in"),
    "tarot-70": _sized(70, 120, "tarot in whole millimetres"),
    "mini": _sized(44.45, 63.5, "1.75 x 2.5 in; half of poker"),
    "mini-euro": _sized(44, 68, "small cards of European board games"),
    "mini-usa": _sized(41, 63, "small cards of American board games"),
    "micro": _sized(31.75, 44.45, "1.25 x 1.75 in"),
    "domino": _sized(44.45, 88.9, "1.75 x 3.5 in"),
    "business": _sized(50.8, 88.9, "2 x 3.5 in"),
    "jumbo": _sized(88.9, 139.7, "3.5 x 5.5 in"),
    "square-44": _sized(44.45, 44.45, "1.75 in"),
    "square-57": _sized(57.15, 57.15, "2.25 in"),
    "square-63": _sized(63.5, 63.5, "2.5 in"),
    "square-70": _sized(70, 70, "square cards of board games"),
    "square-89": _sized(88.9, 88.9, "3.5 in"),
}
"""All sizes by name."""

BLEED: Um = mm(2)
"""What a card has beyond its trimmed edge where nothing is said."""


def find_size(name: str) -> Size | None:
    """The size of a name, perhaps on its side; None if there is none.

    >>> find_size("square-63"), find_size("tcg-landscape")
    (Size(width=63500, height=63500), Size(width=88000, height=63000))
    """
    named = CARD_SIZES.get(name.removesuffix(LANDSCAPE))
    if named is None:
        return None
    size = named.size
    return Size(size.height, size.width) if name.endswith(LANDSCAPE) else size
