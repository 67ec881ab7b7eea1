"""What directives of nanDECK draw on a card."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.nandeck_values import UNITS, FontWords, Settings
from printnplay.importing.values import Box, Font, Gradient, Image, Run, Shape, Words
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Um


class Pen:
    """The arguments of a directive for one card."""

    def __init__(self, script: Settings, line: int, given: Sequence[str]) -> None:
        """Take the settings of the script, and the arguments after the range."""
        self.script, self.line, self.given = script, line, given
        self._width, self._height = (script.um(side, None) for side in script.size)

    def get(self, at: int, otherwise: str = "") -> str:
        """Return an argument after the range; from 0."""
        return self.given[at] if at < len(self.given) and self.given[at] else otherwise

    def number(self, at: int, otherwise: float = 0.0) -> float:
        """Return a plain number."""
        found = self.script.number(self.get(at).rstrip("%"))
        return otherwise if found is None else found

    def across(self, at: int) -> Um:
        """Return a length from left to right."""
        return self.script.um(self.get(at, "0"), self._width)

    def down(self, at: int) -> Um:
        """Return a length from top to bottom."""
        return self.script.um(self.get(at, "0"), self._height)

    def rect(self, at: int) -> Rect:
        """Return the box of four arguments; one with negative sides is turned over."""
        x, y, width, height = (
            self.across(at), self.down(at + 1), self.across(at + 2), self.down(at + 3)
        )  # fmt: skip
        return Rect(min(x, x + width), min(y, y + height), abs(width), abs(height))

    @property
    def turn(self) -> float:
        """180 if the box of a text or picture has negative sides: it stands on its head."""
        return 180.0 if self.across(3) < 0 and self.down(4) < 0 else 0.0

    def colour(self, at: int, otherwise: str = "") -> str | Gradient:
        """Return a colour; two with an angle are a gradient."""
        text = self.get(at, otherwise).upper().replace(" ", "")
        if text in ("", "EMPTY"):
            return ""
        found = re.findall(r"#[0-9A-F]{6}", text)
        if not found:
            return hex_colour(text.lower())
        if len(found) == 1:
            return str(found[0].lower())
        angle = re.search(r"@(-?\d{1,3})", text)
        turned = math.radians(float(angle[1]) if angle else 0.0)
        rect = self.rect(0) if len(self.given) > 3 else Rect(0, 0, self._width, self._height)
        across, down = math.cos(turned), -math.sin(turned)
        length = abs(rect.width * across) + abs(rect.height * down)
        x, y = rect.x + rect.width / 2, rect.y + rect.height / 2
        start = (round(x - across * length / 2), round(y - down * length / 2))
        end = (round(x + across * length / 2), round(y + down * length / 2))
        last = len(found) - 1
        stops = tuple((at / last, colour.lower()) for at, colour in enumerate(found))
        return Gradient(start, end, stops)

    def shape(self, at: int, **more: Any) -> Shape:
        """Return the look of a shape: colour, fill and thickness begin at an argument."""
        line = self.colour(at, "#000000")
        fill = self.colour(at + 1) if self.get(at + 1) else line
        width = self.across(at + 2) if self.get(at + 2) else round(0.1 * UNITS["MM"])
        if isinstance(line, Gradient):
            if self.get(at + 1):  # otherwise it fills the shape
                todo = "choose the colour of the line in the template"
                self.script.lose(self.line, "a gradient along a line", todo)
            line = line.stops[0][1]
        return Shape(fill=fill, stroke=line, stroke_width=abs(width), **more)


def _rectangle(pen: Pen, key: str) -> list[Box]:
    return [Box(key, pen.rect(0), pen.shape(4))]


def _rounded(pen: Pen, key: str) -> list[Box]:
    rect = pen.rect(0)
    share = pen.number(8, 0.0)
    side = min(rect.width, rect.height)
    return [Box(key, rect, pen.shape(4, corner=round(side * (share or 20) / 100 / 2)))]


def _ellipse(pen: Pen, key: str) -> list[Box]:
    return [Box(key, pen.rect(0), pen.shape(4, form="ellipse"))]


def _circle(pen: Pen, key: str) -> list[Box]:
    rect = pen.rect(0)
    side = min(rect.width, rect.height)
    x, y = rect.x + (rect.width - side) // 2, rect.y + (rect.height - side) // 2
    return [Box(key, Rect(x, y, side, side), pen.shape(4, form="ellipse"))]


def _line(pen: Pen, key: str) -> list[Box]:
    start, end = (pen.across(0), pen.down(1)), (pen.across(2), pen.down(3))
    colour = pen.colour(4, "#000000")
    stroke = colour.stops[0][1] if isinstance(colour, Gradient) else colour
    width = pen.across(5) if pen.get(5) else round(0.1 * UNITS["MM"])
    shape = Shape(form="path", stroke=stroke, stroke_width=width, path=(("M", start), ("L", end)))
    return [Box(key, _around([start, end]), shape)]


def _triangle(pen: Pen, key: str) -> list[Box]:
    places = [(pen.across(at), pen.down(at + 1)) for at in (0, 2, 4)]
    path = (("M", places[0]), ("L", places[1]), ("L", places[2]), ("Z", ()))
    return [Box(key, _around(places), pen.shape(6, form="path", path=path))]


def _polygon(pen: Pen, key: str) -> list[Box]:
    rect, count = pen.rect(0), int(min(max(pen.number(4, 6), 3), 60))
    begin = math.radians(pen.number(5))
    places = [
        (
            round(rect.x + rect.width / 2 * (1 + math.sin(begin + 2 * math.pi * at / count))),
            round(rect.y + rect.height / 2 * (1 - math.cos(begin + 2 * math.pi * at / count))),
        )
        for at in range(count)
    ]
    path = (("M", places[0]), *(("L", place) for place in places[1:]), ("Z", ()))
    return [Box(key, rect, pen.shape(6, form="path", path=path))]


def _around(places: Sequence[tuple[Um, Um]]) -> Rect:
    left, top = (min(place[at] for place in places) for at in (0, 1))
    right, bottom = (max(place[at] for place in places) for at in (0, 1))
    return Rect(left, top, right - left, bottom - top)


def _image(pen: Pen, key: str) -> list[Box]:
    name = pen.get(0)
    if not name or name == "0":
        return []
    rect, flags = pen.rect(1), pen.get(6).upper()
    file = pen.script.source.picture(name, Span(pen.script.shown, pen.line), pen.script.path.parent)
    if not file:
        return []
    fit = "contain" if "P" in flags else "cover" if "C" in flags else "stretch"
    flip = " ".join(one for sign, one in (("H", "horizontal"), ("V", "vertical")) if sign in flags)
    for sign, what in (("T", "a transparent colour of"), ("G", "grey shades of")):
        is_png = file.endswith((".png", ".svg", ".webp"))
        if sign in flags and not (sign == "T" and is_png):
            todo = "save the picture so in a drawing program"
            pen.script.lose(pen.line, f"{what} the picture `{name}`", todo)
    alpha = pen.get(7, "100")
    opacity = min(max(pen.number(7, 100.0), 0.0), 100.0) / 100
    if "@" in alpha:
        opacity = 1.0
        pen.script.lose(
            pen.line, "a gradient of transparency", "edit the picture, and save it in art"
        )
    return [Box(key, rect, Image(file, fit, flip=flip), -pen.number(5), None, opacity)]


def _icons(pen: Pen, key: str) -> list[Box]:
    """Return a row of small pictures, one for each letter, around the middle of the box."""
    text, rect = pen.get(0), pen.rect(1)
    width, height = pen.across(5), pen.down(6)
    if not text or width <= 0 or height <= 0:
        return []
    names = sorted(pen.script.icons, key=len, reverse=True)
    found = re.findall("|".join(map(re.escape, names)) or "(?!)", text)[:60]
    per_row = max(1, rect.width // width)
    rows = [found[at : at + per_row] for at in range(0, len(found), per_row)]
    boxes = []
    top = rect.y + (rect.height - len(rows) * height) // 2
    for down, row in enumerate(rows):
        left = rect.x + (rect.width - len(row) * width) // 2
        for across, letter in enumerate(row):
            place = Span(pen.script.shown, pen.line)
            file = pen.script.source.picture(
                pen.script.icons[letter], place, pen.script.path.parent
            )
            box = Rect(left + across * width, top + down * height, width, height)
            if file:
                boxes.append(Box(key, box, Image(file, "contain")))
    return boxes


def font_of(given: Sequence[str]) -> FontWords:
    """Return a font by the arguments of a directive."""
    padded = [*given, *[""] * 5]
    return (padded[0] or "Arial", padded[1] or "12", padded[2], padded[3] or "#000000", padded[4])


def _text_box(  # noqa: PLR0913
    pen: Pen,
    key: str,
    runs: tuple[Run, ...],
    font: FontWords,
    places: tuple[str, str],
    angle: float,
    opacity: float,
) -> list[Box]:
    """Return a text with its ground, if its font has one."""
    family, size, style, colour, ground = font
    points = pen.script.number(size) or 12.0
    flags = style.upper()
    text = "".join(run.text for run in runs)
    if not text.strip() and not any(run.icon for run in runs):
        return []
    if "U" in flags or "S" in flags:
        runs = tuple(replace(one, underline="U" in flags, strike="S" in flags) for one in runs)
    found = re.findall(r"#[0-9A-Fa-f]{6}", colour)
    if len(found) > 1:
        pen.script.lose(pen.line, "a gradient in letters", "choose a colour in style.yaml")
    rect = pen.rect(1)
    angle += pen.turn
    halign = {"left": "left", "right": "right", "full": "justify"}.get(places[0].lower(), "centre")
    vertical = places[1].lower().removeprefix("ww")
    valign = {"top": "top", "bottom": "bottom"}.get(vertical, "middle")
    boxes = []
    if ground and "T" not in flags and hex_colour(ground):
        boxes.append(Box(f"{key}-ground", rect, Shape(fill=hex_colour(ground)), -angle))
    words = Words(
        runs,
        text,
        Font(family, round(min(max(points, 1.0), 800.0) * 25_400 / 72), "B" in flags, "I" in flags),
        found[0].lower() if found else hex_colour(colour.lower())[:7] or "#000000",
        halign,
        valign,
    )
    boxes.append(Box(key, rect, words, -angle, None, opacity))
    return boxes


def _text(pen: Pen, key: str) -> list[Box]:
    text = _plain_text(pen.get(0))
    angle, opacity = pen.number(7), min(max(pen.number(8, 100.0), 0.0), 100.0) / 100
    places = (pen.get(5, "center"), pen.get(6, "center"))
    return _text_box(pen, key, (Run(text),), pen.script.font, places, angle, opacity or 1.0)


def _text_font(pen: Pen, key: str) -> list[Box]:
    font = font_of([pen.get(at) for at in range(9, 14)])
    angle, opacity = pen.number(7), min(max(pen.number(8, 100.0), 0.0), 100.0) / 100
    places = (pen.get(5, "center"), pen.get(6, "center"))
    text = _plain_text(pen.get(0))
    return _text_box(pen, key, (Run(text),), font, places, angle, opacity or 1.0)


def _html_text(pen: Pen, key: str) -> list[Box]:
    runs, unknown = tagged(_plain_text(pen.get(0)))
    for tag in sorted(unknown):
        pen.script.lose(pen.line, f"the tag <{tag}> in a text", "write its look as markup")
    fonts = pen.script.html_fonts
    named = pen.get(9).lower()
    font = fonts.get(named) or next(iter(fonts.values()), pen.script.font)
    flags = pen.get(7).upper()
    valign = "center" if "M" in flags else "bottom" if "D" in flags else "top"
    return _text_box(pen, key, runs, font, ("left", valign), pen.number(6), 1.0)


def _plain_text(text: str) -> str:
    return text.replace("\\13\\", "\n").replace("\\n", "\n").replace("\r", "")


DRAWN: Mapping[str, Callable[[Pen, str], list[Box]]] = {
    "RECTANGLE": _rectangle,
    "ROUNDRECT": _rounded,
    "ELLIPSE": _ellipse,
    "CIRCLE": _circle,
    "LINE": _line,
    "TRIANGLE": _triangle,
    "POLYGON": _polygon,
    "IMAGE": _image,
    "ICONS": _icons,
    "TEXT": _text,
    "TEXTFONT": _text_font,
    "HTMLTEXT": _html_text,
}
