"""Check listed expressions: never right, or wrong if the original has a certain word."""

from collections.abc import Iterator, Sequence
from itertools import product

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.languages import Never
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.wording import HYPHENS, Lexicon

GAP = "…"
"""In an expression: up to `WIDEST_GAP` words without a mark, or none."""

WIDEST_GAP = 4
"""The maximum number of words that `…` in an expression matches: a few, as in `both … and`. A
guess.
"""


def check_never(review: Review) -> Iterator[Diagnostic]:
    """Report expressions that are always wrong in their language, such as false friends."""
    usages = {language: review.usage(language) for language in review.texts}
    lexicons = {language: Lexicon(_expressions(one.never)) for language, one in usages.items()}
    words = {word for usage in usages.values() for rule in usage.never for word in rule.of}
    source = Lexicon((word, word) for word in sorted(words))
    originals = _originals(review)
    for passage in review.everything:
        found = lexicons[passage.language].find(passage.reading)
        right = {one.start for one in found if one.meaning is None}
        for one in found:
            rule, where = one.meaning, (one.start, one.end)
            joined = passage.reading[max(0, one.start - 1) : one.start] in HYPHENS
            if rule is None or one.start in right or joined or passage.is_filled_in(*where):
                continue
            original = originals.get((passage.key, passage.form)) if rule.of else None
            if rule.of and not (original and _says(original, rule.of, source)):
                continue
            yield _fault(passage, rule, where, original)


def _originals(review: Review) -> dict[tuple[str, str], Passage]:
    """Return the originals of passages; for each form of a term, the term's name."""
    terms = {(one.key, one.form): name for one, name in review.translated_terms()}
    return {**review.originals, **terms}


def _says(original: Passage, words: Sequence[str], source: Lexicon[str]) -> bool:
    return any(one.meaning in words for one in source.find(original.reading))


def _fault(
    passage: Passage, rule: Never, where: tuple[int, int], original: Passage | None
) -> Diagnostic:
    said = passage.reading[where[0] : where[1]]
    what = "has a different meaning from the original" if original else "is never right"
    return passage.fault(
        codes.NEVER_RIGHT,
        f"`{said}` {what}, in `{passage.key}`",
        f"expected {rule.instead}" if rule.instead else "expected different words",
        f"correct it; the rule is under `never` in the `language.yaml` of `{passage.language}`",
        passage.place(*where),
        notes=original.as_original if original else (),
    )


def _expressions(rules: Sequence[Never]) -> Iterator[tuple[str, Never | None]]:
    for rule in rules:
        pairs = (" ".join(pair) for pair in product(rule.words, rule.before))
        for words in pairs if rule.before else rule.words:
            yield from ((one, rule) for one in _with_gaps(words))
        for words in rule.unless:
            yield from ((one, None) for one in _with_gaps(words))


def _with_gaps(words: str) -> Iterator[str]:
    """Yield the expression with each number of words that its gap, if any, may match.

    >>> list(_with_gaps("du … zieht"))[:2]
    ['du zieht', 'du * zieht']
    """
    before, gap, after = words.partition(GAP)
    for number in range(WIDEST_GAP + 1 if gap else 1):
        yield " ".join([*before.split(), *["*"] * number, *after.split()])
