"""The boxes of a face in HTML and CSS, from back to front."""

import re
from collections.abc import Sequence
from functools import partial

from lxml import html as lxml_html
from lxml.etree import LxmlError
from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.css import sheet
from printnplay.importing.css_gradients import gradient_of
from printnplay.importing.css_values import (
    ROOT_SIZE,
    borders,
    degrees_of,
    is_bold,
    is_italic,
    leading_of,
    pixels,
    share_of,
    sides,
)
from printnplay.importing.html_layout import MOST_ELEMENTS, PLACED, Laid, Layout, Lose
from printnplay.importing.html_text import Sized
from printnplay.importing.markup import hex_colour
from printnplay.importing.values import Box, Font, Gradient, Image, Run, Shape, Words
from printnplay.kernel.geometry import Rect, Um

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
    styles[root]["font-size"] = f"{ROOT_SIZE}px"
    laid = layout.laid(seen[0], ROOT_SIZE)
    boxes: list[Box] = []
    Painter(layout, 25_400 / dots, boxes, lose).paint(laid)
    return Face(laid.width, laid.height, tuple(boxes))


class Painter:
    """Turns elements at their places into boxes, from back to front."""

    def __init__(self, layout: Layout, scale: float, boxes: list[Box], lose: Lose) -> None:
        """Take the layout, the micrometres of a pixel, and where boxes go."""
        self._layout, self._scale, self._boxes, self._lose = layout, scale, boxes, lose

    def um(self, length: float) -> Um:
        """Return pixels as micrometres."""
        return round(max(-1e5, min(length, 1e5)) * self._scale)

    def paint(
        self,
        laid: Laid,
        opacity: float = 1.0,
        turn: float = 0.0,
        pivot: tuple[Um, Um] | None = None,
    ) -> None:
        """Add the boxes of an element and of all in it, which turn around its middle."""
        style = laid.style
        opacity *= min(share_of(style.get("opacity", "1")), 1.0)
        if own := self._transformed(laid):
            box = self._rect(laid)
            turn += own
            pivot = pivot or (box.x + box.width // 2, box.y + box.height // 2)
        if opacity <= 0:
            return
        before = len(self._boxes)
        self._ground(laid)
        self._content(laid)
        if opacity < 1 or turn:
            self._boxes[before:] = [
                replace(one, opacity=opacity, turn=turn, pivot=pivot)
                for one in self._boxes[before:]
            ]

        def order(kid: Laid) -> tuple[int, int]:
            number = kid.style.get("z-index", "0")
            is_placed = kid.element is not None and kid.style.get("position") in PLACED
            at = 1 + len([*kid.element.itersiblings(preceding=True)]) if is_placed else 0
            return (int(number[:6]) if re.fullmatch(r"-?\d+", number) else 0, at)

        for kid in sorted(laid.kids, key=order):
            self.paint(kid, opacity, turn, pivot)

    def _content(self, laid: Laid) -> None:
        """Add the picture or text of an element, and the mark of an item of a list."""
        if laid.picture:
            fit = laid.style.get("object-fit", "")
            fit = fit if fit in ("contain", "cover") else "stretch"
            image = Image(laid.picture, fit, corner=self.um(self._corner(laid)))
            self._boxes.append(Box(laid.key, self._rect(laid), image))
        if laid.runs:
            self._boxes.append(self._words(laid))
        if laid.element is not None and laid.element.tag == "li":
            self._mark(laid)

    def _mark(self, laid: Laid) -> None:
        """Add the bullet or number of an item of a list."""
        above = laid.element.getparent()
        kind = laid.style.get("list-style", "") + laid.style.get("list-style-type", "")
        if above is None or "none" in kind:
            return
        number = 1 + len([*laid.element.itersiblings("li", preceding=True)])
        text = f"{number}." if above.tag == "ol" else "•"
        side = max(laid.font * 1.5, 1.0)
        mark = Laid(f"{laid.key}-mark", {**laid.style, "text-align": "right"}, laid.font)
        mark.x, mark.y, mark.width = laid.x - side - laid.font * 0.4, laid.y + laid.edge[0], side
        mark.height, mark.runs = leading_of(laid.style, laid.font), [Run(text)]
        self._boxes.append(self._words(mark))

    def _transformed(self, laid: Laid) -> float:
        """Move an element by its transformation; return its angle in degrees."""
        said = laid.style.get("transform", "none")
        if said in ("none", ""):
            return 0.0
        turn = 0.0
        for name, inside in re.findall(r"([a-zA-Z]+)\(([^()]*)\)", said):
            values = [one.strip() for one in inside.split(",")]
            if name in ("rotate", "rotateZ"):
                turn += degrees_of(values[0]) or 0.0
            elif name == "scale" and {*values} == {"-1"}:  # mirrored both ways
                turn += 180.0
            elif name in ("translate", "translateX", "translateY"):
                across, down = (*values, "0")[:2] if name != "translateY" else ("0", values[0])
                laid.move(
                    pixels(across, laid.width, laid.font) or 0.0,
                    pixels(down if name != "translateX" else "0", laid.height, laid.font) or 0.0,
                )
            else:
                todo = "transform it with a <g> in the template"
                self._lose(f"`transform: {name}` of `{laid.key}`", todo)
        return turn

    def _lose_gradient(self, laid: Laid, kind: str, todo: str) -> None:
        self._lose(f"a {kind} gradient of `{laid.key}`: its last colour stands in", todo)

    def _rect(self, laid: Laid, inset: float = 0.0) -> Rect:
        sides = (max(one - 2 * inset, 0.0) for one in (laid.width, laid.height))
        return Rect(*map(self.um, (laid.x + inset, laid.y + inset, *sides)))

    def _ground(self, laid: Laid) -> None:
        """Add the background and the border of an element."""
        style, um, edges = laid.style, self.um, borders(laid.style, laid.font)
        image = style.get("background-image", "")
        fill: str | Gradient = hex_colour(style.get("background-color", ""))
        if "gradient(" in image:
            fill = gradient_of(image, self._rect(laid), partial(self._lose_gradient, laid)) or fill
        url = re.search(r"url\(\s*[\"']?([^\"')]*)[\"']?\s*\)", image)
        file = self._layout.picture(url[1])[0] if url and "gradient(" not in image else ""
        colours = [
            hex_colour(one.replace("currentcolor", style.get("color", "black")))
            for one in sides(style, "border", "-color")
        ]
        is_even = len(set(edges)) == 1 and len(set(colours)) == 1
        line = colours[0] if is_even and edges[0] else ""
        corner, inset = self._corner(laid), edges[0] / 2 if line else 0.0
        frame = Shape(stroke=line, stroke_width=um(edges[0]) if line else 0, corner=um(corner))
        if file:
            if fill:
                shape = Shape(fill=fill, stroke_width=frame.stroke_width, corner=um(corner))
                self._add(laid, "ground", shape)
            self._add(laid, "picture", Image(file, self._fit(laid), corner=um(corner)))
            if line:
                self._add(laid, "frame", frame, inset)
        elif fill or line:
            is_dashed = style.get("border-top-style") in ("dashed", "dotted")
            dash = (um(3 * edges[0]), um(2 * edges[0])) if is_dashed and line else ()
            corner = um(max(0.0, corner - inset))
            self._add(laid, "ground", replace(frame, fill=fill, corner=corner, dash=dash), inset)
        if not is_even:
            self._sides(laid, edges, colours)

    def _add(self, laid: Laid, name: str, what: Shape | Image, inset: float = 0.0) -> None:
        self._boxes.append(Box(f"{laid.key}-{name}", self._rect(laid, inset), what))

    @staticmethod
    def _corner(laid: Laid) -> float:
        radius = laid.style.get("border-radius") or laid.style.get("border-top-left-radius", "0")
        most = min(laid.width, laid.height)
        return min(pixels(radius.split(" ")[0], most, laid.font) or 0.0, most / 2)

    def _fit(self, laid: Laid) -> str:
        size = laid.style.get("background-size", "auto")
        fit = {"cover": "cover", "contain": "contain", "100% 100%": "stretch"}.get(size, "")
        if not fit:
            todo = "set the place of the picture in the template"
            self._lose(f"`background-size: {size}` of `{laid.key}`", todo)
        return fit or "contain"

    def _sides(self, laid: Laid, edges: Sequence[float], colours: Sequence[str]) -> None:
        top, right, bottom, left = edges
        x, y, width, height = laid.x, laid.y, laid.width, laid.height
        places = {
            "top": (x, y, width, top),
            "right": (x + width - right, y, right, height),
            "bottom": (x, y + height - bottom, width, bottom),
            "left": (x, y, left, height),
        }
        for (name, place), colour in zip(places.items(), colours, strict=True):
            rect = Rect(*map(self.um, place))
            if min(rect.width, rect.height) > 0 and colour:
                self._boxes.append(Box(f"{laid.key}-{name}", rect, Shape(fill=colour)))

    def _words(self, laid: Laid) -> Box:
        style, um = laid.style, self.um
        top, right, bottom, left = laid.edge
        leading = leading_of(style, laid.font)
        height = max(laid.height - top - bottom, leading)
        align = {
            "center": "centre", "right": "right", "end": "right", "justify": "justify",
        }.get(style.get("text-align", ""), "left")  # fmt: skip
        align = laid.align or align
        is_line = "\n" not in "".join(run.text for run in laid.runs) and leading >= height * 0.9
        valign = laid.valign or ("middle" if is_line else "top")
        font = Font(
            style.get("font-family", "sans-serif"),
            max(um(laid.font), 1),
            is_bold(style),
            is_italic(style),
            um(min(leading, laid.font * 3)) if valign != "middle" or not is_line else 0,
        )
        width = max(laid.width - left - right, 1.0)
        rect = Rect(*map(um, (laid.x + left, laid.y + top, width, height)))
        colour = hex_colour(style.get("color", "black"))[:7] or "#000000"
        text = laid.source or "".join(run.text for run in laid.runs)
        return Box(laid.key, rect, Words(tuple(laid.runs), text, font, colour, align, valign))
