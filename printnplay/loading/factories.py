"""Factories: what they require of print-ready files, from YAML."""

from pathlib import Path

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read
from printnplay.files.yaml_tree import MAX_BYTES, read_bytes
from printnplay.game.requirements import Requirements, Source
from printnplay.game.services import ColourSpace, Fonts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import (
    ADDRESS,
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    TEXT,
    Record,
    choice,
    list_of,
    optional,
    required,
    whole,
)


class SourceKeys(Record):
    """Where the figures were published."""

    url = required(ADDRESS, "The address of the page.", "https://example.com/guidelines")
    date = required(TEXT, "The date of the text, or of the day it was read.", "2021-06-25")


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

    def requirements(self, name: str) -> Requirements:
        """Return the requirements."""
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
        )


def load_factory(path: Path, problems: Problems) -> Requirements | None:
    """Load the factory of a file, with the file's name as id; None if it has errors."""
    shown = display_path(path)
    try:
        root = read_bytes(read(path, MAX_BYTES), shown, problems)
    except ReadError as error:
        problems.add(error.fault(codes.CANNOT_READ, shown))
        return None
    before = problems.errors
    keys = FactoryKeys(root, problems) if root is not None else None
    if keys is None or problems.errors > before:
        return None
    return keys.requirements(path.stem)
