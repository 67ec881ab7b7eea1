"""Boards in templates: grids of hexes and tracks of spaces, with their cells to draw in.

A grid or track prints as a drawing. A loop over it gives its cells, so that a template can draw in
each of them.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import TypeAlias

from markupsafe import Markup
from msgspec import Struct

from printnplay.faces.filled import Cells
from printnplay.faces.helpers import ARROW_WIDTH, grouped
from printnplay.faces.sandbox import LAID_OUT, MistakeError
from printnplay.faces.texts import FARTHEST, FaceTexts, how_to_size, millimetres, one_of

MOST = 2_000
"""The largest number of cells: hexes of 25 mm on a board of 1 by 1 m are 1,850."""
LONGEST = 2_000
"""The largest number of characters of a track's path. A guess: a river across a board has 300."""
LARGEST_LABEL = 1_000_000
"""The largest number on a space, and between two. A guess: seven digits do not fit a space."""
FINEST = 1e-6
"""The smallest number in a track's path, in millimetres: a thousandth of a micrometre. Smaller ones
would overflow when divided by."""
ROUND = 720
"""The number of points on an ellipse: at a radius of 100 mm they are 0.001 mm from it."""

COORDINATES = ("", "A1", "0101", "1")
LINE, RECTANGLE, CIRCLE = "line", "rectangle", "circle"
SHAPES = ("circle", "square")

STROKE = ARROW_WIDTH / 2
"""The width of outlines in mm: that of the lines of `grid`."""
LABEL_WIDTH, LABEL_HEIGHT = 0.7, 0.4
LABEL_FLAT, LABEL_POINTY = 0.46, 0.38
"""The width and height of the box of a hex's label, and its top above the middle, as shares of the
hex's size: as high up as the outline allows."""
INSIDE = 0.8
"""The side of the box of a space's label, as a share of its size. A guess."""

XY: TypeAlias = tuple[float, float]


class Cell(Struct, frozen=True):
    """A hex of a grid or a space of a track, as templates read it, in millimetres.

    `x` and `y` are its middle, `path` is its outline as SVG path data, `points` its corners for a
    polygon. `column`, `row` and `number` count from 1. `angle` is the direction of a track, in
    degrees clockwise from the right; `strong` is whether its space is emphasised.
    """

    x: float
    y: float
    path: str
    points: str
    column: int
    row: int
    number: int
    label: str
    angle: float = 0
    strong: bool = False


