"""What of a drawing shows through a window."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from printnplay.model.geometry import Point, Rect
from printnplay.model.sheet import Item, Panel, Stamp, Stroke


def clipped(items: Iterable[Item], window: Rect) -> tuple[Item, ...]:
    """The items as far as they lie in the window; a text stays whole or, begun outside, goes."""
    return tuple(kept for item in items for kept in _clipped(item, window))


def shared(one: Rect, other: Rect) -> Rect | None:
    """What two rectangles have in common, if it is more than an edge."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(x, y, right - x, bottom - y) if x < right and y < bottom else None


def _clipped(item: Item, window: Rect) -> Iterator[Item]:
    match item:
        case Stamp(picture=picture, rect=rect, clip=clip):
            seen = shared(clip or rect.grown(picture.bleed), window)
            if seen:
                yield replace(item, clip=seen)
        case Panel(rect=rect):
            seen = shared(rect, window)
            if seen:
                yield replace(item, rect=seen)
        case Stroke():
            yield from _stroke(item, window)
        case _:
            at = item.rect.origin if hasattr(item, "rect") else item.at
            if window.holds(Rect(at.x, at.y, 0, 0)):
                yield item


def _stroke(stroke: Stroke, window: Rect) -> Iterator[Stroke]:
    """The part of a straight line inside, after Liang and Barsky."""
    start, end = stroke.start, stroke.end
    dx, dy = end.x - start.x, end.y - start.y
    first, last = Fraction(0), Fraction(1)
    for step, room in (
        (-dx, start.x - window.x),
        (dx, window.right - start.x),
        (-dy, start.y - window.y),
        (dy, window.bottom - start.y),
    ):
        if step == 0:
            if room < 0:
                return
        elif step < 0:
            first = max(first, Fraction(room, step))
        else:
            last = min(last, Fraction(room, step))
    if first < last:
        yield replace(
            stroke,
            start=Point(start.x + round(first * dx), start.y + round(first * dy)),
            end=Point(start.x + round(last * dx), start.y + round(last * dy)),
        )
