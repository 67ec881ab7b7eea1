"""The lint of drawings: reports what will look different in print before it is printed.

The drawing is walked as drawn: with transforms, views and repetitions, so that widths and pixels
are judged at their printed size.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import hypot, sqrt
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.svg.elements import MACHINE_CODE, NAMES, attributes, href
from printnplay.svg.faults import Findings
from printnplay.svg.filters import PER_INCH, fineness, unlike_on_screen
from printnplay.svg.geometry import Box, Matrix, around, fitted
from printnplay.svg.lettering import Look, declared, inherited, is_printed
from printnplay.svg.outlines import box as box_around
from printnplay.svg.outlines import lines_of, reach_of_arc
from printnplay.svg.pictures import pixels
from printnplay.svg.pixels import SHARP, too_few
from printnplay.svg.values import Numbers, PathData, length, numbers, path_data, transform, user

THINNEST = 0.1
"""The thinnest stroke that prints unbroken, in mm: 2.4 dots of a printer with 600 dpi."""
EDGE = 0.05
"""The difference of an edge in mm that is invisible: about a dot of such a printer. A guess."""
DEEPEST = 200
"""The maximum depth of elements to check: twice what is measured (`DEEPEST` in `boxed.py`), below
the 1,000 nested calls that Python allows."""

QUOTED = 12
"""The characters to quote of a faulty value, from its error on: a number or two. A guess."""

_GROUPS = frozenset({"g", "a", "switch", "svg"})
_FOUND = frozenset({"text", "image"})
"""What is reported outside the printed area in drawings that run over it on purpose, too."""
TEXTS = tuple(tag for tag, name in NAMES.items() if name == "text")
_MEASURES = frozenset(
    ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"]
)
"""The attributes of shapes that are one length each."""

XY = tuple[float, float]

TextBox = Callable[[_Element, Look], Box | None]
"""Returns the bounding box of the letters of a text, in its own units."""


class Place(Struct, frozen=True):
    """The state accumulated on the way to an element."""

    matrix: Matrix
    whole: Box
    look: Look
    depth: int = 0


class Lint:
    """Checks one drawing; the results are in `findings`."""

    def __init__(
        self,
        ids: Mapping[str, _Element],
        area: Box,
        text_box: TextBox,
        *,
        strays: bool = True,
        exact: bool = False,
    ) -> None:
        """Check against the printed area, in mm; with `strays`, report shapes outside it.

        With `exact`, boxes are measured along the curves of paths, and include strokes.
        """
        self._strays = strays
        self._exact = exact
        self.findings = Findings()
        self._ids = ids
        self._area = area
        self._text_box = text_box
        self._dots = PER_INCH
        self._checked: set[_Element] = set()
        self._only: set[_Element] | None = None

    def over(self, root: _Element, matrix: Matrix, view: Box) -> Box | None:
        """Check a whole drawing; the matrix converts its units to mm. Return its bounding box."""
        self._dots = round(PER_INCH * (fineness(root, self._area, matrix) or 1))
        box = self._group(root, Place(matrix, view, inherited({}, declared(root))))
        if box is not None and box.misses(self._area):
            self._outside(root)
        return box

    def over_texts(self, root: _Element, matrix: Matrix, view: Box) -> None:
        """Check only the texts."""
        self._only = set()
        for name in TEXTS:
            for text in root.iter(name):
                self._only.update((text, *text.iterancestors()))
        self.over(root, matrix, view)

    def _group(self, parent: _Element, place: Place) -> Box | None:
        """Check the contents of a group; return its bounding box."""
        boxes = []
        for child in parent.iterchildren(tag=etree.Element):
            if self._only is not None and child not in self._only:
                continue
            box = self._element(child, place)
            if box is not None:
                boxes.append((child, box))
        whole: Box | None = None
        for _, box in boxes:
            whole = box.joined(whole)
        if whole is not None and not whole.misses(self._area):
            for child, box in boxes:
                if box.misses(self._area) and (self._strays or NAMES[child.tag] in _FOUND):
                    self._outside(child)
        return whole

    def _element(self, element: _Element, above: Place) -> Box | None:
        name = NAMES.get(element.tag)
        own = declared(element)
        if name is None or own.get("display") == "none" or above.depth > DEEPEST:
            return None
        self._check_values(element, name)
        own_transform = element.get("transform")
        matrix = above.matrix
        if own_transform is not None:
            matrix = matrix.times(transform(own_transform).matrix)
        look = inherited(above.look, own)
        place = Place(matrix, above.whole, look, above.depth + 1)
        if own.get("filter", "none") != "none":
            used = self._ids.get(own["filter"].partition("#")[2].partition(")")[0].strip("'\" "))
            message = f"<{name}> has a filter, and is printed as pixels, {self._dots} per inch"
            message += unlike_on_screen(used)
            self.findings.add(codes.PART_AS_PIXELS, element, message)
        if name == "svg":
            return self._nested(element, place)
        if name in _GROUPS:
            return self._group(element, place)
        if name == "use":
            return self._used(element, place)
        if name == "text" or name in SHAPES:
            return self.shape(element, name, own, place)
        return None

    def _check_values(self, element: _Element, name: str) -> None:
        """Report the first value of an element that violates SVG's grammar, once."""
        if element in self._checked:
            return
        self._checked.add(element)
        values = (
            ("transform", transform(element.get("transform", "")).error),
            ("d", _path_box(element.get("d", "")).error if name == "path" else None),
            ("points", _pairs(element).error if name in ("polyline", "polygon") else None),
            ("viewBox", _view(element).error if name in ("svg", "symbol") else None),
        )
        faulty = next(((key, at) for key, at in values if at is not None), None)
        if faulty is None and name in SHAPES:
            measures = ((key, value) for key, value in attributes(element) if key in _MEASURES)
            faulty = next(((key, 0) for key, value in measures if not _is_measure(value)), None)
        if faulty is not None:
            key, at = faulty
            rest = " ".join(element.get(key, "")[at:].split())
            shown = rest[:QUOTED] + ("…" if len(rest) > QUOTED else "")
            where = f"from `{shown}` on" if rest else "because it ends too early"
            message = f"`{key}` of <{name}> cannot be read {where}"
            self.findings.add(codes.MAY_LOOK_DIFFERENT, element, message)

    def shape(self, element: _Element, name: str, own: Look, place: Place) -> Box | None:
        """Check a shape, a picture or a text; return its bounding box in mm, if it is drawn."""
        if name == "image":
            self._check_pixels(element, place)
        elif not is_printed(own, place.look):
            return None
        elif place.look.get("stroke", "none") != "none" and "vector-effect" not in own:
            self._check_stroke(element, name, place)
        if name != "text":
            return self._area_of(element, name, place)
        box = self._text_box(element, place.look)
        if box is None:
            return None
        box = place.matrix.box(box)
        if not (self._area.holds(box, EDGE) or box.misses(self._area)):
            self.findings.add(codes.OUTSIDE_THE_PRINT, element, "the text extends beyond the bleed")
        return box

    def _area_of(self, element: _Element, name: str, place: Place) -> Box | None:
        """Return the bounding box of a shape or picture in mm."""
        box = SHAPES[name](element, place.whole)
        if self._exact:
            box = _with_stroke(element, name, box, place.look)
        if box is None:
            return None
        drawn = place.matrix.box(box)
        if MACHINE_CODE in element.attrib:
            self._check_code(element, place, drawn)
        return drawn

    def _outside(self, element: _Element) -> None:
        name = NAMES.get(element.tag, "")
        message = f"<{name}> lies outside the bleed, and is not printed"
        self.findings.add(codes.OUTSIDE_THE_PRINT, element, message)

    def _check_stroke(self, element: _Element, name: str, place: Place) -> None:
        diagonal = hypot(place.whole.width, place.whole.height) / sqrt(2)
        width = user(place.look.get("stroke-width"), diagonal, default=1) * min(place.matrix.scales)
        if 0 < width < THINNEST - 0.0005:
            message = f"the stroke of <{name}> is {width:.2g} mm wide in print"
            self.findings.add(codes.STROKE_TOO_THIN, element, message, 1 / width)

    def _check_code(self, element: _Element, place: Place, box: Box) -> None:
        """Report a QR code or barcode that the drawing around it makes too small, or cuts off."""
        module, least = min(place.matrix.scales), float(element.get(MACHINE_CODE) or 0)
        why = ""
        if not self._area.holds(box, EDGE):
            why = "it extends beyond the bleed"
        elif module < least - 0.0005:
            why = f"its modules are {module:.3f} mm wide in print, and {least} mm are needed"
        if why:
            self.findings.add(codes.CODE_MAY_NOT_SCAN, element, f"a code may not scan: {why}")

    def _check_pixels(self, element: _Element, place: Place) -> None:
        size = pixels(href(element))
        if size is None or "pixel" in place.look.get("image-rendering", ""):
            return
        density = density_of(element, size, place)
        if density < SHARP - 1:
            message = too_few(size, density)
            self.findings.add(codes.TOO_FEW_PIXELS, element, message, 1 / density)

    def _nested(self, element: _Element, place: Place) -> Box | None:
        frame = _frame(element, (place.whole.width, place.whole.height), place.whole)
        whole = _view(element).box or Box(0, 0, frame.width, frame.height)
        inner = place.matrix.times(fitted(whole, frame, _aspect(element)))
        return self._group(element, replace(place, matrix=inner, whole=whole))

    def _used(self, element: _Element, place: Place) -> Box | None:
        target = self._ids.get(href(element).strip().removeprefix("#"))
        if target is None:
            return None
        x = user(element.get("x"), place.whole.width)
        y = user(element.get("y"), place.whole.height)
        moved = replace(place, matrix=place.matrix.times(Matrix(e=x, f=y)))
        if NAMES.get(target.tag) != "symbol":
            return self._element(target, moved)
        # A symbol is a nested drawing with the size of its use.
        self._check_values(target, "symbol")
        frame = _frame(element, (place.whole.width, place.whole.height), place.whole)
        whole = _view(target).box
        if whole is None:
            return self._group(target, moved)
        inner = fitted(whole, Box(0, 0, frame.width, frame.height), _aspect(target))
        return self._group(target, replace(moved, matrix=moved.matrix.times(inner), whole=whole))


