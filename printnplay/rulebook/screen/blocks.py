"""The blocks of a rulebook as HTML elements, with all text in the order of the book."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.game.kinds import total_key
from printnplay.game.rulebook import (
    AnatomyBlock,
    Block,
    CardBlock,
    CardsBlock,
    CodeBlock,
    ColumnsBlock,
    ComponentsBlock,
    ContentsBlock,
    CountsBlock,
    FigureBlock,
    FormulaBlock,
    HeadingBlock,
    IndexBlock,
    ListBlock,
    MarginNoteBlock,
    NoteBlock,
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
    TableBlock,
    TurnBlock,
    every_block,
)
from printnplay.kernel.inlines import BUILT_IN, Formula, Icon, Inline, InlineStyle, InlineText
from printnplay.rulebook.screen.book import Book, Drawing, direction
from printnplay.rulebook.screen.markup import Markup, as_id, element, joined
from printnplay.scene.sheet import is_address
from printnplay.text.context import has_case
from printnplay.text.formulas import set_formula

MILLIMETRE = 5.2
"""The CSS pixels per millimetre of a drawing where there is room: 1.4 times as large as in print
(3.8), since screens are farther from the eye. A guess."""


Address: TypeAlias = Callable[[str], str]
"""A function that returns the address of an anchor, relative to the linking document."""


class Writer(Struct):
    """A writer of the blocks of one document; its state depends on what it has written.

    `address` returns the address of an anchor, from this document. `ids` and `level` keep ids
    unique and prevent skipped heading levels. A repeated drawing is referenced by its id.
    `lists_contents` says that the document lists its contents beside the text: blocks that do so
    in the text are left out.
    """

    book: Book
    address: Address
    lists_contents: bool = False
    ids: set[str] = field(default_factory=set)
    level: int = 1
    title: str = ""
    drawn: set[str] = field(default_factory=set)
    described: int = 0

    def section(self, section: Section) -> Markup:
        """Return a section with its heading as HTML."""
        self.title = self.book.plain(section.title)
        heading = self.heading(section.title, 2, section.id)
        body = self.blocks(section.blocks)
        return element("section", heading, body, aria_labelledby=as_id(section.id))

    def back(self) -> Markup:
        """Return the blocks of the back of the booklet; empty without any."""
        back = self.book.outline.back
        blocks = self.blocks(back.blocks) if back else Markup()
        return element("section", blocks, class_="back") if blocks else Markup()

    def blocks(self, blocks: Iterable[Block]) -> Markup:
        """Return blocks one after the other as HTML."""
        return joined(*map(self.block, blocks))

    def block(self, block: Block) -> Markup:
        """Return one block as HTML."""
        if self.lists_contents and _only_lists_contents(block):
            return Markup()
        return WRITERS[type(block)](self, block)

    def heading(self, key: str, level: int, name: str = "") -> Markup:
        """Return a heading that links to itself, so that readers can copy its address."""
        self.level = min(level, self.level + 1)
        given = self.id(name or key)
        words = self.numbered(key)
        content = element("a", words, href=f"#{given}") if given else words
        return element(f"h{self.level}", content, id=given, class_=f"level-{level}")

    def id(self, name: str) -> str | None:
        """Return the id of a part of the book; None if an earlier part has it."""
        given = as_id(name)
        if not name or given in self.ids:
            return None
        self.ids.add(given)
        return given

    def text(self, tag: str, key: str, **attributes: str | None) -> Markup:
        """Return a text in an element whose id is the text's key."""
        return element(tag, self.words(key), id=self.id(key), **attributes)

    def texts(self, keys: Iterable[str], **attributes: str | None) -> Markup:
        """Return texts as paragraphs."""
        return joined(*(self.text("p", key, **attributes) for key in keys))

    def words(self, key: str) -> Markup:
        """Return the words of a text."""
        return self._spans(self.book.words[key])

    def numbered(self, key: str) -> Markup:
        """Return the words of a heading or rule, after its number if it has one."""
        number = self.book.numbers.get(key)
        return joined(self._inline(number), self.words(key)) if number else self.words(key)

    def _spans(self, inlines: Iterable[Inline], depth: int = 0) -> Markup:
        """Return inlines that are within as many spans, each inner span in an element."""
        parts: list[Markup] = []
        for styles, alike in groupby(inlines, lambda one: one.styles[depth : depth + 1]):
            if styles:
                parts.append(_in_style(self._spans(alike, depth + 1), *styles))
            else:
                for link, linked in groupby(alike, _link_of):
                    words = joined(*self._unbroken(linked))
                    parts.append(element("a", words, href=self._href(link)) if link else words)
        return joined(*parts)

    def _href(self, link: str) -> str:
        return link if is_address(link) else self.address(link)

    def _unbroken(self, inlines: Iterable[Inline]) -> Iterator[Markup]:
        """Yield inlines; repeated icons are in an element that keeps them on one line."""
        tied = Markup()
        for inline in inlines:
            made = self._inline(inline)
            if isinstance(inline, Icon) and inline.tied:
                tied = joined(tied, made)
            elif tied:
                yield element("span", tied, made, class_="tied")
                tied = Markup()
            else:
                yield made

    def _inline(self, inline: Inline) -> Markup:
        if isinstance(inline, Icon):
            return self.icon(inline.name, "icon", inline.words)
        if isinstance(inline, Formula):
            return Markup(set_formula(inline.source, shown=inline.shown).mathml)
        said: str = inline.text
        if inline.small_caps:
            said = element("span", said, class_="small-caps")
        if inline.emphasis:
            said = element("em", said, class_=None if has_case(inline.text) else "upright")
        if inline.strong:
            said = element("strong", said)
        if inline.language and inline.language != self.book.language:
            way = direction(inline.language)
            said = element("span", said, lang=inline.language, dir=way)
        return joined(said)

    def icon(self, name: str, kind: str, words: str = "") -> Markup:
        """Return an icon of the style; without alternative text it is decorative."""
        drawing = self.book.drawings.icons.get(name)
        return self.drawing(drawing and replace(drawing, alt=words), class_=kind)

    def drawing(
        self, drawing: Drawing | None, marks: str = "", **attributes: str | int | None
    ) -> Markup:
        """Return a drawing with its alternative text and `marks`; without text it is decorative."""
        if drawing is None:
            return Markup()
        width, height = drawing.size.width / 1000, drawing.size.height / 1000
        if drawing.id in self.drawn:
            content: str = element("use", href=f"#{drawing.id}")
        else:
            self.drawn.add(drawing.id)
            content = shaped(drawing)
        described: dict[str, str | None] = {"aria_hidden": "true"}
        if drawing.alt:
            self.described += 1
            title = f"shown-{self.described}"
            content = joined(element("title", drawing.alt, id=title), content)
            described = {"role": "img", "aria_labelledby": title}
        return element(
            "svg",
            content,
            marks,
            **{
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width:g} {height:g}",
                "width": round(width * MILLIMETRE),
                "height": round(height * MILLIMETRE),
                # Independent of the surrounding text: coordinates in a drawing start at the left.
                "direction": "ltr",
                "focusable": "false",
                **described,
                **attributes,
            },
        )

    def titled(self, kind: str, key: str, *content: str, style: str | None = None) -> Markup:
        """Return a block set off from the text, labelled by its title if it has one."""
        if not key:
            return element("div", *content, class_=kind, style=style)
        title = self.id(key)
        words = element("p", self.words(key), id=title, class_="title")
        role = "group" if title else None
        return element(
            "div", words, *content, class_=kind, role=role, aria_labelledby=title, style=style
        )


