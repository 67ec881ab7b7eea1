"""Transformations of HTML elements: boxes moved, turned, enlarged, mirrored and cut off."""

import math
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from printnplay.importing.css_values import Style, degrees_of, number_of, pixels
from printnplay.importing.html_pictures import Area, offsets
from printnplay.importing.values import Box, Gradient, Image, Shape, Words
from printnplay.kernel.geometry import Rect, Um

Matrix = tuple[float, float, float, float, float, float]
"""A transformation as in SVG: a, b, c, d, e, f."""
SAME: Matrix = (1, 0, 0, 1, 0, 0)

_FUNCTION = re.compile(r"([a-zA-Z0-9]+)\(((?:[^()]|\([^()]*\))*)\)")


def product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return a transformation within another one."""
    a, b, c, d, e, f = outer
    columns = (inner[:2], inner[2:4], inner[4:])
    (a2, b2), (c2, d2), (e2, f2) = ((a * x + c * y, b * x + d * y) for x, y in columns)
    return a2, b2, c2, d2, e2 + e, f2 + f


def transformed(style: Style) -> str:
    """Return all transformations of an element as one `transform`; empty if it has none."""
    said = [
        f"{name}({','.join(value.split())})"
        for name in ("translate", "rotate", "scale")
        if (value := style.get(name, "none")) not in ("none", "")
    ]
    whole = style.get("transform", "none")
    return " ".join([*said, *([whole] if whole not in ("none", "") else [])])


def matrix_of(style: Style, area: Area, font: float, lose: Callable[[str], None]) -> Matrix:
    """Return the transformation of an element at its place; note functions that are left out."""
    found = SAME
    for name, inside in _FUNCTION.findall(transformed(style)):
        values = [one.strip() for one in inside.split(",")]
        known = _FUNCTIONS.get(name.removesuffix("3d").removesuffix("Z"))
        if known is None:
            lose(name)
        else:
            found = product(found, known(values, area, font))
    origin = " ".join(style.get("transform-origin", "center").split()[:2])
    x, y = offsets(origin, (area.width, area.height), font)
    x, y = x + area.x, y + area.y
    return product(product((1, 0, 0, 1, x, y), found), (1, 0, 0, 1, -x, -y))


def _shifted(across: str, down: str, area: Area, font: float) -> Matrix:
    x, y = pixels(across, area.width, font), pixels(down, area.height, font)
    return 1, 0, 0, 1, x or 0.0, y or 0.0


def _rotated(angle: str) -> Matrix:
    radians = math.radians(degrees_of(angle) or 0.0)
    sine, cosine = math.sin(radians), math.cos(radians)
    return cosine, sine, -sine, cosine, 0, 0


def _scaled(across: str, down: str) -> Matrix:
    x, y = (
        number_of(one.lstrip("-")) * (-1 if one.startswith("-") else 1) for one in (across, down)
    )
    return x, 0, 0, y, 0, 0


_FUNCTIONS: Mapping[str, Callable[[Sequence[str], Area, float], Matrix]] = {
    "translate": lambda of, area, font: _shifted(of[0], [*of, "0"][1], area, font),
    "translateX": lambda of, area, font: _shifted(of[0], "0", area, font),
    "translateY": lambda of, area, font: _shifted("0", of[0], area, font),
    "rotate": lambda of, *_: _rotated(of[0]),
    "scale": lambda of, *_: _scaled(of[0], [*of, *of][1]),
    "scaleX": lambda of, *_: _scaled(of[0], "1"),
    "scaleY": lambda of, *_: _scaled("1", of[0]),
}


def moved(box: Box, matrix: Matrix) -> Box | None:
    """Return a box after a transformation, in micrometres; None if nothing of it is left."""
    if matrix == SAME:
        return box
    a, b, c, d, e, f = matrix
    flip = "" if a * d >= b * c else "horizontal" if a < 0 else "vertical"
    if flip == "horizontal":
        a, b = -a, -b
    across, down, rect = math.hypot(a, b), math.hypot(c, d), box.rect
    if not across or not down:
        return None
    x, y = rect.x + rect.width / 2, rect.y + rect.height / 2
    x, y = matrix[0] * x + c * y + e, matrix[1] * x + d * y + f
    width, height = rect.width * across, rect.height * down
    place = Rect(*map(round, (x - width / 2, y - height / 2, width, height)))
    turn = math.degrees(math.atan2(b, a)) if abs(b) > 1e-6 or a < 0 else 0.0
    pivot = (round(x), round(y)) if turn else None
    what = _enlarged(box.what, rect, place, math.sqrt(across * down))
    if flip and isinstance(what, Image):
        what = replace(what, flip=flip)
    return replace(box, rect=place, what=what, turn=turn, pivot=pivot)


def _enlarged(
    what: Words | Image | Shape, old: Rect, new: Rect, share: float
) -> Words | Image | Shape:
    """Return what is in a box that was enlarged."""

    def point(x: Um, y: Um) -> tuple[Um, Um]:
        return (
            new.x + round((x - old.x) * new.width / max(old.width, 1)),
            new.y + round((y - old.y) * new.height / max(old.height, 1)),
        )

    def by(length: Um) -> Um:
        return round(length * share)

    match what:
        case Words(font=font):
            return replace(
                what,
                font=replace(font, size=max(by(font.size), 1), leading=by(font.leading)),
            )
        case Image():
            return replace(what, corner=by(what.corner))
        case _:
            fill = what.fill
            if isinstance(fill, Gradient):
                fill = replace(fill, start=point(*fill.start), end=point(*fill.end))
            path = tuple(
                (
                    sign,
                    tuple(
                        length for at in range(0, len(to), 2) for length in point(*to[at : at + 2])
                    ),
                )
                for sign, to in what.path
            )
            return replace(
                what,
                fill=fill,
                path=path,
                stroke_width=by(what.stroke_width),
                corner=by(what.corner),
                dash=tuple(map(by, what.dash)),
            )


def cut(box: Box, clip: Rect, corner: Um) -> Box | None:
    """Return the part of a box that is within a rectangle; None if nothing is.

    Turned boxes, texts and lines stay whole.
    """
    if box.turn:
        return box
    rect, what = box.rect, box.what
    x, y = max(rect.x, clip.x), max(rect.y, clip.y)
    width = min(rect.x + rect.width, clip.x + clip.width) - x
    height = min(rect.y + rect.height, clip.y + clip.height) - y
    if width <= 0 or height <= 0:
        return None
    part = Rect(x, y, width, height)
    if isinstance(what, Words) or (isinstance(what, Shape) and (what.path or what.stroke)):
        return box
    if part == clip and what.corner < corner:
        what = replace(what, corner=corner)
    elif part != rect and what.corner:
        return box
    if isinstance(what, Image) and part != rect:
        left, top, wide, high = what.crop or (0.0, 0.0, 100.0, 100.0)
        across, down = wide / rect.width, high / rect.height
        crop = (left + (x - rect.x) * across, top + (y - rect.y) * down)
        what = replace(what, crop=(*crop, width * across, height * down))
    return replace(box, rect=part, what=what)
