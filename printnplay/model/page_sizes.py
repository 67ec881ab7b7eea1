"""The trimmed sizes of pages by the names that the trade has for them."""

from printnplay.model.card_sizes import NamedSize
from printnplay.model.geometry import Size, parse_length


def _sized(width: str, height: str, says: str) -> NamedSize:
    return NamedSize(Size(parse_length(width), parse_length(height)), says)


PAGE_SIZES = {
    "a4": _sized("210mm", "297mm", "a page that is not folded"),
    "a5": _sized("148mm", "210mm", "half of A4"),
    "a6": _sized("105mm", "148mm", "a quarter of A4"),
    "a7": _sized("74mm", "105mm", "an eighth of A4, as of a zine from one sheet"),
    "dl": _sized("99mm", "210mm", "a third of A4, as of a leaflet"),
    "letter": _sized("8.5in", "11in", "a page that is not folded, in America"),
    "digest": _sized("5.5in", "8.5in", "half of Letter"),
    "pocket": _sized("4.25in", "5.5in", "a quarter of Letter"),
    "trade": _sized("5in", "7.5in", "two go on both A4 and Letter, with their bleed"),
    "square": _sized("135mm", "135mm", "two go on both A4 and Letter"),
    "poker": _sized("2.5in", "3.5in", "goes into the box of a deck of poker cards"),
}
"""All sizes by name. ISO 216; ANSI/ASME Y14.1; trade sizes of American printers."""
