"""Values of CSS properties: lengths in pixels, borders, weights, ratios."""

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping

Style = dict[str, str]
"""Properties of an element, lengths as they are written."""

LETTER = 0.52
"""The width of a letter, as a share of the type size: the mean of common sans-serif fonts."""
ROOT_SIZE = 14.0
"""The type size of the page around cards, in pixels: that of Cider."""
USUAL_LEADING = 1.17

SIDES = ("top", "right", "bottom", "left")
NUMBER = r"-?\d*\.?\d+"
"""The pattern of a number in CSS that may be negative."""
_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16}
_SUM = re.compile(r"calc\((.+?)\s([-+])\s(.+?)\)")
_PRODUCT = re.compile(r"calc\((.+?)\s*([*/])\s*(\d*\.?\d+)\)")


def pixels(value: str, base: float | None, font: float) -> float | None:
    """Return a CSS length in pixels; None if it is `auto`, not a number if its unit is unknown."""
    text = value.strip()
    if match := re.fullmatch(rf"({NUMBER})([a-z%]*)", text):
        per = {**_UNITS, "em": font, "ch": font * LETTER, "rem": ROOT_SIZE}
        if match[2] == "%":
            return None if base is None else float(match[1][:12]) * base / 100
        return float(match[1][:12]) * per.get(match[2], math.nan)
    match = _SUM.fullmatch(text) or _PRODUCT.fullmatch(text)
    if match is None:
        return None
    left, right = (pixels(one, base, font) for one in (match[1], match[3]))
    if left is None or right is None or (match[2] == "/" and not right):
        return None
    return _SIGNS[match[2]](left, right)


_SIGNS: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
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
    return pixels(said, font, font) or font * USUAL_LEADING


def is_bold(style: Style) -> bool:
    """Return whether letters are bold."""
    weight = style.get("font-weight", "normal")
    return weight in ("bold", "bolder") or number_of(weight) >= 600


def is_italic(style: Style) -> bool:
    """Return whether letters are slanted."""
    return style.get("font-style", "") in ("italic", "oblique")
