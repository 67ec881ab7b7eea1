"""The player aid: the rules summary on a leaf to lay beside the cards.

Each paragraph is a tile. Steps of a turn are numbered and tinted; other tiles have the icon that
the designer chose.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, Um, mm
from printnplay.rulebook.pages.look import scaled
from printnplay.rulebook.pages.strips import Strip, stack
from printnplay.rulebook.pages.text_sheets import SetColumns, columns_in, lay_columns
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.sheet import Item, Panel, Stamp, TextLine, shifted

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
    """Set the paragraphs as tiles in columns, as large as possible; None if they do not fit."""
    colours = _Colours.of(typesetter.style.colours)
    columns = columns_in(area, min(_COLUMNS, len(paragraphs)), _GUTTER)

    def strips_at(scale: float) -> list[Strip]:
        return [
            _tile(typesetter, paragraph, columns.width, scale, colours) for paragraph in paragraphs
        ]

    return lay_columns(typesetter, strips_at, columns, LARGEST)


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


def _tile(
    typesetter: Typesetter, paragraph: AidParagraph, width: Um, scale: float, colours: _Colours
) -> Strip:
    style = scaled(typesetter.styled(STYLE), scale)
    beside = _ICON + _BESIDE if paragraph.icon or paragraph.step else 0
    room = width - 2 * _PAD - beside
    text = stack(typesetter.strips(typesetter.inlines(paragraph.key), style, room))
    height = max(text.height, _ICON if beside else 0) + 2 * _PAD
    x = typesetter.placed(_PAD + beside, room, width)
    down = (height - text.height) // 2
    fill = colours.turn if paragraph.step else colours.tile
    items: list[Item] = [
        Panel(Rect(0, 0, width, height), fill=fill, radius=_ROUND),
        *shifted(text.items, x, down),
    ]
    if beside:
        badge = Rect(typesetter.placed(_PAD, _ICON, width), _PAD, _ICON, _ICON)
        items += _badge(typesetter, paragraph, badge, colours)
    return replace(text, items=tuple(items), height=height, before=0, after=_BETWEEN, keep=False)


def _badge(
    typesetter: Typesetter, paragraph: AidParagraph, rect: Rect, colours: _Colours
) -> list[Item]:
    """Return the number of a step on a disc, or the icon."""
    if not paragraph.step:
        return [Stamp(typesetter.icon(paragraph.icon, rect.width), rect)]
    label = typesetter.label_of(typesetter.context.parse(str(paragraph.step)), NUMBER)
    at = Point(rect.centre.x - label.width // 2, rect.centre.y + label.height // 2)
    runs = tuple(replace(run, colour=colours.on_badge) for run in label.runs)
    return [Panel(rect, fill=colours.badge, radius=rect.width // 2), TextLine(at, runs)]
