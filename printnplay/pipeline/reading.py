"""The texts of a game and what belongs to them, read from the files where they lie."""

from collections.abc import Iterable, Sequence

from printnplay.loading.catalog import Catalog, as_typed
from printnplay.loading.checks.review import REFERENCE, Known
from printnplay.loading.completeness import check_texts
from printnplay.loading.games import load_game
from printnplay.loading.glossary import load_glossary, merge_glossaries
from printnplay.loading.languages import load_usage
from printnplay.loading.texts import load_texts
from printnplay.model.diagnostics import Problems
from printnplay.model.languages import Usage
from printnplay.model.texts import Glossary, Texts


def read_glossary(catalog: Catalog, game_id: str, problems: Problems) -> Glossary:
    """The words of the game; its own file wins over the shared one, the user's over the tool's."""
    files = catalog.glossary_files(game_id)
    return merge_glossaries(load_glossary(path, as_typed(path), problems) for path in files)


def read_texts(
    catalog: Catalog, game_id: str, languages: Sequence[str], problems: Problems
) -> dict[str, Texts]:
    """The texts of the languages asked for, and of the reference to compare them with."""
    there = catalog.languages_of(game_id)
    wanted = [one for one in there if one in languages or one == REFERENCE]
    return {
        language: load_texts(
            language,
            [(path, as_typed(path)) for path in catalog.locale_files(language, game_id)],
            problems,
        )
        for language in wanted
    }


def read_usages(catalog: Catalog, languages: Iterable[str], problems: Problems) -> dict[str, Usage]:
    """What is known about the languages that have a file for it."""
    files = {one: catalog.language_file(one) for one in languages}
    return {
        one: load_usage(one, path, as_typed(path), problems) for one, path in files.items() if path
    }


def check_words(catalog: Catalog, game_id: str, problems: Problems) -> None:
    """All that can be said of the texts of a game, in every language, without drawing it.

    Number words are compared with the deck and with what the game claims; its rules are not run.
    """
    from printnplay.engine.claims import claim_facts
    from printnplay.engine.deck import deck_facts

    folder = catalog.game_folder(game_id)
    game = load_game(folder, as_typed(folder), problems)
    if game is None:
        return
    glossary = read_glossary(catalog, game_id, problems)
    texts = read_texts(catalog, game_id, catalog.languages_of(game_id), problems)
    usages = read_usages(catalog, texts, problems)
    facts = deck_facts(game) | claim_facts(game)
    check_texts(game, texts, glossary, problems, Known(usages, facts))