def _only_lists_contents(block: Block) -> bool:
    """Return whether a block is a list of contents, or nothing but a frame around one."""
    around = (ColumnsBlock, SidebarBlock, SpreadBlock)
    inside = [one for one in every_block((block,)) if not isinstance(one, around)]
    return bool(inside) and all(isinstance(one, ContentsBlock) for one in inside)


def _link_of(inline: Inline) -> str:
    """Return the target of an inline's link; empty without one."""
    return inline.link if isinstance(inline, InlineText) else ""


def shaped(drawing: Drawing) -> Markup:
    """Return the content of a drawing, clipped to its shape and with a line around it."""
    content = Markup(drawing.content)
    if drawing.outline:
        clip = f"{drawing.id}-cut"
        path = element("path", d=drawing.outline)
        line = element("path", d=drawing.outline, class_="cut", fill="none")
        paper = element("path", d=drawing.outline, fill="#fff")
        clipped = element("g", paper, content, clip_path=f"url(#{clip})")
        content = joined(element("clipPath", path, id=clip), clipped, line)
    return element("g", content, id=drawing.id)


def _in_style(said: str, style: InlineStyle) -> Markup:
    """Return words in an inline style: the two built-in ones need no style sheet."""
    if style.code:
        return element("code", said, class_=f"inline-{as_id(style.name)}")
    if style == BUILT_IN.get(style.name):
        return element("u" if style.underline else "s", said)
    return element("span", said, class_=f"inline-{as_id(style.name)}")


