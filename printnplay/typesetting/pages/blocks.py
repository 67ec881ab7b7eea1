"""The blocks of the booklet as strips: one function a class of block."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from printnplay.model.game import (
    Block,
    CardBlock,
    CardsBlock,
    FigureBlock,
    ListBlock,
    ParagraphBlock,
    QuestionsBlock,
    TableBlock,
)
from printnplay.model.geometry import Point, Rect, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Bookmark, Item, Panel, Stamp, Stroke, TextLine
from printnplay.typesetting.pages.pagination import SMALLEST_SHARE, illustration
from printnplay.typesetting.pages.strips import Strip, kept, moved, stack
from printnplay.typesetting.pages.typesetter import Typesetter
from printnplay.typesetting.text.markup import plain
from printnplay.typesetting.text.paragraph import Setting

BULLET = "•"
INDENT: Um = mm(5.5)
CARD: Um = mm(30)
GUTTER: Um = mm(5)
FIGURE_SPACE: Um = mm(2.5)
QUESTION_SPACE: Um = mm(2)
ROW_SPACE: Um = mm(0.9)
HAIRLINE: Um = mm(0.2)
RULE_COLOUR = "line"
"""The style's colour of thin rules and outlines; black where it has none."""

LED_IN = (FigureBlock, ListBlock)
"""Blocks that the one before leads up to: a rule to its example, a sentence to its list."""


@dataclass(frozen=True, slots=True)
class BlockSetter:
    """What setting a block needs: texts, the column's width, and the pictures by name.

    `face` draws a card by its id; `figure` draws a worked example: template name, example id.
    `title` is the heading above the block.
    """

    typesetter: Typesetter
    width: Um
    face: Callable[[str], Picture | None]
    figure: Callable[[str, str], Picture | None]
    title: str = ""

    def section(self, key: str, blocks: Sequence[Block], *, new_page: bool) -> list[Strip]:
        """A heading, kept with what follows, and the blocks of its section."""
        title = self.typesetter.inlines(key)
        heading = self.typesetter.strips(title, "heading", self.width)
        heading = [replace(strip, keep=True) for strip in heading]
        heading[0] = replace(heading[0], new_page=new_page, bookmark=Bookmark(plain(title)))
        strips = heading
        below = replace(self, title=plain(title))
        for block, following in zip_longest(blocks, blocks[1:]):
            strips += _led_in(below.block(block), following)
        return strips

    def block(self, block: Block) -> list[Strip]:
        """One block."""
        match block:
            case ParagraphBlock(key=key):
                strips = self.typesetter.strips(self.typesetter.inlines(key), "body", self.width)
            case ListBlock():
                strips = _list(self, block)
            case QuestionsBlock():
                strips = _questions(self, block)
            case TableBlock():
                strips = _table(self, block)
            case CardBlock():
                strips = _card(self, block)
            case CardsBlock():
                strips = _gallery(self, block)
            case FigureBlock():
                strips = _figure(self, block)
        return strips


def _led_in(strips: list[Strip], following: Block | None) -> list[Strip]:
    """The strips, the last kept with what they lead up to."""
    if not isinstance(following, LED_IN) or not strips:
        return strips
    return [*strips[:-1], replace(strips[-1], keep=True)]


def _list(setter: BlockSetter, block: ListBlock) -> list[Strip]:
    typesetter = setter.typesetter
    strips: list[Strip] = []
    for number, key in enumerate(block.keys, start=1):
        setting = Setting(indent=INDENT, marker=f"{number}." if block.numbered else BULLET)
        strips += typesetter.strips(typesetter.inlines(key), "list", setter.width, setting)
    return strips


def _questions(setter: BlockSetter, block: QuestionsBlock) -> list[Strip]:
    """Questions in bold, each kept with the beginning of its answer."""
    typesetter = setter.typesetter
    body = typesetter.styled("body")
    asked = replace(body, weight=body.bold, before=QUESTION_SPACE, after=0)
    strips: list[Strip] = []
    for question, answer in block.pairs:
        strips += kept(typesetter.strips(typesetter.inlines(question), asked, setter.width))
        strips[-1] = replace(strips[-1], keep=True)
        strips += typesetter.strips(typesetter.inlines(answer), body, setter.width)
    return strips


def _table(setter: BlockSetter, block: TableBlock) -> list[Strip]:
    rows = [_row(setter, key, count) for key, count in block.counts.items()]
    rows.append(_row(setter, "contents.total", sum(block.counts.values())))
    rows[0] = replace(rows[0], before=FIGURE_SPACE)
    rows[-1] = replace(rows[-1], after=FIGURE_SPACE)
    return kept(rows)


def _row(setter: BlockSetter, key: str, count: int) -> Strip:
    """A row of the table: what it is, how many at the end of the line, a hairline below."""
    typesetter = setter.typesetter
    number = typesetter.label_of(typesetter.context.parse(str(count)), "table-number")
    room = setter.width - number.width - GUTTER
    name = stack(typesetter.strips(typesetter.inlines(key), "table", room))
    name = moved(name, typesetter.placed(0, room, setter.width))
    baseline = next(item.at.y for item in name.items if isinstance(item, TextLine))
    right = typesetter.placed(setter.width - number.width, number.width, setter.width)
    figures = TextLine(Point(right, baseline), number.runs)
    height = name.height + 2 * ROW_SPACE
    colour = typesetter.style.colours.get(RULE_COLOUR, "#000000")
    line = Stroke("rule", Point(0, height), Point(setter.width, height), HAIRLINE, colour)
    row = Strip(name.height, (*name.items, figures))
    lowered = stack([Strip(ROW_SPACE, ()), row, Strip(ROW_SPACE, (line,))])
    return replace(lowered, items=(*lowered.items[:-1], line))


