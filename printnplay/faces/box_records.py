"""The boxes of a template as records: their shapes, numbers and options, each with its place."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from printnplay.faces.template_marks import Part
from printnplay.faces.template_numbers import Names
from printnplay.faces.template_places import Matrix, Spot

Shape = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The name of a shape, the names of the numbers of its place, and of those of its size."""

BOX: Shape = ("box", ("x", "y"), ("width", "height"))
DISC: Shape = ("disc", ("cx", "cy"), ("r",))
LINE: Shape = ("line", (), ("x1", "y1", "x2", "y2"))
POINT: Shape = ("point", ("x", "y"), ())
NONE: Shape = ("", (), ())

SHAPES: Sequence[Shape] = (
    BOX,
    ("square", ("x", "y"), ("size",)),
    ("disc", ("x", "y"), ("r",)),
    DISC,
    LINE,
    POINT,
)
"""The shapes of calls: the first is taken whose names are parameters."""

OPTIONS: Mapping[str, str] = {
    "style": "role",
    "align": "align",
    "valign": "valign",
    "size": "points",
    "min": "points",
    "colour": "colour",
    "ground": "colour",
    "fit": "fit",
    "gap": "number",
    "turn": "turn",
    "fill": "paint",
    "stroke": "paint",
    "stroke_width": "number",
    "stroke-width": "number",
    "rx": "number",
    "opacity": "number",
    "focus": "focus",
    "crop": "crop",
}
"""What else of a box can be changed, with the kind of its values."""

_PAINTS = ("fill", "stroke", "stroke-width", "opacity")
ELEMENTS: Mapping[str, tuple[Shape, tuple[str, ...]]] = {
    "rect": (BOX, (*_PAINTS, "rx")),
    "circle": (DISC, _PAINTS),
    "ellipse": (("ellipse", ("cx", "cy"), ("rx", "ry")), _PAINTS),
    "line": (LINE, ("stroke", "stroke-width", "opacity")),
    "image": (BOX, ("opacity",)),
    "use": (POINT, ("fill", "stroke", "opacity")),
    "text": (POINT, ("fill", "opacity")),
    "path": (NONE, ()),
    "polygon": (NONE, ()),
    "polyline": (NONE, ()),
}
"""The drawn elements, each with its shape and the attributes that can be changed."""


class Value(Struct, frozen=True):
    """A number or an option of a box.

    `source` is its code, empty if it is not there yet: then `part` is where it can be added.
    """

    name: str
    source: str
    part: Part
    number: float | None = None
    is_code: bool = False
    """Whether its place in the source takes code and not the text of an attribute."""

    @property
    def is_there(self) -> bool:
        """Whether the source has it."""
        return self.part.end > self.part.begin


class Box(Struct, frozen=True):
    """A drawn call or element, at `start` to `end` of the source.

    `why` is why it cannot be changed, empty if it can; `sometimes` whether a condition surrounds
    it. `matrix` places its numbers on the face. `parent` counts what it is in. `names` are the
    numbers that its code knows.
    """

    kind: str
    label: str
    start: int
    end: int
    shape: str
    numbers: tuple[Value, ...]
    options: tuple[Value, ...]
    matrix: Matrix | None
    parent: int
    sometimes: bool = False
    why: str = ""
    names: Names = field(default_factory=dict)


class Unit(Struct, frozen=True):
    """A part of the source at a level: what is drawn, or a statement between."""

    parent: int
    start: int
    end: int
    is_drawn: bool


class Layout(Struct):
    """What a template draws, with the blocks that others fill, and where new boxes can go."""

    boxes: list[Box] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    blocks: dict[str, Spot] = field(default_factory=dict)
    first: int = -1
    """The offset for a background; -1 if there is none."""
    last: int = -1
    """The offset for a box on top of the others."""
    broken: str = ""


def drawn_in(layout: Layout, box: Box) -> Iterator[Unit]:
    """Yield the parts beside a box: those of the same element or statement, in order."""
    beside = (unit for unit in layout.units if unit.parent == box.parent)
    yield from sorted(beside, key=lambda unit: unit.start)
