"""Where the parts of a drawing lie on its face: view boxes and transforms as matrices."""

import re
from collections.abc import Callable, Mapping
from math import cos, isfinite, radians, sin, tan
from typing import TypeAlias

from msgspec import Struct

from printnplay.faces.template_numbers import Names, value_of

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""The numbers of `matrix(a b c d e f)` in SVG."""

ROOT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Spot(Struct, frozen=True):
    """Where the numbers of a part of the drawing are on the face, in mm from its trimmed corner.

    `why` is why they are not known, or why what is there cannot be changed.
    """

    matrix: Matrix | None
    why: str = ""


CODE = re.compile(r"\{\{[-+]?((?:(?!\}\}).)*?)-?\}\}", re.DOTALL)
"""An output; its code is without signs that control white space."""
_PART = re.compile(r"\{\{.*?\}\}|[^\s,]+", re.DOTALL)
_STEP = re.compile(r"\s*,?\s*(\w+)\s*\(([^()]*)\)")


def root_matrix(view: str, names: Names) -> Spot:
    """Return the place of the drawing with this `viewBox`, which covers the face and its bleed."""
    parts = _PART.findall(view)
    values = [value_of(CODE.sub(r"(\1)", part), names) for part in parts]
    known = [value for value in values if value is not None]
    if len(parts) != 4 or len(known) != 4 or known[2] <= 0 or "extent.width" not in names:
        return Spot(None, "the `viewBox` of the drawing is missing or computed")
    left, top, width, _ = known
    scale = names["extent.width"] / width
    bleed = names["bleed"]
    return Spot((scale, 0.0, 0.0, scale, -bleed - left * scale, -bleed - top * scale))


def transformed(spot: Spot, transform: str, names: Names) -> Spot:
    """Return the place of an element with a `transform`, within another one."""
    computed = Spot(None, spot.why or "its group has a `transform` that is computed")
    numbers = [value_of(code, names) for code in CODE.findall(transform)]
    if spot.matrix is None or None in numbers:
        return computed
    found = iter(numbers)
    plain = CODE.sub(lambda _: f" {next(found)!r} ", transform)
    matrix, at = spot.matrix, 0
    while step := _STEP.match(plain, at):
        own = _matrix(step[1], step[2])
        if own is None:
            return computed
        matrix, at = product(matrix, own), step.end()
    if plain[at:].strip() or abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-9:
        return computed
    return Spot(matrix, spot.why)


def _matrix(name: str, arguments: str) -> Matrix | None:
    """Return the matrix of a step of a transform; None if it is none."""
    try:
        given = [float(one) for one in re.split(r"[\s,]+", arguments.strip())]
    except ValueError:
        return None
    if name not in _STEPS or len(given) not in _STEPS[name][0] or not all(map(isfinite, given)):
        return None
    return _STEPS[name][1](*given)


def _turn(angle: float) -> Matrix:
    across, down = cos(radians(angle)), sin(radians(angle))
    return across, down, -down, across, 0, 0


def _turn_around(angle: float, x: float = 0, y: float = 0) -> Matrix:
    around = product((1, 0, 0, 1, x, y), _turn(angle))
    return product(around, (1, 0, 0, 1, -x, -y))


def product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix of a transform within another one."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        *(a * g + c * h, b * g + d * h, a * i + c * j),
        *(b * i + d * j, a * k + c * m + e, b * k + d * m + f),
    )


_STEPS: Mapping[str, tuple[tuple[int, ...], Callable[..., Matrix]]] = {
    "matrix": ((6,), lambda *six: six),
    "translate": ((1, 2), lambda x, y=0.0: (1, 0, 0, 1, x, y)),
    "scale": ((1, 2), lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0)),
    "rotate": ((1, 3), _turn_around),
    "skewX": ((1,), lambda angle: (1, 0, tan(radians(angle)), 1, 0, 0)),
    "skewY": ((1,), lambda angle: (1, tan(radians(angle)), 0, 1, 0, 0)),
}
"""The steps of a transform: the possible numbers of their arguments, and their matrices."""
