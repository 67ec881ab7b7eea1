"""SVG path data and transformations as plain operations and numbers."""

import re
from math import cos, radians, sin, tan
from typing import TypeAlias

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Operation: TypeAlias = list[float | str]
"""`M x y`, `L x y`, `C x1 y1 x2 y2 x y`, or `Z`."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
CIRCLE = 0.552_284_75
"""How far the handles of a Bezier curve reach along a quarter of a circle of radius 1."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_CALL = re.compile(r"(\w+)\s*\(([^)]*)\)")


def operations(data: str) -> list[Operation]:
    """The operations of the attribute `d`, absolute, arcs and quadratic curves as cubic ones."""
    pen = RecordingPen()
    parse_path(data, pen)
    made: list[Operation] = []
    here = (0.0, 0.0)
    for name, points in pen.value:
        if name in ("moveTo", "lineTo"):
            made.append([name[0].upper(), *_rounded(*points)])
        elif name == "curveTo":
            made.append(["C", *_rounded(*points)])
        elif name == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                made.append(["C", *_rounded(*_raised(here, control, end))])
                here = end
        elif name == "closePath":
            made.append(["Z"])
        here = points[-1] if points else here
    return made


def box(x: float, y: float, width: float, height: float, radius: float) -> list[Operation]:
    """A rectangle with round corners."""
    right, bottom, near = x + width, y + height, radius * (1 - CIRCLE)
    if not radius:
        return [["M", x, y], ["L", right, y], ["L", right, bottom], ["L", x, bottom], ["Z"]]
    return [
        ["M", x + radius, y],
        ["L", right - radius, y],
        ["C", right - near, y, right, y + near, right, y + radius],
        ["L", right, bottom - radius],
        ["C", right, bottom - near, right - near, bottom, right - radius, bottom],
        ["L", x + radius, bottom],
        ["C", x + near, bottom, x, bottom - near, x, bottom - radius],
        ["L", x, y + radius],
        ["C", x, y + near, x + near, y, x + radius, y],
        ["Z"],
    ]


def moved(steps: list[Operation], by: Matrix) -> list[Operation]:
    """The operations with every point transformed."""
    made: list[Operation] = []
    for name, *numbers in steps:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        made.append([name, *_rounded(*(_applied(by, float(x), float(y)) for x, y in pairs))])
    return made


def transformation(text: str) -> Matrix:
    """The attribute `transform` as one matrix."""
    made = IDENTITY
    for name, inside in _CALL.findall(text):
        numbers = [float(one) for one in _NUMBER.findall(inside)]
        made = product(made, _single(name, numbers))
    return made


def product(a: Matrix, b: Matrix) -> Matrix:
    """First `b`, then `a`."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _single(name: str, numbers: list[float]) -> Matrix:
    first, second = [*numbers, 0.0][:2]
    if name == "translate":
        return (1, 0, 0, 1, first, second)
    if name == "scale":
        return (first, 0, 0, numbers[1] if len(numbers) > 1 else first, 0, 0)
    if name == "rotate":
        return _turned(first, numbers[1:])
    if name == "skewX":
        return (1, 0, tan(radians(first)), 1, 0, 0)
    if name == "matrix":
        a, b, c, d, e, f = numbers
        return (a, b, c, d, e, f)
    raise ValueError(name)


def _turned(angle: float, about: list[float]) -> Matrix:
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = about or (0.0, 0.0)
    return product(product((1, 0, 0, 1, x, y), (c, s, -s, c, 0, 0)), (1, 0, 0, 1, -x, -y))


def _applied(by: Matrix, x: float, y: float) -> tuple[float, float]:
    return by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]


def _raised(
    start: tuple[float, float], control: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    """A quadratic curve as a cubic one."""
    first, second = (
        tuple(p + 2 / 3 * (q - p) for p, q in zip(point, control, strict=True))
        for point in (start, end)
    )
    return [(first[0], first[1]), (second[0], second[1]), end]


def _rounded(*points: tuple[float, float]) -> list[float]:
    return [round(value, 3) for point in points for value in point]
