"""What a drawing will look like on paper, told before it is printed.

The drawing is walked as it is drawn: with transforms, views and repetitions, so that widths and
pixels are judged at the size that they are printed at.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from lxml import etree
from lxml.etree import _Element

from printnplay.model import codes
from printnplay.svg.elements import NAMES, XLINK
from printnplay.svg.faults import Findings
from printnplay.svg.geometry import Box, Matrix, fitted, numbers, transform, user
from printnplay.svg.lettering import Look, declared, inherited, is_printed
from printnplay.svg.pictures import pixels
from printnplay.svg.shapes import SHAPES

THINNEST = 0.1
"""The thinnest stroke that prints whole, in mm."""
SHARP = 300
"""The least pixels to the inch of a picture in print."""
EDGE = 0.05
"""What an edge may be off by, in mm, before anybody sees it."""
DEEPEST = 200

_GROUPS = frozenset({"g", "a", "switch", "svg"})
_TURNED = f"{{{XLINK}}}href"

TextBox = Callable[[_Element, Look], Box | None]
"""Gives the box around the letters of a text, in its own units."""


@dataclass(frozen=True, slots=True)
class _Place:
    """What has been gathered on the way to an element."""

    matrix: Matrix
    whole: Box
    look: Look
    depth: int = 0


class Lint:
    """Looks at one drawing; findings are in `findings`."""

    def __init__(
        self,
        ids: Mapping[str, _Element],
        area: Box,
        text_box: TextBox,
        *,
        strays: bool = True,
    ) -> None:
        """Judge by the area that is printed, in mm; `strays` are shapes that lie outside it."""
        self._strays = strays
        self.findings = Findings()
        self._ids = ids
        self._area = area
        self._text_box = text_box

    def over(self, root: _Element, matrix: Matrix, view: Box) -> Box | None:
        """Look at a whole drawing; the matrix takes its units to mm. The box around all of it."""
        box = self._parts(root, _Place(matrix, view, inherited({}, declared(root))))
        if box is not None and box.misses(self._area):
            self._outside(root)
        return box

    def _parts(self, parent: _Element, place: _Place) -> Box | None:
        """Look at what is in a group; the box around all of it."""
        boxes = []
        for child in parent.iterchildren(tag=etree.Element):
            box = self._one(child, place)
            if box is not None:
                boxes.append((child, box))
        whole: Box | None = None
        for _, box in boxes:
            whole = box.joined(whole)
        if whole is not None and not whole.misses(self._area):
            for child, box in boxes:
                if box.misses(self._area):
                    self._outside(child)
        return whole

    def _one(self, element: _Element, above: _Place) -> Box | None:
        name = NAMES.get(element.tag)
        own = declared(element)
        if name is None or own.get("display") == "none" or above.depth > DEEPEST:
            return None
        matrix = above.matrix.times(transform(element.get("transform", "")))
        look = inherited(above.look, own)
        place = _Place(matrix, above.whole, look, above.depth + 1)
        if own.get("filter", "none") != "none":
            message = f"<{name}> has a filter, and is printed as pixels"
            self.findings.add(codes.PART_AS_PIXELS, element, message)
        if name == "svg":
            return self._nested(element, place)
        if name in _GROUPS:
            return self._parts(element, place)
        if name == "use":
            return self._used(element, place)
        if name == "text" or name in SHAPES:
            return self._shape(element, name, own, place)
        return None

    def _shape(self, element: _Element, name: str, own: Look, place: _Place) -> Box | None:
        if name == "image":
            self._pixels(element, place)
        elif not is_printed(own, place.look):
            return None
        elif place.look.get("stroke", "none") != "none" and "vector-effect" not in own:
            self._stroke(element, name, place)
        if name != "text":
            box = SHAPES[name](element, place.whole)
            return place.matrix.box(box) if box else None
        box = self._text_box(element, place.look)
        if box is None:
            return None
        box = place.matrix.box(box)
        if not (self._area.holds(box, EDGE) or box.misses(self._area)):
            self.findings.add(
                codes.OUTSIDE_THE_PRINT, element, "the text reaches over the edge of the bleed"
            )
        return box

    def _outside(self, element: _Element) -> None:
        name = NAMES.get(element.tag, "")
        if not self._strays and name not in ("text", "image"):
            return
        message = f"<{name}> lies outside the bleed, and is not printed"
        self.findings.add(codes.OUTSIDE_THE_PRINT, element, message)

    def _stroke(self, element: _Element, name: str, place: _Place) -> None:
        whole = (place.whole.width**2 / 2 + place.whole.height**2 / 2) ** 0.5
        width = user(place.look.get("stroke-width"), whole, default=1) * min(place.matrix.scales)
        if 0 < width < THINNEST - 0.0005:
            message = f"the stroke of <{name}> is {width:.2g} mm wide where it is printed"
            self.findings.add(codes.STROKE_TOO_THIN, element, message, -width)

    def _pixels(self, element: _Element, place: _Place) -> None:
        link = element.get("href") or element.get(_TURNED) or ""
        size = pixels(link)
        if size is None or "pixel" in place.look.get("image-rendering", ""):
            return
        unit = fitted(Box(0, 0, *size), _frame(element, size, place.whole), _aspect(element))
        coarsest = max(place.matrix.times(unit).scales)
        density = 25.4 / coarsest if coarsest > 0 else SHARP
        if density < SHARP - 1:
            wide = f"{density:.0f} pixels to the inch where it is printed, of {SHARP} at least"
            self.findings.add(codes.TOO_FEW_PIXELS, element, f"the picture has {wide}", -density)

    def _nested(self, element: _Element, place: _Place) -> Box | None:
        frame = _frame(element, (place.whole.width, place.whole.height), place.whole)
        view = numbers(element.get("viewBox", ""))
        whole = Box(*view) if len(view) == 4 else Box(0, 0, frame.width, frame.height)
        inner = place.matrix.times(fitted(whole, frame, _aspect(element)))
        return self._parts(element, replace(place, matrix=inner, whole=whole))

    def _used(self, element: _Element, place: _Place) -> Box | None:
        link = element.get("href") or element.get(_TURNED) or ""
        target = self._ids.get(link.strip().removeprefix("#"))
        if target is None:
            return None
        x = user(element.get("x"), place.whole.width)
        y = user(element.get("y"), place.whole.height)
        moved = replace(place, matrix=place.matrix.times(Matrix(e=x, f=y)))
        if NAMES.get(target.tag) != "symbol":
            return self._one(target, moved)
        # A symbol is a nested drawing, of the size that the use says.
        frame = _frame(element, (place.whole.width, place.whole.height), place.whole)
        view = numbers(target.get("viewBox", ""))
        if len(view) != 4:
            return self._parts(target, moved)
        whole = Box(*view)
        inner = fitted(whole, Box(0, 0, frame.width, frame.height), _aspect(target))
        return self._parts(target, replace(moved, matrix=moved.matrix.times(inner), whole=whole))


def _frame(element: _Element, size: tuple[float, float], whole: Box) -> Box:
    """Where a picture or a nested drawing lies; it has its own size where none is said."""
    return Box(
        user(element.get("x"), whole.width),
        user(element.get("y"), whole.height),
        user(element.get("width"), whole.width, default=size[0]),
        user(element.get("height"), whole.height, default=size[1]),
    )


def _aspect(element: _Element) -> str:
    return element.get("preserveAspectRatio", "")
