"""Check the glossary itself: distinct terms, and forms that match their names.

Mistakes in the glossary are printed wherever the term is used.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from printnplay.game.texts import Term
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.languages import script
from printnplay.kernel.strings import plain_name
from printnplay.proofreading.passages import UNSEEN, Passage
from printnplay.proofreading.review import Review

NAME = "name"
INITIAL = "initial"
"""The suffix of forms that begin a sentence: `plural_initial` is `plural` with a capital."""

_SHARED = 3
"""The number of initial letters that two forms of a word share, if the shorter has that many: with
two, most words would. A guess.
"""

CHANGING_WITHIN = frozenset({"Arab", "Ethi"})
"""Scripts of languages whose plurals have other vowels and prefixes (Arabic `موانئ` of `ميناء`)."""

_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def check_alike(review: Review) -> Iterator[Diagnostic]:
    """Report two terms or cards with the same name if the original has two names."""
    for language, passages in review.names.items():
        first: dict[str, Passage] = {}
        for passage in passages if language != review.reference else ():
            if UNSEEN in passage.reading or passage.is_filled_in(0, len(passage.reading)):
                continue  # a term, named by the glossary, or missing there
            other = first.setdefault(passage.reading, passage)
            if other is not passage and _differ(review, passage, other):
                yield passage.fault(
                    codes.TERMS_ALIKE,
                    f"`{passage.key}` and `{other.key}` are both `{passage.reading}`",
                    f"expected two names, as in `{review.reference}`",
                    "give one of them another name",
                    notes=(("the other one is here", other.span),),
                    detail=other.key,
                )


def check_pasted_names(review: Review) -> Iterator[Diagnostic]:
    """Report a card that has the name of another card whose id contains that name."""
    named: dict[str, list[Passage]] = defaultdict(list)
    for passage in review.names[review.reference]:
        if passage.key.startswith("cards."):
            named[passage.reading.casefold()].append(passage)
    for name, passages in named.items():
        words = frozenset(plain_name(name).split("_"))
        shared = [(one, words & frozenset(re.split("[._-]", one.key)[1:-1])) for one in passages]
        owner = next((one for one, common in shared if common == words), None)
        for passage, common in shared if owner else ():
            if owner and common < words:
                yield passage.fault(
                    codes.TERMS_ALIKE,
                    f"`{passage.key}` and `{owner.key}` are both `{passage.reading}`",
                    f"the name of another card: this one is `{passage.key.split('.')[1]}`",
                    "write its own name",
                    notes=(("the other one is here", owner.span),),
                )


def _differ(review: Review, passage: Passage, other: Passage) -> bool:
    """Return whether the originals of two names differ."""
    names = {one.key: one.reading for one in review.names[review.reference]}
    own, others = names.get(passage.key), names.get(other.key)
    return own is not None and others is not None and own.casefold() != others.casefold()


def check_untranslated(review: Review) -> Iterator[Diagnostic]:
    """Report terms that equal their original and are not names."""
    for passage, original in review.translated_terms():
        usage = review.usage(passage.language)
        right = usage.unchanged | usage.names | review.source.names
        words = _NAME.findall(passage.reading.replace("\u2011", "-"))
        same = passage.reading.casefold() == original.reading.casefold()
        if same and usage.words and any(len(one) > 1 and one not in right for one in words):
            yield passage.fault(
                codes.NOT_TRANSLATED,
                f"the term `{passage.key}` is the same as in `{review.reference}`",
                "expected a translation",
                "translate it, or list its words under `unchanged` in the `language.yaml` of "
                f"`{passage.language}`",
                notes=original.as_original,
                detail=NAME,
            )


def check_forms(review: Review) -> Iterator[Diagnostic]:
    """Report forms that do not match their kind: no capital, no plural, no article, unrelated."""
    places = {(one.language, one.key): one for one in review.glossary_forms}
    for language in review.texts:
        small = review.usage(language).words
        for term in review.terms(language):
            for name, form in term.forms.items():
                fault = _fault(term, name, form, small, language)
                if fault:
                    yield places[language, f"{term.id}.{name}"].fault(
                        codes.WRONG_FORM,
                        f"the form `{name}` of `{term.id}` is `{form}`: {fault}",
                        f"expected a form of `{term.forms.get(NAME, term.id)}`",
                        "correct the form, or rename it",
                        detail=name,
                    )


def _fault(term: Term, name: str, form: str, small: frozenset[str], language: str) -> str:
    """Return what is wrong with a form; empty if nothing is."""
    plain = term.forms.get(NAME, "")
    base, _, ending = name.rpartition("_")
    if name == INITIAL or ending == INITIAL:
        basis = term.forms.get(base or NAME)
        if basis is not None and form != basis[:1].upper() + basis[1:]:
            return f"it should be `{basis[:1].upper() + basis[1:]}`"
        return "" if form[:1] == form[:1].upper() else "it should begin with a capital"
    begins = [word for word in name.split("_") if word in small]
    if begins and len(begins) == len(name.split("_")) and _holds_another(term, name):
        begin = " ".join(begins)
        if not re.match(rf"{begin}(?:[ \u00a0]|’)", form):
            return f"it should begin with `{begin}`"
    if plain and script(language) not in CHANGING_WITHIN and not _related(plain, form):
        return f"it has nothing in common with `{plain}`"
    return ""


def _holds_another(term: Term, name: str) -> bool:
    """Return whether a form is another form preceded by a word such as an article."""
    form = term.forms[name]
    return any(form != one and form.endswith(one) for one in term.forms.values())


def _related(plain: str, form: str) -> bool:
    """Return whether a word of one text begins like a word of the other, ignoring accents."""
    own, other = ([_letters(word) for word in _WORD.findall(text)] for text in (plain, form))
    return any(
        one[: min(_SHARED, len(one))] == two[: min(_SHARED, len(one))]
        or (len(one) > _SHARED and one[1:] in two)
        for one in own
        for two in other
    )


def _letters(word: str) -> str:
    return "".join(
        one
        for one in unicodedata.normalize("NFD", word.casefold())
        if not unicodedata.combining(one)
    )


def check_inflection(review: Review) -> Iterator[Diagnostic]:
    """Report forms that equal the plain name in one term only.

    `plural` differs from `name` nearly everywhere: where it does not, it may have been forgotten.
    """
    for language in review.texts:
        for name, terms in _by_form(review.terms(language)).items():
            basis = name.rpartition("_")[0]
            same = [
                one for one in terms if one.forms[name] == one.forms.get(basis, one.forms.get(NAME))
            ]
            if not same or 2 * len(terms) < 5 * len(same) or len(terms) - len(same) < FEWEST_OTHERS:
                continue
            places = {one.key: one for one in review.glossary_forms if one.language == language}
            for term in same:
                yield places[f"{term.id}.{name}"].fault(
                    codes.WRONG_FORM,
                    f"the form `{name}` of `{term.id}` is the same as its name",
                    "other terms have a different form here",
                    "correct the form, or accept it if the word does not change",
                    detail=f"{name} unchanged",
                )


FEWEST_OTHERS = 2
"""The number of terms whose form differs from the name before an equal one is suspicious: a single
term may be the exception.
"""


def _by_form(terms: Iterator[Term]) -> Mapping[str, Sequence[Term]]:
    by_form: dict[str, list[Term]] = defaultdict(list)
    for term in terms:
        for name in term.forms:
            if name != NAME and not name.endswith(INITIAL):
                by_form[name].append(term)
    return by_form
