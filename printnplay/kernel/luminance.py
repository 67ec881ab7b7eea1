"""How light colours are, and how much they differ (WCAG 2.2).

The curve of sRGB is that of IEC 61966-2-1.
"""

BEND, SLOPE, OFFSET, GAMMA = 0.04045, 12.92, 0.055, 2.4
"""The curve of sRGB: a line below the bend, a power above it."""

WEIGHTS = (0.2126, 0.7152, 0.0722)
"""The shares of red, green and blue in what is seen as light (ITU-R BT.709)."""

FLARE = 0.05
"""The luminance that WCAG adds to both sides for light that falls on what is read (WCAG 2.2,
contrast ratio)."""


def linear(part: float) -> float:
    """Return the light of a channel of sRGB, both from 0 to 1."""
    return part / SLOPE if part <= BEND else float(((part + OFFSET) / (1 + OFFSET)) ** GAMMA)


def encoded(light: float) -> float:
    """Return the channel of sRGB of a light; light beyond 0 or 1 is clipped."""
    clipped = min(max(light, 0.0), 1.0)
    if clipped <= BEND / SLOPE:
        return clipped * SLOPE
    return float((1 + OFFSET) * clipped ** (1 / GAMMA) - OFFSET)


def luminance_of(red: float, green: float, blue: float) -> float:
    """Return the relative luminance of a colour of sRGB, whose channels are from 0 to 1.

    >>> luminance_of(0, 0, 0), round(luminance_of(1, 1, 1), 6)
    (0.0, 1.0)
    """
    parts = zip(WEIGHTS, (red, green, blue), strict=True)
    return sum(weight * linear(part) for weight, part in parts)


def contrast_of(one: float, other: float) -> float:
    """Return the contrast of two luminances, from 1 to 21.

    >>> contrast_of(0, 1), contrast_of(0.5, 0.5)
    (21.0, 1.0)
    """
    low, high = sorted((one, other))
    return (high + FLARE) / (low + FLARE)
