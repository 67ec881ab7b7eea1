"""The check that what is said of a card names that card, and not the card of another entry."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.proofreading.passages import PLACEHOLDER, Passage, term_and_form
from printnplay.proofreading.review import Review

_NAMING = frozenset({"name", "title"})
"""The texts of an entry that are nothing but its card's name."""

COPY = 0.9
"""The share of characters that two texts have in common if one was pasted and then corrected a
little. A guess."""


class _Entry(Struct, frozen=True):
    """Where a text about a card is: the parts of its key before and after the card's id."""

    before: str
    card: str
    after: str


def check_entries(review: Review) -> Iterator[Diagnostic]:
    """Report a card's entry that never names its card, or names another instead of it."""
    for language in review.texts:
        pages = _Entries(review, language)
        for entry, passage in pages.passages.items():
            if _is_unresolved(passage, review):
                continue
            if pages.names[entry.card].search(passage.reading):
                other, wrong = pages.copied(entry), False
            else:
                other, wrong = pages.instead(entry), pages.must_name(entry)
            if wrong or other is not None:
                yield _names_other(passage, entry.card, other, review)


def _is_unresolved(passage: Passage, review: Review) -> bool:
    """Whether it names a term that the glossary lacks, or a form: a fault of its own."""
    for match in PLACEHOLDER.finditer(passage.text):
        named = term_and_form(match[1])
        term = review.glossary.terms.get(named[0], {}).get(passage.language) if named else None
        if named is not None and (term is None or named[1] not in term.forms):
            return True
    return False


class _Entries:
    """The entries of all cards in one language, and how the cards are named there."""

    def __init__(self, review: Review, language: str) -> None:
        cards = {card.id for card in review.game.cards}
        self.names = {
            term.id: _pattern(term.forms.values())
            for term in review.terms(language)
            if term.id in cards
        }
        self.passages = {
            entry: passage
            for passage in review.by_language[language]
            if passage.is_rules
            for entry in _split(passage.key, self.names)
        }

    def instead(self, entry: _Entry) -> str | None:
        """The card that an entry is only the name of, or that its own entry names at this place."""
        reading = self.passages[entry].reading
        for other, pattern in self.names.items():
            if other == entry.card:
                continue
            twin = self.passages.get(_Entry(entry.before, other, entry.after))
            named_by_both = (
                twin is not None and pattern.search(reading) and pattern.search(twin.reading)
            )
            if pattern.fullmatch(reading) or named_by_both:
                return other
        return None

    def copied(self, entry: _Entry) -> str | None:
        """The card that a text is about if it is the same, except a word, in that card's entry.

        Of two such entries the one is right that begins with its own card.
        """
        reading = self.passages[entry].reading
        first = min(self.names, key=lambda card: _where(self.names[card], reading))
        twin = self.passages.get(_Entry(entry.before, first, entry.after))
        if first == entry.card or twin is None:
            return None
        alike = SequenceMatcher(None, twin.reading, reading, autojunk=False)
        return first if alike.quick_ratio() >= COPY and alike.ratio() >= COPY else None

    def must_name(self, entry: _Entry) -> bool:
        """Whether a text has to name its card: its heading, or its one line in a list.

        It has, in a list where most of the other one-line entries name their cards.
        """
        if entry.after in _NAMING:
            return True
        if entry.after or not entry.before:
            return False
        votes = Counter(
            bool(self.names[other.card].search(passage.reading))
            for other, passage in self.passages.items()
            if other.before == entry.before and not other.after and other.card != entry.card
        )
        return votes[True] > 2 * votes[False]


def _pattern(forms: Iterable[str]) -> re.Pattern[str]:
    """How the forms of a name are found; a name may be part of a longer one."""
    cases = sorted({case for form in forms for case in (form, form.upper())})
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, cases))})(?!\w)")


def _split(key: str, names: Mapping[str, re.Pattern[str]]) -> Iterator[_Entry]:
    parts = key.split(".")
    for index, part in enumerate(parts):
        if index and part in names and parts[0] != "examples":
            yield _Entry(".".join(parts[:index]), part, ".".join(parts[index + 1 :]))


def _where(pattern: re.Pattern[str], reading: str) -> int:
    match = pattern.search(reading)
    return match.start() if match else len(reading)


def _names_other(passage: Passage, card: str, other: str | None, review: Review) -> Diagnostic:
    terms = review.glossary.terms
    name = terms[card][passage.language].forms.get("name", card)
    if other is None:
        message = f"`{passage.key}` never names its card, `{name}`"
    else:
        wrong = terms[other][passage.language].forms.get("name", other)
        message = f"`{passage.key}` names `{wrong}` instead of `{name}`"
    return passage.fault(
        codes.ENTRY_OF_ANOTHER_CARD,
        message,
        f"expected a text about `{name}`",
        f"it may come from another card; name the card with `{{term:{card}}}`",
    )
