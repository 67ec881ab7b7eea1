"""Blocks of text: paragraphs, headings, lists, notes; and blocks that arrange other blocks."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from printnplay.game.rulebook import (
    CodeBlock,
    ColumnsBlock,
    FormulaBlock,
    HeadingBlock,
    ListBlock,
    MarginNoteBlock,
    NoteBlock,
    ParagraphBlock,
    QuestionsBlock,
    QuoteBlock,
    RuleBlock,
    SidebarBlock,
    SpreadBlock,
)
from printnplay.kernel.geometry import Um, mm
from printnplay.kernel.inlines import InlineText
from printnplay.rulebook.pages.block_setter import AROUND, GUTTER, BlockSetter
from printnplay.rulebook.pages.figures import across
from printnplay.rulebook.pages.look import HAIRLINE, inset, panel_look
from printnplay.rulebook.pages.look import rule as line_across
from printnplay.rulebook.pages.strips import (
    Strip,
    headed,
    kept,
    loose,
    moved,
    stack,
    tagged,
    together,
)
from printnplay.scene.sheet import Bookmark, Item, Role, Tag
from printnplay.scene.style import TextStyle
from printnplay.text.markup import plain
from printnplay.text.paragraph import Setting

HEADINGS: Mapping[int, tuple[str, Role]] = {2: ("subheading", "H2"), 3: ("minor-heading", "H3")}
"""The text style and structure role of headings, by their level."""

_SPACES = re.compile(r"^ +| {2,}")
"""The spaces of a line of code that a paragraph would not keep."""

NO_BREAK = "\u00a0"

CODE_LEADING = 1.19
"""The most leading of code, as a share of its size: with it, upright lines of box drawing in Table
Mono meet, which are 1.32 em high at nine tenths of the size."""

HANGING = 4
"""The extra indent of a wrapped line of code, in spaces: one level of indentation."""

BULLET = "•"
INDENT: Um = mm(5.5)
"""The indent of list items: room for a number of two digits and a full stop in body text (9.5
pt)."""

QUESTION_SPACE: Um = mm(2)
"""The white space above a question: nearly half a line of body text. A guess."""

ICON: Um = mm(7)
"""The side of a note's icon: one and a half lines of body text, so that it stands out."""


def paragraph(setter: BlockSetter, block: ParagraphBlock) -> list[Strip]:
    """Return the lines of a paragraph."""
    strips = setter.texts([block.key], "body", setter.width, numbered=True)
    return setter.anchored(strips, block.key if block.key in setter.typesetter.numbers else "")


def heading(setter: BlockSetter, block: HeadingBlock) -> list[Strip]:
    """Return a heading within a section, which has an entry in the PDF outline."""
    typesetter = setter.typesetter
    words = typesetter.numbered(block.key)
    style, role = HEADINGS[block.level]
    strip = stack(typesetter.strips(words, style, setter.width, role=role))
    mark = Bookmark(plain(words), block.level - 1)
    return setter.anchored([replace(strip, bookmark=mark, keep=True)], block.id)


def listing(setter: BlockSetter, block: ListBlock) -> list[Strip]:
    """Return the items of a list; the first two stay together, and so do the last two."""
    typesetter = setter.typesetter
    items = []
    for number, key in enumerate(block.items, start=1):
        setting = Setting(indent=INDENT, marker=f"{number}." if block.numbered else BULLET)
        items.append(typesetter.strips(typesetter.inlines(key), "list", setter.width, setting))
    tag = Tag("L", kind="Decimal" if block.numbered else "Disc")
    return tagged(together(items), tag)


def questions(setter: BlockSetter, block: QuestionsBlock) -> list[Strip]:
    """Return questions in bold, each kept with the beginning of its answer."""
    body = setter.typesetter.styled("body")
    asked = replace(body, weight=body.bold, before=QUESTION_SPACE, after=0)
    strips: list[Strip] = []
    for question, answer in block.pairs:
        pair = kept(setter.texts([question], asked, setter.width, "Lbl"))
        pair[-1] = replace(pair[-1], keep=True)
        pair += setter.texts([answer], body, setter.width, "LBody")
        strips += tagged(pair, Tag("LI"))
    return tagged(strips, Tag("L"))


def note(setter: BlockSetter, block: NoteBlock) -> list[Strip]:
    """Return a note, unbreakable: its icon beside its title and text."""
    typesetter = setter.typesetter
    look = panel_look(typesetter.style, "note")
    if look is not None and block.colour:
        typesetter.context.colour(block.colour, block.span)
        look = replace(look, edge=block.colour)
    icon = setter.icon(block.icon, ICON, block.span) if block.icon else None
    indent = ICON + GUTTER // 2 if icon else 0
    room = setter.width - sum(inset(look))
    titled = setter.texts((block.title,) if block.title else (), "note-title", room - indent)
    words = stack([*titled, *setter.texts(block.texts, "note", room - indent)])
    words = moved(words, typesetter.placed(indent, room - indent, room))
    height = max(words.height, ICON if icon else 0)
    drawn = moved(Strip(0, (icon,)), typesetter.placed(0, ICON, room)).items if icon else ()
    strip = Strip(height, (*drawn, *words.items), before=AROUND, after=AROUND)
    return tagged([strip if look is None else setter.on(strip, look)], Tag("Note"))


