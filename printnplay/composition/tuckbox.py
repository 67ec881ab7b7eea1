"""A tuck box: how large it has to be for a deck, and the panels of its net.

The net lies with its printed side up: a strip of glue tab, back, left side, front and right side;
the lid and the floor hang on the back, dust flaps on both sides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from printnplay.composition.outlines import notched, rounded, tapered
from printnplay.model.geometry import Point, Rect, Size, Um, mm

CALIPER: Mapping[int, Um] = {200: mm(0.22), 250: mm(0.27), 300: mm(0.33)}
"""The thickness of card stock by its weight in g/m²; for uncoated stock of 1.1 cm³/g."""

SLEEVES: Um = mm(0.24)
"""What two layers of a sleeve, and the air in it, add to a card."""

SLEEVED = Size(mm(2.5), mm(3))
"""What a sleeve adds to the width and height of a card."""

PLAY: Um = mm(2)
"""How much wider and higher than its cards a box is."""

PLAY_DEEP: Um = mm(1)
SHALLOWEST: Um = mm(8)
"""A box less deep cannot be opened and closed."""

TUCK: Um = mm(15)
"""How far the lid goes in behind the front."""

_SLACK: Um = mm(0.5)
"""How much narrower on each side a flap is than the opening that it goes into."""

_TAB: Um = mm(15)
_TAB_TAPER: Um = mm(4)
_DUST_TAPER: Um = mm(3)
_TUCK_RADIUS: Um = mm(7)
_SLIT: Um = mm(10)
_THUMB: Um = mm(7.5)
"""The radius of the hole that a thumb opens the lid at."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of one size: how large, how many, of how many layers of paper in all."""

    card: Size
    cards: int
    layers: int

    def inside(self, paper: int, *, sleeved: bool) -> tuple[Size, Um]:
        """Width and height, and depth, of the box for this deck; `paper` is in g/m²."""
        more = SLEEVED if sleeved else Size(0, 0)
        thick = self.layers * CALIPER[paper] + (self.cards * SLEEVES if sleeved else 0)
        width = self.card.width + more.width + PLAY
        height = self.card.height + more.height + PLAY
        return Size(width, height), max(SHALLOWEST, thick + PLAY_DEEP)


@dataclass(frozen=True, slots=True)
class BoxPanel:
    """A part of the net: its rectangle, its outline clockwise, and where it hangs on another."""

    name: str
    rect: Rect
    outline: tuple[Point, ...]
    parent: str = ""
    hinge: tuple[Point, Point] | None = None

    @property
    def edges(self) -> Iterator[tuple[Point, Point]]:
        """The sides of the outline."""
        return pairwise((*self.outline, self.outline[0]))


@dataclass(frozen=True, slots=True)
class Net:
    """The unfolded box: its size, its panels by name, and the slits beside the tucks."""

    size: Size
    panels: Mapping[str, BoxPanel]
    slits: tuple[tuple[Point, Point], ...] = field(default=())

    @property
    def hinges(self) -> list[tuple[Point, Point]]:
        """Where panels hang on each other; slits are cut out of them."""
        return [one.hinge for one in self.panels.values() if one.hinge is not None]


def unfold(face: Size, depth: Um) -> Net:
    """The net of a box with this front and this depth."""
    frame = _Frame(face, depth)
    panels = {panel.name: panel for panel in frame.panels()}
    return Net(frame.size, panels, tuple(frame.slits(panels)))


@dataclass(frozen=True, slots=True)
class _Frame:
    face: Size
    depth: Um

    @property
    def tab(self) -> Um:
        return min(self.depth - PLAY_DEEP, _TAB)

    @property
    def top(self) -> Um:
        """What stands above the front: the lid and its tuck."""
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
        yield self._tab(back)
        for above in (True, False):
            yield from self._closing(back, above=above)
            for side, rect in (("left", left), ("right", right)):
                yield self._dust(side, rect, above=above)

    def _tab(self, back: Rect) -> BoxPanel:
        rect = Rect(0, back.y, self.tab, back.height)
        corners = tapered(rect, "left", _SLACK, min(_TAB_TAPER, self.tab))
        return BoxPanel("tab", rect, corners, "back", _side(back.x, rect.grown(-_SLACK)))

    def _closing(self, back: Rect, *, above: bool) -> Iterator[BoxPanel]:
        """The lid, or the floor, and its tuck."""
        name, away = ("top", "top") if above else ("bottom", "bottom")
        edge = back.y if above else back.bottom
        lid = Rect(back.x, edge - self.depth if above else edge, back.width, self.depth)
        yield _panel(name, lid, "back", _level(edge, back))
        far = lid.y if above else lid.bottom
        narrow = Rect(back.x + _SLACK, far, back.width - 2 * _SLACK, TUCK)
        tuck = narrow.moved(0, -TUCK) if above else narrow
        hinge = _level(far, tuck)
        yield BoxPanel(f"tuck-{name}", tuck, rounded(tuck, away, _TUCK_RADIUS), name, hinge)

    def _dust(self, side: str, rect: Rect, *, above: bool) -> BoxPanel:
        reach = min(TUCK, self.face.width // 2 - _SLACK)
        edge = rect.y if above else rect.bottom
        flap = Rect(rect.x, edge - reach if above else edge, rect.width, reach)
        away = "top" if above else "bottom"
        corners = tapered(flap, away, _SLACK, min(_DUST_TAPER, rect.width // 4))
        hinge = _level(edge, Rect(flap.x + _SLACK, 0, flap.width - 2 * _SLACK, 0))
        return BoxPanel(f"dust-{side}-{away}", flap, corners, side, hinge)

    def slits(self, panels: Mapping[str, BoxPanel]) -> Iterator[tuple[Point, Point]]:
        """Short cuts at both ends of a tuck's fold, which dust flaps snap into."""
        length = min(_SLIT, self.depth // 2, self.face.width // 5)
        for name in ("tuck-top", "tuck-bottom"):
            hinge = panels[name].hinge
            if hinge is not None:
                start, end = hinge
                yield start, start.moved(length, 0)
                yield end.moved(-length, 0), end


def _panel(
    name: str, rect: Rect, parent: str = "", hinge: tuple[Point, Point] | None = None
) -> BoxPanel:
    return BoxPanel(name, rect, _corners(rect), parent, hinge)


def _corners(rect: Rect) -> tuple[Point, ...]:
    return (
        rect.origin,
        Point(rect.right, rect.y),
        Point(rect.right, rect.bottom),
        Point(rect.x, rect.bottom),
    )


def _side(x: Um, rect: Rect) -> tuple[Point, Point]:
    return Point(x, rect.y), Point(x, rect.bottom)


def _level(y: Um, rect: Rect) -> tuple[Point, Point]:
    return Point(rect.x, y), Point(rect.right, y)
