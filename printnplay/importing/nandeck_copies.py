"""Parts of cards of nanDECK that COPY draws again elsewhere."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.values import Box, Gradient, Shape, around
from printnplay.kernel.geometry import Rect, Um

_Place = Callable[[Um, Um], tuple[Um, Um]]
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
    inside = [box for box in drawn if _contains(source, around_turned(box))]
    if any(overlap(source, around_turned(box)) and box not in inside for box in drawn):
        pen.lose("`COPY` of a part of what is drawn", _TODO)

    def place(x: Um, y: Um) -> tuple[Um, Um]:
        across, down = x - source.x, y - source.y
        if turn:
            return target.x + target.width - across, target.y + target.height - down
        return target.x + across, target.y + down

    for box in inside:
        yield replace(_moved(box, place, turn), key=f"{pen.key}-{box.key}")


def _moved(box: Box, place: _Place, turn: float) -> Box:
    """Return a box at another place; its contents are turned with it."""
    rect, what = box.rect, box.what
    corners = [place(rect.x, rect.y), place(rect.x + rect.width, rect.y + rect.height)]
    if isinstance(what, Shape):
        fill = what.fill
        if isinstance(fill, Gradient):
            fill = replace(fill, start=place(*fill.start), end=place(*fill.end))
        path = tuple(
            (sign, tuple(one for at in range(0, len(to), 2) for one in place(to[at], to[at + 1])))
            for sign, to in what.path
        )
        return replace(box, rect=around(corners), what=replace(what, fill=fill, path=path))
    return replace(box, rect=around(corners), turn=(box.turn + turn) % 360)


def around_turned(box: Box) -> Rect:
    """Return the place of a box, also of one that is turned on its side."""
    rect = box.rect
    if box.turn % 180 != 90:
        return rect
    x, y = (rect.width - rect.height) // 2, (rect.height - rect.width) // 2
    return Rect(rect.x + x, rect.y + y, rect.height, rect.width)


def overlap(one: Rect, other: Rect) -> bool:
    """Return whether two boxes have a place in common."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def _contains(outer: Rect, inner: Rect) -> bool:
    return (
        outer.x <= inner.x + 100
        and outer.y <= inner.y + 100
        and inner.x + inner.width <= outer.x + outer.width + 100
        and inner.y + inner.height <= outer.y + outer.height + 100
    )
