"""Lay out HTML by its CSS in pixels, with Taffy: boxes with their places, texts and pictures.

Text is measured by rule of thumb: boxes whose size depends on a text are approximate.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from lxml.html import HtmlElement
from stretchable import Node

from printnplay.importing import css_values as css
from printnplay.importing import html_text as texts
from printnplay.importing.html_nodes import (
    FREE,
    PLACED,
    UNKNOWN,
    USUAL,
    Laid,
    Room,
    aligned,
    free,
    lengths_lost,
    node,
)

MOST_ELEMENTS = 1500
"""The most elements of a face: elaborate ones have a hundred."""
PAGE = 825.0
"""The width in pixels around a face that has none: that of a poker card with bleed at 300 dpi."""

_FITTING = ("fit-content", "max-content", "min-content")
_LINE = {"display": "flex", "flex-wrap": "wrap", "align-items": "flex-end"}
_UNBOXED = ("margin", "padding", "border", "background", "position", "transform", "opacity")
"""What begins the names of properties of a box that a text in it has not."""
Lose = Callable[[str, str], None]


class Layout:
    """Lays out elements."""

    def __init__(
        self, styles: Mapping[HtmlElement, css.Style], picture: texts.Sized, lose: Lose
    ) -> None:
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
        font = css.pixels(style["font-size"], None, font) or font
        name = (element.get("id") or (element.get("class") or "").split(" ")[0]).strip()
        padding = (
            max(0.0, css.pixels(one, room[0], font) or 0.0) for one in css.sides(style, "padding")
        )
        edge = [*map(sum, zip(padding, css.borders(style, font), strict=True))]
        laid = Laid(name or str(element.tag), style, font, element=element, edge=edge)
        for lost, todo in UNKNOWN.items():
            if style.get(lost, "none") not in USUAL:
                self.lose(f"`{lost}` of `{laid.key}`", todo)
        for lost in lengths_lost(style, room, font):
            value = style[lost]
            self.lose(f"`{lost}: {value}` of `{laid.key}`", "write it in pixels")
        if element.tag in ("img", "svg"):
            self._show(element, laid)
        if style.get("width") in _FITTING and style.get("position") not in FREE:
            fitting = node({"display": "flex"}, font, room)
            parent.append(fitting)
            parent = fitting
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
        flow = [*self._flow(laid.element)]
        if is_flex:
            flow.sort(key=self._order)
        pieces: list[Any] = []
        for is_block, items in groupby(flow, lambda one: self._is_block(one, is_flex=is_flex)):
            together = [*items]
            pieces += together if is_block else [together]
        pieces = [one for one in pieces if not isinstance(one, list) or texts.says(one)]
        whole = [piece for piece in pieces if not self._is_free(piece)]
        if len(whole) == 1 and self._is_text(whole[0]):
            if is_flex:
                laid.align, laid.valign = aligned(laid.style)
            self._write(laid, whole[0], laid, laid.node)
            pieces.remove(whole[0])
        for piece in pieces:
            self._add(piece, laid, inner, home, laid.node)

    def _flow(self, element: HtmlElement) -> Iterator[HtmlElement | str]:
        """Yield the texts and elements directly in an element."""
        for item in texts.items_of(element):
            display = "" if isinstance(item, str) else self.styles[item].get("display")
            if display == "contents":
                yield from self._flow(item)
            elif display != "none":
                yield item

    def _order(self, item: HtmlElement | str) -> float:
        said = "" if isinstance(item, str) else self.styles[item].get("order", "")
        return -css.number_of(said[1:]) if said.startswith("-") else css.number_of(said)

    def _is_free(self, item: HtmlElement | str | list[Any]) -> bool:
        """Return whether an element is at a place, out of the flow."""
        return not isinstance(item, str | list) and self.styles[item].get("position") in FREE

    def _free(self, item: HtmlElement, laid: Laid, home: Laid) -> None:
        """Add an element at a place, with the node that its place counts in."""
        own = self.styles[item]
        is_still = all(own.get(side, "auto") == "auto" for side in css.SIDES)
        around = laid if is_still else home
        room = self._inner(home, home.room, css.borders(home.style, home.font))
        laid.kids.append(self._element(item, laid.font, room, home, around.node))

    def _is_block(self, item: HtmlElement | str, *, is_flex: bool) -> bool:
        if isinstance(item, str):
            return False
        return (
            is_flex or self._is_free(item) or not self.styles[item]["display"].startswith("inline")
        )

    def _is_inline(self, item: HtmlElement | str) -> bool:
        """Return whether something is a part of a text: what is in it is, too."""
        if isinstance(item, str) or item.tag == "img":
            return True
        style = self.styles[item]
        is_sized = self._has_box(item) or style.get("width")
        is_block = style["display"].startswith("inline-") and is_sized
        if style["display"] not in ("inline", "inline-block", "contents") or is_block:
            return False
        return all(map(self._is_inline, texts.items_of(item)))

    def _has_box(self, item: HtmlElement | str) -> bool:
        style = {} if isinstance(item, str) else self.styles[item]
        image = style.get("background-image", "none")
        return bool(style.get("background-color") or image not in ("none", ""))

    def _is_text(self, piece: Any) -> bool:
        """Return whether something is only a text; pictures alone are boxes beside one another."""
        return (
            isinstance(piece, list)
            and not (len(piece) == 1 and self._has_box(piece[0]))
            and all(map(self._is_inline, piece))
            and any(one.strip() if isinstance(one, str) else one.tag != "img" for one in piece)
        )

    def _add(self, piece: Any, laid: Laid, inner: Room, home: Laid, parent: Node) -> None:
        """Add a box, a text, or a line of both."""
        if self._is_free(piece):
            self._free(piece, laid, home)
        elif not isinstance(piece, list):
            laid.kids.append(self._element(piece, laid.font, inner, home, parent))
        elif self._is_text(piece):
            style = {key: one for key, one in laid.style.items() if not key.startswith(_UNBOXED)}
            text = Laid(f"{laid.key}-text", style, laid.font)
            laid.kids.append(text)
            self._write(text, piece, laid, parent)
        else:
            self._line(piece, laid, inner, home, parent)

    def _line(self, piece: list[Any], laid: Laid, inner: Room, home: Laid, parent: Node) -> None:
        """Add texts and boxes that stand on lines together."""
        align = {"center": "center", "right": "end"}.get(laid.style.get("text-align", ""), "start")
        high = {"min-height": f"{css.leading_of(laid.style, laid.font)}px"}
        line = node(_LINE | high | {"justify-content": align}, laid.font, inner)
        parent.append(line)
        space = {"width": f"{texts.width_of(' ', laid.style, laid.font)}px"}
        groups = [
            [*one]
            for _, one in groupby(piece, lambda one: isinstance(one, str) or self._is_text([one]))
        ]
        for at, items in enumerate(groups):
            if at and (texts.says(items) or at < len(groups) - 1) and _is_space(items[0], 0):
                line.append(node(space, laid.font, inner))
            for one in [items] if self._is_text(items) else items:
                if not isinstance(one, str):
                    self._stand(one, laid)
                    self._add(one, laid, inner, home, line)
            if at < len(groups) - 1 and texts.says(items) and _is_space(items[-1], -1):
                line.append(node(space, laid.font, inner))

    def _stand(self, item: HtmlElement | list[Any], laid: Laid) -> None:
        """Put a box without a text onto the base line of the text around it."""
        style = {} if isinstance(item, list) else self.styles[item]
        if isinstance(item, list) or "".join(item.itertext()).strip():
            return
        style.setdefault("flex-shrink", "0")
        if style.get("vertical-align") in ("middle", "top", "text-top"):
            style["align-self"] = "center" if style["vertical-align"] == "middle" else "flex-start"
        elif style.get("vertical-align", "baseline") == "baseline":
            leading = css.leading_of(laid.style, laid.font)
            below = (leading - laid.font * (css.ASCENT + css.DESCENT)) / 2 + laid.font * css.DESCENT
            margin = css.pixels(style.get("margin-bottom", "0"), None, laid.font) or 0.0
            style["margin-bottom"] = f"{margin + below}px"

    def _write(self, laid: Laid, items: list[Any], outer: Laid, parent: Node) -> None:
        """Put a text into a box."""
        laid.runs, laid.source = texts.runs_of(
            items, outer.style, outer.font, self.styles, self.picture
        )
        style, font, runs = outer.style, outer.font, laid.runs

        def measured(width: float | None, most: float | None) -> tuple[float, float]:
            if "nowrap" in style.get("white-space", ""):
                lines = 1 + "".join(run.text for run in runs).count("\n")
                return texts.text_width(runs, style, font), lines * css.leading_of(style, font)
            if width is None:
                width = texts.text_width(runs, style, font)
                width = (
                    width
                    if most is None
                    else max(min(width, most), texts.longest_word(runs, style, font))
                )
            return width, texts.lines_of(runs, style, width, font) * css.leading_of(style, font)

        words = node({}, font, (None, None), measured)
        parent.append(words)
        laid.node = laid.node or words

    @staticmethod
    def _inner(laid: Laid, room: Room, edge: Sequence[float]) -> Room:
        """Return the size of what is within an edge as far as the style says it."""
        width, height = (
            css.pixels(laid.style.get(name, "auto"), side, laid.font)
            for name, side in zip(("width", "height"), room, strict=True)
        )
        width = room[0] if width is None else width
        return width and width - edge[1] - edge[3], height and height - edge[0] - edge[2]


def _is_space(item: HtmlElement | str, at: int) -> bool:
    return isinstance(item, str) and item[at].isspace()
