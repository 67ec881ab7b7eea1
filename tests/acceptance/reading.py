"""Reading editions of rulebooks, made alone, and what they are made of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path

from pdf.readback import opened
from pdf.structured import Part, structure_of

from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.game.rulebook import CardBlock, Outline, every_block
from printnplay.imposition.papers import find_paper
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.inlines import InlineText
from printnplay.kernel.printing import Backs, Flip, PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.pdf import write

NAMES_A_PAGE = re.compile(r"\{(?:page|see):")


def closed_up(text: str) -> str:
    """A text with single spaces, and without the hyphens that divide words."""
    return " ".join(text.replace("\u00ad", "").split())


def _keys(outline: Outline) -> Iterator[str]:
    for section in outline.sections:
        yield section.title
        for block in every_block(section.blocks):
            # The name of a card may be in the heading already.
            yield from block.texts if isinstance(block, CardBlock) else block.keys


@dataclass(frozen=True)
class ReadingEdition:
    """The rulebook of a game for screens, in one language."""

    project: Path
    game: str
    language: str
    trusted: bool = False

    @cached_property
    def edition(self) -> Edition:
        """The game in this language."""
        problems = Problems()
        catalog = Catalog(self.project, trusted=self.trusted)
        loaded = open_game(catalog, self.game, (self.language,), problems)
        assert loaded is not None, problems.found
        return edition_of(loaded, Languages(self.language), problems)

    @cached_property
    def pdf(self) -> bytes:
        """The document."""
        settings = PrintSettings(find_paper("a4"), Backs.LONG, Flip.SHORT)
        stream = BytesIO()
        write(make_documents(self.edition, settings)["rulebook"], stream)
        return stream.getvalue()

    @cached_property
    def structure(self) -> Part:
        """What a program finds in it that reads it aloud."""
        return structure_of(opened(self.pdf))

    @property
    def texts(self) -> Iterator[tuple[str, str]]:
        """What is printed, as it is written: the keys of texts that name no page, and the texts."""
        setter, outline = self.edition.typesetter, self.edition.game.outline
        for key in _keys(outline):
            text = setter.texts.entries[key]
            if NAMES_A_PAGE.search(" ".join(text.forms.values())):
                continue
            words = (
                inline.text if isinstance(inline, InlineText) else inline.words
                for inline in setter.inlines(key)
            )
            yield key, closed_up("".join(words))
