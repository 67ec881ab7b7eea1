"""Clean drawings by designers, and their placement in the drawings of templates."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Um
from printnplay.svg.css import INITIAL, written
from printnplay.svg.elements import (
    SVG,
    XLINK_HREF,
    attributes,
    drop,
    inherited,
    prefix_ids,
    to_root,
    viewport,
)
from printnplay.svg.filters import mark
from printnplay.svg.geometry import Box, Matrix, fitted
from printnplay.svg.size import Extent, Viewport
from printnplay.svg.values import CSS_PIXELS, MM_PER_INCH, user

_OF_PLACE = frozenset(
    {"x", "y", "width", "height", "viewBox", "preserveAspectRatio", "overflow", "class", "version"}
)


_SIDES = ("width", "height")


class Drawing(Struct, frozen=True):
    """A clean drawing.

    `ids` are its named elements, `texts` its texts in drawing order, `title` describes it, and
    `takes_colour` marks a drawing that uses the colour of its surroundings.
    """

    root: _Element
    viewport: Viewport
    ids: Mapping[str, _Element]
    texts: tuple[str, ...]
    title: str = ""
    takes_colour: bool = False
    is_cropped: bool = False

    def seen(self, view: Box) -> "Drawing":
        """Return the drawing cropped to a part, which is stretched to its place."""
        viewport = replace(self.viewport, view=view, aspect="none")
        return replace(self, viewport=viewport, is_cropped=view != self.viewport.view)

    def matrix(self, place: Box) -> Matrix:
        """Return the transform from its own units to a place."""
        return fitted(self.viewport.view, place, self.viewport.aspect)

    def placed(self, place: Box, prefix: str, colour: str = INITIAL["color"]) -> _Element:
        """Return the drawing in a place, with prefixed IDs and its own look.

        Only the colour for `currentColor` is inherited from its surroundings.
        """
        inner = deepcopy(self.root)
        prefix_ids(inner, prefix)
        for name, _ in attributes(inner):
            if name in _OF_PLACE:
                del inner.attrib[name]
        _seat(inner, place)
        inner.set("viewBox", " ".join(f"{number:.6g}" for number in self.viewport.view))
        if self.viewport.aspect:
            inner.set("preserveAspectRatio", self.viewport.aspect)
        group = etree.Element(f"{{{SVG}}}g", style=written({**INITIAL, "color": colour}))
        group.append(inner)
        return group

    def take_place_of(self, image: _Element, prefix: str) -> None:
        """Replace an image that links the drawing by a group of it, in the same place."""
        width, height = (side * CSS_PIXELS / MM_PER_INCH for side in self.viewport.sides)
        whole = viewport(image)
        frame = etree.Element(f"{{{SVG}}}svg", viewBox=f"0 0 {width:.9g} {height:.9g}")
        across, down = (user(image.get(name), whole[i]) for i, name in enumerate(_SIDES))
        # SVG 2, 8.2: a missing side follows from the other one.
        across = across or (down * width / height if down else width)
        down = down or across * height / width
        for name, own in (("width", across), ("height", down)):
            frame.set(name, f"{own:.9g}")
        for name in ("x", "y", "preserveAspectRatio"):
            if name in image.attrib:
                frame.set(name, str(image.attrib[name]))
        drop(image, *_SIDES, "x", "y", "preserveAspectRatio", "href", XLINK_HREF)
        for child in list(image):
            image.remove(child)
        image.tag = f"{{{SVG}}}g"
        frame.append(self.placed(Box(0, 0, width, height), prefix))
        image.append(frame)

    def place(self, bleed: Um) -> Box:
        """Return its place in mm from the trimmed corner."""
        size, edge = self.viewport.size, -bleed / 1000
        return Box(edge, edge, size.width / 1000, size.height / 1000)

    def alone(self, bleed: Um = 0) -> str:
        """Return the drawing as a standalone document, in mm from its trimmed corner."""
        place = self.place(bleed)
        root = etree.fromstring(f'<svg xmlns="{SVG}"/>')
        root.set("width", f"{place.width:.6g}mm")
        root.set("height", f"{place.height:.6g}mm")
        root.set("viewBox", " ".join(f"{number:.6g}" for number in place))
        # Filter regions end on whole pixels: a tiny excess adds a pixel.
        exact = Box(place.x, place.y, *self.viewport.sides)
        has_filter = next(self.root.iter(f"{{{SVG}}}filter"), None) is not None
        root.append(self.placed(exact if has_filter else place, ""))
        mark(root, place)
        return etree.tostring(root, encoding="unicode")


def _seat(inner: _Element, place: Box) -> None:
    for name, number in zip(Box._fields, place, strict=True):
        inner.set(name, f"{number:.9g}")
    # A standalone drawing is clipped to its viewport, so it is clipped here too.
    inner.set("overflow", "hidden")
    style = inner.get("style", "").split(";")
    kept = [part for part in style if part and not part.startswith("overflow")]
    if kept:
        inner.set("style", ";".join(kept))
    elif style:
        inner.attrib.pop("style", "")


SEAT = "data-art"
"""Marks the empty group that a drawing is to be put into; a number identifies the drawing."""

Lint = Callable[[Box, Matrix, Problems], None]
"""Checks a drawing as printed: takes the printed area of the face, and the transform to mm."""


class Placed(Struct, frozen=True):
    """A drawing, its place in a template, its check there, and the file that it is from."""

    drawing: Drawing
    place: Box
    lint: Lint
    file: str = ""


def put_in(
    root: _Element,
    ids: Iterable[str],
    placed: Sequence[Placed],
    extent: Extent,
    problems: Problems,
) -> dict[_Element, str]:
    """Put drawings in place of their empty groups, with distinct IDs.

    Returns:
        The file of the drawing in each of the new groups.
    """
    files: dict[_Element, str] = {}
    size = extent.size
    area = Box(*(number / 1000 for number in (extent.x, extent.y, size.width, size.height)))
    start = _free("art", ids)
    by_seat = {str(number): art for number, art in enumerate(placed)}
    for count, seat in enumerate(list(root.iter(f"{{{SVG}}}g"))):
        art = by_seat.get(seat.get(SEAT, ""))
        parent = seat.getparent()
        if parent is None or art is None:
            continue
        art.lint(area, to_root(seat), problems)
        colour = inherited(seat, "color", INITIAL["color"])
        group = art.drawing.placed(art.place, f"{start}{count}-", colour)
        group.tail = seat.tail
        parent.replace(seat, group)
        files[group] = art.file
    return files


def _free(wanted: str, ids: Iterable[str]) -> str:
    """Return a prefix that no ID of the template has."""
    taken = tuple(ids)
    while any(name.startswith(wanted) for name in taken):
        wanted += "_"
    return wanted
