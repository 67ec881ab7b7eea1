"""The lines and areas on a page of a PDF, read from its operators (PDF 2.0, 8 and 9)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.geometry import Affine, Rect, Um
from printnplay.recognition.axes import SHORTEST
from printnplay.recognition.dashes import joined
from printnplay.recognition.outlines import shape_of
from printnplay.recognition.page_geometry import (
    LEVEL,
    affine,
    bounds_of,
    box_of,
    common,
    corners,
    covers,
    is_box,
    points_of,
    scale_of,
    times,
    visible,
)
from printnplay.recognition.values import Area, Mark, PageContent

THIN: Um = 800
"""The greatest width of a line that may be a cut line. A guess: hairlines have 0.1 mm."""
LEAST_MARK: Um = 1_200
"""The least length of a cut mark. A guess: shorter ones are parts of drawings."""
_LEAST_DASH: Um = 300
"""The least length of a dash. A guess: dots have less."""
MOST_STEPS = 3_000_000
"""The most operators of a page: maps have a million."""
MOST_FOUND = 20_000
"""The most lines and areas of a page that are kept: a page of 100 cards has some thousand."""
DEEPEST = 24
"""How deep forms may nest."""

_Operands: TypeAlias = list[Any]
_Points: TypeAlias = Sequence[tuple[float, float]]
_Step: TypeAlias = "Callable[[_Reader, _Walk, _Operands], None]"


class TooMuchError(Exception):
    """A page has more operators than are read."""


class _State(Struct, frozen=True):
    matrix: Affine
    clip: Rect
    width: float = 1.0
    dashed: bool = False


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


class _Walk(Struct):
    """The reading of one content stream."""

    state: _State
    drawn: dict[str, Any]
    resources: Any
    depth: int
    stack: list[_State] = field(default_factory=list)
    path: _Path = field(default_factory=_Path)


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
        declared = bounds_of(corners(seen.matrix, *box_of(page.obj.TrimBox)))
        trim = declared if declared != whole and whole.grown(10).holds(declared) else None
    covering = [area for area in reader.areas if covers(area.rect, whole)]
    is_scan = (
        any(area.kind == "image" for area in covering)
        and len(covering) == len(reader.areas)
        and not reader.marks
    )
    marks = joined([*reader.marks, *reader.dashes], LEAST_MARK)
    areas = tuple(dict.fromkeys(reader.areas))
    return PageContent(seen.size, trim, marks, areas, not is_scan)


class _Reader:
    """Collects the lines and areas of a page."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.dashes: list[Mark] = []
        self.areas: list[Area] = []
        self._steps = 0

    def walk(self, content: Any, state: _State, resources: Any, depth: int = 0) -> None:
        """Read the operators of a page or a form.

        Raises:
            TooMuchError: the page has too many.
        """
        import pikepdf

        walk = _Walk(state, _drawn(resources), resources, depth)
        for one in pikepdf.parse_content_stream(content):
            self._steps += 1
            if self._steps > MOST_STEPS or len(self.areas) + len(self.marks) > MOST_FOUND:
                raise TooMuchError
            step = _STEPS.get(str(one.operator))
            if step is not None:
                # Readers skip a damaged operator as well.
                with suppress(ValueError, TypeError, IndexError, KeyError, AttributeError):
                    step(self, walk, list(one.operands))

    def save(self, walk: _Walk, _: _Operands) -> None:
        """Save the graphics state."""
        walk.stack.append(walk.state)

    def restore(self, walk: _Walk, _: _Operands) -> None:
        """Restore it."""
        if walk.stack:
            walk.state = walk.stack.pop()

    def transform(self, walk: _Walk, operands: _Operands) -> None:
        """Change the matrix."""
        walk.state = replace(walk.state, matrix=times(walk.state.matrix, affine(operands)))

    def widen(self, walk: _Walk, operands: _Operands) -> None:
        """Set the width of lines."""
        walk.state = replace(walk.state, width=float(operands[0]))

    def set(self, walk: _Walk, operands: _Operands) -> None:
        """Set the width of lines as a graphics state does, which Chromium writes."""
        width = walk.resources.ExtGState[str(operands[0])].get("/LW")
        if width is not None:
            walk.state = replace(walk.state, width=float(width))

    def dash(self, walk: _Walk, operands: _Operands) -> None:
        """Set the dashes of lines."""
        walk.state = replace(walk.state, dashed=any(float(one) > 0 for one in operands[0]))

    def begin(self, walk: _Walk, operands: _Operands) -> None:
        """Begin a subpath."""
        walk.path.parts.append(points_of(walk.state.matrix, operands))

    def line(self, walk: _Walk, operands: _Operands) -> None:
        """Add a line to a subpath."""
        walk.path.add(*points_of(walk.state.matrix, operands))

    def curve(self, walk: _Walk, operands: _Operands) -> None:
        """Add a curve to a subpath; its control points are around it."""
        walk.path.add(*points_of(walk.state.matrix, operands), curve=True)

    def close(self, walk: _Walk, _: _Operands) -> None:
        """Close a subpath."""
        if walk.path.parts:
            walk.path.add(walk.path.parts[-1][0])

    def rectangle(self, walk: _Walk, operands: _Operands) -> None:
        """Add a rectangle."""
        x, y, width, height = (float(value) for value in operands)
        around = corners(walk.state.matrix, x, y, x + width, y + height)
        walk.path.parts.append([*around, around[0]])

    def clip(self, walk: _Walk, _: _Operands) -> None:
        """Let the next path be a clip."""
        walk.path.clips = True

    def draw(self, walk: _Walk, operands: _Operands) -> None:
        """Draw an image or a form."""
        item = walk.drawn.get(str(operands[0]))
        if item is None:
            return
        if item.get("/Subtype") == "/Image":
            self._image(walk.state)
        elif item.get("/Subtype") == "/Form" and walk.depth < DEEPEST:
            own = affine(list(item.get("/Matrix", (1, 0, 0, 1, 0, 0))))
            matrix = times(walk.state.matrix, own)
            whole = bounds_of(corners(matrix, *box_of(item.BBox)))
            inner = replace(walk.state, matrix=matrix, clip=common(walk.state.clip, whole))
            self._add("form", whole, inner.clip)
            self.walk(item, inner, item.get("/Resources", walk.resources), walk.depth + 1)

    def shade(self, walk: _Walk, _: _Operands) -> None:
        """Paint a gradient all over the clip."""
        self._add("fill", walk.state.clip, walk.state.clip)

    def inline(self, walk: _Walk, _: _Operands) -> None:
        """Draw an image that the page contains."""
        self._image(walk.state)

    def paint(self, walk: _Walk, *, strokes: bool, fills: bool, closes: bool) -> None:
        """Paint the path, and end it."""
        path, walk.path = walk.path, _Path()
        if closes and path.parts:
            path.add(path.parts[-1][0])
        for number, part in enumerate(path.parts):
            if fills:
                self._fill(part, walk.state, is_curved=number in path.curved)
            if strokes:
                self._stroke(part, walk.state, is_curved=number in path.curved)
        if path.clips and path.parts:
            points = [point for part in path.parts for point in part]
            clip = bounds_of(points)
            walk.state = replace(walk.state, clip=common(walk.state.clip, clip))
            shape = shape_of(points, is_curved=bool(path.curved))
            self._add("clip", clip, walk.state.clip, shape)
            for part in path.parts if len(path.parts) > 1 else ():  # dashes of WeasyPrint
                self._thin(bounds_of(part), clip)

    def _fill(self, points: _Points, state: _State, *, is_curved: bool) -> None:
        bounds = bounds_of(points)
        if not self._thin(bounds, state.clip):
            kind = "fill" if not is_curved and is_box(points) else "path"
            shape = shape_of(points, is_curved=is_curved)
            self._add(kind, bounds, common(bounds, state.clip), shape)

    def _thin(self, bounds: Rect, clip: Rect) -> bool:
        """Add a mark for a thin area; return whether it is one."""
        short, long = sorted((bounds.width, bounds.height))
        is_thin = short <= THIN and long >= max(_LEAST_DASH, 1.5 * short)
        if is_thin:
            self._mark(bounds, clip)
        return is_thin

    def _stroke(self, points: _Points, state: _State, *, is_curved: bool) -> None:
        is_level = not is_curved and is_box(points)
        if len(points) > 3:
            bounds = bounds_of(points)
            shape = shape_of(points, is_curved=is_curved)
            self._add("stroke", bounds, common(bounds, state.clip), shape)
        if is_curved or is_level or state.width * scale_of(state.matrix) > THIN:
            return
        for (x1, y1), (x2, y2) in pairwise(points):
            across, along = sorted((abs(x2 - x1), abs(y2 - y1)))
            if along >= _LEAST_DASH and across <= max(LEVEL * along, 20):
                self._mark(bounds_of([(x1, y1), (x2, y2)]), state.clip, dashed=state.dashed)

    def _mark(self, bounds: Rect, clip: Rect, *, dashed: bool = False) -> None:
        seen = common(bounds.grown(1), clip)
        if max(seen.width, seen.height) < _LEAST_DASH:
            return
        if bounds.height > bounds.width:
            at, ends = bounds.x + bounds.width // 2, (seen.y, seen.bottom)
        else:
            at, ends = bounds.y + bounds.height // 2, (seen.x, seen.right)
        kept = self.marks if ends[1] - ends[0] >= LEAST_MARK else self.dashes
        if kept is self.marks or len(kept) < MOST_FOUND:
            kept.append(Mark(bounds.height > bounds.width, at, *ends, dashed))

    def _add(self, kind: str, whole: Rect, rect: Rect, shape: str = "") -> None:
        if min(rect.width, rect.height) >= SHORTEST:
            self.areas.append(Area(kind, rect, whole, shape))

    def _image(self, state: _State) -> None:
        whole = bounds_of(corners(state.matrix, 0, 0, 1, 1))
        if min(whole.width, whole.height) <= THIN < LEAST_MARK <= max(whole.width, whole.height):
            self._mark(whole, state.clip)
        self._add("image", whole, common(whole, state.clip))