def margin_note(setter: BlockSetter, block: MarginNoteBlock) -> list[Strip]:
    """Return a note of the margin column."""
    strips = setter.texts([block.key], "margin-note", setter.width)
    return tagged(strips, Tag("Aside"))


def sidebar(setter: BlockSetter, block: SidebarBlock) -> list[Strip]:
    """Return blocks on a coloured panel under a title, unbreakable."""
    typesetter = setter.typesetter
    look = panel_look(typesetter.style, "sidebar")
    if look is not None and block.colour:
        typesetter.context.colour(block.colour, block.span)
        look = replace(look, ground=block.colour)
    room = setter.width - sum(inset(look))
    title = setter.texts((block.title,), "sidebar-title", room)
    inner = replace(setter, width=room).within(block.body)

    def finished(strip: Strip) -> Strip:
        strip = replace(strip, before=AROUND, after=AROUND, start="", bookmark=None, keep=False)
        return strip if look is None else setter.on(strip, look)

    return tagged([loose(headed(title, inner), finished)], Tag("Aside"))


def columns(setter: BlockSetter, block: ColumnsBlock) -> list[Strip]:
    """Return blocks side by side, unbreakable."""
    shares = block.shares or (1,) * len(block.columns)
    room = setter.width - (len(shares) - 1) * GUTTER
    items: list[Item] = []
    x, height = 0, 0
    for blocks, share in zip(block.columns, shares, strict=True):
        width = room * share // sum(shares)
        column = setter.stacked(blocks, width)
        items += moved(column, setter.typesetter.placed(x, width, setter.width)).items
        x, height = x + width + GUTTER, max(height, column.height)
    return [Strip(height, tuple(items), before=AROUND, after=AROUND)]


def spread(setter: BlockSetter, block: SpreadBlock) -> list[Strip]:
    """Return blocks that begin on a left page and stay on its spread."""
    left, right = setter.within(block.body, margin=True), setter.within(block.right, margin=True)
    if block.across is not None:
        halves = across(setter, block.across)
        left, right = halves[:1] + left, halves[1:] + right
    if right:
        left, right = kept(left), kept(right)
        right[0] = replace(right[0], start="right")
    strips = [*left, *right]
    strips = [*(replace(strip, leads=True) for strip in strips[:-1]), *strips[-1:]]
    return [replace(strip, start="left") for strip in strips[:1]] + strips[1:]


def quote(setter: BlockSetter, block: QuoteBlock) -> list[Strip]:
    """Return a quotation, and its source on a separate line."""
    room = setter.inside("quote")
    said = setter.texts((block.key,), "quote", room)
    told = setter.texts((block.by,) if block.by else (), "quote-by", room)
    strip = replace(stack([*said, *told]), before=AROUND, after=AROUND)
    return tagged([setter.panelled(strip, "quote")], Tag("BlockQuote"))


def code(setter: BlockSetter, block: CodeBlock) -> list[Strip]:
    """Return lines of code as typed, unbreakable; what is too long for a line goes on below."""
    typesetter = setter.typesetter
    room, styled = setter.inside("code"), typesetter.styled("code")
    styled = replace(styled, leading=min(styled.leading, round(styled.size * CODE_LEADING)))
    made: list[Strip] = []
    inlines = (one for one in typesetter.inlines(block.key) if isinstance(one, InlineText))
    for inline in inlines:
        for line in inline.text.split("\n"):
            # A line keeps its spaces; one space between words may end it.
            typed = _SPACES.sub(lambda spaces: len(spaces[0]) * NO_BREAK, line) or NO_BREAK
            made += _code_line(setter, replace(inline, text=typed), styled, room)
    strip = replace(stack(made), before=AROUND, after=AROUND)
    return tagged([setter.panelled(strip, "code")], Tag("P"))


def _code_line(setter: BlockSetter, words: InlineText, styled: TextStyle, room: Um) -> list[Strip]:
    """Return a line of code; if it is too long, wrap the rest with a deeper indent."""
    typesetter = setter.typesetter
    whole = typesetter.strips((words,), styled, room, role="Span")
    if len(whole) == 1:
        return whole
    indent = len(words.text) - len(words.text.lstrip(NO_BREAK)) + HANGING
    before = typesetter.label_of((replace(words, text=NO_BREAK * indent),), "code").width
    hang = min(before, room // 2)
    first, *others = typesetter.strips((words,), styled, room - hang, role="Span")
    first = moved(first, typesetter.placed(0, room - hang, room))
    return [first, *(moved(other, typesetter.placed(hang, room - hang, room)) for other in others)]


def formula(setter: BlockSetter, block: FormulaBlock) -> list[Strip]:
    """Return a display formula, centred in its column."""
    styled = replace(setter.typesetter.styled("body"), align="centre")
    strip = stack(setter.texts([block.key], styled, setter.width, role="Div"))
    return [replace(strip, before=AROUND, after=AROUND)]


def rule(setter: BlockSetter, block: RuleBlock) -> list[Strip]:
    """Return a thin line across the column."""
    del block
    line = line_across(setter.typesetter.style, 0, setter.width)
    return [Strip(HAIRLINE, (line,), before=AROUND, after=AROUND)]
