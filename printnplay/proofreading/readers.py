"""Check that a text addresses as many readers as the texts beside it: one, or all."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.languages import Usage
from printnplay.proofreading.morphology import Imperatives, morphology
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.sentences import Sentence, sentences

FEWEST = 3
"""The minimum number of texts beside one that must all differ before it is considered wrong. A
guess.
"""

_WORD = re.compile(r"[^\W\d_]+")
_OTHER = {"one": "several", "several": "one"}


class Said(Struct, frozen=True):
    """A verb that instructs readers: `one` of them or `several`, and its place."""

    to: str
    start: int
    end: int


def check_readers(review: Review) -> Iterator[Diagnostic]:
    """Report verbs that address one player where the texts around address all, or vice versa."""
    beside = {(one.language, one.key): original for one, original in review.translated()}
    for language, passages in review.by_language.items():
        verbs, usage = morphology(language), review.usage(language)
        if not isinstance(verbs, Imperatives) or not any(usage.addressing.values()):
            continue
        told = [
            (one, list(_told(one, beside.get((language, one.key)), verbs, review)))
            for one in passages
            if one.is_rules
        ]
        around = _around(told)
        for passage, said in told:
            others = around[_part(passage)]
            wrong = _within(passage, said, usage) or _alone(passage, said, others, usage)
            yield from (_fault(passage, one) for one in wrong)


def _part(passage: Passage) -> str:
    """Return the part of the rules that a text is in, from its key."""
    return passage.key.rpartition(".")[0]


def _around(told: Iterable[tuple[Passage, Sequence[Said]]]) -> Mapping[str, Counter[str]]:
    """Return, by part, the numbers of texts that address one reader and several."""
    around: dict[str, Counter[str]] = defaultdict(Counter)
    for passage, said in told:
        around[_part(passage)].update({one.to for one in said})
    return around


def _fault(passage: Passage, wrong: Said) -> Diagnostic:
    said = passage.reading[wrong.start : wrong.end]
    return passage.fault(
        codes.WRONG_ADDRESS,
        f"`{said}` speaks to {wrong.to}, the verbs around it to {_OTHER[wrong.to]}",
        f"expected a verb that speaks to {_OTHER[wrong.to]}",
        "tell as many players what to do as the texts beside it",
        passage.place(wrong.start, wrong.end),
        detail=said,
    )


def _told(
    passage: Passage, original: Passage | None, verbs: Imperatives, review: Review
) -> Iterator[Said]:
    """Yield the verbs of a passage that instruct readers."""
    parts = sentences(passage.reading)
    models = sentences(original.reading) if original else ()
    for number, sentence in enumerate(parts):
        words = list(_WORD.finditer(passage.reading, sentence.start, sentence.end))
        if not verbs.imperatives_are_sure:
            is_aligned = original is not None and len(models) == len(parts)
            if not is_aligned or original is None or not _tells(original, models[number], review):
                continue
            words = _likely(passage, words, review.usage(passage.language))
        for word in words:
            to = "" if passage.is_filled_in(*word.span()) else verbs.speaks_to(word[0])
            if to and not passage.reading.startswith(":", word.end()):  # `Erlaubt:` tells nobody
                yield Said(to, *word.span())


def _tells(original: Passage, sentence: Sentence, review: Review) -> bool:
    """Return whether an original's sentence begins with a possible verb and is no question."""
    first = _WORD.search(original.reading, sentence.start, sentence.end)
    small = review.usage(original.language).words
    is_question = "?" in original.reading[sentence.start : sentence.end]
    name = first[0].lower() if first else ""
    is_said_of_it = name.endswith("s") and not name.endswith("ss")  # stays
    return bool(name) and name not in small and not is_question and not is_said_of_it


def _likely(passage: Passage, words: Sequence[re.Match[str]], usage: Usage) -> list[re.Match[str]]:
    """Return the first word and each word after `and`, up to the first mark."""
    likely = list(words[:1])
    for before, word in itertools.pairwise(words):
        if not passage.reading[before.end() : word.start()].isspace():
            break
        if before[0] in usage.joining:
            likely.append(word)
    return likely


def _within(passage: Passage, said: Sequence[Said], usage: Usage) -> list[Said]:
    """Return verbs that disagree with their sentence's pronouns, or else with its first verb."""
    wrong = []
    for sentence in sentences(passage.reading) if said else ():
        inside = [one for one in said if sentence.start <= one.start < sentence.end]
        words = _WORD.finditer(passage.reading, sentence.start, sentence.end)
        pronouns = {name for word in words for name in _pronouns(word[0], usage)}
        expected = pronouns or {one.to for one in inside[:1]}
        wrong += [one for one in inside if one.to not in expected]
    return wrong


def _pronouns(word: str, usage: Usage) -> Iterator[str]:
    """Yield whom a word addresses, if it is such a pronoun."""
    for name, words in usage.addressing.items():
        if word.lower() in words:
            yield name


def _alone(
    passage: Passage, said: Sequence[Said], around: Mapping[str, int], usage: Usage
) -> Sequence[Said]:
    """Return the first verb of a passage that alone differs from all passages beside it."""
    to = said[0].to if said else ""
    if not to or around[to] > 1 or around[_OTHER[to]] < FEWEST:
        return ()
    words = _WORD.findall(passage.reading)
    return () if any(to in _pronouns(word, usage) for word in words) else said[:1]
