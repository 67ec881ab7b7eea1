"""Cards, labels and drawings of sheets that the tests share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from printnplay.imposition.backs import CardLayout, Pair
from printnplay.imposition.fold_over import FoldCardLayout
from printnplay.imposition.labels import box
from printnplay.imposition.papers import PAPERS
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Margins, Paper, Rect, Size, Um, mm, pt
from printnplay.kernel.printing import Backs, Marking
from printnplay.kernel.shapes import CardFormat
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Anchor,
    Contour,
    Item,
    Label,
    Leaf,
    Link,
    Panel,
    Run,
    Stamp,
    Stroke,
    TextLine,
)

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
SQUARE = Size(mm(63.5), mm(63.5))
POKER = Size(mm(63.5), mm(88.9))
BLEED = mm(2)

T = TypeVar("T")

Golden: TypeAlias = Callable[[str, str], None]
"""Compares a text with the golden file of a name."""

TURNS = {0: "", 90: ">", 180: "v", 270: "<"}


def picture(name: str, size: Size = SQUARE) -> Picture:
    """A picture that is known by its name."""
    return Picture(name, size, BLEED, "<svg/>")


def numbered(number: int, size: Size = SQUARE) -> list[tuple[Picture, Picture | None]]:
    """Fronts f1, f2, ... each with a back of its own, b1, b2, ..."""
    return [(picture(f"f{one}", size), picture(f"b{one}", size)) for one in range(1, number + 1)]


def label(text: str, size: float = 8) -> Label:
    """A text measured roughly as a sans serif face would be."""
    height = pt(size)
    width = len(text) * height * 11 // 20
    return Label((Run(0, text, "sans", height, "#000000"),), width, height * 7 // 10)


def card_sides(
    pairs: Sequence[Pair], paper: Paper, card: Size, bleed: Um, backs: Backs, gutter: Um | None = 0
) -> tuple[Side, ...]:
    """The sides of all sheets of some cards, butted unless a gutter is asked for."""
    layout = CardLayout(paper, CardFormat(card, bleed, gutter), backs, Marking())
    return tuple(side for some in shares(pairs, layout.capacity) for side in layout.sides(some))


def fold_sides(
    pairs: Sequence[tuple[Picture, Picture]], paper: Paper, card: Size, bleed: Um = 0
) -> tuple[Side, ...]:
    """The sides of all sheets of some fold cards, butted."""
    layout = FoldCardLayout(paper, CardFormat(card, bleed), Marking())
    return tuple(side for some in shares(pairs, layout.capacity) for side in layout.sides(some))


def shares(pairs: Sequence[T], capacity: int) -> Iterator[Sequence[T]]:
    """The cards sheet by sheet."""
    return (pairs[start : start + capacity] for start in range(0, len(pairs), capacity))


def stamps(items: Iterable[Item]) -> list[Stamp]:
    """The pictures among the items."""
    return [item for item in items if isinstance(item, Stamp)]


def strokes(items: Iterable[Item], kind: str) -> list[Stroke]:
    """The lines of a kind among the items."""
    return [item for item in items if isinstance(item, Stroke) and item.kind == kind]


def plan(side: Side) -> str:
    """The pictures of a side as they lie: names, `v` upside down, `>` `<` lying, `.` nothing."""
    placed = {
        (stamp.rect.y, stamp.rect.x): stamp.picture.name + TURNS[stamp.turn]
        for stamp in stamps(side.items)
    }
    rows, columns = sorted({y for y, _ in placed}), sorted({x for _, x in placed})
    lines = [" ".join(f"{placed.get((y, x), '.'):4}" for x in columns).rstrip() for y in rows]
    return "\n".join(lines)


def drawn(text: str) -> str:
    """A drawing in a test, without its indent."""
    return "\n".join(" ".join(f"{word:4}" for word in line.split()).rstrip() for line in rows(text))


def rows(text: str) -> list[str]:
    """The lines of a drawing that are not empty."""
    return [line for line in text.splitlines() if line.strip()]


def extent(item: Item) -> Rect:
    """The rectangle that an item inks, as far as composition knows it."""
    match item:
        case Stamp(rect=rect, clip=clip):
            return clip or rect
        case Stroke(start=start, end=end):
            x, y = min(start.x, end.x), min(start.y, end.y)
            return Rect(x, y, abs(start.x - end.x), abs(start.y - end.y))
        case Contour(outline=outline):
            corners = outline.flattened()
            x, y = min(at.x for at in corners), min(at.y for at in corners)
            right, bottom = max(at.x for at in corners), max(at.y for at in corners)
            return Rect(x, y, right - x, bottom - y)
        case Panel(rect=rect) | Leaf(rect=rect) | Link(rect=rect):
            return rect
        case Anchor(at=at):
            return Rect(at.x, at.y, 0, 0)
        case TextLine(at=at, runs=runs, turn=turn):
            text = "".join(run.text for run in runs)
            return box(label(text, runs[0].size * 72 / 25_400), at, turn)


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share more than an edge."""
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def outside(items: Sequence[Item], area: Rect) -> list[Item]:
    """The items that leave an area."""
    return [item for item in items if not area.holds(extent(item))]


lengths = st.integers(mm(30), mm(90))
cards = st.builds(Size, lengths, lengths)
odd_papers = st.builds(
    lambda width, more: Paper("odd", "odd", Size(width, width + more), Margins.even(mm(5))),
    st.integers(mm(205), mm(330)),
    st.integers(0, mm(200)),
)
papers = st.one_of(st.sampled_from([A4, LETTER, PAPERS["legal"], PAPERS["a3"]]), odd_papers)
bleeds = st.integers(0, mm(5))
