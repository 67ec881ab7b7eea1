"""A whole side turned upside down, or laid on its side."""

from collections.abc import Iterable
from dataclasses import replace

from printnplay.model.geometry import Point, Rect, Size, Um
from printnplay.model.sheet import Item, Leaf, Panel, Stamp, Stroke, TextLine


def upside_down(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """The items of a side of this size as they lie when it is turned by half a turn."""
    return tuple(_turned(item, size) for item in items)


def quarter_turned(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """The items of a side of this size as they lie when it is turned clockwise by a quarter."""
    return tuple(_on_its_side(item, size.height) for item in items)


def _on_its_side(item: Item, height: Um) -> Item:
    match item:
        case TextLine(at=at, turn=turn):
            return replace(item, at=_side_point(at, height), turn=(turn + 90) % 360)
        case Stroke(start=start, end=end):
            return replace(item, start=_side_point(start, height), end=_side_point(end, height))
        case Panel(rect=rect):
            return replace(item, rect=_side_rect(rect, height))
        case Stamp(rect=rect, turn=turn, clip=clip):
            shown = _side_rect(clip, height) if clip else None
            lying = _side_rect(rect, height)
            return replace(item, rect=lying, turn=(turn + 90) % 360, clip=shown)
        case Leaf(rect=rect, turn=turn):
            return replace(item, rect=_side_rect(rect, height), turn=(turn + 90) % 360)


def _side_point(point: Point, height: Um) -> Point:
    return Point(height - point.y, point.x)


def _side_rect(rect: Rect, height: Um) -> Rect:
    return Rect(height - rect.bottom, rect.x, rect.height, rect.width)


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
