"""What every check is given: a game, its texts in all languages, the glossary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from printnplay.loading.checks.passages import Passage, glossary_passages, passages_of
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Problems
from printnplay.model.texts import Glossary, Texts

REFERENCE = "en"
"""The language that the others are compared with, where a game has it."""


@dataclass(frozen=True, slots=True)
class Review:
    """The texts under review. `reference` is the language that the others are compared with."""

    game: Game
    texts: Mapping[str, Texts]
    glossary: Glossary
    reference: str
    passages: tuple[Passage, ...]
    filled_in: tuple[Passage, ...]

    @property
    def model(self) -> Texts:
        """The texts of the reference language."""
        return self.texts[self.reference]

    @property
    def translations(self) -> list[Texts]:
        """The texts of the other languages."""
        return [texts for language, texts in self.texts.items() if language != self.reference]


Check: TypeAlias = Callable[[Review, Problems], None]


def review(game: Game, texts: Mapping[str, Texts], glossary: Glossary) -> Review:
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
    )
