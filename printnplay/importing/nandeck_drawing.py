"""What directives of nanDECK draw on a card."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.nandeck_values import FontWords, Settings
from printnplay.importing.values import (
    Box,
    Font,
    Gradient,
    Image,
    Run,
    Shape,
    Words,
    gradient,
    outline,
    type_size,
)
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Um

THIN: Um = 100
"""The width of lines that give none."""
ALIGNS = {"left": "left", "right": "right", "full": "justify"}
VALIGNS = {"top": "top", "bottom": "bottom", "wordwrap": "top", "charwrap": "top"}
_SHARES = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}
"""The shares of the free space before icons; in the middle without."""


class _Look(Struct, frozen=True):
    """How a text looks, and where in its box it is."""

    font: FontWords
    align: str
    valign: str
    angle: float = 0
    opacity: float = 1


class Pen:
    """The arguments of a directive for one card."""

    def __init__(self, script: Settings, name: str, line: int, given: Sequence[str]) -> None:
        """Take the settings of the script, the directive, and its arguments after the range."""
        self.script, self.line, self.given = script, line, given
        self.key = f"{name.lower()}-{line}"
        self._width, self._height = (script.um(side, None) for side in script.size)

    def get(self, at: int, otherwise: str = "") -> str:
        """Return an argument after the range; from 0."""
        return self.given[at] if at < len(self.given) and self.given[at] else otherwise

    def number(self, at: int, otherwise: float = 0.0) -> float:
        """Return a plain number."""
        found = self.script.number(self.get(at).rstrip("%"))
        return otherwise if found is None else found

    def opacity(self, at: int) -> float:
        """Return an opacity of 0 to 1, written in percent."""
        return min(max(self.number(at, 100.0), 0.0), 100.0) / 100

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

    def corners(self, *places: int) -> list[tuple[Um, Um]]:
        """Return points of two arguments each."""
        return [(self.across(at), self.down(at + 1)) for at in places]

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
        rect = self.rect(0) if len(self.given) > 3 else Rect(0, 0, self._width, self._height)
        stops = [(at / (len(found) - 1), one.lower()) for at, one in enumerate(found)]
        return gradient(rect, 90 - (float(angle[1]) if angle else 0.0), stops)

    def shape(self, at: int, **more: Any) -> Shape:
        """Return the look of a shape: colour, fill and thickness begin at an argument."""
        line = self.colour(at, "#000000")
        fill = self.colour(at + 1) if self.get(at + 1) else line
        width = self.across(at + 2) if self.get(at + 2) else THIN
        if isinstance(line, Gradient):
            if self.get(at + 1):  # otherwise it fills the shape
                todo = "choose the colour of the line in the template"
                self.script.lose(self.line, "a gradient along a line", todo)
            line = line.stops[0][1]
        return Shape(fill=fill, stroke=line, stroke_width=abs(width), **more)


def _rounded(pen: Pen) -> list[Box]:
    rect, share = pen.rect(0), pen.number(8) or 20
    corner = round(min(rect.width, rect.height) * share / 100 / 2)
    return [Box(pen.key, rect, pen.shape(4, corner=corner))]


def _circle(pen: Pen) -> list[Box]:
    rect = pen.rect(0)
    side = min(rect.width, rect.height)
    x, y = rect.x + (rect.width - side) // 2, rect.y + (rect.height - side) // 2
    return [Box(pen.key, Rect(x, y, side, side), pen.shape(4, form="ellipse"))]


def _line(pen: Pen) -> list[Box]:
    ends = pen.corners(0, 2)
    colour = pen.colour(4, "#000000")
    stroke = colour.stops[0][1] if isinstance(colour, Gradient) else colour
    width = pen.across(5) if pen.get(5) else THIN
    return [outline(pen.key, ends, Shape(stroke=stroke, stroke_width=width), closed=False)]


def _polygon(pen: Pen) -> list[Box]:
    rect, count = pen.rect(0), int(min(max(pen.number(4, 6), 3), 60))
    angles = [math.radians(pen.number(5)) + 2 * math.pi * at / count for at in range(count)]
    corners = [
        (
            round(rect.x + rect.width / 2 * (1 + math.sin(angle))),
            round(rect.y + rect.height / 2 * (1 - math.cos(angle))),
        )
        for angle in angles
    ]
    return [replace(outline(pen.key, corners, pen.shape(6)), rect=rect)]


def _image(pen: Pen) -> list[Box]:
    name, flags = pen.get(0), pen.get(6).upper()
    file = pen.script.picture(name, pen.line) if name not in ("", "0") else ""
    if not file:
        return []
    fit = "contain" if "P" in flags else "cover" if "C" in flags else "stretch"
    flip = " ".join(one for one in ("horizontal", "vertical") if one[0].upper() in flags)
    if "T" in flags:
        file = pen.script.source.without_ground(file, Span(pen.script.shown, pen.line))
    if "G" in flags:
        todo = "save the picture so in a drawing program"
        pen.script.lose(pen.line, f"grey shades of the picture `{name}`", todo)
    turn, rect = -pen.number(5), pen.rect(1)
    if turn % 180 and "R" not in flags:  # it shrinks to remain inside
        across, down = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
        wide, high = max(rect.width, 1), max(rect.height, 1)
        share = min(wide / (wide * across + high * down), high / (wide * down + high * across))
        inner = round(wide * share), round(high * share)
        rect = Rect(rect.x + (wide - inner[0]) // 2, rect.y + (high - inner[1]) // 2, *inner)
    opacity = pen.opacity(7)
    if "@" in pen.get(7):
        opacity, todo = 1.0, "edit the picture, and save it in art"
        pen.script.lose(pen.line, "a gradient of transparency", todo)
    image = Image(file, fit, flip=flip)
    return [Box(pen.key, rect, image, turn, None, opacity)]


def _icons(pen: Pen) -> list[Box]:
    """Return rows of small pictures, one for each letter.

    `>` begins a row, `<` goes back, and a letter without a picture leaves its place empty.
    """
    rect, width, height = pen.rect(1), pen.across(5), pen.down(6)
    if width <= 0 or height <= 0:
        return []
    icons = {key: given[0] for key, given in pen.script.named["ICON"].items()}
    known = "|".join(map(re.escape, sorted(icons, key=len, reverse=True)))
    signs = re.findall(f"{known}|." if known else ".", pen.get(0))[:200]
    rows = _icon_rows(signs, max(1, (rect.width + 9) // width))
    top = rect.y + round((rect.height - len(rows) * height) * _SHARES.get(pen.get(10).lower(), 0.5))
    boxes = []
    for down, row in enumerate(rows):
        length = width * (1 + max((at for at, _ in row), default=0))
        left = rect.x + round((rect.width - length) * _SHARES.get(pen.get(9).lower(), 0.5))
        for at, sign in row:
            box = Rect(left + at * width, top + down * height, width, height)
            if sign in icons and (file := pen.script.picture(icons[sign], pen.line)):
                fit = "contain" if "P" in pen.get(8).upper() else "stretch"
                boxes.append(Box(pen.key, box, Image(file, fit), -pen.number(7)))
    if set("WH") & set(pen.get(8).upper()):
        pen.script.lose(pen.line, "icons distributed over a box", "place them in the template")
    return boxes


def _icon_rows(signs: Sequence[str], per_row: int) -> list[list[tuple[int, str]]]:
    """Return the letters of icons row by row, each with its place."""
    rows: list[list[tuple[int, str]]] = [[]]
    place = 0
    for sign in signs:
        if sign == "<":
            place = max(0, place - 1)
            continue
        if sign == ">" or place >= per_row:
            rows.append([])
            place = 0
        if sign != ">":
            rows[-1].append((place, sign))
            place += 1
    return rows


def font_of(given: Sequence[str]) -> FontWords:
    """Return a font by the arguments of a directive."""
    padded = [*given, *[""] * 5]
    return (padded[0] or "Arial", padded[1] or "12", padded[2], padded[3] or "#000000", padded[4])


def _words(pen: Pen, runs: tuple[Run, ...], look: _Look) -> list[Box]:
    """Return a text with its ground, if its font has one."""
    family, size, style, colour, ground = look.font
    flags, rect = style.upper(), pen.rect(1)
    text = "".join(run.text for run in runs)
    if not text.strip():
        return []
    if "U" in flags or "S" in flags:
        runs = tuple(replace(one, underline="U" in flags, strike="S" in flags) for one in runs)
    found = re.findall(r"#[0-9A-Fa-f]{6}", colour)
    if len(found) > 1 or re.search("#[A-Za-z]*[H-Zh-z]", colour):
        what = "a gradient in letters" if found else f"the colour `{colour}` of letters"
        pen.script.lose(pen.line, what, "choose a colour in style.yaml")
    turn = -(look.angle + pen.turn)
    boxes = []
    if ground and "T" not in flags and hex_colour(ground):
        boxes.append(Box(f"{pen.key}-ground", rect, Shape(fill=hex_colour(ground)), turn))
    if family.lower() == "symbol":
        family = "Arial"
        runs = tuple(replace(one, text=one.text.translate(_SYMBOLS)) for one in runs)
        text = "".join(run.text for run in runs)
    points = pen.script.number(size.rstrip("%")) or 12.0
    if size.endswith("%"):  # of the card
        points *= pen.script.um(pen.script.size[1], None) * 72 / 25_400 / 100
    words = Words(
        runs,
        text,
        Font(family, type_size(points), "B" in flags, "I" in flags),
        found[0].lower() if found else hex_colour(colour.lower())[:7] or "#000000",
        ALIGNS.get(look.align.lower(), "centre"),
        VALIGNS.get(look.valign.lower().removeprefix("ww"), "middle"),
    )
    return [*boxes, Box(pen.key, rect, words, turn, None, look.opacity)]


def _plain(pen: Pen, font: FontWords) -> list[Box]:
    places = pen.get(5, "center"), pen.get(6, "center")
    if pen.get(6).lower() == "charwrap" and len(pen.get(0)) > 1:
        todo = "break the lines of the text in the table"
        pen.script.lose(pen.line, "lines that break between letters", todo)
    if pen.number(9):
        todo = "set `outline` of the style in style.yaml"
        pen.script.lose(pen.line, "letters with an outline", todo)
    look = _Look(font, *places, pen.number(7), pen.opacity(8) or 1.0)
    return _words(pen, (Run(_broken(pen.get(0))),), look)


def _html_text(pen: Pen) -> list[Box]:
    script, flags = pen.script, pen.get(7).upper()
    text, pictures = _broken(pen.get(0)), list[str]()
    for key, given in script.named["HTMLKEY"].items():
        text = text.replace(key, given[0])
    for key, given in script.named["HTMLIMAGE"].items():
        if key in text:
            text = text.replace(key, f"\ue014{len(pictures)}\ue014")
            pictures.append(script.picture(given[0], pen.line))
    runs, unknown = tagged(text)
    for tag in sorted(unknown):
        script.lose(pen.line, f"the tag <{tag}> in a text", "write its look as markup")
    parts = ((run, *one) for run in runs for one in enumerate(run.text.split("\ue014")))
    runs = tuple(
        Run("", icon=pictures[int(part)]) if at % 2 else replace(run, text=part)
        for run, at, part in parts
        if part
    )
    if set("HV") & set(flags):
        script.lose(pen.line, "a mirrored text", "mirror it in the template")
    name = pen.get(9).lower()
    fonts = script.named["HTMLFONT"]
    if name not in fonts:
        name = next(iter(fonts), "")
    given = [*fonts.get(name, script.font), *[""] * 12]
    if any(script.number(one) for one in (given[7], given[10])):
        script.lose(pen.line, "letters with a shadow or outline", "set them in style.yaml")
    *margins, valign = [*script.named["HTMLMARGINS"].get(name, ["0"] * 4), *[""] * 5][:5]
    ground = "" if set("TB") & set(flags) else pen.get(5)
    look = _Look(font_of([*given[:4], ground]), given[4] or "left", valign or "top", pen.number(6))
    return [_within(box, pen, margins) for box in _words(pen, runs, look)]


def _within(box: Box, pen: Pen, margins: Sequence[str]) -> Box:
    """Return a text within the margins of its font: left, right, top and bottom."""
    rect = box.rect
    if box.key != pen.key or rect.width <= 0 or rect.height <= 0:
        return box
    left, right = (pen.script.um(one, rect.width) for one in margins[:2])
    top, bottom = (pen.script.um(one, rect.height) for one in margins[2:])
    inner = Rect(rect.x + left, rect.y + top, rect.width - left - right, rect.height - top - bottom)
    return replace(box, rect=inner if inner.width > 0 and inner.height > 0 else rect)


def _broken(text: str) -> str:
    """Return a text with its line breaks, and characters written as their numbers."""
    text = text.replace("\\13\\", "\n").replace("\\n", "\n").replace("\r", "")
    return re.sub(
        r"\\(\d{2,3})\\",
        lambda one: bytes([min(int(one[1]), 255)]).decode("cp1252", "replace"),
        text,
    )


_SYMBOLS = str.maketrans(
    "abgdezhqiklmnxoprstufcywABGDEZHQIKLMNXOPRSTUFCYW\xa7\xa8\xa9\xaa",
    "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ♣♦♥♠",
)
"""What characters show in the font Symbol."""


DRAWN: Mapping[str, Callable[[Pen], list[Box]]] = {
    "RECTANGLE": lambda pen: [Box(pen.key, pen.rect(0), pen.shape(4))],
    "ROUNDRECT": _rounded,
    "ELLIPSE": lambda pen: [Box(pen.key, pen.rect(0), pen.shape(4, form="ellipse"))],
    "CIRCLE": _circle,
    "LINE": _line,
    "TRIANGLE": lambda pen: [outline(pen.key, pen.corners(0, 2, 4), pen.shape(6))],
    "POLYGON": _polygon,
    "IMAGE": _image,
    "ICONS": _icons,
    "TEXT": lambda pen: _plain(pen, pen.script.font),
    "TEXTFONT": lambda pen: _plain(pen, font_of([pen.get(at) for at in range(9, 14)])),
    "HTMLTEXT": _html_text,
}
