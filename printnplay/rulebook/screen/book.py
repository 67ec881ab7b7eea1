"""Rulebooks for screens: an outline with its texts and pictures, the source of HTML and EPUB."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from printnplay.game.rulebook import (
    AnatomyBlock,
    CardBlock,
    FigureBlock,
    HeadingBlock,
    IndexBlock,
    Outline,
    ParagraphBlock,
    Section,
    every_block,
)
from printnplay.kernel.geometry import Size
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.kernel.languages import is_right_to_left
from printnplay.rulebook.screen.web_fonts import WebFont
from printnplay.scene.style import Style


class Drawing(Struct, frozen=True):
    """A picture on a page: its trimmed size, its SVG content without the root, its alt text.

    Its ids begin with `id`, which is unique in the book. `outline` is the path of its shape, as SVG
    path data in millimetres; empty for a rectangle.
    """

    id: str
    size: Size
    content: str
    alt: str = ""
    outline: str = ""


class Drawings(Struct, frozen=True):
    """The drawings of a book; those with errors are missing.

    The keys of cards and boards are their ids, those of icons their names, those of pictures their
    files. `cover` is the cover of the printed rulebook.
    """

    cards: Mapping[str, Drawing] = field(default_factory=dict)
    boards: Mapping[str, Drawing] = field(default_factory=dict)
    icons: Mapping[str, Drawing] = field(default_factory=dict)
    files: Mapping[str, Drawing] = field(default_factory=dict)
    figures: Mapping[FigureBlock, Drawing] = field(default_factory=dict)
    cover: Drawing | None = None


class Place(Struct, frozen=True):
    """A page that another page links to: its address from there, its name, and its language."""

    address: str
    name: str
    language: str


class IndexLine(Struct, frozen=True):
    """A line of the index: its words, and the title and the anchor of each part that it names."""

    words: str
    parts: tuple[tuple[str, str], ...]


class Book(Struct, frozen=True):
    """A rulebook in one language.

    `name` is the stem of its file names. `words` are the texts by key, as printed; links in them
    name anchors, and `pages` maps anchors to printed page numbers. `fonts` are its faces. `cover`
    is the cover as PNG if there is one, `lines` are the texts on it beside the title. `makers` made
    the game; `notices` are further notices. `languages` are the editions in all languages,
    including this one, if there are several; `games` is the page of all games. `written` is the
    time of its last change, in seconds since 1970. `draft` is the draft mark, if it is a draft.
    `index` has the lines of each index, `numbers` the numbers of headings and rules by key.
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
    index: Mapping[IndexBlock, tuple[IndexLine, ...]] = field(default_factory=dict)
    numbers: Mapping[str, InlineText] = field(default_factory=dict)

    @property
    def direction(self) -> str:
        """The direction of lines, as HTML names it."""
        return direction(self.language)

    def plain(self, key: str) -> str:
        """Return a text without markup."""
        text = "".join(inline.said for inline in self.words[key])
        return " ".join(text.replace("\u00ad", "").split(" ")).strip()


def direction(language: str) -> str:
    """Return the direction of a language's lines, as HTML names it."""
    return "rtl" if is_right_to_left(language) else "ltr"


def anchors_of(section: Section) -> Iterator[str]:
    """Yield the names that texts use to refer to a section and its parts."""
    yield section.id
    for block in every_block(section.blocks):
        if isinstance(block, HeadingBlock) and block.id:
            yield block.id
        elif isinstance(block, ParagraphBlock):
            yield block.key
        elif isinstance(block, FigureBlock):
            yield block.name
        elif isinstance(block, CardBlock | AnatomyBlock):
            yield f"cards.{block.card}"
