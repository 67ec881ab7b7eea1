"""The texts of a game in all its languages: nothing missing, nothing more, nothing careless."""

from collections.abc import Mapping

from printnplay.loading.checks import (
    endings,
    hyphens,
    keys,
    numbers,
    placeholders,
    plurals,
    repeats,
    terms,
    titles,
    typography,
)
from printnplay.loading.checks.review import Check, review
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Problems
from printnplay.model.texts import Glossary, Texts

CHECKS: tuple[Check, ...] = (
    keys.check_missing,
    keys.check_extra,
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
)


def check_texts(
    game: Game, texts: Mapping[str, Texts], glossary: Glossary, problems: Problems
) -> None:
    """Check the texts of a game, by language, against the game, each other and the glossary.

    Give all languages of the game, whichever are built: translations are compared with English, or
    with the first language where there is no English.
    """
    if not texts:
        return
    under_review = review(game, texts, glossary)
    for check in CHECKS:
        check(under_review, problems)
