"""What factories and services require of a print-ready PDF."""

from msgspec import Struct

from printnplay.game.plates import DIES, NAMES, Plate
from printnplay.game.services import ColourSpace, FileFormat, Fonts, RulebookPages, Service
from printnplay.game.sources import Source
from printnplay.kernel.geometry import Size, Um, mm, pt


class Requirements(Struct, frozen=True):
    """The requirements for a PDF; a field is None, empty or false where nothing is stated.

    `bleed` is drawn beyond the cut on each side; texts stay `safe` away from the cut. `dpi` is the
    least resolution of pictures, `line_art` that of pictures in pure black and white, in pixels per
    inch. `ink` is the limit of the sum of all inks in per cent. `line` is the thinnest line, `type`
    the smallest size of type, `type_reversed` that of white type on a ground. `standard` is the
    PDF/X standard, `version` the latest PDF version. With `outlines`, no fonts may be used; with
    `flat`, neither transparency nor layers. `sizes` are the only trimmed sizes that are made, with
    their names. `takes_pdf` is false where only pictures are taken.

    `profile` is the ICC profile of the press, by its name. `rich_black` are the inks of large black
    areas in per cent. `inks` are the names of the spot inks
    for dies, folds and finishes. Art of boxes goes `wrap` beyond the edges that it is turned in
    over. `stocks` are papers, boards and finishes by the part that is made of them. Pieces are
    punched out of boards of the size `punchboard`.
    """

    id: str = ""
    name: str = ""
    site: str = ""
    sources: tuple[Source, ...] = ()
    takes_pdf: bool = True
    colour: ColourSpace | None = None
    bleed: Um | None = None
    safe: Um | None = None
    dpi: int | None = None
    line_art: int | None = None
    ink: int | None = None
    line: Um | None = None
    type: Um | None = None
    type_reversed: Um | None = None
    standard: str = ""
    version: str = ""
    outlines: bool = False
    flat: bool = False
    sizes: tuple[tuple[str, Size], ...] = ()
    profile: str = ""
    rich_black: tuple[int, int, int, int] | None = None
    inks: tuple[tuple[Plate, str], ...] = ()
    wrap: Um | None = None
    stocks: tuple[tuple[str, str], ...] = ()
    punchboard: Size | None = None

    def spot(self, plate: Plate) -> str:
        """Return the name of the spot ink of a plate: that of the factory, or the usual one."""
        return dict(self.inks).get(plate, NAMES[plate])

    def spots(self) -> frozenset[str]:
        """Return the names of spot inks that need no explanation.

        These are those that it states and, if it states any, the usual ones of other dies: press
        sets have them.
        """
        dies = {self.spot(plate) for plate in DIES} if self.inks else set()
        return frozenset(dies | {name for _, name in self.inks})


GENERAL = Requirements(
    bleed=mm(3),
    safe=mm(3),
    dpi=300,
    line_art=600,
    ink=300,
    line=pt(0.25),
    type=pt(5),
    type_reversed=pt(6),
    inks=tuple((plate, NAMES[plate]) for plate in DIES),
    wrap=mm(17),
    punchboard=Size(mm(270), mm(190)),
)
"""The rules of thumb that apply where a printer states nothing: each breach is only a warning.

Cutters and box makers look for spot inks with these names, and for no others.

Bleed, safe distance, resolution and ink are those of `services/offset.yaml`; 600 pixels per inch
for line art and the sizes of lines and type are the usual advice of printers. Boxes are wrapped by
17 mm at Hopes Games, by 15 to 17 elsewhere. A punchboard of 270 x 190 mm fits into a box of A4.
Guesses.
"""


def required_by(service: Service) -> Requirements:
    """Return the requirements of a print service for a PDF."""
    makes_books = service.rulebook is not RulebookPages.NONE
    products = () if makes_books else service.products.values()
    return Requirements(
        id=service.id,
        name=service.name,
        site=service.site,
        takes_pdf=service.format is FileFormat.PDF,
        colour=service.colour,
        bleed=service.bleed,
        safe=service.safe,
        dpi=service.dpi,
        ink=service.ink,
        standard=service.standard,
        outlines=service.fonts is Fonts.OUTLINES,
        sizes=tuple((product.name, product.size) for product in products),
    )
