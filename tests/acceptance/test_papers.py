"""Sheets of cards on five papers, read back from the PDF: edges, gutters, backs, marks."""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

import pytest
from msgspec.structs import replace

from printnplay.imposition.backs import CardLayout
from printnplay.imposition.papers import find_paper
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Size, Um, mm
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind
from printnplay.pdf import write
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Sheet

from .readback import Box, Line, Shows
from .shelf import Pdf

PAPERS = ("a4", "letter", "a5", "legal", "a3")
EXACT = 0.01
POKER = Size(mm(63.5), mm(88.9))
BLEED, TICK = 2, 4
WAYS: tuple[tuple[Backs, Um | None], ...] = tuple(
    (backs, gutter) for backs in (Backs.LONG, Backs.SHORT) for gutter in (None, 0, mm(3))
)


def picture(name: str, size: Size) -> Picture:
    """A plain picture with its bleed."""
    width, height = size.width / 1000, size.height / 1000
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 4}mm" height="{height + 4}mm"'
        f' viewBox="-2 -2 {width + 4} {height + 4}"><rect x="-2" y="-2" width="{width + 4}"'
        f' height="{height + 4}" fill="#336699"/><title>{name}</title></svg>'
    )
    return Picture(name, size, mm(BLEED), svg)


def written(papers: Sequence[str], sides: Sequence[Side]) -> tuple[Shows, ...]:
    """What is read back of some sides, each on its paper."""
    sheets = tuple(
        Sheet(find_paper(paper).size, side.items) for paper, side in zip(papers, sides, strict=True)
    )
    stream = BytesIO()
    write(Document("", "", "", "en", sheets, ()), stream)
    return Pdf(stream.getvalue()).pages


@pytest.fixture(scope="module")
def pages() -> dict[tuple[str, Backs, Um | None], tuple[Shows, Shows]]:
    """The front and the back of a part-filled sheet of each paper, way of backs and gutter."""
    front, back = picture("front", POKER), picture("back", POKER)
    keys = [(paper, *way) for paper in PAPERS for way in WAYS]
    sides: list[Side] = []
    for paper, backs, gutter in keys:
        layout = CardLayout(
            find_paper(paper), CardFormat(POKER, mm(BLEED), gutter), backs, Marking()
        )
        sides += layout.sides([(front, back)] * max(1, layout.capacity - 1))
    shows = written([key[0] for key in keys for _ in range(2)], sides)
    return dict(zip(keys, zip(shows[::2], shows[1::2], strict=True), strict=True))


def trimmed(shows: Shows) -> list[Box]:
    """Where the cards lie."""
    return [picture.box.grown(-BLEED) for picture in shows.pictures]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("backs", "gutter"), WAYS)
def test_cards_are_true_to_size_a_gutter_apart_and_their_backs_behind_them(
    pages: dict[tuple[str, Backs, Um | None], tuple[Shows, Shows]],
    paper: str,
    backs: Backs,
    gutter: Um | None,
) -> None:
    front, back = (trimmed(shows) for shows in pages[paper, backs, gutter])
    size = find_paper(paper).size
    width, height = size.width / 1000, size.height / 1000
    for box in front:
        assert sorted((box.width, box.height)) == pytest.approx([63.5, 88.9], abs=EXACT)
    columns = sorted({round(box.left, 2) for box in front})
    pitches = [right - left - front[0].width for left, right in pairwise(columns)]
    if gutter is not None:
        assert pitches == pytest.approx([gutter / 1000] * len(pitches), abs=EXACT)
    else:
        assert pitches == pytest.approx(pitches[:1] * len(pitches), abs=EXACT)
        assert all(pitch < EXACT or 1.5 - EXACT <= pitch <= 2 * BLEED + EXACT for pitch in pitches)
    for box, behind in zip(front, back, strict=True):
        wanted = (
            (width - box.right, box.top, width - box.left, box.bottom)
            if backs is Backs.LONG
            else (box.left, height - box.bottom, box.right, height - box.top)
        )
        assert behind.edges == pytest.approx(wanted, abs=EXACT)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("backs", "gutter"), WAYS)
def test_every_edge_has_a_line_that_sticks_out_of_the_bleed_to_the_edge_of_the_paper_at_most(
    pages: dict[tuple[str, Backs, Um | None], tuple[Shows, Shows]],
    paper: str,
    backs: Backs,
    gutter: Um | None,
) -> None:
    shows, _ = pages[paper, backs, gutter]
    size = find_paper(paper).size
    cuts = shows.of("cut")
    for box in trimmed(shows):
        for upright, at, low, high in (
            (True, box.left, box.top, box.bottom),
            (True, box.right, box.top, box.bottom),
            (False, box.top, box.left, box.right),
            (False, box.bottom, box.left, box.right),
        ):
            (line,) = [cut for cut in cuts if along(cut, upright, at, low, high)]
            end = (size.height if upright else size.width) / 1000
            assert line.low <= max(0, low - BLEED - TICK) + EXACT
            assert line.high >= min(end, high + BLEED + TICK) - EXACT
            assert line.low >= -EXACT
            assert line.high <= end + EXACT


def along(cut: Line, upright: bool, at: float, low: float, high: float) -> bool:  # noqa: FBT001
    """Whether a cut lies on an edge, all along it."""
    is_on = cut.upright == upright and abs(cut.at - at) < EXACT
    return is_on and cut.low < low + EXACT and high < cut.high + EXACT


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_hexes_reach_into_each_other_and_show_no_neighbour(paper: str) -> None:
    card = CardFormat(Size(mm(40), mm(46)), mm(BLEED), mm(3), Shape(ShapeKind.HEX))
    layout = CardLayout(find_paper(paper), card, Backs.LONG, Marking())
    grid = layout.grid
    apart = CardLayout(layout.paper, replace(card, shape=Shape()), Backs.LONG, Marking())
    assert layout.capacity >= apart.capacity
    rows = sorted({cell.y for cell in grid.cells})
    assert rows[1] - rows[0] < card.size.height
    front, _ = layout.sides([(picture("hex", card.size), None)] * layout.capacity)
    for corners in (cut.flattened() for cut in front.cuts):
        assert len(corners) == 6
    middles = [cell.centre for cell in grid.cells]
    nearest = min(
        ((middle.x - other.x) ** 2 + (middle.y - other.y) ** 2) ** 0.5
        for middle in middles
        for other in middles
        if middle is not other
    )
    assert nearest == pytest.approx(mm(43), abs=mm(0.3))


def test_marks_can_be_left_out_or_put_on_backs() -> None:
    card = CardFormat(POKER, mm(BLEED))
    pair = (picture("front", POKER), picture("back", POKER))
    for fronts, backs in ((Marks.NONE, Marks.TICKS), (Marks.CORNERS, Marks.NONE)):
        layout = CardLayout(find_paper("a4"), card, Backs.LONG, Marking(fronts, backs))
        shown = written(["a4", "a4"], layout.sides([pair]))
        assert [bool(page.of("cut")) for page in shown] == [
            fronts is not Marks.NONE,
            backs is not Marks.NONE,
        ]
        for page in shown:
            (box,) = trimmed(page)
            if fronts is Marks.NONE:
                assert not any(line.enters(box.grown(-0.1)) for line in page.of("cut"))
