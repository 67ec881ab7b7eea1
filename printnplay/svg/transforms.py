"""CSS transforms: with units, an origin, and separate properties."""

import re
from collections.abc import Callable, Mapping
from math import degrees, isfinite, radians, tan

from printnplay.svg.geometry import Matrix
from printnplay.svg.values import length, transform, user

_CALL = re.compile(r"\s*([a-zA-Z0-9]+)\(([^()]*)\)\s*,?")
_ANGLES = {"": 1.0, "deg": 1.0, "grad": 0.9, "turn": 360.0, "rad": degrees(1)}
_NUMBER_UNIT = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([a-zA-Z]*)\s*")
_SIDES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}

XY = tuple[float, float]


def css_transform(
    style: Mapping[str, str], box: XY, attribute: str = "", corner: XY = (0, 0)
) -> str | None:
    """Return the `transform` attribute of CSS transforms (CSS Transforms 2, 3 to 9).

    Args:
        style: the declarations of `transform`, `transform-origin`, `translate`, `rotate`, `scale`.
        box: width and height of the reference box, which percentages refer to.
        attribute: the element's attribute, which applies if CSS has no `transform`.
        corner: the corner of the reference box.

    Returns:
        None when something in it is not supported, or has three dimensions.

    >>> css_transform({"transform": "translate(20px, 50%)"}, (40, 40))
    'matrix(1 0 0 1 20 20)'
    """
    try:
        own = style.get("transform")
        inner = transform(attribute).matrix if own is None else _listed(own, box)
        parts = (
            _single("translate", _words(style.get("translate", "none")), box),
            _single("rotate", _words(style.get("rotate", "none")), box),
            _single("scale", _words(style.get("scale", "none")), box),
        )
        x, y = _origin(style.get("transform-origin", ""), box)
    except ValueError:
        return None
    matrix = Matrix(e=x + corner[0], f=y + corner[1])
    for part in (*parts, inner, Matrix(e=-x - corner[0], f=-y - corner[1])):
        matrix = matrix.times(part)
    if not all(map(isfinite, matrix)):
        return None
    return f"matrix({' '.join(f'{number:.8g}' for number in matrix)})"


def _words(value: str) -> list[str]:
    return [] if value == "none" else value.split()


def _listed(value: str, box: XY) -> Matrix:
    matrix, at = Matrix(), 0
    if value.strip() in ("none", ""):
        return matrix
    while at < len(value):
        match = _CALL.match(value, at)
        if match is None:
            raise ValueError(value)
        arguments = [part for part in re.split(r"[\s,]+", match[2].strip()) if part]
        matrix = matrix.times(_single(match[1], arguments, box))
        at = match.end()
    return matrix


def _single(name: str, given: list[str], box: XY) -> Matrix:
    """Return the matrix of one function of a list, or of the property of the same name."""
    if not given:
        return Matrix()
    make = _FUNCTIONS.get(name.lower())
    if make is None:
        raise ValueError(name)
    return make(given, box)


def _translation(given: list[str], box: XY) -> Matrix:
    down = _length(given[1], box[1]) if len(given) > 1 else 0.0
    return Matrix(e=_length(given[0], box[0]), f=down)


def _scaling(given: list[str], box: XY) -> Matrix:
    del box
    across = _number(given[0])
    return Matrix(a=across, d=_number(given[1]) if len(given) > 1 else across)


def _skewing(given: list[str], box: XY) -> Matrix:
    del box
    across = _angle(given[0])
    down = _angle(given[1]) if len(given) > 1 else 0.0
    return Matrix(c=tan(radians(across)), b=tan(radians(down)))


def _matrix(given: list[str], box: XY) -> Matrix:
    del box
    a, b, c, d, e, f = map(_number, given)
    return Matrix(a, b, c, d, e, f)


def _rotation(given: list[str], box: XY) -> Matrix:
    del box
    # `rotate: z 30deg`, and `rotate(30 20 20)` as in the attribute.
    angle = given[-1] if given[0] == "z" else given[0]
    around = given[1:] if given[0] != "z" else []
    return transform(f"rotate({' '.join([f'{_angle(angle):.10g}', *around])})").matrix


def _number(text: str) -> float:
    if text.endswith("%"):
        return _number(text[:-1]) / 100
    match = _NUMBER_UNIT.fullmatch(text)
    if match is None or match[2]:
        raise ValueError(text)
    return float(match[1])


def _length(text: str, whole: float) -> float:
    if length(text) is None:
        raise ValueError(text)
    return user(text, whole)


def _angle(text: str) -> float:
    match = _NUMBER_UNIT.fullmatch(text)
    if match is None or match[2].lower() not in _ANGLES:
        raise ValueError(text)
    return float(match[1]) * _ANGLES[match[2].lower()]


def _origin(value: str, box: XY) -> XY:
    """Return the fixed point; by default the corner, as for SVG elements."""
    words = value.lower().split()[:2]
    if not words:
        return 0, 0
    if words[0] in ("top", "bottom") or words[-1] in ("left", "right"):
        words.reverse()
    across = _length(_SIDES.get(words[0], words[0]), box[0])
    down = _length(_SIDES.get(words[1], words[1]), box[1]) if len(words) > 1 else box[1] / 2
    return across, down


_FUNCTIONS: Mapping[str, Callable[[list[str], XY], Matrix]] = {
    "matrix": _matrix,
    "translate": _translation,
    "translate3d": _translation,
    "translatex": lambda given, box: Matrix(e=_length(given[0], box[0])),
    "translatey": lambda given, box: Matrix(f=_length(given[0], box[1])),
    "scale": _scaling,
    "scale3d": _scaling,
    "scalex": lambda given, _: Matrix(a=_number(given[0])),
    "scaley": lambda given, _: Matrix(d=_number(given[0])),
    "rotate": _rotation,
    "rotatez": _rotation,
    "skew": _skewing,
    "skewx": lambda given, _: Matrix(c=tan(radians(_angle(given[0])))),
    "skewy": lambda given, _: Matrix(b=tan(radians(_angle(given[0])))),
}
"""The functions of CSS Transforms 1 and 2; of those in three dimensions, the flat part."""
