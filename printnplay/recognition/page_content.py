"""The lines and areas on a page of a PDF, read from its operators (PDF 2.0, 8 and 9)."""

from collections.abc import Sequence
from math import hypot
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.geometry import Affine, Rect, Size, Um
from printnplay.recognition.values import Area, Mark, PageContent

POINT = 25_400 / 72
"""A point in micrometres."""

THIN: Um = 800
"""The greatest width of a line that may be a cut line. A guess: hairlines have 0.1 mm."""
LEAST_MARK: Um = 1_200
"""The least length of a cut mark. A guess: shorter ones are parts of drawings."""
LEAST_AREA: Um = 15_000
"""The least side of an area that may be a card: the smallest tokens."""
MOST_STEPS = 3_000_000
"""The most operators of a page: maps have a million."""
MOST_FOUND = 20_000
"""The most lines and areas of a page that are kept: a page of 100 cards has some thousand."""
DEEPEST = 24
"""How deep forms may nest."""
_LEVEL = 0.002
"""The slope up to which a line is level or upright: 0.1 degrees."""


class TooMuchError(Exception):
    """A page has more operators than are read."""


class _State(Struct, frozen=True):
    matrix: Affine
    clip: Rect
    width: float = 1.0
    shown: bool = True


class _Path(Struct):
    """Subpaths in micrometres of the page; `curved` are those with curves."""

    parts: list[list[tuple[float, float]]] = field(default_factory=list)
    curved: set[int] = field(default_factory=set)
    clips: bool = False

    def add(self, *points: tuple[float, float], curve: bool = False) -> None:
        if self.parts:
            self.parts[-1].extend(points)
            if curve:
                self.curved.add(len(self.parts) - 1)


class Visible(Struct, frozen=True):
    """The visible page: its size as seen, and the matrix from the PDF's points to it."""

    size: Size
    matrix: Affine


def visible(page: Any) -> Visible:
    """Return the visible area of a pikepdf page."""
    left, bottom, right, top = _box(page.cropbox)
    unit = POINT * float(page.obj.get("/UserUnit", 1))
    width, height = (right - left) * unit, (top - bottom) * unit
    turned = int(page.obj.get("/Rotate", 0) or 0) % 360
    matrices = {
        0: Affine(unit, 0, 0, -unit, -left * unit, top * unit),
        90: Affine(0, unit, unit, 0, -bottom * unit, -left * unit),
        180: Affine(-unit, 0, 0, unit, right * unit, -bottom * unit),
        270: Affine(0, -unit, -unit, 0, top * unit, right * unit),
    }
    if turned in (90, 270):
        width, height = height, width
    return Visible(Size(round(width), round(height)), matrices.get(turned, matrices[0]))


def _box(box: Any) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = (float(edge) for edge in box)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def content_of(page: Any) -> PageContent:
    """Return the lines and areas of a pikepdf page.

    Raises:
        TooMuchError: it has too many operators.
    """
    seen = visible(page)
    whole = Rect(0, 0, seen.size.width, seen.size.height)
    reader = _Reader()
    reader.walk(page.obj, _State(seen.matrix, whole), page.obj.get("/Resources"))
    trim = None
    if "/TrimBox" in page.obj:
        declared = _bounds(_corners(seen.matrix, *_box(page.obj.TrimBox)))
        trim = declared if declared != whole and whole.grown(10).holds(declared) else None
    covering = [area for area in reader.areas if _covers(area.rect, whole)]
    is_scan = (
        any(area.kind == "image" for area in covering)
        and len(covering) == len(reader.areas)
        and not reader.marks
    )
    marks = tuple(dict.fromkeys(reader.marks))
    areas = tuple(dict.fromkeys(reader.areas))
    return PageContent(seen.size, trim, marks, areas, not is_scan)


def _covers(rect: Rect, whole: Rect) -> bool:
    return rect.width * rect.height > 0.8 * whole.width * whole.height


