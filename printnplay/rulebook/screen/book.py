"""Rulebooks for screens: an outline with its texts and pictures, as pages and EPUBs are made of."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from printnplay.game.rulebook import (
    AnatomyBlock,
    CardBlock,
    FigureBlock,
    HeadingBlock,
    Outline,
    Section,
    every_block,
)
from printnplay.kernel.geometry import Size
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.kernel.languages import is_right_to_left
from printnplay.rulebook.screen.web_fonts import WebFont
from printnplay.scene.style import Style


class Drawing(Struct, frozen=True):
    """A picture as a part of a page: its trimmed size, SVG without its root, and what it shows.

    Its ids begin with `id`, which no other drawing of the book has.
    """

    id: str
    size: Size
    content: str
    alt: str = ""


class Drawings(Struct, frozen=True):
    """The drawings of a book; what cannot be drawn is missing.

    Cards and boards are named by their ids, icons by their names, pictures by their files. `cover`
    is that of the printed rulebook.
    """

    cards: Mapping[str, Drawing] = field(default_factory=dict)
    boards: Mapping[str, Drawing] = field(default_factory=dict)
    icons: Mapping[str, Drawing] = field(default_factory=dict)
    files: Mapping[str, Drawing] = field(default_factory=dict)
    figures: Mapping[FigureBlock, Drawing] = field(default_factory=dict)
    cover: Drawing | None = None


class Place(Struct, frozen=True):
    """A page that another page leads to: its address from there, its name, and its language."""

    address: str
    name: str
    language: str


class Book(Struct, frozen=True):
    """A rulebook in one language.

    `name` is that of its files without their ending. `words` are the texts by key, as they are
    printed; links in them name anchors, `pages` has the number of the printed page of each. `fonts`
    are the faces that it is set in. `cover` is the cover as PNG if there is one, `lines` are what
    is on it beside the title. `makers` made the game; `notices` are what else has to be said.
    `languages` are the editions in all languages, this one too, if
    there are several; `games` is the page of all games. `written` is when it was last changed, in
    seconds since 1970. `draft` is the word for a draft, if it is one.
    """

    name: str
    game: str
    title: str
    language: str
    outline: Outline
    words: Mapping[str, tuple[Inline, ...]]
    drawings: Drawings
    style: Style
    fonts: tuple[WebFont, ...]
    cover: bytes = b""
    lines: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    pages: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[Place, ...] = ()
    games: Place | None = None
    written: int = 0
    draft: str = ""

    @property
    def direction(self) -> str:
        """Where lines run to, as HTML names it."""
        return direction(self.language)

    def plain(self, key: str) -> str:
        """Return the words of a text alone."""
        inlines = self.words[key]
        text = "".join(inline.text for inline in inlines if isinstance(inline, InlineText))
        return " ".join(text.replace("\u00ad", "").split(" ")).strip()


def direction(language: str) -> str:
    """Return the direction of a language's lines, as HTML names it."""
    return "rtl" if is_right_to_left(language) else "ltr"


def anchors_of(section: Section) -> Iterator[str]:
    """Yield the names by which texts refer to a section and to what is in it."""
    yield section.id
    for block in every_block(section.blocks):
        if isinstance(block, HeadingBlock) and block.id:
            yield block.id
        elif isinstance(block, FigureBlock):
            yield block.name
        elif isinstance(block, CardBlock | AnatomyBlock):
            yield f"cards.{block.card}"
