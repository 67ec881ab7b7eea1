"""Lengths, tolerances and shares of ink that checks of finished files have in common."""

from printnplay.kernel.geometry import Um

POINT = 25_400 / 72
"""One point in micrometres."""

CLOSE: Um = 50
"""The tolerance for equal sizes in micrometres: PDF counts in points, with few digits, and no
cutter is as exact."""

MORE_INK = 4
"""The per cent that ink may exceed the limit: one for each of four inks, since the 255 levels are
rounded."""

PURE = 0.9
"""The share of black ink from which a colour is meant as black. A guess."""

FRINGE = 0.05
"""The coloured ink below black text that nobody sees, of 3. A guess."""
