"""Drawn faces: each one clean SVG document, and how its texts went into their boxes."""

from typing import TypeAlias

from msgspec import Struct

from printnplay.kernel.geometry import Rect, Size, Um


class Picture(Struct, frozen=True, cache_hash=True):
    """One distinct face as an SVG document.

    `size` is the trimmed size; the drawing reaches `bleed` further on every side. The document's
    viewBox is in millimetres with the origin at the trimmed top left corner. `texts` are the
    strings that a reader of the PDF must be able to find, in reading order; `alt` describes it;
    `template` is the file that it was drawn from, as the user would type it.
    """

    name: str
    size: Size
    bleed: Um
    svg: str
    texts: tuple[str, ...] = ()
    alt: str = ""
    template: str = ""

    @property
    def extent(self) -> Rect:
        """The drawn area, bleed included, from the trimmed corner."""
        return Rect(0, 0, self.size.width, self.size.height).grown(self.bleed)


FigureKey: TypeAlias = tuple[str, str, str]
"""What a figure is known by: its template, its example, a hash of what else it is drawn from."""


class BoxFit(Struct, frozen=True):
    """One text in its box.

    `box` is the key of the text, or the words where it has none. `size` is what it is set at,
    between `largest` and `smallest`. `free` is the share of the box's height that is left, below
    nought for a text that is too high; for a single line that of its width, if that is more. `gap`
    is how far the worst line is from an even one: the share that it falls short by, or in
    `justified` text what is added to each of its spaces, in spaces. `width` and `height` are those
    of the box.
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
        """How much of the range of sizes is left below this one: 1 at the largest size."""
        span = self.largest - self.smallest
        return (self.size - self.smallest) / span if span else 1.0

    @property
    def tightness(self) -> tuple[bool, float, float]:
        """Sorts the tightest first: what does not fit, then the smallest type, the fullest box."""
        return self.fits, self.slack, self.free
