"""The clean texts of the shipped games, as places where a defect may be planted."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from printnplay.files.catalog import Catalog, display_path, shipped_root
from printnplay.game.game import Game
from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import Usage
from printnplay.loading.game import load_game
from printnplay.loading.glossary import read_glossary
from printnplay.loading.texts import read_texts
from printnplay.loading.usages import read_usages
from printnplay.rules.claims import claim_facts
from printnplay.rules.deck_check import deck_facts, effect_facts
from printnplay.rules.loader import RulesSource

REFERENCE = "en"
LANGUAGES = ("de", "en", "es", "fr", "it")
ROOT = shipped_root()


@dataclass(frozen=True, slots=True)
class Clean:
    """A game as it ships: its texts by language, its words, and what is known of its languages."""

    game: Game
    texts: Mapping[str, Texts]
    glossary: Glossary
    usages: Mapping[str, Usage]
    facts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Site:
    """A text of a game in one language, with what a maker of defects may want to look at."""

    clean: Clean
    language: str
    key: str

    @property
    def file(self) -> str:
        """The file of the text, from the root of the project."""
        return f"locales/{self.language}/{self.clean.game.id}.yaml"

    @property
    def text(self) -> str:
        """The text as it stands in the file, with its placeholders."""
        return self.entry.plain

    @property
    def entry(self) -> Text:
        """The text with its place."""
        return self.clean.texts[self.language].entries[self.key]

    @property
    def original(self) -> str:
        """The same text in the reference language."""
        return self.in_language(REFERENCE)

    @property
    def usage(self) -> Usage:
        """What is known of the language."""
        return self.clean.usages[self.language]

    @property
    def is_rules(self) -> bool:
        """Whether players follow this text."""
        return self.key.startswith(("rules.", "cards.", "examples."))

    def in_language(self, language: str) -> str:
        """The same text in some language, or nothing."""
        entry = self.clean.texts[language].entries.get(self.key)
        return entry.plain if entry else ""

    def stands_alone(self) -> bool:
        """Whether the text has a line of its file to itself."""
        line = _lines(self.file)[self.entry.span.line - 1]
        return re.fullmatch(r" +[\w-]+: \".*\"", line) is not None


@cache
def _lines(file: str) -> list[str]:
    return (ROOT / file).read_text("utf-8").split("\n")


@cache
def clean_games() -> Mapping[str, Clean]:
    """Every shipped game that has its texts in all languages."""
    catalog = Catalog(ROOT)
    found = {}
    for name in catalog.games():
        problems = Problems()
        folder = catalog.game_folder(name)
        game = load_game(folder, display_path(folder), problems)
        languages = catalog.languages_of(name)
        if not set(LANGUAGES) <= set(languages):
            continue
        texts = read_texts(catalog, name, languages, problems)
        usages = read_usages(catalog, texts, problems)
        glossary = read_glossary(catalog, name, problems)
        assert game is not None
        assert not problems.found
        rules = RulesSource.of(game).load()
        facts = {**deck_facts(game), **claim_facts(game), **rules.FACTS, **effect_facts(rules)}
        found[name] = Clean(game, texts, glossary, usages, facts)
    return found


def sites(*, games: Mapping[str, Clean]) -> Iterator[Site]:
    """Every text of the games' own files, in their order."""
    for name, clean in games.items():
        for language, texts in clean.texts.items():
            for key, entry in texts.entries.items():
                if Path(entry.span.file).name == f"{name}.yaml" and len(entry.forms) == 1:
                    yield Site(clean, language, key)
