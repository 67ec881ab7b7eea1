"""services/<name>.yaml: the specifications of a print service."""

from pathlib import Path

from printnplay.files.yaml_tree import Node
from printnplay.game.exporting import Copies
from printnplay.game.kinds import Kind
from printnplay.game.services import (
    Booklet,
    BoxSize,
    ColourSpace,
    FileFormat,
    Fonts,
    PageOrder,
    Product,
    RulebookPages,
    Service,
)
from printnplay.game.sources import Source
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.components import PRODUCT_CARD
from printnplay.loading.factories import SourceKeys
from printnplay.loading.forms import (
    ADDRESS,
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    NAME,
    TEXT,
    Form,
    Record,
    choice,
    list_of,
    map_of,
    optional,
    read_text,
    required,
    whole,
)
from printnplay.loading.label_sheets import SIZE
from printnplay.loading.presets import read_preset

MOST_CARDS = 10_000
"""The most cards of a deck that a service prints: far above any. A guess."""

MOST_PIXELS = 20_000
"""The most pixels of a side that a service requires: 33 inches at 600 pixels per inch. A guess."""


def _read_pixels(node: Node, problems: Problems) -> tuple[int, int]:
    """Read two whole numbers with an `x` between them."""
    text = read_text(node, problems)
    parts = [part.strip() for part in text.split("x")]
    if len(parts) == 2 and all(part.isdecimal() and len(part) < 6 for part in parts):
        width, height = map(int, parts)
        if 0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS:
            return width, height
    if text:
        problems.error(
            codes.NOT_A_WHOLE_NUMBER,
            f"`{text}` is not a number of pixels across and down",
            node.span,
            f"expected two whole numbers up to {MOST_PIXELS} and `x` between them",
            "write it like `825x1125`",
        )
    return 1, 1


PIXELS = Form(
    _read_pixels,
    "pixels across and down",
    {"type": "string", "pattern": r"^\s*[0-9]{1,5}\s*x\s*[0-9]{1,5}\s*$"},
)


class ProductKeys(Record):
    """A kind of card or board that the service prints."""

    name = required(TEXT, "Its name on the site.", '"Poker Size (2.5 x 3.5 in)"')
    card = required(PRODUCT_CARD, "Its trimmed size and shape.", "poker")
    pixels = optional(PIXELS, "The required size of a picture, including the bleed.", "822x1122")
    decks = optional(
        list_of(whole(1, MOST_CARDS)),
        "The possible numbers of cards in a deck; other decks are filled up with blank cards.",
        "[18, 36, 55]",
    )
    least = optional(whole(1, MOST_CARDS), "The smallest number of cards in a deck.", "4", "1")
    most = optional(whole(1, MOST_CARDS), "The largest number of cards in a deck.", "234")
    kind = optional(
        choice(Kind.CARDS, Kind.BOARDS, Kind.MATS, Kind.SCORE_SHEETS),
        "What it is. Tiles and tokens are `cards`.",
        "boards",
        "cards",
    )


class BoxKeys(Record):
    """A tuck box that the service makes."""

    name = required(TEXT, "Its name on the site.", '"Poker Tuck Box (54 cards)"')
    product = required(NAME, "The cards that it holds, by the key of their product.", "poker")
    cards = required(whole(1, MOST_CARDS), "The number of cards that it holds.", "54")
    depth = required(LENGTH, "Its depth.", "0.78in")


class BookletKeys(Record):
    """A booklet that the service prints."""

    name = required(TEXT, "Its name on the site.", "Large Booklet")
    page = required(SIZE, "The width and height of its trimmed page.", "5x8in")
    pixels = optional(PIXELS, "The required size of a page, including the bleed.", "1575x2475")
    most = optional(whole(4, MOST_CARDS), "The most pages that it has.", "40")


