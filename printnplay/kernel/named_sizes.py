"""Named trimmed sizes of cards and pages, as used in the trade.

"Poker" is 63.5 x 88.9 mm where cards are measured in inches, and 63 x 88 mm (here `tcg`) in Europe.
Sources: The Game Crafter and MPC for sizes in inches, the sleeves of Fantasy Flight and Mayday for
`euro`, `usa` and their mini sizes, the publishers' own cards for `tcg` and `japanese`; ISO 216,
ANSI/ASME Y14.1 and trade sizes of American printers for pages.
"""

from msgspec import Struct

from printnplay.kernel.geometry import Size, Um, mm, parse_length


class NamedSize(Struct, frozen=True):
    """A size, and the cards or pages that have it."""

    size: Size
    says: str


LANDSCAPE = "-landscape"
"""Suffix of the names of landscape sizes."""


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
"""All card sizes by name."""

BLEED: Um = mm(2)
"""Default bleed of a card. A guess: nine poker cards on A4 leave room for 1.55 mm of it
(`docs/printing.md`); print services require 3 mm."""


def find_card_size(name: str) -> Size | None:
    """Return the named card size, possibly landscape; None if the name is unknown.

    >>> find_card_size("square-63"), find_card_size("tcg-landscape")
    (Size(width=63500, height=63500), Size(width=88000, height=63000))
    """
    named = CARD_SIZES.get(name.removesuffix(LANDSCAPE))
    if named is None:
        return None
    size = named.size
    return Size(size.height, size.width) if name.endswith(LANDSCAPE) else size


def _page(width: str, height: str, says: str) -> NamedSize:
    return NamedSize(Size(parse_length(width), parse_length(height)), says)


PAGE_SIZES = {
    "a4": _page("210mm", "297mm", "a page that is not folded"),
    "a5": _page("148mm", "210mm", "half of A4"),
    "a6": _page("105mm", "148mm", "a quarter of A4"),
    "a7": _page("74mm", "105mm", "an eighth of A4, as of a zine from one sheet"),
    "dl": _page("99mm", "210mm", "a third of A4, as of a leaflet"),
    "letter": _page("8.5in", "11in", "a page that is not folded, in America"),
    "digest": _page("5.5in", "8.5in", "half of Letter"),
    "pocket": _page("4.25in", "5.5in", "a quarter of Letter"),
    "trade": _page("5in", "7.5in", "two go on both A4 and Letter, with their bleed"),
    "square": _page("135mm", "135mm", "two go on both A4 and Letter"),
    "poker": _page("2.5in", "3.5in", "goes into the box of a deck of poker cards"),
}
"""All page sizes by name."""
