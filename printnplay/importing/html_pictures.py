"""Where pictures of HTML are drawn: by `background-size`, `object-fit` and their places."""

import math
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.importing.css_values import pixels

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
    scale = {
        "cover": max(shares),
        "contain": min(shares),
        "scale-down": min(*shares, 1.0),
        "none": 1.0,
    }.get(size)
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
