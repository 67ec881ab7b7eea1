"""booklet.yaml: the outline of the rules booklet, validated against the cards it shows."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.door import is_there
from printnplay.files.yaml_tree import ListNode, MappingNode, Node, TextNode, read_yaml, walk
from printnplay.game.game import Card
from printnplay.game.kinds import Kind, counts_of
from printnplay.game.rulebook import (
    HEADINGS,
    NO_NUMBERS,
    PAGE_BLEED,
    RULES,
    SHEETS_SEWN,
    AnatomyBlock,
    BackPage,
    Block,
    CardBlock,
    CardPart,
    CardsBlock,
    ChapterBlock,
    ColumnsBlock,
    ComponentsBlock,
    ContentsBlock,
    CountsBlock,
    FigureBlock,
    HeadingBlock,
    IndexBlock,
    ListBlock,
    MarginNoteBlock,
    NoteBlock,
    Outline,
    PageBreakBlock,
    ParagraphBlock,
    PictureBlock,
    Piece,
    QuestionsBlock,
    QuoteBlock,
    RuleBlock,
    Section,
    SidebarBlock,
    SpreadBlock,
    Start,
    TableBlock,
    TurnBlock,
    every_block,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.geometry import Size
from printnplay.kernel.named_sizes import PAGE_SIZES
from printnplay.kernel.printing import CREEP, Binding
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.cards import check_selection, selects
from printnplay.loading.editions import check_known
from printnplay.loading.forms import (
    EAN,
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    WEB_ADDRESS,
    Form,
    Record,
    check_unique_ids,
    choice,
    either,
    list_of,
    map_of,
    optional,
    read_entries,
    required,
    whole,
)


class Stock(Struct, frozen=True):
    """The things that blocks may show. None if they could not be loaded, so nothing is checked."""

    cards: Sequence[Card] | None
    examples: Collection[str] | None
    boards: Collection[str] | None = None
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """The kinds of components by card id; a card without one is a card."""

    editions: Collection[str] = ()
    """The editions that blocks may name."""

    edition: str = ""
    """The edition whose parts are these; empty for the parts of all editions."""

    def has(self, editions: Sequence[str]) -> bool:
        """Return whether parts for these editions are printed."""
        return not self.edition or self.edition in editions


SHARES = list_of(whole(1, 100))
"""Shares of columns: whole numbers up to 100, so that they can be percentages."""

WHERE = either(MappingNode, NAMES_TO_TEXTS, list_of(TEXT))


class BlockKeys(Record):
    """A block of the booklet. Its kind is its first key; each kind is a subclass."""

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the block; everything it names must be in stock."""
        raise NotImplementedError

    @property
    def place(self) -> Span:
        """The place of the first key's value."""
        return self.at(next(iter(self.keys)))


class ParagraphKeys(BlockKeys):
    """A paragraph."""

    paragraph = required(TEXT, "The key of its text.", "rules.goal.points")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the paragraph."""
        del stock, problems
        return ParagraphBlock(self.paragraph, self.place)


class HeadingKeys(BlockKeys):
    """A heading within a section."""

    heading = required(TEXT, "The key of its text.", "rules.turn.draw.title")
    level = optional(
        choice("2", "3"),
        "`2` for a heading below the section's title, `3` for a heading below one of level 2.",
        "3",
        "2",
    )
    id = optional(
        NAME, "The name by which `{page:<id>}` and `{see:<id>}` refer to it.", "end-of-turn"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the heading."""
        del stock, problems
        return HeadingBlock(self.heading, self.place, int(self.level), self.id or "")


