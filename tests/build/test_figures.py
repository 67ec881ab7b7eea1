"""Figures without words: drawn once for several languages, as each would have drawn them."""

from pathlib import Path

import pytest

from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition, edition_of
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.files.catalog import Catalog
from printnplay.game.rulebook import FigureBlock
from printnplay.kernel.diagnostics import Problems

ROOT = Path(__file__).parents[2]
GAME = "tic-tac-ko"
MOST = 6


def opened(*languages: str, game: str = GAME) -> LoadedGame:
    loaded = open_game(Catalog(ROOT), game, languages, Problems(), Scrutiny(texts=False))
    assert loaded is not None
    return loaded


def drawings(edition: Edition) -> list[str]:
    blocks = [block for block in edition.game.outline.blocks if isinstance(block, FigureBlock)]
    pictures = [edition.figure(block) for block in blocks[:MOST]]
    return [picture.svg for picture in pictures if picture is not None]


@pytest.mark.parametrize("first", ["fr", "de"])
def test_a_language_in_other_fonts_has_figures_of_its_own(first: str) -> None:
    both, problems = opened(first, "pl"), Problems()
    before, after = (
        drawings(edition_of(both, Languages(language), problems)) for language in (first, "pl")
    )
    alone = drawings(edition_of(opened("pl"), Languages("pl"), problems))
    assert len(alone) == MOST
    assert after == alone
    assert before != alone


def test_figures_begin_where_lines_begin() -> None:
    game = "tic-tac-match"
    both, problems = opened("en", "ar", game=game), Problems()
    english, arabic = (
        drawings(edition_of(both, Languages(language), problems)) for language in ("en", "ar")
    )
    assert arabic == drawings(edition_of(opened("ar", game=game), Languages("ar"), problems))
    assert sum(one != other for one, other in zip(english, arabic, strict=True)) > MOST / 2
    assert not problems.found


def test_languages_in_the_same_fonts_share_figures() -> None:
    both, problems = opened("fr", "de"), Problems()
    drawings(edition_of(both, Languages("fr"), problems))
    shared = dict(both.figures)
    drawings(edition_of(both, Languages("de"), problems))
    assert shared
    assert both.figures == shared
