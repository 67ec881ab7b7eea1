"""A project of another tool, as its reader understood it: cards with boxes, pictures, losses."""

import math
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import chain, count, groupby
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, Um


class Run(Struct, frozen=True):
    """Words of one look in a text, or an icon: the name of a picture file.

    `colour` is `#rrggbb`, `family` a font: empty for those of the text. `scale` is the size, in
    percent of the text's; `shift` is how far an icon is right of its place and below it, in percent
    of its side, and how far it is turned around its corner, in degrees.
    """

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    colour: str = ""
    scale: int = 100
    icon: str = ""
    family: str = ""
    shift: tuple[int, int, int] = (0, 0, 0)


PLAIN, SEMIBOLD, BOLD = 400, 600, 700
"""Weights of type, as in CSS. Where letters are plain or bold and nothing between, they are bold
from the second on."""


class Font(Struct, frozen=True):
    """The type of a text: `size` is that of the letters, `leading` of 0 the usual distance.

    `weight` is from 1 to 1000, as in CSS. `outline` is the width of a line around the letters,
    `rim` its colour.
    """

    family: str
    size: Um
    weight: int = PLAIN
    italic: bool = False
    leading: Um = 0
    outline: Um = 0
    rim: str = ""

    @property
    def bold(self) -> bool:
        """Whether letters count as bold."""
        return self.weight >= SEMIBOLD


class Words(Struct, frozen=True):
    """A text in a box.

    `source` is the text before its markup was read, to find the column that it comes from.
    `align` is left, centre, right or justify; `valign` is top, middle or bottom.
    """

    runs: tuple[Run, ...]
    source: str
    font: Font
    colour: str = "#000000"
    align: str = "left"
    valign: str = "top"


class Image(Struct, frozen=True):
    """A picture in a box: a name in `ForeignProject.pictures`.

    `crop` is the part to show, in percent: left, top, width and height; empty for all.
    `corner` rounds the corners of the box.
    """

    file: str
    fit: str = "stretch"
    crop: tuple[float, ...] = ()
    corner: Um = 0
    flip: str = ""


class Gradient(Struct, frozen=True):
    """A gradient between two points of the face, with stops of 0 to 1 and colours.

    With a radius it is radial: from the start to a circle around the end.
    """

    start: tuple[Um, Um]
    end: tuple[Um, Um]
    stops: tuple[tuple[float, str], ...]
    radius: Um = 0


