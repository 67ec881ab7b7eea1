"""Changes of files: what of a loaded game has to be read again when one is saved.

Most saves change a word or a row. Then only these are read; everything else is as it was.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.catalog import UnknownNameError, display_path
from printnplay.files.door import is_there
from printnplay.loading.cards import load_cards
from printnplay.loading.texts import load_texts, texts_of_cards, with_table
from printnplay.model.diagnostics import Problems
from printnplay.model.game import Card
from printnplay.model.texts import Texts
from printnplay.pipeline.game import LoadedGame
from printnplay.rules.deck import deck_facts


class Reread(Struct, frozen=True):
    """A game with what a file says now; the texts by language and the cards that have changed.

    `counts` says that there are more or fewer cards, which texts may quote.
    """

    loaded: LoadedGame
    keys: Mapping[str, frozenset[str]] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    counts: bool = False


def reread(
    loaded: LoadedGame, path: Path, before: bytes | None, after: bytes | None
) -> Reread | None:
    """The game after a change of one file; None where all of it has to be opened again.

    `before` and `after` are what the file held and holds, where both are known.
    """
    if path.suffix == ".csv" and before is not None and after is not None:
        return _with_rows(loaded, path, before, after)
    with suppress(UnknownNameError):  # a language or the game has gone
        for language in loaded.texts:
            if path in loaded.catalog.locale_files(language, loaded.game.id):
                return _with_texts(loaded, language)
    return None


def _with_texts(loaded: LoadedGame, language: str) -> Reread | None:
    """The game with the files of texts of a language as they are now."""
    catalog, game, problems = loaded.catalog, loaded.game, Problems()
    if is_there(catalog.chapter_file(language, game.id)):
        return None
    files = [(path, display_path(path)) for path in catalog.locale_files(language, game.id)]
    in_table = texts_of_cards(game.cards).get(language, {})
    texts = with_table(load_texts(language, files, problems, in_table), in_table, problems)
    if problems.found:
        return None
    changed = frozenset(_differing(loaded.texts[language], texts))
    return Reread(replace(loaded, texts={**loaded.texts, language: texts}), {language: changed})


def _differing(before: Texts, after: Texts) -> Iterator[str]:
    """The keys of texts that say something else; a text that has moved in its file does not."""
    for key in {**before.entries, **after.entries}:
        old, new = before.entries.get(key), after.entries.get(key)
        if old is None or new is None or old.forms != new.forms:
            yield key


def _with_rows(loaded: LoadedGame, path: Path, before: bytes, after: bytes) -> Reread | None:
    """The game with the changed rows of a table; None where rows came, went or cannot be read."""
    folder = path.parent
    found = changed_lines(before, after)
    if found is None:
        return None
    content, lines = found
    problems = Problems()
    shown = display_path(folder / "cards.yaml")
    cards = load_cards(folder / "cards.yaml", shown, problems, {path.name: content})
    if problems.found:
        return None
    file = display_path(path)
    new = {card.id: card for card in cards if card.span.file == file}
    old = {
        card.id: card
        for card in loaded.game.cards
        if card.span.file == file and card.span.line in lines
    }
    if new.keys() != old.keys():
        return None
    texts = {language: _replaced(own, old, new) for language, own in loaded.texts.items()}
    game = replace(loaded.game, cards=tuple(new.get(card.id, card) for card in loaded.game.cards))
    keys = {
        language: frozenset(_differing(loaded.texts[language], own))
        for language, own in texts.items()
    }
    facts = dict(loaded.facts)
    if any(new[name].copies != card.copies for name, card in old.items()):
        before_it = deck_facts(loaded.game)
        facts |= {name: fact for name, fact in deck_facts(game).items() if fact != before_it[name]}
    is_counted = facts != loaded.facts
    changed = replace(loaded, game=game, texts=texts, facts=facts)
    return Reread(changed, keys, frozenset(new), is_counted)


def _replaced(texts: Texts, old: Mapping[str, Card], new: Mapping[str, Card]) -> Texts:
    """The texts of a language with those of some cards' rows as they are now."""
    entries = dict(texts.entries)
    for card in old.values():
        for language, text in card.texts:
            if language == texts.language:
                entries.pop(text.key, None)
    for card in new.values():
        entries |= {text.key: text for language, text in card.texts if language == texts.language}
    return replace(texts, entries=entries)


def changed_lines(before: bytes, after: bytes) -> tuple[bytes, frozenset[int]] | None:
    r"""A table with its heading and its changed lines only, and the numbers of these lines.

    All others are empty, so that lines keep their numbers. None where lines were added or removed,
    where the heading has changed, or where a cell has several lines.

    >>> changed_lines(b"id,name\na,Ace\nb,Two", b"id,name\na,Ace\nb,Deuce")
    (b'id,name\n\nb,Deuce', frozenset({3}))
    """
    old, new = before.split(b"\n"), after.split(b"\n")
    if len(old) != len(new) or old[0] != new[0] or b"\0" in after[:64]:
        return None
    if new[0].lower().startswith((b"sep=", b"\xef\xbb\xbfsep=")) or not new[0].strip():
        return None
    if any(line.count(b'"') % 2 for line in (*old, *new)):
        return None
    changed = {at for at, (was, now) in enumerate(zip(old, new, strict=True)) if was != now}
    content = [line if at == 0 or at in changed else b"" for at, line in enumerate(new)]
    return b"\n".join(content), frozenset(at + 1 for at in changed)
