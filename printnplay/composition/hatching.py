"""Where glue goes: hatched, on bare paper, and named."""

from collections.abc import Iterator

from printnplay.composition.clipping import clipped
from printnplay.composition.labels import box, place_label
from printnplay.composition.marks import line
from printnplay.model.geometry import Point, Rect, Um, mm
from printnplay.model.sheet import Item, Label, Panel

_PITCH: Um = mm(4)
"""From one line of the hatching to the next, along an edge."""

_AROUND: Um = mm(0.8)
_PAPER = "#ffffff"


def glue_area(rect: Rect, label: Label, turn: int = 0) -> Iterator[Item]:
    """A hatched rectangle without print; its label in the middle, if there is room for it."""
    yield Panel(rect, fill=_PAPER)
    yield from hatch(rect)
    yield from glue_label(rect, label, turn)


def hatch(rect: Rect) -> tuple[Item, ...]:
    """Slanting lines over a rectangle."""
    reach = rect.width + rect.height
    lines = [
        line("glue", Point(x, rect.y), Point(x - rect.height, rect.bottom))
        for x in range(rect.x + _PITCH, rect.x + reach, _PITCH)
    ]
    return clipped(lines, rect)


def glue_label(rect: Rect, label: Label, turn: int = 0) -> Iterator[Item]:
    """The name of an area in its middle, on paper, if there is room for it."""
    sideways = turn in (90, 270)
    dx, dy = (label.height // 2, 0) if sideways else (0, label.height // 2)
    text = place_label(label, rect.centre.moved(dx, dy), "centre", turn)
    ground = box(label, text.at, turn).grown(_AROUND)
    if rect.holds(ground):
        yield Panel(ground, fill=_PAPER)
        yield text
