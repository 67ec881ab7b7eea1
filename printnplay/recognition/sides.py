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
    alike,
    difference,
    is_at,
    is_strange,
    looks,
    most_different,
    same_size,
    share_words,
    words_of,
)
from printnplay.recognition.folds import folded
from printnplay.recognition.orders import orders_of
from printnplay.recognition.values import FoundCard, Place


def paired(sides: Sequence[Side]) -> Pairing:
    """Return the cards on pages that all have cells; those of each size have their own order."""
    groups: list[list[int]] = []
    for page, side in enumerate(sides):
        known = next((group for group in groups if _are_like(sides[group[0]], side)), None)
        if known is None:
            groups.append([page])
        else:
            known.append(page)
    pairings = [_of_one_size([sides[page] for page in group]) for group in groups]
    ordered = [
        replace(
            card,
            front=replace(card.front, page=group[card.front.page]),
            back=card.back and replace(card.back, page=group[card.back.page]),
        )
        for group, pairing in zip(groups, pairings, strict=True)
        for card in pairing.cards
    ]
    cards = sorted(ordered, key=lambda card: card.front)
    main = max(pairings, key=lambda one: (bool(one.flip), len(one.cards)))
    unsure = next((one.unsure for one in pairings if one.unsure), "")
    return Pairing(main.flip, _with_few_backs(cards, sides), unsure)


def _are_like(one: Side, other: Side) -> bool:
    """Return whether pages have cards of the same sizes."""
    return all(
        any(same_size(rect, two) for two in more.rects)
        for less, more in ((one, other), (other, one))
        for rect in less.rects
    )


def _of_one_size(sides: Sequence[Side]) -> Pairing:
    duplex = _duplex(sides)
    found = duplex if duplex is not None and duplex.flip else None
    found = found or _shared(sides) or folded(sides)
    alone = Pairing("", tuple(FoundCard(place) for place in _places(sides)))
    return found or replace(alone, unsure=duplex.unsure if duplex else "")


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
    words = [words_of(sides[place.page], place.cell) for place in (one, other)]
    if words[0] != words[1]:
        return False
    most = most_different(*thumbs)
    # A pattern that lies between other pixels differs everywhere, a number in one place.
    is_spread = most <= ALIKE and difference(*thumbs) >= most / 40
    is_alike = most <= SAME or is_spread or (bool(words[0]) and most <= ALIKE)
    return one.turn == other.turn and same_size(*rects) and is_alike


def _places(sides: Sequence[Side], pages: Sequence[int] | None = None) -> list[Place]:
    wanted = range(len(sides)) if pages is None else pages
    return [Place(page, cell) for page in wanted for cell in range(len(sides[page].rects))]


# One back for all: the last page shows nothing else


def _shared(sides: Sequence[Side]) -> Pairing | None:
    """Return the cards of pages whose last one is a single back; pages of several are an order."""
    if len(sides) < 2 or len(sides[-1].rects) != 1:
        return None
    last, fronts = sides[-1], sides[:-1]
    others = [thumb for side in fronts for thumb in side.thumbs]
    differs = not any(alike(last.thumbs[0], thumb) for thumb in others)
    varied = len(others) > 1 and not all(alike(others[0], thumb) for thumb in others[1:])
    fits = all(same_size(rect, last.rects[0]) for side in fronts for rect in side.rects)
    if not (differs and varied and fits):
        return None
    if max(len(side.rects) for side in fronts) == 1:
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
    """Return the cards of pages with backs behind them; without a flip if that is unsure."""
    found: list[tuple[float, Pairing]] = []
    for order in orders_of(sides):
        for mirror in (_columns, _rows):
            matched = [_matched(sides, pair, mirror) for pair in order.pairs]
            if any(one is None for one in matched):
                continue
            pairs = [
                (Place(front, one), Place(back, other))
                for (front, back), cells in zip(order.pairs, matched, strict=True)
                for one, other in enumerate(cells or ())
            ]
            weight = order.weight + _evidence(sides, order.pairs, mirror)
            weight += _is_kin(sides, pairs) + share_words(sides, pairs)
            upright = sides[0].size.height >= sides[0].size.width
            flip = "long" if upright is (mirror is _columns) else "short"
            if len({back for _, back in order.pairs}) < len(order.pairs):
                flip = "shared"
            turn = 0 if mirror is _columns or flip == "shared" else 180
            cards = tuple(FoundCard(one, replace(other, turn=turn)) for one, other in pairs)
            found.append((weight, Pairing(flip, cards)))
    if not found:
        return None
    weight, best = max(found, key=lambda one: one[0])
    if weight < 1:
        return Pairing("", (), _MAY_BE_BACKS) if weight >= _PERHAPS else None
    near = [other for close, other in found if close > weight - _CLEAR]
    is_unsure = any(_differ(best, other, sides) for other in near)
    return replace(best, unsure=_OTHERWISE[best.flip] if is_unsure else "")


def _differ(one: Pairing, other: Pairing, sides: Sequence[Side]) -> bool:
    """Return whether pairings give a card another back."""
    shown = [
        {card.front: sides[card.back.page].thumbs[card.back.cell] for card in cards if card.back}
        for cards in (one.cards, other.cards)
    ]
    fronts = shown[0].keys()
    return fronts != shown[1].keys() or not all(
        alike(shown[0][front], shown[1][front]) for front in fronts
    )