class ListKeys(BlockKeys):
    """A bulleted list."""

    list = required(list_of(TEXT), "The keys of its items.", "[rules.turn.on, rules.turn.stop]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the list."""
        del stock, problems
        return ListBlock(self.list, self.place)


class StepsKeys(BlockKeys):
    """A numbered list."""

    steps = required(list_of(TEXT), "The keys of its steps.", "[rules.setup.shuffle]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the list."""
        del stock, problems
        return ListBlock(self.steps, self.place, numbered=True)


class TurnKeys(BlockKeys):
    """A turn at a glance: its steps in a panel, one after the other."""

    turn = required(list_of(TEXT), "The keys of its steps.", "[rules.turn.draw, rules.turn.play]")
    title = optional(TEXT, "The key of the title above them.", "rules.turn.overview")
    icons = optional(
        list_of(TEXT), "An icon of the style for each step, instead of its number.", "[deck, hand]"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the turn; it must have as many icons as steps, or none."""
        del stock
        if self.icons and len(self.icons) != len(self.turn):
            text = f"{len(self.turn)} steps have {len(self.icons)} icons"
            cure = "name an icon for each step, or leave `icons` out"
            problems.error(
                codes.BLOCK_NAMES_NOTHING,
                text,
                self.at("icons"),
                "expected one icon for each step",
                cure,
            )
        return TurnBlock(self.turn, self.place, self.title or "", self.icons or ())


class QuestionsKeys(BlockKeys):
    """Questions and their answers."""

    questions = required(
        list_of(TEXT),
        "The first parts of their keys, to which `.question` and `.answer` are added.",
        "[rules.faq.tie, rules.faq.pass]",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the questions."""
        del stock, problems
        return QuestionsBlock(self.questions, self.place)


class TableKeys(BlockKeys):
    """A table of texts, or a table that counts the cards of the deck, with their total below."""

    table = required(
        TEXT,
        "The first part of its keys. In a table that counts cards, each row adds its name:"
        " `rules.contents.numbers`. In a table of texts, a cell adds the names of its row and"
        " its column, `rules.contents.pair.score`; a column head adds `head` and the name of its"
        " column, `rules.contents.head.score`.",
        "rules.contents",
    )
    rows = required(
        either(MappingNode, map_of(NAMES_TO_TEXTS, names=False, keys="row"), list_of(NAME)),
        "For a table that counts cards, each row with the fields that its cards have; `family`"
        " counts as a field. For a table of texts, the names of its rows.",
        "{numbers: {family: number}, storms: {family: storm}}",
    )
    heads = optional(
        list_of(NAME), "The names of the columns of a table of texts.", "[line, score]"
    )
    shares = optional(SHARES, "The relative widths of its columns.", "[3, 1]", "[1]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the table; each row of a counting table must match some card."""
        if isinstance(self.rows, dict):
            chosen = self._chosen(self.rows, stock, problems)
            counts = {key: sum(card.copies for card in cards) for key, cards in chosen.items()}
            pieces = (_as_piece(card, stock) for cards in chosen.values() for card in cards)
            return CountsBlock(counts, self.place, counts_of(pieces))
        heads = self.heads or ()
        if not heads:
            text, label = "a table of texts has no columns", "expected `heads` beside `rows`"
            cure = "name its columns with `heads`, or give each row the fields of its cards"
            problems.error(codes.MISSING_KEY, text, self.at("rows"), label, cure)
        _check_shares(self, self.shares, len(heads), problems)
        rows = tuple(tuple(f"{self.table}.{row}.{head}" for head in heads) for row in self.rows)
        named = tuple(f"{self.table}.head.{head}" for head in heads)
        return TableBlock(named, rows, self.place, self.shares if len(self.shares) > 1 else ())

    def _chosen(
        self, rows: Mapping[str, Mapping[str, str]], stock: Stock, problems: Problems
    ) -> dict[str, list[Card]]:
        chosen = {}
        cards = stock.cards or ()
        for row in read_entries(self.nodes["rows"], Problems()).values():
            check_selection(row.value, cards, Problems() if stock.edition else problems)
            where = rows[row.key]
            counted = [card for card in cards if selects(where, card)]
            if stock.edition and not counted:
                continue
            if cards and not counted and _each_selects(where, cards):
                text = f"the row `{row.key}` counts no card: none has all of its fields"
                label = "expected a row that counts cards"
                problems.error(codes.ROW_COUNTS_NOTHING, text, row.span, label)
            chosen[f"{self.table}.{row.key}"] = counted
        return chosen


def _as_piece(card: Card, stock: Stock) -> tuple[Kind, int]:
    """Return the kind of a card, and its number of copies."""
    return stock.kinds.get(card.id, Kind.CARDS), card.copies


class CardKeys(BlockKeys):
    """A card's face beside its name, and further texts."""

    card = required(TEXT, "The id of the card.", "storm")
    texts = optional(list_of(TEXT), "The keys of texts below the name.", "[rules.turn.storm]", "[]")
    width = optional(LENGTH, "The width of the face; 30 mm if not given.", "40mm")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the card."""
        _check_card(self.card, self.place, stock, problems)
        return CardBlock(self.card, self.texts, self.place, self.width)


class TextOfCardsKeys(Record):
    """A text of each card in a row of cards, which some of them may not have."""

    text = required(TEXT, "The last part of its keys.", "rule")
    optional = optional(
        FLAG,
        "Whether it is left out for cards that have it in no language. At least one of the cards"
        " must have it.",
        "yes",
        "no",
    )


class CardsKeys(BlockKeys):
    """Faces in rows, each with texts of its card."""

    cards = required(
        WHERE,
        "The cards: a list of their ids, or the fields that all of them share.",
        "[storm, number-1]",
    )
    texts = optional(
        list_of(either(MappingNode, TextOfCardsKeys.form(), TEXT), empty=True),
        "The texts of each card, by the last part of their keys. Every card must have them, except"
        " those that are `optional`.",
        "[name, {text: rule, optional: yes}]",
        "[name, {text: rule, optional: yes}]",
    )
    width = optional(LENGTH, "The width of the faces; 17 mm if not given.", "25mm")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the cards."""
        chosen = _chosen(self.cards, self.nodes["cards"], stock, problems)
        parts = tuple(text if isinstance(text, str) else text.text for text in self.texts)
        left_out = (one.text for one in self.texts if not isinstance(one, str) and one.optional)
        cards = tuple(card.id for card in chosen)
        return CardsBlock(cards, parts, self.place, self.width, frozenset(left_out))


def _read_share(node: Node, problems: Problems) -> tuple[int, int]:
    places = list_of(whole(0, 100)).read(node, problems)
    if len(places) == 2:
        return places[0], places[1]
    if places:
        text = f"found {len(places)} numbers, expected two"
        label = "expected percentages of the card"
        problems.error(codes.WRONG_KIND, text, node.span, label, "write them like [50, 20]")
    return 0, 0


SHARE_OF_CARD = Form(
    _read_share,
    "two whole percentages",
    {"type": "array", "items": whole(0, 100).schema, "minItems": 2, "maxItems": 2},
)


class PartKeys(Record):
    """A labelled part of a card."""

    text = required(TEXT, "The key of its name.", "rules.cards.value")
    spot = required(
        SHARE_OF_CARD, "Its position in per cent of the card's width and height.", "[12, 8]"
    )


class AnatomyKeys(BlockKeys):
    """An enlarged face of a card, with lines to its parts and their names on either side."""

    anatomy = required(TEXT, "The id of the card.", "storm")
    parts = required(
        list_of(PartKeys.form()),
        "The labelled parts.",
        "[{text: rules.cards.value, spot: [12, 8]}]",
    )
    caption = optional(TEXT, "The key of the caption below it.", "rules.cards.caption")
    width = optional(
        LENGTH, "The width of the face; 42 mm if not given, or less on narrow pages.", "50mm"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the card and its parts."""
        _check_card(self.anatomy, self.place, stock, problems)
        parts = tuple(CardPart(part.text, *part.spot) for part in self.parts)
        return AnatomyBlock(self.anatomy, parts, self.place, self.caption or "", self.width)


class FigureKeys(BlockKeys):
    """A worked example, drawn by the template `figure`, with its caption."""

    figure = required(TEXT, "The id of the example.", "first-blow")
    caption = optional(
        TEXT, "The key of its caption; `examples.<id>` if not given.", "rules.blows.first"
    )
    alt = optional(
        TEXT,
        "The key of its text alternative, for readers who cannot see it.",
        "rules.blows.first.alt",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the figure."""
        _check_known(self.figure, "example", stock.examples, self.place, problems)
        return FigureBlock(self.figure, self.place, caption=self.caption or "", alt=self.alt or "")


class DrawingKeys(BlockKeys):
    """A drawing by another template, with the position of a worked example if you name one."""

    drawing = required(NAME, "The template that draws it.", "setup")
    example = optional(TEXT, "The id of the example whose position it shows.", "first-blow")
    caption = optional(
        TEXT,
        "The key of its caption; with an example, `examples.<id>` if not given.",
        "rules.setup.caption",
    )
    alt = optional(
        TEXT, "The key of its text alternative, for readers who cannot see it.", "rules.setup.alt"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the figure."""
        if self.example:
            _check_known(self.example, "example", stock.examples, self.at("example"), problems)
        return FigureBlock(
            self.example or "", self.place, self.drawing, self.caption or "", self.alt or ""
        )


class PictureKeys(BlockKeys):
    """A drawing or photograph from the folder `art` of the game or its style."""

    picture = required(TEXT, "The file: SVG, PNG, JPEG, WebP or GIF.", "harbour.jpg")
    alt = required(
        TEXT,
        "The key of its text alternative, for readers who cannot see it.",
        "rules.story.harbour",
    )
    caption = optional(TEXT, "The key of its caption.", "rules.story.caption")
    width = optional(LENGTH, "Its largest width; that of the column if not given.", "60mm")
    texts = optional(
        list_of(TEXT), "The keys of paragraphs beside it.", "[rules.story.arrival]", "[]"
    )
    side = optional(
        choice("left", "right"),
        "The side of these paragraphs on which it is placed.",
        "right",
        "left",
    )

    def block(self, stock: Stock, problems: Problems) -> PictureBlock:
        """Return the picture."""
        del stock, problems
        side: Literal["left", "right"] = "right" if self.side == "right" else "left"
        return PictureBlock(
            self.picture, self.alt, self.place, self.caption or "", self.width, side, self.texts
        )


class NoteKeys(BlockKeys):
    """A call-out that readers must not miss, on a coloured background."""

    note = required(
        either(ListNode, list_of(TEXT), TEXT),
        "The key of its text, or a list of the keys of its paragraphs.",
        "rules.turn.remember",
    )
    title = optional(TEXT, "The key of its title.", "rules.turn.remember-title")
    icon = optional(TEXT, "An icon of the style.", "star")
    colour = optional(
        TEXT, "A colour of the style for its border, instead of that of notes.", "red"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the note."""
        del stock, problems
        texts = (self.note,) if isinstance(self.note, str) else self.note
        return NoteBlock(texts, self.place, self.title or "", self.icon or "", self.colour or "")


class MarginNoteKeys(BlockKeys):
    """A short note in the margin column, level with the block that follows."""

    margin_note = required(TEXT, "The key of its text.", "rules.turn.hint")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the note."""
        del stock, problems
        return MarginNoteBlock(self.margin_note, self.place)


class QuoteKeys(BlockKeys):
    """A quotation."""

    quote = required(TEXT, "The key of the quoted text.", "rules.story.oath")
    by = optional(TEXT, "The key of the speaker's name.", "rules.story.captain")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the quotation."""
        del stock, problems
        return QuoteBlock(self.quote, self.place, self.by or "")


class RuleKeys(BlockKeys):
    """A horizontal line across the column."""

    rule = required(choice("yes"), "Always `yes`.", "yes")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the rule."""
        del stock, problems
        return RuleBlock(self.place)


class PageBreakKeys(BlockKeys):
    """A page break: the next block begins on a new page."""

    page_break = required(
        choice("page", "left", "right"),
        "Where to continue: on the next page, left page or right page.",
        "left",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the break."""
        del stock, problems
        return PageBreakBlock(_start(self.page_break), self.place)


class ContentsKeys(BlockKeys):
    """A generated table of contents: the titles of the sections with their page numbers."""

    contents = required(
        choice("1", "2"), "`1` for the sections alone, `2` to include the headings below them.", "2"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the table of contents."""
        del stock, problems
        return ContentsBlock(int(self.contents), self.place)


class IndexKeys(BlockKeys):
    """A generated index: words in alphabetical order with their page numbers."""

    index = required(
        list_of(choice("terms", "headings"), empty=True),
        "`terms` for the terms of the glossary that texts name as `{term:ID}`, `headings` for the"
        " titles of sections and for headings with an id.",
        "[terms, headings]",
    )
    entries = optional(
        map_of(list_of(TEXT), names=False, keys="text"),
        "Entries of your own: for the key of each text, the parts of the rulebook where it is"
        " explained, named as in `{page:<id>}`.",
        "{rules.index.ties: [end]}",
        "{}",
    )
    without = optional(list_of(TEXT), "The terms to leave out.", "[game]", "[]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the index."""
        del stock, problems
        return IndexBlock(
            self.place,
            "terms" in self.index,
            "headings" in self.index,
            tuple(self.entries.items()),
            self.without,
        )


class PieceKeys(Record):
    """A kind of component: its picture, its name, and its number."""

    text = required(TEXT, "The key of its name.", "rules.contents.storms")
    cards = optional(
        WHERE,
        "The cards to count: a list of their ids, or the fields that all of them share.",
        "{family: storm}",
    )
    shown = optional(list_of(TEXT), "The cards to show; the first ones if not given.", "[storm]")
    board = optional(NAME, "The board to show.", "map")
    picture = optional(TEXT, "A picture file in the folder `art` to show.", "pawn.svg")
    count = optional(whole(1, 999), "The number of pieces, if they are not counted as cards.", "24")

    def piece(self, stock: Stock, problems: Problems) -> Piece:
        """Return the component; it must have a picture, and cards are counted."""
        if self.cards is None and not self.board and not self.picture:
            text, label = "nothing shows this component", "expected `cards`, `board` or `picture`"
            cure = "add one of them"
            problems.error(codes.MISSING_KEY, text, self.span, label, cure)
        if self.board:
            _check_known(self.board, "board", stock.boards, self.at("board"), problems)
        chosen: Sequence[Card] = ()
        if self.cards is not None:
            chosen = _chosen(self.cards, self.nodes["cards"], stock, problems)
        names = self.shown or ()
        if stock.edition:
            names = tuple(name for name in names if stock.cards and _is_card(name, stock.cards))
        for name in names:
            _check_card(name, self.at("shown"), stock, problems)
        counted = sum(card.copies for card in chosen) or 1
        shown = names or tuple(card.id for card in chosen[:FANNED])
        count = counted if self.count is None else self.count
        return Piece(self.text, count, shown, self.board or "", self.picture or "", self.span)


FANNED = 3
"""The number of cards shown for a component, unless the designer chooses: as many as fill
`SHOWN_PIECE` in `rulebook/pages/illustrations.py`."""


class ComponentsKeys(BlockKeys):
    """Pictures of the components, with their names and numbers."""

    components = required(
        list_of(PieceKeys.form()),
        "The components, in order.",
        "[{text: rules.contents.storms, cards: {family: storm}}]",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the components."""
        pieces = tuple(self._pieces(stock, problems))
        totals: Mapping[Kind, int] = {}
        if all(piece.cards for piece in pieces):
            totals = counts_of(
                (stock.kinds.get(piece.cards[0], Kind.CARDS), piece.count) for piece in pieces
            )
        return ComponentsBlock(pieces, self.place, totals)

    def _pieces(self, stock: Stock, problems: Problems) -> Iterator[Piece]:
        """Yield the components; those that an edition leaves out are skipped."""
        for piece in self.components:
            found = Problems() if stock.edition else problems
            made = piece.piece(stock, found)
            if not (stock.edition and found.errors):
                yield made


class ChapterKeys(BlockKeys):
    """The content under one heading of the Markdown file `locales/<language>/<game>.md`."""

    chapter = required(NAME, "The id of the heading, written `{#story}` after it.", "story")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the chapter, read with the texts."""
        del stock, problems
        return ChapterBlock(self.chapter, self.place)


def _read_inner(node: Node, problems: Problems) -> BlockKeys | None:
    return _read_block(node, problems)


INNER = list_of(Form(_read_inner, "a block", {"$ref": "#block"}))
"""The blocks within a block. Their schema refers to that of all blocks by its anchor."""


def _inner(keys: Sequence[BlockKeys | None], stock: Stock, problems: Problems) -> tuple[Block, ...]:
    """Return the blocks; an edition lacks those that show only what it leaves out."""
    blocks: list[Block] = []
    for key in keys:
        if isinstance(key, OfEditionsKeys):
            blocks += key.inner(stock, problems)
        elif key is not None:
            found = Problems() if stock.edition else problems
            block = key.block(stock, found)
            is_empty = isinstance(key, SidebarKeys | ColumnsKeys | SpreadKeys) and not block.blocks
            if not (stock.edition and (found.errors or is_empty)):
                blocks.append(block)
    return tuple(blocks)


class OfEditionsKeys(BlockKeys):
    """Blocks that only some editions of the game have."""

    editions = required(
        list_of(NAME), "The names of these editions; `base` for the game itself.", "[base, deluxe]"
    )
    blocks = required(INNER, "The blocks, in order.", "[{paragraph: rules.setup.harbour}]")

    def inner(self, stock: Stock, problems: Problems) -> tuple[Block, ...]:
        """Return the blocks, if the edition has them."""
        check_known(self.nodes["editions"], stock.editions, problems)
        return _inner(self.blocks, stock, problems) if stock.has(self.editions) else ()


class SidebarKeys(BlockKeys):
    """Blocks beside the rules, such as the story or a designer's note, on a coloured background."""

    sidebar = required(TEXT, "The key of its title.", "rules.story.title")
    blocks = required(INNER, "The blocks under the title.", "[{paragraph: rules.story.one}]")
    colour = optional(TEXT, "A colour of the style for its background.", "mist")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the sidebar."""
        inner = _inner(self.blocks, stock, problems)
        return SidebarBlock(self.sidebar, inner, self.place, self.colour or "")


class ColumnsKeys(BlockKeys):
    """Blocks side by side."""

    columns = required(
        list_of(INNER),
        "The blocks of each column.",
        "[[{paragraph: rules.a}], [{paragraph: rules.b}]]",
    )
    shares = optional(SHARES, "The relative widths of the columns.", "[2, 1]", "[1]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the columns."""
        _check_shares(self, self.shares, len(self.columns), problems)
        columns = tuple(_inner(column, stock, problems) for column in self.columns)
        shares = self.shares if len(self.shares) > 1 else ()
        return ColumnsBlock(columns, self.place, shares)


class SpreadKeys(BlockKeys):
    """Blocks on two facing pages."""

    spread = required(INNER, "The blocks; they begin on a left page.", "[{paragraph: rules.a}]")
    right = optional(
        INNER,
        "The blocks of the right page; those of the left page must fit it.",
        "[{paragraph: rules.b}]",
        "[]",
    )
    across = optional(
        PictureKeys.form(),
        "A picture at the head of both pages, without `texts`; the title of the section is below.",
        "{picture: harbour.jpg, alt: rules.story.harbour}",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the spread."""
        body, right = (_inner(blocks, stock, problems) for blocks in (self.spread, self.right))
        across = self.across.block(stock, problems) if self.across else None
        return SpreadBlock(body, self.place, right, across)


def _check_shares(keys: Record, shares: Sequence[int], columns: int, problems: Problems) -> None:
    if len(shares) not in (1, columns) and columns:
        text = f"{columns} columns have {len(shares)} shares"
        label = "expected a share for each column"
        problems.error(codes.WRONG_KIND, text, keys.at("shares"), label, "write it like [2, 1]")


def _start(said: str) -> Start:
    starts: Mapping[str, Start] = {"yes": "page", "page": "page", "left": "left", "right": "right"}
    return starts.get(said, "")


def _is_card(name: str, cards: Sequence[Card]) -> bool:
    return any(card.id == name for card in cards)


def _check_card(name: str, span: Span, stock: Stock, problems: Problems) -> None:
    known = None if stock.cards is None else [card.id for card in stock.cards]
    _check_known(name, "card", known, span, problems)


def _chosen(
    asked: Mapping[str, str] | Sequence[str], node: Node, stock: Stock, problems: Problems
) -> list[Card]:
    """Return the cards with these ids, or with these fields."""
    cards = stock.cards or ()
    if not isinstance(asked, Mapping):
        items = node.items if isinstance(node, ListNode) else []
        for name, item in zip(asked, items, strict=True):
            _check_card(name, item.span, stock, Problems() if stock.edition else problems)
        by_id = {card.id: card for card in cards}
        found = [by_id[name] for name in asked if name in by_id]
        return found if found else _none(node, problems)
    check_selection(node, cards, problems)
    chosen = [card for card in cards if selects(asked, card)]
    if cards and not chosen and _each_selects(asked, cards):
        return _none(node, problems)
    return chosen


def _none(node: Node, problems: Problems) -> list[Card]:
    """Report that a block shows no card."""
    text = "the row of cards is empty: none has all of its fields"
    label = "expected fields that some card has"
    problems.error(codes.ROW_COUNTS_NOTHING, text, node.span, label)
    return []


KINDS: Mapping[str, type[BlockKeys]] = {
    next(iter(kind.keys)): kind
    for kind in (
        ParagraphKeys,
        HeadingKeys,
        ListKeys,
        StepsKeys,
        TurnKeys,
        QuestionsKeys,
        TableKeys,
        CardKeys,
        CardsKeys,
        AnatomyKeys,
        FigureKeys,
        DrawingKeys,
        PictureKeys,
        ComponentsKeys,
        NoteKeys,
        MarginNoteKeys,
        QuoteKeys,
        SidebarKeys,
        ColumnsKeys,
        SpreadKeys,
        ContentsKeys,
        IndexKeys,
        ChapterKeys,
        RuleKeys,
        PageBreakKeys,
        OfEditionsKeys,
    )
}


def _read_block(node: Node, problems: Problems) -> BlockKeys | None:
    """Return a block, or None if its kind is unknown."""
    named = [key for key in read_entries(node, problems) if key in KINDS]
    if len(named) == 1:
        return KINDS[named[0]](node, problems)
    if isinstance(node, MappingNode):
        text, cure = f"a block is {listed(named)} at once", "make it several blocks"
        label = "expected one of the kinds of blocks"
        if not named:
            first = next(iter(node.entries), "")
            text = f"unknown block `{first}`" if first else "a block has no kind"
            cure = suggestion(first, KINDS)
        problems.error(codes.UNKNOWN_BLOCK, text, node.span, label, cure)
    return None


BLOCK = Form(
    _read_block,
    "a block",
    {"$anchor": "block", "anyOf": [kind.form().schema for kind in KINDS.values()]},
    tuple(KINDS.values()),
)


def _each_selects(where: Mapping[str, str], cards: Sequence[Card]) -> bool:
    """Return whether each pair, taken alone, matches some card."""
    return all(
        any(selects({field: value}, card) for card in cards) for field, value in where.items()
    )


def _check_known(
    name: str, what: str, known: Collection[str] | None, span: Span, problems: Problems
) -> None:
    if name and known is not None and name not in known:
        text = f"there is no {what} `{name}`"
        label = f"expected the id of {'an' if what == 'example' else 'a'} {what}"
        problems.error(codes.BLOCK_NAMES_NOTHING, text, span, label, suggestion(name, known))


class SectionKeys(Record):
    """A section of the booklet, whose title is the text `rules.<id>.title`."""

    id = required(NAME, "The name of the section, used in the key of its title.", "goal")
    blocks = required(
        list_of(BLOCK),
        "The blocks of the section, in order.",
        "[{paragraph: rules.goal.points}]",
    )
    new_page = optional(
        choice("no", "yes", "left", "right"),
        "Whether it begins on a new page; `left` or `right` for the next left or right page.",
        "yes",
        "no",
    )
    one_page = optional(
        FLAG,
        "Whether all of it must fit on one page, such as a summary; its type may shrink to"
        " `minimum`.",
        "yes",
        "no",
    )
    editions = optional(
        list_of(NAME),
        "The editions that have it, `base` for the game itself; all if not given.",
        "[base, deluxe]",
    )


class BookletKeys(Record):
    """The format of the booklet: its binding, trimming and creep."""

    binding = optional(
        choice(*Binding),
        "`saddle` for folded sheets stapled through the fold, `signatures` for groups of them sewn"
        " together, `perfect` for sheets folded one by one and glued at the spine, `leaflet` for"
        " one folded sheet, `zine` for eight pages from one side of a sheet, `none` for unfolded"
        " pages. The option `--booklet` overrides it.",
        "leaflet",
        Binding.SADDLE.value,
    )
    trim = optional(
        FLAG,
        "Whether it is cut on three sides after folding. If not, its pages extend to the edges"
        " of the paper; pages that would lie more than 12 mm inside it are cut out anyway.",
        "no",
        "yes",
    )
    creep = optional(
        LENGTH_OR_ZERO,
        "How much further towards the fold the pages of each inner sheet are moved than those of"
        f" the sheet around it. If not given, {CREEP / 1000:g} mm, for paper of 90 g/m².",
        "0.1mm",
    )
    signature = optional(
        whole(1, 12),
        "The most sheets of a sewn signature, four pages each.",
        "3",
        str(SHEETS_SEWN),
    )
    up = optional(
        whole(1, 2),
        "With `2`, paper with room for it has two folded sheets on a side, such as A3 for pages of"
        " A5: cut it in half before folding.",
        "2",
        "1",
    )


NOT_ON_BACK = (
    *(HeadingBlock, ContentsBlock, IndexBlock, ChapterBlock, SidebarBlock, SpreadBlock),
    MarginNoteBlock,
    PageBreakBlock,
)
"""Blocks that the back of the booklet cannot have: they belong to sections, or to several pages."""


class BackKeys(Record):
    """The last page of the booklet, its back, instead of the template `cover-back`."""

    middle = optional(
        INNER, "The blocks in the middle of the page.", "[{paragraph: cover.blurb}]", "[]"
    )
    foot = optional(
        INNER, "The blocks at the foot, such as credits.", "[{paragraph: cover.credits}]", "[]"
    )
    facts = optional(
        FLAG,
        "Whether a line with icons names the players, the time, the age and the cards of"
        " `game.yaml`.",
        "yes",
        "no",
    )
    qr = optional(WEB_ADDRESS, "The address in a QR code at the foot.", "https://example.com/rules")
    ean = optional(
        EAN, "The product number in a barcode at the foot, an EAN-13.", '"4006381333931"'
    )

    def page(self, stock: Stock, problems: Problems) -> BackPage:
        """Return the page; headings and blocks that make further pages are errors."""
        middle = _for_back(_inner(self.middle, stock, problems), problems)
        foot = _for_back(_inner(self.foot, stock, problems), problems)
        return BackPage(middle, foot, self.span, self.facts, self.qr or "", self.ean or "")


def _for_back(blocks: Sequence[Block], problems: Problems) -> tuple[Block, ...]:
    """Return the blocks that the back of the booklet can have; report the others."""
    fitting = []
    for block in blocks:
        wrong = [inner for inner in every_block([block]) if isinstance(inner, NOT_ON_BACK)]
        if not wrong:
            fitting.append(block)
        for inner in wrong:
            text = "the back of the booklet cannot have this block"
            label = "expected a paragraph, a list, a picture, cards or a note"
            cure = "move it to a section"
            problems.error(codes.UNKNOWN_BLOCK, text, inner.span, label, cure)
    return tuple(fitting)


class PageKeys(Record):
    """The trimmed size of a page, and its columns."""

    width = required(LENGTH, "The width.", "127mm")
    height = required(LENGTH, "The height.", "190.5mm")
    columns = optional(whole(1, 3), "The number of text columns.", "2", "1")
    margin_column = optional(
        LENGTH_OR_ZERO,
        "The width of the column for margin notes, on the side where lines begin.",
        "28mm",
        "0mm",
    )
    margin_heads = optional(
        FLAG, "Whether headings of level 2 are in the margin column.", "yes", "no"
    )

    @property
    def size(self) -> Size:
        """The trimmed size."""
        return Size(self.width, self.height)


PAGE_NAME = choice(*PAGE_SIZES)


class OutlineKeys(Record):
    """The outline of the rule booklet, the same in every language."""

    page = optional(
        either(MappingNode, PageKeys.form(), PAGE_NAME),
        "The size of a page: a name such as `a5`, or a mapping.",
        "{width: 127mm, height: 190.5mm}",
        "trade",
    )
    summary = optional(
        list_of(TEXT),
        'The keys of the paragraphs of the sheet "Rules at a glance". Without them there is no'
        " such sheet.",
        "[rules.summary.turn, rules.summary.end]",
        "[]",
    )
    sections = required(
        list_of(SectionKeys.form()),
        "The sections, in order.",
        "[{id: goal, blocks: [{paragraph: rules.goal.points}]}]",
    )
    back = optional(
        BackKeys.form(),
        "The last page, the back of the booklet. If not given, the template `cover-back` draws it.",
        "{middle: [{paragraph: cover.blurb}], facts: yes}",
    )
    addresses = optional(
        FLAG,
        "Whether the web address of a link `[words](https://...)` is printed after its words.",
        "yes",
        "no",
    )
    numbers = optional(
        choice(NO_NUMBERS, HEADINGS, RULES),
        "What is numbered: nothing, sections and headings (`3`, `3.1`, `3.1.1`), or paragraphs of"
        " the running text too.",
        "rules",
        "no",
    )
    bleed = optional(
        LENGTH_OR_ZERO,
        "How far pages are drawn beyond the trim in the files for a print shop, as of `export"
        " offset`.",
        "5mm",
        f"{PAGE_BLEED / 1000:g}mm",
    )
    booklet = optional(
        BookletKeys.form(), "Binding, trimming and creep of the booklet.", "{creep: 0.1mm}", "{}"
    )


def load_outline(
    path: Path, shown: str, stock: Stock, problems: Problems, printed: Stock | None = None
) -> Outline | None:
    """Load the outline of the booklet; None if its file cannot be read.

    `stock` has the things that its blocks may show, `printed` those that are printed, if the game
    has editions or leaves out cards: blocks that show nothing of it are left out.

    A game without the file has an outline without sections.
    """
    if not is_there(path):
        return no_outline(shown)
    root = read_yaml(path, shown, problems)
    if root is None:
        return None
    keys = OutlineKeys(root, problems)
    check_unique_ids(
        "sections", [(section.id, section.at("id")) for section in keys.sections], problems
    )
    for section in keys.sections:
        check_known(section.nodes.get("editions"), stock.editions, problems)
    outline = _outline(keys, stock, problems)
    outline = replace(outline, places=_places(root))
    _check_names(outline, problems)
    _check_margin(keys, outline, problems)
    _check_across(outline, problems)
    if printed is None:
        return outline
    own = replace(_outline(keys, printed, Problems()), places=outline.places)
    return replace(own, left_out=_keys_of(outline) - _keys_of(own))


def no_outline(shown: str) -> Outline:
    """Return the outline of a game without a booklet; `shown` is the file that it lacks."""
    return Outline(PAGE_SIZES["trade"].size, (), (), Span(shown), Span(shown))


def _keys_of(outline: Outline) -> frozenset[str]:
    """Return the keys of all texts, and the first parts of those in chapters."""
    chapters = (block for block in outline.blocks if isinstance(block, ChapterBlock))
    return frozenset(key for key, _ in outline.texts) | {f"rules.{one.id}" for one in chapters}


def _sections(keys: OutlineKeys, stock: Stock, problems: Problems) -> Iterator[Section]:
    """Yield the sections; an edition lacks those that are not its own, or that are empty."""
    for section in keys.sections:
        if section.editions and not stock.has(section.editions):
            continue
        blocks = _inner(section.blocks, stock, problems)
        if blocks or not stock.edition:
            start = _start(section.new_page)
            yield Section(section.id, blocks, section.at("id"), start, section.one_page)


def _outline(keys: OutlineKeys, stock: Stock, problems: Problems) -> Outline:
    page, booklet = keys.page, keys.booklet
    return Outline(
        page=PAGE_SIZES[page].size if isinstance(page, str) else page.size,
        sections=tuple(_sections(keys, stock, problems)),
        summary=keys.summary,
        span=keys.at("summary"),
        page_span=keys.at("page"),
        creep=booklet.creep,
        signature=booklet.signature,
        up=booklet.up,
        columns=1 if isinstance(page, str) else page.columns,
        binding=Binding(booklet.binding),
        trimmed=booklet.trim,
        back=keys.back.page(stock, problems) if keys.back else None,
        addresses=keys.addresses,
        numbers=keys.numbers,
        margin_column=0 if isinstance(page, str) else page.margin_column,
        margin_heads=not isinstance(page, str) and page.margin_heads,
        bleed=keys.bleed,
    )


def _check_margin(keys: OutlineKeys, outline: Outline, problems: Problems) -> None:
    """Check that the margin column is beside a single column of text, and notes are in it."""
    page = keys.page
    if isinstance(page, PageKeys) and page.columns > 1 and page.margin_column:
        text = f"a margin column stands beside {page.columns} columns of text"
        label, cure = "expected `columns: 1`", "remove `columns` or `margin_column`"
        problems.error(codes.WRONG_KIND, text, page.at("margin_column"), label, cure)
    if isinstance(page, PageKeys) and page.margin_heads and not page.margin_column:
        text = "headings have no margin column"
        cure = "add `margin_column: 28mm` to `page`"
        problems.error(codes.WRONG_KIND, text, page.at("margin_heads"), "expected a column", cure)
    beside = [block for section in outline.sections for block in section.blocks]
    beside += [one for block in beside if isinstance(block, SpreadBlock) for one in block.body]
    for block in outline.blocks:
        if not isinstance(block, MarginNoteBlock) or (outline.margin_column and block in beside):
            continue
        if outline.margin_column:
            text, cure = "a margin note is inside of another block", "write it before that block"
        else:
            text = "the pages have no column for margin notes"
            cure = "write `page: {width: 148mm, height: 210mm, margin_column: 28mm}`"
        label = "expected a margin note beside a block of a section"
        problems.error(codes.WRONG_KIND, text, block.span, label, cure)


def _check_across(outline: Outline, problems: Problems) -> None:
    """Check that pictures across two pages are at the head of both."""
    for section in outline.sections:
        for above, block in zip((None, *section.blocks), section.blocks, strict=False):
            if not isinstance(block, SpreadBlock) or block.across is None:
                continue
            span, label = block.across.span, "expected a picture at the head of both pages"
            if outline.columns > 1:
                text = f"a picture across two pages has {outline.columns} columns below"
                problems.error(codes.WRONG_KIND, text, span, label, "write `columns: 1` in `page`")
            if isinstance(above, HeadingBlock | MarginNoteBlock):
                text = "what precedes a picture across two pages is above one half of it"
                cure = "move it into the list of `spread`"
                problems.error(codes.WRONG_KIND, text, above.span, label, cure)


def _places(root: Node) -> dict[str, Span]:
    """Return where each string of the file first occurs, such as the key of a text of the game."""
    found: dict[str, Span] = {}
    for _, node in walk(root, ""):
        if isinstance(node, TextNode):
            found.setdefault(node.value, node.span)
    return found


def _check_names(outline: Outline, problems: Problems) -> None:
    """Check that sections and headings have unique names, as texts refer to them."""
    sections = {section.id: section.span for section in outline.sections}
    headings = [
        (block.id, block.span) for block in outline.blocks if isinstance(block, HeadingBlock)
    ]
    check_unique_ids("headings", [*sections.items(), *headings], problems)
