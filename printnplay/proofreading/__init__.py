"""The texts of a game in all its languages: nothing missing, nothing more, nothing careless."""

from collections.abc import Mapping

from printnplay.model.diagnostics import Problems
from printnplay.model.game import Game
from printnplay.model.texts import Glossary, Texts
from printnplay.proofreading import completeness as keys
from printnplay.proofreading import completeness as plurals
from printnplay.proofreading import completeness as sameness
from printnplay.proofreading import completeness as staleness
from printnplay.proofreading import entries, numbers, placeholders, sentences, terms, typography
from printnplay.proofreading import language as address
from printnplay.proofreading import language as agreement
from printnplay.proofreading import language as profiles
from printnplay.proofreading import misprints as characters
from printnplay.proofreading import misprints as hyphens
from printnplay.proofreading import misprints as repeats
from printnplay.proofreading import numbers as numerals
from printnplay.proofreading import placeholders as pairs
from printnplay.proofreading import sentences as endings
from printnplay.proofreading import terms as names
from printnplay.proofreading import terms as titles
from printnplay.proofreading.review import NOTHING, Check, Known, review

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
