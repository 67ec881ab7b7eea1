"""What a machine cuts and folds on a sheet: outlines of cards, lines of boxes and boards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from printnplay.model.geometry import Point
from printnplay.model.sheet import LineKind, Sheet, Stroke

Line: TypeAlias = tuple[Point, ...]
"""Corners in their order; a closed line ends where it begins."""


@dataclass(frozen=True, slots=True)
class CutLines:
    """The lines of a sheet that are cut, and those that are folded."""

    cut: tuple[Line, ...]
    fold: tuple[Line, ...]


def cut_lines_of(sheet: Sheet) -> CutLines:
    """The lines of a sheet; where two cards share an edge, it is cut once.

    The printed lines are taken only where there are no cards: they have ends that stick out.
    """
    outlines = [(*corners, corners[0]) for corners in (cut.flattened() for cut in sheet.cuts)]
    cut = _once(outlines) if outlines else _strokes(sheet, "cut")
    return CutLines(tuple(cut), tuple(_strokes(sheet, "fold")))


def _strokes(sheet: Sheet, kind: LineKind) -> list[Line]:
    return [
        (item.start, item.end)
        for item in sheet.items
        if isinstance(item, Stroke) and item.kind == kind
    ]


def _once(outlines: Sequence[Line]) -> list[Line]:
    """The outlines, or their edges each once where some have an edge in common."""
    edges = Counter(frozenset(edge) for outline in outlines for edge in pairwise(outline))
    if max(edges.values()) == 1:
        return list(outlines)
    order = {frozenset(edge): edge for outline in outlines for edge in pairwise(outline)}
    return list(order.values())
