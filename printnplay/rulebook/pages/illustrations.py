"""Blocks with cards: beside their texts, in galleries, with labelled parts, as components."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import (
    AnatomyBlock,
    CardBlock,
    CardPart,
    CardsBlock,
    ComponentsBlock,
    Piece,
)
from printnplay.kernel.geometry import Point, Rect, Um, mm
from printnplay.rulebook.pages.block_setter import AROUND, GUTTER, BlockSetter, figure_tags
from printnplay.rulebook.pages.look import inset, panel_look
from printnplay.rulebook.pages.strips import (
    Strip,
    kept,
    loose,
    moved,
    stack,
    tagged,
    together,
)
from printnplay.rulebook.pages.tables import totals
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Bookmark, Item, Panel, Stamp, Stroke, Tag, within
from printnplay.text.markup import plain

CARD: Um = mm(30)
"""The width of a face beside its explanation: about half a poker card (63.5 mm). A guess: chosen by
eye."""

ANATOMY: Um = mm(42)
"""The width of a face with labelled parts: about two thirds of a card's, where it is legible."""

NAMES: Um = mm(12)
"""The space for labels on either side of a face without a given width: a short word in a label of
8.5 pt. With 8 mm hardly any word fitted on A7."""

DOT: Um = mm(1)
"""The radius of the dot on a part: about three times `LEADER`, to be recognisable as a dot."""

LEADER: Um = mm(0.3)
"""The width of the leader line from a label to its part: one and a half times `HAIRLINE`, since it
crosses a picture."""

HALO: Um = mm(0.9)
"""The width of this line's light halo on the face, which may be dark: three times `LEADER`, so that
0.3 mm are visible on either side."""

BESIDE_LINE: Um = mm(2)
"""The gap between a label and its line, and between two labels. A guess."""


