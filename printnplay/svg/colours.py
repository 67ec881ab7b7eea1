"""Colours of drawings: CSS colours in plain sRGB.

typst reads the colours of CSS Color 3, and draws all others black. So colours of CSS Color 4 and 5
are converted (`oklch()`, `color-mix()`, `light-dark()` and the others), and invalid colours are
detected.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tinycss2.color3 import RGBA, parse_color

from printnplay.svg.values import without_sums

if TYPE_CHECKING:
    from coloraide import Color

PAINTS = frozenset({"fill", "stroke"})
COLOURS = frozenset({"color", "stop-color", "flood-color", "lighting-color"})
"""The properties that are a paint, and those that are a colour."""

_PAINT_WORDS = {word: word for word in ("none", "context-fill", "context-stroke")}
_COLOUR_WORDS = {"currentcolor": "currentColor", "inherit": "inherit"}
"""Keywords in lower case, with the spelling that typst reads."""
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
"""The system colours of CSS Color 4, 6.2, as browsers show them in light mode."""
_PLAIN = re.compile(r"#(?:[0-9a-f]{3}){1,2}|[a-z]{3,}", re.IGNORECASE)
_REFERENCE = re.compile(r"(url\([^)]*\))\s*(.*)", re.IGNORECASE | re.DOTALL)
_PROFILED = re.compile(r"(\S.*?)\s+(?:icc-color|device-cmyk)\([^)]*\)", re.IGNORECASE)
_MODERN = re.compile(
    r"(?<![\w-])(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color|color-mix|light-dark)\(", re.IGNORECASE
)
LONGEST = 1000
"""The most characters of a colour: the longest that programs write have some dozens. A guess."""
DEEPEST = 4
"""The maximum nesting of colours (`color-mix`): nobody writes more than two. A guess."""


@lru_cache(maxsize=4096)
def paint(value: str) -> str | None:
    """Return a paint (SVG 2, 13.2) in the form that typst reads; None if it is invalid.

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
    """Return a colour (CSS Color 4 and 5) in the form that typst reads; None if it is invalid.

    Colours outside sRGB are clipped to it, as browsers do. Print uses the light mode.

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
        # SVG 1.1, 11.13.1: the colour in front is the one without the profile.
        return colour(profiled[1])
    if len(value) > LONGEST:
        return None
    if value.lower() in _SYSTEM:
        return _SYSTEM[value.lower()]
    found = _read(value)
    return None if found is None else _plain(found)


def _plain(found: "Color") -> str:
    red, green, blue = (
        round(255 * part) for part in found.convert("srgb").clip().coords(nans=False)
    )
    alpha = found.alpha(nans=False)
    if alpha < 1:
        return f"rgba({red}, {green}, {blue}, {alpha:.4g})"
    return f"#{red:02x}{green:02x}{blue:02x}"


def without_modern(value: str) -> str:
    """Return a value with its colours in the form that typst reads; unknown ones stay.

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
    """Return the index after the bracket that closes the one before an index."""
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def _read(value: str, depth: int = 0) -> "Color | None":
    """Parse a colour that CSS derives from others, or that coloraide supports; else None."""
    from coloraide import Color

    if depth > DEEPEST:
        return None
    mix = _arguments(value, "color-mix")
    if mix:
        return _mixed(mix, depth)
    light = _arguments(value, "light-dark")
    if light:
        return _read(light[0], depth + 1) if len(light) == 2 else None
    relative = _RELATIVE.fullmatch(value)
    if relative is not None:
        return _changed(relative["name"].lower(), relative["rest"].strip(), depth)
    try:
        found = Color(_worked_out(value))
    except ValueError:
        return None
    if found.space() == "hsl":
        # CSS Color 4, 7; in the old syntax with commas, browsers clip at 100 % too.
        most = 1.0 if "," in value else float("inf")
        found["saturation"] = min(max(found["saturation"], 0.0), most)
    return found


def _arguments(value: str, function: str) -> list[str]:
    """Split the arguments of a call of this function at commas; none if it is not such a call."""
    if not (value.lower().startswith(f"{function}(") and value.endswith(")")):
        return []
    return _parts(value[len(function) + 1 : -1], ",")


