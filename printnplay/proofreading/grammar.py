"""Checks of grammar by the lists of a language: neighbours that agree, and what is never right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic
from printnplay.model.languages import Agreement, Never, Usage
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage
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


_PAIRS = {
    ("determiners", "nouns"),
    ("determiners", "adjectives"),
    ("adjectives", "nouns"),
    ("nouns", "verbs"),
    ("pronouns", "verbs"),
    ("verbs", "verbs"),
}
"""The kinds of neighbours that have to agree."""

_FOLLOWING = {("nouns", "adjectives")}
"""Further ones, where adjectives come after their nouns."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a passage, its classes by kind, and where it is."""

    text: str
    classes: Mapping[str, frozenset[str]]
    start: int
    end: int


class _Words:
    """The kinds and classes of the words of a language."""

    def __init__(self, usage: Usage) -> None:
        self.agreement = usage.agreement
        self._classes: dict[str, dict[str, set[str]]] = {}
        for kind, lists in usage.agreement.kinds.items():
            for name, words in lists.items():
                for word in words:
                    of_word = self._classes.setdefault(word, {})
                    of_word.setdefault(kind, set()).update(name.split())
        for word, number in usage.numbers.items():
            if number > 1 and word not in self._classes:
                self._classes[word] = {"determiners": set(usage.agreement.counted)}

    def of(self, word: str) -> Mapping[str, frozenset[str]]:
        """The classes of a word by kind; of a word with a capital that has none, without it."""
        found = self._classes.get(word) or self._classes.get(word.lower()) or {}
        return {kind: frozenset(names) for kind, names in found.items()}


def check_agreement(review: Review) -> Iterator[Diagnostic]:
    """Two words side by side that share no class: `un carte`."""
    known = {language: _Words(review.usage(language)) for language in review.texts}
    for passage in review.everything:
        words = known[passage.language]
        if not words.agreement.kinds:
            continue
        for first, second in _disagreeing(_read(passage, words, review), words.agreement):
            where = (first.start, second.end)
            if not passage.is_filled_in(*where) or "." in passage.key.removesuffix(".name"):
                said = passage.reading[where[0] : where[1]].replace(UNSEEN, "…")
                yield passage.fault(
                    codes.WORDS_DO_NOT_AGREE,
                    f"`{said}` does not agree, in `{passage.key}`",
                    "expected another of these words, or another form of it",
                    "read the sentence aloud: a word may have been replaced without its neighbours",
                    passage.place(*where),
                )


def _read(passage: Passage, words: _Words, review: Review) -> list[_Word]:
    """The words and numbers of a passage."""
    read = []
    for token in tokens(passage.reading):
        if token[0] == UNSEEN and read and read[-1].end == token.start() and read[-1].text == UNSEEN:
            continue  # one placeholder is several characters
        classes = words.of(token[0].rstrip("’'") if len(token[0]) > 1 else token[0])
        if token[0] == UNSEEN:
            classes = _counted(passage, token.start(), words.agreement, review)
        read.append(_Word(token[0], classes, token.start(), token.end()))
    return read


def _counted(
    passage: Passage, place: int, agreement: Agreement, review: Review
) -> Mapping[str, frozenset[str]]:
    """A number of the game is before what it counts, unless it is one."""
    start, end = passage.origins[place]
    match = PLACEHOLDER.fullmatch(passage.text[start:end])
    number = review.known.facts.get(match[1], 1) if match else 1
    return {"determiners": agreement.counted} if number != 1 and agreement.counted else {}


def _disagreeing(
    words: Sequence[_Word], agreement: Agreement
) -> Iterator[tuple[_Word, _Word]]:
    pairs = _PAIRS | (_FOLLOWING if agreement.adjectives_follow else set())
    for index, first in enumerate(words[:-1]):
        following = index + 1
        while following < len(words) and words[following].text.lower() in agreement.skipped:
            following += 1
        if following == len(words):
            continue
        second = words[following]
        if not _agree(first.classes, second.classes, pairs):
            yield first, second
        elif "nouns" in first.classes and second.text.lower() in agreement.linking:
            named = words[following + 1] if following + 1 < len(words) else None
            if named and not _agree(
                {"nouns": first.classes["nouns"]}, named.classes, {("nouns", "adjectives")}
            ):
                yield first, named


def _agree(
    first: Mapping[str, frozenset[str]],
    second: Mapping[str, frozenset[str]],
    pairs: set[tuple[str, str]],
) -> bool:
    """Whether words share a class as neighbours of any kind, or need not."""
    common = [
        bool(first[one] & second[other])
        for one, other in product(first, second)
        if (one, other) in pairs
    ]
    return any(common) or not common
