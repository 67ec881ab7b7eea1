"""Print services: what each one makes, and how it wants the files."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from printnplay.game.exporting import Copies
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.shapes import ShapeKind


class FileFormat(StrEnum):
    """What a service takes: a picture of each face, or a PDF with a page for each."""

    PNG = "png"
    PDF = "pdf"


class ColourSpace(StrEnum):
    """The colours of the files."""

    RGB = "rgb"
    CMYK = "cmyk"


class PageOrder(StrEnum):
    """How the two sides of a card follow each other in a PDF."""

    FRONT_BACK = "front-back"
    BACK_FRONT = "back-front"


class Fonts(StrEnum):
    """How texts are given: with their fonts, or as shapes that need none."""

    EMBEDDED = "embedded"
    OUTLINES = "outlines"


class Product(Struct, frozen=True):
    """Cards of one size and shape, as a service sells them.

    `name` is what they are called there. `pixels` is what the service checks the size of a picture
    against; None where it takes PDFs. `decks` are the numbers of cards that are sold, the least
    first: a deck that is none of them is filled up with blank cards. Without any, `least` and
    `most` bound the number.
    """

    id: str
    name: str
    size: Size
    shape: ShapeKind
    pixels: tuple[int, int] | None = None
    decks: tuple[int, ...] = ()
    least: int = 1
    most: int | None = None

    @property
    def largest(self) -> int | None:
        """The most cards of a deck; None for any number."""
        return self.decks[-1] if self.decks else self.most

    def deck_for(self, cards: int) -> int | None:
        """Return the number of cards to order for a deck; None if it has more than are made.

        >>> poker = Product("poker", "", Size(1, 1), ShapeKind.RECTANGLE, decks=(18, 36, 55))
        >>> poker.deck_for(18), poker.deck_for(20), poker.deck_for(60)
        (18, 36, None)
        """
        if self.decks:
            return next((deck for deck in self.decks if deck >= cards), None)
        if self.most is not None and cards > self.most:
            return None
        return max(cards, self.least)


class BoxSize(Struct, frozen=True):
    """A tuck box of a service: for which product and how many cards, and how deep it is."""

    id: str
    name: str
    product: str
    cards: int
    depth: Um


class Service(Struct, frozen=True):
    """A print service.

    `bleed` is drawn beyond the cut on each side, `safe` is how far from the cut texts have to
    stay. `dpi` is what pictures have to have. `ink` is the most ink in one place, as a sum of the
    four in per cent; `standard` what PDFs are made to. `fronts` and `backs` are patterns of the
    names of pictures. `steps` are what is to be done on its site.
    """

    id: str
    name: str
    site: str
    format: FileFormat
    bleed: Um
    safe: Um
    dpi: int
    colour: ColourSpace = ColourSpace.RGB
    order: PageOrder = PageOrder.FRONT_BACK
    fonts: Fonts = Fonts.EMBEDDED
    copies: Copies = Copies.REPEAT
    needs_backs: bool = True
    ink: int | None = None
    standard: str = ""
    fronts: str = ""
    backs: str = ""
    products: Mapping[str, Product] = field(default_factory=dict)
    boxes: tuple[BoxSize, ...] = ()
    steps: tuple[str, ...] = ()
