"""The outline of the rulebook: sections of typed blocks.

A block holds keys of texts, never texts, so one outline serves all languages. Each edition renders
it in its own way: as pages, or as a document for the screen. Every block lists the keys of its own
texts in `keys` and the blocks inside it in `blocks`.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.game.kinds import Kind
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, Um, mm
from printnplay.kernel.printing import Binding

_NOWHERE = Span("")

Start: TypeAlias = Literal["", "page", "left", "right"]
"""Where a section begins: anywhere, on a new page, or on the next left or right page."""


class Block:
    """A part of a section of the rulebook."""

    __slots__ = ()
    span: Span

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of its own texts that are names and titles, not sentences."""
        return ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the texts that it prints itself, in reading order.

        By default these are the labels.
        """
        return self.labels

    @property
    def blocks(self) -> tuple["Block", ...]:
        """The blocks inside it, in reading order."""
        return ()

    @property
    def unprinted(self) -> tuple[str, ...]:
        """The keys of its texts that are not printed: descriptions of pictures."""
        return ()


def _given(*keys: str) -> tuple[str, ...]:
    """Return the keys that are not empty."""
    return tuple(filter(None, keys))


def every_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks and all blocks inside them, each before its own."""
    for block in blocks:
        yield block
        yield from every_block(block.blocks)


class ParagraphBlock(Block, Struct, frozen=True):
    """One paragraph of text."""

    key: str
    span: Span

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of the text."""
        return (self.key,)


class HeadingBlock(Block, Struct, frozen=True):
    """A heading within a section: of level 2, below the section's title, or of level 3.

    `id` is the name by which texts refer to it; empty if they cannot.
    """

    key: str
    span: Span
    level: int = 2
    id: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The key of the heading."""
        return (self.key,)


class ListBlock(Block, Struct, frozen=True):
    """A list with bullets, or numbered steps."""

    items: tuple[str, ...]
    span: Span
    numbered: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the items."""
        return self.items


class QuestionsBlock(Block, Struct, frozen=True):
    """Questions and their answers: `<name>.question` and `<name>.answer` for each name."""

    names: tuple[str, ...]
    span: Span

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The keys of each question and its answer."""
        return tuple((f"{name}.question", f"{name}.answer") for name in self.names)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of question, answer, question, answer..."""
        return tuple(key for pair in self.pairs for key in pair)


class CountsBlock(Block, Struct, frozen=True):
    """A table of card counts: the number of cards by the key of the row's text.

    `totals` are the sums by kind: cards, tiles, tokens.
    """

    counts: Mapping[str, int]
    span: Span
    totals: Mapping[Kind, int] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of the names of the rows."""
        return tuple(self.counts)


class TableBlock(Block, Struct, frozen=True):
    """A table of texts: the keys of the column heads, and of the cells of each row.

    The first cell of a row is its head. `shares` are the relative widths of the columns; without
    them the columns are equally wide.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    span: Span
    shares: tuple[int, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of the heads, then of the cells by row; these may be names or sentences."""
        return (*self.heads, *(key for row in self.rows for key in row))


class CardBlock(Block, Struct, frozen=True):
    """A card's face beside its name and `texts`, the keys of further texts.

    `width` is that of the face; None means the default of the booklet.
    """

    card: str
    texts: tuple[str, ...]
    span: Span
    width: Um | None = None

    @property
    def name(self) -> str:
        """The key of the card's name."""
        return f"cards.{self.card}.name"

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the name and the texts."""
        return (self.name, *self.texts)


class CardsBlock(Block, Struct, frozen=True):
    """Faces in rows, each with the same `parts` of its own texts, such as its name.

    `optional` are the parts that some of the cards may not have, `lacking` the keys of those texts.
    """

    cards: tuple[str, ...]
    parts: tuple[str, ...]
    span: Span
    width: Um | None = None
    optional: frozenset[str] = frozenset()
    lacking: frozenset[str] = frozenset()

    def texts_of(self, card: str) -> tuple[str, ...]:
        """Return the keys of the texts of a card."""
        keys = (f"cards.{card}.{part}" for part in self.parts)
        return tuple(key for key in keys if key not in self.lacking)

    def of_texts(self, known: Container[str]) -> "CardsBlock":
        """Return the block without optional texts that some cards lack.

        A text that all of them lack stays in the block, so that it is reported as missing.
        """
        lacking: set[str] = set()
        for part in self.optional:
            keys = {f"cards.{card}.{part}" for card in self.cards}
            absent = {key for key in keys if key not in known}
            lacking |= absent if absent < keys else set()
        return replace(self, lacking=frozenset(lacking))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the texts of each card in turn."""
        return tuple(key for card in self.cards for key in self.texts_of(card))


