"""Reads the operators of a page, its forms and patterns, and yields what they paint."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from msgspec.structs import replace

from printnplay.pdf.preflight.fonts import Font, font_of
from printnplay.pdf.preflight.marks import (
    CAPITALS,
    SAME,
    Box,
    Kind,
    Mark,
    Matrix,
    Path,
    State,
    box_around,
    moved,
    painted,
    picture,
    shared,
    times,
    with_state,
)
from printnplay.pdf.preflight.paints import (
    CMYK,
    GRAY,
    RGB,
    Paint,
    Space,
    first_paint,
    paints_of_shading,
    space_of,
)

DEEPEST = 28
"""The depth of forms within one another: as many graphics states as a PDF may nest (ISO 32000-1,
table C.1)."""

_STEPS = frozenset(["m", "l", "c", "v", "y", "re"])
_PAINTS = frozenset(["f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "n"])
_DEVICE = {"g": GRAY, "rg": RGB, "k": CMYK, "G": GRAY, "RG": RGB, "K": CMYK}
_COLOURS = frozenset([*_DEVICE, "cs", "CS", "sc", "SC", "scn", "SCN"])
_DRAWS = {"Do": "/XObject", "sh": "/Shading"}
_SHOWS = frozenset(["Tj", "TJ", "'", '"'])
_MOVES = frozenset(["BT", "Tm", "Td", "TD", "T*"])
_NUMBERS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "w": ("width", float),
    "Tc": ("letter_space", float),
    "Tw": ("word_space", float),
    "Tz": ("stretch", lambda value: float(value) / 100),
    "TL": ("leading", float),
    "Ts": ("rise", float),
    "Tr": ("render", int),
}
"""What operators with one number set."""
_INVISIBLE = 3
"""The text rendering mode that paints nothing (ISO 32000-1, table 106)."""


class Reader:
    """Reads the pages of a document; fonts, forms and spaces are read once."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._fonts: dict[Any, Font] = {}
        self._steps: dict[Any, Sequence[Any]] = {}

    def marks_of(self, page: Any, clip: Box) -> Iterator[Mark]:
        """Yield what a page paints within a box, in the order of painting."""
        yield from _Content(self, page.obj, State(clip=clip), frozenset()).marks()

    def steps_of(self, content: Any) -> Sequence[Any]:
        """Return the instructions of a page or form."""
        import pikepdf

        is_form = isinstance(content, pikepdf.Stream)
        key = content.objgen if is_form and content.is_indirect else None
        if key is not None and key in self._steps:
            return self._steps[key]
        found = pikepdf.parse_content_stream(content if is_form else pikepdf.Page(content))
        if key is not None:
            self._steps[key] = found
        return found

    def font(self, declared: Any) -> Font:
        """Return a font."""
        key = declared.objgen if declared.is_indirect else id(declared)
        if key not in self._fonts:
            self._fonts[key] = font_of(declared)
        return self._fonts[key]


