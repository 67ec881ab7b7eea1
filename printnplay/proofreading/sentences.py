"""Check sentences: their length, and that their number and order match the original."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from statistics import median

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.proofreading.passages import PLACEHOLDER, Passage, fact_named, term_and_form
from printnplay.proofreading.review import Review

MOST_WORDS = 30
"""The maximum number of words in a sentence: what a player reads aloud in one breath. A guess."""

SHORTEST = 0.62
"""The share of the original's characters at or below which a translation has lost something. The
shortest shipped translation of a paragraph has three quarters of them.
"""

LONG_ENOUGH = 60
"""The minimum length of an original to compare lengths, in characters. A guess: shorter ones are
labels.
"""

WITNESSES = 3
"""The minimum number of translations that must be longer before the original is considered
incomplete. A guess.
"""

MOST_TO_ORDER = 6
"""The maximum number of sentences of which all orders are tried: six have 720, seven 5,040."""

FULL_STOPS = "。！？｡।॥؟۔։።។။"
"""Marks that end a sentence in scripts other than Latin, Greek and Cyrillic; Chinese and Japanese
have no space after them.
"""

_END = re.compile(
    # Not within a quotation, as in « Passe ! ». and in the words “Draw!” aloud.
    rf"[.!?…]+[»”“\"’)*\s]*(?=\s(?!\s*[»?!;:,a-zß-ÿ])|\Z)|[{FULL_STOPS}]+[»”“」』）\"’)*\s]*"
)
_PART = re.compile(rf"[^.!?…,:;–—،؛、，：；{FULL_STOPS}]*\w[^.!?…,:;–—،؛、，：；{FULL_STOPS}]*")
"""What is between two marks."""
_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*|\ufffc+")


class Sentence(Struct, frozen=True):
    """The start and end of a sentence in the reading of a passage."""

    start: int
    end: int


@lru_cache(maxsize=1 << 13)
def sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text with their end marks, cached for all checks.

    >>> [sentence.end for sentence in sentences("Draw. Then play a card.")]
    [5, 23]
    """
    ends = [match.end() for match in _END.finditer(text)]
    if text[ends[-1] if ends else 0 :].strip():
        ends.append(len(text))
    return tuple(map(Sentence, [0, *ends], ends))


def check_length(review: Review) -> Iterator[Diagnostic]:
    """Report sentences that are too long to be read aloud in one breath."""
    for passage in review.passages:
        for sentence in sentences(passage.reading):
            words = len(_WORD.findall(passage.reading, sentence.start, sentence.end))
            if words > MOST_WORDS:
                yield passage.fault(
                    codes.SENTENCE_TOO_LONG,
                    f"a sentence of `{passage.key}` has {words} words",
                    f"expected at most {MOST_WORDS} words",
                    "split it into two sentences",
                    passage.place(sentence.start, sentence.end),
                )


def check_number(review: Review) -> Iterator[Diagnostic]:
    """Report texts that lack a sentence of the original, or have much less text.

    Two sentences may be joined, or one divided: a text lacks one if it is also shorter and has
    fewer parts between marks. Sentences that are added are reported when proofreading. If most
    of several translations have a sentence more than the original, the original lacks it. Unknown
    languages are skipped, since they may end sentences differently.
    """
    pairs = [pair for pair in review.translated() if review.usage(pair[0].language).words]
    usual = _usual_lengths(pairs)
    longer = [
        (here, there) for here, there in pairs if _lacks(there, here, 1 / usual[here.language])
    ]
    counts = Counter(here.key for here, _ in longer)
    enough = max(WITNESSES, len(review.translations) / 2)
    at_fault = {key for key, count in counts.items() if count >= enough}
    lacking = [pair for pair in pairs if _lacks(*pair, usual[pair[0].language]) or _is_short(*pair)]
    added = [pair for pair in longer if review.known.proofread and pair[0].key not in at_fault]
    told = [(pair, True) for pair in lacking] + [(pair, False) for pair in added]
    for (passage, original), is_less in told:
        fault = f"`{passage.key}` has more sentences than its original"
        label, cure = "expected no more sentences", "say no more than the original"
        if is_less:
            fault = f"`{passage.key}` says less than its original"
            label = "expected as many sentences as in the original"
            cure = "compare them sentence by sentence: one may be lost"
        here, there = (len(sentences(one.reading)) for one in (passage, original))
        if is_less and here >= there:
            label = "it is much shorter than the original"
        yield passage.fault(
            codes.SENTENCES_MISSING,
            fault,
            label,
            cure,
            notes=original.as_original,
            detail=f"sentences {here - there:+}",
        )
    for key in counts:
        if key in at_fault:
            yield review.originals[key, "other"].fault(
                codes.SENTENCES_MISSING,
                f"`{key}` has fewer sentences in `{review.reference}` than in most translations",
                "expected all that the translations say",
                "compare them sentence by sentence: one may be lost",
            )


