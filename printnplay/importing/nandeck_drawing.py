"""What directives of nanDECK draw on a card: pictures, alone and in rows, shapes and words."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from printnplay.importing.nandeck_html import html_text
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_shapes import SHAPES
from printnplay.importing.nandeck_sums import number_of, split
from printnplay.importing.nandeck_text import font_of, plain_text
from printnplay.importing.values import Box, Image, padded
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect

_SHARES = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}
"""The shares of the free space before icons; in the middle without."""
_SIDES = {"W": (0.0, None), "E": (1.0, None), "U": (None, 0.0), "S": (None, 1.0)}
"""The flags of pictures that lie at a side of their box: shares of the free space before them."""


def _image(pen: Pen) -> list[Box]:
    name, flags = pen.get(0), pen.get(6).upper()
    file = _file(pen, name, flags)
    if not file:
        return []
    rect, flip = pen.mirrored()
    for one in ("horizontal", "vertical"):
        if one[0].upper() in flags and one not in flip:
            flip = f"{flip} {one}".strip()
    todo = "save the picture so in a drawing program"
    for flag in filter(flags.__contains__, _LOST):
        pen.lose(_LOST[flag].format(name=name), todo)
    if "X" not in flags and "O" not in flags:
        pen.refuse(f"the skewed picture `{name}`", todo, 10, 11)
    pen.refuse(f"the size of the picture `{name}` in its box", todo, 12, 13, 14, 15)
    turn, opacity = pen.number(5), pen.opacity(7)
    rect, crop = (rect, ()) if turn else _at_side(pen, file, rect, flags)
    image = Image(file, _fit(flags), crop, flip=flip)
    return [Box(pen.key, _turned(rect, turn, is_kept="R" in flags), image, turn, None, opacity)]


_LOST = {
    "G": "grey shades of the picture `{name}`",
    "X": "a picture that fills its box as tiles: `{name}`",
    "O": "the part of the picture `{name}` that is shown",
    "D": "the size that the picture `{name}` has in its file",
}
"""Flags of pictures that are not taken over."""


def _fit(flags: str) -> str:
    return "contain" if "P" in flags else "cover" if "C" in flags else "stretch"


def _file(pen: Pen, name: str, flags: str) -> str:
    """Return the file of a picture, with the flag T one that is transparent at its ground."""
    file = pen.script.picture(name, pen.line) if name not in ("", "0") else ""
    if not file or "T" not in flags or pen.script.ground == "NULL":
        return file
    place = Span(pen.script.shown, pen.line)
    return pen.script.source.without_ground(file, place, pen.script.ground)


def _vector(pen: Pen) -> list[Box]:
    """Return a drawing; its arguments are those of a picture in another order."""
    if pen.get(8):
        name = pen.get(0)
        pen.lose(f"the words that are replaced in the drawing `{name}`", "edit the drawing")
    pen.given = [*pen.given[:6], "", pen.get(6)]
    return _image(pen)


def _at_side(
    pen: Pen, file: str, rect: Rect, flags: str
) -> tuple[Rect, tuple[float, float, float, float] | tuple[()]]:
    """Return the box of a picture at the sides that flags name, and the part that is shown.

    One with its proportions lies at a side of its box; of one that fills it, that side is shown.
    """
    is_sided = set(flags) & set(_SIDES) and set(flags) & set("PC")
    size = pen.script.source.pixels(file) if is_sided else None
    if size is None or not rect.width or not rect.height:
        return rect, ()
    shares = rect.width / size[0], rect.height / size[1]
    share = min(shares) if "P" in flags else max(shares)
    width, height = size[0] * share, size[1] * share
    across, down = 0.5, 0.5
    for flag in filter(flags.__contains__, _SIDES):
        x, y = _SIDES[flag]
        across, down = across if x is None else x, down if y is None else y
    x, y = (rect.width - width) * across, (rect.height - height) * down
    if "P" in flags:
        return Rect(round(rect.x + x), round(rect.y + y), round(width), round(height)), ()
    wide, high = 100 * rect.width / width, 100 * rect.height / height
    return rect, (abs(100 * x / width), abs(100 * y / height), wide, high)


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

    `>` begins a row, `<` goes back, `_` makes the next one wider by one place, and a letter without
    a picture leaves its place empty.
    """
    icons = pen.script.named["ICON"]
    length = int(min(max(pen.number(12, 1), 1), 20))
    known = "|".join(map(re.escape, sorted(filter(None, icons), key=len, reverse=True)))
    marks = "|".join(f"{mark}{{{length}}}" for mark in "<>_")
    one = f"{marks}|.{{1,{length}}}"
    signs = re.findall(f"{known}|{one}" if known else one, pen.get(0), re.DOTALL)[:200]
    if set("WH") & set(pen.get(8).upper()):
        pen.lose("icons distributed over a box", "place them in the template")
    if pen.get(15):
        return _in_frames(pen, signs, icons)
    return _rows_of_pictures(pen, signs, icons)


