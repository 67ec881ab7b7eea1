"""Pages, sheets and documents ready to be written: positioned items, numbers only.

This is the only interface between layout and output. Output modules draw these items and decide
nothing; imposition and page layout create them and draw nothing.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Affine, Point, Rect, Size, Um
from printnplay.kernel.printing import Flip
from printnplay.kernel.shapes import Outline
from printnplay.kernel.values import Comparable
from printnplay.scene.origin import Origin
from printnplay.scene.picture import Picture
from printnplay.scene.style import Ink

_MEANT = re.compile(r"""["&,;{}<>\\\x00-\x1f]""")
"""Characters with a meaning in styles, drawings or web pages, which a name there cannot contain."""


def family_name(said: str) -> str:
    """Return the name of a font family in a project, from the names in its file.

    >>> family_name("Rock'n  Roll"), family_name("Ham & Eggs")
    ('Rock’n Roll', 'Ham Eggs')
    """
    return " ".join(_MEANT.sub(" ", said).replace("'", "’").split())


class FontFace(Struct, frozen=True):
    """A font file; runs refer to it by its unique `name`."""

    name: str
    family: str
    weight: int
    italic: bool
    path: str

    def distance(self, wanted: int) -> tuple[int, int]:
        """Return the distance from a weight; browsers take the nearest (CSS Fonts 4, 5.2).

        >>> FontFace("Lamp 500", "Lamp", 500, False, "").distance(600)
        (1, 100)
        """
        weight = self.weight
        if 400 <= wanted <= 500:
            steps = (wanted <= weight <= 500, weight < wanted, True)
        elif wanted < 400:
            steps = (weight <= wanted, True, True)
        else:
            steps = (weight >= wanted, True, True)
        return steps.index(True), abs(weight - wanted)


class Run(Struct, frozen=True):
    """Text in one font, size and colour. `x` counts from the start of its line.

    `space` is added to every space and no-break space (U+0020, U+00A0) of the text. With
    `small_caps`, lowercase letters use the font's own small capitals. A run is written in one
    direction; a `right_to_left` run also has its text in reading order. A soft hyphen (U+00AD) is
    drawn as a hyphen, but is not part of the words that are read; a non-breaking hyphen (U+2011) is
    drawn like any other.
    """

    x: Um
    text: str
    face: str
    size: Um
    colour: str
    space: Um = 0
    small_caps: bool = False
    right_to_left: bool = False


Role: TypeAlias = Literal[
    "Document",
    "Sect",
    "Div",
    "H1",
    "H2",
    "H3",
    "P",
    "L",
    "LI",
    "Lbl",
    "LBody",
    "Table",
    "TR",
    "TH",
    "TD",
    "TOC",
    "TOCI",
    "Index",
    "Figure",
    "Formula",
    "Caption",
    "Note",
    "Aside",
    "BlockQuote",
    "Reference",
    "Link",
    "Span",
    "Code",
]
"""The role of a part of a text: a structure type of PDF (ISO 32000-1, 14.8.4), or `Aside`."""


class Tag(Struct, frozen=True, eq=False):
    """A structure element of a text, such as one paragraph, for screen readers.

    Every tag is distinct, even from an equal one; its lines may be on two pages. `alt` describes a
    figure or formula; `actual` is the text that an inline drawing replaces. `language` is set if it
    differs from the surrounding one. `kind` is the numbering of a list (`Disc`, `Decimal`), or
    whether a table head is that of a `Row` or a `Column`.
    """

    role: Role
    alt: str = ""
    actual: str = ""
    language: str = ""
    kind: Literal["", "Disc", "Decimal", "Row", "Column"] = ""


Tags: TypeAlias = tuple[Tag, ...]
"""The structure elements that contain an item, outermost first. An item in none is decoration."""


class TextLine(Comparable, frozen=True, eq=False):
    """A line of text: the start of its baseline and its runs. Turned clockwise about the start.

    `source` is where the text of the line is written, if it is a single text.
    """

    uncompared = ("source", "tags")

    at: Point
    runs: tuple[Run, ...]
    turn: int = 0
    source: Span | None = None
    tags: Tags = ()


