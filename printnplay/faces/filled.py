"""Values that drawing functions return to templates: drawings that know their box, pieces."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from markupsafe import Markup
from msgspec import Struct

MEASURES = frozenset({"x", "y", "width", "height", "right", "bottom", "lines", "size"})
"""The attributes of a drawing that templates may read."""

EDGES = frozenset({"x", "y", "width", "height", "right", "bottom"})
"""The attributes of a grid of cells that templates may read."""


class Filled(Markup):
    """A drawing as SVG, with the box that it really fills, in millimetres.

    `x`, `y`, `right` and `bottom` are its edges; a text also has its number of `lines` and its type
    `size`. Text that is computed from a drawing, such as `drawing + "x"`, has no box.
    """

    __slots__ = ("height", "lines", "size", "width", "x", "y")

    x: float
    y: float
    width: float
    height: float
    lines: int
    size: float

    @classmethod
    def of(cls, svg: str, box: Sequence[float], lines: int = 0, size: float = 0) -> Self:
        """Return a drawing that fills a box: its left and top edge, its width and height."""
        made = cls(svg)
        made.x, made.y, made.width, made.height = (round(float(side), 6) for side in box)
        made.lines, made.size = lines, size
        return made

    @property
    def right(self) -> float:
        """The right edge."""
        return round(self.x + self.width, 6)

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return round(self.y + self.height, 6)


class Cells(tuple[Any, ...]):
    """The cells of a grid or track, for loops, with the drawing of the whole, which it prints as.

    The whole is drawn when it is printed: a template that only loops sets none of its labels.
    `weight` is the work of drawing it, which a template is charged for.
    """

    weight: int
    _frame: Filled
    _draw: Callable[[], Markup]

    def __new__(
        cls,
        cells: Iterable[object],
        box: Sequence[float],
        weight: int,
        draw: Callable[[], Markup],
    ) -> Self:
        """Keep the cells, the box that they fill, and how to draw them."""
        made = super().__new__(cls, cells)
        made._frame, made.weight, made._draw = Filled.of("", box), weight, draw
        return made

    def __html__(self) -> str:
        """Return the drawing."""
        return self._draw()

    def __getattr__(self, name: str) -> float:
        """Return a measure of the drawing, such as `right`."""
        if name in EDGES:
            edge: float = getattr(self._frame, name)
            return edge
        raise AttributeError(name)


class Opaque(Struct, eq=False, kw_only=True):
    """A value that a template only passes on: it cannot read its attributes.

    `weight` is the number of pieces in it, which a template is charged for.
    """

    weight: int = 1
