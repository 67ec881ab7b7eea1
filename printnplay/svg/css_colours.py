"""Colours that CSS makes of others: mixed, changed in one channel, chosen by day and night.

CSS Color 4 and 5; what coloraide knows by itself is left to it.
"""

import re
from typing import Any

from printnplay.svg.values import without_sums

DEEPEST = 4
"""How deep colours may lie within each other."""


def read(value: str, depth: int = 0) -> Any:  # noqa: ANN401  coloraide has no types
    """A colour of any kind; None when it is not one."""
    from coloraide import Color

    if depth > DEEPEST:
        return None
    mix = _arguments(value, "color-mix")
    if mix:
        return _mixed(mix, depth)
    light = _arguments(value, "light-dark")
    if light:
        return read(light[0], depth + 1) if len(light) == 2 else None
    relative = _RELATIVE.fullmatch(value)
    if relative is not None:
        return _changed(relative["name"].lower(), relative["rest"].strip(), depth)
    try:
        found = Color(_worked_out(value))
    except ValueError:
        return None
    if found.space() == "hsl":
        # CSS Color 4, 7; what browsers do with the old way to write it, with commas.
        most = 1.0 if "," in value else float("inf")
        found["saturation"] = min(max(found["saturation"], 0.0), most)
    return found


def _arguments(value: str, function: str) -> list[str]:
    """The arguments of a call of this function, parted by commas; none for anything else."""
    if not (value.lower().startswith(f"{function}(") and value.endswith(")")):
        return []
    return _parts(value[len(function) + 1 : -1], ",")


def _parts(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that are in no brackets."""
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
    """A value without sums of numbers; one of percentages stays, and is no colour then."""
    return value if _SHARES_ADDED.search(value) else without_sums(value, lambda: (0, 0), "")


_SHARE = re.compile(r"(.*?)\s*(?<![\w.%-])([\d.]+)%\s*|\s*([\d.]+)%\s+(.*)", re.DOTALL)
_SPACES = {"xyz": "xyz-d65"}


def _mixed(parts: list[str], depth: int) -> Any:  # noqa: ANN401
    """A mixture (CSS Color 5, 3): `[in SPACE [HUE hue],] COLOUR [SHARE], COLOUR [SHARE]`."""
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


def _shared(part: str, depth: int) -> tuple[Any, float | None] | None:
    """One colour of a mixture, and its share if it says one."""
    match = _SHARE.fullmatch(part)
    share = None
    if match is not None:
        part = match[1] if match[1] is not None else match[4]
        share = float(match[2] or match[3]) / 100
    found = read(part.strip(), depth + 1)
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
"""For each function the space of its channels, their names, and how much larger CSS writes them
than coloraide."""
_WORD = re.compile(r"(?<![\w.-])[a-z]+(?![\w(-])", re.IGNORECASE)


def _changed(name: str, rest: str, depth: int) -> Any:  # noqa: ANN401
    """A colour made of another one's channels (CSS Color 5, 4): `rgb(from red r 0 calc(b + 9))`."""
    from coloraide import Color

    words = [word for word in _parts(" ".join(rest.split()), " ") if word]
    origin = read(words.pop(0), depth + 1)
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
        told = _WORD.sub(
            lambda word: f"{known[word[0]]:.6f}" if word[0] in known else word[0], " ".join(words)
        )
        if "/" not in words:
            told = f"{told} / {known['alpha']:.6f}"
        return Color(_worked_out(f"{name}({head} {told})"))
    except ValueError:
        return None
