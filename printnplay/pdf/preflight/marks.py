"""What a page paints: texts, lines, areas and pictures, with their places, sizes and colours."""

from collections.abc import Iterator, Sequence
from enum import Enum
from math import hypot, inf, sqrt
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.pdf.preflight.fonts import Font
from printnplay.pdf.preflight.paints import Paint, Space

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top, in points, as PDF counts them."""

Matrix: TypeAlias = tuple[float, float, float, float, float, float]

SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
CAPITALS = 0.7
"""The height of letters above the line, of the size of type: that of capitals in most typefaces."""

EVERYWHERE: Box = (-inf, -inf, inf, inf)

SLENDER = 10
"""How many times longer than wide an area is to count as a line. A guess."""


class Kind(Enum):
    """What a mark is."""

    TEXT = "text"
    LINE = "line"
    AREA = "area"
    PICTURE = "picture"
    SHADING = "shading"


class Mark(Struct, frozen=True):
    """Something painted.

    `size` is the size of type or the width of a line in points, the resolution of a picture in
    pixels per inch, and the least width of slender rectangles in an area. `image` is the picture
    itself.
    """

    kind: Kind
    box: Box
    paint: Paint
    size: float = inf
    overprints: bool = False
    transparent: bool = False
    font: Font | None = None
    image: Any = None
    one_bit: bool = False


class State(Struct, frozen=True):
    """The graphics state, as far as checks need it (ISO 32000-1, 8.4)."""

    matrix: Matrix = SAME
    clip: Box = EVERYWHERE
    fill: Paint = Paint()
    stroke: Paint = Paint()
    width: float = 1.0
    fill_overprints: bool = False
    stroke_overprints: bool = False
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    blends: bool = False
    font: Font | None = None
    size: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    render: int = 0

    @property
    def is_transparent(self) -> bool:
        """Whether what is painted lets something below it through."""
        return self.blends or self.fill_alpha < 1 or self.stroke_alpha < 1


def times(inner: Sequence[float], outer: Matrix) -> Matrix:
    """Return the transformation that applies the inner one first."""
    a, b, c, d, e, f = inner
    return (
        a * outer[0] + b * outer[2],
        a * outer[1] + b * outer[3],
        c * outer[0] + d * outer[2],
        c * outer[1] + d * outer[3],
        e * outer[0] + f * outer[2] + outer[4],
        e * outer[1] + f * outer[3] + outer[5],
    )


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return a transformed point."""
    return (
        x * matrix[0] + y * matrix[2] + matrix[4],
        x * matrix[1] + y * matrix[3] + matrix[5],
    )


def box_around(points: Sequence[tuple[float, float]]) -> Box:
    """Return the smallest box with all points in it."""
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