class CellMaker(Struct):
    """The functions of a face's template that draw grids and tracks."""

    texts: FaceTexts

    def hex_grid(  # noqa: PLR0913
        self,
        columns: int | None = None,
        rows: int | None = None,
        size: float = 20,
        x: float = 0,
        y: float = 0,
        radius: int | None = None,
        *,
        pointy: bool = False,
        labels: str = "",
        style: str = "label-small",
        colour: str | None = None,
        **look: str | float,
    ) -> Cells:
        """Draw a grid of hexes; a loop over it gives the hexes.

        Each hex has `x` and `y`, its middle in mm; `points`, its corners for `<polygon>`, and
        `path` for `<path>`; `column`, `row` and `number`, counted from 1; and its `label`. The
        whole has `x`, `y`, `width`, `height`, `right` and `bottom`.

        Args:
            columns: The number of columns.
            rows: The number of rows.
            size: The width of a hex in mm, from flat side to flat side.
            x: The left edge in mm.
            y: The top edge.
            radius: The number of rings around the middle hex, instead of columns and rows: the
                board is a large hexagon.
            pointy: Whether hexes have a corner at the top, and every second row is moved to the
                right. If not, they have a side at the top, and every second column is lower.
            labels: `A1` (column and row), `0101` (both in digits) or `1` (numbers in order).
            style: The text style of the labels.
            colour: Their colour, a name of the style or #rrggbb.
            look: SVG attributes such as `stroke` and `stroke_width`; without, the outlines have the
                style's colour `ink`.
        """
        side = _size(size)
        left, top = millimetres("x", x) / 1000, millimetres("y", y) / 1000
        one_of("labels", labels, COORDINATES)
        if radius is not None and columns is None and rows is None:
            # 1 + 3 n (n + 1) hexes: 25 rings are 1,951.
            places, extent = _rings(_whole("radius", radius, 0, 25), side)
        else:
            across = _whole("columns", columns, 1, MOST)
            places, extent = _lattice(
                across, _whole("rows", rows, 1, MOST // across), side, pointy=bool(pointy)
            )
            if radius is not None:
                raise MistakeError("both `radius` and `columns`", "give one of them")
        width, height = reversed(extent) if pointy else extent
        corners = _corners(side, pointy=bool(pointy))
        cells = []
        for number, (along, across_, first, second) in enumerate(places, start=1):
            middle = (across_, along) if pointy else (along, across_)
            column, row = (second, first) if pointy else (first, second)
            at = (left + middle[0], top + middle[1])
            points = _points([(at[0] + dx, at[1] + dy) for dx, dy in corners])
            label = _coordinate(labels, column, row, number)
            cells.append(Cell(*_near(at), f"M{points}Z", points, column, row, number, label))
        above = (LABEL_POINTY if pointy else LABEL_FLAT) * side
        wide, high = LABEL_WIDTH * side, LABEL_HEIGHT * side
        frame = (-wide / 2, -above, wide, high)

        def draw() -> Markup:
            outlines = self._outlines(cells, look)
            return outlines + self._labels(cells, frame, style, colour)

        return Cells(cells, (left, top, width, height), _weight(cells), draw)

    def track(  # noqa: PLR0913
        self,
        count: int,
        x: float = 0,
        y: float = 0,
        width: float = 0,
        height: float = 0,
        along: str = RECTANGLE,
        size: float = 8,
        shape: str = "circle",
        first: int = 1,
        step: int = 1,
        every: int = 0,
        *,
        turned: bool = False,
        labels: bool = True,
        style: str = "label-small",
        colour: str | None = None,
        **look: str | float,
    ) -> Cells:
        """Draw the spaces of a track, such as a score track; a loop over it gives the spaces.

        Each space has `x` and `y`, its middle in mm; `path`, its outline; its `number`, counted
        from 1; its `label`; `angle`, the direction of the track there; and `strong`, whether it is
        emphasised. A square has its corners in `points`.

        Args:
            count: The number of spaces.
            x: The left edge of the box in mm whose edge, or whose diagonal, the middles of the
                spaces lie on.
            y: Its top edge.
            width: Its width.
            height: Its height.
            along: `rectangle`, clockwise around the box from its top left corner, with a space in
                each corner if the count is even; `circle`, clockwise within the box from its top;
                `line`, from the top left to the bottom right corner of the box; or SVG path data in
                mm from `x` and `y`.
            size: The width of a space.
            shape: `circle` or `square`.
            first: The number on the first space.
            step: The distance between numbers.
            every: Numbers that it divides are bold, with a thicker outline: 5 emphasises 0, 5, 10.
            turned: Whether spaces and numbers turn with the track.
            labels: Whether the numbers are printed.
            style: The text style of the numbers.
            colour: Their colour, a name of the style or #rrggbb.
            look: SVG attributes such as `stroke` and `fill`; without, the outlines have the style's
                colour `ink`.
        """
        count = _whole("count", count, 1, MOST)
        side = _size(size)
        one_of("shape", shape, SHAPES)
        start = _whole("first", first, -LARGEST_LABEL, LARGEST_LABEL)
        stride = _whole("step", step, -LARGEST_LABEL, LARGEST_LABEL)
        nth = _whole("every", every, 0, LARGEST_LABEL)
        sides = {"x": x, "y": y, "width": width, "height": height}
        box = [millimetres(name, value) / 1000 for name, value in sides.items()]
        cells = []
        for number, (at, angle) in enumerate(_spread(count, along, box), start=1):
            value = start + (number - 1) * stride
            turn = angle if turned else 0.0
            path, points = _space(at, side, shape, turn)
            strong = bool(nth) and value % nth == 0
            place = _near(at)
            label = str(value)
            cells.append(
                Cell(*place, path, points, number, 1, number, label, round(angle, 3), strong)
            )
        stroke = millimetres("stroke_width", look.get("stroke_width", STROKE))
        bolder = {**look, "stroke_width": stroke / 500}
        room = INSIDE * side
        frame = (-room / 2, -room / 2, room, room)

        def draw() -> Markup:
            strong = self._outlines([one for one in cells if one.strong], bolder)
            svg = self._outlines([one for one in cells if not one.strong], look) + strong
            if labels:
                svg += self._labels(cells, frame, style, colour, turned=bool(turned))
            return svg

        xs, ys = [one.x for one in cells], [one.y for one in cells]
        left, top = min(xs) - side / 2, min(ys) - side / 2
        extent = (max(xs) - min(xs) + side, max(ys) - min(ys) + side)
        return Cells(cells, (left, top, *extent), _weight(cells), draw)

    def _outlines(self, cells: Sequence[Cell], look: Mapping[str, str | float]) -> Markup:
        """Draw outlines as one shape, so that neighbours share their strokes."""
        if not cells:
            return Markup("")
        from svgwrite.path import Path

        ink = self.texts.style.colours.get("ink", "#000")
        attributes = {
            "fill": "none",
            "stroke": ink,
            "stroke_width": STROKE,
            "stroke_linejoin": "round",
            **look,
        }
        shape = Path(d="".join(cell.path for cell in cells), debug=False)
        return grouped([shape], attributes, (0, 0, 0, 0))

    def _labels(
        self,
        cells: Sequence[Cell],
        frame: Sequence[float],
        style: str,
        colour: str | None,
        *,
        turned: bool = False,
    ) -> Markup:
        """Set the labels of cells, each in a box around or above its middle."""
        dx, dy, width, height = frame
        svg = Markup("")
        for cell in cells:
            if not cell.label:
                continue
            words = f"**{cell.label}**" if cell.strong else cell.label
            box = (round(cell.x + dx, 3), round(cell.y + dy, 3), width, height)
            text: Markup = self.texts.textbox(words, *box, style, colour=colour)
            if turned and cell.angle:
                turn = f"rotate({cell.angle:.6g} {cell.x:.10g} {cell.y:.10g})"
                text = Markup(f'<g transform="{turn}">{text}</g>')
            svg += text
        return svg


def _weight(cells: Sequence[Cell]) -> int:
    return sum(len(cell.path) + LAID_OUT * len(cell.label) for cell in cells)


def _whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number that a template gives.

    Raises:
        MistakeError: it is none, or too small or large.
    """
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    shown = f"{name} is not given" if value is None else f"{name} is {value!r}"
    raise MistakeError(shown[:100], f"give a whole number from {least:,} to {most:,}")


def _size(value: object) -> float:
    """Return the size of a cell.

    Raises:
        MistakeError: it is not a number, or not more than 0.
    """
    size = millimetres("size", value)
    if size <= 0:
        raise MistakeError(f"size is {value!r}", "make it more than 0")
    return size / 1000


_Place: TypeAlias = tuple[float, float, int, int]
"""The middle of a hex with flat sides at top and bottom, its column and its row. For pointed hexes,
the two axes are swapped."""


def _lattice(columns: int, rows: int, size: float, *, pointy: bool) -> tuple[list[_Place], XY]:
    """Return the places of a grid in reading order, and its extent."""
    radius = size / sqrt(3)
    across, down = (rows, columns) if pointy else (columns, rows)

    def at(first: int, second: int) -> _Place:
        shift = size / 2 if first % 2 else 0
        middle = (radius * (1 + 1.5 * first), size * (second + 0.5) + shift)
        return (*middle, first + 1, second + 1)

    order = [(c, r) for r in range(rows) for c in range(columns)]
    places = [at(r, c) if pointy else at(c, r) for c, r in order]
    low = size * down + (size / 2 if across > 1 else 0)
    return places, (radius * (1.5 * across + 0.5), low)


def _rings(rings: int, size: float) -> tuple[list[_Place], XY]:
    """Return the places of a large hexagon, column by column, and its extent."""
    radius = size / sqrt(3)
    places = []
    for q in range(-rings, rings + 1):
        low = max(-rings, -q - rings)
        for r in range(low, min(rings, rings - q) + 1):
            middle = (radius * (1 + 1.5 * (q + rings)), size * (r + q / 2 + rings + 0.5))
            places.append((*middle, q + rings + 1, r - low + 1))
    return places, (radius * (3 * rings + 2), size * (2 * rings + 1))


def _corners(size: float, *, pointy: bool) -> list[XY]:
    """Return the corners of a hex around its middle."""
    radius, half = size / sqrt(3), size / 2
    flat = [(radius, 0.0), (radius / 2, half), (-radius / 2, half)]
    flat += [(-x, -y) for x, y in flat]
    return [(y, x) for x, y in flat] if pointy else flat


def _coordinate(kind: str, column: int, row: int, number: int) -> str:
    match kind:
        case "A1":
            return f"{_letters(column)}{row}"
        case "0101":
            return f"{column:02}{row:02}"
        case "1":
            return str(number)
    return ""


def _letters(number: int) -> str:
    """Return the letters of a column, as in a spreadsheet.

    >>> [_letters(number) for number in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def _space(at: XY, size: float, shape: str, turn: float) -> tuple[str, str]:
    """Return the outline of a space, and its corners if it has any."""
    x, y = at
    half = size / 2
    if shape == "circle":
        arc = f"a{half:.10g} {half:.10g} 0 1 1"
        return f"M{_points([(x - half, y)])}{arc} {size:.10g} 0{arc} {-size:.10g} 0Z", ""
    angle = turn * pi / 180
    u, v = half * cos(angle), half * sin(angle)
    spans = ((-u + v, -v - u), (u + v, v - u), (u - v, v + u), (-u - v, -v + u))
    points = _points([(x + dx, y + dy) for dx, dy in spans])
    return f"M{points}Z", points


def _spread(count: int, along: object, box: Sequence[float]) -> Iterator[tuple[XY, float]]:
    """Yield places along a track, each with the direction of the track there in degrees.

    Raises:
        MistakeError: there is no such track.
    """
    x, y, width, height = box
    if along in (RECTANGLE, CIRCLE) and (width <= 0 or height <= 0):
        message = f"a track around {width:g} by {height:g} mm"
        raise MistakeError(message, how_to_size(x, y, width, height))
    if along == RECTANGLE:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        if count % 2 == 0 and count >= 4:
            level = min(max(round(count / 2 * width / (width + height)), 1), count // 2 - 1)
            upright = count // 2 - level
            for side, number in zip(pairwise(corners), [level, upright] * 2, strict=True):
                yield from _walk([*side], number, number)
            return
        yield from _walk(corners, count, count)
    elif along == CIRCLE:
        turns = [2 * pi * i / ROUND for i in range(ROUND + 1)]
        middle = (x + width / 2, y + height / 2)
        ring = [
            (middle[0] + width / 2 * sin(turn), middle[1] - height / 2 * cos(turn))
            for turn in turns
        ]
        for at, _ in _walk(ring, count, count):
            u, v = (at[0] - middle[0]) / width, (at[1] - middle[1]) / height
            yield at, degrees(atan2(u * height, -v * width)) % 360
    elif along == LINE:
        yield from _walk([(x, y), (x + width, y + height)], count, count - 1)
    else:
        line = [(x + dx, y + dy) for dx, dy in _path(along)]
        yield from _walk(line, count, count if line[0] == line[-1] else count - 1)


def _path(data: object) -> list[XY]:
    """Return the points along SVG path data.

    Raises:
        MistakeError: it is not one line.
    """
    from printnplay.svg.outlines import lines_of
    from printnplay.svg.values import path_data

    shown = repr(data)[:60]
    cure = "give `rectangle`, `circle`, `line`, or SVG path data such as `M0 0C20 0 20 40 40 40`"
    if not isinstance(data, str) or not data:
        raise MistakeError(f"along is {shown}", cure)
    if len(data) > LONGEST:
        raise MistakeError(f"a path of {len(data):,} characters; the limit is {LONGEST:,}", cure)
    parsed = path_data(data)
    values = [abs(value) for segment in parsed.segments for value in segment.values]
    if parsed.error is None and all(not value or FINEST <= value <= FARTHEST for value in values):
        lines = lines_of(data)
        near = all(abs(one) <= FARTHEST for line in lines for point in line for one in point)
        if len(lines) == 1 and near:
            return lines[0]
    raise MistakeError(f"along is {shown}, not one line", cure)


def _walk(line: Sequence[XY], count: int, steps: int) -> Iterator[tuple[XY, float]]:
    """Yield this many places along a line, the whole of which is this many steps long.

    Raises:
        MistakeError: the line has no length.
    """
    edges = [(a, b) for a, b in pairwise(line) if a != b]
    ends = list(accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in edges))
    if not ends or ends[-1] <= 0:
        raise MistakeError("a track without length", "make its width or height more than 0")
    for number in range(count):
        way = ends[-1] * number / max(steps, 1)
        # A place at a corner has the direction of the edge that begins there.
        index = min(bisect_left(ends, way + FINEST), len(edges) - 1)
        (x, y), (x2, y2) = edges[index]
        length = hypot(x2 - x, y2 - y)
        share = 1 - (ends[index] - way) / length
        yield (
            (x + share * (x2 - x), y + share * (y2 - y)),
            degrees(atan2(y2 - y, x2 - x)) % 360,
        )


def _near(at: XY) -> XY:
    """Round a point to the micrometre, so that the output is the same on every machine."""
    return round(at[0], 3), round(at[1], 3)


def _points(places: Sequence[XY]) -> str:
    return " ".join(f"{round(x, 3):.10g},{round(y, 3):.10g}" for x, y in places)
