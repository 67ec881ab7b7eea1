"""Designers' drawings put into those of templates."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lxml.etree import _Element

from printnplay.model.diagnostics import Problems
from printnplay.rendering.svg_drawing import Drawing
from printnplay.rendering.svg_lengths import user
from printnplay.rendering.svg_size import Extent
from printnplay.rendering.svg_tables import SVG
from printnplay.rendering.svg_transforms import Box, Matrix, fitted, numbers, transform

SEAT = "data-art"
"""Marks the empty group that a drawing is to be put into; a number says which drawing."""

Lint = Callable[[Box, Matrix, Problems], None]
"""Judges a drawing as it is printed: what of the face is, what takes its place to mm."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing, where a template wants it, and what judges it there."""

    drawing: Drawing
    place: Box
    lint: Lint


def put_in(
    root: _Element,
    ids: Iterable[str],
    placed: Sequence[Placed],
    extent: Extent,
    problems: Problems,
) -> None:
    """Put drawings where their empty groups stand; no id of one is that of another."""
    size = extent.size
    area = Box(*(number / 1000 for number in (extent.x, extent.y, size.width, size.height)))
    start = _free("art", ids)
    for count, seat in enumerate(list(root.iter(f"{{{SVG}}}g"))):
        number = seat.get(SEAT, "")
        parent = seat.getparent()
        if parent is None or not number.isdecimal() or int(number) >= len(placed):
            continue
        one = placed[int(number)]
        one.lint(area, _above(seat), problems)
        group = one.drawing.placed(one.place, f"{start}{count}-")
        group.tail = seat.tail
        parent.replace(seat, group)


def _free(wanted: str, ids: Iterable[str]) -> str:
    """A beginning that no id of the template's own has."""
    taken = tuple(ids)
    while any(one.startswith(wanted) for one in taken):
        wanted += "_"
    return wanted


def _above(seat: _Element) -> Matrix:
    """What the groups around a place do to it."""
    matrix = Matrix()
    for element in (seat, *seat.iterancestors()):
        if element.getparent() is not None:
            matrix = _own(element).times(matrix)
    return matrix


def _own(element: _Element) -> Matrix:
    matrix = transform(element.get("transform", ""))
    view = numbers(element.get("viewBox", ""))
    if element.tag != f"{{{SVG}}}svg" or len(view) != 4:
        return matrix
    sides = (user(element.get(name)) for name in Box._fields)
    return matrix.times(fitted(Box(*view), Box(*sides), element.get("preserveAspectRatio", "")))
