"""Colours of pages: contrast as WCAG 2.2 measures it, and what a colour becomes in the dark.

Source of luminance and contrast: WCAG 2.2, "relative luminance" and "contrast ratio".
"""

from colorsys import hls_to_rgb, rgb_to_hls

READABLE = 4.5
"""The least contrast of text to its ground (WCAG 2.2, 1.4.3)."""

VISIBLE = 3.0
"""The least contrast of what is not text (WCAG 2.2, 1.4.11)."""

_STEPS = 50
_LIGHT = 0.25
"""A ground of more luminance is a tint, which in the dark becomes a shade."""


def luminance(colour: str) -> float:
    """How light a colour `#rrggbb` is: 0 for black, 1 for white.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in _parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, ground: str) -> float:
    """How much two colours differ, from 1 to 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    low, high = sorted((luminance(colour), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, ground: str, least: float = READABLE) -> str:
    """The colour, so much darker or lighter that it can be read on its ground.

    >>> readable("#ffc82e", "#ffffff")
    '#966f00'
    """
    if contrast(colour, ground) >= least:
        return colour
    hue, lightness, saturation = rgb_to_hls(*_parts(colour))
    end = 0.0 if contrast("#000000", ground) > contrast("#ffffff", ground) else 1.0
    for step in range(1, _STEPS + 1):
        changed = lightness + (end - lightness) * step / _STEPS
        colour = _written(hue, changed, saturation)
        if contrast(colour, ground) >= least:
            break
    return colour


def on_ground(colour: str, ground: str) -> tuple[str, str]:
    """Text and its ground, one of them changed until the text can be read: black and white stay."""
    if contrast(colour, ground) < READABLE and luminance(colour) in (0.0, 1.0):
        return colour, readable(ground, colour)
    return readable(colour, ground), ground


def shade(colour: str) -> str:
    """The ground that takes the place of a light one in the dark."""
    if luminance(colour) <= _LIGHT:
        return colour
    hue, _, saturation = rgb_to_hls(*_parts(colour))
    return _written(hue, 0.17, min(saturation, 0.42))


def night(ink: str) -> str:
    """The ground of pages in the dark: nearly black, with a touch of the ink's colour."""
    hue, _, saturation = rgb_to_hls(*_parts(ink))
    return _written(hue, 0.085, min(saturation, 0.3))


def moon(paper: str) -> str:
    """The text of pages in the dark: nearly white, with a touch of the paper's colour."""
    hue, _, saturation = rgb_to_hls(*_parts(paper))
    return _written(hue, 0.91, min(saturation, 0.3))


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _written(hue: float, lightness: float, saturation: float) -> str:
    parts = hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
