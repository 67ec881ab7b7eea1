"""Lay out HTML by its CSS in pixels, with Taffy: boxes with their places, texts and pictures.

Text is measured by rule of thumb: boxes whose size depends on a text are approximate.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from lxml.html import HtmlElement
from msgspec import Struct, field
from stretchable import Node

from printnplay.importing.css_values import SIDES, Style, borders, leading_of, pixels, sides
from printnplay.importing.html_nodes import Room, free, node
from printnplay.importing.html_text import (
    Sized,
    items_of,
    lines_of,
    longest_word,
    runs_of,
    says,
    text_width,
    width_of,
)
from printnplay.importing.values import Run

MOST_ELEMENTS = 1500
"""The most elements of a face: elaborate ones have a hundred."""
PAGE = 825.0
"""The width in pixels around a face that has none: that of a poker card with bleed at 300 dpi."""

UNKNOWN: Mapping[str, str] = {
    "box-shadow": "draw the shadow as a shape in the template",
    "text-shadow": "set `shadow` of the style in style.yaml",
    "-webkit-text-stroke": "set `outline` of the style in style.yaml",
    "filter": "edit the picture, and save it in art",
    "backdrop-filter": "edit the picture, and save it in art",
    "mix-blend-mode": "merge the pictures in a drawing program",
    "clip-path": "cut it with a <clipPath> in the template",
    "mask-image": "cut it with a <mask> in the template",
    "float": "place the box in the template",
    "writing-mode": 'write `direction="vertical"` at textbox() in the template',
    "column-count": "write `columns=` at textbox() in the template",
    "grid-area": "write it as `grid-row` and `grid-column`, and import again",
    "grid-template-areas": "write them as `grid-row` and `grid-column`, and import again",
}
"""Properties that are not taken over, with what to do by hand."""

_ALIGNS = {
    **dict.fromkeys(("center", "safe center"), "centre"),
    **dict.fromkeys(("right", "end", "flex-end"), "right"),
    **dict.fromkeys(("left", "start", "flex-start"), "left"),
}
_VALIGNS = {"left": "top", "centre": "middle", "right": "bottom"}
PLACED = ("relative", "absolute", "fixed")
_LINE = {"display": "flex", "flex-wrap": "wrap", "align-items": "flex-end"}
_UNBOXED = ("margin", "padding", "border", "background", "position", "transform", "opacity")
"""What begins the names of properties of a box that a text in it has not."""

Lose = Callable[[str, str], None]


class Laid(Struct, eq=False):
    """An element at its place: the corner, width and height of its border box, in pixels.

    A text between elements has no element of its own. `edge`, which is border and padding, is top,
    right, bottom, left.
    """

    key: str
    style: Style
    font: float
    element: Any = None
    node: Any = None
    edge: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    room: Room = (None, None)
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    kids: list["Laid"] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    source: str = ""
    picture: str = ""
    align: str = ""
    valign: str = ""

    def move(self, across: float, down: float) -> None:
        """Move the element with all in it."""
        self.x += across
        self.y += down
        for kid in self.kids:
            kid.move(across, down)


class Layout:
    """Lays out elements."""

    def __init__(self, styles: Mapping[HtmlElement, Style], picture: Sized, lose: Lose) -> None:
        """Take the style of each element, and how pictures are found."""
        self.styles, self.picture, self.lose = styles, picture, lose

    def laid(self, element: HtmlElement, font: float) -> Laid:
        """Return an element laid out at 0, 0."""
        page = node({"width": f"{PAGE}px"}, font, (None, None))
        laid = self._element(element, font, (PAGE, None), None, page)
        page.compute_layout()
        self._take_place(laid)
        free(page)
        laid.move(-laid.x, -laid.y)
        return laid

    def _take_place(self, laid: Laid) -> None:
        box = laid.node.get_box(relative=False)
        laid.x, laid.y, laid.width, laid.height = box.x, box.y, box.width, box.height
        if laid.kids and not laid.node.is_visible:
            self.lose(f"`{laid.key}`, which is outside of its box", "place it in the template")
            laid.kids.clear()
        for kid in laid.kids:
            self._take_place(kid)

    def _element(
        self, element: HtmlElement, font: float, room: Room, home: Laid | None, parent: Node
    ) -> Laid:
        """Return an element with all in it, and add its node to another one.

        `home` is what boxes at places are in. What is lost of its properties is noted.
        """
        style = self.styles[element]
        font = sized(style, font)
        name = (element.get("id") or (element.get("class") or "").split(" ")[0]).strip()
        padding = (max(0.0, pixels(one, room[0], font) or 0.0) for one in sides(style, "padding"))
        edge = [*map(sum, zip(padding, borders(style, font), strict=True))]
        laid = Laid(name or str(element.tag), style, font, element=element, edge=edge)
        for lost, todo in UNKNOWN.items():
            if style.get(lost, "none") not in ("none", "normal", "auto", "", "unset", "initial"):
                self.lose(f"`{lost}` of `{laid.key}`", todo)
        if element.tag in ("img", "svg"):
            self._show(element, laid)
        laid.node = node(style, font, room)
        parent.append(laid.node)
        if element.tag not in ("img", "svg"):
            self._fill(laid, room, laid if style.get("position") in PLACED else home or laid)
        return laid

    def _show(self, element: HtmlElement, laid: Laid) -> None:
        """Give an element the picture that it shows, with its natural size."""
        style = laid.style
        for name in ("width", "height"):
            if said := element.get(name):
                style.setdefault(name, f"{said}px" if said.isdecimal() else said)
        if element.tag == "svg":
            todo = "save the drawing as a file in art, and place it with art()"
            self.lose(f"a drawing in the HTML, `{laid.key}`", todo)
            return
        laid.picture, size = self.picture(element.get("src") or "")
        width, height = size or (100.0, 100.0)
        style.setdefault("aspect-ratio", f"{width} / {height}")
        if {style.get("width", "auto"), style.get("height", "auto")} == {"auto"}:
            style["width"] = f"{width}px"

    def _fill(self, laid: Laid, room: Room, home: Laid) -> None:
        """Add what is in an element: boxes, texts, and lines of both."""
        is_flex = laid.style.get("display", "").endswith(("flex", "grid"))
        laid.room, inner = room, self._inner(laid, room, laid.edge)
        flow = [*self._flow(laid, home)]
        pieces: list[Any] = []
        for is_block, items in groupby(flow, lambda one: self._is_block(one, is_flex=is_flex)):
            together = [*items]
            pieces += together if is_block else [together]
        pieces = [one for one in pieces if not isinstance(one, list) or says(one)]
        if len(pieces) == 1 and self._is_text(pieces[0]):
            if is_flex:
                laid.align, laid.valign = _aligned(laid.style)
            self._write(laid, pieces[0], laid, laid.node)
            return
        for piece in pieces:
            self._add(piece, laid, inner, home, laid.node)

    def _flow(self, laid: Laid, home: Laid) -> Iterator[HtmlElement | str]:
        """Yield the texts and elements directly in an element; add those at places."""
        for item in items_of(laid.element):
            own = {} if isinstance(item, str) else self.styles[item]
            if own.get("display") == "none" or own.get("visibility") == "hidden":
                continue
            if own.get("position") in ("absolute", "fixed"):
                is_free = all(own.get(side, "auto") == "auto" for side in SIDES)
                around = laid if is_free else home
                room = self._inner(home, home.room, borders(home.style, home.font))
                laid.kids.append(self._element(item, laid.font, room, home, around.node))
            else:
                yield item

    def _is_block(self, item: HtmlElement | str, *, is_flex: bool) -> bool:
        if isinstance(item, str):
            return False
        return is_flex or not self.styles[item]["display"].startswith("inline")

    def _is_inline(self, item: HtmlElement | str) -> bool:
        """Return whether something is a part of a text: what is in it is, too."""
        if isinstance(item, str) or item.tag == "img":
            return True
        style = self.styles[item]
        has_box = style.get("background-color") or style.get("background-image")
        is_block = style["display"].startswith("inline-") and (has_box or style.get("width"))
        if style["display"] not in ("inline", "inline-block", "contents") or is_block:
            return False
        return all(map(self._is_inline, items_of(item)))

    def _is_text(self, piece: Any) -> bool:
        """Return whether something is only a text; pictures alone are boxes beside one another."""
        return (
            isinstance(piece, list)
            and all(map(self._is_inline, piece))
            and any(one.strip() if isinstance(one, str) else one.tag != "img" for one in piece)
        )

    def _add(self, piece: Any, laid: Laid, inner: Room, home: Laid, parent: Node) -> None:
        """Add a box, a text, or a line of both."""
        if not isinstance(piece, list):
            laid.kids.append(self._element(piece, laid.font, inner, home, parent))
        elif self._is_text(piece):
            style = {key: one for key, one in laid.style.items() if not key.startswith(_UNBOXED)}
            text = Laid(f"{laid.key}-text", style, laid.font)
            laid.kids.append(text)
            self._write(text, piece, laid, parent)
        else:
            align = {"center": "center", "right": "end"}.get(
                laid.style.get("text-align", ""), "start"
            )
            line = node(_LINE | {"justify-content": align}, laid.font, inner)
            parent.append(line)
            space = {"width": f"{width_of(' ', laid.style, laid.font)}px"}
            groups = [[*one] for _, one in groupby(piece, self._is_word)]
            for at, items in enumerate(groups):
                if at and _is_space(items[0], 0):
                    line.append(node(space, laid.font, inner))
                for one in [items] if self._is_text(items) else items:
                    if not isinstance(one, str):
                        self._add(one, laid, inner, home, line)
                if at < len(groups) - 1 and says(items) and _is_space(items[-1], -1):
                    line.append(node(space, laid.font, inner))

    def _is_word(self, one: HtmlElement | str) -> bool:
        return isinstance(one, str) or self._is_text([one])

    def _write(self, laid: Laid, items: list[Any], outer: Laid, parent: Node) -> None:
        """Put a text into a box."""
        laid.runs, laid.source = runs_of(items, outer.style, outer.font, self.styles, self.picture)
        style, font, runs = outer.style, outer.font, laid.runs

        def measured(width: float | None, most: float | None) -> tuple[float, float]:
            if width is None:
                width = text_width(runs, style, font)
                width = (
                    width
                    if most is None
                    else max(min(width, most), longest_word(runs, style, font))
                )
            return width, lines_of(runs, style, width, font) * leading_of(style, font)

        words = node({}, font, (None, None), measured)
        parent.append(words)
        laid.node = laid.node or words

    @staticmethod
    def _inner(laid: Laid, room: Room, edge: Sequence[float]) -> Room:
        """Return the size of what is within an edge as far as the style says it."""
        width, height = (
            pixels(laid.style.get(name, "auto"), side, laid.font)
            for name, side in zip(("width", "height"), room, strict=True)
        )
        width = room[0] if width is None else width
        return width and width - edge[1] - edge[3], height and height - edge[0] - edge[2]


def _is_space(item: HtmlElement | str, at: int) -> bool:
    return isinstance(item, str) and item[at].isspace()


def _aligned(style: Style) -> tuple[str, str]:
    """Return where a flex box has its only text."""
    main, cross = (
        _ALIGNS.get(style.get(one, ""), "") for one in ("justify-content", "align-items")
    )
    if style.get("flex-direction", "").startswith("column"):
        main, cross = cross, main
    return main, _VALIGNS.get(cross, "")


def sized(style: Style, font: float) -> float:
    """Return the type size in pixels of an element in one with a size; it is inherited so."""
    said = style.get("font-size", "")
    names = {"small": 11.0, "medium": 14.0, "large": 17.0, "smaller": font / 1.2}
    found = names.get(said) or pixels(said, font, font)
    found = font if found is None or found != found else min(max(found, 1.0), 2000.0)
    style["font-size"] = f"{found}px"
    return found
