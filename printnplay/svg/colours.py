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
    found = _read(value, 0) if len(value) <= LONGEST else None
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


def _arguments(value: str, function: str) -> list[str]:
    """The arguments of a call of this function, parted by commas; none for anything else."""
    if not (value.lower().startswith(f"{function}(") and value.endswith(")")):
        return []
    inner, depth, parts = value[len(function) + 1 : -1], 0, [""]
    for letter in inner:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _read(value: str, depth: int) -> Any:  # noqa: ANN401  coloraide has no types
    """A colour of any kind; None when it is not one."""
    from coloraide import Color

    mix = _arguments(value, "color-mix")
    if mix:
        return _mixed(mix, depth)
    light = _arguments(value, "light-dark")
    if light:
        return _read(light[0], depth) if len(light) == 2 else None
    try:
        return Color(value)
    except ValueError:
        return None


_SHARE = re.compile(r"(.*?)\s*(?<![\w.%-])([\d.]+)%\s*|\s*([\d.]+)%\s+(.*)", re.DOTALL)
_SPACES = {"xyz": "xyz-d65", "lab": "lab", "lch": "lch"}


def _mixed(parts: list[str], depth: int) -> Any:  # noqa: ANN401
    """A mixture (CSS Color 5, 3): `in SPACE [HUE hue], COLOUR [SHARE], COLOUR [SHARE]`."""
    how = parts[0].lower().split()
    if len(parts) != 3 or how[:1] != ["in"] or len(how) not in (2, 4) or depth > 4:
        return None
    first, second = (_shared(part, depth) for part in parts[1:])
    if first is None or second is None:
        return None
    (one, share), (other, rest) = first, second
    if share is None:
        share = 1 - rest if rest is not None else 0.5
    if rest is None:
        rest = 1 - share
    whole = share + rest
    if whole <= 0:
        return None
    try:
        hue = how[2] if len(how) == 4 else "shorter"
        mixed = one.mix(other, rest / whole, space=_SPACES.get(how[1], how[1]), hue=hue)
    except ValueError:
        return None
    if whole < 1:
        mixed["alpha"] = mixed.alpha(nans=False) * whole
    return mixed


def _shared(part: str, depth: int) -> tuple[Any, float | None] | None:
    """One colour of a mixture, and its share if it says one."""
    match = _SHARE.fullmatch(part)
    share = None
    if match is not None:
        part = match[1] if match[1] is not None else match[4]
        share = float(match[2] or match[3]) / 100
    found = _read(part.strip(), depth + 1)
    return None if found is None else (found, share)