def _card(setter: BlockSetter, block: CardBlock) -> list[Strip]:
    """A face, and beside it the card's name, unless the heading says it, and what it does."""
    face, typesetter = setter.face(block.card), setter.typesetter
    indent = CARD + GUTTER
    name = typesetter.inlines(block.name)
    is_said = re.search(rf"\b{re.escape(plain(name))}", setter.title) is not None
    beside = [] if is_said else typesetter.strips(name, "subheading", setter.width - indent)
    for key in block.texts:
        beside += typesetter.strips(typesetter.inlines(key), "body", setter.width - indent)
    words = moved(stack(beside), typesetter.placed(indent, setter.width - indent, setter.width))
    if face is None:
        return [words]
    height = CARD * face.size.height // face.size.width
    rect = Rect(typesetter.placed(0, CARD, setter.width), FIGURE_SPACE // 2, CARD, height)
    items = (*_framed(setter, face, rect), *words.items)
    bookmark = None if is_said else Bookmark(plain(name), 1)
    return [
        Strip(
            max(words.height, height + FIGURE_SPACE // 2),
            items,
            before=2 * FIGURE_SPACE,
            after=FIGURE_SPACE,
            bookmark=bookmark,
        )
    ]


def _figure(setter: BlockSetter, block: FigureBlock) -> list[Strip]:
    """A picture in the middle of the column and its caption, never parted."""
    picture = setter.figure(block.template, block.example)
    typesetter = setter.typesetter
    caption = [
        strip
        for key in block.keys
        for strip in typesetter.strips(typesetter.inlines(key), "caption", setter.width)
    ]
    if picture is None:
        return kept(caption)
    drawing = illustration(picture, SMALLEST_SHARE, setter.width)
    return kept([replace(drawing, before=FIGURE_SPACE), *caption])


FACE: Um = mm(17)
"""The width of a face in a gallery: its colours and large symbols can be told."""

BESIDE: Um = mm(2.5)
"""From a face to its text, and from an entry of a gallery to the next."""

BETWEEN_ROWS: Um = mm(3)
NARROWEST: Um = mm(27)
"""The least width for text beside a face; where two entries leave less, there is one in a row."""


def _gallery(setter: BlockSetter, block: CardsBlock) -> list[Strip]:
    """Many cards in little room: small faces in rows, with their names and rules.

    Names alone stand below their faces, names with other texts beside them.
    """
    entries = [(setter.face(card), block.texts_of(card)) for card in block.cards]
    beside = any(len(keys) > 1 for _, keys in entries)
    least = FACE + BESIDE + NARROWEST if beside else FACE
    columns = max(1, (setter.width + BESIDE) // (least + BESIDE))
    cell = (setter.width - (columns - 1) * BESIDE) // columns
    entry_of = _entry_beside if beside else _entry_below
    entries_set = [entry_of(replace(setter, width=cell), face, keys) for face, keys in entries]
    rows = (entries_set[at : at + columns] for at in range(0, len(entries_set), columns))
    return [_gallery_row(setter, row, cell) for row in rows]


def _gallery_row(setter: BlockSetter, row: Sequence[Strip], cell: Um) -> Strip:
    places = (
        setter.typesetter.placed(index * (cell + BESIDE), cell, setter.width)
        for index in range(len(row))
    )
    items = [item for entry, x in zip(row, places, strict=True) for item in moved(entry, x).items]
    height = max(entry.height for entry in row)
    return Strip(height, tuple(items), before=BETWEEN_ROWS, after=BETWEEN_ROWS)


def _entry_beside(setter: BlockSetter, face: Picture | None, keys: Sequence[str]) -> Strip:
    """The face, and beside it the name in bold and the other texts."""
    indent, placed = FACE + BESIDE, setter.typesetter.placed
    words = stack(_captions(setter, keys, setter.width - indent, "left"))
    words = moved(words, placed(indent, setter.width - indent, setter.width))
    rect = Rect(placed(0, FACE, setter.width), 0, FACE, _height_of(face))
    items = (*_framed(setter, face, rect), *words.items)
    return Strip(max(rect.height, words.height), items)


def _entry_below(setter: BlockSetter, face: Picture | None, keys: Sequence[str]) -> Strip:
    """The face in the middle, its name below."""
    rect = Rect((setter.width - FACE) // 2, 0, FACE, _height_of(face))
    drawn = Strip(rect.height, _framed(setter, face, rect))
    return stack([drawn, *_captions(setter, keys, setter.width, "centre")])


def _height_of(face: Picture | None) -> Um:
    return FACE * face.size.height // face.size.width if face else 0


def _captions(setter: BlockSetter, keys: Sequence[str], width: Um, align: str) -> list[Strip]:
    typesetter = setter.typesetter
    style = replace(typesetter.styled("caption"), align=align, after=0)
    styles = [replace(style, weight=style.bold), *[style] * len(keys)]
    return [
        strip
        for key, styled in zip(keys, styles, strict=False)
        for strip in typesetter.strips(typesetter.inlines(key), styled, width)
    ]


def _framed(setter: BlockSetter, face: Picture | None, rect: Rect) -> tuple[Item, ...]:
    """A face with a thin line around it; nothing where it could not be drawn."""
    if face is None:
        return ()
    colour = setter.typesetter.style.colours.get(RULE_COLOUR, "#000000")
    edge = Panel(rect, stroke=colour, stroke_width=HAIRLINE)
    return Stamp(face, rect, clip=rect), edge
