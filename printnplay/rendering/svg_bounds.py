"""The boxes around the shapes of a drawing, in the units they are drawn in."""

from collections.abc import Callable, Mapping

from lxml.etree import _Element

from printnplay.rendering.svg_lengths import user
from printnplay.rendering.svg_paths import box_of_path
from printnplay.rendering.svg_transforms import Box, around, numbers

Shape = Callable[[_Element, Box], Box | None]
"""Gives the box of a shape; per cent count from the second."""


def _rectangle(element: _Element, whole: Box) -> Box | None:
    width = user(element.get("width"), whole.width)
    height = user(element.get("height"), whole.height)
    x, y = user(element.get("x"), whole.width), user(element.get("y"), whole.height)
    return Box(x, y, width, height) if width > 0 and height > 0 else None


def _round(element: _Element, whole: Box) -> Box | None:
    x, y = user(element.get("cx"), whole.width), user(element.get("cy"), whole.height)
    radius = user(element.get("r"), min(whole.width, whole.height))
    across = user(element.get("rx"), whole.width, default=radius)
    down = user(element.get("ry"), whole.height, default=radius)
    return Box(x - across, y - down, 2 * across, 2 * down) if across > 0 and down > 0 else None


def _line(element: _Element, whole: Box) -> Box | None:
    ends = [
        (
            user(element.get(f"x{end}"), whole.width),
            user(element.get(f"y{end}"), whole.height),
        )
        for end in (1, 2)
    ]
    return around(ends)


def _points(element: _Element, whole: Box) -> Box | None:
    del whole
    found = numbers(element.get("points", ""))
    pairs = list(zip(found[::2], found[1::2], strict=False))
    return around(pairs) if pairs else None


def _path(element: _Element, whole: Box) -> Box | None:
    del whole
    return box_of_path(element.get("d", ""))


SHAPES: Mapping[str, Shape] = {
    "rect": _rectangle,
    "image": _rectangle,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
    "path": _path,
}
"""How the box of each kind of shape is found."""
