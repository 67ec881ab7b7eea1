"""The distance of texts from the cut line of their card, measured at the ink of their letters."""

from collections.abc import Iterable, Sequence
from math import inf

from msgspec import Struct

from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.shapes import SAFE, Knife, Shape, ShapeKind
from printnplay.svg.geometry import Box, around
from printnplay.svg.ink import Stretch

SMALL = 10
"""The divisor that gives the safe zone of a small card from its side: a token of 20 mm has no room
for the 3 mm of cards, and is punched, which is more exact."""

Ink = Sequence[tuple[float, float]]
"""The points of a letter's outline, in mm."""


class Die(Struct, frozen=True):
    """The die of a card, and the safe zone inside it.

    `safe` is 0 for rectangles, also rounded ones: frames and small print often stand near a
    straight edge, which is cut more exactly than a curve.
    """

    knife: Knife
    safe: Um

    @classmethod
    def of(cls, shape: Shape, size: Size) -> "Die | None":
        """Return the die of a shape; None for a path that leaves its card."""
        knife = Knife(shape.outline(size).flattened())
        if not all(0 <= at.x <= size.width and 0 <= at.y <= size.height for at in knife.corners):
            return None  # such a path is reported separately
        if shape.kind in (ShapeKind.RECTANGLE, ShapeKind.ROUNDED):
            return cls(knife, 0)
        return cls(knife, min(SAFE, size.width // SMALL, size.height // SMALL))

    def depth_of(self, stretch: Stretch) -> float:
        """Return how far inside the die letters lie, in micrometres; infinity if far enough."""
        if not self._is_near(around(list(stretch.around))):
            return inf
        return self.depth(glyph.points for glyph in stretch.glyphs)

    def depth(self, inks: Iterable[Ink]) -> float:
        """Return how far inside the die the outermost point of letters lies, in micrometres."""
        least = inf
        for ink in inks:
            if self._is_near(around(list(ink))):
                least = min(least, *(self.knife.depth((x * 1000, y * 1000)) for x, y in ink))
        return least

    def _is_near(self, box: Box) -> bool:
        """Check whether anything in a box may lie outside the die, or near its edge."""
        left, top = box.x * 1000, box.y * 1000
        right, bottom = left + box.width * 1000, top + box.height * 1000
        safe = self.safe
        if self.knife.nears(left - safe, top - safe, right + safe, bottom + safe):
            return True
        return self.knife.depth((left, top)) < 0
