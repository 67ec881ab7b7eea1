"""Check that a translation says what its original says, meaning by meaning.

Each language lists expressions for meanings that matter in rules: left, before, at most, never,
red. A meaning that is certain in a translation must be at least possible in its original, equally
often, and vice versa. So a language may use words that are not listed as certain, and a list need
not be complete.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, reduce
from itertools import chain, permutations, product
from operator import or_

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.kernel.languages import Usage, Wording
from printnplay.kernel.suggestions import listed
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.rewordings import BY_DENIAL, DENIAL, MODAL, WITHOUT_DENIAL
from printnplay.proofreading.sentences import sentences
from printnplay.proofreading.wording import Found, Lexicon

_NEGATION = "negation"
"""The meaning that reverses others."""

_NEGATIONS = frozenset({_NEGATION, DENIAL})

_SEVERAL = 2
"""The minimum number of sentences for comparing a text sentence by sentence: one is the whole
text.
"""


class Sense(Struct, frozen=True):
    """A meaning, and whether an expression certainly has it."""

    meaning: str
    certain: bool


class Said(Struct, frozen=True):
    """The meanings of a passage: `typed` holds its expressions that are not from the glossary.

    `sure` holds its certain meanings, in their order.
    """

    passage: Passage
    found: Sequence[Found[Sense]]
    typed: Sequence[Found[Sense]]
    sure: Sequence[str]
    least: Counter[str]
    most: Counter[str]

    def sentences(self) -> list["Said"]:
        """Return the meanings of each sentence of the passage."""
        return [
            _of(self.passage, [found for found in self.found if one.start <= found.start < one.end])
            for one in sentences(self.passage.reading)
        ]

    def of(self, meaning: str) -> Iterator[Found[Sense]]:
        """Yield the expressions that have, or may have, a meaning."""
        return (one for one in self.typed if one.meaning.meaning == meaning)

    def place(self, meaning: str) -> Span:
        """Return the first place with a meaning, or the whole passage without one."""
        first = next(self.of(meaning), None)
        return self.passage.place(first.start, first.end) if first else self.passage.span

    def words(self, meaning: str) -> list[str]:
        """Return the expressions that have, or may have, a meaning."""
        texts = (self.passage.reading[one.start : one.end] for one in self.of(meaning))
        return list(dict.fromkeys(texts))


def check_meaning(review: Review) -> Iterator[Diagnostic]:
    """Report meanings that a translation has less or more often than its original, or instead.

    Of texts that are tied to clauses, opposites and negations count: the facts of the ties say how
    often they must say the rest.
    """
    source = review.source
    paired = frozenset(chain.from_iterable(source.exchanged))
    opposed = frozenset(chain.from_iterable((*source.opposites, *source.contrasts)))
    known = frozenset(source.meaning) - paired - (source.by_sentence - opposed)
    of_texts = _for_each(review, known)
    of_sentences = _for_each(review, source.by_sentence)
    # A term's name may include its kind in one language only: Flip, carte Flip.
    of_terms = _for_each(review, known - source.mentioned)
    lexicons = _lexicons(review, known)
    pairs = _lexicons(review, paired)
    by_themselves = _lexicons(review, source.by_sentence)
    said = meanings_in(review)
    denied = denying(source)
    originals = {
        id(original): _said(original, lexicons[review.reference])
        for original in review.by_language[review.reference] + review.glossary_forms
        if original.language == review.reference
    }
    ties = review.game.statements.texts if review.game.statements else {}
    stated = {key for key, tie in ties.items() if tie.says}
    compared = [(pair, of_texts) for pair in review.translated()]
    compared += [(pair, of_terms) for pair in review.translated_terms()]
    for (passage, original), meanings in compared:
        expected = meanings[passage.language]
        if passage.text != original.text and expected.meaning:
            here, there = _said(passage, lexicons[passage.language]), originals[id(original)]
            told: set[str] = set()
            is_reworded = _is_reworded(said(passage), said(original))
            alone = frozenset[str]() if is_reworded or passage.key in stated else None
            yield from _new(_differing(here, there, expected, alone), told)
            for one, other in _aligned(here, there):
                yield from _new(_differing(one, other, expected, frozenset()), told)
            for group in source.opposites:
                yield from _reordered(here, there, group)
            for one, other in () if is_reworded else _beside(passage, original, pairs):
                yield from _new(_exchanging(one, other, _denied(here, there), source, denied), told)
            if meanings is of_texts and not is_reworded:
                for one, other in _beside(passage, original, by_themselves):
                    yield from _new(_differing(one, other, of_sentences[passage.language]), told)


def _denied(here: Said, there: Said) -> int:
    """Return how many more negations a text certainly has than its original; below zero, fewer."""
    more = max(here.least[_NEGATION] - there.least[_NEGATION], 0)
    return more or min(here.most[_NEGATION] - there.least[_NEGATION], 0)


def _is_reworded(here: Said, there: Said) -> bool:
    """Return whether a text may say by a negation what its original says without, or vice versa."""
    denied = here.least[DENIAL] - there.least[DENIAL]
    several = {**(BY_DENIAL if denied > 0 else {}), **(WITHOUT_DENIAL if denied < 0 else {})}
    return any(
        there.least[name] > here.least[name]
        and any(here.most[one] > there.least[one] for one in others)
        for name, others in several.items()
    )


def meanings_in(review: Review) -> Callable[[Passage], Said]:
    """Return a function that finds all meanings of a passage, however they are compared.

    Each list of expressions is searched by itself, so that an expression of one cannot hide a
    shorter one of another.
    """
    source = review.source
    paired = frozenset(chain.from_iterable(source.exchanged))
    rest = frozenset(source.meaning) - paired - source.by_sentence
    groups = (rest, paired & MODAL, paired - MODAL, source.by_sentence)
    lists = [_lexicons(review, some) for some in groups]

    def said(passage: Passage) -> Said:
        parts = [_said(passage, lexicons[passage.language]) for lexicons in lists]
        found, typed, sure = (
            tuple(chain.from_iterable(getattr(part, name) for part in parts))
            for name in ("found", "typed", "sure")
        )
        least, most = (reduce(or_, (getattr(p, name) for p in parts)) for name in ("least", "most"))
        return Said(passage, found, typed, sure, least, most)

    return said


def _for_each(review: Review, meanings: Set[str]) -> Mapping[str, Usage]:
    """Return, by language, the source's meanings to compare: those that the language lists too."""
    source = review.source
    return {
        language: replace(
            source, meaning=_only(source.meaning, meanings & review.usage(language).meaning.keys())
        )
        for language in review.texts
    }


