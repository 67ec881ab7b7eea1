"""Checks of texts: completeness, placeholders, terms, typography, grammar, meaning.

A check takes the texts under review and yields diagnostics. To add one, write it and name it in
CHECKS, or in PROOFREADING if a person has to judge what it finds. `docs/checks.md` describes them.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from printnplay.files.plugins import PlugIn, plug_ins
from printnplay.game.game import Game
from printnplay.game.texts import Glossary, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Subject
from printnplay.proofreading import (
    completeness,
    consistency,
    counts,
    emphasis,
    entries,
    foreign_markup,
    glossary,
    grammar,
    language,
    language_model,
    languagetool,
    meaning,
    misprints,
    never,
    numbers,
    order,
    parity,
    placeholders,
    readers,
    sentences,
    spelling,
    statements,
    terms,
    ties,
    typography,
)
from printnplay.proofreading.alignment import findings as findings_of_alignment
from printnplay.proofreading.alignment import order as order_of_alignment
from printnplay.proofreading.exceptions import Exceptions
from printnplay.proofreading.review import NOTHING, Known, Review

Check: TypeAlias = Callable[[Review], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    completeness.check_missing,
    completeness.check_extra,
    completeness.check_plurals,
    completeness.check_unchanged,
    completeness.check_stale,
    completeness.check_stale_terms,
    completeness.check_unsure,
    placeholders.check_form,
    placeholders.check_same,
    placeholders.check_terms,
    placeholders.check_counts,
    placeholders.check_emphasis,
    placeholders.check_brackets,
    counts.check_stated_counts,
    numbers.check_digits,
    numbers.check_effects,
    numbers.check_number_words,
    grammar.check_agreement,
    terms.check_names,
    terms.check_forbidden,
    terms.check_title,
    terms.check_spelling,
    terms.check_foreign,
    entries.check_entries,
    misprints.check_words,
    misprints.check_spaces,
    misprints.check_broken,
    misprints.check_spellings,
    misprints.check_characters,
    misprints.check_scripts,
    foreign_markup.check_foreign_markup,
    foreign_markup.check_encoding,
    typography.check_typing,
    typography.check_marks,
    typography.check_capitals,
    typography.check_quotes,
    typography.check_pairs,
    sentences.check_length,
    sentences.check_number,
    sentences.check_order,
    parity.check_endings,
    parity.check_lines,
    parity.check_addresses,
    parity.check_plural_forms,
    language.check_language,
    language.check_address,
    language.check_joining,
    consistency.check_wording,
    consistency.check_same_wording,
    glossary.check_alike,
    glossary.check_pasted_names,
    ties.check_ties,
    languagetool.check_by_server,
    language_model.check_by_model,
    statements.check_statements,
)
"""Checks that are nearly always right, and therefore run whenever texts are read."""

PROOFREADING: tuple[Check, ...] = (
    consistency.check_neighbours,
    emphasis.check_emphasised,
    emphasis.check_quoted_titles,
    findings_of_alignment.check_left_out,
    glossary.check_untranslated,
    glossary.check_forms,
    glossary.check_inflection,
    meaning.check_meaning,
    never.check_never,
    numbers.check_numbers_kept,
    order.check_order_of_numbers,
    order.check_order_of_terms,
    order_of_alignment.check_steps,
    order_of_alignment.check_sentences,
    readers.check_readers,
    spelling.check_dictionary,
    typography.check_needless_capitals,
)
"""Checks that need human judgement, by dictionaries and by what is learned; run only on request."""

BY_WORDS = (codes.OPPOSITE_MEANING, codes.WORDS_DO_NOT_AGREE, codes.NEVER_RIGHT, codes.TERMS_ALIKE)
"""Codes of faults that are found by comparing the words of a text with word lists and terms."""


def check_texts(
    game: Game,
    texts: Mapping[str, Texts],
    glossary: Glossary,
    problems: Problems,
    known: Known = NOTHING,
) -> None:
    """Check the texts of a game, by language, against the game, each other and the glossary.

    Pass all languages of the game, not only those being built: translations are compared with
    the game's original. Checks that need data missing in `known` are skipped.
    """
    if not texts:
        return
    of_game = problems.part(Subject(game=game.id))
    for fault in findings(Review(game, texts, glossary, known)):
        of_game.add(fault)


def _of_plug_in(plug_in: PlugIn, review: Review) -> Iterator[Diagnostic]:
    """Yield the findings of a plug-in's check.

    Raises:
        FaultsError: the check cannot be loaded, or fails.
    """
    check = plug_in.load()
    try:
        yield from check(review)
    except Exception as error:
        raise FaultsError([plug_in.fault(f"{type(error).__name__}: {error}")]) from error


def findings(review: Review) -> Iterator[Diagnostic]:
    """Yield the findings of all checks, except accepted warnings."""
    exceptions = Exceptions(review)
    asked = review.known.proofread
    added: tuple[Check, ...] = tuple(partial(_of_plug_in, one) for one in plug_ins("checks"))
    for check in (*CHECKS, *(PROOFREADING if asked else ()), *added):
        for fault in check(review):
            # If terms are missing, a text may seem to say less than it does.
            unsure = not review.glossary.sound and (fault.detail or fault.code in BY_WORDS)
            if not exceptions.cover(fault) and not unsure:
                yield exceptions.offered(fault)
    if review.glossary.sound and asked:
        yield from exceptions.needless()
