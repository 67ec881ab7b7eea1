"""A whole side turned upside down, or laid on its side."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from printnplay.model.geometry import Point, Rect, Size
from printnplay.model.sheet import Item, Leaf, Panel, Stamp, Stroke, TextLine


@dataclass(frozen=True, slots=True)
class _Turn:
    """A clockwise turn by so many degrees: where points and rectangles come to lie."""

    degrees: int
    point: Callable[[Point], Point]
    rect: Callable[[Rect], Rect]

    def of(self, item: Item) -> Item:
        """The item as it lies then."""
        match item:
            case TextLine(at=at, turn=turn):
                return replace(item, at=self.point(at), turn=self._more(turn))
            case Stroke(start=start, end=end):
                return replace(item, start=self.point(start), end=self.point(end))
            case Panel(rect=rect):
                return replace(item, rect=self.rect(rect))
            case Stamp(rect=rect, turn=turn, clip=clip):
                shown = self.rect(clip) if clip else None
                return replace(item, rect=self.rect(rect), turn=self._more(turn), clip=shown)
            case Leaf(rect=rect, turn=turn):
                return replace(item, rect=self.rect(rect), turn=self._more(turn))

    def _more(self, turn: int) -> int:
        return (turn + self.degrees) % 360


def upside_down(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """The items of a side of this size as they lie when it is turned by half a turn."""
    width, height = size.width, size.height
    half = _Turn(
        180,
        lambda at: Point(width - at.x, height - at.y),
        lambda rect: Rect(width - rect.right, height - rect.bottom, rect.width, rect.height),
    )
    return tuple(map(half.of, items))


def quarter_turned(items: Iterable[Item], size: Size) -> tuple[Item, ...]:
    """The items of a side of this size as they lie when it is turned clockwise by a quarter."""
    height = size.height
    quarter = _Turn(
        90,
        lambda at: Point(height - at.y, at.x),
        lambda rect: Rect(height - rect.bottom, rect.x, rect.height, rect.width),
    )
    return tuple(map(quarter.of, items))