def _with_stroke(element: _Element, name: str, box: Box | None, look: Look) -> Box | None:
    """Return the bounding box of a shape, measured along its curves, with half of its stroke."""
    if name == "path":
        box = box_around(lines_of(element.get("d", "")))
    if box is None or name == "image" or look.get("stroke", "none") == "none":
        return box
    half = user(look.get("stroke-width"), default=1) / 2
    return Box(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)


def density_of(element: _Element, size: tuple[float, float], place: Place) -> float:
    """Return the pixels per inch of a picture as printed."""
    unit = fitted(Box(0, 0, *size), _frame(element, size, place.whole), _aspect(element))
    coarsest = max(place.matrix.times(unit).scales)
    return 25.4 / coarsest if coarsest > 0 else SHARP


class _Outline(NamedTuple):
    """The bounding box of a view or shape, if any, and the index of an error in its value."""

    box: Box | None
    error: int | None = None


def _view(element: _Element) -> _Outline:
    """Parse the `viewBox` of an element."""
    text = element.get("viewBox")
    if text is None:
        return _Outline(None)
    values, error = numbers(text)
    if len(values) == 4 and error is None and min(values[2:]) > 0:
        return _Outline(Box(*values))
    return _Outline(None, error or 0)


def _frame(element: _Element, size: tuple[float, float], whole: Box) -> Box:
    """Return the box of a picture or a nested drawing; its default size is its own size."""
    return Box(
        user(element.get("x"), whole.width),
        user(element.get("y"), whole.height),
        user(element.get("width"), whole.width, default=size[0]),
        user(element.get("height"), whole.height, default=size[1]),
    )