_PERHAPS, _CLEAR = 0.5, 0.1
"""The evidence from which pages may be backs, and how much more one order needs than others."""
_MAY_BE_BACKS = (
    "every second page, or half of the pages, may have the backs of the others; if so, give each"
    " card its `back`"
)
_OTHERWISE = {
    "long": "nothing shows on which edge sheets flip, so backs are paired for the long edge;"
    " if the back of another card is behind one, correct `back`",
    "short": "nothing shows on which edge sheets flip, so backs are paired for the short edge;"
    " if the back of another card is behind one, correct `back`",
    "shared": "nothing shows which pages the backs are for; if some are for others, correct `back`",
}


Mirror = Callable[[Rect, Size], Rect]


def _columns(rect: Rect, size: Size) -> Rect:
    return Rect(size.width - rect.right, rect.y, rect.width, rect.height)


def _rows(rect: Rect, size: Size) -> Rect:
    return Rect(rect.x, size.height - rect.bottom, rect.width, rect.height)


def _matched(sides: Sequence[Side], pair: tuple[int, int], mirror: Mirror) -> list[int] | None:
    """Return the back of each cell of a page; None if one has none, or a back is left over.

    A page may have more backs than fronts if all backs are the same.
    """
    front, back = sides[pair[0]], sides[pair[1]]
    found: list[int] = []
    for rect in front.rects:
        wanted = mirror(rect, front.size)
        near = [n for n, one in enumerate(back.rects) if is_at(one, wanted)]
        if len(near) == 1:
            found.append(near[0])
        elif back.is_uniform and same_size(rect, back.rects[0]):
            found.append(0)
        else:
            return None
    left = [thumb for n, thumb in enumerate(back.thumbs) if n not in found]
    used = [back.thumbs[n] for n in set(found)]
    is_filled = all(any(alike(thumb, one) for one in used) for thumb in left)
    return found if is_filled else None


def _evidence(sides: Sequence[Side], pairs: Sequence[tuple[int, int]], mirror: Mirror) -> float:
    """Return what speaks for pages of backs; 1 is enough."""
    fronts = [thumb for front, _ in pairs for thumb in sides[front].thumbs]
    backs = [thumb for back in sorted({back for _, back in pairs}) for thumb in sides[back].thumbs]
    weight = looks(fronts, backs, many=len(pairs) > 1 and pairs[0][1] == 1)
    first, behind = sides[pairs[0][0]], sides[pairs[0][1]]
    if len(pairs) == 1 and behind.is_uniform and not is_strange(behind, [first]):
        weight -= 1.0  # copies of a card
    if any(
        _is_lopsided(sides[front], mirror) and _is_mirrored(sides[front], sides[back], mirror)
        for front, back in pairs
    ):
        weight += 1.0  # a page of fronts that is not full has its mirror image behind it
    weight += _by_turn([(sides[front], sides[back]) for front, back in pairs], mirror)
    weight += 0.01 * (mirror is _columns)  # what most programs do
    return weight


def _by_turn(pairs: Sequence[tuple[Side, Side]], mirror: Mirror) -> float:
    """Return what the directions of words say: sheets that flip upwards have backs upside down."""
    known = [
        (front.turn, (back.turn - front.turn) % 360)
        for front, back in pairs
        if front.turn is not None and back.turn is not None
    ]
    if not known:
        return 0.0
    right = sum(
        between == (180 if (mirror is _rows) is (own % 180 == 0) else 0) for own, between in known
    )
    is_turned = any(between == 180 for _, between in known)
    return right / len(known) * (_TURNED if is_turned else _UPRIGHT)


_TURNED, _UPRIGHT = 1.0, 0.3
"""What it says for backs that they are upside down, or upright as their fronts are."""


def _is_kin(sides: Sequence[Side], pairs: Sequence[tuple[Place, Place]]) -> bool:
    """Return whether nearly all fronts are more like the back behind each than the one beside it.

    Both sides of counters have the colours of their army.
    """
    clear = []
    for one, other in pairs:
        if one.cell == other.cell or one.cell >= len(sides[other.page].thumbs):
            continue
        front, behind = sides[one.page].thumbs[one.cell], sides[other.page].thumbs
        own, beside = difference(front, behind[other.cell]), difference(front, behind[one.cell])
        if min(own, beside) < 0.8 * max(own, beside):
            clear.append(own < beside)
    return len(clear) >= _KIN and sum(clear) >= 0.95 * len(clear)


_KIN = 6
"""The cards that are enough to tell that the two sides of each are alike. A guess."""


def _is_mirrored(front: Side, back: Side, mirror: Mirror) -> bool:
    """Return whether a page has cells where another has them, in a mirror, and no others."""
    return len(front.rects) == len(back.rects) and all(
        any(is_at(one, mirror(rect, front.size)) for one in back.rects) for rect in front.rects
    )


def _is_lopsided(side: Side, mirror: Mirror) -> bool:
    """Return whether the mirror image of a page's cells has them elsewhere."""
    return any(
        not any(is_at(one, mirror(rect, side.size)) for one in side.rects) for rect in side.rects
    )
