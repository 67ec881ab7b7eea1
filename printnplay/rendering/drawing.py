"""Drawing helpers that templates call: grids, places, arrows, ticks and crosses.

All numbers are millimetres. What a shape looks like is given by SVG's own attributes, with
underscores for hyphens: `grid(3, 3, 20, stroke="#333", stroke_width=0.4)`. svgwrite is imported
where it draws: only figures need it, and its import takes 30 ms.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from markupsafe import Markup

# The strokes of the marks within a box of 1 by 1.
TICK = (((0.08, 0.55), (0.38, 0.85), (0.92, 0.18)),)
CROSS = (((0.14, 0.14), (0.86, 0.86)), ((0.86, 0.14), (0.14, 0.86)))
MARK_WIDTH = 0.14
"""The stroke of a tick or cross, as a share of its size."""
ARROW_WIDTH = 0.8

Look = Mapping[str, str | float]
XY = tuple[float, float]


def grid(
    columns: int, rows: int, cell: float, x: float = 0, y: float = 0, **look: str | float
) -> Markup:
    """The lines of a grid of square cells: the frame, and what parts the cells."""
    width, height = columns * cell, rows * cell
    upright = [((x + i * cell, y), (x + i * cell, y + height)) for i in range(columns + 1)]
    level = [((x, y + i * cell), (x + width, y + i * cell)) for i in range(rows + 1)]
    return _strokes([*upright, *level], look, ARROW_WIDTH / 2)


def places(
    columns: int, rows: int, cell: float, x: float = 0, y: float = 0, **look: str | float
) -> Markup:
    """A place for a card in each square cell: `gap` parts them, `radius` rounds their corners."""
    gap, radius = float(look.pop("gap", 0)), float(look.pop("radius", 0))
    side = cell - gap
    corners = [
        (x + column * cell + gap / 2, y + row * cell + gap / 2)
        for row in range(rows)
        for column in range(columns)
    ]
    from svgwrite.shapes import Rect

    attributes = {"fill": "none", "stroke": "#000", **look}
    return _group(
        (Rect(_near(at), _near((side, side)), rx=radius, debug=False) for at in corners), attributes
    )


def arrow(x1: float, y1: float, x2: float, y2: float, **look: str | float) -> Markup:
    """An arrow from the first point to the second; `head` is the length of its head."""
    from math import hypot

    from svgwrite.shapes import Line, Polygon

    width = float(look.pop("stroke_width", ARROW_WIDTH))
    head = float(look.pop("head", 4 * width))
    colour = look.pop("stroke", "#000")
    length = hypot(x2 - x1, y2 - y1) or 1
    along = ((x2 - x1) / length, (y2 - y1) / length)
    neck = (x2 - along[0] * head, y2 - along[1] * head)
    side = (-along[1] * head / 2, along[0] * head / 2)
    corners = [
        (x2, y2),
        (neck[0] + side[0], neck[1] + side[1]),
        (neck[0] - side[0], neck[1] - side[1]),
    ]
    line = Line(_near((x1, y1)), _near(neck), debug=False)
    tip = Polygon([_near(corner) for corner in corners], debug=False, stroke="none")
    attributes = {"stroke": colour, "stroke_width": width, "fill": colour, **look}
    return _group([line, tip], attributes)


def tick(x: float, y: float, size: float, **look: str | float) -> Markup:
    """A tick in a square box: the move is legal."""
    return _mark(TICK, (x, y), size, look)


def cross(x: float, y: float, size: float, **look: str | float) -> Markup:
    """A cross in a square box: the move is not legal."""
    return _mark(CROSS, (x, y), size, look)


HELPERS: Mapping[str, Callable[..., Markup]] = {
    "grid": grid,
    "places": places,
    "arrow": arrow,
    "tick": tick,
    "cross": cross,
}
"""What templates call, by name."""


def _mark(strokes: Iterable[tuple[XY, ...]], at: XY, size: float, look: Look) -> Markup:
    placed = [[(at[0] + x * size, at[1] + y * size) for x, y in stroke] for stroke in strokes]
    return _strokes(placed, look, MARK_WIDTH * size)


def _strokes(strokes: Iterable[Iterable[XY]], look: Look, width: float) -> Markup:
    from svgwrite.shapes import Polyline

    attributes = {
        "fill": "none",
        "stroke": "#000",
        "stroke_width": round(width, 3),
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
        **look,
    }
    lines = (Polyline([_near(at) for at in stroke], debug=False) for stroke in strokes)
    return _group(lines, attributes)


def _group(shapes: Iterable[Any], look: Look) -> Markup:
    from svgwrite.container import Group

    group = Group(debug=False, **look)
    for shape in shapes:
        group.add(shape)
    return Markup(group.tostring())


def _near(at: XY) -> XY:
    """A point rounded to the micrometre, so that no machine's arithmetic shows."""
    return round(at[0], 3), round(at[1], 3)
