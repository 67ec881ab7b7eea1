"""What calls of Squib draw on a card: shapes, pictures and texts."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printnplay.files.door import is_folder
from printnplay.importing.markup import tagged
from printnplay.importing.ruby_values import as_text
from printnplay.importing.source import MOST_BOXES
from printnplay.importing.squib_deck import DEFAULT_FONT, INCH, DeckDraft, is_number
from printnplay.importing.values import Box, Font, Gradient, Image, Run, Shape, Words
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Um

_BOX = {"x": 0, "y": 0, "width": "deck", "height": "deck", "radius": None}
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "text": {"x": 0, "y": 0, "width": None, "height": None},
    "png": {"x": 0, "y": 0, "width": "native", "height": "native"},
    "svg": {"x": 0, "y": 0, "width": "native", "height": "native"},
}
"""The defaults of boxes that are not those of rectangles."""


def draw(
    deck: DeckDraft,
    name: str,
    given: dict[str, Any],
    line: int,
    embedded: Mapping[str, Mapping[str, Any]],
) -> None:
    """Add what a call draws to the cards that it draws on."""
    deck.has_drawn = True
    layout = given.get("layout")
    layouts = layout if isinstance(layout, list) else [layout] * deck.number
    for at in deck.places(given.get("range"), line):
        own = layouts[at] if at < len(layouts) else None
        if own is not None and as_text(own) not in deck.layouts:
            what = f"the layout `{as_text(own)}` is in no layout file"
            deck.script.lose(line, what, "set its place in the template")
        args = _Arguments(deck, name, given, deck.layouts.get(as_text(own), {}), at, line)
        key = as_text(own) if isinstance(layout, str) else f"{name}-{line}"
        if own is not None and as_text(own) in ("cut", "safe") and name == "rect":
            if as_text(own) == "cut":
                deck.cut = args.length("x") or 0.0
            deck.guided(f"the line `{as_text(own)}` is left out", line)
            continue
        for box in _drawn(args, key, embedded):
            if len(deck.boxes[at]) < MOST_BOXES:
                deck.boxes[at].append(box)


class _Arguments:
    """The arguments of a call for one card: its own, those of the layout, and defaults."""

    def __init__(  # noqa: PLR0913
        self,
        deck: DeckDraft,
        name: str,
        given: Mapping[str, Any],
        layout: Any,
        at: int,
        line: int,
    ) -> None:
        self.deck, self.name, self.line = deck, name, line
        self._given, self._at = given, at
        self._layout = layout if isinstance(layout, dict) else {}
        self._defaults = _DEFAULTS.get(name, _BOX)

    def get(self, name: str, default: Any = None) -> Any:
        """Return an argument."""
        if name in self._given:
            value = self._given[name]
            if isinstance(value, list):
                return value[self._at] if self._at < len(value) else None
            return value
        return self._layout.get(name, self._defaults.get(name, default))

    def length(self, name: str, default: Any = None) -> float | None:
        """Return a length in pixels."""
        axis = "y" if name.endswith(("y", "height")) or name[:1] == "y" else "x"
        return self.deck.length(self.get(name, default), axis)

    def number(self, name: str, default: float = 0.0) -> float:
        """Return a length, or a default."""
        found = self.length(name, default)
        return default if found is None else found

    def is_on(self, name: str) -> bool:
        """Return whether something is switched on."""
        return as_text(self.get(name, "")).lower() in ("true", "yes", "on")

    @property
    def rect(self) -> Rect:
        """The box."""
        um = self.deck.um
        x, y = um(self.number("x")), um(self.number("y"))
        return Rect(x, y, um(self.number("width")), um(self.number("height")))

    @property
    def turn(self) -> float:
        """The angle, clockwise in degrees; Squib has radians."""
        return math.degrees(self.number("angle"))

    def shape(self, **more: Any) -> Shape:
        """Return the look of a shape."""
        deck, line = self.deck, self.line
        fill = deck.paint(self.get("fill_color", "#0000"), line)
        stroke = deck.paint(self.get("stroke_color", "black"), line)
        width = self.number("stroke_width", 2.0)
        if isinstance(stroke, Gradient):
            deck.script.lose(line, "a gradient along a line", "set `stroke` in the template")
            stroke = stroke.stops[0][1] if stroke.stops else ""
        dash = [deck.length(one, "x") or 0.0 for one in as_text(self.get("dash", "")).split()]
        return Shape(
            fill=fill,
            stroke=stroke if width > 0 else "",
            stroke_width=deck.um(width),
            dash=tuple(deck.um(one) for one in dash),
            **more,
        )


def _drawn(args: _Arguments, key: str, embedded: Mapping[str, Mapping[str, Any]]) -> list[Box]:
    match args.name:
        case "background":
            deck = args.deck
            fill = deck.paint(args.get("color", "black"), args.line)
            whole = Rect(0, 0, deck.um(deck.width), deck.um(deck.height))
            return [Box("background", whole, Shape(fill=fill))]
        case "text":
            return _text(args, key, embedded)
        case "png" | "svg":
            return _picture(args, key)
        case "rect":
            radius = args.number("radius", args.number("x_radius"))
            shape = args.shape(corner=args.deck.um(radius))
            box = args.rect
            return [Box(key, box, shape, args.turn, (box.x, box.y))]
    return _figure(args, key)


def _figure(args: _Arguments, key: str) -> list[Box]:  # noqa: C901, PLR0912, PLR0915
    """Return a circle, an ellipse, or a figure with corners."""
    um, number = args.deck.um, args.number
    x, y = number("x"), number("y")
    if args.name == "ellipse":
        box = args.rect
        return [Box(key, box, args.shape(form="ellipse"), args.turn, (box.x, box.y))]
    if args.name == "circle":
        radius = number("radius", 100.0)
        if args.get("arc_start") is not None or args.get("arc_end") is not None:
            args.deck.script.lose(
                args.line,
                "an arc: the whole circle stands in",
                "draw the arc as a <path> in the template",
            )
        box = Rect(um(x - radius), um(y - radius), um(2 * radius), um(2 * radius))
        return [Box(key, box, args.shape(form="ellipse"))]
    if args.name == "grid":
        args.deck.script.lose(args.line, "`grid`", "draw it with grid() in the template")
        return []
    corners: list[tuple[float, float]] = []
    command = "L"
    if args.name in ("line", "triangle"):
        corners = [(number("x1", 100.0), number("y1", 100.0))]
        corners.append((number("x2", 150.0), number("y2", 150.0)))
        if args.name == "triangle":
            corners.append((number("x3", 100.0), number("y3", 150.0)))
    elif args.name == "curve":
        command = "C"
        pairs = (("x1", "y1"), ("cx1", "cy1"), ("cx2", "cy2"), ("x2", "y2"))
        corners = [(number(across), number(down)) for across, down in pairs]
    else:
        count = max(3, min(round(number("n", 5)), 60))
        radii = [number("radius", 100.0)]
        if args.name == "star":
            radii = [number("outer_radius", 100.0), number("inner_radius", 50.0)]
        steps = count * len(radii)
        # Both begin to the right of the middle.
        for at in range(steps):
            angle = number("angle") + 2 * math.pi * at / steps
            radius = radii[at % len(radii)]
            corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    places = [(um(across), um(down)) for across, down in corners]
    path: list[tuple[str, tuple[Um, ...]]] = [("M", places[0])]
    if command == "C":
        path.append(("C", tuple(one for place in places[1:] for one in place)))
    else:
        path += [("L", place) for place in places[1:]]
    if args.name not in ("line", "curve"):
        path.append(("Z", ()))
    left, top = (min(place[at] for place in places) for at in (0, 1))
    right, bottom = (max(place[at] for place in places) for at in (0, 1))
    box = Rect(left, top, right - left, bottom - top)
    return [Box(key, box, args.shape(form="path", path=tuple(path)))]


def _picture(args: _Arguments, key: str) -> list[Box]:  # noqa: C901, PLR0915
    deck, line = args.deck, args.line
    name = args.get("file")
    if args.get("data") is not None:
        deck.script.lose(line, "a drawing in the script (`data:`)", "save it as a file in art")
        return []
    file = _file(deck, args.get, line)
    if not file or (args.is_on("force_id") and not args.get("id")):
        return []
    for option in ("mask", "id"):
        if args.get(option):
            deck.script.lose(
                line,
                f"`{option}:` of the picture `{as_text(name)}`",
                "edit the picture, and save it in art",
            )
    if as_text(args.get("blend", "none")) not in ("none", ""):
        deck.script.lose(line, "a blending operator", "merge the pictures in a drawing program")
    native = deck.source.pixels(file) or (100.0, 100.0)
    crop: tuple[float, ...] = ()
    shown = native
    crop_width = args.length("crop_width") or native[0]
    crop_height = args.length("crop_height") or native[1]
    left, top = args.number("crop_x"), args.number("crop_y")
    if (left, top, crop_width, crop_height) != (0, 0, *native):
        percent = (100 * left / native[0], 100 * top / native[1])
        size = (100 * crop_width / native[0], 100 * crop_height / native[1])
        if all(0 <= one < 100 for one in percent) and all(one > 0 for one in size):
            size = (min(size[0], 100 - percent[0]), min(size[1], 100 - percent[1]))
            crop, shown = (*percent, *size), (crop_width, crop_height)
    width, height = (_side(args, side, shown) for side in ("width", "height"))
    width = shown[0] if width is None else width
    height = shown[1] if height is None else height
    if as_text(args.get("width")) == "scale":
        width = height * shown[0] / shown[1]
    if as_text(args.get("height")) == "scale":
        height = width * shown[1] / shown[0]
    um = deck.um
    box = Rect(um(args.number("x")), um(args.number("y")), um(width), um(height))
    flips = [one for one in ("horizontal", "vertical") if args.is_on(f"flip_{one}")]
    corner = args.number("crop_corner_radius", args.number("crop_corner_x_radius"))
    alpha = args.get("alpha", 1)
    return [
        Box(
            key,
            box,
            Image(file, "stretch", crop, um(corner), " ".join(flips)),
            args.turn,
            (box.x, box.y),
            max(0.0, min(1.0, float(alpha))) if is_number(alpha) else 1.0,
        )
    ]


def _side(args: _Arguments, side: str, shown: tuple[float, float]) -> float | None:
    if as_text(args.get(side)) in ("native", "scale", ""):
        return None
    found = args.length(side)
    return found if found and found > 0 else shown[side == "height"]


def _file(deck: DeckDraft, get: Any, line: int) -> str:
    name = as_text(get("file"))
    if not name:
        return ""
    folders = [folder / deck.image_folder for folder in deck.script.folders]
    folders = [folder for folder in folders if is_folder(folder)] + deck.script.folders
    placeholder = as_text(get("placeholder"))
    if placeholder and deck.source.find(name, *folders) is None:
        name = placeholder
    return deck.source.picture(name, Span(deck.script.shown, line), *folders)


_STYLES = re.compile(
    r"\b(?:weight|style|stretch|variant)=\S*|"
    r"\b(?:(?P<bold>(?:ultra-?|extra-?|semi-?|demi-?)?bold|heavy|black)|(?P<italic>italic|oblique)"
    r"|normal|regular|roman|book|medium|light|(?:ultra-?|extra-?|semi-?)?(?:light|condensed))\b",
    re.IGNORECASE,
)


def font_of(said: str, size: float | None, dots: float) -> Font:
    """Return a font of Pango, such as `Sans Bold 12`; its size is in points."""
    text = said.strip()
    points = size
    if match := re.search(r"\s(\d+(?:\.\d+)?)(px)?\s*$", f" {text}"):
        text = text[: len(text) - len(match[0].strip())].strip()
        number = float(match[1][:8])
        points = points or (number * dots if match[2] else number)
    is_bold = any(found["bold"] for found in _STYLES.finditer(text))
    is_italic = any(found["italic"] for found in _STYLES.finditer(text))
    family = " ".join(_STYLES.sub("", text).replace(",", " ").split()) or "Sans"
    height = round(min(max(points or 12.0, 1.0), 800.0) * INCH / 72)
    return Font(family, height, is_bold, is_italic)


def _text(args: _Arguments, key: str, embedded: Mapping[str, Mapping[str, Any]]) -> list[Box]:  # noqa: C901, PLR0915
    deck, line, um = args.deck, args.line, args.deck.um
    text = as_text(args.get("str", "Hello, World!")).replace("\r", "")
    said = args.get("font", deck.font)
    size = args.get("font_size")
    if isinstance(size, str):
        size = float(size) if re.fullmatch(r"\d{1,4}(?:\.\d{1,4})?", size) else None
    font = font_of(
        DEFAULT_FONT if as_text(said) in ("default", "") else as_text(said),
        float(size) if is_number(size) else None,
        72 / deck.dpi,
    )
    runs: tuple[Run, ...] = (Run(text),)
    if args.is_on("markup") or embedded:
        runs, unknown = tagged(_typeset(text) if args.is_on("markup") else text)
        for tag in sorted(unknown):
            deck.script.lose(line, f"the tag <{tag}> in a text", "write its look as markup")
    runs = _with_icons(deck, runs, embedded, args, line)
    x, y = args.number("x"), args.number("y")
    width, height = (
        None if as_text(args.get(side)) in ("auto", "native", "") else args.length(side)
        for side in ("width", "height")
    )
    align = as_text(args.get("align", "left")).lower().strip().replace("center", "centre")
    valign = as_text(args.get("valign", "top")).lower().strip()
    if not width or width <= 0:
        # Squib does not break such a line; here it ends at the edge of the card.
        width, align = max(deck.width - x, deck.dpi / 10), "left"
    if not height or height <= 0:
        height, valign = max(deck.height - y, deck.dpi / 10), "top"
    if args.is_on("justify"):
        align = "justify"
    spacing = args.get("spacing")
    if is_number(spacing) and spacing:
        font = Font(
            font.family,
            font.size,
            font.bold,
            font.italic,
            round(font.size * 1.2) + um(float(spacing)),
        )
    colour = deck.paint(args.get("color", "black"), line)
    if isinstance(colour, Gradient):
        deck.script.lose(
            line,
            "a gradient in letters: its first colour stands in",
            "choose a colour in style.yaml",
        )
        colour = colour.stops[0][1] if colour.stops else "#000000"
    if not text.strip() or not colour:
        return []
    if args.number("stroke_width"):
        deck.script.lose(line, "an outline of letters", "set `outline` of the style in style.yaml")
    box = Rect(um(x), um(y), um(width), um(height))
    words = Words(
        runs,
        text,
        font,
        colour,
        align if align in ("left", "centre", "right", "justify") else "left",
        valign if valign in ("top", "middle", "bottom") else "top",
    )
    alpha = int(colour[7:9], 16) / 255 if len(colour) == 9 else 1.0
    return [Box(key, box, words, args.turn, (box.x, box.y), alpha)]


def _typeset(text: str) -> str:
    """Return a text with the dashes and dots that Squib puts in where markup is on."""
    for typed, printed in (("---", "\u2014"), ("--", "\u2013"), ("...", "\u2026")):
        text = text.replace(typed, printed)
    return text


def _with_icons(
    deck: DeckDraft,
    runs: Sequence[Run],
    embedded: Mapping[str, Mapping[str, Any]],
    args: _Arguments,
    line: int,
) -> tuple[Run, ...]:
    """Return the runs with pictures in place of the words that stand for them."""
    keys = sorted((key for key in embedded if key), key=len, reverse=True)
    if not keys:
        return tuple(runs)
    found: list[Run] = []
    pattern = re.compile("|".join(map(re.escape, keys)))
    for run in runs:
        at = 0
        for match in pattern.finditer(run.text):
            own = embedded[match[0]]
            icon = _Arguments(
                deck, "svg", own, deck.layouts.get(as_text(own.get("layout")), {}), args._at, line
            )
            file = _file(deck, icon.get, line)
            found.append(_like(run, run.text[at : match.start()]))
            found.append(Run("", icon=file) if file else _like(run, match[0]))
            at = match.end()
        found.append(_like(run, run.text[at:]))
    return tuple(one for one in found if one.text or one.icon)


def _like(run: Run, text: str) -> Run:
    return replace(run, text=text)
