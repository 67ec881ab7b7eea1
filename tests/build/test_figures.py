"""Figures without words: drawn once for several languages, as each would have drawn them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.files.catalog import Catalog
from printnplay.game.rulebook import FigureBlock
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Um, mm
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Stamp
from printnplay.svg.geometry import Matrix
from printnplay.svg.values import transform

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


@pytest.mark.at_leisure
@pytest.mark.turns(2)
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


@pytest.mark.at_leisure
def test_figures_begin_where_lines_begin() -> None:
    game = "tic-tac-match"
    both, problems = opened("en", "ar", game=game), Problems()
    english, arabic = (
        drawings(edition_of(both, Languages(language), problems)) for language in ("en", "ar")
    )
    assert arabic == drawings(edition_of(opened("ar", game=game), Languages("ar"), problems))
    assert sum(one != other for one, other in zip(english, arabic, strict=True)) > MOST / 2
    assert not problems.found


@pytest.mark.at_leisure
def test_languages_in_the_same_fonts_share_figures() -> None:
    both, problems = opened("fr", "de"), Problems()
    drawings(edition_of(both, Languages("fr"), problems))
    shared = dict(both.figures)
    drawings(edition_of(both, Languages("de"), problems))
    assert shared
    assert both.figures == shared


def test_spaces_next_to_those_shown_have_no_faces() -> None:
    """Only the card that is played, and the one that it goes on: the rest are plain edges."""
    game = "tic-tac-match"
    edition = edition_of(opened("en", game=game), Languages("en"), Problems())
    blocks = {
        block.name: block for block in edition.game.outline.blocks if isinstance(block, FigureBlock)
    }
    shown = [edition.figure(blocks[f"examples.{name}"]) for name in ("empty-space", "cover-symbol")]
    assert [len([*cards_in(picture)]) for picture in shown if picture] == [1, 2]


NARROWEST: Um = mm(15)
"""The least printed width of a card in a figure, where its symbols are recognisable."""

CARD_UNITS = 100
"""The width of a card in the templates of figures, in units of the group that draws it."""


def cards_in(picture: Picture) -> Iterator[Um]:
    """Yield the drawn width of each card: templates draw one as a group of the class `card`."""
    drawn = etree.fromstring(picture.svg.encode())
    for card in drawn.iter("{*}g"):
        if card.get("class") == "card":
            whole = Matrix()
            for group in (*reversed(list(card.iterancestors())), card):
                whole = whole.times(transform(group.get("transform", "")).matrix)
            yield mm(CARD_UNITS * (whole.a**2 + whole.b**2) ** 0.5)


@pytest.mark.parametrize(
    "game",
    [
        "match",
        *(
            pytest.param(one, marks=pytest.mark.at_leisure)
            for one in ("tic-tac-ko", "tic-tac-match", "tic-tac-taco")
        ),
    ],
)
@pytest.mark.parametrize(
    "language",
    ["en", *(pytest.param(one, marks=pytest.mark.at_leisure) for one in ("de", "fr", "pl"))],
)
def test_cards_in_figures_are_printed_wide_enough(game: str, language: str) -> None:
    problems = Problems()
    edition = edition_of(opened(language, game=game), Languages(language), problems)
    blocks = [block for block in edition.game.outline.blocks if isinstance(block, FigureBlock)]
    figures = {picture.svg for block in blocks if (picture := edition.figure(block))}
    pages = edition.pages
    assert not problems.found
    shown = [
        (page.label, item.rect.width * width // item.picture.size.width)
        for page in pages[1:-1]
        for item in page.items
        if isinstance(item, Stamp) and item.picture.svg in figures
        for width in cards_in(item.picture)
    ]
    assert len(shown) > MOST
    assert [at for at in shown if at[1] < NARROWEST] == []
    assert len(pages) % 4 == 0


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", ["match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco"])
def test_each_worked_example_can_be_drawn(game: str) -> None:
    problems = Problems()
    edition = edition_of(opened("en", game=game), Languages("en"), problems)
    span = edition.game.outline.page_span
    examples = [example.id for example in edition.game.examples]
    drawn = [name for name in examples if edition.figure(FigureBlock(name, span))]
    assert drawn == examples
    assert not problems.found
