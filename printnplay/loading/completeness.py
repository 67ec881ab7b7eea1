"""The texts of a game in all its languages: nothing missing, nothing more, nothing careless."""

from collections.abc import Mapping

from printnplay.loading.checks import (
    address,
    agreement,
    characters,
    endings,
    entries,
    hyphens,
    keys,
    names,
    numbers,
    numerals,
    pairs,
    placeholders,
    plurals,
    profiles,
    repeats,
    sameness,
    sentences,
    staleness,
    terms,
    titles,
    typography,
)
from printnplay.loading.checks.review import NOTHING, Check, Known, review
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Problems
from printnplay.model.texts import Glossary, Texts

CHECKS: tuple[Check, ...] = (
    keys.check_missing,
    keys.check_extra,
    staleness.check_stale,
    placeholders.check_form,
    placeholders.check_same,
    placeholders.check_terms,
    placeholders.check_counts,
    plurals.check_plurals,
    numbers.check_numbers,
    terms.check_names,
    terms.check_forbidden,
    titles.check_title,
    repeats.check_words,
    repeats.check_spaces,
    typography.check_typing,
    typography.check_rules,
    typography.check_quotes,
    typography.check_pairs,
    hyphens.check_broken,
    hyphens.check_spellings,
    endings.check_endings,
    pairs.check_emphasis,
    pairs.check_brackets,
    characters.check_characters,
    names.check_spelling,
    names.check_foreign,
    entries.check_entries,
    numerals.check_number_words,
    agreement.check_agreement,
    agreement.check_joining,
    address.check_address,
    profiles.check_language,
    sameness.check_unchanged,
    sentences.check_length,
    sentences.check_number,
    sentences.check_order,
)


def check_texts(
    game: Game,
    texts: Mapping[str, Texts],
    glossary: Glossary,
    problems: Problems,
    known: Known = NOTHING,
) -> None:
    """Check the texts of a game, by language, against the game, each other and the glossary.

    Give all languages of the game, whichever are built: translations are compared with English, or
    with the first language where there is no English. What is not `known` is not checked.
    """
    if not texts:
        return
    under_review = review(game, texts, glossary, known)
    for check in CHECKS:
        check(under_review, problems)
