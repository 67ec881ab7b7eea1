"""The files that translators edit: one for each language and game, and the common ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from printnplay.edition.choosing import NOWHERE, choose_games
from printnplay.files.catalog import CHAPTERS, Catalog, base_of, display_path, edition_in
from printnplay.files.door import names_in, resolved
from printnplay.game.game import Card
from printnplay.game.texts import TITLE, Remark, Text, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems, Span, Subject
from printnplay.kernel.languages import REFERENCE, original_in
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.cards import load_cards
from printnplay.loading.chapters import read_chapters, texts_of
from printnplay.loading.editions import is_known, without
from printnplay.loading.game import find_original, find_text
from printnplay.loading.locks import is_accepted
from printnplay.loading.table_files import is_table_name
from printnplay.loading.texts import load_texts, texts_of_cards, with_kinds, with_table
from printnplay.proofreading.completeness import Stale, stale

COMMON = "common"
"""The name of the texts that the kits of all games share, used like a game's."""


class LocaleFile(Struct, frozen=True, dict=True):
    """The texts of a game, or the common ones, in one language, with their source.

    `own` is true if the file is in the project; only such files are written to.
    """

    name: str
    language: str
    path: Path
    source: Texts
    texts: Texts
    own: bool

    @property
    def is_source(self) -> bool:
        """Whether the others are translated from this language."""
        return self.language == self.source.language

    @cached_property
    def translated(self) -> Mapping[str, Text]:
        """The texts that the source has too, in the order of the source."""
        entries = self.texts.entries
        return {key: entries[key] for key in self.source.entries if key in entries}

    @cached_property
    def missing(self) -> Mapping[str, Text]:
        """The source texts that are not translated."""
        there = self.texts.entries
        return {key: text for key, text in self.source.entries.items() if key not in there}

    @cached_property
    def accepted(self) -> Mapping[str, Text]:
        """The translations that were accepted and are not in doubt since."""
        open_ones = self.unsure | {stale.text.key for stale in self.stale}
        return {
            key: text
            for key, text in self.translated.items()
            if key not in open_ones and is_accepted(text, self.texts.lock.get(key))
        }

    @cached_property
    def unsure(self) -> frozenset[str]:
        """The translations that their translator marked as unsure, except stale ones."""
        doubted = {key for key in self.translated if self.remark(key).unsure}
        return frozenset(doubted - {stale.text.key for stale in self.stale})

    @cached_property
    def in_chapters(self) -> frozenset[str]:
        """The texts of Markdown chapters, which translators edit there and nowhere else."""
        entries = self.source.entries.items()
        return frozenset(key for key, text in entries if text.span.file.endswith(CHAPTERS))

    def remark(self, key: str) -> Remark:
        """Return the translator's remark on a text."""
        return self.texts.remarks.get(key, Remark())

    @cached_property
    def stale(self) -> tuple[Stale, ...]:
        """The translations whose source has changed since they were accepted."""
        if self.is_source:
            return ()
        return tuple(stale(self.translated, self.source.entries, self.texts.lock))


def names_of(catalog: Catalog, asked: Sequence[str]) -> tuple[str, ...]:
    """Return the named games, and `common` if named; without names, all of the project.

    Raises:
        FaultsError: with every word that is not known.
    """
    if not asked:
        every = choose_games(catalog, ())
        return (
            *(name for name in every if not edition_in(name) or _has_texts(catalog, name)),
            COMMON,
        )
    games = [name for name in asked if name != COMMON]
    common = (COMMON,) if COMMON in asked else ()
    return (*(choose_games(catalog, games) if games else ()), *common)


def _has_texts(catalog: Catalog, name: str) -> bool:
    """Return whether an edition has texts of its own in any language."""
    return any(find_file(catalog, language, name) for language in catalog.languages_of(name))


