"""The rulebooks of the four games in all languages: the rhythm of their pages."""

from itertools import pairwise
from pathlib import Path

import pytest

from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import pt
from printnplay.scene.sheet import Page, TextLine

ROOT = Path(__file__).parents[2]
LANGUAGES = ("de", "en", "es", "fr", "it", "pl")
LEAST = 0.5
"""No page is half empty, even if a part of the book ends on it."""

BODY, LEADING, BELOW = pt(9.5), pt(12.75), pt(4)
"""The size and leading of running text in all styles, and the white space below a paragraph."""

NEAR = 1.15
"""No more than 15 % is between the ideal and the real pitch of paragraphs."""


def _pitches(page: Page) -> list[int]:
    """The distances between lines of running text, one below the other with nothing between."""
    lines = [item for item in page.items if isinstance(item, TextLine)]
    sized = [(line.at.x, line.at.y, max(run.size for run in line.runs)) for line in lines]
    return [
        lower - upper
        for (left, upper, size), (x, lower, other) in pairwise(sized)
        if left == x and size == other == BODY and LEADING < lower - upper < 2 * LEADING
    ]


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", ["match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco"])
def test_pages_have_one_rhythm(game: str) -> None:
    problems = Problems()
    loaded = open_game(Catalog(ROOT), game, LANGUAGES, problems)
    assert loaded is not None
    for language in LANGUAGES:
        pages = edition_of(loaded, Languages(language), problems).pages
        assert all(page.fill is None or page.fill >= LEAST for page in pages), language
        pitches = {pitch for page in pages for pitch in _pitches(page)}
        assert pitches, language
        assert max(pitches) <= (LEADING + BELOW) * NEAR, language
        assert min(pitches) >= (LEADING + BELOW) / NEAR, language
        assert not [(page.label, one) for page in pages for one in page.breaks], language
