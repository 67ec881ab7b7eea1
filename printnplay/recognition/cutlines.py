"""What lines on a page are: cut marks outside of cards, or folds between their sides."""

from collections.abc import Iterable, Sequence

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.axes import SHORTEST
from printnplay.recognition.trade_sizes import CLOSE, known_size
from printnplay.recognition.values import Cell, Mark

_BEYOND: Um = 400
"""How far a cut mark reaches out of the block of cards. A guess: lines of tables end with it."""
_FAR: Um = 15_000
"""How far from the block a cut mark may begin. A guess: lines farther away are of other things."""
_MOST_EDGES = 0.75
"""The share of edges that cut marks are at: some programs leave out one."""
_POINTING = 0.6
"""The share of the lines outside that are at edges: those of other tables are elsewhere. A guess.
"""
_ALONG = 0.7
"""The share of the side of a card that a fold is along: some end before its edges."""


def is_cut(cells: Sequence[Cell], marks: Iterable[Mark]) -> bool:
    """Return whether cut marks outside of a block of cells are at its edges, on both axes."""
    rects = [cell.rect for cell in cells]
    left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
    right, bottom = max(rect.right for rect in rects), max(rect.bottom for rect in rects)
    marks = list(marks)
    return _are_marked(
        {at for rect in rects for at in (rect.x, rect.right)}, top, bottom, _at(marks, upright=True)
    ) and _are_marked(
        {at for rect in rects for at in (rect.y, rect.bottom)},
        left,
        right,
        _at(marks, upright=False),
    )


def _at(marks: Iterable[Mark], *, upright: bool) -> list[Mark]:
    return [mark for mark in marks if mark.upright is upright]


def _are_marked(edges: set[Um], start: Um, end: Um, marks: Sequence[Mark]) -> bool:
    outside = [
        mark.at
        for mark in marks
        if (start - _FAR <= mark.end and mark.start < start - _BEYOND)
        or (mark.start <= end + _FAR and mark.end > end + _BEYOND)
    ]
    found = sum(any(abs(at - edge) <= CLOSE for at in outside) for edge in edges)
    pointing = sum(any(abs(at - edge) <= CLOSE for edge in edges) for at in outside)
    return found >= _MOST_EDGES * len(edges) and pointing >= _POINTING * len(outside)


def halves(areas: Sequence[Rect], marks: Sequence[Mark]) -> list[Rect]:
    """Return the halves of areas that all have a fold in the middle; none without folds.

    A fold is dashed, or divides a shape that is no card into two cards of the trade.
    """
    size = areas[0].size
    for is_upright in (True, False):
        half = (
            Size(size.width // 2, size.height) if is_upright else Size(size.width, size.height // 2)
        )
        if min(half.width, half.height) < SHORTEST:
            continue
        is_plain = known_size(half) is not None and known_size(size) is None
        folds = [mark for mark in marks if mark.upright is is_upright and (mark.dashed or is_plain)]
        if all(any(_is_middle(mark, area) for mark in folds) for area in areas):
            return [one for area in areas for one in _halved(area, is_upright=is_upright)]
    return []


def _is_middle(mark: Mark, area: Rect) -> bool:
    low, high = (area.y, area.bottom) if mark.upright else (area.x, area.right)
    middle = (area.x + area.right) // 2 if mark.upright else (area.y + area.bottom) // 2
    along = min(mark.end, high) - max(mark.start, low)
    return abs(mark.at - middle) <= 2 * CLOSE and along >= _ALONG * (high - low)


def _halved(area: Rect, *, is_upright: bool) -> tuple[Rect, Rect]:
    if is_upright:
        half = area.width // 2
        return (
            Rect(area.x, area.y, half, area.height),
            Rect(area.x + half, area.y, area.width - half, area.height),
        )
    half = area.height // 2
    return (
        Rect(area.x, area.y, area.width, half),
        Rect(area.x, area.y + half, area.width, area.height - half),
    )


def folded_at(rects: Sequence[Rect], marks: Iterable[Mark]) -> list[tuple[int, int]]:
    """Return the pairs of cells that a dashed line is between, each once; empty if others are left.

    Where cards are cut along dashed lines, these are at their outer edges, too.
    """
    pairs: list[tuple[int, int]] = []
    for mark in marks:
        if not mark.dashed:
            continue
        behind = [_pair(rects, mark, number) for number in range(len(rects))]
        here = [pair for pair in behind if pair is not None]
        if not here and any(_is_edge(mark, rect) for rect in rects):
            return []
        pairs += here
    seen = [number for pair in set(pairs) for number in pair]
    return sorted(set(pairs)) if len(seen) == len(set(seen)) == len(rects) else []


def _pair(rects: Sequence[Rect], mark: Mark, number: int) -> tuple[int, int] | None:
    """Return a cell before a line, and the one that is its mirror image beyond; None without."""
    rect = rects[number]
    low, high = (rect.y, rect.bottom) if mark.upright else (rect.x, rect.right)
    end, side = (rect.right, rect.width) if mark.upright else (rect.bottom, rect.height)
    if not -2 * CLOSE <= mark.at - end < side // 2:  # there is no other card between
        return None
    if min(mark.end, high) - max(mark.start, low) < _ALONG * (high - low):
        return None
    wanted = (
        Rect(2 * mark.at - rect.right, rect.y, rect.width, rect.height)
        if mark.upright
        else Rect(rect.x, 2 * mark.at - rect.bottom, rect.width, rect.height)
    )
    others = (other for other, one in enumerate(rects) if _is_close(one, wanted))
    return next(((number, other) for other in others if other != number), None)


def _is_close(one: Rect, other: Rect) -> bool:
    edges = ((one.x, other.x), (one.y, other.y), (one.right, other.right))
    return all(abs(a - b) <= 4 * CLOSE for a, b in (*edges, (one.bottom, other.bottom)))


def _is_edge(mark: Mark, rect: Rect) -> bool:
    low, high = (rect.y, rect.bottom) if mark.upright else (rect.x, rect.right)
    edges = (rect.x, rect.right) if mark.upright else (rect.y, rect.bottom)
    along = min(mark.end, high) - max(mark.start, low)
    return min(abs(mark.at - edge) for edge in edges) <= CLOSE and along >= _ALONG * (high - low)
