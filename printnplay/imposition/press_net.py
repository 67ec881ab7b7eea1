"""Nets of boxes for a factory: art with bleed, and nothing else; dies and folds are apart.

Art runs over flaps that are glued behind it, and over the edges of paper that is turned in. The
rest of a flap stays free of ink, so that glue holds.
"""

from collections.abc import Iterator, Mapping

from printnplay.imposition.box_drawing import HEAD_DOWN, OVER
from printnplay.imposition.nets import BoxPanel, Edge, Net, cuts, folds
from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Sheet, Stamp, Stroke

LINE: Um = 250
"""The width of a die line: it is not printed, and only needs to be visible."""

_TURNED_IN = "turn-"
"""The flaps of a wrap that are turned in over an edge, which art covers."""

_CORNER = "corner-"


def press_net(
    net: Net, pictures: Mapping[str, Picture], bleed: Um, name: str, colours: Mapping[str, str]
) -> tuple[Sheet, Sheet]:
    """Return the art of a net, and its die and fold lines, on sheets with bleed.

    Args:
        net: the net, with its printed side up.
        pictures: the pictures of its panels, with at least as much bleed as art goes beyond them.
        bleed: the width drawn beyond the cut.
        name: the label of the page.
        colours: the colours of the lines, by their kinds `cut` and `fold`.
    """
    size = Size(net.size.width + 2 * bleed, net.size.height + 2 * bleed)
    trim = Rect(bleed, bleed, net.size.width, net.size.height)
    art = tuple(_stamps(net, pictures, bleed))
    lines = (
        *(_line("fold", edge, bleed, colours) for edge in folds(net)),
        *(_line("cut", edge, bleed, colours) for edge in cuts(net)),
    )
    sheets = (Sheet(size, items, name, trim=trim, bleed=bleed) for items in (art, lines))
    front, back = sheets
    return front, back


def _line(kind: str, edge: Edge, by: Um, colours: Mapping[str, str]) -> Stroke:
    start, end = (point.moved(by, by) for point in edge)
    assert kind in ("cut", "fold")
    return Stroke("cut" if kind == "cut" else "fold", start, end, LINE, colours[kind])


def _stamps(net: Net, pictures: Mapping[str, Picture], bleed: Um) -> Iterator[Stamp]:
    """Yield the pictures of panels; one that is attached to another lies above it."""
    for name in net.faces:
        if name in pictures and name in net.panels:
            panel, turn = net.panels[name], 0
            if name in HEAD_DOWN and panel.parent == "back":
                turn = 180
            window = _window(panel, net, bleed)
            rect = panel.rect.moved(bleed, bleed)
            yield Stamp(pictures[name], rect, turn, window.moved(bleed, bleed))


def _window(panel: BoxPanel, net: Net, bleed: Um) -> Rect:
    """Return what the art of a panel covers: the panel, and what it runs over on each side."""
    rect = panel.rect
    left, top, right, low = (_beyond(panel, net, bleed, side) for side in _SIDES)
    return Rect(rect.x - left, rect.y - top, rect.width + left + right, rect.height + top + low)


_SIDES = ("left", "top", "right", "bottom")


def _beyond(panel: BoxPanel, net: Net, bleed: Um, side: str) -> Um:
    """Return how far art goes beyond a side of a panel."""
    other = _beside(panel, net, side)
    if other is None:
        return bleed
    if other.name in net.faces:
        return 0
    reach = other.rect.width if side in ("left", "right") else other.rect.height
    if other.name.startswith(_TURNED_IN):
        return reach + bleed
    return reach + bleed if other.name.startswith(_CORNER) and _is_wrap(net) else OVER


def _is_wrap(net: Net) -> bool:
    return any(name.startswith(_TURNED_IN) for name in net.panels)


def _beside(panel: BoxPanel, net: Net, side: str) -> BoxPanel | None:
    """Return the panel that is hinged to a side of another, if any."""
    for other in net.panels.values():
        hinge = other.hinge if panel.name == other.parent else None
        hinge = panel.hinge if other.name == panel.parent else hinge
        if hinge is not None and _lies_on(hinge, panel.rect, side):
            return other
    return None


def _lies_on(hinge: Edge, rect: Rect, side: str) -> bool:
    start, end = hinge
    at = {"left": rect.x, "top": rect.y, "right": rect.right, "bottom": rect.bottom}[side]
    if side in ("left", "right"):
        return start.x == end.x == at
    return start.y == end.y == at


def art_beyond(net: Net, bleed: Um) -> Um:
    """Return how much bleed the pictures of a net need, on all sides."""
    return max(
        (
            _beyond(net.panels[name], net, bleed, side)
            for name in net.faces
            if name in net.panels
            for side in _SIDES
        ),
        default=bleed,
    )