class _Content:
    """The content of a page, form or pattern being read."""

    def __init__(
        self,
        reader: Reader,
        content: Any,
        state: State,
        within: frozenset[Any],
        inherited: Any = None,
    ) -> None:
        self._reader, self._content, self._state, self._within = reader, content, state, within
        self._resources = content.get("/Resources", inherited)
        if self._resources is None and "/Parent" in content:
            self._resources = _inherited(content)
        self._stack: list[State] = []
        self._path = Path()
        self._text: Matrix = SAME
        self._line: Matrix = SAME

    def marks(self) -> Iterator[Mark]:
        for step in self._reader.steps_of(self._content):
            operator = str(step.operator)
            if operator == "INLINE IMAGE":
                yield from self._inline(step)
                continue
            try:
                yield from self._marks_of(operator, step.operands)
            except (IndexError, KeyError, TypeError, ValueError):
                continue  # readers skip operators with wrong operands, too

    def _marks_of(self, operator: str, operands: Sequence[Any]) -> Iterator[Mark]:
        if operator in _STEPS:
            self._path.add(operator, _numbers(operands), self._state.matrix)
        elif operator in _PAINTS:
            yield from self._paint(operator)
        elif operator in _COLOURS:
            yield from self._colour(operator, operands)
        elif operator in _DRAWS:
            yield from self._draw(self._resource(_DRAWS[operator], operands[0]))
        elif operator in _SHOWS:
            yield from self._show_line(operator, operands)
        elif operator in _MOVES:
            self._move(operator, operands)
        else:
            self._set(operator, operands)

    def _set(self, operator: str, operands: Sequence[Any]) -> None:
        """Change the graphics state (ISO 32000-1, 8.4.4)."""
        state = self._state
        if operator == "q":
            self._stack.append(state)
        elif operator == "Q":
            self._state = self._stack.pop() if self._stack else state
        elif operator == "cm":
            self._state = replace(state, matrix=times(_numbers(operands), state.matrix))
        elif operator in ("W", "W*"):
            self._path.clips = True
        elif operator == "gs":
            self._state = with_state(state, self._resource("/ExtGState", operands[0]))
        elif operator == "Tf":
            font = self._reader.font(self._resource("/Font", operands[0]))
            self._state = replace(state, font=font, size=float(operands[1]))
        elif operator in _NUMBERS:
            name, kind = _NUMBERS[operator]
            self._state = replace(state, **{name: kind(operands[0])})

    def _resource(self, kind: str, name: Any) -> Any:
        return self._resources[kind][str(name)]

    def _paint(self, operator: str) -> Iterator[Mark]:
        path = self._path
        self._path = Path()
        yield from painted(path, operator, self._state)
        if path.clips and path.box is not None:
            clip = shared(path.box, self._state.clip)
            nothing = (0.0, 0.0, -1.0, -1.0)
            self._state = replace(self._state, clip=clip or nothing)

    def _colour(self, operator: str, operands: Sequence[Any]) -> Iterator[Mark]:
        which = "stroke" if operator[0].isupper() else "fill"
        before: Paint = getattr(self._state, which)
        if operator in _DEVICE:
            paint = Paint(Space(_DEVICE[operator]), tuple(_numbers(operands)))
        elif operator.lower() == "cs":
            paint = first_paint(space_of(operands[0], self._resources))
        elif operands and not _is_number(operands[-1]):
            pattern = self._resource("/Pattern", operands[-1])
            paint = replace(before, values=())
            if "/Shading" in pattern:
                # A gradient has the colours of its ends; it is painted by the path that follows.
                ends = paints_of_shading(pattern.Shading, self._resources)
                paint = max(ends, key=_most)
            elif pattern.objgen not in self._within and len(self._within) < DEEPEST:
                own = times(_numbers(pattern.get("/Matrix", SAME)), SAME)
                within = self._within | {pattern.objgen}
                tile = replace(State(clip=self._state.clip), matrix=own, fill=before, stroke=before)
                yield from _Content(self._reader, pattern, tile, within, self._resources).marks()
        else:
            paint = Paint(before.space, tuple(_numbers(operands)))
        if which == "stroke":
            self._state = replace(self._state, stroke=paint)
        else:
            self._state = replace(self._state, fill=paint)

    def _draw(self, item: Any) -> Iterator[Mark]:
        if "/ShadingType" in item:
            yield from self._shade(item)
            return
        if item.get("/Subtype") == "/Image":
            space = space_of(item.get("/ColorSpace"), self._resources)
            mark = picture(item, (int(item.Width), int(item.Height)), space, self._state)
            if mark is not None:
                yield mark
            return
        if item.objgen in self._within or len(self._within) >= DEEPEST:
            return  # a form that draws itself, which is not allowed
        matrix = times(_numbers(item.get("/Matrix", SAME)), self._state.matrix)
        left, bottom, right, top = _numbers(item.get("/BBox", (0, 0, 0, 0)))
        corners = [moved(matrix, x, y) for x in (left, right) for y in (bottom, top)]
        clip = shared(box_around(corners), self._state.clip)
        if clip is None:
            return
        state = replace(self._state, matrix=matrix, clip=clip)
        within = self._within | {item.objgen}
        yield from _Content(self._reader, item, state, within, self._resources).marks()

    def _shade(self, shading: Any) -> Iterator[Mark]:
        for paint in paints_of_shading(shading, self._resources):
            yield Mark(
                Kind.SHADING, self._state.clip, paint, transparent=self._state.is_transparent
            )

    def _inline(self, step: Any) -> Iterator[Mark]:
        image = step.iimage
        declared = image.obj
        kind = declared.get("/ColorSpace", declared.get("/CS"))
        space = space_of(kind, self._resources) if kind is not None else Space(GRAY)
        mark = picture(declared, (image.width, image.height), space, self._state)
        if mark is not None:
            yield replace(mark, image=None)

    def _move(self, operator: str, operands: Sequence[Any]) -> None:
        """Move to where the next text begins (ISO 32000-1, 9.4.2)."""
        if operator == "BT":
            self._text = self._line = SAME
        elif operator == "Tm":
            self._text = self._line = times(_numbers(operands), SAME)
        elif operator == "T*":
            self._next_line(0, -self._state.leading)
        else:
            x, y = _numbers(operands)
            if operator == "TD":
                self._state = replace(self._state, leading=-y)
            self._next_line(x, y)

    def _show_line(self, operator: str, operands: Sequence[Any]) -> Iterator[Mark]:
        """Yield the text that an operator shows (ISO 32000-1, 9.4.3)."""
        if operator == '"':
            spaces = _numbers(operands[:2])
            self._state = replace(self._state, word_space=spaces[0], letter_space=spaces[1])
        if operator in ("'", '"'):
            self._next_line(0, -self._state.leading)
        yield from self._show(list(operands[0]) if operator == "TJ" else operands[-1:])

    def _next_line(self, x: float, y: float) -> None:
        self._text = self._line = times((1, 0, 0, 1, x, y), self._line)

    def _show(self, pieces: Sequence[Any]) -> Iterator[Mark]:
        state, font = self._state, self._state.font
        if font is None:
            return
        width = 0.0
        for piece in pieces:
            if _is_number(piece):
                width -= float(piece) / 1000 * state.size
            else:
                text = bytes(piece)
                ems, letters = font.width(text)
                spaces = text.count(b" ") if font.codes == 1 else 0
                width += ems * state.size + letters * state.letter_space + spaces * state.word_space
        width *= state.stretch
        matrix = times(self._text, state.matrix)
        top = state.rise + CAPITALS * state.size
        corners = [moved(matrix, x, y) for x in (0, width) for y in (state.rise, top)]
        self._text = times((1, 0, 0, 1, width, 0), self._text)
        seen = shared(box_around(corners), state.clip)
        strokes = state.render in (1, 5)
        alpha = state.stroke_alpha if strokes else state.fill_alpha
        if seen is None or state.render in (_INVISIBLE, 7) or not alpha or not width:
            return
        yield Mark(
            Kind.TEXT,
            seen,
            state.stroke if strokes else state.fill,
            abs(state.size) * hypot(matrix[2], matrix[3]),
            state.stroke_overprints if strokes else state.fill_overprints,
            state.is_transparent,
            font,
        )


def _most(paint: Paint) -> float:
    return sum(paint.inks or ())


def _numbers(values: Any) -> list[float]:
    return [float(value) for value in values]


def _is_number(value: Any) -> bool:
    from decimal import Decimal

    return isinstance(value, int | float | Decimal)


def _inherited(page: Any) -> Any:
    """Return the resources that a page has from the nodes above it."""
    node, seen = page.get("/Parent"), 0
    while node is not None and seen < DEEPEST:
        if "/Resources" in node:
            return node["/Resources"]
        node, seen = node.get("/Parent"), seen + 1
    return None
