"""Names of the game that are misspelt, or that are those of another language."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Problems

LEAST_LETTERS = 7
"""A shorter name is too like other words."""

ALIKE = 0.85
"""Part of the letters that a misspelt name shares with the right one, in the same order."""

_WORD = re.compile(r"[^\W\d_]+(?:[-’][^\W\d_]+)*")


def check_spelling(review: Review, problems: Problems) -> None:
    """A word that is nearly, but not quite, a name that all languages share."""
    shared = list(_shared(review))
    for language in review.texts if shared else ():
        right = _known_words(review, language)
        for passage in review.passages:
            if passage.language != language or not passage.is_rules:
                continue
            for match in _WORD.finditer(passage.reading):
                word = match[0].casefold()
                name = _meant(word, shared) if word not in right else None
                if name is not None and not passage.is_filled_in(*match.span()):
                    problems.error(
                        "PNP370",
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
            if names.count(name) > 1 and len(name) >= LEAST_LETTERS and _WORD.fullmatch(name):
                yield name


def _known_words(review: Review, language: str) -> set[str]:
    """Words that are right because the glossary has them, in any form."""
    words: set[str] = set()
    for languages in review.glossary.terms.values():
        term = languages.get(language)
        for form in term.forms.values() if term is not None else ():
            words.update(match[0].casefold() for match in _WORD.finditer(form))
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
        "PNP371",
        f"`{match[0]}` is the name of a card in `{other}`",
        passage.place(*match.span()),
        f"expected its name in `{passage.language}`",
        f"write `{{term:{term}}}`, or one of its other forms",
    )