def _usual_lengths(pairs: Sequence[tuple[Passage, Passage]]) -> Mapping[str, float]:
    """Return how long the texts of each language usually are, as shares of their originals."""
    shares: dict[str, list[float]] = defaultdict(lambda: [1])
    for passage, original in pairs:
        here, there = (max(len(one.reading), 1) for one in (passage, original))
        shares[passage.language].append(here / there)
    return {language: median(of) for language, of in shares.items()}


def _lacks(here: Passage, there: Passage, usual: float) -> bool:
    """Return whether a text lacks a sentence of another, of which it usually has a share in length.

    Its length must be nearer to that without the shortest sentence.
    """
    theirs = sentences(there.reading)
    if len(sentences(here.reading)) >= len(theirs) or _parts(here) >= _parts(there):
        return False
    shortest = min(one.end - one.start for one in theirs)
    return len(here.reading) <= usual * (len(there.reading) - shortest / 2)


def _parts(passage: Passage) -> int:
    return len(_PART.findall(passage.reading))


def _is_short(passage: Passage, original: Passage) -> bool:
    length = len(original.reading)
    return length >= LONG_ENOUGH and len(passage.reading) <= SHORTEST * length


def check_order(review: Review) -> Iterator[Diagnostic]:
    """Report sentences about the same things as the original's, but in a different order."""
    for passage, original in review.translated():
        if passage.is_rules and _is_reordered(_subjects(passage), _subjects(original)):
            yield reordered(passage, original)


def reordered(passage: Passage, original: Passage) -> Diagnostic:
    """Return that the sentences of a translation are in a different order."""
    return passage.fault(
        codes.SENTENCES_REORDERED,
        f"the sentences of `{passage.key}` are in a different order from the original",
        "expected the order of the original",
        "reorder the sentences: an example belongs after its rule",
        notes=original.as_original,
    )


def _subjects(passage: Passage) -> list[frozenset[str]]:
    """Return what each sentence names by placeholders, regardless of the forms of terms."""
    return [_named(passage.text[one.start : one.end]) for one in sentences(passage.text)]


def _is_reordered(here: Sequence[frozenset[str]], there: Sequence[frozenset[str]]) -> bool:
    """Return whether the sentences would match the original better in another order."""
    count = len(here)
    naming = min(sum(map(bool, here)), sum(map(bool, there)))
    if count != len(there) or count > MOST_TO_ORDER or naming < 2:
        return False
    common = [[len(names & others) for others in there] for names in here]
    as_it_is = sum(common[index][index] for index in range(count))
    best = max(
        sum(row[place] for row, place in zip(common, order, strict=True))
        for order in permutations(range(count))
    )
    return best > as_it_is


def _named(text: str) -> frozenset[str]:
    inner = (match[1] for match in PLACEHOLDER.finditer(text))
    return frozenset(
        named[0] if (named := term_and_form(name)) else fact_named(name) or name for name in inner
    )