class Label(Struct, frozen=True):
    """A short text, measured but not yet placed: its runs, width, and height of its capitals."""

    runs: tuple[Run, ...]
    width: Um
    height: Um


LineKind: TypeAlias = Literal["cut", "fold", "trim", "glue", "rule", "guide", "bleed", "safe"]
"""The purpose of a line; `guide` shows round corners, `bleed` and `safe` are on proofs only."""


class Stroke(Struct, frozen=True):
    """A straight line: its kind, width, dashes and colour.

    A white line that is wider by `halo` on each side lies below it, so that it shows on any
    background. A `sample` is part of a legend: nothing is cut or folded there.
    """

    kind: LineKind
    start: Point
    end: Point
    width: Um
    colour: str
    dash: tuple[Um, ...] = ()
    halo: Um = 0
    sample: bool = False


class Contour(Struct, frozen=True):
    """A closed solid line of any shape, above a white one that is wider by `halo` on each side."""

    kind: LineKind
    outline: Outline
    width: Um
    colour: str
    halo: Um = 0


class Panel(Struct, frozen=True):
    """A filled or outlined rectangle with round corners."""

    rect: Rect
    fill: str = ""
    stroke: str = ""
    stroke_width: Um = 0
    radius: Um = 0


class Stamp(Comparable, frozen=True, eq=False):
    """A picture on a page: `rect` is the position of its trimmed area, after turning.

    The picture is turned clockwise by `turn` (0, 90, 180, 270) within `rect`, and scaled to fill
    it. `clip` clips it; without one the whole bleed shows. `outline` clips it too, where cards of
    another shape are close.
    """

    uncompared = ("tags",)

    picture: Picture
    rect: Rect
    turn: int = 0
    clip: Rect | None = None
    outline: Outline | None = None
    tags: Tags = ()


class Leaf(Struct, frozen=True):
    """A laid-out page placed on a sheet: `rect` is the position of its trimmed area.

    `clip` clips it; without one the whole bleed shows.
    """

    page: "Page"
    rect: Rect
    turn: int = 0
    clip: Rect | None = None


class Anchor(Struct, frozen=True):
    """A named place on a page that links lead to; nothing is drawn."""

    at: Point
    name: str


class Link(Comparable, frozen=True, eq=False):
    """A clickable area on a page that leads to an anchor of the document, or to a web address.

    `words` describe the target.
    """

    uncompared = ("tags",)

    rect: Rect
    target: str
    words: str = ""
    tags: Tags = ()


def is_address(target: str) -> bool:
    """Return whether the target of a link is a web address, not an anchor."""
    return target.startswith(("https://", "http://"))


Item: TypeAlias = TextLine | Stroke | Contour | Panel | Stamp | Leaf | Anchor | Link


class Bookmark(Struct, frozen=True):
    """An entry of the outline that a PDF reader shows beside the pages; level 0 is the top."""

    title: str
    level: int = 0


BadBreak: TypeAlias = Literal["section", "paragraph", "shown"]
"""What a page break harms: a section that begins low on its page; a paragraph, or a text and the
figure it introduces, on two sides of a leaf."""


class Page(Struct, frozen=True):
    """A laid-out page: its trimmed size and its items in reading order.

    `fill` is the share of its height that text and pictures fill; None for a page without text. A
    page that `ends` a part of the book may be less full than the others. `pitch` has the distances
    of the last line of a paragraph and the first of the next one, `breaks` what its end harms. A
    `filler` completes a sheet, and is omitted on screens.
    """

    size: Size
    items: tuple[Item, ...]
    label: str = ""
    bookmarks: tuple[Bookmark, ...] = ()
    fill: float | None = None
    ends: bool = False
    pitch: frozenset[Um] = frozenset()
    breaks: frozenset[BadBreak] = frozenset()
    filler: bool = False


class PageCount(Struct, frozen=True):
    """The number of pages of a booklet, and how many of them are not just fillers."""

    whole: int
    written: int


