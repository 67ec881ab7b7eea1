"""Fronts and backs: which cells of which pages are the two sides of a card.

Pages of backs are recognised by what they show, which is the same on all cells, or by where they
show it: the cells of a page that is not full are those of its fronts, seen in a mirror.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size
from printnplay.recognition.faces import (
    ALIKE,
    CLOSE,
    COMPARED,
    SAME,
    Pairing,
    Side,
    Thumb,
    alike,
    difference,
    is_at,
    looks,
    most_different,
    same_size,
)
from printnplay.recognition.folds import folded
from printnplay.recognition.values import FoundCard, Place


def paired(sides: Sequence[Side]) -> Pairing:
    """Return the cards on pages that all have cells."""
    found = (
        _duplex(sides)
        or _shared(sides)
        or folded(sides)
        or Pairing("", tuple(FoundCard(place) for place in _places(sides)))
    )
    return replace(found, cards=_with_few_backs(found.cards, sides))


def _with_few_backs(cards: Sequence[FoundCard], sides: Sequence[Side]) -> tuple[FoundCard, ...]:
    """Return cards that share one back where theirs are the same."""
    known: list[Place] = []
    merged = []
    for card in cards:
        back = card.back
        if back is not None:
            same = (one for one in known if _is_same(one, back, sides))
            found = next(same, None)
            if found is None and len(known) < COMPARED:
                known.append(back)
            card = replace(card, back=found or back)
        merged.append(card)
    return tuple(merged)


def _is_same(one: Place, other: Place, sides: Sequence[Side]) -> bool:
    thumbs = [sides[place.page].thumbs[place.cell] for place in (one, other)]
    rects = [sides[place.page].rects[place.cell] for place in (one, other)]
    most = most_different(*thumbs)
    # A pattern that lies between other pixels differs everywhere, a number in one place.
    is_spread = most <= ALIKE and difference(*thumbs) >= most / 40
    is_alike = most <= SAME or is_spread
    return one.turn == other.turn and same_size(*rects) and is_alike


def _places(sides: Sequence[Side], pages: Sequence[int] | None = None) -> list[Place]:
    wanted = range(len(sides)) if pages is None else pages
    return [Place(page, cell) for page in wanted for cell in range(len(sides[page].rects))]


# One back for all: the last page shows nothing else


def _shared(sides: Sequence[Side]) -> Pairing | None:
    if len(sides) < 2:
        return None
    last, fronts = sides[-1], sides[:-1]
    others = [thumb for side in fronts for thumb in side.thumbs]
    is_back = last.is_uniform or len(last.rects) == 1
    differs = not any(alike(last.thumbs[0], thumb) for thumb in others)
    varied = len(others) > 1 and not all(alike(others[0], thumb) for thumb in others[1:])
    fits = all(same_size(rect, last.rects[0]) for side in fronts for rect in side.rects)
    if not (is_back and differs and varied and fits):
        return None
    if len(last.rects) == 1 and max(len(side.rects) for side in fronts) == 1:
        return None  # a card on each page: the last one may be a card like any other
    if len(fronts) > 1 and may_be_a_card(sides):
        return None
    back = Place(len(sides) - 1, 0)
    pages = range(len(sides) - 1)
    return Pairing("shared", tuple(FoundCard(one, back) for one in _places(sides, pages)))


def may_be_a_card(sides: Sequence[Side]) -> bool:
    """Return whether a single cell is where a further card would be: first, after full pages."""
    if len(sides) < 2 or len(sides[-1].rects) != 1:
        return False
    first, last = sides[0].rects[0], sides[-1].rects[0]
    is_first = abs(first.x - last.x) <= CLOSE and abs(first.y - last.y) <= CLOSE
    counts = [len(side.rects) for side in sides[:-1]]
    return is_first and counts[-1] == max(counts) > 1


# Duplex: pages of backs follow their fronts, or all of them


def _duplex(sides: Sequence[Side]) -> Pairing | None:
    count = len(sides)
    if count < 2 or count % 2:
        return None
    half = count // 2
    orders = [[(page, page + 1) for page in range(0, count, 2)]]
    if half > 1:
        orders.append([(page, page + half) for page in range(half)])
    found: list[tuple[float, Pairing]] = []
    for pairs in orders:
        for mirror in (_columns, _rows):
            matched = [_matched(sides, pair, mirror) for pair in pairs]
            if any(one is None for one in matched):
                continue
            behind = [
                (sides[front].thumbs[one], sides[back].thumbs[other], sides[back].thumbs[one])
                for (front, back), cells in zip(pairs, matched, strict=True)
                for one, other in enumerate(cells or ())
                if one != other
            ]
            weight = _evidence(sides, pairs, mirror) + _is_kin(behind)
            upright = sides[0].size.height >= sides[0].size.width
            flip = "long" if upright is (mirror is _columns) else "short"
            turn = 0 if mirror is _columns else 180
            cards = tuple(
                FoundCard(Place(front, one), Place(back, other, turn))
                for (front, back), cells in zip(pairs, matched, strict=True)
                for one, other in enumerate(cells or ())
            )
            found.append((weight, Pairing(flip, cards)))
    if not found:
        return None
    best = max(weight for weight, _ in found)
    return next(pairing for weight, pairing in found if weight == best) if best >= 1 else None


Mirror = Callable[[Rect, Size], Rect]


def _columns(rect: Rect, size: Size) -> Rect:
    return Rect(size.width - rect.right, rect.y, rect.width, rect.height)


def _rows(rect: Rect, size: Size) -> Rect:
    return Rect(rect.x, size.height - rect.bottom, rect.width, rect.height)


def _matched(sides: Sequence[Side], pair: tuple[int, int], mirror: Mirror) -> list[int] | None:
    """Return the back of each cell of a page; None if one has none, or a back is left over."""
    front, back = sides[pair[0]], sides[pair[1]]
    if len(front.rects) != len(back.rects):
        return None
    found = []
    for rect in front.rects:
        wanted = mirror(rect, front.size)
        near = [n for n, one in enumerate(back.rects) if is_at(one, wanted)]
        if len(near) != 1:
            return None
        found.append(near[0])
    return found


def _evidence(sides: Sequence[Side], pairs: Sequence[tuple[int, int]], mirror: Mirror) -> float:
    """Return what speaks for pages of backs; 1 is enough."""
    fronts = [thumb for front, _ in pairs for thumb in sides[front].thumbs]
    backs = [thumb for _, back in pairs for thumb in sides[back].thumbs]
    weight = looks(fronts, backs, many=len(pairs) > 1 and pairs[0][1] == 1)
    if any(_is_lopsided(sides[front], mirror) for front, _ in pairs):
        weight += 1.0  # a page of fronts that is not full has its mirror image behind it
    weight += 0.01 * (mirror is _columns)  # what most programs do
    return weight


def _is_kin(behind: Sequence[tuple[Thumb, Thumb, Thumb]]) -> bool:
    """Return whether nearly all fronts are more like the back behind each than the one beside it.

    Both sides of counters have the colours of their army.
    """
    pairs = [(difference(front, one), difference(front, two)) for front, one, two in behind]
    clear = [own < other for own, other in pairs if min(own, other) < 0.8 * max(own, other)]
    return len(clear) >= _KIN and sum(clear) >= 0.95 * len(clear)


_KIN = 6
"""The cards that are enough to tell that the two sides of each are alike. A guess."""


def _is_lopsided(side: Side, mirror: Mirror) -> bool:
    """Return whether the mirror image of a page's cells has them elsewhere."""
    return any(
        not any(is_at(one, mirror(rect, side.size)) for one in side.rects) for rect in side.rects
    )