def shared(one: Box, other: Box) -> Box | None:
    """Return what two boxes share; None if they do not touch."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


class Path:
    """The path being drawn, in points of the page."""

    def __init__(self) -> None:
        """Begin an empty path."""
        self._parts: list[list[tuple[float, float]]] = []
        self._curved: set[int] = set()
        self.clips = False

    def add(self, operator: str, values: Sequence[float], matrix: Matrix) -> None:
        """Add a step: `m`, `l`, `c`, `v`, `y` or `re`."""
        if operator == "re":
            x, y, width, height = values[:4]
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            self._parts.append([moved(matrix, *corner) for corner in corners])
            return
        points = [moved(matrix, *pair) for pair in zip(values[::2], values[1::2], strict=False)]
        if operator == "m" or not self._parts:
            self._parts.append(points)
        else:
            self._parts[-1] += points
        if operator in ("c", "v", "y"):
            self._curved.add(len(self._parts) - 1)

    @property
    def box(self) -> Box | None:
        """The box around it; None if it has no points."""
        points = [point for part in self._parts for point in part]
        return box_around(points) if points else None

    @property
    def thinnest(self) -> float:
        """The width of the thinnest rectangle that looks like a line; infinite if there is none."""
        return min((self._thin(number) for number in range(len(self._parts))), default=inf)

    def _thin(self, number: int) -> float:
        part = [*dict.fromkeys(self._parts[number])]
        if number in self._curved or len(part) != 4:
            return inf
        first, second, third = part[:3]
        sides = sorted(
            (
                hypot(second[0] - first[0], second[1] - first[1]),
                hypot(third[0] - second[0], third[1] - second[1]),
            )
        )
        return sides[0] if 0 < sides[0] * SLENDER < sides[1] else inf


def painted(path: Path, operator: str, state: State) -> Iterator[Mark]:
    """Yield what an operator that paints a path paints."""
    whole = path.box
    if whole is None:
        return
    if operator in ("f", "F", "f*", "B", "B*", "b", "b*"):
        seen = shared(whole, state.clip)
        if seen is not None:
            yield Mark(
                Kind.AREA,
                seen,
                state.fill,
                path.thinnest,
                state.fill_overprints,
                state.is_transparent,
            )
    if operator in ("S", "s", "B", "B*", "b", "b*"):
        width = stroke_width(state)
        half = width / 2
        grown = whole[0] - half, whole[1] - half, whole[2] + half, whole[3] + half
        seen = shared(grown, state.clip)
        if seen is not None:
            yield Mark(
                Kind.LINE,
                seen,
                state.stroke,
                width,
                state.stroke_overprints,
                state.is_transparent,
            )


def stroke_width(state: State) -> float:
    """Return the width of lines on the page, in points."""
    matrix = state.matrix
    return state.width * sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def picture(image: Any, pixels: tuple[int, int], space: Space, state: State) -> Mark | None:
    """Return an image as a mark; None if nothing of it is seen."""
    matrix = state.matrix
    corners = [moved(matrix, x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    seen = shared(box_around(corners), state.clip)
    if seen is None:
        return None
    sides = (
        (pixels[0], hypot(matrix[0], matrix[1])),
        (pixels[1], hypot(matrix[2], matrix[3])),
    )
    # A picture of a few pixels is a plain area.
    is_plain = min(pixels) <= 2
    density = (
        inf if is_plain else min((72 * count / side for count, side in sides if side), default=inf)
    )
    is_stencil = bool(image.get("/ImageMask", image.get("/IM", False)))
    bits = int(image.get("/BitsPerComponent", image.get("/BPC", 8)))
    paint = state.fill if is_stencil else Paint(space, ())
    has_mask = "/SMask" in image
    return Mark(
        Kind.PICTURE,
        seen,
        paint,
        density,
        state.fill_overprints and is_stencil,
        state.is_transparent or has_mask,
        image=image,
        one_bit=is_stencil or bits == 1,
    )


def with_state(state: State, declared: Any) -> State:
    """Apply an extended graphics state (ISO 32000-1, table 58)."""
    changes: dict[str, Any] = {}
    if "/OP" in declared:
        changes["stroke_overprints"] = bool(declared["/OP"])
        changes["fill_overprints"] = bool(declared.get("/op", declared["/OP"]))
    elif "/op" in declared:
        changes["fill_overprints"] = bool(declared["/op"])
    if "/ca" in declared:
        changes["fill_alpha"] = float(declared["/ca"])
    if "/CA" in declared:
        changes["stroke_alpha"] = float(declared["/CA"])
    if "/LW" in declared:
        changes["width"] = float(declared["/LW"])
    if "/BM" in declared or "/SMask" in declared:
        changes["blends"] = _blends(declared)
    return replace(state, **changes)


def _blends(declared: Any) -> bool:
    import pikepdf

    mode = declared.get("/BM", pikepdf.Name("/Normal"))
    names = [str(one) for one in mode] if isinstance(mode, pikepdf.Array) else [str(mode)]
    has_mask = isinstance(declared.get("/SMask"), pikepdf.Dictionary)
    return has_mask or not {*names} & {"/Normal", "/Compatible"}
