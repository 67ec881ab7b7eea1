"""The maker of seeded defects: mistakes that translators make, put into the clean locales.

`PYTHONPATH=tests python -m l10n.corpus` lists the classes and how many defects each has.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from . import makers, slips
from .occasions import Maker
from .planting import ADD, FORGET, REMOVE, SAY, WRITE, Defect
from .published import published
from .sites import LANGUAGES, REFERENCE, Site, clean_games, sites

SEED = 20261121
EACH = 2
"""How many defects of a class each language gets, where it has occasions for so many."""

TRANSLATIONS = tuple(one for one in LANGUAGES if one != REFERENCE)


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of defects: its name, the code that tells it, and how one is made."""

    name: str
    code: str
    make: Maker
    languages: Sequence[str] = TRANSLATIONS
    how: str = SAY


KINDS = (
    Kind("text missing", "PNP301", makers.keep, LANGUAGES, REMOVE),
    Kind("text that no other language has", "PNP302", makers.keep, TRANSLATIONS, ADD),
    Kind("stale translation", "PNP340", makers.older_original, TRANSLATIONS, FORGET),
    Kind("number of the game lost", "PNP303", makers.without_a_fact),
    Kind("icon lost", "PNP303", makers.without_an_icon),
    Kind("one term for another", "PNP303", makers.other_term),
    Kind("paragraph in the wrong place", "PNP303", makers.other_paragraph),
    Kind("placeholder not closed", "PNP313", makers.open_brace),
    Kind("form that a term lacks", "PNP312", makers.unknown_form),
    Kind("emphasis not closed", "PNP324", makers.open_emphasis, LANGUAGES),
    Kind("plural forms missing", "PNP314", makers.plural_without_one, TRANSLATIONS, WRITE),
    Kind("number typed", "PNP304", makers.typed_number),
    Kind("wrong number word", "PNP360", makers.wrong_number_word),
    Kind("forbidden form", "PNP305", makers.forbidden_form),
    Kind("title spelled otherwise", "PNP307", makers.wrong_title),
    Kind("name misspelt", "PNP370", makers.misspelt_name),
    Kind("name of another language", "PNP371", makers.foreign_name),
    Kind("entry pasted from another card", "PNP364", makers.pasted_entry),
    Kind("word twice", "PNP308", slips.word_twice, LANGUAGES),
    Kind("two spaces", "PNP308", slips.two_spaces, LANGUAGES),
    Kind("straight quotation marks", "PNP309", slips.straight_quotes, LANGUAGES),
    Kind("quotation marks of another language", "PNP309", slips.foreign_quotes, LANGUAGES),
    Kind("straight apostrophe", "PNP309", slips.straight_apostrophe, ("en", "fr", "it")),
    Kind("accent for an apostrophe", "PNP372", slips.accent_for_apostrophe, ("en", "fr", "it")),
    Kind("space that breaks before a mark", "PNP309", slips.plain_space, ("fr",)),
    Kind("no space before a mark", "PNP309", slips.no_space, ("fr",)),
    Kind("space before a mark", "PNP309", slips.space_before_mark, ("de", "en", "es", "it")),
    Kind("inverted mark missing", "PNP309", slips.without_inverted, ("es",)),
    Kind("word broken by a hyphen", "PNP310", slips.broken_word, LANGUAGES),
    Kind("hyphen that nobody sees", "PNP372", slips.soft_hyphen, LANGUAGES),
    Kind("space without width", "PNP372", slips.unseen, LANGUAGES),
    Kind("mark at the end missing", "PNP311", makers.no_end),
    Kind("paragraph in another language", "PNP361", makers.other_language),
    Kind("not translated", "PNP363", makers.untranslated),
    Kind("readers spoken to otherwise", "PNP362", makers.other_address),
    Kind("sentence too long", "PNP365", makers.too_long),
    Kind("sentence lost", "PNP366", makers.sentence_lost, LANGUAGES),
    Kind("sentences in another order", "PNP367", makers.sentences_moved),
    Kind("words that do not agree", "PNP368", makers.wrong_article, LANGUAGES),
    Kind("joined by a foreign word", "PNP369", makers.wrong_joining),
    Kind("brackets lost", "PNP373", makers.brackets_lost),
    Kind("bracket alone", "PNP373", makers.bracket_alone, LANGUAGES),
)


@cache
def corpus() -> tuple[Defect, ...]:
    """All defects, the same on every machine: those that were published, and seeded ones."""
    there = list(sites(games=clean_games()))
    seeded = [defect for kind in KINDS for defect in _of_kind(kind, there)]
    return (*published(), *seeded)


def batches(defects: Sequence[Defect]) -> list[list[Defect]]:
    """Groups of defects that do not touch: no text of a game is at fault in two languages."""
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
    for language in kind.languages:
        chance = Random(f"{SEED} {kind.name} {language}")
        found = 0
        for site in chance.sample(there, len(there)):
            if site.language != language or found == EACH:
                continue
            text = kind.make(site, chance)
            if text is None or (text == site.text and kind.how == SAY):
                continue
            found += 1
            name = site.clean.game.id
            yield Defect(kind.name, kind.code, name, language, site.key, kind.how, text)


def main() -> None:
    """Print the classes with their codes and numbers."""
    counts = Counter((one.kind, one.code) for one in corpus())
    for (kind, code), number in counts.items():
        print(f"{number:4} {code} {kind}")  # noqa: T201
    kinds = {kind for kind, _ in counts}
    print(f"{len(corpus())} defects, {len(kinds)} kinds, {len(batches(corpus()))} batches")  # noqa: T201


if __name__ == "__main__":
    main()