def _aspect(element: _Element) -> str:
    return element.get("preserveAspectRatio", "")


def _is_measure(text: str) -> bool:
    # `auto` and inherited values are not lengths, but not errors either.
    return length(text) is not None or text.strip() in ("auto", "inherit")


Shape = Callable[[_Element, Box], Box | None]
"""Returns the bounding box of a shape, in its user units; percentages refer to the second
argument."""


def _rectangle(element: _Element, whole: Box) -> Box | None:
    width = user(element.get("width"), whole.width)
    height = user(element.get("height"), whole.height)
    x, y = user(element.get("x"), whole.width), user(element.get("y"), whole.height)
    return Box(x, y, width, height) if width > 0 and height > 0 else None


def _ellipse(element: _Element, whole: Box) -> Box | None:
    x, y = user(element.get("cx"), whole.width), user(element.get("cy"), whole.height)
    radius = user(element.get("r"), min(whole.width, whole.height))
    across = user(element.get("rx"), whole.width, default=radius)
    down = user(element.get("ry"), whole.height, default=radius)
    return Box(x - across, y - down, 2 * across, 2 * down) if across > 0 and down > 0 else None


def _line(element: _Element, whole: Box) -> Box | None:
    x1, x2 = (user(element.get(name), whole.width) for name in ("x1", "x2"))
    y1, y2 = (user(element.get(name), whole.height) for name in ("y1", "y2"))
    return around([(x1, y1), (x2, y2)])


def _pairs(element: _Element) -> Numbers:
    """Parse the `points` of an element; an odd number of values is an error."""
    text = element.get("points", "")
    values, error = numbers(text)
    if len(values) % 2:
        return Numbers(values[:-1], len(text) if error is None else error)
    return Numbers(values, error)


def _points(element: _Element, whole: Box) -> Box | None:
    del whole
    values = _pairs(element).values
    points = list(zip(values[::2], values[1::2], strict=True))
    return around(points) if points else None


def _path(element: _Element, whole: Box) -> Box | None:
    del whole
    return _path_box(element.get("d", "")).box


# The faces of a deck repeat the same paths.
@lru_cache(maxsize=4096)
def _path_box(text: str) -> _Outline:
    """Return the bounding box of a path with its control points; None if it has no points.

    >>> _path_box("M10 10h20v5z").box
    Box(x=10.0, y=10.0, width=20.0, height=5.0)
    """
    data = path_data(text)
    points = list(_path_points(data))
    return _Outline(around(points) if points else None, data.error)


def _path_points(data: PathData) -> Iterator[XY]:
    """Yield the points of a path and its control points."""
    at = start = (0.0, 0.0)
    for segment in data.segments:
        command, values = segment
        x, y = at if command.islower() else (0.0, 0.0)
        match command.upper():
            case "Z":
                at = start
                continue
            case "H":
                at = (x + values[0], at[1])
            case "V":
                at = (at[0], y + values[0])
            case "A":
                yield from reach_of_arc(segment, at)
                at = (x + values[5], y + values[6])
            case _:
                for index in range(0, len(values), 2):
                    at = (x + values[index], y + values[index + 1])
                    yield at
        if command in "Mm":
            start = at
        yield at


SHAPES: Mapping[str, Shape] = {
    "rect": _rectangle,
    "image": _rectangle,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
    "path": _path,
}
"""The function for the bounding box of each kind of shape."""
