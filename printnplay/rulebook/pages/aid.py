"""The player aid: the rules summary on a leaf to lay beside the cards.

Each paragraph is a tile with the icon that the designer chose. What is done in a turn is a strip
across the aid, tinted; a step without an icon has its number.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, Um, mm
from printnplay.kernel.inlines import Inline
from printnplay.rulebook.pages.look import scaled
from printnplay.rulebook.pages.strips import Elastic, Strip, stack
from printnplay.rulebook.pages.text_sheets import (
    NOTHING,
    SetColumns,
    columns_in,
    lay_columns,
)
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.sheet import Item, Panel, Stamp, TextLine, shifted
from printnplay.text.credits import escaped
from printnplay.text.markup import plain

LARGEST = 1.3
"""The largest type of an aid, relative to its style's size. A guess: larger type reads as a
heading."""

_PAD: Um = mm(1.5)
"""The padding of a tile. A guess: less looks cramped, more costs type size."""

_ICON: Um = mm(5.2)
"""The side of an icon or of a step number: slightly more than a line, so that pictures are
recognisable. A guess."""

_BESIDE: Um = mm(1.6)
"""The gap from an icon to its text: about the same as the padding."""

_ROUND: Um = mm(1.6)
"""The radius of a tile's corners. A guess: nothing depends on it."""

_BETWEEN: Um = mm(1.6)
"""The gap between two tiles in a column: the same as `_BESIDE`."""

_GUTTER: Um = mm(3)
"""The gap between columns: about twice `_BETWEEN`, so that the eye reads down a column."""

_PICTURE: Um = mm(8)
"""The side of an icon in the strip of a turn: seen from across a table, as on a card. A guess."""

_STEP_WIDTH: Um = mm(32)
"""The least width of a tile of the turn: some 18 letters of 9 pt. A guess."""

_EDGE: Um = mm(0.5)
"""The line width around the tiles of a turn, in the accent colour. A guess."""

_MORE: Um = mm(30)
"""How much higher a tile may get so that all columns end together: more than columns differ."""

_COLUMNS = 3
"""The most columns of an aid: three of 57 mm fit on the largest aid (`AID` in
`kit/text_sheets.py`)."""

STYLE, NUMBER = "reference", "table-number"
"""The text styles of paragraphs, and of the numbers of steps."""


class AidParagraph(Struct, frozen=True):
    """A paragraph of the aid: the key of its text, its icon if any, and its step in a turn or 0."""

    key: str
    icon: str = ""
    step: int = 0


def lay_aid(
    typesetter: Typesetter, area: Rect, paragraphs: Sequence[AidParagraph]
) -> SetColumns | None:
    """Set the turn as a strip of tiles side by side, and all else as tiles in columns below.

    The type is as large as possible; None if it does not fit.
    """
    colours = _Colours.of(typesetter.style.colours)
    turn = [paragraph for paragraph in paragraphs if paragraph.step]
    others = [paragraph for paragraph in paragraphs if not paragraph.step]
    columns = columns_in(area, min(_COLUMNS, len(others)) or 1, _GUTTER)

    def strips_at(scale: float) -> list[Strip]:
        return [_tile(typesetter, paragraph, columns.width, scale, colours) for paragraph in others]

    def above(scale: float) -> Strip:
        return _turn(typesetter, turn, area.width, scale, colours) if turn else NOTHING

    return lay_columns(typesetter, strips_at, columns, LARGEST, above)


class _Colours(Struct, frozen=True):
    """The fill colours of tiles, and the colours of step numbers and their discs."""

    tile: str
    turn: str
    badge: str
    on_badge: str

    @classmethod
    def of(cls, colours: Mapping[str, str]) -> "_Colours":
        """Return the colours of a style; without an accent colour, use its ink."""
        ink, mist = colours.get("ink", "#000000"), colours.get("mist", "#f0f0f0")
        return cls(
            mist,
            colours.get("accent-light", mist),
            colours.get("accent", ink),
            colours.get("white", "#ffffff"),
        )


