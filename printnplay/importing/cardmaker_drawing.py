"""Turn elements of CardMaker into boxes."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.cardmaker_values import Project
from printnplay.importing.markup import hex_colour
from printnplay.importing.values import (
    BOLD,
    PLAIN,
    Box,
    Font,
    Image,
    Run,
    Shape,
    Words,
    outline,
    padded,
)
from printnplay.kernel.geometry import Rect, Um

SCREEN_DOTS = 96
"""The pixels of an inch by which CardMaker draws type, whatever the layout has."""

ALIGNS = {"1": "centre", "2": "right"}
VALIGNS = {"1": "middle", "2": "bottom"}
FLIPS = {"1": "horizontal", "2": "vertical", "3": "horizontal vertical"}

_UNDER = re.compile(r"#bg(shape|graphic)::(#[^#]*#|[^#:]+)((?:::[^#:]*)*)#")


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
    for under in _UNDER.finditer(element.text):
        yield from _under(element, *under.groups())
    element = replace(element, text=_UNDER.sub("", element.text))
    yield from _DRAWN.get(kind, _text)(element)
    if (thick := element.number("borderthickness")) and kind != "Shape":
        line = colour_of(element.given.get("bordercolor"))
        yield element.box(Shape(stroke=line, stroke_width=element.um(thick)), " border")


def _under(element: Element, kind: str, what: str, more: str) -> Iterator[Box]:
    """Yield a shape or picture that a text has below it, with offsets of its place and size."""
    colour, *given = more.split("::")[1:] if kind == "shape" else ["", *more.split("::")[1:]]
    *offsets, fifth, sixth, seventh = padded(given, 7)
    sides = zip(("x", "y", "width", "height"), offsets, strict=True)
    own = {name: str(element.number(name) + number(offset)) for name, offset in sides}
    own |= {"elementcolor": colour, "borderthickness": "0", "tilesize": ""}
    if kind == "graphic":
        own |= {"lockaspect": fifth.lower()}
    elif number(fifth):
        element.lose(f"the outline {sixth} of a shape", "draw it in the template")
    name = f"{element.name} below"
    own["opacity"] = seventh if kind == "shape" and seventh else "255"
    below = replace(element, name=name, given={**element.given, **own}, text=what)
    yield from (_shape if kind == "shape" else _picture)(below)


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
        element.um(number(one)) for one in padded(match[2].split(";")[1:], 4)
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
    fit = "contain" if element.is_on("lockaspect") else "stretch"
    flip = FLIPS.get(given.get("mirrortype", ""), "")
    yield element.box(Image(file, fit, flip=flip), "", _picture_rect(element, file))


def _picture_rect(element: Element, file: str) -> Rect:
    """Return where a picture is: by its size or proportions, and the alignment of its element."""
    rect, size = element.rect, element.project.source.pixels(file)
    wide, high = float(rect.width), float(rect.height)
    if size and element.is_on("keeporiginalsize"):
        wide, high = (element.um(side) for side in size)
    elif size and element.is_on("lockaspect"):
        scale = min(wide / size[0], high / size[1])
        wide, high = size[0] * scale, size[1] * scale
    across, down = (
        {"1": 0.5, "2": 1.0}.get(element.given.get(f"{axis}align", ""), 0.0)
        for axis in ("horizontal", "vertical")
    )
    x, y = rect.x + (rect.width - wide) * across, rect.y + (rect.height - high) * down
    if element.is_on("centerimageonorigin"):
        x, y = rect.x - wide / 2, rect.y - high / 2
    return Rect(*map(round, (x, y, wide, high)))


def _text(element: Element) -> Iterator[Box]:
    given = element.given
    text = unescaped(element.text)
    is_formatted = given.get("type") == "FormattedText"
    formatted = _Formatted(element, text if is_formatted else "")
    if not is_formatted:  # spaces before a line indent it
        text = re.sub("(?m)^ +", lambda one: "\u00a0" * len(one[0]), text)
    runs = tuple(formatted.runs) if is_formatted else (Run(text),)
    if not text.strip():
        return
    font_words = padded((given.get("font") or "").split(";"), 6)
    family, size, bold, underline, italic, strike = font_words
    if "1" in (underline, strike):
        looks = {"underline": underline == "1", "strike": strike == "1"}
        runs = tuple(replace(run, **looks) for run in runs)
    if element.is_on("usegradient") or given.get("gradient"):
        todo = "choose a colour in style.yaml"
        element.lose(f"a gradient in the letters of `{element.name}`", todo)
    if element.number("outlinethickness"):
        todo = "set `outline` of the style in style.yaml"
        element.lose(f"the outline of the letters of `{element.name}`", todo)
    height = max(element.um(number(size, 12.0) * SCREEN_DOTS / 72), 350)
    leading = element.um(element.number("lineheight")) if is_formatted else 0
    font = Font(family or "Arial", height, BOLD if bold == "1" else PLAIN, italic == "1", leading)
    colour = (colour_of(given.get("elementcolor")) or "#000000")[:7]
    align = formatted.align or ALIGNS.get(given.get("horizontalalign", ""), "left")
    align = "justify" if element.is_on("justifiedtext") else align
    valign = VALIGNS.get(given.get("verticalalign", ""), "top")
    yield element.box(Words(runs, text, font, colour, align, valign))


_DRAWN = {"Shape": _shape, "Graphic": _picture, "SubLayout": _layout}


class _State(Struct, frozen=True):
    """How words look within a tag, and what is done to their letters."""

    tag: str
    look: Run
    change: Callable[[str], str] = str


class _Formatted:
    """A text with the tags of CardMaker, such as `<fc=0xff0000>`, as runs; and its alignment."""

    def __init__(self, element: Element, text: str) -> None:
        self.runs: list[Run] = []
        self.align = ""
        self._element = element
        self._states = [_State("", Run(""))]
        parts = iter(_TAG.split(text.replace("<c>", ",").replace("<q>", '"')))
        for words in parts:
            if words:
                self._add(self._states[-1].change(words))
            end, tag, value = (next(parts, "") or "" for _ in range(3))
            if end:
                opened = [at for at, one in enumerate(self._states) if one.tag == tag.lower()]
                self._states[opened[-1] if opened else len(self._states) :] = []
            elif tag:
                self._begin(tag.lower(), value)

    def _add(self, words: str) -> None:
        self.runs.append(replace(self._states[-1].look, text=words))

    def _begin(self, tag: str, value: str) -> None:
        state = self._states[-1]
        if tag in ("br", "spc"):
            self._add("\n" if tag == "br" else "\xa0")
        elif tag == "img":
            file = self._element.project.picture(value.partition(";")[0], self._element.line)
            self.runs += [Run("", icon=file)] if file else []
        elif tag in _ALIGNED and not any(run.text.strip() for run in self.runs):
            self.align = _ALIGNED[tag]
        elif tag in _CASES:
            self._states.append(_State(tag, state.look, _CASES[tag]))
        else:
            look = _look(self._element, tag, value, state.look)
            self._states.append(_State(tag, look, state.change))


def _look(element: Element, tag: str, value: str, look: Run) -> Run:
    """Return the look that a tag gives; what it cannot give is lost."""
    if tag in _MARKS:
        return replace(look, **{_MARKS[tag]: True})
    if tag == "fc":
        return replace(look, colour=colour_of(value)[:7] or look.colour)
    family, size, bold, underline, italic, strike = padded(value.split(";"), 6)
    if tag in ("f", "fs"):
        if tag == "fs":
            family, size = "", family
        usual = padded((element.given.get("font") or "").split(";"), 2)
        scale = round(100 * number(size, 0.0) / (number(usual[1], 12.0) or 12.0))
        look = replace(look, scale=min(max(scale, 10), 900) if scale else look.scale)
        if strike:
            marks = {"bold": bold, "underline": underline, "italic": italic, "strike": strike}
            look = replace(look, **{name: said == "1" for name, said in marks.items()})
        if family in ("", usual[0]):
            return look
        value = family
    element.lose(f"the tag <{tag}{'=' if value else ''}{value[:30]}>", "write its look as markup")
    return look


_TAG = re.compile(r"<(/?)([a-zA-Z]+)(?:=([^<>]*))?>")
_MARKS = {"b": "bold", "i": "italic", "u": "underline", "s": "strike"}
_ALIGNED = {"al": "left", "ac": "centre", "ar": "right"}
_CASES: Mapping[str, Callable[[str], str]] = {
    "caps": str.upper, "nocaps": str.lower, "titlecase": str.title,
}  # fmt: skip


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
