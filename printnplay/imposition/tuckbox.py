"""Tuck boxes: the net for a front and a depth, whole or in two halves.

From left to right: a glue tab, back, left side, front and right side; the lid and the floor are
attached to the back, dust flaps to both sides. A net that is too long for a sheet is split at an
edge of the box.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.imposition.box_contents import PLAY_DEEP
from printnplay.imposition.nets import (
    SLACK,
    TAB,
    TAB_TAPER,
    Away,
    BoxPanel,
    Edge,
    Net,
    corners,
    level,
    net_of,
    notched,
    plain_panel,
    rounded,
    tapered,
    upright,
)
from printnplay.kernel.geometry import Rect, Size, Um, mm

TUCK: Um = mm(15)
"""The depth of the lid's tuck flap behind the front: a shorter one slips out. A guess."""

_DUST_TAPER: Um = mm(3)
"""The taper of dust flaps, so that they do not catch. A guess."""

_TUCK_RADIUS: Um = mm(7)
"""The corner radius of a tuck flap: about half of `TUCK`, so that it slides in. A guess."""

_SLIT: Um = mm(10)
"""The length of a slit that locks the lid: shorter in small boxes. A guess."""

THUMB: Um = mm(7.5)
"""The radius of the thumb notch: about half the width of a thumb. A guess."""


PICTURED: Mapping[str, str] = {
    "front": "front",
    "back": "back",
    "left": "side",
    "right": "side",
    "top": "top",
    "bottom": "bottom",
}
"""The panels with pictures, and the name of each one's picture."""

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


def unfold(face: Size, depth: Um) -> Net:
    """Return the net of a box with this front and this depth."""
    frame = _Frame(face, depth)
    return frame.part(list(frame.panels()))


def sleeve(face: Size, depth: Um) -> Net:
    """Return the net of a sleeve with this front and this depth, open above and below.

    It is a tuck box without a lid and a floor. The front has the thumb notch above.
    """
    around = ("back", "left", "front", "right", "tab")
    return net_of(
        [panel for panel in _Frame(face, depth).panels() if panel.name in around],
        faces=PICTURED,
        glued=("tab",),
    )


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
        return min(self.depth - PLAY_DEEP, TAB)

    @property
    def top(self) -> Um:
        """The height above the front: the lid and its tuck flap."""
        return self.depth + TUCK

    def panels(self) -> Iterator[BoxPanel]:
        back = Rect(self.tab, self.top, self.face.width, self.face.height)
        left = Rect(back.right, back.y, self.depth, back.height)
        front = Rect(left.right, back.y, back.width, back.height)
        right = Rect(front.right, back.y, self.depth, back.height)
        yield plain_panel("back", back)
        yield plain_panel("left", left, "back", upright(back.right, back))
        outline = notched(front, THUMB) if front.width > 4 * THUMB else corners(front)
        yield BoxPanel("front", front, outline, "left", upright(front.x, back))
        yield plain_panel("right", right, "front", upright(right.x, back))
        yield self.beside(back)
        for above in (True, False):
            yield from self.closing(back, "back", above=above)
            for side, rect in (("left", left), ("right", right)):
                yield self._dust(side, rect, above=above)

    def beside(self, panel: Rect) -> BoxPanel:
        """Return the glue tab on the left of the back or the front."""
        rect = Rect(panel.x - self.tab, panel.y, self.tab, panel.height)
        outline = tapered(rect, "left", SLACK, min(TAB_TAPER, self.tab))
        return BoxPanel("tab", rect, outline, "back", upright(panel.x, rect.grown(-SLACK)))

    def closing(self, panel: Rect, parent: str, *, above: bool) -> Iterator[BoxPanel]:
        """Yield the lid or the floor, on the back or the front, and its tuck flap."""
        name: Away = "top" if above else "bottom"
        edge = panel.y if above else panel.bottom
        lid = Rect(panel.x, edge - self.depth if above else edge, panel.width, self.depth)
        yield plain_panel(name, lid, parent, level(edge, panel))
        far = lid.y if above else lid.bottom
        narrow = Rect(panel.x + SLACK, far, panel.width - 2 * SLACK, TUCK)
        tuck = narrow.moved(0, -TUCK) if above else narrow
        hinge = level(far, tuck)
        yield BoxPanel(f"tuck-{name}", tuck, rounded(tuck, name, _TUCK_RADIUS), name, hinge)

    def _dust(self, side: str, rect: Rect, *, above: bool) -> BoxPanel:
        reach = min(TUCK, self.face.width // 2 - SLACK)
        edge = rect.y if above else rect.bottom
        flap = Rect(rect.x, edge - reach if above else edge, rect.width, reach)
        away: Away = "top" if above else "bottom"
        outline = tapered(flap, away, SLACK, min(_DUST_TAPER, rect.width // 4))
        hinge = level(edge, Rect(flap.x + SLACK, 0, flap.width - 2 * SLACK, 0))
        return BoxPanel(f"dust-{side}-{away}", flap, outline, side, hinge)

    def part(self, panels: Sequence[BoxPanel]) -> Net:
        """Return the net of some panels, moved to the top left of a sheet."""
        net = net_of(panels, faces=PICTURED, steps=STEPS_ON, glued=("tab",), plate="tuck-top")
        return replace(net, slits=tuple(self.slits(net.panels)))

    def slits(self, panels: Mapping[str, BoxPanel]) -> Iterator[Edge]:
        """Yield the short cuts at both ends of a tuck flap's fold, which dust flaps snap into."""
        length = min(_SLIT, self.depth // 2, self.face.width // 5)
        for name in ("tuck-top", "tuck-bottom"):
            hinge = panels[name].hinge if name in panels else None
            if hinge is not None:
                start, end = hinge
                yield start, start.moved(length, 0)
                yield end.moved(-length, 0), end
