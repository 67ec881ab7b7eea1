"""Facts that a text must say: meanings, numbers, terms and players, whatever its language.

Meanings are those that `language.yaml` lists. A text says a fact if one of its expressions may have
that meaning, and contradicts it if an expression certainly has an opposite one instead; so words
that are not listed are never reported.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain

from msgspec import Struct

from printnplay.game.statements import Name
from printnplay.proofreading.meaning import Said, denying, meanings_in
from printnplay.proofreading.number_words import cardinals
from printnplay.proofreading.passages import PLACEHOLDER, TERM, Passage, fact_named, term_and_form
from printnplay.proofreading.review import Review
from printnplay.proofreading.rewordings import (
    ALIKE,
    ALIKE_DENIED,
    BY_DENIAL,
    DENIAL,
    DENIED,
    MODALS,
    OBLIGED,
    QUANTIFIERS,
    REPLACED,
    WITHOUT_DENIAL,
)
from printnplay.proofreading.wording import Lexicon

NOT, MAYBE = "no ", "maybe "
"""Prefixes of a fact that a text must not say, or that only some languages say: `maybe denial`. Its
opposite must not be said either.
"""

THEN = " then "
"""The joint between two steps of which the first comes first: `drawing then choosing`."""

_TIMES = ("before", "after")
"""Meanings with which two steps may come in any order: *choose a player after drawing*."""

SEATS = "ABCDEFGH"
"""The players of worked examples; eight, as many as rules can seat."""

_TELLING = (
    "anticlockwise at-least at-most bottom clockwise column diagonal different earliest except"
    " first latest least-of-all left lose most-of-all need-not newest not-both not-only oldest"
    " one-of one-of-two only-if or-both ordinal-first ordinal-second ordinal-third right rival-one"
    " row skipping unless win youngest"
)
TELLING = (DENIAL, *_TELLING.split())
"""Meanings that change a rule wherever they are added. A text with facts must not say one that is
not among them, nor a number. Others are left out because rewordings add them: *can*, *all*, *same*,
*only*, *legal*, *including*, *although*, *everyone*, *after*, *instead*.
"""

_ALWAYS_SAID = (
    "always at-least at-most at-random before-that except including most-of-all newest"
    " next-one not-both only-if or-both ordinal-first ordinal-third otherwise unless"
    " all everyone nobody none-of left right playing"
)
ALWAYS_SAID = frozenset({DENIAL, OBLIGED, *_ALWAYS_SAID.split()})
"""Meanings that a text must not lose, although those of translations may: *you have to draw*. All
words for them are listed; other meanings may be said with a word that is in no list.
"""

SILENT = frozenset({"yours", "theirs", "may", "more"})
"""Meanings that a sentence may leave out: only their opposites are reported. *Discard your hand*
and *discard the hand* are one rule, as are *cover whenever you like* and *you may always cover*.
"""

_LATIN = "A-Za-zÀ-ɏ0-9_"
"""What makes a word of a letter beside it; the letters of other scripts do not."""

_SEAT = re.compile(rf"(?<![{_LATIN}’'.-])[{SEATS}](?![{_LATIN}'-])")
_WORD = re.compile(r"[^\W\d_]+")
_STARTS = re.compile(r"(?:^|[.!?:…]\s+|[。！？：]\s*)$")
_WORD_TOO = "A"
"""The player whose letter may also be a word that begins a sentence: *A line*, *A mano*."""


class Facts(Struct, frozen=True):
    """The facts of a passage: `least` counts those that are certain, `most` also possible ones."""

    said: Said
    least: Counter[str]
    most: Counter[str]

    def orders(self, first: str, second: str) -> bool:
        """Return whether a text surely states a fact, and only before another one."""
        befores, afters = self._places(first), self._places(second)
        return bool(befores and afters) and max(befores) < min(afters)

    def _places(self, name: str) -> list[int]:
        """Return where the typed text certainly has a meaning, or quotes a fact."""
        passage = self.said.passage
        said = [one.start for one in self.said.of(name) if one.meaning.certain]
        quoted = PLACEHOLDER.finditer(passage.text)
        return [passage.origins[start][0] for start in said] + [
            one.start() for one in quoted if one[1] and _named(one[1]) == name
        ]

    def reverses(self, steps: str) -> bool:
        """Return whether two steps certainly come in the opposite order."""
        first, second = steps.split(THEN)
        return self.orders(second, first) and not any(self.least[time] for time in _TIMES)


class Reader:
    """Reads the facts of passages by the word lists of their languages."""

    def __init__(self, review: Review) -> None:
        """Prepare the lists of the languages of a review."""
        self._said = meanings_in(review)
        usages = {language: review.usage(language) for language in review.texts}
        self._listed = {language: frozenset(usage.meaning) for language, usage in usages.items()}
        self._homographs = {language: usage.homographs for language, usage in usages.items()}
        source = review.source
        self._steps = Lexicon((word, word) for word in source.then)
        every = (usage.meaning for usage in review.known.usages.values())
        self.meanings = frozenset(chain.from_iterable(every))
        weighed = chain.from_iterable((*source.opposites, *source.contrasts))
        self.silent = SILENT | (self.meanings - {*weighed, *ALWAYS_SAID})
        """The meanings of which only an opposite is reported."""
        opposed: dict[str, set[str]] = defaultdict(set)
        for group in (*source.opposites, *source.contrasts, *source.exchanged):
            for meaning in group:
                opposed[meaning] |= {*group} - {meaning}
        self.opposed: Mapping[str, Set[str]] = opposed
        self._denying = denying(source)

    def has_steps(self, facts: Facts) -> bool:
        """Return whether a text of the original has a word between two steps, such as `then`."""
        return bool(self._steps.find(facts.said.passage.reading))

    def least_of(self, name: str, read: Sequence[Facts]) -> int:
        """Return how often all passages may say a fact whose languages have words for it."""
        return min(facts.most[name] for facts in read if self.compares(name, facts.said.passage))

    def facts(self, passage: Passage) -> Facts:
        """Return the facts that a passage says."""
        said = self._said(passage)
        quoted = Counter(_named(one[1]) for one in PLACEHOLDER.finditer(passage.text) if one[1])
        seats, words = _seats(passage.reading)
        surely = quoted + seats + self._counted(passage)
        return Facts(said, said.least + surely, said.most + surely + words)

    def _counted(self, passage: Passage) -> Counter[str]:
        """Return the numbers that a passage has as words: `2` for *two*."""
        values, unsure = cardinals(passage.language), self._homographs[passage.language]
        words = _WORD.findall(passage.reading.lower())
        return Counter(str(values[word]) for word in words if word in values and word not in unsure)

    def lacking(self, expected: Counter[str], passage: Passage, facts: Facts) -> Iterator[str]:
        """Yield the expected facts that a passage does not say, or not often enough.

        Meanings that may be said with a word that is in no list count if an opposite may be said.
        A term counts if the text names another instead: a pronoun may stand for it.
        """
        is_replaced = any(
            name.startswith(TERM) and number > expected[name]
            for name, number in facts.least.items()
        )
        is_requantified = any(facts.least[one] > _allowed(expected, one) for one in QUANTIFIERS)
        said = {one.meaning.meaning for one in facts.said.found}
        left_out = self.silent | self._reworded(expected, facts)
        for name, number in expected.items():
            is_said = facts.most[name] >= number or THEN in name or name.startswith((NOT, MAYBE))
            if is_said or name in left_out or not self.compares(name, passage):
                continue
            if said & REPLACED.get(name, set()) or (name in QUANTIFIERS and not is_requantified):
                continue
            if name.startswith(TERM) and not is_replaced:
                continue
            may_be_opposed = any(facts.most[one] for one in self.opposed.get(name, ()))
            if may_be_opposed or name not in self.meanings - ALWAYS_SAID:
                yield name

    def _reworded(self, expected: Counter[str], facts: Facts) -> Set[str]:
        """Return what a text may leave out because it denies others, or says it without denial.

        *At most two* is *not more than two*, *you need not* is *you decide*.
        """
        more = facts.least[DENIAL] - expected[DENIAL]
        lost = expected.keys() - facts.least.keys()
        wordings = WITHOUT_DENIAL if more < 0 else {}
        if more > 0:
            wordings, lost = BY_DENIAL, lost | {name.removeprefix(MAYBE) for name in lost}
        found = {
            name
            for name in lost
            if any(facts.most[one] > expected[one] for one in wordings.get(name, ()))
        }
        for name in lost & expected.keys() - MODALS if more > 0 else ():
            if any(facts.least[one] for one in self.opposed.get(name, set()) - self._denying):
                found.add(name)
        return found | ({DENIAL} if found else set()) | (MODALS if found & DENIED else set())

    def compares(self, name: str, passage: Passage) -> bool:
        """Return whether the language of a passage has words for a fact, or needs none."""
        return name in self._listed[passage.language] or name not in self.meanings

    def against(self, expected: Counter[str], facts: Facts) -> Iterator[tuple[str, str]]:
        """Yield what a passage certainly says against its expected facts, and the fact meant."""
        found = list(self._opposing(expected, facts))
        told = {said for said, _ in found} | self._reworded(expected, facts)
        yield from found
        yield from (pair for pair in _added(expected, facts) if pair[0] not in told)

    def _opposing(self, expected: Counter[str], facts: Facts) -> Iterator[tuple[str, str]]:
        """Yield what a passage says although it must not, or instead of an expected fact."""
        reworded = self._reworded(expected, facts)
        for name in expected:
            unwanted, meant = name.removeprefix(NOT), name.removeprefix(MAYBE)
            if unwanted != name and facts.least[unwanted]:
                yield unwanted, name
            if THEN in name and facts.reverses(name):
                yield name.split(THEN)[1], name
            for other in sorted(self.opposed.get(meant, ())) if not facts.least[meant] else ():
                if _replaces(other, meant, expected, facts) and meant not in reworded:
                    yield other, meant


def _replaces(said: str, meant: str, expected: Counter[str], facts: Facts) -> bool:
    """Return whether a text surely says a meaning more often than it may, instead of its opposite.

    What players may do is counted: *you may* and *you must* often stand in one text.
    """
    if not {said, meant} <= MODALS:
        return facts.least[said] > 0 and not _allowed(expected, said)
    is_unsure = (said not in DENIED and meant in DENIED) or {said, meant} == ALIKE_DENIED
    return facts.least[said] > _allowed(expected, said) and not (
        is_unsure and any(facts.least[one] for one in (DENIAL, "only"))
    )


def _added(expected: Counter[str], facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield what is telling and not expected, once for all that it says it."""
    for name in told_in(facts) if expected else ():
        if not any(_allowed(expected, one) for one in (name, *ALIKE.get(name, ()))):
            yield name, f"{NOT}{name}"


