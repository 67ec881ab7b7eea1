"""Turn elements of CardMaker into boxes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.cardmaker_values import Project
from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.values import Box, Font, Image, Run, Shape, Words, outline
from printnplay.kernel.geometry import Rect, Um

SCREEN_DOTS = 96
"""The pixels of an inch by which CardMaker draws type, whatever the layout has."""

ALIGNS = {"1": "centre", "2": "right"}
VALIGNS = {"1": "middle", "2": "bottom"}
FLIPS = {"1": "horizontal", "2": "vertical", "3": "horizontal vertical"}

_LAYOUT_TAGS = re.compile(r"</?(?:spc|push|align|va|xo|yo|bgc|bgi|bgs|mr|ls)(?:=[^>]*)?>")
_GROUNDS = re.compile(r"#bg\w+::(?:#[^#]*#|[^#])*#")


class Element(Struct, frozen=True):
    """An element of a layout for a row: its attributes, and what its text stands for."""

    project: Project
    line: int
    dots: float
    name: str
    given: Mapping[str, str]
    text: str

    def um(self, pixels: float) -> Um:
        """Return pixels of the layout as micrometres."""
        return round(max(-1e5, min(pixels, 1e5)) * 25_400 / self.dots)

    def number(self, name: str, otherwise: float = 0.0) -> float:
        """Return an attribute that is a number."""
        return number(self.given.get(name), otherwise)

    def is_on(self, name: str) -> bool:
        """Return whether an attribute is true."""
        return self.given.get(name) == "true"

    @property
    def rect(self) -> Rect:
        """The box of the element."""
        x, y, width, height = (self.number(one) for one in ("x", "y", "width", "height"))
        return Rect(self.um(x), self.um(y), self.um(max(width, 0)), self.um(max(height, 0)))

    def box(self, what: Any, ending: str = "", rect: Rect | None = None) -> Box:
        """Return something in the box of the element, with its rotation and opacity."""
        opacity = min(max(self.number("opacity", 255.0), 0.0), 255.0) / 255
        turn = self.number("rotation")
        return Box(f"{self.name}{ending}", rect or self.rect, what, turn, None, opacity)

    def lose(self, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.project.lose(self.line, what, todo)


def drawn(element: Element) -> Iterator[Box]:
    """Yield the boxes of an element: its ground, its border, and what it shows."""
    kind = element.given.get("type", "Text")
    if element.given.get("enabled") == "false" or element.text.strip() == "#nodraw":
        return
    if ground := colour_of(element.given.get("backgroundcolor")):
        yield element.box(Shape(fill=ground), " ground")
    yield from _DRAWN.get(kind, _text)(element)
    if (thick := element.number("borderthickness")) and kind != "Shape":
        line = colour_of(element.given.get("bordercolor"))
        yield element.box(Shape(stroke=line, stroke_width=element.um(thick)), " border")


def _layout(element: Element) -> Iterator[Box]:
    todo = "draw it as a template, and include that"
    element.lose(f"the layout within a layout, `{element.name}`", todo)
    yield from ()


def _shape(element: Element) -> Iterator[Box]:
    match = re.match(r"#(\w+)((?:;[^;#]*)*)#", element.text.strip())
    form = match[1].lower() if match else ""
    if match is None or form not in ("rect", "roundedrect", "ellipse", "triangle"):
        what = form if match else element.text[:40]
        element.lose(f"the shape `{what}`", "draw it in the template")
        return
    thick, width, height, corner = (
        element.um(number(one)) for one in [*match[2].split(";")[1:], "", "", "", ""][:4]
    )
    rect = element.rect
    rect = Rect(rect.x, rect.y, width or rect.width, height or rect.height)
    colour = colour_of(element.given.get("elementcolor"))
    look = Shape(stroke=colour, stroke_width=thick) if thick else Shape(fill=colour)
    if form == "roundedrect":
        look = replace(look, corner=min(corner, rect.width // 2, rect.height // 2))
    elif form == "ellipse":
        look = replace(look, form="ellipse")
    elif form == "triangle":
        top = (rect.x + rect.width // 2, rect.y)
        corners = [top, (rect.right, rect.bottom), (rect.x, rect.bottom)]
        look = outline("", corners, look).what  # type: ignore[assignment]
    yield element.box(look, "", rect)


def _picture(element: Element) -> Iterator[Box]:
    path, given = element.text.strip(), element.given
    if not path or path.lower() == "none" or path.startswith("#"):
        return
    file = element.project.picture(path, element.line)
    if not file:
        return
    for key, what in (("tilesize", "tiles of"), ("colormatrix", "other colours of")):
        if given.get(key, "").strip(" -;0"):
            todo = "make the picture so in a drawing program"
            element.lose(f"{what} the picture `{path}`", todo)
    if element.is_on("imagemasksurface"):
        element.lose(f"the mask `{path}`", "cut it with a <clipPath> in the template")
        return
    rect = element.rect
    if element.is_on("keeporiginalsize") and (size := element.project.source.pixels(file)):
        wide, high = (element.um(side) for side in size)
        across, down = (
            {"1": 0.5, "2": 1.0}.get(given.get(f"{axis}align", ""), 0.0)
            for axis in ("horizontal", "vertical")
        )
        x, y = rect.x + (rect.width - wide) * across, rect.y + (rect.height - high) * down
        rect = Rect(round(x), round(y), wide, high)
    fit = "contain" if element.is_on("lockaspect") else "stretch"
    flip = FLIPS.get(given.get("mirrortype", ""), "")
    yield element.box(Image(file, fit, flip=flip), "", rect)


def _text(element: Element) -> Iterator[Box]:
    given = element.given
    for what in re.findall(r"#(bg\w+)::[^#]*(?:#[^#]*#[^#]*)?#", element.text):
        element.lose(f"`#{what}` in `{element.name}`", "draw it below the text in the template")
    text = unescaped(_GROUNDS.sub("", element.text))
    is_formatted = given.get("type") == "FormattedText"
    runs = _formatted(element, text) if is_formatted else (Run(text),)
    if not text.strip():
        return
    family, size, bold, underline, italic, strike = [
        *(given.get("font") or "").split(";"), *[""] * 6
    ][:6]  # fmt: skip
    if "1" in (underline, strike):
        looks = {"underline": underline == "1", "strike": strike == "1"}
        runs = tuple(replace(run, **looks) for run in runs)
    if element.number("outlinethickness"):
        todo = "set `outline` of the style in style.yaml"
        element.lose(f"the outline of the letters of `{element.name}`", todo)
    height = max(element.um(number(size, 12.0) * SCREEN_DOTS / 72), 350)
    leading = element.um(element.number("lineheight")) if is_formatted else 0
    font = Font(family or "Arial", height, bold == "1", italic == "1", leading)
    colour = (colour_of(given.get("elementcolor")) or "#000000")[:7]
    align = ALIGNS.get(given.get("horizontalalign", ""), "left")
    align = "justify" if element.is_on("justifiedtext") else align
    valign = VALIGNS.get(given.get("verticalalign", ""), "top")
    yield element.box(Words(runs, text, font, colour, align, valign))


_DRAWN = {"Shape": _shape, "Graphic": _picture, "SubLayout": _layout}


def _formatted(element: Element, text: str) -> tuple[Run, ...]:
    """Return a text with the tags of CardMaker, such as `<fc=0xff0000>`, as runs."""
    known = re.sub(
        r"<fc=(0x[0-9a-fA-F]{6,8})>",
        lambda match: f'<span foreground="{colour_of(match[1])}">',
        text,
    )
    for tag, plain in (("</fc>", "</span>"), ("<c>", ","), ("<q>", '"')):
        known = known.replace(tag, plain)
    known = _LAYOUT_TAGS.sub("", known)
    if known.count("<f=") or "<fs" in known:
        element.lose("a font within a text", "write the look of the words as markup")
    known = re.sub(r"</?(?:f|fs|ff)(?:=[^>]*)?>", "", known)
    found: list[Run] = []
    for part in re.split(r"(<img=[^>]*>)", known):
        if match := re.fullmatch(r"<img=([^;>]*)[^>]*>", part):
            if file := element.project.picture(match[1], element.line):
                found.append(Run("", icon=file))
            continue
        runs, unknown = tagged(part)
        found += runs
        for tag in sorted(unknown):
            element.lose(f"the tag <{tag}> in a text", "write its look as markup")
    return tuple(found)


def unescaped(text: str) -> str:
    """Return a text with what its escapes stand for."""
    return text.replace("\\n", "\n").replace("\\q", '"').replace("\\c", ",").replace("\\r", "")


def colour_of(text: str | None) -> str:
    """Return a colour such as `0xff0000ff`: red, green, blue and opacity; empty if transparent."""
    bare = (text or "").strip()
    match = re.fullmatch(r"(?:0x|#)([0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?)", bare)
    return hex_colour(f"#{match[1]}" if match else bare)


def number(text: str | None, otherwise: float = 0.0) -> float:
    """Return the value of an attribute that is a number."""
    bare = (text or "").strip()[:14]
    return float(bare) if re.fullmatch(r"-?\d{1,9}(?:\.\d*)?", bare) else otherwise
