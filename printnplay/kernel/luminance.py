"""Relative luminance and contrast of colours (WCAG 2.2).

The transfer function of sRGB is that of IEC 61966-2-1.
"""

BEND, SLOPE, OFFSET, GAMMA = 0.04045, 12.92, 0.055, 2.4
"""Parameters of the sRGB transfer function: linear below the bend, a power function above it."""

WEIGHTS = (0.2126, 0.7152, 0.0722)
"""Weights of red, green and blue in the luminance (ITU-R BT.709)."""

FLARE = 0.05
"""Luminance that WCAG adds to both sides for ambient light (WCAG 2.2, contrast ratio)."""


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