def _parts(text: str, mark: str) -> list[str]:
    """Split a text at marks that are not in brackets."""
    depth, parts = 0, [""]
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


_SHARES_ADDED = re.compile(r"(?:calc|min|max|clamp)\([^)]*%")


def _worked_out(value: str) -> str:
    """Compute sums of numbers; a sum of percentages stays, and is then an invalid colour."""
    return value if _SHARES_ADDED.search(value) else without_sums(value, lambda: (0, 0), "")


_PERCENTAGE = r"((?>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[+-]?[0-9]{1,3})?)%"
_SHARE = re.compile(
    rf"(.*?)\s*(?<![\w.%-]){_PERCENTAGE}\s*|\s*{_PERCENTAGE}\s+(.*)", re.DOTALL | re.IGNORECASE
)
_SPACES = {"xyz": "xyz-d65"}


def _mixed(parts: list[str], depth: int) -> "Color | None":
    """Mix colours (CSS Color 5, 3): `[in SPACE [HUE hue],] COLOUR [SHARE], COLOUR [SHARE]`."""
    how = parts.pop(0).lower().split() if parts[0].lower().startswith("in ") else ["in", "oklab"]
    if len(parts) != 2 or len(how) not in (2, 4):
        return None
    first, second = (_shared(part, depth) for part in parts)
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


def _shared(part: str, depth: int) -> "tuple[Color, float | None] | None":
    """Return one colour of a mixture, and its share if it has one."""
    match = _SHARE.fullmatch(part)
    share = None
    if match is not None:
        part = match[1] if match[1] is not None else match[4]
        share = float(match[2] or match[3]) / 100
        if share > 1:
            return None
    found = _read(part.strip(), depth + 1)
    return None if found is None else (found, share)


_RELATIVE = re.compile(
    r"(?P<name>rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color)\(\s*from\s+(?P<rest>.+)\)",
    re.IGNORECASE | re.DOTALL,
)
_CHANNELS = {
    "rgb": ("srgb", "rgb", (255, 255, 255)),
    "hsl": ("hsl", "hsl", (1, 100, 100)),
    "hwb": ("hwb", "hwb", (1, 100, 100)),
    "lab": ("lab", "lab", (1, 1, 1)),
    "lch": ("lch", "lch", (1, 1, 1)),
    "oklab": ("oklab", "lab", (1, 1, 1)),
    "oklch": ("oklch", "lch", (1, 1, 1)),
}
"""For each function its colour space, its channels, and the scale of CSS values relative to
coloraide."""
_WORD = re.compile(r"(?<![\w.-])[a-z]+(?![\w(-])", re.IGNORECASE)


def _changed(name: str, rest: str, depth: int) -> "Color | None":
    """Return a relative colour (CSS Color 5, 4): `rgb(from red r 0 calc(b + 9))`."""
    from coloraide import Color

    words = [word for word in _parts(" ".join(rest.split()), " ") if word]
    origin = _read(words.pop(0), depth + 1)
    if origin is None or not words:
        return None
    head = ""
    if name == "color":
        head = words.pop(0)
        space, scales = _SPACES.get(head.lower(), head.lower()), (1, 1, 1)
        letters = "xyz" if space.startswith("xyz") else "rgb"
    else:
        name = name.removesuffix("a") if name in ("rgba", "hsla") else name
        space, letters, scales = _CHANNELS[name]
    try:
        channels = origin.convert(space).coords(nans=False)
        known = {
            letter: channel * scale
            for letter, channel, scale in zip(letters, channels, scales, strict=True)
        }
        known["alpha"] = origin.alpha(nans=False)
        values = _WORD.sub(
            lambda word: f"{known[word[0]]:.6f}" if word[0] in known else word[0], " ".join(words)
        )
        if "/" not in words:
            values = f"{values} / {known['alpha']:.6f}"
        return Color(_worked_out(f"{name}({head} {values})"))
    except ValueError:
        return None
