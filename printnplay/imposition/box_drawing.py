"""Nets of boxes as drawings: pictures on panels, hatched flaps, step numbers, lines."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from printnplay.imposition.labels import overhang, place_label, room
from printnplay.imposition.marks import line
from printnplay.imposition.nets import BoxPanel, Edge, Net, cuts, folds
from printnplay.imposition.tiling import LargeDrawing, glue_label, hatch
from printnplay.kernel.geometry import Point, Rect, Um, mm, pt
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item, Label, Panel, Stamp

HEAD_DOWN = ("top", "bottom")
"""The panels whose pictures are upside down if attached to the back: they are upright when seen
from the front of the box."""

BLEED: Um = mm(2)
"""The bleed of pictures at cut edges, so that no white is visible at an inexact seam: the same as
`BLEED` of cards."""

OVER: Um = mm(3)
"""The extension of pictures over hinges of flaps, so that no white is visible beside an inexact
fold: more than `BLEED`, since folds are less exact than cuts."""

_TAB_INSET: Um = mm(0.5)
"""The white around the name of a tab. A guess."""

CENTRED = ("corner-", "turn-")
"""The flaps of a tray with their step numbers in the middle: both sides of them are free."""

_DISC: Um = mm(4.6)
"""The diameter of the disc around the number of a step: a line of 9 pt (3.2 mm) and 0.7 mm on each
side."""

_INK, _PAPER = "#000000", "#ffffff"


class NetLabels(Struct, frozen=True):
    """The labels of a net: on the tab, the numbers of the steps, and the contents of the box.

    `fits` is on the lid's tuck flap, line by line: it is readable when the box is open.
    """

    glue: Label
    steps: Sequence[Label]
    fits: Sequence[Label] = ()


def draw_net(net: Net, pictures: Mapping[str, Picture], labels: NetLabels) -> LargeDrawing:
    """Return the drawing of a net, with the pictures of its panels; others stay white."""
    glued = [_glued(net.panels[name]) for name in net.glued]
    plate = net.panels.get(net.plate)
    items: list[Item] = [
        *_stamps(net, pictures),
        *(stroke for area in glued for stroke in hatch(area)),
        *(item for area in glued for item in glue_label(area, labels.glue, 270)),
        *(
            item
            for name, step in net.steps.items()
            if name in net.panels
            for item in _step(net.panels[name], labels.steps[step - 1])
        ),
        *(_fits(plate.rect, labels.fits) if plate else ()),
        *(line("fold", *edge) for edge in folds(net)),
        *(line("cut", *edge) for edge in cuts(net)),
    ]
    return LargeDrawing(net.size, tuple(items), BLEED, bounded=False)


def _glued(tab: BoxPanel) -> Rect:
    """Return the largest upright part of a tab, clear of its edges and of print at its hinge.

    The tab is on the left or the right of its panel.
    """
    rect = tab.rect
    top = max(point.y for point in tab.outline if point.y < rect.centre.y)
    low = min(point.y for point in tab.outline if point.y > rect.centre.y)
    free = max(rect.width - OVER, rect.width // 2)
    is_right = tab.hinge is not None and tab.hinge[0].x == rect.x
    x = rect.right - free if is_right else rect.x
    return Rect(x, top, free, low - top).grown(-_TAB_INSET)


def _step(flap: BoxPanel, label: Label) -> Iterator[Item]:
    """Yield a step number, black on a white disc, as near to the end of a flap as it fits."""
    rect, away = flap.rect, mm(3)
    if flap.name == "tab":
        centre = Point(rect.x + (rect.width - OVER) // 2, rect.y + rect.height // 5)
    elif flap.name.startswith(CENTRED):
        centre = rect.centre
    elif flap.name.endswith("top"):
        centre = Point(rect.centre.x, rect.y + away)
    else:
        centre = Point(rect.centre.x, rect.bottom - away)
    disc = Rect(centre.x - _DISC // 2, centre.y - _DISC // 2, _DISC, _DISC)
    yield Panel(disc, fill=_PAPER, stroke=_INK, stroke_width=pt(0.75), radius=_DISC // 2)
    yield place_label(label, centre.moved(0, label.height // 2), "centre")


def _fits(tuck: Rect, lines: Sequence[Label]) -> Iterator[Item]:
    """Yield the contents of the box, below the number on the lid's tuck flap."""
    y = tuck.y + mm(5.4)
    for label in lines:
        y += room(label)
        yield place_label(label, Point(tuck.centre.x, y - overhang(label)), "centre")


def _stamps(net: Net, pictures: Mapping[str, Picture]) -> Iterator[Stamp]:
    for name in net.faces:
        if name in pictures and name in net.panels:
            panel = net.panels[name]
            window = _window(panel, net)
            turn = 180 if name in HEAD_DOWN and panel.parent == "back" else 0
            yield Stamp(pictures[name], panel.rect, turn, window)


def _window(panel: BoxPanel, net: Net) -> Rect:
    """Return the panel, with bleed at cut edges and at hinges of flaps without a picture."""
    rect = panel.rect
    beyond = {"left": BLEED, "top": BLEED, "right": BLEED, "low": BLEED}
    for flap in net.panels.values():
        if flap.hinge is not None:
            inner = flap.name in net.faces and flap.parent in net.faces
            beyond |= dict.fromkeys(_sides(rect, flap.hinge), 0 if inner else OVER)
    left, top, right, low = beyond.values()
    return Rect(rect.x - left, rect.y - top, rect.width + left + right, rect.height + top + low)


def _sides(rect: Rect, hinge: Edge) -> Iterator[str]:
    """Yield the side of a rectangle that a hinge is on, if any."""
    start, end = hinge
    if start.x == end.x and rect.y <= start.y and end.y <= rect.bottom:
        yield from (side for side, x in (("left", rect.x), ("right", rect.right)) if x == start.x)
    if start.y == end.y and rect.x <= start.x and end.x <= rect.right:
        yield from (side for side, y in (("top", rect.y), ("low", rect.bottom)) if y == start.y)
