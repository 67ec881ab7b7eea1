"""Backs lie behind their fronts: by a flip of the paper or by folding it, full sheet or not."""

from collections.abc import Callable
from io import BytesIO
from itertools import pairwise

import pytest
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.imposition.papers import find_paper
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.printing import Backs, PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.pdf import write

from .builds import PAPERS, File, files
from .cards import (
    DOWN,
    UP,
    assert_behind,
    assert_cut_around,
    assert_places,
    cuts,
    folds,
    pages_of,
    places,
    size_of,
    turned_over,
)
from .plan import A_SHEET, HALF_A_SHEET, grid
from .readback import NEAR, page_size
from .shelf import Pdf, Shelf
from .words import Wording

pytestmark = pytest.mark.sampled(8)

Wordings = Callable[[str], Wording]
FOURTEEN = {"x-blue": 8}


@pytest.mark.at_leisure
@pytest.mark.parametrize("file", files("kit", "long", "short"), ids=str)
def test_each_back_lies_behind_its_front(file: File, shelf: Shelf, wording: Wordings) -> None:
    pages = pages_of(file, shelf, wording(file.language).game)
    size = size_of(file, shelf)
    pairs = [(one, two) for one, two in pairwise(pages) if one[0].kind == "front"]
    assert len(pairs) == 5
    for (_, fronts), (page, backs) in pairs:
        assert page.kind == "back"
        assert_behind(fronts, backs, size, file.backs)
        assert len({picture.name for picture in backs.pictures}) == 1


@pytest.mark.parametrize("file", files("kit", "long", "short"), ids=str)
def test_fronts_are_printed_on_odd_pages_and_their_backs_on_even_ones(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    pages = pages_of(file, shelf, wording(file.language).game)
    kinds = [page.kind for page, _ in pages]
    assert kinds[:2] == ["front-page", "instructions"]
    assert {*kinds[3::2]} == {"back", "blank"}
    assert not {*kinds[::2]} & {"back", "blank"}
    assert [shows for page, shows in pages if page.kind == "blank" and shows.pictures] == []


@pytest.fixture(scope="module", params=PAPERS)
def fourteen(request: pytest.FixtureRequest, wording: Wordings) -> Callable[[str], Pdf]:
    """The kit of a game with fourteen blue cards, so that their second sheet has two only."""
    loaded = wording("en").loaded
    cards = [replace(card, copies=FOURTEEN.get(card.id, card.copies)) for card in loaded.game.cards]
    changed = replace(loaded, game=replace(loaded.game, cards=tuple(cards)))
    problems = Problems()
    edition = Edition(changed, "en", problems)

    def build(backs: str) -> Pdf:
        settings = PrintSettings(find_paper(request.param), Backs(backs))
        kit = make_documents(edition, settings)["kit"]
        assert problems.found == []
        stream = BytesIO()
        write(kit, stream)
        return Pdf(stream.getvalue())

    return build


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_of_a_sheet_that_is_not_full_lie_behind_their_fronts(
    flip: str, fourteen: Callable[[str], Pdf]
) -> None:
    pdf = fourteen(flip)
    size = page_size(pdf.document.pages[0])
    full, full_backs, rest, rest_backs = pdf.pages[2:6]
    assert_places(places(full), grid(size))
    assert_places(places(rest), grid(size)[:2])
    assert_behind(full, full_backs, size, flip)
    assert_behind(rest, rest_backs, size, flip)
    assert_cut_around(places(rest), cuts(rest))


def test_a_sheet_to_fold_that_is_not_full_keeps_fronts_and_backs_together(
    fourteen: Callable[[str], Pdf],
) -> None:
    pdf = fourteen("fold")
    size = page_size(pdf.document.pages[0])
    full, _, rest = pdf.pages[2:5]
    fronts, backs = places(rest)[:2], places(rest)[2:]
    assert len(backs) == 2
    assert_places(backs, [turned_over(box, size, "short") for box in fronts])
    assert_places(fronts, places(full)[:2])


@pytest.mark.parametrize("file", files("kit", "fold"), ids=str)
def test_folded_over_each_back_lies_behind_its_front(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    size = size_of(file, shelf)
    pages = pages_of(file, shelf, wording(file.language).game)
    sheets = [shows for page, shows in pages if page.kind == "fold-over"]
    assert len(sheets) == 10
    for shows in sheets:
        (fold,) = folds(shows)
        assert not fold.upright
        assert fold.at == pytest.approx(size[1] / 2, abs=NEAR)
        fronts, backs = places(shows)[:HALF_A_SHEET], places(shows)[HALF_A_SHEET:]
        assert max(box.bottom for box in fronts) < fold.at + NEAR
        assert_places(backs, [turned_over(box, size, "short") for box in fronts])
        assert [picture.up for picture in shows.pictures] == [UP] * 6 + [DOWN] * 6
        assert_cut_around(fronts, cuts(shows), fold)
        assert fold.low < min(box.left for box in fronts) + NEAR
        assert fold.high > max(box.right for box in fronts) - NEAR


@pytest.mark.parametrize("file", files("kit", "fold"), ids=str)
def test_cards_on_sheets_to_fold_stand_in_the_middle_of_the_width(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    width, _ = size_of(file, shelf)
    for page, shows in pages_of(file, shelf, wording(file.language).game):
        if page.kind == "fold-over":
            fronts = places(shows)[:HALF_A_SHEET]
            assert fronts[0].left == pytest.approx(width - fronts[2].right, abs=NEAR)
            assert fronts[3].top >= fronts[0].bottom - NEAR
    assert A_SHEET == 2 * HALF_A_SHEET
