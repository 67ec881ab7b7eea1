"""Sheet sides before they get titles and keys: their cells, their bleed, and their mirroring.

A flip in the printer and a fold on the table have the same geometry: a mirror about an axis.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import hypot
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um
from printnplay.kernel.printing import Flip
from printnplay.kernel.shapes import Outline, Shape, ShapeKind, hexagon, polygon, widened
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Anchor, Contour, Item, Leaf, Link, Panel, Stamp, Stroke, TextLine


class Mirror(Struct, frozen=True):
    """The axis that paper is turned over about.

    An upright axis swaps left and right, a level one top and bottom. `total` is the sum of a
    coordinate and its mirror image: twice the position of the axis, and an integer for odd paper
    widths too.
    """

    upright: bool
    total: Um

    def rect(self, rect: Rect) -> Rect:
        """Return the place of the back behind this front."""
        if self.upright:
            return Rect(self.total - rect.right, rect.y, rect.width, rect.height)
        return Rect(rect.x, self.total - rect.bottom, rect.width, rect.height)

    def turn(self, turn: int) -> int:
        """Return the turn of a back whose head meets the head of a front with this turn."""
        return (-turn if self.upright else 180 - turn) % 360


def flip(edge: Flip, paper: Paper) -> Mirror:
    """Return the mirror of backs when a printer flips the upright sheet on an edge."""
    if edge is Flip.LONG:
        return Mirror(upright=True, total=paper.size.width)
    return Mirror(upright=False, total=paper.size.height)


class _Turn(Struct, frozen=True):
    """A clockwise turn: its degrees, and its mapping of points and rectangles."""

    degrees: int
    point: Callable[[Point], Point]
    rect: Callable[[Rect], Rect]

    def of(self, item: Item) -> Item:
        """Return the turned item."""
        match item:
            case TextLine(at=at) | Anchor(at=at):
                placed = replace(item, at=self.point(at))
                if isinstance(placed, TextLine):
                    placed = replace(placed, turn=self._more(placed.turn))
                return placed
            case Stroke(start=start, end=end):
                return replace(item, start=self.point(start), end=self.point(end))
            case Contour(outline=outline):
                return replace(item, outline=outline.mapped(self.point))
            case Panel(rect=rect) | Link(rect=rect):
                return replace(item, rect=self.rect(rect))
            case Stamp(rect=rect, turn=turn, clip=clip, outline=outline) as stamp:
                shown = self.rect(clip) if clip else None
                kept = outline.mapped(self.point) if outline else None
                turned = self._more(turn)
                return replace(stamp, rect=self.rect(rect), turn=turned, clip=shown, outline=kept)
            case Leaf(rect=rect, turn=turn, clip=clip):
                shown = self.rect(clip) if clip else None
                return replace(item, rect=self.rect(rect), turn=self._more(turn), clip=shown)

    def _more(self, turn: int) -> int:
        return (turn + self.degrees) % 360


def upside_down(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """Turn the items of a side of this size by 180 degrees."""
    width, height = size.width, size.height
    half = _Turn(
        180,
        lambda at: Point(width - at.x, height - at.y),
        lambda rect: Rect(width - rect.right, height - rect.bottom, rect.width, rect.height),
    )
    return tuple(map(half.of, items))


def quarter_turned(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """Turn the items of a side of this size clockwise by 90 degrees."""
    height = size.height
    quarter = _Turn(
        90,
        lambda at: Point(height - at.y, at.x),
        lambda rect: Rect(height - rect.bottom, rect.x, rect.height, rect.width),
    )
    return tuple(map(quarter.of, items))


SideKind: TypeAlias = Literal["front", "back", "fold", "separate", "board", "text", "blank"]
"""The content of a side: fronts, their backs, both to be folded over, backs to print in any number,
a board or a part of it, text alone, or nothing."""


class Side(Struct, frozen=True):
    """The printed content of one side of a sheet.

    `block` is the area of the cards of a full sheet, `cells` are those in use. A partly filled
    sheet has the same block as a full one, so that both have their titles in the same place.
    `bleed` is the distance that cards extend beyond their cells, `cuts` are the cut outlines.
    """

    kind: SideKind
    items: tuple[Item, ...]
    block: Rect
    cells: tuple[Rect, ...]
    bleed: Um = 0
    cuts: tuple[Outline, ...] = ()


class Place(Struct, frozen=True):
    """A picture for a cell; None leaves the cell blank, but no neighbour's bleed runs into it."""

    picture: Picture | None
    cell: Rect
    turn: int = 0


