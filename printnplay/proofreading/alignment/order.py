"""Report steps and sentences that have changed places, by the words that stand for each other."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, product

from msgspec import Struct

from printnplay.kernel.diagnostics import Diagnostic
from printnplay.proofreading import wording
from printnplay.proofreading.alignment.compared import compared
from printnplay.proofreading.alignment.lexicon import Lexicon
from printnplay.proofreading.alignment.words import Stem
from printnplay.proofreading.order import moved
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.sentences import reordered

SHORTEST = 3
"""The minimum length of a word that shows where a step is, in letters. Measured: with two, *on* and
*of* give false alarms.
"""

FEWEST = 4
"""The minimum number of words that show where two steps are. Measured: with three, the order of
*one at a time and face down* would count.
"""

HEAD = 2
"""The number of words with which a step begins, its verb among them. A guess."""

OF_A_SENTENCE, STAYING = 2, 1
"""The minimum number of words of each of two sentences that have changed places, and how many may
have stayed. Measured: with one, 11 of 2,200 right texts are reported.
"""

MARKS = frozenset(".,:;!?()—–")
"""Marks that end a step."""

Steps = Sequence[Sequence[Stem]]
"""The words of steps, or of sentences, in order."""


class _Pair(Struct, frozen=True):
    """Two neighbouring steps of an original at a `place`, beside two of the translation at `other`.

    Words for the `first` stand in the second of the translation, and the other way round for those
    of the `second`; words that `stay` are in the same order.
    """

    place: int
    other: int
    first: Sequence[Stem]
    second: Sequence[Stem]
    stay: Sequence[Stem]


def check_steps(review: Review) -> Iterator[Diagnostic]:
    """Report steps joined by *and* or *then* that have changed places: draw, then discard.

    The words they begin with have: what a step is about may be named in either. Two conditions may
    come in any order: *if you need a card and the pile is empty*.
    """
    opening = review.usage(review.reference).agreement.opening
    joints = {
        language: wording.Lexicon((word, "") for word in review.usage(language).then)
        for language in review.texts
    }
    for passage, original, lexicons, (words, translation) in compared(review):
        theirs, joined = _steps(original, words, joints[original.language])
        ours, ours_joined = _steps(passage, translation, joints[passage.language])
        for pair in _pairs(theirs, ours, lexicons) if joined and ours_joined else ():
            head = theirs[pair.place][0]
            if original.reading[head.start : head.end].casefold() in opening:
                continue
            if pair.place in joined and pair.other in ours_joined and _is_exchanged(pair, theirs):
                names = (
                    original.reading[one[0].start : one[0].end] for one in (pair.first, pair.second)
                )
                yield moved(passage, original, names, "in the opposite order to its original")


def check_sentences(review: Review) -> Iterator[Diagnostic]:
    """Report neighbouring sentences that have changed places."""
    for (passage, original), several in groupby(compared(review), key=lambda one: one[:2]):
        sentences = list(several)
        theirs, ours = ([one[-1][side] for one in sentences] for side in (0, 1))
        if any(
            min(len(pair.first), len(pair.second)) >= OF_A_SENTENCE and len(pair.stay) <= STAYING
            for pair in _pairs(theirs, ours, sentences[0][2])
        ):
            yield reordered(passage, original)


def _is_exchanged(pair: _Pair, steps: Steps) -> bool:
    """Return whether two steps begin with words that have changed places."""
    first, second = (steps[place][:HEAD] for place in (pair.place, pair.place + 1))
    turned = len(pair.first) + len(pair.second)
    return (
        any(one in pair.first for one in first)
        and any(one in pair.second for one in second)
        and not {first[0], second[0]} & {*pair.stay}
        and turned > len(pair.stay)
        and turned + len(pair.stay) >= FEWEST
    )


def _steps(
    passage: Passage, words: Sequence[Stem], joints: wording.Lexicon[str]
) -> tuple[Steps, Collection[int]]:
    """Return the steps of a sentence, and the places of those that a joint follows."""
    found = joints.find(passage.reading)
    steps, joined, end = [list[Stem]()], set[int](), words[0].start if words else 0
    for word in words:
        joining = [one for one in found if end <= one.start <= word.start]
        if steps[-1] and (joining or not MARKS.isdisjoint(passage.reading[end : word.start])):
            steps.append([])
        if joining:
            joined.add(len(steps) - 2)
        if not joining or joining[-1].end <= word.start:
            steps[-1].append(word)
        end = word.end
    return steps, joined


def _pairs(theirs: Steps, ours: Steps, lexicons: tuple[Lexicon, Lexicon]) -> Iterator[_Pair]:
    """Yield each two neighbouring steps of an original beside each two of a translation."""
    if min(len(theirs), len(ours)) < 2:
        return
    shared = _shared(theirs, ours, *lexicons)
    for place, other in product(range(len(theirs) - 1), range(len(ours) - 1)):
        first, second = shared[place, other + 1], shared[place + 1, other]
        if first and second:
            stay = [*shared[place, other], *shared[place + 1, other + 1]]
            yield _Pair(place, other, first, second, stay)


def _shared(
    theirs: Steps, ours: Steps, forth: Lexicon, back: Lexicon
) -> defaultdict[tuple[int, int], list[Stem]]:
    """Return the words that two steps share, by their places, if no other steps have them."""
    places = _places(ours)
    shared = defaultdict[tuple[int, int], list[Stem]](list)
    for word, there in _places(theirs).items():
        known = forth.counterparts.get(word, ())
        of = {word, *(one for one in known if word in back.counterparts.get(one, {word}))}
        here = set[int]().union(*(places[one] for one in of if one in places))
        if len(word) >= SHORTEST and word not in back.common and len(there) == len(here) == 1:
            place = min(there)
            stem = next(one for one in theirs[place] if one.text == word)
            shared[place, min(here)].append(stem)
    return shared


def _places(steps: Steps) -> dict[str, set[int]]:
    """Return the places of the steps that have a word."""
    places = dict[str, set[int]]()
    for place, words in enumerate(steps):
        for word in words:
            places.setdefault(word.text, set()).add(place)
    return places
