"""The lines of a sheet that a machine cuts and folds: outlines of cards, lines of boxes and boards.

The formats draw a sheet differently; they all have files for the same sheets.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from printnplay.kernel.geometry import Point, Size
from printnplay.scene.sheet import LineKind, Sheet, Stroke

if TYPE_CHECKING:
    from printnplay.pdf import Printout

Line: TypeAlias = tuple[Point, ...]
"""Corners in order; a closed line ends where it begins."""


CutLines: TypeAlias = Mapping[str, Sequence[Line]]
"""The lines of a sheet by operation, `cut` or `fold`; operations without lines are absent."""


def cut_files(
    printout: "Printout", ending: str, drawn: Callable[[Size, CutLines], str]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the sheets with cut lines, by number, in a folder beside the document's PDF."""
    for number, sheet in enumerate(printout.document.sheets, start=1):
        lines = cut_lines_of(sheet)
        if "cut" in lines:
            content = drawn(sheet.size, lines).encode()
            yield f"{printout.name}/{printout.name}-{number:03}.{ending}", [content]


def cut_lines_of(sheet: Sheet) -> CutLines:
    """Return the cut and fold lines of a sheet; an edge that two cards share appears once.

    The printed lines are used only without cards: they extend beyond the card edges.
    """
    outlines = [(*corners, corners[0]) for corners in (cut.flattened() for cut in sheet.cuts)]
    folds = _strokes(sheet, "fold")
    cut = _once(outlines, folds) if outlines else _strokes(sheet, "cut")
    layers = {"cut": cut, "fold": folds}
    return {layer: lines for layer, lines in layers.items() if lines}


def _strokes(sheet: Sheet, kind: LineKind) -> list[Line]:
    return [
        (item.start, item.end)
        for item in sheet.items
        if isinstance(item, Stroke) and item.kind == kind and not item.sample
    ]


def _once(outlines: Sequence[Line], folds: Sequence[Line]) -> list[Line]:
    """Return the outlines; if some share an edge, lines on which each edge lies once.

    An edge that two faces of a card share is folded, not cut.
    """
    edges = Counter(frozenset(edge) for outline in outlines for edge in pairwise(outline))
    if max(edges.values()) == 1:
        return list(outlines)
    lines: list[Line] = []
    for outline in outlines:
        own: list[Line] = []
        for edge in pairwise(outline):
            count = edges.pop(frozenset(edge), 0)
            if not count or (count > 1 and any(_is_on(edge, fold) for fold in folds)):
                continue
            if own and own[-1][-1] == edge[0]:
                own[-1] += edge[1:]
            else:
                own.append(edge)
        if len(own) > 1 and own[-1][-1] == own[0][0]:
            own[0] = own.pop() + own[0][1:]
        lines += own
    return lines


def _is_on(edge: Line, fold: Line) -> bool:
    """Return whether an edge is part of a level or upright fold."""
    start, end = fold
    xs, ys = sorted((start.x, end.x)), sorted((start.y, end.y))
    return all(xs[0] <= at.x <= xs[1] and ys[0] <= at.y <= ys[1] for at in edge)
