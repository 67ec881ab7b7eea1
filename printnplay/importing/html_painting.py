"""Paint a face in HTML and CSS: its boxes from back to front."""

import re
from collections.abc import Iterator

from lxml import html as lxml_html
from lxml.etree import LxmlError
from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.css import sheet
from printnplay.importing.css_values import ROOT_SIZE, borders, share_of
from printnplay.importing.html_areas import Area, cut, matrix_of, moved, transformed
from printnplay.importing.html_boxes import Drawer
from printnplay.importing.html_layout import MOST_ELEMENTS, Layout, Lose
from printnplay.importing.html_nodes import FREE, PLACED, Laid
from printnplay.importing.html_text import Sized
from printnplay.importing.values import Box, Image
from printnplay.svg.geometry import Matrix

UNSEEN = ("style", "link", "meta", "script", "title")
"""Elements before a face that show nothing."""


class Face(Struct):
    """A face: its width and height in pixels, and its boxes."""

    width: float
    height: float
    boxes: tuple[Box, ...]


def face_of(html: str, css: str, dots: float, picture: Sized, lose: Lose) -> Face | None:
    """Return the boxes of a face; None if it has no element.

    Args:
        html: the template, filled in.
        css: its style sheets, filled in.
        dots: the pixels of an inch.
        picture: finds a picture by its address.
        lose: receives what was not taken over, and what to do.
    """
    try:
        root = lxml_html.fragment_fromstring(html, create_parent="div")
    except (LxmlError, ValueError, AssertionError):
        lose("a face without an element", "draw it in the template")
        return None
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    inline = "\n".join(one.text or "" for one in elements if one.tag == "style")
    if len(elements) > MOST_ELEMENTS:
        lose(f"a face of {len(elements)} elements", "draw it in fewer, and import again")
        return None
    rules = sheet(css + inline)
    for line, what in rules.unknown:
        lose(f"{what} in line {line} of the CSS", "do by hand what it does")
    styles = rules.styles(root)
    seen = [one for one in root if one in styles and one.tag not in UNSEEN]
    if not seen:
        lose("a face without an element", "draw it in the template")
        return None
    others = [one for one in seen[1:] if styles[one]["display"] != "none"]
    if others or any(text and text.strip() for text in (root.text, *(one.tail for one in root))):
        lose(f"the content beside `<{seen[0].tag}>`", "put all of the face into one element")
    layout = Layout(styles, picture, lose)
    laid = layout.laid(seen[0], ROOT_SIZE)
    painter = Painter(Drawer(layout, 25_400 / dots, lose), lose)
    return Face(laid.width, laid.height, tuple(painter.stack(laid, Look())))


class Look(Struct, frozen=True):
    """What an element has of those around it: a transformation, opacity, and where it is cut off.

    `placed` is where elements at places are cut off: those that they are placed in count.
    """

    matrix: Matrix = Matrix()
    opacity: float = 1.0
    clip: tuple[Area, float] | None = None
    placed: tuple[Area, float] | None = None


class Painter:
    """Puts the boxes of elements into the order in which CSS paints them."""

    def __init__(self, drawer: Drawer, lose: Lose) -> None:
        """Take what draws single elements."""
        self._drawer, self._lose = drawer, lose

    def stack(self, laid: Laid, look: Look) -> list[Box]:
        """Return the boxes of a stacking context (CSS 2, appendix E)."""
        lifted: list[tuple[int, list[Box]]] = []
        look = self._changed(laid, look)
        own = [*self._own(laid, look)]
        flow = self._flow(laid, look, lifted)
        lifted.sort(key=lambda one: one[0])
        below = [box for level, boxes in lifted if level < 0 for box in boxes]
        above = [box for level, boxes in lifted if level >= 0 for box in boxes]
        return own + below + flow + above

    def _flow(self, laid: Laid, look: Look, lifted: list[tuple[int, list[Box]]]) -> list[Box]:
        """Return the boxes of what is in the flow of an element, and add to what is lifted."""
        found: list[Box] = []
        inner = self._inner(laid, look)
        for kid in laid.kids:
            is_placed = kid.style.get("position") in PLACED
            is_free = kid.style.get("position") in FREE
            outer = replace(inner, clip=inner.placed) if is_free else inner
            level = _level(kid, laid)
            if level is not None or _is_own_stack(kid):
                lifted.append((level or 0, self.stack(kid, outer)))
                continue
            boxes: list[Box] = []
            if is_placed:
                lifted.append((0, boxes))
            outer = self._changed(kid, outer)
            boxes += self._own(kid, outer)
            boxes += self._flow(kid, outer, lifted)
            found += [] if is_placed else boxes
        return found

    def _changed(self, laid: Laid, look: Look) -> Look:
        """Return the look of an element with its own opacity and transformation."""
        opacity = look.opacity * min(share_of(laid.style.get("opacity", "1")), 1.0)
        if not transformed(laid.style):
            return replace(look, opacity=opacity)

        def lose(name: str) -> None:
            todo = "transform it with a <g> in the template"
            self._lose(f"`transform: {name}` of `{laid.key}`", todo)

        matrix = look.matrix.times(matrix_of(laid.style, laid.area, laid.font, lose))
        return replace(look, matrix=matrix, opacity=opacity)

    def _inner(self, laid: Laid, look: Look) -> Look:
        """Return the look of what is in an element, which may cut it off."""
        clip = look.clip
        said = {laid.style.get(one, "visible") for one in ("overflow", "overflow-x", "overflow-y")}
        if said - {"visible", ""} and look.matrix.b == 0 == look.matrix.c:
            area = laid.area.within(borders(laid.style, laid.font))
            a, _, _, d, e, f = look.matrix
            width, height = area.width * abs(a), area.height * abs(d)
            x, y = (area.x + area.width / 2) * a + e, (area.y + area.height / 2) * d + f
            area = Area(x - width / 2, y - height / 2, width, height)
            clip = area.shared(clip[0]) if clip else area, self._drawer.corner(laid)
        is_home = laid.style.get("position") in PLACED or transformed(laid.style)
        return replace(look, clip=clip, placed=clip if is_home else look.placed)

    def _own(self, laid: Laid, look: Look) -> Iterator[Box]:
        """Yield the boxes of an element itself, with its look."""
        if look.opacity <= 0 or laid.style.get("visibility", "visible") != "visible":
            return
        um = self._drawer.um
        matrix = look.matrix._replace(e=um(look.matrix.e), f=um(look.matrix.f))
        for box in self._drawer.boxes(laid):
            found = moved(box, matrix)
            if found and look.clip:
                area, corner = look.clip
                clip = self._drawer.rect(area)
                found = cut(found, clip, um(corner))
                if found and corner and isinstance(found.what, Image) and found.rect != clip:
                    todo = "cut it with a <clipPath> in the template"
                    self._lose(f"the round corners that cut off `{laid.key}`", todo)
            if found:
                yield replace(found, opacity=look.opacity)


def _level(laid: Laid, above: Laid) -> int | None:
    """Return the number that orders an element; None if it has none."""
    said = laid.style.get("z-index", "auto")
    in_flex = above.style.get("display", "").endswith(("flex", "grid"))
    counts = in_flex or laid.style.get("position") in PLACED
    return int(said[:6]) if counts and re.fullmatch(r"-?\d+", said) else None


def _is_own_stack(laid: Laid) -> bool:
    return share_of(laid.style.get("opacity", "1")) < 1 or bool(transformed(laid.style))
