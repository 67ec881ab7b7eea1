"""Gradients of CSS, as those of shapes."""

import re
from collections.abc import Callable, Sequence

from printnplay.importing.css_values import NUMBER, degrees_of
from printnplay.importing.markup import hex_colour
from printnplay.importing.values import Gradient, gradient
from printnplay.kernel.geometry import Rect

_GRADIENT = re.compile(r"((?:repeating-)?(?:linear|radial|conic))-gradient\((.*)\)\s*", re.DOTALL)
_STOP = re.compile(rf"(.+?)(?:\s+({NUMBER})%)?(?:\s+{NUMBER}(?:%|[a-z]+))*")
_DIRECTIONS = {
    "top": 0.0, "right": 90.0, "bottom": 180.0, "left": 270.0, "right top": 45.0,
    "bottom right": 135.0, "bottom left": 225.0, "left top": 315.0,
}  # fmt: skip


def gradient_of(value: str, rect: Rect, lose: Callable[[str, str], None]) -> str | Gradient:
    """Return the gradient of a `background-image`; empty if it cannot be read.

    If it is not linear, return its last colour, and note that.

    Args:
        value: the value of the property.
        rect: what it fills.
        lose: receives the kind of a gradient that is not taken over, and what to do.
    """
    match = _GRADIENT.fullmatch(value)
    if match is None:
        return ""
    angle, stops = _parts(match[2])
    if not stops:
        return ""
    if match[1] != "linear":
        lose(match[1], "draw it in the template")
        return stops[-1][1]
    return gradient(rect, angle, _spread(stops))


def _parts(inside: str) -> tuple[float, list[tuple[float | None, str]]]:
    """Return the angle of a gradient in degrees, and its stops, with places where it has them."""
    stops: list[tuple[float | None, str]] = []
    angle = 180.0
    for part in map(str.strip, re.findall(r"(?:[^,()]|\([^()]*\))+", inside)):
        if part.startswith("to "):
            angle = _DIRECTIONS.get(" ".join(sorted(part[3:].split())), 180.0)
        elif (degrees := degrees_of(part)) is not None:
            angle = degrees
        elif stop := _STOP.fullmatch(part):
            colour = hex_colour(stop[1])
            if colour or "transparent" in part or "0)" in part:
                offset = float(stop[2][:8]) / 100 if stop[2] else None
                stops.append((offset, colour or "#ffffff00"))
    return angle, stops


def _spread(stops: Sequence[tuple[float | None, str]]) -> list[tuple[float, str]]:
    """Return stops with their places, those without one evenly spread."""
    last = max(1, len(stops) - 1)
    return [
        (min(max(at / last if offset is None else offset, 0.0), 1.0), colour)
        for at, (offset, colour) in enumerate(stops)
    ]
