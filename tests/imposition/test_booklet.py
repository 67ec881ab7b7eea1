from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.booklet import (
    BLEED,
    BookletLabels,
    Folding,
    halves_of,
    imposed,
    open_spread,
    pad,
    reading,
    two_up,
)
from printnplay.imposition.booklet import impose as impose_on
from printnplay.imposition.papers import DoesNotFitError
from printnplay.kernel.geometry import Paper, Rect, Size, Um, mm
from printnplay.kernel.printing import Flip
from printnplay.scene.sheet import Bookmark, Leaf, Page, Sheet, Stroke, TextLine

from .samples import A4, LETTER, Golden, extent, label, outside, overlap, strokes
from .sheet_log import describe

PAGE = Size(mm(127), mm(190.5))
BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
FLIPS = pytest.mark.parametrize("flip", Flip)


def book(number: int, size: Size = PAGE) -> tuple[Page, ...]:
    """Pages labelled 1 to n."""
    return tuple(Page(size, (), str(one)) for one in range(1, number + 1))


def labels(pages: int, size: float = 7) -> BookletLabels:
    """Labels for a booklet of so many pages."""
    sides = [
        f"Sheet {number // 2 + 1} {('front', 'back')[number % 2]}" for number in range(pages // 2)
    ]
    return BookletLabels(
        label("Fold", size),
        label("Trim", size),
        label("Fold, then trim", size),
        tuple(label(side, size) for side in sides),
    )


def impose(
    pages: tuple[Page, ...],
    paper: Paper,
    labels: BookletLabels,
    flip: Flip = Flip.SHORT,
    creep_per_sheet: Um = 0,
) -> tuple[Sheet, ...]:
    """The booklet on a paper."""
    size = pages[0].size if pages else PAGE
    return impose_on(pages, open_spread(size, paper), labels, Folding(flip, creep_per_sheet))


def leaves(sheet: Sheet) -> list[Leaf]:
    return [item for item in sheet.items if isinstance(item, Leaf)]


@BOTH
def test_a_booklet_of_eight(paper: Paper, golden: Golden) -> None:
    sheets = impose(book(8), paper, labels(8), Flip.LONG, creep_per_sheet=120)
    golden(f"booklet-{paper.id}", "\n".join(describe(sheet) for sheet in sheets))


@pytest.mark.parametrize(
    ("number", "order"),
    [
        (4, "1 2 3 4"),
        (5, "1 2 3 4 - - - 5"),
        (6, "1 2 3 4 5 - - 6"),
        (7, "1 2 3 4 5 6 - 7"),
        (10, "1 2 3 4 5 6 7 8 9 - - 10"),
    ],
)
def test_blanks_go_before_the_back_cover(number: int, order: str) -> None:
    padded = pad(book(number), lambda _: Page(PAGE, (), "-"))
    assert " ".join(page.label for page in padded) == order


@pytest.mark.parametrize("number", range(4, 65, 4))
@FLIPS
def test_folded_together_the_pages_run_from_first_to_last(number: int, flip: Flip) -> None:
    sheets = impose(book(number), A4, labels(number), flip)
    assert _folded(sheets, flip) == [str(one) for one in range(1, number + 1)]


@BOTH
@FLIPS
@pytest.mark.parametrize("number", [4, 16])
def test_each_page_lies_exactly_behind_its_other_side_head_to_head(
    paper: Paper, flip: Flip, number: int
) -> None:
    sheets = impose(book(number), paper, labels(number), flip)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        behind = {_through(leaf, back.size, flip) for leaf in leaves(back)}
        assert behind == {(leaf.rect, True) for leaf in leaves(front)}


@BOTH
def test_two_pages_meet_in_the_middle_at_the_same_size_on_both_papers(paper: Paper) -> None:
    for sheet in impose(book(8), paper, labels(8)):
        left, right = leaves(sheet)
        assert left.rect.size == right.rect.size == PAGE
        assert left.rect.right == right.rect.x == sheet.size.width // 2
        assert left.rect.centre.y == sheet.size.height // 2
        assert sheet.size == paper.size.turned
        assert sheet.trim == Rect(left.rect.x, left.rect.y, 2 * PAGE.width, PAGE.height)


@BOTH
@FLIPS
def test_marks_and_labels_stand_off_the_pages_where_the_printer_reaches(
    paper: Paper, flip: Flip
) -> None:
    whole = Rect(0, 0, paper.size.height, paper.size.width)
    for sheet in impose(book(8), paper, labels(8), flip):
        around = [item for item in sheet.items if not isinstance(item, Leaf)]
        assert outside(around, whole) == []
        assert outside(_texts(sheet), whole.grown(-paper.margins.widest)) == []
        assert sheet.trim is not None
        bleed = sheet.trim.grown(BLEED)
        assert not any(overlap(extent(item).grown(1), bleed) for item in around)
        texts = [extent(item) for item in around if isinstance(item, TextLine)]
        assert not any(overlap(one, two) for one, two in combinations(texts, 2))
        marks = [extent(item).grown(1) for item in around if isinstance(item, Stroke)]
        assert not any(overlap(text, mark) for text in texts for mark in marks)


@BOTH
def test_ticks_show_the_three_cut_edges_and_dashes_the_spine(paper: Paper) -> None:
    sheet = impose(book(4), paper, labels(4))[0]
    assert sheet.trim is not None
    trims, folds = strokes(sheet.items, "trim"), strokes(sheet.items, "fold")
    upright = [trim.start.x for trim in trims if trim.start.x == trim.end.x]
    level = [trim.start.y for trim in trims if trim.start.y == trim.end.y]
    assert sorted(upright) == sorted([sheet.trim.x, sheet.trim.right] * 2)
    assert sorted(level) == sorted([sheet.trim.y, sheet.trim.bottom] * 2)
    assert (
        [fold.start.x for fold in folds] == [fold.end.x for fold in folds] == [_middle(sheet)] * 2
    )
    assert all(fold.dash and not tick.dash for fold in folds for tick in trims)
    assert folds[0].end.y < sheet.trim.y < sheet.trim.bottom < folds[1].start.y


@BOTH
def test_every_margin_says_what_is_done_there(paper: Paper) -> None:
    first, second = impose(book(4), paper, labels(4))
    said = sorted("".join(run.text for run in text.runs) for text in _texts(first))
    around = ["Fold", "Fold", "Trim", "Trim"] if paper is LETTER else []
    assert said == [*around[:2], "Fold, then trim", "Sheet 1 front", "Trim", "Trim", *around[2:]]
    assert second.label == "Sheet 1 back"


def test_for_a_long_edge_flip_only_backs_stand_upside_down() -> None:
    sheets = impose(book(8), A4, labels(8), Flip.LONG)
    turns = [{leaf.turn for leaf in leaves(sheet)} for sheet in sheets]
    assert turns == [{0}, {180}, {0}, {180}]
    assert {text.turn for text in _texts(sheets[1])} == {90}


@FLIPS
def test_inner_pages_are_set_nearer_to_the_spine_by_the_creep(flip: Flip) -> None:
    sheets = impose(book(16), A4, labels(16), flip, creep_per_sheet=120)
    for index, sheet in enumerate(sheets):
        left, right = sorted(leaves(sheet), key=lambda leaf: leaf.rect.x)
        creep: Um = index // 2 * 120
        assert left.rect.right == _middle(sheet) + creep
        assert right.rect.x == _middle(sheet) - creep
        assert sheet.trim == sheets[0].trim


def test_no_page_is_printed_beyond_the_spine() -> None:
    outer, *_, inner = impose(book(16), A4, labels(16), creep_per_sheet=120)
    left, right = (leaf.clip for leaf in leaves(inner))
    assert left is not None
    assert right is not None
    assert left.right == right.x == _middle(inner)
    assert left.grown(1).holds(Rect(0, 0, _middle(inner), inner.size.height))
    assert [leaf.clip for leaf in leaves(outer)] == [None, None]


@given(st.integers(1, 40))
def test_every_page_is_printed_once(sheets: int) -> None:
    numbers = [page for side in imposed(4 * sheets) for page in (side.left, side.right)]
    assert sorted(numbers) == list(range(1, 4 * sheets + 1))


@pytest.mark.parametrize(("pages", "labelled"), [(0, 0), (6, 4), (8, 4)])
def test_a_wrong_number_of_pages_or_labels_is_a_mistake(pages: int, labelled: int) -> None:
    with pytest.raises(ValueError, match="pages"):
        impose(book(pages), A4, labels(labelled))


def test_pages_too_large_for_the_paper_are_named() -> None:
    with pytest.raises(DoesNotFitError) as fault:
        impose(book(4, Size(mm(220), mm(300))), A4, labels(4))
    assert fault.value.element == "booklet page"


def test_a_label_too_high_for_its_margin_is_named() -> None:
    with pytest.raises(DoesNotFitError) as fault:
        impose(book(4), LETTER, labels(4, 12))
    assert fault.value.element == "sheet number"


def test_pages_that_the_paper_is_too_small_for_are_printed_smaller() -> None:
    (sheet, _) = impose(book(4, Size(mm(148), mm(210))), A4, labels(4))
    left, right = leaves(sheet)
    assert left.rect.size == right.rect.size
    assert left.rect.width * 210 == pytest.approx(left.rect.height * 148, rel=1e-4)
    assert sheet.trim is not None
    assert Rect(0, 0, mm(297), mm(210)).grown(-BLEED).holds(sheet.trim)


def test_pages_that_are_not_trimmed_fill_the_paper_and_have_no_trim_marks() -> None:
    spread = open_spread(Size(mm(148.5), mm(210)), A4, trimmed=False)
    (sheet, _) = impose_on(book(4, Size(mm(148.5), mm(210))), spread, labels(4), Folding())
    assert [leaf.rect for leaf in leaves(sheet)] == [
        Rect(0, 0, mm(148.5), mm(210)),
        Rect(mm(148.5), 0, mm(148.5), mm(210)),
    ]
    assert strokes(sheet.items, "trim") == []
    assert sheet.trim is None


def test_labels_of_seven_and_a_half_points_fit_on_both_papers() -> None:
    assert all(impose(book(4), paper, labels(4, 7.5)) for paper in (A4, LETTER))


def test_the_reading_edition_keeps_order_size_and_bookmarks() -> None:
    pages = (Page(PAGE, (), "1", (Bookmark("Goal"),)), Page(PAGE, (), "2"))
    sheets = reading(pages)
    assert [(sheet.label, sheet.size) for sheet in sheets] == [("1", PAGE), ("2", PAGE)]
    assert [sheet.bookmarks for sheet in sheets] == [(Bookmark("Goal"),), ()]


def _texts(sheet: Sheet) -> list[TextLine]:
    return [item for item in sheet.items if isinstance(item, TextLine)]


def _middle(sheet: Sheet) -> Um:
    return sheet.size.width // 2


def _through(leaf: Leaf, sheet: Size, flip: Flip) -> tuple[Rect, bool]:
    """Where a page of the back shows against the light, and whether its head is up there.

    The sheet lies on its long side: a flip on the short edge swaps left and right, one on the long
    edge top and bottom.
    """
    rect = leaf.rect
    if flip is Flip.SHORT:
        seen = Rect(sheet.width - rect.right, rect.y, rect.width, rect.height)
        return seen, leaf.turn == 0
    seen = Rect(rect.x, sheet.height - rect.bottom, rect.width, rect.height)
    return seen, leaf.turn == 180


def _folded(sheets: tuple[Sheet, ...], flip: Flip) -> list[str]:
    """Print, fold and leaf through: the labels in the order a reader meets them.

    Sheets lie nested, the first outermost; each gives a leaf right of the spine for the first half
    of the book and one left of it for the second. A leaf's other side is what lies behind it.
    """
    opening: list[str] = []
    closing: list[str] = []
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        behind = {_through(leaf, back.size, flip)[0].x: leaf.page.label for leaf in leaves(back)}
        left, right = sorted(leaves(front), key=lambda leaf: leaf.rect.x)
        opening += [right.page.label, behind[right.rect.x]]
        closing = [behind[left.rect.x], left.page.label, *closing]
    return opening + closing


@pytest.mark.parametrize(
    ("size", "paper", "cut"),
    [
        (Size(mm(148.5), mm(210)), A4, False),
        (Size(mm(148), mm(210)), LETTER, False),
        (Size(mm(105), mm(148)), A4, True),
        (Size(mm(105), mm(148)), LETTER, True),
    ],
)
def test_untrimmed_pages_in_the_middle_of_the_paper_are_trimmed(
    size: Size, paper: Paper, *, cut: bool
) -> None:
    assert open_spread(size, paper, trimmed=False).trimmed == cut


def test_screens_have_no_pages_that_only_fill_up_sheets() -> None:
    cover, text, filler, back = (
        Page(PAGE, (), name, filler=name == "3") for name in ("", "2", "3", "4")
    )
    assert [sheet.label for sheet in reading((cover, text, filler, back))] == ["", "2", "4"]


def gathered(sheets: list[tuple[list[str], list[str]]], most: int) -> list[str]:
    """The pages of a book as a reader turns them, from the two sides of each sheet in order.

    Each signature is folded with its first sheet outside, and laid behind the one before.
    """
    total, count = len(sheets), -(-len(sheets) // most)
    read = []
    for part in range(count):
        own = total // count + (part < total % count)
        taken, sheets = sheets[:own], sheets[own:]
        read += [page for front, back in taken for page in (front[1], back[0])]
        read += [page for front, back in taken[::-1] for page in (back[1], front[0])]
    return read


@pytest.mark.parametrize("most", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("pages", [4, 8, 20, 36, 52])
def test_signatures_are_read_in_order(pages: int, most: int) -> None:
    """Perfect binding has one sheet to a signature; `most` sheets are never exceeded."""
    book_of = book(pages)
    size = open_spread(PAGE, A4)
    made = impose_on(book_of, size, labels(pages), Folding(most=most))
    named = [[leaf.page.label for leaf in leaves(sheet)] for sheet in made]
    sheets = list(zip(named[::2], named[1::2], strict=True))
    assert gathered(sheets, most) == [page.label for page in book_of]
    creeps = {side.sheet for side in imposed(pages, most)}
    assert max(creeps) < most


A3 = Paper("a3", "A3", Size(mm(297), mm(420)), A4.margins)


@FLIPS
@pytest.mark.parametrize("pages", [8, 20])
def test_two_spreads_on_a_sheet_of_a3_are_cut_into_sheets_of_a_booklet(
    pages: int, flip: Flip
) -> None:
    """Each half of a side lies behind its own half, whichever edge the printer flips."""
    size, half = Size(mm(148), mm(210)), halves_of(A3)
    spread = open_spread(size, half, trimmed=False)
    one_up = impose_on(book(pages, size), spread, labels(pages), Folding())
    made = two_up(one_up, A3, flip)
    assert {sheet.size for sheet in made} == {A3.size}
    assert len(made) == 2 * -(-len(one_up) // 4)
    found: list[tuple[list[str], list[str]]] = []
    for front, back in zip(made[::2], made[1::2], strict=True):
        for side in sorted({leaf.rect.y for leaf in leaves(front)}):
            fronts = [leaf for leaf in leaves(front) if leaf.rect.y == side]
            behind = {leaf.rect.x: leaf for leaf in leaves(back) if _behind(leaf, flip) == side}
            found.append(
                (
                    [leaf.page.label for leaf in sorted(fronts, key=lambda leaf: leaf.rect.x)],
                    [behind[x].page.label for x in sorted(behind, reverse=flip is Flip.SHORT)],
                )
            )
    assert gathered(found, len(found)) == [str(number) for number in range(1, pages + 1)]


def _behind(leaf: Leaf, flip: Flip) -> Um:
    """The y of the place on the front that lies behind a leaf of the back."""
    return leaf.rect.y if flip is Flip.LONG else A3.size.height - leaf.rect.bottom
