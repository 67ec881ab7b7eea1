"""Check the words of a game: its title, its terms and the names of its cards."""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

from printnplay.game.texts import Term
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span, Subject
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

_LETTERS = re.compile(r"\w+")
_PARTS = re.compile(r"[^\w\s'’-]\s")
"""The end of a sentence, or of a part of one."""

_MARKS = ".!?…"
"""Marks that a title may end with."""

_ALIKE = str.maketrans({"\u00a0": " ", "\u202f": " ", "\n": " ", "\u2011": "-"})


def letters(text: str) -> str:
    """Return only the letters and digits, in lower case: what spelling variants share."""
    return "".join(character for character in text.casefold() if character.isalnum())


def check_title(review: Review) -> Iterator[Diagnostic]:
    """Report misspellings of the title, which each language may have its own of."""
    patterns = {language: _any_spelling_of(review.title(language)) for language in review.texts}
    words = {
        language: {
            word
            for passage in review.by_language[language]
            for word in _LETTERS.findall(patterns[language].sub(" ", passage.reading))
        }
        for language in review.texts
    }
    for passage in review.everything:
        title = review.title(passage.language)
        for match in patterns[passage.language].finditer(passage.reading):
            right = _is_right(match[0].translate(_ALIKE), title, words[passage.language])
            if not right and not passage.is_filled_in(*match.span()):
                yield passage.fault(
                    codes.TITLE_SPELLED_OTHERWISE,
                    f"the title is spelled `{match[0]}`",
                    f"expected `{title}`",
                    f"write `{title}`",
                    passage.place(*match.span()),
                    fix=passage.fix(*match.span(), title),
                )


def _any_spelling_of(title: str) -> re.Pattern[str]:
    spelled = r"[\W_]{0,2}".join(map(re.escape, letters(title)))
    ending = title[len(title.rstrip(_MARKS)) :]
    return re.compile(rf"(?<!\w){spelled}(?:{re.escape(ending)})?(?!\w)", re.IGNORECASE)


def _is_right(spelling: str, title: str, others: Collection[str]) -> bool:
    """Return whether a spelling of the title is right, or not one of the title.

    All capitals are a style, not a spelling. Words of a title are ordinary ones if other texts use
    them all, in small letters (`others`), or if a sentence or part of one ends between them, as in
    `Hunt the fox. Run.` of the game Fox Run.
    """
    if spelling in (title, title.upper()):
        return True
    words: list[str] = _LETTERS.findall(title)
    if len(words) == 1:
        return spelling.rstrip(_MARKS).casefold() == words[0].casefold()
    is_used = all(word.lower() in others for word in words)
    is_ordinary = (
        is_used and spelling[1:] == title.lower()[1:] and " ".join(words) == title.rstrip(_MARKS)
    )
    return is_ordinary or len(_PARTS.findall(spelling)) > len(_PARTS.findall(title))


def check_names(review: Review) -> Iterator[Diagnostic]:
    """Report terms without a name in one of the languages."""
    for term_id, languages in review.glossary.terms.items() if review.glossary.sound else ():
        for language in review.texts:
            if language in languages and "name" in languages[language].forms:
                continue
            nearest = [languages[language]] if language in languages else languages.values()
            places = [term.span for term in nearest]
            yield Diagnostic(
                codes.TERM_WITHOUT_NAME,
                f"the term `{term_id}` has no name in `{language}`",
                places[0] if places else Span(review.glossary.file),
                f"expected `name` for `{language}`",
                f"add `{language}: {{name: ...}}` to the term",
                subject=Subject(language=language, key=term_id),
            )


_SPACES = re.compile(r"\s")


def check_forbidden(review: Review) -> Iterator[Diagnostic]:
    """Report forms that the glossary forbids, anywhere in a text of their language."""
    for language, passages in review.by_language.items():
        title = letters(review.title(language))
        forms = [
            _Forbidden(term, form)
            for term in review.terms(language)
            for form in term.forbidden
            if letters(form) != title  # the title has a check of its own
        ]
        for passage in passages if forms else ():
            yield from _forbidden(passage, forms)


class _Forbidden:
    """A forbidden form, and the forms of its term that may contain it."""

    def __init__(self, term: Term, form: str) -> None:
        self.term = term
        self.form = _even(form)
        self.folded = self.form.casefold()

    def matches(self, reading: str) -> Iterator[re.Match[str]]:
        """Yield the matches of the form that are not part of a right form."""
        right = [_even(form) for form in self.term.forms.values()]
        longer = [form for form in right if self.form in form and self.form != form]
        for match in _whole_words(_either_case(self.form, self.term)).finditer(reading):
            inside = any(
                good.start() <= match.start() and match.end() <= good.end()
                for form in longer
                for good in _whole_words([form]).finditer(reading)
            )
            if not inside:
                yield match


