"""Paper sizes by name or by size, and the error of items that do not fit."""

from collections.abc import Sequence

from printnplay.kernel.geometry import Margins, Paper, Size, Um, mm, parse_length, parse_size


class UnknownPaperError(ValueError):
    """A paper that is neither in the table nor a size; `known` lists the names."""

    def __init__(self, name: str, papers: Sequence[str]) -> None:
        """Keep the requested name and the known ones."""
        names = ", ".join(papers)
        super().__init__(f"no paper `{name}`: use {names}, or a size such as 200x300mm")
        self.name = name
        self.known = tuple(papers)


class DoesNotFitError(ValueError):
    """An item does not fit on the paper; `element` names it, `reason` explains why.

    `expected` and `cure` are for items that are too large for any paper.
    """

    def __init__(self, element: str, reason: str, expected: str = "", cure: str = "") -> None:
        """Keep the parts of the message separate, for a report that shows each."""
        super().__init__(f"{element}: {reason}")
        self.element = element
        self.reason = reason
        self.expected = expected
        self.cure = cure


MARGIN: Um = mm(5)
"""The unprintable margin of most home printers: lasers 4.2 mm, inkjets 3 to 5 mm."""

_SIZES: dict[str, tuple[str, str, str]] = {
    "a3": ("A3", "297mm", "420mm"),
    "a4": ("A4", "210mm", "297mm"),
    "a5": ("A5", "148mm", "210mm"),
    "b4": ("B4", "250mm", "353mm"),
    "b5": ("B5", "176mm", "250mm"),
    "letter": ("Letter", "8.5in", "11in"),
    "legal": ("Legal", "8.5in", "14in"),
    "tabloid": ("Tabloid", "11in", "17in"),
}

PAPERS: dict[str, Paper] = {
    id: Paper(id, name, Size(parse_length(width), parse_length(height)), Margins.even(MARGIN))
    for id, (name, width, height) in _SIZES.items()
}
"""The papers by name; sizes from ISO 216 and ANSI/ASME Y14.1."""

_LARGEST: Um = mm(5000)
"""The longest paper: a PDF page has at most 14,400 units, 5,080 mm (ISO 32000-1, annex C)."""


def find_paper(name: str) -> Paper:
    """Return the paper of this name, or of a size such as `200x300mm` or `8x10in`.

    A size may have the longer side first; the paper is always portrait.

    Raises:
        UnknownPaperError: the name is neither a paper nor a size, or the size leaves no printable
            area.

    >>> find_paper("letter").size
    Size(width=215900, height=279400)
    >>> find_paper("300x200mm").size
    Size(width=200000, height=300000)
    """
    wanted = name.strip().lower()
    if wanted in PAPERS:
        return PAPERS[wanted]
    try:
        size = parse_size(wanted)
    except ValueError:
        raise UnknownPaperError(name, tuple(PAPERS)) from None
    sides = size.width, size.height
    if min(sides) <= 2 * MARGIN or max(sides) > _LARGEST:
        raise UnknownPaperError(name, tuple(PAPERS))
    return Paper(
        wanted.replace(" ", ""), wanted, Size(min(sides), max(sides)), Margins.even(MARGIN)
    )
