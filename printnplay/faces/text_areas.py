"""The areas of text boxes: columns, shapes that texts go around or fill, turned boxes."""

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from jinja2 import StrictUndefined
from msgspec import Struct

from printnplay.faces.filled import Filled
from printnplay.faces.sandbox import MistakeError
from printnplay.kernel.geometry import Point, Rect, Um, mm
from printnplay.svg.cut_paths import cut_path
from printnplay.text.fit import Area
from printnplay.text.shaped import Columns, Corners, Shaped

MakeArea = Callable[[Um, Um], Area]
"""Makes the area of a text in a box of a width and height."""

SHAPES = 50
"""The largest number of shapes that a text goes around: ten times those of a crowded card. A
guess."""
CORNERS = 1000
"""The largest number of corners of these shapes: a circle has 64, a detailed path some hundreds.
With more, a text would take seconds. A guess."""
NEAR: Um = 100
"""The distance of corners of a path that are one for a text: 0.1 mm cannot be seen in a gap."""
ON_A_CIRCLE = 64
"""The corners of the polygon of a circle: with 64, that of a radius of 20 mm is less than 0.03 mm
off."""
COLUMNS = 12
"""The largest number of columns: more have no room for a word on any card. A guess."""
TURNS = (0, 90, 180, 270)
HORIZONTAL, VERTICAL = "horizontal", "vertical"


class Turned(Struct, frozen=True):
    """A box that is turned clockwise around its middle; texts are set in the `upright` one."""

    box: Rect
    turn: int = 0
    is_vertical: bool = False
    """Whether the letters of Chinese, Japanese and Korean stay upright."""

    @property
    def upright(self) -> Rect:
        """The box before it is turned."""
        box = self.box
        if self.turn % 180 == 0:
            return box
        away = (box.width - box.height) // 2
        return Rect(box.x + away, box.y - away, box.height, box.width)

    def upright_point(self, point: Point) -> Point:
        """Return where a point of the card is before the box is turned."""
        return self._rotated(point, self.box, self.upright, -self.turn % 360)

    def upright_shift(self, x: Um, y: Um) -> tuple[Um, Um]:
        """Return a distance on the card before the box is turned."""
        return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[self.turn]

    def filled(self, part: Rect) -> Rect:
        """Return where a part of the upright box is on the card."""
        ends = (part.origin, Point(part.right, part.bottom))
        first, second = (self._rotated(end, self.upright, self.box, self.turn) for end in ends)
        x, y = min(first.x, second.x), min(first.y, second.y)
        return Rect(x, y, abs(first.x - second.x), abs(first.y - second.y))

    def drawn(self, svg: str) -> str:
        """Return a drawing made for the upright box, turned to its place on the card."""
        if not self.turn or not svg:
            return svg
        corner = self._rotated(Point(0, 0), self.upright, self.box, self.turn)
        place = f"translate({corner.x / 1000:g} {corner.y / 1000:g}) rotate({self.turn})"
        return f'<g transform="{place}">{svg}</g>'

    @staticmethod
    def _rotated(point: Point, box: Rect, to: Rect, turn: int) -> Point:
        """Return a point of a box that is turned clockwise, and then lies at `to`."""
        across, down = point.x - box.x, point.y - box.y
        across, down = {
            0: (across, down),
            90: (box.height - down, across),
            180: (box.width - across, box.height - down),
            270: (down, box.width - across),
        }[turn]
        return Point(to.x + across, to.y + down)


def turned(box: Rect, turn: object, direction: object = HORIZONTAL) -> Turned:
    """Return a box as turned by a template.

    Raises:
        MistakeError: it cannot be turned so.
    """
    if direction == VERTICAL and turn == 0:
        return Turned(box, 90, is_vertical=True)
    if direction == VERTICAL:
        raise MistakeError("vertical text cannot be turned", "leave out `turn` or `direction`")
    if direction != HORIZONTAL:
        raise MistakeError(f"direction is {direction!r}", f"give {HORIZONTAL} or {VERTICAL}")
    if isinstance(turn, int) and not isinstance(turn, bool) and turn in TURNS:
        return Turned(box, turn)
    raise MistakeError(f"turn is {turn!r}", "give 0, 90, 180 or 270")


