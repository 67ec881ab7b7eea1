"""The maker of seeded defects: mistakes that translators make, put into the clean locales.

`PYTHONPATH=tests python -m proofreading.corpus` lists the classes and how many defects each has.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from printnplay.proofreading import (
    Check,
    completeness,
    consistency,
    counts,
    entries,
    foreign_markup,
    grammar,
    language,
    misprints,
    numbers,
    parity,
    placeholders,
    sentences,
    terms,
    typography,
)

from . import makers, slips
from .occasions import Maker
from .planting import ADD, DOUBT, FORGET, REMOVE, SAY, UNNAME, WRITE, Defect
from .published import published
from .sites import LANGUAGES, REFERENCE, Site, clean_games, sites

SEED = 20261121
EACH = 2
"""How many defects of a class each language gets, where it has occasions for so many."""

TRANSLATIONS = tuple(one for one in LANGUAGES if one != REFERENCE)


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of defects: its name, the code and the check it is found by, and how one is made."""

    name: str
    code: str
    check: Check
    make: Maker
    languages: Sequence[str] = TRANSLATIONS
    how: str = SAY


KINDS = (
    Kind("text missing", "PNP301", completeness.check_missing, makers.keep, LANGUAGES, REMOVE),
    Kind(
        "text that no other language has",
        "PNP302",
        completeness.check_extra,
        makers.keep,
        TRANSLATIONS,
        ADD,
    ),
    Kind(
        "stale translation",
        "PNP340",
        completeness.check_stale,
        makers.older_original,
        TRANSLATIONS,
        FORGET,
    ),
    Kind(
        "translation in doubt",
        "PNP383",
        completeness.check_unsure,
        makers.keep,
        TRANSLATIONS,
        DOUBT,
    ),
    Kind("number of the game lost", "PNP303", placeholders.check_same, makers.without_a_fact),
    Kind("icon lost", "PNP303", placeholders.check_same, makers.without_an_icon),
    Kind("one term for another", "PNP303", placeholders.check_same, makers.other_term),
    Kind("paragraph in the wrong place", "PNP303", placeholders.check_same, makers.other_paragraph),
    Kind("placeholder not closed", "PNP313", placeholders.check_form, makers.open_brace),
    Kind("form that a term lacks", "PNP312", placeholders.check_terms, makers.unknown_form),
    Kind("cards that are not in the deck", "PNP315", placeholders.check_counts, makers.no_cards),
    Kind(
        "emphasis not closed",
        "PNP324",
        placeholders.check_emphasis,
        makers.open_emphasis,
        LANGUAGES,
    ),
    Kind(
        "plural forms missing",
        "PNP314",
        completeness.check_plurals,
        makers.plural_without_one,
        TRANSLATIONS,
        WRITE,
    ),
    Kind("wrong count", "PNP390", counts.check_stated_counts, makers.wrong_count, LANGUAGES),
    Kind("number typed", "PNP304", numbers.check_digits, makers.typed_number),
    Kind("number of an effect typed", "PNP385", numbers.check_effects, makers.typed_effect),
    Kind("wrong number word", "PNP360", numbers.check_number_words, makers.wrong_number_word),
    Kind("term without a name", "PNP306", terms.check_names, makers.whole_term, LANGUAGES, UNNAME),
    Kind("forbidden form", "PNP305", terms.check_forbidden, makers.forbidden_form),
    Kind("title spelled otherwise", "PNP307", terms.check_title, makers.wrong_title),
    Kind("name misspelt", "PNP370", terms.check_spelling, makers.misspelt_name),
    Kind("name of another language", "PNP371", terms.check_foreign, makers.foreign_name),
    Kind("entry pasted from another card", "PNP364", entries.check_entries, makers.pasted_entry),
    Kind("word twice", "PNP308", misprints.check_words, slips.word_twice, LANGUAGES),
    Kind("two spaces", "PNP308", misprints.check_spaces, slips.two_spaces, LANGUAGES),
    Kind(
        "straight quotation marks",
        "PNP309",
        typography.check_typing,
        slips.straight_quotes,
        LANGUAGES,
    ),
    Kind(
        "quotation marks of another language",
        "PNP309",
        typography.check_quotes,
        slips.foreign_quotes,
        LANGUAGES,
    ),
    Kind(
        "straight apostrophe",
        "PNP309",
        typography.check_typing,
        slips.straight_apostrophe,
        ("en", "fr", "it"),
    ),
    Kind(
        "accent for an apostrophe",
        "PNP372",
        misprints.check_characters,
        slips.accent_for_apostrophe,
        ("en", "fr", "it"),
    ),
    Kind(
        "space that breaks before a mark",
        "PNP309",
        typography.check_typing,
        slips.plain_space,
        ("fr",),
    ),
    Kind("no space before a mark", "PNP309", typography.check_typing, slips.no_space, ("fr",)),
    Kind(
        "space before a mark",
        "PNP309",
        typography.check_typing,
        slips.space_before_mark,
        ("de", "en", "es", "it"),
    ),
    Kind(
        "inverted mark missing", "PNP309", typography.check_pairs, slips.without_inverted, ("es",)
    ),
    Kind("apostrophe alone", "PNP309", typography.check_marks, slips.lone_apostrophe),
    Kind("word in two spellings", "PNP310", misprints.check_spellings, slips.other_spelling),
    Kind("word broken by a hyphen", "PNP310", misprints.check_broken, slips.broken_word, LANGUAGES),
    Kind(
        "hyphen that nobody sees",
        "PNP372",
        misprints.check_characters,
        slips.soft_hyphen,
        LANGUAGES,
    ),
    Kind("space without width", "PNP372", misprints.check_characters, slips.unseen, LANGUAGES),
    Kind(
        "letter of another script",
        "PNP372",
        misprints.check_scripts,
        slips.other_script,
        LANGUAGES,
    ),
    Kind(
        "entity of HTML",
        "PNP389",
        foreign_markup.check_foreign_markup,
        slips.entity,
        LANGUAGES,
    ),
    Kind(
        "letter read in a wrong encoding",
        "PNP372",
        foreign_markup.check_encoding,
        slips.misread,
        LANGUAGES,
    ),
    Kind(
        "word of another script", "PNP372", misprints.check_scripts, slips.lone_letter, ("es", "it")
    ),
    Kind("letters in one", "PNP372", misprints.check_characters, slips.ligature, LANGUAGES),
    Kind("plural in brackets", "PNP309", typography.check_marks, makers.plural_in_brackets),
    Kind("mark at the end missing", "PNP311", parity.check_endings, makers.no_end),
    Kind("another mark at the end", "PNP319", parity.check_endings, makers.other_end),
    Kind("line added", "PNP330", parity.check_lines, makers.new_line),
    Kind("address added", "PNP331", parity.check_addresses, makers.added_address),
    Kind("text pasted over another", "PNP333", consistency.check_same_wording, makers.pasted_text),
    Kind("paragraph in another language", "PNP361", language.check_language, makers.other_language),
    Kind("sentence in English", "PNP361", language.check_language, makers.english_sentence),
    Kind("not translated", "PNP363", completeness.check_unchanged, makers.untranslated),
    Kind("readers spoken to otherwise", "PNP362", language.check_address, makers.other_address),
    Kind("sentence too long", "PNP365", sentences.check_length, makers.too_long),
    Kind("sentence lost", "PNP366", sentences.check_number, makers.sentence_lost, LANGUAGES),
    Kind("sentences in another order", "PNP367", sentences.check_order, makers.sentences_moved),
    Kind(
        "words that do not agree",
        "PNP368",
        grammar.check_agreement,
        makers.wrong_article,
    ),
    Kind("joined by a foreign word", "PNP369", language.check_joining, makers.wrong_joining),
    Kind("brackets lost", "PNP373", placeholders.check_brackets, makers.brackets_lost),
    Kind("bracket alone", "PNP373", placeholders.check_brackets, makers.bracket_alone, LANGUAGES),
)