def _turn(
    typesetter: Typesetter,
    turn: Sequence[AidParagraph],
    width: Um,
    scale: float,
    colours: _Colours,
) -> Strip:
    """Return the strip of a turn: its tiles in rows across the aid, wider for longer texts."""
    style = scaled(typesetter.styled(STYLE), scale)
    texts = [typesetter.inlines(paragraph.key) for paragraph in turn]
    least = [round(_longest(typesetter, text) * scale) + 2 * _PAD for text in texts]
    items: list[Item] = []
    y = start = 0
    for end in _row_ends(least, width):
        widths = _shared([len(plain(text)) for text in texts[start:end]], least[start:end], width)
        row = list(zip(turn[start:end], texts[start:end], widths, strict=True))
        set_texts = [
            stack(typesetter.strips(text, style, wide - 2 * _PAD)) for _, text, wide in row
        ]
        high = max(text.height for text in set_texts) + _PICTURE + 3 * _PAD
        x = 0
        for (paragraph, _, wide), text in zip(row, set_texts, strict=True):
            tile = Rect(typesetter.placed(x, wide, width), y, wide, high)
            items.append(Panel(tile, colours.turn, colours.badge, _EDGE, _ROUND))
            badge = Rect(tile.centre.x - _PICTURE // 2, y + _PAD, _PICTURE, _PICTURE)
            items += _badge(typesetter, paragraph, badge, colours)
            items += shifted(text.items, tile.x + _PAD, y + _PICTURE + 2 * _PAD)
            x += wide + _BETWEEN
        y += high + _BETWEEN
        start = end
    return Strip(y - _BETWEEN, tuple(items), after=_BETWEEN)


def _row_ends(least: Sequence[Um], width: Um) -> list[int]:
    """Return where rows of tiles of these least widths end: as few as hold the longest words."""
    most = max(1, (width + _BETWEEN) // (_STEP_WIDTH + _BETWEEN))
    for rows in range(-(-len(least) // most), len(least) + 1):
        across = -(-len(least) // rows)
        starts = range(0, len(least), across)
        if all(
            sum(least[start : start + across]) + (across - 1) * _BETWEEN <= width
            for start in starts
        ):
            break
    return [min(start + across, len(least)) for start in starts]


def _longest(typesetter: Typesetter, text: Sequence[Inline]) -> Um:
    """Return the width of the longest word of a text, as if all were bold."""
    words = (f"**{escaped(word)}**" for word in plain(text).split(" ") if word)
    parse = typesetter.context.parse
    return max((typesetter.label_of(parse(word), STYLE).width for word in words), default=0)


def _shared(lengths: Sequence[int], least: Sequence[Um], width: Um) -> list[Um]:
    """Return widths of tiles that share a row by the lengths of their texts, none below `least`."""
    room = width - (len(lengths) - 1) * _BETWEEN
    spare = room - sum(least)
    total = sum(lengths) or 1
    wishes = [
        max(wide, room * length // total) for wide, length in zip(least, lengths, strict=True)
    ]
    over = sum(wish - wide for wish, wide in zip(wishes, least, strict=True)) or 1
    if spare < 0:
        return [room // len(lengths)] * len(lengths)
    return [wide + (wish - wide) * spare // over for wish, wide in zip(wishes, least, strict=True)]


def _tile(
    typesetter: Typesetter, paragraph: AidParagraph, width: Um, scale: float, colours: _Colours
) -> Strip:
    style = scaled(typesetter.styled(STYLE), scale)
    beside = _ICON + _BESIDE if paragraph.icon else 0
    room = width - 2 * _PAD - beside
    text = stack(typesetter.strips(typesetter.inlines(paragraph.key), style, room))
    least = max(text.height, _ICON if beside else 0) + 2 * _PAD
    x = typesetter.placed(_PAD + beside, room, width)

    def items(height: Um) -> tuple[Item, ...]:
        panel = Panel(Rect(0, 0, width, height), fill=colours.tile, radius=_ROUND)
        made = (panel, *shifted(text.items, x, (height - text.height) // 2))
        if not beside:
            return made
        top = _PAD + (height - least) // 2
        badge = Rect(typesetter.placed(_PAD, _ICON, width), top, _ICON, _ICON)
        return (*made, *_badge(typesetter, paragraph, badge, colours))

    elastic = Elastic(least, least + _MORE, items)
    return replace(
        text,
        items=items(least),
        height=least,
        before=0,
        after=_BETWEEN,
        keep=False,
        elastic=elastic,
    )


def _badge(
    typesetter: Typesetter, paragraph: AidParagraph, rect: Rect, colours: _Colours
) -> list[Item]:
    """Return the icon, or the number of a step on a disc."""
    if paragraph.icon:
        return [Stamp(typesetter.icon(paragraph.icon, rect.width), rect)]
    label = typesetter.label_of(typesetter.context.parse(str(paragraph.step)), NUMBER)
    at = Point(rect.centre.x - label.width // 2, rect.centre.y + label.height // 2)
    runs = tuple(replace(run, colour=colours.on_badge) for run in label.runs)
    return [Panel(rect, fill=colours.badge, radius=rect.width // 2), TextLine(at, runs)]
