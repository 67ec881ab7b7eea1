"""The interface between the legibility check of texts and the pixel renderer."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

Quad: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a rectangle, possibly rotated, in millimetres from the trimmed corner."""


Area: TypeAlias = tuple[float, float, float, float]
"""The area of a drawing in millimetres: left, top, width and height."""


class Scene(Struct, frozen=True):
    """The background of a face's texts.

    `key` is the cache key; a scene without one is not cached. `ground` returns the drawing without
    texts. `flood` returns it with a whole layer of texts in one colour. `overlay` returns only what
    is drawn after a layer, if nothing else may cover its texts.
    """

    key: bytes
    area: Area
    ground: Callable[[], str]
    flood: Callable[[int, str], str]
    overlay: Callable[[int], str] = lambda _: ""


NO_LAYER = -1
"""The layer of letters that nothing hides: layers count from 0."""


class Letters(Struct, frozen=True):
    """The letters of one appearance on one line.

    `layer` is their layer of texts, below 0 if nothing covers them. They have enough contrast if
    one of their `paints` (`#rrggbb`: fill, outline) has. `opacity` is the opacity of the paint.
    `around` is the bounding box of all letters, and `each` returns the ink boxes of single letters.
    """

    layer: int
    paints: tuple[str, ...]
    opacity: float
    around: Quad
    each: Callable[[], Sequence[Quad]]


class Sight(NamedTuple):
    """How visible letters are: their number, and the indices of covered or faint ones.

    `paint` and `ground` are the rendered colours of the faint letters and their background, and
    `contrast` is the contrast between the two.
    """

    letters: int
    covered: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()
    paint: str = ""
    ground: str = ""
    contrast: float = 21.0


class UnseenError(Exception):
    """A drawing takes too long to render; the message names the limit."""


class Eye(Protocol):
    """Renders drawings and examines their pixels.

    Both methods raise `UnseenError` if a drawing takes too long.
    """

    def sights(self, scene: Scene, letters: Sequence[Letters]) -> list[Sight]:
        """Return the visibility of each group of letters."""

    def ink(self, svg: str, area: Area) -> list[Quad]:
        """Return the rectangles that the ink of a drawing covers."""
