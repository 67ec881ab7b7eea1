"""Outlines that are not plain rectangles, clockwise from the top left: points with short sides."""

from collections.abc import Callable
from math import cos, pi, sin

from printnplay.model.geometry import Point, Rect, Um

STEPS = 8
"""So many straight sides make a quarter of a circle: 0.04 mm off at a radius of 7.5 mm."""


def tapered(rect: Rect, away: str, inset: Um, taper: Um) -> tuple[Point, ...]:
    """A flap that grows narrower: by `inset` where it hangs, by `taper` more where it ends.

    `away` is where it points: `top`, `bottom` or `left`.
    """
    return _turned_away(rect, away, lambda length, reach: _trapezium(length, reach, inset, taper))


def rounded(rect: Rect, away: str, radius: Um) -> tuple[Point, ...]:
    """A flap with round corners where it ends."""
    return _turned_away(rect, away, lambda length, reach: _round(length, reach, radius))


def notched(rect: Rect, radius: Um) -> tuple[Point, ...]:
    """A rectangle with half a circle cut out of the middle of its upper side."""
    middle = rect.x + rect.width // 2
    arc = [
        Point(middle - round(radius * cos(angle)), rect.y + round(radius * sin(angle)))
        for angle in (pi * step / (2 * STEPS) for step in range(2 * STEPS + 1))
    ]
    right, low = rect.right, rect.bottom
    return (rect.origin, *arc, Point(right, rect.y), Point(right, low), Point(rect.x, low))


def _trapezium(length: Um, reach: Um, inset: Um, taper: Um) -> list[tuple[Um, Um]]:
    far = inset + taper
    return [(inset, 0), (far, reach), (length - far, reach), (length - inset, 0)]


def _round(length: Um, reach: Um, radius: Um) -> list[tuple[Um, Um]]:
    radius = min(radius, reach, length // 2)
    arc = [
        (radius - round(radius * cos(angle)), reach - radius + round(radius * sin(angle)))
        for angle in (pi * step / (2 * STEPS) for step in range(STEPS + 1))
    ]
    return [(0, 0), *arc, *((length - along, away) for along, away in reversed(arc)), (length, 0)]


def _turned_away(
    rect: Rect, away: str, shape: Callable[[Um, Um], list[tuple[Um, Um]]]
) -> tuple[Point, ...]:
    """A shape drawn along the side where a flap hangs, and away from it."""
    if away == "left":
        places = shape(rect.height, rect.width)
        return tuple(Point(rect.right - out, rect.bottom - along) for along, out in places)
    places = shape(rect.width, rect.height)
    if away == "top":
        return tuple(Point(rect.x + along, rect.bottom - out) for along, out in places)
    return tuple(Point(rect.right - along, rect.y + out) for along, out in places)
