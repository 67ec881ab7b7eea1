"""Rendered faces: a clean SVG document for each, and how its texts fit their boxes."""

from typing import TypeAlias

from msgspec import Struct

from printnplay.kernel.geometry import Rect, Size, Um


class ShownArt(Struct, frozen=True):
    """A picture file that a face shows, and a hash of it.

    `per_inch` is its least resolution as printed, in pixels; 0 for a drawing, and for pixels inside
    of one.
    """

    file: str
    digest: str
    per_inch: float = 0


class Picture(Struct, frozen=True, cache_hash=True):
    """One distinct face as an SVG document.

    `size` is the trimmed size; the drawing extends by `bleed` on every side. The document's viewBox
    is in millimetres with the origin at the trimmed top left corner. `texts` are the strings that a
    reader of the PDF must be able to find, in reading order; `alt` describes the face; `template`
    is the file that it was drawn from, as the user would type it; `art` are the files of pictures
    that it shows.
    """

    name: str
    size: Size
    bleed: Um
    svg: str
    texts: tuple[str, ...] = ()
    alt: str = ""
    template: str = ""
    art: tuple[ShownArt, ...] = ()

    @property
    def extent(self) -> Rect:
        """The drawn area, bleed included, from the trimmed corner."""
        return Rect(0, 0, self.size.width, self.size.height).grown(self.bleed)


FigureKey: TypeAlias = tuple[str, str, str]
"""The key of a figure: its template, its example, and a hash of its other inputs."""


class BoxFit(Struct, frozen=True):
    """The fit of one text in its box.

    `box` is the key of the text, or its words if it has no key. `size` is the font size, between
    `largest` and `smallest`. `free` is the unused share of the box's height, negative if the text
    overflows; for a single line, the unused share of the width, if that is more. `gap` measures the
    worst line: the share by which it falls short, or in `justified` text the amount added to each
    of its spaces, in spaces. `width` and `height` are the size of the box.
    """

    box: str
    size: Um
    largest: Um
    smallest: Um
    lines: int
    free: float
    gap: float
    justified: bool
    fits: bool
    width: Um = 0
    height: Um = 0

    @property
    def slack(self) -> float:
        """The share of the range of sizes that is left below this one: 1 at the largest size."""
        span = self.largest - self.smallest
        return (self.size - self.smallest) / span if span else 1.0

    @property
    def tightness(self) -> tuple[bool, float, float]:
        """A sort key, tightest first: overflowing texts, the smallest type, the fullest box."""
        return self.fits, self.slack, self.free
