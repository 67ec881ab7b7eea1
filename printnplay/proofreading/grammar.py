"""Checks of grammar by the lists of a language: neighbours that agree, and what is never right."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic
from printnplay.model.languages import Agreement, Never, Usage
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage, fact_named
from printnplay.proofreading.review import Review
from printnplay.proofreading.wording import Lexicon, tokens

_HYPHENS = "-‑–"


def check_never(review: Review) -> Iterator[Diagnostic]:
    """An expression that is never right in its language: an elision left out, a false friend."""
    lexicons = {
        language: Lexicon(_expressions(review.usage(language).never)) for language in review.texts
    }
    for passage in review.everything:
        found = list(lexicons[passage.language].find(passage.reading))
        right = {one.start for one in found if one.meaning is None}
        for one in found:
            rule, where = one.meaning, (one.start, one.end)
            joined = passage.reading[max(0, one.start - 1) : one.start] in tuple(_HYPHENS)
            if rule is None or one.start in right or joined or passage.is_filled_in(*where):
                continue
            said = passage.reading[one.start : one.end]
            yield passage.fault(
                codes.NEVER_RIGHT,
                f"`{said}` is never right, in `{passage.key}`",
                f"expected {rule.instead}" if rule.instead else "expected other words",
                "correct it; the rule is under `never` in the `language.yaml` of "
                f"`{passage.language}`",
                passage.place(*where),
            )


def _expressions(rules: Sequence[Never]) -> Iterator[tuple[str, Never | None]]:
    for rule in rules:
        if rule.before:
            for pair in product(rule.words, rule.before):
                yield " ".join(pair), rule
        else:
            for words in rule.words:
                yield words, rule
        for words in rule.unless:
            yield words, None


_PAIRS = frozenset(
    {("determiners", "nouns"), ("determiners", "adjectives"), ("adjectives", "nouns")}
)
"""The kinds of neighbours that have to agree."""

_FOLLOWING = frozenset({("nouns", "adjectives")})
"""Further ones, where adjectives come after their nouns."""

_SAYING = frozenset({("nouns", "verbs"), ("pronouns", "verbs")})
"""A subject and its verb: a noun that begins a sentence is no part of another's phrase."""

_VERBS = frozenset({("verbs", "verbs")})
"""Two verbs of one subject: `those that stay return`."""

_ENDS = frozenset(".!?…:")
_PAIR = 2


class _Word(NamedTuple):
    """A word of a passage, its classes by kind, and where it is."""

    text: str
    classes: Mapping[str, frozenset[str]]
    start: int
    end: int


class _Words:
    """The kinds and classes of the words of a language."""

    def __init__(self, usage: Usage) -> None:
        self.agreement = usage.agreement
        classes: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        for kind, lists in usage.agreement.kinds.items():
            for name, words in lists.items():
                for word in words:
                    known = classes[word].get(kind, frozenset())
                    classes[word][kind] = known | frozenset(name.split())
        self._classes = classes
        self._plain_numbers = {
            next(word for word, other in usage.numbers.items() if other == value)
            for value in usage.numbers.values()
            if value > 1
        }

    def of(self, word: str) -> Mapping[str, frozenset[str]]:
        """The classes of a word by kind; of a word with a capital that has none, without it."""
        return self._classes.get(word) or self._classes.get(word.lower()) or {}

    def counts(self, word: str, before: _Word | None) -> bool:
        """Whether a word counts what follows; `a two` is a card, and counts nothing."""
        is_named = before is not None and "determiners" in before.classes
        return word.lower() in self._plain_numbers and not is_named


def check_agreement(review: Review) -> Iterator[Diagnostic]:
    """Neighbours that share no class: `un carte`, `the cards goes`."""
    known = {language: _Words(review.usage(language)) for language in review.texts}
    for passage in review.everything:
        words = known[passage.language]
        if not words.agreement.kinds:
            continue
        for first, second in _disagreeing(_read(passage, words, review), words.agreement):
            where = (first.start, second.end)
            if not passage.is_filled_in(*where):
                said = passage.reading[where[0] : where[1]].replace(UNSEEN, "…")
                yield passage.fault(
                    codes.WORDS_DO_NOT_AGREE,
                    f"`{said}` does not agree, in `{passage.key}`",
                    "expected another of these words, or another form of it",
                    "read the sentence aloud: a word may have been replaced without its neighbours",
                    passage.place(*where),
                )


def _read(passage: Passage, words: _Words, review: Review) -> list[_Word]:
    """The words, numbers and marks of a passage."""
    read: list[_Word] = []
    counting = {"determiners": words.agreement.counted} if words.agreement.counted else {}
    for token in tokens(passage.reading):
        text, last = token[0], read[-1] if read else None
        if text == UNSEEN and last and last.text == UNSEEN and last.end == token.start():
            read[-1] = last._replace(end=token.end())  # one placeholder is several characters
            continue
        classes: Mapping[str, frozenset[str]] = {}
        if text == UNSEEN:
            classes = counting if _number(passage, token.start(), review) != 1 else {}
        elif words.counts(text, last):
            classes = counting
        else:
            classes = words.of(text) or words.of(text.rstrip("’'"))
            if classes and passage.reading[token.end() : token.end() + 1] in tuple(_HYPHENS):
                classes = {}
        read.append(_Word(text, classes, token.start(), token.end()))
    return read


def _number(passage: Passage, place: int, review: Review) -> int:
    """The number of the game that is filled in at a place; 1 where it is none."""
    start, end = passage.origins[place]
    match = PLACEHOLDER.fullmatch(passage.text[start:end])
    return review.known.facts.get(fact_named(match[1]), 1) if match else 1