def _painting(*, strokes: bool = False, fills: bool = False, closes: bool = False) -> _Step:
    def step(reader: _Reader, walk: _Walk, _: _Operands) -> None:
        reader.paint(walk, strokes=strokes, fills=fills, closes=closes)

    return step


_FILL, _BOTH = _painting(fills=True), _painting(strokes=True, fills=True)
_BOTH_CLOSED = _painting(strokes=True, fills=True, closes=True)
_STEPS: Mapping[str, _Step] = {
    "q": _Reader.save,
    "Q": _Reader.restore,
    "cm": _Reader.transform,
    "w": _Reader.widen,
    "d": _Reader.dash,
    "gs": _Reader.set,
    "m": _Reader.begin,
    "l": _Reader.line,
    **dict.fromkeys(("c", "v", "y"), _Reader.curve),
    "h": _Reader.close,
    "re": _Reader.rectangle,
    **dict.fromkeys(("W", "W*"), _Reader.clip),
    "S": _painting(strokes=True),
    "s": _painting(strokes=True, closes=True),
    **dict.fromkeys(("f", "F", "f*"), _FILL),
    **dict.fromkeys(("B", "B*"), _BOTH),
    **dict.fromkeys(("b", "b*"), _BOTH_CLOSED),
    "n": _painting(),
    "Do": _Reader.draw,
    "sh": _Reader.shade,
    "INLINE IMAGE": _Reader.inline,
}
"""What the operators of a content stream do (PDF 2.0, annex A)."""


def _drawn(resources: Any) -> dict[str, Any]:
    if resources is None or "/XObject" not in resources:
        return {}
    return dict(resources.XObject.items())