class ServiceKeys(Record):
    """The specifications of a print service."""

    name = required(TEXT, "The name of the service.", "MakePlayingCards")
    site = required(ADDRESS, "Its address.", "https://www.makeplayingcards.com")
    format = required(
        choice(*FileFormat), "An image of each face, or a PDF with a page for each.", "png"
    )
    bleed = required(LENGTH_OR_ZERO, "The width drawn beyond the cut, on each side.", "0.12in")
    safe = required(LENGTH_OR_ZERO, "The minimum distance of texts from the cut.", "0.12in")
    dpi = optional(whole(72, 1200), "The resolution of pictures, in pixels per inch.", "300", "300")
    colour = optional(choice(*ColourSpace), "The colour space of the files.", "cmyk", "rgb")
    order = optional(
        choice(*PageOrder),
        "The side of a card that comes first in a PDF.",
        "back-front",
        "front-back",
    )
    fonts = optional(
        choice(*Fonts),
        "Whether fonts are embedded in a PDF, or texts are converted to outlines.",
        "outlines",
        "embedded",
    )
    copies = optional(
        choice(*Copies),
        "Whether there is a file for each copy of a card, or for each distinct one.",
        "list",
        "repeat",
    )
    backs_needed = optional(FLAG, "Whether every card must have a back.", "no", "yes")
    ink = optional(
        whole(100, 400),
        "The ink limit in one place, as the sum of the four inks in per cent.",
        "240",
    )
    standard = optional(TEXT, "The PDF standard of the files.", "PDF/X-1a:2003")
    fronts = optional(
        TEXT,
        "The file names of pictures of fronts, below the folder of their product; with the same"
        " fields as `export --names`.",
        '"fronts/{index:03}-{id}"',
        '"fronts/{index:03}-{id}"',
    )
    backs = optional(
        TEXT,
        "The file names of pictures of backs.",
        '"backs/{index:03}-{id}"',
        '"backs/{index:03}-{id}"',
    )
    products = required(
        map_of(ProductKeys.form(), keys="product"),
        "The products of the service, by names of your choice.",
        "{poker: {name: Poker, card: poker}}",
    )
    boxes = optional(
        map_of(BoxKeys.form(), keys="box"),
        "The tuck boxes that it makes, by names of your choice.",
        "{poker-54: {name: Tuck box, product: poker, cards: 54, depth: 0.78in}}",
        "{}",
    )
    rulebook = optional(
        choice(*RulebookPages),
        "Whether the service prints rulebooks: as `pages` of a PDF, each with the `bleed` of"
        " `booklet.yaml` on all sides, as such pages with crop `marks`, or as `pictures` of pages.",
        "marks",
        "none",
    )
    booklets = optional(
        map_of(BookletKeys.form(), keys="booklet"),
        "The booklets that it prints, by names of your choice; if not given, any size.",
        "{large: {name: Large Booklet, page: 5x8in, most: 40}}",
        "{}",
    )
    makes = optional(
        list_of(choice(*Kind)),
        "What else it makes, without a product here: reported as not offered by this file.",
        "[dice, standees]",
    )
    sources = optional(
        list_of(SourceKeys.form()),
        "Where it publishes these figures.",
        '[{url: "https://example.com/templates", date: "2026-11-28"}]',
    )
    steps = optional(
        list_of(TEXT, empty=True),
        "Instructions for ordering on the site, step by step, for the order sheet.",
        '["Upload the fronts, then the backs."]',
        "[]",
    )

    def service(self, name: str) -> Service:
        """Return the service."""
        products = {
            key: Product(
                key,
                product.name,
                product.card.size,
                product.card.cut.shape,
                product.pixels,
                tuple(sorted(product.decks or ())),
                product.least,
                product.most,
                Kind(product.kind),
            )
            for key, product in self.products.items()
        }
        boxes = (
            BoxSize(key, box.name, box.product, box.cards, box.depth)
            for key, box in self.boxes.items()
        )
        booklets = (
            Booklet(key, booklet.name, booklet.page, booklet.pixels, booklet.most)
            for key, booklet in self.booklets.items()
        )
        return Service(
            id=name,
            name=self.name,
            site=self.site,
            format=FileFormat(self.format),
            bleed=self.bleed,
            safe=self.safe,
            dpi=self.dpi,
            colour=ColourSpace(self.colour),
            order=PageOrder(self.order),
            fonts=Fonts(self.fonts),
            copies=Copies(self.copies),
            needs_backs=self.backs_needed,
            ink=self.ink,
            standard=self.standard or "",
            fronts=self.fronts,
            backs=self.backs,
            products=products,
            boxes=tuple(sorted(boxes, key=lambda box: box.cards)),
            rulebook=RulebookPages(self.rulebook),
            booklets=tuple(booklets),
            steps=self.steps,
            makes=tuple(Kind(kind) for kind in self.makes or ()),
            sources=tuple(Source(one.url, one.date) for one in self.sources or ()),
        )


def load_service(path: Path, problems: Problems) -> Service | None:
    """Load the service of a file, with the file's name as id; None if it has errors."""
    keys = read_preset(path, ServiceKeys, problems)
    if keys is None:
        return None
    before = problems.errors
    service = keys.service(path.stem)
    for key, box in keys.boxes.items():
        if box.product not in service.products:
            problems.error(
                codes.NOT_A_CHOICE,
                f"the box `{key}` is for the product `{box.product}`, which does not exist",
                box.at("product"),
                f"expected one of {', '.join(service.products)}",
            )
    return None if problems.errors > before else service