def _new(faults: Iterable[Diagnostic], told: set[str]) -> Iterator[Diagnostic]:
    """Yield faults not yet reported, of a sentence and of the whole text."""
    for fault in faults:
        matter = fault.detail or fault.message
        if matter not in told:
            told.add(matter)
            yield fault


def _lexicons(review: Review, known: frozenset[str]) -> Mapping[str, Lexicon[Sense]]:
    denied = denying(review.source)
    return {language: _lexicon(review.usage(language), known, denied) for language in review.texts}


def _beside(
    passage: Passage, original: Passage, lexicons: Mapping[str, Lexicon[Sense]]
) -> list[tuple[Said, Said]]:
    """Return the sentences paired with their originals, or the whole texts if they do not align."""
    here, there = (_said(one, lexicons[one.language]) for one in (passage, original))
    return _aligned(here, there) or [(here, there)]


def _exchanging(
    here: Said, there: Said, denied: int, source: Usage, denying: Set[str]
) -> Iterator[Diagnostic]:
    """Yield faults for meanings that replace others in a group that the language lists."""
    more, fewer = here.least - there.most, there.least - here.most
    for group in source.exchanged if more and fewer else ():
        wrong, right = ([one for one in group if one in many] for many in (more, fewer))
        for instead, wanted in product(wrong, right):
            if _fits(denied, {instead} & denying, {wanted} & denying):
                yield _opposite(here, there, instead, wanted)


def _fits(denied: int, instead: Set[str], wanted: Set[str]) -> bool:
    """Return whether the number of negations fits, if just one of two meanings negates."""
    if bool(instead) == bool(wanted):
        return True
    return denied > 0 if instead else denied < 0


def _only(meanings: Mapping[str, Wording], some: Set[str]) -> Mapping[str, Wording]:
    return {meaning: words for meaning, words in meanings.items() if meaning in some}


def denying(usage: Usage) -> Set[str]:
    """Return the meanings of which most expressions deny something: `cannot`, not `stays`."""
    return {
        name
        for name, words in usage.meaning.items()
        if 2 * len(_denied_in(words, usage)) > len(words.surely)
    }


def _denied_in(words: Wording, usage: Usage) -> list[str]:
    """Return the expressions of a meaning that have a negation in them: `does not move`."""
    denial = usage.meaning.get(DENIAL, Wording()).surely
    lexicon = _of_expressions(tuple((one, Sense(DENIAL, certain=True)) for one in denial))
    return [one for one in words.surely if lexicon.find(one)]


