"""Lengths in drawings: units to millimetres, and to the user units that CSS calls pixels."""

import re

MM_PER_INCH = 25.4
CSS_PIXELS = 96
"""User units to the inch (CSS Values and Units, 5.2)."""
POINTS = 72
"""What Illustrator means by a pixel."""

_INCHES = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "q": 1 / 101.6, "pt": 1 / 72, "pc": 1 / 6}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)\s*", re.IGNORECASE)


def parts(text: str) -> tuple[float, str] | None:
    """The number and the unit of a length; None when it is none.

    >>> parts("2.5in"), parts("7"), parts("auto")
    ((2.5, 'in'), (7.0, ''), None)
    """
    match = _LENGTH.fullmatch(text)
    return (float(match[1]), match[2].lower()) if match else None


def millimetres(text: str, per_inch: float = CSS_PIXELS) -> float | None:
    """A length that does not depend on what is around it; None for others.

    >>> millimetres("1in"), millimetres("96"), millimetres("50%")
    (25.4, 25.4, None)
    """
    found = parts(text)
    if found is None:
        return None
    number, unit = found
    inches = 1 / per_inch if unit in ("", "px") else _INCHES.get(unit)
    return None if inches is None else number * inches * MM_PER_INCH


def in_true_unit(text: str) -> bool:
    """Whether a length is given in a unit that can be measured on paper."""
    found = parts(text)
    return found is not None and found[1] in _INCHES


def user(text: str | None, whole: float = 0, em: float = 16, default: float = 0) -> float:
    """A length in user units; `whole` is what per cent count from.

    >>> user("1in"), user("50%", 40), user(None)
    (96.0, 20.0, 0)
    """
    found = parts(text or "")
    if found is None:
        return default
    number, unit = found
    scales = {"": 1.0, "px": 1.0, "%": whole / 100, "em": em, "rem": 16.0, "ex": em / 2}
    return number * (scales[unit] if unit in scales else CSS_PIXELS * _INCHES.get(unit, 0))
