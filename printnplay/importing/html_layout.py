"""Lay out HTML by its CSS in pixels: blocks, flex boxes, texts, pictures, and boxes at places.

Text is measured by rule of thumb: boxes whose size depends on a text are approximate.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lxml.html import HtmlElement
from msgspec import Struct, field

from printnplay.importing.css import sides
from printnplay.importing.handlebars import BEGIN, END
from printnplay.importing.markup import hex_colour
from printnplay.importing.values import Run

MOST_ELEMENTS = 1500
"""The most elements of a face: elaborate ones have a hundred."""
LETTER = 0.52
"""The width of a letter, as a share of the type size: the mean of common sans-serif fonts."""
USUAL_LEADING = 1.2
ROOT_SIZE = 14.0
"""The type size of the page around cards, in pixels: that of Cider."""

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
}
"""Properties that are not taken over, with what to do by hand."""

Lose = Callable[[str, str], None]
Sized = Callable[[str], tuple[str, tuple[float, float] | None]]
"""Returns the picture for an address, and its size in pixels."""

Style = dict[str, str]


class Laid(Struct):
    """An element at its place: the corner, width and height of its border box, in pixels."""

    key: str
    style: Style
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    kids: list["Laid"] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    source: str = ""
    picture: str = ""
    font: float = ROOT_SIZE
    align: str = ""
    valign: str = ""

    def move(self, across: float, down: float) -> None:
        """Move the element with all in it."""
        self.x += across
        self.y += down
        for kid in self.kids:
            kid.move(across, down)


def pixels(value: str, base: float | None, font: float) -> float | None:  # noqa: PLR0911
    """Return a CSS length in pixels; None if it is `auto`, or unknown."""
    text = value.strip()
    if match := re.fullmatch(r"(-?\d*\.?\d+)([a-z%]*)", text):
        number = float(match[1][:12])
        if match[2] == "%":
            return None if base is None else number * base / 100
        per = _UNITS.get(match[2])
        if per is not None:
            return number * per
        return number * {"em": font, "ch": font * LETTER, "rem": ROOT_SIZE}.get(match[2], math.nan)
    if match := re.fullmatch(r"calc\((.+?)\s([-+])\s(.+?)\)", text):
        left, right = pixels(match[1], base, font), pixels(match[3], base, font)
        if left is None or right is None:
            return None
        return left + right if match[2] == "+" else left - right
    if match := re.fullmatch(r"calc\((.+?)\s*([*/])\s*(\d*\.?\d+)\)", text):
        left, by = pixels(match[1], base, font), float(match[3][:12])
        if left is None or not by:
            return None
        return left * by if match[2] == "*" else left / by
    return None


_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16}


class Layout:
    """Lays out elements: each in the width that it has, as high as its content."""

    def __init__(self, styles: Mapping[HtmlElement, Style], picture: Sized, lose: Lose) -> None:
        """Take the style of each element, and how pictures are found."""
        self.styles, self.picture, self.lose = styles, picture, lose
        self._absolute: list[tuple[HtmlElement, Laid, float]] = []
        self._keys: dict[str, int] = {}

    def _key(self, element: HtmlElement) -> str:
        name = (element.get("id") or (element.get("class") or "").split(" ")[0]).strip()
        return name or str(element.tag)

    def lay(  # noqa: C901, PLR0913, PLR0915
        self,
        element: HtmlElement,
        width: float,
        height: float | None,
        font: float,
        *,
        shrink: bool = False,
        forced: tuple[float | None, float | None] = (None, None),
    ) -> Laid:
        """Return an element laid out at 0, 0, in the width and height of its container.

        `shrink` is whether it is only as wide as its content; `forced` are sides that it has to
        have, border box.
        """
        style = self.styles[element]
        font = self._font(style, font)
        laid = Laid(self._key(element), style, font=font)
        for name, todo in UNKNOWN.items():
            value = style.get(name, "none")
            if value not in ("none", "normal", "auto", "", "unset", "initial"):
                self.lose(f"`{name}` of `{laid.key}`", todo)
        margin = [pixels(one, width, font) or 0.0 for one in sides(style, "margin")]
        padding = [max(0.0, pixels(one, width, font) or 0.0) for one in sides(style, "padding")]
        border = borders(style, font)
        edge = [one + other for one, other in zip(padding, border, strict=True)]
        across, down = edge[1] + edge[3], edge[0] + edge[2]
        extra = style.get("box-sizing") == "content-box"

        def side(name: str, base: float | None) -> float | None:
            found = pixels(style.get(name, "auto"), base, font)
            if found is None or math.isnan(found) or found < 0:
                return None
            return found + (across if "width" in name else down) if extra else found

        if element.tag in ("img", "svg"):
            return self._picture(element, laid, (side("width", width), side("height", height)))
        own = forced[0] if forced[0] is not None else side("width", width)
        is_fitted = own is None and shrink
        if is_fitted:
            own = min(self._content_width(element, font) + across, width)
        if own is None:
            own = max(0.0, width - margin[1] - margin[3])
        for name, choose in (("max-width", min), ("min-width", max)):
            limit = side(name, width)
            own = choose(own, limit) if limit is not None else own
        high = forced[1] if forced[1] is not None else side("height", height)
        inner_width = max(1.0, own - across)
        inner_height = None if high is None else max(0.0, high - down)
        laid.width = own
        content = self._content(element, laid, inner_width, inner_height)
        if style.get("aspect-ratio") and high is None:
            ratio = re.fullmatch(r"([\d.]+)(?:\s*/\s*([\d.]+))?", style["aspect-ratio"])
            if ratio:
                high = own * float(ratio[2] or 1) / (float(ratio[1]) or 1)
        laid.height = high if high is not None else content + down
        for name, choose in (("max-height", min), ("min-height", max)):
            limit = side(name, height)
            laid.height = choose(laid.height, limit) if limit is not None else laid.height
        is_flex = style.get("display", "").endswith("flex")
        if is_flex and inner_height is None and laid.height > content + down + 0.5:
            laid.kids.clear()
            self._content(element, laid, inner_width, laid.height - down)
        for kid in laid.kids:
            kid.move(edge[3], edge[0])
        return laid

    def _font(self, style: Style, font: float) -> float:
        said = style.get("font-size", "")
        names = {"small": 11.0, "medium": 14.0, "large": 17.0, "smaller": font / 1.2}
        found = names.get(said) or pixels(said, font, font)
        # The size is inherited as a number.
        found = font if found is None or math.isnan(found) else min(max(found, 1.0), 2000.0)
        style["font-size"] = f"{found}px"
        return found

    # Contents

    def _content(  # noqa: C901
        self, element: HtmlElement, laid: Laid, width: float, height: float | None
    ) -> float:
        """Lay out what is in an element, from the corner of its content; return its height."""
        style = laid.style
        flow: list[HtmlElement | list[Any]] = []
        is_flex = style.get("display", "block").endswith("flex")
        for item in _items(element):
            if isinstance(item, str):
                if item.strip() or (flow and isinstance(flow[-1], list)):
                    _inline(flow).append(item)
                continue
            own = self.styles[item]
            if own.get("display") == "none" or own.get("visibility") == "hidden":
                continue
            if own.get("position") in ("absolute", "fixed"):
                self._absolute.append((item, laid, laid.font))
            elif not is_flex and self._is_inline(item):
                _inline(flow).append(item)
            else:
                if is_flex and own.get("display") == "inline":
                    own["display"] = "block"
                flow.append(item)
        flow = [one for one in flow if not isinstance(one, list) or _says(one)]
        display = style.get("display", "block")
        if display.endswith("grid"):
            self.lose(f"`display: grid` of `{laid.key}`", "place its boxes in the template")
        if display.endswith("flex") and flow:
            return self._flex(flow, laid, width, height)
        if len(flow) == 1 and isinstance(flow[0], list):
            return self._words(flow[0], laid, laid, width, height)
        return self._stack(flow, laid, width, height)

    def _is_inline(self, element: HtmlElement) -> bool:
        """Return whether an element is a part of a text: its children are, too."""
        style = self.styles[element]
        if style.get("display") not in ("inline", "inline-block", "inline-flex", "contents"):
            return False
        if element.tag == "img":
            return True
        has_box = style.get("background-color") or style.get("background-image")
        if style["display"].startswith("inline-") and (has_box or style.get("width")):
            return False
        if style["display"] == "inline-flex":
            return False
        return all(isinstance(one, str) or self._is_inline(one) for one in _items(element))

    def _stack(  # noqa: PLR0915
        self,
        flow: Sequence[HtmlElement | list[Any]],
        laid: Laid,
        width: float,
        height: float | None,
    ) -> float:
        """Lay out blocks one below the other; inline blocks beside one another."""
        down, before = 0.0, 0.0
        row: list[Laid] = []
        for item in flow:
            if isinstance(item, list):
                kid = self._anonymous(item, laid, width)
                above = below = left = 0.0
            else:
                style = self.styles[item]
                inline = style.get("display", "").startswith("inline")
                kid = self.lay(item, width, height, laid.font, shrink=inline)
                above, right, below, left = self._margins(style, width, kid.font)
                if inline:
                    kid.x = sum(one.width for one in row)
                    if row and kid.x + kid.width > width:
                        down += max(one.height for one in row)
                        self._aligned(row, laid.style, width)
                        row, kid.x = [], 0.0
                    kid.move(left, down + above)
                    row.append(kid)
                    laid.kids.append(kid)
                    continue
                if style.get("margin-left") == "auto":
                    left = max(0.0, width - kid.width - right)
                    left /= 2 if style.get("margin-right") == "auto" else 1
            if row:
                down += max(one.height for one in row)
                self._aligned(row, laid.style, width)
                row = []
            # Margins of neighbours overlap.
            down += max(before, above) if before >= 0 and above >= 0 else before + above
            kid.move(left, down)
            down += kid.height
            before = below
            laid.kids.append(kid)
            self._shift(kid, width, height)
        if row:
            down += max(one.height for one in row)
            self._aligned(row, laid.style, width)
            return down
        return down + max(before, 0.0)

    @staticmethod
    def _aligned(row: Sequence[Laid], style: Style, width: float) -> None:
        free = width - sum(one.width for one in row)
        share = {"center": 0.5, "right": 1.0, "end": 1.0}.get(style.get("text-align", ""), 0.0)
        for one in row:
            one.move(free * share, 0)

    def _margins(self, style: Style, width: float, font: float) -> list[float]:
        return [pixels(one, width, font) or 0.0 for one in sides(style, "margin")]

    def _shift(self, kid: Laid, width: float, height: float | None) -> None:
        """Move a relative box by its offsets."""
        if kid.style.get("position") != "relative":
            return
        left = pixels(kid.style.get("left", "auto"), width, kid.font)
        right = pixels(kid.style.get("right", "auto"), width, kid.font)
        top = pixels(kid.style.get("top", "auto"), height, kid.font)
        bottom = pixels(kid.style.get("bottom", "auto"), height, kid.font)
        kid.move(
            left if left is not None else -(right or 0.0),
            top if top is not None else -(bottom or 0.0),
        )

    def _anonymous(self, items: list[Any], laid: Laid, width: float) -> Laid:
        inner = Laid(f"{laid.key}-text", {**laid.style, **_PLAIN}, font=laid.font, width=width)
        inner.height = self._words(items, inner, laid, width, None)
        return inner

    # Flex boxes

    def _flex(  # noqa: C901, PLR0912, PLR0915
        self,
        flow: Sequence[HtmlElement | list[Any]],
        laid: Laid,
        width: float,
        height: float | None,
    ) -> float:
        style = laid.style
        is_row = not style.get("flex-direction", "row").startswith("column")
        justify = style.get("justify-content", "normal")
        across = style.get("align-items", "normal")
        gaps = style.get("gap", "0").split()
        gap_text = style.get("column-gap" if is_row else "row-gap") or gaps[-1 if is_row else 0]
        gap = pixels(gap_text, width, laid.font) or 0.0
        if len(flow) == 1 and isinstance(flow[0], list):
            used = self._words(flow[0], laid, laid, width, height)
            main, cross = (_PLACES.get(one, "") for one in (justify, across))
            laid.align = main if is_row else cross
            valign = cross if is_row else main
            laid.valign = {"left": "top", "centre": "middle", "right": "bottom"}.get(valign, "")
            return used
        items: list[Laid] = []
        sources: list[HtmlElement | None] = []
        for one in flow:
            if isinstance(one, list):
                inner_width = (
                    min(width, _text_width(self._runs(one, laid.style, laid.font)[0], laid.font))
                    if is_row
                    else width
                )
                items.append(self._anonymous(one, laid, max(inner_width, 1.0)))
                sources.append(None)
            else:
                fits = is_row or across not in ("normal", "stretch")
                items.append(self.lay(one, width, height, laid.font, shrink=fits))
                sources.append(one)
        if "reverse" in style.get("flex-direction", ""):
            items.reverse()
            sources.reverse()
        margins = [
            [0.0] * 4 if source is None else self._margins(item.style, width, item.font)
            for item, source in zip(items, sources, strict=True)
        ]
        room = width if is_row else height
        begin, end = (3, 1) if is_row else (0, 2)
        lengths = [one.width if is_row else one.height for one in items]
        grows = [
            0.0 if source is None else number_of(item.style.get("flex-grow", "0"))
            for item, source in zip(items, sources, strict=True)
        ]
        for at, item in enumerate(items):
            basis = pixels(item.style.get("flex-basis", "auto"), room, item.font)
            if sources[at] is not None and basis is not None:
                lengths[at] = basis
        taken = sum(lengths) + gap * (len(items) - 1) + sum(m[begin] + m[end] for m in margins)
        if room is not None and sum(grows) > 0:
            free = room - taken
            # `flex: 1` begins with nothing.
            if free > 0:
                lengths = [
                    length + free * grow / sum(grows)
                    for length, grow in zip(lengths, grows, strict=True)
                ]
                taken = room
        elif room is not None and taken > room + 0.5 and is_row:
            shrunk = max(0.0, room - (taken - sum(lengths))) / (sum(lengths) or 1)
            lengths = [length * shrunk for length in lengths]
            taken = room
        if room is not None and taken > room + 0.5 and sum(grows) > 0:
            over = taken - room
            total = sum(lengths[at] for at in range(len(items)) if grows[at]) or 1
            lengths = [
                max(0.0, length - over * length / total) if grow else length
                for length, grow in zip(lengths, grows, strict=True)
            ]
            taken = room
        for at, (item, source) in enumerate(zip(items, sources, strict=True)):
            if source is None:
                continue
            now = item.width if is_row else item.height
            stretch = across in ("normal", "stretch")
            own = item.style.get("align-self", "auto")
            stretch = own == "stretch" if own != "auto" else stretch
            sides_of: tuple[float | None, float | None]
            sides_of = (lengths[at], None) if is_row else (None, lengths[at])
            if is_row and stretch and height is not None and "height" not in item.style:
                sides_of = (lengths[at], height - margins[at][0] - margins[at][2])
            if abs(lengths[at] - now) > 0.01 or sides_of[1] is not None:
                fits = not is_row and not stretch
                if not is_row and fits:
                    sides_of = (item.width, lengths[at])
                items[at] = self.lay(source, width, height, laid.font, forced=sides_of)
        cross_size = max(
            (
                (one.height + m[0] + m[2]) if is_row else (one.width + m[1] + m[3])
                for one, m in zip(items, margins, strict=True)
            ),
            default=0.0,
        )
        cross_room = height if is_row else width
        cross_room = cross_size if cross_room is None else cross_room
        free = max(0.0, (room if room is not None else taken) - taken)
        start, between = _spread(justify, free, len(items))
        at_main = start
        autos = [
            one.style.get("margin-left" if is_row else "margin-top") == "auto" for one in items
        ]
        for at, item in enumerate(items):
            m = margins[at]
            if autos[at] and free:
                at_main += free / max(1, sum(autos))
            place = item.style.get("align-self", "auto")
            place = across if place == "auto" or sources[at] is None else place
            size = item.height + m[0] + m[2] if is_row else item.width + m[1] + m[3]
            share = {"centre": 0.5, "right": 1.0}.get(_PLACES.get(place, ""), 0.0)
            offset = (cross_room - size) * share
            at_main += m[begin]
            if is_row:
                item.move(at_main, offset + m[0])
                at_main += item.width + m[end]
            else:
                auto_left = item.style.get("margin-left") == "auto"
                auto_right = item.style.get("margin-right") == "auto"
                if sources[at] is not None and (auto_left or auto_right):
                    offset = (width - item.width - m[1] - m[3]) * (
                        0.5 if auto_left and auto_right else 1.0 if auto_left else 0.0
                    )
                item.move(offset + m[3], at_main)
                at_main += item.height + m[end]
            at_main += gap + between
            self._shift(item, width, height)
        laid.kids += items
        return cross_size if is_row else taken

    # Texts and pictures

    def _words(
        self, items: list[Any], laid: Laid, outer: Laid, width: float, height: float | None
    ) -> float:
        """Put a text into a box; return its height. A text of one picture only is a picture."""
        pictures = [one for one in items if not isinstance(one, str)]
        if (
            pictures
            and all(one.tag == "img" for one in pictures)
            and not any(isinstance(one, str) and one.strip() for one in items)
        ):
            kids = [self.lay(one, width, height, outer.font) for one in pictures]
            left, down, high = 0.0, 0.0, 0.0
            row: list[Laid] = []
            for kid in kids:
                if row and left + kid.width > width + 0.5:
                    self._aligned(row, laid.style, width)
                    row, left, down, high = [], 0.0, down + high, 0.0
                kid.move(left, down)
                row.append(kid)
                left, high = left + kid.width, max(high, kid.height)
                laid.kids.append(kid)
            self._aligned(row, laid.style, width)
            return down + high
        laid.runs, laid.source = self._runs(items, outer.style, outer.font)
        leading = self.leading(laid.style, laid.font)
        lines = 0
        for line in "".join("MM" if run.icon else run.text for run in laid.runs).split("\n"):
            wide = len(line) * laid.font * LETTER
            lines += max(1, math.ceil(wide / max(width, 1) - 0.02))
        return lines * leading

    def leading(self, style: Style, font: float) -> float:
        """Return the distance of lines in pixels."""
        said = style.get("line-height", "normal")
        if re.fullmatch(r"[\d.]+", said):
            return number_of(said) * font
        return pixels(said, font, font) or font * USUAL_LEADING

    def _runs(self, items: Sequence[Any], style: Style, font: float) -> tuple[list[Run], str]:  # noqa: C901
        """Return the runs of a text, and what it was before its markup if a field is all of it."""
        found: list[Run] = []
        base = style

        def add(item: Any, look: Style) -> None:
            if isinstance(item, str):
                text = item if "pre" in look.get("white-space", "") else re.sub(r"\s+", " ", item)
                found.append(_run(text, look, base, font))
                return
            own = self.styles[item]
            if own.get("display") == "none":
                return
            if item.tag == "br":
                found.append(Run("\n"))
                return
            if item.tag == "img":
                name, _ = self.picture(item.get("src") or "")
                if name:
                    found.append(Run("", icon=name))
                return
            for inner in _items(item):
                add(inner, own)

        for item in items:
            add(item, style)
        whole = "".join("\ufffc" if run.icon else run.text for run in found)
        match = re.fullmatch(rf"\s*{BEGIN}([^{BEGIN}{END}]*){END}\s*", whole)
        source = match[1] if match else ""
        runs = [
            Run(
                run.text.replace(BEGIN, "").replace(END, ""),
                run.bold,
                run.italic,
                run.underline,
                run.strike,
                run.colour,
                run.scale,
                run.icon,
            )
            for run in found
        ]
        return _stripped([run for run in runs if run.text or run.icon]), source

    def _content_width(self, element: HtmlElement, font: float) -> float:
        """Return the width that the content of an element needs at least on one line."""
        style = self.styles[element]
        font = self._font(style, font)
        widest, line = 0.0, 0.0
        is_row = style.get("display", "").endswith("flex") and "column" not in style.get(
            "flex-direction", ""
        )
        for item in _items(element):
            if isinstance(item, str):
                text = item.replace(BEGIN, "").replace(END, "")
                line += len(" ".join(text.split())) * font * LETTER * 1.1
                continue
            own = self.styles[item]
            if own.get("display") == "none" or own.get("position") in ("absolute", "fixed"):
                continue
            said = pixels(own.get("width", "auto"), None, font)
            inside = said if said is not None else self._content_width(item, font)
            if said is None and item.tag == "img":
                size = self.picture(item.get("src") or "")[1]
                inside = size[0] if size else 0.0
            if said is None:
                inside += sum(
                    pixels(one, None, font) or 0 for one in list(sides(own, "padding"))[1::2]
                )
            inside += sum(pixels(one, None, font) or 0 for one in list(sides(own, "margin"))[1::2])
            if is_row or self._is_inline(item) or own["display"].startswith("inline"):
                line += inside
            else:
                widest, line = max(widest, line, inside), 0.0
        return max(widest, line)

    def _picture(
        self, element: HtmlElement, laid: Laid, given: tuple[float | None, float | None]
    ) -> Laid:
        if element.tag == "svg":
            todo = "save the drawing as a file in art, and place it with art()"
            self.lose(f"a drawing in the HTML, `{laid.key}`", todo)
            laid.width, laid.height = given[0] or 0.0, given[1] or 0.0
            return laid
        name, size = self.picture(element.get("src") or "")
        laid.picture = name
        natural = size or (100.0, 100.0)
        width = given[0] if given[0] is not None else pixels(element.get("width") or "", None, 1)
        height = given[1] if given[1] is not None else pixels(element.get("height") or "", None, 1)
        if width is None and height is None:
            width, height = natural
        elif width is None:
            width = (height or 0.0) * natural[0] / natural[1]
        elif height is None:
            height = width * natural[1] / natural[0]
        laid.width, laid.height = width, height or 0.0
        return laid

    # Boxes at places

    def place_absolute(self, root: Laid) -> None:
        """Lay out the boxes at places, in the boxes that they belong to."""
        for _ in range(MOST_ELEMENTS):
            if not self._absolute:
                return
            element, parent, font = self._absolute.pop(0)
            home = self._home(root, parent)
            style = self.styles[element]
            border = borders(home.style, home.font)
            width = home.width - border[1] - border[3]
            height = home.height - border[0] - border[2]
            own_font = self._font(style, font)
            top, right, bottom, left = (
                pixels(style.get(name, "auto"), base, own_font)
                for name, base in (
                    ("top", height),
                    ("right", width),
                    ("bottom", height),
                    ("left", width),
                )
            )
            wide = high = None
            if left is not None and right is not None and "width" not in style:
                wide = max(0.0, width - left - right)
            if top is not None and bottom is not None and "height" not in style:
                high = max(0.0, height - top - bottom)
            kid = self.lay(element, width, height, font, shrink=wide is None, forced=(wide, high))
            above, after, below, before = self._margins(style, width, own_font)
            x = (
                left + before if left is not None
                else width - kid.width - right - after if right is not None
                else parent.x - home.x + before
            )  # fmt: skip
            y = (
                top + above if top is not None
                else height - kid.height - bottom - below if bottom is not None
                else parent.y - home.y + above
            )  # fmt: skip
            if style.get("margin-left") == style.get("margin-right") == "auto" and left is not None:
                x = (width - kid.width) / 2
            kid.move(home.x + border[3] + x, home.y + border[0] + y)
            parent.kids.append(kid)

    def _home(self, root: Laid, parent: Laid) -> Laid:
        """Return the nearest box around that is at a place itself, or the face."""
        found = root

        def search(one: Laid, home: Laid) -> bool:
            nonlocal found
            if one.style.get("position") in ("relative", "absolute", "fixed") or one is root:
                home = one
            if one is parent:
                found = home
                return True
            return any(search(kid, home) for kid in one.kids)

        search(root, root)
        return found


_PLAIN = {
    "background-color": "", "background-image": "", "display": "block",
    **{f"border-{side}-style": "none" for side in ("top", "right", "bottom", "left")},
    **{f"padding-{side}": "0" for side in ("top", "right", "bottom", "left")},
    "transform": "", "opacity": "1", "position": "static",
}  # fmt: skip
_PLACES = {
    "center": "centre", "flex-end": "right", "end": "right", "right": "right",
    "flex-start": "left", "start": "left", "left": "left", "safe center": "centre",
}  # fmt: skip


def _items(element: HtmlElement) -> list[Any]:
    """Return the texts and elements directly in an element."""
    found: list[Any] = [element.text] if element.text else []
    for child in element:
        if isinstance(child.tag, str):
            found.append(child)
        if child.tail:
            found.append(child.tail)
    return found


def _inline(flow: list[Any]) -> list[Any]:
    if not flow or not isinstance(flow[-1], list):
        flow.append([])
    last: list[Any] = flow[-1]
    return last


def _says(items: Sequence[Any]) -> bool:
    return any(
        not isinstance(one, str) or one.replace(BEGIN, "").replace(END, "").strip() for one in items
    )


def _stripped(runs: list[Run]) -> list[Run]:
    """Return runs without spaces at the ends of the text."""
    from msgspec.structs import replace

    found = list(runs)
    while found and not found[0].icon and not found[0].text.strip():
        found.pop(0)
    while found and not found[-1].icon and not found[-1].text.strip():
        found.pop()
    if found:
        found[0] = replace(found[0], text=found[0].text.lstrip())
        found[-1] = replace(found[-1], text=found[-1].text.rstrip())
    return found


def _text_width(runs: Sequence[Run], font: float) -> float:
    return sum((2 if run.icon else len(run.text)) * font * LETTER * 1.15 for run in runs)


def number_of(text: str) -> float:
    """Return a number without a unit; 0 if it is none."""
    return float(text[:12]) if re.fullmatch(r"\d*\.?\d+", text.strip()[:12]) else 0.0


def _spread(justify: str, free: float, number: int) -> tuple[float, float]:
    """Return the free length before the first item, and between items."""
    if justify == "space-between":
        return 0.0, free / max(1, number - 1)
    if justify in ("space-around", "space-evenly"):
        ends = 2 if justify == "space-around" else 1
        between = free / (number if ends == 2 else number + 1)
        return between / ends, between
    return {"centre": free / 2, "right": free}.get(_PLACES.get(justify, ""), 0.0), 0.0


def borders(style: Style, font: float) -> list[float]:
    """Return the widths of the borders: top, right, bottom, left."""
    styles = list(sides(style, "border", "-style"))
    widths = list(sides(style, "border", "-width"))
    return [
        pixels(width, None, font) or 0.0 if kind not in ("none", "hidden", "0") else 0.0
        for kind, width in zip(styles, widths, strict=True)
    ]


def is_bold(style: Style) -> bool:
    """Return whether letters are bold."""
    weight = style.get("font-weight", "normal")
    return weight in ("bold", "bolder") or (weight.isdigit() and int(weight[:4]) >= 600)


def _run(text: str, look: Style, base: Style, font: float) -> Run:
    case = look.get("text-transform", "none")
    if case == "uppercase":
        text = text.upper()
    elif case == "lowercase":
        text = text.lower()
    elif case == "capitalize":
        text = text.title()
    size = pixels(look.get("font-size", ""), font, font) or font
    decoration = look.get("text-decoration", "")
    colour = hex_colour(look.get("color", ""))
    return Run(
        text,
        is_bold(look) and not is_bold(base),
        look.get("font-style", "") in ("italic", "oblique")
        and base.get("font-style", "") not in ("italic", "oblique"),
        "underline" in decoration,
        "line-through" in decoration,
        colour[:7] if colour and colour != hex_colour(base.get("color", "")) else "",
        min(max(round(100 * size / font), 25), 400) if size and font else 100,
    )