def symmetric(paper: Paper, mirror: Mirror | None) -> Rect:
    """Return the area that is printable on both sides of a sheet."""
    area = paper.printable
    if mirror is None:
        return area
    other = mirror.rect(area)
    x, y = max(area.x, other.x), max(area.y, other.y)
    return Rect(x, y, min(area.right, other.right) - x, min(area.bottom, other.bottom) - y)


def stamps(
    places: Sequence[Place], bleed: Um, area: Rect, shape: Shape | None = None
) -> tuple[Stamp, ...]:
    """Return the pictures in their cells; bleed stays inside the area and off other cards."""
    cells = tuple(place.cell for place in places)
    if shape is not None and shape.kind is ShapeKind.HEX:
        return tuple(
            _nested_stamp(place, place.picture, cells, bleed, area)
            for place in places
            if place.picture is not None
        )
    return tuple(
        Stamp(place.picture, place.cell, place.turn, clip)
        for place, clip in zip(places, _all_visible(cells, bleed, area), strict=True)
        if place.picture is not None
    )


# Cached: most sheets have the same cells.
@lru_cache(maxsize=64)
def _all_visible(cells: tuple[Rect, ...], bleed: Um, area: Rect) -> tuple[Rect, ...]:
    """Return the visible area of each cell with its bleed."""
    return tuple(visible(cell, cells, bleed, area) for cell in cells)


def _nested_stamp(
    place: Place, picture: Picture, cells: Sequence[Rect], bleed: Um, area: Rect
) -> Stamp:
    """Return a picture among hexagons that interlock, so that their rectangles overlap."""
    cell = place.cell
    corners = [cell.origin.moved(corner.x, corner.y) for corner in hexagon(cell.size)]
    ends = [*corners[1:], corners[0]]
    limits = [
        _free(cell, start, end, cells, bleed) for start, end in zip(corners, ends, strict=True)
    ]
    outline = polygon(widened(corners, limits))
    clip = visible(cell, [cell], bleed, area)
    return Stamp(picture, cell, place.turn, clip, outline)


def _free(cell: Rect, start: Point, end: Point, cells: Sequence[Rect], bleed: Um) -> Um:
    """Return the bleed beyond an edge of a hexagon, or half the gap to its neighbour there."""
    centre = cell.centre
    across = start.x + end.x - 2 * centre.x, start.y + end.y - 2 * centre.y
    apart = hypot(*across)
    for other in cells:
        away = other.centre.x - centre.x, other.centre.y - centre.y
        # The neighbour is straight across this edge, a little further away than if it touched.
        along = (away[0] * across[0] + away[1] * across[1]) / apart
        aside = abs(away[0] * across[1] - away[1] * across[0]) / apart
        if 0 < along < 1.5 * apart and aside < apart / 4:
            edge_x, edge_y = (end.x - start.x), (end.y - start.y)
            length = hypot(edge_x, edge_y)
            normal = abs(away[0] * edge_y - away[1] * edge_x) / length
            reach = abs(across[0] * edge_y - across[1] * edge_x) / length
            return max(0, min(bleed, int(normal - reach) // 2))
    return bleed


def visible(cell: Rect, cells: Sequence[Rect], bleed: Um, area: Rect) -> Rect:
    """Return the cell with its bleed, up to half the gap to a neighbour and to the area's edge."""
    left = top = right = bottom = bleed
    for other in cells:
        if other.y < cell.bottom and cell.y < other.bottom:
            left = _limit(left, cell.x - other.right)
            right = _limit(right, other.x - cell.right)
        if other.x < cell.right and cell.x < other.right:
            top = _limit(top, cell.y - other.bottom)
            bottom = _limit(bottom, other.y - cell.bottom)
    x, y = max(area.x, cell.x - left), max(area.y, cell.y - top)
    return Rect(
        x, y, min(area.right, cell.right + right) - x, min(area.bottom, cell.bottom + bottom) - y
    )


def _limit(bleed: Um, gap: Um) -> Um:
    return bleed if gap < 0 else min(bleed, gap // 2)
