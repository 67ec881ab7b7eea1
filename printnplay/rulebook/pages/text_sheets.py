"""Texts in balanced columns at the largest size that fits; the assembly instructions."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, pairwise
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.kernel.inlines import Inline
from printnplay.rulebook.pages.look import scaled
from printnplay.rulebook.pages.strips import (
    Column,
    Strip,
    TooTallError,
    column_of,
    fill,
    height_of,
    spread_out,
    stack,
    sum_of,
)
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.sheet import Item, shifted

GUTTER: Um = mm(8)
"""The gap between two columns: wider than in a rulebook (7 mm), since instructions may be larger. A
guess."""

NARROWEST: Um = mm(45)
"""The least width of one of several columns: about 25 letters of 10.5 pt. In narrower ones most
lines end in hyphens. A guess."""
PRECISION: Um = mm(0.5)
"""The precision of the height at which columns are balanced: a ninth of a line, which moves no
line."""

SCALES = tuple(percent / 100 for percent in range(151, 73, -3))
"""The scales to try, relative to the style's size, largest first; a style's minimum always
applies."""


NOTHING = Strip(0, ())
"""The strip above columns that have none."""


class SetColumns(Struct, frozen=True):
    """Text in columns: its items on the page, and its height."""

    items: tuple[Item, ...]
    height: Um


class Columns(Struct, frozen=True):
    """The layout of columns: an area, the number of columns in it, and the gutter between them."""

    area: Rect
    number: int = 2
    gutter: Um = GUTTER

    @property
    def width(self) -> Um:
        """The width of a column."""
        return (self.area.width - (self.number - 1) * self.gutter) // self.number

    def below(self, strip: Strip) -> "Columns":
        """Return the columns below a strip across all of them."""
        used = min(strip.height + strip.after, self.area.height)
        rect = Rect(self.area.x, self.area.y + used, self.area.width, self.area.height - used)
        return replace(self, area=rect)


def columns_in(area: Rect, most: int = 2, gutter: Um = GUTTER) -> Columns:
    """Return the columns that fit in an area: fewer on small paper, for long words."""
    return Columns(area, max(1, min(most, (area.width + gutter) // (NARROWEST + gutter))), gutter)


def lay_columns(
    typesetter: Typesetter,
    strips_at: Callable[[float], Sequence[Strip]],
    columns: Columns,
    largest: float = 1,
    above: Callable[[float], Strip] = lambda _: NOTHING,
) -> SetColumns | None:
    """Set strips into columns at the largest scale that fits; return None if none fits.

    `strips_at` makes the strips for a scale of the style's sizes; `largest` is the limit. `above`
    makes a strip across all columns, above them, for a scale. Elastic strips fill their column.
    """
    scales = [scale for scale in SCALES if scale <= largest]
    strips_at, above = cache(strips_at), cache(above)

    def below(scale: float) -> Columns:
        return columns.below(above(scale))

    def is_fitting(scale: float) -> bool:
        if above(scale).height > columns.area.height:
            return False
        room = below(scale)
        return _filled(strips_at(scale), room.area.height, room) is not None

    chosen = _largest(scales, is_fitting, lambda: _likely(strips_at(scales[0]), below(scales[0])))
    if chosen is None:
        return None
    across, room = above(chosen), below(chosen)
    strips = strips_at(chosen)
    filled = _evened(strips, room) if any(strip.elastic for strip in strips) else None
    text = _placed(typesetter, filled or _balanced(strips, room) or [], room)
    items = (*shifted(across.items, columns.area.x, columns.area.y), *text.items)
    return SetColumns(items, room.area.y - columns.area.y + text.height)


def _largest(
    scales: Sequence[float], is_fitting: Callable[[float], bool], likely: Callable[[], float]
) -> float | None:
    """Return the largest fitting scale, searched from a likely share of the first; None if none."""
    if is_fitting(scales[0]):
        return scales[0]
    wanted = scales[0] * likely()
    index = sum(scale > wanted for scale in scales[:-1])
    if is_fitting(scales[index]):
        while is_fitting(scales[index - 1]):
            index -= 1
        return scales[index]
    return next((scale for scale in scales[index + 1 :] if is_fitting(scale)), None)


def _likely(strips: Sequence[Strip], columns: Columns) -> float:
    """Return the scale at which strips fill the columns: their area shrinks in both directions."""
    needed = sum(strip.height + strip.after for strip in strips) or 1
    return sqrt(columns.number * columns.area.height / needed)


def _balanced(strips: Sequence[Strip], columns: Columns) -> list[Column] | None:
    """Return the columns at the least height that holds all strips."""
    room = columns.area.height
    best = _filled(strips, room, columns)
    if best is None:
        return None
    low, high = 0, room
    while high - low > PRECISION:
        middle = (low + high) // 2
        filled = _filled(strips, middle, columns)
        if filled is None:
            low = middle
        else:
            best, high = filled, middle
    return best


def _evened(strips: Sequence[Strip], columns: Columns) -> list[Column]:
    """Return the columns whose heights differ least, of all ways to divide strips between them."""
    number = min(columns.number, len(strips))

    def parts(ends: Sequence[int]) -> list[Sequence[Strip]]:
        return [strips[start:end] for start, end in pairwise((0, *ends, len(strips)))]

    def unevenness(ends: Sequence[int]) -> tuple[Um, int]:
        heights = [height_of(part) for part in parts(ends)]
        return max(heights), sum(height**2 for height in heights)

    best = min(combinations(range(1, len(strips)), number - 1), key=unevenness)
    return [column_of(part) for part in parts(best)]


def _filled(strips: Sequence[Strip], room: Um, columns: Columns) -> list[Column] | None:
    try:
        filled = fill(strips, room)
    except TooTallError:
        return None
    return filled if len(filled) <= columns.number else None


def _placed(typesetter: Typesetter, filled: Sequence[Column], columns: Columns) -> SetColumns:
    """Return columns side by side, as high as the highest as far as their strips are elastic."""
    area, width = columns.area, columns.width
    step = width + columns.gutter
    height = max((column.height for column in filled), default=0)
    items: list[Item] = []
    for index, column in enumerate(filled):
        own, _ = spread_out(column.strips, sum_of(column.strips).share(height))
        x = typesetter.placed(index * step, width, area.width)
        items += shifted(own, area.x + x, area.y)
    return SetColumns(tuple(items), height)


UNDER_TITLE: Um = mm(4)
"""The gap below a title: nearly a line of instructions (14.5 pt are 5.1 mm). A guess."""

LARGEST = 1.15
"""The largest type of instructions, relative to their style's size: 12 pt of 10.5 pt. A guess:
larger type looks like a notice."""

INSTRUCTIONS: dict[str, tuple[str, ...]] = {
    "print": ("paper", "scale", "rulers", "colour", "stock"),
    "backs": ("{backs}",),
    "cut": (),
    "fold": (),
    "faces": ("turn",),
    "join": ("cut", "glue"),
    "box": (),
    "booklet": (),
}
"""The sections of the instructions and their paragraphs, by the last part of their keys.