class CardPart(Struct, frozen=True):
    """A labelled part of a card: the key of its name, and its position.

    `x` and `y` are percentages of the card's width and height, from its top left corner.
    """

    key: str
    x: int
    y: int


class AnatomyBlock(Block, Struct, frozen=True):
    """A card's face, enlarged, with lines to its parts and their names on either side."""

    card: str
    parts: tuple[CardPart, ...]
    span: Span
    caption: str = ""
    width: Um | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of the names of the parts."""
        return tuple(part.key for part in self.parts)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the names of the parts and of the caption."""
        return (*self.labels, *_given(self.caption))


FIGURE = "figure"
"""The template of a style that renders worked examples."""


class FigureBlock(Block, Struct, frozen=True):
    """A figure rendered by a template, with the position of a worked example if it has one.

    `caption` is the key of its caption and `alt` the key of its text alternative, for readers who
    cannot see it; both may be empty. An example without its own caption uses the text
    `examples.<id>`.
    """

    example: str
    span: Span
    template: str = FIGURE
    caption: str = ""
    alt: str = ""

    @property
    def name(self) -> str:
        """The name by which texts refer to it."""
        return f"examples.{self.example}" if self.example else self.template

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of the caption."""
        return _given(self.caption or (f"examples.{self.example}" if self.example else ""))

    @property
    def unprinted(self) -> tuple[str, ...]:
        """The key of the text alternative."""
        return _given(self.alt)


class PictureBlock(Block, Struct, frozen=True):
    """A drawing or photograph from the game's folder, with a text alternative and a caption.

    It spans the column, or, with `texts`, stands on one `side` of these paragraphs. `width` is its
    largest width.
    """

    file: str
    alt: str
    span: Span
    caption: str = ""
    width: Um | None = None
    side: Literal["left", "right"] = "left"
    texts: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the paragraphs beside it, and of the caption."""
        return (*self.texts, *_given(self.caption))

    @property
    def unprinted(self) -> tuple[str, ...]:
        """The key of the text alternative."""
        return (self.alt,)


class NoteBlock(Block, Struct, frozen=True):
    """A call-out: paragraphs on a coloured background, with an optional title and icon.

    `colour` is a colour of the style that replaces the default colour of notes.
    """

    texts: tuple[str, ...]
    span: Span
    title: str = ""
    icon: str = ""
    colour: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The key of the title, if any."""
        return _given(self.title)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the title and the paragraphs."""
        return (*self.labels, *self.texts)


class MarginNoteBlock(Block, Struct, frozen=True):
    """A short note in the margin column, beside the block that follows."""

    key: str
    span: Span

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of the note."""
        return (self.key,)


class SidebarBlock(Block, Struct, frozen=True):
    """Blocks beside the rules, on a coloured background, under a title."""

    title: str
    body: tuple[Block, ...]
    span: Span
    colour: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The key of the title."""
        return (self.title,)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks under the title."""
        return self.body


class ColumnsBlock(Block, Struct, frozen=True):
    """Blocks side by side; `shares` are the relative widths of the columns."""

    columns: tuple[tuple[Block, ...], ...]
    span: Span
    shares: tuple[int, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all columns."""
        return tuple(block for column in self.columns for block in column)