def area_of(  # noqa: PLR0913
    place: Turned, around: object, inside: object, columns: object, gap: Um, above: float
) -> MakeArea:
    """Return what makes the area of a text.

    Raises:
        MistakeError: there are no such shapes, or both shapes and columns.
    """
    number = _columns(columns)
    outside, within = _shapes("around", around), _shapes("inside", inside)
    if len(within) > 1:
        raise MistakeError("`inside` is a list of shapes", "a text fills one shape")
    if not outside and not within:
        return partial(Columns, number=number, gap=gap) if number > 1 else Area
    if number > 1:
        raise MistakeError(
            "a text in columns cannot go around or fill a shape",
            "leave out `columns`, `around` or `inside`",
        )
    origin = place.upright.origin

    def local(shape: Corners) -> Corners:
        upright = map(place.upright_point, shape)
        return tuple(Point(at.x - origin.x, at.y - origin.y) for at in upright)

    shapes = tuple(map(local, outside))
    return partial(
        Shaped,
        around=shapes,
        inside=local(within[0]) if within else (),
        gap=gap,
        above=above,
    )


def _columns(number: object) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= COLUMNS:
        return number
    raise MistakeError(f"columns is {number!r}", f"give a whole number from 1 to {COLUMNS}")


def _shapes(name: str, value: object) -> list[Corners]:
    """Return the shapes that a template gives: one, or a list of them.

    Raises:
        MistakeError: they are no shapes, or too many.
    """
    if isinstance(value, StrictUndefined):
        str(value)  # raises the error, which names the undefined variable
    if value is None:
        return []
    is_list = isinstance(value, list | tuple) and not all(map(_is_number, value))
    given = list(value) if is_list and isinstance(value, list | tuple) else [value]
    if len(given) > SHAPES:
        raise MistakeError(f"`{name}` has more than {SHAPES} shapes", "draw them as one path")
    shapes = [_shape(name, one) for one in given if one is not None]
    if sum(map(len, shapes)) > CORNERS:
        raise MistakeError(f"the shapes of `{name}` have too many curves", "use simpler shapes")
    return [shape for shape in shapes if shape]


def _shape(name: str, value: object) -> Corners:
    """Return the corners of a shape; none of an empty drawing."""
    if isinstance(value, Filled):
        return _box(*(mm(side) for side in (value.x, value.y, value.width, value.height)))
    if isinstance(value, list | tuple) and all(map(_is_number, value)):
        lengths = [mm(length) for length in value if isinstance(length, int | float)]
        if len(lengths) == 4 and min(lengths[2:]) >= 0:
            return _box(*lengths)
        if len(lengths) == 3 and lengths[2] >= 0:
            return _circle(*lengths)
    elif isinstance(value, str):
        outline = cut_path(value)
        if outline is not None and all(abs(at.x) + abs(at.y) < mm(FAR) for at in outline.points):
            return _thinned(outline.flattened())
    raise MistakeError(
        f"`{name}` is not a shape",
        "give a drawing, such as `art(...)`, a box (x, y, width, height), a circle (x, y, radius),"
        ' or a closed path, such as "M0 0 H40 V60 H0 Z", in millimetres',
    )


def _thinned(corners: Corners) -> Corners:
    """Return the corners without those that are near to the one before."""
    kept = [corners[0]]
    for at in corners[1:]:
        if abs(at.x - kept[-1].x) + abs(at.y - kept[-1].y) > NEAR:
            kept.append(at)
    return tuple(kept)


FAR = 100_000
"""The farthest corner of a shape, in millimetres: `FARTHEST` in `faces/texts.py`."""


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= FAR


def _box(x: Um, y: Um, width: Um, height: Um) -> Corners:
    if not width or not height:
        return ()
    right, bottom = x + width, y + height
    return Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)


def _circle(x: Um, y: Um, radius: Um) -> Corners:
    turns = (2 * pi * part / ON_A_CIRCLE for part in range(ON_A_CIRCLE))
    return tuple(
        Point(x + round(radius * cos(turn)), y + round(radius * sin(turn))) for turn in turns
    )
