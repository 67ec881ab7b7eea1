"""The look of a game: its colours by name and its text styles."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um


class TextStyle(Struct, frozen=True):
    """How text of one kind is set.

    What `family` lacks letters for is set in the first family of `fallback` that has them.
    `weight` and `bold` are font weights (1 to 1000) of plain and **strong** text; `leading` is the
    distance of baselines; `before` and `after` are the spaces around a paragraph; `align` is
    `left`, `centre`, `right` or `justify`; `minimum` is the smallest size that automatic fitting
    may reach. `italic` text is upright where it is emphasised. With `together`, all texts of a
    family of cards that are set in this style in the same box are of one size. `word_space` is how
    wide the spaces between words are, in percent of those that the font has.
    """

    family: str
    weight: int
    bold: int
    size: Um
    leading: Um
    colour: str
    minimum: Um
    before: Um = 0
    after: Um = 0
    align: str = "left"
    hyphenate: bool = True
    fallback: tuple[str, ...] = ()
    italic: bool = False
    together: bool = False
    word_space: int = 100


class Ink(Struct, frozen=True):
    """What a colour is printed with: the four process inks in percent, or a spot ink by its name.

    `rgb` is how the colour is written in drawings and shown on screens. A spot ink without `cmyk`
    is shown as `rgb` where it is not available.
    """

    rgb: str
    cmyk: tuple[int, ...] = ()
    spot: str = ""


Edges: TypeAlias = Literal["all", "side", "below"]
"""Where the edge of a panel is: all around, on the side where lines begin, or below."""


class PanelLook(Struct, frozen=True):
    """What lies behind a block that is to be told from the text around: its ground and its edge.

    Colours are names of the style; without a name there is no ground or edge.
    """

    ground: str = ""
    edge: str = ""
    width: Um = 0
    edges: Edges = "all"
    radius: Um = 0
    padding: Um = 0


class PageMargins(Struct, frozen=True):
    """What is between the trimmed edges of a page and its text."""

    top: Um
    bottom: Um
    inner: Um
    outer: Um


class PageLook(Struct, frozen=True):
    """How the pages of the rulebook look beside their type.

    Without `margins` these go with the size of the page. `running` says what is in the head of
    each page; `thumbs` are the colours of the marks on the outer edge, a mark for each section.
    `panels` are the looks of `heading`, `note`, `sidebar`, `turn`, `quote`, `table`, `components`.
    """

    margins: PageMargins | None = None
    running: Literal["none", "title", "section"] = "none"
    folio: Literal["centre", "outer"] = "centre"
    thumbs: tuple[str, ...] = ()
    panels: Mapping[str, PanelLook] = field(default_factory=dict)


class Style(Struct, frozen=True):
    """A style folder's `style.yaml`: colours as `#rrggbb` by name, text styles by name.

    `families` says where each font family is named first, `weights` where each text style says its
    `weight` and `bold`; `inks` are the colours that are printed with inks of their own; `raster`
    allows faces as pixels that cannot be vectors; `black_text` sets dark text in black ink alone;
    `pages` is how the rulebook looks.
    """

    id: str
    colours: Mapping[str, str]
    text: Mapping[str, TextStyle]
    span: Span
    families: Mapping[str, Span] = field(default_factory=dict)
    weights: Mapping[str, Mapping[str, Span]] = field(default_factory=dict)
    inks: tuple[Ink, ...] = ()
    raster: bool = True
    black_text: bool = False
    pages: PageLook = field(default_factory=PageLook)

    @property
    def fits_together(self) -> bool:
        """Whether cards of a family share the size of some text."""
        return any(text.together for text in self.text.values())
