"""Lengths, colours and strings in PDF syntax."""

import re
from functools import lru_cache
from typing import TypeAlias

from printnplay.kernel.geometry import Um

POINTS_PER_UM = 72 / 25_400
"""Points per micrometre: 72 and 25,400 to the inch (ISO 32000-1, 8.3.2.3)."""

INITIAL_STATE = (
    "1 w 0 J 0 j 10 M [] 0 d 0 g 0 G 0 Tc 0 Tw 100 Tz 0 Ts 0 Tr /RelativeColorimetric ri"
)
"""The operators that set the graphics state of an empty page (ISO 32000-1, tables 52 and 104).

A form inherits the state at the point where the page draws it (8.10.1), and a baked picture leaves
out everything with an initial value: without this, its lines are as wide as the crop marks.
"""

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""The six numbers of a PDF transformation, in the order of the operator `cm`."""


def points(length: Um) -> float:
    """Convert micrometres to points (1/72 in)."""
    return length * POINTS_PER_UM


PLACES = 6
"""The decimals of numbers in operators: a millionth of a point is less than any printer's dot."""


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Return a number in PDF form: decimal, without exponent, six places at most.

    >>> number(1e-7), number(-2.50), number(3)
    ('0', '-2.5', '3')
    """
    text = f"{value:.{PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(*values: float) -> str:
    """Return numbers as operands, with spaces between them."""
    return " ".join(map(number, values))


def length(value: Um) -> str:
    """Return a length as a number of points.

    >>> length(25_400)
    '72'
    """
    return number(value * POINTS_PER_UM)


def matrix(values: Matrix) -> str:
    """Return the six numbers of a transformation as operands."""
    return " ".join(map(number, values))


@lru_cache(maxsize=1024)
def fill(colour: str) -> str:
    """Return the operator that sets the colour of fills and text; greys print with black ink only.

    >>> fill("#000000"), fill("#ff0000")
    ('0 g', '1 0 0 rg')
    """
    values = channels(colour)
    return f"{values[0]} g" if len(set(values)) == 1 else f"{' '.join(values)} rg"


@lru_cache(maxsize=1024)
def stroke(colour: str) -> str:
    """Return the operator that sets the colour of strokes; greys print with black ink only.

    >>> stroke("#ffffff")
    '1 G'
    """
    return fill(colour).upper()


def channels(colour: str) -> list[str]:
    """Return red, green and blue of `#rrggbb`, each from 0 to 1."""
    digits = colour.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(colour)
    return [number(int(digits[start : start + 2], 16) / 255) for start in (0, 2, 4)]


_PLAIN = re.compile(r"[ -'*-\[\]-~]*")
"""ASCII characters without a special meaning in a PDF string."""


def text_string(text: str) -> str:
    """Return a text string in PDF form (ISO 32000-1, 7.9.2.2).

    >>> text_string("Figure"), text_string("é")
    ('(Figure)', '<FEFF00E9>')
    """
    if _PLAIN.fullmatch(text):
        return f"({text})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
