"""Right phrases are told of nothing, wrong ones are: participles, names, verbs that are nouns.

`phrases/` has a file of each kind for a language, a sentence a line.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

import pytest

from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading import grammar
from printnplay.proofreading.morphology import morphology
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.phrases import WordClasses, read_words

from .mistakes import review_of

PHRASES = Path(__file__).parent / "phrases"
LANGUAGES = ("de", "fr", "es", "it", "pl")


def told(language: str, kind: str, *, looked_up: bool) -> Mapping[str, Sequence[str]]:
    """What is said of each sentence of a file, with the dictionaries that there are or without."""
    review = review_of("match", language)
    words = WordClasses(review.usage(language), morphology(language) if looked_up else None)
    rules = (*grammar.RULES, *grammar.RULES_OF_CLAUSES) if words.has_dictionary else grammar.RULES
    said = {}
    for sentence in (PHRASES / f"{language}-{kind}.txt").read_text("utf-8").splitlines():
        origins = tuple((at, at + 1) for at in range(len(sentence)))
        passage = Passage(Subject(language=language), sentence, sentence, origins, Span("x", 1, 1))
        read = read_words(passage, words, review)
        found = chain.from_iterable(rule(read, words.agreement) for rule in rules)
        said[sentence] = [f"{first.text} {second.text}" for first, second in found]
    return said


@pytest.mark.parametrize("by", ["lists", "dictionaries"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_right_phrases_are_told_of_nothing(language: str, by: str) -> None:
    said = told(language, "right", looked_up=by == "dictionaries")
    assert {sentence: pairs for sentence, pairs in said.items() if pairs} == {}


@pytest.mark.parametrize("by", ["lists", "dictionaries"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_phrases_are_told(language: str, by: str) -> None:
    said = told(language, "wrong", looked_up=by == "dictionaries")
    assert [sentence for sentence, pairs in said.items() if not pairs] == []
