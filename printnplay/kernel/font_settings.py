"""Settings of fonts, said behind the name of a family: `Inter wdth 75 tnum 1`.

A setting is an axis of a variable font (`wdth 75`) or an OpenType feature (`tnum 1`, `liga 0`). A
family with settings is a family like any other: whatever names families can name it, and its faces
are font files of their own (`text.derived`), which every program draws alike.
"""

import re
from collections.abc import Mapping, Sequence

WIDTH = "wdth"
"""The axis of narrow and wide letters (OpenType specification, registry of axes)."""
OPTICAL = "opsz"
"""The axis of letters that are drawn for a size."""

Settings = Mapping[str, float]
"""The values of axes and features by their tags."""

TAG = re.compile(r"[A-Za-z][A-Za-z0-9]{3}")
"""A tag of an axis or a feature as fonts have them (OpenType allows more)."""
DECIMALS = 3
"""The decimals of a setting's value: an axis of 1,000 units moves by less than its outlines are
rounded."""
LARGEST = 100_000
"""The bound of all values of settings: OpenType has 16 bits for them."""
_VALUE = rf"-?[0-9]{{1,5}}(?:\.[0-9]{{1,{DECIMALS}}})?"
_SETTINGS = re.compile(rf"((?: {TAG.pattern} {_VALUE})+)$", re.ASCII)
SETTING = re.compile(rf"""font-family="'?[^"']*? {TAG.pattern} {_VALUE}['" ]""", re.ASCII)
"""Where a drawing names a family with settings."""


def optical(pixels: float) -> dict[str, float]:
    """Return the setting of letters that are drawn for a size, in pixels of CSS as in browsers.

    >>> optical(18.666)
    {'opsz': 18.7}
    """
    return {OPTICAL: round(pixels, 1)}


def parted(family: str) -> tuple[str, dict[str, float]]:
    """Return a family without its settings, and these.

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
    """Return the name of a family with settings; its own stay where they are not set anew.

    >>> with_settings("Inter tnum 1", {"wdth": 87.5})
    'Inter tnum 1 wdth 87.5'
    """
    plain, own = parted(family)
    every = {**own, **settings}
    return " ".join([plain, *(f"{tag} {_written(every[tag])}" for tag in sorted(every))])


def _written(value: float) -> str:
    """A value as `parted` reads it: without an exponent.

    >>> _written(87.5), _written(-9.8765), _written(0.00001), _written(12345)
    ('87.5', '-9.877', '0', '12345')
    """
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def features_of(words: Sequence[str]) -> dict[str, float]:
    """Return features as templates and styles write them: `tnum` is on, `-liga` is off.

    Raises:
        ValueError: a word is none; the message is the word.

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
