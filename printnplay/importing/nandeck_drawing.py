"""What directives of nanDECK draw on a card: pictures, alone and in rows, shapes and words."""

import math
import re
from collections.abc import Callable, Mapping, Sequence

from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_shapes import SHAPES
from printnplay.importing.nandeck_text import font_of, html_text, plain_text
from printnplay.importing.values import Box, Image
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect

_SHARES = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}
"""The shares of the free space before icons; in the middle without."""
_SIDES = {"W": (0.0, None), "E": (1.0, None), "U": (None, 0.0), "S": (None, 1.0)}
"""The flags of pictures that lie at a side of their box: shares of the free space before them."""


def _image(pen: Pen) -> list[Box]:
    name, flags = pen.get(0), pen.get(6).upper()
    file = pen.script.picture(name, pen.line) if name not in ("", "0") else ""
    if not file:
        return []
    rect, flip = pen.mirrored()
    for one in ("horizontal", "vertical"):
        if one[0].upper() in flags and one not in flip:
            flip = f"{flip} {one}".strip()
    if "T" in flags:
        file = pen.script.source.without_ground(file, Span(pen.script.shown, pen.line))
    todo = "save the picture so in a drawing program"
    if "G" in flags:
        pen.script.lose(pen.line, f"grey shades of the picture `{name}`", todo)
    if "X" in flags:
        pen.script.lose(pen.line, f"a picture that fills its box as tiles: `{name}`", todo)
    turn = pen.number(5)
    opacity = pen.opacity(7)
    if "@" in pen.get(7):
        opacity = 1.0
        pen.script.lose(
            pen.line, "a gradient of transparency", "edit the picture, and save it in art"
        )
    fit = "contain" if "P" in flags else "cover" if "C" in flags else "stretch"
    rect = rect if turn else _at_side(pen, file, rect, flags)
    image = Image(file, fit, flip=flip)
    return [Box(pen.key, _turned(rect, turn, is_kept="R" in flags), image, turn, None, opacity)]


def _at_side(pen: Pen, file: str, rect: Rect, flags: str) -> Rect:
    """Return the box of a picture with its proportions at the sides that flags name."""
    size = pen.script.source.pixels(file) if "P" in flags and set(flags) & set(_SIDES) else None
    if size is None or not rect.width or not rect.height:
        return rect
    share = min(rect.width / size[0], rect.height / size[1])
    width, height = round(size[0] * share), round(size[1] * share)
    across, down = 0.5, 0.5
    for flag in filter(flags.__contains__, _SIDES):
        x, y = _SIDES[flag]
        across, down = across if x is None else x, down if y is None else y
    x, y = rect.x + (rect.width - width) * across, rect.y + (rect.height - height) * down
    return Rect(round(x), round(y), width, height)


def _turned(rect: Rect, turn: float, *, is_kept: bool) -> Rect:
    """Return the box of a picture that remains inside of another when it is turned.

    `is_kept` is for one that keeps its size.
    """
    if turn % 180 == 0 or is_kept:
        return rect
    wide, high = max(rect.width, 1), max(rect.height, 1)
    inner = high, wide
    if turn % 90:
        across, down = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
        share = min(wide / (wide * across + high * down), high / (wide * down + high * across))
        inner = round(wide * share), round(high * share)
    return Rect(rect.x + (wide - inner[0]) // 2, rect.y + (high - inner[1]) // 2, *inner)


def _icons(pen: Pen) -> list[Box]:
    """Return rows of small pictures, one for each letter.

    `>` begins a row, `<` goes back, and a letter without a picture leaves its place empty.
    """
    icons = {key: given[0] for key, given in pen.script.named["ICON"].items()}
    length = int(min(max(pen.number(12, 1), 1), 20))
    known = "|".join(map(re.escape, sorted(filter(None, icons), key=len, reverse=True)))
    one = f".{{1,{length}}}"
    signs = re.findall(f"{known}|[<>]|{one}" if known else one, pen.get(0), re.DOTALL)[:200]
    if set("WH") & set(pen.get(8).upper()):
        pen.script.lose(pen.line, "icons distributed over a box", "place them in the template")
    return _rows_of_pictures(pen, signs, icons)


def _pattern(pen: Pen) -> list[Box]:
    """Return a picture several times, in rows."""
    count = int(min(max(pen.number(1), 0), 200))
    moved = Pen(pen.script, "pattern", pen.line, ["", *pen.given[2:]])
    return _rows_of_pictures(moved, ["+"] * count, {"+": pen.get(0)})


def _rows_of_pictures(pen: Pen, signs: Sequence[str], icons: Mapping[str, str]) -> list[Box]:
    rect, flags = pen.rect(1), pen.get(8).upper()
    width, height = pen.across(5) or rect.width, pen.down(6) or rect.height
    if width <= 0 or height <= 0 or not signs:
        return []
    wide = max(round(width * (pen.number(13) or 100) / 100), 1)
    high = max(round(height * (pen.number(14) or 100) / 100), 1)
    is_down = "V" in flags
    room = (rect.height + 9) // high if is_down else (rect.width + 9) // wide
    rows = _icon_rows(signs, max(1, room))
    rows = rows[::-1] if "R" in flags else rows
    across, down = (_SHARES.get(pen.get(at).lower(), 0.5) for at in (9, 10))
    boxes = []
    lengths = [1 + max((at for at, _ in row), default=0) for row in rows]
    for at, (row, count) in enumerate(zip(rows, lengths, strict=True)):
        size = (len(rows) * wide, count * high) if is_down else (count * wide, len(rows) * high)
        x = rect.x + round((rect.width - size[0]) * across)
        y = rect.y + round((rect.height - size[1]) * down)
        for place, sign in row:
            steps = (at, place) if is_down else (place, at)
            box = Rect(x + steps[0] * wide, y + steps[1] * high, width, height)
            if sign in icons and (file := pen.script.picture(icons[sign], pen.line)):
                fit = "contain" if "P" in flags else "stretch"
                turn, opacity = pen.number(7), pen.opacity(11)
                boxes.append(Box(pen.key, box, Image(file, fit), turn, None, opacity))
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
    **SHAPES,
    "IMAGE": _image,
    "ICONS": _icons,
    "PATTERN": _pattern,
    "TEXT": lambda pen: plain_text(pen, pen.script.font),
    "TEXTFONT": lambda pen: plain_text(pen, font_of([pen.get(at) for at in range(9, 14)])),
    "HTMLTEXT": html_text,
}