class Shape(Struct, frozen=True):
    """A rectangle, an ellipse that fills the box, or a path.

    Colours are `#rrggbb`, or `#rrggbbaa`; empty for none. `path` is a list of SVG commands (M, L, C
    or Z) with places from the corner of the face; its box only says where it is. `cap` and `join`
    are those of lines in SVG.
    """

    form: str = "rectangle"
    fill: str | Gradient = ""
    stroke: str = ""
    stroke_width: Um = 0
    corner: Um = 0
    dash: tuple[Um, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    path: tuple[tuple[str, tuple[Um, ...]], ...] = ()


class Box(Struct, frozen=True):
    """Something drawn on a face. `rect` is from the top left corner of the face, with its bleed.

    `key` names the element of the layout: boxes of several cards with one key are one element.
    `turn` is in degrees, clockwise around `pivot`, or around the middle of the box. `blend` is a
    `mix-blend-mode` of CSS.
    """

    key: str
    rect: Rect
    what: Words | Image | Shape
    turn: float = 0
    pivot: tuple[Um, Um] | None = None
    opacity: float = 1
    blend: str = ""


class Card(Struct, frozen=True):
    """A card: the cells of its row by heading, its copies, and what is drawn on both sides.

    `layout` and `back_layout` name what draws them, where cards of a deck have different ones.
    """

    fields: Mapping[str, str]
    front: tuple[Box, ...]
    back: tuple[Box, ...] = ()
    copies: int = 1
    layout: str = ""
    back_layout: str = ""


class Deck(Struct, frozen=True):
    """Cards of one size. `size` includes the bleed on all sides; `corner` rounds the cards."""

    name: str
    size: Size
    bleed: Um
    cards: tuple[Card, ...]
    corner: Um = 0


class Loss(Struct, frozen=True, order=True):
    """Something that was not taken over: where, what, and what to do by hand.

    A guess is something that was taken over and may be wrong.
    """

    place: Span
    what: str
    todo: str
    is_guess: bool = False


class ForeignProject(Struct, frozen=True):
    """All of a project of another tool.

    `pictures` are files to copy, or their bytes, by their new names; `fonts` are files to copy.
    """

    tool: str
    title: str
    decks: tuple[Deck, ...]
    pictures: Mapping[str, Path | bytes]
    fonts: tuple[Path, ...]
    losses: tuple[Loss, ...]


def padded(given: Sequence[str], number: int) -> list[str]:
    """Return as many texts as a number; those that are missing are empty."""
    return [*given, *[""] * number][:number]


def unused(wanted: str, used: Container[str], joint: str = "-", ending: str = "") -> str:
    """Return a name with an ending that is not used: the wanted one, or with a number.

    >>> unused("icon", {"icon", "icon-2"})
    'icon-3'
    """
    stems = chain([wanted], (f"{wanted}{joint}{number}" for number in count(2)))
    return next(stem + ending for stem in stems if stem + ending not in used)


def outline(key: str, corners: Sequence[tuple[Um, Um]], look: Shape, *, closed: bool = True) -> Box:
    """Return lines from corner to corner as a box."""
    path = [("M" if at == 0 else "L", corner) for at, corner in enumerate(corners)]
    ends: list[tuple[str, tuple[Um, ...]]] = [("Z", ())] if closed else []
    return Box(key, around(corners), replace(look, form="path", path=(*path, *ends)))


def curve(key: str, points: Sequence[tuple[Um, Um]], look: Shape) -> Box:
    """Return curves as a box: a start, and three points each: two handles and an end."""
    start, *others = points
    path = (("M", start), ("C", tuple(chain.from_iterable(others))))
    return Box(key, around(points), replace(look, form="path", path=path))


def reshaped(shape: Shape, place: Callable[[Um, Um], tuple[Um, Um]]) -> Shape:
    """Return a shape with other places for the points of its path and its gradient."""
    fill = shape.fill
    if isinstance(fill, Gradient):
        fill = replace(fill, start=place(*fill.start), end=place(*fill.end))
    path = tuple(
        (sign, tuple(chain.from_iterable(map(place, to[::2], to[1::2])))) for sign, to in shape.path
    )
    return replace(shape, fill=fill, path=path)


def on_side(rect: Rect) -> Rect:
    """Return a rectangle turned on its side around its middle."""
    x, y = (rect.width - rect.height) // 2, (rect.height - rect.width) // 2
    return Rect(rect.x + x, rect.y + y, rect.height, rect.width)


def around(corners: Sequence[tuple[Um, Um]]) -> Rect:
    """Return the smallest rectangle around corners."""
    left, top = (min(corner[at] for corner in corners) for at in (0, 1))
    right, bottom = (max(corner[at] for corner in corners) for at in (0, 1))
    return Rect(left, top, right - left, bottom - top)


def type_size(points: float) -> Um:
    """Return a type size in points as micrometres, between 1 and 800 points."""
    return round(min(max(points, 1.0), 800.0) * 25_400 / 72)


def gradient(rect: Rect, angle: float, stops: Sequence[tuple[float, str]]) -> Gradient:
    """Return a gradient across a rectangle, at an angle in degrees clockwise from upwards."""
    across, down = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
    length = abs(rect.width * across) + abs(rect.height * down)
    x, y = rect.x + rect.width / 2, rect.y + rect.height / 2
    start = (round(x - across * length / 2), round(y - down * length / 2))
    end = (round(x + across * length / 2), round(y + down * length / 2))
    return Gradient(start, end, tuple(stops))


def copied(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards, neighbours that are the same as copies of one."""
    groups = ((card, sum(1 for _ in same)) for card, same in groupby(cards))
    return tuple(replace(card, copies=min(number, 999)) for card, number in groups)
