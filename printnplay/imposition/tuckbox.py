"""Tuck boxes: the size for a deck, the panels of the net, and the net as a drawing.

The net has its printed side up: a glue tab, back, left side, front and right side; the lid and the
floor are attached to the back, dust flaps to both sides. Outlines run clockwise from the top left.
A net that is too long for a sheet is split at an edge of the box.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.imposition.labels import overhang, place_label, room
from printnplay.imposition.marks import line
from printnplay.imposition.tiling import LargeDrawing, glue_label, hatch
from printnplay.kernel.geometry import Point, Rect, Size, Um, mm, pt
from printnplay.kernel.printing import Stock
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item, Label, Panel, Stamp

Edge: TypeAlias = tuple[Point, Point]

STEPS = 8
"""The number of straight segments for a quarter circle: 0.04 mm off at a radius of 7.5 mm."""

Away: TypeAlias = Literal["top", "bottom", "left"]
"""The direction of a flap, away from the panel that it is attached to."""


def tapered(rect: Rect, away: Away, inset: Um, taper: Um) -> tuple[Point, ...]:
    """Return a flap that narrows: by `inset` at its hinge, by `taper` more at its end."""
    return _turned_away(rect, away, lambda length, reach: _trapezium(length, reach, inset, taper))


def rounded(rect: Rect, away: Away, radius: Um) -> tuple[Point, ...]:
    """Return a flap with rounded corners at its end."""
    return _turned_away(rect, away, lambda length, reach: _round(length, reach, radius))


def notched(rect: Rect, radius: Um) -> tuple[Point, ...]:
    """Return a rectangle with a semicircle cut out of the middle of its upper side."""
    middle = rect.x + rect.width // 2
    arc = [
        Point(middle - round(radius * cos(angle)), rect.y + round(radius * sin(angle)))
        for angle in (pi * step / (2 * STEPS) for step in range(2 * STEPS + 1))
    ]
    right, low = rect.right, rect.bottom
    return (rect.origin, *arc, Point(right, rect.y), Point(right, low), Point(rect.x, low))


def _trapezium(length: Um, reach: Um, inset: Um, taper: Um) -> list[tuple[Um, Um]]:
    far = inset + taper
    return [(inset, 0), (far, reach), (length - far, reach), (length - inset, 0)]


def _round(length: Um, reach: Um, radius: Um) -> list[tuple[Um, Um]]:
    radius = min(radius, reach, length // 2)
    arc = [
        (radius - round(radius * cos(angle)), reach - radius + round(radius * sin(angle)))
        for angle in (pi * step / (2 * STEPS) for step in range(STEPS + 1))
    ]
    return [(0, 0), *arc, *((length - along, away) for along, away in reversed(arc)), (length, 0)]


def _turned_away(
    rect: Rect, away: Away, shape: Callable[[Um, Um], list[tuple[Um, Um]]]
) -> tuple[Point, ...]:
    """Map a shape along the hinge of a flap, and away from it."""
    if away == "left":
        places = shape(rect.height, rect.width)
        return tuple(Point(rect.right - out, rect.bottom - along) for along, out in places)
    places = shape(rect.width, rect.height)
    if away == "top":
        return tuple(Point(rect.x + along, rect.bottom - out) for along, out in places)
    return tuple(Point(rect.right - along, rect.y + out) for along, out in places)


CALIPER: Mapping[Stock, Um] = {
    Stock.LIGHT: mm(0.22),
    Stock.MIDDLE: mm(0.27),
    Stock.HEAVY: mm(0.33),
    Stock.SLEEVED: mm(0.1),
    Stock.GLUED: mm(0.15),
}
"""The thickness of a layer of paper, for uncoated stock of 1.1 cm³/g; for glued cards, paper of 120
g/m² with its share of the glue; for sleeved ones, 80 g/m²."""

SLEEVES: Um = mm(0.24)
"""The thickness that a sleeve adds to a card: two layers, and the air between them."""

SLEEVED = Size(mm(2.5), mm(3))
"""The width and height that a sleeve adds to a card: sleeves for poker cards are sold as 66 x 91
mm, with a seam."""

PLAY: Um = mm(2)
"""The play of cards in width and height: 1 mm on each side, so that fingers can pull them out. A
guess."""

PLAY_DEEP: Um = mm(1)
"""The play of cards in depth: half of `PLAY`, since `LOOSE` accounts for their air. A guess."""

LOOSE = 20
"""The divisor of a stack's height that gives its air: a twentieth, for cards that were cut by hand.
A guess."""

WALLS: Um = mm(0.6)
"""The depth between folds that walls and the lid's tuck flap need: two layers of stock of 0.3
mm."""

SHALLOWEST: Um = mm(8)
"""The least depth of a box: fingers cannot open a shallower one. A guess."""

LEAF: Um = mm(0.1)
"""The thickness of a leaf of the booklet: office paper of 80 g/m² (see `CREEP` in
`kernel/printing.py`)."""

SPRING: Um = mm(1)
"""The height that a folded booklet springs open. A guess."""

TUCK: Um = mm(15)
"""The depth of the lid's tuck flap behind the front: a shorter one slips out. A guess."""

