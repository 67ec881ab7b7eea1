"""Faces of pages: their thumbnails, how alike they are, and which of them are of one side."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

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

_UNEVEN: Um = 800
"""How much fronts and backs of one size may differ in it: one has a frame, the other is painted."""
SPREAD = 0.2
"""How much more of their faces repeat on a side, as a share, for it to be the backs. A guess: two
cards that are alike are no backs."""

Thumb: TypeAlias = Any
"""A thumbnail of a face, an image: `WIDE` x `HIGH` pixels, their red, green and blue side by side.
"""
WIDE, HIGH = 24, 32


class Side(Struct, frozen=True):
    """The faces of a page: its size, the rectangles of its cells, and their thumbnails.

    `words` are those of each cell, and `turns` how far most of them are turned clockwise, if known.
    `folds` are the pairs of cells with a fold between them. `deck` is the name of its file without
    the word for a side, `is_named` whether that is `backs`, and `is_titled` whether a title is.
    """

    size: Size
    rects: tuple[Rect, ...]
    thumbs: tuple[Thumb, ...]
    words: tuple[frozenset[str], ...] = ()
    turns: tuple[int | None, ...] = ()
    folds: tuple[tuple[int, int], ...] = ()
    deck: str = ""
    is_named: bool = False
    is_titled: bool = False

    @property
    def turn(self) -> int | None:
        """How far most cells are turned clockwise, if known."""
        known = [turn for turn in self.turns if turn is not None]
        return max(known, key=known.count, default=None)

    @property
    def is_uniform(self) -> bool:
        """Whether it shows one face only, more than once."""
        first = self.thumbs[0]
        is_alike = len(self.thumbs) > 1 and all(alike(first, one) for one in self.thumbs[1:])
        return is_alike and len(set(self.words)) <= 1


class Pairing(Struct, frozen=True):
    """How fronts and backs are arranged, and the cards.

    `unsure` says what else they may be.
    """

    flip: str
    cards: tuple[FoundCard, ...]
    unsure: str = ""


def words_of(side: Side, cell: int) -> frozenset[str]:
    """Return the words of a cell; none where they are not known."""
    return side.words[cell] if side.words else frozenset()


def alike(one: Thumb, other: Thumb) -> bool:
    """Return whether thumbnails show the same face."""
    return most_different(one, other) <= ALIKE


def most_different(one: Thumb, other: Thumb) -> int:
    """Return the greatest difference of the pixels of thumbnails, of 255."""
    from PIL import ImageChops

    return int(ImageChops.difference(one, other).getextrema()[1])  # type: ignore[arg-type]  # one band


def difference(one: Thumb, other: Thumb) -> float:
    """Return the mean difference of thumbnails, of 255."""
    from PIL import Image, ImageChops

    apart = ImageChops.difference(one, other).convert("F")
    return float(apart.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)))  # type: ignore[arg-type]  # one band


def same_size(one: Rect, other: Rect) -> bool:
    """Return whether rectangles are as large, but for what printers and scanners make."""
    return max(abs(one.width - other.width), abs(one.height - other.height)) <= _UNEVEN


def is_at(one: Rect, other: Rect) -> bool:
    """Return whether a rectangle is where another is, as far as printers hit it."""
    return abs(one.x - other.x) <= CLOSE and abs(one.y - other.y) <= CLOSE and same_size(one, other)


def looks(fronts: Sequence[Thumb], backs: Sequence[Thumb], *, many: bool) -> float:
    """Return how much the looks of faces speak for their sides; 1 is enough.

    Backs repeat, and sides look like their own side. The latter is enough for `many` pages only:
    the cards of two pages may be of two kinds.
    """
    own = _share_among_own(fronts, backs)
    weight = 0.0
    if len(backs) > 1:
        front, back = (distinct(group) / len(group) for group in (fronts, backs))
        if back <= 0.5 and front > back + SPREAD:
            weight += 1.0 if own >= 0.75 else 0.5
    if many and own >= OWN and len(fronts) >= 2:
        weight += 1.0 if len(fronts) + len(backs) >= ENOUGH else 0.5
    elif own >= OWN and len(fronts) + len(backs) >= ENOUGH:
        weight = max(weight, 0.5)
    return weight


OWN = 0.9
"""The share of faces whose nearest look-alike is of their own side, from which sides differ."""
ENOUGH = 8
"""The faces that are enough to tell sides by their looks. A guess."""
COMPARED = 60
"""The most faces of a side that are compared with all others."""


def _share_among_own(fronts: Sequence[Thumb], backs: Sequence[Thumb]) -> float:
    """Return the share of faces whose nearest other face is of the same side."""
    groups = [group[:COMPARED] for group in (fronts, backs)]
    right = total = 0
    for own, other in (groups, groups[::-1]):
        for number, thumb in enumerate(own):
            among = [difference(thumb, one) for n, one in enumerate(own) if n != number]
            if not among:
                continue
            total += 1
            right += min(among) <= min(difference(thumb, one) for one in other)
    return right / total if total else 0.0


def distinct(thumbs: Sequence[Thumb]) -> int:
    """Return the number of different faces."""
    known: list[Thumb] = []
    for thumb in thumbs[:COMPARED]:
        if not any(alike(thumb, one) for one in known):
            known.append(thumb)
    return len(known)


def share_words(sides: Sequence[Side], pairs: Sequence[tuple[Place, Place]]) -> float:
    """Return what the names and numbers say that only one front and one back have."""
    places = [_of_words(sides, [pair[side] for pair in pairs]) for side in (0, 1)]
    common = {(places[0][word], places[1][word]) for word in places[0].keys() & places[1].keys()}
    right = len(common.intersection(pairs))
    if len(common) < _NAMES:
        return 0.0
    return 1.0 if right >= 0.8 * len(common) else -0.5 if right < 0.3 * len(common) else 0.0


_NAMES = 3
"""The names or numbers that are enough to tell which back is of which front. A guess."""


def _of_words(sides: Sequence[Side], places: Sequence[Place]) -> dict[str, Place]:
    """Return the words that only one face has, each with its place."""
    found: dict[str, Place] = {}
    several: set[str] = set()
    for place in dict.fromkeys(places):
        for word in words_of(sides[place.page], place.cell):
            several |= {word} & found.keys()
            found[word] = place
    return {word: place for word, place in found.items() if word not in several}


def is_strange(side: Side, fronts: Sequence[Side]) -> bool:
    """Return whether a page of one face shows no card as others are: copies of a card do.

    Backs look less like fronts than these do like one another, and do not have their words.
    """
    words = words_of(side, 0)
    others = [words_of(front, cell) for front in fronts for cell in range(len(front.rects))]
    if len(words) >= _NAMES and any(2 * len(words & one) >= len(words) for one in others):
        return False
    faces = [thumb for front in fronts for thumb in front.thumbs][:COMPARED]
    if len(faces) < 2:
        return True
    nearest = sorted(
        min(difference(one, two) for m, two in enumerate(faces) if m != n)
        for n, one in enumerate(faces)
    )
    far = min(difference(side.thumbs[0], one) for one in faces)
    return far > _STRANGE * nearest[len(nearest) // 2]


_STRANGE = 1.2
"""How much less, as a factor. A guess."""
