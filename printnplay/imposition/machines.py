"""Registration marks of cutting machines: the marks that their sensors detect on a printed sheet.

Silhouette: a square in the upper left corner, and angles in the upper right and lower left one, as
Silhouette Studio draws them ("Type 1"). Cricut needs none here: its Design Space prints its own.
"""

from printnplay.kernel.geometry import Margins, Paper, Rect, Um, mm
from printnplay.scene.sheet import Panel

INSET: Um = mm(10)
"""The distance of marks from the edges of the paper: 10 mm; Silhouette Studio must be set to the
same (`docs/printing.md`)."""

SQUARE: Um = mm(5)
"""The side of the square: the same as in Silhouette Studio's marks of type 1."""

ARM: Um = mm(10)
"""The length of both lines of an angle: as set in Silhouette Studio."""

THICK: Um = mm(0.5)
"""The thickness of both lines of an angle: as set in Silhouette Studio."""

_INK = "#000000"

MARGINS = Margins(top=mm(12.7), right=mm(16), bottom=mm(12.7), left=mm(16))
"""The distance of cards from the edges: beside the marks, and 2 mm from their lines."""


def registration_marks(paper: Paper) -> tuple[Panel, ...]:
    """Return the three marks on the front of a sheet."""
    left, top = INSET, INSET
    right, bottom = paper.size.width - INSET, paper.size.height - INSET
    areas = (
        Rect(left, top, SQUARE, SQUARE),
        Rect(right - ARM, top, ARM, THICK),
        Rect(right - THICK, top, THICK, ARM),
        Rect(left, bottom - THICK, ARM, THICK),
        Rect(left, bottom - ARM, THICK, ARM),
    )
    return tuple(Panel(area, fill=_INK) for area in areas)
