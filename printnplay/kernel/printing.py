"""How a kit is printed: paper, card backs, duplex flip, marks and ink."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from printnplay.kernel.geometry import Margins, Paper, Point, Um, mm
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.shapes import Shape, ShapeKind

MAX_COPIES = 999
"""Maximum number of copies of a card: three digits. A guess: no game has as many."""

CREEP: Um = mm(0.11)
"""Creep per sheet, which is its thickness, for paper of 90 g/m²: 90 g/m² x 1.25 cm³/g.

The bulk is that of uncoated office paper: paper of 80 g/m² is sold as 0.1 mm, or 4 mil, thick."""


class Flip(StrEnum):
    """The edge on which a duplex printer flips sheets."""

    SHORT = "short"
    LONG = "long"


class Backs(StrEnum):
    """How card backs are printed.

    `long` and `short` print each back behind its front, for flipping on that edge. `fold` prints it
    next to the front, to be folded over and glued. `separate` prints sheets of backs at the end,
    one for each distinct back, to be printed as often as needed. `none` omits backs.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    SEPARATE = "separate"
    NONE = "none"

    @property
    def flip(self) -> Flip | None:
        """The edge on which the printer flips sheets; None if they are one-sided."""
        return {Backs.LONG: Flip.LONG, Backs.SHORT: Flip.SHORT}.get(self)


class Binding(StrEnum):
    """How the pages of the rulebook are bound.

    `saddle` folds sheets with two pages per side together and staples them through the fold.
    `signatures` folds a few sheets at a time, which are sewn together; `perfect` folds each sheet
    alone and glues them at the spine.
    `leaflet` is one sheet with a letter fold or an accordion fold. `zine` is eight pages on one
    side of a sheet, which is slit and folded. `none` leaves single pages.
    """

    SADDLE = "saddle"
    SIGNATURES = "signatures"
    PERFECT = "perfect"
    LEAFLET = "leaflet"
    ZINE = "zine"
    NONE = "none"

    @property
    def is_folded(self) -> bool:
        """Whether sheets with two pages per side are folded down the middle."""
        return self in (Binding.SADDLE, Binding.SIGNATURES, Binding.PERFECT)


class Marks(StrEnum):
    """The cut marks: lines along all edges, corner marks, ticks at the outer ends, or none."""

    LINES = "lines"
    CORNERS = "corners"
    TICKS = "ticks"
    NONE = "none"


class Marking(Struct, frozen=True):
    """The cut marks on the two sides of a sheet; `die` lines follow round corners, too."""

    fronts: Marks = Marks.LINES
    backs: Marks = Marks.NONE
    die: bool = False

    def follow(self, shape: Shape, marks: Marks) -> bool:
        """Return whether these marks are the outline of a shape, not lines along its edges."""
        is_die = self.die and marks is Marks.LINES and shape.kind is ShapeKind.ROUNDED
        return is_die or not shape.is_straight


class InkUse(StrEnum):
    """The ink mode of a print.

    `full` prints as designed. `black-text` prints dark text in black ink alone. `save` prints light
    backgrounds and grey backs. `grey` uses black ink only.
    """

    FULL = "full"
    BLACK_TEXT = "black-text"
    SAVE = "save"
    GREY = "grey"


class Stock(StrEnum):
    """The material of cards, which determines the thickness of a deck and depth of its box.

    Numbers are card stock by weight in g/m². `sleeved` is plain paper in card sleeves. `glued` is a
    front and a back on paper of 120 g/m², folded over or glued back to back.
    """

    LIGHT = "200"
    MIDDLE = "250"
    HEAVY = "300"
    SLEEVED = "sleeved"
    GLUED = "glued"


class Printer(Struct, frozen=True):
    """The measured offsets, scale and margins of a printer.

    `shift` and `turn`, in degrees clockwise about the centre of the paper, align a back with its
    front. `across` and `along` are printed lengths relative to their nominal values, along the
    short and the long edge of the paper. `margins` are unprintable, and `flip` is the edge on which
    the printer flips sheets; None if unknown.
    """

    name: str
    shift: Point
    turn: float = 0
    across: float = 1
    along: float = 1
    margins: Margins | None = None
    flip: Flip | None = None


