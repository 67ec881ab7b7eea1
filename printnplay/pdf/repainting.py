"""Rewrite what pages paint: their texts, paths and pictures, each in the inks that are set for it.

A `Painter` decides what becomes of each instruction. It works on screen colours, and on the inks of
a press-ready file.
"""

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.pdf.drawn import drawn_by
from printnplay.pdf.screen_colours import Step, is_solid, steps_of

if TYPE_CHECKING:
    import pikepdf

Paint: TypeAlias = tuple[tuple[str, float], ...]
"""A colour: the inks, or the lights of a screen, each with its share from 0 to 1."""

PROCESS = ("cyan", "magenta", "yellow", "black")
"""The plates of a press, in the order of PDF operands."""

_LIGHTS = ("red", "green", "blue")

BLACK: Paint = (("cyan", 0.0), ("magenta", 0.0), ("yellow", 0.0), ("black", 1.0))
"""Black ink alone."""

_BLACKS = frozenset([BLACK, tuple((light, 0.0) for light in _LIGHTS)])

FILLED, FILLED_AND_STROKED = 0, 2
"""The modes in which texts are drawn (ISO 32000-1, table 106)."""

_TEXTS = frozenset(["Tj", "TJ", "'", '"'])
_PATHS = frozenset(["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"])
_PIXELS = frozenset(["sh", "INLINE IMAGE"])
_SHARES = frozenset(["sc", "scn", "SC", "SCN"])
_COLOURS = _SHARES | frozenset(["cs", "CS", "k", "K", "g", "G", "rg", "RG"])


class State(Struct, frozen=True):
    """The part of the graphics state that decides what is painted.

    A state that `overprints` leaves the plates of inks with a share of 0 as they are. One that is
    not `opaque` paints with transparency.
    """

    fill: Paint = BLACK
    stroke: Paint = BLACK
    mode: int = FILLED
    overprints: bool = False
    opaque: bool = True

    @property
    def is_black(self) -> bool:
        """Whether a text in this state is painted in pure, opaque black."""
        stroked = self.mode == FILLED_AND_STROKED
        paints = (self.fill, self.stroke) if stroked else (self.fill,)
        return self.mode in (FILLED, FILLED_AND_STROKED) and self.opaque and {*paints} <= _BLACKS


def _same(_: object, written: bytes) -> bytes:
    return written


def _stay(_: object) -> None:
    return


class Painter(Struct, frozen=True):
    """Decides what is painted; by default, nothing is changed.

    The first five take the operators of an instruction and return those to write instead: `colour`
    with the colour that they set, and whether for strokes; the others with the state in which they
    show texts, paint paths, paint pixels or gradients, or after they set a graphics state
    dictionary. `image` changes an image, `resources` those of a rewritten page or form.
    """

    colour: Callable[[tuple[Paint, bool], bytes], bytes] = _same
    text: Callable[[State, bytes], bytes] = _same
    path: Callable[[State, bytes], bytes] = _same
    pixels: Callable[[State, bytes], bytes] = _same
    setting: Callable[[State, bytes], bytes] = _same
    image: Callable[[Any], None] = _stay
    resources: Callable[[Any], None] = _stay


def unshown(state: State, written: bytes) -> bytes:
    """Return the operators of a text that takes its place, but is not painted."""
    return b"3 Tr\n" + written + f"\n{state.mode} Tr".encode()


