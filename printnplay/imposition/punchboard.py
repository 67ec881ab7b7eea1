"""Punchboards and sheets of stickers: pieces in rows, as a factory punches them out of a board.

Rows are as high as their highest piece; pieces of a size stay together. A board has a back with the
backs of its pieces, mirrored. A factory may move pieces: the die is what counts.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.kernel.shapes import Outline
from printnplay.scene.picture import Picture


class Piece(Struct, frozen=True):
    """A piece: its front, its back if it has one, and the outline of its die, from its corner."""

    id: str
    front: Picture
    back: Picture | None
    die: Outline


class Laid(Struct, frozen=True):
    """A piece at its place on a board."""

    piece: Piece
    rect: Rect


def fits(piece: Piece, board: Size, edge: Um) -> bool:
    """Return whether a piece fits on a board with this much left at its edges."""
    size = piece.front.size
    return size.width + 2 * edge <= board.width and size.height + 2 * edge <= board.height


def punchboards(pieces: Sequence[Piece], board: Size, gap: Um) -> Iterator[tuple[Laid, ...]]:
    """Yield boards with pieces in rows, `gap` apart and from the edges; the last may have space.

    Pieces must fit on the board.
    """
    ordered = sorted(pieces, key=lambda piece: (-piece.front.size.height, -piece.front.size.width))
    laid: list[Laid] = []
    x = y = gap
    row: Um = 0
    for piece in ordered:
        size = piece.front.size
        if x + size.width + gap > board.width:
            x, y, row = gap, y + row + gap, 0
        if y + size.height + gap > board.height:
            yield tuple(laid)
            laid, x, y, row = [], gap, gap, 0
        laid.append(Laid(piece, Rect(x, y, size.width, size.height)))
        x, row = x + size.width + gap, max(row, size.height)
    if laid:
        yield tuple(laid)
