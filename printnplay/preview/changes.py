"""File changes: the parts of a loaded game to reload when a file is saved.

Most saves change a word or a row. Then only texts or cards are read, and the rest is kept.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.loaded import LoadedGame
from printnplay.files.catalog import UnknownNameError, display_path
from printnplay.files.door import is_there
from printnplay.game.game import Card, Game
from printnplay.game.numbering import KIND
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.loading.cards import load_cards, tables_of
from printnplay.loading.texts import load_texts, texts_of_cards, with_blanks, with_kinds, with_table
from printnplay.preview.changed_rows import Tables, changed_rows, read_tables
from printnplay.rules.deck_check import deck_facts


class Reread(Struct, frozen=True):
    """A game after a partial reload, with the changed texts by language and the changed cards.

    `counts` is true if the number of cards has changed, which texts may quote. `tables` are the
    contents of the tables that the cards were read from.
    """

    loaded: LoadedGame
    keys: Mapping[str, frozenset[str]] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    counts: bool = False
    tables: Tables = field(default_factory=dict)


def reread(loaded: LoadedGame, path: Path, tables: Tables) -> Reread | None:
    """Return the game after one file has changed; None if a full reload is needed.

    A game that leaves out parts for its editions needs one: its files have more than it prints.

    Args:
        loaded: the game before.
        path: the file that has changed.
        tables: the contents of tables that its cards were read from, as far as they are known.
    """
    if loaded.game.left_out or "deck" in loaded.game.spans:
        return None
    with suppress(UnknownNameError):  # a language or the game was removed
        if display_path(path) in tables_of(loaded.game.cards):
            return _with_cards(loaded, display_path(path), tables)
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
    texts = with_kinds(texts, game.cards, game.original_in(loaded.texts))
    if problems.found:
        return None
    before = loaded.texts[language]
    changed = frozenset(_differing(before, texts, {**before.entries, **texts.entries}))
    return Reread(replace(loaded, texts={**loaded.texts, language: texts}), {language: changed})


def _differing(before: Texts, after: Texts, keys: Iterable[str]) -> Iterator[str]:
    """Yield those of the keys whose texts differ; a moved text does not count."""
    for key in keys:
        old, new = before.entries.get(key), after.entries.get(key)
        if (old and old.forms) != (new and new.forms):
            yield key


def _with_cards(loaded: LoadedGame, shown: str, known: Tables) -> Reread | None:
    """Return the game with the cards of a table reloaded: if possible, those of its changed rows.

    None if other faces are printed, or on a fault.
    """
    folder, old = loaded.catalog.game_folder(loaded.game.id), loaded.game.cards
    within = f"{display_path(folder)}/"
    name = shown.removeprefix(within)
    others = {file.removeprefix(within) for file in tables_of(old)} - known.keys()
    tables = {**known, **read_tables(folder, {name, *others})}
    found = None
    if name in known and name in tables:
        rows = changed_rows(shown, known[name], tables[name], old)
        if rows is not None:
            new = rows.of(_cards(loaded, {**tables, name: rows.content}))
            found = _with_changed(loaded, rows.of(old), new)
    if found is None:
        found = _with_changed(loaded, old, _cards(loaded, tables))
    return replace(found, tables=tables) if found else None


def _cards(loaded: LoadedGame, tables: Tables) -> tuple[Card, ...]:
    """Return the cards of a game with its tables as given; none if anything is to be reported."""
    file, problems = loaded.catalog.game_folder(loaded.game.id) / "cards.yaml", Problems()
    original = loaded.game.original or REFERENCE
    cards = load_cards(file, display_path(file), problems, tables, original=original)
    return () if problems.found else cards


def _with_changed(loaded: LoadedGame, old: Sequence[Card], new: Sequence[Card]) -> Reread | None:
    """Return the game with some cards replaced; None if other faces are printed, or on a fault."""
    if not new or len(new) != len(old):
        return None
    changed = [(card, was) for card, was in zip(new, old, strict=True) if card != was]
    before = loaded.game
    if any(_printed(before, card) != _printed(before, was) for card, was in changed):
        return None
    problems = Problems()
    texts = {language: _replaced(own, old, new, problems) for language, own in loaded.texts.items()}
    if problems.found:
        return None
    by_id = {card.id: card for card in new}
    game = replace(before, cards=tuple(by_id.get(card.id, card) for card in before.cards))
    counts = any(card.copies != was.copies for card, was in changed)
    # Unchanged facts may have been overridden by rules.
    facts = deck_facts(game).items() - deck_facts(before).items() if counts else ()
    keys = {text.key for card in (*old, *new) for _, text in card.texts}
    return Reread(
        replace(loaded, game=game, texts=texts, facts={**loaded.facts, **dict(facts)}),
        {name: frozenset(_differing(loaded.texts[name], own, keys)) for name, own in texts.items()},
        frozenset(card.id for card, _ in changed),
        counts=counts,
    )


def _printed(game: Game, card: Card) -> tuple[object, ...]:
    """Return what determines the faces that are printed of a card, their order and their sheets."""
    copies, group = card.copies if card.numbered else 0, game.group_of(card)
    is_two_sided = card.back_fields is not None
    kind = card.fields.get(card.roles.get(KIND, ""), "")
    named = (card.id, card.family, card.size_name, card.languages, kind)
    return *named, copies, group and group.id, is_two_sided


def _replaced(texts: Texts, old: Sequence[Card], new: Sequence[Card], problems: Problems) -> Texts:
    """Return the texts of a language, with those from card tables replaced."""
    was, now = (texts_of_cards(cards).get(texts.language, {}) for cards in (old, new))
    others = {key: text for key, text in texts.entries.items() if key not in was}
    blanks = {text.key for card in old for _, text in card.blanks}
    left = {key: span for key, span in texts.blanks.items() if key not in blanks}
    return with_blanks(with_table(replace(texts, entries=others, blanks=left), now, problems), new)