def split_words(catalog: Catalog, words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Parse `[GAME]... [KEY]...` into the games, with `common`, and the keys.

    Raises:
        FaultsError: the first word is neither a game nor the start of a key.
    """
    all_names = names_of(catalog, ())
    first = words[:1]
    if not first or _begins_a_key(catalog, all_names, first[0]):
        return all_names, tuple(words)
    more = list(takewhile(partial(_is_name, catalog), words[1:]))
    return names_of(catalog, [*first, *more]), tuple(words[1 + len(more) :])


def _is_name(catalog: Catalog, word: str) -> bool:
    """Return whether a word is a game, an edition of one, or the common texts."""
    return word == COMMON or is_known(catalog, word)


def _begins_a_key(catalog: Catalog, names: Sequence[str], word: str) -> bool:
    if _is_name(catalog, word):
        return False
    if "." in word:
        return True
    problems = Problems()
    sources = ((source_language(catalog, name), name) for name in names)
    files = [load_file(catalog, language, name, problems) for language, name in sources if language]
    return any(key.split(".")[0] == word for file in files if file for key in file.source.entries)


def find_file(catalog: Catalog, language: str, name: str) -> Path | None:
    """Return the file of a game in a language; the user's file takes precedence."""
    if language not in catalog.languages_of(name):
        return None
    files = catalog.locale_files(language, name)
    return next((path for path in reversed(files) if path.stem == name), None)


def source_language(catalog: Catalog, name: str) -> str | None:
    """Return the language that a game is translated from, or that of the common texts."""
    return original_in(catalog.languages_of(name), _original(catalog, name)) or None


def _original(catalog: Catalog, name: str) -> str:
    """Return the language that a game is written in; empty if it names none."""
    if base_of(name) not in catalog.games():
        return ""
    folder = catalog.game_folder(name)
    return find_original(folder, display_path(folder))


def title_of(catalog: Catalog, name: str, language: str) -> Sequence[Text]:
    """Return the title in game.yaml, which is in this language; nothing for common texts."""
    if name not in catalog.games():
        return ()
    folder = catalog.game_folder(name)
    title = find_text(folder, display_path(folder), "title")
    if title is None:
        return ()
    forms, subject = {"other": title.value}, Subject(language=language, key=TITLE)
    return [Text(TITLE, forms, title.span, {"other": title.span}, subject)]


def plain_code(language: str) -> str:
    """Return a language tag in lower case with hyphens: `pt-br` for `pt_BR` (PO files)."""
    return language.replace("_", "-").lower()


def translated_to(catalog: Catalog, name: str) -> tuple[str, ...]:
    """Return the languages of a game, except its source language."""
    source = source_language(catalog, name)
    return tuple(language for language in catalog.languages_of(name) if language != source)


def language_meant(code: str, languages: Iterable[str]) -> str | None:
    """Return which of the languages an exchange file is for."""
    return next((name for name in languages if plain_code(name) == plain_code(code)), None)


def load_file(catalog: Catalog, language: str, name: str, problems: Problems) -> LocaleFile | None:
    """Return a game's texts in a language with their source, or None if there are none."""
    path, reference = find_file(catalog, language, name), source_language(catalog, name)
    source = find_file(catalog, reference, name) if reference else None
    if path is None or source is None or reference is None:
        return None
    own = resolved(path).is_relative_to(resolved(catalog.roots[0] / "locales"))
    cards = cards_in_tables(catalog, name)
    in_tables, texts = texts_of_cards(cards), []
    for code, file in ((reference, source), (language, path)):
        in_table = in_tables.get(code, {})
        found = load_texts(code, [(file, display_path(file))], problems, in_table)
        found = with_kinds(with_table(found, in_table, problems), cards, reference)
        texts.append(with_table(found, _texts_in_chapters(catalog, name, code), Problems()))
    # Cards that are not printed in the language need no translation.
    left_out = {f"cards.{card.id}" for card in cards if not card.is_in(language)}
    return LocaleFile(name, language, path, without(texts[0], left_out), texts[1], own)


def _texts_in_chapters(catalog: Catalog, name: str, language: str) -> Mapping[str, Text]:
    """Return the texts of a game's Markdown chapters; their faults are left to `check`."""
    if name == COMMON or edition_in(name):
        return {}
    file = catalog.chapter_file(language, name)
    chapters = read_chapters({language: (file, display_path(file))}, name, Problems())
    return texts_of(chapters.get(language, ()))


def cards_in_tables(
    catalog: Catalog, name: str, problems: Problems | None = None
) -> Sequence[Card]:
    """Return the cards of a game that has tables of cards; none without tables.

    Their faults are left to `check`, unless `problems` is given to collect them.
    """
    if name == COMMON or edition_in(name):
        return ()
    folder = catalog.game_folder(name)
    if not any(map(is_table_name, names_in(folder))):
        return ()
    shown = display_path(folder / "cards.yaml")
    found = Problems() if problems is None else problems
    original = _original(catalog, name) or REFERENCE
    return load_cards(folder / "cards.yaml", shown, found, original=original)


def open_file(catalog: Catalog, name: str, language: str, problems: Problems) -> LocaleFile | None:
    """Return a game's texts, or the common ones, including empty ones to be translated."""
    found = Problems()
    file = load_file(catalog, language, name, found)
    for fault in found.found:
        if not fault.code.unwritten:
            problems.add(fault)
    return file


_Noted = TypeVar("_Noted")


def in_order(noted: Mapping[str, _Noted], keys: Iterable[str]) -> dict[str, _Noted]:
    """Return notes on texts in the order of these keys; others, such as on terms, come last."""
    return {key: noted[key] for key in dict.fromkeys([*keys, *noted]) if key in noted}


def own_translations(
    catalog: Catalog, names: Sequence[str], languages: Sequence[str], *, sources: bool = False
) -> tuple[LocaleFile, ...]:
    """Return these games' translations in the project, in these languages or all.

    With `sources`, the source texts are included.

    Raises:
        FaultsError: none of the games has such a language, or a file cannot be read.
    """
    check_languages(catalog, names, languages)
    problems = Problems()
    found = tuple(
        file
        for file in _files(catalog, names, languages, problems)
        if sources or not file.is_source
    )
    refuse_unreadable(problems)
    return found


def refuse_unreadable(problems: Problems) -> None:
    """Raise an error if a file of texts, its lock or its remarks could not be read.

    Raises:
        FaultsError: with all faults found, except those of texts still to be written.
    """
    unreadable = [fault for fault in problems.found if not fault.code.unwritten]
    if unreadable:
        raise FaultsError(unreadable)


def _files(
    catalog: Catalog, names: Sequence[str], languages: Sequence[str], problems: Problems
) -> Iterator[LocaleFile]:
    for name in names:
        for language in catalog.languages_of(name):
            if languages and language not in languages:
                continue
            file = load_file(catalog, language, name, problems)
            if file is not None and file.own:
                yield file


def check_languages(catalog: Catalog, names: Sequence[str], languages: Sequence[str]) -> None:
    """Check that some of these games have texts in each of these languages.

    Raises:
        FaultsError: none of them has.
    """
    known = sorted({code for name in names for code in catalog.languages_of(name)})
    problems = Problems()
    for language in languages:
        if language not in known:
            problems.error(
                codes.UNKNOWN_LANGUAGE,
                f"there is no language `{language}`",
                NOWHERE,
                f"expected one of {', '.join(known)}" if known else "there is none",
                did_you_mean(language, known, f"run `printnplay l10n add {language}` to add it"),
            )
    if problems.found:
        raise FaultsError(problems.found)


def chosen_keys(
    files: Sequence[LocaleFile], keys: Sequence[str], *, untranslated: bool = False
) -> frozenset[str]:
    """Return the keys that equal or begin with one of these; without keys, all.

    Keys of texts without a translation are included only if `untranslated` is set.

    Raises:
        FaultsError: a key matches no text of these files.
    """
    known = dict.fromkeys(
        key for file in files for key in (file.source.entries if untranslated else file.translated)
    )
    if not keys:
        return frozenset(known)
    problems = Problems()
    chosen: set[str] = set()
    for asked in keys:
        found = {key for key in known if key == asked or key.startswith(f"{asked}.")}
        if not found:
            problems.error(
                codes.CANNOT_ACCEPT,
                f"there is no translated text `{asked}`",
                Span(""),
                "expected the key of a text, or of a part of the file",
                did_you_mean(asked, known, "see `printnplay l10n status`"),
            )
        chosen |= found
    if problems.found:
        raise FaultsError(problems.found)
    return frozenset(chosen)
