"""Registration marks of cutting machines: the marks that their sensors detect on a printed sheet.

Cricut, Siser and Brother need none here: their programs print their own, or nobody has published
measures of them. A sheet with their marks can be printed below the cards (`--base-pdf`).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Margins, Paper, Point, Rect, Um, mm
from printnplay.kernel.printing import Machine
from printnplay.scene.sheet import Item, Panel, Stamp, Stroke

INSET: Um = mm(10)
"""The distance of Silhouette's marks from the edges of the paper: 10 mm; Silhouette Studio must be
set to the same (`docs/printing.md`)."""

SQUARE: Um = mm(5)
"""The side of the square: the same as in Silhouette Studio's marks of type 1."""

ARM: Um = mm(10)
"""The length of both lines of an angle: as set in Silhouette Studio."""

THICK: Um = mm(0.5)
"""The thickness of both lines of an angle: as set in Silhouette Studio."""

OPOS: Um = mm(2)
"""The side of a square for OPOS, with which Summa's cutters are used in practice."""

OPOS_INSET: Um = mm(7)
"""The distance of the squares for OPOS from the edges of the paper, in practice."""

_CLEAR: Um = mm(0.5)
"""The white beside a mark that bleed would reach: as wide as its lines. A guess."""

_INK = "#000000"


class Registration(Struct, frozen=True):
    """The marks of a machine: where they are on a paper, and how far cards keep from its edges.

    `source` is where their measures are published.
    """

    about: str
    source: str
    margins: Margins
    areas: Callable[[Paper], tuple[Rect, ...]]


def _angle(paper: Paper, *, right: bool, low: bool) -> tuple[Rect, Rect]:
    """Return the two lines of an angle in a corner, which points into it."""
    x = paper.size.width - INSET if right else INSET
    y = paper.size.height - INSET if low else INSET
    left, top = x - ARM * right, y - ARM * low
    return (
        Rect(left, y - THICK * low, ARM, THICK),
        Rect(x - THICK * right, top, THICK, ARM),
    )


def _three(paper: Paper) -> tuple[Rect, ...]:
    square = Rect(INSET, INSET, SQUARE, SQUARE)
    upper, lower = _angle(paper, right=True, low=False), _angle(paper, right=False, low=True)
    return (square, *upper, *lower)


def _four(paper: Paper) -> tuple[Rect, ...]:
    corners = [(right, low) for low in (False, True) for right in (False, True)]
    return tuple(area for right, low in corners for area in _angle(paper, right=right, low=low))


def _squares(paper: Paper) -> tuple[Rect, ...]:
    far = OPOS_INSET + OPOS
    places = [
        (x, y)
        for y in (OPOS_INSET, paper.size.height - far)
        for x in (OPOS_INSET, paper.size.width - far)
    ]
    return tuple(Rect(x, y, OPOS, OPOS) for x, y in places)


_BESIDE_ANGLES = Margins(top=mm(12.7), right=mm(16), bottom=mm(12.7), left=mm(16))
"""Beside the marks of Silhouette, and 2 mm from their lines."""

MACHINES: Mapping[Machine, Registration] = {
    Machine.SILHOUETTE: Registration(
        "Silhouette, three marks (Type 1: Cameo, Portrait, Curio)",
        "https://github.com/fablabnbg/inkscape-silhouette/blob/main/USERGUIDE.md",
        _BESIDE_ANGLES,
        _three,
    ),
    Machine.SILHOUETTE_4: Registration(
        "Silhouette, four marks (Cameo 5 Alpha)",
        "https://github.com/Alan-Cha/silhouette-card-maker/blob/main/SPECIFICATION.md",
        _BESIDE_ANGLES,
        _four,
    ),
    Machine.OPOS: Registration(
        "OPOS (Summa), four squares",
        "https://github.com/sffc/card-creatr-studio/issues/141",
        Margins(top=mm(15), right=mm(7), bottom=mm(15), left=mm(7)),
        _squares,
    ),
}
"""All machines. 3 mm of bleed leave 3 mm of white beside the squares for OPOS. A guess."""


def registered(items: Sequence[Item], machine: Machine, paper: Paper) -> tuple[Item, ...]:
    """Return the items of a front with the marks of a machine.

    Cut marks end at the margins, and bleed beside the marks, so that sensors find these.
    """
    marks = MACHINES[machine].areas(paper)
    clear = [mark.grown(_CLEAR) for mark in marks]
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Stroke):
            line = _within(item, paper.printable)
            kept += [line] if line else []
        elif isinstance(item, Stamp) and item.clip:
            kept.append(replace(item, clip=reduce(partial(_beside, item.rect), clear, item.clip)))
        else:
            kept.append(item)
    return (*kept, *(Panel(mark, fill=_INK) for mark in marks))


def _within(line: Stroke, area: Rect) -> Stroke | None:
    """Return the part of a level or upright line in an area; None if there is none."""
    start, end = (
        Point(min(max(at.x, area.x), area.right), min(max(at.y, area.y), area.bottom))
        for at in (line.start, line.end)
    )
    return None if start == end else replace(line, start=start, end=end)


def _beside(cell: Rect, shown: Rect, mark: Rect) -> Rect:
    """Return what is shown of a card in a cell, without bleed on a mark beside it."""
    common = shown.within(mark)
    if min(common.width, common.height) <= 0:
        return shown
    x, y, right, bottom = shown.x, shown.y, shown.right, shown.bottom
    if mark.bottom <= cell.y:
        y = mark.bottom
    elif mark.y >= cell.bottom:
        bottom = mark.y
    elif mark.right <= cell.x:
        x = mark.right
    else:
        right = mark.x
    return Rect(x, y, right - x, bottom - y)