_SLACK: Um = mm(0.5)
"""The play of a flap on each side in its opening: cuts by hand are more exact."""

_TAB: Um = mm(15)
"""The greatest width of the glue tab: a wider one holds no better. A guess."""

_TAB_TAPER: Um = mm(4)
"""The taper of the glue tab at its ends, so that no corner is visible at the seam. A guess."""

_DUST_TAPER: Um = mm(3)
"""The taper of dust flaps, so that they do not catch. A guess."""

_TUCK_RADIUS: Um = mm(7)
"""The corner radius of a tuck flap: about half of `TUCK`, so that it slides in. A guess."""

_SLIT: Um = mm(10)
"""The length of a slit that locks the lid: shorter in small boxes. A guess."""

_THUMB: Um = mm(7.5)
"""The radius of the thumb notch: about half the width of a thumb. A guess."""


class Deck(Struct, frozen=True):
    """Cards of one size: their size and number, and the number of layers of paper in all."""

    card: Size
    cards: int
    layers: int

    def stack(self, stock: Stock) -> Um:
        """Return the height of the stack of all cards, pressed together."""
        if stock is Stock.GLUED:  # Each card is a front and a back, glued or folded.
            return 2 * self.cards * CALIPER[stock]
        sleeves = self.cards * SLEEVES if stock is Stock.SLEEVED else 0
        return self.layers * CALIPER[stock] + sleeves

    def size(self, stock: Stock) -> Size:
        """Return the size of a card, including its sleeve if it has one."""
        more = SLEEVED if stock is Stock.SLEEVED else Size(0, 0)
        return Size(self.card.width + more.width, self.card.height + more.height)


class Contents(Struct, frozen=True):
    """The contents of a box: the size of the largest item, and the total height."""

    size: Size
    height: Um

    @property
    def face(self) -> Size:
        """The front of the box."""
        return Size(self.size.width + PLAY, self.size.height + PLAY)

    @property
    def depth(self) -> Um:
        """The depth of the box, from fold to fold."""
        return max(SHALLOWEST, self.height + PLAY_DEEP + WALLS)

    @property
    def room(self) -> Um:
        """The highest stack that fits."""
        return self.depth - WALLS