def card(setter: BlockSetter, block: CardBlock) -> list[Strip]:
    """Return a face beside its explanation, and its name unless the heading contains it."""
    face, typesetter = setter.pictures.face(block.card), setter.typesetter
    width = _face_width(block, setter.width)
    room = room_beside(block, setter.width)
    indent = setter.width - room
    name = typesetter.inlines(block.name)
    is_said = re.search(rf"\b{re.escape(plain(name))}", setter.title) is not None
    named = [] if is_said else typesetter.strips(name, "subheading", room, role="H2")
    beside = [*named, *setter.texts(block.texts, "body", room)]
    words = stack(beside) if beside else Strip(0, ())
    words = moved(words, typesetter.placed(indent, room, setter.width))
    if face is None:
        return [words]
    height = width * face.size.height // face.size.width
    rect = Rect(typesetter.placed(0, width, setter.width), AROUND // 2, width, height)
    # Reading order: the heading, then the face, then its explanation.
    first = sum(len(strip.items) for strip in named)
    items = (*words.items[:first], *setter.framed(block.card, face, rect), *words.items[first:])
    mark = None if is_said else Bookmark(plain(name), 1)
    tall = max(words.height, height + AROUND // 2)
    strip = Strip(tall, items, before=2 * AROUND, after=AROUND, bookmark=mark)
    return setter.anchored([strip], f"cards.{block.card}")


def _face_width(block: CardBlock, column: Um) -> Um:
    return min(block.width or CARD, column // 2)


def room_beside(block: CardBlock, column: Um) -> Um:
    """Return the width of the texts beside a card, in a column of this width."""
    return column - _face_width(block, column) - GUTTER


FACE: Um = mm(17)
"""The width of a face in a gallery: a quarter of a poker card, where colours and large symbols are
recognisable."""

BESIDE: Um = mm(2.5)
"""The gap from a face to its text, and between entries of a gallery: half of `GUTTER`, since they
belong together."""

BETWEEN_ROWS: Um = mm(3)
"""The gap between two rows of a gallery: slightly more than `BESIDE`, so that rows are read as
rows."""

NARROWEST: Um = mm(27)
"""The least width for text beside a face, about 15 letters of 9.5 pt; where two entries leave less,
a row has one. A guess."""


class Grid(Struct, frozen=True):
    """The division of a gallery: its columns, the width of a cell and of the face in it.

    Names without other texts are below their faces, names with other texts `beside` them.
    """

    columns: int
    cell: Um
    face: Um
    beside: bool

    @property
    def room(self) -> Um:
        """The width of the texts in a cell."""
        return self.cell - self.face - BESIDE if self.beside else self.cell


def grid_of(block: CardsBlock, column: Um) -> Grid:
    """Return the grid of a gallery in a column of this width, with evenly filled rows."""
    width, entries = min(block.width or FACE, column), len(block.cards)
    beside = len(block.parts) > 1
    least = width + BESIDE + NARROWEST if beside else width
    most = max(1, (column + BESIDE) // (least + BESIDE))
    rows = -(-entries // most)
    columns = max(-(-entries // max(rows, 1)), 1)
    return Grid(columns, (column - (columns - 1) * BESIDE) // columns, width, beside)


def gallery(setter: BlockSetter, block: CardsBlock) -> list[Strip]:
    """Return a gallery of cards: faces in rows, with their names and rules."""
    grid = grid_of(block, setter.width)
    entry_of = _entry_beside if grid.beside else _entry_below
    narrow = replace(setter, width=grid.cell)
    entries = [entry_of(narrow, name, block.texts_of(name), grid) for name in block.cards]
    split = (entries[at : at + grid.columns] for at in range(0, len(entries), grid.columns))
    middled = 0 if grid.beside else grid.columns
    return tagged([_gallery_row(setter, row, grid.cell, middled) for row in split], Tag("L"))


def _gallery_row(setter: BlockSetter, row: Sequence[Strip], cell: Um, columns: int) -> Strip:
    """Return entries side by side; a partial row is centred in `columns`."""
    spare = max(columns - len(row), 0) * (cell + BESIDE) // 2
    places = (
        setter.typesetter.placed(spare + index * (cell + BESIDE), cell, setter.width)
        for index in range(len(row))
    )
    items = [
        item
        for entry, x in zip(row, places, strict=True)
        for item in _listed(moved(entry, x).items)
    ]
    height = max(entry.height for entry in row)
    return Strip(height, tuple(items), before=BETWEEN_ROWS, after=BETWEEN_ROWS)


def _listed(items: Sequence[Item]) -> tuple[Item, ...]:
    """Tag items as a list item."""
    return within(within(items, Tag("LBody")), Tag("LI"))


def _entry_beside(setter: BlockSetter, card: str, keys: Sequence[str], grid: Grid) -> Strip:
    """Return the face, and beside it the name in bold and the other texts."""
    face, width, placed = setter.pictures.face(card), grid.face, setter.typesetter.placed
    words = stack(_names(setter, keys, grid.room, "left"))
    words = moved(words, placed(setter.width - grid.room, grid.room, setter.width))
    rect = Rect(placed(0, width, setter.width), 0, width, _height_of(face, width))
    items = (*setter.framed(card, face, rect), *words.items)
    return Strip(max(rect.height, words.height), items)


def _entry_below(setter: BlockSetter, card: str, keys: Sequence[str], grid: Grid) -> Strip:
    """Return the centred face with its name below."""
    face, width = setter.pictures.face(card), grid.face
    rect = Rect((setter.width - width) // 2, 0, width, _height_of(face, width))
    drawn = Strip(rect.height, setter.framed(card, face, rect))
    return stack([drawn, *_names(setter, keys, grid.room, "centre")])


def _height_of(face: Picture | None, width: Um) -> Um:
    return width * face.size.height // face.size.width if face else 0


def _names(setter: BlockSetter, keys: Sequence[str], width: Um, align: str) -> list[Strip]:
    style = replace(setter.typesetter.styled("caption"), align=align, after=0)
    styles = [replace(style, weight=style.bold), *[style] * len(keys)]
    return [
        strip
        for key, styled in zip(keys, styles, strict=False)
        for strip in setter.texts((key,), styled, width)
    ]


def anatomy(setter: BlockSetter, block: AnatomyBlock) -> list[Strip]:
    """Return a centred face, the labels of its parts on either side, and leader lines."""
    face = setter.pictures.face(block.card)
    titled = (block.caption,) if block.caption else ()
    caption = setter.texts(titled, "caption", setter.width, "Caption")
    if face is None:
        return kept(caption)
    beside = GUTTER + BESIDE_LINE
    usual = min(ANATOMY, max(setter.width - 2 * (NAMES + beside), setter.width // 4))
    width = min(block.width or usual, setter.width // 2)
    height = _height_of(face, width)
    rect = Rect((setter.width - width) // 2, 0, width, height)
    lines: list[Item] = []
    names: list[tuple[CardPart, tuple[Item, ...]]] = []
    tallest = height
    for on_left in (True, False):
        parts = sorted(
            (part for part in block.parts if (part.x < 50) == on_left),
            key=lambda part: (part.y, part.x),
        )
        for part, words, marks, bottom in _named_parts(setter, parts, rect, on_left=on_left):
            names.append((part, words))
            lines += marks
            tallest = max(tallest, bottom)
    # Read in the order of the source, wherever they are placed.
    names.sort(key=lambda named: block.parts.index(named[0]))
    listed = [item for _, words in names for item in words]
    items = setter.framed(block.card, face, rect) + tuple(lines) + within(listed, Tag("L"))
    drawn = Strip(tallest, items, before=AROUND, after=AROUND)
    strips = tagged(kept([drawn, *caption]), Tag("Div"))
    return setter.anchored(strips, f"cards.{block.card}")


def _named_parts(
    setter: BlockSetter, parts: Sequence[CardPart], face: Rect, *, on_left: bool
) -> Iterator[tuple[CardPart, tuple[Item, ...], list[Item], Um]]:
    """Yield the labels on one side without overlaps: their items, their lines, and their ends."""
    typesetter = setter.typesetter
    room = face.x - GUTTER - BESIDE_LINE
    style = replace(typesetter.styled("part"), align="right" if on_left else "left")
    if typesetter.context.right_to_left:
        style = replace(style, align="left" if on_left else "right")
    colour = typesetter.context.colour(style.colour, typesetter.style.span)
    below = 0
    for part in parts:
        name = stack(setter.texts((part.key,), style, room))
        at = Point(face.x + face.width * part.x // 100, face.y + face.height * part.y // 100)
        top = max(below, at.y - name.height // 2)
        below = top + name.height + BESIDE_LINE
        x = 0 if on_left else setter.width - room
        lowered = stack([Strip(top, ()), moved(name, x)])
        end = room + BESIDE_LINE // 2 if on_left else setter.width - room - BESIDE_LINE // 2
        start = Point(end, top + name.height // 2)
        dot = Rect(at.x, at.y, 0, 0).grown(DOT)
        edge = _crossing(start, at, face.x if on_left else face.right)
        marks: list[Item] = [
            Stroke("rule", edge, at, HALO, "#ffffff"),
            Stroke("rule", start, at, LEADER, colour),
            Panel(dot, colour, "#ffffff", LEADER, DOT),
        ]
        yield part, _listed(lowered.items), marks, top + name.height


def _crossing(start: Point, end: Point, x: Um) -> Point:
    """Return the point at `x` on the line between two points on either side of it."""
    rise = (end.y - start.y) * (x - start.x)
    return Point(x, start.y + rise // (end.x - start.x) if end.x != start.x else start.y)


PIECE: Um = mm(10)
"""The width of a card among the components: a sixth of a poker card. A guess: enough to recognise
its colours."""

FAN: Um = mm(3.5)
"""The shift of a card in a fan: a third of `PIECE`, so that three cards (17 mm) fit in
`SHOWN_PIECE`."""

SHOWN_PIECE: Um = mm(18)
"""The width for the picture of a component, before its name: a fan of three cards (17 mm) and 1
mm."""

WIDEST_ENTRY: Um = mm(40)
"""The least width of an entry for components side by side: `SHOWN_PIECE`, a gap and a word or two.
A guess."""


def components(setter: BlockSetter, block: ComponentsBlock) -> list[Strip]:
    """Return the component list: pictures, names and counts in rows, and the total of cards."""
    look = panel_look(setter.typesetter.style, "components")
    whole = setter.width - sum(inset(look))
    columns = max(1, (whole + GUTTER) // (WIDEST_ENTRY + GUTTER))
    cell = (whole - (columns - 1) * GUTTER) // columns
    narrow = replace(setter, width=cell)
    entries = [_component(narrow, piece) for piece in block.pieces]
    rows = []
    for at in range(0, len(entries), columns):
        row = entries[at : at + columns]
        height = max(entry.height for entry in row)
        items: list[Item] = []
        for index, entry in enumerate(row):
            x = setter.typesetter.placed(index * (cell + GUTTER), cell, whole)
            down = (height - entry.height) // 2
            items += _listed(moved(stack([Strip(down, ()), entry]), x).items)
        rows.append(Strip(height, tuple(items), before=AROUND, after=AROUND))
    rows = tagged(rows, Tag("L"))
    if block.totals:
        rows += tagged(totals(replace(setter, width=whole), block.totals), Tag("Table"))
    if look is None:
        rows[-1] = replace(rows[-1], after=AROUND)
        return together([[row] for row in rows])
    return [loose(rows, lambda strip: setter.on(replace(strip, before=AROUND, after=AROUND), look))]


def _component(setter: BlockSetter, piece: Piece) -> Strip:
    """Return the picture of a component, and beside it its count and name."""
    typesetter = setter.typesetter
    shown = _shown(setter, piece)
    indent = SHOWN_PIECE + BESIDE
    room = setter.width - indent
    count = typesetter.context.parse(f"{piece.count}\u00a0×")
    words = stack(
        [
            *typesetter.strips(count, "count", room),
            *setter.texts((piece.key,), setter.undivided(piece.key, "table", room), room),
        ]
    )
    height = max(shown.height, words.height)
    placed = typesetter.placed
    parts = (
        (shown, placed(0, SHOWN_PIECE, setter.width)),
        (words, placed(indent, room, setter.width)),
    )
    items = [
        item
        for part, x in parts
        for item in moved(stack([Strip((height - part.height) // 2, ()), part]), x).items
    ]
    return Strip(height, tuple(items))


def _shown(setter: BlockSetter, piece: Piece) -> Strip:
    """Return a fan of cards, or a picture, in the width for it."""
    pictures = setter.pictures
    if piece.board or piece.picture:
        drawn = (
            pictures.board(piece.board)
            if piece.board
            else pictures.file(piece.picture, None, SHOWN_PIECE, piece.span)
        )
        if drawn is None:
            return Strip(0, ())
        width = min(SHOWN_PIECE, drawn.size.width)
        height = _height_of(drawn, width)
        rect = Rect((SHOWN_PIECE - width) // 2, 0, width, height)
        return Strip(height, (Stamp(drawn, rect, clip=rect, tags=figure_tags(drawn)),))
    faces = [(name, face) for name in piece.cards if (face := pictures.face(name)) is not None]
    items: list[Item] = []
    tallest = 0
    spread = PIECE + FAN * (len(faces) - 1)
    for index, (name, face) in enumerate(faces):
        height = _height_of(face, PIECE)
        rect = Rect((SHOWN_PIECE - spread) // 2 + index * FAN, 0, PIECE, height)
        items += setter.framed(name, face, rect, described=False)
        tallest = max(tallest, height)
    return Strip(tallest, tuple(items))
