"""Fonts and spans of Pango, which sets the texts of Squib."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from printnplay.importing.values import PLAIN, Font, Run, type_size

_WEIGHTS = {
    "thin": 100, "ultralight": 200, "extralight": 200, "light": 300, "semilight": 350,
    "demilight": 350, "book": 380, "medium": 500, "semibold": 600, "demibold": 600, "bold": 700,
    "ultrabold": 800, "extrabold": 800, "heavy": 900, "black": 900, "ultraheavy": 1000,
    "extraheavy": 1000, "ultrablack": 1000, "extrablack": 1000,
}  # fmt: skip
"""Names of weights: those of PangoWeight, and other names that Pango reads."""
_STYLE = re.compile(
    r"(?:^|(?<=\s))(?:weight=(?P<number>\d{1,4})|(?:weight=)?(?P<weight>thin|book|medium"
    r"|(?:ultra-?|extra-?|semi-?|demi-?)?(?:light|bold|heavy|black))"
    r"|(?P<italic>(?:style=)?(?:italic|oblique))|(?:weight|style|stretch|variant)=\S*"
    r"|normal|regular|roman|(?:ultra-?|extra-?|semi-?)?condensed)$",
    re.IGNORECASE,
)
"""A word for a style, after the families."""
_SIZED = re.compile(r"\s(\d+(?:\.\d+)?)(px)?\s*$")
_SIZES = {
    "xx-small": 58, "x-small": 69, "small": 83, "medium": 100, "large": 120, "x-large": 144,
    "xx-large": 173,
}  # fmt: skip
"""Sizes in percent of the text's."""
_STEPS = {"smaller": 1 / 1.2, "larger": 1.2}
SPANNED = frozenset(["font", "font_desc", "face", "font_family", "size", "font_size", "lang"])
"""The attributes of a span that are taken over here."""


def font_of(said: str, size: float | None, dots: float) -> Font:
    """Return a font of Pango, such as `Sans Bold 12`; its size is in points."""
    text = said.strip()
    if match := _SIZED.search(f" {text}"):
        text = text[: len(text) - len(match[0].strip())].strip()
        size = size or float(match[1][:8]) * (dots if match[2] else 1)
    *others, text = (" ".join(one.split()) for one in text.split(","))
    last, weight, is_italic = _styled(text)
    families: list[str] = []
    for name in others:  # a font of one style may be a family: `Open Sans ExtraBold`
        plain, own, slanted = _styled(name)
        families += dict.fromkeys((name, plain))
        weight = own if weight == PLAIN else weight
        is_italic = is_italic or slanted
    families = [one for one in (*families, last) if one]
    return Font(", ".join(families) or "Sans", type_size(size or 12.0), weight, is_italic)


def _styled(name: str) -> tuple[str, int, bool]:
    """Return a family without the styles after it, its weight, and whether it is slanted."""
    weight, is_italic = PLAIN, False
    while style := _STYLE.search(name):
        said = (style["weight"] or "").lower().replace("-", "")
        weight = min(int(style["number"] or 0), 1_000) or _WEIGHTS.get(said, weight)
        is_italic = is_italic or bool(style["italic"])
        name = name[: style.start()].rstrip()
    return name, weight, is_italic


def spanned(look: Run, given: Mapping[str, str], points: float) -> Run:
    """Return a look in the font of a span; `points` is the size of the text around it."""
    if said := given.get("font") or given.get("font_desc"):
        font = font_of(said, None, 1.0)
        is_sized = _SIZED.search(f" {said}")
        scale = _percent(100 * font.size / type_size(points)) if is_sized else look.scale
        look = replace(look, family=font.family, bold=font.bold, italic=font.italic, scale=scale)
    if family := given.get("face") or given.get("font_family"):
        look = replace(look, family=family)
    size = given.get("size") or given.get("font_size") or ""
    if size in _SIZES or size in _STEPS:
        scale = _SIZES.get(size, 0) or _percent(look.scale * _STEPS[size])
        return replace(look, scale=scale)
    if match := re.fullmatch(r"(\d{1,7}(?:\.\d{1,5})?)(pt|%)?", size):
        whole = {"%": look.scale, "pt": 100 / points, None: 100 / 1024 / points}[match[2]]
        number = float(match[1]) / (100 if match[2] == "%" else 1)
        return replace(look, scale=_percent(number * whole))
    return look


def _percent(scale: float) -> int:
    return round(min(max(scale, 25.0), 400.0))
