"""Report words of an original that its translation leaves out."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.suggestions import listed
from printnplay.proofreading.alignment.compared import compared, texts_of
from printnplay.proofreading.alignment.lexicon import Lexicon
from printnplay.proofreading.alignment.words import STEM, Stem
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

SHORTEST = 5
"""The minimum length of a word that is judged, and of one of its counterparts, in letters: shorter
ones are articles and the like, which some wordings need. Measured: with fewer, there are twice as
many false alarms.
"""

SHOWN = 3
"""How many counterparts from other texts are shown."""


def check_left_out(review: Review) -> Iterator[Diagnostic]:
    """Report words without a counterpart in a translation that is shorter than usual.

    They have one in the other texts, and each word of the translation has one in the original: an
    unknown word may be a synonym.
    """
    known = _of_lists(review)
    for passage, original, lexicons, (words, translation) in compared(review):
        left_out = lexicons[0].missing(texts_of(words), texts_of(translation))
        for stem in _first(left_out, words):
            if _is_judged(stem, original, lexicons[0], known[original.language]):
                said = original.reading[stem.start : stem.end]
                yield passage.fault(
                    codes.WORD_LEFT_OUT,
                    f"nothing in `{passage.key}` stands for `{said}`",
                    _elsewhere(lexicons[0], stem),
                    "say what the original says, unless other words say it",
                    notes=original.as_original,
                    detail=f"without {said}",
                )


def _of_lists(review: Review) -> Mapping[str, Set[str]]:
    """Return the words that other checks count by their lists, by language."""
    source = review.source
    groups = (*source.opposites, *source.contrasts, source.mentioned, source.by_sentence)
    counted = frozenset(chain.from_iterable(groups))
    return {
        language: {
            one
            for name, of in review.usage(language).meaning.items()
            for one in (of.surely if name in counted else ())
        }
        for language in review.texts
    }


def _is_judged(stem: Stem, passage: Passage, lexicon: Lexicon, known: Set[str]) -> bool:
    """Return whether a word is long enough, typed, and in no list."""
    longest = max(map(len, lexicon.counterparts[stem.text]))
    said = passage.reading[stem.start : stem.end].casefold()
    is_long = min(stem.end - stem.start, longest) >= SHORTEST
    return is_long and said not in known and not passage.is_filled_in(stem.start, stem.end)


def _first(some: Sequence[str], stems: Sequence[Stem]) -> Iterator[Stem]:
    """Yield the first place of each of these stems in a sentence."""
    for text in some:
        yield next(stem for stem in stems if stem.text == text)


def _elsewhere(lexicon: Lexicon, stem: Stem) -> str:
    """Return what stands for a word in other texts."""
    others = sorted(lexicon.counterparts[stem.text])[:SHOWN]
    return f"elsewhere: {listed(f'{one}…' if len(one) == STEM else one for one in others)}"
