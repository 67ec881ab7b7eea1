"""CSS properties of font axes and features, as settings appended to a family name.

CSS Fonts 4: `font-stretch`, `font-variation-settings`, `font-feature-settings`, `font-variant-*`.
Properties that a later one overrides come first, as in 7.2 there.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from printnplay.kernel.font_settings import DECIMALS, LARGEST, TAG, WIDTH

LIGATURES = "font-variant-ligatures"
SPACED_OFF = dict.fromkeys(("liga", "clig"), 0.0)
"""The features that browsers disable in letter-spaced text (CSS Text 3, 8.2)."""
SPACED = "no-common-ligatures"
"""The same as a keyword of `font-variant-ligatures`."""
_WIDTHS = {
    **{"ultra-condensed": 50.0, "extra-condensed": 62.5, "condensed": 75.0},
    **{"semi-condensed": 87.5, "normal": 100.0, "semi-expanded": 112.5, "expanded": 125.0},
    **{"extra-expanded": 150.0, "ultra-expanded": 200.0},
}
_PERCENT = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)%")

VARIANTS: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "font-kerning": {"none": {"kern": 0.0}, "auto": {}, "normal": {}},
    LIGATURES: {
        "normal": {},
        "none": {**SPACED_OFF, **dict.fromkeys(("dlig", "hlig", "calt"), 0.0)},
        "common-ligatures": dict.fromkeys(SPACED_OFF, 1.0),
        SPACED: SPACED_OFF,
        "discretionary-ligatures": {"dlig": 1.0},
        "no-discretionary-ligatures": {"dlig": 0.0},
        "historical-ligatures": {"hlig": 1.0},
        "no-historical-ligatures": {"hlig": 0.0},
        "contextual": {"calt": 1.0},
        "no-contextual": {"calt": 0.0},
    },
    "font-variant-caps": {
        **{"normal": {}, "small-caps": {}},
        "all-small-caps": {"smcp": 1.0, "c2sc": 1.0},
        "petite-caps": {"pcap": 1.0},
        "all-petite-caps": {"pcap": 1.0, "c2pc": 1.0},
        "unicase": {"unic": 1.0},
        "titling-caps": {"titl": 1.0},
    },
    "font-variant-numeric": {
        "normal": {},
        "lining-nums": {"lnum": 1.0},
        "oldstyle-nums": {"onum": 1.0},
        "proportional-nums": {"pnum": 1.0},
        "tabular-nums": {"tnum": 1.0},
        "diagonal-fractions": {"frac": 1.0},
        "stacked-fractions": {"afrc": 1.0},
        "ordinal": {"ordn": 1.0},
        "slashed-zero": {"zero": 1.0},
    },
    "font-variant-east-asian": {
        "normal": {},
        **{name: {name: 1.0} for name in ("ruby", "jis78", "jis83", "jis90", "jis04")},
        **{"simplified": {"smpl": 1.0}, "traditional": {"trad": 1.0}},
        **{"full-width": {"fwid": 1.0}, "proportional-width": {"pwid": 1.0}},
    },
    "font-variant-position": {"normal": {}, "sub": {"subs": 1.0}, "super": {"sups": 1.0}},
    "font-variant-alternates": {"normal": {}, "historical-forms": {"hist": 1.0}},
}
"""The features that the keywords of each property switch on (1) and off (0)."""
MADE_UP = {
    "font-variant-caps": frozenset({"all-small-caps", "petite-caps", "all-petite-caps", "unicase"}),
    "font-variant-position": frozenset({"sub", "super"}),
}
"""Variants that browsers synthesize if a font has no glyphs for them (CSS Fonts 4, 6.5 and 6.6)."""
STRETCH, AXES, FEATURES = "font-stretch", "font-variation-settings", "font-feature-settings"
PROPERTIES = (STRETCH, *VARIANTS, FEATURES, AXES)
"""All of these properties; they are inherited."""
_PAIR = re.compile(r"""\s*(["'])(?P<tag>[^"']{4})\1\s*(?P<value>[-+.\w]*)\s*""")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]{1,2})?")
_SWITCHES = {"": 1.0, "on": 1.0, "off": 0.0}


def longhands(value: str) -> dict[str, str]:
    """Expand the shorthand `font-variant` into the properties that its keywords set.

    >>> longhands("small-caps tabular-nums slashed-zero")
    {'font-variant-caps': 'small-caps', 'font-variant-numeric': 'tabular-nums slashed-zero'}
    """
    if value.strip().lower() == "none":
        return {"font-variant-ligatures": "none"}
    found: dict[str, list[str]] = {}
    for word in value.lower().split():
        name = next((name for name, words in VARIANTS.items() if word in words), "font-variant")
        if word != "normal":
            found.setdefault(name, []).append(word)
    return {name: " ".join(words) for name, words in found.items()}


def not_followed(name: str, value: str) -> bool:
    """Check whether the value of a property has an unsupported part."""
    value = value.strip().lower()
    if name in VARIANTS:
        return any(word not in VARIANTS[name] for word in value.split())
    if name == FEATURES and value != "normal":
        pairs = [*_pairs(value)]
        # Of several alternates, only the first is supported.
        return len(pairs) != value.count(",") + 1 or any(one not in (0, 1) for _, one in pairs)
    if name == AXES and value != "normal":
        return len([*_pairs(value)]) != value.count(",") + 1
    if name == STRETCH:
        return _width(value) is None
    return False


def settings_of(look: Mapping[str, str]) -> dict[str, float]:
    """Return the font settings that the properties of a look result in."""
    said = tuple((name, look[name]) for name in PROPERTIES if name in look)
    return dict(_settings(said)) if said else {}


@lru_cache(maxsize=512)
def _settings(said: tuple[tuple[str, str], ...]) -> Mapping[str, float]:
    settings: dict[str, float] = {}
    for name, value in said:
        if name == STRETCH:
            width = _width(value.strip().lower())
            settings |= {} if width is None else {WIDTH: width}
        elif name in VARIANTS:
            for word in value.lower().split():
                settings |= VARIANTS[name].get(word, {})
        else:
            settings |= _pairs(value)
    return settings


def _pairs(value: str) -> Iterator[tuple[str, float]]:
    """Yield the tags of a list of settings, with their values; skip invalid ones."""
    for part in value.split(","):
        found = _PAIR.fullmatch(part)
        if found is None or not TAG.fullmatch(found["tag"]):
            continue
        said = found["value"].lower()
        if said in _SWITCHES:
            yield found["tag"], _SWITCHES[said]
        elif _NUMBER.fullmatch(said) and abs(float(said)) < LARGEST:
            yield found["tag"], round(float(said), DECIMALS)


def _width(value: str) -> float | None:
    percent = _PERCENT.fullmatch(value)
    return float(percent[1]) if percent else _WIDTHS.get(value)