def _paragraph(writer: Writer, block: ParagraphBlock) -> Markup:
    return element("p", writer.numbered(block.key), id=writer.id(block.key))


def _heading(writer: Writer, block: HeadingBlock) -> Markup:
    writer.title = writer.book.plain(block.key)
    return writer.heading(block.key, block.level + 1, block.id)


def _list(writer: Writer, block: ListBlock) -> Markup:
    items = (writer.text("li", key) for key in block.items)
    return element("ol" if block.numbered else "ul", *items)


def _questions(writer: Writer, block: QuestionsBlock) -> Markup:
    pairs = (
        element("div", writer.text("dt", question), writer.text("dd", answer))
        for question, answer in block.pairs
    )
    return element("dl", *pairs, class_="questions")


def _counts(writer: Writer, block: CountsBlock) -> Markup:
    rows = [_counted(writer, key, count) for key, count in block.counts.items()]
    sums = [_counted(writer, total_key(kind), count) for kind, count in block.totals.items()]
    return element("table", element("tbody", *rows), element("tfoot", *sums), class_="counts")


def _counted(writer: Writer, key: str, count: int) -> Markup:
    return element("tr", element("th", writer.words(key), scope="row"), element("td", str(count)))


def _table(writer: Writer, block: TableBlock) -> Markup:
    shares = block.shares or (1,) * len(block.heads)
    columns = (element("col", style=f"width: {100 * share / sum(shares):.1f}%") for share in shares)
    heads = (element("th", writer.words(key), scope="col") for key in block.heads)
    rows = (
        element(
            "tr",
            element("th", writer.words(row[0]), scope="row"),
            *(element("td", writer.words(key)) for key in row[1:]),
        )
        for row in block.rows
    )
    return element(
        "table",
        element("colgroup", *columns),
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
        class_="texts",
    )


def _card(writer: Writer, block: CardBlock) -> Markup:
    name = writer.book.plain(block.name)
    is_said = re.search(rf"\b{re.escape(name)}", writer.title) is not None
    given = writer.id(f"cards.{block.card}")
    heading = Markup() if is_said else element("p", writer.words(block.name), class_="title")
    face = _face(writer, block.card)
    words = element("div", heading, writer.texts(block.texts), class_="words")
    return element("div", face, words, class_="card", id=given)


def _face(writer: Writer, card: str) -> Markup:
    drawing = writer.book.drawings.cards.get(card)
    return writer.drawing(drawing, class_=_kind_of_face(drawing))


def _kind_of_face(drawing: Drawing | None) -> str:
    """Return the classes of a card's face."""
    return "face shaped" if drawing and drawing.outline else "face"


def _cards(writer: Writer, block: CardsBlock) -> Markup:
    beside = len(block.parts) > 1
    entries = []
    for card in block.cards:
        keys = block.texts_of(card)
        named = [writer.text("p", key, class_="name") for key in keys[:1]]
        words = joined(*named, writer.texts(keys[1:]))
        said = element("div", words, class_="words") if words else Markup()
        entries.append(element("li", _face(writer, card), said))
    return element("ul", *entries, class_="cards beside" if beside else "cards", role="list")


def _anatomy(writer: Writer, block: AnatomyBlock) -> Markup:
    drawing = writer.book.drawings.cards.get(block.card)
    marks = joined(
        *(_mark(drawing, part.x, part.y, number) for number, part in enumerate(block.parts, 1))
    )
    face = writer.drawing(drawing, marks, class_=_kind_of_face(drawing))
    parts = element("ol", *(writer.text("li", part.key) for part in block.parts))
    caption = _caption(writer, block.caption)
    given = writer.id(f"cards.{block.card}")
    inner = element("div", face, parts, class_="parts")
    return element("figure", inner, caption, class_="anatomy", id=given)


