"""Thumbnails of all sheets of a kit, with outlines of their cards and page numbers."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from printnplay.imposition.labels import overhang, place_label, room
from printnplay.imposition.marks import line
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side, SideKind
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm, pt
from printnplay.scene.sheet import Item, Label, Panel, Stroke, TextLine

_SPACE: Um = mm(3)
"""The gap between thumbnails. A guess: nothing depends on the exact value."""

_CLEAR: Um = mm(1)
"""The gap between a thumbnail and its label: a third of `_SPACE`, so that it belongs to the one
above."""

_SMALLEST: Um = mm(5)
"""The least width of a thumbnail: smaller ones show no cards. A guess."""

_LARGEST: Um = mm(45)
"""The greatest width of a thumbnail, for kits of few sheets: larger ones show nothing more. A
guess."""

_FILLS: dict[SideKind, str] = {"back": "#d9d9d9", "separate": "#d9d9d9"}
_FRONT = "#ffffff"
_TEXT = "#8c8c8c"
_APART = 150
"""The gap between cards, as a divisor of the thumbnail's width: 0.3 mm at 45 mm, so that a fold
between them is visible."""

_INK = "#000000"
_OUTLINE: Um = pt(0.75)
"""The line width of a thumbnail's outline: three times `_CARD`, to distinguish paper from cards."""

_CARD: Um = pt(0.25)
"""The line width of a card's outline: a third of `_OUTLINE`, since many are close together. A
guess."""


class _Thumbnail(Struct, frozen=True):
    """The outline of a paper, and the scaling of positions on the paper into it."""

    outline: Rect
    paper: Size

    def point(self, point: Point) -> Point:
        across = point.x * self.outline.width // self.paper.width
        down = point.y * self.outline.height // self.paper.height
        return self.outline.origin.moved(across, down)

    def rect(self, rect: Rect) -> Rect:
        start, end = self.point(rect.origin), self.point(Point(rect.right, rect.bottom))
        return Rect(start.x, start.y, end.x - start.x, end.y - start.y)


def overview(
    sides: Sequence[Side],
    paper: Paper,
    rect: Rect,
    labels: Sequence[Label],
    *,
    right_to_left: bool = False,
) -> tuple[Item, ...]:
    """Return thumbnails of the sides in even rows inside the rectangle, each with a label.

    Cards appear as boxes, white for fronts and grey for backs; fold lines are dashed.

    Raises:
        DoesNotFitError: the rectangle is too small for recognisable thumbnails.
    """
    if not sides:
        return ()
    text = _height(labels)
    columns, width = _best(len(sides), paper.size, rect.size, text)
    if not has_room(len(sides), paper, rect, labels):
        raise DoesNotFitError("overview", f"no room for thumbnails of {len(sides)} sheets")
    size = Size(width, width * paper.size.height // paper.size.width)
    places = _places(len(sides), columns, rect, Size(width, size.height + text))
    if right_to_left:
        places = [Point(rect.x + rect.right - at.x - width, at.y) for at in places]
    return tuple(
        item
        for side, at, label in zip(sides, places, labels, strict=True)
        for item in _drawn(
            side, _Thumbnail(Rect(at.x, at.y, size.width, size.height), paper.size), label
        )
    )


def has_room(number: int, paper: Paper, rect: Rect, labels: Sequence[Label]) -> bool:
    """Return whether thumbnails of this many sheets with these labels fit in a rectangle."""
    _, width = _best(number, paper.size, rect.size, _height(labels))
    return width >= max(_SMALLEST, *(label.width for label in labels))


def _height(labels: Sequence[Label]) -> Um:
    """Return the height of a label with the gap to its thumbnail."""
    return max(room(label) for label in labels) + _CLEAR


def _best(number: int, paper: Size, room: Size, text: Um) -> tuple[int, Um]:
    """Return the number of columns with the widest thumbnails, and their width."""
    choices = []
    for columns in range(1, number + 1):
        across = room.width // columns - _SPACE
        down = room.height // _rows(number, columns) - _SPACE - text
        choices.append((min(across, down * paper.width // paper.height, _LARGEST), columns))
    width, columns = max(choices)
    # Fill the same rows evenly: no thumbnail is alone in the last.
    return _rows(number, _rows(number, columns)), width


def _rows(number: int, columns: int) -> int:
    return -(-number // columns)


def _greeked(text: TextLine, thumbnail: _Thumbnail) -> Panel:
    """Return a grey bar for a line of text, about as long and high as the text."""
    size = text.runs[-1].size
    length = text.runs[-1].x + len(text.runs[-1].text) * size // 2
    bar = Rect(text.at.x, text.at.y - size // 2, length, size // 2)
    return Panel(thumbnail.rect(bar), fill=_TEXT)


def _places(number: int, columns: int, rect: Rect, size: Size) -> list[Point]:
    """Return the positions of labelled thumbnails of this size, with rows close together."""
    across = rect.width // columns
    down = min(rect.height // _rows(number, columns), size.height + 2 * _SPACE)
    inset = (across - size.width) // 2
    return [
        rect.origin.moved(index % columns * across + inset, index // columns * down)
        for index in range(number)
    ]


def _disc(box: Rect) -> Rect:
    """Return the rectangle of a disc for a card in interlocking rows, such as a hex."""
    across = min(box.width, box.height)
    return Rect(box.centre.x - across // 2, box.centre.y - across // 2, across, across)


def _overlap(one: Rect, other: Rect) -> bool:
    """Return whether two cells share more than an edge."""
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def _drawn(side: Side, thumbnail: _Thumbnail, label: Label) -> Iterator[Item]:
    outline = thumbnail.outline
    apart = outline.width // _APART
    yield Panel(outline, fill=_FRONT, stroke=_INK, stroke_width=_OUTLINE)
    fill = _FILLS.get(side.kind, _FRONT)
    shrunk = [thumbnail.rect(cell).grown(-apart) for cell in side.cells]
    discs = any(_overlap(one, other) for one, other in combinations(side.cells, 2))
    for box in map(_disc, shrunk) if discs else shrunk:
        radius = box.width // 2 if discs else 0
        yield Panel(box, fill=fill, stroke=_INK, stroke_width=_CARD, radius=radius)
    for item in side.items:
        if isinstance(item, Stroke) and item.kind == "fold":
            yield line("fold", thumbnail.point(item.start), thumbnail.point(item.end))
        elif isinstance(item, TextLine) and not side.cells:
            yield _greeked(item, thumbnail)
    baseline = outline.bottom + _CLEAR + room(label) - overhang(label)
    yield place_label(label, Point(outline.centre.x, baseline), "centre")
