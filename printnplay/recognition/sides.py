"""Fronts and backs: which cells of which pages are the two sides of a card.

Pages of backs are recognised by what they show, which is the same on all cells, or by where they
show it: the cells of a page that is not full are those of its fronts, seen in a mirror.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.recognition.values import FoundCard, Place

ALIKE = 26
"""The greatest difference of a thumbnail's pixels, of 255, between pictures of the same face. A
guess: a digit makes more, a shift by a tenth of a millimetre less."""
SAME = 10
"""The difference up to which backs are printed from one of them. A guess: less than a digit makes.
"""
CLOSE: Um = 1_500
"""How far a back may be from the place behind its front: printers miss it by as much."""

Thumb = bytes
"""A thumbnail of a face: `WIDE` x `HIGH` pixels of red, green and blue."""
WIDE, HIGH = 24, 32


class Side(Struct, frozen=True):
    """The faces of a page: its size, the rectangles of its cells, and their thumbnails."""

    size: Size
    rects: tuple[Rect, ...]
    thumbs: tuple[Thumb, ...]

    @property
    def is_uniform(self) -> bool:
        """Whether it shows one face only, more than once."""
        first = self.thumbs[0]
        return len(self.thumbs) > 1 and all(alike(first, one) for one in self.thumbs[1:])


class Pairing(Struct, frozen=True):
    """How fronts and backs are arranged, and the cards."""

    flip: str
    cards: tuple[FoundCard, ...]


def alike(one: Thumb, other: Thumb) -> bool:
    """Return whether thumbnails show the same face."""
    return max(map(_distance, one, other)) <= ALIKE


def _distance(one: int, other: int) -> int:
    return abs(one - other)


def difference(one: Thumb, other: Thumb) -> float:
    """Return the mean difference of thumbnails, of 255."""
    return sum(map(_distance, one, other)) / len(one)


def paired(sides: Sequence[Side]) -> Pairing:
    """Return the cards on pages that all have cells."""
    found = (
        _duplex(sides)
        or _shared(sides)
        or _folded(sides)
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
            if found is None and len(known) < _COMPARED:
                known.append(back)
            card = replace(card, back=found or back)
        merged.append(card)
    return tuple(merged)


def _is_same(one: Place, other: Place, sides: Sequence[Side]) -> bool:
    thumbs = [sides[place.page].thumbs[place.cell] for place in (one, other)]
    rects = [sides[place.page].rects[place.cell] for place in (one, other)]
    most = max(map(_distance, *thumbs))
    # A pattern that lies between other pixels differs everywhere, a number in one place.
    is_spread = most <= ALIKE and difference(*thumbs) >= most / 40
    is_alike = most <= SAME or is_spread
    return one.turn == other.turn and _same_size(*rects) and is_alike


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
    fits = all(_same_size(rect, last.rects[0]) for side in fronts for rect in side.rects)
    if not (is_back and differs and varied and fits):
        return None
    if len(last.rects) == 1 and max(len(side.rects) for side in fronts) == 1:
        return None  # a card on each page: the last one may be a card like any other
    if len(last.rects) == 1 and len(fronts) > 1 and _is_like_a_last_page(sides):
        return None
    back = Place(len(sides) - 1, 0)
    pages = range(len(sides) - 1)
    return Pairing("shared", tuple(FoundCard(one, back) for one in _places(sides, pages)))


def _is_like_a_last_page(sides: Sequence[Side]) -> bool:
    """Return whether a single cell stands where the first cell of a full page does."""
    first, last = sides[0].rects[0], sides[-1].rects[0]
    return abs(first.x - last.x) <= CLOSE and abs(first.y - last.y) <= CLOSE


def _same_size(one: Rect, other: Rect) -> bool:
    return abs(one.width - other.width) <= 500 and abs(one.height - other.height) <= 500


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
            weight = _evidence(sides, pairs, mirror)
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
        near = [n for n, one in enumerate(back.rects) if _is_at(one, wanted)]
        if len(near) != 1:
            return None
        found.append(near[0])
    return found


def _is_at(one: Rect, other: Rect) -> bool:
    return (
        abs(one.x - other.x) <= CLOSE and abs(one.y - other.y) <= CLOSE and _same_size(one, other)
    )


def _evidence(sides: Sequence[Side], pairs: Sequence[tuple[int, int]], mirror: Mirror) -> float:
    """Return what speaks for pages of backs; 1 is enough."""
    fronts = [thumb for front, _ in pairs for thumb in sides[front].thumbs]
    backs = [thumb for _, back in pairs for thumb in sides[back].thumbs]
    weight = _looks(fronts, backs, many=len(pairs) > 1 and pairs[0][1] == 1)
    if any(_is_lopsided(sides[front], mirror) for front, _ in pairs):
        weight += 1.0  # a page of fronts that is not full has its mirror image behind it
    weight += 0.01 * (mirror is _columns)  # what most programs do
    return weight


def _looks(fronts: Sequence[Thumb], backs: Sequence[Thumb], *, many: bool) -> float:
    """Return how much the looks of faces speak for their sides; 1 is enough.

    Backs repeat, and sides look like their own side. The latter counts for `many` pages only:
    the cards of two pages may be of two kinds.
    """
    own = _share_among_own(fronts, backs)
    weight = 0.0
    if len(backs) > 1:
        front, back = (_distinct(group) / len(group) for group in (fronts, backs))
        if back <= 0.5 and front > back + 0.2:
            weight += 1.0 if own >= 0.75 else 0.5
    if many and own >= _OWN and len(fronts) >= 2:
        weight += 1.0 if len(fronts) + len(backs) >= _ENOUGH else 0.5
    return weight


_OWN = 0.9
"""The share of faces whose nearest look-alike is of their own side, from which sides differ."""
_ENOUGH = 8
"""The faces that are enough to tell sides by their looks. A guess."""
_COMPARED = 120
"""The most faces of a side that are compared with all others."""


def _share_among_own(fronts: Sequence[Thumb], backs: Sequence[Thumb]) -> float:
    """Return the share of faces whose nearest other face is of the same side."""
    groups = [group[:_COMPARED] for group in (fronts, backs)]
    right = total = 0
    for own, other in (groups, groups[::-1]):
        for number, thumb in enumerate(own):
            among = [difference(thumb, one) for n, one in enumerate(own) if n != number]
            if not among:
                continue
            total += 1
            right += min(among) <= min(difference(thumb, one) for one in other)
    return right / total if total else 0.0


def _distinct(thumbs: Sequence[Thumb]) -> int:
    """Return the number of different faces."""
    known: list[Thumb] = []
    for thumb in thumbs[:_COMPARED]:
        if not any(alike(thumb, one) for one in known):
            known.append(thumb)
    return len(known)


def _is_lopsided(side: Side, mirror: Mirror) -> bool:
    """Return whether the mirror image of a page's cells has them elsewhere."""
    return any(
        not any(_is_at(one, mirror(rect, side.size)) for one in side.rects) for rect in side.rects
    )


# Fold-over: one half of each page has the backs of the other


def _folded(sides: Sequence[Side]) -> Pairing | None:
    """Return the cards of pages with fronts and backs: beyond a fold, or beside one another."""
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
            if _distinct(backs) > _distinct(fronts):
                continue
            weight = _looks(fronts, backs, many=True)
            if is_first:
                weight += 0.01  # what most people do
            cards = tuple(
                FoundCard(Place(page, one), Place(page, other, turn)) for page, one, other in pairs
            )
            found.append((weight, Pairing(flip, cards)))
    best = max((weight for weight, _ in found), default=0.0)
    return next(pairing for weight, pairing in found if weight == best) if best >= 1 else None


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
            near = [n for n, one in enumerate(side.rects) if n != number and _is_at(one, wanted)]
            if len(near) != 1:
                return None
            pairs.append((number, near[0]))
    return pairs if 2 * len(pairs) == len(side.rects) else None
