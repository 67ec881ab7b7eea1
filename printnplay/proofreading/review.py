"""What every check is given: a game, its texts in all languages, the glossary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from printnplay.model.diagnostics import Problems
from printnplay.model.game import Game
from printnplay.model.languages import REFERENCE, Usage
from printnplay.model.texts import Glossary, Texts
from printnplay.proofreading.passages import Passage, glossary_passages, passages_of


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beside the texts: about languages by name, and the numbers of the game."""

    usages: Mapping[str, Usage] = field(default_factory=dict)
    facts: Mapping[str, int] = field(default_factory=dict)


NOTHING = Known()


@dataclass(frozen=True)
class Review:
    """The texts under review. `reference` is the language that the others are compared with."""

    game: Game
    texts: Mapping[str, Texts]
    glossary: Glossary
    reference: str
    passages: tuple[Passage, ...]
    filled_in: tuple[Passage, ...]
    known: Known = NOTHING

    @property
    def model(self) -> Texts:
        """The texts of the reference language."""
        return self.texts[self.reference]

    @property
    def translations(self) -> list[Texts]:
        """The texts of the other languages."""
        return [texts for language, texts in self.texts.items() if language != self.reference]

    def usage(self, language: str) -> Usage:
        """What is known about a language; nothing, where it has no file."""
        return self.known.usages.get(language, _UNKNOWN)

    def original(self, passage: Passage) -> Passage | None:
        """The same form of the same text in the reference language, if this is a translation."""
        if passage.language == self.reference:
            return None
        return self.originals.get((passage.key, passage.form))

    @cached_property
    def originals(self) -> Mapping[tuple[str, str], Passage]:
        """The passages of the reference language by key and form."""
        return {(one.key, one.form): one for one in self.passages if one.language == self.reference}


_UNKNOWN = Usage()

Check: TypeAlias = Callable[[Review, Problems], None]


def review(
    game: Game,
    texts: Mapping[str, Texts],
    glossary: Glossary,
    known: Known = NOTHING,
) -> Review:
    """Prepare texts, of at least one language, for the checks."""
    reference = REFERENCE if REFERENCE in texts else min(texts)
    return Review(
        game=game,
        texts=texts,
        glossary=glossary,
        reference=reference,
        passages=tuple(passage for one in texts.values() for passage in passages_of(one, glossary)),
        filled_in=tuple(
            passage for language in texts for passage in glossary_passages(language, glossary)
        ),
        known=known,
    )
