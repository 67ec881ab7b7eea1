"""Two languages on one sheet: cards with both texts, and the rulebook in one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from printnplay.model.diagnostics import Problems
from printnplay.model.geometry import Size
from printnplay.model.picture import Picture
from printnplay.model.sheet import Page
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import Workshop
from printnplay.rendering.artist import FaceArtist

BESIDE = "+"
"""Stands between two languages that are printed together: `fr+de`."""


@dataclass
class PairStudio(Studio):
    """Draws the faces of cards and boards in two languages; all else on sheets is in the first.

    Each has its own pages in the booklet, the first's before the second's.
    """

    second: str = ""

    @cached_property
    def artist(self) -> FaceArtist:
        """Draws the templates with both texts."""
        return replace(self._singles[0].artist, second=self.workshop.texts[self.second])

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The booklets of both languages."""
        books = [single.pages for single in self._singles]
        return tuple(page for book in books for page in book) if all(books) else ()

    def box_panel(self, panel: str, size: Size) -> Picture | None:
        """What stands on a panel of the box, in the first language."""
        return self._singles[0].box_panel(panel, size)

    @cached_property
    def _singles(self) -> tuple[Studio, Studio]:
        first, second = (
            Studio(self.workshop, language, self.problems, self.draft, self.thorough)
            for language in (self.language, self.second)
        )
        return first, second


def languages_in(names: Sequence[str]) -> tuple[str, ...]:
    """The languages that these names ask for, each once.

    >>> languages_in(["fr+de", "fr"])
    ('fr', 'de')
    """
    return tuple(dict.fromkeys(part for name in names for part in name.split(BESIDE)))


def studio_of(
    shop: Workshop,
    name: str,
    problems: Problems,
    *,
    draft: bool = False,
    thorough: bool = False,
) -> Studio:
    """The studio for a language, or for two with a plus between them."""
    first, _, second = name.partition(BESIDE)
    if not second:
        return Studio(shop, first, problems, draft, thorough)
    return PairStudio(shop, first, problems, draft, thorough, second=second)
