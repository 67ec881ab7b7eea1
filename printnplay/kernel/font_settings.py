"""Font settings, written after the name of a family: `Inter wdth 75 tnum 1`.

A setting is an axis of a variable font (`wdth 75`) or an OpenType feature (`tnum 1`, `liga 0`). A
family with settings can be used wherever a family name is allowed. Its faces are separate font
files (`text.derived`), which every program renders alike.
"""

import re
from collections.abc import Mapping, Sequence

WIDTH = "wdth"
"""The width axis, from condensed to expanded (OpenType specification, registry of axes)."""
OPTICAL = "opsz"
"""The axis of optical sizes."""

Settings = Mapping[str, float]
"""Values of axes and features by tag."""

TAG = re.compile(r"[A-Za-z][A-Za-z0-9]{3}")
"""A tag of an axis or a feature as used by fonts (OpenType allows more)."""
DECIMALS = 3
"""Number of decimals of a setting's value: on an axis of 1,000 units, a smaller step is less than
the rounding of outlines."""
LARGEST = 100_000
"""Upper bound of all setting values: OpenType stores them in 16 bits."""
_VALUE = rf"-?[0-9]{{1,5}}(?:\.[0-9]{{1,{DECIMALS}}})?"
_SETTINGS = re.compile(rf"((?: {TAG.pattern} {_VALUE})+)$", re.ASCII)
SETTING = re.compile(rf"""font-family="'?[^"']*? {TAG.pattern} {_VALUE}['" ]""", re.ASCII)
"""Match a family with settings in a drawing."""


def optical(pixels: float) -> dict[str, float]:
    """Return the optical size setting for a font size in CSS pixels, as in browsers.

    >>> optical(18.666)
    {'opsz': 18.7}
    """
    return {OPTICAL: round(pixels, 1)}


def parted(family: str) -> tuple[str, dict[str, float]]:
    """Split a family name into the plain family and its settings.

    >>> parted("Inter wdth 75 tnum 1"), parted("Inter")
    (('Inter', {'wdth': 75.0, 'tnum': 1.0}), ('Inter', {}))
    """
    found = _SETTINGS.search(family)
    if found is None:
        return family, {}
    words = found[1].split()
    values = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    return family[: found.start()], values


def with_settings(family: str, settings: Settings) -> str:
    """Return a family name with settings added; they override its existing ones.

    >>> with_settings("Inter tnum 1", {"wdth": 87.5})
    'Inter tnum 1 wdth 87.5'
    """
    plain, own = parted(family)
    every = {**own, **settings}
    return " ".join([plain, *(f"{tag} {_written(every[tag])}" for tag in sorted(every))])


def _written(value: float) -> str:
    """Format a value so that `parted` can parse it: without an exponent.

    >>> _written(87.5), _written(-9.8765), _written(0.00001), _written(12345)
    ('87.5', '-9.877', '0', '12345')
    """
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def features_of(words: Sequence[str]) -> dict[str, float]:
    """Parse features as written in templates and styles: `tnum` is on, `-liga` is off.

    Raises:
        ValueError: a word is not a feature; the message is the word.

    >>> features_of(["tnum", "-liga"])
    {'tnum': 1.0, 'liga': 0.0}
    """
    features = {}
    for word in words:
        tag = word.removeprefix("-")
        if not TAG.fullmatch(tag):
            raise ValueError(word)
        features[tag] = float(tag == word)
    return features
