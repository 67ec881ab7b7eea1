"""One-sheet rulebooks: leaflets and zines, folded in the mind."""

import pytest

from printnplay.imposition.leaflet import leaflet, zine
from printnplay.imposition.papers import DoesNotFitError
from printnplay.kernel.geometry import Paper, Rect, Size, mm
from printnplay.kernel.printing import Flip
from printnplay.scene.sheet import Leaf, Page, Sheet, Stroke

from .samples import A4, LETTER

DL = Size(mm(99), mm(210))
A5, A6 = Size(mm(148.5), mm(210)), Size(mm(105), mm(148))
A7 = Size(mm(74.25), mm(105))


def book(number: int, size: Size) -> tuple[Page, ...]:
    return tuple(Page(size, (), str(one)) for one in range(1, number + 1))


def leaves(sheet: Sheet) -> list[Leaf]:
    return [item for item in sheet.items if isinstance(item, Leaf)]


def across(sheet: Sheet) -> list[str]:
    """The labels of the pages from left to right."""
    return [leaf.page.label for leaf in sorted(leaves(sheet), key=lambda leaf: leaf.rect.x)]


@pytest.mark.parametrize(
    ("number", "outside", "inside"),
    [
        (4, ["4", "1"], ["2", "3"]),
        (6, ["5", "6", "1"], ["2", "3", "4"]),
        (8, ["1", "2", "3", "4"], ["5", "6", "7", "8"]),
    ],
)
def test_pages_of_a_leaflet_lie_as_it_is_folded(
    number: int, outside: list[str], inside: list[str]
) -> None:
    size = Size(mm(60), mm(100))
    front, back = leaflet(book(number, size), A4, trimmed=False)
    assert (across(front), across(back)) == (outside, inside)


def test_the_page_behind_the_cover_is_the_next_one() -> None:
    front, back = leaflet(book(6, DL), A4, trimmed=False)
    (cover,) = (leaf for leaf in leaves(front) if leaf.page.label == "1")
    (second,) = (leaf for leaf in leaves(back) if leaf.page.label == "2")
    mirrored = front.size.width - cover.rect.right
    assert second.rect == Rect(mirrored, cover.rect.y, cover.rect.width, cover.rect.height)
    assert cover.rect.size == DL


def test_a_long_edge_flip_turns_the_inside_upside_down() -> None:
    _, back = leaflet(book(6, DL), A4, Flip.LONG, trimmed=False)
    assert {leaf.turn for leaf in leaves(back)} == {180}


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_a_zine_is_folded_from_one_side(paper: Paper) -> None:
    (sheet,) = zine(book(8, A7), paper)
    upper: list[Leaf] = []
    lower: list[Leaf] = []
    middle = sheet.size.height // 2
    for leaf in leaves(sheet):
        (upper if leaf.rect.centre.y < middle else lower).append(leaf)
    assert {leaf.turn for leaf in upper} == {180}
    assert {leaf.turn for leaf in lower} == {0}
    order = [
        [leaf.page.label for leaf in sorted(row, key=lambda one: one.rect.x)]
        for row in (upper, lower)
    ]
    assert order == [["5", "4", "3", "2"], ["6", "7", "8", "1"]]
    (slit,) = (item for item in sheet.items if isinstance(item, Stroke) and item.kind == "cut")
    lefts = sorted({leaf.rect.x for leaf in leaves(sheet)})
    assert (slit.start.x, slit.end.x) == (lefts[1], lefts[3])


def test_too_many_or_too_large_pages_are_named() -> None:
    with pytest.raises(DoesNotFitError, match="has 14 pages; one sheet holds 12") as fault:
        leaflet(book(14, DL), A4)
    assert "--booklet saddle" in fault.value.cure
    with pytest.raises(DoesNotFitError, match=r"^leaflet: 5 x 1 pages of 99 x 210 mm are too"):
        leaflet(book(10, DL), A4)
    with pytest.raises(DoesNotFitError):
        zine(book(6, A7), A4)


def test_pages_that_are_too_large_for_a_zine_are_told_with_those_that_fill_its_sheet() -> None:
    with pytest.raises(DoesNotFitError) as fault:
        zine(book(8, A5), A4)
    assert (
        str(fault.value) == "zine: 4 x 2 pages of 148.5 x 210 mm are too large for one side of A4"
    )
    assert fault.value.cure.endswith("smaller pages: pages of 74.2 x 105 mm fill this one")


@pytest.mark.parametrize(("size", "cut"), [(A6, True), (A5, False)], ids=["a6", "a5"])
def test_pages_in_the_middle_of_the_paper_are_cut_out(size: Size, *, cut: bool) -> None:
    for sheet in leaflet(book(4, size), A4, trimmed=False):
        kinds = {item.kind for item in sheet.items if isinstance(item, Stroke)}
        assert ("trim" in kinds, sheet.trim is not None) == (cut, cut)
        left, right = leaves(sheet)
        # Art runs on where it is cut, and nowhere else.
        assert left.clip is not None
        assert right.clip is not None
        assert left.clip.right == right.clip.x == sheet.size.width // 2
        assert left.rect.x - left.clip.x == right.clip.right - right.rect.right == sheet.bleed
        assert (sheet.bleed > 0) == cut
