"""Lay out HTML by its CSS in pixels: blocks, texts, pictures, and boxes at places.

Text is measured by rule of thumb: boxes whose size depends on a text are approximate.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lxml.html import HtmlElement

from printnplay.importing.css_values import Style, borders, leading_of, pixels, ratio_of, sides
from printnplay.importing.html_laid import Laid, Lose, begun, sized
from printnplay.importing.html_text import (
    Sized,
    items_of,
    lines_of,
    longest_word,
    runs_of,
    says,
    text_width,
    word_width,
)

MOST_ELEMENTS = 1500
"""The most elements of a face: elaborate ones have a hundred."""

Forced = tuple[float | None, float | None]
"""The width and the height that a border box has to have."""
Flow = Sequence[HtmlElement | list[Any]]
"""Elements one after the other; texts with what is in them are lists."""

PLACED = ("relative", "absolute", "fixed")
SHARES = {"center": 0.5, "safe center": 0.5, "right": 1.0, "end": 1.0, "flex-end": 1.0}
"""The share of free room before something at a place."""
_PLAIN = {
    "background-color": "", "background-image": "", "display": "block",
    **{f"border-{side}-style": "none" for side in ("top", "right", "bottom", "left")},
    **{f"padding-{side}": "0" for side in ("top", "right", "bottom", "left")},
    "transform": "", "opacity": "1", "position": "static",
}  # fmt: skip
_INLINE = ("inline", "inline-block", "inline-flex", "contents")


class Layout:
    """Lays out elements: each in the width that it has, as high as its content."""

    def __init__(
        self,
        styles: Mapping[HtmlElement, Style],
        picture: Sized,
        lose: Lose,
        flex: Callable[..., float],
    ) -> None:
        """Take the style of each element, how pictures are found, and what lays out flex boxes."""
        self.styles, self.picture, self.lose, self._flex = styles, picture, lose, flex
        self._absolute: list[tuple[HtmlElement, Laid]] = []

    def lay(
        self,
        element: HtmlElement,
        room: tuple[float, float | None],
        font: float,
        *,
        shrink: bool = False,
        forced: Forced = (None, None),
    ) -> Laid:
        """Return an element laid out at 0, 0, in the width and height of its container.

        `shrink` is whether it is only as wide as its content.
        """
        width, height = room
        style = self.styles[element]
        laid = begun(element, style, width, sized(style, font), self.lose)
        side, edge, font = laid.side, laid.edge, laid.font
        across, down = edge[1] + edge[3], edge[0] + edge[2]
        if element.tag in ("img", "svg"):
            return self._picture(element, laid, (side("width", width), side("height", height)))
        own = forced[0] if forced[0] is not None else side("width", width)
        if own is None and shrink:
            own = min(self._content_width(element, font) + across, width)
        elif own is None:
            own = max(0.0, width - laid.margin[1] - laid.margin[3])
        laid.width = laid.limited(own, "width", width)
        high = forced[1] if forced[1] is not None else side("height", height)
        inner = max(1.0, laid.width - across), None if high is None else max(0.0, high - down)
        content = self._content(element, laid, *inner) + down
        if high is None and (ratio := ratio_of(style.get("aspect-ratio", ""))):
            high = laid.width / ratio
        laid.height = laid.limited(content if high is None else high, "height", height)
        is_flex = style.get("display", "").endswith(("flex", "grid"))
        if is_flex and inner[1] is None and laid.height > content + 0.5:
            laid.kids.clear()
            self._content(element, laid, inner[0], laid.height - down)
        for kid in laid.kids:
            kid.move(edge[3], edge[0])
        return laid

    # Contents

    def _content(
        self, element: HtmlElement, laid: Laid, width: float, height: float | None
    ) -> float:
        """Lay out what is in an element, from the corner of its content; return its height."""
        display = laid.style.get("display", "block")
        flow = [*self._flow(element, laid, is_flex=display.endswith(("flex", "grid")))]
        flow = [one for one in flow if not isinstance(one, list) or says(one)]
        spans = ("grid-column", "grid-row", "grid-area", "grid-template-areas")
        placed = [self.styles[one] for one in flow if not isinstance(one, list)]
        if display.endswith("grid") and any(name in one for one in placed for name in spans):
            todo = "place its boxes in the template"
            self.lose(f"`display: grid` with places of `{laid.key}`", todo)
        if display.endswith(("flex", "grid")) and flow:
            return self._flex(self, flow, laid, width, height)
        if len(flow) == 1 and isinstance(flow[0], list):
            return self.words(flow[0], laid, laid, width, height)
        return self._stack(flow, laid, width, height)

    def _flow(self, element: HtmlElement, laid: Laid, *, is_flex: bool) -> Iterator[Any]:
        """Yield the elements and texts in an element; those at places are kept for later."""
        inline: list[Any] = []
        for item in items_of(element):
            own = {} if isinstance(item, str) else self.styles[item]
            if own.get("display") == "none" or own.get("visibility") == "hidden":
                continue
            if own.get("position") in ("absolute", "fixed"):
                self._absolute.append((item, laid))
            elif isinstance(item, str) or (not is_flex and self._is_inline(item)):
                inline.append(item)
            else:
                if is_flex and own.get("display") == "inline":
                    own["display"] = "block"
                yield inline
                yield item
                inline = []
        yield inline

    def _is_inline(self, element: HtmlElement) -> bool:
        """Return whether an element is a part of a text: its children are, too."""
        style = self.styles[element]
        if style.get("display") not in _INLINE:
            return False
        if element.tag == "img":
            return True
        has_box = style.get("background-color") or style.get("background-image")
        is_block = style["display"].startswith("inline-") and (has_box or style.get("width"))
        if is_block or style["display"] == "inline-flex":
            return False
        return all(isinstance(one, str) or self._is_inline(one) for one in items_of(element))

    def _stack(self, flow: Flow, laid: Laid, width: float, height: float | None) -> float:
        """Lay out blocks one below the other; inline blocks beside one another."""
        down = before = 0.0
        row: list[Laid] = []

        def end_row() -> float:
            free = width - sum(one.width for one in row)
            share = SHARES.get(laid.style.get("text-align", ""), 0.0)
            for one in row:
                one.move(free * share, 0)
            high = max((one.height for one in row), default=0.0)
            row.clear()
            return high

        for item in flow:
            display = "" if isinstance(item, list) else self.styles[item].get("display", "")
            is_inline = display.startswith("inline")
            kid = self.item(item, laid, (width, height), shrink=is_inline)
            above, right, below, left = kid.margin
            laid.kids.append(kid)
            if is_inline:
                if row and sum(one.width for one in (*row, kid)) > width + 0.5:
                    down += end_row()
                kid.move(sum(one.width for one in row) + left, down + above)
                row.append(kid)
                continue
            down += end_row()
            if kid.element is not None and kid.style.get("margin-left") == "auto":
                left = max(0.0, width - kid.width - right)
                left /= 2 if kid.style.get("margin-right") == "auto" else 1
            # Margins of neighbours overlap.
            down += max(before, above) if before >= 0 and above >= 0 else before + above
            kid.move(left, down)
            down += kid.height
            before = below
            kid.shift(width, height)
        return down + (end_row() if row else max(before, 0.0))

    def item(
        self,
        one: HtmlElement | list[Any],
        laid: Laid,
        room: tuple[float, float | None],
        *,
        shrink: bool,
    ) -> Laid:
        """Return an element of a flow laid out, or a text as a box of its own."""
        if not isinstance(one, list):
            return self.lay(one, room, laid.font, shrink=shrink)
        width = room[0]
        if shrink:
            runs = runs_of(one, laid.style, laid.font, self.styles, self.picture)[0]
            width = max(1.0, min(width, text_width(runs, laid.style, laid.font)))
        inner = Laid(f"{laid.key}-text", {**laid.style, **_PLAIN}, laid.font, width=width)
        inner.height = self.words(one, inner, laid, width, None)
        return inner

    def words(
        self, items: list[Any], laid: Laid, outer: Laid, width: float, height: float | None
    ) -> float:
        """Put a text into a box; return its height. A text of pictures only is a row of them."""
        pictures = [one for one in items if not isinstance(one, str)]
        texts = [one for one in items if isinstance(one, str) and one.strip()]
        if pictures and not texts and all(one.tag == "img" for one in pictures):
            return self._stack(pictures, laid, width, height)
        laid.runs, laid.source = runs_of(items, outer.style, outer.font, self.styles, self.picture)
        return lines_of(laid.runs, outer.style, width, laid.font) * leading_of(
            laid.style, laid.font
        )

    def _content_width(self, element: HtmlElement, font: float, *, least: bool = False) -> float:
        """Return the width that a content needs on one line, or at least, broken between words."""
        style = self.styles[element]
        font = sized(style, font)
        widest = line = 0.0
        is_row = style.get("display", "").endswith("flex")
        is_row = is_row and "column" not in style.get("flex-direction", "")
        for item in items_of(element):
            is_beside = is_row or (not least and (isinstance(item, str) or self._is_beside(item)))
            wide = self._item_width(item, style, font, least=least)
            line = line + wide if is_beside else 0.0
            widest = max(widest, line, wide)
        return widest

    def _is_beside(self, element: HtmlElement) -> bool:
        return self._is_inline(element) or self.styles[element]["display"].startswith("inline")

    def _item_width(
        self, item: HtmlElement | str, style: Style, font: float, *, least: bool
    ) -> float:
        if isinstance(item, str):
            return (longest_word if least else word_width)(item, style, font)
        own = self.styles[item]
        if own.get("display") == "none" or own.get("position") in ("absolute", "fixed"):
            return 0.0
        return self.outer_width(item, font, least=least)

    def natural(self, one: HtmlElement | list[Any], laid: Laid, width: float) -> float:
        """Return the width that an item of a flow needs on one line, at most that of its room."""
        if isinstance(one, list):
            return self.item(one, laid, (width, None), shrink=True).width
        return min(self.outer_width(one, laid.font, least=False), width)

    def outer_width(self, element: HtmlElement, font: float, *, least: bool) -> float:
        """Return the width of an element with its margins; `least` is that below none shrinks."""
        own = self.styles[element]
        inside = pixels(own.get("width", "auto"), None, font)
        edges = [*sides(own, "margin")][1::2]
        if inside is None and least and own.get("overflow", "visible") != "visible":
            inside = 0.0
        if inside is None:
            is_picture = element.tag == "img"
            size = self.picture(element.get("src") or "")[1] if is_picture else None
            inside = self._content_width(element, font, least=least)
            inside = (size or (0.0,))[0] if is_picture else inside
            edges += [*sides(own, "padding")][1::2]
        return inside + sum(pixels(one, None, font) or 0 for one in edges)

    def _picture(self, element: HtmlElement, laid: Laid, given: Forced) -> Laid:
        if element.tag == "svg":
            todo = "save the drawing as a file in art, and place it with art()"
            self.lose(f"a drawing in the HTML, `{laid.key}`", todo)
            laid.width, laid.height = given[0] or 0.0, given[1] or 0.0
            return laid
        laid.picture, size = self.picture(element.get("src") or "")
        natural = size or (100.0, 100.0)
        width, height = (
            pixels(element.get(name) or "", None, 1) if side is None else side
            for name, side in zip(("width", "height"), given, strict=True)
        )
        if width is None:
            width = natural[0] if height is None else height * natural[0] / natural[1]
        laid.width = width
        laid.height = width * natural[1] / natural[0] if height is None else height
        return laid

    # Boxes at places

    def place_absolute(self, root: Laid) -> None:
        """Lay out the boxes at places, in the boxes that they belong to."""
        root.adopt()
        for _ in range(MOST_ELEMENTS):
            if not self._absolute:
                return
            element, parent = self._absolute.pop(0)
            home = parent
            while home.up is not None and home.style.get("position") not in PLACED:
                home = home.up
            kid = self._placed(element, parent, home)
            parent.kids.append(kid)
            parent.adopt()

    def _placed(self, element: HtmlElement, parent: Laid, home: Laid) -> Laid:
        """Return an element at its place in the nearest box that is at a place itself."""
        style = self.styles[element]
        border = borders(home.style, home.font)
        width, height = home.width - border[1] - border[3], home.height - border[0] - border[2]
        font = sized(style, parent.font)
        left, right = (pixels(style.get(one, "auto"), width, font) for one in ("left", "right"))
        top, bottom = (pixels(style.get(one, "auto"), height, font) for one in ("top", "bottom"))
        wide = high = None
        if left is not None and right is not None and "width" not in style:
            wide = max(0.0, width - left - right)
        if top is not None and bottom is not None and "height" not in style:
            high = max(0.0, height - top - bottom)
        room = width, height
        kid = self.lay(element, room, parent.font, shrink=wide is None, forced=(wide, high))
        above, after, below, before = kid.margin
        x, y = parent.x - home.x + before, parent.y - home.y + above
        if left is not None:
            x = left + before
            if style.get("margin-left") == style.get("margin-right") == "auto":
                x = (width - kid.width) / 2
        elif right is not None:
            x = width - kid.width - right - after
        if top is not None:
            y = top + above
        elif bottom is not None:
            y = height - kid.height - bottom - below
        kid.move(home.x + border[3] + x, home.y + border[0] + y)
        return kid
