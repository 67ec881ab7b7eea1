"""A drawn face: one SVG document, clean and complete."""

from dataclasses import dataclass

from printnplay.model.geometry import Rect, Size, Um


@dataclass(frozen=True, slots=True)
class Picture:
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
