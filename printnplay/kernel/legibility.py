"""What the check of texts on a face hands to whoever looks at its pixels, and gets back."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

Quad: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a rectangle that may be turned, in millimetres from the trimmed corner."""


Area: TypeAlias = tuple[float, float, float, float]
"""What a drawing covers, in millimetres: left, top, width and height."""


class Scene(Struct, frozen=True):
    """A face without its texts: what its letters are seen on.

    `key` stands for all of it; a scene without one is not kept. `ground` gives the drawing without
    texts; `flood` gives it with all of a layer of texts in one colour, `overlay` only what is drawn
    after a layer, if that is all that may hide it.
    """

    key: bytes
    area: Area
    ground: Callable[[], str]
    flood: Callable[[int, str], str]
    overlay: Callable[[int], str] = lambda _: ""


class Letters(Struct, frozen=True):
    """Letters of one look on one line.

    `layer` is the layer of texts that they are in; below 0 if nothing hides them. They stand out
    where one of their `paints` (`#rrggbb`: fill, outline) does. `opacity` is that of their paint,
    `around` holds all of them, and `each` gives the ink of each letter.
    """

    layer: int
    paints: tuple[str, ...]
    opacity: float
    around: Quad
    each: Callable[[], Sequence[Quad]]


class Sight(NamedTuple):
    """How letters are seen: how many there are, and which are covered, or do not stand out.

    Numbers count the letters. `paint` and `ground` are the colours as seen where letters
    do not stand out, and `contrast` is that of the two.
    """

    letters: int
    covered: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()
    paint: str = ""
    ground: str = ""
    contrast: float = 21.0


class Eye(Protocol):
    """Looks at drawings as pixels."""

    def sights(self, scene: Scene, letters: Sequence[Letters]) -> list[Sight]:
        """Return how each of these is seen."""

    def ink(self, svg: str, area: Area) -> list[Quad]:
        """Return the rectangles that the ink of a drawing fills."""
