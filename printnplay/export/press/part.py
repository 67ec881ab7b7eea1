"""A part of a press set: the pages of one file, with its dies, and what the factory makes of it."""

from collections.abc import Sequence

from msgspec import Struct

from printnplay.game.plates import Plate, ink_of
from printnplay.game.requirements import Requirements
from printnplay.kernel.geometry import Size, Um
from printnplay.scene.sheet import Document, Sheet

CARDS, BOOK, COVER, BOX, BOARDS, PUNCHBOARDS, STICKERS, MATS, PADS = (
    "cards",
    "rulebook",
    "cover",
    "box",
    "boards",
    "punchboards",
    "stickers",
    "mats",
    "score-sheets",
)
"""The kinds of parts, by which a factory names stocks."""


class Listed(Struct, frozen=True):
    """A component in a part: its id, its copies in a game, and its pages, counted from 1."""

    id: str
    copies: int
    front: int
    back: int | None = None


class Part(Struct, frozen=True):
    """A part of a press set.

    `art` has a page for each printed side. `dies` are sheets of lines to cut and fold, either one
    for each page, or one for all. Dies are in the file of art, too, if they are `shown`: a plain
    card is cut by its TrimBox. `size` is the trimmed size, `count` the number of pieces in a game.
    `stitched` pages are in fours. `contents` and `remarks` are for the specification.
    """

    name: str
    kind: str
    title: str
    art: Document
    size: Size
    bleed: Um
    count: int
    dies: Sequence[Sheet] = ()
    shown: bool = True
    stitched: bool = False
    contents: Sequence[Listed] = ()
    remarks: Sequence[str] = ()


def colour_of(plate: Plate, wanted: Requirements) -> str:
    """Return the colour that stands for the spot ink of a plate, until inks are set."""
    return ink_of(plate, wanted.spot(plate)).rgb
