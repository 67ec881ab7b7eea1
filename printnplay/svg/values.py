"""The values of SVG attributes: numbers, lengths, transforms and path data, by SVG's grammar.

SVG 1.1 (second edition), sections 4.2, 7.6 and 8.3.9, and SVG 2, section 9.3.9: numbers may touch
(`.5.5-1`), the flags of an arc are single digits (`a1 1 0 01.5.5`), and a number has to fit single
precision. A value with an error is used up to the error; `error` is its index in the text.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import cos, hypot, radians, sin, sqrt, tan
from typing import NamedTuple

from printnplay.svg.geometry import Matrix

MM_PER_INCH = 25.4
"""Millimetres per inch, which is exact since 1959."""

CSS_PIXELS = 96
"""User units per inch (CSS Values and Units, 5.2)."""
POINTS = 72
"""The pixels per inch of Illustrator, whose pixels are points."""

_INCHES = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "q": 1 / 101.6, "pt": 1 / 72, "pc": 1 / 6}
_RELATIVE = frozenset({"", "px", "%", "em", "rem", "ex"})

_LARGEST = 3.4e38
"""The largest number in single precision (SVG 1.1, 4.3)."""

# Possessive, so that neither a number nor white space is ever split again: parsing takes linear
# time, whatever the text.
_SPACES = r"[ \t\r\n\f]*+"
_COMMA = rf"{_SPACES}(?:,{_SPACES})?+"
_NUMBER = r"(?>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
_FLAG = "[01]"

_BLANK = re.compile(_SPACES)
_LENGTH = re.compile(rf"{_SPACES}({_NUMBER})([A-Za-z]*+|%){_SPACES}")
_NEXT_NUMBER = re.compile(rf"{_COMMA}({_NUMBER})")
_CALL = re.compile(rf"{_COMMA}([A-Za-z]++){_SPACES}\(([^()]*+)\)")


class Numbers(NamedTuple):
    """A list of numbers, up to the error if there is one."""

    values: tuple[float, ...]
    error: int | None = None


def numbers(text: str) -> Numbers:
    """Parse a list of numbers, separated by white space, commas, signs and points.

    >>> numbers("0 .5,1e1-2")
    Numbers(values=(0.0, 0.5, 10.0, -2.0), error=None)
    >>> numbers("3 4 none")
    Numbers(values=(3.0, 4.0), error=4)
    """
    values: list[float] = []
    at = _skipped(text, 0)
    while at < len(text):
        # A comma comes between two numbers, never before the first.
        match = _NEXT_NUMBER.match(text, at) if values or text[at] != "," else None
        if match is None or abs(float(match[1])) > _LARGEST:
            return Numbers(tuple(values), at)
        values.append(float(match[1]))
        at = _skipped(text, match.end())
    return Numbers(tuple(values))


def _skipped(text: str, at: int) -> int:
    """Return the index after the white space at an index."""
    match = _BLANK.match(text, at)
    return match.end() if match else at


class Length(NamedTuple):
    """A number with its unit in lower case; a bare number has an empty unit."""

    number: float
    unit: str


# The same few occur in thousands of elements.
@lru_cache(maxsize=4096)
def length(text: str) -> Length | None:
    """Parse a length; return None when the text is not one.

    >>> length("2.5in"), length("7"), length("auto")
    (Length(number=2.5, unit='in'), Length(number=7.0, unit=''), None)
    """
    match = _LENGTH.fullmatch(text)
    if match is None or abs(float(match[1])) > _LARGEST:
        return None
    unit = match[2].lower()
    known = unit in _RELATIVE or unit in _INCHES
    return Length(float(match[1]), unit) if known else None


def millimetres(text: str, per_inch: float = CSS_PIXELS) -> float | None:
    """Return an absolute length in millimetres; None for relative ones.

    >>> millimetres("1in"), millimetres("96"), millimetres("50%")
    (25.4, 25.4, None)
    """
    read = length(text)
    if read is None:
        return None
    inches = 1 / per_inch if read.unit in ("", "px") else _INCHES.get(read.unit)
    return None if inches is None else read.number * inches * MM_PER_INCH


def pixels(text: str) -> float | None:
    """Return an absolute length in CSS pixels; None for relative ones."""
    measured = millimetres(text)
    return None if measured is None else measured * CSS_PIXELS / MM_PER_INCH


def in_true_unit(text: str) -> bool:
    """Check whether a length has a unit that can be measured on paper."""
    read = length(text)
    return read is not None and read.unit in _INCHES


def user(text: str | None, whole: float = 0, em: float = 16, default: float = 0) -> float:
    """Return a length in user units; percentages are of `whole`.

    >>> user("1in"), user("50%", 40), user(None)
    (96.0, 20.0, 0)
    """
    read = length(text or "")
    if read is None:
        return default
    scales = {"": 1.0, "px": 1.0, "%": whole / 100, "em": em, "rem": 16.0, "ex": em / 2}
    scale = scales.get(read.unit)
    return read.number * (CSS_PIXELS * _INCHES[read.unit] if scale is None else scale)


_SUM = re.compile(r"(?<![\w-])(?:calc|min|max|clamp)\(", re.IGNORECASE)
_TOKEN = re.compile(
    rf"{_SPACES}(?:(?P<number>{_NUMBER})(?P<unit>%|[A-Za-z]*+)|(?P<name>[a-z-]*\()|(?P<mark>[-+*/),]))"
)
_ACROSS = frozenset({"x", "width", "cx", "rx"})
_DOWN = frozenset({"y", "height", "cy", "ry"})


def without_sums(value: str, viewport: Callable[[], tuple[float, float]], name: str) -> str:
    """Return a value with `calc()`, `min()`, `max()`, `clamp()` computed (CSS Values 4, 10).

    A sum that cannot be computed stays unchanged.

    Args:
        value: the value of a property.
        viewport: returns the width and height that percentages refer to.
        name: the property.

    >>> without_sums("calc(3px + 1px * 3)", lambda: (40, 40), "stroke-width")
    '6'
    """
    parts, at = [], 0
    while match := _SUM.search(value, at):
        reader = _Sum(value, match.start(), _whole(viewport(), name))
        try:
            number = reader.value()
        except (ValueError, ZeroDivisionError, RecursionError):
            return value
        parts += [value[at : match.start()], f"{number:.6g}"]
        at = reader.at
    return "".join([*parts, value[at:]])


def _whole(viewport: tuple[float, float], name: str) -> float:
    """Return the length that percentages refer to (SVG 2, 8.9)."""
    width, height = viewport
    if name in _ACROSS:
        return width
    return height if name in _DOWN else hypot(width, height) / sqrt(2)


class _Sum:
    """Evaluates one sum of lengths, percentages and numbers, in user units."""

    def __init__(self, text: str, at: int, whole: float) -> None:
        self._text = text
        self.at = at
        self._whole = whole

    def value(self) -> float:
        """Evaluate a number, or the contents of brackets or of a function."""
        token = self._next()
        if token["number"]:
            return self._number(token["number"], token["unit"])
        if token["mark"] == "-":
            return -self.value()
        name = token["name"]
        if name is None or name.lower() not in ("(", "calc(", "min(", "max(", "clamp("):
            raise ValueError(name)
        given = [self._sum()]
        while (mark := self._next()["mark"]) == ",":
            given.append(self._sum())
        if mark != ")":
            raise ValueError(mark)
        if name.lower() == "clamp(":
            low, middle, high = given
            return max(low, min(middle, high))
        return max(given) if name.lower() == "max(" else min(given)

    def _sum(self) -> float:
        total = self._product()
        while self._peek() in ("+", "-"):
            sign = 1 if self._next()["mark"] == "+" else -1
            total += sign * self._product()
        return total

    def _product(self) -> float:
        product = self.value()
        while self._peek() in ("*", "/"):
            times = self._next()["mark"] == "*"
            factor = self.value()
            product = product * factor if times else product / factor
        return product

    def _number(self, number: str, unit: str) -> float:
        if unit == "%":
            return float(number) * self._whole / 100
        if length(number + unit) is None:
            raise ValueError(unit)
        return user(number + unit)

    def _peek(self) -> str | None:
        match = _TOKEN.match(self._text, self.at)
        if match is None:
            raise ValueError(self._text)
        # The sign of a number that follows another number.
        number: str | None = match["number"]
        if number and number[0] in "+-":
            return None
        mark: str | None = match["mark"]
        return mark

    def _next(self) -> re.Match[str]:
        match = _TOKEN.match(self._text, self.at)
        if match is None:
            raise ValueError(self._text)
        self.at = match.end()
        return match


class Transform(NamedTuple):
    """A `transform` attribute; with an error, its matrix is the identity."""

    matrix: Matrix
    error: int | None = None


# The same few occur in thousands of elements.
@lru_cache(maxsize=4096)
def transform(text: str) -> Transform:
    """Parse a `transform` attribute. One with an error is ignored as a whole (SVG 2, 8.5).

    >>> transform("translate(1 2) scale(3)").matrix
    Matrix(a=3.0, b=0.0, c=0.0, d=3.0, e=1.0, f=2.0)
    >>> transform("scale(3) turn(2)")
    Transform(matrix=Matrix(a=1, b=0, c=0, d=1, e=0, f=0), error=9)
    """
    matrix = Matrix()
    at = _skipped(text, 0)
    if text.strip() == "none":
        return Transform(matrix)
    while at < len(text):
        match = _CALL.match(text, at)
        single = _single(match[1], numbers(match[2])) if match else None
        if match is None or single is None:
            return Transform(Matrix(), at)
        matrix = matrix.times(single)
        at = _skipped(text, match.end())
    return Transform(matrix)


def _single(name: str, given: Numbers) -> Matrix | None:
    make, counts = _CALLS.get(name, (Matrix, ()))
    if given.error is not None or len(given.values) not in counts:
        return None
    return make(*given.values)


def _rotation(degrees: float, x: float = 0, y: float = 0) -> Matrix:
    angle = radians(degrees)
    turned = Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))
    return Matrix(e=x, f=y).times(turned).times(Matrix(e=-x, f=-y))


def _scaling(x: float, y: float | None = None) -> Matrix:
    return Matrix(a=x, d=x if y is None else y)


_CALLS: Mapping[str, tuple[Callable[..., Matrix], tuple[int, ...]]] = {
    "matrix": (Matrix, (6,)),
    "translate": (lambda x, y=0.0: Matrix(e=x, f=y), (1, 2)),
    "scale": (_scaling, (1, 2)),
    "rotate": (_rotation, (1, 3)),
    "skewX": (lambda angle: Matrix(c=tan(radians(angle))), (1,)),
    "skewY": (lambda angle: Matrix(b=tan(radians(angle))), (1,)),
}
"""The transforms of SVG 1.1, 7.6, each with the allowed numbers of arguments."""


class Segment(NamedTuple):
    """One command of a path with one set of arguments."""

    command: str
    values: tuple[float, ...]


class PathData(NamedTuple):
    """The segments of a path, up to the error if there is one."""

    segments: tuple[Segment, ...]
    error: int | None = None


_KINDS = {
    **{"M": "nn", "L": "nn", "H": "n", "V": "n", "T": "nn", "Z": ""},
    **{"C": "nnnnnn", "S": "nnnn", "Q": "nnnn", "A": "nnnffnn"},
}
"""The arguments of each command: numbers and flags."""

_COMMANDS = frozenset((*_KINDS, *map(str.lower, _KINDS)))


@cache
def _arguments(command: str) -> re.Pattern[str]:
    single = {"n": f"({_NUMBER})", "f": f"({_FLAG})"}
    return re.compile(_COMMA.join(single[kind] for kind in _KINDS[command.upper()]))


_BETWEEN = re.compile(_COMMA)


def path_data(text: str) -> PathData:
    """Parse the `d` of a path. Repeated arguments make a segment each; after `M` they are lines.

    >>> path_data("m1 2 3 4a.5.5 0 011.2 3")
    ... # doctest: +NORMALIZE_WHITESPACE
    PathData(segments=(Segment(command='m', values=(1.0, 2.0)),
                       Segment(command='l', values=(3.0, 4.0)),
                       Segment(command='a', values=(0.5, 0.5, 0.0, 0.0, 1.0, 1.2, 3.0))),
             error=None)
    >>> path_data("M1 2L3 z").error
    5
    """
    segments: list[Segment] = []
    at = _skipped(text, 0)
    while at < len(text):
        command = text[at]
        if command not in _COMMANDS or not (segments or command in "Mm"):
            return PathData(tuple(segments), at)
        arguments = _arguments(command)
        at = _skipped(text, at + 1)
        match = arguments.match(text, at)
        if match is None:
            return PathData(tuple(segments), at)
        while match is not None:
            values = tuple(map(float, match.groups()))
            if any(abs(value) > _LARGEST for value in values):
                return PathData(tuple(segments), match.start())
            segments.append(Segment(command, values))
            command = {"M": "L", "m": "l"}.get(command, command)
            at = match.end()
            between = _BETWEEN.match(text, at)
            match = arguments.match(text, between.end()) if between and values else None
        at = _skipped(text, at)
    return PathData(tuple(segments))
