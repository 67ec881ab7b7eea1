"""Sentences of translations beside their originals, with what is known of their words."""

from collections.abc import Iterator, Sequence

from printnplay.kernel.languages import is_right_to_left
from printnplay.proofreading.alignment.lexicon import Lexicon, learn, learned
from printnplay.proofreading.alignment.words import Pair, Stem, pairs_of
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

FEWEST_SENTENCES = 200
"""The minimum number of translated sentences from which words are learned: with fewer, chance
decides. The shipped games have 200 to 400 each. A guess.
"""


def compared(
    review: Review,
) -> Iterator[tuple[Passage, Passage, tuple[Lexicon, Lexicon], Pair]]:
    """Yield the sentences of translations with their originals, and what is known of their words.

    Languages of which too little is known are left out, and those that are written from right to
    left: their words take articles, prepositions and persons in front, where a stem would begin.
    """
    read: dict[str, list[tuple[Passage, Passage, Pair]]] = {}
    for passage, original in review.translated():
        if passage.text != original.text and not is_right_to_left(passage.language):
            several = read.setdefault(passage.language, [])
            several += ((passage, original, pair) for pair in pairs_of(passage, original))
    for language, sentences in read.items():
        lexicons = learned(review.reference, language)
        if lexicons is None and len(sentences) >= FEWEST_SENTENCES:
            lexicons = learn([(texts_of(one), texts_of(other)) for *_, (one, other) in sentences])
        if lexicons is not None:
            yield from ((*one[:2], lexicons, one[2]) for one in sentences)


def texts_of(stems: Sequence[Stem]) -> list[str]:
    """Return the stems themselves, without their places."""
    return [stem.text for stem in stems]