def _lexicon(usage: Usage, known: frozenset[str], denying: Set[str]) -> Lexicon[Sense]:
    """Index expressions; a negation in one that need not deny, such as `does not move`, is none."""
    rest = sorted(usage.meaning.keys() - denying) if known & _NEGATIONS else ()
    wholes = [one for meaning in rest for one in _denied_in(usage.meaning[meaning], usage)]
    return _of_expressions(
        tuple(
            (expression, Sense(meaning, certain))
            for meaning, wording in usage.meaning.items()
            if meaning in known
            for certain, expressions in (
                (True, wording.surely),
                (False, (*wording.perhaps, *(wholes if meaning in _NEGATIONS else ()))),
            )
            for expression in expressions
        )
    )


@lru_cache(maxsize=128)
def _of_expressions(expressions: tuple[tuple[str, Sense], ...]) -> Lexicon[Sense]:
    """Return a lexicon with its cached findings: texts are checked again when others change."""
    return Lexicon(expressions)


def _said(passage: Passage, lexicon: Lexicon[Sense]) -> Said:
    return _of(passage, lexicon.find(passage.reading))


def _of(passage: Passage, found: Sequence[Found[Sense]]) -> Said:
    typed = [one for one in found if not passage.is_filled_in(one.start, one.end)]
    sure = [one.meaning.meaning for one in found if one.meaning.certain]
    least = Counter(one.meaning.meaning for one in typed if one.meaning.certain)
    most = Counter(one.meaning.meaning for one in typed)
    return Said(passage, found, typed, sure, least, most)


def _aligned(here: Said, there: Said) -> list[tuple[Said, Said]]:
    """Return several sentences with their originals; empty if their numbers differ."""
    ours, theirs = here.sentences(), there.sentences()
    if len(ours) != len(theirs) or len(ours) < _SEVERAL:
        return []
    return list(zip(ours, theirs, strict=True))


def _differing(
    here: Said, there: Said, source: Usage, alone: Set[str] | None = None
) -> Iterator[Diagnostic]:
    """Yield faults for meanings that occur too often, too rarely, or instead of their opposites.

    If `alone` is given, meanings outside it count only if they replace their opposites.
    """
    added, lost = (
        {
            meaning: number
            for meaning in (source.meaning if one.least else ())
            if (number := one.least[meaning] - other.most[meaning]) > 0
            and not (meaning in source.mentioned and other.most[meaning])
        }
        for one, other in ((here, there), (there, here))
    )
    for group in source.contrasts:
        for instead, wanted in _exchanged(here, there, group):
            added[instead] = lost[wanted] = 1
    for group in (*source.opposites, *source.contrasts):
        wrong, right = ([one for one in group if one in many] for many in (added, lost))
        for instead, wanted in zip(wrong, right, strict=False):
            del added[instead], lost[wanted]
            yield _opposite(here, there, instead, wanted)
    for meaning, number in chain(added.items(), ((one, -lost[one]) for one in lost)):
        if alone is None or meaning in alone:
            yield _differs(here, there, meaning, number)


def _opposite(here: Said, there: Said, instead: str, wanted: str) -> Diagnostic:
    return here.passage.fault(
        codes.OPPOSITE_MEANING,
        f"`{here.passage.key}` says `{instead}` where the original says `{wanted}`",
        f"expected `{wanted}`",
        "say what the original says",
        here.place(instead),
        notes=there.passage.as_original,
    )


def _exchanged(here: Said, there: Said, pair: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield certain meanings that replace the original's, even if other words might have those too.

    Negations are skipped: `no more than` is `at most`.
    """
    if here.least[_NEGATION] or there.least[_NEGATION]:
        return
    for instead, wanted in permutations(pair, 2):
        is_new = here.least[instead] > there.least[instead]
        if is_new and there.least[wanted] > here.least[wanted]:
            yield instead, wanted


def _differs(here: Said, there: Said, meaning: str, number: int) -> Diagnostic:
    often = "more often" if number > 0 else "less often"
    words = (here if number > 0 else there).words(meaning)
    where = "here" if number > 0 else "in the original"
    return here.passage.fault(
        codes.OTHER_MEANING,
        f"`{here.passage.key}` says `{meaning}` {often} than its original",
        f"{where}: {listed(words)}",
        "say exactly what the original says",
        here.place(meaning),
        notes=there.passage.as_original,
        detail=f"{meaning} {number:+}",
    )


def _reordered(here: Said, there: Said, group: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a fault if opposites are in a different order: red and blue for blue and red."""
    order, wanted = (
        [meaning for meaning in said.sure if meaning in group] for said in (here, there)
    )
    if order != wanted and Counter(order) == Counter(wanted):
        yield here.passage.fault(
            codes.OTHER_MEANING,
            f"`{here.passage.key}` says {listed(order)} in this order",
            f"the original says {listed(wanted)}",
            "swap them, unless only the structure of the sentence differs",
            here.place(order[0]),
            notes=there.passage.as_original,
            detail=f"order {' '.join(order)}",
        )
