"""Many cards in little room: small faces in rows, with their names and rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printnplay.model.geometry import Rect, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item, Panel, Stamp, shifted
from printnplay.model.style import TextStyle
from printnplay.typesetting.pages.strips import Strip, indented, stack
from printnplay.typesetting.pages.typesetter import Typesetter

FACE: Um = mm(17)
"""The width of a face: its colours and large symbols can be told."""

BESIDE: Um = mm(2.5)
"""From a face to its text, and from an entry to the next."""

BETWEEN_ROWS: Um = mm(3)
NARROWEST: Um = mm(27)
"""The least width for text beside a face; where two entries leave less, there is one in a row."""

HAIRLINE: Um = mm(0.2)
EDGE = "line"
"""The style's colour of outlines; black where it has none."""

TEXT = "caption"
SHORT = 1
"""So many texts of a card stand below its face, more stand beside it."""


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card: its face, if it could be drawn, and the keys of its texts, the name first."""

    face: Picture | None
    keys: tuple[str, ...]


def gallery(typesetter: Typesetter, width: Um, entries: Sequence[ListedCard]) -> list[Strip]:
    """Rows of entries, none of which is broken; `width` is that of the column."""
    long = any(len(entry.keys) > SHORT for entry in entries)
    columns = _columns(width, _least(long=long))
    cell = (width - (columns - 1) * BESIDE) // columns
    build = _beside if long else _below
    cells = [build(typesetter, cell, entry) for entry in entries]
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return [_row(row, cell) for row in rows]


def _least(*, long: bool) -> Um:
    return FACE + BESIDE + NARROWEST if long else FACE


def _columns(width: Um, least: Um) -> int:
    return max(1, (width + BESIDE) // (least + BESIDE))


def _row(cells: Sequence[Strip], cell: Um) -> Strip:
    items = [
        item
        for index, one in enumerate(cells)
        for item in shifted(one.items, index * (cell + BESIDE), 0)
    ]
    height = max(one.height for one in cells)
    return Strip(height, tuple(items), before=BETWEEN_ROWS, after=BETWEEN_ROWS)


def _beside(typesetter: Typesetter, width: Um, entry: ListedCard) -> Strip:
    """The face on the left, the name in bold and the other texts on its right."""
    indent = FACE + BESIDE
    words = stack(indented(_texts(typesetter, width - indent, entry, "left"), indent))
    drawn, height = _face(typesetter, entry.face, 0)
    return Strip(max(height, words.height), (*drawn, *words.items))


def _below(typesetter: Typesetter, width: Um, entry: ListedCard) -> Strip:
    """The face in the middle, its name below."""
    drawn, height = _face(typesetter, entry.face, (width - FACE) // 2)
    strips = [Strip(height, tuple(drawn)), *_texts(typesetter, width, entry, "centre")]
    return stack(strips)


def _texts(typesetter: Typesetter, width: Um, entry: ListedCard, align: str) -> list[Strip]:
    style = replace(typesetter.styled(TEXT), align=align, after=0)
    name = replace(style, weight=style.bold)
    styles: list[TextStyle] = [name, *[style] * len(entry.keys)]
    return [
        strip
        for key, styled in zip(entry.keys, styles, strict=False)
        for strip in typesetter.strips(typesetter.inlines(key), styled, width)
    ]


def _face(typesetter: Typesetter, face: Picture | None, x: Um) -> tuple[list[Item], Um]:
    if face is None:
        return [], 0
    height = FACE * face.size.height // face.size.width
    rect = Rect(x, 0, FACE, height)
    colour = typesetter.style.colours.get(EDGE, "#000000")
    return [Stamp(face, rect, clip=rect), Panel(rect, stroke=colour, stroke_width=HAIRLINE)], height
