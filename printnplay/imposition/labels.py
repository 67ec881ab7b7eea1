"""Labels on sheets: their alignment, and the area that they need."""

from typing import Literal, TypeAlias

from printnplay.kernel.geometry import Point, Rect, Um
from printnplay.scene.sheet import Label, TextLine

_ALONG: dict[int, tuple[int, int]] = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
"""The direction of text, right and down, by its clockwise turn."""

Align: TypeAlias = Literal["left", "centre", "right"]

_SHARE: dict[Align, int] = {"left": 0, "centre": 1, "right": 2}
"""The share of a text before its anchor point, in halves."""


def place_label(label: Label, at: Point, align: Align = "left", turn: int = 0) -> TextLine:
    """Place a label so that it starts, is centred or ends at a point; `turn` is clockwise."""
    right, down = _ALONG[turn]
    back = label.width * _SHARE[align] // 2
    return TextLine(at.moved(-right * back, -down * back), label.runs, turn)


def overhang(label: Label) -> Um:
    """Return the height of accents above capitals and of descenders below the baseline.

    A third of the height of capitals is enough for most text faces (in the bundled faces, accents
    rise 0.33 and descenders fall 0.34 of it).
    """
    return label.height * 7 // 20


def room(label: Label) -> Um:
    """Return the height of a line of text, from its accents to its descenders."""
    return label.height + 2 * overhang(label)


def box(label: Label, at: Point, turn: int = 0) -> Rect:
    """Return the rectangle of a label whose baseline starts at a point."""
    above, below = label.height + overhang(label), overhang(label)
    width = label.width
    return {
        0: Rect(at.x, at.y - above, width, above + below),
        90: Rect(at.x - below, at.y, above + below, width),
        180: Rect(at.x - width, at.y - below, width, above + below),
        270: Rect(at.x - above, at.y - width, above + below, width),
    }[turn]
