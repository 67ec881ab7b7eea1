"""What a machine cuts and folds on a sheet: outlines of cards, lines of boxes and boards.

Their formats differ in how a sheet is drawn; which sheets have a file is the same for all.
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
"""Corners in their order; a closed line ends where it begins."""


CutLines: TypeAlias = Mapping[str, Sequence[Line]]
"""The lines of a sheet by what is done along them, `cut` or `fold`, if there are any."""


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
    """Return the cut lines of a sheet, a shared edge of two cards once.

    The printed lines are taken only where there are no cards: they have ends that stick out.
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
    """The outlines, or their edges each once where some have an edge in common.

    An edge that two faces of a card have in common is folded, not cut.
    """
    edges = Counter(frozenset(edge) for outline in outlines for edge in pairwise(outline))
    if max(edges.values()) == 1:
        return list(outlines)
    order = {frozenset(edge): edge for outline in outlines for edge in pairwise(outline)}
    return [
        edge
        for ends, edge in order.items()
        if edges[ends] == 1 or not any(_is_on(edge, fold) for fold in folds)
    ]


def _is_on(edge: Line, fold: Line) -> bool:
    """Whether an edge lies on a fold, which runs across or down."""
    start, end = fold
    xs, ys = sorted((start.x, end.x)), sorted((start.y, end.y))
    return all(xs[0] <= at.x <= xs[1] and ys[0] <= at.y <= ys[1] for at in edge)