class _Reader:
    """Collects the lines and areas of a page."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.areas: list[Area] = []
        self._steps = 0

    def walk(self, content: Any, state: _State, resources: Any, depth: int = 0) -> None:
        """Read the operators of a page or a form."""
        import pikepdf

        path, stack, current = _Path(), list[_State](), (0.0, 0.0)
        drawn = _drawn(resources)
        for operands, operator in pikepdf.parse_content_stream(content):
            self._steps += 1
            if self._steps > MOST_STEPS or len(self.areas) + len(self.marks) > MOST_FOUND:
                raise TooMuchError
            name = str(operator)
            try:
                match name:
                    case "q":
                        stack.append(state)
                    case "Q":
                        state = stack.pop() if stack else state
                    case "cm":
                        inner = Affine(*(float(operands[i]) for i in (0, 2, 1, 3, 4, 5)))
                        state = replace(state, matrix=times(state.matrix, inner))
                    case "w":
                        state = replace(state, width=float(operands[0]))
                    case "m":
                        current = _pair(operands)
                        path.parts.append([state.matrix.at(*current)])
                    case "l":
                        current = _pair(operands)
                        path.add(state.matrix.at(*current))
                    case "c" | "v" | "y":
                        values = [float(value) for value in operands]
                        ends = list(zip(values[::2], values[1::2], strict=True))
                        path.add(*(state.matrix.at(*end) for end in ends), curve=True)
                        current = ends[-1]
                    case "h":
                        if path.parts:
                            path.add(path.parts[-1][0])
                    case "re":
                        x, y, width, height = (float(value) for value in operands)
                        path.parts.append(_corners(state.matrix, x, y, x + width, y + height))
                        path.add(path.parts[-1][0])
                    case "W" | "W*":
                        path.clips = True
                    case "S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" | "n":
                        state = self._paint(name, path, state)
                        path = _Path()
                    case "Do":
                        self._draw(drawn.get(str(operands[0])), state, resources, depth)
                    case "sh":
                        self._add("fill", state.clip, state.clip)
                    case "INLINE IMAGE":
                        self._image(state)
            except (ValueError, TypeError, IndexError, KeyError):
                continue  # a damaged operator, which readers skip as well

    def _paint(self, name: str, path: _Path, state: _State) -> _State:
        strokes = name in ("S", "s", "B", "B*", "b", "b*")
        fills = name in ("f", "F", "f*", "B", "B*", "b", "b*")
        if name in ("s", "b", "b*") and path.parts:
            path.add(path.parts[-1][0])
        if name != "n":
            for number, part in enumerate(path.parts):
                self._part(part, state, number in path.curved, strokes=strokes, fills=fills)
        if path.clips and path.parts:
            clip = _bounds([point for part in path.parts for point in part])
            state = replace(state, clip=common(state.clip, clip))
            self._add("clip", clip, state.clip)
        return state

    def _part(  # noqa: PLR0913
        self,
        points: Sequence[tuple[float, float]],
        state: _State,
        is_curved: bool,  # noqa: FBT001
        *,
        strokes: bool,
        fills: bool,
    ) -> None:
        bounds = _bounds(points)
        short, long = sorted((bounds.width, bounds.height))
        if fills and short <= THIN and long >= LEAST_MARK:
            self._mark(bounds, state.clip)
        elif fills or (strokes and len(points) > 3):
            kind = "path" if is_curved or not _is_box(points) else "fill" if fills else "stroke"
            self._add(kind, bounds, common(bounds, state.clip))
        if strokes and not is_curved and not _is_box(points) and state.width * scale_of(state.matrix) <= THIN:
            for (x1, y1), (x2, y2) in zip(points, points[1:], strict=False):
                across, along = sorted((abs(x2 - x1), abs(y2 - y1)))
                if along >= LEAST_MARK and across <= max(_LEVEL * along, 20):
                    self._mark(_bounds([(x1, y1), (x2, y2)]), state.clip)

    def _mark(self, bounds: Rect, clip: Rect) -> None:
        seen = common(bounds.grown(1), clip)
        if max(seen.width, seen.height) < LEAST_MARK:
            return
        if bounds.height > bounds.width:
            at, ends = bounds.x + bounds.width // 2, (seen.y, seen.bottom)
        else:
            at, ends = bounds.y + bounds.height // 2, (seen.x, seen.right)
        self.marks.append(Mark(bounds.height > bounds.width, at, *ends))

    def _add(self, kind: str, whole: Rect, rect: Rect) -> None:
        if min(rect.width, rect.height) >= LEAST_AREA:
            self.areas.append(Area(kind, rect, whole))

    def _image(self, state: _State) -> None:
        whole = _bounds(_corners(state.matrix, 0, 0, 1, 1))
        if min(whole.width, whole.height) <= THIN < LEAST_MARK <= max(whole.width, whole.height):
            self._mark(whole, state.clip)
        self._add("image", whole, common(whole, state.clip))

    def _draw(self, item: Any, state: _State, resources: Any, depth: int) -> None:
        if item is None:
            return
        if item.get("/Subtype") == "/Image":
            self._image(state)
        elif item.get("/Subtype") == "/Form" and depth < DEEPEST:
            own = [float(value) for value in item.get("/Matrix", (1, 0, 0, 1, 0, 0))]
            matrix = times(state.matrix, Affine(*(own[i] for i in (0, 2, 1, 3, 4, 5))))
            whole = _bounds(_corners(matrix, *_box(item.BBox)))
            inner = replace(state, matrix=matrix, clip=common(state.clip, whole))
            self._add("form", whole, inner.clip)
            self.walk(item, inner, item.get("/Resources", resources), depth + 1)


def _drawn(resources: Any) -> dict[str, Any]:
    if resources is None or "/XObject" not in resources:
        return {}
    return dict(resources.XObject.items())


def _pair(operands: Any) -> tuple[float, float]:
    return float(operands[0]), float(operands[1])


def _is_box(points: Sequence[tuple[float, float]]) -> bool:
    """Return whether a closed path is a level rectangle."""
    if not 4 <= len(points) <= 6:
        return False
    return all(
        min(abs(x2 - x1), abs(y2 - y1)) <= max(20, _LEVEL * max(abs(x2 - x1), abs(y2 - y1)))
        for (x1, y1), (x2, y2) in zip(points, points[1:], strict=False)
    )


def _corners(
    matrix: Affine, left: float, bottom: float, right: float, top: float
) -> list[tuple[float, float]]:
    return [
        matrix.at(*corner)
        for corner in ((left, bottom), (right, bottom), (right, top), (left, top))
    ]


def _bounds(points: Sequence[tuple[float, float]]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = round(min(xs)), round(min(ys))
    return Rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


def common(one: Rect, other: Rect) -> Rect:
    """Return the intersection of rectangles, with no width or height if there is none."""
    seen = one.within(other)
    return Rect(seen.x, seen.y, max(seen.width, 0), max(seen.height, 0))


def times(outer: Affine, inner: Affine) -> Affine:
    """Return the transform that applies the inner one first."""
    return Affine(
        outer.xx * inner.xx + outer.xy * inner.yx,
        outer.xx * inner.xy + outer.xy * inner.yy,
        outer.yx * inner.xx + outer.yy * inner.yx,
        outer.yx * inner.xy + outer.yy * inner.yy,
        *outer.at(inner.dx, inner.dy),
    )


def scale_of(matrix: Affine) -> float:
    """Return the scale of lines under a transform."""
    return hypot(matrix.xx, matrix.yx)
