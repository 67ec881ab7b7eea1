"""Check that a text about a card names that card, and not the card of another entry."""

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
"""Parts of an entry that consist of the card's name only."""

COPY = 0.9
"""The minimum similarity of two texts, as a share of their characters, if one was pasted and then
slightly corrected. A guess.
"""


class _Entry(Struct, frozen=True):
    """The place of a text about a card: the parts of its key before and after the card's id."""

    before: str
    card: str
    after: str


def check_entries(review: Review) -> Iterator[Diagnostic]:
    """Report card entries that never name their card, or name another one instead."""
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
    """Return whether a text names a term or form that the glossary lacks: another fault."""
    for match in PLACEHOLDER.finditer(passage.text):
        named = term_and_form(match[1])
        term = review.glossary.terms.get(named[0], {}).get(passage.language) if named else None
        if named is not None and (term is None or named[1] not in term.forms):
            return True
    return False


class _Entries:
    """The entries of all cards in one language, and the cards' names in it."""

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
        """Return the card whose name is the whole entry, or whose own entry also names it here."""
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
        """Return the card of another entry that a text repeats, except for a word.

        Of two such entries, the one that mentions its own card first is right.
        """
        reading = self.passages[entry].reading
        first = min(self.names, key=lambda card: _where(self.names[card], reading))
        twin = self.passages.get(_Entry(entry.before, first, entry.after))
        if first == entry.card or twin is None:
            return None
        alike = SequenceMatcher(None, twin.reading, reading, autojunk=False)
        return first if alike.quick_ratio() >= COPY and alike.ratio() >= COPY else None

    def must_name(self, entry: _Entry) -> bool:
        """Return whether a text has to name its card: a heading, or a one-line entry in a list.

        An entry in a list must name its card if most of the other one-line entries do.
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
    """Return a pattern for the forms of a name; a name may be part of a longer one."""
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