@cache
def corpus() -> tuple[Defect, ...]:
    """All defects, the same on every machine: those that were published, and seeded ones."""
    there = list(sites(games=clean_games()))
    seeded = [defect for kind in KINDS for defect in _of_kind(kind, there)]
    return (*published(), *seeded)


def batches(defects: Sequence[Defect]) -> list[list[Defect]]:
    """Groups of defects that do not touch: no text of a game is at fault in two languages.

    A glossary is filled into texts: its defects have groups of their own.
    """
    of_texts = [one for one in defects if one.how != UNNAME]
    return [*_groups(of_texts), *_groups([one for one in defects if one.how == UNNAME])]


def _groups(defects: Sequence[Defect]) -> list[list[Defect]]:
    groups: list[list[Defect]] = []
    taken: list[set[tuple[str, str]]] = []
    for defect in defects:
        place = (defect.game, defect.key)
        free = next((index for index, one in enumerate(taken) if place not in one), len(groups))
        if free == len(groups):
            groups.append([])
            taken.append(set())
        groups[free].append(defect)
        taken[free].add(place)
    return groups


def _of_kind(kind: Kind, there: Sequence[Site]) -> Iterator[Defect]:
    """Some defects of a class in each of its languages, from sites in an order of chance."""
    for spoken in kind.languages:
        chance = Random(f"{SEED} {kind.name} {spoken}")
        found = 0
        for site in chance.sample(there, len(there)):
            if site.language != spoken or found == EACH:
                continue
            text = kind.make(site, chance)
            if text is None or (text == site.text and kind.how == SAY):
                continue
            found += 1
            name, key = site.clean.game.id, text if kind.how == UNNAME else site.key
            yield Defect(kind.name, kind.code, name, spoken, key, kind.how, text, kind.check)


def main() -> None:
    """Print the classes with their codes and numbers."""
    counts = Counter((one.kind, one.code) for one in corpus())
    for (kind, code), number in counts.items():
        print(f"{number:4} {code} {kind}")  # noqa: T201
    kinds = {kind for kind, _ in counts}
    print(f"{len(corpus())} defects, {len(kinds)} kinds, {len(batches(corpus()))} batches")  # noqa: T201


if __name__ == "__main__":
    main()