class SpreadBlock(Block, Struct, frozen=True):
    """Blocks on two facing pages, beginning on the left one.

    Those of `right` begin on the right one. `across` is a picture at the head of both pages.
    """

    body: tuple[Block, ...]
    span: Span
    right: tuple[Block, ...] = ()
    across: PictureBlock | None = None

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks on the two pages."""
        return (*((self.across,) if self.across else ()), *self.body, *self.right)


class ContentsBlock(Block, Struct, frozen=True):
    """The titles of the sections and their pages; with 2 `levels`, also the headings below them."""

    levels: int
    span: Span


class IndexBlock(Block, Struct, frozen=True):
    """An alphabetical index with pages: of `terms` of the glossary, `headings`, and own `entries`.

    Each of `entries` is the key of its text, and the names of the parts of the rulebook that it
    refers to. `without` are the ids of terms that are left out, with wildcards.
    """

    span: Span
    terms: bool = True
    headings: bool = False
    entries: tuple[tuple[str, tuple[str, ...]], ...] = ()
    without: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of the texts of its own entries."""
        return tuple(key for key, _ in self.entries)


class Piece(Struct, frozen=True):
    """A kind of component: the key of its name, its number, and its picture.

    It is shown by the faces of `cards`, by the drawing of a `board`, or by a `picture` file.
    """

    key: str
    count: int
    cards: tuple[str, ...] = ()
    board: str = ""
    picture: str = ""
    span: Span = _NOWHERE


class ComponentsBlock(Block, Struct, frozen=True):
    """Pictures of the components, each with its name and number.

    `totals` are the sums by kind; empty if some components are not counted as cards are.
    """

    pieces: tuple[Piece, ...]
    span: Span
    totals: Mapping[Kind, int] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of the names."""
        return tuple(piece.key for piece in self.pieces)


class TurnBlock(Block, Struct, frozen=True):
    """A turn at a glance: its steps in order, each with an icon if `icons` names one."""

    steps: tuple[str, ...]
    span: Span
    title: str = ""
    icons: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The key of the title, if any."""
        return _given(self.title)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the title and the steps."""
        return (*self.labels, *self.steps)


class QuoteBlock(Block, Struct, frozen=True):
    """A quotation, and `by`, the key of its speaker, if known."""

    key: str
    span: Span
    by: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the quotation and its speaker."""
        return _given(self.key, self.by)


class CodeBlock(Block, Struct, frozen=True):
    """Lines of code, printed as they are."""

    key: str
    span: Span

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of the code."""
        return (self.key,)


class FormulaBlock(Block, Struct, frozen=True):
    """A display formula, on lines of its own."""

    key: str
    span: Span

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of the formula."""
        return (self.key,)


class RuleBlock(Block, Struct, frozen=True):
    """A horizontal rule across the column, between parts without headings."""

    span: Span


class PageBreakBlock(Block, Struct, frozen=True):
    """A page break: the next block begins on a new page, or on the next left or right one."""

    start: Start
    span: Span


class ChapterBlock(Block, Struct, frozen=True):
    """The content under one heading of each language's Markdown file; read with the texts."""

    id: str
    span: Span


class Section(Struct, frozen=True):
    """A titled part of the booklet; the title is the text `<id>.title` under `rules`."""

    id: str
    blocks: tuple[Block, ...]
    span: Span
    start: Start = ""
    one_page: bool = False
    """Whether to fit it on one page, in smaller type if needed."""

    @property
    def title(self) -> str:
        """The key of its title."""
        return f"rules.{self.id}.title"


class BackPage(Struct, frozen=True):
    """The last page of the booklet, its back: blocks in its middle and at its foot, and codes.

    `facts` is whether it names players, time and age. `qr` is the address in a QR code, `ean` the
    product number in a barcode; both may be empty.
    """

    middle: tuple[Block, ...]
    foot: tuple[Block, ...]
    span: Span
    facts: bool = False
    qr: str = ""
    ean: str = ""

    @property
    def blocks(self) -> Iterator[Block]:
        """All blocks of the page, including nested blocks."""
        return every_block((*self.middle, *self.foot))


def _of_texts(blocks: Sequence[Block], known: Container[str]) -> tuple[Block, ...]:
    changed: list[Block] = []
    for block in blocks:
        match block:
            case CardsBlock():
                changed.append(block.of_texts(known))
            case SidebarBlock():
                changed.append(replace(block, body=_of_texts(block.body, known)))
            case SpreadBlock():
                body, right = _of_texts(block.body, known), _of_texts(block.right, known)
                changed.append(replace(block, body=body, right=right))
            case ColumnsBlock():
                columns = tuple(_of_texts(column, known) for column in block.columns)
                changed.append(replace(block, columns=columns))
            case _:
                changed.append(block)
    return tuple(changed)


