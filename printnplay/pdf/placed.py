"""The positions of a document's pictures on its pages, and the items over and under each of them.

Only the geometry of the sheets is used. Checks of a finished file take its expected content from
here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin, sqrt
from typing import TypeAlias

from msgspec import Struct

from printnplay.kernel.geometry import Affine, Point, Rect, Size
from printnplay.kernel.shapes import Outline, rounded
from printnplay.pdf.shaping import EM, text_width
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Anchor,
    Contour,
    FontFace,
    Item,
    Leaf,
    Link,
    Panel,
    Sheet,
    Stamp,
    Stroke,
    TextLine,
)

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in micrometres."""

WHITE = "#ffffff"
"""The colour of the paper."""

_UNMOVED = Affine(1, 0, 0, 1, 0, 0)
"""The identity transform."""

_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)
"""A rectangle around every sheet, in micrometres: a kilometre to each side."""


class Placed(Struct, frozen=True, eq=False):
    """A picture on a page, and its visible part.

    `place` maps points of the picture, relative to its trimmed top left corner, to the page.
    `frame` maps points of the content that holds the stamp to the page. `seen` is the part of the
    page that the picture may show in. The boxes `over` cover it. Where it is not opaque, the boxes
    `under` show through it and, behind them, its `ground`: a colour, or another picture.
    """

    stamp: Stamp
    frame: Affine
    place: Affine
    seen: Box
    over: tuple[Box, ...]
    under: tuple[Box, ...]
    ground: "str | Placed"

    @property
    def picture(self) -> Picture:
        """The stamped picture."""
        return self.stamp.picture


class _Laid(Struct, frozen=True, eq=False):
    """An item in drawing order: its transform to the page, and its visible box."""

    item: Item
    frame: Affine
    box: Box


def placed_on(sheet: Sheet, fonts: Sequence[FontFace]) -> Iterator[Placed]:
    """Yield the pictures that are visible on a sheet and its leaves, in drawing order."""
    paths = {face.name: face.path for face in fonts}
    paper = box_of(Rect(0, 0, sheet.size.width, sheet.size.height))
    laid = list(_laid(sheet.items, sheet.placement or _UNMOVED, paper))
    found: dict[int, Placed] = {}
    for index, own in enumerate(laid):
        stamp = own.item
        if not (isinstance(stamp, Stamp) and _area(own.box)):
            continue
        over = (box for one in laid[index + 1 :] for box in _covered(one, own.box, paths))
        under: list[Box] = []
        ground: str | Placed = WHITE
        for below in range(index - 1, -1, -1):
            one = laid[below]
            if _holds(one.box, own.box) and (fill := _ground_of(one.item, found.get(below))):
                ground = fill
                break
            under += _covered(one, own.box, paths)
        place = _times(own.frame, _landing(stamp.picture.size, stamp.rect, stamp.turn))
        found[index] = Placed(stamp, own.frame, place, own.box, (*over,), (*under,), ground)
    yield from found.values()


def inverse(affine: Affine) -> Affine:
    """Return the inverse of a transform."""
    whole = affine.xx * affine.yy - affine.xy * affine.yx
    back = Affine(
        affine.yy / whole, -affine.xy / whole, -affine.yx / whole, affine.xx / whole, 0, 0
    )
    dx, dy = back.at(-affine.dx, -affine.dy)
    return Affine(back.xx, back.xy, back.yx, back.yy, dx, dy)


