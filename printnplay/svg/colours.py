"""Colours of drawings: CSS colours in plain sRGB.

typst reads the colours of CSS Color 3, and draws every other one black. So what CSS Color 4 and 5
add is said plainly here (`oklch()`, `color-mix()`, `light-dark()` and the others), and what is no
colour at all is found.
"""

import re
from functools import lru_cache
from typing import Any

from tinycss2.color3 import RGBA, parse_color

PAINTS = frozenset({"fill", "stroke"})
COLOURS = frozenset({"color", "stop-color", "flood-color", "lighting-color"})
"""The properties that are a paint, and those that are a colour."""

_PAINT_WORDS = {word: word for word in ("none", "context-fill", "context-stroke")}
_COLOUR_WORDS = {"currentcolor": "currentColor", "inherit": "inherit"}
"""Words by their small letters, as typst knows them."""
_SYSTEM = {
    **dict.fromkeys(("canvas", "field", "highlighttext", "accentcolortext"), "#ffffff"),
    **dict.fromkeys(("canvastext", "fieldtext", "buttontext", "buttonborder"), "#000000"),
    "buttonface": "#f0f0f0",
    "graytext": "#808080",
    "linktext": "#0000ee",
    "visitedtext": "#551a8b",
    "activetext": "#ff0000",
    "highlight": "#b5d7ff",
    "accentcolor": "#0075ff",
}
"""The colours of CSS Color 4, 6.2, that a reader's system chooses, as browsers show them by day."""
_PLAIN = re.compile(r"#(?:[0-9a-f]{3}){1,2}|[a-z]{3,}", re.IGNORECASE)
_REFERENCE = re.compile(r"(url\([^)]*\))\s*(.*)", re.IGNORECASE | re.DOTALL)
_PROFILED = re.compile(r"(\S.*?)\s+(?:icc-color|device-cmyk)\([^)]*\)", re.IGNORECASE)
_MODERN = re.compile(
    r"(?<![\w-])(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color|color-mix|light-dark)\(", re.IGNORECASE
)
LONGEST = 1000
"""A colour is never longer than this, in characters."""


@lru_cache(maxsize=4096)
def paint(value: str) -> str | None:
    """A paint (SVG 2, 13.2) as typst reads it; None when it is not one.

    >>> paint("url(#sky) oklch(62.8% 0.2577 29.23)"), paint("none"), paint("bleu")
    ('url(#sky) #ff0000', 'none', None)
    """
    value = value.strip()
    if value.lower() in _PAINT_WORDS:
        return _PAINT_WORDS[value.lower()]
    reference = _REFERENCE.fullmatch(value)
    if reference is None:
        return colour(value)
    link, fallback = reference.groups()
    if not fallback:
        return link
    second = "none" if fallback.lower() == "none" else colour(fallback)
    return None if second is None else f"{link} {second}"


@lru_cache(maxsize=4096)
def colour(value: str) -> str | None:
    """A colour (CSS Color 4 and 5) as typst reads it; None when it is not one.

    What lies outside of sRGB is cut to it, as browsers do. A printed picture is light, not dark.

    >>> colour("rgb(200 30 30 / 50%)"), colour("light-dark(gold, navy)"), colour("GOLD")
    ('rgba(200, 30, 30, 0.5)', '#ffd700', 'GOLD')
    >>> colour("color-mix(in srgb, red, blue 25%)")
    '#bf0040'
    """
    value = value.strip()
    if value.lower() in _COLOUR_WORDS:
        return _COLOUR_WORDS[value.lower()]
    if _PLAIN.fullmatch(value) and isinstance(parse_color(value), RGBA):
        return value
    profiled = _PROFILED.fullmatch(value)
    if profiled is not None:
        # SVG 1.1, 11.13.1: the colour in front is what is shown without the profile.
        return colour(profiled[1])
    if len(value) > LONGEST:
        return None
    if value.lower() in _SYSTEM:
        return _SYSTEM[value.lower()]
    from printnplay.svg.css_colours import read

    found = read(value)
    return None if found is None else _plain(found)


def _plain(found: Any) -> str:  # noqa: ANN401  coloraide has no types
    red, green, blue = (
        round(255 * part) for part in found.convert("srgb").clip().coords(nans=False)
    )
    alpha = found.alpha(nans=False)
    if alpha < 1:
        return f"rgba({red}, {green}, {blue}, {alpha:.4g})"
    return f"#{red:02x}{green:02x}{blue:02x}"


def without_modern(value: str) -> str:
    """A value with each colour in it as typst reads it; one that is not known stays.

    >>> without_modern("drop-shadow(0 0 2px rgb(0 0 0 / 50%))")
    'drop-shadow(0 0 2px rgba(0, 0, 0, 0.5))'
    """
    parts, at = [], 0
    while match := _MODERN.search(value, at):
        end = _closed(value, match.end())
        plain = colour(value[match.start() : end])
        parts += [value[at : match.start()], plain or value[match.start() : end]]
        at = end
    return "".join([*parts, value[at:]])


def _closed(text: str, at: int) -> int:
    """The place behind the bracket that closes the one before a place."""
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at