def _forbidden(passage: Passage, forms: Sequence[_Forbidden]) -> Iterator[Diagnostic]:
    reading = _even(passage.reading)
    folded = reading.casefold()
    for forbidden in forms:
        term = forbidden.term
        name = term.forms.get("name", term.id)
        for match in forbidden.matches(reading) if forbidden.folded in folded else ():
            yield passage.fault(
                codes.FORBIDDEN_FORM,
                f"the glossary forbids `{match[0]}` for `{name}`",
                f"expected a form of `{name}`",
                f"write `{{term:{term.id}}}`, or one of its other forms",
                passage.place(*match.span()),
                severity=Severity.ERROR,
            )


def _even(text: str) -> str:
    """Return the text with uniform apostrophes and spaces, and of the same length."""
    return _SPACES.sub(" ", text.replace("’", "'"))


def _either_case(form: str, term: Term) -> list[str]:
    """Return the form, also capitalised unless that is a right form."""
    initial = form[:1].upper() + form[1:]
    return [form] if initial in term.forms.values() else list(dict.fromkeys([form, initial]))


def _whole_words(forms: Sequence[str]) -> re.Pattern[str]:
    either = "|".join(re.escape(form) for form in forms)
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


LEAST_LETTERS = 7
"""The minimum length of a name checked for misspellings, in letters; shorter ones resemble too many
words. A guess.
"""

ALIKE = 0.85
"""The minimum similarity of a misspelt name and the right one, as a share of letters in the same
order: all but one of seven.
"""

_NAME_WORD = re.compile(r"[^\W\d_]+(?:[-\u2011’][^\W\d_]+)*")


def check_spelling(review: Review) -> Iterator[Diagnostic]:
    """Report words that nearly equal a name shared by several languages."""
    shared = list(_shared(review))
    right = {language: _glossary_words(review, language) for language in review.texts}
    for passage in review.rules if shared else ():
        for match in _NAME_WORD.finditer(passage.reading):
            word = match[0].casefold().translate(_ALIKE)
            name = _meant(word, shared) if word not in right[passage.language] else None
            if name is not None and not passage.is_filled_in(*match.span()):
                yield passage.fault(
                    codes.MISSPELT_NAME,
                    f"`{match[0]}` is nearly `{name}`",
                    f"expected `{name}`",
                    "correct it, or better, name the term with `{term:...}`",
                    passage.place(*match.span()),
                )


def check_foreign(review: Review) -> Iterator[Diagnostic]:
    """Report cards mentioned by their name in another language."""
    foreign = {language: _foreign_names(review, language) for language in review.texts}
    for passage in review.rules:
        for name, (term, other) in foreign[passage.language].items():
            if name not in passage.reading:
                continue
            for match in _whole_words([name]).finditer(passage.reading):
                origins = passage.origins[match.start() : match.end()]
                if any(end - start > 1 for start, end in origins):
                    continue  # some of it comes from the glossary
                yield passage.fault(
                    codes.FOREIGN_NAME,
                    f"`{match[0]}` is the name of a card in `{other}`",
                    f"expected its name in `{passage.language}`",
                    f"write `{{term:{term}}}`, or one of its other forms",
                    passage.place(*match.span()),
                )


def _shared(review: Review) -> Iterator[str]:
    """Yield single-word names that are the same in at least two languages."""
    for languages in review.glossary.terms.values():
        names = [term.forms.get("name", "") for term in languages.values()]
        for name in set(names):
            if names.count(name) > 1 and len(name) >= LEAST_LETTERS and _NAME_WORD.fullmatch(name):
                yield name


def _glossary_words(review: Review, language: str) -> set[str]:
    """Return the words of the glossary in a language, in all forms."""
    return {
        match[0].casefold().translate(_ALIKE)
        for term in review.terms(language)
        for form in term.forms.values()
        for match in _NAME_WORD.finditer(form)
    }


def _meant(word: str, names: Sequence[str]) -> str | None:
    for name in names:
        right = name.casefold().translate(_ALIKE)
        if word == right or word.startswith(right) or abs(len(word) - len(right)) > 2:
            continue
        if word[0] == right[0] and SequenceMatcher(None, word, right).ratio() >= ALIKE:
            return name
    return None


def _foreign_names(review: Review, language: str) -> dict[str, tuple[str, str]]:
    """Return the card and language of each name that cards have in other languages only."""
    cards = review.game.cards
    families = {card.id for card in cards} | {card.family for card in cards}
    own = "\n".join(
        form.casefold() for term in review.terms(language) for form in term.forms.values()
    )
    names = {}
    for term_id, languages in review.glossary.terms.items():
        for other, term in languages.items() if term_id in families else ():
            name = term.forms.get("name", "")
            distinct = name[:1].isupper() and len(name) > 2
            whole = rf"(?<!\w){re.escape(name.casefold())}(?!\w)"
            if other != language and distinct and not re.search(whole, own):
                names[name] = term_id, other
    return names
