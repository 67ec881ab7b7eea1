"""Relative luminance and contrast of colours (WCAG 2.2).

The transfer function of sRGB is that of IEC 61966-2-1. Colours are written as `#rrggbb`.
"""

from colorsys import hls_to_rgb, rgb_to_hls

BEND, SLOPE, OFFSET, GAMMA = 0.04045, 12.92, 0.055, 2.4
"""Parameters of the sRGB transfer function: linear below the bend, a power function above it."""

WEIGHTS = (0.2126, 0.7152, 0.0722)
"""Weights of red, green and blue in the luminance (ITU-R BT.709)."""

FLARE = 0.05
"""Luminance that WCAG adds to both sides for ambient light (WCAG 2.2, contrast ratio)."""


READABLE = 4.5
"""The least contrast of text with its background (WCAG 2.2, 1.4.3)."""

STEPS = 50
"""The lightness steps in the search for a readable colour: 2 % each, which no eye distinguishes."""


def linear(part: float) -> float:
    """Convert an sRGB channel to linear light, both from 0 to 1."""
    return part / SLOPE if part <= BEND else float(((part + OFFSET) / (1 + OFFSET)) ** GAMMA)


def encoded(light: float) -> float:
    """Convert linear light to an sRGB channel; values outside 0 to 1 are clipped."""
    clipped = min(max(light, 0.0), 1.0)
    if clipped <= BEND / SLOPE:
        return clipped * SLOPE
    return float((1 + OFFSET) * clipped ** (1 / GAMMA) - OFFSET)


def luminance_of(red: float, green: float, blue: float) -> float:
    """Return the relative luminance of an sRGB colour with channels from 0 to 1.

    >>> luminance_of(0, 0, 0), round(luminance_of(1, 1, 1), 6)
    (0.0, 1.0)
    """
    parts = zip(WEIGHTS, (red, green, blue), strict=True)
    return sum(weight * linear(part) for weight, part in parts)


def contrast_of(one: float, other: float) -> float:
    """Return the contrast ratio of two luminances, from 1 to 21.

    >>> contrast_of(0, 1), contrast_of(0.5, 0.5)
    (21.0, 1.0)
    """
    low, high = sorted((one, other))
    return (high + FLARE) / (low + FLARE)


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`: 0 for black, 1 for white (WCAG 2.2).

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    return luminance_of(*channels(colour))


def contrast(colour: str, ground: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    return contrast_of(luminance(colour), luminance(ground))


def readable(colour: str, ground: str, least: float = READABLE) -> str:
    """Return a colour made darker or lighter until it is readable on its background.

    >>> readable("#ffc82e", "#ffffff")
    '#966f00'
    """
    if contrast(colour, ground) >= least:
        return colour
    hue, lightness, saturation = rgb_to_hls(*channels(colour))
    end = 0.0 if contrast("#000000", ground) > contrast("#ffffff", ground) else 1.0
    for step in range(1, STEPS + 1):
        changed = lightness + (end - lightness) * step / STEPS
        colour = hex_of(hue, changed, saturation)
        if contrast(colour, ground) >= least:
            break
    return colour


def mixed(colour: str, other: str, share: float) -> str:
    """Return a share of a colour with another one for the rest.

    >>> mixed("#2b59c3", "#ffffff", 0.12)
    '#e6ebf8'
    """
    pairs = zip(channels(colour), channels(other), strict=True)
    parts = (round(255 * (share * one + (1 - share) * two)) for one, two in pairs)
    return "#" + "".join(f"{part:02x}" for part in parts)


def channels(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of `#rrggbb`, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def hex_of(hue: float, lightness: float, saturation: float) -> str:
    """Return a colour by its hue, lightness and saturation, from 0 to 1, as `#rrggbb`."""
    parts = hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
