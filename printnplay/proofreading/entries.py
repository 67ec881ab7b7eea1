"""What is said of a card names that card, and not the card of another entry."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.proofreading.passages import PLACEHOLDER, Passage, term_and_form
from printnplay.proofreading.review import Review

_NAMING = frozenset({"name", "title"})
"""The texts of an entry that are nothing but its card's name."""

COPY = 0.9
"""Part of the characters that two texts share if one was pasted and then corrected a little."""

CardEntry = tuple[str, str, str]
"""What stands before a card's id in a key, the id, and what follows it."""


def check_entries(review: Review, problems: Problems) -> None:
    """A card's entry that never names its card, or that names another's instead of it."""
    for language in review.texts:
        names = _names(review, language)
        entries = _entries(review, language, names)
        for entry, passage in entries.items():
            if _is_unresolved(passage, review):
                continue
            card = entry[1]
            if names[card].search(passage.reading):
                other, wrong = _copied(entry, passage, entries, names), False
            else:
                other = _instead(entry, passage, entries, names)
                wrong = _must_name(entry, passage, entries, names)
            if wrong or other is not None:
                problems.add(_names_other(passage, card, other, review, language))


def _is_unresolved(passage: Passage, review: Review) -> bool:
    """Whether it names a term that the glossary lacks, or a form: a fault of its own."""
    terms = review.glossary.terms
    named = (term_and_form(match[1]) for match in PLACEHOLDER.finditer(passage.text))
    return any(
        one is not None
        and (
            passage.language not in terms.get(one[0], {})
            or one[1] not in terms[one[0]][passage.language].forms
        )
        for one in named
    )


def _names(review: Review, language: str) -> Mapping[str, re.Pattern[str]]:
    """How the forms of a card's name are found, by card; a name may stand within a longer one."""
    cards = {card.id for card in review.game.cards}
    found = {}
    for card in cards & set(review.glossary.terms):
        term = review.glossary.terms[card].get(language)
        if term is not None:
            forms = {form for one in term.forms.values() for form in (one, one.upper())}
            either = "|".join(re.escape(form) for form in sorted(forms))
            found[card] = re.compile(rf"(?<!\w)(?:{either})(?!\w)")
    return found


def _entries(
    review: Review, language: str, names: Mapping[str, re.Pattern[str]]
) -> Mapping[CardEntry, Passage]:
    return {
        entry: passage
        for passage in review.passages
        if passage.language == language and passage.is_rules
        for entry in _split(passage.key, names)
    }


def _split(key: str, names: Mapping[str, re.Pattern[str]]) -> Iterator[CardEntry]:
    parts = key.split(".")
    for index, part in enumerate(parts):
        if index and part in names and parts[0] != "examples":
            yield ".".join(parts[:index]), part, ".".join(parts[index + 1 :])


def _instead(
    entry: CardEntry,
    passage: Passage,
    entries: Mapping[CardEntry, Passage],
    names: Mapping[str, re.Pattern[str]],
) -> str | None:
    """The card that this entry is only the name of, or that its own entry names at this place."""
    before, card, after = entry
    for other, pattern in names.items():
        twin = entries.get((before, other, after))
        if other != card and pattern.fullmatch(passage.reading):
            return other
        if other == card or twin is None or not pattern.search(passage.reading):
            continue
        if pattern.search(twin.reading):
            return other
    return None


def _copied(
    entry: CardEntry,
    passage: Passage,
    entries: Mapping[CardEntry, Passage],
    names: Mapping[str, re.Pattern[str]],
) -> str | None:
    """The card that this text is about if it is the same, but for a word, in that card's entry.

    Of two such entries the one is right that begins with its own card.
    """
    before, card, after = entry
    first = min(names, key=lambda name: _where(names[name], passage.reading))
    twin = entries.get((before, first, after))
    if first == card or twin is None:
        return None
    alike = SequenceMatcher(None, twin.reading, passage.reading, autojunk=False)
    return first if alike.quick_ratio() >= COPY and alike.ratio() >= COPY else None


def _where(pattern: re.Pattern[str], reading: str) -> int:
    match = pattern.search(reading)
    return match.start() if match else len(reading)


def _must_name(
    entry: CardEntry,
    passage: Passage,
    entries: Mapping[CardEntry, Passage],
    names: Mapping[str, re.Pattern[str]],
) -> bool:
    """Whether this text has to name its card: its heading, or its one line in a list.

    It has, in a list where most of the other one-line entries name their cards.
    """
    before, _, after = entry
    if after in _NAMING:
        return True
    if after or not before:
        return False
    votes: dict[bool, int] = defaultdict(int)
    for (place, card, rest), other in entries.items():
        if place == before and not rest and other is not passage:
            votes[bool(names[card].search(other.reading))] += 1
    return votes[True] > 2 * votes[False]


def _names_other(
    passage: Passage, card: str, other: str | None, review: Review, language: str
) -> Diagnostic:
    name = review.glossary.terms[card][language].forms.get("name", card)
    if other is None:
        message = f"`{passage.key}` never names its card, `{name}`"
    else:
        wrong = review.glossary.terms[other][language].forms.get("name", other)
        message = f"`{passage.key}` names `{wrong}` instead of `{name}`"
    return Diagnostic(
        codes.ENTRY_OF_ANOTHER_CARD,
        message,
        passage.span,
        f"expected a text about `{name}`",
        f"it may be pasted from another card; name the card with `{{term:{card}}}`",
    )