class Sheet(Struct, frozen=True):
    """One side of a sheet of paper. `trim` is the area left after trimming, if any.

    `bleed` is how far the drawing extends beyond it. `cuts` are the outlines of the cards on it,
    for cutting machines. `is_back` marks a side that is printed on the back of another. `placement`
    moves all of it, to compensate for a printer's offset.
    """

    size: Size
    items: tuple[Item, ...]
    label: str = ""
    bookmarks: tuple[Bookmark, ...] = ()
    trim: Rect | None = None
    cuts: tuple[Outline, ...] = ()
    is_back: bool = False
    placement: Affine | None = None
    bleed: Um = 0


UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of a document without a date."""


class Document(Struct, frozen=True):
    """A file to write. `flip` is the edge to turn its sheets over on, None for one-sided sheets.

    Sheets to cut and fold are `to_scale`; others may be scaled to fit the paper. An `accessible`
    document is tagged for screen readers. `date` is when its sources last changed. `inks` are the
    colours with inks of their own; `raster` allows rasterizing pictures that cannot be vectors.
    `notes` are hints to read before printing. With `overprints`, lines in spot inks do not knock
    out what lies below; `layers` separate art, text and lines. `origin` says what the file shows,
    of which version of the game.
    """

    title: str
    subject: str
    author: str
    language: str
    sheets: tuple[Sheet, ...]
    fonts: tuple[FontFace, ...]
    flip: Flip | None = None
    inks: tuple[Ink, ...] = ()
    raster: bool = True
    notes: tuple[str, ...] = ()
    to_scale: bool = True
    accessible: bool = False
    date: datetime = UNDATED
    overprints: bool = False
    layers: bool = False
    origin: Origin | None = None


def within(items: Iterable[Item], tag: Tag) -> tuple[Item, ...]:
    """Return the items inside a parent tag, except lines, backgrounds and ornaments."""
    return tuple(
        TextLine(item.at, item.runs, item.turn, item.source, (tag, *item.tags))
        if isinstance(item, TextLine)  # a book has thousands: `replace` would be slow
        else replace(item, tags=(tag, *item.tags))
        if isinstance(item, Stamp | Link) and item.tags
        else item
        for item in items
    )


def untagged(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the same items without tags, so that text shown twice is read aloud once."""
    return tuple(
        replace(item, tags=()) if isinstance(item, TextLine | Stamp | Link) else item
        for item in items
    )


def shifted(items: Sequence[Item], dx: Um, dy: Um) -> tuple[Item, ...]:
    """Return the items moved right and down."""
    if not (dx or dy):
        return tuple(items)
    return tuple(
        TextLine(item.at.moved(dx, dy), item.runs, item.turn, item.source, item.tags)
        if isinstance(item, TextLine)  # as above
        else _shifted(item, dx, dy)
        for item in items
    )


def _shifted(item: Item, dx: Um, dy: Um) -> Item:
    match item:
        case TextLine(at=at) | Anchor(at=at):
            return replace(item, at=at.moved(dx, dy))
        case Stroke(start=start, end=end):
            return replace(item, start=start.moved(dx, dy), end=end.moved(dx, dy))
        case Contour(outline=outline):
            return replace(item, outline=outline.mapped(lambda point: point.moved(dx, dy)))
        case Stamp(rect=rect, clip=clip, outline=outline) as stamp:
            moved_clip = clip.moved(dx, dy) if clip else None
            kept = outline.mapped(lambda point: point.moved(dx, dy)) if outline else None
            return replace(stamp, rect=rect.moved(dx, dy), clip=moved_clip, outline=kept)
        case Leaf(rect=rect, clip=clip):
            moved_clip = clip.moved(dx, dy) if clip else None
            return replace(item, rect=rect.moved(dx, dy), clip=moved_clip)
        case Panel(rect=rect) | Link(rect=rect):
            return replace(item, rect=rect.moved(dx, dy))


def part_of(document: Document, sheets: Sequence[Sheet]) -> Document:
    """Return some sheets of a document, without bookmarks and links."""
    bare = (replace(sheet, items=_unlinked(sheet.items), bookmarks=()) for sheet in sheets)
    return replace(document, sheets=tuple(bare))


def _unlinked(items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(
        replace(item, page=replace(item.page, items=_unlinked(item.page.items)))
        if isinstance(item, Leaf)
        else item
        for item in items
        if not isinstance(item, Link)
    )
