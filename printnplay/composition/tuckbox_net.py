"""The net of a tuck box as a drawing: pictures, glue, folds and cuts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from printnplay.composition.hatching import glue_label, hatch
from printnplay.composition.marks import line
from printnplay.composition.tiling import Drawing
from printnplay.composition.tuckbox import BoxPanel, Net
from printnplay.model.geometry import Point, Rect, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item, Label, Stamp

PICTURED: Mapping[str, str] = {
    "front": "front",
    "back": "back",
    "left": "side",
    "right": "side",
    "top": "top",
    "bottom": "bottom",
}
"""The panels with pictures, and what the picture of each is called."""

TURNS: Mapping[str, int] = {"top": 180, "bottom": 180}
"""How pictures lie on the net; the lid's is upright for one who has the front before them."""

_BLEED: Um = mm(2)
_TAB_INSET: Um = mm(0.5)

Edge: TypeAlias = tuple[Point, Point]


def draw_net(net: Net, pictures: Mapping[str, Picture], glue: Label) -> Drawing:
    """The net with its pictures, by what `PICTURED` calls them; one that is missing stays white."""
    tab = _glued(net.panels["tab"])
    items: list[Item] = [
        *_stamps(net, pictures),
        *hatch(tab),
        *glue_label(tab, glue, 270),
        *(line("fold", *edge) for edge in folds(net)),
        *(line("cut", *edge) for edge in cuts(net)),
    ]
    return Drawing(net.size, tuple(items), 0, bounded=False)


def _glued(tab: BoxPanel) -> Rect:
    """The largest upright part of the tab, clear of its edges."""
    rect = tab.rect
    top = max(point.y for point in tab.outline if point.y < rect.centre.y)
    low = min(point.y for point in tab.outline if point.y > rect.centre.y)
    return Rect(rect.x, top, rect.width, low - top).grown(-_TAB_INSET)


def folds(net: Net) -> list[Edge]:
    """Where the net is folded: the hinges without their slits."""
    return [part for hinge in net.hinges for part in _without(hinge, net.slits)]


def cuts(net: Net) -> list[Edge]:
    """Where the net is cut: the outlines where nothing hangs on them, and the slits."""
    outlines = [edge for panel in net.panels.values() for edge in panel.edges]
    free = [part for edge in outlines for part in _without(edge, net.hinges)]
    return [*dict.fromkeys(free), *net.slits]


def _stamps(net: Net, pictures: Mapping[str, Picture]) -> Iterator[Stamp]:
    for name, called in PICTURED.items():
        if called in pictures:
            panel = net.panels[name]
            window = _window(panel, net)
            yield Stamp(pictures[called], panel.rect, TURNS.get(name, 0), window)


def _window(panel: BoxPanel, net: Net) -> Rect:
    """The panel, with bleed over the sides that are cut along their whole length."""
    rect = panel.rect
    hinged = [one for hinge in net.hinges for one in _sides(rect, hinge)]
    left, top, right, low = (
        0 if side in hinged else _BLEED for side in ("left", "top", "right", "low")
    )
    return Rect(rect.x - left, rect.y - top, rect.width + left + right, rect.height + top + low)


def _sides(rect: Rect, hinge: Edge) -> Iterator[str]:
    """The side of a rectangle that a hinge lies on, if any."""
    start, end = hinge
    if start.x == end.x and rect.y <= start.y and end.y <= rect.bottom:
        yield from (side for side, x in (("left", rect.x), ("right", rect.right)) if x == start.x)
    if start.y == end.y and rect.x <= start.x and end.x <= rect.right:
        yield from (side for side, y in (("top", rect.y), ("low", rect.bottom)) if y == start.y)


def _without(edge: Edge, gaps: Sequence[Edge]) -> list[Edge]:
    """What is left of an edge when the gaps that lie on it are taken out, left to right."""
    start, end = sorted(edge, key=lambda point: (point.x, point.y))
    upright = start.x == end.x
    if not upright and start.y != end.y:
        return [edge]
    found = sorted(_overlaps((start, end), gaps, upright=upright))
    low, high = (start.y, end.y) if upright else (start.x, end.x)
    bounds = [low, *(at for gap in found for at in gap), high]
    parts = [(bounds[one], bounds[one + 1]) for one in range(0, len(bounds), 2)]
    at = start.x if upright else start.y
    return [
        (Point(at, first), Point(at, last)) if upright else (Point(first, at), Point(last, at))
        for first, last in parts
        if first < last
    ]


def _overlaps(edge: Edge, gaps: Sequence[Edge], *, upright: bool) -> Iterator[tuple[Um, Um]]:
    start, end = edge
    for one, other in gaps:
        in_line = (one.x == other.x == start.x) if upright else (one.y == other.y == start.y)
        if not in_line:
            continue
        low, high = sorted((one.y, other.y) if upright else (one.x, other.x))
        first, last = (start.y, end.y) if upright else (start.x, end.x)
        if max(low, first) < min(high, last):
            yield max(low, first), min(high, last)