def repainted(pdf: bytes, painter: Painter) -> bytes:
    """Return a PDF as a painter paints it."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        repaint(document, painter)
        stream = BytesIO()
        document.save(stream, deterministic_id=True)
        return stream.getvalue()


def repaint(document: "pikepdf.Pdf", painter: Painter) -> None:
    """Rewrite all pages of a document, with everything that they draw."""
    import pikepdf

    drawn = drawn_by(page.obj for page in document.pages)
    for content in drawn.contents:
        walk = _Walk(content, painter)
        written = b"\n".join(filter(None, map(walk.written, steps_of(content))))
        if isinstance(content, pikepdf.Stream):
            content.write(written)
        else:
            content["/Contents"] = document.make_stream(written)
    for content in drawn.contents:
        painter.resources(content)
    for image in drawn.images:
        painter.image(image)


class _Walk:
    """One pass over the instructions of a page or form."""

    def __init__(self, content: Any, painter: Painter) -> None:
        import pikepdf

        def resources(kind: str) -> dict[str, Any]:
            none = pikepdf.Dictionary()
            return dict(content.get("/Resources", none).get(kind, none).items())

        self._painter, self._state = painter, State()
        self._saved: list[State] = []
        self._spaces = ["", ""]
        self._states = resources("/ExtGState")
        self._pictures = {
            name for name, item in resources("/XObject").items() if item.get("/Subtype") == "/Image"
        }
        self._spots = {
            name: str(space[1]).removeprefix("/")
            for name, space in resources("/ColorSpace").items()
            if isinstance(space, pikepdf.Array) and space[0] == "/Separation"
        }

    def written(self, step: Step) -> bytes:
        """Return the operators to write for an instruction; the state follows it."""
        import pikepdf

        operator, operands = str(step.instruction.operator), step.instruction.operands
        written = pikepdf.unparse_content_stream([step.instruction])
        if operator in _COLOURS:
            return self._coloured(step, written)
        if operator in _TEXTS:
            return self._painter.text(self._state, written)
        if operator in _PATHS:
            return self._painter.path(self._state, written)
        if operator in _PIXELS or (operator == "Do" and str(operands[0]) in self._pictures):
            return self._painter.pixels(self._state, written)
        return self._setting(step, written)

    def _coloured(self, step: Step, written: bytes) -> bytes:
        operator = str(step.instruction.operator)
        lines = operator.isupper()
        if operator in ("cs", "CS"):
            name = str(step.instruction.operands[0])
            self._spaces[lines] = name if name in self._spots else ""
            self._state = _with(self._state, BLACK if step.is_device else (), lines=lines)
            # The space of a spot ink is written together with its share.
            return b"" if self._spaces[lines] else written
        space = self._spaces[lines] if operator in _SHARES else ""
        paint = _paint(step, self._spots.get(space, ""))
        self._state = _with(self._state, paint, lines=lines)
        if space:
            written = f"{space} {'CS' if lines else 'cs'} ".encode() + written
        return self._painter.colour((paint, lines), written)

    def _setting(self, step: Step, written: bytes) -> bytes:
        operator, operands = str(step.instruction.operator), step.instruction.operands
        if operator == "q":
            self._saved.append(self._state)
        elif operator == "Q" and self._saved:
            self._state = self._saved.pop()
        elif operator == "Tr":
            self._state = replace(self._state, mode=int(operands[0]))
        elif operator == "gs":
            self._state = _set(self._state, self._states.get(str(operands[0]), {}))
            return self._painter.setting(self._state, written)
        return written


def _paint(step: Step, spot: str) -> Paint:
    """Return the colour that an instruction sets; empty if it is of another kind."""
    if step.colour is not None:
        return tuple(zip(_LIGHTS, (light / 255 for light in step.colour), strict=True))
    operator, operands = str(step.instruction.operator), step.instruction.operands
    if operator in ("k", "K"):
        return tuple(zip(PROCESS, map(float, operands), strict=True))
    return ((spot, float(operands[0])),) if spot else ()


def _with(state: State, paint: Paint, *, lines: bool) -> State:
    return replace(state, stroke=paint) if lines else replace(state, fill=paint)


def _set(state: State, changes: Any) -> State:
    """Return a state with the changes of a graphics state dictionary."""
    if "/OP" in changes or "/op" in changes:
        fills = bool(changes.get("/op", changes.get("/OP", False)))
        state = replace(state, overprints=fills and int(changes.get("/OPM", 0)) == 1)
    if any(name in changes for name in ("/ca", "/CA", "/BM", "/SMask")):
        state = replace(state, opaque=is_solid(changes))
    return state
