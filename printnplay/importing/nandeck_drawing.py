"""What directives of nanDECK draw on a card."""

import math
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from printnplay.importing.nandeck_pen import THIN, Pen
from printnplay.importing.nandeck_text import font_of, html_text, plain_text
from printnplay.importing.values import Box, Gradient, Image, Shape, outline
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect

_SHARES = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}
"""The shares of the free space before icons; in the middle without."""


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
    "TEXT": lambda pen: plain_text(pen, pen.script.font),
    "TEXTFONT": lambda pen: plain_text(pen, font_of([pen.get(at) for at in range(9, 14)])),
    "HTMLTEXT": html_text,
}
