"""Where boxes of HTML are: pictures in areas, transformations, and what is cut off."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.css_values import Style, degrees_of, number_of, pixels
from printnplay.importing.values import Box, Image, Shape, Words, reshaped
from printnplay.kernel.geometry import Rect, Um
from printnplay.svg.geometry import Matrix

Sides = tuple[float, float]
"""A width and height, in pixels."""


class Area(Struct, frozen=True):
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float

    def within(self, edge: Sequence[float]) -> "Area":
        """Return the area within an edge: top, right, bottom, left."""
        top, right, bottom, left = edge
        width, height = self.width - left - right, self.height - top - bottom
        return Area(self.x + left, self.y + top, max(width, 0.0), max(height, 0.0))

    def shared(self, other: "Area") -> "Area":
        """Return the part that another area has, too; it may be empty."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Area(x, y, max(right - x, 0.0), max(bottom - y, 0.0))


def drawn(area: Area, natural: Sides, size: str, place: str, font: float) -> Area:
    """Return where a picture is drawn.

    Args:
        area: what it is placed in.
        natural: its width and height in pixels.
        size: a `background-size`, or an `object-fit`.
        place: a `background-position`, or an `object-position`.
        font: the type size, for lengths in em.
    """
    width, height = _sized(area, natural, size, font)
    x, y = offsets(place, (area.width - width, area.height - height), font)
    return Area(area.x + x, area.y + y, width, height)


def _sized(area: Area, natural: Sides, size: str, font: float) -> Sides:
    shares = area.width / natural[0], area.height / natural[1]
    scales = {"cover": max(shares), "contain": min(shares), "scale-down": min(*shares, 1.0)}
    scale = 1.0 if size == "none" else scales.get(size)
    if scale is not None:
        return natural[0] * scale, natural[1] * scale
    if size == "fill":
        return area.width, area.height
    said = [*size.split(), "auto"][:2]
    width, height = (
        pixels(one, base, font) for one, base in zip(said, (area.width, area.height), strict=True)
    )
    if width is None:
        width = natural[0] if height is None else height * natural[0] / natural[1]
    return width, width * natural[1] / natural[0] if height is None else height


_NAMED = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}


def offsets(place: str, left: Sides, font: float) -> Sides:
    """Return distances from the left and the top, for what is left of an area."""
    parts = re.findall(r"[a-z]+\([^()]*\)|\S+", place) or ["0%", "0%"]
    if len(parts) > 2:
        return _edges(parts, left, font)
    is_down_first = parts[0] in ("top", "bottom") or parts[1:] in (["left"], ["right"])
    parts = [*parts, "50%"][:2]
    across, down = (_NAMED.get(one, one) for one in (parts[::-1] if is_down_first else parts))
    return pixels(across, left[0], font) or 0.0, pixels(down, left[1], font) or 0.0


def _edges(parts: Sequence[str], left: Sides, font: float) -> Sides:
    """Return distances that are given from named edges: `right 20px bottom 10px`."""
    found = [left[0] / 2, left[1] / 2]
    for name, after in zip(parts, [*parts[1:], ""], strict=True):
        if name not in _NAMED or name == "center":
            continue
        at = 0 if name in ("left", "right") else 1
        by = 0.0 if after in _NAMED else pixels(after, left[at], font) or 0.0
        found[at] = by if name in ("left", "top") else left[at] - by
    return found[0], found[1]


def tiles(first: Area, area: Area, repeat: str) -> Iterator[Area]:
    """Yield the places of a picture that is repeated from one in both directions."""
    across, down = repeat != "repeat-y", repeat != "repeat-x"
    if repeat == "no-repeat" or min(first.width, first.height) < 1:
        across = down = False
    xs = _steps(first.x, first.width, area.x, area.width) if across else [first.x]
    ys = _steps(first.y, first.height, area.y, area.height) if down else [first.y]
    for y in ys:
        for x in xs:
            yield Area(x, y, first.width, first.height)


def _steps(first: float, step: float, start: float, length: float) -> list[float]:
    before = math.ceil((first - start) / step)
    count = math.ceil((start + length - first) / step)
    return [first + at * step for at in range(-before, count)]


_FUNCTION = re.compile(r"([a-zA-Z0-9]+)\(((?:[^()]|\([^()]*\))*)\)")


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
    found = Matrix()
    for name, inside in _FUNCTION.findall(transformed(style)):
        values = [one.strip() for one in inside.split(",")]
        known = _FUNCTIONS.get(name.removesuffix("3d").removesuffix("Z"))
        if known is None:
            lose(name)
        else:
            found = found.times(known(values, area, font))
    origin = " ".join(style.get("transform-origin", "center").split()[:2])
    x, y = offsets(origin, (area.width, area.height), font)
    x, y = x + area.x, y + area.y
    return Matrix(e=x, f=y).times(found).times(Matrix(e=-x, f=-y))


def _shifted(across: str, down: str, area: Area, font: float) -> Matrix:
    x, y = pixels(across, area.width, font), pixels(down, area.height, font)
    return Matrix(e=x or 0.0, f=y or 0.0)


def _rotated(angle: str) -> Matrix:
    radians = math.radians(degrees_of(angle) or 0.0)
    sine, cosine = math.sin(radians), math.cos(radians)
    return Matrix(cosine, sine, -sine, cosine)


def _scaled(across: str, down: str) -> Matrix:
    x, y = (
        number_of(one.lstrip("-")) * (-1 if one.startswith("-") else 1) for one in (across, down)
    )
    return Matrix(a=x, d=y)


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
    if matrix == Matrix():
        return box
    a, b, c, d, *_ = matrix
    flip = "" if a * d >= b * c else "horizontal" if a < 0 else "vertical"
    if flip == "horizontal":
        a, b = -a, -b
    across, down, rect = math.hypot(a, b), math.hypot(c, d), box.rect
    if not across or not down:
        return None
    x, y = matrix.point(rect.x + rect.width / 2, rect.y + rect.height / 2)
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
            font = replace(font, size=max(by(font.size), 1), leading=by(font.leading))
            return replace(what, font=font)
        case Image():
            return replace(what, corner=by(what.corner))
        case _:
            return replace(
                reshaped(what, point),
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
    rect, what, part = box.rect, box.what, box.rect.within(clip)
    if part.width <= 0 or part.height <= 0:
        return None
    if isinstance(what, Words) or (isinstance(what, Shape) and (what.path or what.stroke)):
        return box
    if part == clip and what.corner < corner:
        what = replace(what, corner=corner)
    elif part != rect and what.corner:
        return box
    if isinstance(what, Image) and part != rect:
        left, top, wide, high = what.crop or (0.0, 0.0, 100.0, 100.0)
        across, down = wide / rect.width, high / rect.height
        crop = (left + (part.x - rect.x) * across, top + (part.y - rect.y) * down)
        what = replace(what, crop=(*crop, part.width * across, part.height * down))
    return replace(box, rect=part, what=what)