def contents_of(deck: Deck, stock: Stock) -> Contents:
    """Return the deck as contents of a box, with the air between its cards."""
    stack = deck.stack(stock)
    return Contents(deck.size(stock), stack + stack // LOOSE)


def with_flat(contents: Contents, flat: Sequence[tuple[Size, Um]]) -> Contents:
    """Add flat items to the contents, such as the booklet, each of a size and thickness.

    The deck is divided into as many piles as fit side by side on the flat items.
    """
    sizes = [contents.size, *(_upright(size) for size, _ in flat)]
    width = max(size.width for size in sizes)
    height = max(size.height for size in sizes)
    card = contents.size
    piles = max((width // size.width) * (height // size.height) for size in (card, card.turned))
    thick = sum(thickness for _, thickness in flat)
    return Contents(Size(width, height), -(-contents.height // piles) + thick)


def _upright(size: Size) -> Size:
    return size if size.width <= size.height else size.turned


class BoxPanel(Struct, frozen=True):
    """A part of the net: its rectangle, its outline clockwise, and its hinge on another panel."""

    name: str
    rect: Rect
    outline: tuple[Point, ...]
    parent: str = ""
    hinge: Edge | None = None

    @property
    def edges(self) -> Iterator[Edge]:
        """The sides of the outline."""
        return pairwise((*self.outline, self.outline[0]))

    def moved(self, dx: Um, dy: Um) -> "BoxPanel":
        """Return the panel moved right and down."""
        return replace(
            self,
            rect=self.rect.moved(dx, dy),
            outline=tuple(corner.moved(dx, dy) for corner in self.outline),
            hinge=self.hinge and (self.hinge[0].moved(dx, dy), self.hinge[1].moved(dx, dy)),
        )


class Net(Struct, frozen=True):
    """The unfolded box: its size, its panels by name, and the slits beside the tuck flaps."""

    size: Size
    panels: Mapping[str, BoxPanel]
    slits: tuple[Edge, ...] = field(default=())

    @property
    def hinges(self) -> list[Edge]:
        """The hinges between panels; slits are cut out of them."""
        return [panel.hinge for panel in self.panels.values() if panel.hinge is not None]


def unfold(face: Size, depth: Um) -> Net:
    """Return the net of a box with this front and this depth."""
    frame = _Frame(face, depth)
    panels = {panel.name: panel for panel in frame.panels()}
    return Net(frame.size, panels, tuple(frame.slits(panels)))


def halves(face: Size, depth: Um) -> tuple[Net, Net]:
    """Return the net of a box in two parts, for sheets that are too short for it.

    One part is the back with the left side and the lid, the other the front with the right side and
    the floor, each with a glue tab: so seams are edges of the box, and no panel is split. Lid and
    floor are attached to different parts, which makes both as short as possible.
    """
    frame = _Frame(face, depth)
    whole = {panel.name: panel for panel in frame.panels()}
    front = whole["front"]
    first = [
        panel
        for name, panel in whole.items()
        if panel.rect.x < front.rect.x and name not in ("bottom", "tuck-bottom")
    ]
    second = [
        replace(front, parent="", hinge=None),
        frame.beside(front.rect),
        *(panel for panel in whole.values() if panel.rect.x > front.rect.x),
        *frame.closing(front.rect, "front", above=False),
    ]
    return frame.part(first), frame.part(second)


class _Frame(Struct, frozen=True):
    face: Size
    depth: Um

    @property
    def tab(self) -> Um:
        return min(self.depth - PLAY_DEEP, _TAB)

    @property
    def top(self) -> Um:
        """The height above the front: the lid and its tuck flap."""
        return self.depth + TUCK

    @property
    def size(self) -> Size:
        width = self.tab + 2 * self.face.width + 2 * self.depth
        return Size(width, self.face.height + 2 * self.top)

    def panels(self) -> Iterator[BoxPanel]:
        back = Rect(self.tab, self.top, self.face.width, self.face.height)
        left = Rect(back.right, back.y, self.depth, back.height)
        front = Rect(left.right, back.y, back.width, back.height)
        right = Rect(front.right, back.y, self.depth, back.height)
        yield _panel("back", back)
        yield _panel("left", left, "back", _side(back.right, back))
        outline = notched(front, _THUMB) if front.width > 4 * _THUMB else _corners(front)
        yield BoxPanel("front", front, outline, "left", _side(front.x, back))
        yield _panel("right", right, "front", _side(right.x, back))
        yield self.beside(back)
        for above in (True, False):
            yield from self.closing(back, "back", above=above)
            for side, rect in (("left", left), ("right", right)):
                yield self._dust(side, rect, above=above)

    def beside(self, panel: Rect) -> BoxPanel:
        """Return the glue tab on the left of the back or the front."""
        rect = Rect(panel.x - self.tab, panel.y, self.tab, panel.height)
        corners = tapered(rect, "left", _SLACK, min(_TAB_TAPER, self.tab))
        return BoxPanel("tab", rect, corners, "back", _side(panel.x, rect.grown(-_SLACK)))

    def closing(self, panel: Rect, parent: str, *, above: bool) -> Iterator[BoxPanel]:
        """Yield the lid or the floor, on the back or the front, and its tuck flap."""
        name: Away = "top" if above else "bottom"
        edge = panel.y if above else panel.bottom
        lid = Rect(panel.x, edge - self.depth if above else edge, panel.width, self.depth)
        yield _panel(name, lid, parent, _level(edge, panel))
        far = lid.y if above else lid.bottom
        narrow = Rect(panel.x + _SLACK, far, panel.width - 2 * _SLACK, TUCK)
        tuck = narrow.moved(0, -TUCK) if above else narrow
        hinge = _level(far, tuck)
        yield BoxPanel(f"tuck-{name}", tuck, rounded(tuck, name, _TUCK_RADIUS), name, hinge)

    def _dust(self, side: str, rect: Rect, *, above: bool) -> BoxPanel:
        reach = min(TUCK, self.face.width // 2 - _SLACK)
        edge = rect.y if above else rect.bottom
        flap = Rect(rect.x, edge - reach if above else edge, rect.width, reach)
        away: Away = "top" if above else "bottom"
        corners = tapered(flap, away, _SLACK, min(_DUST_TAPER, rect.width // 4))
        hinge = _level(edge, Rect(flap.x + _SLACK, 0, flap.width - 2 * _SLACK, 0))
        return BoxPanel(f"dust-{side}-{away}", flap, corners, side, hinge)

    def part(self, panels: Sequence[BoxPanel]) -> Net:
        """Return the net of some panels, moved to the top left of a sheet."""
        left = min(panel.rect.x for panel in panels)
        top = min(panel.rect.y for panel in panels)
        right = max(panel.rect.right for panel in panels)
        low = max(panel.rect.bottom for panel in panels)
        moved = {panel.name: panel.moved(-left, -top) for panel in panels}
        return Net(Size(right - left, low - top), moved, tuple(self.slits(moved)))

    def slits(self, panels: Mapping[str, BoxPanel]) -> Iterator[Edge]:
        """Yield the short cuts at both ends of a tuck flap's fold, which dust flaps snap into."""
        length = min(_SLIT, self.depth // 2, self.face.width // 5)
        for name in ("tuck-top", "tuck-bottom"):
            hinge = panels[name].hinge if name in panels else None
            if hinge is not None:
                start, end = hinge
                yield start, start.moved(length, 0)
                yield end.moved(-length, 0), end


def _panel(name: str, rect: Rect, parent: str = "", hinge: Edge | None = None) -> BoxPanel:
    return BoxPanel(name, rect, _corners(rect), parent, hinge)


def _corners(rect: Rect) -> tuple[Point, ...]:
    return (
        rect.origin,
        Point(rect.right, rect.y),
        Point(rect.right, rect.bottom),
        Point(rect.x, rect.bottom),
    )


def _side(x: Um, rect: Rect) -> Edge:
    return Point(x, rect.y), Point(x, rect.bottom)


def _level(y: Um, rect: Rect) -> Edge:
    return Point(rect.x, y), Point(rect.right, y)


PICTURED: Mapping[str, str] = {
    "front": "front",
    "back": "back",
    "left": "side",
    "right": "side",
    "top": "top",
    "bottom": "bottom",
}
"""The panels with pictures, and the name of each one's picture."""

HEAD_DOWN = ("top", "bottom")
"""The panels whose pictures are upside down if attached to the back: they are upright when seen
from the front of the box."""

BLEED: Um = mm(2)
"""The bleed of pictures at cut edges, so that no white is visible at an inexact seam: the same as
`BLEED` of cards."""

OVER: Um = mm(3)
"""The extension of pictures over hinges of flaps, so that no white is visible beside an inexact
fold: more than `BLEED`, since folds are less exact than cuts."""

STEPS_ON: Mapping[str, int] = {
    "tab": 1,
    "dust-left-bottom": 2,
    "dust-right-bottom": 2,
    "tuck-bottom": 2,
    "dust-left-top": 3,
    "dust-right-top": 3,
    "tuck-top": 3,
}
"""The step in which each flap is glued or closed, by its name."""

_TAB_INSET: Um = mm(0.5)
"""The white around the name of a tab. A guess."""

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
    """Return the drawing of a net; panels without a picture (`PICTURED`) stay white.

    The net may be one of the halves.
    """
    tab = _glued(net.panels["tab"])
    lid = net.panels.get("tuck-top")
    items: list[Item] = [
        *_stamps(net, pictures),
        *hatch(tab),
        *glue_label(tab, labels.glue, 270),
        *(
            item
            for name, step in STEPS_ON.items()
            if name in net.panels
            for item in _step(net.panels[name], labels.steps[step - 1])
        ),
        *(_fits(lid.rect, labels.fits) if lid else ()),
        *(line("fold", *edge) for edge in folds(net)),
        *(line("cut", *edge) for edge in cuts(net)),
    ]
    return LargeDrawing(net.size, tuple(items), BLEED, bounded=False)


def _glued(tab: BoxPanel) -> Rect:
    """Return the largest upright part of the tab, clear of its edges and of print at its hinge."""
    rect = tab.rect
    top = max(point.y for point in tab.outline if point.y < rect.centre.y)
    low = min(point.y for point in tab.outline if point.y > rect.centre.y)
    free = max(rect.width - OVER, rect.width // 2)
    return Rect(rect.x, top, free, low - top).grown(-_TAB_INSET)


def _step(flap: BoxPanel, label: Label) -> Iterator[Item]:
    """Yield a step number, black on a white disc, as near to the end of a flap as it fits."""
    rect, away = flap.rect, mm(3)
    if flap.name == "tab":
        centre = Point(rect.x + (rect.width - OVER) // 2, rect.y + rect.height // 5)
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


def folds(net: Net) -> list[Edge]:
    """Return the fold lines of the net: the hinges without their slits."""
    return [part for hinge in net.hinges for part in _without(hinge, net.slits)]


def cuts(net: Net) -> list[Edge]:
    """Return the cut lines of the net: the outlines without hinges, and the slits."""
    outlines = [edge for panel in net.panels.values() for edge in panel.edges]
    free = [part for edge in outlines for part in _without(edge, net.hinges)]
    return [*dict.fromkeys(free), *net.slits]


def _stamps(net: Net, pictures: Mapping[str, Picture]) -> Iterator[Stamp]:
    for name, called in PICTURED.items():
        if called in pictures and name in net.panels:
            panel = net.panels[name]
            window = _window(panel, net)
            turn = 180 if name in HEAD_DOWN and panel.parent == "back" else 0
            yield Stamp(pictures[called], panel.rect, turn, window)


def _window(panel: BoxPanel, net: Net) -> Rect:
    """Return the panel, with bleed at cut edges and at hinges of flaps without a picture."""
    rect = panel.rect
    beyond = {"left": BLEED, "top": BLEED, "right": BLEED, "low": BLEED}
    for flap in net.panels.values():
        if flap.hinge is not None:
            inner = flap.name in PICTURED
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


def _without(edge: Edge, gaps: Sequence[Edge]) -> list[Edge]:
    """Return the parts of an edge outside the gaps along it, left to right."""
    start, end = sorted(edge, key=lambda point: (point.x, point.y))
    upright = start.x == end.x
    if not upright and start.y != end.y:
        return [edge]
    overlaps = sorted(_overlaps((start, end), gaps, upright=upright))
    low, high = (start.y, end.y) if upright else (start.x, end.x)
    bounds = [low, *(at for overlap in overlaps for at in overlap), high]
    parts = zip(bounds[::2], bounds[1::2], strict=True)
    at = start.x if upright else start.y
    return [
        (Point(at, first), Point(at, last)) if upright else (Point(first, at), Point(last, at))
        for first, last in parts
        if first < last
    ]


def _overlaps(edge: Edge, gaps: Sequence[Edge], *, upright: bool) -> Iterator[tuple[Um, Um]]:
    start, end = edge
    for first_end, other_end in gaps:
        if upright:
            in_line = first_end.x == other_end.x == start.x
        else:
            in_line = first_end.y == other_end.y == start.y
        if not in_line:
            continue
        low, high = sorted((first_end.y, other_end.y) if upright else (first_end.x, other_end.x))
        first, last = (start.y, end.y) if upright else (start.x, end.x)
        if max(low, first) < min(high, last):
            yield max(low, first), min(high, last)
