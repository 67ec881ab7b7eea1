"""Cards on a page as they were read back, and what must be true of them."""

from collections.abc import Sequence

from printnplay.game.game import Game

from .builds import File
from .plan import CARD, KitPage, kit_pages
from .readback import NEAR, Box, Line, Place, Shown, Shows, page_size
from .shelf import Shelf

UP, DOWN = (0, -1), (0, 1)
SAMPLE = 10
"""The length in millimetres of a sample line in the key, which no cut line has."""

TICK = 6
"""How far a cut line goes beyond a card at most: 4 mm beyond 2 mm of bleed."""


def pages_of(file: File, shelf: Shelf, game: Game) -> list[tuple[KitPage, Shows]]:
    """The pages of a kit, each with what it ought to be."""
    return list(zip(kit_pages(game, file.backs), shelf.pdf(file).pages, strict=True))


def size_of(file: File, shelf: Shelf) -> Place:
    """The paper of a file."""
    return page_size(shelf.pdf(file).document.pages[0])


def places(shows: Shows) -> list[Box]:
    """Where the trimmed cards of a page lie, in drawing order."""
    return [trimmed(picture) for picture in shows.pictures]


def trimmed(picture: Shown) -> Box:
    """The card without its bleed, which is equal on all edges."""
    return picture.box.grown((CARD - picture.box.width) / 2)


def assert_places(found: Sequence[Box], wanted: Sequence[Box]) -> None:
    """The cards lie where they ought to, one by one, and are neither stretched nor shrunk."""
    assert len(found) == len(wanted)
    for fault, other in zip(found, wanted, strict=True):
        assert fault.near(other), f"{fault} is not at {other}"


def assert_behind(fronts: Shows, backs: Shows, size: Place, flip: str) -> None:
    """Turned over on this edge, each back lies behind its front, head behind head."""
    behind = [turned_over(front, size, flip) for front in places(fronts)]
    assert_places(places(backs), behind)
    up = UP if flip == "long" else DOWN
    assert {picture.up for picture in fronts.pictures} == {UP}
    assert {picture.up for picture in backs.pictures} == {up}


def turned_over(box: Box, size: Place, flip: str) -> Box:
    """Where the other side of the paper has what lies here."""
    if flip == "long":
        return Box(size[0] - box.right, box.top, size[0] - box.left, box.bottom)
    return Box(box.left, size[1] - box.bottom, box.right, size[1] - box.top)


def edges(box: Box) -> list[Line]:
    """The four edges of a card, to be cut."""
    return [
        *(Line("cut", True, x, box.top, box.bottom) for x in (box.left, box.right)),  # noqa: FBT003
        *(Line("cut", False, y, box.left, box.right) for y in (box.top, box.bottom)),  # noqa: FBT003
    ]


def cuts(shows: Shows) -> list[Line]:
    """The cut lines of a page, without the sample in the key."""
    return [cut for cut in shows.of("cut") if abs(cut.length - SAMPLE) > NEAR]


def folds(shows: Shows) -> list[Line]:
    """The fold lines of a page, without the sample in the key."""
    return [fold for fold in shows.of("fold") if abs(fold.length - SAMPLE) > NEAR]


def assert_cut_around(
    pieces: Sequence[Box], lines: Sequence[Line], fold: Line | None = None
) -> None:
    """Every edge of every piece has its line, and every line lies on edges, ticks apart.

    An edge on the fold is folded, not cut.
    """
    every = [edge for piece in pieces for edge in edges(piece)]
    wanted = [edge for edge in every if fold is None or not edge.on(fold)]
    for edge in wanted:
        assert any(line.covers(edge) for line in lines), f"no line cuts {edge}"
    for line in lines:
        along = [edge for edge in wanted if edge.on(line)]
        assert along, f"{line} lies on no edge"
        assert min(edge.low for edge in along) - line.low < TICK + NEAR
        assert line.high - max(edge.high for edge in along) < TICK + NEAR