def _allowed(expected: Counter[str], name: str) -> int:
    """Return how often a text may say a fact."""
    return expected[name] + expected[f"{MAYBE}{name}"]


def told_in(facts: Facts) -> Iterator[str]:
    """Yield the telling meanings and the numbers that a passage certainly says."""
    yield from (name for name in TELLING if facts.least[name])
    yield from filter(str.isdigit, facts.least)


def expected_in(*lists: Iterable[Name]) -> Counter[str]:
    """Return how often a text must say each fact: as often as one of the lists has it."""
    counts = Counter[str]()
    for some in lists:
        counts |= Counter(one.name for one in some)
    return counts


def _named(inner: str) -> str:
    """Return the fact of a placeholder, regardless of its form.

    >>> _named("term:flip.cards"), _named("hand_size:word"), _named("icon:tick")
    ('term:flip', 'hand_size', 'icon:tick')
    """
    term = term_and_form(inner)
    return f"{TERM}{term[0]}" if term else fact_named(inner) or inner


def _seats(reading: str) -> tuple[Counter[str], Counter[str]]:
    """Return the players that a text names, and letters that may be words instead.

    >>> _seats("A line shows: B wins, then A.")
    (Counter({'B': 1, 'A': 1}), Counter({'A': 1}))
    >>> _seats("IDカードを見ます。AとC、BとDが組みます。")
    (Counter({'C': 1, 'B': 1, 'D': 1}), Counter({'A': 1}))
    """
    sure, perhaps = Counter[str](), Counter[str]()
    for match in _SEAT.finditer(reading):
        is_word = match[0] == _WORD_TOO and _STARTS.search(reading, 0, match.start())
        (perhaps if is_word else sure)[match[0]] += 1
    return sure, perhaps
