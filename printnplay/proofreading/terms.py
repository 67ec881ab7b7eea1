"""The title of the game is spelled in one way.

The words of the game: named in every language, never by a forbidden form.

Names of the game that are misspelt, or that are those of another language.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.texts import Term
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

_LETTERS = re.compile(r"\w+")
_MARKS = ".!?…"
"""What a title may end in that is no letter."""

_ALIKE = str.maketrans({"\u00a0": " ", "\u202f": " ", "\n": " ", "\u2011": "-"})


def letters(text: str) -> str:
    """The letters and digits alone, in small letters: what two spellings share."""
    return "".join(character for character in text.casefold() if character.isalnum())


def check_title(review: Review, problems: Problems) -> None:
    """A word or two that are the title by their letters, but not as it is written."""
    title = review.game.title
    spelled = r"[\W_]{0,2}".join(map(re.escape, letters(title)))
    ending = title[len(title.rstrip(_MARKS)) :]
    pattern = re.compile(rf"(?<!\w){spelled}(?:{re.escape(ending)})?(?!\w)", re.IGNORECASE)
    for passage in (*review.passages, *review.filled_in):
        for match in pattern.finditer(passage.reading):
            right = _is_right(match[0].translate(_ALIKE), title)
            if not right and not passage.is_filled_in(*match.span()):
                problems.add(
                    Diagnostic(
                        codes.TITLE_SPELLED_OTHERWISE,
                        f"the title is spelled `{match[0]}`",
                        passage.place(*match.span()),
                        f"expected `{title}`",
                        f"write `{title}`",
                        fix=passage.fix(*match.span(), title),
                    )
                )


def _is_right(found: str, title: str) -> bool:
    """All capitals are a look, not a spelling; a title of one word may be an ordinary word too."""
    if found in (title, title.upper()):
        return True
    words = _LETTERS.findall(title)
    return len(words) == 1 and found.rstrip(_MARKS).casefold() == words[0].casefold()


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
                codes.TERM_WITHOUT_NAME,
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
                codes.FORBIDDEN_FORM,
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


LEAST_LETTERS = 7
"""A shorter name is too like other words."""

ALIKE = 0.85
"""Part of the letters that a misspelt name shares with the right one, in the same order."""

_NAME_WORD = re.compile(r"[^\W\d_]+(?:[-’][^\W\d_]+)*")


def check_spelling(review: Review, problems: Problems) -> None:
    """A word that is nearly, but not quite, a name that all languages share."""
    shared = list(_shared(review))
    for language in review.texts if shared else ():
        right = _known_words(review, language)
        for passage in review.passages:
            if passage.language != language or not passage.is_rules:
                continue
            for match in _NAME_WORD.finditer(passage.reading):
                word = match[0].casefold()
                name = _meant(word, shared) if word not in right else None
                if name is not None and not passage.is_filled_in(*match.span()):
                    problems.error(
                        codes.MISSPELT_NAME,
                        f"`{match[0]}` is nearly `{name}`",
                        passage.place(*match.span()),
                        f"expected `{name}`",
                        "correct it, or better, name the term with `{term:...}`",
                    )


def check_foreign(review: Review, problems: Problems) -> None:
    """A card by its name in another language."""
    cards = {card.id for card in review.game.cards} | {card.family for card in review.game.cards}
    for language in review.texts:
        foreign = dict(_foreign(review, language, cards))
        for passage in review.passages:
            if passage.language != language or not passage.is_rules:
                continue
            for name, (term, other) in foreign.items():
                if name not in passage.reading:
                    continue
                for match in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", passage.reading):
                    if not _filled(passage, match):
                        _report_foreign(passage, match, term, other, problems)


def _filled(passage: Passage, match: re.Match[str]) -> bool:
    """Whether any of it comes from the glossary."""
    return any(end - start > 1 for start, end in passage.origins[match.start() : match.end()])


def _shared(review: Review) -> Iterator[str]:
    """Single-word names that are the same in at least two languages."""
    for languages in review.glossary.terms.values():
        names = [term.forms.get("name", "") for term in languages.values()]
        for name in set(names):
            if names.count(name) > 1 and len(name) >= LEAST_LETTERS and _NAME_WORD.fullmatch(name):
                yield name


def _known_words(review: Review, language: str) -> set[str]:
    """Words that are right because the glossary has them, in any form."""
    words: set[str] = set()
    for languages in review.glossary.terms.values():
        term = languages.get(language)
        for form in term.forms.values() if term is not None else ():
            words.update(match[0].casefold() for match in _NAME_WORD.finditer(form))
    return words


def _meant(word: str, names: list[str]) -> str | None:
    for name in names:
        right = name.casefold()
        if word == right or word.startswith(right) or abs(len(word) - len(right)) > 2:
            continue
        if word[0] == right[0] and SequenceMatcher(None, word, right).ratio() >= ALIKE:
            return name
    return None


def _foreign(
    review: Review, language: str, cards: set[str]
) -> Iterator[tuple[str, tuple[str, str]]]:
    own = "\n".join(
        form.casefold()
        for languages in review.glossary.terms.values()
        if language in languages
        for form in languages[language].forms.values()
    )
    for term_id in cards & set(review.glossary.terms):
        for other, term in review.glossary.terms[term_id].items():
            name = term.forms.get("name", "")
            distinct = name[:1].isupper() and len(name) > 2
            whole = rf"(?<!\w){re.escape(name.casefold())}(?!\w)"
            if other != language and distinct and not re.search(whole, own):
                yield name, (term_id, other)


def _report_foreign(
    passage: Passage, match: re.Match[str], term: str, other: str, problems: Problems
) -> None:
    problems.error(
        codes.FOREIGN_NAME,
        f"`{match[0]}` is the name of a card in `{other}`",
        passage.place(*match.span()),
        f"expected its name in `{passage.language}`",
        f"write `{{term:{term}}}`, or one of its other forms",
    )
