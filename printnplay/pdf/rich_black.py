"""Rich black: large black areas get the coloured inks too; text and thin lines stay black alone.

Black ink alone looks grey where there is much of it. Plates never lie on each other exactly, so
thin shapes in four inks would have coloured edges.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.pdf.black_texts import OVERPRINTING
from printnplay.pdf.operators import numbers
from printnplay.pdf.press import Inks
from printnplay.pdf.screen_colours import is_solid, steps_of

if TYPE_CHECKING:
    import pikepdf
    from PIL.Image import Image

LEAST = 5.0
"""The least thickness of a rich black area in mm: twice its area by its edge, so that it is the
height of a long bar, and half the side of a square. Plates are off by 0.1 mm at most in good offset
printing, a fiftieth of that; letters up to 100 pt are thinner, so that none becomes rich. A guess.
"""

HAIR = 1.0
"""The width in mm up to which black lines overprint: no paper shows beside them where plates are
off. What lies below a broader line would show through it. A guess."""

_MM = 25.4 / 72
_STEPS = 4
"""The straight pieces of a curve when its area is measured: within a hundredth of a circle's."""

_FILLS = frozenset(["f", "F", "f*", "B", "B*", "b", "b*"])
_BUILDS = frozenset(["m", "l", "c", "v", "y", "h", "re", "W", "W*"])
_COLOURS = frozenset(["cs", "CS", "sc", "scn", "SC", "SCN", "g", "G", "rg", "RG", "k", "K"])
_BLACK = (0, 0, 0, 1)

_Point: TypeAlias = tuple[float, float]


def enrich_black(document: "pikepdf.Pdf", inks: Inks) -> None:
    """Paint large black areas of a document in these inks, and let thin black lines overprint.

    The document is in the inks of a press, and its black texts overprint. A shape that is drawn in
    several sizes is judged by the smallest.
    """
    import pikepdf

    shares = numbers(*(ink / 255 for ink in inks))
    for content, scale in _placed(document):
        written = b"\n".join(_Walk(content, scale, shares).written())
        if isinstance(content, pikepdf.Stream):
            content.write(written)
        else:
            content["/Contents"] = document.make_stream(written)


def enrich_pixels(image: "Image", screen: "Image", inks: Inks, dpi: int) -> None:
    """Paint large black areas of a picture in inks; `screen` is the picture in screen colours."""
    from PIL import Image, ImageChops, ImageFilter

    red, green, blue = screen.convert("RGB").split()
    black = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(_only(0))
    size = max(1, round(LEAST / 25.4 * dpi / 7))
    small = black.reduce(size).point(_only(255))
    # What a square of that thickness fits into, and one more block for what its edge cuts.
    wide = small.filter(ImageFilter.MinFilter(7)).filter(ImageFilter.MaxFilter(9))
    grown = wide.resize((wide.width * size, wide.height * size), Image.Resampling.NEAREST)
    mask = ImageChops.darker(black, grown.crop((0, 0, *black.size)))
    image.paste(inks, (0, 0), mask)


def _only(level: int) -> list[int]:
    """Return the table that turns one level to white and all others to black."""
    return [255 * (one == level) for one in range(256)]


def _placed(document: "pikepdf.Pdf") -> Iterator[tuple[Any, float]]:
    """Yield pages and the forms that they draw, with the smallest scale at which each is drawn."""
    known: dict[tuple[int, int], tuple[Any, float]] = {}
    waiting = [(page.obj, 1.0) for page in document.pages]
    while waiting:
        content, scale = waiting.pop()
        if content.objgen in known and known[content.objgen][1] <= scale:
            continue
        known[content.objgen] = (content, scale)
        waiting += [(form, scale * by) for form, by in _forms(content)]
    yield from known.values()


def _forms(content: Any) -> Iterator[tuple[Any, float]]:
    import pikepdf

    objects = content.get("/Resources", {}).get("/XObject", {})
    drawn = {name: one for name, one in objects.items() if one.get("/Subtype") == "/Form"}
    matrix, saved = pikepdf.Matrix(), []
    for step in steps_of(content) if drawn else ():
        operator, operands = str(step.instruction.operator), step.instruction.operands
        if operator == "q":
            saved.append(matrix)
        elif operator == "Q" and saved:
            matrix = saved.pop()
        elif operator == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif operator == "Do" and str(operands[0]) in drawn:
            form = drawn[str(operands[0])]
            inner = pikepdf.Matrix(form.get("/Matrix", pikepdf.Array([1, 0, 0, 1, 0, 0])))
            yield form, _scale(inner @ matrix)