def _disagreeing(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    for index, first in enumerate(words):
        if not first.classes:
            continue
        following = _after(words, index, agreement.skipped)
        if following is not None:
            second = words[following]
            pairs = _pairs(words, index, following, agreement) if second.classes else frozenset()
            if not _agree(first.classes, second.classes, pairs):
                yield first, second
            elif "nouns" in first.classes and _is_subject(words, index, agreement):
                yield from _of_subject(words, index, following, agreement)
        if first.classes.keys() == {"nouns"}:
            phrase = _phrase(words, index)
            if len(phrase) > _PAIR and not _is_one(phrase):
                yield phrase[0], first


def _of_subject(
    words: Sequence[_Word], index: int, following: int, agreement: Agreement
) -> Iterator[tuple[_Word, _Word]]:
    """What is said further on of a subject, and does not agree with it."""
    thing = {"nouns": words[index].classes["nouns"]}
    name = words[following]
    if following == index + 1 and name.text.istitle() and not name.classes:
        beyond = _after(words, following, agreement.skipped)  # `cartes Action`
        if beyond is None:
            return
        following = beyond
        if not _agree(thing, words[following].classes, _SAYING):
            yield words[index], words[following]
    if words[following].text.lower() in agreement.linking:
        said, pairs = _after(words, following, agreement.skipped), _FOLLOWING
    else:
        said, pairs = _after_complement(words, index, agreement), _SAYING
    if said is not None and not _agree(thing, words[said].classes, pairs):
        yield words[index], words[said]


def _pairs(
    words: Sequence[_Word], index: int, following: int, agreement: Agreement
) -> frozenset[tuple[str, str]]:
    """The kinds of words that have to agree at this place of a sentence."""
    subject, adjoining = _is_subject(words, index, agreement), following == index + 1
    pairs = _PAIRS if adjoining else frozenset()
    if agreement.adjectives_follow and adjoining and (subject or _beginning(words, index) < index):
        pairs |= _FOLLOWING
    if subject or "pronouns" in words[index].classes:
        pairs |= _SAYING
    if agreement.adjectives_follow and index and words[index - 1].text in agreement.skipped:
        pairs |= _VERBS
    return pairs


def _is_subject(words: Sequence[_Word], index: int, agreement: Agreement) -> bool:
    """Whether the phrase that ends here begins a sentence, if need be after `only` or `all`.

    `One of the cards` has two articles, and ends with what is no subject; nor is a subject what no
    verb could agree with, such as a dative.
    """
    begin = _beginning(words, index)
    articles = sum("determiners" in word.classes for word in words[begin:index])
    before = begin
    while before and words[before - 1].text.lower() in agreement.skipped:
        before -= 1
    is_first = before == 0 or words[before - 1].text in _ENDS
    return is_first and articles < _PAIR and _may_have_a_verb(words, index, agreement)


def _may_have_a_verb(words: Sequence[_Word], index: int, agreement: Agreement) -> bool:
    verbs = {one for name in agreement.kinds.get("verbs", {}) for one in name.split()}
    if not verbs or "nouns" not in words[index].classes:
        return True
    return bool(_common(_phrase(words, index)) & verbs)


def _after_complement(words: Sequence[_Word], index: int, agreement: Agreement) -> int | None:
    """The verb after `of the pile` in `the cards of the pile stay`, where nothing else is between.

    The noun of the complement may be one that no list has, and have adjectives before or after it.
    What follows a relative pronoun is said of that noun.
    """
    if not index + 1 < len(words) or words[index + 1].text.lower() not in agreement.complements:
        return None
    noun = index + 2
    while noun < len(words) and words[noun].classes.keys() & {"determiners", "adjectives"}:
        noun += 1
    place = noun + 1
    while place < len(words) and words[place].classes.keys() == {"adjectives"}:
        place += 1
    if place >= len(words) or not words[noun].text.isalpha():
        return None
    return _after(words, place - 1, agreement.skipped - agreement.relative)


def _phrase(words: Sequence[_Word], index: int) -> list[_Word]:
    """A noun with the adjectives right before it and the determiner before these."""
    begin = index
    while begin and "adjectives" in words[begin - 1].classes:
        begin -= 1
    if begin and "determiners" in words[begin - 1].classes:
        begin -= 1
    return list(words[begin : index + 1])


def _is_one(phrase: Sequence[_Word]) -> bool:
    """Whether all words of a phrase share a class; each two of them may, and all not."""
    return bool(_common(phrase))


def _common(phrase: Sequence[_Word]) -> frozenset[str]:
    """The classes that all words of a phrase share."""
    *before, noun = phrase
    common = noun.classes["nouns"]
    for word in before:
        kinds = ("determiners", "adjectives")
        common &= frozenset().union(*(word.classes.get(kind, frozenset()) for kind in kinds))
    return common


def _after(words: Sequence[_Word], index: int, skipped: frozenset[str]) -> int | None:
    """The next word that is not skipped."""
    for following in range(index + 1, len(words)):
        if words[following].text.lower() not in skipped:
            return following
    return None


def _beginning(words: Sequence[_Word], index: int) -> int:
    """Where the phrase of a noun begins: at its first determiner or adjective."""
    while index and words[index - 1].classes.keys() & {"determiners", "adjectives"}:
        index -= 1
    return index


def _agree(
    first: Mapping[str, frozenset[str]],
    second: Mapping[str, frozenset[str]],
    pairs: frozenset[tuple[str, str]],
) -> bool:
    """Whether words share a class as neighbours of any kind, or need not."""
    common = [
        bool(first[one] & second[other])
        for one, other in product(first, second)
        if (one, other) in pairs
    ]
    return any(common) or not common
