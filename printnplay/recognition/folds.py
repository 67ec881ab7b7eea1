"""Fold-over: one half of each page has the backs of the other; or backs beside their fronts."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from printnplay.kernel.geometry import Rect, Um
from printnplay.recognition.faces import (
    CLOSE,
    COMPARED,
    ENOUGH,
    OWN,
    SPREAD,
    Pairing,
    Side,
    difference,
    distinct,
    is_at,
    looks,
    share_words,
)
from printnplay.recognition.values import FoundCard, Place

Match: TypeAlias = Callable[[Side, bool], list[tuple[int, int]] | None]


def folded(sides: Sequence[Side]) -> Pairing | None:
    """Return the cards of pages with fronts and backs: beyond a fold, or beside one another."""
    if all(side.folds for side in sides):
        return _at_folds(sides)
    found: list[tuple[float, Pairing]] = []
    for match, turn, flip in (
        (_over_upright, 0, "fold"),
        (_over_level, 180, "fold"),
        (_beside, 0, "beside"),
    ):
        for is_first in (True, False):
            halves = [match(side, is_first) for side in sides]
            if any(half is None for half in halves):
                continue
            pairs = [
                (page, one, other) for page, half in enumerate(halves) for one, other in half or ()
            ]
            fronts = [sides[page].thumbs[one] for page, one, _ in pairs]
            backs = [sides[page].thumbs[other] for page, _, other in pairs]
            if distinct(backs) > distinct(fronts) + SPREAD * len(fronts):
                continue
            weight = looks(fronts, backs, many=False) + _colours(sides, halves, match)
            weight += share_words(
                sides, [(Place(page, one), Place(page, other)) for page, one, other in pairs]
            )
            if is_first:
                weight += 0.01  # what most people do
            cards = tuple(
                FoundCard(Place(page, one), Place(page, other, turn)) for page, one, other in pairs
            )
            found.append((weight, Pairing(flip, cards)))
    best = max((weight for weight, _ in found), default=0.0)
    return next(pairing for weight, pairing in found if weight == best) if best >= 1 else None


def _colours(
    sides: Sequence[Side], halves: Sequence[list[tuple[int, int]] | None], match: Match
) -> float:
    """Return what it says that faces look like others of their side, in other columns or rows.

    Cards of a column may look alike that are of one suit.
    """
    is_down = match is _over_level
    right = total = 0
    for side, half in zip(sides, halves, strict=True):
        both = [[pair[0] for pair in half or ()], [pair[1] for pair in half or ()]]
        lines = [rect.y if is_down else rect.x for rect in side.rects]
        for own, other in (both, both[::-1]):
            for number in own[:COMPARED]:
                thumb = side.thumbs[number]
                among = [
                    difference(thumb, side.thumbs[one])
                    for one in own
                    if abs(lines[one] - lines[number]) > CLOSE
                ]
                if among:
                    beyond = (difference(thumb, side.thumbs[one]) for one in other)
                    total += 1
                    right += min(among) <= min(beyond)
    return 1.0 if total >= ENOUGH and right >= OWN * total else 0.0


def _at_folds(sides: Sequence[Side]) -> Pairing:
    """Return the cards of pages whose folds are drawn; their fronts are upright, or the first."""
    pairs = [(page, *pair) for page, side in enumerate(sides) for pair in side.folds]
    turns = [
        [sides[page].turns[one] for one in cells] for page, *cells in pairs if sides[page].turns
    ]
    if upright := [turn[0] == 0 for turn in turns if 180 in turn and 0 in turn]:
        is_first = 2 * sum(upright) >= len(upright)
    else:
        ones = [sides[page].thumbs[one] for page, one, _ in pairs]
        others = [sides[page].thumbs[other] for page, _, other in pairs]
        is_first = distinct(ones) + SPREAD * len(ones) >= distinct(others)
    cards = []
    for page, one, other in pairs:
        rects = sides[page].rects
        turn = 0 if abs(rects[one].y - rects[other].y) <= CLOSE else 180
        front, back = (one, other) if is_first else (other, one)
        cards.append(FoundCard(Place(page, front), Place(page, back, turn)))
    return Pairing("fold", tuple(cards))


def _over_upright(side: Side, is_first: bool) -> list[tuple[int, int]] | None:  # noqa: FBT001
    return _halves(side, _across, is_first)


def _over_level(side: Side, is_first: bool) -> list[tuple[int, int]] | None:  # noqa: FBT001
    return _halves(side, _down, is_first)


def _beside(side: Side, is_first: bool) -> list[tuple[int, int]] | None:  # noqa: FBT001
    """Return each front with the back beside it: the first of two cells in a row, or the second."""
    pairs = []
    numbers = list(range(len(side.rects)))
    rows: list[list[int]] = []
    for number in numbers:  # in reading order
        if rows and abs(side.rects[rows[-1][0]].y - side.rects[number].y) <= CLOSE:
            rows[-1].append(number)
        else:
            rows.append([number])
    for row in rows:
        if len(row) % 2:
            return None
        for one, other in zip(row[::2], row[1::2], strict=True):
            pairs.append((one, other) if is_first else (other, one))
    return pairs


def _across(rect: Rect, middle: Um) -> Rect:
    return Rect(2 * middle - rect.right, rect.y, rect.width, rect.height)


def _down(rect: Rect, middle: Um) -> Rect:
    return Rect(rect.x, 2 * middle - rect.bottom, rect.width, rect.height)


def _halves(
    side: Side,
    mirror: Callable[[Rect, Um], Rect],
    is_first: bool,  # noqa: FBT001
) -> list[tuple[int, int]] | None:
    """Return each front of a page with the back beyond the fold; None if they do not match."""
    if len(side.rects) % 2:
        return None
    is_across = mirror is _across
    edges = [(rect.x, rect.right) if is_across else (rect.y, rect.bottom) for rect in side.rects]
    middle = (min(start for start, _ in edges) + max(end for _, end in edges)) // 2
    pairs = []
    for number, (rect, (start, end)) in enumerate(zip(side.rects, edges, strict=True)):
        is_before = end <= middle + CLOSE
        if not is_before and start < middle - CLOSE:
            return None
        if is_before is is_first:
            wanted = mirror(rect, middle)
            near = [n for n, one in enumerate(side.rects) if n != number and is_at(one, wanted)]
            if len(near) != 1:
                return None
            pairs.append((number, near[0]))
    return pairs if 2 * len(pairs) == len(side.rects) else None
