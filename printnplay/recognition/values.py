"""What is found on pages: lines, boxes, cells of cards, and pairs of fronts and backs.

Lengths are micrometres, from the top left corner of a page as a reader sees it: turned by its
`/Rotate`, and cut to its CropBox.
"""

from msgspec import Struct

from printnplay.kernel.geometry import Rect, Size, Um


class Mark(Struct, frozen=True, order=True):
    """A thin straight line: its place across, and where it starts and ends along itself.

    `at` is x and `start` and `end` are y if it is `upright`; otherwise the reverse. Lines where
    cards are folded are often `dashed`.
    """

    upright: bool
    at: Um
    start: Um
    end: Um
    dashed: bool = False


class Area(Struct, frozen=True):
    """A rectangle that something covers: an image, a filled or stroked path, a clip, a form.

    `rect` is the visible part, within clips; `whole` is all of it. `shape` is that of a path: `hex`
    or `circle`; empty for others.
    """

    kind: str
    rect: Rect
    whole: Rect
    shape: str = ""


class Word(Struct, frozen=True):
    """A word in small letters, the middle of it, and how far it is turned clockwise, if known."""

    text: str
    x: Um
    y: Um
    turn: int | None = None


class PageContent(Struct, frozen=True):
    """The lines, areas and words of a page, and its trimmed page if it declares one.

    `vectors` is whether it has more than one picture that covers it all: a scan has no more.
    """

    size: Size
    trim: Rect | None = None
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    vectors: bool = True
    words: tuple[Word, ...] = ()


class Cell(Struct, frozen=True):
    """A card on a page: its trimmed rectangle, and the bleed around it that the page shows.

    The page has to be turned by `turn` degrees clockwise, about its middle, before the rectangle
    is where the card is: scans are askew. `shape` is `hex` or `circle`, if it is cut to one.
    """

    rect: Rect
    bleed: Um = 0
    turn: float = 0.0
    shape: str = ""


class Grid(Struct, frozen=True):
    """The cells of a page, how they were found, and how much speaks for them, from 0 to 1.

    `confirmed` is the share of their edges that lines confirm; `is_cut` whether cut marks do, which
    stand outside of the cells: the lines of a table do not.
    """

    cells: tuple[Cell, ...]
    found_by: str
    score: float
    confirmed: float = 1.0
    is_cut: bool = False


class FoundPage(Struct, frozen=True):
    """A page of a file with its cells, in reading order, and how they were found."""

    file: int
    page: int
    size: Size
    cells: tuple[Cell, ...] = ()
    found_by: str = ""


class Place(Struct, frozen=True, order=True):
    """The place of a face: the number of its page in `Found.pages`, and that of its cell.

    A face that is upside down or sideways on its page has to be turned by `turn` degrees clockwise.
    """

    page: int
    cell: int
    turn: int = 0


class FoundCard(Struct, frozen=True):
    """A card: its front and its back, if it has one."""

    front: Place
    back: Place | None = None


class Found(Struct, frozen=True):
    """What was found in files: the cards, and the questions that only a person can answer.

    `flip` is how fronts and backs are arranged: long or short for duplex pages, fold for halves of
    a page, shared for one back of all, beside for pairs on a page, or empty without backs.
    `size_question` is one that a given size answers.
    """

    pages: tuple[FoundPage, ...]
    cards: tuple[FoundCard, ...]
    flip: str = ""
    doubts: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    size_question: str = ""