class Machine(StrEnum):
    """Card cutting machines whose registration marks can be printed."""

    SILHOUETTE = "silhouette"
    SILHOUETTE_4 = "silhouette-4"
    OPOS = "opos"


class UpdatedCard(Struct, frozen=True):
    """A card or board of an update: its id and name, the copies to print and to take out."""

    id: str
    name: str
    prints: int
    removes: int = 0


class Update(Struct, frozen=True):
    """What to print again since an earlier version.

    `pages` are the pages of the rulebook that changed; with `aids`, the player aids did, and with
    `box`, the boxes.
    """

    since: str
    cards: tuple[UpdatedCard, ...]
    pages: tuple[int, ...] = ()
    aids: bool = False
    box: bool = False

    @property
    def copies(self) -> dict[str, int]:
        """The copies to print, by id."""
        return {card.id: card.prints for card in self.cards if card.prints}

    def __bool__(self) -> bool:
        """Return whether anything has changed."""
        return bool(self.cards or self.pages or self.aids or self.box)


class Selection(Struct, frozen=True):
    """A part of a kit.

    `only` are card ids, with `*` for any characters, fields with values, and lists of cards
    (`@FILE`); empty selects all. `counts` are the copies of single cards by id, which lists say.
    `copies` overrides the number of copies of the others. `sheets` are ranges of sheets of paper,
    counted from 1, both ends included. A `test` is one sheet for each card size, with as many
    different cards as fit on it. An `update` says which cards to print, and how often.
    """

    only: tuple[str, ...] = ()
    copies: int | None = None
    sheets: tuple[tuple[int, int], ...] = ()
    test: bool = False
    update: Update | None = None
    counts: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        """Return whether the selection is less than the whole kit."""
        return bool(self.of_cards or self.sheets)

    @property
    def of_cards(self) -> bool:
        """Whether cards are selected, so that only cards are printed."""
        chosen = self.only or self.test or self.update is not None
        return bool(chosen or self.copies is not None)


AGAIN_BLEED: Um = mm(3)
"""The bleed with which cards are cut out of files to print them again: print services want up to
1/8 in, which 3 mm is nearly."""

USUAL_CORNER: Um = -1
"""The corner radius that stands for the usual one of a card's size."""


class BasePdf(Struct, frozen=True):
    """A PDF whose pages are printed below the sheets of a kit: one for fronts, one for backs."""

    path: Path
    fronts: int = 1
    backs: int = 1


class SheetOptions(Struct, frozen=True):
    """Options that override the game's print settings; None keeps the game's setting.

    `die_lines` prints cut and fold lines in spot inks, which cutting machines look for; `layers`
    separates art, text and lines. `label_sheet` is the name of a sheet of labels or perforated
    cards to print on, such as `avery-5371`; of the first one, the labels in `skip` are used up:
    ranges of numbers from 1, both ends included, row by row. `mixed` has upright and turned cards
    on a sheet where more go on it. `sides_apart` puts all fronts before all backs.

    `front_bleed` and `back_bleed` are how much bleed is printed on each side of sheets. `corner` is
    the radius to which rectangles are cut; 0 means square corners. `base` is printed below sheets.
    """

    gutter: Um | None = None
    marks: Marks | None = None
    back_marks: Marks | None = None
    margins: Margins | None = None
    ink: InkUse = InkUse.FULL
    machine: Machine | None = None
    selection: Selection = field(default_factory=Selection)
    stock: Stock | None = None
    die_lines: bool = False
    layers: bool = False
    label_sheet: str = ""
    skip: tuple[tuple[int, int], ...] = ()
    mixed: bool = False
    sides_apart: bool = False
    front_bleed: Um | None = None
    back_bleed: Um | None = None
    corner: Um | None = None
    base: BasePdf | None = None


class PrintSettings(Struct, frozen=True):
    """The print settings of a kit: paper, card backs, and the booklet's flip and binding.

    If `binding` is None, the game's own is used. With a `label_sheet`, only cards are printed, each
    on a label.
    """

    paper: Paper
    backs: Backs = Backs.LONG
    booklet_flip: Flip = Flip.SHORT
    options: SheetOptions = field(default_factory=SheetOptions)
    binding: Binding | None = None
    label_sheet: LabelSheet | None = None