def _in_frames(pen: Pen, signs: Sequence[str], icons: Mapping[str, Sequence[str]]) -> list[Box]:
    """Return small pictures, one in each frame of a list."""
    places = pen.script.labels.framed(f"<{pen.get(15).strip('<>')}>")
    if not places:
        lost = pen.get(15)[:40]
        pen.lose(f"the frame `{lost}` is not known", "place it in the template")
    boxes: list[Box] = []
    for sign, (_, place) in zip(signs, places, strict=False):
        pen.given = [*pen.given[:1], *split(place)[:4], *pen.given[5:]]
        boxes += _small(pen, sign, icons, pen.rect(1))
    return boxes


def _pattern(pen: Pen) -> list[Box]:
    """Return a picture several times, in rows."""
    count = int(min(max(pen.number(1), 0), 200))
    moved = Pen(pen.script, "pattern", pen.line, ["", *pen.given[2:]])
    moved.card, moved.moves = pen.card, pen.moves
    return _rows_of_pictures(moved, ["+"] * count, {"+": [pen.get(0)]})


def _small(pen: Pen, sign: str, icons: Mapping[str, Sequence[str]], box: Rect) -> Iterator[Box]:
    """Yield the picture of a letter in its place, if it has one."""
    name, *factors = icons.get(sign, [""])
    flags = pen.get(8).upper()
    if file := _file(pen, name, flags):
        across, down = ((number_of(one) or 100.0) / 100 for one in padded(factors, 2))
        wide, high = round(box.width * across), round(box.height * down)
        x, y = box.x + (box.width - wide) // 2, box.y + (box.height - high) // 2
        turn, opacity = pen.number(7), pen.opacity(11)
        yield Box(pen.key, Rect(x, y, wide, high), Image(file, _fit(flags)), turn, None, opacity)


def _rows_of_pictures(
    pen: Pen, signs: Sequence[str], icons: Mapping[str, Sequence[str]]
) -> list[Box]:
    rect, flags = pen.rect(1), pen.get(8).upper()
    width, height = pen.across(5) or rect.width, pen.down(6) or rect.height
    if width <= 0 or height <= 0 or not signs:
        return []
    wide = max(round(width * (pen.number(13) or 100) / 100), 1)
    high = max(round(height * (pen.number(14) or 100) / 100), 1)
    is_down = "V" in flags
    room = (rect.height + 9) // high if is_down else (rect.width + 9) // wide
    rows = _icon_rows(signs, len(signs) if "L" in flags else max(1, room))
    rows = rows[::-1] if "R" in flags else rows
    across, down = (_SHARES.get(pen.get(at).lower(), 0.5) for at in (9, 10))
    boxes: list[Box] = []
    lengths = [max((at + more for at, more, _ in row), default=1) for row in rows]
    for at, (row, count) in enumerate(zip(rows, lengths, strict=True)):
        size = (len(rows) * wide, count * high) if is_down else (count * wide, len(rows) * high)
        x = rect.x + round((rect.width - size[0]) * across)
        y = rect.y + round((rect.height - size[1]) * down)
        for place, more, sign in row:
            steps = (at, place) if is_down else (place, at)
            added = (0, (more - 1) * high) if is_down else ((more - 1) * wide, 0)
            box = Rect(x, y, width + added[0], height + added[1])
            boxes += _small(pen, sign, icons, box.moved(steps[0] * wide, steps[1] * high))
    return boxes


def _icon_rows(signs: Sequence[str], per_row: int) -> list[list[tuple[int, int, str]]]:
    """Return the letters of icons row by row, each with its place, and how many it takes."""
    rows: list[list[tuple[int, int, str]]] = [[]]
    place, more = 0, 1
    for sign in signs:
        if sign[0] == "<":
            place = max(0, place - 1)
        elif set(sign) == {"_"}:
            more += 1
        else:
            if sign[0] == ">" or place >= per_row:
                rows.append([])
                place = 0
            if sign[0] != ">":
                rows[-1].append((place, more, sign))
                place, more = place + more, 1
    return rows


DRAWN: Mapping[str, Callable[[Pen], list[Box]]] = {
    **SHAPES,
    "IMAGE": _image,
    "ICONS": _icons,
    "PATTERN": _pattern,
    "VECTOR": _vector,
    "TEXT": lambda pen: plain_text(pen, pen.script.font, 9),
    "TEXTFONT": lambda pen: plain_text(pen, font_of([pen.get(at) for at in range(9, 14)]), 14),
    "HTMLTEXT": html_text,
    "HTMLFILE": html_text,
}
