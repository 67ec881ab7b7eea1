"""Factories: what they require of print-ready files, from YAML."""

from pathlib import Path

from printnplay.game.plates import Plate
from printnplay.game.requirements import Requirements
from printnplay.game.services import ColourSpace, Fonts
from printnplay.game.sources import Source
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Size
from printnplay.loading.forms import (
    ADDRESS,
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    TEXT,
    Record,
    choice,
    list_of,
    map_of,
    optional,
    required,
    whole,
)
from printnplay.loading.presets import read_preset


class SourceKeys(Record):
    """Where the figures were published."""

    url = required(ADDRESS, "The address of the page.", "https://example.com/guidelines")
    date = required(TEXT, "The date of the text, or of the day it was read.", "2021-06-25")


class InkKeys(Record):
    """The names of the spot inks for dies, folds and finishes; leave out what it does not state."""

    cut = optional(TEXT, "What is cut or punched out.", "die-cut")
    kiss = optional(TEXT, "What is cut through stickers, not their liner.", "kiss")
    fold = optional(TEXT, "What is creased and folded.", "crease")
    white = optional(TEXT, "White ink below the others.", "White")
    foil = optional(TEXT, "Hot or cold foil.", "Foil gold")
    varnish = optional(TEXT, "Spot varnish (spot UV).", "Spot UV")
    emboss = optional(TEXT, "What is embossed.", "Emboss")


class RichBlackKeys(Record):
    """The coloured inks of large black areas in per cent, below full black ink."""

    cyan = required(whole(0, 100), "Cyan.", "60")
    magenta = required(whole(0, 100), "Magenta.", "40")
    yellow = required(whole(0, 100), "Yellow.", "40")


class SizeKeys(Record):
    """A width and a height."""

    width = required(LENGTH, "The width.", "270mm")
    height = required(LENGTH, "The height.", "190mm")


class FactoryKeys(Record):
    """What a factory or service requires of a print-ready PDF; leave out what it does not state."""

    name = required(TEXT, "The name of the factory.", "LongPack Games")
    site = required(ADDRESS, "Its address.", "https://www.longpackgames.com")
    sources = required(
        list_of(SourceKeys.form()),
        "Where it publishes these figures.",
        '[{url: "https://example.com/guidelines", date: "2021-06-25"}]',
    )
    colour = optional(choice(*ColourSpace), "The colour space of the files.", "cmyk")
    bleed = optional(LENGTH_OR_ZERO, "The width drawn beyond the cut, on each side.", "3mm")
    safe = optional(LENGTH_OR_ZERO, "The minimum distance of texts from the cut.", "3mm")
    dpi = optional(whole(72, 1200), "The least resolution of pictures, in pixels per inch.", "300")
    line_art = optional(
        whole(72, 2400),
        "The least resolution of pictures in pure black and white, in pixels per inch.",
        "1000",
    )
    ink = optional(
        whole(100, 400),
        "The ink limit in one place, as the sum of the four inks in per cent.",
        "300",
    )
    line = optional(LENGTH, "The thinnest line.", "0.25pt")
    type = optional(LENGTH, "The smallest size of type.", "5pt")
    type_reversed = optional(LENGTH, "The smallest size of white type on a ground.", "6pt")
    standard = optional(TEXT, "The PDF/X standard of the files.", "PDF/X-1a:2003")
    version = optional(TEXT, "The latest PDF version of the files.", '"1.4"')
    fonts = optional(
        choice(*Fonts),
        "Whether fonts are embedded in a PDF, or texts are converted to outlines.",
        "outlines",
        "embedded",
    )
    flat = optional(FLAG, "Whether transparency and layers are refused.", "yes", "no")
    profile = optional(TEXT, "The ICC profile of its press, by name.", "fogra39")
    rich_black = optional(
        RichBlackKeys.form(),
        "The inks of large black areas; without, those of the profile.",
        "{cyan: 60, magenta: 40, yellow: 40}",
    )
    inks = optional(InkKeys.form(), "The names of its spot inks.", "{cut: die-cut}")
    wrap = optional(
        LENGTH, "How far the art of a box goes beyond the edges that it is turned in over.", "17mm"
    )
    stocks = optional(
        map_of(TEXT, keys="part"),
        "The stock and finish of each part, for the specification: `cards`, `rulebook`, `cover`,"
        " `box`, `boards`, `punchboards`, `stickers`, `mats`, `score-sheets`.",
        '{cards: "310 g/m2 black core, linen"}',
    )
    punchboard = optional(
        SizeKeys.form(),
        "The size of the boards that pieces are punched out of.",
        "{width: 270mm, height: 190mm}",
    )

    def requirements(self, name: str) -> Requirements:
        """Return the requirements."""
        board, rich = self.punchboard, self.rich_black
        return Requirements(
            id=name,
            name=self.name,
            site=self.site,
            sources=tuple(Source(one.url, one.date) for one in self.sources),
            colour=ColourSpace(self.colour) if self.colour else None,
            bleed=self.bleed,
            safe=self.safe,
            dpi=self.dpi,
            line_art=self.line_art,
            ink=self.ink,
            line=self.line,
            type=self.type,
            type_reversed=self.type_reversed,
            standard=self.standard or "",
            version=self.version or "",
            outlines=Fonts(self.fonts) is Fonts.OUTLINES,
            flat=self.flat,
            profile=self.profile or "",
            rich_black=(rich.cyan, rich.magenta, rich.yellow, 100) if rich else None,
            inks=tuple((plate, str(name)) for plate in Plate if (name := _ink(self.inks, plate))),
            wrap=self.wrap,
            stocks=tuple((self.stocks or {}).items()),
            punchboard=Size(board.width, board.height) if board else None,
        )


def _ink(inks: InkKeys | None, plate: Plate) -> str:
    """Return the name that a factory states for a plate; empty if it states none."""
    return (getattr(inks, plate.value) or "") if inks is not None else ""


def load_factory(path: Path, problems: Problems) -> Requirements | None:
    """Load the factory of a file, with the file's name as id; None if it has errors."""
    keys = read_preset(path, FactoryKeys, problems)
    return keys.requirements(path.stem) if keys is not None else None
