"""Where the cards of real kits lie, and where they are cut."""

from collections.abc import Callable

import pytest

from .builds import File, files
from .cards import assert_cut_around, assert_places, cuts, pages_of, places, size_of
from .plan import A_SHEET, grid
from .readback import around
from .shelf import Shelf
from .words import Wording

Wordings = Callable[[str], Wording]
ON_GRIDS = files("kit", "long", "short", "separate", "none")
BLEED = 2


@pytest.mark.parametrize("file", ON_GRIDS, ids=str)
def test_cards_lie_twelve_a_sheet_on_a_grid_centred_on_the_paper(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    wanted = grid(size_of(file, shelf))
    fronts = [
        page
        for page in pages_of(file, shelf, wording(file.language).game)
        if page[0].kind == "front"
    ]
    assert [len(page.cards) for page, _ in fronts] == [A_SHEET] * 5
    for _, shows in fronts:
        assert_places(places(shows), wanted)


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_every_card_of_the_deck_is_there_as_often_as_it_is_dealt(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    seen: dict[str, set[str]] = {}
    count = 0
    for page, shows in pages_of(file, shelf, wording(file.language).game):
        if page.kind in ("front", "fold-over"):
            for card, picture in zip(page.cards, shows.pictures, strict=False):
                seen.setdefault(card, set()).add(picture.name)
                count += 1
    deck = [card for card in wording(file.language).game.cards if card.family != "identity"]
    assert set(seen) == {card.id for card in deck}
    assert count == sum(card.copies for card in deck)
    pictures = [name for names in seen.values() for name in names]
    assert len(pictures) == len(set(pictures)) == len(deck)


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_bleed_surrounds_the_block_and_never_a_neighbour(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    for page, shows in pages_of(file, shelf, wording(file.language).game):
        if not page.cards:
            continue  # the first page and the aid show pictures that are no cards of the deck
        clips = [picture.clip for picture in shows.pictures if picture.clip]
        cards = places(shows)
        assert len(clips) == len(cards)
        for card, clip in zip(cards, clips, strict=True):
            assert clip.holds(card)
            assert card.grown(BLEED).holds(clip)
            assert [one for one in cards if one.meets(clip)] == [card]
        assert around(clips).near(around(cards).grown(BLEED))


@pytest.mark.parametrize("file", ON_GRIDS, ids=str)
def test_cut_lines_run_along_the_edges_of_the_cards_and_nowhere_else(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    for page, shows in pages_of(file, shelf, wording(file.language).game):
        if page.kind == "front":
            assert_cut_around(places(shows), cuts(shows))
            assert shows.of("fold") == []


@pytest.mark.parametrize("file", files("kit", "long", "short"), ids=str)
def test_no_line_but_the_ruler_is_printed_on_the_side_of_the_backs(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    backs = [
        shows
        for page, shows in pages_of(file, shelf, wording(file.language).game)
        if page.kind == "back"
    ]
    assert [{line.kind for line in shows.lines} for shows in backs] == [{"rule"}] * 5


@pytest.mark.parametrize("file", files("kit", "separate"), ids=str)
def test_separate_backs_fill_the_grid_without_marks(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    ((_, shows),) = [
        page
        for page in pages_of(file, shelf, wording(file.language).game)
        if page[0].kind == "separate"
    ]
    assert_places(places(shows), grid(size_of(file, shelf)))
    assert len({picture.name for picture in shows.pictures}) == 1
    assert cuts(shows) == []