SHEETS_SEWN = 4
"""The usual number of sheets of a sewn signature: 16 pages, as bookbinders fold them."""

PAGE_BLEED: Um = mm(3)
"""The usual bleed of pages: 3 mm, the usual measure of printers. Covers and backgrounds are drawn
with at least as much, the same as `BLEED` in `imposition/booklet.py`."""


NO_NUMBERS, HEADINGS, RULES = "no", "headings", "rules"
"""What a rulebook numbers: nothing, sections and headings, or paragraphs too."""


class Outline(Struct, frozen=True):
    """The booklet: trimmed page size, sections in reading order; the same for all languages.

    Without sections there is no booklet; without a `summary` there is no summary of the rules.
    `span` is where the summary is written, `page_span` where the page size is. `columns` is the
    number of columns on a page. `margin_column` is the width of the column for margin notes, and
    with `margin_heads` for headings; 0 without one. `binding` is the default binding; the user may
    choose another. `trimmed` is whether the folded booklet is cut on three sides. `creep` is how
    much further each sheet sticks out than the one around it; None uses the value of common printer
    paper. `places` is where each text is first written in the file. `back` is the back of the
    booklet; without it, the template of the back cover draws all of it. `addresses` is whether the
    web addresses of links are printed. `numbers` is what is numbered. `bleed` is the width drawn
    beyond the trim in files for a print shop. `signature` is the most sheets of a sewn signature,
    `up` the most spreads on a side of paper that has room for them. `left_out` are the keys of
    texts in blocks that this edition lacks.
    """

    page: Size
    sections: tuple[Section, ...]
    summary: tuple[str, ...]
    span: Span
    page_span: Span = _NOWHERE
    creep: Um | None = None
    columns: int = 1
    binding: Binding = Binding.SADDLE
    trimmed: bool = True
    signature: int = SHEETS_SEWN
    up: int = 1
    places: Mapping[str, Span] = field(default_factory=dict)
    back: BackPage | None = None
    addresses: bool = False
    numbers: str = NO_NUMBERS
    margin_column: Um = 0
    margin_heads: bool = False
    bleed: Um = PAGE_BLEED
    left_out: frozenset[str] = frozenset()

    @property
    def drawn_bleed(self) -> Um:
        """The bleed that covers and backgrounds are drawn with."""
        return max(self.bleed, PAGE_BLEED)

    @property
    def blocks(self) -> Iterator[Block]:
        """All blocks of all sections, including nested blocks."""
        return every_block(block for section in self.sections for block in section.blocks)

    @property
    def printed_blocks(self) -> Iterator[Block]:
        """All blocks of all sections and of the back of the booklet, including nested blocks."""
        yield from self.blocks
        yield from self.back.blocks if self.back else ()

    def of_texts(self, known: Container[str]) -> "Outline":
        """Return the outline for these texts; cards in rows of cards may lack some of them."""
        sections = (
            replace(section, blocks=_of_texts(section.blocks, known)) for section in self.sections
        )
        back = self.back
        if back is not None:
            middle, foot = _of_texts(back.middle, known), _of_texts(back.foot, known)
            back = replace(back, middle=middle, foot=foot)
        return replace(self, sections=tuple(sections), back=back)

    @property
    def texts(self) -> Iterator[tuple[str, Span]]:
        """The keys of all texts, in reading order, each with the place that names it."""
        for key in self.summary:
            yield key, self.places.get(key, self.span)
        for section in self.sections:
            yield section.title, section.span
            yield from self._texts_of(every_block(section.blocks))
        yield from self._texts_of(self.back.blocks if self.back else ())

    def _texts_of(self, blocks: Iterable[Block]) -> Iterator[tuple[str, Span]]:
        for block in blocks:
            for key in (*block.keys, *block.unprinted):
                yield key, self.places.get(key, block.span)
