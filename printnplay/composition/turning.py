"""A whole side turned upside down."""

from collections.abc import Iterable
from dataclasses import replace

from printnplay.model.geometry import Point, Rect, Size
from printnplay.model.sheet import Item, Leaf, Panel, Stamp, Stroke, TextLine


def upside_down(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """The items of a side of this size as they lie when it is turned by half a turn."""
    return tuple(_turned(item, size) for item in items)


def _turned(item: Item, size: Size) -> Item:
    match item:
        case TextLine(at=at, turn=turn):
            return replace(item, at=_point(at, size), turn=(turn + 180) % 360)
        case Stroke(start=start, end=end):
            return replace(item, start=_point(start, size), end=_point(end, size))
        case Panel(rect=rect):
            return replace(item, rect=_rect(rect, size))
        case Stamp(rect=rect, turn=turn, clip=clip):
            shown = _rect(clip, size) if clip else None
            return replace(item, rect=_rect(rect, size), turn=(turn + 180) % 360, clip=shown)
        case Leaf(rect=rect, turn=turn):
            return replace(item, rect=_rect(rect, size), turn=(turn + 180) % 360)


def _point(point: Point, size: Size) -> Point:
    return Point(size.width - point.x, size.height - point.y)


def _rect(rect: Rect, size: Size) -> Rect:
    return Rect(size.width - rect.right, size.height - rect.bottom, rect.width, rect.height)