def around(box: Box, affine: Affine) -> Box:
    """Return the bounding box of a transformed box."""
    left, top, right, bottom = box
    corners = [affine.at(x, y) for x in (left, right) for y in (top, bottom)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def shared(one: Box, other: Box) -> Box:
    """Return the intersection of two boxes; it has no area if they do not overlap."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3]))


def box_of(rect: Rect) -> Box:
    """Return the edges of a rectangle as a box."""
    return rect.x, rect.y, rect.right, rect.bottom


def _laid(items: Iterable[Item], frame: Affine, clip: Box) -> Iterator[_Laid]:
    """Yield the items in drawing order, with leaves replaced by their items."""
    for item in items:
        if isinstance(item, Leaf):
            within = _times(frame, _landing(item.page.size, item.rect, item.turn))
            own = around(box_of(item.clip), frame) if item.clip else _EVERYWHERE
            yield from _laid(item.page.items, within, shared(clip, own))
        elif not isinstance(item, Anchor | Link):
            yield _Laid(item, frame, shared(clip, around(_box(item), frame)))


def _landing(size: Size, rect: Rect, turn: int) -> Affine:
    """Return the transform of a box that is turned clockwise and fills a rectangle."""
    across, down = rect.width / size.width, rect.height / size.height
    aside, along = rect.width / size.height, rect.height / size.width
    return {
        0: Affine(across, 0, 0, down, rect.x, rect.y),
        90: Affine(0, -aside, along, 0, rect.right, rect.y),
        180: Affine(-across, 0, 0, -down, rect.right, rect.bottom),
        270: Affine(0, aside, -along, 0, rect.x, rect.bottom),
    }[turn % 360]


def _box(item: Item) -> Box:
    """Return a box, in its frame, that contains an item."""
    match item:
        case Stroke(start=start, end=end):
            return _box_around((start, end), item.width / 2 + item.halo)
        case Contour(outline=outline):
            return _box_around(outline.points, item.width / 2 + item.halo)
        case Panel(rect=rect):
            return box_of(rect.grown(item.stroke_width))
        case Stamp(rect=rect, clip=clip):
            bleed = around(
                box_of(item.picture.extent), _landing(item.picture.size, rect, item.turn)
            )
            return shared(bleed, box_of(clip)) if clip else bleed
        case TextLine(runs=runs):
            # Few letters are wider than they are high.
            return _box_of_line(
                item, max((run.x + len(run.text) * run.size for run in runs), default=0)
            )
    raise TypeError(item)


def _box_around(points: Iterable[Point], wide: float) -> Box:
    across, down = zip(*((point.x, point.y) for point in points), strict=True)
    return min(across) - wide, min(down) - wide, max(across) + wide, max(down) + wide


def _box_of_line(line: TextLine, end: float, start: float = 0) -> Box:
    """Return the box that a part of a line may cover, with room for accents."""
    size = max((run.size for run in line.runs), default=0)
    turn = radians(line.turn)
    across, down = cos(turn), sin(turn)
    along = Affine(across, -down, down, across, line.at.x, line.at.y)
    return around((start - size / 8, -1.2 * size, end + size / 8, 0.5 * size), along)


def _ground_of(item: Item, placed: Placed | None) -> "str | Placed":
    """Return the colour or picture that hides everything below an item; empty if none does."""
    return placed or (item.fill if isinstance(item, Panel) else "")


def _covered(laid: _Laid, box: Box, paths: Mapping[str, str]) -> Iterator[Box]:
    """Yield the parts of a box that an item may cover; for an outline, those along its line."""
    if not _area(shared(laid.box, box)):
        return
    for part in _parts(laid.item, paths):
        meets = shared(around(part, laid.frame), shared(laid.box, box))
        if _area(meets):
            yield meets


def _parts(item: Item, paths: Mapping[str, str]) -> Iterator[Box]:
    if isinstance(item, Panel) and not item.fill:
        # The line cuts across the corners.
        wide = item.stroke_width / 2 + item.radius * (1 - sqrt(0.5))
        yield from _along(rounded(item.rect, 0, 0), wide)
    elif isinstance(item, Contour):
        yield from _along(item.outline, item.width / 2 + item.halo)
    elif isinstance(item, TextLine):
        for run in item.runs:
            width = text_width(paths[run.face], run.text, right_to_left=run.right_to_left)
            spread = run.space * len(run.text)
            yield _box_of_line(item, run.x + width * run.size / EM + spread, run.x)
    else:
        yield _box(item)


def _along(outline: Outline, wide: float) -> Iterator[Box]:
    points = outline.flattened()
    for pair in zip(points, (*points[1:], points[0]), strict=True):
        yield _box_around(pair, wide)


def _times(outer: Affine, inner: Affine) -> Affine:
    """Return the transform that applies the inner one, then the outer one."""
    dx, dy = outer.at(inner.dx, inner.dy)
    return Affine(
        outer.xx * inner.xx + outer.xy * inner.yx,
        outer.xx * inner.xy + outer.xy * inner.yy,
        outer.yx * inner.xx + outer.yy * inner.yx,
        outer.yx * inner.xy + outer.yy * inner.yy,
        dx,
        dy,
    )


def _holds(one: Box, other: Box) -> bool:
    return shared(one, other) == other


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
