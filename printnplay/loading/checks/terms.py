"""The words of the game: named in every language, never by a forbidden form."""

import re
from collections.abc import Iterator

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.loading.checks.titles import letters
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.texts import Term

_SPACES = re.compile(r"\s")


def check_names(review: Review, problems: Problems) -> None:
    """A term without a name in one of the languages."""
    if not review.glossary.sound:
        return
    for term_id, languages in review.glossary.terms.items():
        for language in review.texts:
            if language in languages and "name" in languages[language].forms:
                continue
            places = [term.span for term in languages.values()]
            if language in languages:
                places.insert(0, languages[language].span)
            problems.error(
                "PNP306",
                f"the term `{term_id}` has no name in `{language}`",
                places[0] if places else Span(review.glossary.file),
                f"expected `name` for `{language}`",
                f"add `{language}: {{name: ...}}` to the term",
            )


def check_forbidden(review: Review, problems: Problems) -> None:
    """A form that the glossary forbids, anywhere in a text of its language."""
    for language in review.texts:
        rules = list(_rules(review, language))
        for passage in review.passages:
            if passage.language == language:
                _search(passage, rules, problems)


class _Rule:
    """A forbidden form, and the forms of its term that may contain it."""

    def __init__(self, term: Term, form: str) -> None:
        self.term = term
        self.form = _even(form)
        self.folded = self.form.casefold()

    def found(self, reading: str) -> Iterator[re.Match[str]]:
        """The places where the form stands by itself."""
        for match in _whole_words(_either_case(self.form, self.term)).finditer(reading):
            inside = any(
                good.start() <= match.start() and match.end() <= good.end()
                for form in self._longer_forms()
                for good in _whole_words([form]).finditer(reading)
            )
            if not inside:
                yield match

    def _longer_forms(self) -> list[str]:
        forms = [_even(form) for form in self.term.forms.values()]
        return [form for form in forms if self.form in form and self.form != form]


def _rules(review: Review, language: str) -> Iterator[_Rule]:
    title = letters(review.game.title)
    for languages in review.glossary.terms.values():
        term = languages.get(language)
        for form in term.forbidden if term is not None else ():
            if term is not None and letters(form) != title:  # the title has a check of its own
                yield _Rule(term, form)


def _search(passage: Passage, rules: list[_Rule], problems: Problems) -> None:
    reading = _even(passage.reading)
    folded = reading.casefold()
    for rule in rules:
        if rule.folded not in folded:
            continue
        for match in rule.found(reading):
            name = rule.term.forms.get("name", rule.term.id)
            problems.error(
                "PNP305",
                f"`{match[0]}` is not what `{name}` is called",
                passage.place(*match.span()),
                f"expected a form of `{name}`",
                f"write `{{term:{rule.term.id}}}`, or one of its other forms",
            )


def _even(text: str) -> str:
    """The text with apostrophes and spaces all alike; as long as it was."""
    return _SPACES.sub(" ", text.replace("’", "'"))


def _either_case(form: str, term: Term) -> list[str]:
    """The form, and as it begins a sentence, unless that is right."""
    initial = form[:1].upper() + form[1:]
    return [form] if initial in term.forms.values() else list(dict.fromkeys([form, initial]))


def _whole_words(forms: list[str]) -> re.Pattern[str]:
    either = "|".join(re.escape(form) for form in forms)
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")
