"""The languages of a table of cards, compared with those of its game."""

from collections.abc import Sequence

from msgspec.structs import replace

from printnplay.files.catalog import Catalog
from printnplay.game.game import Game
from printnplay.game.texts import Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.texts import texts_of_cards


def check_table_languages(
    catalog: Catalog, game: Game, texts: dict[str, Texts], problems: Problems
) -> None:
    """Report table columns in a language that the game does not have.

    The language may not have been added yet. But if another language of the table lacks exactly
    this column, the heading is a typo; then that language is not checked for missing texts, which
    would be consequences of the typo.
    """
    known = catalog.languages_of(game.id)
    _check_languages_of_rows(game, known, problems)
    for language in texts_of_cards(game.cards):
        if language in known:
            continue
        text = f"the table has texts in `{language}`, a language that the game lacks"
        label = f"expected one of {', '.join(known)}" if known else "the game has no texts yet"
        heading, place = _heading_in(language, game)
        column = heading.partition("@")[0]
        meant = next((one for one in texts if _lacks(column, one, texts[one], game)), "")
        if meant:
            cure = f"did you mean `{column}@{meant}`?"
            problems.error(codes.LANGUAGE_WITHOUT_GAME, text, place, label, cure)
            texts[meant] = replace(texts[meant], sound=False)
        else:
            add = f"run `printnplay l10n add {language}` to add it"
            if language == REFERENCE and known and not game.original:
                add += f", or write `original: {known[0]}` in game.yaml if the game is in that"
            cure = did_you_mean(language, known, add)
            problems.warning(codes.LANGUAGE_WITHOUT_GAME, text, place, label, cure)


def _check_languages_of_rows(game: Game, known: Sequence[str], problems: Problems) -> None:
    """Report rows of tables for a language that the game does not have."""
    for card in game.cards:
        unknown = [language for language in card.languages if language not in known]
        for language in unknown:
            text = f"`{card.id}` is in `{language}`, a language that the game lacks"
            label = f"expected one of {', '.join(known)}"
            cure = did_you_mean(language, known, f"run `printnplay l10n add {language}` to add it")
            place = card.place_of("languages")
            # Without any other language, the card is never printed.
            report = problems.warning if len(unknown) < len(card.languages) else problems.error
            report(codes.LANGUAGE_WITHOUT_GAME, text, place, label, cure)


def _heading_in(language: str, game: Game) -> tuple[str, Span]:
    """Return the first column heading in a language, with its place."""
    return next(
        (heading, place)
        for card in game.cards
        for heading, place in card.headings.items()
        if heading.endswith(f"@{language}")
    )


def _lacks(column: str, language: str, texts: Texts, game: Game) -> bool:
    """Return whether a table has a language except for one column with no texts elsewhere."""
    cards = [card for card in game.cards if card.headings]
    headings = {heading for card in cards for heading in card.headings}
    return (
        any(heading.endswith(f"@{language}") for heading in headings)
        and f"{column}@{language}" not in headings
        and not any(f"cards.{card.id}.{column}" in texts.entries for card in cards)
    )
