"""File changes: the parts of a loaded game to reload when a file is saved.

Most saves change a word or a row. Then only texts or cards are read, and the rest is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.loaded import LoadedGame
from printnplay.files.catalog import UnknownNameError, display_path
from printnplay.files.door import is_there
from printnplay.game.game import Card
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.loading.cards import load_cards, tables_of
from printnplay.loading.texts import load_texts, texts_of_cards, with_blanks, with_table
from printnplay.rules.deck_check import deck_facts


class Reread(Struct, frozen=True):
    """A game after a partial reload, with the changed texts by language and the changed cards.

    `counts` is true if the number of cards has changed, which texts may quote.
    """

    loaded: LoadedGame
    keys: Mapping[str, frozenset[str]] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    counts: bool = False


def reread(loaded: LoadedGame, path: Path) -> Reread | None:
    """Return the game after one file has changed; None if a full reload is needed.

    A game that leaves out parts for its editions needs one: its files have more than it prints.
    """
    if loaded.game.left_out or "deck" in loaded.game.spans:
        return None
    with suppress(UnknownNameError):  # a language or the game was removed
        if display_path(path) in tables_of(loaded.game.cards):
            return _with_cards(loaded)
        for language in loaded.texts:
            if path in loaded.catalog.locale_files(language, loaded.game.id):
                return _with_texts(loaded, language)
    return None


def _with_texts(loaded: LoadedGame, language: str) -> Reread | None:
    """Return the game with the text files of a language reloaded."""
    catalog, game, problems = loaded.catalog, loaded.game, Problems()
    if is_there(catalog.chapter_file(language, game.id)):
        return None
    files = [(path, display_path(path)) for path in catalog.locale_files(language, game.id)]
    in_table = texts_of_cards(game.cards).get(language, {})
    read = load_texts(language, files, problems, in_table)
    texts = with_blanks(with_table(read, in_table, problems), game.cards)
    if problems.found:
        return None
    changed = frozenset(_differing(loaded.texts[language], texts))
    return Reread(replace(loaded, texts={**loaded.texts, language: texts}), {language: changed})


def _differing(before: Texts, after: Texts) -> Iterator[str]:
    """Yield the keys of texts whose contents differ; a moved text does not count."""
    for key in {**before.entries, **after.entries}:
        old, new = before.entries.get(key), after.entries.get(key)
        if old is None or new is None or old.forms != new.forms:
            yield key


def _with_cards(loaded: LoadedGame) -> Reread | None:
    """Return the game with its cards reloaded; None if other faces are printed, or on a fault."""
    file, problems = loaded.catalog.game_folder(loaded.game.id) / "cards.yaml", Problems()
    original = loaded.game.original or REFERENCE
    old = loaded.game.cards
    new = load_cards(file, display_path(file), problems, original=original)
    if problems.found or len(new) != len(old):
        return None
    changed = [(card, was) for card, was in zip(new, old, strict=True) if card != was]
    if any(_printed(card) != _printed(was) for card, was in changed):
        return None
    texts = {language: _replaced(own, old, new, problems) for language, own in loaded.texts.items()}
    if problems.found:
        return None
    game = replace(loaded.game, cards=new)
    before, after = deck_facts(loaded.game), deck_facts(game)
    return Reread(
        replace(loaded, game=game, texts=texts, facts={**loaded.facts, **_other(before, after)}),
        {name: frozenset(_differing(loaded.texts[name], own)) for name, own in texts.items()},
        frozenset(card.id for card, _ in changed),
        counts=before != after,
    )


def _printed(card: Card) -> tuple[object, ...]:
    """Return what determines the faces that are printed of a card, and their sheets."""
    copies = card.copies if card.numbered else 0
    return card.id, copies, card.size_name, card.languages, card.back_fields is None


def _other(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the changed facts of a deck; unchanged names may have been overridden by rules."""
    return {name: fact for name, fact in after.items() if fact != before.get(name)}


def _replaced(texts: Texts, old: Sequence[Card], new: Sequence[Card], problems: Problems) -> Texts:
    """Return the texts of a language, with those from card tables replaced."""
    was, now = (texts_of_cards(cards).get(texts.language, {}) for cards in (old, new))
    others = {key: text for key, text in texts.entries.items() if key not in was}
    blanks = {text.key for card in old for _, text in card.blanks}
    left = {key: span for key, span in texts.blanks.items() if key not in blanks}
    return with_blanks(with_table(replace(texts, entries=others, blanks=left), now, problems), new)
