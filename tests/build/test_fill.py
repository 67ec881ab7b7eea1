"""The rulebooks of the four games in all languages: how full their pages are."""

from itertools import pairwise
from pathlib import Path

import pytest

from printnplay.edition.choosing import Languages
from printnplay.edition.edition import edition_of
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems

ROOT = Path(__file__).parents[2]
LANGUAGES = ("de", "en", "es", "fr", "it", "pl")
LEAST = 0.85
ONE_LINE = 0.0125
"""2 mm of the height of a column, which is 161.5 mm."""


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", ["match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco"])
def test_inner_pages_are_full_and_end_with_those_they_face(game: str) -> None:
    problems = Problems()
    loaded = open_game(Catalog(ROOT), game, LANGUAGES, problems)
    assert loaded is not None
    for language in LANGUAGES:
        pages = edition_of(loaded, Languages(language), problems).pages
        assert all(page.fill for page in pages[1:-1]), (language, "a page without text")
        fills = {int(page.label): page.fill for page in pages if page.fill and not page.ends}
        assert all(fill >= LEAST for fill in fills.values()), (language, fills)
        for (left, above), (right, below) in pairwise(fills.items()):
            if left % 2 == 0 and right == left + 1:
                assert above == pytest.approx(below, abs=ONE_LINE), (language, left)
