"""Values of CSS properties: lengths in pixels, borders, weights, ratios, gradients."""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from printnplay.importing.markup import hex_colour
from printnplay.importing.values import BOLD, PLAIN, SEMIBOLD, Gradient, gradient
from printnplay.kernel.geometry import Rect

Style = dict[str, str]
"""Properties of an element, lengths as they are written."""

LETTER = 0.52
"""The width of a letter, as a share of the type size: the mean of common sans-serif fonts."""
ROOT_SIZE = 14.0
"""The type size of the page around cards, in pixels: that of Cider."""
ASCENT, DESCENT, LINE_GAP = 0.905, 0.212, 0.033
"""How far the letters of Arial and its like reach above and below the base line, in em, and the
gap between lines; browsers round each to whole pixels."""

SIDES = ("top", "right", "bottom", "left")
CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
NUMBER = r"-?\d*\.?\d+"
"""The pattern of a number in CSS that may be negative."""
_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16}
_CALL = re.compile(r"-?(calc|min|max|clamp)\(")


def pixels(value: str, base: float | None, font: float) -> float | None:
    """Return a CSS length in pixels; None if it is `auto`, not a number if its unit is unknown."""
    text = value.strip()
    if match := re.fullmatch(rf"({NUMBER})([a-z%]*)", text):
        return _single(match, base, font)
    if not _CALL.match(text) or (base is None and "%" in text):
        return None
    plain = re.sub(
        rf"(?<![\w.)])({NUMBER})([a-z%]*)", lambda one: f"({_single(one, base, font)})", text
    )
    try:
        return _worked_out(ast.parse(plain[:500], mode="eval").body)
    except (SyntaxError, KeyError, TypeError, ArithmeticError, RecursionError, MemoryError):
        return math.nan


def _single(match: re.Match[str], base: float | None, font: float) -> float | None:
    """Return a number with a unit in pixels."""
    number = float(match[1][:12])
    if match[2] == "%":
        return None if base is None else number * base / 100
    per = {**_UNITS, "em": font, "ch": font * LETTER, "rem": ROOT_SIZE}
    return number * per.get(match[2], math.nan)


def _worked_out(node: ast.expr) -> float:
    """Return the value of a sum.

    Raises:
        KeyError, TypeError, ArithmeticError: it is something else.
    """
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_worked_out(operand)
        case ast.BinOp(left=left, op=sign, right=right):
            return _SIGNS[type(sign)](_worked_out(left), _worked_out(right))
        case ast.Call(func=ast.Name(id=name), args=given):
            return _CALLED[name](*map(_worked_out, given))
    raise TypeError("no sum")


_SIGNS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}  # fmt: skip
_CALLED: Mapping[str, Callable[..., float]] = {
    "calc": float,
    "min": lambda *all_of: min(all_of),
    "max": lambda *all_of: max(all_of),
    "clamp": lambda least, one, most: max(least, min(one, most)),
}


def type_size(said: str, around: float) -> float:
    """Return a `font-size` in pixels; `around` is that of what it is in."""
    found = _NAMED_SIZES.get(said) or pixels(said, around, around)
    found = {"smaller": around / 1.2, "larger": around * 1.2}.get(said, found)
    return around if found is None or found != found else min(max(found, 1.0), 2000.0)


_NAMED_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip


def number_of(text: str) -> float:
    """Return a number without a unit; 0 if it is none."""
    return float(text[:12]) if re.fullmatch(r"\d*\.?\d+", text.strip()[:12]) else 0.0


def share_of(text: str) -> float:
    """Return a number or a percentage as a share of 1; 0 if it is neither."""
    return number_of(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def ratio_of(text: str) -> float:
    """Return width by height of an `aspect-ratio`; 0 if it says none."""
    width, _, height = (one.strip() for one in text.partition("/"))
    below = number_of(height or "1")
    return number_of(width) / below if below else 0.0


def degrees_of(text: str) -> float | None:
    """Return an angle in degrees, clockwise; None if it is none."""
    match = re.fullmatch(rf"({NUMBER})(deg|grad|rad|turn)", text)
    return float(match[1][:10]) * _ANGLES[match[2]] if match else None


_ANGLES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


def sides(style: Mapping[str, str], name: str, ending: str = "") -> Iterator[str]:
    """Yield the four values of a property: top, right, bottom, left."""
    for side in SIDES:
        yield style.get(f"{name}-{side}{ending}", "0")


def borders(style: Style, font: float) -> list[float]:
    """Return the widths of the borders: top, right, bottom, left."""
    pairs = zip(sides(style, "border", "-style"), sides(style, "border", "-width"), strict=True)
    return [
        pixels(width, None, font) or 0.0 if kind not in ("none", "hidden", "0") else 0.0
        for kind, width in pairs
    ]


def leading_of(style: Style, font: float) -> float:
    """Return the distance of lines in pixels."""
    said = style.get("line-height", "normal")
    if re.fullmatch(r"[\d.]+", said):
        return number_of(said) * font
    usual = sum(round(one * font) for one in (ASCENT, DESCENT, LINE_GAP))
    return pixels(said, font, font) or usual


def weight_of(style: Style) -> int:
    """Return the weight of letters."""
    said = style.get("font-weight", "normal")
    return BOLD if said in ("bold", "bolder") else min(round(number_of(said)), 1_000) or PLAIN


def is_bold(style: Style) -> bool:
    """Return whether letters are bold."""
    return weight_of(style) >= SEMIBOLD


def is_italic(style: Style) -> bool:
    """Return whether letters are slanted."""
    return style.get("font-style", "") in ("italic", "oblique")


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
