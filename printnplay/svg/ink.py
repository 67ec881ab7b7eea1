"""The ink of a drawing's texts: where each letter is printed, in mm.

Letters that follow each other on a straight line are shaped with the fonts that they are drawn in.
Letters of other texts (on a path, rotated one by one, letter-spaced, vertical) are found by
rendering the drawing.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.legibility import Quad
from printnplay.svg.elements import NAMES, SVG, attributes
from printnplay.svg.fallback import lines_of, share_before, start_of
from printnplay.svg.geometry import Box, Matrix, around
from printnplay.svg.lettering import Lettering, Look, is_printed, size_of
from printnplay.svg.lint import SHAPES, Lint, Place
from printnplay.svg.textboxes import is_outline, outline_of
from printnplay.svg.values import user
from printnplay.text.font_file import FontFile, Ink, word_spaces
from printnplay.text.fonts import FontShelf

_TEXT = f"{{{SVG}}}text"
_ELSEWHERE = frozenset(
    {
        *("rotate", "textLength", "dx", "dy", "letter-spacing", "writing-mode", "baseline-shift"),
        *("dominant-baseline", "alignment-baseline", "direction", "unicode-bidi", "font-variant"),
        *("font-stretch", "font-feature-settings", "text-transform", "lengthAdjust"),
    }
)
"""Properties with which letters do not simply follow each other as in their font."""
_PASSED_ON = _ELSEWHERE - {"rotate", "textLength", "dx", "dy", "lengthAdjust"}
"""The inherited ones of these properties."""
_PLAIN = frozenset(
    {
        *("", "0", "0px", "normal", "baseline", "auto", "alphabetic", "ltr", "none", "inherit"),
        *("lr", "lr-tb", "horizontal-tb", "spacing"),
    }
)
"""Values of these properties with which letters do follow each other."""
_PAINT = frozenset({"fill", "fill-opacity", "stroke", "stroke-width"})
_ABOVE, _BELOW, _BESIDE = 1.15, 0.45, 0.25
"""The maximum reach of ink above, below and beside a line, in em: accents and swashes included. A
guess: few fonts reach farther."""


class Stretch(Struct, frozen=True, dict=True):
    """Consecutive letters in one look on a line of a text.

    `x` and `y` are their start and `size` is the font size, in the units that `matrix` converts to
    mm; `spacing` is added to each space between words.
    """

    text: _Element
    words: str
    look: Look
    matrix: Matrix
    file: FontFile
    x: float
    y: float
    size: float
    spacing: float = 0.0

    @cached_property
    def glyphs(self) -> tuple[Ink, ...]:
        """The ink of its letters, with points in mm."""
        place, x, y, size = self.matrix.point, self.x, self.y, self.size
        return tuple(
            Ink(
                ink.letter,
                tuple(place(x + across * size, y + down * size) for across, down in ink.points),
            )
            for ink in self.file.inked(self.words, self.spacing / size if size else 0)
        )

    @cached_property
    def quads(self) -> tuple[Quad, ...]:
        """The ink boxes of its letters and figures, without the punctuation between them."""
        place, x, y, size = self.matrix.point, self.x, self.y, self.size
        found = []
        for ink in self.file.inked(self.words, self.spacing / size if size else 0):
            if ink.letter.isalnum():
                xs, ys = zip(*ink.points, strict=True)
                left, right = x + min(xs) * size, x + max(xs) * size
                top, bottom = y + min(ys) * size, y + max(ys) * size
                corners = ((left, top), (right, top), (right, bottom), (left, bottom))
                found.append(tuple(place(*corner) for corner in corners))
        return tuple(found)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """The upright boxes around `quads`."""
        return tuple(around([*quad]) for quad in self.quads)

    @cached_property
    def inked(self) -> Box:
        """The box around all of `quads`; empty if there are none."""
        return around([*chain.from_iterable(self.quads)] or [(0, 0)])

    @property
    def width(self) -> float:
        """The advance width of its letters, in its units."""
        spaces = word_spaces(self.words) * self.spacing
        return self.file.advance(self.words) * self.size + spaces

    @property
    def around(self) -> Quad:
        """A rectangle that contains all of its ink, in mm."""
        left, right = self.x - _BESIDE * self.size, self.x + self.width + _BESIDE * self.size
        top, bottom = self.y - _ABOVE * self.size, self.y + _BELOW * self.size
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return tuple(self.matrix.point(*corner) for corner in corners)


class Found(Struct, frozen=True):
    """A printed text with its stretches; no stretches if its letters must be found by rendering.

    If an `outline` is drawn in its place, its looks have the paint of that.
    """

    element: _Element
    look: Look
    stretches: tuple[Stretch, ...]
    outline: _Element | None = None


class Reach(NamedTuple):
    """The printed items in drawing order: texts, the number of shapes before each, shape boxes."""

    texts: list[Found]
    before: list[int]
    shapes: list[tuple[_Element, Box]]


def texts_of(
    root: _Element, ids: Mapping[str, _Element], area: Box, shelf: FontShelf
) -> list[Found]:
    """Return the texts of a drawing that are printed, in drawing order."""
    if any(_is_used(text) or outline_of(text) is not None for text in root.iter(_TEXT)):
        return reach_of(root, ids, area, shelf).texts
    walk = _Texts(ids, area, shelf)
    walk.over_texts(root, Matrix(), area)
    return walk.reach.texts


def reach_of(root: _Element, ids: Mapping[str, _Element], area: Box, shelf: FontShelf) -> Reach:
    """Return the texts and the shapes of a drawing that are printed."""
    walk = _Texts(ids, area, shelf)
    walk.over(root, Matrix(), area)
    return walk.reach


def _is_used(text: _Element) -> bool:
    """Check whether a text may be drawn where something else refers to it."""
    return any(NAMES.get(outer.tag) in ("symbol", "defs") for outer in text.iterancestors())


class _Texts(Lint):
    """Collects texts as drawn."""

    def __init__(self, ids: Mapping[str, _Element], area: Box, shelf: FontShelf) -> None:
        super().__init__(ids, area, lambda _text, _look: None, strays=False)
        self.reach = Reach([], [], [])
        self._lettering = Lettering(shelf)
        self._outline: tuple[_Element | None, Look] = None, {}
        """The last outline of letters that was drawn, and its look."""

    def shape(self, element: _Element, name: str, own: Look, place: Place) -> Box | None:
        if name != "image" and not is_printed(own, place.look):
            return None
        if name == "text":
            self.reach.texts.append(self._found(element, place))
            self.reach.before.append(len(self.reach.shapes))
            return None
        if is_outline(element):
            self._outline = element, place.look
            return None
        box = SHAPES[name](element, place.whole)
        if box is not None:
            self.reach.shapes.append((element, place.matrix.box(_stroked(box, place))))
        return None

    def _found(self, text: _Element, place: Place) -> Found:
        stretches = () if _is_elsewhere(text) else tuple(self._stretches(text, place))
        outline, paint = self._outline
        if outline is None or outline is not outline_of(text):
            return Found(text, place.look, stretches)
        painted = (replace(part, look=_painted(part.look, paint)) for part in stretches)
        return Found(text, _painted(place.look, paint), tuple(painted), outline)

    def _stretches(self, text: _Element, place: Place) -> Iterator[Stretch]:
        """Yield the runs of a text, each at the end of the one before."""
        end = 0.0, 0.0
        for line in lines_of(text, place.look):
            start, y = start_of(line, end)
            parts: list[Stretch] = []
            x = start
            for run in line:
                face = self._lettering.face(run.look) if run.words else None
                if face is not None:
                    file = self._lettering.shelf.file(face)
                    size, spacing = size_of(run.look), user(run.look.get("word-spacing"))
                    parts.append(
                        Stretch(text, run.words, run.look, place.matrix, file, x, y, size, spacing)
                    )
                    x += parts[-1].width
            end = x, y
            back = share_before(line) * (x - start)
            for part in parts:
                if part.words.strip() and part.look.get("visibility", "visible") == "visible":
                    yield replace(part, x=part.x - back) if back else part


def _painted(look: Look, paint: Look) -> Look:
    """Return a look with the paint of another one."""
    kept = {name: value for name, value in look.items() if name not in _PAINT}
    return kept | {name: value for name, value in paint.items() if name in _PAINT}


def _stroked(box: Box, place: Place) -> Box:
    """Return the bounding box of a shape with its stroke."""
    if place.look.get("stroke", "none") == "none":
        return box
    by = user(place.look.get("stroke-width"), default=1) / 2
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _is_elsewhere(text: _Element) -> bool:
    """Check whether letters of a text do not simply follow each other on straight lines."""
    for part in text.iter(tag=etree.Element):
        if NAMES.get(part.tag) == "textPath" or _says(part, _ELSEWHERE):
            return True
        if any(len(part.get(axis, "").replace(",", " ").split()) > 1 for axis in ("x", "y")):
            return True
    return any(_says(outer, _PASSED_ON) for outer in text.iterancestors())


def _says(element: _Element, names: frozenset[str]) -> bool:
    """Check whether an element gives one of these properties a value that moves letters."""
    for name, value in attributes(element):
        if name in names and value.strip() not in _PLAIN:
            return True
    style = element.get("style")
    for part in style.split(";") if style else ():
        name, _, value = part.partition(":")
        if name.strip() in names and value.strip() not in _PLAIN:
            return True
    return False
