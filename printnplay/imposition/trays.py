"""Trays: a floor with four walls, for boxes with a lid and a base, drawers, and paper wraps.

A tray has its printed side up. Walls are attached to the floor, glue flaps to both ends of the
upper and the lower wall; they are glued behind the walls on the left and the right. A wrap also has
strips that are turned in over the edges of the walls.

Lengths between folds are those of the middle of the stock: the outside is a thickness longer, the
inside a thickness shorter.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from printnplay.imposition.box_contents import PLAY_DEEP, SHALLOWEST, Contents
from printnplay.imposition.nets import (
    SLACK,
    TAB,
    TAB_TAPER,
    Away,
    BoxPanel,
    Net,
    level,
    net_of,
    plain_panel,
    tapered,
    upright,
)
from printnplay.imposition.tuckbox import PICTURED
from printnplay.kernel.geometry import Rect, Size, Um, mm

STOCK: Um = mm(0.3)
"""The thickness of the stock of a box: card stock of 300 g/m² is 0.27 to 0.33 mm thick. Two layers
are `WALLS`."""

CLEARANCE: Um = mm(0.5)
"""The gap between a lid and its base, or a drawer and its sleeve, on each side: makers of boxes
aim at 0.4 to 0.6 mm. With less, the lid sticks; with more, it falls off."""

GRIP: Um = mm(10)
"""The height of the base that a lid leaves free, so that fingers can hold it: makers of boxes leave
5 to 10 mm. Of a low base a third is free."""

PAPER: Um = mm(0.15)
"""The thickness of a paper wrap with its glue: 120 g/m², as `CALIPER` of glued cards."""

TURN_IN: Um = mm(15)
"""The width of the strip that a wrap turns in over an edge: factories ask for 15 to 17 mm."""

LID_FACES: Mapping[str, str] = {
    panel: picture for panel, picture in PICTURED.items() if panel != "back"
}
"""The pictures of a lid, by panel: those of a tuck box that it has."""

BASE_FACES: Mapping[str, str] = {
    "back": "back",
    "left": "wall",
    "right": "wall",
    "top": "wall",
    "bottom": "wall",
}
"""The pictures of a base: most of its walls are behind the lid, so they have one without a name."""

DRAWER_FACES: Mapping[str, str] = {"top": "top", "bottom": "bottom"}
"""The pictures of a drawer: its ends; the sleeve hides the rest."""

CORNERS = ("corner-top-left", "corner-top-right", "corner-bottom-left", "corner-bottom-right")
"""The glue flaps of a tray."""


class Tray(Struct, frozen=True):
    """A tray: its floor from fold to fold, and its walls from their fold to their edge."""

    floor: Size
    wall: Um

    @property
    def outside(self) -> Size:
        """The outside of the folded tray."""
        return Size(self.floor.width + STOCK, self.floor.height + STOCK)

    @property
    def inside(self) -> Size:
        """The inside of the folded tray, between the glue flaps behind its left and right wall."""
        return Size(self.floor.width - 3 * STOCK, self.floor.height - STOCK)

    @property
    def depth(self) -> Um:
        """The inner depth of the folded tray, above its floor."""
        return self.wall - STOCK


def around(inside: Size, depth: Um) -> Tray:
    """Return the tray with this inside: a thickness longer, and two flaps and more wider."""
    return Tray(Size(inside.width + 3 * STOCK, inside.height + STOCK), depth + STOCK)


def base_for(contents: Contents) -> Tray:
    """Return the tray for contents, with their play."""
    return around(contents.face, max(SHALLOWEST, contents.height + PLAY_DEEP))


def lid_for(base: Tray) -> Tray:
    """Return the lid that slips over a base."""
    outside, free = base.outside, min(GRIP, base.wall // 3)
    inside = Size(outside.width + 2 * CLEARANCE, outside.height + 2 * CLEARANCE)
    return around(inside, base.wall - free - STOCK)


def sleeve_for(drawer: Tray) -> tuple[Size, Um]:
    """Return the front and the depth, from fold to fold, of the sleeve around a drawer.

    The glue tab takes a thickness of its width. The sleeve is as long as the drawer.
    """
    outside, play = drawer.outside, 2 * CLEARANCE
    face = Size(outside.width + play + 2 * STOCK, outside.height)
    return face, drawer.wall + STOCK // 2 + play + STOCK


def wrap_for(outside: Size, depth: Um) -> Tray:
    """Return the wrap of a tray with this outside: paper longer on each side of a fold."""
    return Tray(Size(outside.width + PAPER, outside.height + PAPER), depth + PAPER)


def tray_net(tray: Tray, floor: str, faces: Mapping[str, str], turn_in: Um = 0) -> Net:
    """Return the net of a tray; its floor is a panel of this name.

    With `turn_in` it is a wrap: nothing is hatched, as its inside is glued; its flaps are numbered.
    """
    panels = list(_panels(tray, floor, turn_in))
    if not turn_in:
        return net_of(panels, faces=faces, glued=CORNERS)
    turned = {panel.name: 2 for panel in panels if panel.name.startswith("turn-")}
    return net_of(panels, faces=faces, steps={**dict.fromkeys(CORNERS, 1), **turned})


def _panels(tray: Tray, floor: str, turn_in: Um) -> Iterator[BoxPanel]:
    wall, middle = tray.wall, Rect(0, 0, tray.floor.width, tray.floor.height)
    yield plain_panel(floor, middle)
    walls: Mapping[Away, Rect] = {
        "left": Rect(-wall, 0, wall, middle.height),
        "right": Rect(middle.right, 0, wall, middle.height),
        "top": Rect(0, -wall, middle.width, wall),
        "bottom": Rect(0, middle.bottom, middle.width, wall),
    }
    for name, rect in walls.items():
        is_level = name in ("top", "bottom")
        inner = middle.y if name == "top" else middle.bottom
        if not is_level:
            inner = middle.x if name == "left" else middle.right
        hinge = level(inner, middle) if is_level else upright(inner, middle)
        yield plain_panel(name, rect, floor, hinge)
        if is_level:
            yield from _corners(tray, name, rect)
        if turn_in:
            yield _turned_in(name, rect, turn_in)


def _corners(tray: Tray, wall: str, rect: Rect) -> Iterator[BoxPanel]:
    """Yield the glue flaps at both ends of a wall."""
    reach = min(TAB, tray.wall, tray.floor.height // 2 - SLACK)
    taper = min(TAB_TAPER, rect.height // 4)
    for side, x in (("left", rect.x - reach), ("right", rect.right)):
        flap = Rect(x, rect.y, reach, rect.height)
        away: Away = "left" if side == "left" else "right"
        hinge = upright(rect.x if side == "left" else rect.right, flap.grown(-SLACK))
        yield BoxPanel(
            f"corner-{wall}-{side}", flap, tapered(flap, away, SLACK, taper), wall, hinge
        )


def _turned_in(wall: Away, rect: Rect, reach: Um) -> BoxPanel:
    """Return the strip beyond the edge of a wall, mitred so that two do not overlap inside."""
    strip, hinge = {
        "left": (Rect(rect.x - reach, rect.y, reach, rect.height), rect.x),
        "right": (Rect(rect.right, rect.y, reach, rect.height), rect.right),
        "top": (Rect(rect.x, rect.y - reach, rect.width, reach), rect.y),
        "bottom": (Rect(rect.x, rect.bottom, rect.width, reach), rect.bottom),
    }[wall]
    is_level = wall in ("top", "bottom")
    long = strip.width if is_level else strip.height
    outline = tapered(strip, wall, SLACK, min(reach, long // 3))
    inner = strip.grown(-SLACK)
    edge = level(hinge, inner) if is_level else upright(hinge, inner)
    return BoxPanel(f"turn-{wall}", strip, outline, wall, edge)