def _mark(drawing: Drawing | None, x: int, y: int, number: int) -> Markup:
    """Return a number on a disc over a part of a card."""
    if drawing is None:
        return Markup()
    across = drawing.size.width * x / 100_000
    down = drawing.size.height * y / 100_000
    radius = drawing.size.width / 20_000
    disc = element("circle", cx=f"{across:.2f}", cy=f"{down:.2f}", r=f"{radius:.2f}")
    size = f"{radius * 1.3:.2f}"
    middle = f"{down + radius * 0.45:.2f}"
    words = element(
        "text", str(number), x=f"{across:.2f}", y=middle, font_size=size, text_anchor="middle"
    )
    return element("g", disc, words, class_="mark")


def _figure(writer: Writer, block: FigureBlock) -> Markup:
    drawing = writer.book.drawings.figures.get(block)
    caption = block.keys[0] if block.keys else ""
    alt = block.alt or caption
    if drawing is not None and alt:
        drawing = replace(drawing, alt=writer.book.plain(alt))
    drawn = element("div", writer.drawing(drawing), class_="plate") if drawing else Markup()
    given = writer.id(block.name)
    return element("figure", drawn, _caption(writer, caption), id=given)


def _caption(writer: Writer, key: str) -> Markup:
    return element("figcaption", writer.words(key)) if key else Markup()


def _picture(writer: Writer, block: PictureBlock) -> Markup:
    drawing = writer.book.drawings.files.get(block.file)
    if drawing is not None:
        drawing = replace(drawing, alt=writer.book.plain(block.alt))
    drawn = writer.drawing(drawing, class_="picture")
    figure = element("figure", drawn, _caption(writer, block.caption))
    if not block.texts:
        return figure
    words = element("div", writer.texts(block.texts), class_="words")
    return element("div", words, figure, class_=f"beside-picture {block.side}")


def _note(writer: Writer, block: NoteBlock) -> Markup:
    style = f"--note-edge: var(--own-edge-{as_id(block.colour)})" if block.colour else None
    icon = writer.icon(block.icon, "sign") if block.icon else Markup()
    content = writer.texts(block.texts)
    inner = writer.titled("words", block.title, content)
    return element("div", icon, inner, class_="note", style=style)


def _margin_note(writer: Writer, block: MarginNoteBlock) -> Markup:
    return element("aside", writer.words(block.key), class_="margin-note", id=writer.id(block.key))


def _sidebar(writer: Writer, block: SidebarBlock) -> Markup:
    style = f"--sidebar-ground: var(--own-ground-{as_id(block.colour)})" if block.colour else None
    return writer.titled("sidebar", block.title, writer.blocks(block.body), style=style)


def _columns(writer: Writer, block: ColumnsBlock) -> Markup:
    shares = block.shares or (1,) * len(block.columns)
    parts = (
        element("div", writer.blocks(blocks), style=f"flex-grow: {share}")
        for blocks, share in zip(block.columns, shares, strict=True)
    )
    return element("div", *parts, class_="columns")


def _spread(writer: Writer, block: SpreadBlock) -> Markup:
    return writer.blocks(block.blocks)


def _contents(writer: Writer, block: ContentsBlock) -> Markup:
    return contents_list(writer.book, writer.address, block.levels)


def _index(writer: Writer, block: IndexBlock) -> Markup:
    """Return the index; its links lead to the parts of the rulebook, as a screen has no pages."""
    entries = []
    for line in writer.book.index.get(block, ()):
        links: list[str] = []
        for title, anchor in line.parts:
            links += [", " if links else " ", element("a", title, href=writer.address(anchor))]
        entries.append(element("li", element("span", line.words, class_="word"), *links))
    return element("ul", *entries, class_="index", role="list")


def _page_break(writer: Writer, block: PageBreakBlock) -> Markup:
    """Return nothing: a screen has no pages."""
    del writer, block
    return Markup()


