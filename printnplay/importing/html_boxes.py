"""The boxes of an element of HTML at its place: its ground, picture, text and mark."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printnplay.importing import css_values as css
from printnplay.importing.css_short import split
from printnplay.importing.css_values import gradient_of
from printnplay.importing.html_areas import Area, cut, drawn, tiles
from printnplay.importing.html_layout import Layout, Lose
from printnplay.importing.html_nodes import Laid
from printnplay.importing.html_text import text_width
from printnplay.importing.markup import hex_colour
from printnplay.importing.values import Box, Font, Gradient, Image, Run, Shape, Words
from printnplay.kernel.geometry import Rect, Um

USUAL_FAMILY = "Helvetica, Arial, sans-serif"
"""The families of texts for which a template of Cider names none."""


MOST_TILES = 200
"""The most times that a picture is repeated in an element."""


class Drawer:
    """Turns elements at their places into boxes."""

    def __init__(self, layout: Layout, scale: float, lose: Lose) -> None:
        """Take the layout, and the micrometres of a pixel."""
        self._layout, self._scale, self._lose = layout, scale, lose

    def um(self, length: float) -> Um:
        """Return pixels as micrometres."""
        return round(max(-1e5, min(length, 1e5)) * self._scale)

    def rect(self, area: Area) -> Rect:
        """Return an area in micrometres."""
        return Rect(*map(self.um, (area.x, area.y, area.width, area.height)))

    def boxes(self, laid: Laid) -> Iterator[Box]:
        """Yield what an element shows itself, from back to front."""
        yield from self._ground(laid)
        if laid.picture:
            style, area = laid.style, laid.area.within(laid.edge)
            fit, place = style.get("object-fit", "fill"), style.get("object-position", "center")
            placing = fit, place, "no-repeat"
            yield from self._picture(laid, laid.key, laid.picture, area, placing)
        if laid.runs:
            yield self._words(laid)
        if laid.element is not None and laid.element.tag == "li":
            yield from self._mark(laid)

    def _picture(
        self, laid: Laid, key: str, file: str, area: Area, placing: tuple[str, str, str]
    ) -> Iterator[Box]:
        """Yield a picture in an area, repeated if it is smaller; what sticks out is cut off."""
        size, place, repeat = placing
        natural, corner = self._layout.picture(file)[1], self.um(self.corner(laid))
        fit = {"100% 100%": "stretch", "fill": "stretch"}.get(size, size)
        if natural is None:
            fit = "stretch"
        elif fit == "stretch" and file.endswith(".svg"):
            fit = "contain"  # a drawing keeps its ratio in whatever size it gets
            place, repeat = "center", "no-repeat"
        is_whole = fit == "contain" and repeat == "no-repeat" and place in _MIDDLES
        if is_whole or fit == "stretch" or (fit == "cover" and place in _MIDDLES):
            yield Box(key, self.rect(area), Image(file, fit, corner=corner))
            return
        whole = drawn(area, natural or (0, 0), size, place, laid.font)
        places = [*tiles(whole, area, repeat)]
        if len(places) > MOST_TILES:
            todo = "draw it in the template"
            self._lose(f"the repeated picture of `{laid.key}`", todo)
            places = []
        for one in places:
            if natural and file.endswith(".svg"):
                one = drawn(one, natural, "contain", "center", laid.font)
            image = Box(key, self.rect(one), Image(file, corner=corner if fit == "cover" else 0))
            yield from filter(None, [cut(image, self.rect(area), corner)])

    def _ground(self, laid: Laid) -> Iterator[Box]:
        """Yield the background and the border of an element."""
        style, um, edges = laid.style, self.um, css.borders(laid.style, laid.font)
        layers = [one for one in split(style.get("background-image", "")) if one != "none"]
        fill: str | Gradient = hex_colour(style.get("background-color", ""))
        if len(layers) == 1 and not fill:
            fill = self._gradient(laid, layers[0])
            layers = [] if fill else layers
        colours = [
            hex_colour(one.replace("currentcolor", style.get("color", "black")))
            for one in css.sides(style, "border", "-color")
        ]
        is_even = len(set(edges)) == 1 and len(set(colours)) == 1
        line = colours[0] if is_even and edges[0] else ""
        form = self._form(laid, edges[0] / 2 if line else 0.0)
        is_dashed = style.get("border-top-style") in ("dashed", "dotted")
        dash = (um(3 * edges[0]), um(2 * edges[0])) if is_dashed and line else ()
        frame = replace(form.what, stroke=line, stroke_width=um(edges[0]) if line else 0, dash=dash)
        if fill or (line and not layers):
            yield replace(form, what=replace(frame, fill=fill, stroke="" if layers else line))
        for at in reversed(range(len(layers))):
            yield from self._layer(laid, layers[at], at, form)
        if line and layers:
            yield replace(form, key=f"{laid.key}-frame", what=frame)
        if not is_even:
            yield from self._sides(laid, edges, colours)

    def _layer(self, laid: Laid, image: str, at: int, form: Box) -> Iterator[Box]:
        """Yield one of the pictures or gradients of a background."""
        if fill := self._gradient(laid, image):
            yield replace(form, key=f"{laid.key}-colours", what=replace(form.what, fill=fill))
        elif url := re.search(r"url\(\s*[\"']?([^\"')]*)[\"']?\s*\)", image):
            size, place, repeat = (
                (said := split(laid.style.get(f"background-{name}") or usual))[at % len(said)]
                for name, usual in (("size", "auto"), ("position", "0% 0%"), ("repeat", "repeat"))
            )
            if file := self._layout.picture(url[1])[0]:
                area = laid.area.within(css.borders(laid.style, laid.font))
                key = f"{laid.key}-picture"
                yield from self._picture(laid, key, file, area, (size, place, repeat))

    def _gradient(self, laid: Laid, image: str) -> str | Gradient:
        def lose(kind: str, todo: str) -> None:
            self._lose(f"a {kind} gradient of `{laid.key}`: its last colour stands in", todo)

        return gradient_of(image, self.rect(laid.area), lose) if "gradient(" in image else ""

    def _form(self, laid: Laid, inset: float) -> Box:
        """Return the outline of an element, inside of its edge by half a line."""
        rect = self.rect(laid.area.within([inset] * 4))
        said = [laid.style.get(f"border-{one}-radius", "0") for one in css.CORNERS]
        if all(re.fullmatch(r"([5-9]\d|100)%", one) for one in said) and laid.width != laid.height:
            return Box(f"{laid.key}-ellipse", rect, Shape("ellipse"))
        radii = [self.um(max(self._radius(laid, one) - inset, 0.0)) for one in said]
        if len(set(radii)) == 1:
            return Box(f"{laid.key}-ground", rect, Shape(corner=radii[0]))
        return Box(f"{laid.key}-path", rect, Shape("path", path=rounded(rect, radii)))

    @staticmethod
    def _radius(laid: Laid, said: str) -> float:
        most = min(laid.width, laid.height)
        return min(css.pixels(said.split(" ")[0], most, laid.font) or 0.0, most / 2)

    def corner(self, laid: Laid) -> float:
        """Return the radius of the first corner of an element in pixels."""
        return self._radius(laid, laid.style.get(f"border-{css.CORNERS[0]}-radius", "0"))

    def _words(self, laid: Laid) -> Box:
        style, um = laid.style, self.um
        top, right, bottom, left = laid.edge
        leading = css.leading_of(style, laid.font)
        height = max(laid.height - top - bottom, leading)
        start, end = ["right", "left"] if style.get("direction") == "rtl" else ("left", "right")
        align = {
            "center": "centre", "-webkit-center": "centre", "justify": "justify", "end": end,
            "left": "left", "right": "right",
        }.get(style.get("text-align", ""), start)  # fmt: skip
        align = laid.align or align
        is_line = "\n" not in "".join(run.text for run in laid.runs) and leading >= height * 0.9
        valign = laid.valign or ("middle" if is_line else "top")
        font = Font(
            style.get("font-family", USUAL_FAMILY),
            max(um(laid.font), 1),
            css.weight_of(style),
            css.is_italic(style),
            um(min(leading, laid.font * 3)) if valign != "middle" or not is_line else 0,
        )
        width = max(laid.width - left - right, 1.0)
        x = laid.x + left
        if "nowrap" in style.get("white-space", ""):
            more = max(text_width(laid.runs, style, laid.font) - width, 0.0)
            x -= more * {"left": 0.0, "centre": 0.5, "right": 1.0}.get(align, 0.0)
            width += more
        rect = Rect(*map(um, (x, laid.y + top, width, height)))
        colour = hex_colour(style.get("color", "black"))[:7] or "#000000"
        text = laid.source or "".join(run.text for run in laid.runs)
        return Box(laid.key, rect, Words(tuple(laid.runs), text, font, colour, align, valign))

    def _mark(self, laid: Laid) -> Iterator[Box]:
        """Yield the bullet or number of an item of a list."""
        above = laid.element.getparent()
        kind = laid.style.get("list-style", "") + laid.style.get("list-style-type", "")
        if above is None or "none" in kind:
            return
        number = 1 + len([*laid.element.itersiblings("li", preceding=True)])
        text = f"{number}." if above.tag == "ol" else "•"
        side = max(laid.font * 1.5, 1.0)
        mark = Laid(f"{laid.key}-mark", {**laid.style, "text-align": "right"}, laid.font)
        mark.x, mark.y, mark.width = laid.x - side - laid.font * 0.4, laid.y + laid.edge[0], side
        mark.height, mark.runs = css.leading_of(laid.style, laid.font), [Run(text)]
        yield self._words(mark)

    def _sides(self, laid: Laid, edges: Sequence[float], colours: Sequence[str]) -> Iterator[Box]:
        """Yield the borders of an element whose sides differ."""
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
                yield Box(f"{laid.key}-{name}", rect, Shape(fill=colour))


_MIDDLES = ("center", "center center", "50%", "50% 50%", "50% center", "center 50%")
_ARC = 0.5523
"""Where the handles of a curve are that is like a quarter of a circle, as a share of its radius."""


def rounded(rect: Rect, radii: Sequence[Um]) -> tuple[tuple[str, tuple[Um, ...]], ...]:
    """Return the outline of a rectangle with a radius for each corner, from the top left one."""
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    places = ((left, top, 0, 1), (right, top, -1, 0), (right, bottom, 0, -1), (left, bottom, 1, 0))
    found: list[tuple[str, tuple[Um, ...]]] = []
    for (x, y, across, down), radius in zip(places, radii, strict=True):
        # From the side before a corner to the one after it, clockwise.
        after = (0, -across) if across else (down, 0)
        start = x + across * radius, y + down * radius
        end = x + after[0] * radius, y + after[1] * radius
        near = 1 - _ARC
        handles = (
            x + round(across * radius * near), y + round(down * radius * near),
            x + round(after[0] * radius * near), y + round(after[1] * radius * near),
        )  # fmt: skip
        found += [("L" if found else "M", start), ("C", (*handles, *end))]
    return (*found, ("Z", ()))
