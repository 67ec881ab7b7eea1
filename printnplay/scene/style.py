"""The look of a game: its named colours and its text styles."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um
from printnplay.kernel.inlines import BUILT_IN, InlineStyle
from printnplay.kernel.strings import plain_name

ALONE, TOGETHER, GROUP = FITS = ("alone", "together", "group")
"""Which cards set a text at one size: each card by itself, all of its family, all of its group."""
SHARING = (TOGETHER, GROUP)


class LetterOutline(Struct, frozen=True):
    """A line around letters, outside of their shapes; `colour` is a colour of the style."""

    width: Um
    colour: str


class LetterShadow(Struct, frozen=True):
    """A copy of letters behind them, moved to the right and down; `colour` is one of the style."""

    x: Um
    y: Um
    colour: str


class TextStyle(Struct, frozen=True):
    """The typesetting of one kind of text.

    Letters that `family` lacks are set in the first family of `fallback` that has them. `weight`
    and `bold` are font weights (1 to 1000) of plain and **strong** text; `leading` is the distance
    of baselines; `before` and `after` are the spaces around a paragraph; `align` is `left`,
    `centre`, `right` or `justify`; `minimum` is the smallest size that automatic fitting may reach.
    With `fill_lines`, each line takes as many words as fit, instead of lines of even lengths.
    Emphasis in `italic` text is upright. `fit` is `alone`, or which cards share a size for texts in
    this style in the same box: `together` those of a family, `group` those of a group. `word_space`
    is the width of spaces between words, in percent of the font's own. `outline` and `shadow` are
    drawn behind the letters in templates.
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
    fill_lines: bool = False
    fallback: tuple[str, ...] = ()
    italic: bool = False
    fit: str = "alone"
    word_space: int = 100
    outline: LetterOutline | None = None
    shadow: LetterShadow | None = None

    @property
    def face_key(self) -> Hashable:
        """The settings that choose the faces of its words: a part of cache keys."""
        return self.family, self.fallback, self.weight, self.bold, self.italic

    def scaled(self, percent: int) -> "TextStyle":
        """Return the text style with larger or smaller type, and spaces to match.

        Larger type may still shrink to the same minimum, as the boxes of texts keep their sizes.
        """
        lengths = ("size", "leading", "before", "after")
        scaled = {name: getattr(self, name) * percent // 100 for name in lengths}
        return replace(self, **scaled, minimum=min(self.minimum, scaled["size"]))


class Ink(Struct, frozen=True):
    """The ink of a colour: the four process inks in percent, or a named spot ink.

    `rgb` is the colour's value in drawings and on screens. A spot ink without `cmyk` is replaced by
    `rgb` where it is not available.
    """

    rgb: str
    cmyk: tuple[int, ...] = ()
    spot: str = ""


Edges: TypeAlias = Literal["all", "side", "below"]
"""The position of a panel's edge: all around, on the side where lines begin, or below."""


class PanelLook(Struct, frozen=True):
    """The background and edge of a block that is set apart from the surrounding text.

    Colours are names of the style; without a name there is no background or edge.
    """

    ground: str = ""
    edge: str = ""
    width: Um = 0
    edges: Edges = "all"
    radius: Um = 0
    padding: Um = 0


class PageMargins(Struct, frozen=True):
    """The space between the trimmed edges of a page and its text."""

    top: Um
    bottom: Um
    inner: Um
    outer: Um


class PageLook(Struct, frozen=True):
    """The look of the rulebook's pages, except their type.

    Without `margins`, these depend on the page size. `running` is the content of the running head,
    `running_at` its place. `thumbs` are the colours of the marks on the outer edge, one for each
    section. `panels` are the looks of `heading`, `note`, `sidebar`, `turn`, `quote`, `code`,
    `table`, `components`. `least_figure` is how small figures may be printed, in percent.
    """

    margins: PageMargins | None = None
    running: Literal["none", "title", "section"] = "none"
    running_at: Literal["head", "foot"] = "head"
    folio: Literal["centre", "outer"] = "centre"
    thumbs: tuple[str, ...] = ()
    panels: Mapping[str, PanelLook] = field(default_factory=dict)
    least_figure: int = 62


class Colours(dict[str, str]):
    """Colours as `#rrggbb` by name, found by the value of a card field as well.

    >>> colours = Colours({"blute": "#aa3355"})
    >>> colours["Blüte"], colours.get("Blatt", "none")
    ('#aa3355', 'none')
    """

    def __missing__(self, name: str) -> str:
        """Return the colour whose name is a plain form of this one."""
        plain = plain_name(str(name), "-")
        if plain in self:
            return self[plain]
        raise KeyError(name)

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ANN401  as a dict
        """Return the same; `default` if there is none."""
        try:
            return self[name]
        except KeyError:
            return default


class Style(Struct, frozen=True):
    """A style folder's `style.yaml`: colours as `#rrggbb` by name, text styles by name.

    `families` is where each font family is first named, `weights` where each text style sets its
    `weight` and `bold`; `inks` are the colours with inks of their own; `raster` allows rasterizing
    faces that cannot be vectors; `black_text` sets dark text in black ink alone; `pages` is the
    look of the rulebook; `inlines` are the inline styles by name.
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
    inlines: Mapping[str, InlineStyle] = field(default_factory=lambda: BUILT_IN)

    def scaled(self, percent: int) -> "Style":
        """Return the style with larger or smaller type."""
        return replace(self, text={name: text.scaled(percent) for name, text in self.text.items()})

    @property
    def fits(self) -> frozenset[str]:
        """Which cards share the size of some text: `together`, `group`, both or none."""
        return frozenset(text.fit for text in self.text.values()).intersection(SHARING)