def _components(writer: Writer, block: ComponentsBlock) -> Markup:
    rows = [element("li", _shown(writer, piece), _named(writer, piece)) for piece in block.pieces]
    listed = element("ul", *rows, class_="pieces", role="list")
    sums = (
        element(
            "p", writer.words(total_key(kind)), " ", element("strong", str(count)), class_="total"
        )
        for kind, count in block.totals.items()
    )
    return element("div", listed, *sums, class_="components")


def _named(writer: Writer, piece: Piece) -> Markup:
    count = element("strong", f"{piece.count}\u00a0×", class_="count")
    name = element("span", writer.words(piece.key), id=writer.id(piece.key))
    return element("div", count, " ", name, class_="words")


def _shown(writer: Writer, piece: Piece) -> Markup:
    drawings = writer.book.drawings
    if piece.board or piece.picture:
        board, file = drawings.boards.get(piece.board), drawings.files.get(piece.picture)
        shown: Sequence[Drawing | None] = (board or file,)
    else:
        shown = [drawings.cards.get(card) for card in piece.cards]
    fan = (
        writer.drawing(replace(drawing, alt=""), class_="shaped" if drawing.outline else None)
        for drawing in shown
        if drawing is not None
    )
    return element("div", *fan, class_="fan", aria_hidden="true")


def _turn(writer: Writer, block: TurnBlock) -> Markup:
    steps = []
    for number, key in enumerate(block.steps):
        icon = writer.icon(block.icons[number], "sign") if block.icons else Markup()
        steps.append(element("li", icon, element("div", writer.words(key)), id=writer.id(key)))
    kind = "signed" if block.icons else "numbered"
    listed = element("ol", *steps, class_=kind, role="list")
    return writer.titled("turn", block.title, listed)


def _quote(writer: Writer, block: QuoteBlock) -> Markup:
    said = writer.text("p", block.key)
    by = writer.text("p", block.by, class_="by") if block.by else Markup()
    return element("blockquote", said, by)


def _code(writer: Writer, block: CodeBlock) -> Markup:
    return writer.text("pre", block.key)


def _formula(writer: Writer, block: FormulaBlock) -> Markup:
    return writer.text("div", block.key, class_="formula")


def _rule(writer: Writer, block: RuleBlock) -> Markup:
    del writer, block
    return element("hr")


def contents_list(book: Book, address: Address, levels: int = 2) -> Markup:
    """Return the list of sections, and with 2 `levels` also the headings in the outline."""
    entries = (_entry(book, section, address, levels) for section in book.outline.sections)
    return element("ol", *entries, class_="entries")


def _entry(book: Book, section: Section, address: Address, levels: int) -> Markup:
    headings = [
        element("li", _link(book, block.key, block.id, address))
        for block in every_block(section.blocks)
        if levels > 1 and isinstance(block, HeadingBlock) and block.id
    ]
    below = element("ol", *headings) if headings else Markup()
    return element("li", _link(book, section.title, section.id, address), below)


def _link(book: Book, key: str, name: str, address: Address) -> Markup:
    anchor = f"{book.language}:{name}"
    page = book.pages.get(anchor, "")
    number = element("span", page, class_="page") if page else Markup()
    title = f"{book.numbers[key].text}{book.plain(key)}" if key in book.numbers else book.plain(key)
    return element("a", element("span", title), " ", number, href=address(anchor))


WriterOf: TypeAlias = Callable[[Writer, Any], Markup]

WRITERS: Mapping[type[Block], WriterOf] = {
    ParagraphBlock: _paragraph,
    HeadingBlock: _heading,
    ListBlock: _list,
    QuestionsBlock: _questions,
    CountsBlock: _counts,
    TableBlock: _table,
    CardBlock: _card,
    CardsBlock: _cards,
    AnatomyBlock: _anatomy,
    FigureBlock: _figure,
    PictureBlock: _picture,
    NoteBlock: _note,
    MarginNoteBlock: _margin_note,
    SidebarBlock: _sidebar,
    ColumnsBlock: _columns,
    SpreadBlock: _spread,
    ContentsBlock: _contents,
    IndexBlock: _index,
    ComponentsBlock: _components,
    TurnBlock: _turn,
    QuoteBlock: _quote,
    CodeBlock: _code,
    FormulaBlock: _formula,
    RuleBlock: _rule,
    PageBreakBlock: _page_break,
}
"""The function that writes each kind of block."""
