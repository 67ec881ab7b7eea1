"""The input of every check: a game, its texts in all languages, the glossary."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.catalog import COMMON
from printnplay.game.game import Game
from printnplay.game.texts import TITLE, Glossary, Term, Texts
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.languages import REFERENCE, Usage
from printnplay.kernel.memo import Memo
from printnplay.proofreading.other_programs import Columns
from printnplay.proofreading.passages import PLACEHOLDER, Passage, glossary_passages, passages_of


class Known(Struct, frozen=True):
    """What is known besides the texts: language data by name, and the numbers of the game.

    `all_facts` is true if the numbers are complete: numbers of rules that were not run are missing.
    `numbers` enables the check for typed numbers in the texts of cards too, where most are the
    card's own; `proofread` enables the checks by dictionaries and word lists; `languagetool` is the
    address of a server, if any; `language_model` that of another with the name of a model behind
    `#`, whose `answers` are cached. `in_template` returns whether a template uses the text of a
    key; `ships`, whether a file comes with the tool. `rules` has a sentence or line for each rule
    and clause by id, if the rules were run; `place_of_rule` returns where the rules file declares
    one.
    """

    usages: Mapping[str, Usage] = field(default_factory=dict)
    facts: Mapping[str, int] = field(default_factory=dict)
    numbers: bool = False
    proofread: bool = False
    languagetool: str = ""
    language_model: str = ""
    answers: Memo | None = None
    all_facts: bool = True
    in_template: Callable[[str], bool] = lambda _key: False
    ships: Callable[[str], bool] = lambda _file: False
    rules: Mapping[str, str] = field(default_factory=dict)
    place_of_rule: Callable[[str], Span | None] = lambda _id: None


NOTHING = Known()
_UNKNOWN = Usage()


class Review(Struct, frozen=True, dict=True):
    """The texts of a game, in at least one language, prepared for the checks."""

    game: Game
    texts: Mapping[str, Texts]
    glossary: Glossary
    known: Known = NOTHING

    @cached_property
    def reference(self) -> str:
        """The language that the others are compared with: the original of the game."""
        return self.game.original_in(self.texts)

    @property
    def model(self) -> Texts:
        """The texts of the reference language."""
        return self.texts[self.reference]

    @property
    def translations(self) -> list[Texts]:
        """The texts of the other languages."""
        return [texts for language, texts in self.texts.items() if language != self.reference]

    @cached_property
    def columns(self) -> Columns:
        """The columns of the cards and how texts quote them; empty for columns of texts."""
        cards = self.game.cards
        named = {name for card in cards for name in (*card.headings, *card.fields)}
        fields = {name for card in cards for name in card.fields}
        return frozenset(
            (name.partition("@")[0], f"{{field.{name}}}" if name in fields else "")
            for name in named
        )

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Every form of every text, language by language."""
        return tuple(
            passage
            for texts in self.texts.values()
            for passage in passages_of(texts, self.glossary, self.columns)
        )

    @cached_property
    def rules(self) -> tuple[Passage, ...]:
        """The passages that players follow."""
        return tuple(passage for passage in self.passages if passage.is_rules)

    @cached_property
    def everything(self) -> tuple[Passage, ...]:
        """The passages to be read by themselves, and the forms that the glossary fills into them.

        Texts that come with the tool were read before it was released, and nobody can change them:
        only those are left that fill in a term, which may be the project's own.
        """
        files = {passage.span.file for passage in self.passages}
        ships = {file for file in files if self.known.ships(file)}
        read = (one for one in self.passages if one.has_placeholders or one.span.file not in ships)
        return (*read, *self.glossary_forms)

    @cached_property
    def glossary_forms(self) -> tuple[Passage, ...]:
        """The forms that the glossary fills into the texts."""
        return tuple(
            passage
            for language in self.texts
            for passage in glossary_passages(language, self.glossary)
        )

    @cached_property
    def names(self) -> Mapping[str, tuple[Passage, ...]]:
        """The names of cards and terms, by language: those of the glossary first."""
        return {
            language: tuple(
                one
                for one in (*self.glossary_forms, *self.by_language[language])
                if one.language == language and one.key.endswith(".name")
            )
            for language in self.texts
        }

    @cached_property
    def by_language(self) -> Mapping[str, tuple[Passage, ...]]:
        """The passages of each language."""
        none: dict[str, tuple[Passage, ...]] = dict.fromkeys(self.texts, ())
        there = groupby(self.passages, key=lambda passage: passage.language)
        return none | {language: tuple(passages) for language, passages in there}

    @cached_property
    def originals(self) -> Mapping[tuple[str, str], Passage]:
        """The passages of the reference language by key and form.

        Common texts are translated from English: with another original, they are not compared.
        """
        return {
            (one.key, one.form): one
            for one in self.by_language[self.reference]
            if self.is_translated(one.subject.game)
        }

    def is_translated(self, name: str) -> bool:
        """Return whether the original of a file of texts, named by its game, is the reference.

        If the original is missing, the reference is only a substitute.
        """
        original = REFERENCE if name == COMMON else self.game.original
        return original in ("", self.reference)

    def original_of(self, passage: Passage) -> Passage | None:
        """Return the original of a passage: the same form, or else any form."""
        same_form = self.originals.get((passage.key, passage.form))
        return same_form or self._originals_of_any_form.get(passage.key)

    @cached_property
    def _originals_of_any_form(self) -> Mapping[str, Passage]:
        return {key: one for (key, _), one in self.originals.items()}

    def translated(self) -> Iterator[tuple[Passage, Passage]]:
        """Yield each passage of a translation with the same form of its original, if any.

        The title is left out: each language may have its own.
        """
        for texts in self.translations:
            for passage in self.by_language[texts.language]:
                original = self.originals.get((passage.key, passage.form))
                if original is not None and passage.key != TITLE:
                    yield passage, original

    def title(self, language: str) -> str:
        """Return the title of the game in a language."""
        return self.game.title_in(self.texts[language])

    def translated_terms(self) -> Iterator[tuple[Passage, Passage]]:
        """Yield every form of a translated term with the term's name in the original."""
        names = {
            one.key.rpartition(".")[0]: one
            for one in self.glossary_forms
            if one.language == self.reference and one.key.endswith(".name")
        }
        for passage in self.glossary_forms:
            original = names.get(passage.key.rpartition(".")[0])
            if original is not None and passage.language != self.reference:
                yield passage, original

    def placeholders(self) -> Iterator[tuple[Passage, str, tuple[int, int]]]:
        """Yield the placeholders of each passage, with their start and end in its text."""
        for passage in self.passages:
            for match in PLACEHOLDER.finditer(passage.text):
                yield passage, match[1], match.span()

    def terms(self, language: str) -> Iterator[Term]:
        """Yield the terms of the glossary in a language."""
        for languages in self.glossary.terms.values():
            if language in languages:
                yield languages[language]

    @cached_property
    def source(self) -> Usage:
        """What is known about the reference language, with what is listed for English only.

        That is what holds for all languages: names, and the relations between meanings.
        """
        own, english = self.usage(self.reference), self.usage(REFERENCE)
        if own.opposites:
            return own
        return replace(
            own,
            names=own.names | english.names,
            opposites=english.opposites,
            contrasts=english.contrasts,
            exchanged=english.exchanged,
            mentioned=english.mentioned,
            by_sentence=english.by_sentence,
        )

    def usage(self, language: str) -> Usage:
        """Return what is known about a language; empty without its file."""
        return self.known.usages.get(language, _UNKNOWN)
