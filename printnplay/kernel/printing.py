"""How a kit is printed: the paper, the way backs get onto cards, the edge that sheets turn on."""

from enum import StrEnum

from msgspec import Struct, field

from printnplay.kernel.geometry import Margins, Paper, Point, Um, mm

MAX_COPIES = 999
"""The most copies of a card: three digits. A guess: no game has as many."""

CREEP: Um = mm(0.11)
"""The creep of each sheet, which is its thickness, for paper of 90 g/m²: 90 g/m² x 1.25 cm³/g.

The bulk is that of uncoated office paper: with 80 g/m² it is sold as 0.1 mm, or 4 mil, thick."""


class Flip(StrEnum):
    """The edge that a printer turns a sheet over on, to print its other side."""

    SHORT = "short"
    LONG = "long"


class Backs(StrEnum):
    """How card backs are printed.

    `long` and `short` print each back behind its front, turned over on that edge; `fold` beside it,
    to be folded over and glued; `separate` on sheets of their own at the end, one for each distinct
    back, to print as often as needed; `none` leaves them out.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    SEPARATE = "separate"
    NONE = "none"

    @property
    def flip(self) -> Flip | None:
        """The edge that the printer turns the sheets over on, where they have two sides."""
        return {Backs.LONG: Flip.LONG, Backs.SHORT: Flip.SHORT}.get(self)


class Binding(StrEnum):
    """How the pages of the rulebook become one thing.

    `saddle` folds sheets of two pages a side together and staples them through the fold; `leaflet`
    is one sheet that is folded like a letter, or to and fro; `zine` is eight pages on one side of a
    sheet, which is slit and folded; `none` leaves the pages as they are.
    """

    SADDLE = "saddle"
    LEAFLET = "leaflet"
    ZINE = "zine"
    NONE = "none"


class Marks(StrEnum):
    """What shows where cards are cut: lines along all edges, marks at corners, or outer ends."""

    LINES = "lines"
    CORNERS = "corners"
    TICKS = "ticks"
    NONE = "none"


class Marking(Struct, frozen=True):
    """The marks to cut by on the two sides of a sheet."""

    fronts: Marks = Marks.LINES
    backs: Marks = Marks.NONE


class InkUse(StrEnum):
    """How much ink is used, and which.

    As designed; dark text in black ink alone; light grounds and grey backs; or black ink only.
    """

    FULL = "full"
    BLACK_TEXT = "black-text"
    SAVE = "save"
    GREY = "grey"


class Stock(StrEnum):
    """What cards are made of: a box is as deep as the stack of them.

    Numbers are card stock by its weight in g/m². `sleeved` is plain paper in card sleeves, `glued`
    a front and a back on paper of 120 g/m², folded over or glued back to back.
    """

    LIGHT = "200"
    MIDDLE = "250"
    HEAVY = "300"
    SLEEVED = "sleeved"
    GLUED = "glued"


class Printer(Struct, frozen=True):
    """What was measured of a printer: how far it is out, and what it reaches.

    `shift` and `turn`, in degrees clockwise about the middle of the paper, are what brings a back
    behind its front. `across` and `along` are lengths as printed, as shares of what they
    ought to be: along the short and the long edge of the paper. `margins` are what the printer
    leaves white, `flip` the edge that it turns sheets over on; None for what is not known.
    """

    name: str
    shift: Point
    turn: float = 0
    across: float = 1
    along: float = 1
    margins: Margins | None = None
    flip: Flip | None = None


class Machine(StrEnum):
    """The machines that cut cards, whose registration marks can be printed."""

    SILHOUETTE = "silhouette"


class Selection(Struct, frozen=True):
    """A part of a kit.

    `only` are ids of cards, `*` standing for any characters; none means all. `copies` are printed
    of each card, in place of those of the deck. `sheets` are ranges of sheets of paper, counted
    from 1, both ends included. A `test` is one sheet for each size of cards, with as many different
    ones as go on it.
    """

    only: tuple[str, ...] = ()
    copies: int | None = None
    sheets: tuple[tuple[int, int], ...] = ()
    test: bool = False

    def __bool__(self) -> bool:
        """Whether it is less than all."""
        return bool(self.only or self.copies is not None or self.sheets or self.test)

    @property
    def of_cards(self) -> bool:
        """Whether cards are chosen, so that nothing but cards is printed."""
        return bool(self.only or self.copies is not None or self.test)


class SheetOptions(Struct, frozen=True):
    """How sheets are printed where it is not as the game says; None leaves it to the game.

    `die_lines` are lines to cut and fold in spot inks, which cutting machines look for; `layers`
    part art, text and lines.
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


class PrintSettings(Struct, frozen=True):
    """The paper of all files of a kit, the backs of its cards, the flip and binding of its booklet.

    Without a `binding` it is that of the game.
    """

    paper: Paper
    backs: Backs = Backs.LONG
    booklet_flip: Flip = Flip.SHORT
    options: SheetOptions = field(default_factory=SheetOptions)
    binding: Binding | None = None
