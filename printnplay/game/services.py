"""Print services: their products, and the files they require."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from printnplay.game.exporting import Component, ComponentKind, Copies
from printnplay.game.kinds import Kind
from printnplay.game.sources import Source
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.shapes import ShapeKind


class FileFormat(StrEnum):
    """The format that a service accepts: an image of each face, or a PDF with a page for each."""

    PNG = "png"
    PDF = "pdf"


class ColourSpace(StrEnum):
    """The colour space of the files."""

    RGB = "rgb"
    CMYK = "cmyk"


class PageOrder(StrEnum):
    """The order of the two sides of a card in a PDF."""

    FRONT_BACK = "front-back"
    BACK_FRONT = "back-front"


class Fonts(StrEnum):
    """How texts are embedded: with their fonts, or as outlines that need none."""

    EMBEDDED = "embedded"
    OUTLINES = "outlines"


class RulebookPages(StrEnum):
    """The pages of a rulebook that a service accepts.

    None, a PDF, a PDF with crop marks, or a picture of each page.
    """

    NONE = "none"
    PAGES = "pages"
    MARKS = "marks"
    PICTURES = "pictures"


OF_THEIR_OWN = frozenset([Kind.BOARDS, Kind.MATS, Kind.SCORE_SHEETS])
"""Kinds that services sell as products of their own; the others are made like cards."""


class Product(Struct, frozen=True):
    """Cards, or boards, of one size and shape, as sold by a service.

    `name` is the service's name for them, `kind` what they are; tiles and tokens are made like
    cards. `pixels` is the image size that the service requires;
    None if it takes PDFs. `decks` are the deck sizes on sale, smallest first: a deck of another
    size is filled up with blank cards. Without `decks`, `least` and `most` limit the number of
    cards.
    """

    id: str
    name: str
    size: Size
    shape: ShapeKind
    pixels: tuple[int, int] | None = None
    decks: tuple[int, ...] = ()
    least: int = 1
    most: int | None = None
    kind: Kind = Kind.CARDS

    def is_for(self, component: Component) -> bool:
        """Return whether components of this kind can be made as this product."""
        if component.kind is ComponentKind.BOARD or self.kind in OF_THEIR_OWN:
            return self.kind is component.counts_as
        return True

    @property
    def largest(self) -> int | None:
        """The largest number of cards in a deck; None if unlimited."""
        return self.decks[-1] if self.decks else self.most

    def deck_for(self, cards: int) -> int | None:
        """Return the number of cards to order for a deck; None if it is too large.

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
    """A tuck box of a service: its product, its number of cards, and its depth."""

    id: str
    name: str
    product: str
    cards: int
    depth: Um


class Booklet(Struct, frozen=True):
    """A booklet of a service: its trimmed page, the pixels of a page, and its most pages."""

    id: str
    name: str
    page: Size
    pixels: tuple[int, int] | None = None
    most: int | None = None


class Service(Struct, frozen=True):
    """A print service.

    `bleed` is drawn beyond the cut on each side; texts must stay `safe` away from the cut. `dpi` is
    the required resolution of pictures. `ink` is the ink limit, as the sum of the four inks in per
    cent; `standard` is the PDF standard of the files. `fronts` and `backs` are patterns of the file
    names of pictures. `rulebook` is how it takes the pages of a rulebook; without `booklets`, any
    size. `steps` are instructions for ordering on its site. `makes` are kinds of components that it
    makes, without a product here. `sources` say where its figures were published.
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
    rulebook: RulebookPages = RulebookPages.NONE
    booklets: tuple[Booklet, ...] = ()
    steps: tuple[str, ...] = ()
    makes: tuple[Kind, ...] = ()
    sources: tuple[Source, ...] = ()