def _scale(matrix: "pikepdf.Matrix") -> float:
    return sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))


class _State(Struct, frozen=True):
    """Whether fills and strokes are black ink alone; the width of lines, and the scale."""

    fill: bool = True
    stroke: bool = True
    opaque: bool = True
    line: float = 1
    scale: float = 1


class _Walk:
    """One pass over a page or form; a path waits until it is painted."""

    def __init__(self, content: Any, scale: float, shares: str) -> None:
        self._content, self._shares = content, shares
        self._state, self._saved = _State(scale=scale), list[_State]()
        self._path: list[Any] = []
        states = content.get("/Resources", {}).get("/ExtGState", {})
        self._states = {name: is_solid(state) for name, state in states.items()}
        self._changing = {
            name
            for name, state in states.items()
            if any(key in state for key in ("/ca", "/CA", "/BM", "/SMask"))
        }

    def written(self) -> Iterator[bytes]:
        """Yield the instructions to write."""
        import pikepdf

        for step in steps_of(self._content):
            operator = str(step.instruction.operator)
            self._path.append(step.instruction)
            if operator in _BUILDS:
                continue
            before, after = self._around(operator)
            path, self._path = self._path, []
            yield before + pikepdf.unparse_content_stream(path) + after
            self._follow(operator, list(step.instruction.operands))

    def _around(self, operator: str) -> tuple[bytes, bytes]:
        """Return what is written before and after a path that is painted."""
        state = self._state
        if operator in _FILLS and state.fill and state.opaque and self._is_large():
            return f"{self._shares} k\n".encode(), b"\n0 0 0 1 k"
        thin = state.line * state.scale * _MM <= HAIR
        if operator in ("S", "s") and state.stroke and state.opaque and thin:
            return OVERPRINTING
        return b"", b""

    def _is_large(self) -> bool:
        area, edge = 0.0, 0.0
        for outline in _outlines(self._path[:-1]):
            closed = [*outline, outline[0]]
            area += sum(a * d - b * c for (a, b), (c, d) in pairwise(closed)) / 2
            edge += sum(dist(*pair) for pair in pairwise(closed))
        return bool(edge) and 2 * abs(area) / edge * self._state.scale * _MM >= LEAST

    def _follow(self, operator: str, operands: list[Any]) -> None:
        """Let the state follow an instruction."""
        import pikepdf

        if operator == "q":
            self._saved.append(self._state)
        elif operator == "Q" and self._saved:
            self._state = self._saved.pop()
        elif operator == "cm":
            by = _scale(pikepdf.Matrix(*map(float, operands)))
            self._state = replace(self._state, scale=self._state.scale * by)
        elif operator == "w":
            self._state = replace(self._state, line=float(operands[0]))
        elif operator == "gs" and str(operands[0]) in self._changing:
            self._state = replace(self._state, opaque=self._states[str(operands[0])])
        elif operator in _COLOURS:
            black = operator in "kK" and tuple(map(float, operands)) == _BLACK
            changed = {"stroke" if operator.isupper() else "fill": black}
            self._state = replace(self._state, **changed)


def _outlines(path: Sequence[Any]) -> Iterator[list[_Point]]:
    """Yield the outlines of a path as corners."""
    outline: list[_Point] = []
    for instruction in path:
        operator = str(instruction.operator)
        values = [float(value) for value in instruction.operands]
        points = list(zip(values[::2], values[1::2], strict=True))
        if operator in ("m", "re"):
            if outline:
                yield outline
            outline = points[:1]
        if operator == "re":
            (x, y), (wide, high) = points
            outline += [(x + wide, y), (x + wide, y + high), (x, y + high)]
        elif operator in ("c", "v", "y") and outline:
            start = outline[-1]
            first = start if operator == "v" else points[0]
            outline += _curve(start, first, points[-2 if operator != "y" else -1], points[-1])
        elif operator == "l":
            outline += points
    if outline:
        yield outline


def _curve(start: _Point, first: _Point, second: _Point, end: _Point) -> Iterator[_Point]:
    """Yield points of a Bezier curve after its start."""
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        points = (start, first, second, end)
        yield (
            sum(share * x for share, (x, _) in zip(shares, points, strict=True)),
            sum(share * y for share, (_, y) in zip(shares, points, strict=True)),
        )
