"""What a page shows, read back from the PDF: pictures and lines, in millimetres, y down."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

import pikepdf

from printnplay.imposition.marks import LINES

MM = 25.4 / 72
NEAR = 0.05
"""Two places closer than this, in millimetres, are the same: a knife cuts no finer."""

Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From the left to the right edge."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the top to the bottom edge."""
        return self.bottom - self.top

    def grown(self, by: float) -> "Box":
        """The box with all its edges moved outwards."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def near(self, other: "Box") -> bool:
        """Whether all edges are where the other's are."""
        mine, others = self.edges, other.edges
        return all(abs(one - two) < NEAR for one, two in zip(mine, others, strict=True))

    def holds(self, other: "Box") -> bool:
        """Whether the other lies inside; edges may touch."""
        room = self.grown(NEAR)
        across = room.left <= other.left and other.right <= room.right
        return across and room.top <= other.top and other.bottom <= room.bottom

    def meets(self, other: "Box") -> bool:
        """Whether both share more than an edge."""
        across = self.left < other.right - NEAR and other.left < self.right - NEAR
        return across and self.top < other.bottom - NEAR and other.top < self.bottom - NEAR

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """All four."""
        return self.left, self.top, self.right, self.bottom


@dataclass(frozen=True)
class Shown:
    """A picture: `name` is equal for equal ones, `up` points to its head, bleed included."""

    name: str
    box: Box
    clip: Box | None
    up: Place


@dataclass(frozen=True)
class Line:
    """A straight line: `kind` by its weight and dashes, upright at x = `at` or level at y."""

    kind: str
    upright: bool
    at: float
    low: float
    high: float

    @property
    def length(self) -> float:
        """From end to end."""
        return self.high - self.low

    def on(self, other: "Line") -> bool:
        """Whether both lie on one endless line."""
        return self.upright == other.upright and abs(self.at - other.at) < NEAR

    def covers(self, other: "Line") -> bool:
        """Whether the other is a part of this one."""
        within = self.low < other.low + NEAR and other.high < self.high + NEAR
        return self.on(other) and within

    def enters(self, box: Box) -> bool:
        """Whether any of it lies inside a box, edges apart."""
        at = Box(self.at, self.low, self.at, self.high)
        if not self.upright:
            at = Box(self.low, self.at, self.high, self.at)
        inner = box.grown(-2 * NEAR)
        return inner.meets(at.grown(2 * NEAR))


@dataclass(frozen=True)
class Shows:
    """All pictures and lines of a page, in drawing order."""

    pictures: tuple[Shown, ...]
    lines: tuple[Line, ...]

    def of(self, kind: str) -> list[Line]:
        """The lines of a kind."""
        return [line for line in self.lines if line.kind == kind]


def box_of(box: pikepdf.Array, height: float) -> Box:
    """A box of a page, in millimetres from the top left corner of a page of this height."""
    left, bottom, right, top = (float(side) * MM for side in box)
    return Box(left, height - top, right, height - bottom)


def page_size(page: pikepdf.Page) -> Place:
    """Width and height."""
    left, bottom, right, top = (float(side) * MM for side in page.mediabox)
    return right - left, top - bottom


@dataclass(frozen=True)
class _State:
    matrix: pikepdf.Matrix
    clip: Box | None = None
    width: float = 0
    dashed: bool = False
    white: bool = False


class _Reader:
    """Follows the operators of a page."""

    def __init__(self, page: pikepdf.Page) -> None:
        self.page, self.height = page, page_size(page)[1]
        self.state, self.saved = _State(pikepdf.Matrix()), list[_State]()
        self.path: list[Place] = []
        self.pictures: list[Shown] = []
        self.lines: list[Line] = []

    def read(self) -> Shows:
        for instruction in pikepdf.parse_content_stream(self.page):
            known = getattr(self, f"_{instruction.operator}", None)
            if known:
                known(*instruction.operands)
        assert not self.saved
        return Shows(tuple(self.pictures), tuple(self.lines))

    def _place(self, x: float, y: float) -> Place:
        left, up = self.state.matrix.transform((float(x), float(y)))
        return left * MM, self.height - up * MM

    def _q(self) -> None:
        self.saved.append(self.state)

    def _Q(self) -> None:  # noqa: N802
        self.state = self.saved.pop()

    def _cm(self, *values: float) -> None:
        matrix = pikepdf.Matrix(*map(float, values)) @ self.state.matrix
        self.state = replace(self.state, matrix=matrix)

    def _w(self, width: float) -> None:
        self.state = replace(self.state, width=float(width) * MM)

    def _d(self, dashes: pikepdf.Array, _: int) -> None:
        self.state = replace(self.state, dashed=len(dashes) > 0)

    def _G(self, grey: float) -> None:  # noqa: N802
        self.state = replace(self.state, white=float(grey) == 1)

    def _re(self, x: float, y: float, width: float, height: float) -> None:
        ends = (float(x) + float(width), float(y) + float(height))
        self.path = [self._place(x, y), self._place(*ends)]

    def _W(self) -> None:  # noqa: N802
        self.state = replace(self.state, clip=_around(self.path))

    def _m(self, x: float, y: float) -> None:
        self.path = [self._place(x, y)]

    def _l(self, x: float, y: float) -> None:
        self.path.append(self._place(x, y))

    def _S(self) -> None:  # noqa: N802
        # A white line lies under another one, for it to show on dark art.
        if len(self.path) == 2 and not self.state.white:
            self._line(_around(self.path))
        self.path = []

    def _line(self, box: Box) -> None:
        kind = _kind(self.state.width, dashed=self.state.dashed)
        if box.width < NEAR:
            self.lines.append(Line(kind, True, box.left, box.top, box.bottom))  # noqa: FBT003
        elif box.height < NEAR:
            self.lines.append(Line(kind, False, box.top, box.left, box.right))  # noqa: FBT003

    def _Do(self, name: pikepdf.Name) -> None:  # noqa: N802
        form = self.page.Resources.XObject[name]
        left, bottom, right, top = map(float, form.BBox)
        corners = [self._place(x, y) for x in (left, right) for y in (bottom, top)]
        foot, head = self._place(left, bottom), self._place(left, top)
        length = abs(head[0] - foot[0]) + abs(head[1] - foot[1])
        up = (round((head[0] - foot[0]) / length), round((head[1] - foot[1]) / length))
        self.pictures.append(Shown(str(form.objgen), _around(corners), self.state.clip, up))


def shows(page: pikepdf.Page) -> Shows:
    """The pictures and straight lines of a page."""
    return _Reader(page).read()


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of these."""
    lefts, tops, rights, bottoms = zip(*(box.edges for box in boxes), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _around(places: Iterable[Place]) -> Box:
    return around(Box(x, y, x, y) for x, y in places)


def _kind(width: float, *, dashed: bool) -> str:
    for kind, style in LINES.items():
        if abs(style.width / 1000 - width) < 0.002 and bool(style.dash) == dashed:
            return kind
    return ""
