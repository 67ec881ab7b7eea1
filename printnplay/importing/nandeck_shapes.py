"""The shapes that directives of nanDECK draw, and parts of cards that COPY draws again."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from printnplay.importing.nandeck_pen import THIN, Pen
from printnplay.importing.values import (
    Box,
    Gradient,
    Shape,
    around,
    curve,
    on_side,
    outline,
    reshaped,
)
from printnplay.kernel.geometry import Rect, Um

Point = tuple[Um, Um]


def _rounded(pen: Pen) -> list[Box]:
    """Return a box with round corners: factors share out its sides, 1 for a circle."""
    rect = pen.rect(0)
    if "R" in pen.get(9).upper():
        corner = min(pen.across(7), pen.down(8) or pen.across(7))
    else:
        across = max(pen.number(7), 0) or 5
        down = max(pen.number(8), 0) or across
        corner = round(min(rect.width / across, rect.height / down) / 2)
    return [Box(pen.key, rect, pen.shape(4, corner=corner))]


def _circle(pen: Pen) -> list[Box]:
    rect = pen.rect(0)
    side = min(rect.width, rect.height)
    x, y = rect.x + (rect.width - side) // 2, rect.y + (rect.height - side) // 2
    return [Box(pen.key, Rect(x, y, side, side), pen.shape(4, form="ellipse"))]


def _stroke(pen: Pen, at: int, dashes: int = 0, gap: int = 99) -> Shape:
    """Return the look of a line: colour and thickness begin at an argument.

    `dashes` and `gap` are the places of its pattern, and of the distance between its parts.
    """
    colour = pen.colour(at, "#000000")
    if isinstance(colour, Gradient):
        pen.lose("a gradient along a line", "choose the colour of the line in the template")
    width = pen.across(at + 1) if pen.get(at + 1) else THIN
    said = pen.get(dashes).upper() if dashes else ""
    sizes = {"D": 4 * width, "O": width, "S": pen.across(gap) or width}
    lengths = [sizes[one] for one in said if one in sizes]
    return Shape(
        stroke=colour.stops[0][1] if isinstance(colour, Gradient) else colour,
        stroke_width=width,
        dash=tuple(lengths) if set(said) & set("DO") and "S" in said else (),
    )


def _without_arrows(pen: Pen, at: int) -> None:
    """Note the arrows of a line, whose widths are two arguments."""
    if pen.across(at) or pen.across(at + 1):
        pen.lose("the arrow of a line", "draw it in the template")


def _line(pen: Pen) -> list[Box]:
    _without_arrows(pen, 7)
    return [outline(pen.key, pen.corners(0, 2), _stroke(pen, 4, 6, 11), closed=False)]


def _sides(pen: Pen) -> list[Box]:
    """Return lines along the sides or diagonals of a box."""
    _without_arrows(pen, 7)
    rect, look = pen.rect(0), _stroke(pen, 4, 6, 12)
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    x, y = rect.centre.x, rect.centre.y
    ends: Mapping[str, tuple[Point, Point]] = {
        "T": ((left, top), (right, top)),
        "R": ((right, top), (right, bottom)),
        "B": ((left, bottom), (right, bottom)),
        "L": ((left, top), (left, bottom)),
        "H": ((left, y), (right, y)),
        "V": ((x, top), (x, bottom)),
        "D": ((left, top), (right, bottom)),
        "G": ((right, top), (left, bottom)),
    }
    flags = [one for one in pen.get(9).upper() if one in ends] or ["D"]
    return [
        outline(f"{pen.key}-{one.lower()}", ends[one], look, closed=False) for one in flags
    ]  # fmt: skip


def _grid(pen: Pen) -> list[Box]:
    """Return the lines of a grid: columns and rows come after its thickness."""
    rect, look = pen.rect(0), _stroke(pen, 4, 8)
    columns, rows = (int(min(max(pen.number(at, 1), 1), 50)) for at in (6, 7))
    xs = [rect.x + rect.width * at // columns for at in range(columns + 1)]
    ys = [rect.y + rect.height * at // rows for at in range(rows + 1)]
    lines = [((x, ys[0]), (x, ys[-1])) for x in xs] + [((xs[0], y), (xs[-1], y)) for y in ys]
    return [outline(pen.key, line, look, closed=False) for line in lines]


def _round(rect: Rect, angle: float, share: float = 1.0) -> Point:
    """Return a point on the ellipse in a box: degrees clockwise from the top, and how far out."""
    turned = math.radians(angle)
    return (
        round(rect.x + rect.width / 2 * (1 + share * math.sin(turned))),
        round(rect.y + rect.height / 2 * (1 - share * math.cos(turned))),
    )


def _polygon(pen: Pen) -> list[Box]:
    todo = "draw it in the template"
    pen.refuse("a polygon with some of its sides only, or with curved ones", todo, *range(9, 16))
    rect, count = pen.rect(0), int(min(max(pen.number(4, 6), 3), 60))
    corners = [_round(rect, pen.number(5) + 360 * at / count) for at in range(count)]
    return [replace(outline(pen.key, corners, pen.shape(6)), rect=rect)]


def _star(pen: Pen) -> list[Box]:
    pen.refuse("a star whose core is turned", "draw it in the template", 10)
    rect, count = pen.rect(0), int(min(max(pen.number(4, 5), 2), 60))
    inner = min(max(pen.number(6, 50), 0), 100) / 100 * math.cos(math.pi / count)
    corners = [
        _round(rect, pen.number(5) + 180 * at / count, inner if at % 2 else 1.0)
        for at in range(2 * count)
    ]
    return [replace(outline(pen.key, corners, pen.shape(7)), rect=rect)]


def _rhombus(pen: Pen) -> list[Box]:
    rect = pen.rect(0)
    return [outline(pen.key, [_round(rect, angle) for angle in (0, 90, 180, 270)], pen.shape(4))]


def _pie(pen: Pen) -> list[Box]:
    """Return a slice of a pie: its arc in steps of at most six degrees."""
    rect, start, end = pen.rect(0), pen.number(4), pen.number(5, 360)
    end += 360 if end < start else 0
    steps = max(1, math.ceil(min(end - start, 360) / 6))
    arc = [_round(rect, start + (end - start) * at / steps) for at in range(steps + 1)]
    middle = (rect.centre.x, rect.centre.y)
    return [outline(pen.key, [middle, *arc], pen.shape(6))]


def _bezier(pen: Pen) -> list[Box]:
    _without_arrows(pen, 10)
    return [curve(pen.key, pen.corners(0, 2, 4, 6), _stroke(pen, 8))]


def _beziers(pen: Pen) -> list[Box]:
    """Return the curve from the last place to this one; without places it begins anew."""
    known = pen.script.points.pop(-pen.card, [])
    if not pen.given or not pen.get(0):
        return []
    _without_arrows(pen, 6)
    place, handle = pen.corners(0, 2)
    pen.script.points[-pen.card] = [place, handle]
    if not known:
        return []
    return [curve(pen.key, [*known, handle, place], _stroke(pen, 4))]


def _poly(pen: Pen) -> list[Box]:
    """Return the shape through the points so far, if a colour says that it is complete."""
    points = pen.script.points.setdefault(pen.card, [])
    if len(points) < 500:
        points += pen.corners(0)
    if not pen.get(2):
        return []
    return [outline(pen.key, pen.script.points.pop(pen.card), pen.shape(2))]


SHAPES: Mapping[str, Callable[[Pen], list[Box]]] = {
    "RECTANGLE": lambda pen: [Box(pen.key, pen.rect(0), pen.shape(4))],
    "ROUNDRECT": _rounded,
    "ELLIPSE": lambda pen: [Box(pen.key, pen.rect(0), pen.shape(4, form="ellipse"))],
    "CIRCLE": _circle,
    "LINE": _line,
    "LINERECT": _sides,
    "GRID": _grid,
    "TRIANGLE": lambda pen: [outline(pen.key, pen.corners(0, 2, 4), pen.shape(6))],
    "POLYGON": _polygon,
    "STAR": _star,
    "RHOMBUS": _rhombus,
    "PIE": _pie,
    "BEZIER": _bezier,
    "BEZIERS": _beziers,
    "POLY": _poly,
}


_TODO = "place it again in the template"


def copied(pen: Pen, drawn: Sequence[Box]) -> Iterator[Box]:
    """Yield the boxes of a part of a card at another place of it, upright or upside down."""
    source, target = pen.rect(0), pen.rect(4)
    mirrors = set(pen.get(9).upper()) & set("HV")
    turn = (pen.number(8) + 180 * (len(mirrors) == 2)) % 360
    sizes = (source.width - target.width, source.height - target.height)
    if turn % 180 or len(mirrors) == 1 or max(map(abs, sizes)) > 100:
        pen.lose("`COPY` in another size, mirrored, or on its side", _TODO)
        return
    inside = [box for box in drawn if source.grown(100).holds(around_turned(box))]
    if any(overlap(source, around_turned(box)) and box not in inside for box in drawn):
        pen.lose("`COPY` of a part of what is drawn", _TODO)

    def place(x: Um, y: Um) -> tuple[Um, Um]:
        across, down = x - source.x, y - source.y
        if turn:
            return target.x + target.width - across, target.y + target.height - down
        return target.x + across, target.y + down

    for box in inside:
        rect, what = box.rect, box.what
        place_of = around([place(rect.x, rect.y), place(rect.right, rect.bottom)])
        turned = box.turn if isinstance(what, Shape) else (box.turn + turn) % 360
        moved = reshaped(what, place) if isinstance(what, Shape) else what
        yield replace(box, key=f"{pen.key}-{box.key}", rect=place_of, what=moved, turn=turned)


def around_turned(box: Box) -> Rect:
    """Return the place of a box, also of one that is turned on its side."""
    return on_side(box.rect) if box.turn % 180 == 90 else box.rect


def overlap(one: Rect, other: Rect) -> bool:
    """Return whether two boxes have a place in common."""
    beside = one.right <= other.x or other.right <= one.x
    return not (beside or one.bottom <= other.y or other.bottom <= one.y)
