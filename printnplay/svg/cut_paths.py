"""Die shapes of cards; SVG path data as cut lines."""

from collections.abc import Iterator

from printnplay.game.game import CardCut, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.kernel.shapes import Outline, Shape, polygon
from printnplay.svg.outlines import lines_of
from printnplay.svg.values import path_data


def shape_of(cut: CardCut) -> Shape:
    """Return the die shape of cards."""
    return Shape(cut.shape, cut.corner, cut_path(cut.path) if cut.path else None)


def cut_path(data: str) -> Outline | None:
    """Convert SVG path data in millimetres to one closed line; return None if it is not one."""
    lines = lines_of(data)
    if len(lines) != 1 or path_data(data).error is not None:
        return None
    corners = [Point(mm(x), mm(y)) for x, y in lines[0]]
    is_closed = len(corners) > 3 and corners[-1] == corners[0]
    return polygon(tuple(corners[:-1])) if is_closed else None


def check_cut_paths(game: Game, problems: Problems) -> None:
    """Report path data that is unusable as a cut line."""
    for cut, size in _drawn(game):
        outline = cut_path(cut.path)
        text, label = "", ""
        if outline is None:
            text = "the path is not one closed line"
            label = "expected SVG path data such as `M0 0 H40 V60 H0 Z`"
        elif not all(
            Rect(0, 0, size.width, size.height).holds(Rect(point.x, point.y, 0, 0))
            for point in outline.points
        ):
            text = "the path leaves the card"
            width, height = size.width / 1000, size.height / 1000
            label = f"expected places from 0 0 to {width:g} {height:g}, in millimetres"
        if text:
            cure = "draw the cut line within the trimmed size, and end it with Z"
            problems.error(codes.WRONG_CUT_PATH, text, cut.path_span, label, cure)


def _drawn(game: Game) -> Iterator[tuple[CardCut, Size]]:
    """Yield the cuts that have a path, each with the size of its cards."""
    if game.cut.path:
        yield game.cut, game.card
    for group in game.groups:
        if group.cut and group.cut.path:
            yield group.cut, group.card or game.card