The paragraphs for cutting and folding depend on the shapes of the cards, those for the box on its
size, those for the booklet on its binding."""

AS_NEEDED = frozenset({"fold", "faces", "join", "box", "booklet"})
"""The sections that not every kit needs."""


class TextSheet(Struct, frozen=True):
    """A titled page of text: its items, and its lower edge."""

    items: tuple[Item, ...]
    bottom: Um


def lay_instructions(
    typesetter: Typesetter,
    area: Rect,
    choice: Mapping[str, str],
    needed: Mapping[str, Sequence[str]],
) -> TextSheet | None:
    """Return the instructions to print, cut, fold and bind; None if they do not fit.

    `choice` has the print settings: `backs`, the `flip` of the booklet, and the name of the
    `paper`; and what is `inside` the box and `beside` it, in words. `needed` are the optional
    sections that this kit needs, with their own paragraphs where these differ.
    """
    sections = [
        [
            typesetter.inlines(f"instructions.{name}.{key.format(**choice)}", **choice)
            for key in ("title", *(needed.get(name) or keys))
        ]
        for name, keys in INSTRUCTIONS.items()
        if name in needed or name not in AS_NEEDED
    ]

    title = typesetter.inlines("instructions.title")
    heading = stack(typesetter.strips(title, "reference-heading", area.width))
    top = heading.height + UNDER_TITLE
    columns = columns_in(Rect(area.x, area.y + top, area.width, area.height - top))

    def strips_at(scale: float) -> list[Strip]:
        parts = [_section(typesetter, section, columns.width, scale) for section in sections]
        return list(chain.from_iterable(parts))

    set_text = lay_columns(typesetter, strips_at, columns, LARGEST)
    if set_text is None:
        return None
    items = (*shifted(heading.items, area.x, area.y), *set_text.items)
    return TextSheet(items, columns.area.y + set_text.height)


def _section(
    typesetter: Typesetter, section: Sequence[Sequence[Inline]], width: Um, scale: float
) -> list[Strip]:
    """Return a section, its title first."""
    title, *paragraphs = section
    heading_style = scaled(typesetter.styled("instruction-heading"), scale)
    style = scaled(typesetter.styled("instruction"), scale)
    heading = typesetter.strips(title, heading_style, width)
    strips = [replace(strip, keep=True) for strip in heading]
    for paragraph in paragraphs:
        strips += typesetter.strips(paragraph, style, width)
    return strips
