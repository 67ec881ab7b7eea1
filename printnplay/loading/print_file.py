"""print.yaml: the cards that were found on the pages of other people's files, for correction."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read
from printnplay.files.yaml_tree import MAX_BYTES, Node, read_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Point, Rect, Size, Um, in_mm, mm, parse_length, parse_size
from printnplay.kernel.named_sizes import find_card_size
from printnplay.kernel.printing import AGAIN_BLEED
from printnplay.kernel.shapes import ShapeKind
from printnplay.kernel.suggestions import suggestion
from printnplay.loading.forms import (
    LENGTH,
    LENGTH_OR_ZERO,
    TEXT,
    Fault,
    Form,
    Record,
    check_unique_ids,
    choice,
    list_of,
    matching,
    measure,
    optional,
    required,
    whole,
)

T = TypeVar("T")

MOST_FILES, MOST_PAGES = 3_000, 3_000
"""The most files, and the highest number of a page."""
STEEPEST = 10.0
"""The greatest angle by which a page may be turned level, in degrees."""
MIRROR, STRETCH, WHITE = "mirror", "stretch", "#ffffff"
"""How bleed is made where the source has none."""

_POINT = re.compile(r"(?P<x>-?[\d.]+)\s*x\s*(?P<y>-?[\d.]+)\s*(?P<unit>[a-z]+)")
_COLOUR = re.compile("#[0-9a-f]{6}", re.IGNORECASE)


def _text_form(parse: Callable[[str], T], what: str, pattern: str, fallback: str) -> Form[T]:
    """Return the form of a text that a function parses, or refuses with a ValueError."""
    fault = Fault(codes.NOT_A_LENGTH, f"`{{}}` is not {what}", f"expected {what}")
    schema = {"type": "string", "pattern": pattern}
    return matching(".*", what, fault, lambda text: parse(text or fallback), schema)


def _size(text: str) -> Size:
    size = find_card_size(text) or parse_size(text)
    if min(size.width, size.height) < mm(5) or max(size.width, size.height) > mm(1_000):
        raise ValueError(text)
    return size


def _point(text: str) -> Point:
    found = _POINT.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    return Point(*(parse_length(found[side] + found["unit"]) for side in ("x", "y")))


def _bleed(text: str) -> str:
    if text not in (MIRROR, STRETCH) and not _COLOUR.fullmatch(text):
        raise ValueError(text)
    return text


def _read_bleed(node: Node, problems: Problems) -> Um:
    bleed = LENGTH_OR_ZERO.read(node, problems)
    if bleed > AGAIN_BLEED:
        problems.error(
            codes.TOO_MUCH_BLEED,
            "this is more bleed than cards are cut out with",
            node.span,
            f"expected at most {in_mm(AGAIN_BLEED)}mm",
        )
    return bleed


PRINTED_BLEED = Form(_read_bleed, LENGTH_OR_ZERO.what, LENGTH_OR_ZERO.schema)
SIZE = _text_form(_size, "a size such as 63.5x88.9mm or poker", r"\S", "poker")
PLACE = _text_form(_point, "a place such as 9.75x15.15mm", r"-?[\d.]+ *x", "0x0mm")
MADE = _text_form(_bleed, 'mirror, stretch or a colour such as "#ffffff"', r"\S", MIRROR)


class PageKeys(Record):
    """A page with cards.

    Lengths are those of the page as a reader shows it, from its top left corner.
    """

    id = required(TEXT, "The name of the page in `cards`.", "3")
    file = optional(whole(1, MOST_FILES), "The file, counted in `files`.", "1", "1")
    page = optional(whole(1, MOST_PAGES), "The page of the file.", "3", "1")
    size = required(SIZE, "The trimmed size of the cards.", "63.5x88.9mm")
    bleed = optional(
        LENGTH_OR_ZERO, "The bleed that the page shows around each card.", "3mm", "0mm"
    )
    shape = optional(
        choice(ShapeKind.RECTANGLE, ShapeKind.CIRCLE, ShapeKind.HEX),
        "What the cards are cut to.",
        "hex",
        ShapeKind.RECTANGLE.value,
    )
    turn = optional(
        measure(-STEEPEST, STEEPEST, "deg", "an angle", codes.NOT_A_MEASURE),
        "How far a scan has to be turned clockwise to be level.",
        "0.6deg",
        "0deg",
    )
    cells = required(
        list_of(PLACE), "The left and top edge of each card, in order.", "[9.75x15.15mm]"
    )


class CardKeys(Record):
    """A card."""

    front = required(TEXT, "The page and the card on it, counted from 1.", "3.1")
    back = optional(TEXT, "The page and the card on it that is the back.", "4.3")
    turn = optional(
        choice("0", "90", "180", "270"),
        "How far the back has to be turned clockwise to be upright.",
        "180",
        "0",
    )
    copies = optional(whole(0, 999), "How many copies are printed.", "2", "1")


class PrintKeys(Record):
    """What is printed again."""

    files = required(
        list_of(TEXT), "The files, by their paths from the folder of print.yaml.", "[../deck.pdf]"
    )
    bleed = optional(
        MADE,
        "How bleed is made where the source has none: mirrored, stretched from the edge, or a"
        " colour.",
        "stretch",
        MIRROR,
    )
    front_bleed = optional(
        PRINTED_BLEED, "How much bleed is printed on sheets of fronts.", "1mm", "3mm"
    )
    back_bleed = optional(
        PRINTED_BLEED,
        "How much bleed is printed on sheets of backs, if it is not the same: a printer that shifts"
        " backs needs more.",
        "3mm",
    )
    corner = optional(
        LENGTH, "The radius of the corners of cards. If not given, they are square.", "3mm"
    )
    size = optional(
        SIZE, "The size that all cards are scaled to. If not given, they keep their own.", "poker"
    )
    pages = required(
        list_of(PageKeys.form()),
        "The pages with cards.",
        '[{id: "3", page: 3, size: poker, cells: [9.75x15.15mm, 73.25x15.15mm]}]',
    )
    cards = required(list_of(CardKeys.form()), "The cards, in order.", "[{front: 3.1, back: 3.2}]")


class PrintedFace(Struct, frozen=True, order=True):
    """A face on a page: file and page from 0, its trimmed rectangle, and its bleed there.

    `askew` is how far the page is turned first, in degrees clockwise; `turn` how far the face is.
    `shape` is what it is cut to.
    """

    file: int
    page: int
    x: Um
    y: Um
    width: Um
    height: Um
    bleed: Um
    askew: float = 0.0
    turn: int = 0
    shape: str = ShapeKind.RECTANGLE.value

    @property
    def rect(self) -> Rect:
        """The trimmed rectangle."""
        return Rect(self.x, self.y, self.width, self.height)

    @property
    def size(self) -> Size:
        """The trimmed size of the upright face."""
        size = Size(self.width, self.height)
        return size.turned if self.turn in (90, 270) else size


class PrintedCard(Struct, frozen=True):
    """A card: its front, its back if it has one, and its copies."""

    front: PrintedFace
    back: PrintedFace | None = None
    copies: int = 1


class PrintFile(Struct, frozen=True):
    """What print.yaml says: files, how bleed is made, the size to scale to, and the cards.

    `front_bleed` and `back_bleed` are how much of it is printed, `corner` is the radius of corners.
    """

    files: tuple[str, ...]
    bleed: str
    size: Size | None
    cards: tuple[PrintedCard, ...]
    front_bleed: Um = AGAIN_BLEED
    back_bleed: Um | None = None
    corner: Um | None = None


def load_print_file(path: Path, problems: Problems) -> PrintFile | None:
    """Load print.yaml; on failure, report the faults and return None."""
    shown = display_path(path)
    try:
        root = read_bytes(read(path, MAX_BYTES, anywhere=True), shown, problems)
    except ReadError as error:
        problems.add(error.fault(codes.CANNOT_READ, shown))
        return None
    if root is None:
        return None
    keys = PrintKeys(root, problems)
    if problems.errors:
        return None
    pages = {page.id: page for page in keys.pages}
    check_unique_ids("pages", ((page.id, page.at("id")) for page in keys.pages), problems)
    for page in keys.pages:
        if page.file > len(keys.files):
            problems.error(
                codes.UNKNOWN_PLACE,
                f"there is no file {page.file}",
                page.at("file"),
                f"expected 1 to {len(keys.files)}",
            )
    cards = tuple(_card(card, pages, problems) for card in keys.cards)
    if problems.errors:
        return None
    return PrintFile(
        keys.files,
        keys.bleed,
        keys.size,
        cards,
        keys.front_bleed,
        keys.back_bleed,
        keys.corner,
    )


def _card(card: CardKeys, pages: dict[str, PageKeys], problems: Problems) -> PrintedCard:
    front = _face(card, "front", pages, problems)
    back = _face(card, "back", pages, problems) if card.back else None
    return PrintedCard(front, back, card.copies)


def _face(card: CardKeys, side: str, pages: dict[str, PageKeys], problems: Problems) -> PrintedFace:
    text = str(card.values[side])
    name, _, number = text.rpartition(".")
    page = pages.get(name)
    if page is None:
        help_ = suggestion(name, pages)
        problems.error(codes.UNKNOWN_PLACE, f"there is no page `{name}`", card.at(side), "", help_)
        return PrintedFace(0, 0, 0, 0, 1, 1, 0)
    cells = page.cells
    if not number.isdecimal() or not 1 <= int(number) <= len(cells):
        problems.error(
            codes.UNKNOWN_PLACE,
            f"page `{name}` has no card {number or text}",
            card.at(side),
            f"expected {name}.1 to {name}.{len(cells)}",
        )
        return PrintedFace(0, 0, 0, 0, 1, 1, 0)
    place, size = cells[int(number) - 1], page.size
    turn = int(card.turn) if side == "back" else 0
    return PrintedFace(
        page.file - 1,
        page.page - 1,
        place.x,
        place.y,
        size.width,
        size.height,
        page.bleed,
        page.turn,
        turn,
        page.shape,
    )
